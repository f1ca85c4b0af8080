"""Combat rounds of blocks: fire, losses, retreats and what follows (T51, T53, T59 to T84)."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine import Decision, PhaseOpen, RollRequest, State, Step
from engine.core.blocks import BlockMove
from engine.rules.blocks.battle_frame import frame_of
from engine.rules.blocks.fire import order_of_fire
from engine.rules.blocks.forced import must_leave, ways_out
from engine.rules.blocks.retreat import rebases, retreats
from tests.support.blocks import (
    ALL_AT_WAR,
    Piece,
    codes,
    do,
    places,
    position,
    roll,
    strengths,
)


def fighting(pieces: Iterable[Piece]) -> State:
    """The combat phase of the Axis with everybody at war."""
    return position(pieces, phase="combat", wars=ALL_AT_WAR)


def engaged(state: State, **moves: tuple[str, ...]) -> State:
    """The same with units, u1 and so on, that engaged in this turn along a path."""
    assert state.blocks is not None
    made = {int(key[1:]): BlockMove(path, is_engaging=True) for key, path in moves.items()}
    turn = replace(state.blocks.turn, moves=made)
    return replace(state, blocks=replace(state.blocks, turn=turn))


def asked(step: Step) -> Decision:
    assert isinstance(step.waiting, Decision), step.waiting
    return step.waiting


def wanted(step: Step) -> RollRequest:
    assert isinstance(step.waiting, RollRequest), step.waiting
    return step.waiting


def test_the_land_battle_of_the_rule_book() -> None:
    """Chapter 12: Tank 3 and Infantry 4 against Infantry 3 and Infantry 2."""
    state = fighting(
        [
            ("Axis", "tank", "Vilna", 3),
            ("Axis", "infantry", "Vilna", 4),
            ("USSR", "infantry", "Vilna", 3),
            ("USSR", "infantry", "Vilna", 2),
        ]
    )
    step = do(state, "fight Vilna")
    assert asked(step).units == (1,)
    step = do(step.state, "fire ground: Vilna")
    assert (wanted(step).count, wanted(step).side) == (3, "attacker")
    step = roll(step, 2, 3, 6)
    assert strengths(step.state, "Vilna") == {1: 3, 2: 4, 3: 2, 4: 2}
    assert (wanted(step).count, wanted(step).side) == (2, "defender")
    step = roll(step, 3, 4)
    assert strengths(step.state, "Vilna")[2] == 3
    step = roll(step, 1, 5)
    assert asked(step).what == "block_loss"
    step = do(step.state, "lose 1 tank: Vilna")
    assert strengths(step.state, "Vilna") == {1: 2, 2: 3, 3: 2, 4: 2}
    assert asked(step).units == (2,)
    step = roll(do(step.state, "fire ground: Vilna"), 1, 3, 4)
    assert strengths(step.state, "Vilna") == {1: 2, 2: 3, 3: 1, 4: 1}
    assert step.waiting == PhaseOpen("Axis", "combat")
    assert codes(step.state, "done") == []


def test_T51_landed_units_take_no_action_and_are_hit_as_ground_units() -> None:
    state = position(
        [("Axis", "infantry", "Ruhr"), ("West", "infantry", "London")], wars=ALL_AT_WAR
    )
    state = do(state, "move 1 infantry: Ruhr > North Sea > London", "done").state
    step = do(state, "fight London")
    assert wanted(step).side == "defender"
    step = roll(step, 3)
    assert places(step.state) == {2: "London"}


def test_T53_one_group_joins_in_each_round() -> None:
    pieces: list[Piece] = [
        ("Axis", "fleet", "Ruhr"),
        ("Axis", "fleet", "Baltic Sea"),
        ("West", "fleet", "North Sea", 3),
    ]
    state = position(pieces, wars=ALL_AT_WAR)
    state = do(
        state,
        "move 1 fleet: Ruhr > North Sea",
        "move 1 fleet: Baltic Sea > Copenhagen > North Sea",
        "done",
    ).state
    step = do(state, "fight North Sea")
    assert asked(step).what == "group"
    assert codes(step.state, "reveal #1 #2: North Sea") == ["no-such-group"]
    step = do(step.state, "reveal #2: North Sea")
    assert wanted(step).side == "defender"
    step = roll(step, 6, 6, 6)
    assert asked(step).units == (2,)
    step = do(step.state, "press North Sea")
    step = roll(step, 6, 6, 6)
    assert asked(step).round == 2
    assert asked(step).units == (1,)


def test_T59_a_ground_unit_retreats_one_space_within_the_limits() -> None:
    state = fighting([("Axis", "tank", "Lorraine")] * 3 + [("West", "infantry", "Lorraine")])
    step = do(state, "fight Lorraine")
    assert set(asked(step).territories) == {"Munich"}
    step = do(step.state, "retreat Lorraine > Munich", "retreat Lorraine > Munich")
    assert asked(step).territories == ()
    assert codes(step.state, "retreat Lorraine > Munich") == ["no-retreat-there"]


def test_T59_T79_a_fortress_does_not_retreat() -> None:
    state = fighting([("Axis", "tank", "Lorraine"), ("West", "fortress", "Lorraine")])
    assert retreats(state, state.units[2]) == {}


def test_T60_to_a_sea_only_where_friends_are() -> None:
    pieces: list[Piece] = [("Axis", "tank", "Tunisia"), ("West", "tank", "Tunisia")]
    alone = fighting(pieces)
    assert "Tyrrhenian Sea" not in retreats(alone, alone.units[1])
    escorted = fighting([*pieces, ("Axis", "fleet", "Tyrrhenian Sea")])
    assert "Tyrrhenian Sea" in retreats(escorted, escorted.units[1])


def test_T61_convoys_do_not_retreat_at_sea_and_ships_do_in_every_round() -> None:
    state = fighting(
        [
            ("Axis", "infantry", "North Sea"),
            ("Axis", "fleet", "North Sea"),
            ("West", "fleet", "North Sea"),
        ]
    )
    assert retreats(state, state.units[1]) == {}
    step = roll(do(state, "fight North Sea"), 6)
    assert "Ruhr" in asked(step).territories
    step = roll(do(step.state, "press North Sea"), 6)
    assert asked(step).round == 2 and "Ruhr" in asked(step).territories


def test_T62_only_to_undisputed_friendly_areas() -> None:
    state = fighting(
        [
            ("Axis", "tank", "Munich"),
            ("West", "tank", "Munich"),
            ("West", "tank", "Ruhr"),
            ("Axis", "tank", "Ruhr"),
        ]
    )
    assert set(retreats(state, state.units[1])) == {"Berlin"}


def test_T66_T67_T208_to_rebase_is_open_where_a_battle_was_won_this_turn() -> None:
    """Shown of the first version: an air force with no other place to go was eliminated."""
    state = fighting(
        [
            ("Axis", "infantry", "Berlin", 3),
            ("West", "infantry", "Berlin", 1),
            ("Axis", "air force", "Warsaw", 1),
            ("Axis", "submarine", "Konigsberg"),
            ("West", "infantry", "Konigsberg"),
        ]
    )
    lost = {place: "West" for place, owner in state.owners.items() if owner == "Axis"}
    state = replace(state, owners={**state.owners, **lost, "Berlin": "Axis", "Warsaw": "West"})
    step = roll(do(state, "fight Berlin"), 6)
    step = roll(do(step.state, "fire ground: Berlin"), 1, 6, 6)
    assert step.state.blocks is not None and step.state.blocks.turn.fought == ("Berlin",)
    assert set(rebases(step.state, step.state.units[3])) == {"Berlin"}
    assert set(rebases(step.state, step.state.units[4])) == {"Berlin"}
    assert set(ways_out(step.state, step.state.units[3])) == {"Berlin"}


def test_T63_T69_only_a_retreat_to_a_neighbour_is_barred_by_a_battle() -> None:
    state = fighting([("Axis", "fleet", "Ruhr"), ("West", "fleet", "Ruhr")])
    assert state.blocks is not None
    turn = replace(state.blocks.turn, fought=("Baltic Sea", "Berlin", "North Sea"))
    state = replace(state, blocks=replace(state.blocks, turn=turn))
    out = retreats(state, state.units[1])
    assert "Baltic Sea" not in out and "North Sea" not in out
    assert out["Berlin"] == ("Ruhr", "Berlin")


def test_T63_not_to_an_area_of_a_battle_but_to_one_of_a_raid() -> None:
    state = fighting([("Axis", "tank", "Munich"), ("West", "tank", "Munich")])
    assert state.blocks is not None
    fought = replace(state.blocks.turn, fought=("Ruhr",), raided=("Berlin",))
    state = replace(state, blocks=replace(state.blocks, turn=fought))
    assert set(retreats(state, state.units[1])) == {"Berlin"}


def test_T64_a_defender_not_to_where_the_enemy_came_from() -> None:
    pieces: list[Piece] = [("Axis", "tank", "Lorraine"), ("West", "infantry", "Lorraine")]
    state = fighting(pieces)
    owners = {**state.owners, "Amsterdam": "West"}
    state = replace(state, owners=owners)
    assert "Amsterdam" in retreats(state, state.units[2])
    state = engaged(state, u1=("Ruhr", "Amsterdam", "Lorraine"))
    assert "Amsterdam" not in retreats(state, state.units[2])
    assert "Paris" in retreats(state, state.units[2])


def test_T65_an_attacker_goes_back_where_it_came_from() -> None:
    pieces: list[Piece] = [("Axis", "tank", "Lorraine"), ("West", "infantry", "Lorraine")]
    state = fighting(pieces)
    state = replace(state, owners={**state.owners, "Amsterdam": "Axis"})
    assert set(retreats(state, state.units[1])) == {"Munich", "Amsterdam"}
    state = engaged(state, u1=("Ruhr", "Amsterdam", "Lorraine"))
    assert set(retreats(state, state.units[1])) == {"Amsterdam"}


def test_T66_ships_may_rebase_to_land_in_reach() -> None:
    state = fighting([("Axis", "fleet", "North Sea"), ("West", "fleet", "North Sea")])
    found = rebases(state, state.units[1])
    assert found["Konigsberg"] == ("North Sea", "Copenhagen", "Baltic Sea", "Konigsberg")
    assert "Munich" not in found
    assert "Norwegian Sea" in retreats(state, state.units[1])


def test_T67_T68_aircraft_rebase_and_never_to_a_sea() -> None:
    state = fighting([("Axis", "air force", "North Sea"), ("West", "fleet", "North Sea")])
    assert set(retreats(state, state.units[1])) == {"Berlin", "Munich", "Ruhr"}


def test_T69_T76_ships_and_aircraft_leave_ground_units_when_they_have_none() -> None:
    state = fighting([("Axis", "air force", "Lorraine"), ("West", "infantry", "Lorraine")])
    step = do(state, "fight Lorraine", "press Lorraine")
    step = roll(step, 6)
    assert asked(step).what == "leave"
    assert codes(step.state, "press Lorraine") == ["must-leave"]
    assert codes(step.state, "retreat Lorraine > London") == ["no-retreat-there"]
    step = do(step.state, "retreat Lorraine > Ruhr")
    assert places(step.state)[1] == "Ruhr"
    assert step.state.blocks is not None and step.state.blocks.turn.raided == ("Lorraine",)


def test_T69_the_owners_lone_ships_in_friendly_land_may_stay() -> None:
    """S6: the rule book's 12.52 decides."""
    state = fighting([("West", "fleet", "London"), ("Axis", "fleet", "London")])
    assert not must_leave(state, state.units[1])
    assert must_leave(state, state.units[2])


