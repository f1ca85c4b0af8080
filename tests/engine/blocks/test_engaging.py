"""Engaging and disengaging in the movement phase (T43 to T50, T52, T54 to T58)."""

import pytest

from engine import Move, check, parse_order, with_route
from engine.rules.blocks.borders import crossings_left
from engine.rules.blocks.groups import groups_in
from tests.support.blocks import ALL_AT_WAR, DEFINITION, codes, do, position, rules


def test_T43_ships_and_aircraft_do_not_end_in_empty_enemy_land_without_ground_units() -> None:
    pieces = [
        ("Axis", "air force", "Munich"),
        ("Axis", "tank", "Munich"),
        ("Axis", "fleet", "North Sea"),
    ]
    state = position(pieces, wars=ALL_AT_WAR)
    assert rules(state, "move 1 air force: Munich > Lorraine") == ["T43"]
    assert rules(state, "move 1 fleet: North Sea > Glasgow") == ["T43"]
    assert codes(state, "move 1 air force, 1 tank: Munich > Lorraine") == []
    after = do(state, "move 1 tank: Munich > Lorraine").state
    assert codes(after, "move 1 air force: Munich > Lorraine") == []


def test_T44_bombsights_let_an_air_force_go_to_an_empty_main_capital_of_an_enemy() -> None:
    pieces = [("Axis", "air force", "Ruhr"), ("Axis", "tank", "Ruhr")]
    london = "Ruhr > North Sea > London"
    state = position(pieces, wars=ALL_AT_WAR)
    assert "T44" in rules(state, f"raid 1 air force: {london}")
    able = position(pieces, wars=ALL_AT_WAR, technologies={"Axis": ("bombsights",)})
    assert rules(able, f"move 1 air force: {london}") == ["T43"]
    (reason,) = check(able, parse_order(f"move 1 air force: {london}", DEFINITION))
    assert "raid 1 air force" in reason.text, "the order that would do it is named"
    (plain,) = check(state, parse_order(f"move 1 air force: {london}", DEFINITION))
    assert "raid" not in plain.text
    assert codes(able, f"raid 1 air force: {london}") == []
    assert "no-bomber" in codes(able, f"raid 1 tank: {london}")
    peace = position(pieces, technologies={"Axis": ("bombsights",)})
    assert "T34" in rules(peace, f"raid 1 air force: {london}")


@pytest.mark.parametrize("place", ["Berlin", "Ruhr > North Sea", "Lorraine", "Lorraine > Paris"])
def test_T44_T214_there_is_nothing_to_bomb_but_the_main_capital_of_an_enemy(place: str) -> None:
    """Neither own land nor empty enemy land, be it a city."""
    state = position(
        [("Axis", "air force", "Munich")],
        wars=ALL_AT_WAR,
        technologies={"Axis": ("bombsights",)},
        owners={"Berlin": "Axis"},
    )
    assert "nothing-to-bomb" in codes(state, f"raid 1 air force: Munich > {place}")


def test_T45_ships_and_aircraft_enter_occupied_enemy_land() -> None:
    pieces = [
        ("Axis", "air force", "Munich"),
        ("Axis", "fleet", "North Sea"),
        ("West", "infantry", "Lorraine"),
        ("West", "infantry", "London"),
    ]
    state = position(pieces, wars=ALL_AT_WAR)
    assert codes(state, "move 1 air force: Munich > Lorraine") == []
    assert codes(state, "move 1 fleet: North Sea > London") == []


def test_T46_ground_units_that_engage_obey_the_limit_of_the_last_border() -> None:
    """The rule book, 11.52: two over the river from Munich, two more over the forest."""
    pieces = [
        *[("Axis", "infantry", "Munich")] * 3,
        *[("Axis", "infantry", "Amsterdam")] * 3,
        ("West", "infantry", "Lorraine"),
    ]
    state = position(pieces, wars=ALL_AT_WAR, owners={"Amsterdam": "Axis"})
    assert rules(state, "move 3 infantry: Munich > Lorraine") == ["T46"]
    river = do(state, "move 2 infantry: Munich > Lorraine").state
    assert rules(river, "move 1 infantry: Munich > Lorraine") == ["T46"]
    forest = do(river, "move 2 infantry: Amsterdam > Lorraine").state
    assert rules(forest, "move 1 infantry: Amsterdam > Lorraine") == ["T46"]


