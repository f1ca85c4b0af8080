"""One unit on the board and what happened to it in the turn under way."""

from dataclasses import dataclass
from typing import Annotated

from engine.core.ids import NationName, TerritoryName, TheatreName, UnitId, UnitTypeName
from engine.core.wire import Tag, wire


@wire("unit")
@dataclass(frozen=True, slots=True)
class Unit:
    """A unit with an identity of its own.

    Lasting facts
      id, type, owner, territory: who it is, whose it is and where it stands.
      hits: hits taken by a unit that can take more than one.
      damage: bombing damage of a unit that can be damaged (factories of newer games).
      carried_by: the transport (or carrier, for allied air units at sea) that it is cargo of.
      strength: of a block, from 1 (0 in games without blocks); escaped: a submarine of a block game
        that has slipped out of a battle and stays in its area.
      original_owner: first owner of a unit that can be captured; "" when it never can be.

    Facts of the turn under way, cleared when the turn of the moving nation ends
      moved: movement points used up.
      in_combat: it took part in a combat, or moved into one.
      loaded: it went aboard its transport in this turn.
      unloaded_to: where it was put ashore from a transport; for a transport, where it unloaded.
      unloaded_in_combat: that unloading was in the combat move.
      amphibious: it attacks from a transport.
      submerged: it has left a battle by diving.
      bombarded: it has fired at the shore.
      launched: it has fired a rocket.
      bonus: movement points that a base has given it.
      theatre: part of the board to which an aircraft keeps, where it has flown.
      base: where it rose from to help in a battle nearby.
    """

    id: Annotated[UnitId, Tag("id")]
    type: Annotated[UnitTypeName, Tag("type")]
    owner: Annotated[NationName, Tag("owner")]
    territory: Annotated[TerritoryName, Tag("territory")]
    hits: Annotated[int, Tag("hits")] = 0
    damage: Annotated[int, Tag("damage")] = 0
    carried_by: Annotated[UnitId | None, Tag("carried_by")] = None
    original_owner: Annotated[NationName, Tag("original_owner")] = ""
    moved: Annotated[int, Tag("moved")] = 0
    in_combat: Annotated[bool, Tag("in_combat")] = False
    loaded: Annotated[bool, Tag("loaded")] = False
    unloaded_to: Annotated[TerritoryName, Tag("unloaded_to")] = ""
    unloaded_in_combat: Annotated[bool, Tag("unloaded_in_combat")] = False
    amphibious: Annotated[bool, Tag("amphibious")] = False
    submerged: Annotated[bool, Tag("submerged")] = False
    bombarded: Annotated[bool, Tag("bombarded")] = False
    launched: Annotated[bool, Tag("launched")] = False
    bonus: Annotated[int, Tag("bonus")] = 0
    base: Annotated[TerritoryName, Tag("base")] = ""
    strength: Annotated[int, Tag("strength")] = 0
    escaped: Annotated[bool, Tag("escaped")] = False
    theatre: Annotated[TheatreName, Tag("theatre")] = ""
