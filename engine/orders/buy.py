"""Purchase: `buy 4 infantry, 1 armour`; in some games also resources, `buy 5 Food`."""

from engine.grammar.fields import CountedSales, PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, counted_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Buy(Order):
    """Plan the purchase of the phase; it replaces an earlier plan (B137).

    units: pairs (unit type or resource, count above 0); () buys nothing.
    """

    units: CountedSales

    def text(self, name: Name) -> str:
        """Without units: `buy nothing`."""
        return f"buy {counted_text(self.units, name)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    fault = "units that are bought have no owner or number"
    return Buy(reader.counted(tokens, "bad-purchase", fault, Noun.FOR_SALE))


FORM = OrderForm(
    PlainForm("buy", Buy),
    when="purchase, bid",
    subject="purchases",
    verbs=(
        Verb(
            "buy",
            _read,
            "bought",
            ("buy 4 infantry, 1 armour", "buy nothing"),
            before=(Noun.FOR_SALE, "nothing"),
            also=("purchase",),
            amounts="buy max infantry",
            meant_by=("build", "produce", "order"),
        ),
    ),
)
