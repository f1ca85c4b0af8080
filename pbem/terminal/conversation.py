"""The turn as a conversation: a line of text in, what happened out; no terminal is needed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import (
    Decision,
    IllegalActionError,
    Move,
    NotationError,
    Order,
    PhaseOpen,
    Step,
    events,
    format_order,
    parse_order,
    spoken,
    with_amounts,
)
from engine.advice import TurnWarning, flights_now, warnings_of
from engine.lazy import LazyFunction
from pbem.play.draft_file import MovedOnError
from pbem.play.landing import as_move, is_landing
from pbem.play.next_order import default_order
from pbem.play.playable import Playable
from pbem.play.shorthand import EXPECTED, YES, filled_in, only_legal, split_line
from pbem.play.typed_order import give_order, moves_of_landing, rolls_unasked
from pbem.replay import waiting_nation
from pbem.replay.errors import IllegalOrderError
from pbem.report import sentences
from pbem.save.errors import SaveError
from pbem.save.records import MAX_MESSAGE
from pbem.terminal.conversation_help import (
    ALSO_ORDERS,
    COMMANDS,
    help_text,
    orders_text,
    possible_lines,
)
from pbem.terminal.desk import TerminalServices
from pbem.terminal.lookups import LOOKUPS, looked_up
from pbem.terminal.taking_over import chosen, suggested
from pbem.terminal.turn_lines import head_lines, question
from pbem.text import counted, plain, quoted
from pbem.usage import UsageError

if TYPE_CHECKING:
    from pbem.play.right_phase import right_phase
    from pbem.play.standing_orders import standing_lines
else:
    # Late: both know files of orders, and so all kinds of orders.
    right_phase = LazyFunction("pbem.play.right_phase", "right_phase")
    standing_lines = LazyFunction("pbem.play.standing_orders", "standing_lines")


class Conversation:
    """One turn as questions and answers.

    say: prints a line.
    is_confirmed: the turn is complete and the player wants its end signed.
    """

    def __init__(
        self,
        session: Playable,
        say: Callable[[str], None],
        desk: TerminalServices | None = None,
    ) -> None:
        """Nothing is said before `begin`, `prompt` or `answer` is called.

        What one of these does raises MovedOnError when another program has changed the turn.
        """
        self.session = session
        self.is_confirmed = False
        self._print = say
        self._desk = desk or TerminalServices()
        self._groups: list[tuple[Order, ...]] = []
        self._asked: Order | None = None
        self._suggested: tuple[str, ...] = ()
        self._advised: tuple[Step, tuple[TurnWarning, ...]] | None = None

    def begin(self) -> None:
        """Say where the turn stands, and roll the dice that have been requested already."""
        self._say("`help` shows what can be typed.")
        if self.session.message:
            self._say(f"  with the turn: {plain(self.session.message)}")
        self._head()
        for line in self._desk.recap:
            self._say(f"  {plain(line)}")
        if self.session.is_over:
            self._end()
        self._roll_on()

    def prompt(self) -> str:
        """What the game waits for, as the prompt of a line."""
        session = self.session
        if session.is_over:
            what = "Sign and send it now" if self._sends_now() else "Sign it now"
            warned = len(self._warnings())
            state = f"complete, with {counted(warned, 'warning')}" if warned else "complete"
            return f"The turn is {state}. {what} (yes), or undo, report, message, quit? "
        return question(session, self._default())

    def _sends_now(self) -> bool:
        """Whether the mail goes out after this turn: not while the next one is theirs as well."""
        following = waiting_nation(self.session.step)
        return self._desk.sends and not (following and self.session.is_mine(following))

    def answer(self, line: str) -> bool:
        """Take one line, or the orders of one with `;` between them; False when it is all over.

        After an order that is refused the rest of the line is left out.
        """
        is_message = line.lstrip().lower().startswith("message")
        with self.session.changing():
            for part in [line] if is_message else split_line(line):
                self._refused = False
                if not self._answer_one(part):
                    return False
                if self._refused:
                    break
        return True

    def _answer_one(self, line: str) -> bool:
        word, _, rest = line.strip().partition(" ")
        command = word.lower()
        self._asked = None
        if command in {"quit", "exit"}:
            return False
        try:
            if command in COMMANDS or (command in ALSO_ORDERS and not rest.strip()):
                self._command(command, rest.strip())
            elif self.session.is_over or self.session.waits_for:
                return self._confirm(line.strip().lower())
            elif self.session.needs_dice:
                self._confirm_roll(line.strip().lower())
            else:
                self._take(line.strip())
        except NotationError as error:
            self._refused = True
            for fault in error.faults:
                self._say(f"  {plain(fault.text)}")
            if any(fault.code in _NO_ORDER for fault in error.faults):
                self._say_possible()
        except MovedOnError:
            raise
        except (IllegalOrderError, IllegalActionError, SaveError, UsageError) as error:
            self._refused = True
            self._say(f"  {plain(str(error), lines=True)}")
            self._hint(error)
        return True

    def _take(self, line: str) -> None:
        """An order, or a line that stands for the one that is expected."""
        expected = self._default() if line.lower() in EXPECTED else ""
        if expected or line:
            if is_landing(line):
                self._land(line)
            else:
                self._order(expected or filled_in(line, self.session.step))
        elif isinstance(self.session.step.waiting, Decision):
            self._say("  this question has no default; type one of the answers")
        else:
            self._head()

    def _confirm(self, word: str) -> bool:
        if word in YES:
            self.is_confirmed = True
            return False
        what = "the orders" if self.session.waits_for else "the turn"
        self._say(f"  yes signs {what}; undo takes the last order back, quit leaves it unsigned")
        return True

    def _command(self, command: str, rest: str) -> None:
        if command == "help":
            self._say(orders_text() if rest else help_text(self.session))
        elif command == "orders":
            self._orders()
        elif command == "undo":
            self._undo(rest)
        elif command == "standing":
            self._standing()
        elif command == "message":
            self._set_message(rest)
        elif command == "check":
            self._check()
        elif command == "report":
            self._report()
        elif command == "map" and not rest and self._desk.draw is not None:
            self._say(f"  {plain(self._desk.draw(self.session.state))}")
        elif command in LOOKUPS:
            self._look_up(command, rest)
        elif command == "take":
            for order in chosen(self._suggested, rest):
                self._order(order)
        else:
            self._head()

    def _look_up(self, command: str, rest: str) -> None:
        step, nation = self.session.step, self.session.nation
        if command == "legal" and self.session.is_over:
            lines = ["nothing: the turn is complete"]
        elif command == "suggest":
            lines, self._suggested = suggested(rest, step, nation)
        else:
            lines = looked_up(command, rest, step, nation).text.splitlines()
        for text in lines:
            self._say(f"  {plain(text)}")

    def _orders(self) -> None:
        definition = self.session.state.definition
        for number, order in enumerate(self.session.pending, start=1):
            self._say(f"{number:>4}  {format_order(order, definition)}")
        if not self.session.pending:
            self._say("  no orders since the last dice")

    def _standing(self) -> None:
        """The standing orders of the nation that plays, with the orders given so far."""
        state = self.session.state
        nation = self.session.nation
        found = standing_lines(state.standing_orders.get(nation, ()), state.definition)
        for line in found or ("none, so the defaults apply; `help` has an example",):
            self._say(f"  {plain(line)}")

    def _set_message(self, text: str) -> None:
        if len(text.encode()) > MAX_MESSAGE:
            self._say(f"  too long: at most {MAX_MESSAGE} bytes")
            return
        self.session.set_message(text)
        self._say(f"  with the turn: {plain(text)}" if text else "  no message with the turn")

    def _check(self) -> None:
        """What the player may regret of the orders that can still be taken back."""
        if not self._warn():
            self._say("  no warnings")

    def _warn(self) -> bool:
        """Say what the player may regret; whether there is anything."""
        found = self._warnings()
        for warning in found:
            self._say(f"  {plain(warning.sentence())}")
        return bool(found)

    def _warnings(self) -> tuple[TurnWarning, ...]:
        """The warnings about this position; looked for once, because capitals take their time."""
        session = self.session
        if self._advised is None or self._advised[0] is not session.step:
            found = warnings_of(session.mover, session.steps, is_over=session.is_over)
            self._advised = session.step, (*found, *flights_now(session.mover, session.step))
        return self._advised[1]

    def _end(self) -> None:
        """The turn is complete: the report in short, and what may be regretted."""
        if self._desk.preview is not None:
            self._say(self._desk.preview(self.session.message).glance)
        self._check()

    def _report(self) -> None:
        """The report as it will be mailed."""
        if not self.session.is_over or self._desk.preview is None:
            self._say("  the report is made when the turn is complete")
            return
        self._say(self._desk.preview(self.session.message).whole)

    def _say(self, text: str) -> None:
        """Print a line, with the types of units in words, which can be typed as well."""
        self._print(spoken(text, self.session.state.definition.unit_types))

    def _say_possible(self) -> None:
        """What can be ordered instead of something that is not an order."""
        if isinstance(self.session.step.waiting, PhaseOpen):
            now = "; ".join(f"`{line}`" for line in possible_lines(self.session.step))
            self._say(f"  now you can order, for example, {plain(now)}; `help` shows more")

    def _land(self, line: str) -> None:
        """Give the orders of a whole landing; they are taken back as one."""
        state = self.session.state
        order = parse_order(with_amounts(as_move(line), state), state.definition)
        if not isinstance(order, Move):
            raise TypeError("a landing is read as a move")
        self._asked = order
        moves = moves_of_landing(self.session, order, f"Land {line.split(maxsplit=1)[1]}")
        before = len(self.session.pending)
        for move in moves:
            text = format_order(move, self.session.state.definition)
            self._say(f"  {plain(text)}")
            self._give(move)
        self._groups.append(self.session.pending[before:])

    def _undo(self, rest: str) -> None:
        pending = self.session.pending
        if not pending:
            if self.session.is_under_way:
                why = "dice that were rolled are final, and so is everything before them"
            else:
                why = "you have ordered nothing yet"
            self._say(f"  nothing to take back: {why}")
            return
        rest, is_alone = rest.removesuffix("alone").strip(), rest.endswith("alone")
        number = len(pending) if not rest else int(rest) if rest.isdecimal() else 0
        if not 1 <= number <= len(pending):
            self._say(f"  there is no order {quoted(rest)}; `orders` lists them with numbers")
            return
        phase = self.session.state.phase.phase
        if not rest:
            number = self._begin_of_last(number)
        for order in self.session.undo(number - 1, alone=is_alone):
            self._say(f"  taken back: {format_order(order, self.session.state.definition)}")
        if self.session.state.phase.phase != phase:
            self._head()

    def _begin_of_last(self, number: int) -> int:
        """The number of the first order of the landing that ends with an order, or itself."""
        pending = self.session.pending[:number]
        for group in self._groups:
            if pending[-len(group) :] == group:
                return number - len(group) + 1
        return number

    def _order(self, line: str) -> None:
        state = self.session.state
        text = with_amounts(line, state)
        try:
            order = parse_order(text, state.definition)
        except NotationError as error:
            order = only_legal(text, error, state)
        self._give(order)

    def _give(self, order: Order) -> None:
        before = self.session.step
        self._asked = order
        for reason in give_order(self.session, order):
            self._say(f"  stays: {plain(reason.text)}")
        self._tell(before, self.session.step)
        self._warn_of_flights(before)
        self._roll_on()

    def _warn_of_flights(self, before: Step) -> None:
        """Say which aircraft have nowhere to land since that step; it can still be taken back."""
        mover = self.session.mover
        known = flights_now(mover, before)
        for warning in flights_now(mover, self.session.step):
            if warning.is_certain and warning not in known:
                self._say(f"  {plain(warning.sentence())}")

    def _confirm_roll(self, word: str) -> None:
        if word not in YES | {"roll"} and (word or self.session.pending):
            self._say("  yes rolls the dice; undo, orders, show and quit work as well")
            return
        self._roll()
        self._roll_on()

    def _roll_on(self) -> None:
        """Roll without asking where nothing worth taking back comes before the dice."""
        while self.session.needs_dice:
            if not rolls_unasked(self.session):
                self._warn()
                return
            self._roll()

    def _roll(self) -> None:
        before = self.session.step
        self._tell(before, self.session.roll()[2])

    def _tell(self, before: Step, step: Step) -> None:
        for sentence in sentences(before.state, step.events):
            self._say(f"  {plain(sentence)}")
        if self.session.pending and any(isinstance(event, _COSTLY) for event in step.events):
            self._say("  `undo` takes that back")
        if self.session.is_over:
            self._end()
        elif before.state.phase != step.state.phase:
            self._head()

    def _head(self) -> None:
        """What the game waits for, what there is to do it with, and the battles that are open."""
        for line in head_lines(self.session):
            self._say(plain(line))

    def _hint(self, error: Exception) -> None:
        """After a refused order: where it belongs, or which battle has to be fought first."""
        code = error.code if isinstance(error, IllegalOrderError) else ""
        if code == "battle-open" and (default := self._default()):
            self._say(f"  an empty line fights the next one: {default}")
        elif code == "wrong-phase" and self._asked is not None:
            way = right_phase(self.session, self._asked)
            self._say(f"  {plain(way or 'no phase still to come in this turn takes it')}")

    def _default(self) -> str:
        """The order that an empty line stands for; "" for none."""
        order = default_order(self.session.step)
        return format_order(order, self.session.state.definition) if order is not None else ""


_NO_ORDER = frozenset({"unknown-order", "empty-line"})
_COSTLY = events.movement.AircraftLost | events.economy.UnplacedUnitsLost