def test_T46_the_limit_is_that_of_the_final_move_only_and_of_battles_only() -> None:
    pieces = [*[("Axis", "tank", "Berlin")] * 4, ("West", "infantry", "Paris")]
    state = position(pieces, wars=ALL_AT_WAR)
    assert codes(state, "move 4 tank: Berlin > Munich > Lorraine") == []
    assert codes(state, "move 3 tank: Berlin > Munich > Lorraine > Paris") == []
    assert rules(state, "move 4 tank: Berlin > Munich > Lorraine > Paris") == ["T46"]


def test_T46_a_move_that_names_its_ends_only_is_refused_for_the_limit_on_its_way() -> None:
    """Not because the two ends do not touch."""
    state = position(
        [("Axis", "infantry", "Berlin")] * 3 + [("West", "infantry", "Lorraine")],
        wars=(("Axis", "West"),),
    )
    order = parse_order("move 3 infantry: Berlin > Lorraine", state.definition)
    assert isinstance(order, Move)
    way = with_route(state, order)
    assert way.path == ("Berlin", "Munich", "Lorraine")
    assert [reason.rule for reason in check(state, way)] == ["T46"]


def test_T47_ships_and_aircraft_ignore_the_limits() -> None:
    pieces = [*[("Axis", "air force", "Munich")] * 4, ("West", "infantry", "Lorraine")]
    state = position(pieces, wars=ALL_AT_WAR)
    assert codes(state, "move 4 air force: Munich > Lorraine") == []
    ships = [*[("Axis", "fleet", "Ruhr")] * 3, ("West", "infantry", "Amsterdam")]
    state = position(ships, wars=ALL_AT_WAR, owners={"Amsterdam": "West"})
    assert codes(state, "move 3 fleet: Ruhr > Amsterdam") == []


def test_T48_a_convoy_does_not_engage_at_sea() -> None:
    pieces = [("Axis", "infantry", "Ruhr"), ("West", "fleet", "North Sea")]
    state = position(pieces, wars=ALL_AT_WAR)
    assert rules(state, "move 1 infantry: Ruhr > North Sea") == ["T48"]


def test_T49_T50_one_convoy_lands_over_a_border_or_two_with_landing_ships() -> None:
    pieces = [*[("Axis", "infantry", "Ruhr")] * 3, ("West", "infantry", "London")]
    to_london, to_glasgow = "Ruhr > North Sea > London", "Ruhr > North Sea > Glasgow"
    state = position(pieces, wars=ALL_AT_WAR)
    for path in (to_london, to_glasgow):
        assert rules(state, f"move 2 infantry: {path}") == ["T49"]
        assert codes(state, f"move 1 infantry: {path}") == []
    landed = do(state, f"move 1 infantry: {to_london}").state
    assert landed.blocks is not None and landed.blocks.turn.moves[1].is_invading
    assert rules(landed, f"move 1 infantry: {to_london}") == ["T49"]
    assert codes(landed, f"move 1 infantry: {to_glasgow}") == []
    able = position(pieces, wars=ALL_AT_WAR, technologies={"Axis": ("landing_ships",)})
    assert codes(able, f"move 2 infantry: {to_london}") == []
    assert rules(able, f"move 3 infantry: {to_london}") == ["T49"]


def test_T49_a_convoy_that_joins_a_battle_in_friendly_land_invades_nobody() -> None:
    pieces = [
        ("West", "infantry", "Irish Sea"),
        ("West", "infantry", "London"),
        ("Axis", "infantry", "London"),
    ]
    state = position(pieces, nation="West", wars=ALL_AT_WAR)
    landed = do(state, "move 1 infantry: Irish Sea > London").state
    assert landed.blocks is not None
    move = landed.blocks.turn.moves[1]
    assert move.is_engaging and not move.is_invading


def test_T52_units_with_the_same_way_into_a_sea_battle_are_a_group() -> None:
    pieces = [
        ("Axis", "fleet", "Ruhr"),
        ("Axis", "submarine", "Ruhr"),
        ("Axis", "air force", "Berlin"),
        ("Axis", "fleet", "Baltic Sea"),
        ("West", "fleet", "North Sea"),
    ]
    state = position(pieces, wars=ALL_AT_WAR)
    state = do(
        state,
        "move 1 fleet: Ruhr > North Sea",
        "move 1 air force: Berlin > Ruhr > North Sea",
        "move 1 fleet: Baltic Sea > Copenhagen > North Sea",
        "move 1 submarine: Ruhr > North Sea",
    ).state
    assert groups_in(state, "North Sea") == ((1, 2), (3,), (4,))


