"""How the standing orders of a nation decide for its blocks in the turn of another.

Rule: Triumph & Tragedy 2nd edition, T59 to T64, T72, T80, T83; rule book 12.3 to 12.5 (T195): every
player chooses for the units of their own.  `withdraw` says who leaves a battle instead of firing
and where to, `fire` what is fired at, `losses` who of equals takes a hit, `submerge` whether
submarines escape, `land` where units go that must leave.  An instruction for the area comes before
one for everywhere, and among equals the one filed first.
"""

from collections.abc import Iterator
from typing import Final, TypeVar

from engine.core.agenda import BlockBattleFrame
from engine.core.errors import Illegal
from engine.core.ids import NOWHERE, NationName, TerritoryName
from engine.core.standing_orders import StandingCondition, StandingInstruction, StandingUse
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import AIR, KINDS
from engine.orders.standing_orders.fire import StandingFire
from engine.orders.standing_orders.land import StandingLand
from engine.orders.standing_orders.losses import StandingLosses
from engine.orders.standing_orders.submerge import StandingSubmerge
from engine.orders.standing_orders.withdraw import StandingWithdraw
from engine.rules.blocks.areas import block_of, is_sea
from engine.rules.blocks.battle_frame import frame_of
from engine.rules.blocks.fire import sides
from engine.rules.blocks.travel import Path
from engine.rules.common.standing_orders import check_conditions, check_list, compares, fitting

_RULE: Final = "G20"
_NUMBERS: Final = ("attackers", "defenders", "round", "strength", "enemy strength", "odds")
_LANDING: Final = "where units go that must leave is also decided after the battles: no condition"
_PERCENT: Final = 100

T = TypeVar("T", bound=StandingInstruction)
Told = tuple[TerritoryName, StandingUse]
"""Where the orders send a unit, NOWHERE for no place, and which of them say so."""


def told_retreat(state: State, unit: Unit, out: dict[TerritoryName, Path]) -> Told | None:
    """Where a unit retreats to instead of firing, "" to stay; None without an instruction.

    Where no place that the instruction names is open, its use has nothing fired.
    """
    for rule in _fitting(state, unit.owner, StandingWithdraw, unit.territory):
        if not rule.leave:
            return NOWHERE, StandingUse(unit.owner, (rule,))
        to = next((place for place in rule.to or out if place in out), NOWHERE)
        return to, StandingUse(unit.owner, (rule,) if to else (), () if to else (rule,))
    return None


def told_target(
    state: State, unit: Unit, targets: tuple[str, ...]
) -> tuple[str, StandingUse] | None:
    """What a unit fires at; None when no instruction names anything that it can hit."""
    for rule in _fitting(state, unit.owner, StandingFire, unit.territory):
        for target in rule.targets:
            if target in targets:
                return target, StandingUse(unit.owner, (rule,))
    return None


def told_way(state: State, unit: Unit, out: dict[TerritoryName, Path]) -> Told | None:
    """Where a unit goes that must leave; None when no instruction names a place that is open."""
    place = unit.territory
    for landing in _fitting(state, unit.owner, StandingLand, place):
        for to in landing.to:
            if to in out:
                return to, StandingUse(unit.owner, (landing,))
    for rule in _fitting(state, unit.owner, StandingWithdraw, place):
        for to in rule.to:
            if to in out:
                return to, StandingUse(unit.owner, (rule,))
    return None


def told_escape(
    state: State, nation: NationName, place: TerritoryName
) -> tuple[bool, StandingUse] | None:
    """Whether submarines escape; None without an instruction."""
    for rule in _fitting(state, nation, StandingSubmerge, place):
        return rule.submerge, StandingUse(nation, (rule,))
    return None


def told_loss(state: State, units: tuple[Unit, ...]) -> tuple[Unit, StandingUse] | None:
    """Which of equally strong units of one nation takes a hit; None without an instruction."""
    nation, place = units[0].owner, units[0].territory
    for rule in _fitting(state, nation, StandingLosses, place):
        for item in rule.order:
            for unit in units:
                if item.type in {"", unit.type} and item.owner in {"", nation}:
                    return unit, StandingUse(nation, (rule,))
    return None


def _fitting(
    state: State, nation: NationName, kind: type[T], place: TerritoryName
) -> tuple[T, ...]:
    return fitting(state, nation, kind, place, lambda condition: _holds(state, condition))


def _holds(state: State, condition: StandingCondition) -> bool:
    """Whether a condition holds in the battle under way; without a battle none does."""
    if not isinstance(state.agenda[-1], BlockBattleFrame):
        return False
    attackers, defenders = sides(state)
    if condition.what == "air_only":
        return all(block_of(state, unit).kind == AIR for unit in attackers)
    strength = sum(unit.strength for unit in defenders)
    enemy = sum(unit.strength for unit in attackers)
    number = {
        "attackers": len(attackers),
        "defenders": len(defenders),
        "own": sum(unit.type == condition.type for unit in defenders),
        "enemy": sum(unit.type == condition.type for unit in attackers),
        "round": frame_of(state).round,
        "strength": strength,
        "enemy strength": enemy,
        "odds": enemy * _PERCENT // max(1, strength),
    }[condition.what]
    return compares(condition, number)


def check_block_instruction(state: State, entry: StandingInstruction) -> Iterator[Illegal]:
    """Why an instruction means nothing in a block game; its place is on the board."""
    place = entry.territory
    yield from check_conditions(state, entry, _NUMBERS, {StandingLand: _LANDING})
    match entry:
        case StandingLosses():
            for item in entry.order:
                if item.type and item.type not in state.definition.unit_types:
                    text = f"there is no unit type {item.type!r}"
                    yield Illegal("no-such-unit-type", text, "", place)
                if item.owner not in {"", state.nation}:
                    text = f"units of the {item.owner} take no orders from the {state.nation}"
                    yield Illegal("not-an-ally", text, _RULE, place)
            yield from check_list(entry.order, place)
        case StandingFire():
            for target in entry.targets:
                if target not in KINDS:
                    text = f"{target} is not among {', '.join(KINDS)}"
                    yield Illegal("no-such-target", text, "T80", place)
            yield from check_list(entry.targets, place)
        case StandingWithdraw() | StandingLand():
            yield from _check_goals(state, entry.to, place)
        case StandingSubmerge():
            if place and not is_sea(state, place):
                text = f"{place} is land: submarines escape at sea only"
                yield Illegal("never-there", text, "T72", place)
        case _:
            text = "blocks know the standing orders withdraw, fire, losses, submerge and land"
            yield Illegal("no-such-instruction", text, _RULE, place)


def _check_goals(
    state: State, goals: tuple[TerritoryName, ...], place: TerritoryName
) -> Iterator[Illegal]:
    for goal in goals:
        if goal not in state.definition.board.is_sea:
            yield Illegal("no-such-territory", f"there is no area {goal!r}", "", place)
        elif goal == place:
            text = f"a unit that leaves {place} does not go to {place}"
            yield Illegal("not-a-neighbour", text, "T62", place)
    yield from check_list(goals, place)
