"""Standing orders: what a player wants his defence to do while he is away.

Plain data that a state holds, an order files and an event names; what they mean in a battle is the
business of `engine.rules.battle.standing`.  Notation: docs/formats/orders-v1.md, section "Standing
orders".
"""

from dataclasses import dataclass
from typing import Annotated, Final

from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.core.wire import Tag, wire

DOMAINS: Final = ("land", "air", "sea")
"""Kinds of units that `keep` can name in place of a unit type."""


@wire("condition")
@dataclass(frozen=True, slots=True)
class StandingCondition:
    """Something that must hold at the moment of the choice.

    what: ``"attackers"`` or ``"defenders"`` (units still in the battle), ``"own"`` or ``"enemy"``
      (units of one type on the defending or the attacking side), ``"round"`` (rounds fought) or
      ``"air_only"`` (the attacker has nothing left but aircraft).
    type: the unit type of ``"own"`` and ``"enemy"``, else "".
    relation: ``"<"``, ``"<="``, ``">"`` or ``">="``; "" for air_only.
    number: what it is compared with; 0 for air_only.
    """

    what: Annotated[str, Tag("what")]
    type: Annotated[UnitTypeName, Tag("type")] = ""
    relation: Annotated[str, Tag("relation")] = ""
    number: Annotated[int, Tag("number")] = 0


@dataclass(frozen=True, slots=True)
class StandingInstruction:
    """One instruction of a nation.

    territory: where it counts, "" for everywhere.
    conditions: all of them must hold; () means always.
    """

    territory: Annotated[TerritoryName, Tag("territory")]
    conditions: Annotated[tuple[StandingCondition, ...], Tag("conditions")]


@wire("loss")
@dataclass(frozen=True, slots=True)
class LossItem:
    """Units that are lost at one place of an order of losses; at least one of the two is named.

    type: "" for every type; owner: "" for every nation of the defending side.
    """

    type: Annotated[UnitTypeName, Tag("type")]
    owner: Annotated[NationName, Tag("owner")] = ""


@wire("losses")
@dataclass(frozen=True, slots=True)
class StandingLosses(StandingInstruction):
    """The order in which units are lost; those that are not named come after it."""

    order: Annotated[tuple[LossItem, ...], Tag("order")]


@wire("absorb")
@dataclass(frozen=True, slots=True)
class StandingAbsorb(StandingInstruction):
    """Types whose spare hit points are used up before any unit is lost; other types keep theirs."""

    types: Annotated[tuple[UnitTypeName, ...], Tag("types")]


@wire("keep")
@dataclass(frozen=True, slots=True)
class StandingKeep(StandingInstruction):
    """So many units are lost after all others.

    Of a type, or of one of DOMAINS: exactly one of `type` and `domain` is not "".
    """

    count: Annotated[int, Tag("count")]
    type: Annotated[UnitTypeName, Tag("type")]
    domain: Annotated[str, Tag("domain")] = ""


@wire("submerge")
@dataclass(frozen=True, slots=True)
class StandingSubmerge(StandingInstruction):
    """Whether submarines dive when they may."""

    dive: Annotated[bool, Tag("submerge")]


@wire("withdraw")
@dataclass(frozen=True, slots=True)
class StandingWithdraw(StandingInstruction):
    """Whether submarines leave for a neighbouring zone, in games in which they cannot dive.

    to: zones in order of preference; () takes the first that is free.
    """

    leave: Annotated[bool, Tag("leave")]
    to: Annotated[tuple[TerritoryName, ...], Tag("to")] = ()


@wire("intercept")
@dataclass(frozen=True, slots=True)
class StandingIntercept(StandingInstruction):
    """Which aircraft rise: all of them, or so many of each type (() is nobody).

    Against a raid on the territory, and from bases nearby to help in a battle there.
    """

    everybody: Annotated[bool, Tag("everybody")]
    units: Annotated[tuple[tuple[UnitTypeName, int], ...], Tag("units")] = ()


@wire("land")
@dataclass(frozen=True, slots=True)
class StandingLand(StandingInstruction):
    """Where aircraft go whose carriers are gone, in order of preference."""

    to: Annotated[tuple[TerritoryName, ...], Tag("to")]


@dataclass(frozen=True, slots=True)
class StandingUse:
    """Which instructions of a nation a choice followed.

    fired: those that decided it, the first one first; () when none could be followed.
    unmet: those that fitted and could not be fulfilled, or not wholly.
    """

    nation: NationName
    fired: tuple[StandingInstruction, ...]
    unmet: tuple[StandingInstruction, ...] = ()
