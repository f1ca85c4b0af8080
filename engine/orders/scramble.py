"""Aircraft that take off from bases to help nearby: `scramble 1 fighter: SZ 10 North Sea`."""

from engine.grammar.fields import AnyUnits, Area, PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Scramble(Order):
    """Launch aircraft from bases to help in a battle nearby; no picks: none takes off."""

    territory: Area
    picks: AnyUnits

    def text(self, name: Name) -> str:
        """Without units: `scramble nothing`."""
        return f"scramble {picks_text(self.picks, name)}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Scramble(*reader.units_at(tokens))


FORM = OrderForm(
    PlainForm("scramble", Scramble),
    when="before the battles, by the defender who is asked",
    subject="battles",
    verbs=(
        Verb(
            "scramble",
            _read,
            'units ":" name',
            ("scramble 1 fighter: SZ 10 North Sea", "scramble nothing: SZ 10 North Sea"),
            before=(Noun.UNIT_TYPE, "nothing"),
            after=(Noun.TERRITORY,),
        ),
    ),
    in_every_game=False,
)
