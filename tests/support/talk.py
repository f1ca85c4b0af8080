"""A turn at the prompt that a test types; what is said is collected."""

from pbem.play.playable import Playable
from pbem.terminal.conversation import Conversation
from pbem.terminal.desk import TerminalServices


class Talk:
    """A conversation whose lines are collected."""

    def __init__(self, session: Playable, beside: TerminalServices | None = None) -> None:
        """beside: what can be looked at beside the turn; nothing by default."""
        self.lines: list[str] = []
        self.session = session
        self.conversation = Conversation(session, self.lines.append, beside)

    def type(self, *lines: str) -> str:
        """Type lines; what was said to the last one."""
        said = ""
        for line in lines:
            start = len(self.lines)
            assert self.conversation.answer(line), line
            said = "\n".join(self.lines[start:])
        return said

    @property
    def prompt(self) -> str:
        """What stands before the cursor."""
        return self.conversation.prompt()

    @property
    def orders(self) -> list[str]:
        """The orders of the turn as they are listed, without their numbers."""
        return [line.split(None, 1)[1] for line in self.type("orders").splitlines()]
