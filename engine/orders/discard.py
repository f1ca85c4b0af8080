"""Cards above the limit of a hand: `discard 3 7 12`."""

from typing import Annotated

from engine.grammar.fields import ListEntry, NumberEntry, PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.orders.play import card_numbers
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Discard(Order):
    """Put cards of the hand away (T144).

    cards: their numbers.
    """

    cards: Annotated[
        tuple[int, ...],
        ListEntry("the cards", NumberEntry("a card"), 1, "at least one card is discarded"),
    ]

    def text(self, name: Name) -> str:
        """The numbers one after the other."""
        del name
        return f"discard {' '.join(map(str, self.cards))}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Discard(card_numbers(reader, tokens))


FORM = OrderForm(
    PlainForm("discard", Discard),
    when="after government, in block games with cards",
    verbs=(
        Verb(
            "discard",
            _read,
            "count { count }",
            ("discard 3 7 12", "discard 3"),
            before=(Noun.CARD,),
        ),
    ),
    in_every_game=False,
    is_listed=True,
)
