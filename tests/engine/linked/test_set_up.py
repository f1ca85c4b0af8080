"""The linked game: sides, board, set-up, money, passages and peace (L1 to L26)."""

from collections import Counter
from dataclasses import replace
from statistics import median

import pytest

from engine.core.events.economy import TreasuryChanged
from engine.core.events.politics import WarBegan
from engine.core.pick import Pick
from engine.core.state import with_units
from engine.game import apply, check
from engine.gamedef import State
from engine.loading import definition_from_tree, load_scenario, tree_from_definition
from engine.orders.allocate import Allocate
from engine.orders.buy import Buy
from engine.orders.done import Done
from engine.orders.place import Place
from engine.rules.common.relations import is_allied, is_enemy
from engine.rules.economy.income import income_of
from engine.rules.economy.treasuries import money_in, treasuries_of, unallocated
from engine.rules.turn.setup import start_position
from pbem.atlas import geometry_of
from tests.engine.linked.world import ALLIES, NATIONS, at_start, linked, only, turn_of
from tests.engine.movement.board import after, codes, move
from tests.support.playout import play
from tests.support.positions import done
from tests.support.soak_plan import PLAYERS

STRIP_A = {
    "CCCP West",
    "CCCP East",
    "Persia",
    "South Africa",
    "Red Sea",
    "West Indian Ocean Sea Zone",
    "South Africa Sea Zone",
}
STRIP_B = {
    "Central North America",
    "Panama",
    "South America",
    "Panama Canal Sea Zone",
    "South America East Sea Zone",
    "South America West Sea Zone",
}


def end_of_round(state: State) -> State:
    """After the turn of the Americans, who put their fund into one treasury."""
    state = apply(only(state), Done()).state
    state = apply(state, Allocate("Europe", unallocated(state, "Americans"))).state
    return apply(state, Done()).state


def split(state: State, nation: str) -> dict[str, int]:
    return {treasury.name: money_in(state, treasury) for treasury in treasuries_of(state, nation)}


def test_L1_three_sides_that_are_each_for_itself() -> None:
    game = linked()
    assert {n.name: n.alliances for n in game.politics.nations} == {
        "Germans": ("Germany",),
        "Japanese": ("Japan",),
        **dict.fromkeys(ALLIES, ("Allies",)),
    }
    state = start_position(game)
    assert not is_allied(state, "Germans", "Japanese")
    assert not is_enemy(state, "Germans", "Japanese")
    for nation in ALLIES:
        assert is_enemy(state, "Germans", nation)


@pytest.mark.parametrize(
    ("won", "winners"),
    [
        ({"Europe": "Germany"}, ("Germans",)),
        ({"Pacific": "Japan"}, ("Japanese",)),
        ({"Europe": "Germany", "Pacific": "Japan"}, ("Germans", "Japanese")),
        ({"Europe": "Germany", "Pacific": "Allies"}, ("Germans",)),
        ({"Europe": "Allies", "Pacific": "Allies"}, tuple(sorted(ALLIES))),
        ({"Europe": "Allies"}, None),
        ({}, None),
    ],
)
def test_L1_L2_by_option_who_wins_the_game_at_the_end_of_a_round(
    won: dict[str, str], winners: tuple[str, ...] | None
) -> None:
    state = at_start("Americans", "place", won=won, every_theatre_decides=False)
    outcome = end_of_round(state).outcome
    if winners is None:
        assert outcome is None
    else:
        assert outcome is not None
        assert (outcome.winners, outcome.kind) == (winners, "theatre_victory")


def test_L2_the_game_goes_on_until_both_theatres_are_decided() -> None:
    assert end_of_round(at_start("Americans", "place", won={"Europe": "Germany"})).outcome is None


