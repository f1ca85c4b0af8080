"""Which targets to attack, and with what: forces are given to all targets together.

The attack that brings most gets its units first.  How many it gets is decided by what the whole
of it is worth: land by the chance to take it, units destroyed less units lost, less what the
enemies' answer would cost there and where the units came from.
"""

from collections.abc import Iterable
from typing import Final

from engine import NEUTRAL, State, TerritoryName, Unit
from engine.ai.planning.arriving import Arrivals, arrivals_of
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.fights import Clash, Fights
from engine.ai.planning.forces import Forces, Free
from engine.ai.planning.threats import Risk, Threats
from engine.ai.planning.ways import Way, ways_of
from engine.ai.planning.worth import Appraisal
from engine.ai.survey import Survey
from engine.values import dataclass

_FIRST_LOOK: Final = 0.5
"""Of the enemies' strength, what a force must have before its odds are worth a look."""
_LIKELY: Final = 0.6
_LEAST_GAIN: Final = 0.5
_ANSWER: Final = 0.35
"""Share of what the enemy's answer could cost that counts: one army answers in one place only."""
_SURE_ANSWER: Final = 0.45
"""What is added to that share where the answer is sure to succeed: then it seldom fails to come."""
_OPEN: Final = 0.15
"""The same for land that units leave: others can still come in the non-combat move."""
_CAUTION: Final = 0.12
"""What a failed attack costs besides, as a share of the force: it is not where it should be."""
_ROAD: Final = 0.12
"""Share of the worth of land behind a target that counts when the attackers can stay there."""
_USE: Final = 0.05
"""What it costs to use a unit for an attack, as a share of its price: it is not elsewhere then."""
_AFLOAT: Final = 1.0
"""Share of what ships that land troops would lose that counts: nothing else lies there to be hit,
and the next troops wait for them."""
_HURRY: Final = 0.45
"""Share of the worth of land that counts even if the enemy takes it back at once: the income of
one turn, and the enemy's of the next."""


@dataclass(frozen=True)
class Attack:
    """Units that attack a place.

    force: units with the ways that they go, those whose battle has begun without one.
    clash: how it goes on average; gain: what the whole is worth, in PUs.
    """

    target: TerritoryName
    force: tuple[tuple[Unit, Way | None], ...]
    clash: Clash
    gain: float

    @property
    def units(self) -> tuple[Unit, ...]:
        """Who attacks."""
        return tuple(unit for unit, _ in self.force)

    @property
    def is_likely(self) -> bool:
        """Whether the enemies there can be reckoned to be dead."""
        return self.clash.success > _LIKELY


