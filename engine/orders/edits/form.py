"""What every change by hand is, and what is stated beside its type."""

from collections.abc import Callable
from typing import Final

from engine.grammar.fields import PlainForm
from engine.grammar.lexer import written
from engine.grammar.reader import Reader, Tokens
from engine.grammar.writer import Name
from engine.values import dataclass

MAX_AMOUNT: Final = 1_000_000
"""PUs that a nation can be given by hand."""
MAX_HITS: Final = 1_000


class Change:
    """A change of the board by hand; each is a frozen dataclass of its own."""

    __slots__ = ()

    def text(self, name: Name) -> str:
        """The change as one line; `name` writes a name, bare or quoted."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class ChangeForm:
    """All that the program knows about how one change is written.

    Its verb is the tag of its plain form.
    read: the change that the tokens after the verb stand for.
    examples: lines that are read and written back unchanged; the first is shown for a line that
      cannot be read.
    """

    plain: PlainForm[Change]
    read: Callable[[Reader, Tokens], Change]
    examples: tuple[str, ...]


def read_number(reader: Reader, tokens: Tokens, what: str, most: int) -> int:
    """A number from 0 to `most`, and nothing else."""
    if len(tokens) != 1:
        reader.fault("count-missing", written(tokens), f"a {what} is missing")
        return 0
    return reader.count(tokens[0], what, most, least=0)
