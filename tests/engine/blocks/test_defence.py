"""The defender chooses: by standing orders, when asked, or as a sensible player would (T195)."""

from dataclasses import replace

import pytest

from engine import Decision, RollRequest, State, Step, check, decide, events, parse_order
from tests.support.blocks import ALL_AT_WAR, DEFINITION, Piece, codes, do, places, position, roll

LORRAINE: list[Piece] = [("Axis", "tank", "Lorraine", 3), ("West", "infantry", "Lorraine", 2)]


def battle(pieces: list[Piece], *, ask: bool = False, **owners: str) -> State:
    """The combat phase of the Axis with everybody at war."""
    return position(pieces, phase="combat", wars=ALL_AT_WAR, ask=ask, owners=owners)


def told(state: State, *lines: str, nation: str = "West") -> State:
    """The same with standing orders that a nation has left in its own turn."""
    own = replace(state, agenda=(replace(state.phase, nation=nation),))
    for line in lines:
        order = parse_order(f"standing {line}", DEFINITION)
        assert check(own, order) == (), check(own, order)
        own = do(own, f"standing {line}").state
    return replace(state, standing_orders=own.standing_orders)


def asked(step: Step) -> Decision:
    assert isinstance(step.waiting, Decision), step.waiting
    return step.waiting


def used(step: Step) -> list[str]:
    """Who chose in each event that says so."""
    return [event.chosen_by for event in step.events if hasattr(event, "chosen_by")]


# Standing orders.


def test_T59_T62_standing_orders_retreat_to_the_first_open_place_named() -> None:
    state = told(battle(LORRAINE), "withdraw Lorraine: Gascony, Paris, Marseille")
    step = do(state, "fight Lorraine", "press Lorraine")
    assert places(step.state)[2] == "Gascony"
    left = next(one for one in step.events if isinstance(one, events.blocks.BlockRetreated))
    assert (left.chosen_by, left.is_forced) == ("standing", False)
    assert left.standing is not None and left.standing.nation == "West"


@pytest.mark.parametrize(
    ("condition", "goes"),
    [
        ("strength < 3", True),
        ("strength < 2", False),
        ("enemy strength > 2", True),
        ("enemy strength > 3", False),
        ("odds > 149", True),
        ("odds > 150", False),
        ("enemy tank > 0", True),
        ("attackers > 1", False),
        ("air only", False),
        ("after round 1", True),
    ],
)
def test_T195_standing_orders_hold_on_conditions_of_strength_and_odds(
    condition: str, goes: bool
) -> None:
    """Three CV against two: the odds are 150 in percent."""
    state = told(battle(LORRAINE), f"withdraw Lorraine: Paris when {condition}")
    step = do(state, "fight Lorraine", "press Lorraine")
    assert (places(step.state)[2] == "Paris") is goes


def test_T195_an_instruction_for_the_area_comes_first_and_no_holds_a_hopeless_place() -> None:
    pieces: list[Piece] = [("Axis", "tank", "Lorraine", 4), ("West", "infantry", "Lorraine", 1)]
    state = told(battle(pieces), "withdraw: yes", "withdraw Lorraine: no")
    step = do(state, "fight Lorraine", "press Lorraine")
    assert isinstance(step.waiting, RollRequest) and step.waiting.side == "defender"


def test_T64_T195_a_standing_order_that_cannot_be_carried_out_leaves_the_default() -> None:
    state = told(battle(LORRAINE), "withdraw Lorraine: London")
    step = do(state, "fight Lorraine", "press Lorraine")
    aimed = next(one for one in step.events if isinstance(one, events.blocks.BlockAimed))
    assert aimed.standing.fired == () and len(aimed.standing.unmet) == 1
    assert isinstance(step.waiting, RollRequest)


def test_T80_standing_orders_choose_what_is_fired_at() -> None:
    pieces: list[Piece] = [
        ("Axis", "air force", "London"),
        ("Axis", "infantry", "London"),
        ("Axis", "fleet", "London"),
        ("West", "fortress", "London", 2),
    ]
    by_default = do(battle(pieces), "fight London")
    assert "firing at ground" in wanted(by_default).purpose
    step = do(told(battle(pieces), "fire London: undersea, air, naval"), "fight London")
    assert "firing at air" in wanted(step).purpose
    step = roll(step, 6, 6)
    assert used(step) == ["standing"]


def wanted(step: Step) -> RollRequest:
    assert isinstance(step.waiting, RollRequest), step.waiting
    return step.waiting


TIE: list[Piece] = [
    ("Axis", "air force", "London", 1),
    ("West", "tank", "London", 2),
    ("West", "infantry", "London", 2),
]


def hit_once(state: State) -> Step:
    """The air force fires first and hits once."""
    return roll(do(state, "fight London", "fire ground: London"), 1)


