"""Aircraft that meet a raid: `intercept 2 fighter: Western Germany`."""

from engine.grammar.fields import AnyUnits, Area, PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Intercept(Order):
    """Launch aircraft against a raid; no picks: none takes off."""

    territory: Area
    picks: AnyUnits

    def text(self, name: Name) -> str:
        """Without units: `intercept nothing`."""
        return f"intercept {picks_text(self.picks, name)}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Intercept(*reader.units_at(tokens))


FORM = OrderForm(
    PlainForm("intercept", Intercept),
    when="before a raid, where the game has air battles",
    subject="battles",
    verbs=(
        Verb(
            "intercept",
            _read,
            'units ":" name',
            ("intercept 2 fighter: Western Germany", "intercept nothing: Western Germany"),
            before=(Noun.UNIT_TYPE, "nothing"),
            after=(Noun.TERRITORY,),
        ),
    ),
    in_every_game=False,
)