def test_T70_at_the_end_of_a_land_round_the_active_player_may_rebase() -> None:
    state = fighting(
        [
            ("Axis", "air force", "Lorraine"),
            ("Axis", "tank", "Lorraine"),
            ("West", "tank", "Lorraine"),
        ]
    )
    step = do(state, "fight Lorraine", "press Lorraine")
    step = do(roll(step, 6).state, "press Lorraine")
    assert asked(step).what == "rebase" and asked(step).units == (1,)
    assert codes(step.state, "press Lorraine") == []
    step = do(step.state, "retreat Lorraine > Munich")
    assert places(step.state)[1] == "Munich"


def test_T71_T78_aircraft_leave_a_sea_battle_or_are_lost() -> None:
    state = fighting(
        [
            ("Axis", "air force", "North Sea"),
            ("West", "fleet", "North Sea"),
        ]
    )
    step = do(state, "fight North Sea", "press North Sea")
    step = roll(step, 6)
    assert asked(step).what == "leave"
    lost = fighting(
        [("Axis", "air force", "Mid Atlantic Ocean"), ("West", "fleet", "Mid Atlantic Ocean")]
    )
    step = roll(do(lost, "fight Mid Atlantic Ocean", "press Mid Atlantic Ocean"), 6)
    assert places(step.state) == {2: "Mid Atlantic Ocean"}


