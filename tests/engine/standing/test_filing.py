"""Filing standing orders: when they are taken, and every reason why they are not (G20)."""

from dataclasses import replace

import pytest

from engine import (
    ClearStanding,
    Done,
    FileStanding,
    Lose,
    Pick,
    apply,
    check,
    format_order,
    format_standing,
    order_from_plain,
    order_to_plain,
    parse_order,
    parse_standing,
    undo,
)
from engine.core.errors import InvalidActionError
from engine.core.events.turn import StandingOrdersChanged
from engine.core.standing_orders import StandingCondition, StandingInstruction
from engine.gamedef import State
from engine.grammar.errors import NotationError
from engine.orders.standing_orders.intercept import StandingIntercept
from engine.orders.standing_orders.keep import StandingKeep
from engine.orders.standing_orders.land import StandingLand
from engine.orders.standing_orders.losses import LossItem, StandingLosses
from engine.rules.common.standing_orders import MOST_INSTRUCTIONS
from tests.engine.battle.arena import arena, fought, play
from tests.support.positions import big_world, position

GERMANY = "Western Germany"


def _turn(**options: object) -> State:
    return position(big_world(**options), "Germans", "purchase")


def _codes(state: State, line: str) -> list[str]:
    return [reason.code for reason in check(state, parse_order(line, state.definition))]


def _filed(state: State) -> list[str]:
    return [
        format_standing(entry, state.definition)
        for entry in state.standing_orders.get("Germans", ())
    ]


def test_instructions_are_added_in_order_and_replaced_where_they_are_about_the_same() -> None:
    state = _turn()
    for line in ("losses: infantry", "keep: 1 land units", "losses: armour", "keep: 2 fighter"):
        step = apply(state, parse_order(f"standing {line}", state.definition))
        assert isinstance(step.events[0], StandingOrdersChanged)
        state = step.state
    assert _filed(state) == ["losses: armour", "keep: 1 land units", "keep: 2 fighter"]
    state = apply(state, ClearStanding()).state
    assert state.standing_orders == {}


def test_B159_standing_orders_can_be_undone() -> None:
    state = _turn()
    orders = [
        parse_order("standing losses: infantry", state.definition),
        parse_order("standing submerge: no", state.definition),
    ]
    step, needed = undo(state, orders, 0)
    assert (_filed(step.state), needed) == (["submerge: no"], ())


def test_standing_orders_outlast_the_turn() -> None:
    state = apply(_turn(), parse_order("standing submerge: no", big_world())).state
    while state.nation == "Germans":
        state = apply(state, Done()).state
    assert _filed(state) == ["submerge: no"]


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move", "place"])
def test_every_phase_takes_them(phase: str) -> None:
    unplaced = {"infantry": 1}
    state = position(big_world(), "Germans", phase, unplaced=unplaced)
    assert _codes(state, "standing submerge: no") == []


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("losses: infantry, infantry", ["named-twice"]),
        ("losses: factory", ["never-a-loss"]),
        ("losses Finland: destroyer", ["never-there"]),
        ("losses SZ 19: infantry", ["never-there"]),
        ("losses: British units", ["not-an-ally"]),
        ("losses: Japanese units", []),
        ("absorb: infantry", ["absorbs-nothing"]),
        ("absorb: battleship", []),
        ("keep SZ 19: 1 land units", ["never-there"]),
        ("keep Finland: 1 land units", []),
        ("submerge Finland: yes", ["never-there"]),
        ("withdraw: yes", ["no-such-choice"]),
        ("intercept: all", ["no-such-choice"]),
        ("land: Finland when attackers > 1", ["bad-condition"]),
        ("land SZ 19: Finland", ["not-a-neighbour"]),
        ("land Finland: Norway", ["never-there"]),
        ("losses Finland: destroyer, British units", ["never-there", "not-an-ally"]),
    ],
)
def test_every_reason_against_an_instruction_is_given(line: str, codes: list[str]) -> None:
    assert _codes(_turn(), f"standing {line}") == codes


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("withdraw: yes", []),
        ("submerge: yes", ["no-such-choice"]),
        ("withdraw SZ 19 Atlantic: Finland", ["not-a-neighbour"]),
        ("intercept: 2 infantry", ["cannot-intercept"]),
        ("intercept SZ 19: all", ["never-there"]),
        ("land: Finland", ["no-such-choice"]),
    ],
)
def test_options_open_and_close_choices(line: str, codes: list[str]) -> None:
    state = _turn(
        submersible_submarines=False,
        defending_submarines_may_leave=True,
        air_battles_before_raids=True,
        surviving_air_may_land=False,
    )
    assert _codes(state, f"standing {line}") == codes


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (StandingLosses("Nowhere", (), (LossItem("infantry"),)), "no-such-territory"),
        (StandingLosses("", (), ()), "empty-instruction"),
        (StandingLosses("", (), (LossItem("", ""),)), "empty-instruction"),
        (StandingLosses("", (), (LossItem("tank"),)), "no-such-unit-type"),
        (StandingLosses("", (), (LossItem("", "Martians"),)), "no-such-nation"),
        (StandingKeep("", (), 1, "infantry", "land"), "empty-instruction"),
        (StandingKeep("", (), 1, "", "space"), "empty-instruction"),
        (StandingLand("", (), ("Nowhere",)), "no-such-territory"),
        (StandingLand("", (), ()), "empty-instruction"),
        (
            StandingKeep("", (StandingCondition("air_only"),) * 11, 1, "infantry"),
            "too-many-items",
        ),
        (StandingIntercept("", (), False, (("tank", 1),)), "no-such-choice"),
        (StandingLosses("", (StandingCondition("luck"),), (LossItem("armour"),)), "bad-condition"),
        (
            StandingLosses("", (StandingCondition("own", "tank", "<", 1),), (LossItem("armour"),)),
            "no-such-unit-type",
        ),
        (
            StandingLosses("", (StandingCondition("round", "", "=", 1),), (LossItem("armour"),)),
            "bad-condition",
        ),
    ],
)
def test_what_no_text_can_say_is_refused_as_well(entry: StandingInstruction, code: str) -> None:
    reasons = check(_turn(), FileStanding(entry))
    assert code in [reason.code for reason in reasons]
    assert all(reason.text for reason in reasons)


