"""One turn that two programs have open: whoever is stale orders, rolls, decides and signs nothing.

Each pair of the four ways to play, before an order, a roll, a decision and the signature: one has
the turn open, the other changes it, and then the first goes on. Neither the log nor the draft nor
the journal of the dice may change by that, and the first is told.
"""

import io
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from unittest import mock

import pytest

from engine import Decision, decide, format_order, order_to_plain
from pbem.board.table import Table as Page
from pbem.commands import play as play_command
from pbem.dice.client import EmbeddedClient
from pbem.home import SelectedSave
from pbem.play import draft_file
from pbem.play.draft_file import BusyTurnError, MovedOnError
from pbem.play.drafts import open_session
from pbem.play.next_order import default_order
from pbem.play.session import Session
from pbem.save.keys import NamedKey
from pbem.terminal import prompt as terminal_command
from tests.support.table import (
    ANYWAY,
    CLOCK,
    GAME,
    Desk,
    big_world,
    copy_desks,
    desks_of,
    key_of,
    order_of,
    snapshot,
    table,
    to_next_dice,
)

NAME = GAME.hex()[:8]
ANN = NamedKey("Ann", key_of("Ann"))
WAYS = ("terminal", "board", "file", "computer")
MOMENTS = ("orders", "roll", "decision", "signature")
ATTACK = ("done", "buy 8 infantry", "done", "move 3 infantry: Karelija > Finland", "done")


def opened(desk: Desk) -> Session:
    """The turn as a program opens it."""
    chosen = SelectedSave(desk.home.choose(NAME).save, None)
    return open_session(desk.home, chosen, ANN, lambda: CLOCK)[0]


def begin(moment: str, session: Session) -> bool:
    """Play to a moment; False when the dice did not lead there."""
    if moment == "roll":
        to_next_dice(session, *ATTACK, "fight Finland")
    elif moment == "decision":
        to_next_dice(session, *ATTACK, "fight Finland")
        while session.needs_dice:
            session.roll()
        return isinstance(session.step.waiting, Decision)
    elif moment == "signature":
        while not session.is_over:
            session.give(order_of("done"))
    return True


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """For each moment a folder with Ann's home, and the authority, at that moment."""
    found: dict[str, Path] = {}
    for moment in MOMENTS:
        for _ in range(50):
            folder = tmp_path_factory.mktemp(moment)
            ann, _ = desks_of(folder, table(folder / "authority"))
            if begin(moment, opened(ann)):
                found[moment] = folder
                break
        assert moment in found
    return found


def answer(session: Session) -> str:
    """The order of one who goes on at a moment: the end of a phase, or the answer to a question."""
    waiting = session.step.waiting
    order = default_order(session.step)
    if isinstance(waiting, Decision) and order is None:
        order = decide(session.state, waiting, ())
    return "done" if order is None else format_order(order, session.state.definition)


def change(way: str, desk: Desk, moment: str, folder: Path) -> None:
    """What the quicker one does at a moment."""
    if way == "computer":
        desk.ok("play", NAME, "--computer", "easy")
    elif way == "file":
        path = folder / "quicker.orders"
        path.write_text("done\n" if moment == "orders" else "", encoding="utf-8")
        desk.ok("play", NAME, *ANYWAY, "--open-end", "--orders", path)
    elif way == "board":
        page = Page(desk.home, desk.game, ANN, lambda: CLOCK)
        with page.looking():
            line = answer(opened(desk))
        if moment in {"roll", "signature"}:
            page.undo(page.version, None)
        else:
            page.give(page.version, (order_of(line),))
    else:
        lines = ["undo"] if moment in {"roll", "signature"} else [answer(opened(desk))]
        at_terminal(desk, [*lines, "quit"])


class Script:
    """Somebody at the prompt: lines that they type, and what happens before one of them."""

    def __init__(self, lines: Sequence[str | Callable[[], object]]) -> None:
        self.lines = list(lines)

    def prompt(self, question: str) -> str:
        del question
        while self.lines:
            line = self.lines.pop(0)
            if isinstance(line, str):
                return line
            line()
        raise EOFError


def at_terminal(desk: Desk, lines: Sequence[str | Callable[[], object]]) -> str:
    """`pbem play` with somebody at the prompt; what was said."""
    script = Script(lines)

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    with (
        mock.patch.object(terminal_command, "prompt_session", lambda _: script),
        mock.patch("tests.support.table.io.StringIO", Screen),
    ):
        output = desk.run("play", NAME)
    assert "Traceback" not in output.err
    return output.out + output.err


def go_on(
    way: str, desk: Desk, moment: str, folder: Path, meanwhile: Callable[[], None]
) -> Iterator[str]:
    """Have the turn open, let the quicker one change it, and go on; what was told."""
    if way == "board":
        page = Page(desk.home, desk.game, ANN, lambda: CLOCK)
        with page.looking() as looked:
            seen = looked.version
        session = opened(desk)
        meanwhile()
        with pytest.raises(MovedOnError) as told:
            if moment == "roll":
                page.roll(seen)
            elif moment == "signature":
                page.finish(seen)
            else:
                page.give(seen, (order_of(answer(session)),))
        yield str(told.value)
    elif way == "terminal":
        lines = {"roll": "yes", "signature": "yes"}
        typed = lines.get(moment) or answer(opened(desk))
        yield at_terminal(desk, [meanwhile, typed, "quit"])
    else:
        real = open_session

        def slow(*words: object, **names: object) -> object:
            found = real(*words, **names)
            with mock.patch.object(play_command, "open_session", real):
                meanwhile()
            return found

        path = folder / "slower.orders"
        path.write_text("done\n" if moment == "orders" else "", encoding="utf-8")
        how = ["--orders", path, *ANYWAY] if way == "file" else ["--computer", "random"]
        with mock.patch.object(play_command, "open_session", slow):
            output = desk.run("play", NAME, *how)
        assert output.code == 8, output
        yield output.err


