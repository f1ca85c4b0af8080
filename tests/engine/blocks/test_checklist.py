"""Items of the checklist of seed 004, each on a position of its own, away from the other tests."""

from collections.abc import Mapping

import pytest

from engine import Decision, PhaseOpen
from engine.rules.blocks.areas import status_of
from engine.rules.blocks.fire import takes_action
from engine.rules.blocks.forced import must_leave, ways_out
from engine.rules.blocks.groups import groups_in
from engine.rules.blocks.retreat import rebases, retreats
from tests.support.blocks import ALL_AT_WAR, Piece, do, places, position, roll, rules

WAR = ALL_AT_WAR
PEACE: tuple[tuple[str, str], ...] = ()
TURKEY = {"Istanbul": "West", "Ankara": "West", "Izmir": "West"}

Case = tuple[str, str, list[Piece], tuple[tuple[str, str], ...], str, list[str]]
"""Rule, nation on turn, blocks, wars, the order and the rules that are against it."""

CASES: list[Case] = [
    ("T9 an ocean costs two to enter", "Axis",
     [("Axis", "submarine", "Bay of Biscay"), ("West", "fleet", "Irminger Sea")], WAR,
     "Bay of Biscay > North Atlantic Ocean > Irminger Sea", ["T37"]),
    ("T10 nothing more to leave", "Axis",
     [("Axis", "submarine", "North Atlantic Ocean"), ("West", "fleet", "English Channel")], WAR,
     "North Atlantic Ocean > Irish Sea > English Channel", []),
    ("T13 stop among enemies", "USSR",
     [("USSR", "tank", "Kiev"), ("Axis", "infantry", "Odessa")], WAR,
     "Kiev > Odessa > Sevastopol", ["T13"]),
    ("T15 a rival at sea stops nobody", "West",
     [("West", "fleet", "London"), ("USSR", "fleet", "North Sea")], PEACE,
     "London > North Sea > Norwegian Sea", []),
    ("T16 land movement over a strait", "Axis", [("Axis", "infantry", "Rome")], PEACE,
     "Rome > Sicily", []),
    ("T17 no sea movement from inland", "USSR", [("USSR", "submarine", "Moscow")], PEACE,
     "Moscow > Leningrad", ["T17"]),
    ("T18 T21 sea movement stops at land", "West", [("West", "fleet", "North Sea")], PEACE,
     "North Sea > London > English Channel", ["T21"]),
    ("T19 never both", "Axis", [("Axis", "tank", "Rome")], PEACE,
     "Rome > Taranto > Adriatic Sea", ["T19", "T21"]),
    ("T20 a convoy has four in strategic movement", "Axis", [("Axis", "tank", "Ruhr")], PEACE,
     "Ruhr > North Sea > Norwegian Sea > Greenland Sea > Irminger Sea", []),
    ("T20 and no more", "Axis", [("Axis", "tank", "Ruhr")], PEACE,
     "Ruhr > North Sea > Norwegian Sea > Greenland Sea > Irminger Sea > Irish Sea", ["T37"]),
    ("T22 submarines pass through enemies", "West",
     [("West", "submarine", "Irish Sea"), ("Axis", "fleet", "English Channel")], WAR,
     "Irish Sea > English Channel > North Sea", []),
    ("T14 fleets do not", "West",
     [("West", "fleet", "Irish Sea"), ("Axis", "fleet", "English Channel")], WAR,
     "Irish Sea > English Channel > North Sea", ["T13"]),
    ("T24 through a neutral strait", "USSR", [("USSR", "fleet", "Western Black Sea")], PEACE,
     "Western Black Sea > Istanbul > Aegean Sea", []),
    ("T25 not into it", "USSR", [("USSR", "fleet", "Western Black Sea")], PEACE,
     "Western Black Sea > Istanbul", ["T33"]),
    ("T28 aircraft through a neutral strait", "Axis", [("Axis", "air force", "Sofia")], PEACE,
     "Sofia > Istanbul > Aegean Sea", []),
    ("T34 not into it", "Axis", [("Axis", "air force", "Sofia")], PEACE,
     "Sofia > Istanbul", ["T34"]),
    ("T27 aircraft pass over enemies by land", "USSR",
     [("USSR", "air force", "Kiev"), ("USSR", "infantry", "Lvov"), ("Axis", "infantry", "Odessa")],
     WAR, "Kiev > Odessa > Western Black Sea", []),
    ("T30 from the sea to land", "West", [("West", "air force", "English Channel")], PEACE,
     "English Channel > London", []),
    ("T30 not to another sea", "West", [("West", "air force", "English Channel")], PEACE,
     "English Channel > North Sea", ["T30"]),
    ("T32 ground units through neutral land", "Axis", [("Axis", "tank", "Berlin")], PEACE,
     "Berlin > Prague > Munich", ["T32"]),
    ("T32 landing in neutral land", "Axis", [("Axis", "infantry", "North Sea")], PEACE,
     "North Sea > Oslo", ["T32"]),
    ("T33 ships to a rival", "Axis", [("Axis", "fleet", "North Sea")], PEACE,
     "North Sea > London", ["T33"]),
    ("T34 aircraft over neutral land", "Axis", [("Axis", "air force", "Munich")], PEACE,
     "Munich > Prague > Berlin", ["T34"]),
    ("T38 not through neutral straits", "USSR", [("USSR", "fleet", "Odessa")], PEACE,
     "Odessa > Western Black Sea > Istanbul > Aegean Sea > Central Mediterranean", ["T38"]),
    ("T40 aircraft from the sea", "West", [("West", "air force", "Western Mediterranean")], PEACE,
     "Western Mediterranean > Marseille > Gascony > Paris", ["T40"]),
    ("T41 strategic movement stops at land", "West", [("West", "fleet", "Irish Sea")], PEACE,
     "Irish Sea > London > North Sea > Norwegian Sea > Greenland Sea", ["T21"]),
    ("T42 no strategic disengaging", "West",
     [("West", "infantry", "Lorraine"), ("Axis", "tank", "Lorraine")], WAR,
     "Lorraine > Paris > Gascony > Marseille", ["T42"]),
    ("T43 no ship alone into empty enemy land", "West", [("West", "fleet", "North Sea")], WAR,
     "North Sea > Ruhr", ["T43"]),
    ("T45 but where enemies are", "West",
     [("West", "submarine", "North Sea"), ("Axis", "infantry", "Ruhr")], WAR,
     "North Sea > Ruhr", []),
    ("T48 a convoy engages nobody at sea", "West",
     [("West", "tank", "London"), ("Axis", "submarine", "North Sea")], WAR,
     "London > North Sea", ["T48"]),
    ("T50 a landing in empty enemy land", "West", [("West", "tank", "London")], WAR,
     "London > North Sea > Ruhr", []),
    ("T55 a convoy does not disengage", "West",
     [("West", "tank", "English Channel"), ("Axis", "fleet", "English Channel")], WAR,
     "English Channel > London", ["T55"]),
    ("T56 to undisputed friendly land only", "West",
     [("West", "tank", "Lorraine"), ("Axis", "tank", "Lorraine")], WAR,
     "Lorraine > Munich", ["T56"]),
    ("T58 submarines through enemies and home", "West",
     [("West", "submarine", "North Sea"), ("Axis", "fleet", "North Sea"),
      ("Axis", "fleet", "English Channel")], WAR,
     "North Sea > English Channel > London", []),
    ("T58 but not to more enemies", "West",
     [("West", "submarine", "North Sea"), ("Axis", "fleet", "North Sea"),
      ("Axis", "fleet", "English Channel")], WAR,
     "North Sea > English Channel", ["T58"]),
    ("T79 an infantry goes two areas", "USSR", [("USSR", "infantry", "Moscow")], PEACE,
     "Moscow > Bryansk > Kiev", []),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "nation", "pieces", "wars", "path", "against"), CASES,
                         ids=[case[0] for case in CASES])  # fmt: skip