@pytest.mark.parametrize(
    ("europe", "pacific", "winners", "text"),
    [
        ("Germany", "Japan", ("Germans", "Japanese"), "shared victory of Germany and Japan"),
        ("Germany", "Allies", ("Germans",), "victory of Germany alone"),
        ("Allies", "Japan", ("Japanese",), "victory of Japan alone"),
        ("Allies", "Allies", tuple(sorted(ALLIES)), "victory of Allies alone"),
    ],
)
def test_L1_L2_shared_and_single_victories_are_announced_as_such(
    europe: str, pacific: str, winners: tuple[str, ...], text: str
) -> None:
    won = {"Europe": europe, "Pacific": pacific}
    outcome = end_of_round(at_start("Americans", "place", won=won)).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.kind) == (winners, "theatre_victory")
    round_ = f"at the end of round 2: Europe by {europe}, Pacific by {pacific}"
    assert outcome.text == f"{text} {round_}"


def test_L3_two_boards_are_one_with_the_pacific_on_the_right() -> None:
    game = linked()
    parts = Counter((area.theatre, area.is_sea) for area in game.board.territories.values())
    assert parts == {
        ("Europe", False): 61,
        ("Europe", True): 35,
        ("Pacific", False): 62,
        ("Pacific", True): 54,
        ("", False): 7,
        ("", True): 6,
    }
    theatre = {name: area.theatre for name, area in game.board.territories.items()}
    drawn = geometry_of(game).areas
    middle = {
        part: median(area.anchor[0] for area in drawn if theatre[area.name] == part)
        for part in ("Europe", "Pacific")
    }
    assert middle["Europe"] < middle["Pacific"]
    inside = Counter(theatre[a] for a, b in game.board.borders if theatre[a] == theatre[b])
    assert (inside["Europe"], inside["Pacific"]) == (236, 244)
    assert not [
        pair for pair in game.board.borders if {theatre[p] for p in pair} == {"Europe", "Pacific"}
    ]


def test_L4_the_strip_between_the_boards_joins_them() -> None:
    board = linked().board
    assert {n for n, a in linked().board.territories.items() if not a.theatre} == STRIP_A | STRIP_B
    assert set(board.neighbours("CCCP West")) == {"Siberia", "Turkestan", "CCCP East"}
    assert set(board.neighbours("CCCP East")) == {"CCCP West", "Soviet Union"}
    assert set(board.neighbours("Persia")) == {"Iran", "India", "West Indian Ocean Sea Zone"}
    assert {"South Atlantic Sea Zone", "West Indian Ocean Sea Zone", "South Africa"} <= set(
        board.neighbours("South Africa Sea Zone")
    )
    assert "54 Sea Zone" in board.neighbours("West Indian Ocean Sea Zone")


def test_L5_the_other_strip_joins_both_parts_of_america() -> None:
    board = linked().board
    assert {"Eastern United States", "Western United States", "Panama"} <= set(
        board.neighbours("Central North America")
    )
    assert "South America East Sea Zone" in board.neighbours("South America West Sea Zone")


def test_L6_L7_russians_on_the_board_of_the_pacific_and_on_the_strip() -> None:
    state = start_position(linked())
    there = Counter(
        (unit.territory, unit.owner, unit.type)
        for unit in state.units.values()
        if unit.territory in {"Soviet Union", "CCCP East", "CCCP West"}
    )
    assert there == {
        ("Soviet Union", "Russians", "infantry"): 2,
        ("Soviet Union", "Russians", "artillery"): 1,
        ("CCCP East", "Russians", "infantry"): 1,
        ("CCCP West", "Russians", "infantry"): 1,
    }
    units = Counter(unit.owner for unit in state.units.values())
    assert units["Russians"] == 67 + 5
    assert units["British"] == 33 + 62 + 10
    assert units["Americans"] == 8 + 50


def test_L8_germany_ussr_japan_uk_usa() -> None:
    moves = [step.nation for step in linked().sequence if step.phase == "combat_move"]
    assert moves == ["Germans", "Russians", "Japanese", "British", "Chinese", "Americans"]


