"""The turn at a terminal: a prompt with completion and history around the conversation."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from engine import Step
from engine.advice import offers
from pbem.home import Home
from pbem.play.landing import is_landing
from pbem.play.playable import Playable
from pbem.play.session import Session
from pbem.play.shorthand import as_typed
from pbem.screen import say
from pbem.terminal.conversation import Conversation
from pbem.terminal.conversation_help import COMMANDS
from pbem.terminal.desk import desk_of

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.key_binding import KeyPressEvent

_WITH_PLACE = frozenset({"show", "legal", "map", "reach", "odds"})


def completed(line: str, step: Step) -> Iterator[tuple[int, str]]:
    """Completions for the end of a line: how many characters each replaces, and its text.

    line: up to the cursor.  Completes orders that are legal now, and the commands.
    """
    definition = step.state.definition
    line = line.rsplit(";", 1)[-1].lstrip()
    word, has_more, rest = line.partition(" ")
    if is_landing(line):
        places = definition.board.territories
        goal = line.rpartition(">")[2].lstrip()
        yield from _beginning(goal, (name for name in places if not definition.board.is_sea[name]))
    else:
        yield from offers(as_typed(line, step), step)
    rest = rest.lstrip()
    if not has_more:
        yield from ((len(line), word) for word in COMMANDS if word.startswith(line.lower()))
    elif word.lower() in _WITH_PLACE:
        yield from _beginning(rest, definition.board.territories)
    elif word.lower() == "units":
        yield from _beginning(rest, definition.politics.nation_names)


def _beginning(part: str, names: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The names that begin so."""
    for name in names:
        if name.casefold().startswith(part.casefold()):
            yield len(part), name


def play_at_terminal(
    home: Home,
    session: Session,
    *,
    sends: bool = False,
    show: Callable[[], Iterable[str]] = tuple,
) -> bool:
    """Play until the turn is over or the player stops.

    sends: whether the turn is mailed once it is signed.  show: called after each line; what it says
    is told.
    Returns whether they want the end of the turn signed.  Raises MovedOnError when another program
    has changed the turn; what was typed then is not taken.
    """
    talk = Conversation(session, say, desk_of(home, session, sends=sends))
    talk.begin()
    asking = prompt_session(session)
    while True:
        try:
            line = _ask(asking, talk.prompt())
        except KeyboardInterrupt:
            say("  `quit` keeps the turn as it is and leaves")
            continue
        except EOFError:
            break
        if not talk.answer(line):
            break
        for told in show():
            say(f"  {told}")
    return talk.is_confirmed


def _ask(asking: "PromptSession[str]", question: str) -> str:
    """The line that a player types below a question.

    A prompt cuts all its lines but the last at the edge of the terminal, so these are printed.
    """
    *lines, last = question.split("\n")
    for line in lines:
        say(line)
    return asking.prompt(last)


def prompt_session(session: Playable) -> "PromptSession[str]":
    """A prompt that completes the names of the game."""
    from prompt_toolkit import PromptSession  # noqa: PLC0415 - slow to import
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion  # noqa: PLC0415
    from prompt_toolkit.document import Document  # noqa: PLC0415
    from prompt_toolkit.history import InMemoryHistory  # noqa: PLC0415
    from prompt_toolkit.key_binding import KeyBindings  # noqa: PLC0415

    class Names(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            del complete_event
            typed = document.text_before_cursor
            for length, text in completed(typed, session.step):
                yield Completion(text, start_position=-length)

    keys = KeyBindings()

    @keys.add("tab")
    def complete(event: "KeyPressEvent") -> None:
        """Insert the only completion at once, so that no key typed behind it comes before it."""
        buffer = event.current_buffer
        found = list(dict.fromkeys(completed(buffer.document.text_before_cursor, session.step)))
        if buffer.complete_state is not None:
            buffer.complete_next()
        elif len(found) == 1:
            ((length, text),) = found
            buffer.delete_before_cursor(length)
            buffer.insert_text(text)
        elif found:
            buffer.start_completion(insert_common_part=True)

    return PromptSession(
        completer=Names(),
        complete_while_typing=False,
        history=InMemoryHistory(),
        key_bindings=keys,
    )
