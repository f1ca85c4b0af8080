"""A position that TripleA has saved becomes the set-up of a game of its map.

What is saved names things as the map file does; who reads the save is no matter here.  The game
goes on where it was: its definition is that of the map with another start (ADR 0097), so all else,
founding, terms and proof, is as for any other game.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from engine.core.errors import DefinitionError
from engine.core.ids import (
    NEUTRAL,
    NOBODY,
    PUS,
    RESEARCH_DICE,
    VICTORY_POINTS,
    NationName,
    ResourceName,
    TerritoryName,
    UnitTypeName,
)
from engine.gamedef.definition import Definition
from engine.gamedef.names import TECHNOLOGIES
from engine.gamedef.setup import Cargo, Placement, Setup
from engine.loading.fields import shown
from engine.loading.normal import normal_definition
from engine.loading.triplea.relations import relation_word
from engine.loading.triplea.technologies import ADVANCE_NAMES
from engine.loading.triplea.words import RESOURCES
from engine.values import dataclass, field, replace

_OFTEN_NONE = (RESEARCH_DICE, VICTORY_POINTS)
_ADVANCES = {word.lower(): name for word, name in ADVANCE_NAMES.items()}
"""Our technologies by the words of maps, which spell some of them in several ways."""


@dataclass(frozen=True, slots=True)
class SavedUnit:
    """A unit of a saved position.

    territory: "" for one that is bought and not placed; carrier: the place of what carries it in
    the list of units, None for nothing.
    """

    type: str
    owner: str
    territory: str
    hits: int = 0
    damage: int = 0
    carrier: int | None = None


@dataclass(frozen=True, slots=True)
class SavedRelation:
    """The relation of two nations, and the round since when; archetype: war, allied or neutral."""

    nations: tuple[str, str]
    type: str
    since: int
    archetype: str


@dataclass(frozen=True, slots=True)
class SavedPosition:
    """What a save says of a position, in the words of its map.

    game: the name of the map's game; properties: the values in force, as a map file writes them.
    steps: those that are still to come in the round; of the first one nothing has happened yet.
    owners, first_owners: by area, "Neutral" for the owner of neutral land.
    happened: triggers with a limit that were used: how often they may still be used, and whether
    they were in this round.
    lists: by nation, the buy list in force; points: by nation, its victory points.
    """

    game: str
    round: int
    steps: tuple[str, ...]
    properties: Mapping[str, str] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    first_owners: Mapping[str, str] = field(default_factory=dict)
    units: tuple[SavedUnit, ...] = ()
    resources: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    technologies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    relations: tuple[SavedRelation, ...] = ()
    happened: Mapping[str, tuple[int, bool]] = field(default_factory=dict)
    lists: Mapping[str, str] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)


class Unread(NamedTuple):
    """Something of a save that does not count in the game; name: as the save has it."""

    kind: Literal["resource", "technology", "trigger"]
    name: str

    @property
    def text(self) -> str:
        """The same as a clause."""
        match self.kind:
            case "resource":
                return f"the {shown(self.name)} of nations"
            case "technology":
                return f"the technology {shown(self.name)}"
            case "trigger":
                return f"how often {shown(self.name)} has happened"


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A game that goes on from a saved position.

    unread: what of the save does not count in this game.
    """

    definition: Definition
    unread: tuple[Unread, ...]


def taken_over(definition: Definition, saved: SavedPosition) -> TakenOver:
    """The game of a map from a saved position on.

    definition: of the map, read with the properties of the save.
    Raises DefinitionError for a position that is not of this map, or that no set-up can express.
    """
    return _Taking(definition, saved).done()