def test_L9_base_money_is_bound_to_its_theatre() -> None:
    state = at_start("Americans", "place", unplaced={"bomber": 4})
    treasuries = {treasury.name: treasury for treasury in treasuries_of(state, "Americans")}
    europe, pacific = treasuries["Europe"], treasuries["Pacific"]
    held = money_in(state, europe)
    assert held < 4 * 15
    assert money_in(state, pacific) >= 4 * 15
    four = (Pick(4, "bomber"),)
    refused = {r.code for r in check(state, Place(four, "Eastern United States", ""))}
    assert "treasury-too-small" in refused
    assert check(state, Place(four, "Western United States", "")) == ()


def test_L10_L11_base_money_by_theatre() -> None:
    state = start_position(linked())
    assert split(state, "Americans") == {"Europe": 30, "Pacific": 60}
    assert split(state, "British") == {"England": 9, "India": 15, "Australia": 20}


@pytest.mark.parametrize("won", [{}, {"Europe": "Allies"}, {"Pacific": "Allies"}])
def test_L12_base_money_stays_so_after_victory_in_a_theatre(won: dict[str, str]) -> None:
    for nation, base in (
        ("Americans", {"Europe": 30, "Pacific": 60}),
        ("British", {"England": 9, "India": 15, "Australia": 20}),
    ):
        state = only(at_start(nation, "place", won=won))
        state = replace(state, unplaced={})
        step = apply(state, Done())
        paid = {e.treasury: e.amount for e in step.events if isinstance(e, TreasuryChanged)}
        assert paid == base


def test_L12_a_captured_territory_lowers_the_base_of_its_own_theatre() -> None:
    state = only(at_start("British", "place", owners={"Java": "Japanese", "Canada": "Japanese"}))
    step = apply(state, Done())
    paid = {e.treasury: e.amount for e in step.events if isinstance(e, TreasuryChanged)}
    assert paid == {"England": 9, "India": 15, "Australia": 16}


def test_L13_convoys_are_pooled() -> None:
    state = start_position(linked())
    assert (unallocated(state, "Americans"), unallocated(state, "British")) == (25, 28)
    assert income_of(state, "Americans") == 30 + 60 + 25
    assert income_of(state, "British") == 9 + 15 + 20 + 28


@pytest.mark.parametrize(
    ("nation", "fund", "zone", "lost"),
    [
        ("Americans", 25, "3 Sea Zone", 10),
        ("Americans", 25, "U.S. Convoy 2 Sea Zone", 6),
        ("British", 28, "52 Sea Zone", 4),
        ("British", 28, "British Convoy 4 Sea Zone", 5),
    ],
)
def test_L14_L15_unallocated_money_is_what_the_convoys_pay_now(
    nation: str, fund: int, zone: str, lost: int
) -> None:
    for owners, wanted in (({}, fund), ({zone: "Germans"}, fund - lost)):
        state = only(at_start(nation, "place", owners=owners))
        base = {treasury.resource: treasury.start for treasury in treasuries_of(state, nation)}
        bank = {nation: {"PUs": sum(base.values()), **base}}
        step = apply(replace(state, resources={**state.resources, **bank}), Done())
        assert step.state.phase.phase == "allocate"
        assert unallocated(step.state, nation) == wanted
        reasons = check(step.state, Done())
        assert {reason.code for reason in reasons} == {"money-left"}


@pytest.mark.parametrize(
    ("nation", "parts"),
    [("Americans", {"Europe": 10, "Pacific": 15}), ("British", {"England": 28})],
)
def test_L14_L15_unallocated_money_is_split_at_the_start_and_after_every_turn(
    nation: str, parts: dict[str, int]
) -> None:
    steps = [
        step for step in linked().sequence if (step.nation, step.phase) == (nation, "allocate")
    ]
    assert [step.last_round for step in steps] == [1, 0]
    state = at_start(nation, "allocate")
    before = split(state, nation)
    for treasury, pus in parts.items():
        state = apply(state, Allocate(treasury, pus)).state
    assert split(state, nation) == {name: pus + parts.get(name, 0) for name, pus in before.items()}
    assert not check(state, Done())


