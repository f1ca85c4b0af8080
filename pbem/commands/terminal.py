"""The turn at a terminal: a prompt with completion and history around the conversation."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine import Definition, Step, completions
from engine.advice import offered_names
from pbem.commands.conversation import Conversation
from pbem.commands.conversation_help import COMMANDS
from pbem.home import Home
from pbem.play.drafts import Draft, keep_draft
from pbem.play.playable import Playable
from pbem.play.session import Session

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

_WITH_PLACE = ("show ", "legal ", "map ", "reach ", "odds ")


def completed(
    line: str, definition: Definition, step: Step | None = None
) -> Iterator[tuple[int, str]]:
    """Completions for the end of a line: how many characters each replaces, and its text.

    line: up to the cursor.  Completes orders, and the commands of the conversation.
    step: where the game stands; then only names are offered that a legal order could have, as far
    as that can be said.
    """
    line = line.rsplit(";", 1)[-1].lstrip()
    legal = offered_names(line, step) if step is not None else frozenset()
    for length, text in completions(line, definition):
        if length == len(line) and text not in _WHOLE:
            yield length, f"{text} "
        elif not legal or text in legal or text in _JOINTS:
            yield length, text
    if " " not in line:
        yield from ((len(line), word) for word in COMMANDS if word.startswith(line.lower()))
    elif line.lower().startswith(_WITH_PLACE):
        part = line.split(" ", 1)[1].lstrip()
        for name in definition.board.territories:
            if name.casefold().startswith(part.casefold()):
                yield len(part), name


_WHOLE = frozenset({"done", "recall", "resign"})
"""Orders of one word; after all other verbs something follows, and so a space."""
_JOINTS = frozenset({"nothing", "all", "max"})


def play_at_terminal(
    home: Home, session: Session, draft: Draft, message: str = "", *, sends: bool = False
) -> tuple[str, bool]:
    """Play until the turn is over or the player stops.

    message: to the others, until the player writes another; sends: whether the turn is mailed
      once it is signed.
    Returns their message to the others, and whether they want the end of the turn signed.
    """
    talk = Conversation(
        session,
        print,
        lambda: keep_draft(home, session, draft, talk.message),
        message,
        sends=sends,
    )
    talk.begin()
    asking = prompt_session(session)
    while True:
        try:
            line = asking.prompt(talk.prompt())
        except KeyboardInterrupt:
            print("  `quit` keeps the turn as it is and leaves")  # noqa: T201 - the terminal
            continue
        except EOFError:
            break
        if not talk.answer(line):
            break
    return talk.message, talk.is_confirmed


def prompt_session(session: Playable) -> "PromptSession[str]":
    """A prompt that completes the names of the game."""
    from prompt_toolkit import PromptSession  # noqa: PLC0415 - slow to import
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion  # noqa: PLC0415
    from prompt_toolkit.document import Document  # noqa: PLC0415
    from prompt_toolkit.history import InMemoryHistory  # noqa: PLC0415

    definition = session.state.definition

    class Names(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            del complete_event
            typed = document.text_before_cursor
            for length, text in completed(typed, definition, session.step):
                yield Completion(text, start_position=-length)

    return PromptSession(completer=Names(), complete_while_typing=False, history=InMemoryHistory())
