"""The turn at a terminal: a line of text in, what happened out.

The conversation itself is `Conversation`, which knows no terminal; `play_at_terminal` adds the
prompt with completion and history.
"""

from collections.abc import Callable, Iterator

from engine import (
    Decision,
    Done,
    IllegalActionError,
    Move,
    NotationError,
    Order,
    RollRequest,
    State,
    Step,
    decide,
    describe_waiting,
    format_order,
    legal,
    parse_order,
    status_view,
    with_route,
)
from pbem.commands.show import show
from pbem.home import Home
from pbem.report.narrate import sentences
from pbem.save.errors import SaveError
from pbem.text import plain
from pbem.turn.errors import IllegalOrderError
from pbem.turn.play import write_draft
from pbem.turn.session import Session
from pbem.usage import UsageError

HELP = """Orders, one to a line:
  tech rockets 2          buy 4 infantry, 1 armour      move 3 infantry: Karelija > Finland
  raid 1 bomber: A > B    fight Finland                 place 4 infantry: Moscow
  lose 1 infantry: X      retreat Finland > Karelija    press Finland       done
Commands:
  orders         what you have ordered since the last roll, with numbers
  undo [N]       take back the last order, or order N and those that need it
  show PLACE     a territory        legal [PLACE]   what can be ordered there
  status         where the turn stands
  quit           keep the turn as it is and go on another day
An empty line answers a question with the default."""

_COMMANDS = ("orders", "undo", "show", "legal", "status", "help", "quit")
_VERBS = (
    "tech",
    "buy",
    "move",
    "raid",
    "fight",
    "lose",
    "retreat",
    "press",
    "submerge",
    "bombard",
    "rocket",
    "place",
    "done",
)
_MOST_LEGAL = 40


class Conversation:
    """One turn as questions and answers.

    say: prints a line.  keep: called after everything that changed the turn.
    """

    def __init__(
        self, session: Session, say: Callable[[str], None], keep: Callable[[], None]
    ) -> None:
        """Nothing is said before `prompt` or `answer` is called."""
        self.session = session
        self._say = say
        self._keep = keep

    def prompt(self) -> str:
        """What the game waits for, as the prompt of a line."""
        waiting = self.session.step.waiting
        if isinstance(waiting, Decision):
            return f"{describe_waiting(waiting)}\n[{self._default()}]? "
        if isinstance(waiting, RollRequest):
            return f"{describe_waiting(waiting)}; orders before it become final. Roll [yes]? "
        state = self.session.state
        return f"round {state.round} {state.nation} {state.phase.phase.replace('_', ' ')}> "

    def answer(self, line: str) -> bool:
        """Take one line; False when the player wants to stop."""
        word, _, rest = line.strip().partition(" ")
        command = word.lower()
        try:
            if command in {"quit", "exit"}:
                return False
            if command in _COMMANDS:
                self._command(command, rest.strip())
            elif self.session.needs_dice:
                self._roll(line.strip().lower())
            elif line.strip():
                self._order(line)
            elif isinstance(self.session.step.waiting, Decision):
                self._order(self._default())
        except NotationError as error:
            for fault in error.faults:
                self._say(f"  {fault.text}")
        except (IllegalOrderError, IllegalActionError, SaveError, UsageError) as error:
            self._say(f"  {plain(str(error), lines=True)}")
        return True

    def _command(self, command: str, rest: str) -> None:
        state = self.session.state
        if command == "help":
            self._say(HELP)
        elif command == "orders":
            for number, order in enumerate(self.session.pending, start=1):
                self._say(f"{number:>4}  {format_order(order, state.definition)}")
            if not self.session.pending:
                self._say("  no orders since the last roll")
        elif command == "undo":
            self._undo(rest)
        elif command == "show":
            self._say(show(state, rest).text)
        elif command == "legal":
            for text in self._legal(rest):
                self._say(f"  {text}")
        else:
            view = status_view(state, self.session.step.waiting)
            self._say(f"  round {view.round}, {view.nation}, {view.phase}: {view.text}")
            for place, kind in view.battles:
                self._say(f"  to be fought: {kind} in {plain(place)}")

    def _legal(self, rest: str) -> Iterator[str]:
        state = self.session.state
        place = None
        if rest:
            from engine import find_territory  # noqa: PLC0415

            found = find_territory(state.definition, rest)
            if not found.is_found:
                yield f"there is no territory {plain(rest)!r}; {', '.join(found.offers[:5])}?"
                return
            place = found.name
        for number, order in enumerate(legal(state, place)):
            if number == _MOST_LEGAL:
                yield "... and more; name a territory"
                return
            yield format_order(order, state.definition)

    def _undo(self, rest: str) -> None:
        pending = self.session.pending
        if not pending:
            self._say("  nothing to take back: dice that fell stand, and so does all before them")
            return
        number = int(rest) if rest.isdecimal() else len(pending)
        if not 1 <= number <= len(pending):
            self._say(f"  there is no order {number}; `orders` lists them")
            return
        for order in self.session.undo(number - 1):
            self._say(f"  taken back: {format_order(order, self.session.state.definition)}")
        self._keep()

    def _order(self, line: str) -> None:
        order = parse_order(line, self.session.state.definition)
        before = self.session.state
        routed = with_route(before, order) if isinstance(order, Move) else order
        self._tell(before, self.session.give(routed))
        self._keep()

    def _roll(self, word: str) -> None:
        if word not in {"", "y", "yes", "roll"}:
            self._say("  yes rolls the dice; undo, orders, show and quit work as well")
            return
        before = self.session.state
        self._tell(before, self.session.roll()[2])
        self._keep()

    def _tell(self, before: State, step: Step) -> None:
        for sentence in sentences(before, step.events):
            self._say(f"  {plain(sentence)}")

    def _default(self) -> str:
        state = self.session.state
        waiting = self.session.step.waiting
        order: Order = decide(state, waiting, ()) if isinstance(waiting, Decision) else Done()
        return format_order(order, state.definition)


def play_at_terminal(home: Home, session: Session) -> str:
    """Play until the turn is over or the player stops; his message to the others, or ""."""
    from prompt_toolkit import PromptSession  # noqa: PLC0415 - slow to import
    from prompt_toolkit.completion import WordCompleter  # noqa: PLC0415
    from prompt_toolkit.history import InMemoryHistory  # noqa: PLC0415

    definition = session.state.definition
    words = [*_VERBS, *_COMMANDS, *definition.unit_types, *definition.territories]
    asking: PromptSession[str] = PromptSession(
        completer=WordCompleter(words, ignore_case=True, sentence=False, match_middle=False),
        complete_while_typing=False,
        history=InMemoryHistory(),
    )
    talk = Conversation(session, print, lambda: write_draft(home, session))
    print("`help` shows what can be typed.")  # noqa: T201 - this is the terminal
    while not session.is_over:
        try:
            line = asking.prompt(talk.prompt())
        except (EOFError, KeyboardInterrupt):
            return ""
        if not talk.answer(line):
            return ""
    try:
        return asking.prompt("The turn is over. A message to the others (empty for none): ")
    except (EOFError, KeyboardInterrupt):
        return ""
