"""Triggers: what a map makes happen by itself when a condition holds, as typed effects.

A trigger is data; engine/rules/politics/triggers.py says when it is looked at and
engine/rules/politics/effects.py what its effects do.  `nations` names to whom an effect happens.
Decision: docs/adr/0019.  Source: the map dialect (TriggerAttachment).
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.core.changes import Subject
from engine.core.ids import (
    NationName,
    ResourceName,
    TerritoryName,
    TheatreName,
    UnitTypeName,
)
from engine.gamedef.conditions import Condition

Counts: TypeAlias = tuple[tuple[UnitTypeName, int], ...]


@dataclass(frozen=True, slots=True)
class SetFact:
    """Facts of the definition get a value (see RuleChange)."""

    subject: Subject
    names: tuple[str, ...]
    fact: str
    value: int | bool | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditBuyList:
    """A unit type is added to a buy list, or taken out of it."""

    buy_list: str
    unit: UnitTypeName
    is_added: bool


@dataclass(frozen=True, slots=True)
class GiveTechnology:
    """A technology is in force from now on."""

    nations: tuple[NationName, ...]
    technology: str


@dataclass(frozen=True, slots=True)
class AssignLand:
    """Areas change their owner.

    territory: "" for every area; previous: only when it belongs to this one, "" for whoever;
    is_conquest: as if the new owner had taken it in battle.
    """

    territory: TerritoryName
    previous: NationName
    owner: NationName
    is_conquest: bool


@dataclass(frozen=True, slots=True)
class RemoveUnits:
    """Up to `count` units of each of the types leave the board in each of the areas.

    territories, types: () for all of them.
    """

    nations: tuple[NationName, ...]
    territories: tuple[TerritoryName, ...]
    types: tuple[UnitTypeName, ...]
    count: int


@dataclass(frozen=True, slots=True)
class PlaceUnits:
    """New units appear in an area."""

    nations: tuple[NationName, ...]
    territory: TerritoryName
    units: Counts


@dataclass(frozen=True, slots=True)
class GiveUnits:
    """New units come into the hand of a nation."""

    nations: tuple[NationName, ...]
    units: Counts


@dataclass(frozen=True, slots=True)
class GiveResource:
    """A nation gets so much of a resource; below 0 it loses as much, as far as it has it."""

    nations: tuple[NationName, ...]
    resource: ResourceName
    amount: int


@dataclass(frozen=True, slots=True)
class ChangeRelation:
    """Two nations stand to each other in another way; previous: as in Standing.relation."""

    nations: tuple[NationName, NationName]
    previous: str
    relation: str


@dataclass(frozen=True, slots=True)
class CallTrigger:
    """Another trigger happens `times` times; the rest as in TriggerCall."""

    trigger: str
    times: int = 1
    spends_use: bool = False
    tests_uses: bool = False
    tests_condition: bool = False
    tests_chance: bool = False


@dataclass(frozen=True, slots=True)
class WinGame:
    """These nations win; message: what the map calls it."""

    nations: tuple[NationName, ...]
    message: str


@dataclass(frozen=True, slots=True)
class DecideTheatre:
    """An alliance has won a theatre of the board (L27)."""

    theatre: TheatreName
    alliance: str


@dataclass(frozen=True, slots=True)
class LoseCombatMove:
    """Nations have no combat move in a theatre in their next turn (L43, L45)."""

    nations: tuple[NationName, ...]
    theatre: TheatreName


Effect: TypeAlias = (
    SetFact
    | EditBuyList
    | GiveTechnology
    | AssignLand
    | RemoveUnits
    | PlaceUnits
    | GiveUnits
    | GiveResource
    | ChangeRelation
    | CallTrigger
    | WinGame
    | DecideTheatre
    | LoseCombatMove
)


@dataclass(frozen=True, slots=True)
class Trigger:
    """What happens when a condition holds.

    nation: whose it is; without `moments` its effects wait for a phase of this nation.
    moments: ``"before:NAME"`` or ``"after:NAME"`` of steps of the sequence, ``"start"`` before the
      first one; () for the usual time of each effect.
    uses: how often it may happen, 0 for always.
    chance, sides: it happens when a die with so many sides shows no more than `chance`; rise and
      fall: what is added to `chance` after a failure and taken away after a success.
    """

    name: str
    nation: NationName
    test: Condition
    effects: tuple[Effect, ...]
    moments: tuple[str, ...] = ()
    uses: int = 0
    chance: int = 1
    sides: int = 1
    rise: int = 0
    fall: int = 0


def calls_of(trigger: Trigger) -> tuple[CallTrigger, ...]:
    """The calls of other triggers among what a trigger does, in their order."""
    return tuple(effect for effect in trigger.effects if isinstance(effect, CallTrigger))
