"""Calling units home: `recall`."""

from engine.grammar.fields import PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Recall(Order):
    """Call home all units that a won theatre sets free (linked game: L46)."""

    def text(self, name: Name) -> str:
        """The verb alone."""
        del name
        return "recall"


def _read(reader: Reader, tokens: Tokens) -> Order:
    reader.end(tokens)
    return Recall()


FORM = OrderForm(
    PlainForm("recall", Recall),
    when="combat move, where a scenario lets a nation call its units home (L46)",
    verbs=(Verb("recall", _read, "", ("recall",)),),
    in_every_game=False,
)
