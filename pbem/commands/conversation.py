"""The turn as a conversation: a line of text in, what happened out; no terminal is needed."""

from collections.abc import Callable

from engine import (
    Decision,
    Fight,
    HitFirst,
    IllegalActionError,
    Lose,
    Move,
    NotationError,
    Order,
    PhaseOpen,
    Press,
    RollRequest,
    State,
    Step,
    decide,
    describe_waiting,
    events,
    format_order,
    legal_part,
    nation_view,
    parse_order,
    status_view,
    with_amounts,
    with_route,
)
from engine.advice import question_lines, warnings_of
from pbem.commands.conversation_help import ALSO_ORDERS, COMMANDS, help_text
from pbem.commands.lookups import LOOKUPS, looked_up
from pbem.commands.typed import YES, filled_in, is_landing, landing_of, split_line
from pbem.play.carry_out import next_battle
from pbem.play.playable import Playable
from pbem.play.standing_orders import standing_lines
from pbem.replay import waiting_nation
from pbem.replay.errors import IllegalOrderError
from pbem.report.narrate import sentences
from pbem.save.errors import SaveError
from pbem.save.records import MAX_MESSAGE
from pbem.text import plain, quoted
from pbem.usage import UsageError


class Conversation:
    """One turn as questions and answers.

    say: prints a line.  keep: called after everything that changed the turn.
    message: what the player wants to tell the others.
    is_confirmed: the turn is complete and the player wants its end signed.
    sends: whether the turn is mailed once it is signed; it says so in the question.
    """

    def __init__(
        self,
        session: Playable,
        say: Callable[[str], None],
        keep: Callable[[], None],
        message: str = "",
        *,
        sends: bool = False,
    ) -> None:
        """Nothing is said before `begin`, `prompt` or `answer` is called."""
        self.session = session
        self.message = message
        self.is_confirmed = False
        self._say = say
        self._keep = keep
        self._sends = sends
        self._groups: list[tuple[Order, ...]] = []

    def begin(self) -> None:
        """Say where the turn stands, and roll the dice that have been requested already."""
        self._say("`help` shows what can be typed.")
        if self.message:
            self._say(f"  with the turn: {plain(self.message)}")
        self._head()
        self._roll_on()

    def prompt(self) -> str:
        """What the game waits for, as the prompt of a line."""
        session = self.session
        if session.is_over:
            what = "Sign and send it now" if self._sends_now() else "Sign it now"
            return f"The turn is complete. {what} (yes), or undo, check, message, quit? "
        if session.waits_for:
            return f"{session.waits_for} have to go on. Sign and hand over (yes), or undo, quit? "
        waiting = session.step.waiting
        if isinstance(waiting, Decision):
            lines = [describe_waiting(waiting), *question_lines(session.state, waiting)]
            default = self._default()
            return "\n  ".join(lines) + (f"\n[{default}]? " if default else "\n? ")
        if isinstance(waiting, RollRequest):
            if session.pending:
                final = "; your orders before it become final"
                return f"{describe_waiting(waiting)}{final}. Roll (yes)? "
            return f"{describe_waiting(waiting)}. Roll [yes]? "
        state = session.state
        default = self._default()
        shown = f" [{default}]" if default else ""
        return f"round {state.round} {state.nation} {_phase(state)}{shown}> "

    def _sends_now(self) -> bool:
        """Whether the mail goes out after this turn: not while the next one is theirs as well."""
        following = waiting_nation(self.session.step)
        return self._sends and not (following and self.session.is_mine(following))

    def answer(self, line: str) -> bool:
        """Take one line, or the orders of one with `;` between them; False when it is all over.

        After an order that is refused the rest of the line is left out.
        """
        is_message = line.lstrip().lower().startswith("message")
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
        if command in {"quit", "exit"}:
            return False
        try:
            if command in COMMANDS or (command in ALSO_ORDERS and not rest.strip()):
                self._command(command, rest.strip())
            elif self.session.is_over or self.session.waits_for:
                return self._confirm(line.strip().lower())
            elif self.session.needs_dice:
                self._confirm_roll(line.strip().lower())
            elif is_landing(line):
                self._land(line)
            elif line.strip():
                self._order(filled_in(line, self.session.step))
            elif default := self._default():
                self._order(default)
            elif isinstance(self.session.step.waiting, Decision):
                self._say("  this question has no default; type one of the answers")
            else:
                self._head()
        except NotationError as error:
            self._refused = True
            for fault in error.faults:
                self._say(f"  {plain(fault.text)}")
        except (IllegalOrderError, IllegalActionError, SaveError, UsageError) as error:
            self._refused = True
            self._say(f"  {plain(str(error), lines=True)}")
            self._hint(error)
        return True

    def _confirm(self, word: str) -> bool:
        if word in YES:
            self.is_confirmed = True
            return False
        what = "the orders" if self.session.waits_for else "the turn"
        self._say(f"  yes signs {what}; undo takes the last order back, quit leaves it unsigned")
        return True

    def _command(self, command: str, rest: str) -> None:
        if command == "help":
            self._say(help_text())
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
        elif command == "legal" and self.session.is_over:
            self._say("  nothing: the turn is complete")
        elif command in LOOKUPS:
            for text in looked_up(command, rest, self.session.step, self.session.nation):
                self._say(f"  {plain(text, lines=True)}")
        else:
            self._head()

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
        self.message = text
        self._keep()
        self._say(f"  with the turn: {plain(text)}" if text else "  no message with the turn")

    def _check(self) -> None:
        """What the player may regret of the orders that can still be taken back."""
        session = self.session
        found = warnings_of(session.mover, session.steps, is_over=session.is_over)
        for warning in found:
            self._say(f"  {plain(warning.sentence())}")
        if not found:
            self._say("  no warnings")

    def _land(self, line: str) -> None:
        """Give the orders of a whole landing; they are taken back as one."""
        moves = landing_of(line, self.session.step)
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
        self._keep()
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
        self._give(parse_order(with_amounts(line, state), state.definition))

    def _give(self, order: Order) -> None:
        before = self.session.step
        state = before.state
        given = with_route(state, order) if isinstance(order, Move) else order
        if self.session.attempt(given):
            self.session.give(self._part_of(given))
        self._tell(before, self.session.step)
        self._keep()
        self._roll_on()

    def _part_of(self, order: Order) -> Order:
        """Of a refused move the part whose units can go, with a warning; else the order itself."""
        if not isinstance(order, Move) or not isinstance(self.session.step.waiting, PhaseOpen):
            return order
        part, reasons = legal_part(self.session.state, order)
        if part is None:
            return order
        for reason in reasons:
            self._say(f"  stays: {plain(reason.text)}")
        return part

    def _confirm_roll(self, word: str) -> None:
        if word not in YES | {"roll"} and (word or self.session.pending):
            self._say("  yes rolls the dice; undo, orders, show and quit work as well")
            return
        self._roll()
        self._roll_on()

    def _roll_on(self) -> None:
        """Roll without asking where nothing worth taking back comes before the dice.

        A player who presses on, or begins the next battle, wants its dice.  The first battle of a
        turn makes all its moves final, so it is asked about, and so are losses before more dice.
        """
        while self.session.needs_dice:
            pending = self.session.pending
            if pending and not (
                isinstance(pending[-1], Press | Fight)
                and all(isinstance(order, _IN_BATTLE) for order in pending)
            ):
                return
            self._roll()

    def _roll(self) -> None:
        before = self.session.step
        self._tell(before, self.session.roll()[2])
        self._keep()

    def _tell(self, before: Step, step: Step) -> None:
        for sentence in sentences(before.state, step.events):
            self._say(f"  {plain(sentence)}")
        if self.session.pending and any(isinstance(event, _COSTLY) for event in step.events):
            self._say("  `undo` takes that back")
        if self.session.is_over:
            self._check()
        elif before.state.phase != step.state.phase:
            self._head()

    def _head(self) -> None:
        """What the game waits for, what there is to do it with, and the battles that are open."""
        session = self.session
        if session.is_over:
            return
        if session.waits_for:
            self._say(f"{describe_waiting(session.step.waiting)}: not yours to answer")
            return
        self._say(f"{describe_waiting(session.step.waiting)}{self._means()}")
        battles = status_view(session.state, session.step.waiting).battles
        if battles:
            shown = ", ".join(
                place if kind == "battle" else f"{kind} {place}" for place, kind in battles
            )
            self._say(f"  to be fought: {plain(shown)}")

    def _means(self) -> str:
        """The money in a phase that spends it, the new units in one that places them."""
        phase = self.session.state.phase.phase
        if not isinstance(self.session.step.waiting, PhaseOpen):
            return ""
        view = nation_view(self.session.state, self.session.nation)
        if phase in _SPENDING:
            return f"; {view.pus} PUs"
        unplaced = ", ".join(f"{count} {kind}" for kind, count in dict(view.unplaced).items())
        return f"; to place: {unplaced}" if phase in _PLACING and unplaced else ""

    def _hint(self, error: Exception) -> None:
        """After a refused `done`: what to do about the battles still to be fought."""
        is_open = isinstance(error, IllegalOrderError) and error.code == "battle-open"
        if is_open and (default := self._default()):
            self._say(f"  an empty line fights the next one: {default}")

    def _default(self) -> str:
        """The order that an empty line stands for; "" for none."""
        state, waiting = self.session.state, self.session.step.waiting
        order: Order | None = None
        if isinstance(waiting, Decision) and waiting.what not in _NO_DEFAULT:
            order = decide(state, waiting, ())
        elif isinstance(waiting, PhaseOpen) and state.phase.phase in _FIGHTING:
            order = next_battle(state)
            if order is None:
                return "done"
        return format_order(order, state.definition) if order is not None else ""


_NO_DEFAULT = frozenset({"retreat", "withdraw"})
"""Questions in which an empty line could throw away what the player has."""
_SPENDING = frozenset({"tech", "purchase", "bid"})
_PLACING = frozenset({"place", "bid_place"})
_FIGHTING = frozenset({"battle", "combat"})
_IN_BATTLE = Press | Fight | Lose | HitFirst
_COSTLY = events.movement.AircraftLost | events.economy.UnplacedUnitsLost


def _phase(state: State) -> str:
    return state.phase.phase.replace("_", " ")
