"""The turn at a terminal: a prompt with completion and history around the conversation."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pbem.commands.conversation import COMMANDS, VERBS, Conversation
from pbem.home import Home
from pbem.play.drafts import Draft, keep_draft
from pbem.play.playable import Playable
from pbem.play.session import Session

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

_LAST_PART = re.compile(r"(?:[:>,]|->|=>|\u2192)\s*([^:>,]*)\Z")
_COUNT = re.compile(r"\d+x?\s+")


def completions(
    line: str, types: Sequence[str], places: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """What could stand where a line ends: how many characters it replaces, and the text.

    line: up to the cursor; types, places: names of unit types and of territories.
    """
    if " " not in line:
        words = [word for word in (*VERBS, *COMMANDS) if word.startswith(line.lower())]
        yield from ((len(line), word) for word in words)
        return
    match = _LAST_PART.search(line)
    part = match[1] if match else line.split(" ", 1)[1].lstrip()
    is_path = match is not None and line[match.start()] not in {","}
    part = part[count.end() :] if (count := _COUNT.match(part)) else part
    wanted = part.casefold()
    for name in places if is_path else (*types, *places):
        if name.casefold().startswith(wanted):
            yield len(part), name


def play_at_terminal(
    home: Home, session: Session, draft: Draft, message: str = ""
) -> tuple[str, bool]:
    """Play until the turn is over or the player stops.

    message: to the others, until the player writes another.
    Returns his message to the others, and whether he wants the end of the turn signed.
    """
    talk = Conversation(
        session, print, lambda: keep_draft(home, session, draft, talk.message), message
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
    types, places = tuple(definition.unit_types), tuple(definition.board.territories)

    class Names(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            del complete_event
            for length, text in completions(document.text_before_cursor, types, places):
                yield Completion(text, start_position=-length)

    return PromptSession(completer=Names(), complete_while_typing=False, history=InMemoryHistory())