def test_moves_of_the_checklist(
    rule: str,
    nation: str,
    pieces: list[Piece],
    wars: tuple[tuple[str, str], ...],
    path: str,
    against: list[str],
) -> None:
    """T9, T10, T13 to T22, T24, T25, T27 to T34, T38, T40 to T45, T48, T50, T55, T56, T58, T79."""
    del rule
    owners: Mapping[str, str] = {"Sofia": "Axis"}
    state = position(pieces, nation=nation, wars=wars, owners=owners)
    assert rules(state, f"move 1 {pieces[0][1]}: {path}") == against


def test_T3_emergency_command_of_the_west_and_the_ussr_moves_two() -> None:
    for nation in ("West", "USSR"):
        state = position([], nation=nation, phase="command", command=0, kind="")
        after = do(state, "command emergency").state
        assert after.blocks is not None and after.blocks.turn.command == 2


def test_T4_T5_T6_the_west_under_emergency_command() -> None:
    pieces: list[Piece] = [
        ("West", "tank", "Paris"),
        ("West", "tank", "Lorraine"),
        ("Axis", "tank", "Lorraine"),
        ("Axis", "tank", "Munich"),
    ]
    state = position(pieces, nation="West", wars=WAR, kind="emergency", command=2)
    assert rules(state, "move 1 tank: Lorraine > Munich") != []
    reinforced = do(state, "move 1 tank: Paris > Lorraine")
    assert do(reinforced.state, "done").waiting == PhaseOpen("USSR", "movement")


