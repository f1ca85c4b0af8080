"""What a block game has in its box besides board, nations and unit types.

A block is one unit of several strengths (combat value, CV); it is reduced by hits before it is
lost.  Nations of a definition are the factions at the table; countries are what the map is divided
into.

Rule: Triumph & Tragedy 2nd edition, docs/adr/0018-block-games.md.
"""

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

from engine.core.ids import NOBODY, NationName, TerritoryName, UnitTypeName
from engine.gamedef.bounds import (
    MAX_COUNT,
    MAX_NATIONS,
    MAX_NUMBER,
    MAX_STEPS,
    MAX_UNIT_TYPES,
    MAX_UNITS,
)
from engine.gamedef.names import TECHNOLOGIES
from engine.gamedef.schema import (
    ELSEWHERE,
    Bounds,
    CountryName,
    Items,
    Key,
    LandName,
    OneOf,
    Positive,
    Rows,
    StepName,
)
from engine.values import dataclass, field

BLOCK_OPTIONS: Final = ("ask_defender",)
"""The options that the rules of block games read."""

AIR: Final = "air"
NAVAL: Final = "naval"
GROUND: Final = "ground"
UNDERSEA: Final = "undersea"

KINDS: Final = (AIR, NAVAL, GROUND, UNDERSEA)
"""What a block is, and what a shot is aimed at (T80)."""

INDUSTRY: Final = "industry"
"""What strategic bombing is aimed at (T214)."""

BlockKind: TypeAlias = Annotated[str, OneOf(KINDS, "a kind of block")]

BlockTechnology: TypeAlias = Annotated[str, OneOf(("", *TECHNOLOGIES), "a technology")]

GREAT: Final = "great"
MAJOR: Final = "major"
Rank: TypeAlias = Annotated[str, OneOf(("", GREAT, MAJOR), "a rank of a power")]

CITIES: Final = ("main", "sub", "capital_city", "city", "town")
CitySize: TypeAlias = Annotated[str, OneOf(CITIES, "a city")]

_MOST_COUNTRIES: Final = 200
MOST_BORDER_KINDS: Final = 50


@dataclass(frozen=True, slots=True)
class BlockType:
    """What a unit type is as a block; its speed is the movement of the unit type (T79).

    kind: one of KINDS.
    firepower: by kind of target, the number at which a die hits; 0 or absent: it cannot (T80).
    strike: the same for a shot after which it may leave the battle at once (T84).
    is_double_hit: every hit costs it two of its strength (T82).
    is_garrison: what a country raises against an invader.
    first_fire: the technology with which it acts before enemies of its type, "" for none (T182).
    improved: by technology, the firepower that takes the place of the printed one (T183).
    faster: by technology, its movement in its own element, which is land for ground units (T183).
    home_fire: the technology with which it rolls two dice for each CV at aircraft in friendly land,
      "" for none (T183).
    """

    kind: BlockKind
    firepower: Mapping[BlockKind, Positive] = field(default_factory=dict)
    strike: Mapping[BlockKind, Positive] = field(default_factory=dict)
    is_double_hit: bool = False
    is_garrison: bool = False
    first_fire: BlockTechnology = ""
    improved: Mapping[BlockTechnology, Mapping[BlockKind, Positive]] = field(default_factory=dict)
    faster: Mapping[BlockTechnology, Positive] = field(default_factory=dict)
    home_fire: BlockTechnology = ""


@dataclass(frozen=True, slots=True)
class BlockArea:
    """What a block game says about an area besides its owner.

    country: which it belongs to, "" at sea.
    is_strait: land that ships pass through; is_ocean: sea that costs more to enter.
    city: ``"main"``, ``"sub"``, ``"capital_city"``, ``"city"``, ``"town"`` or "".
    population, muster, resources: as printed; overseas: resources that come over a trade route
    which the black ones may not use.
    """

    country: CountryName = ""
    is_strait: bool = False
    is_ocean: bool = False
    city: CitySize = ""
    population: int = 0
    muster: int = 0
    resources: int = 0
    overseas: int = 0


