"""Random orders and random definitions with awkward names, for property tests."""

from dataclasses import replace

from hypothesis import strategies as st

from engine.core.board import sorted_borders
from engine.core.pick import Pick
from engine.gamedef import Definition, Nation, Territory, UnitType
from engine.gamedef.board import GameBoard
from engine.gamedef.economy import Economy
from engine.gamedef.politics import Politics
from engine.gamedef.technology import Technology
from engine.gamedef.treasuries import RegionalTreasury
from engine.orders.allocate import Allocate
from engine.orders.bombard import Bombard
from engine.orders.buy import Buy
from engine.orders.done import Done
from engine.orders.fight import Fight
from engine.orders.fire_rocket import FireRocket
from engine.orders.form import Order
from engine.orders.hit_first import HitFirst
from engine.orders.intercept import Intercept
from engine.orders.kamikaze import Kamikaze
from engine.orders.land_aircraft import LandAircraft
from engine.orders.lose import Lose
from engine.orders.move import Move
from engine.orders.place import Place
from engine.orders.press import Press
from engine.orders.recall import Recall
from engine.orders.repair import Repair
from engine.orders.research import Research
from engine.orders.resign import Resign
from engine.orders.retreat import Retreat
from engine.orders.scramble import Scramble
from engine.orders.submerge import Submerge

AWKWARD = (
    "from",
    "nothing",
    "up",
    "raid",
    "raid Moscow",
    "aboard",
    "3",
    "3 Moscow",
    "#12",
    "A: B",
    "A > B",
    "A, B",
    'say "hi"',
    "back\\slash",
    "no",
    "always",
    " lead",
    "trail ",
    "two  gaps",
    "Hungary-Romania",
    "Archangel'sk",
    "A->B",
    "A → B",
    "„Ö“",
    "x",
    "2x",
    "Straße",
    "STRASSE",
    "A &gt; B",
    "and",
    "2 and 3",
)

_letters = st.characters(exclude_categories=("Cs", "Cc", "Cf", "Co", "Cn", "Zl", "Zp"))
names = st.sampled_from(AWKWARD) | st.text(_letters, min_size=1, max_size=12)


def any_picks(
    types: st.SearchStrategy[str], owners: st.SearchStrategy[str], *, least: int = 1
) -> st.SearchStrategy[tuple[Pick, ...]]:
    """Choices of units, some with owner and some with exact units."""
    numbers = st.lists(st.integers(1, 9999), min_size=1, max_size=3, unique=True)
    counted = st.builds(Pick, st.integers(1, 9), types, owners)
    exact = st.builds(
        lambda kind, owner, units: Pick(len(units), kind, owner, tuple(units)),
        types,
        owners,
        numbers,
    )
    return st.lists(counted | exact, min_size=least, max_size=3).map(tuple)


def orders_of(
    places: st.SearchStrategy[str],
    types: st.SearchStrategy[str],
    owners: st.SearchStrategy[str],
    technologies: st.SearchStrategy[str],
) -> st.SearchStrategy[Order]:
    """Orders of every kind with these names."""
    owner = st.just("") | owners
    some, any_number = any_picks(types, owner), any_picks(types, owner, least=0)
    bought = st.lists(st.tuples(types, st.integers(1, 99)), max_size=3).map(tuple)
    path = st.lists(places, min_size=2, max_size=5).map(tuple)
    aboard = st.lists(st.tuples(st.integers(1, 99), st.integers(1, 9)), max_size=4).map(tuple)
    goal = st.just("") | places
    return st.one_of(
        st.builds(Research, st.just("") | technologies, st.integers(1, 9)),
        st.builds(Buy, bought),
        st.builds(Move, some, path, st.booleans(), aboard),
        st.builds(Fight, places, st.booleans()),
        st.builds(Lose, places, some),
        st.builds(HitFirst, places, owners),
        st.builds(Retreat, places, goal),
        st.builds(Press, places),
        st.builds(Submerge, places, any_number),
        st.builds(Bombard, places, any_number),
        st.builds(Intercept, places, any_number),
        st.builds(Scramble, places, any_number),
        st.builds(Kamikaze, places, any_number),
        st.builds(FireRocket, places, goal),
        st.builds(FireRocket, places, places, types),
        st.builds(LandAircraft, places, some, goal),
        st.builds(Repair, places, st.integers(1, 999)),
        st.builds(Allocate, places, st.integers(1, 999)),
        st.just(Recall()),
        st.just(Resign()),
        st.builds(Place, some, places, goal),
        st.just(Done()),
    )


def any_orders() -> st.SearchStrategy[Order]:
    """Orders with any names."""
    return orders_of(names, names, names, names)


def definition_with(
    places: list[str], types: list[str], nations: list[str], technologies: list[str]
) -> Definition:
    """A definition whose things have these names."""
    return Definition(
        name="awkward",
        version="1",
        ruleset="axis_and_allies",
        board=GameBoard(
            dict.fromkeys(places, False),
            sorted_borders([]),
            {name: Territory(name) for name in places},
        ),
        politics=Politics(tuple(Nation(name, (name,)) for name in nations)),
        unit_types={name: UnitType(name) for name in types},
        sequence=(),
        economy=Economy(
            treasuries=tuple(RegionalTreasury(nations[0], name, ()) for name in places)
        ),
        technology=Technology(tuple(technologies)),
    )


@st.composite
def definitions_and_orders(draw: st.DrawFn) -> tuple[Definition, Order]:
    """A definition with awkward names and an order that uses them."""
    pools = [
        draw(st.lists(names, min_size=size, max_size=size + 6, unique=True))
        for size in (2, 1, 1, 1)
    ]
    definition = definition_with(*pools)
    order = draw(orders_of(*(st.sampled_from(pool) for pool in pools)))
    if isinstance(order, Move) and not order.picks:
        order = replace(order, picks=(Pick(1, pools[1][0]),))
    return definition, order
