"""Where homeless aircraft go: `land aircraft 1 fighter: SZ 57 Arabian Sea > Bombay`.

The verb has two words because `land` alone is what transports do with their cargo.
"""

from engine.grammar.fields import Area, Destination, PlainForm, SomeUnits
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, path_text, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class LandAircraft(Order):
    """Land aircraft that lost their carrier or their base in a battle.

    picks: which aircraft; to: where they land.
    """

    territory: Area
    picks: SomeUnits
    to: Destination

    def text(self, name: Name) -> str:
        """Without a destination where they have none."""
        way = path_text((self.territory, self.to), name)
        return f"land aircraft {picks_text(self.picks, name)}: {way}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    picks = reader.some(what)
    territory, to = reader.from_to(where, "aircraft land in one territory")
    return LandAircraft(territory, picks, to)


FORM = OrderForm(
    PlainForm("land_aircraft", LandAircraft),
    when="after the battles",
    subject="battles",
    verbs=(
        Verb(
            "land aircraft",
            _read,
            'units ":" name [">" name]',
            ("land aircraft 1 fighter: SZ 57 Arabian Sea > Bombay",),
            before=(Noun.UNIT_TYPE,),
            after=(Noun.TERRITORY,),
        ),
    ),
)