@dataclass(frozen=True)
class Assaults:
    """The attacks of one combat move."""

    survey: Survey
    worth: Appraisal
    fights: Fights
    threats: Threats
    forces: Forces
    arrivals: Arrivals

    def plan(self, kept: frozenset[int]) -> list[Attack]:
        """The attacks that are worth making; kept: units that must not leave."""
        free = self.forces.everything(kept)
        ways = self.forces.ways
        chosen: list[Attack] = []
        found = {target: self._best(target, free, chosen) for target in ways}
        while True:
            good = [attack for attack in found.values() if attack and attack.gain > _LEAST_GAIN]
            if not good:
                return chosen
            best = max(good, key=lambda attack: (attack.gain, attack.target))
            chosen.append(best)
            del found[best.target]
            for unit, way in best.force:
                free.take(self.survey, unit, way)
            used = {unit.id for unit in best.units}
            ships = {way.ship for _, way in best.force if way is not None and way.ship}
            for target in found:
                touched = any(
                    way.ship in ships or used.intersection(unit.id for unit in way.units)
                    for way in ways[target]
                )
                if touched:
                    found[target] = self._best(target, free, chosen)

    def _best(self, target: TerritoryName, free: Free, chosen: list[Attack]) -> Attack | None:
        """The best force for one target from what is free."""
        orders = self.forces.orders(target, free)
        begun: list[tuple[Unit, Way | None]] = [
            (unit, None)
            for battle in self.survey.state.battles
            if battle.territory == target and battle.kind == "battle"
            for unit in (self.survey.state.units[key] for key in battle.attackers)
        ]
        if not orders and not begun:
            return None
        enemies = self.survey.enemies(target)
        if not enemies:
            return self._walk_in(target, orders[0], chosen) if orders else None
        found = [self._best_size(target, order, begun, enemies, chosen) for order in orders]
        return max(
            (attack for attack in found if attack is not None),
            key=lambda attack: attack.gain,
            default=None,
        )

    def _best_size(
        self,
        target: TerritoryName,
        order: list[tuple[Unit, Way]],
        begun: list[tuple[Unit, Way | None]],
        enemies: tuple[Unit, ...],
        chosen: list[Attack],
    ) -> Attack | None:
        """The best attack by the first of these units, however many."""
        need = _FIRST_LOOK * self.fights.strength(enemies, attack=False)
        best: Attack | None = None
        force: list[tuple[Unit, Way | None]] = list(begun)
        pace = max(1, len(order) // self.fights.effort.sizes)
        for place, entry in enumerate(order):
            force.append(entry)
            is_last = place == len(order) - 1
            if not is_last and (len(force) - len(begun)) % pace and len(force) > 4:
                continue
            units = [unit for unit, _ in force]
            if self.fights.strength(units, attack=True) < need:
                continue
            attack = self._valued(target, tuple(force), enemies, chosen)
            if best is None or attack.gain > best.gain + 0.01:
                best = attack
        return best

    def _walk_in(
        self, target: TerritoryName, order: list[tuple[Unit, Way]], chosen: list[Attack]
    ) -> Attack | None:
        """Land that nobody holds: the one unit that is spared most easily, or enough to stay."""
        if self.survey.is_sea(target) or self.survey.own(target):
            return None
        ground = [entry for entry in order if self.survey.kind(entry[0]).is_land]
        best: Attack | None = None
        for count in sorted({1, 2, len(ground) // 2, len(ground)} - {0}):
            if count > len(ground):
                continue
            attack = self._valued(target, tuple(ground[:count]), (), chosen)
            if best is None or attack.gain > best.gain + 0.01:
                best = attack
        return best

    def _valued(
        self,
        target: TerritoryName,
        force: tuple[tuple[Unit, Way | None], ...],
        enemies: tuple[Unit, ...],
        chosen: list[Attack],
    ) -> Attack:
        units = [unit for unit, _ in force]
        landed = {unit.id for unit, way in force if way is not None and way.ship}
        clash = self.fights.clash(units, enemies, target, landed)
        gone = {attack.target for attack in chosen if attack.is_likely} | {target}
        gain = clash.killed - clash.lost
        gain -= _CAUTION * (1.0 - clash.success) * self.worth.units(units)
        land = self.worth.land(target)
        stay = tuple(unit for unit in clash.left if not self.survey.kind(unit).is_air)
        answer = self.threats.risk(target, stay, gone, land=0.0) if stay else Risk()
        if not self.survey.is_sea(target):
            kept = 1.0 - answer.taken
            gain += clash.success * land * (_HURRY + (1 - _HURRY) * kept)
            if stay:
                gain += clash.success * kept * _ROAD * self._beyond(target)
        gain -= clash.success * (_ANSWER + _SURE_ANSWER * answer.taken) * answer.loss
        gain -= _OPEN * self._left_open(units, chosen, gone)
        gain -= self._ships_at_risk(force, gone)
        gain -= _USE * self.worth.units(units)
        return Attack(target, force, clash, gain)

    def _beyond(self, target: TerritoryName) -> float:
        """What could be taken next from there."""
        return sum(
            self.worth.land(place)
            for place in self.survey.neighbours(target)
            if self.survey.is_hostile(place)
        )

    def _left_open(
        self, units: list[Unit], chosen: list[Attack], gone: set[TerritoryName]
    ) -> float:
        """What it costs that units leave land that enemies can reach."""
        leaving = {unit.id for unit in units}
        leaving.update(unit.id for attack in chosen for unit in attack.units)
        cost = 0.0
        for origin in sorted({unit.territory for unit in units if unit.carried_by is None}):
            if self.survey.is_sea(origin) or origin not in self.threats.strikes:
                continue
            new = self.arrivals.fitting(origin)
            before = self.risk_at(origin, (), gone, new).loss
            cost += max(0.0, self.risk_at(origin, leaving, gone, new).loss - before)
        return cost

    def risk_at(
        self,
        place: TerritoryName,
        leaving: Iterable[int],
        gone: Iterable[TerritoryName],
        coming: Iterable[Unit] = (),
    ) -> Risk:
        """What could happen to land of the own side when units have left it, and others come."""
        left = frozenset(leaving)
        holders = [unit for unit in holders_of(self.survey, place) if unit.id not in left]
        return self.threats.risk(place, [*holders, *coming], frozenset(gone))

    def _ships_at_risk(
        self, force: tuple[tuple[Unit, Way | None], ...], gone: set[TerritoryName]
    ) -> float:
        """What ships that land troops would lose where they then lie."""
        zones: dict[TerritoryName, set[int]] = {}
        for _, way in force:
            if way is not None and way.ship:
                zones.setdefault(way.path[-1], set()).add(way.ship)
        cost = 0.0
        for zone, ships in sorted(zones.items()):
            there = [unit for unit in holders_of(self.survey, zone) if unit.id not in ships]
            there += [self.survey.state.units[ship] for ship in sorted(ships)]
            cost += _AFLOAT * self.threats.risk(zone, there, frozenset(gone)).loss
        return cost


def holders_of(survey: Survey, place: TerritoryName) -> list[Unit]:
    """Units of the own side that would defend a place."""
    politics = survey.state.definition.politics
    return [
        unit
        for unit in survey.state.units_in(place)
        if politics.is_allied(survey.nation, unit.owner)
        and not survey.kind(unit).is_infrastructure
        and unit.carried_by is None
    ]


def targets_of(survey: Survey) -> frozenset[TerritoryName]:
    """Land of enemies, and zones with enemy ships."""
    board = survey.state.definition.board
    return frozenset(
        place
        for place in board.territories
        if (survey.is_sea(place) and survey.enemies(place))
        or (not survey.is_sea(place) and survey.is_hostile(place) and not survey.is_closed(place))
        or (not survey.is_sea(place) and survey.owner(place) != NEUTRAL and survey.enemies(place))
    )


def opened(state: State, effort: ThinkingBounds) -> Assaults:
    """The attacks of the nation on turn, before any is planned."""
    survey = Survey(state)
    worth = Appraisal(state)
    threats = Threats.to(state, state.nation, worth, effort)
    fights = Fights(state, worth, effort)
    forces = Forces(survey, worth, ways_of(survey, targets_of(survey)))
    return Assaults(survey, worth, fights, threats, forces, arrivals_of(survey))