def test_L16_units_cross_the_boards_by_normal_movement() -> None:
    state = at_start("Russians", "noncombat_move")
    assert codes(state, move("1 infantry", "Siberia", "CCCP West")) == set()
    assert codes(state, move("1 armour", "Siberia", "CCCP West", "CCCP East")) == set()


def test_L17_aircraft_cross_in_two_turns() -> None:
    state = at_start("Americans", "noncombat_move", cleared=["Central North America"])
    across = move(
        "1 fighter",
        "Eastern United States",
        "Central North America",
        "Western United States",
    )
    assert codes(state, across) == {"other-theatre"}
    assert codes(state, move("1 fighter", *across.path[:2])) == set()


def test_L18_land_between_the_boards_must_have_been_friendly_since_the_turn_began() -> None:
    state = at_start(
        "Americans",
        "combat_move",
        owners={"Central North America": "Germans"},
        cleared=["Central North America", "Eastern United States"],
        units=[
            ("Eastern United States", "Americans", "infantry", 1),
            ("Eastern United States", "Americans", "fighter", 1),
        ],
    )
    state = after(state, move("1 infantry", "Eastern United States", "Central North America"))
    state = turn_of(
        done(only(state, "Eastern United States", "Central North America")),
        "Americans",
        "noncombat_move",
    )
    fly = move("1 fighter", "Eastern United States", "Central North America")
    assert state.owners["Central North America"] == "Americans"
    (fighter,) = (unit for unit in state.units.values() if unit.type == "fighter")
    tired = with_units(state, [replace(fighter, moved=3)])
    assert codes(tired, fly) == {"no-landing"}


def test_L19_L20_L21_aircraft_attack_on_their_own_side_of_the_strip() -> None:
    state = at_start(
        "British",
        "combat_move",
        owners={"Persia": "Japanese", "India": "Japanese"},
        cleared=["Persia", "India", "Iran", "Syria"],
        units=[
            ("Iran", "British", "bomber", 1),
            ("Persia", "Japanese", "infantry", 1),
            ("India", "Japanese", "infantry", 1),
        ],
    )
    assert codes(state, move("1 bomber", "Iran", "Persia")) == set()
    assert "other-theatre" in codes(state, move("1 bomber", "Iran", "Persia", "India"))
    between = at_start(
        "British",
        "combat_move",
        owners={"India": "Japanese", "Iran": "Germans"},
        cleared=["Persia", "India", "Iran"],
        units=[
            ("Persia", "British", "bomber", 1),
            ("India", "Japanese", "infantry", 1),
            ("Iran", "Germans", "infantry", 1),
        ],
    )
    assert codes(between, move("1 bomber", "Persia", "India")) == set()
    assert codes(between, move("1 bomber", "Persia", "Iran")) == set()


SAIL = ("U.S. Eastern Coast Sea Zone", "Panama Canal Sea Zone", "5 Sea Zone")


def test_L22_the_panama_canal_needs_a_friendly_panama() -> None:
    sail = move("1 destroyer", *SAIL)
    assert codes(at_start("Americans", "noncombat_move"), sail) == set()
    closed = at_start("Americans", "noncombat_move", owners={"Panama": "Japanese"})
    assert "canal-closed" in codes(closed, sail)
    taken = replace(
        at_start("Americans", "noncombat_move"),
        turn=replace(closed.turn, conquered=("Panama",)),
    )
    assert "canal-closed" in codes(taken, sail)


def test_L23_the_panama_canal_is_one_sea_zone() -> None:
    board = linked().board
    assert board.is_sea["Panama Canal Sea Zone"]
    assert board.distances(SAIL[0], 2)[SAIL[2]] == 2


@pytest.mark.parametrize(("owner", "wanted"), [("British", False), ("Germans", True)])
def test_L24_suez_needs_egypt_alone(owner: str, wanted: bool) -> None:
    zone = "Eastern Mediterranean Sea Zone"
    state = at_start(
        "British",
        "noncombat_move",
        owners={"Egypt": owner, "Palestine": "Germans"},
        cleared=[zone],
        units=[(zone, "British", "destroyer", 1)],
    )
    assert ("canal-closed" in codes(state, move("1 destroyer", zone, "Red Sea"))) == wanted


