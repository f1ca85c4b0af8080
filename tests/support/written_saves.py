"""Any position of ours in the form of TripleA's saves, for tests.  No byte is of a real one."""

import gzip
from collections.abc import Iterable, Iterator

from engine import NEUTRAL, State, Unit
from engine.core.agenda import PendingBattle
from engine.core.ids import UnitId
from tests.support.java_writer import Java, JavaWord, Plain, stream
from tests.support.triplea_saves import (
    area,
    battle,
    battles,
    delegate,
    listed,
    named,
    points,
    purse,
    saved_area,
    saved_game,
    saved_sequence,
    saved_unit,
    stack,
    table,
)


def written_save(state: State) -> bytes:
    """The file; it says of the turn under way what TripleA keeps of it, and no more.

    Relations, and what triggers have done, are left out.
    """
    return _Writing(state).data()


class _Writing:
    def __init__(self, state: State) -> None:
        self._state = state
        self._kinds = state.definition.unit_types
        self._ships = {unit: ship for one in state.battles for unit, ship, _ in one.landings}
        self._waiting = {unit for one in state.battles for unit in one.attackers}
        nations = state.definition.politics.nation_names
        self._nations = {name: self._nation(name) for name in nations}
        self._nations[NEUTRAL] = named("PlayerList$1", "Neutral")
        self._units: dict[UnitId, Java] = {}
        for unit in sorted(state.units.values(), key=self._is_passenger):
            self._units[unit.id] = self._unit(unit)
        for unit in state.units.values():
            if self._kinds[unit.type].is_sea and unit.unloaded_to:
                self._put_ashore(unit)

    def _is_passenger(self, unit: Unit) -> bool:
        return unit.carried_by is not None or unit.id in self._ships

    def _nation(self, name: str) -> Java:
        return named(
            "GamePlayer",
            name,
            productionFrontier=None,
            resources=purse(self._state.resources.get(name, {}).items()),
            techAttachment=None,
            attachments=table({}),
        )

    def _new(self, kind: str, owner: str) -> Java:
        return saved_unit(kind, self._nations[owner])

    def _unit(self, unit: Unit) -> Java:
        """A unit; aircraft of allies stand on a carrier by being there, and nothing says so."""
        written, kind = self._new(unit.type, unit.owner), self._kinds[unit.type]
        aboard = self._ships.get(unit.id, unit.carried_by)
        facts: dict[str, Plain] = {
            "hits": unit.hits,
            "unitDamage": unit.damage,
            "bonusMovement": unit.bonus,
            "alreadyMoved": points(unit.moved),
            "wasInCombat": unit.in_combat and unit.id not in self._waiting,
            "wasLoadedThisTurn": unit.loaded,
            "wasUnloadedInCombatPhase": unit.unloaded_in_combat,
            "wasAmphibious": unit.amphibious,
            "submerged": unit.submerged,
            "transportedBy": self._units[aboard] if aboard and not kind.is_air else None,
        }
        if unit.unloaded_to and not kind.is_sea:
            facts["unloadedTo"] = area(unit.unloaded_to)
        written.fields = {**written.fields, **facts}
        return written

    def _put_ashore(self, ship: Unit) -> None:
        """A ship keeps whom it has put ashore, which says where that was."""
        crew = [
            self._units[unit.id]
            for unit in self._state.units_in(ship.unloaded_to)
            if unit.unloaded_to == ship.unloaded_to and self._ships.get(unit.id, ship.id) == ship.id
        ]
        if not crew:
            fallen = self._new(ship.type, ship.owner)
            fallen.fields = {**fallen.fields, "unloadedTo": area(ship.unloaded_to)}
            crew = [fallen]
        written = self._units[ship.id]
        written.fields = {**written.fields, "unloaded": listed(crew)}

    def _areas(self) -> Iterator[Plain]:
        definition = self._state.definition
        for name in definition.board.territories:
            first = definition.original_owner(name)
            yield saved_area(
                name,
                self._nations[self._state.owners.get(name, NEUTRAL)],
                self._nations[first] if first else None,
                (self._units[unit.id] for unit in self._state.units_in(name)),
            )

    def _battle(self, pending: PendingBattle) -> Java:
        came: dict[str, list[Plain]] = {}
        for unit, place in pending.origins:
            came.setdefault(place, []).append(self._units[unit])
        aims: list[Plain] = []
        for unit, aim in pending.aims:
            aims += [self._new(aim, NEUTRAL), listed([self._units[unit]])]
        return battle(
            pending.territory,
            [self._units[key] for key in pending.attackers],
            "BOMBING_RAID" if pending.kind == "raid" else "NORMAL",
            targets=listed(aims),
            attackingFromMap=listed(
                part for place, units in came.items() for part in (area(place), listed(units))
            ),
        )

    def _records(self) -> Java:
        """What was taken without a fight is one among others there, in which nobody fell."""
        turn, units = self._state.turn, self._state.units
        quiet = {*turn.conquered, *(units[key].territory for key in turn.takers)}
        found: list[Plain] = []
        for place in {*turn.fought, *quiet}:
            facts: dict[str, Plain] = {"attackerLostTuv": 0, "battleSite": area(place)}
            facts |= {"defenderLostTuv": int(place in turn.fought)}
            facts |= {"battleResults": Java("BattleResults", {"whoWon": JavaWord("ATTACKER")})}
            found += [Java("UUID"), Java("BattleRecord", facts | {"battleType": _NORMAL})]
        return Java("Records", {"records": listed([self._nations[NEUTRAL], listed(found)])})

    def _delegates(self) -> list[Plain]:
        turn, units = self._state.turn, self._state.units
        quiet = {units[key].territory for key in turn.takers}
        built: dict[str, list[Plain]] = {}
        for key, place in turn.placed:
            built.setdefault(place or units[key].territory, []).append(self._units[key])
        return [
            *battles(
                *map(self._battle, self._state.battles),
                conquered=listed(map(area, turn.conquered)),
                foughtBattles=listed(map(area, {*turn.fought, *turn.conquered, *quiet})),
                battleRecords=self._records(),
            ),
            *delegate(
                startBaseStepsFinished=True,
                pusLost=Java("IntegerMap", {"mapValues": _keyed(turn.bombed.items())}),
                produced=listed(
                    part for place, made in built.items() for part in (area(place), listed(made))
                ),
            ),
        ]

    def data(self) -> bytes:
        state = self._state
        for name in state.definition.politics.nation_names:
            bought = state.unplaced.get(name, {}).items()
            held = stack(self._new(kind, name) for kind, many in bought for _ in range(many))
            nation = self._nations[name]
            nation.fields = {**nation.fields, "unitsHeld": held}
        steps = [named("GameStep", step.name) for step in state.definition.sequence]
        game = saved_game(
            state.definition.name,
            {name: one for name, one in self._nations.items() if name != NEUTRAL},
            self._areas(),
            saved_sequence(state.round, state.phase.step, steps),
            properties=table({}),
            relations=listed([]),
            lists=table({}),
        )
        return gzip.compress(stream(game, *self._delegates()))


_NORMAL = JavaWord("NORMAL")


def _keyed(numbers: Iterable[tuple[str, int]]) -> Java:
    return listed(part for place, lost in numbers for part in (area(place), lost))
