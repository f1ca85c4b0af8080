"""General and strategic movement of blocks (T13 to T30, T37 to T42, T79)."""

import pytest

from engine.rules.blocks.areas import share_a_sea
from tests.support.blocks import ALL_AT_WAR, DEFINITION, codes, do, position, rules


def test_T13_a_unit_stops_where_an_enemy_is() -> None:
    pieces = [("Axis", "tank", "Munich"), ("West", "infantry", "Lorraine")]
    state = position(pieces, wars=ALL_AT_WAR)
    assert rules(state, "move 1 tank: Munich > Lorraine > Paris") == ["T13"]
    empty = position(pieces[:1], wars=ALL_AT_WAR)
    assert codes(empty, "move 1 tank: Munich > Lorraine > Paris") == []


def test_T14_T22_T27_submarines_and_aircraft_go_through_enemies() -> None:
    pieces = [
        ("Axis", "submarine", "Ruhr"),
        ("Axis", "fleet", "Ruhr"),
        ("Axis", "air force", "Munich"),
        ("West", "fleet", "North Sea"),
        ("West", "infantry", "Lorraine"),
        ("West", "infantry", "Paris"),
    ]
    state = position(pieces, wars=ALL_AT_WAR)
    assert codes(state, "move 1 submarine: Ruhr > North Sea > Norwegian Sea") == []
    assert rules(state, "move 1 fleet: Ruhr > North Sea > Norwegian Sea") == ["T13"]
    assert codes(state, "move 1 air force: Munich > Lorraine > Paris") == []


def test_T15_rivals_at_sea_stop_nobody() -> None:
    state = position([("Axis", "fleet", "Ruhr"), ("West", "fleet", "North Sea")])
    assert codes(state, "move 1 fleet: Ruhr > North Sea > Norwegian Sea") == []


def test_T16_land_movement_is_over_land_and_straits() -> None:
    state = position([("Axis", "tank", "Taranto")])
    assert codes(state, "move 1 tank: Taranto > Sicily") == []
    assert codes(state, "move 1 tank: Taranto > Rome > Venice") == []


def test_T17_sea_movement_starts_on_a_coast() -> None:
    state = position([("Axis", "fleet", "Munich")])
    assert codes(state, "move 1 fleet: Munich > Ruhr") == ["no-coast"]
    assert rules(state, "move 1 fleet: Munich > Ruhr > North Sea") == ["T19", "T21"]


def test_T18_T21_sea_movement_goes_through_seas_and_straits_and_stops_at_land() -> None:
    state = position([("Axis", "fleet", "Baltic Sea"), ("Axis", "fleet", "Tyrrhenian Sea")])
    assert "T21" in rules(state, "move 1 fleet: Baltic Sea > Ruhr > North Sea")
    assert codes(state, "move 1 fleet: Baltic Sea > Copenhagen > North Sea") == []
    assert codes(state, "move 1 fleet: Tyrrhenian Sea > Sicily > Central Mediterranean") == []


def test_T19_land_and_sea_movement_are_never_combined() -> None:
    state = position([("Axis", "infantry", "Rome")])
    assert "T19" in rules(state, "move 1 infantry: Rome > Venice > Adriatic Sea")
    assert codes(state, "move 1 infantry: Rome > Venice") == []


def test_T20_a_ground_unit_at_sea_is_a_convoy_of_speed_two_and_four() -> None:
    state = position([("Axis", "tank", "Rome")])
    path = "Rome > Tyrrhenian Sea > Western Mediterranean > Gibraltar > Madeira Sea"
    assert codes(state, "move 1 tank: Rome > Tyrrhenian Sea > Western Mediterranean") == []
    assert rules(state, f"move 1 tank: {path}") == ["T38"]
    owned = position([("Axis", "tank", "Rome")], owners={"Gibraltar": "Axis"})
    assert codes(owned, f"move 1 tank: {path}") == []
    assert "too-far" in codes(owned, f"move 1 tank: {path} > Bay of Biscay")


