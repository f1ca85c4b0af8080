"""The turn as a conversation: a line of text in, what happened out; no terminal is needed."""

from collections.abc import Callable, Iterator, Sequence

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
    find_territory,
    format_order,
    legal,
    legal_part,
    nation_view,
    order_examples,
    parse_order,
    status_view,
    with_amounts,
    with_route,
)
from pbem.commands.show import show
from pbem.play.carry_out import next_battle
from pbem.play.playable import Playable
from pbem.play.standing_orders import standing_lines
from pbem.replay.errors import IllegalOrderError
from pbem.report.narrate import sentences
from pbem.save.errors import SaveError
from pbem.save.records import MAX_MESSAGE
from pbem.text import plain, quoted
from pbem.usage import UsageError

_COMMAND_HELP = (
    ("orders", "what you have ordered since the last dice, with numbers"),
    ("undo [N]", "take back the last order, or order N and those that need it"),
    ("undo N alone", "only if no other order needs it; else say which ones do"),
    ("show PLACE", "a territory"),
    ("legal [PLACE]", "what can be ordered there"),
    ("status", "where the turn stands"),
    ("standing", "your standing orders as they are now"),
    ("message TEXT", "words to the others, sent with the turn"),
    ("help", "this page"),
    ("quit", "keep the turn as it is and go on another day"),
)
_ALSO_ORDERS = ("standing",)
"""Commands that are orders when something follows them."""

COMMANDS = tuple(
    dict.fromkeys(usage.split()[0] for usage, _ in _COMMAND_HELP if usage not in _ALSO_ORDERS)
)
"""What can be typed beside orders."""


def help_text() -> str:
    """All that can be typed at the terminal."""
    return "\n".join(
        (
            "Orders, one per line; parts of names are enough, and small slips are forgiven:",
            *_in_columns(order_examples(in_every_game=True)),
            "Of some games only:",
            *_in_columns(order_examples(in_every_game=False)),
            "Commands:",
            *(f"  {usage:<15}{text}" for usage, text in _COMMAND_HELP),
            "An empty line takes what is in [brackets]. The Tab key completes names.",
        )
    )


def _in_columns(texts: Sequence[str], column: int = 26, most: int = 80) -> Iterator[str]:
    """Texts in a row while they fit on a line, each at the beginning of a column."""
    line = ""
    for text in texts:
        begin = -(-len(line) // column) * column
        if line and begin + len(text) > most - 2:
            yield f"  {line}".rstrip()
            line, begin = "", 0
        line = f"{line:<{begin}}{text} "
    if line:
        yield f"  {line}".rstrip()


_MOST_LEGAL = 40
_YES = frozenset({"", "y", "yes"})


class Conversation:
    """One turn as questions and answers.

    say: prints a line.  keep: called after everything that changed the turn.
    message: what the player wants to tell the others.
    is_confirmed: the turn is complete and the player wants its end signed.
    """

    def __init__(
        self,
        session: Playable,
        say: Callable[[str], None],
        keep: Callable[[], None],
        message: str = "",
    ) -> None:
        """Nothing is said before `begin`, `prompt` or `answer` is called."""
        self.session = session
        self.message = message
        self.is_confirmed = False
        self._say = say
        self._keep = keep

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
            return "The turn is complete. Sign it [yes], or undo, message, quit? "
        if session.waits_for:
            return f"{session.waits_for} have to go on. Sign and hand over [yes], or undo, quit? "
        waiting = session.step.waiting
        if isinstance(waiting, Decision):
            return f"{describe_waiting(waiting)}\n[{self._default()}]? "
        if isinstance(waiting, RollRequest):
            final = "; your orders before it become final" if session.pending else ""
            return f"{describe_waiting(waiting)}{final}. Roll [yes]? "
        state = session.state
        default = self._default()
        shown = f" [{default}]" if default else ""
        return f"round {state.round} {state.nation} {_phase(state)}{shown}> "

    def answer(self, line: str) -> bool:
        """Take one line; False when the conversation is over."""
        word, _, rest = line.strip().partition(" ")
        command = word.lower()
        if command in {"quit", "exit"}:
            return False
        try:
            if command in COMMANDS or (command in _ALSO_ORDERS and not rest.strip()):
                self._command(command, rest.strip())
            elif self.session.is_over or self.session.waits_for:
                return self._confirm(line.strip().lower())
            elif self.session.needs_dice:
                self._confirm_roll(line.strip().lower())
            elif line.strip():
                self._order(line)
            elif default := self._default():
                self._order(default)
            else:
                self._head()
        except NotationError as error:
            for fault in error.faults:
                self._say(f"  {plain(fault.text)}")
        except (IllegalOrderError, IllegalActionError, SaveError, UsageError) as error:
            self._say(f"  {plain(str(error), lines=True)}")
            self._hint(error)
        return True

    def _confirm(self, word: str) -> bool:
        if word in _YES:
            self.is_confirmed = True
            return False
        what = "the orders" if self.session.waits_for else "the turn"
        self._say(f"  yes signs {what}; undo takes the last order back, quit leaves it unsigned")
        return True

    def _command(self, command: str, rest: str) -> None:
        state = self.session.state
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
        elif command == "show":
            self._say(show(state, rest).text if rest else "  show what? For instance: show Moscow")
        elif command == "legal" and self.session.is_over:
            self._say("  nothing: the turn is complete")
        elif command == "legal":
            for text in self._legal(rest):
                self._say(f"  {text}")
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

    def _legal(self, rest: str) -> Iterator[str]:
        state = self.session.state
        place = None
        if rest:
            found = find_territory(state.definition, rest)
            if not found.is_found:
                near = f"; {', '.join(found.offers[:5])}?" if found.offers else ""
                yield f"there is no territory {quoted(rest)}{near}"
                return
            place = found.name
        number = -1
        for number, order in enumerate(legal(state, place)):
            if number == _MOST_LEGAL:
                yield "... and more; name a territory"
                return
            yield format_order(order, state.definition)
        if number < 0:
            yield "nothing"

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
        for order in self.session.undo(number - 1, alone=is_alone):
            self._say(f"  taken back: {format_order(order, self.session.state.definition)}")
        self._keep()
        if self.session.state.phase.phase != phase:
            self._head()

    def _order(self, line: str) -> None:
        state = self.session.state
        order = parse_order(with_amounts(line, state), state.definition)
        before = self.session.step
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
        if word not in _YES | {"roll"}:
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
        if not self.session.is_over and before.state.phase != step.state.phase:
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
        if isinstance(waiting, Decision):
            order = decide(state, waiting, ())
        elif isinstance(waiting, PhaseOpen) and state.phase.phase in _FIGHTING:
            order = next_battle(state)
            if order is None:
                return "done"
        return format_order(order, state.definition) if order is not None else ""


_SPENDING = frozenset({"tech", "purchase", "bid"})
_PLACING = frozenset({"place", "bid_place"})
_FIGHTING = frozenset({"battle", "combat"})
_IN_BATTLE = Press | Fight | Lose | HitFirst
_COSTLY = events.movement.AircraftLost | events.economy.UnplacedUnitsLost


def _phase(state: State) -> str:
    return state.phase.phase.replace("_", " ")
