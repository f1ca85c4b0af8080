"""A position that TripleA has saved becomes the set-up of a game of its map.

What is saved names things as the map file does; who reads the save is no matter here.  The game
goes on where it was: its definition is that of the map with another start (ADR 0097), so all else,
founding, terms and proof, is as for any other game.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

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
from engine.gamedef.setup import Cargo, Placement, Setup, Unread, UnreadKind
from engine.gamedef.triggers import Trigger, changes_rules
from engine.loading.fields import shown
from engine.loading.normal import normal_definition
from engine.loading.tree.turn import check_turn
from engine.loading.triplea.conditions import fitting_name
from engine.loading.triplea.politics import action_word
from engine.loading.triplea.relations import relation_word
from engine.loading.triplea.saved_turn import (
    NOTHING_DONE,
    SavedTurn,
    SavedUnit,
    TurnTaking,
    is_cargo,
    names_of,
)
from engine.loading.triplea.technologies import ADVANCE_NAMES
from engine.loading.triplea.words import RESOURCES
from engine.values import dataclass, field, replace

_OFTEN_NONE = (RESEARCH_DICE, VICTORY_POINTS)
_ADVANCES = {word.lower(): name for word, name in ADVANCE_NAMES.items()}
"""Our technologies by the words of maps, which spell some of them in several ways."""


@dataclass(frozen=True, slots=True)
class SavedRelation:
    """The relation of two nations, and the round since when; archetype: war, allied or neutral."""

    nations: tuple[str, str]
    type: str
    since: int
    archetype: str


@dataclass(frozen=True, slots=True)
class SavedTrigger:
    """A trigger of the map.

    uses: how often it may still happen, below 0 for always; just_now: it has happened in this
    round.  is_in_force: whether its changes of the rules are in force, None if that is not clear.
    """

    name: str
    nation: str
    uses: int
    just_now: bool = False
    is_in_force: bool | None = False


@dataclass(frozen=True, slots=True)
class SavedPosition:
    """What a save says of a position, in the words of its map.

    game: the name of the map's game; properties: the values in force, as a map file writes them.
    steps: those that are still to come in the round, the one under way among them.
    owners, first_owners: by area, "Neutral" for the owner of neutral land.
    triggers: all of the map.
    chances: of triggers and actions, each with its nation, its name in the map, and the die that it
    needs now.
    lists: by nation, the buy list in force; points: by nation, its victory points.
    turn: what the turn under way has done.
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
    triggers: tuple[SavedTrigger, ...] = ()
    chances: tuple[tuple[str, str, int], ...] = ()
    lists: Mapping[str, str] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    turn: SavedTurn = NOTHING_DONE


def _advance(word: str) -> str:
    """Our name of a technology by the word of maps, or the name that the map has made up."""
    return _ADVANCES.get(word.lower(), word)


def taken_over(definition: Definition, saved: SavedPosition) -> Definition:
    """The game of a map from a saved position on.

    definition: of the map, read with the properties of the save.  What of the save does not count
    is listed in the set-up of the game.
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

    def done(self) -> Definition:
        saved = self._saved
        if saved.game != self._definition.name:
            raise DefinitionError(
                f"the save is of the game {shown(saved.game)}, and the map is "
                f"{shown(self._definition.name)}"
            )
        self._miss_chances()
        setup = Setup(
            owners=self._owners(),
            placements=self._placements(),
            resources=self._resources(),
            unplaced=self._unplaced(),
            technologies=self._technologies(),
            round=saved.round,
            step=self._step(),
            happened=self._happened(),
            in_force=self._in_force(),
            unread=tuple(self._unread),
        )
        self._take_relations()
        self._take_lists()
        definition = normal_definition(
            self._with_first_owners(replace(self._definition, setup=setup))
        )
        turn = TurnTaking(definition, saved.units, _advance).taken(
            saved.turn, begun=saved.turn.begun and saved.steps[0] == setup.step
        )
        # What it says has an order of its own, and the units keep theirs.
        setup = replace(definition.setup, under_way=turn)
        definition = normal_definition(replace(definition, setup=setup))
        check_turn(definition)
        return definition

    def _miss(self, kind: UnreadKind, name: str) -> None:
        shown_name = "".join(each if each.isprintable() else "?" for each in name).strip()
        self._unread[Unread(kind, fitting_name(shown_name or "?"))] = None

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
            if not is_cargo(self._definition, unit):
                free.append((place, unit))
            elif unit.hits or unit.damage:
                raise DefinitionError(f"a damaged {unit.type} is aboard a ship")
            else:
                cargo.setdefault(unit.carrier or 0, []).append(unit)
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
                    self._miss("resource", name)
        return found

    def _technologies(self) -> dict[NationName, tuple[str, ...]]:
        known = {*TECHNOLOGIES, *(entry.name for entry in self._definition.technology.advances)}
        found: dict[NationName, tuple[str, ...]] = {}
        for nation in self._nations:
            names = [_advance(word) for word in self._saved.technologies.get(nation, ())]
            for name in names:
                if name not in known:
                    self._miss("technology", name)
            if kept := tuple(name for name in names if name in known):
                found[nation] = kept
        return found

    def _happened(self) -> dict[str, tuple[int, int]]:
        """How often triggers with a limit were used; in a round before, unless it was this one."""
        found: dict[str, tuple[int, int]] = {}
        for saved, trigger in self._triggers():
            if saved.uses < 0:
                continue
            if trigger is None or not trigger.uses:
                self._miss("trigger", saved.name)
                continue
            times = trigger.uses - saved.uses + saved.just_now
            if times > 0:
                found[trigger.name] = (times, self._saved.round if saved.just_now else 0)
        return found

    def _miss_chances(self) -> None:
        """Chances that have risen or fallen: here they are again those of the map."""
        triggers = {trigger.name: trigger for trigger in self._definition.script.triggers}
        actions = {(str(one.nation), one.name): one for one in self._definition.politics.actions}
        for nation, name, needed in self._saved.chances:
            of_triggers = (triggers.get(word) for word in names_of(name, nation))
            words = names_of(action_word(name), nation)
            of_actions = (actions.get((nation, word)) for word in words)
            for entry in (*of_triggers, *of_actions):
                if entry is not None and entry.chance != needed:
                    self._miss("chance", entry.name)

    def _in_force(self) -> tuple[str, ...]:
        """Triggers without a limit whose changes of the rules are in force."""
        found: list[str] = []
        for saved, trigger in self._triggers():
            if saved.uses >= 0 or trigger is None or not changes_rules(trigger):
                continue
            if saved.is_in_force:
                found.append(trigger.name)
            elif saved.is_in_force is None:
                self._miss("rules", trigger.name)
        return tuple(found)

    def _triggers(self) -> Iterator[tuple[SavedTrigger, Trigger | None]]:
        """Each saved trigger with that of the map, None where the map has no such trigger here."""
        named = {trigger.name: trigger for trigger in self._definition.script.triggers}
        for saved in self._saved.triggers:
            there = (named.get(name) for name in names_of(saved.name, saved.nation))
            yield saved, next((trigger for trigger in there if trigger is not None), None)

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