def test_T72_submarines_may_escape() -> None:
    state = fighting([("Axis", "submarine", "North Sea"), ("West", "fleet", "North Sea")])
    step = do(state, "fight North Sea", "press North Sea")
    step = roll(step, 6)
    assert asked(step).what == "escape"
    stays = do(step.state, "stay up: North Sea")
    assert asked(stays).round == 2
    gone = do(step.state, "submerge 1 submarine: North Sea")
    assert gone.state.units[1].escaped
    assert gone.waiting == PhaseOpen("Axis", "combat")


def test_T72_submarines_of_the_defence_escape_from_those_who_can_hit_them() -> None:
    state = fighting([("Axis", "fleet", "North Sea"), ("West", "submarine", "North Sea")])
    step = roll(do(state, "fight North Sea"), 6)
    step = do(step.state, "press North Sea")
    assert step.state.units[2].escaped


def test_T73_at_the_end_of_a_sea_battle_the_active_player_may_rebase() -> None:
    state = fighting([("Axis", "fleet", "North Sea", 3), ("West", "fleet", "North Sea", 2)])
    step = roll(do(state, "fight North Sea"), 6, 6)
    step = roll(do(step.state, "fire naval: North Sea"), 1, 1, 6)
    assert asked(step).what == "rebase"
    assert places(do(step.state, "retreat North Sea > Ruhr").state) == {1: "Ruhr"}


