"""Which of several defenders is hit: `hit British: Finland`."""

from engine.grammar.fields import Area, Nation, PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class HitFirst(Order):
    """Choose which of the nations that defend together takes the hits.

    It takes as many of them as it has units for; the rest is asked about again.
    """

    territory: Area
    nation: Nation

    def text(self, name: Name) -> str:
        """The nation, then the territory."""
        return f"hit {name(self.nation)}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    who, where = reader.halves(tokens)
    return HitFirst(reader.territory(where), reader.nation(who))


FORM = OrderForm(
    PlainForm("hit", HitFirst),
    when="in a battle, where several nations defend and the game lets the attacker choose",
    subject="battles",
    verbs=(
        Verb(
            "hit",
            _read,
            'name ":" name',
            ("hit British: Finland",),
            before=(Noun.NATION,),
            after=(Noun.TERRITORY,),
        ),
    ),
    in_every_game=False,
)