def test_T23_a_submarine_ends_among_enemies_only_as_engaging() -> None:
    pieces = [("Axis", "submarine", "Ruhr"), ("West", "fleet", "North Sea")]
    state = do(position(pieces, wars=ALL_AT_WAR), "move 1 submarine: Ruhr > North Sea").state
    assert state.blocks is not None
    assert state.blocks.turn.moves[1].is_engaging


@pytest.mark.parametrize("kind", ["fleet", "submarine", "carrier", "infantry"])
def test_T24_neutral_and_rival_straits_are_open_by_sea_to_convoys_too(kind: str) -> None:
    """Convoys are those of the rule book (S1), and it is not aggression (T239)."""
    state = position(
        [("Axis", kind, "Baltic Sea"), ("Axis", kind, "Western Mediterranean")],
    )
    assert codes(state, f"move 1 {kind}: Baltic Sea > Copenhagen > North Sea") == []
    through = "Western Mediterranean > Gibraltar > Madeira Sea"
    assert codes(state, f"move 1 {kind}: {through}") == []


def test_T25_to_stop_in_a_neutral_or_rival_strait_is_aggression() -> None:
    state = position([("Axis", "fleet", "Baltic Sea"), ("Axis", "fleet", "Western Mediterranean")])
    assert codes(state, "move 1 fleet: Baltic Sea > Copenhagen") == ["neutral-land"]
    assert codes(state, "move 1 fleet: Western Mediterranean > Gibraltar") == ["rival-land"]


def test_T26_an_enemy_strait_stops_sea_movement() -> None:
    pieces = [("Axis", "fleet", "Western Mediterranean"), ("Axis", "submarine", "Madeira Sea")]
    state = position(pieces, wars=ALL_AT_WAR)
    path = "Western Mediterranean > Gibraltar > Madeira Sea"
    assert rules(state, f"move 1 fleet: {path}") == ["T26"]
    back = "Madeira Sea > Gibraltar > Western Mediterranean"
    assert rules(state, f"move 1 submarine: {back}") == ["T26"]


def test_T28_aircraft_fly_through_neutral_and_rival_straits() -> None:
    state = position([("Axis", "air force", "Ruhr"), ("Axis", "air force", "Berlin")])
    assert codes(state, "move 1 air force: Ruhr > Copenhagen > North Sea") == []
    assert rules(state, "move 1 air force: Ruhr > Copenhagen") == ["T34"]


def test_T29_ships_go_one_area_by_land_between_coasts_of_one_sea() -> None:
    pieces = [
        ("Axis", "fleet", "Berlin"),
        ("Axis", "fleet", "Rome"),
        ("USSR", "fleet", "Kharkov"),
        ("Axis", "fleet", "Ruhr"),
    ]
    state = position(pieces)
    assert codes(state, "move 1 fleet: Berlin > Ruhr") == []
    assert codes(state, "move 1 fleet: Berlin > Munich") == ["no-coast"]
    assert codes(state, "move 1 fleet: Rome > Venice") == ["no-common-sea"]
    assert "one-area-by-land" in codes(state, "move 1 fleet: Berlin > Ruhr > Amsterdam")
    russian = position(pieces, nation="USSR")
    assert codes(russian, "move 1 fleet: Kharkov > Odessa") != []


def test_T29_coasts_that_touch_and_share_no_sea() -> None:
    """S3: 112 borders between coastal lands, 34 of them without a common sea."""
    state = position([])
    board = DEFINITION.board
    coastal = {
        place
        for place, at_sea in board.is_sea.items()
        if not at_sea and any(board.is_sea[beyond] for beyond in board.neighbours(place))
    }
    pairs = [pair for pair in board.borders if set(pair) <= coastal]
    assert len(pairs) == 112
    assert sum(not share_a_sea(state, *pair) for pair in pairs) == 34


