"""Ships that fire at the shore: `bombard 1 battleship: France`."""

from engine.grammar.fields import AnyUnits, Area, PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Bombard(Order):
    """Bombard the shore with these ships; no picks: none does."""

    territory: Area
    picks: AnyUnits

    def text(self, name: Name) -> str:
        """Without units: `bombard nothing`."""
        return f"bombard {picks_text(self.picks, name)}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Bombard(*reader.units_at(tokens))


FORM = OrderForm(
    PlainForm("bombard", Bombard),
    when="in a battle",
    subject="battles",
    verbs=(
        Verb(
            "bombard",
            _read,
            'units ":" name',
            ("bombard 1 battleship: France", "bombard nothing: France"),
            before=(Noun.UNIT_TYPE, "nothing"),
            after=(Noun.TERRITORY,),
        ),
    ),
)