def test_T83_of_equals_the_block_takes_the_hit_that_standing_orders_name() -> None:
    step = hit_once(battle(TIE))
    assert step.state.units[3].strength == 1
    step = hit_once(told(battle(TIE), "losses: tank, infantry"))
    assert (step.state.units[2].strength, step.state.units[3].strength) == (1, 2)
    reduced = next(one for one in step.events if isinstance(one, events.blocks.BlockReduced))
    assert reduced.chosen_by == "standing"


SUBS: list[Piece] = [("Axis", "fleet", "North Sea"), ("West", "submarine", "North Sea", 2)]


def test_T72_submarines_of_the_defence_escape_or_stay_as_they_are_told() -> None:
    def after_a_round(state: State) -> Step:
        step = roll(do(state, "fight North Sea"), 6, 6)
        return do(step.state, "press North Sea")

    assert after_a_round(battle(SUBS)).state.units[2].escaped
    stays = after_a_round(told(battle(SUBS), 'submerge "North Sea": no'))
    assert not stays.state.units[2].escaped
    assert any(isinstance(one, events.blocks.SubsFoughtOn) for one in stays.events)
    late = told(battle(SUBS), "submerge: no", 'submerge "North Sea": yes when round > 0')
    assert after_a_round(late).state.units[2].escaped


def test_T74_who_must_leave_goes_where_the_standing_orders_say() -> None:
    pieces: list[Piece] = [("West", "fleet", "Ruhr"), ("Axis", "infantry", "Ruhr")]
    by_default = do(battle(pieces), "done").state
    state = told(battle(pieces), 'land Ruhr: "North Sea"')
    step = do(state, "done")
    assert places(step.state)[1] == "North Sea"
    assert places(by_default)[1] != "Ruhr"
    withdrawn = told(battle(pieces), 'withdraw Ruhr: "Baltic Sea"')
    assert places(do(withdrawn, "done").state)[1] == "Baltic Sea"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("keep Berlin: 1 tank", "no-such-instruction"),
        ("withdraw Berlin: Ruhr, Ruhr", "named-twice"),
        ("withdraw Berlin: Berlin", "not-a-neighbour"),
        ("submerge Berlin: yes", "never-there"),
        ("losses: West infantry", "not-an-ally"),
        ("fire: ground, ground", "named-twice"),
        ("fire: industry", "no-such-target"),
        ("land Ruhr: Berlin when odds > 100", "bad-condition"),
    ],
)
def test_G20_standing_orders_that_mean_nothing_to_blocks_are_refused(line: str, code: str) -> None:
    state = position([("Axis", "tank", "Berlin")])
    assert code in codes(state, f"standing {line}")


# The defender is asked.


def test_T195_the_defender_is_asked_what_each_of_their_units_does() -> None:
    state = battle(LORRAINE, ask=True)
    step = do(state, "fight Lorraine", "press Lorraine")
    assert (asked(step).nation, asked(step).what) == ("West", "block_action")
    assert set(asked(step).territories) >= {"Paris", "Gascony", "Marseille"}
    assert codes(step.state, "retreat Lorraine > Berlin") == ["no-retreat-there"]
    fired = do(step.state, "fire ground: Lorraine")
    assert wanted(fired).side == "defender"
    left = do(step.state, "retreat Lorraine > Paris")
    assert places(left.state)[2] == "Paris"


def test_T83_T195_the_defender_is_asked_which_of_equals_is_hit() -> None:
    step = do(battle(TIE, ask=True), "fight London")
    step = roll(do(step.state, "fire ground: London"), 1)
    assert (asked(step).nation, asked(step).what) == ("West", "block_loss")
    assert codes(step.state, "lose 1 fleet: London") == ["not-there"]
    step = do(step.state, "lose 1 tank: London")
    assert step.state.units[2].strength == 1


def test_T72_T195_the_defender_is_asked_about_submarines() -> None:
    step = do(battle(SUBS, ask=True), "fight North Sea")
    assert asked(step).nation == "West"
    step = do(step.state, "press North Sea")
    assert asked(step).nation == "Axis"
    step = do(step.state, "press North Sea")
    assert (asked(step).nation, asked(step).what) == ("West", "escape")
    up = do(step.state, "stay up: North Sea")
    assert not up.state.units[2].escaped and asked(up).round == 2
    down = do(step.state, "submerge 1 submarine: North Sea")
    assert down.state.units[2].escaped


def test_T77_T195_the_defender_is_asked_where_units_go_that_must_leave() -> None:
    step = do(battle([("West", "fleet", "Ruhr"), ("Axis", "infantry", "Ruhr")], ask=True), "done")
    assert (asked(step).nation, asked(step).what) == ("West", "leave")
    assert places(do(step.state, "retreat Ruhr > North Sea").state)[1] == "North Sea"


def test_T195_standing_orders_come_before_the_question() -> None:
    state = told(battle(LORRAINE, ask=True), "withdraw Lorraine: Paris")
    assert places(do(state, "fight Lorraine", "press Lorraine").state)[2] == "Paris"