def test_T30_aircraft_that_begin_at_sea_go_to_undisputed_friendly_land() -> None:
    pieces = [("Axis", "air force", "North Sea"), ("West", "fleet", "Norwegian Sea")]
    state = position(pieces, wars=ALL_AT_WAR)
    assert codes(state, "move 1 air force: North Sea > Ruhr") == []
    assert rules(state, "move 1 air force: North Sea > English Channel") == ["T30"]
    assert "T30" in rules(state, "move 1 air force: North Sea > Norwegian Sea")


def test_T37_strategic_movement_is_twice_as_far_through_friendly_areas() -> None:
    """The rule book, 11.4: a fleet of the USA reaches the South Atlantic."""
    owners = {"Washington": "West", "New York": "West"}
    wars = (("Axis", "West"),)
    state = position([("West", "fleet", "Washington")], nation="West", owners=owners, wars=wars)
    far = "Washington > North Atlantic Ocean > Mid Atlantic Ocean > South Atlantic Ocean"
    moved = do(state, f"move 1 fleet: {far}").state
    assert moved.blocks is not None and moved.blocks.turn.moves[1].is_strategic
    near = do(state, "move 1 fleet: Washington > North Atlantic Ocean > Irish Sea").state
    assert near.blocks is not None and not near.blocks.turn.moves[1].is_strategic
    channel = "Washington > North Atlantic Ocean > Irish Sea > English Channel"
    further = do(state, f"move 1 fleet: {channel}").state
    assert further.blocks is not None and further.blocks.turn.moves[1].is_strategic


def test_T37_strategic_movement_does_not_go_through_enemies() -> None:
    owners = {"Washington": "West"}
    pieces = [("West", "fleet", "Washington"), ("Axis", "fleet", "Irish Sea")]
    state = position(pieces, nation="West", owners=owners, wars=ALL_AT_WAR)
    channel = "Washington > North Atlantic Ocean > Irish Sea > English Channel"
    assert rules(state, f"move 1 fleet: {channel}") == ["T37"]


def test_T37_an_air_force_flies_far_over_disputed_friendly_land() -> None:
    """Undisputed is asked of the start and the end only; enemies do not stop aircraft (T14)."""
    pieces = [
        ("Axis", "air force", "Ruhr"),
        ("Axis", "infantry", "Ruhr"),
        ("Axis", "infantry", "Munich"),
        ("West", "infantry", "Munich"),
    ]
    state = position(pieces, wars=ALL_AT_WAR, owners={"Vienna": "Axis"})
    far = "Ruhr > Munich > Vienna > Venice"
    assert codes(state, f"move 1 air force: {far}") == []
    moved = do(state, f"move 1 air force: {far}").state
    assert moved.blocks is not None and moved.blocks.turn.moves[1].is_strategic
    assert rules(state, f"move 1 infantry: {far}") == ["T13"]
    there = position(
        [*pieces, ("West", "infantry", "Venice")], wars=ALL_AT_WAR, owners={"Vienna": "Axis"}
    )
    assert rules(there, f"move 1 air force: {far}") == ["T37"]


def test_T213_aircraft_do_not_end_strategic_movement_at_sea() -> None:
    state = position([("Axis", "air force", "Munich")])
    assert rules(state, "move 1 air force: Munich > Ruhr > North Sea > Norwegian Sea") == ["T213"]
    assert codes(state, "move 1 air force: Munich > Ruhr > North Sea") == []


def test_T38_strategic_movement_does_not_go_through_neutral_or_rival_straits() -> None:
    state = position([("Axis", "fleet", "Ruhr")])
    path = "Ruhr > North Sea > Copenhagen > Baltic Sea > Gulf of Bothnia"
    assert rules(state, f"move 1 fleet: {path}") == ["T38"]
    assert codes(state, "move 1 fleet: Ruhr > North Sea > Copenhagen > Baltic Sea") == []


