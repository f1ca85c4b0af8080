"""`pbem fetch` runs the hooks of a player when a turn comes, a mail fails, or somebody is late."""

import json
import re
import sys
import time
from pathlib import Path

import pytest

from tests.support.by_mail import begin, seats
from tests.support.table import Desk, mail_desks
from tests.support.webhook import webhook_server

HOUR = 3600
COMMAND = (
    "import json, sys; open(sys.argv[1], 'a').write(json.dumps(json.load(sys.stdin)) + chr(10))"
)


def add(desk: Desk, lines: str) -> None:
    """More lines for the settings of a player."""
    config = desk.home.root / "config.toml"
    config.write_text(f"{config.read_text('utf-8')}{lines}\n", "utf-8")


def notes(desk: Desk) -> Path:
    """A hook that writes all that it is told into a file."""
    path = desk.home.root / "told"
    words = json.dumps([sys.executable, "-c", COMMAND, str(path)])
    add(desk, f"[hooks.notes]\ncommand = {words}")
    return path


def told(path: Path) -> list[tuple[str, str]]:
    """What was told since the last time: the event, and its sentence."""
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    path.unlink()
    return [(row["event"], row["text"]) for row in rows]


def test_a_turn_is_told_once_to_whose_turn_it_is(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    anns, bens = notes(ann), notes(ben)
    name = begin(ann, ben)
    assert told(anns) == [("turn", "Big World : 1942: it is your turn (Russians).")]
    assert told(bens) == []
    ann.ok("play", name, "--computer", "easy")
    ben.ok("fetch")
    assert told(bens) == [("turn", "Big World : 1942: it is your turn (Germans).")]
    ben.ok("fetch")
    ann.ok("fetch")
    assert told(bens) == told(anns) == []


def test_a_hook_that_fails_is_named_once_and_stops_nothing(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    with webhook_server(tmp_path / "tls") as server:
        add(ben, f'[hooks.club]\nurl = "{server.url}/x"\nca_file = "{server.ca_file}"')
        good = notes(ben)
        said = []
        for status in (500, 500, 200, 500):
            server.status = status
            name = found(ann, ben, status)
            fetched = ben.ok("fetch")
            assert f"It is your turn (Russians): pbem play {name}" in fetched.out
            assert len(told(good)) == 1
            said.append(fetched.err)
    line = "The hook club does not work: 127.0.0.1 answered 500. "
    assert [text.startswith(line) for text in said] == [True, False, False, True]
    assert [text.count("hook") for text in said] == [2, 0, 0, 2]
    assert len(server.posted) == 4


def found(ann: Desk, ben: Desk, number: int) -> str:
    """A game that begins with Ben's turn, whose mail lies in his mailbox; its name."""
    before = set(ann.home.game_store.games())
    words = seats({"Russians"})
    ann.ok("new", "big_world_1942", *words, "--name", f"Game {number}")
    (ref,) = set(ann.home.game_store.games()) - before
    name = ref.game.hex()[:8]
    ben.ok("fetch")
    ben.ok("join", name, "--yes")
    ann.ok("fetch")
    return name


def test_a_game_named_by_a_stranger_wakes_nobody(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    with webhook_server(tmp_path / "tls") as server:
        hook = f'kind = "discord"\nurl = "{server.url}/x"\nca_file = "{server.ca_file}"'
        add(ben, f"[hooks.club]\n{hook}")
        begin(
            ann,
            ben,
            "--name",
            "@everyone [x](http://evil.example)",
            Russians="Ben <ben@example.org>",
        )
    (one,) = server.posted
    content = str(one.body["content"])
    assert content.startswith("\\@\u200beveryone \\[x\\]\\(http\\://evil.example\\)\\: it is your")
    assert one.body["allowed_mentions"] == {"parse": []}
    assert "example.org" not in content, "no address of a player"


def test_a_mail_that_fails_is_told_once_each_time(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben)
    path = notes(ann)
    config = ann.home.root / "config.toml"
    good = config.read_text("utf-8")
    config.write_text(good.replace('"ben@example.org" =', '"bea@example.org" ='), "utf-8")
    ann.ok("play", name, "--computer", "easy")
    ann.ok("fetch")
    assert told(path) == [], "it has failed a moment ago, and is tried again"
    ann.run("outbox", "--retry")
    ann.run("outbox", "--retry")
    ann.ok("fetch")
    text = f"A mail about the game {name} cannot be sent yet; `pbem outbox` says more."
    assert told(path) == [("mail", text)]
    ann.ok("fetch")
    assert told(path) == []
    config.write_text(good, "utf-8")
    ann.ok("fetch")
    assert told(path) == []


def test_who_is_late_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    begin(ann, ben, "--pace", "72h", Russians="Ben <ben@example.org>")
    anns, bens = notes(ann), notes(ben)
    start = int(time.time())

    def look(hours: int) -> list[list[tuple[str, str]]]:
        monkeypatch.setattr("pbem.commands.fetch.now", lambda: start + hours * HOUR)
        ann.ok("fetch")
        ben.ok("fetch")
        return [told(anns), told(bens)]

    assert look(71) == [[], []]
    (theirs,), (mine,) = look(73)
    assert re.fullmatch(r"Big World : 1942: it is the turn of Russians, late since .+\.", theirs[1])
    assert re.fullmatch(r"Big World : 1942: it is your turn \(Russians\), late since .+\.", mine[1])
    assert look(74) == [[], []]


def test_who_is_late_is_known_of_a_game_that_has_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    begin(ann, ben, "--pace", "72h", Russians="Ben <ben@example.org>")
    anns = notes(ann)
    ann.ok("fetch")
    monkeypatch.setattr("pbem.post.hooks.row_of", lambda *_: 1 / 0)
    start = int(time.time())
    monkeypatch.setattr("pbem.commands.fetch.now", lambda: start + 73 * HOUR)
    ann.ok("fetch")
    assert [event for event, _ in told(anns)] == ["late"]


def test_hooks_are_tried_by_hand(tmp_path: Path) -> None:
    (ann,) = mail_desks(tmp_path, "Ann")
    assert ann.ok("config", "hooks").out.startswith("No hook is set")
    ann.ok("config", "set", "hooks.gone.command", "/nowhere/at-all --now")
    path = notes(ann)
    tried = ann.run("config", "hooks")
    assert tried.code == 9
    assert "gone: does not work: /nowhere/at-all cannot be run" in tried.out
    assert "notes: works." in tried.out
    text = "This is a try of the hook notes: nothing has happened."
    assert told(path) == [("turn", text)]
    rows = ann.run("config", "hooks", "--json").rows("hooks")
    assert [(row["name"], bool(row["problem"])) for row in rows] == [
        ("gone", True),
        ("notes", False),
    ]


def test_a_damaged_memory_is_as_good_as_none(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    path = notes(ann)
    (ann.home.root / "hooks.json").write_bytes(b"[1]")
    begin(ann, ben)
    assert [event for event, _ in told(path)] == ["turn"]
