"""My games on the page: the rows of the terminal, and consents that are signed there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pbem.board.app import BoardApp
from pbem.save.keys import NamedKey
from pbem.wire.fingerprint import fingerprint
from tests.support.asgi import Answer, ask
from tests.support.by_mail import begin, seats
from tests.support.table import CLOCK, Desk, copy_desks, key_of, mail_desks

Row = dict[str, object]


@pytest.fixture(scope="module")
def proposed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game that every test copies: Ann plays the Allies and Ben the Axis; Ann has
    proposed a draw, and Ben has fetched it."""
    folder = tmp_path_factory.mktemp("proposed")
    ann, ben = mail_desks(folder, "Ann", "Ben")
    ann.ok("propose", begin(ann, ben), "draw", "--words", "Peace?")
    ben.ok("fetch")
    return folder


@pytest.fixture
def pair(proposed: Path, tmp_path: Path) -> tuple[Desk, Desk]:
    ann, ben = copy_desks(proposed, tmp_path)
    return ann, ben


def asked(desk: Desk, name: str, path: str, body: Row | None = None) -> Answer:
    """What the page of a player answers; body: for what changes something."""
    app = BoardApp(desk.home, NamedKey(name, key_of(name)), lambda: CLOCK).app()
    method = "GET" if body is None else "POST"
    return ask(app, path, {}, method=method, body=json.dumps(body or {}).encode())


def rows(answer: Answer) -> list[Row]:
    found = answer.data["games"]
    assert isinstance(found, list)
    return found


def mails(answer: Answer) -> list[Row]:
    (row,) = rows(answer)
    found = row["mails"]
    assert isinstance(found, list)
    return found


def proposal(desk: Desk, name: str) -> Row:
    (row,) = rows(asked(desk, name, "/api/games"))
    found = row["proposals"]
    assert isinstance(found, list)
    assert len(found) == 1
    return dict(found[0])


def test_the_page_says_of_a_game_what_the_terminal_says(pair: tuple[Desk, Desk]) -> None:
    _, ben = pair
    (row,) = rows(asked(ben, "Ben", "/api/games"))
    (told,) = ben.ok("games", "--json").rows("games")
    assert (row["name"], row["state"], row["mine"]) == (told["name"], told["state"], True)
    assert told["proposals"] == 1


def test_a_consent_that_is_signed_on_the_page_ends_the_game_for_both(
    pair: tuple[Desk, Desk],
) -> None:
    ann, ben = pair
    one = proposal(ben, "Ben")
    assert "Peace?" in str(one["lines"])
    path = f"/api/games/{ben.game.folder_name}/consent"
    answer = asked(ben, "Ben", path, {"digest": one["digest"]})
    assert answer.status == 200
    (row,) = rows(answer)
    assert row["proposals"] == []
    assert "sent" in str(answer.data["news"])
    ann.ok("fetch")
    (told,) = ann.ok("games", "--json").rows("games")
    assert told["state"] == "over"


def test_nothing_is_signed_but_the_proposal_that_was_shown(pair: tuple[Desk, Desk]) -> None:
    _, ben = pair
    digest = str(proposal(ben, "Ben")["digest"])
    path = f"/api/games/{ben.game.folder_name}/consent"
    for other in (digest[:8], digest[:-1] + ("0" if digest[-1] != "0" else "1"), ""):
        assert asked(ben, "Ben", path, {"digest": other}).code == "no-such-proposal"
    assert asked(ben, "Ben", path, {}).code == "bad-request"
    assert proposal(ben, "Ben")["digest"] == digest


def test_looking_at_the_address_of_a_consent_signs_nothing(pair: tuple[Desk, Desk]) -> None:
    _, ben = pair
    assert asked(ben, "Ben", f"/api/games/{ben.game.folder_name}/consent").status >= 400
    assert proposal(ben, "Ben")


