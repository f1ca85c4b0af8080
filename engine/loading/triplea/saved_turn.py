"""What a turn under way has done, as TripleA has saved it, becomes that of a set-up.

Units have two numbers: their place in the list of the save, from 0, and the number that the game
gives them, by the normal order of placements (`engine.loading.normal`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.core.evolve.movement import EXHAUSTED
from engine.core.ids import NOWHERE, NationName, TerritoryName, UnitTypeName
from engine.gamedef.definition import Definition
from engine.gamedef.setup import Placement
from engine.gamedef.under_way import (
    AttackerSoFar,
    BattleSoFar,
    ChangedRelation,
    TurnSoFar,
    UnitSoFar,
)
from engine.gamedef.unit_types import UnitType
from engine.loading.triplea.conditions import fitting_name
from engine.loading.triplea.politics import action_word
from engine.loading.triplea.relations import relation_word
from engine.values import dataclass, field, replace

FRESH = UnitSoFar(1)
"""What a unit has done that has done nothing."""


@dataclass(frozen=True, slots=True)
class SavedUnit:
    """A unit of a saved position.

    territory: "" for one that is bought and not placed; carrier: the place of what carries it in
    the list of units, None for nothing; did: what it has done in the turn, with any number;
    is_late: it went aboard a ship that had fought.
    """

    type: str
    owner: str
    territory: str
    hits: int = 0
    damage: int = 0
    carrier: int | None = None
    did: UnitSoFar = FRESH
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class SavedAttacker:
    """A unit in a battle to come, by its place in the list of units; ship: that of its transport.

    origin: the area that it came from, "" where it has not moved in; aim: what it bombs.
    """

    unit: int
    origin: str = ""
    ship: int | None = None
    aim: str = ""


@dataclass(frozen=True, slots=True)
class SavedBattle:
    """A battle to come."""

    territory: str
    is_raid: bool
    attackers: tuple[SavedAttacker, ...]


@dataclass(frozen=True, slots=True)
class SavedTurn:
    """What the turn under way has done.

    begun: the first step has begun.  conquered, fought, walked_in (taken without a fight): areas.
    bombed: damage by area.
    produced: by area of the factory the places of the units that it has built in the list of units.
    found: technologies that are not active yet, by nation.
    attempted: political actions, each with its nation, its name in the map, and how often.
    related: pairs of nations, and their relation before and after.
    """

    begun: bool = False
    battles: tuple[SavedBattle, ...] = ()
    conquered: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    walked_in: tuple[str, ...] = ()
    bombed: Mapping[str, int] = field(default_factory=dict)
    produced: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    found: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    attempted: tuple[tuple[str, str, int], ...] = ()
    related: tuple[tuple[str, str, str, str], ...] = ()


NOTHING_DONE = SavedTurn()


def numbers_of(definition: Definition, units: Sequence[SavedUnit]) -> dict[int, int]:
    """The number in the game of each saved unit on the board, by its place in the list.

    definition: with these units as its placements, in normal order.
    """
    aboard: dict[int, list[int]] = {}
    for place, unit in enumerate(units):
        if is_cargo(definition, unit):
            aboard.setdefault(unit.carrier or 0, []).append(place)
    alike: dict[object, list[int]] = {}
    for place, unit in enumerate(units):
        if unit.territory and not is_cargo(definition, unit):
            load = Counter((units[one].owner, units[one].type) for one in aboard.get(place, ()))
            alike.setdefault(_key(unit, load), []).append(place)
    numbers: dict[int, int] = {}
    for entry in definition.setup.placements:
        load = Counter({(one.owner, one.type): one.count for one in entry.cargo})
        there = alike[_key(entry, load)]
        for _ in range(entry.count):
            place = there.pop(0)
            numbers[place] = len(numbers) + 1
            for kind in ((one.owner, one.type) for one in entry.cargo for _ in range(one.count)):
                mine = aboard[place]
                each = next(one for one in mine if (units[one].owner, units[one].type) == kind)
                mine.remove(each)
                numbers[each] = len(numbers) + 1
    return numbers


def is_cargo(definition: Definition, unit: SavedUnit) -> bool:
    """Whether it is aboard a ship; aircraft on a carrier stand on it by being there."""
    kind = definition.unit_types[UnitTypeName(unit.type)]
    return unit.carrier is not None and kind.is_land


def _key(unit: SavedUnit | Placement, load: Counter[tuple[str, str]]) -> object:
    return unit.territory, unit.owner, unit.type, unit.hits, unit.damage, frozenset(load.items())


class TurnTaking:
    """A saved turn on its way into a set-up.

    definition: in normal order; units: those of the save; advance: gives our name of a technology.
    """

    def __init__(
        self, definition: Definition, units: Sequence[SavedUnit], advance: Callable[[str], str]
    ) -> None:
        """Number the units."""
        self._definition = definition
        self._units = units
        self._numbers = numbers_of(definition, units)
        self._advance = advance

    def taken(self, turn: SavedTurn, *, begun: bool) -> TurnSoFar:
        """The turn; begun: whether the first step of the game has begun."""
        return TurnSoFar(
            begun=begun,
            units=tuple(self._doings(turn)),
            # A raid that all have left still keeps the area from being taken at once.
            battles=tuple(
                battle
                for battle in map(self._battle, turn.battles)
                if battle.attackers or battle.kind == "raid"
            ),
            conquered=_areas(turn.conquered),
            fought=_areas(turn.fought),
            built=_areas(
                self._units[place].territory
                for places in turn.produced.values()
                for place in places
                if self._kind(place).is_plain_factory
            ),
            bombed={TerritoryName(area): lost for area, lost in turn.bombed.items() if lost},
            produced={
                TerritoryName(area): count
                for area, places in turn.produced.items()
                if (count := sum(map(self._is_usual, places)))
            },
            found={
                NationName(nation): tuple(map(self._advance, names))
                for nation, names in turn.found.items()
                if names
            },
            attempted=dict(self._attempted(turn)),
            related=tuple(
                ChangedRelation(NationName(one), NationName(other), *map(relation_word, types))
                for one, other, *types in turn.related
            ),
        )

    def _doings(self, turn: SavedTurn) -> Iterator[UnitSoFar]:
        builders = {unit: area for area, units in turn.produced.items() for unit in units}
        fighting = {one.unit for battle in turn.battles for one in battle.attackers}
        walked_in = {*turn.conquered}.difference(turn.fought)
        for place, number in self._numbers.items():
            unit = self._units[place]
            kind, done = self._kind(place), self._as_here(unit, number)
            if unit.carrier is not None and not is_cargo(self._definition, unit):
                done = replace(done, aboard=self._numbers[unit.carrier])
            if place in builders and self._is_usual(place):
                done = replace(done, placed=True, builder=TerritoryName(builders[place]))
            elif place in builders and kind.is_construction:
                done = replace(done, constructed=True)
            if kind.is_sea and unit.did.moved and unit.territory in turn.walked_in:
                done = replace(done, taker=True)
            if place not in fighting and unit.territory in walked_in:
                done = replace(done, in_combat=False, amphibious=False)
            if replace(done, unit=1) != FRESH:
                yield done

    def _as_here(self, unit: SavedUnit, number: int) -> UnitSoFar:
        """What a unit did, as it is kept here: there ships have the marks of what they carry."""
        done = replace(unit.did, unit=number)
        if unit.is_late:
            done = replace(done, moved=EXHAUSTED)
        if self._definition.unit_types[UnitTypeName(unit.type)].is_sea:
            return replace(done, loaded=False, amphibious=False)
        return done

    def _kind(self, place: int) -> UnitType:
        return self._definition.unit_types[UnitTypeName(self._units[place].type)]

    def _is_usual(self, place: int) -> bool:
        """Whether it is a unit that a factory builds, and neither a factory nor a construction."""
        kind = self._kind(place)
        return not (kind.is_plain_factory or kind.is_construction)

    def _attempted(self, turn: SavedTurn) -> Iterator[tuple[str, int]]:
        named = {
            (action.nation, action.name): action.name
            for action in self._definition.politics.actions
        }
        for nation, name, times in turn.attempted:
            for word in names_of(action_word(name), nation):
                if (nation, word) in named:
                    yield word, times

    def _battle(self, battle: SavedBattle) -> BattleSoFar:
        return BattleSoFar(
            TerritoryName(battle.territory),
            tuple(
                self._attacker(one)
                for one in battle.attackers
                if not is_cargo(self._definition, self._units[one.unit])
            ),
            "raid" if battle.is_raid else "battle",
        )

    def _attacker(self, one: SavedAttacker) -> AttackerSoFar:
        zone = NOWHERE if one.ship is None else TerritoryName(self._units[one.ship].territory)
        return AttackerSoFar(
            self._numbers[one.unit],
            TerritoryName(one.origin),
            0 if one.ship is None else self._numbers[one.ship],
            zone,
            UnitTypeName(one.aim),
        )


def names_of(name: str, nation: str) -> tuple[str, str]:
    """What a scenario may call what a map has attached to a nation (`conditions.scenario_name`)."""
    return fitting_name(name), fitting_name(f"{name} {nation}")


def _areas(names: Iterable[str]) -> tuple[TerritoryName, ...]:
    return tuple(map(TerritoryName, sorted(names)))
