"""Going on with a battle: `press Finland`."""

from engine.grammar.fields import Area, PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Press(Order):
    """Go on with a battle."""

    territory: Area

    def text(self, name: Name) -> str:
        """The territory alone."""
        return f"press {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Press(reader.territory(tokens))


_MEANT = ("continue", "on")
FORM = OrderForm(
    PlainForm("press", Press),
    when="in a battle",
    subject="battles",
    verbs=(
        Verb("press", _read, "name", ("press Finland",), before=(Noun.TERRITORY,), meant_by=_MEANT),
    ),
)
