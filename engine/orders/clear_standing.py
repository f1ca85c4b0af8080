"""Dropping all standing orders: `standing nothing`."""

from engine.grammar.fields import PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class ClearStanding(Order):
    """Drop all standing instructions of the nation."""

    def text(self, name: Name) -> str:
        """The verb alone."""
        del name
        return "standing nothing"


def _read(reader: Reader, tokens: Tokens) -> Order:
    reader.end(tokens)
    return ClearStanding()


FORM = OrderForm(
    PlainForm("no_standing", ClearStanding),
    when="in every phase of your own turn, between battles",
    verbs=(Verb("standing nothing", _read, "", ("standing nothing",), also=("standing none",)),),
)
