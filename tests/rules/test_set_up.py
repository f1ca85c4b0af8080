"""What is in the box: saving and loading, options, units, prices, the start position.

Sections 2, 3, 4, 6 and 7 of the rule book, end matter 1 to 3.
"""

import json
import re
from pathlib import Path

import pytest

from engine.core.digest import state_digest
from engine.core.errors import DefinitionError
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import NEUTRAL
from engine.game import apply, check, new_game
from engine.gamedef.option_values import option_text, with_option
from engine.gamedef.unit_types import UnitType
from engine.loading import load_scenario
from engine.loading.triplea.catalogue_properties import (
    DIRECT,
    INVERTED,
    PROPERTIES,
)
from engine.orders.buy import Buy
from engine.orders.codec import order_from_plain, order_to_plain
from engine.orders.done import Done
from engine.orders.form import Order
from engine.rules.economy.income import income_of
from engine.view.nation import nation_view
from engine.view.territory import territory_view
from tests.engine.movement.board import after, battles, codes, move
from tests.support.play_again import play_again
from tests.support.positions import big_world, position
from tests.support.unit_types import fact_of

SHARED = Path(__file__).parents[3] / "shared"

UNITS: dict[str, tuple[int, int, int, int, int, int]] = {
    "infantry": (3, 2, 1, 2, 1, 1),
    "artillery": (4, 3, 2, 2, 1, 1),
    "armour": (5, 4, 3, 3, 2, 1),
    "fighter": (10, 9, 3, 4, 4, 1),
    "bomber": (14, 13, 4, 1, 6, 1),
    "transport": (8, 7, 0, 1, 2, 1),
    "submarine": (8, 7, 2, 2, 2, 1),
    "carrier": (14, 13, 1, 1, 2, 1),
    "destroyer": (8, 7, 2, 2, 2, 1),
    "cruiser": (10, 9, 3, 3, 2, 1),
    "battleship": (22, 21, 4, 4, 2, 2),
    "aaGun": (5, 4, 0, 0, 1, 1),
    "factory": (15, 14, 0, 0, 0, 1),
}
"""End matter 1: price, price with Industrial Technology, attack, defence, movement, hit points."""

PROPERTIES_OF_THE_FILE: dict[str, tuple[object, bool]] = {
    **{
        f"{nation} bid": (0, True)
        for nation in ("Germans", "Japanese", "Americans", "British", "Russians", "Chinese")
    },
    "Projection of Power": (False, True),
    "Axis Projection of Power VCs": (14, False),
    "Allies Projection of Power VCs": (14, False),
    "Honorable Surrender": (False, True),
    "Axis Honorable Victory VCs": (15, False),
    "Allies Honorable Victory VCs": (15, False),
    "Total Victory": (True, True),
    "Axis Total Victory VCs": (17, False),
    "Allies Total Victory VCs": (17, False),
    "Low Luck": (False, True),
    "Low Luck for AntiAircraft": (False, True),
    "Low Luck for Technology": (False, True),
    "Low Luck for Bombing and Territory Damage": (False, True),
    "Tech Development": (True, True),
    "Heavy Bomber Dice Rolls": (2, False),
    "LHTR Heavy Bombers": (True, True),
    "Territory Turn Limit": (True, True),
    "Super Sub Defence Bonus": (0, True),
    "Always on AA": (True, True),
    "Units Repair Hits End Turn": (True, True),
    "Units Repair Hits Start Turn": (False, True),
    "WW2V2": (True, False),
    "Submersible Subs": (True, False),
    "Two hit battleship": (True, False),
    "Produce fighters on carriers": (True, False),
    "Move existing fighters to new carriers": (True, False),
    "LHTR Carrier production rules": (False, True),
    "Produce new fighters on old carriers": (False, False),
    "Land existing fighters on new carriers": (False, False),
    "Allied Air Dependents": (True, False),
    "neutralCharge": (0, False),
    "maxFactoriesPerTerritory": (1, False),
    "Kamikaze Airplanes": (False, True),
    "Neutrals Are Blitzable": (False, True),
    "Neutral Flyover Allowed": (False, True),
    "mapName": ("big_world", False),
    "notes": (None, False),
}
"""End matter 2: value and whether it may be changed before a game (None: any text)."""


def _kind(name: str) -> UnitType:
    return big_world().unit_types[name]


def _bytes_and_back(orders: list[Order]) -> list[Order]:
    text = json.dumps([order_to_plain(order) for order in orders])
    return [order_from_plain(value) for value in json.loads(text)]


