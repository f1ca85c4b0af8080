"""Placement: `place 4 infantry: Moscow`."""

from typing import Annotated

from engine.core.ids import NOWHERE, TerritoryName
from engine.grammar.fields import Area, PlainForm, SomeUnits, TextEntry
from engine.grammar.reader import Reader, Tokens, split_at_word
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Place(Order):
    """Put bought units on the board.

    picks: what, by type and count.
    territory: where.
    producer: the factory that builds ships, where several could; "" leaves it to the engine
      (B227).
    """

    picks: SomeUnits
    territory: Area
    producer: Annotated[TerritoryName, TextEntry("the factory", empty=True)] = NOWHERE

    def text(self, name: Name) -> str:
        """The factory stands at the end where it is named."""
        place = f"place {picks_text(self.picks, name)}: {name(self.territory)}"
        return place + (f" from {name(self.producer)}" if self.producer else "")


def _read(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    picks = reader.some(what)
    there, producer = split_at_word(where, ("from",))
    built_in = NOWHERE if producer is None else reader.territory(producer)
    return Place(picks, reader.territory(there), built_in)


FORM = OrderForm(
    PlainForm("place", Place),
    when="placement",
    subject="placements",
    verbs=(
        Verb(
            "place",
            _read,
            'units ":" name ["from" name]',
            (
                "place 4 infantry: Moscow",
                "place 1 destroyer: SZ 11 West Baltic Sea from Western Germany",
            ),
            before=(Noun.UNIT_TYPE,),
            after=(Noun.TERRITORY,),
            amounts="place all: Moscow",
            meant_by=("put", "deploy", "mobilize", "build"),
        ),
    ),
)
