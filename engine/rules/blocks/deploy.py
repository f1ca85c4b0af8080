"""The choice of the cadres with which a nation begins.

Source: checklist 3.1, Setup; rule book 5.0, 11.2 and 18.0 (T96, T110, T125, T250): it says how many
cadres (blocks of strength 1) are in an area; the nation chooses their types.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.events.blocks import BlocksPlaced
from engine.core.ids import TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.gamedef import State
from engine.orders.place import Place
from engine.rules.blocks.areas import can_stand, game_of
from engine.rules.blocks.box import box_left
from engine.rules.blocks.cadres import check_box, check_new_blocks, new_cadres
from engine.rules.blocks.variants import two_players_of
from engine.rules.common.frame import Events


def cadres_left(state: State) -> dict[TerritoryName, int]:
    """Cadres of the nation on turn still to be placed, by area; areas without any are absent."""
    game = game_of(state)
    left: dict[TerritoryName, int] = {}
    for place, count in game.deployments.get(state.nation, {}).items():
        here = [unit for unit in state.units_in(place) if unit.owner == state.nation]
        stood = [one for one in game.garrisons if one.territory == place]
        rest = count - (len(here) - len(stood))
        if rest > 0:
            left[place] = rest
    return left


def cadre_choices(state: State) -> dict[TerritoryName, dict[UnitTypeName, int]]:
    """How many cadres of each type an area can still take, by area and type (T17, T96).

    Not more than are still to be placed there and than the box of their country holds; types of
    which there can be none are absent.
    """
    choices: dict[TerritoryName, dict[UnitTypeName, int]] = {}
    for place, room in cadres_left(state).items():
        country = _builder(state, place)
        for name in game_of(state).types:
            if not can_stand(state, name, place) or _must_be_fortress(state, name, place):
                continue
            have = box_left(state, country, name)
            most = room if have is None else min(room, have - _kept(state, name, place))
            if most > 0:
                choices.setdefault(place, {})[name] = most
    return choices


def check_deploy(state: State, order: Place) -> tuple[Illegal, ...]:
    """Every reason against placing cadres."""
    place = order.territory
    reasons: list[Illegal] = []
    left = cadres_left(state).get(place, 0)
    wanted = sum(pick.count for pick in order.picks)
    if wanted > left:
        text = f"{_cadres_to_place(left, place)}, not {wanted}"
        reasons.append(Illegal("no-cadres-left", text, "", place))
    reasons += check_new_blocks(
        state, order, lambda name, count: _not_here(state, name, count, place) if left else ()
    )
    return (*reasons, *check_box(state, _builder(state, place), order))


def _not_here(
    state: State, name: UnitTypeName, count: int, place: TerritoryName
) -> Iterator[Illegal]:
    """Why so many cadres of a type are not for an area where some are still to be placed."""
    kept = _kept(state, name, place)
    have = box_left(state, _builder(state, place), name)
    if not can_stand(state, name, place):
        text = f"{name} cannot stand in {place}, which has no coast"
        yield Illegal("no-coast", text, "T17", place)
    elif _must_be_fortress(state, name, place):
        text = f"for two players the cadres in {place} are fortresses"
        yield Illegal("fortress-only", text, "T250", place)
    elif kept and have is not None and count > have - kept:
        text = f"the box keeps {kept} {name} for areas that take nothing else"
        yield Illegal("fortress-kept", text, "T250", place)


def _builder(state: State, place: TerritoryName) -> str:
    """The country of cadres in an area where some are still to be placed."""
    return game_of(state).power_at(state.nation, place) if place in game_of(state).areas else ""


def _must_be_fortress(state: State, name: UnitTypeName, place: TerritoryName) -> bool:
    """Whether two players can have no cadre of a type there (T250)."""
    variant = two_players_of(state.definition)
    is_fortified = variant is not None and place in variant.fortified
    return is_fortified and not game_of(state).types[name].is_garrison


def _kept(state: State, name: UnitTypeName, place: TerritoryName) -> int:
    """Blocks in the box that other areas need, where nothing else can be placed (T96, T250)."""
    country = _builder(state, place)
    variant = two_players_of(state.definition)
    if variant is None or not game_of(state).types[name].is_garrison:
        return 0
    due = cadres_left(state).items()
    return sum(
        count
        for other, count in due
        if other != place and other in variant.fortified and _builder(state, other) == country
    )


def resolve_deploy(state: State, order: Place) -> Events:
    """New blocks of strength 1."""
    units = new_cadres(state, order.picks, order.territory)
    return (BlocksPlaced(state.nation, order.territory, units),)


def legal_deploy(state: State, territory: TerritoryName | None) -> Iterator[Place]:
    """One cadre of every type in every area."""
    for place in cadres_left(state):
        if territory in {None, place}:
            for name in game_of(state).types:
                order = Place((Pick(1, name),), place)
                if not check_deploy(state, order):
                    yield order


def check_deployed(state: State) -> tuple[Illegal, ...]:
    """All cadres must be placed before the game goes on."""
    return tuple(
        Illegal("cadres-left", _cadres_to_place(count, place), "", place)
        for place, count in cadres_left(state).items()
    )


def _cadres_to_place(count: int, place: TerritoryName) -> str:
    cadres = "1 cadre is" if count == 1 else f"{count} cadres are"
    return f"{cadres} still to be placed in {place}"