@dataclass(frozen=True, slots=True)
class Country:
    """A country of the map.

    capital: the area whose holder holds its empty areas, "" for none.
    rank: ``"great"`` or ``"major"`` for a power with blocks of its own, "" for others (T94).
    faction: the nation that a power belongs to, or joins when it is drawn into the war.
    colony_of: the power that a colony belongs to, "" for others.
    most_strength: the highest strength of its blocks, 0 for that of the game (T95).
    """

    name: CountryName
    capital: TerritoryName = ""
    rank: Rank = ""
    faction: NationName = NOBODY
    colony_of: CountryName = ""
    most_strength: int = 0

    @property
    def home_of(self) -> NationName:
        """The nation that keeps its empty areas whatever happens, "" for none."""
        return self.faction if self.rank == GREAT else NOBODY


@dataclass(frozen=True, slots=True)
class Season:
    """A part of the year (T85).

    steps: names of its steps in the sequence.  They are written for the first nation, the second
    one and so on of the printed order; the order of the year says who takes which.
    is_homebound: its steps belong to the nation that is written there, which may move only within
    its home; every card is of this season then (T91, T92).
    cards: the letters of its Command cards, with their values (T130, T186).
    checks_blockade: whether routes that are shut at its end are marked (T223).
    """

    name: str
    steps: tuple[StepName, ...]
    is_homebound: bool = False
    cards: Annotated[Mapping[str, Positive], Items(MAX_COUNT)] = field(default_factory=dict)
    checks_blockade: bool = False


@dataclass(frozen=True, slots=True)
class Garrison:
    """A block that stands on the board when the game begins (T111)."""

    nation: NationName
    territory: Annotated[TerritoryName, Key("area")]
    type: Annotated[UnitTypeName, Key("unit")]
    strength: Positive


@dataclass(frozen=True, slots=True)
class Wave:
    """Blocks that a power sends in a year, counted from 1."""

    year: Annotated[int, Bounds(1, MAX_COUNT)]
    units: Annotated[tuple[Garrison, ...], Items(MAX_UNITS)]


@dataclass(frozen=True, slots=True)
class Faction:
    """What a nation begins with, and what a factory costs it.

    industry: its IND (T109).
    factory_costs: in factories on cards, the dearest first; each declaration of war that it
    suffers takes it one further (T140, T229).
    """

    name: NationName
    industry: int
    factory_costs: Annotated[tuple[Positive, ...], Items(MAX_COUNT, least=1)]


@dataclass(frozen=True, slots=True)
class WarEntry:
    """A power that stands aside until it is attacked, and joins a nation at once then (T171).

    country: the power; its `faction` is the nation that it joins.
    attacker: the only nation that may violate its neutrality.
    outpost: a country that draws it in when an enemy of its nation enters.
    forces: the blocks that stand there when it joins (T164).
    waves: the blocks that follow year by year (T168); the first come at once when it is attacked
    (T171).
    opinion: years, counted from 1, at whose start its nation gains a marker (T166).
    """

    country: CountryName
    attacker: NationName
    outpost: CountryName
    forces: Annotated[tuple[Garrison, ...], Items(MAX_UNITS)]
    waves: Annotated[tuple[Wave, ...], Items(MAX_COUNT)] = ()
    opinion: tuple[Annotated[int, Bounds(1, MAX_COUNT)], ...] = ()