def test_T39_an_escaped_enemy_submarine_blocks_strategic_movement() -> None:
    owners = {"Washington": "West"}
    pieces = [("West", "fleet", "Washington"), ("Axis", "submarine", "Irish Sea")]
    state = position(pieces, nation="West", owners=owners, wars=ALL_AT_WAR, escaped=(2,))
    channel = "Washington > North Atlantic Ocean > Irish Sea > English Channel"
    assert rules(state, f"move 1 fleet: {channel}") == ["T39"]
    assert codes(state, "move 1 fleet: Washington > North Atlantic Ocean > Irish Sea") == []


def test_T40_no_strategic_movement_for_aircraft_that_begin_at_sea() -> None:
    state = position([("Axis", "air force", "North Sea")])
    assert "T40" in rules(state, "move 1 air force: North Sea > Ruhr > Munich > Berlin")


def test_T41_strategic_sea_movement_stops_at_land_but_not_at_straits() -> None:
    state = position([("Axis", "fleet", "Tyrrhenian Sea")])
    open_way = "Tyrrhenian Sea > Sicily > Central Mediterranean > Aegean Sea"
    assert codes(state, f"move 1 fleet: {open_way}") == []
    over_land = "Tyrrhenian Sea > Sardinia > Western Mediterranean > Gibraltar"
    assert "T21" in rules(state, f"move 1 fleet: {over_land}")


def test_T42_strategic_movement_neither_engages_nor_disengages() -> None:
    pieces = [
        ("Axis", "tank", "Munich"),
        ("West", "infantry", "Marseille"),
        ("West", "tank", "Ruhr"),
        ("Axis", "infantry", "Ruhr"),
    ]
    state = position(pieces, wars=ALL_AT_WAR, owners={"Vienna": "Axis"})
    assert "T37" in rules(state, "move 1 tank: Munich > Lorraine > Paris > Gascony > Marseille")
    away = "move 1 infantry: Ruhr > Berlin > Munich > Vienna"
    assert "T42" in rules(state, away)


def test_T79_a_fortress_does_not_move_and_others_no_further_than_twice_their_speed() -> None:
    pieces = [("Axis", "fortress", "Berlin"), ("Axis", "infantry", "Ruhr")]
    state = position(pieces, owners={"Vienna": "Axis"})
    assert codes(state, "move 1 fortress: Berlin > Ruhr") == ["cannot-move"]
    way = "Ruhr > Berlin > Munich > Vienna > Venice"
    assert codes(state, f"move 1 infantry: {way}") == []
    assert codes(state, f"move 1 infantry: {way} > Rome") == ["too-far"]


def test_a_unit_moves_once_in_a_phase() -> None:
    """The rule book, 11.0 (T191)."""
    state = position([("Axis", "tank", "Berlin")])
    moved = do(state, "move 1 tank: Berlin > Ruhr").state
    assert codes(moved, "move 1 tank: Ruhr > Munich") == ["not-there"]


def test_the_strongest_unit_goes_first_and_another_one_by_its_number() -> None:
    state = position([("Axis", "tank", "Berlin", 1), ("Axis", "tank", "Berlin", 3)])
    assert do(state, "move 1 tank: Berlin > Ruhr").state.units[2].territory == "Ruhr"
    assert do(state, "move 1 tank #1: Berlin > Ruhr").state.units[1].territory == "Ruhr"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("move 1 tank: Berlin > Rome", "no-border"),
        ("move 1 tank: Berlin > Ruhr > Berlin", "way-back"),
        ("move 2 tank: Berlin > Ruhr", "not-there"),
        ("move 1 West tank: Berlin > Ruhr", "not-yours"),
        ("fight Berlin", "wrong-phase"),
    ],
)
def test_what_is_wrong_with_the_form_of_a_move(text: str, code: str) -> None:
    assert codes(position([("Axis", "tank", "Berlin")]), text) == [code]
