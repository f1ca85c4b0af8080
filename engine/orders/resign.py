"""The end of a game: `resign`."""

from engine.grammar.fields import PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Resign(Order):
    """Give up for the side of the nation on turn, so that its enemies win (B234)."""

    def text(self, name: Name) -> str:
        """The verb alone."""
        del name
        return "resign"


def _read(reader: Reader, tokens: Tokens) -> Order:
    reader.end(tokens)
    return Resign()


FORM = OrderForm(
    PlainForm("resign", Resign),
    when="always, except while dice are awaited",
    verbs=(Verb("resign", _read, "", ("resign",)),),
)
