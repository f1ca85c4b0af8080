"""What is in the box: board, nations, units, prices, set-up, victory levels and options.

Another game is other data and no other program (B1 to B3, B56).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.core.board import Board
from engine.core.changes import RuleChange
from engine.core.ids import (
    NEUTRAL,
    NationName,
    ResourceName,
    TerritoryName,
    UnitTypeName,
)
from engine.gamedef.areas import Canal, Territory
from engine.gamedef.blocks import BlockGame
from engine.gamedef.changes import changed_bounds, changed_unit, switched
from engine.gamedef.conditions import Destroyed, NamedCondition, Objective, parts_of
from engine.gamedef.limits import BuildingRule, Restriction, UnitLimit
from engine.gamedef.nation_rules import NationRule
from engine.gamedef.offers import Offers
from engine.gamedef.options import Options
from engine.gamedef.purses import Purse
from engine.gamedef.relations import (
    ALLIED,
    USUAL,
    WAR,
    PoliticalAction,
    Relation,
    RelationType,
    pair_of,
)
from engine.gamedef.sides import Nation, Outlook, Standings, Truce, outlooks_of, standings_of
from engine.gamedef.triggers import Trigger
from engine.gamedef.unit_types import SupportRule, UnitType
from engine.gamedef.victory import (
    CapitalVictory,
    IncomeVictory,
    PointVictory,
    Recall,
    TheatreVictory,
    VictoryLevel,
)


@dataclass(frozen=True, slots=True)
class SequenceStep:
    """One step of the round.

    phase: such as ``"combat_move"``; nation: "" for a step of nobody;
    last_round: the step takes place up to this round only, 0 for ever.
    """

    name: str
    phase: str
    nation: NationName = ""
    last_round: int = 0


@dataclass(frozen=True, slots=True)
class TechnologyCategory:
    """A chart of technologies; research on it finds one of them by lot (B104)."""

    name: str
    technologies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """Units at the start of the game; hits and damage are those of each of them."""

    territory: TerritoryName
    owner: NationName
    type: UnitTypeName
    count: int
    hits: int = 0
    damage: int = 0


@dataclass(frozen=True, slots=True)
class Definition:
    """A game that can be played; immutable.

    name, version: of the scenario; title for people is the name.
    ruleset: which declaration in engine/rulesets plays it.
    board: areas and borders; territories: their facts, by name.
    nations: in turn order.
    unit_types: by name, in the order of the buy list.
    prices: PUs per unit type that can be bought; reduced_prices: with Industrial Technology.
    buyers: unit types that a nation may buy, by nation.
    support: how units help each other.
    canals: borders that can be closed.
    technologies: names that can be researched.
    technology_categories: charts of them, for research that aims at a chart.
    shipyard_prices: PUs of the unit types that are cheaper with Improved Shipyards.
    objectives: what pays extra, where the options want it.
    sequence: the steps of a round.
    victory: levels of victory.
    owners, placements, resources, hands: the start position; hands are units that are bought
      and not yet placed, by nation.
    capital_victories, income_victories, point_victories: other ways to win than victory cities.
    free_options: switches that the players of this scenario may change besides those that the
      players of every game may.
    limits, building, restrictions: what a map says of numbers of units, of where they are built,
      and of where a nation may not go.
    offers: where a nation pays otherwise than `prices` says, by nation and unit type; it may buy
      these units when they are among its `buyers`.
    known_technologies: what nations have found before the game begins, by nation.
    nation_rules: what is different for single nations; at most one entry for each.
    resource_names: what nations may hold besides PUs.
    truces: nations that are not at war when the game begins.
    relations: pairs of nations that do not stand to each other as their alliances say, as they do
      now; relation_types: types of relations besides the usual ones.
    politics: what nations may do to change relations.
    extra_rounds: so many rounds longer a relation must last wherever a condition asks how long.
    purses: money of nations that is bound to a part of the board.
    theatre_victories: who wins with which theatres, where a board has several.
    recalls: who may take his units home when a theatre is won.
    blocks: what only a block game has, None for any other.
    dice_sides: faces of a die.
    conditions, triggers: what the map asks of a position, and what it makes happen then.
    switches: the map's own switches, which its conditions ask for.
    buy_lists, buy_list_of: the unit types of each named list and which one a nation has, only
      where triggers exchange them; `buyers` always says what may be bought now.
    options: the switches.
    notes: what the maker of the scenario says, plain text.
    counts_losses, has_naval_bases: worked out from these: whether a condition asks what nations
      have destroyed, and whether any area has a naval base.
    """

    name: str
    version: str
    ruleset: str
    board: Board
    territories: Mapping[TerritoryName, Territory]
    nations: tuple[Nation, ...]
    unit_types: Mapping[UnitTypeName, UnitType]
    prices: Mapping[UnitTypeName, int]
    reduced_prices: Mapping[UnitTypeName, int]
    buyers: Mapping[NationName, tuple[UnitTypeName, ...]]
    support: tuple[SupportRule, ...]
    canals: tuple[Canal, ...]
    technologies: tuple[str, ...]
    sequence: tuple[SequenceStep, ...]
    victory: tuple[VictoryLevel, ...]
    owners: Mapping[TerritoryName, NationName]
    placements: tuple[Placement, ...]
    resources: Mapping[NationName, Mapping[ResourceName, int]]
    dice_sides: int = 6
    options: Options = field(default_factory=Options)
    notes: str = ""
    technology_categories: tuple[TechnologyCategory, ...] = ()
    shipyard_prices: Mapping[UnitTypeName, int] = field(default_factory=dict)
    objectives: tuple[Objective, ...] = ()
    hands: Mapping[NationName, Mapping[UnitTypeName, int]] = field(default_factory=dict)
    limits: tuple[UnitLimit, ...] = ()
    building: tuple[BuildingRule, ...] = ()
    restrictions: tuple[Restriction, ...] = ()
    capital_victories: tuple[CapitalVictory, ...] = ()
    income_victories: tuple[IncomeVictory, ...] = ()
    free_options: tuple[str, ...] = ()
    known_technologies: Mapping[NationName, tuple[str, ...]] = field(default_factory=dict)
    offers: Offers = field(default_factory=dict)
    nation_rules: tuple[NationRule, ...] = ()
    point_victories: tuple[PointVictory, ...] = ()
    resource_names: tuple[ResourceName, ...] = ()
    truces: tuple[Truce, ...] = ()
    relations: tuple[Relation, ...] = ()
    relation_types: tuple[RelationType, ...] = ()
    politics: tuple[PoliticalAction, ...] = ()
    extra_rounds: int = 0
    conditions: tuple[NamedCondition, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    switches: Mapping[str, bool] = field(default_factory=dict)
    buy_lists: Mapping[str, tuple[UnitTypeName, ...]] = field(default_factory=dict)
    buy_list_of: Mapping[NationName, str] = field(default_factory=dict)
    purses: tuple[Purse, ...] = ()
    theatre_victories: tuple[TheatreVictory, ...] = ()
    recalls: tuple[Recall, ...] = ()
    blocks: BlockGame | None = None
    _standings: Standings = field(init=False, repr=False, compare=False)
    _outlooks: Mapping[NationName, Outlook] = field(init=False, repr=False, compare=False)
    _capitals: Mapping[NationName, tuple[TerritoryName, ...]] = field(
        init=False, repr=False, compare=False
    )
    _canals: Mapping[tuple[TerritoryName, TerritoryName], tuple[Canal, ...]] = field(
        init=False, repr=False, compare=False
    )
    _truces: Mapping[tuple[NationName, NationName], Truce] = field(
        init=False, repr=False, compare=False
    )
    _triggers: Mapping[str, Trigger] = field(init=False, repr=False, compare=False)
    _conditions: Mapping[str, NamedCondition] = field(init=False, repr=False, compare=False)
    counts_losses: bool = field(init=False, repr=False, compare=False)
    has_naval_bases: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work out once what every rule asks again and again, such as who is on whose side."""
        standings = standings_of(self.nations, self.relation_types, self.relations, self.truces)
        capitals: dict[NationName, tuple[TerritoryName, ...]] = {}
        for territory in self.territories.values():
            owner = territory.capital_of
            capitals[owner] = (*capitals.get(owner, ()), territory.name)
        object.__setattr__(self, "_standings", standings)
        object.__setattr__(self, "_outlooks", outlooks_of(self.nations, standings))
        canals: dict[tuple[TerritoryName, TerritoryName], tuple[Canal, ...]] = {}
        for canal in self.canals:
            for pair in (canal.zones, canal.zones[::-1]):
                canals[pair] = (*canals.get(pair, ()), canal)
        object.__setattr__(self, "_truces", {tuple(sorted(e.nations)): e for e in self.truces})
        object.__setattr__(self, "_capitals", capitals)
        based = any(area.naval_base for area in self.territories.values())
        object.__setattr__(self, "has_naval_bases", based)
        object.__setattr__(self, "_canals", canals)
        object.__setattr__(self, "_triggers", {entry.name: entry for entry in self.triggers})
        object.__setattr__(self, "_conditions", {entry.name: entry for entry in self.conditions})
        tests = [entry.test for entry in self.conditions]
        tests += [entry.test for entry in self.triggers]
        tests += [entry.test for entry in self.objectives]
        counts = any(isinstance(part, Destroyed) for test in tests for part in parts_of(test))
        object.__setattr__(self, "counts_losses", counts)

    def related(self, one: NationName, other: NationName, name: str, since: int) -> "Definition":
        """The same definition with another relation between two nations from a round on."""
        new = Relation(pair_of(one, other), name, since)
        kept = tuple(entry for entry in self.relations if entry.nations != new.nations)
        return replace(self, relations=(*kept, new))

    def relation(self, one: NationName, other: NationName) -> RelationType:
        """How two owners stand to each other; whoever is no nation is at war with everybody."""
        return ALLIED if one == other else self._standings.get(pair_of(one, other), WAR)

    def outlook(self, nation: NationName) -> Outlook:
        """How a nation stands to all others; like nobody's friend for whoever is no nation."""
        return self._outlooks.get(nation) or Outlook(nation)

    def relation_since(self, one: NationName, other: NationName) -> int:
        """From which round two nations stand to each other as they do; 1 from the beginning."""
        pair = pair_of(one, other)
        return next((entry.since for entry in self.relations if entry.nations == pair), 1)

    def relation_type(self, name: str) -> RelationType:
        """The type of relations of this name; KeyError without one."""
        for entry in self.relation_types:
            if entry.name == name:
                return entry
        return USUAL[name]

    def political_action(self, name: str) -> PoliticalAction | None:
        """The political action of this name."""
        return next((entry for entry in self.politics if entry.name == name), None)

    def changed(self, change: RuleChange) -> "Definition":
        """The same definition with one change; KeyError for a name that it does not hold."""
        match change.subject, change.value:
            case "unit", bool() | int() as value:
                kind = changed_unit(self.unit_types[change.name], change.fact, value)
                return replace(self, unit_types={**self.unit_types, change.name: kind})
            case "territory", int() as value:
                area = replace(self.territories[change.name], production=value)
                return replace(self, territories={**self.territories, change.name: area})
            case "nation", str() as value:
                taken = {**self.buy_list_of, change.name: value}
                return replace(self, buy_list_of=taken)._with_buyers()
            case "nation", _:
                return replace(self, restrictions=changed_bounds(self.restrictions, change))
            case "buy_list", tuple() as value:
                lists = {**self.buy_lists, change.name: value}
                return replace(self, buy_lists=lists)._with_buyers()
            case "condition", bool() as value:
                return replace(self, conditions=switched(self.conditions, change.name, value))
        raise KeyError(f"{change.subject} {change.fact}")

    def _with_buyers(self) -> "Definition":
        """What each nation may buy, by the list that it has now, in the order of the unit types."""
        lists = {nation: self.buy_lists[name] for nation, name in self.buy_list_of.items()}
        buyers = {
            nation: tuple(name for name in self.unit_types if name in lists.get(nation, before))
            for nation, before in self.buyers.items()
        }
        return replace(self, buyers=buyers)

    def trigger(self, name: str) -> Trigger:
        """The trigger of this name; KeyError without one."""
        return self._triggers[name]

    def condition(self, name: str) -> NamedCondition:
        """The condition of this name; KeyError without one."""
        return self._conditions[name]

    def nation_names(self) -> tuple[NationName, ...]:
        """All nations in turn order."""
        return tuple(nation.name for nation in self.nations)

    def rule_of(self, nation: NationName) -> NationRule:
        """What is different for a nation; an entry without any difference for most."""
        for entry in self.nation_rules:
            if entry.nation == nation:
                return entry
        return NationRule(nation)

    def alliances_of(self, nation: NationName) -> tuple[str, ...]:
        """The alliances of a nation; () for the neutral owner."""
        for entry in self.nations:
            if entry.name == nation:
                return entry.alliances
        return ()

    def side_of(self, nation: NationName) -> frozenset[NationName]:
        """The nations that are on the side of a nation, itself among them."""
        return self.outlook(nation).friends

    def is_allied(self, one: NationName, other: NationName) -> bool:
        """Whether two owners are on the same side; every nation is allied with itself."""
        return one == other or other in self.outlook(one).friends

    def is_at_war(self, one: NationName, other: NationName) -> bool:
        """Whether two owners fight; neutral owners fight whoever attacks them."""
        view = self.outlook(one)
        return one != other and other not in view.friends and other not in view.strangers

    def truce_between(self, one: NationName, other: NationName) -> Truce | None:
        """The truce that two nations begin the game with."""
        return self._truces.get((min(one, other), max(one, other)))

    def capital_of(self, nation: NationName) -> TerritoryName:
        """The capital of a nation, the first of several; "" when it has none."""
        return next(iter(self.capitals_of(nation)), "")

    def capitals_of(self, nation: NationName) -> tuple[TerritoryName, ...]:
        """All capitals of a nation, in the order of the scenario."""
        return self._capitals.get(nation, ()) if nation else ()

    def nation(self, name: NationName) -> Nation:
        """What the scenario says of a nation; raises KeyError when there is none of this name."""
        for entry in self.nations:
            if entry.name == name:
                return entry
        raise KeyError(name)

    def canals_between(self, one: TerritoryName, other: TerritoryName) -> tuple[Canal, ...]:
        """The canals on a border, in the order of the scenario."""
        return self._canals.get((one, other), ())

    def original_owner(self, territory: TerritoryName) -> NationName:
        """The owner at the start or long ago (B34); NEUTRAL for land without, "" for open sea."""
        first = self.territories[territory].first_owner
        if first:
            return first
        if territory in self.owners:
            return self.owners[territory]
        return "" if self.board.is_sea[territory] else NEUTRAL
