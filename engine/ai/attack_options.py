"""Every attack that the nation on turn could make: which units could get to which enemies.

Land units and ships go by land and by sea, aircraft everywhere, troops from transports as
landings.py says.  In the combat move the rules have the last word on each stack; before it the
paths alone count.
"""

from collections.abc import Iterator, Mapping

from engine import NOWHERE, Move, PhaseOpen, Pick, State, TerritoryName, check, waiting_for
from engine.ai.landings import coasts, combat_move_of, landed
from engine.ai.reach import MobileStack, Path, stacks
from engine.ai.survey import Survey
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Assault:
    """Every unit that could fight in a territory.

    units: in order of identity; landed: those that come from transports.
    state: the position, with the landed units ashore.
    """

    state: State
    units: tuple[int, ...]
    landed: tuple[int, ...] = ()


def assault_on(state: State, target: TerritoryName) -> Assault | None:
    """The units that could fight in a territory; None for none, or when no enemy is there."""
    forces = _without_ships(state, target)
    before = combat_move_of(state)
    ways = coasts(before).get(target, {}) if before is not None else {}
    return _assault(state, before, target, forces.get(target, set()), ways)


def assaults(state: State) -> Iterator[tuple[TerritoryName, int, Assault | None]]:
    """For each territory to check: its name, how many there are in all, and the assault on it."""
    forces = _without_ships(state)
    before = combat_move_of(state)
    shores = coasts(before) if before is not None else {}
    enemies = Survey(state).enemies
    targets = [target for target in sorted({*forces, *shores}) if enemies(target)]
    for target in targets:
        units, ways = forces.get(target, set()), shores.get(target, {})
        yield target, len(targets), _assault(state, before, target, units, ways)


def _assault(
    state: State,
    before: State | None,
    target: TerritoryName,
    units: set[int],
    ways: Mapping[int, Path],
) -> Assault | None:
    """Units that come by themselves, together with those that are landed.

    before: the combat move, None when it cannot be reached; ways: of the transports.
    """
    if not Survey(state).enemies(target):
        return None
    landing = landed(before, target, ways, units) if before is not None and ways else None
    if landing is None:
        return Assault(state, tuple(sorted(units))) if units else None
    everybody = {*units, *landing.units}
    return Assault(landing.state, tuple(sorted(everybody)), landing.units)


def _without_ships(state: State, only: TerritoryName = NOWHERE) -> dict[TerritoryName, set[int]]:
    """For each territory, the units that could get there without ships.

    They include units already there, or whose battle there is pending.
    only: the one territory that is asked about, "" for all; asking the rules for each takes time.
    """
    survey = Survey(state)
    found: dict[TerritoryName, set[int]] = {}
    for battle in state.battles:
        if battle.kind == "battle":
            found.setdefault(battle.territory, set()).update(battle.attackers)
    is_asked = waiting_for(state) == PhaseOpen(state.nation, "combat_move")
    for stack in stacks(survey, fighting=True):
        for target in sorted({only} & stack.paths.keys() if only else stack.paths):
            if survey.enemies(target) and (not is_asked or _may_go(survey, stack, target)):
                found.setdefault(target, set()).update(unit.id for unit in stack.units)
    return found


def _may_go(survey: Survey, stack: MobileStack, target: TerritoryName) -> bool:
    """Whether the rules let one unit of a stack go to a territory."""
    kind = survey.kind(stack.units[0])
    if kind.is_sea != survey.is_sea(target) and not kind.is_air:
        return False
    pick = Pick(1, stack.type, units=(stack.units[0].id,))
    return not check(survey.state, Move((pick,), stack.paths[target]))
