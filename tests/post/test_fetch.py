"""What arrives is verified and replayed once; what is still to be done survives a crash."""

import email
import email.policy
import io
import zipfile
from collections import Counter
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine import new_game
from pbem.home import Home
from pbem.mail.maildir import MaildirSource
from pbem.post.follow_up import do_what_is_due
from pbem.post.incoming import receive
from pbem.post.open_cache import OpenedGames
from pbem.save import trust
from pbem.save.errors import KeyFileError
from pbem.save.keys import NamedKey
from tests.support.by_mail import seats
from tests.support.table import ANYWAY, CLOCK, Desk, key_of, mail_desks


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Desk, Desk]:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    return ann, ben


def found_game(ann: Desk, title: str) -> None:
    ann.ok("new", "big_world_1942", "--name", title, *seats())


def names(desk: Desk) -> list[str]:
    return [ref.game.hex()[:8] for ref in desk.home.game_store.games()]


def joined(ann: Desk, ben: Desk, *titles: str) -> list[str]:
    """Games of both, of which all answers are on their way to the host."""
    for title in titles:
        found_game(ann, title)
    ben.ok("fetch")
    for name in names(ben):
        ben.ok("join", name, "--yes")
    return names(ben)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts logs whose signatures are verified, and logs that are played from the start."""
    counts: Counter[str] = Counter()
    inspect = trust.inspect_save

    def inspected(*arguments: object) -> object:
        counts["verified"] += 1
        return inspect(*arguments)

    def replayed(*arguments: object) -> object:
        counts["replayed"] += 1
        return new_game(*arguments)

    monkeypatch.setattr(trust, "inspect_save", inspected)
    monkeypatch.setattr("pbem.replay.walk.new_game", replayed)
    return counts


def test_one_mail_is_one_verification_and_no_replay_from_the_start_and_opens_no_other_game(
    pair: tuple[Desk, Desk], work: Counter[str]
) -> None:
    ann, ben = pair
    first, *_ = joined(ann, ben, "One", "Two", "Three")
    ann.ok("fetch")
    ben.ok("fetch")
    ann.ok("play", first, "--computer", "easy")
    ann.ok("send", first)
    work.clear()
    assert f"It is your turn (Germans): pbem play {first}" in ben.ok("fetch").out
    assert work == {"verified": 1}
    work.clear()
    assert ben.ok("fetch").out == "Nothing new.\n"
    assert work == {}


def test_an_answer_is_verified_against_its_own_game_only(
    pair: tuple[Desk, Desk], work: Counter[str]
) -> None:
    ann, ben = pair
    for title in ("One", "Two", "Three"):
        found_game(ann, title)
    ann.ok("fetch")
    ben.ok("fetch")
    ben.ok("join", names(ben)[1], "--yes")
    work.clear()
    assert "everybody has joined" in ann.ok("fetch").out
    assert work == {"verified": 1, "replayed": 1}


def only_receive(home: Home) -> None:
    """A run of `fetch` that is killed as soon as all mail is filed and confirmed."""
    games = OpenedGames(home)
    assert receive(games, CLOCK)


def test_a_crash_between_the_last_answer_and_the_start_still_starts_the_game(
    pair: tuple[Desk, Desk],
) -> None:
    ann, ben = pair
    joined(ann, ben, "One")
    only_receive(ann.home)
    assert "everybody has joined, the game has started" in ann.ok("fetch").out
    assert "Russians (Ann) to move" in ben.ok("fetch").out
    assert ann.ok("fetch").out == "Nothing new.\n"
    assert ann.home.game_store.marked() == ()


def test_a_crash_while_the_answer_is_filed_finds_the_mail_again(
    pair: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = pair
    joined(ann, ben, "One")

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(MaildirSource, "ack", killed)
        with pytest.raises(KeyboardInterrupt):
            only_receive(ann.home)
    assert "everybody has joined, the game has started" in ann.ok("fetch").out


def test_a_wrong_passphrase_leaves_the_game_to_be_started(pair: tuple[Desk, Desk]) -> None:
    ann, ben = pair
    joined(ann, ben, "One")

    def forgotten() -> NamedKey:
        raise KeyFileError("passphrase-wrong", "wrong passphrase")

    games = OpenedGames(ann.home)
    receive(games, CLOCK)
    with pytest.raises(KeyFileError):
        do_what_is_due(games, forgotten, CLOCK)
    later = OpenedGames(ann.home)
    (news,) = do_what_is_due(later, lambda: NamedKey("Ann", key_of("Ann")), CLOCK)
    assert "everybody has joined" in news.text


def consent_to_a_draw(ann: Desk, ben: Desk) -> None:
    """Ann proposes a draw in a game of theirs, and Ben has signed their consent and sent it."""
    (name,) = joined(ann, ben, "One")
    ann.ok("fetch")
    ben.ok("fetch")
    ann.ok("propose", name, "draw")
    ben.ok("fetch")
    (row,) = ben.ok("consent", name, "--json").rows("proposals")
    ben.ok("consent", name, row["proposal"], "--yes")


def test_a_crash_between_the_last_consent_and_the_log_still_enacts(
    pair: tuple[Desk, Desk],
) -> None:
    ann, ben = pair
    consent_to_a_draw(ann, ben)
    only_receive(ann.home)
    assert "DRAW: the game ends without a winner" in ann.ok("fetch").out
    ann.ok("fetch")
    assert ann.home.game_store.marked() == ()


def test_what_another_player_has_to_enact_leaves_no_mark(
    pair: tuple[Desk, Desk],
) -> None:
    ann, ben = pair
    consent_to_a_draw(ann, ben)
    assert ben.ok("fetch").out == "Nothing new.\n"
    assert ben.home.game_store.marked() == ()
    ann.ok("fetch")
    assert "the game is over" in ben.ok("fetch").out
    assert ben.home.game_store.marked() == ()


def begun(ann: Desk, ben: Desk) -> str:
    """A game that has started; Ann has signed the first turn and not sent it."""
    (name,) = joined(ann, ben, "One")
    ann.ok("fetch")
    ben.ok("fetch")
    ann.ok("play", name, *ANYWAY, "--no-send", "--orders", "-", typed="done\n")
    return name


def test_a_proposal_that_comes_before_its_turn_waits_for_it(pair: tuple[Desk, Desk]) -> None:
    ann, ben = pair
    name = begun(ann, ben)
    ann.ok("propose", name, "draw")
    early = ben.ok("fetch").out
    assert "it waits for that turn" in early
    assert "consent" not in early
    ann.ok("send", name)
    assert "Your consent is asked for: pbem consent" in ben.ok("fetch").out
    assert "Germans (Ben) to move" not in ben.ok("consent", name, "--json").out


def test_a_proposal_and_its_turn_are_taken_in_the_order_of_the_log(
    pair: tuple[Desk, Desk],
) -> None:
    """The mailbox has the proposal first."""
    ann, ben = pair
    name = begun(ann, ben)
    ann.ok("propose", name, "draw")
    ann.ok("send", name)
    came = ben.ok("fetch").out
    assert "waits for that turn" not in came
    assert "Germans (Ben) to move" in came
    assert "Your consent is asked for" in came
    assert "Nothing new." in ben.ok("fetch").out


def test_a_folder_is_fetched_whole_and_in_the_order_of_the_log(
    pair: tuple[Desk, Desk], tmp_path: Path
) -> None:
    ann, ben = pair
    name = begun(ann, ben)
    folder = tmp_path / "downloads"
    folder.mkdir()
    started = ben.home.game_store.folder(ben.home.game_store.games()[0]) / "current.pbem"
    played = ann.home.game_store.folder(ann.home.game_store.games()[0]) / "current.pbem"
    (folder / "a.pbem").write_bytes(played.read_bytes())
    (folder / "b.pbem").write_bytes(started.read_bytes())
    (folder / "notes.pdf").write_bytes(b"%PDF")
    said = ben.ok("fetch", folder).out
    assert "seen before" not in said, "a folder of downloads is full of old saves"
    assert "Germans (Ben) to move" in said
    assert "older" not in said
    assert name in said
    empty = tmp_path / "empty"
    empty.mkdir()
    assert ben.refused(2, "fetch", empty).error["code"] == "nothing-to-fetch"


def with_attachment(raw: bytes, change: Callable[[EmailMessage], None]) -> bytes:
    """The mail with its save changed by whatever stands between two players."""
    mail = email.message_from_bytes(raw, policy=email.policy.SMTP)
    (part,) = (one for one in mail.walk() if (one.get_filename() or "").endswith(".pbem"))
    assert isinstance(part, EmailMessage)
    change(part)
    return mail.as_bytes()


def by_a_filter(part: EmailMessage) -> None:
    part.set_content("The attachment was removed by policy.", filename="ATTACHMENT_REMOVED.txt")


def emptied(part: EmailMessage) -> None:
    part.set_payload("")


def overwritten(part: EmailMessage) -> None:
    part.set_payload("The attachment was removed by policy.")


def renamed(part: EmailMessage) -> None:
    """As some filters do it: its type stays that of a save."""
    overwritten(part)
    part.replace_header("Content-Disposition", 'attachment; filename="removed.txt"')


def packed(part: EmailMessage) -> None:
    out, save = io.BytesIO(), part.get_payload(decode=True)
    assert isinstance(save, bytes)
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("turn.pbem", save)
    part.set_content(out.getvalue(), maintype="application", subtype="zip", filename="turn.zip")


def turn_mail(pair: tuple[Desk, Desk], tmp_path: Path) -> tuple[Desk, Path]:
    """Ann's first turn in Ben's mailbox."""
    ann, ben = pair
    name = begun(ann, ben)
    ann.ok("send", name)
    (mail,) = (tmp_path / "mail" / "Ben" / "new").iterdir()
    return ben, mail


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (by_a_filter, "somebody on the way put 'ATTACHMENT_REMOVED.txt' in its place"),
        (emptied, "is empty"),
        (overwritten, "is no save: somebody on the way changed it"),
        (renamed, "somebody on the way put 'removed.txt' in its place"),
    ],
)
def test_turn_whose_save_was_taken_out_is_told(
    pair: tuple[Desk, Desk],
    tmp_path: Path,
    change: Callable[[EmailMessage], None],
    reason: str,
) -> None:
    ben, mail = turn_mail(pair, tmp_path)
    mail.write_bytes(with_attachment(mail.read_bytes(), change))
    said = ben.run("fetch")
    assert said.code == 1
    assert "came without its save" in said.out and reason in said.out and "from Ann" in said.out


def test_turn_whose_mail_was_cut_off_is_told(pair: tuple[Desk, Desk], tmp_path: Path) -> None:
    ben, mail = turn_mail(pair, tmp_path)
    raw = mail.read_bytes()
    mail.write_bytes(raw[: raw.index(b"application/x-pbem") - 200])
    said = ben.run("fetch")
    assert said.code == 1 and "the end of the mail was lost on the way" in said.out


def test_turn_whose_save_was_zipped_is_taken_in(pair: tuple[Desk, Desk], tmp_path: Path) -> None:
    ben, mail = turn_mail(pair, tmp_path)
    mail.write_bytes(with_attachment(mail.read_bytes(), packed))
    assert "It is your turn" in ben.ok("fetch").out