def test_B5_B6_a_game_stored_in_the_german_combat_move_goes_on_where_it_was() -> None:
    """A new game and a loaded one both play; the step, the moves and the position are the same."""
    actions: list[Order] = []
    step = new_game(big_world())
    while (step.state.nation, step.state.phase.phase) != ("Germans", "combat_move"):
        step = apply(step.state, Done())
        actions.append(Done())
    moves: list[Order] = [
        move("1 infantry", "Baltic States", "Novgorod"),
        move("1 infantry", "Finland", "Karelija"),
    ]
    for order in moves:
        step = apply(step.state, order)
        actions.append(order)
    loaded = play_again(big_world(), _bytes_and_back(actions))[-1]
    assert state_digest(loaded.state) == state_digest(step.state)
    assert loaded.state.phase == step.state.phase
    assert loaded.waiting == step.waiting
    assert battles(loaded.state) == battles(step.state)


def test_B7_editable_options_change_and_locked_ones_are_refused() -> None:
    options = big_world().options
    assert with_option(options, "low_luck", value=True).low_luck
    with pytest.raises(DefinitionError, match="fixed by the scenario"):
        with_option(options, "submersible_submarines", value=False)
    text, source, editable = option_text("low_luck")
    assert (bool(text), source, editable) == (True, "B240", True)


def test_B7_the_options_of_a_game_under_way_cannot_be_changed_by_an_order() -> None:
    """The definition is the same object in every position of a game: nothing can replace it."""
    step = new_game(big_world())
    later = apply(step.state, Done()).state
    assert later.definition is step.state.definition


def test_B7_E2_the_file_has_43_properties_24_editable_with_the_values_of_end_matter_2() -> None:
    """End matter 2, compared with the game file and with the options made from it."""
    path = SHARED / "triplea" / "big_world" / "games" / "big_world_1942.xml"
    if not path.is_file():
        pytest.skip("the shared game file is not there")
    found = re.findall(r"<property\s+([^>]*?)/?>", path.read_text(encoding="utf-8"))
    read: dict[str, tuple[str | None, bool]] = {}
    for attributes in found:
        entry = dict(re.findall(r"(\w+)=\"([^\"]*)\"", attributes))
        read[entry["name"]] = (entry.get("value"), entry.get("editable") == "true")
    assert set(read) == set(PROPERTIES_OF_THE_FILE)
    assert (len(read), sum(editable for _, editable in read.values())) == (43, 24)
    for name, (value, editable) in PROPERTIES_OF_THE_FILE.items():
        assert read[name][1] == editable, name
        if value is not None and read[name][0] is not None:
            assert read[name][0] == _plain(value), name
        assert name in PROPERTIES or name.endswith((" bid", " VCs")), name


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_E2_every_property_that_is_an_option_has_its_value_and_its_lock() -> None:
    """End matter 2: what the properties became in the scenario."""
    options = load_scenario("big_world_1942").options
    for name, (value, editable) in PROPERTIES_OF_THE_FILE.items():
        if name in DIRECT or name in INVERTED:
            option = DIRECT.get(name) or INVERTED[name]
            expected = value if name in DIRECT else not value
            assert getattr(options, option) == expected, name
            assert option_text(option)[2] == editable, name
    levels = {(level.level, level.alliance): level.cities for level in big_world().victory.levels}
    assert levels == {
        (level, alliance): cities
        for level, cities in (
            ("projection_of_power", 14),
            ("honorable_surrender", 15),
            ("total_victory", 17),
        )
        for alliance in ("Axis", "Allies")
    }
    assert option_text("bid")[2] and not any(options.bid.values())


def test_E1_G17_every_number_of_the_unit_table() -> None:
    """End matter 1: prices, strengths, movement and hit points of the 13 unit types."""
    definition = big_world()
    assert list(definition.unit_types) == list(UNITS), "the order of the buy list"
    for name, numbers in UNITS.items():
        kind = definition.unit_types[name]
        assert numbers == (
            definition.economy.prices[name],
            definition.economy.reduced_prices[name],
            kind.attack,
            kind.defence,
            kind.movement,
            kind.hit_points,
        ), name


def test_B53_E1_room_on_transports_and_carriers() -> None:
    """End matter 1: what a unit needs aboard and what it holds."""
    needs = {kind.name: kind.carriage.transport_cost for kind in big_world().unit_types.values()}
    assert {name: cost for name, cost in needs.items() if cost} == {
        "infantry": 2,
        "artillery": 3,
        "armour": 3,
        "aaGun": 3,
    }
    holds = {k.name: k.carriage.transport_capacity for k in big_world().unit_types.values()}
    assert {name: room for name, room in holds.items() if room} == {"transport": 5}
    assert (_kind("fighter").decks.carrier_cost, _kind("bomber").decks.carrier_cost) == (1, 0)
    assert _kind("carrier").decks.carrier_capacity == 2


def test_B55_the_abilities_are_attributes_of_the_unit_types() -> None:
    def who(attribute: str) -> list[str]:
        return [k.name for k in big_world().unit_types.values() if fact_of(k, attribute)]

    assert who("can_blitz") == ["armour"]
    assert who("is_aa_gun") == ["aaGun"]
    assert who("is_factory") == ["factory"]
    assert who("is_strategic_bomber") == ["bomber"]
    assert who("can_bombard") == ["battleship"]
    assert who("is_submarine") == ["submarine"]
    assert who("is_destroyer") == ["destroyer"]
    (support,) = big_world().support
    assert (support.givers, support.receivers) == (("artillery",), ("infantry",))


