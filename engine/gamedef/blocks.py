"""What a block game has in its box besides board, nations and unit types.

A block is one unit of several strengths (combat value, CV); it is reduced by hits before it is
lost.  Nations of a definition are the factions at the table; countries are what the map is divided
into.

Rule: Triumph & Tragedy 2nd edition, docs/adr/0018-block-games.md.
"""

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

from engine.core.ids import NOBODY, NOWHERE, NationName, TerritoryName, UnitTypeName
from engine.gamedef.block_cards import CardRules
from engine.gamedef.block_variants import Garrison, ShortGame, TwoPlayers
from engine.gamedef.bounds import MAX_COUNT, MAX_NATIONS, MAX_STEPS, MAX_UNIT_TYPES, MAX_UNITS
from engine.gamedef.names import TECHNOLOGIES
from engine.gamedef.schema import ELSEWHERE, CountryName, Key, LandName, Positive, Rows, StepName
from engine.marks import MAX_NUMBER, Bounds, Doc, Items, OneOf
from engine.values import dataclass, field

BLOCK_OPTIONS: Final = ("ask_defender", "open_cards", "short_game", "two_players")
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
    """What a unit type is as a block; its speed is the movement of the unit type (T79)."""

    kind: Annotated[BlockKind, Doc("what it is as a target, one of the kinds of blocks")]
    firepower: Annotated[
        Mapping[BlockKind, Positive],
        Doc("by kind of target, the number at which a die hits; it cannot hit the others (T80)"),
    ] = field(default_factory=dict)
    strike: Annotated[
        Mapping[BlockKind, Positive],
        Doc("the same for a shot after which it may leave the battle at once (T84)"),
    ] = field(default_factory=dict)
    is_double_hit: Annotated[bool, Doc("every hit costs it two of its strength (T82)")] = False
    is_garrison: Annotated[bool, Doc("it is what a country raises against an invader")] = False
    first_fire: Annotated[
        BlockTechnology,
        Doc('the technology with which it acts before enemies of its type, "" for none (T182)'),
    ] = ""
    improved: Annotated[
        Mapping[BlockTechnology, Mapping[BlockKind, Positive]],
        Doc("by technology, the firepower that takes the place of the printed one (T183)"),
    ] = field(default_factory=dict)
    faster: Annotated[
        Mapping[BlockTechnology, Positive],
        Doc(
            "by technology, its movement in its own element, which is land for ground units (T183)"
        ),
    ] = field(default_factory=dict)
    home_fire: Annotated[
        BlockTechnology,
        Doc(
            "the technology with which it rolls two dice for each CV at aircraft in friendly "
            'land, "" for none (T183)'
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class BlockArea:
    """What a block game says about an area besides its owner."""

    country: Annotated[CountryName, Doc('which it belongs to, "" at sea')] = ""
    is_strait: Annotated[bool, Doc("land that ships pass through")] = False
    is_ocean: Annotated[bool, Doc("sea that costs more to enter")] = False
    city: Annotated[CitySize, Doc('`main`, `sub`, `capital_city`, `city`, `town` or ""')] = ""
    population: Annotated[int, Doc("as printed")] = 0
    muster: Annotated[int, Doc("as printed")] = 0
    resources: Annotated[int, Doc("as printed")] = 0
    overseas: Annotated[
        int, Doc("resources that come over a trade route which the black ones may not use")
    ] = 0


@dataclass(frozen=True, slots=True)
class Country:
    """A country of the map."""

    name: Annotated[CountryName, Doc("what it is called")]
    capital: Annotated[
        TerritoryName, Doc('the area whose holder holds its empty areas, "" for none')
    ] = NOWHERE
    rank: Annotated[
        Rank, Doc('`great` or `major` for a power with blocks of its own, "" for others (T94)')
    ] = ""
    faction: Annotated[
        NationName,
        Doc("the nation that a power belongs to, or joins when it is drawn into the war"),
    ] = NOBODY
    colony_of: Annotated[CountryName, Doc('the power that a colony belongs to, "" for others')] = ""
    most_strength: Annotated[
        int, Doc("the highest strength of its blocks, 0 for that of the game (T95)")
    ] = 0

    @property
    def home_of(self) -> NationName:
        """The nation that keeps its empty areas whatever happens, "" for none."""
        return self.faction if self.rank == GREAT else NOBODY


@dataclass(frozen=True, slots=True)
class Season:
    """A part of the year (T85)."""

    name: Annotated[str, Doc("what it is called")]
    steps: Annotated[
        tuple[StepName, ...],
        Doc(
            "its steps in the sequence, written for the first nation, the second one and so "
            "on of the printed order; the order of the year says who takes which"
        ),
    ]
    is_homebound: Annotated[
        bool,
        Doc(
            "its steps belong to the nation that is written there, which may move only "
            "within its home; every card is of this season then (T91, T92)"
        ),
    ] = False
    checks_blockade: Annotated[bool, Doc("routes that are shut at its end are marked (T223)")] = (
        False
    )


@dataclass(frozen=True, slots=True)
class BlockWave:
    """Blocks that a power sends in a year, counted from 1."""

    year: Annotated[int, Bounds(1, MAX_COUNT)]
    units: Annotated[tuple[Garrison, ...], Items(MAX_UNITS)]


@dataclass(frozen=True, slots=True)
class Faction:
    """What a nation begins with, and what a factory costs it."""

    name: Annotated[NationName, Doc("the nation")]
    industry: Annotated[int, Doc("its IND (T109)")]
    factory_costs: Annotated[
        tuple[Positive, ...],
        Items(MAX_COUNT, least=1),
        Doc(
            "in factories on cards, the dearest first; each declaration of war that it "
            "suffers takes it one further (T140, T229)"
        ),
    ]


@dataclass(frozen=True, slots=True)
class WarEntry:
    """A power that stands aside until it is attacked, and joins a nation at once then (T171)."""

    country: Annotated[CountryName, Doc("the power; its `faction` is the nation that it joins")]
    attacker: Annotated[NationName, Doc("the only nation that may violate its neutrality")]
    outpost: Annotated[
        CountryName, Doc("a country that draws it in when an enemy of its nation enters")
    ]
    forces: Annotated[
        tuple[Garrison, ...],
        Items(MAX_UNITS),
        Doc("the blocks that stand there when it joins (T164)"),
    ]
    waves: Annotated[
        tuple[BlockWave, ...],
        Items(MAX_COUNT),
        Doc(
            "the blocks that follow year by year (T168); the first come at once when it is "
            "attacked (T171)"
        ),
    ] = ()
    opinion: Annotated[
        tuple[Annotated[int, Bounds(1, MAX_COUNT)], ...],
        Doc("years, counted from 1, at whose start its nation gains a marker (T166)"),
    ] = ()


@dataclass(frozen=True, slots=True)
class BlockGame:
    """Everything that only a block game has."""

    types: Annotated[
        Mapping[UnitTypeName, BlockType],
        Key("units"),
        Rows("name"),
        Items(MAX_UNIT_TYPES),
        Doc("every unit type as a block, in the order of fire (T81)"),
    ]
    areas: Annotated[Mapping[TerritoryName, BlockArea], Doc("facts of every area")]
    border_kinds: Annotated[
        Mapping[tuple[TerritoryName, TerritoryName], str],
        ELSEWHERE,
        Doc("the kind of every border, by its pair of names in sorted order"),
    ]
    border_limits: Annotated[
        Mapping[str, Annotated[int, Bounds(0, MAX_COUNT)]],
        Items(MOST_BORDER_KINDS),
        Doc("ground units that may engage, disengage or retreat over a border of a kind (T46)"),
    ]
    countries: Annotated[
        Mapping[CountryName, Country], Rows("name"), Items(_MOST_COUNTRIES), Doc("by name")
    ]
    seasons: Annotated[tuple[Season, ...], Items(MAX_STEPS), Doc("the year")]
    turn_orders: Annotated[
        tuple[tuple[NationName, ...], ...],
        Items(MAX_NUMBER),
        Doc("by the faces of the die of the year, the order for a 1 first"),
    ]
    printed: Annotated[tuple[NationName, ...], Doc("the order that the sequence is written for")]
    emergency: Annotated[
        Mapping[NationName, int], Doc("units that a nation moves without a card (T3)")
    ]
    most_command: Annotated[Positive, Doc("the highest command value of a card")]
    most_strength: Annotated[
        Positive, Doc("the highest strength of a block, where its country says nothing else (T95)")
    ]
    ocean_cost: Annotated[Positive, Doc("movement points to enter an ocean (T9)")]
    convoy_speed: Annotated[Positive, Doc("movement points of ground units at sea (T20)")]
    invaders: Annotated[Positive, Doc("convoys that may land over one border (T49)")]
    invaders_equipped: Annotated[Positive, Doc("the same with the landing technology")]
    deployments: Annotated[
        Mapping[NationName, Mapping[LandName, Annotated[int, Bounds(1, MAX_COUNT)]]],
        Doc("cadres whose type the nation chooses when the game begins, by nation and area"),
    ]
    garrisons: Annotated[
        tuple[Garrison, ...], Items(MAX_UNITS), Doc("blocks that stand there already")
    ]
    war_entries: Annotated[
        tuple[WarEntry, ...],
        Items(_MOST_COUNTRIES),
        Doc("powers that join a nation when they are attacked"),
    ] = ()
    factions: Annotated[
        Mapping[NationName, Faction],
        Rows("name"),
        Items(MAX_NATIONS),
        Doc("by nation, its industry and its costs"),
    ] = field(default_factory=dict)
    box: Annotated[
        Mapping[CountryName, Mapping[UnitTypeName, Annotated[int, Bounds(0, MAX_COUNT)]]],
        Doc(
            "by country, how many blocks of each type there are; a country that is not named "
            "has as many as it wants (T96)"
        ),
    ] = field(default_factory=dict)
    cape: Annotated[
        tuple[TerritoryName, ...],
        Doc("two seas between which only resources that are printed for it may pass (T225)"),
    ] = ()

    cards: Annotated[
        CardRules | None, Doc("its cards; without them every command has a value only")
    ] = None
    short_game: Annotated[
        ShortGame | None, Doc("how it begins in a later year, with the option of that name")
    ] = None
    two_players: Annotated[
        TwoPlayers | None, Doc("how two play it, with the option of that name")
    ] = None

    def command_cards(self, season: str) -> dict[str, int]:
        """The letters of the Command cards of a season, with their values (T130, T186)."""
        cards = self.cards.action if self.cards is not None else ()
        return {card.letter: card.value for card in cards if card.season == season}

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
