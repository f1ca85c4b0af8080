"""Three turns between two people by mail, as they would really be played.

Postfix carries the mails and Dovecot hands them out. The two players have a home, a key and an
account each; the dice authority lies in a third folder. They use nothing but the commands. On the
way the mails suffer what mails suffer: a mailing list takes them apart, somebody answers with the
save quoted in the text, one comes twice, and one is a forgery.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine import load_scenario
from pbem.cli import run
from pbem.dice.client import EMBEDDED, connect
from pbem.mail.entry import OutboxEntry
from pbem.mail.extract import extract
from pbem.mail.outbox import Outbox
from pbem.mail.transport import Delivery
from pbem.post.intake import is_ours
from pbem.save import format as container
from pbem.save.armour import armour
from pbem.save.trust import open_save
from tests.support.mailservers import LIST, MailServers, MailUser, rewrite_like_a_list
from tests.support.paper_game import repacked

pytestmark = [pytest.mark.servers, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
OTHER = {"allies@example.org": "axis@example.org", "axis@example.org": "allies@example.org"}
STRANGER = "somebody@example.org"
Answer = dict[str, object]


@dataclass(frozen=True)
class Player:
    """One of the two, who types commands and reads their answers."""

    user: MailUser
    home: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def pbem(self, *words: str, code: int = 0) -> Answer:
        """Run a command in this process; its JSON answer."""
        self.monkeypatch.setenv("PBEM_HOME", str(self.home))
        self.capsys.readouterr()
        found = run([*words, "--json"])
        out = self.capsys.readouterr().out
        assert found == code, f"pbem {' '.join(words)} ends with {found}: {out}"
        return parsed(out)

    def real_pbem(self, *words: str, code: int = 0) -> Answer:
        """Run the real command, in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "pbem", *words, "--json"],
            check=False,
            cwd=ROOT,
            env={**os.environ, "PBEM_HOME": str(self.home)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return parsed(done.stdout)

    def news(self, code: int = 0) -> list[dict[str, str]]:
        """Fetch mail; what is new, without the address cards."""
        answer = self.pbem("fetch", code=code)
        news = answer["news"]
        assert isinstance(news, list)
        return [entry for entry in news if entry["kind"] != "card"]

    def cards(self, game: str) -> list[Path]:
        return sorted((self.home / "games").glob(f"{game}*/cards/*.card"))


def parsed(text: str) -> Answer:
    answer = json.loads(text)
    assert isinstance(answer, dict)
    return answer


@pytest.fixture
def players(
    mail_servers: MailServers,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> tuple[Player, Player]:
    """The two, with their keys made and their mail configured."""
    found = []
    for name, user in (("Ann", mail_servers.allies), ("Axel", mail_servers.axis)):
        player = Player(user, tmp_path / name, monkeypatch, capsys)
        player.home.mkdir()
        lines = ["[mail]", f'name = "{name} of the {user.address.split("@")[0]}"']
        lines += [f'address = "{user.address}"']
        lines += ["[mail.outgoing]", *toml(mail_servers.smtp_settings(user))]
        lines += ["[mail.incoming]", *toml(mail_servers.imap_settings(user))]
        lines += ["[dice]", *toml({"folder": str(tmp_path / "dice-authority")})]
        (player.home / "config.toml").write_text("\n".join(lines) + "\n")
        player.pbem("keys", "new", "--name", name, "--no-passphrase")
        found.append(player)
    return found[0], found[1]


def toml(table: dict[str, object]) -> list[str]:
    """Lines of a table of texts and whole numbers; JSON writes them as TOML does."""
    return [f"{key} = {json.dumps(value)}" for key, value in table.items()]


def save_in(raw: bytes) -> bytes:
    """The save that a mail carries."""
    found = extract(raw, is_save=is_ours, unarmour=lambda text: None).saves
    (save,) = (item.data for item in found if container.kind_of(item.data) == container.SAVE)
    return save


def tampered(save: bytes) -> bytes:
    """The save with other words in its last turn end, and a checksum that fits again."""
    opened = open_save(save)
    return repacked(opened, messages=lambda said: [*said[:-1], "I give up."])


def mail_with(sender: str, receiver: str, text: str, save: bytes = b"") -> bytes:
    """A mail that some mail program wrote."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = receiver
    message["Subject"] = "Re: our game"
    message["Message-ID"] = "<some-mail-program@example.org>"
    message.set_content(text)
    if save:
        message.add_attachment(save, maintype="application", subtype="x-pbem", filename="turn.pbem")
    return message.as_bytes()


def quoted(save: bytes) -> str:
    """An answer above the quoted text of a mail that had the save in its body."""
    lines = ["My mail program loses attachments:", "", *armour(save).splitlines(), "", "Axel"]
    return "Sorry, like this?\n\nOn Sunday, Axel wrote:\n" + "".join(f"> {x}\n" for x in lines)


def take_seat(
    ann: Player, axel: Player, servers: MailServers, *terms: str, name: str = "Sunday game"
) -> str:
    """Ann founds the game, on more terms if there are any, Axel joins, the game starts; returns its
    id."""
    axis = f"Axel <{axel.user.address}>"
    words: list[str] = []
    for nation in load_scenario("big_world_1942").politics.nations:
        who = axis if "Axis" in nation.alliances else "me"
        words += ["--seat", f"{nation.name}={who}"]
    founded = ann.pbem("new", "big_world_1942", "--name", name, *words, *terms)
    game = str(founded["game"])
    assert (founded["state"], founded["waiting_for"]) == ("inviting", ["Axel"])
    (invitation,) = servers.take(axel.user)
    # The invitation passes a mailing list, which re-encodes all attachments, the card included.
    servers.submit(LIST, axel.user.address, rewrite_like_a_list(invitation))
    servers.wait_for_new(axel.user)
    (news,) = axel.news()
    assert (news["kind"], news["game"]) == ("invitation", game)
    assert len(axel.cards(game)) == 1
    joined = axel.pbem("join", game[:8], "--yes")
    assert joined["seats"] == ["Germans", "Japanese"]
    servers.wait_for_new(ann.user)
    answered, started = ann.news()
    assert (answered["kind"], started["kind"], started["to_move"]) == ("answer", "turn", "Russians")
    servers.wait_for_new(axel.user)
    (news,) = axel.news()
    assert (news["kind"], news["to_move"]) == ("turn", "Russians")
    return game


def play(player: Player, game: str, nation: str) -> str:
    """Play a turn and send it; returns the head after it."""
    played = player.pbem("play", game[:8], "--computer", "easy", "--no-send")
    assert (played["finished"], played["nation"]) == (True, nation)
    sent = player.pbem("send", game[:8])
    assert sent["unreachable"] == []
    mails = sent["mails"]
    assert isinstance(mails, list)
    (mail,) = mails
    assert len(mail.pop("mail")) == 40
    assert mail == {
        "to": OTHER[player.user.address],
        "delivery": "sent",
        "code": "",
        "reason": "",
    }
    # Asked once more, it sends nothing.
    assert player.pbem("send", game[:8]) == {"mails": [], "unreachable": [], "relayed": []}
    return str(played["head"])


def assert_proven(player: Player, game: str, head: str, turns: int, to_move: str) -> None:
    """A player's own copy of the game is the one with this head, and all of it is proven."""
    found = player.real_pbem("verify", game[:8])
    assert (found["ok"], found["head"], found["turns"]) == (True, head, turns)
    assert found["to_move"] == to_move


def logged_in_mails(log: str) -> list[str]:
    """The Message-IDs of all mails that Postfix has taken from somebody with a password."""
    taken = re.findall(r"smtpd\[\d+\]: (\w+): client=.* sasl_username=", log)
    ids = dict(re.findall(r"cleanup\[\d+\]: (\w+): message-id=<(.*)>", log))
    return sorted(ids[number] for number in taken)


def test_three_turns(
    players: tuple[Player, Player], mail_servers: MailServers, tmp_path: Path
) -> None:
    ann, axel = players
    beginning = len(mail_servers.log())
    game = take_seat(ann, axel, mail_servers)
    before = axel.pbem("verify", game[:8])
    assert (before["ok"], before["turns"], before["to_move"]) == (True, 0, "Russians")

    # 1. The Russians: a forgery overtakes the turn, which comes by way of a mailing list.
    head = play(ann, game, "Russians")
    (sent,) = mail_servers.take(axel.user)
    forged = tampered(save_in(sent))
    forgery = mail_with(f"Ann <{ann.user.address}>", axel.user.address, "My turn!\n", forged)
    mail_servers.submit(STRANGER, axel.user.address, forgery)
    mail_servers.wait_for_new(axel.user)
    (news,) = axel.news(code=4)
    assert (news["kind"], news["code"]) == ("refused", "bad-signature")
    last = len(open_save(save_in(sent)).entries) - 1
    assert f"Record {last} (turn_end)" in news["text"]
    assert axel.pbem("verify", game[:8]) == before
    mail_servers.submit(LIST, axel.user.address, rewrite_like_a_list(sent, "base64"))
    mail_servers.wait_for_new(axel.user)
    (news,) = axel.news()
    assert (news["kind"], news["to_move"]) == ("turn", "Germans")
    assert_proven(axel, game, head, 1, "Germans")

    # 2. The Germans: Axel's mail program loses the attachment, the save comes as quoted text.
    head = play(axel, game, "Germans")
    (sent,) = mail_servers.take(ann.user)
    answer = mail_with(f"Axel <{axel.user.address}>", ann.user.address, quoted(save_in(sent)))
    assert b"\n> -----BEGIN PBEM FILE-----" in answer
    mail_servers.submit(STRANGER, ann.user.address, answer)
    mail_servers.wait_for_new(ann.user)
    fetched = ann.real_pbem("fetch")["news"]
    assert isinstance(fetched, list)
    assert [(entry["kind"], entry["to_move"]) for entry in fetched] == [("turn", "British")]
    assert_proven(ann, game, head, 2, "British")

    # 3. The British: the same mail comes twice, once as it was sent and once from the list.
    head = play(ann, game, "British")
    (sent,) = mail_servers.wait_for_new(axel.user)
    mail_servers.submit(LIST, axel.user.address, rewrite_like_a_list(sent))
    mail_servers.wait_for_new(axel.user, 2)
    first, second = axel.news()
    assert (first["kind"], second["kind"]) == ("turn", "seen")
    assert first["to_move"] == second["to_move"] == "Chinese"
    for player in players:
        assert player.news() == []
        assert_proven(player, game, head, 3, "Chinese")
    assert_all_is_one(players, game, tmp_path / "dice-authority")

    sent_once = [f"{entry.key}@pbem.invalid" for player in players for entry in sent_by(player)]
    assert [len(sent_by(player)) for player in players] == [4, 2]
    assert logged_in_mails(mail_servers.log()[beginning:]) == sorted(sent_once)


def sent_by(player: Player) -> tuple[OutboxEntry, ...]:
    """What is in a player's outbox, all of it sent."""
    entries = Outbox(player.home / "outbox").entries()
    states = [outcome.delivery for entry in entries for outcome in entry.outcomes]
    assert {*states} == {Delivery.SENT}
    return entries


def assert_all_is_one(players: tuple[Player, Player], game: str, authority: Path) -> None:
    """Both have the same save and no proof of a fork; all dice come from the third folder."""
    folders = [next((player.home / "games").glob(f"{game}*")) for player in players]
    first, second = ((folder / "current.pbem").read_bytes() for folder in folders)
    assert first == second
    for player, folder in zip(players, folders, strict=True):
        assert list((folder / "forks").iterdir()) == []
        assert not (player.home / "dice").exists()
    journal = connect(EMBEDDED, authority, lambda: 0).journal(bytes.fromhex(game))
    rolls = players[0].pbem("verify", game[:8])["rolls"]
    assert isinstance(rolls, int)
    events = [entry.event for entry in journal]
    assert events.count("roll") == rolls > 0
    assert events.count("closing") == len(events) - rolls == 3
