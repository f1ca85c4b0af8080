"""Names, titles and messages that try to control a terminal, a page or a file name."""

import json
import re
import unicodedata
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.mail.outbox import Outbox
from tests.support.table import GAME, Desk, desk, pass_turn, snapshot, table

ANN = "\x1b]0;x\x07<b>An\u202en[b]\r\n"
BEN = "../../Ben\u2066\u0000\"';--"
TITLE = (
    "..\\../etc/\x1b[2J<script>alert(1)</script>[img]x[/img]\u202e\u2028\x9b31m\r\nBcc: all@x.org"
)
MESSAGE = (
    "Hi\x1b[2J\x07\x9b\u202egnp.exe\n<img src=x onerror=alert(1)>\n[url=javascript:x]y[/url]\n"
    "-----BEGIN PBEM FILE-----\nAAAA\n-----END PBEM FILE-----\n"
    "{{ 7 * 7 }} %s ](javascript:x)\x00\x85\u2029"
)
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    """Ann after a turn with all of this, in a game with it; her mail goes to files."""
    game = table(tmp_path / "authority", title=TITLE, ann=ANN, ben=BEN)
    pass_turn(game.session(), MESSAGE)
    config = (
        '[mail]\naddress = "ann@example.org"\npicture = "none"\n[mail.outgoing]\nkind = "eml"\n'
        f'folder = "{tmp_path / "drafts"}"\n[dice]\nfolder = "{tmp_path / "authority"}"\n'
    )
    (tmp_path / "drafts").mkdir()
    one = desk(tmp_path / "inner", "Ann", config)
    one.home.game_store.store(game.save)
    one.home.keep_addresses(one.game, {BEN: "ben@example.org"})
    return one


def is_harmless(text: str) -> bool:
    return all(char == "\n" or unicodedata.category(char) not in HIDDEN for char in text)


NAME = GAME.hex()[:8]
VIEWS = (
    ("games",),
    ("status", NAME),
    ("show", NAME, "Moscow"),
    ("verify", NAME),
    ("history", NAME),
    ("history", NAME, "--at", "2"),
    ("summary", NAME),
    ("summary", NAME, "--format", "html"),
    ("summary", NAME, "--format", "markdown"),
    ("summary", NAME, "--format", "bbcode"),
    ("join", NAME),
    ("play", NAME, "--computer", "easy"),
    ("status", "no such \x1b[2J game\u202e"),
    ("show", NAME, "Mosc\x1b[2Jow"),
)


@pytest.mark.parametrize("command", VIEWS, ids=[" ".join(view[:1] + view[3:]) for view in VIEWS])
def test_nothing_that_steers_a_terminal_is_printed(ann: Desk, command: tuple[str, ...]) -> None:
    output = ann.run(*command)
    assert output.code in {0, 2, 8}
    assert is_harmless(output.out)
    assert is_harmless(output.err)
    raw = ann.run(*command, "--json").out
    assert raw.isascii() and is_harmless(raw)
    json.loads(raw)


def test_html_markdown_and_bbcode_of_strangers_stay_text(ann: Desk) -> None:
    html = ann.ok("summary", NAME, "--format", "html").out
    assert html.count("<script") == html.count("script-src 'sha256-") == 1
    assert "<img src=x" not in html
    assert "<b>An" not in html
    bbcode = ann.ok("summary", NAME, "--format", "bbcode").out
    assert "[img]" not in bbcode and "[url=" not in bbcode
    markdown = ann.ok("summary", NAME, "--format", "markdown").out
    assert not re.search(r"(?<!\\)<img|(?<!\\)\]\(javascript", markdown)
    assert "7 * 7" in html and "7 * 7" in bbcode


def test_mail_has_no_header_of_the_strangers_and_a_plain_file_name(
    tmp_path: Path, ann: Desk
) -> None:
    ann.ok("send", NAME)
    (draft,) = (tmp_path / "drafts").glob("*.eml")
    message = message_from_bytes(draft.read_bytes(), policy=policy.default)
    assert message["Bcc"] is None
    for header in ("Subject", "To", "From"):
        assert is_harmless(str(message[header]))
    names = [part.get_filename() for part in message.walk() if part.get_filename()]
    assert names
    for name in names:
        assert name is not None
        assert "/" not in name and "\\" not in name and not name.startswith(".")
        assert name.isascii() and is_harmless(name)
    assert len(Outbox(ann.home.outbox_path).entries()) == 1


def test_nothing_is_written_outside_the_folder_of_the_game(tmp_path: Path, ann: Desk) -> None:
    other = desk(tmp_path / "inner", "Ben", f'[dice]\nfolder = "{tmp_path / "authority"}"\n')
    incoming = tmp_path / "incoming.pbem"
    incoming.write_bytes((ann.home.game_store.folder(ann.game) / "current.pbem").read_bytes())
    before = snapshot(tmp_path)
    other.run("fetch", incoming)
    other.run("play", NAME, "--computer", "easy", "--message", MESSAGE)
    other.run("summary", NAME)
    new = [name for name, data in snapshot(tmp_path).items() if before.get(name) != data]
    game = f"inner/ben/games/{ann.game.folder_name}/"
    save = ann.home.choose(NAME).save
    # Scenarios are kept by their hash, for all games that are played on them.
    scenario = f"inner/ben/games/scenarios/{save.genesis.scenario.hex()}.msgpack"
    known = (game, scenario, "authority/", "inner/ben/cache")
    outside = [name for name in new if not name.startswith(known)]
    assert outside == []
    assert any(name.startswith(game) for name in new)
