"""Who could attack where in their next turn: by land, by air, by sea and from ships."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from engine import (
    NEUTRAL,
    NationName,
    State,
    TerritoryName,
    Unit,
    in_combat_move,
    in_declared_war,
    is_enemy,
)
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.fights import Clash, Fights
from engine.ai.planning.worth import Appraisal
from engine.ai.reach import MobileStack, Path, sea_ways, spread, stacks
from engine.ai.survey import Survey
from engine.values import dataclass, field, replace

_SHORE: Final = 1
"""Steps that a ship keeps for the way from where it loads."""


@dataclass(frozen=True, slots=True)
class Strike:
    """Everything that one nation could bring to a place.

    landed: those that come from ships; through: for the others what they cross on their way, where
    they cannot fly over it.
    """

    nation: NationName
    units: tuple[Unit, ...]
    landed: frozenset[int] = frozenset()
    through: Mapping[int, Path] = field(default_factory=dict)

    def left(self, place: TerritoryName, gone: Collection[TerritoryName]) -> list[Unit]:
        """Who can still come when the enemies in some places are dead, and those are held."""
        return [
            unit
            for unit in self.units
            if unit.territory not in gone
            and unit.territory != place
            and not any(step in gone for step in self.through.get(unit.id, ()))
        ]


@dataclass(frozen=True, slots=True)
class Risk:
    """The worst that an enemy could do to a place: their chance to take it, and what it costs us.

    loss: PUs on average, units and land, less what the attack costs the enemy; never below 0.
    """

    taken: float = 0.0
    loss: float = 0.0


@dataclass(frozen=True)
class Threats:
    """What the enemies of a nation could do next, as they stand now."""

    state: State
    nation: NationName
    worth: Appraisal
    strikes: Mapping[TerritoryName, tuple[Strike, ...]]
    _fights: dict[NationName, Fights] = field(default_factory=dict)

    @classmethod
    def to(
        cls, state: State, nation: NationName, worth: Appraisal, effort: ThinkingBounds
    ) -> "Threats":
        """Look at every nation that is an enemy, or can be one in its next turn."""
        found: dict[TerritoryName, list[Strike]] = {}
        fights: dict[NationName, Fights] = {}
        for enemy in state.definition.politics.nation_names:
            if state.definition.politics.is_allied(nation, enemy) or not any(state.units_of(enemy)):
                continue
            if is_enemy(state, nation, enemy):
                view = in_combat_move(state, enemy)
            else:
                # Who declares war attacks in the same turn.
                view = in_declared_war(state, enemy, nation)
            if view is None:
                continue
            fights[enemy] = Fights(view, worth, effort)
            for place, strike in _strikes(Survey(view)):
                found.setdefault(place, []).append(strike)
        return cls(state, nation, worth, {key: tuple(each) for key, each in found.items()}, fights)

    def risk(
        self,
        place: TerritoryName,
        defenders: Iterable[Unit],
        gone: Collection[TerritoryName] = (),
        land: float = -1.0,
    ) -> Risk:
        """The worst that could happen there to these defenders.

        gone: places whose enemies are reckoned to be dead by then, and which are held.
        land: what losing the land costs, its usual worth if below 0.
        """
        holders = tuple(defenders)
        worth = self.worth.land(place) if land < 0 else land
        worst = Risk()
        for strike in self.strikes.get(place, ()):
            clash = self.clash(strike, place, holders, gone)
            if clash is None:
                continue
            swing = clash.killed - clash.lost + clash.success * worth
            if swing > worst.loss or (clash.success > worst.taken and swing > 0):
                worst = Risk(max(clash.success, worst.taken), max(swing, worst.loss))
        return worst

    def clash(
        self,
        strike: Strike,
        place: TerritoryName,
        holders: tuple[Unit, ...],
        gone: Collection[TerritoryName] = (),
    ) -> Clash | None:
        """How one strike would end; None when nobody is left to strike."""
        units = strike.left(place, gone)
        if not units:
            return None
        return self._fights[strike.nation].clash(units, holders, place, strike.landed)


def _strikes(survey: Survey) -> Iterable[tuple[TerritoryName, Strike]]:
    """Every place that the nation on turn could attack, with what it could bring there."""
    coming: dict[TerritoryName, list[Unit]] = {}
    through: dict[TerritoryName, dict[int, Path]] = {}
    for stack in strikers(survey):
        flies = survey.kind(stack.units[0]).is_air
        for place, path in stack.paths.items():
            coming.setdefault(place, []).extend(stack.units)
            if len(path) > 2 and not flies:
                crossed = dict.fromkeys((unit.id for unit in stack.units), path[1:-1])
                through.setdefault(place, {}).update(crossed)
    landed = _landings(survey)
    for place in sorted({*coming, *landed}):
        by_themselves = coming.get(place, [])
        known = {unit.id for unit in by_themselves}
        room, troops = landed.get(place, (0, []))
        aboard: list[Unit] = []
        for unit in troops:
            cost = survey.kind(unit).carriage.transport_cost
            if unit.id not in known and cost <= room:
                room -= cost
                aboard.append(unit)
        ids = frozenset(unit.id for unit in aboard)
        yield place, Strike(survey.nation, (*by_themselves, *aboard), ids, through.get(place, {}))


def strikers(survey: Survey) -> Iterator[MobileStack]:
    """Stacks that can attack, with the paths from whose ends aircraft could still land."""
    home = _landing_steps(survey)
    for stack in stacks(survey, fighting=True):
        kind = survey.kind(stack.units[0])
        if kind.is_infrastructure or not kind.attack:
            continue
        if not kind.is_air:
            yield stack
            continue
        steps = survey.steps_left(stack.units[0])
        paths = {
            place: path
            for place, path in stack.paths.items()
            if len(path) - 1 + home.get(place, 99) <= steps
        }
        yield replace(stack, paths=paths)


def _landing_steps(survey: Survey) -> dict[TerritoryName, int]:
    """Steps from every place to the nearest land, or deck, on which aircraft could end."""
    board = survey.state.definition.board
    lands = [name for name in board.territories if survey.is_friendly(name)]
    decks = {
        unit.territory
        for unit in survey.own_units()
        if survey.kind(unit).decks.carrier_capacity and survey.is_sea(unit.territory)
    }

    def may_cross(place: TerritoryName) -> bool:
        return not survey.is_closed(place) and survey.owner(place) != NEUTRAL

    return spread(survey, dict.fromkeys((*lands, *sorted(decks)), 0), may_cross)


def _landings(survey: Survey) -> dict[TerritoryName, tuple[int, list[Unit]]]:
    """For each coast, the room of the ships that get there and the troops they could bring."""
    found: dict[TerritoryName, tuple[int, list[Unit]]] = {}
    troops_of: dict[TerritoryName, list[Unit]] = {}
    for ship in survey.own_units():
        if not survey.is_free_transport(ship):
            continue
        steps = survey.steps_left(ship)
        ways = sea_ways(survey, ship.territory, steps)
        near = [
            zone for zone, way in ways.items() if len(way) == 1 or len(way) - 1 + _SHORE <= steps
        ]
        cargo = [unit for unit in survey.state.cargo_of(ship.id) if unit.owner == survey.nation]
        troops = cargo or [unit for zone in near for unit in _ashore(survey, zone, troops_of)]
        room = survey.kind(ship).carriage.transport_capacity
        for coast in {land for zone in ways for land in survey.neighbours(zone)}:
            if survey.is_sea(coast) or survey.is_closed(coast):
                continue
            before, others = found.get(coast, (0, []))
            found[coast] = (before + room, [*others, *troops])

    def best_first(unit: Unit) -> tuple[int, int]:
        return (-survey.kind(unit).attack, unit.id)

    return {
        place: (room, sorted({unit.id: unit for unit in troops}.values(), key=best_first))
        for place, (room, troops) in found.items()
    }


def _ashore(
    survey: Survey, zone: TerritoryName, known: dict[TerritoryName, list[Unit]]
) -> list[Unit]:
    if zone not in known:
        known[zone] = [
            unit
            for land in survey.neighbours(zone)
            if not survey.is_sea(land)
            for unit in survey.own(land)
            if survey.kind(unit).carriage.transport_cost
            and survey.kind(unit).attack
            and not survey.kind(unit).is_infrastructure
        ]
    return known[zone]
