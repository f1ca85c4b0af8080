"""`pbem play SAVE` at a real terminal: completion, undo, dice, leaving and coming back, signing."""

import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.by_mail import seats
from tests.support.table import GAME, Desk, desks_of, mail_desks, table

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

NAME = GAME.hex()[:8]
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]")


class Terminal:
    """A player in front of a pseudo-terminal."""

    def __init__(self, desk: Desk, name: str = NAME, columns: int = 200) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        env = {**os.environ, "PBEM_HOME": str(desk.root), "TERM": "xterm", "COLUMNS": str(columns)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pbem", "play", name],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            cwd=Path(__file__).parents[2],
            start_new_session=True,
        )
        os.close(slave)
        self.seen = self.before = ""

    def wait_for(self, text: str) -> str:
        """Read until a text comes that has not been waited for yet; what came before it."""
        self.wait_for_any(text)
        return self.before

    def wait_for_any(self, *texts: str) -> str:
        """The same for the first of several texts; which one it was."""
        end = time.monotonic() + 30
        while not any(text in self.seen for text in texts):
            left = end - time.monotonic()
            assert left > 0, f"{texts} did not come; seen: {self.seen[-2000:]!r}"
            if not select.select([self.master], [], [], min(left, 1.0))[0]:
                continue
            try:
                data = os.read(self.master, 65_536)
            except OSError:
                data = b""
            assert data, f"the program ended before {texts}; seen: {self.seen[-2000:]!r}"
            # A terminal answers when it is asked where its cursor is.
            if b"\x1b[6n" in data:
                os.write(self.master, b"\x1b[1;1R")
            self.seen += _ESCAPES.sub("", data.decode("utf-8", "replace"))
        _, text = min((self.seen.index(text), text) for text in texts if text in self.seen)
        self.before, _, self.seen = self.seen.partition(text)
        return text

    def type(self, line: str) -> None:
        os.write(self.master, line.encode())

    def enter(self, line: str, expect: str) -> str:
        self.type(line + "\r")
        return self.wait_for(expect)

    def end(self) -> int:
        """Read to the end; the exit code."""
        end = time.monotonic() + 30
        while time.monotonic() < end and self.process.poll() is None:
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 65_536).decode("utf-8", "replace")
                except OSError:
                    break
        code = self.process.wait(timeout=30)
        os.close(self.master)
        return code


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desks_of(tmp_path, table(tmp_path / "authority"))[0]


@pytest.fixture
def sit_down(ann: Desk) -> Iterator[Callable[..., Terminal]]:
    """Opens terminals of so many columns, and closes what a failed test has left open."""
    opened: list[Terminal] = []

    def open_one(columns: int = 200) -> Terminal:
        opened.append(Terminal(ann, columns=columns))
        return opened[-1]

    yield open_one
    for terminal in opened:
        if terminal.process.poll() is None:
            terminal.process.kill()
            terminal.end()


@pytest.mark.slow
def test_a_turn_at_a_terminal_with_a_break_in_the_middle(
    ann: Desk, sit_down: Callable[..., Terminal]
) -> None:
    first = sit_down()
    first.wait_for("Russians tech>")
    first.enter("done", "Russians purchase>")
    first.type("bu\t2 inf\t")
    first.enter("", "planned: 2 infantry for 6 PUs")
    first.enter("undo", "taken back: buy 2 infantry")
    first.enter("buy 3 infantry", "planned: 3 infantry")
    first.enter("done", "combat move>")
    first.type("move 2 infantry, 1 fighter: Karel\t")
    first.enter(" > Finland", "to be fought: battle in Finland")
    first.enter("orders", "4  move 2 infantry, 1 fighter: Karelija > Finland")
    first.enter("show Finland", "Germans        2 infantry")
    first.enter("legal Karelija", "move 1 infantry: Karelija > Leningrad")
    first.wait_for("combat move>")
    first.type("half a line that is thrown away\x03")
    first.wait_for("`quit` keeps the turn as it is and leaves")
    first.enter("quit", "The turn is kept at Russians, combat move")
    assert first.end() == 0
    assert ann.home.choose(NAME).save.entries[-1].kind == "start"

    second = sit_down()
    second.wait_for("4 orders of your draft restored.")
    second.wait_for("combat move>")
    second.enter("done", "[fight Finland]>")
    second.enter("", "Roll (yes)?")
    second.enter("yes", "general fire")
    while True:
        ending = second.wait_for_any("]?", "]>", "p  presses on")
        if ending == "]>" and second.before.endswith("[done"):
            break
        second.type("p\r" if "presses" in ending else "\r")
    second.enter("", "noncombat move>")
    second.enter("done", "Russians place>")
    second.enter("place 3 infantry: Moscow", "placed 3 infantry in Moscow")
    shown = second.enter("done", "Sign it now (yes), or undo, report, message, quit?")
    assert "AT A GLANCE" in shown and "Treasury: 34 PUs before" in shown
    second.enter("message Finland first", "with the turn: Finland first")
    second.enter("y", f"Turn signed. Send it with: pbem send {NAME}")
    assert second.end() == 0
    assert ann.ok("status", NAME, "--json").data["to_move"] == "Germans"
    assert "Finland first" in ann.ok("summary", NAME).out


@pytest.mark.slow
def test_closing_the_terminal_keeps_the_draft(ann: Desk, sit_down: Callable[..., Terminal]) -> None:
    terminal = sit_down()
    terminal.wait_for("Russians tech>")
    terminal.enter("done", "Russians purchase>")
    terminal.type("\x04")
    terminal.wait_for("The turn is kept at Russians, purchase")
    assert terminal.end() == 0
    assert ann.home.draft_path(ann.game).read_text().endswith("\ndone\n")


@pytest.mark.slow
def test_turns_of_one_person_in_a_row_need_no_new_command_and_one_mail(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "big_world_1942", *seats({"British"}))
    ben.ok("fetch")
    name = ben.home.game_store.games()[0].game.hex()[:8]
    ben.ok("join", name, "--yes")
    ann.ok("fetch")
    terminal = Terminal(ann, name)
    terminal.wait_for("Russians tech>")
    terminal.enter("done; done; done; done", "Sign it now (yes)")
    terminal.enter("yes", "Germans come next, and they are yours.")
    terminal.wait_for("Germans tech>")
    terminal.enter("done; done; done; done", "Sign and send it now (yes)")
    terminal.enter("yes", "Mail to ben@example.org: sent")
    terminal.wait_for("Next: British (Ben). `pbem fetch` brings what they do.")
    assert terminal.end() == 0
    assert "It is your turn (British)" in ben.ok("fetch").out


@pytest.mark.slow
def test_a_narrow_terminal_shows_every_line_of_a_question_whole(
    ann: Desk, sit_down: Callable[..., Terminal]
) -> None:
    terminal = sit_down(columns=60)
    terminal.wait_for("tech>")
    terminal.enter("done", "purchase>")
    terminal.enter("done", "combat move>")
    terminal.enter(
        "move 3 infantry, 1 fighter: Karelija > Finland", "to be fought: battle in Finland"
    )
    terminal.enter("done", "[fight Finland]>")
    terminal.enter("", "Roll (yes)?")
    terminal.type("yes\r")
    # Two hits and no loss end the battle without a question, one time in fifty.
    asked = terminal.wait_for_any("(lose ...)", "(retreat ... or press ...)", "[done]>")
    if asked != "[done]>":
        question = terminal.before.rpartition("Russians decide")[2]
        assert len("Russians decide" + question + asked) > 60
        terminal.wait_for("to choose from:" if "lose" in asked else "pressing on is worth")