@pytest.mark.parametrize("quicker", WAYS)
@pytest.mark.parametrize("slower", WAYS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_whoever_is_stale_overwrites_nothing_rolls_nothing_and_signs_nothing(
    moments: dict[str, Path], tmp_path: Path, moment: str, slower: str, quicker: str
) -> None:
    folder = tmp_path / "table"
    ann = desk_at(moments[moment], folder)
    left: dict[str, bytes] = {}

    def meanwhile() -> None:
        before = snapshot(folder)
        change(quicker, ann, moment, tmp_path)
        left.update(snapshot(folder))
        assert left != before

    told = "".join(go_on(slower, ann, moment, tmp_path, meanwhile))
    assert "went on elsewhere" in told
    assert snapshot(folder) == left


def desk_at(template: Path, folder: Path) -> Desk:
    """Ann's home at a moment."""
    return copy_desks(template, folder)[0]


def test_whoever_is_stale_at_the_prompt_sees_what_is_there_and_goes_on_from_it(
    moments: dict[str, Path], tmp_path: Path
) -> None:
    ann = desk_at(moments["orders"], tmp_path / "table")
    others = ["buy 8 infantry", "message Guten Tag", "quit"]
    said = at_terminal(
        ann,
        ["done", lambda: at_terminal(ann, others), "buy 4 armour", "orders", "done", "quit"],
    )
    assert "went on elsewhere" in said
    assert "2 orders of your draft restored" in said
    assert "with the turn: Guten Tag" in said
    rows = [line.split(None, 1) for line in said.splitlines() if line.startswith("   ")]
    # What a long line goes on with is indented as far.
    assert [row[1] for row in rows if row[0].isdigit()] == ["done", "buy 8 infantry"]
    assert "armour" not in ann.home.draft_path(ann.game).read_text(encoding="utf-8")
    assert len(opened(ann).pending) == 3


def test_a_line_of_several_orders_is_taken_whole_or_not_at_all(
    moments: dict[str, Path], tmp_path: Path
) -> None:
    ann = desk_at(moments["orders"], tmp_path / "table")
    at_terminal(ann, [lambda: change("board", ann, "orders", tmp_path), "done; done", "quit"])
    assert opened(ann).pending == (order_of("done"),)


def test_a_note_that_is_signed_meanwhile_keeps_the_draft_and_is_not_lost(
    moments: dict[str, Path], tmp_path: Path
) -> None:
    ann = desk_at(moments["orders"], tmp_path / "table")

    def note() -> None:
        ann.ok("note", NAME, "Finland", "Hello")

    said = at_terminal(ann, ["done", note, "done", "quit"])
    assert "went on elsewhere" in said
    assert opened(ann).pending == (order_of("done"),)
    assert ann.home.choose(NAME).save.entries[-1].kind == "note"


def test_while_the_computer_asks_for_dice_nobody_else_changes_the_turn(
    moments: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = desk_at(moments["roll"], tmp_path / "table")
    monkeypatch.setattr(draft_file, "PATIENCE", 0.05)
    roll, refused = EmbeddedClient.roll, list[str]()

    def slow(self: EmbeddedClient, request: bytes) -> bytes:
        if not refused:
            page = Page(ann.home, ann.game, ANN, lambda: CLOCK)
            with pytest.raises(BusyTurnError) as told, page.looking():
                page.undo(page.version, None)
            refused.append(told.value.code)
        return roll(self, request)

    with mock.patch.object(EmbeddedClient, "roll", slow):
        ann.ok("play", NAME, "--computer", "easy")
    assert refused == ["turn-busy"]
    assert ann.home.choose(NAME).save.entries[-1].kind == "turn_end"
    ann.ok("verify", NAME)


def test_two_who_order_at_the_same_time_lose_no_order_and_double_none(
    moments: dict[str, Path], tmp_path: Path
) -> None:
    ann = desk_at(moments["orders"], tmp_path / "table")
    board = big_world().board
    places = [name for name in board.territories if not board.is_sea[name]][:20]
    taken: list[str] = []

    def clicks(some: list[str]) -> None:
        page = Page(ann.home, ann.game, ANN, lambda: CLOCK)
        for place in some:
            with page.looking():
                seen = page.version
            try:
                page.give(seen, (order_of(f"standing losses {place}: infantry"),))
            except MovedOnError:
                continue
            taken.append(place)

    threads = [threading.Thread(target=clicks, args=(one,)) for one in (places[::2], places[1::2])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    texts = [format_order(order, big_world()) for order in opened(ann).pending]
    assert taken
    assert sorted(texts) == sorted(f"standing losses {place}: infantry" for place in taken)


def test_a_save_that_comes_by_mail_in_the_same_moment_is_not_written_over(
    moments: dict[str, Path], tmp_path: Path
) -> None:
    """`fetch` holds no turn: the log itself refuses, and the orders stay in the draft."""
    ann = desk_at(moments["roll"], tmp_path / "table")
    session = opened(ann)
    ours = session.save.append_orders(
        "Russians", [order_to_plain(order_of("buy 8 infantry"))], ANN.key
    )
    with pytest.raises(MovedOnError), session.changing():
        ann.home.game_store.extend(ours)
        session.roll()
    assert ann.home.choose(NAME).save.head == ours.head