def test_the_same_instruction_twice_and_nothing_to_drop_are_refused() -> None:
    state = _turn()
    assert _codes(state, "standing nothing") == ["no-standing-orders"]
    state = apply(state, parse_order("standing submerge: no", state.definition)).state
    assert _codes(state, "standing submerge: no") == ["standing-twice"]
    assert _codes(state, "standing nothing") == []


def test_there_is_a_limit() -> None:
    state = _turn()
    places = list(state.definition.board.territories)[:MOST_INSTRUCTIONS]
    full = tuple(
        StandingLosses(
            place, (StandingCondition("round", "", "<", number),), (LossItem("fighter"),)
        )
        for number, place in enumerate(places)
    )
    while len(full) < MOST_INSTRUCTIONS:
        more = replace(full[0], conditions=(StandingCondition("round", "", ">", len(full)),))
        full = (*full, more)
    state = replace(state, standing_orders={"Germans": full})
    assert _codes(state, "standing submerge: no") == ["too-many-instructions"]


def test_no_standing_orders_in_a_battle_of_ones_own_or_while_one_is_asked_in_another() -> None:
    state = arena("Finland", [("armour", 3)], [("infantry", 2)])
    in_battle = fought(state, "Finland").state
    assert _codes(in_battle, "standing submerge: no") == ["dice-first"]
    board = big_world(ask_defender=True)
    state = arena("Finland", [("armour", 3)], [("infantry", 2), ("armour", 1)], definition=board)
    asked = play(fought(state, "Finland"), [1, 6, 6]).step.state
    assert _codes(asked, "standing submerge: no") == ["decision-first"]
    assert check(asked, Lose("Finland", (Pick(1, "armour"),))) == ()


LINES = (
    "losses: infantry, Japanese armour, Japanese units",
    "losses Finland: infantry when attackers < 3 and carrier > 0 and enemy destroyer <= 1",
    "losses: fighter after round 2",
    "losses: fighter after round 2 and air only",
    "losses: fighter when round < 2",
    "absorb: battleship",
    "absorb SZ 19 Atlantic: nothing",
    "keep: 1 land units",
    "keep Finland: 2 armour when defenders > 3",
    "submerge: yes",
    "submerge SZ 19 Atlantic: no when air only",
    "withdraw: yes",
    "withdraw: no",
    "withdraw SZ 19 Atlantic: SZ 18 Atlantic, SZ 31 Atlantic",
    "intercept: all",
    "intercept: nothing",
    "intercept Leningrad: 2 fighter, 1 bomber when attackers < 3",
    "land: Finland, Norway",
)


@pytest.mark.parametrize("line", LINES)
def test_what_is_written_can_be_read_and_stored(line: str) -> None:
    board = big_world()
    names = set(board.board.territories)
    line = line.replace(
        "SZ 18 Atlantic", next(n for n in board.board.territories if n.startswith("SZ 18"))
    )
    line = line.replace(
        "SZ 31 Atlantic", next(n for n in board.board.territories if n.startswith("SZ 31"))
    )
    assert "Finland" in names
    order = parse_order(f"standing {line}", board)
    assert format_order(order, board) == f"standing {line}"
    assert order_from_plain(order_to_plain(order)) == order
    (found,), faults = parse_standing(f"> {line}  # a remark", board)
    assert (FileStanding(found.instruction), faults) == (order, ())


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("standing", "unknown-instruction"),
        ("standing lose Finland: infantry", "unknown-instruction"),
        ("standing losses Finland infantry", "colon-missing"),
        ("standing losses Finlandd: infantry", "unknown-territory"),
        ("standing losses: infantryy", "unknown-unit-type"),
        ("standing submerge: perhaps", "bad-order"),
        ("standing keep: infantry", "bad-number"),
        ("standing losses: infantry when hungry", "bad-condition"),
        ("standing losses:", "empty-instruction"),
        ("standing intercept: 2 fighter #1 #2", "bad-order"),
    ],
)
def test_faults_are_named(line: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_order(line, big_world())
    assert code in [fault.code for fault in caught.value.faults]


@pytest.mark.parametrize(
    "plain",
    [
        ["standing"],
        ["standing", "losses", "", []],
        ["standing", "losses", "", [["infantry"]], []],
        ["standing", "bribe", "", [], []],
        ["standing", "submerge", "", 1, []],
        ["standing", "keep", "", [0, "infantry", ""], []],
        ["standing", "submerge", "", True, [["attackers", "", "<"]]],
        ["standing", "submerge", "", True, [["attackers", "", "<", -1]]],
        ["standing", "intercept", "", [True, [["fighter", 1]]], []],
        ["standing", "land", "", ["A\u202eB"], []],
        ["no_standing", 1],
    ],
)
def test_malformed_plain_forms_are_refused(plain: list[object]) -> None:
    with pytest.raises(InvalidActionError):
        order_from_plain(plain)
