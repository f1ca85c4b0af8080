"""A rehearsal at the page: any moment, local dice, and nothing of the game is touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.applications import Starlette

from pbem.board.app import BoardApp
from pbem.save.keys import NamedKey
from tests.support.asgi import Answer, ask
from tests.support.table import CLOCK, Desk, desks_of, key_of, snapshot, table

Row = dict[str, object]


class Page:
    """A page of Ann's program, which has been started once."""

    def __init__(self, desk: Desk) -> None:
        self.app: Starlette = BoardApp(
            desk.home, NamedKey("Ann", key_of("Ann")), lambda: CLOCK
        ).app()
        self.game = desk.game.folder_name

    def look(self, path: str) -> Answer:
        return ask(self.app, f"/api/games/{path}", {})

    def act(self, game: str, action: str, **body: object) -> Answer:
        """Do something with the turn as it stands."""
        sent = {"version": self.look(game).data.get("version"), **body}
        return ask(
            self.app,
            f"/api/games/{game}/{action}",
            {},
            method="POST",
            body=json.dumps(sent).encode(),
        )

    def line(self, game: str, line: str) -> Row:
        return self.turn_after(game, "line", line=line)

    def turn_after(self, game: str, action: str, **body: object) -> Row:
        answer = self.act(game, action, **body)
        assert answer.status == 200, answer.data
        turn = answer.data["turn"]
        assert isinstance(turn, dict)
        return turn

    def rehearse(self, step: int | None = None) -> str:
        return str(self.act(self.game, "try", step=step).data["name"])


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desks_of(tmp_path, table(tmp_path / "authority"))[0]


def test_a_rehearsal_takes_the_orders_and_touches_neither_draft_nor_log(ann: Desk) -> None:
    page = Page(ann)
    page.line(page.game, "done")
    page.line(page.game, "buy 3 infantry")
    before = snapshot(ann.root.parent)
    name = page.rehearse()
    for line in ("done", "move 2 infantry: Leningrad -> Finland", "done"):
        turn = page.line(name, line)
    assert turn["kind"] != "complete"
    assert turn["rehearsal"] == 0
    while turn["kind"] != "complete":
        default = turn.get("default")
        if turn["kind"] == "dice":
            turn = page.turn_after(name, "roll")
        elif isinstance(default, dict):
            turn = page.turn_after(name, "order", orders=[default["plain"]])
        elif turn["kind"] == "decision":
            turn = page.line(name, "press")
        else:
            if turn["phase"] == "place":
                page.line(name, "place 3 infantry: Moscow")
            turn = page.line(name, "done")
    assert page.act(name, "finish").status == 200
    assert page.look(name).data["nation"] == "Germans"
    assert page.look(name).data["mine"] == [
        *("Russians", "Germans", "British", "Chinese", "Japanese", "Americans")
    ]
    after = {path: data for path, data in snapshot(ann.root.parent).items() if path in before}
    assert after == before
    orders = page.look(page.game).data["orders"]
    assert isinstance(orders, list)
    assert [one["text"] for one in orders] == ["done", "buy 3 infantry"]


def test_any_moment_of_the_game_can_be_rehearsed(ann: Desk) -> None:
    page = Page(ann)
    for line in ("done", "buy 8 infantry", "done", "done", "done", "place 2 infantry: Moscow"):
        page.line(page.game, line)
    page.line(page.game, "done")
    assert page.act(page.game, "finish").status == 200
    turns = page.look(f"{page.game}/history").data["turns"]
    assert isinstance(turns, list)
    assert [turn["title"] for turn in turns][:2] == ["The start", "Round 1, Russians"]
    bought = next(number for number, text in turns[1]["steps"] if "buy 8 infantry" in text)
    name = page.rehearse(bought)
    seen = page.look(name).data
    assert (seen["phase"], seen["nation"], seen["rehearsal"]) == ("purchase", "Russians", bought)
    assert page.act(page.game, "try", step=9999).code == "no-such-step"
    assert page.act(page.game, "try", step="1").code == "bad-request"


def test_the_game_text_of_a_rehearsal_goes_on_at_the_terminal(ann: Desk, tmp_path: Path) -> None:
    page = Page(ann)
    name = page.rehearse()
    page.line(name, "done")
    page.line(name, "buy 2 armour")
    saved = page.look(f"{name}/text")
    assert saved.headers["content-disposition"] == f'attachment; filename="{name}.txt"'
    file = tmp_path / "tried.txt"
    file.write_bytes(saved.body)
    told = ann.ok("history", file).out
    assert "buy 2 armour" in told
    assert "proves nothing" in told


def test_a_rehearsal_is_signed_by_nobody_and_sent_to_nobody(ann: Desk) -> None:
    page = Page(ann)
    name = page.rehearse()
    assert page.act(name, "message", text="hello").code == "rehearsal"
    assert page.act(name, "finish").code == "turn-not-over"
    for action in ("propose", "consent", "send", "send-again", "join", "try"):
        assert page.act(name, action, name="draw", words="", answers={}).status >= 400


def test_two_tabs_of_a_rehearsal_do_not_double_anything(ann: Desk) -> None:
    page = Page(ann)
    name = page.rehearse()
    version = page.look(name).data["version"]
    assert page.act(name, "line", line="done").status == 200
    assert page.act(name, "line", line="done", version=version).code == "moved-on"


def test_a_page_keeps_some_rehearsals_only(ann: Desk) -> None:
    page = Page(ann)
    names = [page.rehearse() for _ in range(9)]
    assert page.look(names[0]).code == "save-not-found"
    assert page.look(names[-1]).status == 200


def test_the_replay_that_is_opened_has_no_origin(ann: Desk) -> None:
    """What others wrote is in it: it gets no cookie, and asks for nothing."""
    answer = Page(ann).look(f"{ann.game.folder_name}/replay?open")
    policy = answer.headers["content-security-policy"]
    words = policy.split(";")[0].split()
    assert words == ["sandbox", "allow-scripts"]
    assert "default-src 'none'" in policy
    assert "content-disposition" not in answer.headers
