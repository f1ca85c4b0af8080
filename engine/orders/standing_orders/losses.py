"""The order in which units are lost: `losses Finland: infantry, British units, armour`."""

from typing import Annotated, Final

from engine.core.ids import NO_TYPE, NOBODY, NationName, UnitTypeName
from engine.grammar.fields import ListEntry, RecordEntry, TextEntry
from engine.grammar.lexer import written
from engine.grammar.names import find_name
from engine.grammar.reader import UNITS, Reader, Tokens, is_one_name, is_word, split_at
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.marks import Tag, wire
from engine.orders.standing_orders.form import Instruction, StandingForm, Where
from engine.values import dataclass


@wire("loss")
@dataclass(frozen=True, slots=True)
class LossItem:
    """Units that are lost at one place of an order of losses; at least one of the two is named.

    type: "" for every type; owner: "" for every nation of the defending side.
    """

    type: Annotated[UnitTypeName, Tag("type")]
    owner: Annotated[NationName, Tag("owner")] = NOBODY

    def text(self, name: Name) -> str:
        """``infantry``, ``British infantry`` or ``British units``."""
        if not self.type:
            return f"{name(self.owner)} units"
        return f"{name(self.owner)} {name(self.type)}" if self.owner else name(self.type)


_ITEM: Final = RecordEntry(
    "a unit type with its owner",
    LossItem,
    (("type", TextEntry("a unit type", empty=True)), ("owner", TextEntry("an owner", empty=True))),
)


@wire("losses")
@dataclass(frozen=True, slots=True)
class StandingLosses(Instruction):
    """The order in which units are lost; those not named come after it."""

    order: Annotated[tuple[LossItem, ...], Tag("order"), ListEntry("the order", _ITEM)]

    def says(self, name: Name) -> str:
        """The items in a row."""
        return ", ".join(item.text(name) for item in self.order)


def _read(reader: Reader, where: Where, tokens: Tokens) -> Instruction:
    return StandingLosses(*where, tuple(_item(reader, part) for part in split_at(tokens, (",",))))


def _item(reader: Reader, tokens: Tokens) -> LossItem:
    if len(tokens) > 1 and is_word(tokens[-1], UNITS) and is_one_name(tokens[:-1]):
        owner = find_name(written(tokens[:-1]), reader.vocabulary.names(Noun.NATION))
        if owner.is_found:
            return LossItem(NO_TYPE, NationName(owner.name))
    owner_name, kind = reader.owner_and_type(tokens)
    return LossItem(UnitTypeName(kind), owner_name)


FORM = StandingForm(
    "losses",
    StandingLosses,
    _read,
    'item {"," item}',
    ("losses Finland: infantry, artillery, armour", "losses: British units when attackers < 3"),
)
