"""What a player can be blamed for, counted while it plays."""

from collections import Counter
from dataclasses import dataclass, field

from engine import Done, Order, PhaseOpen, State, Step, Unit, in_combat_move, is_enemy
from engine.ai.reach import stacks
from engine.ai.survey import Survey
from engine.odds import ForceError, Plan, battle_in, solve

_OLD = 3
"""Turns that a unit far from any enemy may stand still before it is called idle."""


@dataclass
class Faults:
    """Counts over one game, or several.

    battles, chances, ratios: attacks on land, sums of their chance to take and of attackers for
      each defender, at the end of the combat move.
    turns: ends of turns that were looked at.
    idle: land units that have not moved for some turns, with no enemy beside them.
    empty: own factories without a defender that an enemy could walk into.
    alone: loaded or empty transports at the end of a turn where enemy ships or aircraft reach them
      and no warship is with them.
    """

    battles: int = 0
    chances: float = 0.0
    ratios: float = 0.0
    turns: int = 0
    idle: int = 0
    empty: int = 0
    alone: int = 0
    _stood: Counter[tuple[int, str]] = field(default_factory=Counter)

    def watch(self, step: Step, order: Order) -> None:
        """Look at an order before it is given; only ends of phases are judged."""
        if not isinstance(order, Done) or not isinstance(step.waiting, PhaseOpen):
            return
        if step.waiting.phase == "combat_move":
            self._attacks(step.state)
        if step.waiting.phase == "place":
            self._end(step.state)

    def add(self, other: "Faults") -> None:
        """Add the counts of another game."""
        for name in ("battles", "chances", "ratios", "turns", "idle", "empty", "alone"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def _attacks(self, state: State) -> None:
        for battle in state.battles:
            if battle.kind != "battle" or state.definition.board.is_sea[battle.territory]:
                continue
            units = [unit for unit in battle.attackers if unit in state.units]
            situation = battle_in(state, battle.territory, units, Plan())
            if not situation.defenders or not units:
                continue
            try:
                chance = float(solve(situation.battle, many=True).success)
            except ForceError:
                continue
            self.battles += 1
            self.chances += chance
            self.ratios += len(units) / len(situation.defenders)

    def _end(self, state: State) -> None:
        self.turns += 1
        survey = Survey(state)
        for unit in survey.own_units():
            kind = survey.kind(unit)
            if kind.is_infrastructure:
                continue
            if kind.is_land and unit.carried_by is None:
                self._stands(survey, unit)
        reached = _reach_of_enemies(state)
        for unit in survey.own_units():
            kind = survey.kind(unit)
            here = unit.territory
            if kind.production.is_producer and here in reached["land"]:
                self.empty += not _defenders(survey, here)
            is_transport = kind.is_sea and kind.carriage.transport_capacity
            if is_transport and here in reached["sea"] and survey.is_sea(here):
                self.alone += not any(survey.kind(other).defence for other in survey.own(here))

    def _stands(self, survey: Survey, unit: Unit) -> None:
        key = (unit.id, unit.territory)
        self._stood[key] += 1
        near = any(survey.enemies(place) for place in survey.neighbours(unit.territory))
        self.idle += self._stood[key] > _OLD and not near


def _defenders(survey: Survey, place: str) -> bool:
    politics = survey.state.definition.politics
    return any(
        politics.is_allied(survey.nation, unit.owner) and not survey.kind(unit).is_infrastructure
        for unit in survey.state.units_in(place)
    )


def _reach_of_enemies(state: State) -> dict[str, set[str]]:
    """Where land units, and where ships or aircraft of enemies could be next."""
    found: dict[str, set[str]] = {"land": set(), "sea": set()}
    for enemy in state.definition.politics.nation_names:
        view = in_combat_move(state, enemy) if is_enemy(state, state.nation, enemy) else None
        if view is None:
            continue
        survey = Survey(view)
        for stack in stacks(survey, fighting=True):
            kind = survey.kind(stack.units[0])
            if kind.attack:
                found["land" if kind.is_land else "sea"].update(stack.paths)
    return found