def test_T54_ground_units_that_disengage_obey_the_limit_of_the_first_border() -> None:
    pieces = [*[("Axis", "infantry", "Lorraine")] * 3, ("West", "infantry", "Lorraine")]
    state = position(pieces, wars=ALL_AT_WAR)
    assert rules(state, "move 3 infantry: Lorraine > Munich") == ["T54"]
    left = do(state, "move 2 infantry: Lorraine > Munich").state
    assert rules(left, "move 1 infantry: Lorraine > Munich") == ["T54"]


def test_T54_also_as_convoys() -> None:
    pieces = [*[("Axis", "infantry", "Tunisia")] * 2, ("West", "infantry", "Tunisia")]
    state = position(pieces, wars=ALL_AT_WAR)
    assert rules(state, "move 2 infantry: Tunisia > Tyrrhenian Sea") == ["T54"]
    assert codes(state, "move 1 infantry: Tunisia > Tyrrhenian Sea > Rome") == []


def test_T55_convoys_do_not_disengage_at_sea() -> None:
    pieces = [
        ("Axis", "infantry", "North Sea"),
        ("Axis", "fleet", "North Sea"),
        ("West", "fleet", "North Sea"),
    ]
    state = position(pieces, wars=ALL_AT_WAR)
    assert rules(state, "move 1 infantry: North Sea > Ruhr") == ["T55"]
    assert codes(state, "move 1 fleet: North Sea > Ruhr") == []


def test_T56_a_unit_disengages_to_a_neighbouring_undisputed_friendly_area() -> None:
    pieces = [
        ("Axis", "tank", "Lorraine"),
        ("West", "infantry", "Lorraine"),
        ("Axis", "tank", "Munich"),
        ("West", "tank", "Munich"),
    ]
    state = position(pieces, wars=ALL_AT_WAR)
    assert "T56" in rules(state, "move 1 tank: Lorraine > Munich")
    assert "T56" in rules(state, "move 1 tank: Lorraine > Paris")


def test_T57_a_unit_that_has_disengaged_moves_on_but_engages_nobody() -> None:
    pieces = [
        ("Axis", "tank", "Lorraine"),
        ("West", "infantry", "Lorraine"),
        ("West", "infantry", "Amsterdam"),
    ]
    state = position(pieces, wars=ALL_AT_WAR, owners={"Amsterdam": "West"})
    assert codes(state, "move 1 tank: Lorraine > Munich > Berlin") == []
    assert rules(state, "move 1 tank: Lorraine > Munich > Amsterdam") == ["T57"]


def test_T57_to_enter_empty_enemy_land_after_disengaging_is_not_to_engage() -> None:
    pieces = [("Axis", "tank", "Lorraine"), ("West", "infantry", "Lorraine")]
    state = position(pieces, wars=ALL_AT_WAR, owners={"Amsterdam": "West"})
    moved = do(state, "move 1 tank: Lorraine > Munich > Amsterdam > Paris").state
    assert moved.blocks is not None
    move = moved.blocks.turn.moves[1]
    assert move.is_disengaging and not move.is_engaging


def test_T46_T57_who_enters_empty_enemy_land_uses_up_no_border() -> None:
    state = position([("Axis", "tank", "Munich")] * 2, wars=ALL_AT_WAR)
    moved = do(state, "move 2 tank: Munich > Lorraine").state
    assert crossings_left(moved, "Munich", "Lorraine") == 2


def test_T58_aircraft_and_submarines_disengage_through_enemies_to_a_friendly_area() -> None:
    pieces = [
        ("Axis", "air force", "Paris"),
        ("Axis", "tank", "Paris"),
        ("West", "infantry", "Paris"),
        ("West", "infantry", "Lorraine"),
        ("Axis", "submarine", "English Channel"),
        ("West", "fleet", "English Channel"),
        ("West", "fleet", "North Sea"),
    ]
    state = position(pieces, wars=ALL_AT_WAR)
    assert codes(state, "move 1 air force: Paris > Lorraine > Munich") == []
    assert "T58" in rules(state, "move 1 air force: Paris > Lorraine")
    assert codes(state, "move 1 submarine: English Channel > North Sea > Ruhr") == []
    assert "T58" in rules(state, "move 1 submarine: English Channel > North Sea")