def test_B52_three_infantry_and_one_artillery_take_13() -> None:
    state = position(big_world(), "Russians", "purchase")
    bought = apply(state, Buy((("infantry", 3), ("artillery", 1)))).state
    assert apply(bought, Done()).state.amount("Russians", "PUs") == 34 - 13


def test_B10_B259_a_territory_shows_its_name_value_neighbours_and_units() -> None:
    view = territory_view(new_game(big_world()).state, "Karelija")
    assert (view.name, view.production) == ("Karelija", 1)
    assert {"Finland", "Leningrad"} <= {other.name for other in view.neighbours}
    shown = {(group.owner, group.type): group.count for group in view.groups}
    assert shown == {("Russians", "infantry"): 3, ("Russians", "fighter"): 1}


def test_B17_a_battleship_has_no_battle_with_land_and_infantry_none_with_the_sea() -> None:
    state = position(
        big_world(),
        "British",
        "combat_move",
        cleared=("SZ 17 English Channel",),
        units=(("SZ 17 English Channel", "British", "battleship", 1),),
    )
    done = apply(state, Done())
    skipped = [event for event in done.events if isinstance(event, PhaseSkipped)]
    assert skipped and skipped[0].phase == "battle"
    assert battles(done.state) == {}
    theirs = position(big_world(), "Germans", "combat_move")
    assert codes(theirs, move("1 infantry", "France", "SZ 17 English Channel")) != set()


def test_B66_a_fighter_of_hawaii_lands_on_the_carrier_with_one_free_place() -> None:
    state = position(big_world(), "Americans", "noncombat_move")
    flight = move("1 fighter", "Hawaiian Islands", "SZ 95 Pacific", "SZ 88 Pacific")
    assert codes(state, flight) == set()
    landed = apply(after(state, flight), Done())
    there = [u.type for u in landed.state.units_in("SZ 88 Pacific") if u.type == "fighter"]
    assert len(there) == 2


def test_E3_units_on_the_board_nation_by_nation() -> None:
    """End matter 3: numbers of units, land areas, PUs; 423 units, empty land, canals."""
    state = new_game(big_world()).state
    rows = {
        "Russians": (34, 27, [44, 3, 5, 3, 1, 1, 1, 0, 0, 0, 0, 3, 4]),
        "Germans": (60, 23, [51, 11, 14, 9, 2, 3, 8, 0, 2, 0, 1, 4, 3]),
        "British": (40, 36, [31, 2, 5, 5, 1, 6, 4, 1, 4, 1, 3, 4, 5]),
        "Chinese": (10, 6, [9, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2]),
        "Japanese": (41, 23, [41, 3, 2, 5, 1, 4, 2, 2, 1, 3, 2, 2, 3]),
        "Americans": (50, 19, [13, 2, 2, 3, 2, 5, 1, 2, 4, 1, 1, 2, 4]),
    }
    order = ["infantry", "artillery", "armour", "fighter", "bomber", "transport", "submarine"]
    order += ["destroyer", "cruiser", "carrier", "battleship", "aaGun", "factory"]
    for nation, (pus, land, counts) in rows.items():
        view = nation_view(state, nation)
        have = dict(view.units)
        assert [have.get(name, 0) for name in order] == counts, nation
        assert (view.pus, income_of(state, nation), len(view.territories)) == (pus, pus, land)
    neutral = [unit for unit in state.units.values() if unit.owner == NEUTRAL]
    assert len(neutral) == 53
    assert len(state.units) == 423
    definition = big_world()
    land_areas = [area for area in definition.board.territories.values() if not area.is_sea]
    empty = [a.name for a in land_areas if not state.units_in(a.name) and not a.is_impassable]
    assert len(empty) == 29
    assert {"Sicily", "Greenland", "Novaya-Zemlya"} <= set(empty)
    assert {canal.lands for canal in definition.board.canals} == {
        ("Egypt", "Syria"),
        ("Central America",),
        ("Western Turkey",),
    }


def test_G13_every_canal_has_its_own_list_of_lands() -> None:
    assert sorted(len(canal.lands) for canal in big_world().board.canals) == [1, 1, 2]


def test_G28_bids_and_agreements_are_options_of_the_scenario() -> None:
    """A bid is a number per nation from 0 to 1000; agreement between players is a signed order."""
    options = with_option(big_world().options, "bid", {"Germans": 6})
    assert options.bid == {"Germans": 6}
    with pytest.raises(DefinitionError, match="0 to 1000"):
        with_option(big_world().options, "bid", {"Germans": 1001})


def test_B12_near_names_are_offered_and_the_state_is_unchanged() -> None:
    state = new_game(big_world()).state
    before = state_digest(state)
    assert {reason.code for reason in check(state, move("1 infantry", "Karelija", "SZ 51"))}
    assert state_digest(state) == before