class _Taking:
    """A position on its way into a definition."""

    def __init__(self, definition: Definition, saved: SavedPosition) -> None:
        self._definition = definition
        self._saved = saved
        self._nations = definition.politics.nation_names
        self._unread: dict[Unread, None] = {}

    def done(self) -> TakenOver:
        saved = self._saved
        if saved.game != self._definition.name:
            raise DefinitionError(
                f"the save is of the game {shown(saved.game)}, and the map is "
                f"{shown(self._definition.name)}"
            )
        setup = Setup(
            owners=self._owners(),
            placements=self._placements(),
            resources=self._resources(),
            unplaced=self._unplaced(),
            technologies=self._technologies(),
            round=saved.round,
            step=self._step(),
            happened=self._happened(),
        )
        self._take_relations()
        self._take_lists()
        definition = replace(self._definition, setup=setup)
        return TakenOver(normal_definition(self._with_first_owners(definition)), (*self._unread,))

    def _check(self, names: Iterable[str], known: Iterable[str], what: str) -> None:
        wrong = sorted({*names}.difference(known))
        if wrong:
            raise DefinitionError(f"the map has no {what} {shown(wrong[0])}, and the save has")

    def _step(self) -> str:
        """The first step from the saved one on that the game has: some do nothing here."""
        known = {step.name for step in self._definition.sequence}
        for name in self._saved.steps:
            if name in known:
                return name
        raise DefinitionError("the save is at the end of a round, in a step that is not played")

    def _owners(self) -> dict[TerritoryName, NationName]:
        saved = self._saved.owners
        self._check(saved, self._definition.board.territories, "area")
        self._check(self._definition.board.territories, saved, "saved area")
        owners = {TerritoryName(name): owner for name, owner in saved.items() if owner != NEUTRAL}
        self._check(owners.values(), self._nations, "nation")
        return {name: NationName(owner) for name, owner in owners.items()}

    def _with_first_owners(self, definition: Definition) -> Definition:
        """Who owned land first is what the save says, whoever owns it now (B34)."""
        areas = dict(definition.board.territories)
        for name, area in areas.items():
            said = self._saved.first_owners.get(name, "")
            first = NationName(said) if said else self._definition.original_owner(name)
            now = definition.setup.owners.get(name, NOBODY if area.is_sea else NEUTRAL)
            areas[name] = replace(area, first_owner=NOBODY if first == now else first)
        return replace(definition, board=replace(definition.board, territories=areas))

    def _placements(self) -> tuple[Placement, ...]:
        units = self._saved.units
        types = self._definition.unit_types
        self._check((unit.type for unit in units), types, "unit")
        self._check((unit.owner for unit in units), (*self._nations, NEUTRAL), "nation")
        cargo: dict[int, list[SavedUnit]] = {}
        free: list[tuple[int, SavedUnit]] = []
        for place, unit in enumerate(units):
            # Aircraft on a carrier stand on it by being there.
            if unit.carrier is None or not types[UnitTypeName(unit.type)].is_land:
                free.append((place, unit))
            elif unit.hits or unit.damage:
                raise DefinitionError(f"a damaged {unit.type} is aboard a ship")
            else:
                cargo.setdefault(unit.carrier, []).append(unit)
        return tuple(
            self._placement(unit, cargo.get(place, ())) for place, unit in free if unit.territory
        )

    def _placement(self, unit: SavedUnit, aboard: Sequence[SavedUnit]) -> Placement:
        counts = Counter((each.owner, each.type) for each in aboard)
        return Placement(
            TerritoryName(unit.territory),
            NationName(unit.owner),
            UnitTypeName(unit.type),
            1,
            hits=unit.hits,
            damage=unit.damage,
            cargo=tuple(
                Cargo(NationName(owner), UnitTypeName(name), count)
                for (owner, name), count in counts.items()
            ),
        )

    def _unplaced(self) -> dict[NationName, dict[UnitTypeName, int]]:
        found: dict[NationName, dict[UnitTypeName, int]] = {}
        for unit in self._saved.units:
            if not unit.territory:
                there = found.setdefault(NationName(unit.owner), {})
                there[UnitTypeName(unit.type)] = there.get(UnitTypeName(unit.type), 0) + 1
        return found

    def _resources(self) -> dict[NationName, dict[ResourceName, int]]:
        known = {PUS, RESEARCH_DICE, VICTORY_POINTS, *self._definition.economy.resource_names}
        found: dict[NationName, dict[ResourceName, int]] = {}
        for nation in self._nations:
            held = {**self._saved.resources.get(nation, {})}
            held[VICTORY_POINTS] = self._saved.points.get(nation, 0)
            found[nation] = {}
            for name, amount in held.items():
                ours = RESOURCES.get(name, ResourceName(name))
                if ours in known and (amount or ours not in _OFTEN_NONE):
                    found[nation][ours] = amount
                elif amount:
                    self._unread[Unread("resource", name)] = None
        return found

    def _technologies(self) -> dict[NationName, tuple[str, ...]]:
        known = {*TECHNOLOGIES, *(entry.name for entry in self._definition.technology.advances)}
        found: dict[NationName, tuple[str, ...]] = {}
        for nation in self._nations:
            names = [
                _ADVANCES.get(word.lower(), word)
                for word in self._saved.technologies.get(nation, ())
            ]
            for name in names:
                if name not in known:
                    self._unread[Unread("technology", name)] = None
            if kept := tuple(name for name in names if name in known):
                found[nation] = kept
        return found

    def _happened(self) -> dict[str, tuple[int, int]]:
        """How often triggers were used; in a round before, unless it was this one."""
        limits = {entry.name: entry.uses for entry in self._definition.script.triggers}
        found: dict[str, tuple[int, int]] = {}
        for name, (left, just_now) in self._saved.happened.items():
            if not limits.get(name):
                self._unread[Unread("trigger", name)] = None
                continue
            times = limits[name] - left + just_now
            if times > 0:
                found[name] = (times, self._saved.round if just_now else 0)
        return found

    def _take_relations(self) -> None:
        politics = self._definition.politics
        for entry in self._saved.relations:
            if not {*entry.nations} <= {*self._nations}:
                continue
            name = relation_word(entry.type)
            if name not in politics.relation_names:
                # A type that never changes is read as the usual one of its archetype.
                name = entry.archetype
            one, other = map(NationName, entry.nations)
            now = (politics.relation(one, other).name, politics.relation_since(one, other))
            if now != (name, entry.since):
                politics = politics.related(one, other, name, entry.since)
        self._definition = replace(self._definition, politics=politics)

    def _take_lists(self) -> None:
        """Triggers give nations other buy lists; technologies do it too, and are looked at."""
        economy = self._definition.economy
        for nation in self._nations:
            name = self._saved.lists.get(nation, "")
            if name in economy.buy_lists and economy.buy_list_of.get(nation, name) != name:
                economy = economy.with_list_of(nation, name, self._definition.unit_types)
        self._definition = replace(self._definition, economy=economy)