def test_T7_T8_a_sea_of_enemies_of_rivals_and_of_escaped_submarines() -> None:
    pieces: list[Piece] = [("Axis", "fleet", "Baltic Sea"), ("Axis", "submarine", "Irish Sea")]
    war = position(pieces, nation="West", wars=WAR, escaped=(2,))
    assert status_of(war, "West", "Baltic Sea") == "enemy"
    assert status_of(war, "West", "Irish Sea") == "friendly"
    assert status_of(position(pieces), "West", "Baltic Sea") == "friendly"


def test_T23_a_submarine_that_ends_among_enemies_engages_them() -> None:
    pieces: list[Piece] = [("West", "submarine", "London"), ("Axis", "fleet", "North Sea")]
    moved = do(position(pieces, nation="West", wars=WAR), "move 1 submarine: London > North Sea")
    assert moved.state.blocks is not None and moved.state.blocks.turn.moves[1].is_engaging


def test_T26_a_strait_of_an_enemy_stops_ships() -> None:
    pieces: list[Piece] = [("USSR", "fleet", "Western Black Sea")]
    state = position(pieces, nation="USSR", wars=WAR, owners=TURKEY)
    path = "Western Black Sea > Istanbul > Aegean Sea"
    assert rules(state, f"move 1 fleet: {path}") == ["T26"]


def test_T36_nothing_is_declared_after_the_first_move() -> None:
    state = position([("USSR", "tank", "Kiev"), ("USSR", "tank", "Odessa")], nation="USSR")
    assert rules(state, "violate Poland") == []
    moved = do(state, "move 1 tank: Odessa > Kiev").state
    assert "T36" in rules(moved, "violate Poland")


def test_T39_an_escaped_submarine_in_the_mediterranean() -> None:
    way = "Gibraltar > Western Mediterranean > Tyrrhenian Sea > Malta > Central Mediterranean"
    pieces: list[Piece] = [("West", "fleet", "Gibraltar"), ("Axis", "submarine", "Tyrrhenian Sea")]
    free = position(pieces[:1], nation="West", wars=WAR)
    assert rules(free, f"move 1 fleet: {way}") == []
    shut = position(pieces, nation="West", wars=WAR, escaped=(2,))
    assert rules(shut, f"move 1 fleet: {way}") == ["T39"]


def test_T47_T49_ships_invade_by_land_without_a_limit_and_convoys_do_not() -> None:
    pieces: list[Piece] = [
        *[("West", "fleet", "London")] * 3,
        *[("West", "infantry", "London")] * 2,
        ("Axis", "infantry", "Ruhr"),
    ]
    state = position(pieces, nation="West", wars=WAR)
    assert rules(state, "move 3 fleet: London > North Sea > Ruhr") == []
    assert rules(state, "move 2 infantry: London > North Sea > Ruhr") == ["T49"]


def test_T51_who_has_landed_takes_no_action_and_who_came_to_a_friendly_port_does() -> None:
    pieces: list[Piece] = [
        ("West", "infantry", "North Sea"),
        ("Axis", "infantry", "Ruhr"),
        ("West", "infantry", "Irish Sea"),
        ("West", "infantry", "Glasgow"),
        ("Axis", "infantry", "Glasgow"),
    ]
    state = position(pieces, nation="West", wars=WAR)
    state = do(
        state, "move 1 infantry: North Sea > Ruhr", "move 1 infantry: Irish Sea > Glasgow"
    ).state
    assert not takes_action(state, state.units[1])
    assert takes_action(state, state.units[3])


