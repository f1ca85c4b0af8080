"""A bot: a program of the player's own that is asked for orders over its standard input and output.

It is a computer player like any other.  It sees what any player sees and only proposes; what it
answers is checked, and whatever it does wrong ends the asking with one sentence.
"""

import contextlib
import os
import queue
import shlex
import subprocess
import tempfile
import threading
import time
from types import TracebackType
from typing import Final, Self, TypeVar

import msgspec

from engine import (
    Definition,
    EngineError,
    Illegal,
    Order,
    PhaseOpen,
    Resign,
    State,
    check,
    order_from_plain,
    parse_order,
)
from engine.loading import format_scenario
from pbem.output import Output
from pbem.play.bot_messages import BOT_FORMAT, BotAnswer, BotGame, BotReady, question
from pbem.play.computer import BrokenPlayerError
from pbem.processes import cannot_run, end, ending, environment
from pbem.text import plain, quoted

M = TypeVar("M", bound=Output)

USUAL_BOT_SECONDS: Final = 60.0
"""What the answers of a turn may take together where nobody says more or less."""

_MOST_REFUSED: Final = 20
_MOST_BYTES: Final = 1024 * 1024
_SHOWN: Final = 60
_GRACE: Final = 1.0
"""Seconds in which a bot that has closed its output may end, so that its complaint is whole."""


class BotError(BrokenPlayerError):
    """A bot that does not answer as docs/formats/bot-v1.md says; its orders are taken back."""

    def __init__(self, reason: str, code: str = "bot-broken") -> None:
        """reason: a clause without a full stop."""
        super(BrokenPlayerError, self).__init__(
            code,
            f"the bot does not work: {reason.rstrip('.')}",
            "Its orders since the last dice were taken back; mend it, or play on by hand.",
        )


class BotPlayer:
    """The player that a bot is; a context manager, so that no bot outlives the turn."""

    def __init__(self, command: str, start: Definition, seconds: float = USUAL_BOT_SECONDS) -> None:
        """command: its words, as in a shell; start: the definition with which the game began.

        seconds: of the clock, for all answers of a turn together.
        """
        self._command = command
        self._start = start
        self._seconds = seconds
        self._spent = 0.0
        self._turn: tuple[int, str] = (0, "")
        self._number = 0
        self._wants: tuple[str, ...] = ()
        self._complaint = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the bot
        self._running: subprocess.Popen[bytes] | None = None
        self._exchanging: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Start it and tell it the game; BotError."""
        try:
            self._running = _started(self._command, self._complaint.fileno())
            hello = BotGame(BOT_FORMAT, format_scenario(self._start), self._seconds)
            ready = self._ask(hello, BotReady)
        except BaseException:
            self._close()
            raise
        self._wants = tuple(ready.wants)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it."""
        self._close()

    def choose(self, state: State, waiting: object) -> Order:
        """A legal order; BotError where the bot gives none."""
        nation = waiting.nation if isinstance(waiting, PhaseOpen) else state.nation
        if (turn := (state.round, nation)) != self._turn:
            self._turn, self._spent = turn, 0.0
        refused: tuple[Illegal, ...] = ()
        for _ in range(_MOST_REFUSED):
            self._number += 1
            asked = question(state, self._number, self._wants, refused)
            answer = self._ask(asked, BotAnswer)
            if answer.number != self._number:
                raise BotError(f"it answered question {answer.number} and not {self._number}")
            order = _order(answer.order, state.definition)
            if isinstance(order, Resign):
                raise BotError("it gives up, which is for people to decide")
            if not isinstance(order, Order):
                refused = order
            elif not (refused := check(state, order)):
                return order
        reason = refused[0].text.rstrip(".")
        raise BotError(f"{_MOST_REFUSED} answers in a row were refused, the last because {reason}")

    def _ask(self, message: Output, made: type[M]) -> M:
        """Send a line and read one; BotError for anything but an answer in time."""
        line = msgspec.json.encode(message) + b"\n"
        answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        # A bot that does not read would hold up whoever writes, so both are done beside the clock.
        self._exchanging = threading.Thread(
            target=self._exchange, args=(line, answers), daemon=True
        )
        self._exchanging.start()
        began = time.monotonic()
        try:
            answer = answers.get(timeout=max(0.0, self._seconds - self._spent))
        except queue.Empty:
            bound = f"{self._seconds:g} s"
            raise BotError(
                f"its answers of one turn took longer than {bound}", "bot-late"
            ) from None
        self._spent += time.monotonic() - began
        if not answer:
            raise BotError(self._why_silent())
        if not answer.endswith(b"\n"):
            raise BotError("a line of it is longer than a mebibyte or has no end")
        try:
            return msgspec.json.decode(answer, type=made)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            said = answer[:_SHOWN].decode("utf-8", "replace").strip()
            raise BotError(
                f"{quoted(said)} is not what docs/formats/bot-v1.md expects: {plain(str(error))}"
            ) from None

    def _exchange(self, line: bytes, answers: "queue.SimpleQueue[bytes]") -> None:
        running = self._running
        assert running is not None and running.stdin is not None and running.stdout is not None
        try:
            running.stdin.write(line)
            running.stdin.flush()
            answers.put(running.stdout.readline(_MOST_BYTES))
        except (OSError, ValueError):
            answers.put(b"")

    def _why_silent(self) -> str:
        assert self._running is not None
        try:
            code = self._running.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its standard output"
        return ending(code, self._complaint)

    def _close(self) -> None:
        running = self._running
        if running is not None and running.stdin is not None and running.stdout is not None:
            is_asked = self._exchanging is not None and self._exchanging.is_alive()
            # A pipe in which somebody still writes cannot be closed before its reader is gone.
            if not is_asked:
                _let_go(running)
            end(running)
            if self._exchanging is not None:
                self._exchanging.join()
            for stream in (running.stdin, running.stdout):
                # What nobody has read is nobody's loss.
                with contextlib.suppress(OSError):
                    stream.close()
        self._complaint.close()


def _let_go(running: "subprocess.Popen[bytes]") -> None:
    """Close its standard input, by which it knows that nothing more is asked, and wait a little."""
    assert running.stdin is not None
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        running.stdin.close()
        running.wait(_GRACE)


def _started(command: str, complaint: int) -> "subprocess.Popen[bytes]":
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise BotError(f"its command {quoted(command)} cannot be read: {error}") from None
    if not words:
        raise BotError("its command is empty")
    try:
        return subprocess.Popen(  # noqa: S603 - the player's own command, no shell
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaint,
            env=environment(),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise BotError(cannot_run(words[0], error)) from None


def _order(said: str | list[object], definition: Definition) -> Order | tuple[Illegal, ...]:
    """The order that a bot means, or why it is none."""
    try:
        if isinstance(said, str):
            return parse_order(said, definition)
        return order_from_plain(said)
    except EngineError as error:
        return (Illegal("no-order", str(error)),)
