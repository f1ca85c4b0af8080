"""One unit on the board and what happened to it in the turn under way.

Every field of a unit says for how long it is true.  What makes two units alike and what a new turn
forgets follow from that, so a new field is declared once, here.
"""

from collections.abc import Iterable
from dataclasses import Field, fields
from enum import Enum
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Annotated, Final

from engine.core.ids import (
    NO_TYPE,
    NOBODY,
    NOWHERE,
    NationName,
    TerritoryName,
    TheatreName,
    UnitId,
    UnitTypeName,
)
from engine.marks import Tag, wire
from engine.values import dataclass, replace


class FieldSpan(Enum):
    """For how long a field is true.

    IDENTITY: for ever; it tells a unit from every other one and says nothing about it.
    LASTING: until something changes it.
    TURN: for the turn under way; the default is what a unit begins a turn with.
    """

    IDENTITY = "identity"
    LASTING = "lasting"
    TURN = "turn"


@wire("unit")
@dataclass(frozen=True, slots=True)
class Unit:
    """A unit with an identity of its own.

    Lasting facts
      id, type, owner, territory: which unit it is, of what type, whose, and where.
      hits: hits taken by a unit that can take more than one.
      damage: bombing damage of a unit that can be damaged (factories of newer games).
      carried_by: the transport (or carrier, for allied air units at sea) that it is cargo of.
      strength: of a block, from 1 (0 in games without blocks); country: of a block, the one that
        built it; escaped: a submarine of a block game that has slipped out of a battle and stays
        in its area.
      original_owner: first owner of a unit that can be captured; "" when it never can be.

    Facts of the turn under way, cleared when the turn of the moving nation ends
      moved: movement points used up.
      in_combat: it took part in a combat, or moved into one.
      loaded: it went aboard its transport in this turn.
      unloaded_to: where it was put ashore from a transport; for a transport, where it unloaded.
      unloaded_in_combat: that unloading was in the combat move.
      amphibious: it attacks from a transport.
      submerged: it has left a battle by submerging.
      bombarded: it has fired at the shore.
      launched: it has fired a rocket.
      bonus: movement points that a base has given it.
      theatre: part of the board that an aircraft must stay in after it has flown there.
      jumped_from: where it took off as airborne troops.
      base: where it scrambled from to help in a battle nearby.
      fuelled: what its first move of the turn costs is paid.
    """

    id: Annotated[UnitId, FieldSpan.IDENTITY, Tag("id")]
    type: Annotated[UnitTypeName, FieldSpan.LASTING, Tag("type")]
    owner: Annotated[NationName, FieldSpan.LASTING, Tag("owner")]
    territory: Annotated[TerritoryName, FieldSpan.LASTING, Tag("territory")]
    hits: Annotated[int, FieldSpan.LASTING, Tag("hits")] = 0
    damage: Annotated[int, FieldSpan.LASTING, Tag("damage")] = 0
    carried_by: Annotated[UnitId | None, FieldSpan.LASTING, Tag("carried_by")] = None
    original_owner: Annotated[NationName, FieldSpan.LASTING, Tag("original_owner")] = NOBODY
    moved: Annotated[int, FieldSpan.TURN, Tag("moved")] = 0
    in_combat: Annotated[bool, FieldSpan.TURN, Tag("in_combat")] = False
    loaded: Annotated[bool, FieldSpan.TURN, Tag("loaded")] = False
    unloaded_to: Annotated[TerritoryName, FieldSpan.TURN, Tag("unloaded_to")] = NOWHERE
    unloaded_in_combat: Annotated[bool, FieldSpan.TURN, Tag("unloaded_in_combat")] = False
    amphibious: Annotated[bool, FieldSpan.TURN, Tag("amphibious")] = False
    submerged: Annotated[bool, FieldSpan.TURN, Tag("submerged")] = False
    bombarded: Annotated[bool, FieldSpan.TURN, Tag("bombarded")] = False
    launched: Annotated[bool, FieldSpan.TURN, Tag("launched")] = False
    bonus: Annotated[int, FieldSpan.TURN, Tag("bonus")] = 0
    base: Annotated[TerritoryName, FieldSpan.TURN, Tag("base")] = NOWHERE
    strength: Annotated[int, FieldSpan.LASTING, Tag("strength")] = 0
    escaped: Annotated[bool, FieldSpan.LASTING, Tag("escaped")] = False
    country: Annotated[str, FieldSpan.LASTING, Tag("country")] = ""
    theatre: Annotated[TheatreName, FieldSpan.TURN, Tag("theatre")] = ""
    jumped_from: Annotated[TerritoryName, FieldSpan.TURN, Tag("jumped_from")] = NOWHERE
    fuelled: Annotated[bool, FieldSpan.TURN, Tag("fuelled")] = False

    @property
    def likeness(self) -> tuple[object, ...]:
        """Everything about it but its identity: units of equal likeness are alike.

        Any question about one of them alone has the same answer for the others.
        """
        found: tuple[object, ...] = _LIKENESS(self)
        return found

    @property
    def lasting(self) -> tuple[object, ...]:
        """The part of its likeness that outlives the turn under way."""
        found: tuple[object, ...] = _LASTING(self)
        return found


def span_of(entry: Field[object]) -> FieldSpan:
    """For how long a field of a unit is true; TypeError for one that does not say."""
    spans = [
        mark for mark in getattr(entry.type, "__metadata__", ()) if isinstance(mark, FieldSpan)
    ]
    if len(spans) != 1:
        raise TypeError(f"Unit.{entry.name} needs one FieldSpan")
    return spans[0]


def _named(*spans: FieldSpan) -> tuple[str, ...]:
    return tuple(entry.name for entry in fields(Unit) if span_of(entry) in spans)


_LIKENESS: Final = attrgetter(*_named(FieldSpan.LASTING, FieldSpan.TURN))
_LASTING: Final = attrgetter(*_named(FieldSpan.LASTING))
_TURN: Final = attrgetter(*_named(FieldSpan.TURN))
_FRESH: Final = Unit(0, NO_TYPE, NOBODY, NOWHERE)
_RESTED: Final = _TURN(_FRESH)
_MORNING: Final = MappingProxyType({name: getattr(_FRESH, name) for name in _named(FieldSpan.TURN)})


def awake(units: Iterable[Unit]) -> list[Unit]:
    """Those of the units that have done something in the turn under way."""
    return list(filter(_is_awake, units))


@lru_cache(maxsize=4096)
def _is_awake(unit: Unit) -> bool:
    # Most units are as they were a turn ago, and to look one up is quicker than to compare it.
    return _TURN(unit) != _RESTED


def rested(unit: Unit) -> Unit:
    """The unit as on the morning of a turn."""
    return replace(unit, **_MORNING)