def test_T52_T53_two_ways_into_a_sea_make_two_groups() -> None:
    pieces: list[Piece] = [
        ("West", "fleet", "London"),
        ("West", "carrier", "London"),
        ("West", "fleet", "London"),
        ("Axis", "fleet", "Norwegian Sea", 2),
    ]
    state = do(
        position(pieces, nation="West", wars=WAR),
        "move 1 fleet, 1 carrier: London > North Sea > Norwegian Sea",
        "move 1 fleet: London > Irish Sea > Norwegian Sea",
        "done",
    ).state
    assert groups_in(state, "Norwegian Sea") == ((1, 2), (3,))


def test_T60_T61_a_tank_retreats_to_an_escorted_sea_and_a_convoy_never() -> None:
    pieces: list[Piece] = [
        ("West", "tank", "Ruhr"),
        ("Axis", "infantry", "Ruhr"),
        ("West", "fleet", "North Sea"),
        ("West", "infantry", "Baltic Sea"),
        ("Axis", "fleet", "Baltic Sea"),
    ]
    state = position(pieces, nation="West", phase="combat", wars=WAR)
    assert set(retreats(state, state.units[1])) == {"North Sea"}
    assert retreats(state, state.units[4]) == {}


def test_T65_aircraft_and_ships_may_rebase_elsewhere_than_they_came_from() -> None:
    pieces: list[Piece] = [
        ("West", "fleet", "London"),
        ("West", "tank", "Paris"),
        ("Axis", "fleet", "North Sea", 4),
        ("Axis", "infantry", "Lorraine"),
    ]
    state = do(
        position(pieces, nation="West", wars=WAR, owners={"Amsterdam": "West"}),
        "move 1 fleet: London > North Sea",
        "move 1 tank: Paris > Lorraine",
        "done",
    ).state
    assert set(retreats(state, state.units[2])) == {"Paris"}
    assert {"London", "Amsterdam", "Glasgow"} <= set(retreats(state, state.units[1]))


def test_T67_T68_an_air_force_over_the_mediterranean_rebases_to_land() -> None:
    pieces: list[Piece] = [
        ("West", "air force", "Western Mediterranean"),
        ("Axis", "fleet", "Western Mediterranean"),
        ("West", "fleet", "Tyrrhenian Sea"),
    ]
    state = position(pieces, nation="West", phase="combat", wars=WAR)
    found = set(rebases(state, state.units[1]))
    assert "Marseille" in found and not {"Tyrrhenian Sea", "Madeira Sea"} & found


def test_T70_T71_T76_who_must_and_who_may_leave_after_a_round_on_land() -> None:
    pieces: list[Piece] = [
        ("West", "air force", "Paris", 2),
        ("West", "infantry", "Paris"),
        ("Axis", "air force", "Paris", 2),
        ("Axis", "infantry", "Paris"),
        ("Axis", "air force", "Marseille"),
        ("West", "infantry", "Marseille"),
    ]
    state = position(pieces, nation="West", phase="combat", wars=WAR)
    assert not must_leave(state, state.units[1]) and not must_leave(state, state.units[3])
    assert must_leave(state, state.units[5])


def test_T75_T77_T78_a_fleet_in_an_enemy_port_without_ground_units() -> None:
    state = position([("West", "fleet", "Kars")], nation="West", phase="combat", wars=WAR,
                     owners={"Kars": "USSR"})  # fmt: skip
    assert must_leave(state, state.units[1])
    assert set(ways_out(state, state.units[1])) == {"Eastern Black Sea"}
    shut = position([("West", "air force", "Kars")], nation="West", phase="combat", wars=WAR,
                    owners={"Kars": "USSR"})  # fmt: skip
    assert ways_out(shut, shut.units[1]) == {}
    assert do(shut, "done").state.units == {}


def test_T82_T84_a_carrier_in_a_sea_battle() -> None:
    pieces: list[Piece] = [
        ("West", "carrier", "Tyrrhenian Sea", 3),
        ("Axis", "fleet", "Tyrrhenian Sea", 3),
    ]
    state = position(pieces, nation="West", phase="combat", wars=WAR)
    step = do(state, "fight Tyrrhenian Sea")
    assert isinstance(step.waiting, Decision)
    step = roll(do(step.state, "fire naval: Tyrrhenian Sea > Marseille"), 1, 2, 6)
    assert places(step.state)[1] == "Marseille"
    assert step.state.units[2].strength == 2
    stays = roll(do(state, "fight Tyrrhenian Sea", "fire naval: Tyrrhenian Sea"), 6, 6, 6)
    stays = roll(stays, 1, 6, 6)
    assert stays.state.units[1].strength == 1
