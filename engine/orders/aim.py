"""What bombers of a raid aim at: `aim 2 bomber: Leningrad, factory`."""

from typing import Annotated

from engine.core.ids import NO_TYPE, NOWHERE, UnitTypeName
from engine.grammar.fields import Area, PlainForm, SomeUnits, TextEntry
from engine.grammar.reader import Reader, Tokens, split_at
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Aim(Order):
    """Have bombers that fly to a raid bomb something else than the factory (B69).

    picks: which of the bombers in the raid; target: the unit type that they bomb.
    """

    territory: Area
    picks: SomeUnits
    target: Annotated[UnitTypeName, TextEntry("a unit type")]

    def text(self, name: Name) -> str:
        """The bombers, the territory, then what they bomb."""
        return f"aim {picks_text(self.picks, name)}: {name(self.territory)}, {name(self.target)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    picks = reader.some(what)
    parts = split_at(where, (",",))
    if len(parts) != 2:
        reader.bad(where)
        return Aim(NOWHERE, picks, NO_TYPE)
    return Aim(reader.territory(parts[0]), picks, reader.unit_type(parts[1]))


FORM = OrderForm(
    PlainForm("aim", Aim),
    when="combat move, after a raid was ordered, where more than factories can be damaged",
    subject="moves",
    verbs=(
        Verb(
            "aim",
            _read,
            'units ":" name "," name',
            ("aim 2 bomber: Leningrad, factory",),
            before=(Noun.UNIT_TYPE,),
            after=(Noun.TERRITORY, Noun.UNIT_TYPE),
        ),
    ),
    in_every_game=False,
)