def test_T73_a_group_that_came_too_late_may_rebase_too() -> None:
    pieces: list[Piece] = [
        ("Axis", "fleet", "Ruhr", 3),
        ("Axis", "fleet", "Baltic Sea"),
        ("West", "fleet", "North Sea", 2),
    ]
    state = do(
        position(pieces, wars=ALL_AT_WAR),
        "move 1 fleet: Ruhr > North Sea",
        "move 1 fleet: Baltic Sea > Copenhagen > North Sea",
        "done",
    ).state
    step = roll(do(state, "fight North Sea", "reveal #1: North Sea"), 6, 6)
    step = roll(do(step.state, "fire naval: North Sea"), 1, 1, 6)
    assert asked(step).units == (1,)
    step = do(step.state, "press North Sea")
    assert asked(step).units == (2,)
    assert places(do(step.state, "retreat North Sea > Ruhr").state) == {1: "North Sea", 2: "Ruhr"}


def test_T74_T75_at_the_end_of_the_phase_units_leave_enemy_land_without_ground_units() -> None:
    state = fighting([("Axis", "air force", "Lorraine"), ("West", "fleet", "North Sea")])
    step = do(state, "done")
    assert asked(step).what == "leave" and asked(step).units == (1,)
    step = do(step.state, "retreat Lorraine > Berlin")
    assert places(step.state)[1] == "Berlin"


def test_T74_others_leave_by_default_the_shortest_way() -> None:
    pieces: list[Piece] = [("West", "fleet", "Konigsberg"), ("Axis", "infantry", "Konigsberg")]
    state = fighting(pieces)
    out = ways_out(state, state.units[1])
    assert "Baltic Sea" in out
    assert do(state, "fight Konigsberg").waiting != PhaseOpen("Axis", "combat")


def test_T77_a_unit_that_must_leave_and_cannot_is_lost() -> None:
    state = fighting([("Axis", "air force", "Ottawa"), ("Axis", "tank", "Berlin")])
    step = do(state, "done")
    assert places(step.state) == {2: "Berlin"}


def test_T81_order_of_fire() -> None:
    types = ("infantry", "tank", "fleet", "submarine", "carrier", "air force", "fortress")
    pieces: list[Piece] = [("Axis", kind, "London") for kind in types]
    pieces += [("West", kind, "London") for kind in types]
    step = do(fighting(pieces), "fight London")
    queue = order_of_fire(step.state)
    shown = [(step.state.units[key].type, step.state.units[key].owner) for key in queue]
    assert shown == [(kind, owner) for kind in reversed(types) for owner in ("West", "Axis")]


@pytest.mark.parametrize(
    ("kind", "place", "hits", "left"),
    [
        ("carrier", "North Sea", 1, 2),
        ("infantry", "North Sea", 1, 2),
        ("fleet", "North Sea", 1, 3),
        ("infantry", "London", 1, 3),
    ],
)
def test_T82_carriers_and_convoys_are_hit_doubly(
    kind: str, place: str, hits: int, left: int
) -> None:
    state = fighting([("Axis", "fleet", place), ("West", kind, place, 4), ("Axis", "tank", "Ruhr")])
    step = do(state, f"fight {place}")
    if isinstance(step.waiting, RollRequest) and step.waiting.side == "defender":
        step = roll(step, *[6] * step.waiting.count)
    target = "ground" if place == "London" else "naval"
    step = roll(do(step.state, f"fire {target}: {place}"), hits)
    assert step.state.units[2].strength == left