@dataclass(frozen=True, slots=True)
class BlockGame:
    """Everything that only a block game has.

    types: every unit type as a block, in the order of fire (T81).
    areas: facts of every area.
    border_kinds: the kind of every border, by its pair of names in sorted order.
    border_limits: ground units that may engage, disengage or retreat over a border of a kind (T46).
    countries: by name; seasons: the year.
    turn_orders: by the faces of the die of the year, the order for a 1 first.
    printed: the order that the sequence is written for.
    emergency: units that a nation moves without a card (T3).
    most_command: the highest command value of a card.
    most_strength: the highest strength of a block, where its country says nothing else (T95).
    ocean_cost: movement points to enter an ocean (T9).
    convoy_speed: of ground units at sea (T20).
    invaders, invaders_equipped: convoys that may land over one border (T49), without and with the
      landing technology.
    deployments: cadres whose type the nation chooses when the game begins, by nation and area.
    garrisons: blocks that stand there already.
    war_entries: powers that join a nation when they are attacked.
    factions: by nation, its industry and its costs.
    box: by country, how many blocks of each type there are; a country that is not named has as
    many as it wants (T96).
    cape: two seas between which only resources that are printed for it may pass (T225).
    """

    types: Annotated[
        Mapping[UnitTypeName, BlockType], Key("units"), Rows("name"), Items(MAX_UNIT_TYPES)
    ]
    areas: Mapping[TerritoryName, BlockArea]
    border_kinds: Annotated[Mapping[tuple[TerritoryName, TerritoryName], str], ELSEWHERE]
    border_limits: Annotated[
        Mapping[str, Annotated[int, Bounds(0, MAX_COUNT)]], Items(MOST_BORDER_KINDS)
    ]
    countries: Annotated[Mapping[CountryName, Country], Rows("name"), Items(_MOST_COUNTRIES)]
    seasons: Annotated[tuple[Season, ...], Items(MAX_STEPS)]
    turn_orders: Annotated[tuple[tuple[NationName, ...], ...], Items(MAX_NUMBER)]
    printed: tuple[NationName, ...]
    emergency: Mapping[NationName, int]
    most_command: Positive
    most_strength: Positive
    ocean_cost: Positive
    convoy_speed: Positive
    invaders: Positive
    invaders_equipped: Positive
    deployments: Mapping[NationName, Mapping[LandName, Annotated[int, Bounds(1, MAX_COUNT)]]]
    garrisons: Annotated[tuple[Garrison, ...], Items(MAX_UNITS)]
    war_entries: Annotated[tuple[WarEntry, ...], Items(_MOST_COUNTRIES)] = ()
    factions: Annotated[Mapping[NationName, Faction], Rows("name"), Items(MAX_NATIONS)] = field(
        default_factory=dict
    )
    box: Mapping[CountryName, Mapping[UnitTypeName, Annotated[int, Bounds(0, MAX_COUNT)]]] = field(
        default_factory=dict
    )
    cape: tuple[TerritoryName, ...] = ()

    def border_kind(self, one: TerritoryName, other: TerritoryName) -> str:
        """The kind of a border; raises KeyError where the two areas do not touch."""
        return self.border_kinds[min(one, other), max(one, other)]

    def season_of(self, step: str) -> Season | None:
        """The season that a step of the sequence belongs to; None for a step outside the year."""
        for season in self.seasons:
            if step in season.steps:
                return season
        return None

    def great_power_of(self, nation: NationName) -> CountryName:
        """The great power of a nation; StopIteration for a nation without one."""
        return next(name for name, one in self.countries.items() if one.home_of == nation)

    def power_at(self, nation: NationName, place: TerritoryName) -> CountryName:
        """The country of a block that a nation raises in an area (T110, T122, T124, T152).

        In the home land and the colonies of one of its powers it is that power, elsewhere its great
        power.
        """
        country = self.countries.get(self.areas[place].country)
        if country is not None and country.colony_of:
            country = self.countries[country.colony_of]
        if country is not None and country.rank and country.faction == nation:
            return country.name
        return self.great_power_of(nation)

    def most_strength_of(self, country: CountryName) -> int:
        """The highest strength of a block of a country (T95)."""
        found = self.countries.get(country)
        return (found.most_strength if found is not None else 0) or self.most_strength
