"""Cards that production pays for: `draw 3 action`."""

from typing import Annotated, Final, get_args

from engine.core.words import DeckName
from engine.grammar.fields import NumberEntry, PlainForm, WordEntry
from engine.grammar.reader import Reader, Tokens, is_word
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass

_DECKS: Final[tuple[DeckName, ...]] = get_args(DeckName)


@dataclass(frozen=True, slots=True)
class DrawCards(Order):
    """Pay for cards of a deck; they come when production is over."""

    count: Annotated[int, NumberEntry("how many")]
    deck: Annotated[DeckName, WordEntry("the deck", _DECKS)]

    def text(self, name: Name) -> str:
        """How many, then which."""
        del name
        return f"draw {self.count} {self.deck}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    if len(tokens) == 2:
        for deck in _DECKS:
            if is_word(tokens[1], (deck,)):
                return DrawCards(reader.count(tokens[0], "number of cards"), deck)
    reader.bad(tokens)
    return DrawCards(1, "action")


FORM = OrderForm(
    PlainForm("draw", DrawCards),
    when="production, in block games with cards",
    subject="purchases",
    verbs=(
        Verb(
            "draw",
            _read,
            'count ("action" | "investment")',
            ("draw 3 action", "draw 2 investment"),
            before=_DECKS,
        ),
    ),
    in_every_game=False,
)