def test_T196_the_owner_says_which_of_several_like_units_acts_first() -> None:
    pieces: list[Piece] = [
        ("West", "infantry", "Lorraine", 3),
        ("West", "infantry", "Lorraine", 1),
        ("Axis", "tank", "Lorraine", 3),
    ]
    step = do(battle(pieces, ask=True), "fight Lorraine", "press Lorraine")
    assert asked(step).units == (1,)
    step = do(step.state, "reveal #2: Lorraine")
    assert asked(step).units == (2,)
    assert codes(step.state, "reveal #1: Lorraine") == ["no-such-group"]
    assert codes(step.state, "reveal #3: Lorraine") == ["no-such-group"]
    step = do(step.state, "press Lorraine")
    assert asked(step).units == (1,)


def test_T195_a_neutral_country_is_never_asked() -> None:
    pieces: list[Piece] = [("Axis", "infantry", "Warsaw"), ("Neutral", "fortress", "Warsaw")]
    state = position(
        pieces, phase="combat", wars=ALL_AT_WAR, violated=(("Axis", "Poland"),), ask=True
    )
    assert wanted(do(state, "fight Warsaw")).side == "defender"


# The default.


def test_T195_by_default_a_block_leaves_hopeless_odds_where_it_gives_up_no_city() -> None:
    strong: list[Piece] = [("Axis", "tank", "Lorraine", 4), ("West", "infantry", "Lorraine", 1)]
    step = do(battle(strong), "fight Lorraine", "press Lorraine")
    assert places(step.state)[2] != "Lorraine"
    assert used(step) == ["default"]
    even = do(battle(LORRAINE), "fight Lorraine", "press Lorraine")
    assert wanted(even).side == "defender"


@pytest.mark.parametrize(
    "pieces",
    [
        [("Axis", "tank", "Paris", 4), ("West", "infantry", "Paris", 1)],
        [("Axis", "tank", "Lorraine", 4), ("West", "fortress", "Lorraine", 1)],
        [("Axis", "air force", "Lorraine", 4), ("West", "infantry", "Lorraine", 1)],
    ],
    ids=["a city", "a fortress", "a raid"],
)
def test_T195_by_default_it_stays_in_a_city_in_a_fortress_and_in_a_raid(
    pieces: list[Piece],
) -> None:
    step = do(battle(pieces), f"fight {pieces[0][2]}")
    while isinstance(step.waiting, Decision):
        step = do(step.state, f"press {pieces[0][2]}")
    assert wanted(step).side == "defender"


def test_T195_by_default_it_goes_where_the_fewest_enemies_are_next_door() -> None:
    pieces: list[Piece] = [
        ("Axis", "tank", "Lorraine", 4),
        ("West", "infantry", "Lorraine", 1),
        ("Axis", "tank", "Milan", 2),
        ("Axis", "fleet", "English Channel", 1),
    ]
    step = do(battle(pieces), "fight Lorraine", "press Lorraine")
    assert places(step.state)[2] == "Gascony"


def test_T195_by_default_it_fires_where_a_die_costs_the_enemy_most() -> None:
    """Against a carrier, which is hit doubly, 3 for two steps; against a fleet 3 for one."""
    pieces: list[Piece] = [
        ("Axis", "infantry", "London", 2),
        ("Axis", "carrier", "London", 2),
        ("West", "fortress", "London", 1),
    ]
    step = do(battle(pieces), "fight London")
    assert "firing at naval" in wanted(step).purpose


def test_T200_a_neutral_fortress_fires_at_ground_units_first() -> None:
    pieces: list[Piece] = [
        ("Axis", "carrier", "Copenhagen", 2),
        ("Axis", "infantry", "Copenhagen", 2),
        ("Neutral", "fortress", "Copenhagen", 1),
    ]
    state = position(pieces, phase="combat", wars=ALL_AT_WAR, violated=(("Axis", "Denmark"),))
    assert "firing at ground" in wanted(do(state, "fight Copenhagen")).purpose


def test_T83_by_default_a_block_that_has_acted_takes_the_hit() -> None:
    pieces: list[Piece] = [
        ("West", "tank", "London", 2),
        ("Axis", "tank", "London", 2),
        ("West", "infantry", "London", 2),
    ]
    step = roll(do(battle(pieces), "fight London"), 6, 6)
    step = roll(do(step.state, "fire ground: London"), 1, 6)
    assert (step.state.units[1].strength, step.state.units[3].strength) == (1, 2)


def test_G20_an_asked_defender_who_leaves_it_to_the_program_gets_the_same_choice() -> None:
    strong: list[Piece] = [("Axis", "tank", "Lorraine", 4), ("West", "infantry", "Lorraine", 1)]
    step = do(battle(strong, ask=True), "fight Lorraine", "press Lorraine")
    order = decide(step.state, asked(step))
    assert check(step.state, order) == ()
    default = do(battle(strong), "fight Lorraine", "press Lorraine")
    assert places(default.state)[2] in str(order)
