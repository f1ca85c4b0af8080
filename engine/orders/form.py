"""What every order is, and what its file says about it.

An order's file holds its type (a frozen dataclass whose fields say what stands for them in the
plain form), what is written of it, the readers of its verbs, and an `OrderForm` that ties these
together.  `engine.orders.registry` lists the forms; everything else is derived from that list.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.core.chance import RollResult
from engine.grammar.fields import PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.values import dataclass


class Order:
    """What a player can write; each order is a frozen dataclass of its own."""

    __slots__ = ()

    def text(self, name: Name) -> str:
        """The order as one line; `name` writes a name, bare or quoted."""
        raise NotImplementedError


Action: TypeAlias = Order | RollResult
"""What the log of a game holds."""

Ending: TypeAlias = tuple[Noun | str, ...]
"""What may come at a place in a line, for completion: any name of a sort, or a word."""


SUBJECTS: Final = (
    "research",
    "purchases",
    "moves",
    "battles",
    "placements",
    "politics",
    "other",
)
"""What orders are about, for anyone who looks for some of them."""


@dataclass(frozen=True, slots=True)
class Verb:
    """The first words of an order and what may follow them.

    text: the words as they are shown and written, such as ``stay up``.
    read: the order that the tokens after these words stand for; faults go to the reader.
    grammar: what may follow, in the grammar of docs/formats/orders-v1.md.
    examples: lines that are read and written back unchanged; the first is shown as help.
    before, after: what completes a line before its colon, and after it.
    also: other spellings that are read.
    amounts: an example in which the program counts; "" where it does not count.
    meant_by: words that are not read, and that players type when they mean this verb.
    """

    text: str
    read: Callable[[Reader, Tokens], Order]
    grammar: str
    examples: tuple[str, ...]
    before: Ending = ()
    after: Ending = ()
    also: tuple[str, ...] = ()
    amounts: str = ""
    meant_by: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The verb's words, one by one."""
        return tuple(self.text.split())


@dataclass(frozen=True, slots=True)
class OrderForm:
    """All that the program knows about how one order is written.

    when: where in a turn it belongs, for people.
    subject: what it is about, one of SUBJECTS.
    in_every_game: False for an order that only some games have.
    is_listed: whether all that are legal are shown side by side, numbers or not.
    """

    plain: PlainForm[Order]
    when: str
    verbs: tuple[Verb, ...]
    subject: str = "other"
    in_every_game: bool = True
    is_listed: bool = False
