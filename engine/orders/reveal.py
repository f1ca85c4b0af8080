"""Who comes next in a battle of blocks: `reveal #12 #14: North Sea`."""

from engine.grammar.fields import Area, PlainForm, UnitNumbers
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Reveal(Order):
    """Let a group join a battle at sea, or one of several like blocks act before the others.

    units: all of the group, or that block.
    """

    territory: Area
    units: UnitNumbers

    def text(self, name: Name) -> str:
        """The unit numbers, then the sea."""
        return f"reveal {' '.join(f'#{unit}' for unit in self.units)}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    if not what:
        reader.fault("units-missing", "", "which units? Write their numbers, such as #12 #14")
    return Reveal(reader.territory(where), tuple(reader.unit(token) for token in what))


FORM = OrderForm(
    PlainForm("reveal", Reveal),
    when="in a battle of blocks: a group that joins at sea, or who of like blocks acts first",
    subject="battles",
    verbs=(
        Verb(
            "reveal",
            _read,
            'number {number} ":" name',
            ("reveal #12 #14: North Sea",),
            after=(Noun.TERRITORY,),
        ),
    ),
    in_every_game=False,
)
