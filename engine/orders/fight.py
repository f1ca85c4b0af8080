"""Which battle is fought next: `fight Finland`."""

from typing import Annotated

from engine.grammar.fields import Area, FlagEntry, PlainForm
from engine.grammar.reader import Reader, Tokens, is_word
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Fight(Order):
    """Fight a pending battle now; raid names the bombing raid there."""

    territory: Area
    raid: Annotated[bool, FlagEntry("the mark of a raid")] = False

    def text(self, name: Name) -> str:
        """A raid is named as such."""
        return f"fight {'raid ' if self.raid else ''}{name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    if len(tokens) > 1 and is_word(tokens[0], ("raid",)):
        return Fight(reader.territory(tokens[1:]), raid=True)
    return Fight(reader.territory(tokens))


FORM = OrderForm(
    PlainForm("fight", Fight),
    when="battle",
    subject="battles",
    verbs=(
        Verb(
            "fight",
            _read,
            '["raid"] name',
            ("fight Finland", "fight raid Leningrad"),
            before=(Noun.TERRITORY, "raid"),
            meant_by=("battle", "attack", "roll"),
        ),
    ),
)
