"""Leaving a battle: `retreat Finland > Karelija`."""

from engine.grammar.fields import Area, Destination, PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, path_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Retreat(Order):
    """Leave a battle.

    to: where all units go that retreat along the ground or the sea; "" when only aircraft
    withdraw.
    """

    territory: Area
    to: Destination

    def text(self, name: Name) -> str:
        """Without a destination for aircraft alone."""
        return f"retreat {path_text((self.territory, self.to), name)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Retreat(*reader.from_to(tokens, "a retreat goes to one territory"))


FORM = OrderForm(
    PlainForm("retreat", Retreat),
    when="in a battle; without a destination where only aircraft withdraw",
    subject="battles",
    verbs=(
        Verb(
            "retreat",
            _read,
            'name [">" name]',
            ("retreat Finland > Karelija", "retreat Finland"),
            before=(Noun.TERRITORY,),
            after=(Noun.TERRITORY,),
            meant_by=("withdraw", "leave", "flee"),
        ),
    ),
)
