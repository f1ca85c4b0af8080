"""Which of two defenders is left out of a round: `spare West: Lorraine`."""

from typing import Annotated

from engine.core.ids import NationName
from engine.grammar.fields import Area, PlainForm, TextEntry
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Spare(Order):
    """Leave one of several defenders out of a round: they neither fire nor are hit."""

    territory: Area
    nation: Annotated[NationName, TextEntry("the nation")]

    def text(self, name: Name) -> str:
        """The nation, then where."""
        return f"spare {name(self.nation)}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    who, where = reader.halves(tokens)
    return Spare(reader.territory(where), reader.nation(who))


FORM = OrderForm(
    PlainForm("spare", Spare),
    when="before a round of a battle of blocks against two nations",
    subject="battles",
    verbs=(
        Verb(
            "spare",
            _read,
            'name ":" name',
            ("spare West: Lorraine",),
            before=(Noun.NATION,),
            after=(Noun.TERRITORY,),
        ),
    ),
    in_every_game=False,
)