def test_an_invitation_is_shown_in_full_and_no_other_one_is_answered(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    terms = ("--option", "low_luck=true", "--bid", "Germans=6", "--pace", "72h")
    ann.ok("new", "big_world_1942", *seats(), *terms)
    ben.ok("fetch")
    (row,) = rows(asked(ben, "Ben", "/api/games"))
    shown = row["invitation"]
    assert isinstance(shown, dict)
    told = json.dumps(shown)
    for words in ("low_luck = true", "Germans 6 PUs", "72 hours for a turn", "hosted by Ann"):
        assert words in told, words
    save = ben.home.game_store.load(ben.game, ben.home.keyring())
    assert save is not None
    (source,) = save.sources
    keys = (save.genesis.host_key, source.commitment.authority)
    assert all(fingerprint(key) in told for key in keys)
    path = f"/api/games/{ben.game.folder_name}/join"
    other: Row = {"player": "Ben", "genesis": "00" * 32}
    assert asked(ben, "Ben", path, other).code == "another-invitation"
    assert asked(ben, "Ben", path.replace("join", "leave"), other).code == "another-invitation"
    taken = asked(ben, "Ben", path, {"player": "Ben", "genesis": shown["genesis"]})
    assert "You have taken Germans, Japanese" in str(taken.data["news"])
    ann.ok("fetch")
    assert ann.ok("games", "--json").rows("games")[0]["to_move"] == "Germans", "bids first"


def test_a_game_that_one_plays_is_not_left(pair: tuple[Desk, Desk]) -> None:
    _, ben = pair
    save = ben.home.game_store.load(ben.game, ben.home.keyring())
    assert save is not None
    body: Row = {"genesis": save.genesis_head.hex()}
    refused = asked(ben, "Ben", f"/api/games/{ben.game.folder_name}/leave", body)
    assert refused.code == "another-invitation"
    assert len(rows(asked(ben, "Ben", "/api/games"))) == 1


def test_an_invitation_that_is_left_is_out_of_the_list(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "big_world_1942", *seats())
    ben.ok("fetch")
    (row,) = rows(asked(ben, "Ben", "/api/games"))
    shown = row["invitation"]
    assert isinstance(shown, dict)
    game = ben.game.folder_name
    left = asked(ben, "Ben", f"/api/games/{game}/leave", {"genesis": shown["genesis"]})
    assert rows(left) == []
    assert not ben.home.game_store.games()


def test_an_invitation_is_declined_and_the_host_is_told(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "big_world_1942", *seats())
    ben.ok("fetch")
    (row,) = rows(asked(ben, "Ben", "/api/games"))
    shown = row["invitation"]
    assert isinstance(shown, dict)
    path = f"/api/games/{ben.game.folder_name}/decline"
    other: Row = {"player": "Ben", "genesis": "00" * 32}
    assert asked(ben, "Ben", path, other).code == "another-invitation"
    said = asked(ben, "Ben", path, {"player": "Ben", "genesis": shown["genesis"]})
    assert rows(said) == [] and not ben.home.game_store.games()
    assert "'Ben' does not want to play" in ann.ok("fetch").out


def test_a_proposal_of_ones_own_is_withdrawn_on_the_page(pair: tuple[Desk, Desk]) -> None:
    ann, ben = pair
    proposed = proposal(ben, "Ben")
    assert proposed["mine"] is False, "Ann made it"
    path = f"/api/games/{ann.game.folder_name}/withdraw"
    digest: Row = {"digest": proposed["digest"]}
    assert asked(ben, "Ben", path, digest).code == "not-your-proposal"
    (row,) = rows(asked(ann, "Ann", "/api/games"))
    waits = row["waiting"]
    assert isinstance(waits, list) and waits[0]["mine"] is True
    said = asked(ann, "Ann", path, digest)
    assert "is withdrawn" in str(said.data["news"])
    (row,) = rows(said)
    assert row["waiting"] == []
    ben.ok("fetch")
    (row,) = rows(asked(ben, "Ben", "/api/games"))
    assert row["proposals"] == []


def test_a_mail_that_waits_says_why_and_is_sent_from_the_page(pair: tuple[Desk, Desk]) -> None:
    ann, ben = pair
    digest = proposal(ben, "Ben")["digest"]
    box = ben.root.parent / "mail" / "Ann"
    box.rename(box.with_name("away"))
    path = f"/api/games/{ben.game.folder_name}"
    answer = asked(ben, "Ben", f"{path}/consent", {"digest": digest})
    assert answer.status == 200, answer.data
    (mail,) = [one for one in mails(answer) if one["delivery"] == "pending"]
    assert mail["reason"]
    assert mail["next_try"]
    box.with_name("away").rename(box)
    sent = asked(ben, "Ben", f"{path}/send-again", {"mail": mail["mail"]})
    assert [one["delivery"] for one in mails(sent)] == ["sent"]
    ann.ok("fetch")
    assert ann.ok("games", "--json").rows("games")[0]["state"] == "over"


def test_what_was_signed_and_never_mailed_is_sent_from_the_page(pair: tuple[Desk, Desk]) -> None:
    """The program was ended between the signature and the mail."""
    ann, ben = pair
    ben.ok("consent", ben.game.game.hex()[:8], str(proposal(ben, "Ben")["digest"])[:8], "--yes")
    ann.ok("fetch")
    assert mails(asked(ann, "Ann", "/api/games"))
    shutil.rmtree(ann.root / "outbox")
    (row,) = rows(asked(ann, "Ann", "/api/games"))
    assert row["unmailed"]
    sent = asked(ann, "Ann", f"/api/games/{ann.game.folder_name}/send", {})
    (row,) = rows(sent)
    assert (row["unmailed"], [one["delivery"] for one in mails(sent)]) == (False, ["sent"])


def test_a_damaged_game_hides_no_other(pair: tuple[Desk, Desk]) -> None:
    _, ben = pair
    path = ben.home.game_store.folder(ben.game) / "current.pbem"
    path.write_bytes(path.read_bytes()[:-40])
    (row,) = rows(asked(ben, "Ben", "/api/games"))
    assert row["damaged"]
    assert not row["mine"]


def test_the_replay_is_a_file_and_no_page_of_the_board(pair: tuple[Desk, Desk]) -> None:
    _, ben = pair
    answer = asked(ben, "Ben", f"/api/games/{ben.game.folder_name}/replay")
    assert answer.headers["content-disposition"].startswith("attachment")
    ben.ok("replay", ben.game.game.hex()[:8], "--out", ben.root / "told.html")
    assert answer.body == (ben.root / "told.html").read_bytes()
