"""What is in one territory and what lies around it (B10, B11, B23, B34, B259)."""

from collections.abc import Iterable, Iterator

from engine.core.ids import NEUTRAL, NO_TYPE, NationName, TerritoryName, UnitId, UnitTypeName
from engine.core.unit import Unit
from engine.core.words import BattleKind
from engine.gamedef import Canal, Definition, State
from engine.grammar.names import NameMatch, find_name
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.common.relations import is_impassable, is_sea, owner_of, relation_of, type_of
from engine.values import dataclass
from engine.view.words import type_words


@dataclass(frozen=True, slots=True)
class NeighbourView:
    """A neighbouring territory; owner NEUTRAL for unowned land, "" for open sea.

    border: in block games the kind of the border with its limit, else "".
    """

    name: TerritoryName
    is_sea: bool
    is_impassable: bool
    owner: NationName
    border: str = ""


@dataclass(frozen=True, slots=True)
class CanalView:
    """A canal that touches the territory, as one of its zones or of the lands beside it.

    open_to: nations whose side holds every land, in turn order.  Land conquered in the turn
      under way opens no canal before the next turn (B21), which is not counted here.
    free_types: units that may always pass, besides aircraft.
    closed_in_combat: whether it is open only in the non-combat move.
    bound_aircraft: aircraft that may pass only as ships do.
    """

    name: str
    zones: tuple[TerritoryName, TerritoryName]
    lands: tuple[TerritoryName, ...]
    open_to: tuple[NationName, ...]
    free_types: tuple[UnitTypeName, ...] = ()
    closed_in_combat: bool = False
    bound_aircraft: tuple[UnitTypeName, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """Like units of one owner.

    hits, damage: of each of them.  aboard: type of the ship that carries them, "" for none.
    units: their identities, in order; moved: how many of them have moved in this turn.
    strength: of each of them, 0 for units that are not blocks; escaped: submarines that have
      slipped out of a battle of blocks.
    country: of blocks that are not of the great power of their nation, "" for others.
    """

    owner: NationName
    type: UnitTypeName
    hits: int
    damage: int
    aboard: UnitTypeName
    units: tuple[UnitId, ...]
    moved: int
    strength: int = 0
    escaped: bool = False
    country: str = ""

    @property
    def label(self) -> str:
        """The type for people, with the strength of blocks."""
        words = type_words(self.type)
        words = f"{words} of {self.strength} CV" if self.strength else words
        words = f"{words} ({self.country})" if self.country else words
        return f"{words}, escaped" if self.escaped else words

    @property
    def count(self) -> int:
        """How many they are."""
        return len(self.units)


@dataclass(frozen=True, slots=True)
class TerritoryView:
    """One territory.

    owner: NEUTRAL for unowned land, "" for open sea; original_owner: the same at the start.
    production: PUs a turn, and the limit of a factory there.
    is_conquered: it changed hands in the turn under way.
    groups: units by owner in turn order, then by type in the order of the buy list.
    battles: kinds of the battles that wait to be fought there.
    facts: what a block game says about the area, in words.
    """

    name: TerritoryName
    is_sea: bool
    is_impassable: bool
    owner: NationName
    original_owner: NationName
    production: int
    capital_of: NationName
    victory_cities: int
    has_factory: bool
    is_conquered: bool
    neighbours: tuple[NeighbourView, ...]
    canals: tuple[CanalView, ...]
    groups: tuple[UnitGroup, ...]
    battles: tuple[str, ...]
    facts: tuple[str, ...] = ()

    @property
    def is_capital(self) -> bool:
        """Whether a nation has its capital there; in a block game its main one."""
        return bool(self.capital_of) or _MAIN_CAPITAL in self.facts

    @property
    def is_city(self) -> bool:
        """Whether it is a victory city; in a block game a sub-capital."""
        return bool(self.victory_cities) or _SUB_CAPITAL in self.facts


def find_territory(definition: Definition, text: str) -> NameMatch:
    """The territory that a player means, or the likeliest ones."""
    return find_name(text, definition.board.territories)


def territory_view(state: State, name: TerritoryName) -> TerritoryView:
    """Everything there is to see in a territory; raises KeyError for an unknown name."""
    definition = state.definition
    facts = definition.board.territories[name]
    there = state.units_in(name)
    return TerritoryView(
        name=name,
        is_sea=facts.is_sea,
        is_impassable=facts.is_impassable,
        owner=owner_of(state, name),
        original_owner=definition.original_owner(name),
        production=facts.production,
        capital_of=facts.capital_of,
        victory_cities=facts.victory_cities,
        has_factory=any(type_of(state, unit).production.is_factory for unit in there),
        is_conquered=name in state.turn.conquered,
        neighbours=tuple(
            _neighbour(state, name, other) for other in definition.board.neighbours(name)
        ),
        canals=tuple(
            _canal(state, canal)
            for canal in definition.board.canals
            if name in canal.zones or name in canal.lands
        ),
        groups=unit_groups(state, there),
        battles=tuple(kind for place, kind in battles_to_fight(state) if place == name),
        facts=_facts(state, name),
    )


def is_face_up(state: State, owner: NationName, viewer: NationName) -> bool:
    """Whether a nation sees more of an owner's units than their number: not of others' blocks.

    viewer: "" for somebody who plays no nation.  Blocks of neutral countries lie face up.
    """
    return state.blocks is None or owner in {viewer, NEUTRAL}


def battles_to_fight(state: State) -> tuple[tuple[TerritoryName, BattleKind], ...]:
    """Pairs (territory, kind) of the battles that wait to be fought (B180)."""
    pending = tuple((battle.territory, battle.kind) for battle in state.battles)
    if state.blocks is None:
        return pending
    # Late: the rules of block games take as long to load as all other views together.
    from engine.view.block_battles import commanded_battles  # noqa: PLC0415

    return (*pending, *((place, "battle") for place in commanded_battles(state)))


def unit_groups(state: State, units: Iterable[Unit]) -> tuple[UnitGroup, ...]:
    """Units grouped by owner, type, damage and ship.

    This is what a reader wants to tell apart, not what the rules do (`Unit.likeness`): units that
    have moved stay in their row and are counted.
    """
    moves = state.blocks.turn.moves if state.blocks is not None else {}
    piles: dict[
        tuple[NationName, UnitTypeName, int, int, UnitTypeName, int, bool, str], list[Unit]
    ] = {}
    for unit in units:
        ship = state.units.get(unit.carried_by) if unit.carried_by is not None else None
        aboard = ship.type if ship else NO_TYPE
        key = (
            unit.owner,
            unit.type,
            unit.hits,
            unit.damage,
            aboard,
            -unit.strength,
            unit.escaped,
            _other_country(state, unit),
        )
        piles.setdefault(key, []).append(unit)
    nations = {name: place for place, name in enumerate(state.definition.politics.nation_names)}
    types = {name: place for place, name in enumerate(state.definition.unit_types)}
    return tuple(
        UnitGroup(
            *key[:5],
            tuple(unit.id for unit in pile),
            sum(unit.moved > 0 or unit.id in moves for unit in pile),
            -key[5],
            key[6],
            key[7],
        )
        for key, pile in sorted(
            piles.items(),
            key=lambda entry: (
                nations.get(entry[0][0], len(nations)),
                types[entry[0][1]],
                entry[0][2:],
            ),
        )
    )


def _other_country(state: State, unit: Unit) -> str:
    """The country of a block of a lesser power of its nation; "" for all others."""
    game = state.definition.blocks
    if game is None or unit.owner == NEUTRAL or not unit.country:
        return ""
    return "" if unit.country == game.great_power_of(unit.owner) else unit.country


def _neighbour(state: State, here: TerritoryName, name: TerritoryName) -> NeighbourView:
    game = state.definition.blocks
    border = ""
    if game is not None and game.border_kind(here, name) in game.border_limits:
        kind = game.border_kind(here, name)
        border = f"{kind}, {game.border_limits[kind]}"
    return NeighbourView(
        name, is_sea(state, name), is_impassable(state, name), owner_of(state, name), border
    )


_MAIN_CAPITAL = "main capital"
_SUB_CAPITAL = "sub-capital"
_CITIES = {"main": _MAIN_CAPITAL, "sub": _SUB_CAPITAL}


def _facts(state: State, name: TerritoryName) -> tuple[str, ...]:
    """What a block game says about an area."""
    if state.definition.blocks is None:
        return ()
    area = state.definition.blocks.areas[name]
    words = {
        area.country: bool(area.country),
        "strait": area.is_strait,
        "ocean": area.is_ocean,
        _CITIES.get(area.city, area.city).replace("_", " "): bool(area.city),
        f"population {area.population}": bool(area.population),
        f"muster {area.muster}": bool(area.muster),
        f"resources {area.resources}": bool(area.resources),
        f"overseas {area.overseas}": bool(area.overseas),
    }
    told = tuple(text for text, is_so in words.items() if is_so)
    return (*told, *_markers(state, area.country, name))


def _canal(state: State, canal: Canal) -> CanalView:
    definition = state.definition
    owners = [owner_of(state, land) for land in canal.lands]
    open_to = tuple(
        nation
        for nation in definition.politics.nation_names
        if all(relation_of(state, nation, owner).opens_canals for owner in owners)
    )
    return CanalView(
        canal.name,
        canal.zones,
        canal.lands,
        open_to,
        canal.free_types,
        canal.closed_in_combat,
        canal.bound_aircraft,
    )


def _markers(state: State, country: str, place: TerritoryName) -> Iterator[str]:
    """What influence and blockades say of an area, in words."""
    position = position_of(state)
    held = position.influence.get(country)
    if held is not None:
        markers = "1 marker" if held.markers == 1 else f"{held.markers} markers"
        yield f"{markers} of {held.nation}"
    for nation, violated in position.violated:
        if violated == country:
            yield f"violated by {nation}"
    if country in position.satellites and game_of(state).countries[country].capital == place:
        yield f"satellite of {position.satellites[country]}"
    if place in position.blockades:
        yield "blockaded in summer"
