"""The key is made and unlocked at the page, the address stays, and a mail is dropped on it."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from starlette.applications import Starlette

from pbem.board.app import BoardApp
from pbem.board.guard import Guard
from pbem.board.place import open_place
from pbem.board.serve import HOST, serving
from pbem.board.trouble import trouble_of
from pbem.home import Home
from pbem.listening import listen
from pbem.mail.errors import MailError
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey
from pbem.usage import UsageError
from tests.support.asgi import Answer, ask
from tests.support.by_mail import seats
from tests.support.table import CLOCK, Desk, key_of, mail_desks

Body = dict[str, object]
WORDS = "three blind mice"


def page(home: Path) -> Starlette:
    """The page of a program that has just been started."""
    return BoardApp(Home(home), None, lambda: CLOCK).app()


def said(app: Starlette, path: str, body: Body | None = None) -> Answer:
    method = "GET" if body is None else "POST"
    return ask(app, path, {}, method=method, body=json.dumps(body or {}).encode())


def test_the_key_is_made_at_the_page_and_unlocked_after_the_next_start(tmp_path: Path) -> None:
    home = tmp_path / "fresh"
    app = page(home)
    assert said(app, "/api/door").data == {"key": "missing", "name": ""}
    assert said(app, "/api/games").code == "no-key"
    made = said(app, "/api/door/make", {"name": "Ann", "passphrase": WORDS})
    assert (made.data["key"], made.data["name"]) == ("open", "Ann")
    assert stat.S_IMODE((home / "key.json").stat().st_mode) == 0o600
    assert said(app, "/api/games").data == {"games": []}
    again = page(home)
    assert said(again, "/api/door").data["key"] == "locked"
    assert said(again, "/api/games").code == "no-key"
    wrong = said(again, "/api/door/unlock", {"passphrase": "four blind mice"})
    assert wrong.code == "passphrase-wrong"
    assert said(again, "/api/games").code == "no-key"
    opened = said(again, "/api/door/unlock", {"passphrase": WORDS})
    assert opened.data["fingerprint"] == made.data["fingerprint"]
    assert said(again, "/api/games").status == 200


@pytest.mark.parametrize(
    ("name", "passphrase", "code"),
    [
        ("", WORDS, "bad-name"),
        ("A\u200bnn", WORDS, "bad-name"),
        ("Ann", "short", "short-passphrase"),
    ],
)
def test_what_makes_no_good_key_is_refused_and_nothing_is_written(
    tmp_path: Path, name: str, passphrase: str, code: str
) -> None:
    app = page(tmp_path)
    assert said(app, "/api/door/make", {"name": name, "passphrase": passphrase}).code == code
    assert [*tmp_path.iterdir()] == []


def test_a_second_key_never_takes_the_place_of_the_first(tmp_path: Path) -> None:
    app = page(tmp_path)
    said(app, "/api/door/make", {"name": "Ann", "passphrase": WORDS})
    before = (tmp_path / "key.json").read_bytes()
    body: Body = {"name": "Eve", "passphrase": WORDS}
    assert said(app, "/api/door/make", body).code == "key-exists"
    assert said(page(tmp_path), "/api/door/make", body).code == "key-exists"
    assert (tmp_path / "key.json").read_bytes() == before


def test_the_address_is_the_same_after_a_restart_and_the_cookie_is_not(tmp_path: Path) -> None:
    home, key = Home(tmp_path), NamedKey("Ann", key_of("Ann"))
    with serving(home, key, lambda: CLOCK) as served:
        guard = served.guard
        first = (urlsplit(guard.entrance).netloc, guard.base)
        cookie = cookie_of(guard, first[0])
    assert stat.S_IMODE((tmp_path / "board.json").stat().st_mode) == 0o600
    with serving(home, key, lambda: CLOCK) as served:
        guard = served.guard
        assert (urlsplit(guard.entrance).netloc, guard.base) == first
        headers = {"host": first[0], "cookie": cookie}
        assert ask(guard, f"{guard.base}/api/games", headers).code == "not-let-in"
        headers["cookie"] = cookie_of(guard, first[0])
        assert ask(guard, f"{guard.base}/api/games", headers).status == 200


def cookie_of(guard: Guard, host: str) -> str:
    entered = ask(guard, urlsplit(guard.entrance).path, {"host": host})
    return entered.headers["set-cookie"].partition(";")[0]


def test_attack_a_program_that_took_the_port_meanwhile_has_learnt_nothing(tmp_path: Path) -> None:
    """It may have heard the path from a page that was open, so the path is another one then."""
    home = Home(tmp_path)
    listening, base = open_place(home, HOST, 0)
    port = listening.getsockname()[1]
    listening.close()
    with listen(HOST, port):
        other, new = open_place(home, HOST, 0)
        other.close()
    assert other.fileno() == -1
    assert new != base
    assert json.loads((tmp_path / "board.json").read_bytes())["base"] == new


@pytest.mark.parametrize(
    "kept", ["", "{}", "[]", '{"port": 80, "base": "/x"}', '{"port": 4711, "base": "//evil"}']
)
def test_a_kept_address_that_is_none_is_made_anew(tmp_path: Path, kept: str) -> None:
    (tmp_path / "board.json").write_text(kept)
    listening, base = open_place(Home(tmp_path), HOST, 0)
    listening.close()
    assert re.fullmatch(r"/[A-Za-z0-9_-]{22}", base)


def invited(folder: Path) -> tuple[Desk, Desk, bytes]:
    """A game that Ann has founded; Ben has the mail with the invitation as a file."""
    ann, ben = mail_desks(folder, "Ann", "Ben")
    ann.ok("new", "big_world_1942", *seats())
    (mail,) = (folder / "mail" / "Ben" / "new").iterdir()
    data = mail.read_bytes()
    mail.unlink()
    return ann, ben, data


def dropped(desk: Desk, name: str, data: bytes) -> Answer:
    app = BoardApp(desk.home, NamedKey("Ben", key_of("Ben")), lambda: CLOCK).app()
    return ask(app, f"/api/take-in?name={quote(name)}", {}, method="POST", body=data)


def test_the_mail_of_an_invitation_is_dropped_on_the_page(tmp_path: Path) -> None:
    ann, ben, mail = invited(tmp_path)
    answer = dropped(ben, "invitation.eml", mail)
    assert answer.status == 200, answer.data
    (row,) = json.loads(answer.body)["games"]
    assert row["invitation"]["names"] == ["Ben"]
    save = ann.home.game_store.current(ann.game).read_bytes()
    assert dropped(ben, "a file.pbem", save).status == 200


@pytest.mark.parametrize("data", [b"", b"Hello Ben, shall we play?", b"\x00" * 2000, b"PBEM PART"])
def test_what_holds_no_game_is_refused_in_one_sentence(tmp_path: Path, data: bytes) -> None:
    _, ben, _ = invited(tmp_path)
    answer = dropped(ben, "letter.txt", data)
    assert answer.status in {200, 422}
    assert b"Traceback" not in answer.body
    if answer.status == 422:
        assert answer.code == "nothing-in-it"


@pytest.mark.parametrize(
    "error",
    [
        UsageError("a", "No mail is configured.", "Set it up with `pbem mail setup`."),
        SaveError("b", "no mail is configured", "Add --mail."),
        MailError("c", "No mail is configured.", "Try again, or give (--again) as an option."),
    ],
)
def test_no_error_on_the_page_names_what_is_typed_at_a_terminal(error: Exception) -> None:
    assert trouble_of(error).text == "No mail is configured."


def test_a_way_out_that_is_none_of_the_terminals_is_told() -> None:
    error = UsageError("a", "It is full.", "Leave one out.")
    assert trouble_of(error).text == "It is full. Leave one out."