def test_T83_hits_take_the_strongest_and_what_is_too_much_is_lost() -> None:
    state = fighting(
        [
            ("Axis", "infantry", "Vilna", 4),
            ("USSR", "tank", "Vilna", 1),
            ("USSR", "infantry", "Vilna", 1),
        ]
    )
    step = roll(do(state, "fight Vilna"), 6)
    step = roll(step, 6)
    step = roll(do(step.state, "fire ground: Vilna"), 1, 1, 1, 1)
    assert places(step.state) == {1: "Vilna"}


def test_T80_a_unit_fires_only_at_what_it_can_hit_and_what_is_there() -> None:
    state = fighting([("Axis", "tank", "Lorraine"), ("West", "air force", "Lorraine")])
    step = roll(do(state, "fight Lorraine"), 6)
    assert codes(step.state, "fire air: Lorraine") == ["no-such-target"]
    assert codes(step.state, "fire ground: Lorraine") == ["no-such-target"]
    assert codes(step.state, "press Lorraine") == []


def test_T84_a_carrier_strikes_and_leaves() -> None:
    state = fighting([("Axis", "carrier", "North Sea", 2), ("West", "fleet", "North Sea")])
    step = do(state, "fight North Sea")
    assert codes(step.state, "fire naval: North Sea > London") == ["no-retreat-there"]
    step = do(step.state, "fire naval: North Sea > Ruhr")
    assert "1 or less" in wanted(step).purpose
    step = roll(step, 2, 2)
    assert places(step.state)[1] == "Ruhr"
    assert strengths(step.state, "North Sea") == {2: 1}


def over_london(*more: Piece) -> State:
    """The combat phase after an Axis air force has flown from Ruhr to London to bomb it."""
    state = position(
        [("Axis", "air force", "Ruhr", 3), *more],
        wars=ALL_AT_WAR,
        technologies={"Axis": ("bombsights",)},
    )
    return do(state, "raid 1 air force: Ruhr > North Sea > London", "done").state


def test_T44_T214_bombers_fire_at_the_industry_of_an_empty_main_capital() -> None:
    step = do(over_london(), "fight London")
    assert asked(step).what == "block_action"
    assert codes(step.state, "fire ground: London") == ["no-such-target"]
    step = do(step.state, "fire industry: London")
    assert (wanted(step).count, "1 or less" in wanted(step).purpose) == (3, True)
    step = roll(step, 1, 1, 2)
    assert step.state.blocks is not None and step.state.blocks.industry["West"] == 5
    assert step.state.blocks.turn.raided == ("London",)
    assert places(step.state) == {1: "Ruhr"}
    assert step.waiting == PhaseOpen("Axis", "combat")


def test_T214_over_a_defended_capital_bombing_is_one_of_the_targets() -> None:
    step = roll(do(over_london(("West", "air force", "London")), "fight London"), 6)
    assert codes(step.state, "fire air: London") == codes(step.state, "fire industry: London") == []


def test_T202_an_attack_on_an_invader_of_ones_own_land_is_no_raid() -> None:
    state = fighting([("Axis", "air force", "Munich"), ("West", "infantry", "Munich")])
    step = do(state, "fight Munich", "press Munich")
    step = do(roll(step, 6).state, "retreat Munich > Berlin")
    assert step.state.blocks is not None
    assert (step.state.blocks.turn.fought, step.state.blocks.turn.raided) == (("Munich",), ())


def test_T201_a_fortress_fires_when_its_side_attacks() -> None:
    pieces = [("West", "fortress", "Gibraltar"), ("Axis", "infantry", "Gibraltar")]
    state = position(pieces, nation="West", phase="combat", wars=ALL_AT_WAR)
    assert order_of_fire(do(state, "fight Gibraltar").state) == (1, 2)


def test_T209_aircraft_of_a_group_that_waits_need_not_leave() -> None:
    """The fleet fights alone in the first round; the air force joins in the second."""
    state = engaged(
        fighting(
            [
                ("Axis", "fleet", "North Sea", 4),
                ("Axis", "air force", "North Sea", 4),
                ("West", "fleet", "North Sea", 4),
            ]
        ),
        u1=("Ruhr", "North Sea"),
        u2=("Munich", "Ruhr", "North Sea"),
    )
    step = roll(do(state, "fight North Sea", "reveal #1: North Sea"), 6, 6, 6, 6)
    step = roll(do(step.state, "fire naval: North Sea"), 6, 6, 6, 6)
    assert frame_of(step.state).round == 2
    assert set(frame_of(step.state).joined) == {1, 2}
    assert places(step.state)[2] == "North Sea"