def test_L25_egypt_can_be_invaded_from_the_red_sea() -> None:
    state = at_start(
        "British",
        "combat_move",
        owners={"Egypt": "Germans"},
        cleared=["Egypt", "Red Sea", "South Africa"],
        units=[
            ("South Africa", "British", "infantry", 1),
            ("West Indian Ocean Sea Zone", "British", "transport", 1),
        ],
    )
    state = after(
        state,
        move("1 infantry", "South Africa", "West Indian Ocean Sea Zone"),
        move("1 transport, 1 infantry", "West Indian Ocean Sea Zone", "Red Sea"),
    )
    assert codes(state, move("1 infantry", "Red Sea", "Egypt")) == set()


def test_L26_russia_and_japan_are_at_peace_until_japan_attacks() -> None:
    state = at_start("Russians", "combat_move")
    assert "at-peace" in codes(state, move("1 infantry", "Soviet Union", "Manchuria"))
    state = at_start("Japanese", "combat_move")
    attack = move("6 infantry", "Manchuria", "Soviet Union")
    assert codes(state, attack) == set()
    step = apply(state, attack)
    assert [e.against for e in step.events if isinstance(e, WarBegan)] == ["Russians"]
    assert is_enemy(step.state, "Russians", "Japanese")


def test_L26_germany_and_japan_never_fight() -> None:
    state = at_start(
        "Germans",
        "combat_move",
        owners={"Iran": "Japanese", "Iraq": "Germans"},
        cleared=["Iraq", "Iran"],
        units=[("Iraq", "Germans", "armour", 1)],
    )
    assert "at-peace" in codes(state, move("1 armour", "Iraq", "Iran"))


def test_a_transport_takes_the_same_cargo_by_the_count_of_either_edition() -> None:
    europe = load_scenario("axis_allies_europe").unit_types
    here = linked().unit_types
    cargo = [name for name in europe if europe[name].carriage.transport_cost]
    for one in cargo:
        for other in cargo:
            fits = [
                kinds[one].carriage.transport_cost + kinds[other].carriage.transport_cost
                <= kinds["transport"].carriage.transport_capacity
                for kinds in (europe, here)
            ]
            assert fits[0] == fits[1], (one, other)
    for name, kind in europe.items():
        other_kind = here[name]
        assert (kind.attack, kind.defence, kind.movement, kind.hit_points) == (
            other_kind.attack,
            other_kind.defence,
            other_kind.movement,
            other_kind.hit_points,
        )


def test_marines_and_factories_are_not_built_on_the_board_of_europe() -> None:
    game = linked()
    for rule in game.map_rules.building:
        assert set(rule.not_in) == {
            name
            for name, area in game.board.territories.items()
            if area.theatre == "Europe" and not area.is_sea
        }
    assert {rule.type for rule in game.map_rules.building} == {"marine", "factory"}


def test_the_linked_game_survives_a_round_trip_through_a_tree() -> None:
    game = load_scenario("axis_allies_linked")
    assert definition_from_tree(tree_from_definition(game)) == game
    assert game.politics.nation_names == NATIONS


def test_a_round_of_the_linked_game_is_played() -> None:
    played = play(load_scenario("axis_allies_linked"), 3, 1, PLAYERS["sensible"], thorough=80)
    assert played.last.state.round == 2


def test_L9_a_purchase_that_no_treasury_can_pay_is_refused() -> None:
    state = at_start("British", "purchase")
    bank = {"PUs": 72, "PUs for England": 9, "PUs for India": 23, "PUs for Australia": 40}
    state = replace(state, resources={**state.resources, "British": bank})
    assert not check(state, Buy((("battleship", 1),)))
    assert {r.code for r in check(state, Buy((("battleship", 2),)))} == {"treasury-too-small"}
