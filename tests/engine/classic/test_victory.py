"""Victory by capitals and by production, each at its own moment (C2 to C4, C75 to C77)."""

from dataclasses import replace
from itertools import combinations

import pytest

from engine import Definition, State
from engine.core.agenda import Outcome
from engine.rules.economy.income import income_of
from engine.rules.politics.capitals import production_of
from tests.support.positions import at_phase, classic, done, position

ALLIES = ("Americans", "British", "Russians")
AXIS = ("Germans", "Japanese")
CAPITALS = {"Russia": "Russians", "United Kingdom": "British", "East US": "Americans"}


def last_phase(definition: Definition, nation: str, owners: dict[str, str]) -> State:
    """The last phase of a turn in which orders are taken, with some land in other hands."""
    return position(definition, nation, "noncombat_move", owners=owners)


def after_turn(definition: Definition, nation: str, owners: dict[str, str]) -> Outcome | None:
    """How the game ended with the turn of a nation."""
    return done(last_phase(definition, nation, owners)).state.outcome


def taken(*capitals: str) -> dict[str, str]:
    return dict.fromkeys(capitals, "Germans")


def test_C2_C75_both_axis_capitals_win_after_the_turn_of_the_japanese() -> None:
    owners = {"Germany": "Russians", "Japan": "Americans"}
    outcome = after_turn(classic(), "Japanese", owners)
    assert outcome is not None
    assert (outcome.winners, outcome.kind) == (ALLIES, "capital_victory")
    assert "Germany and Japan" in outcome.text


@pytest.mark.parametrize("nation", ["Russians", "Germans", "British"])
def test_C75_nobody_looks_after_other_turns(nation: str) -> None:
    owners = {"Germany": "Russians", "Japan": "Americans"}
    assert after_turn(classic(), nation, owners) is None


def test_C75_a_capital_that_is_taken_back_in_time_does_not_count() -> None:
    """Both are held before the Japanese turn, one is free again when it ends."""
    assert after_turn(classic(), "Japanese", {"Germany": "Russians"}) is None


@pytest.mark.parametrize("capital", ["Germany", "Japan"])
def test_C2_one_axis_capital_is_not_enough(capital: str) -> None:
    assert after_turn(classic(), "Japanese", {capital: "British"}) is None


@pytest.mark.parametrize("pair", list(combinations(CAPITALS, 2)))
def test_C3_C76_every_pair_of_allied_capitals_wins_after_the_american_turn(
    pair: tuple[str, str],
) -> None:
    outcome = after_turn(classic(), "Americans", taken(*pair))
    assert outcome is not None
    assert (outcome.winners, outcome.kind) == (AXIS, "capital_victory")


@pytest.mark.parametrize("capital", CAPITALS)
def test_C3_one_allied_capital_is_not_enough(capital: str) -> None:
    assert after_turn(classic(), "Americans", taken(capital)) is None


@pytest.mark.parametrize("nation", ["Russians", "Germans", "British", "Japanese"])
def test_C76_nobody_looks_for_the_axis_after_other_turns(nation: str) -> None:
    assert after_turn(classic(), nation, taken("Russia", "United Kingdom")) is None


def test_C2_C3_the_own_capital_need_not_be_held_D9_D15() -> None:
    owners = {"Germany": "Russians", "Japan": "Russians", "United Kingdom": "Germans"}
    outcome = after_turn(classic(), "Japanese", owners)
    assert outcome is not None
    assert outcome.winners == ALLIES


def test_C2_C3_by_option_all_own_capitals_are_needed_D9() -> None:
    engine = classic(capital_victory_needs_own=True)
    owners = {"Germany": "Russians", "Japan": "Russians"}
    assert after_turn(engine, "Japanese", {**owners, "East US": "Germans"}) is None
    assert after_turn(engine, "Japanese", owners) is not None
    pair = taken("Russia", "East US")
    assert after_turn(engine, "Americans", {**pair, "Japan": "British"}) is None
    assert after_turn(engine, "Americans", pair) is not None


def test_C75_C76_by_option_the_end_of_the_round_decides_D10() -> None:
    engine = classic(capitals_checked_at_round_end=True)
    owners = {"Germany": "Russians", "Japan": "Russians"}
    assert after_turn(engine, "Japanese", owners) is None
    outcome = after_turn(engine, "Americans", owners)
    assert outcome is not None
    assert outcome.winners == ALLIES
    assert after_turn(engine, "Americans", taken("Russia", "East US")) is not None


def test_C2_C3_by_option_both_at_once_are_a_draw() -> None:
    engine = classic(capitals_checked_at_round_end=True)
    owners = {"Germany": "British", "Japan": "British", **taken("Russia", "East US")}
    outcome = after_turn(engine, "Americans", owners)
    assert outcome is not None
    assert (outcome.winners, outcome.kind) == ((), "draw")


def richer(extra: int) -> dict[str, str]:
    """Allied land worth so many PUs in the hands of the Germans, no capital among it."""
    definition = classic()
    owners: dict[str, str] = {}
    for name, owner in sorted(definition.setup.owners.items()):
        worth = definition.board.territories[name].production
        if owner in ALLIES and name not in CAPITALS and 0 < worth <= extra:
            owners[name] = "Germans"
            extra -= worth
    assert extra == 0
    return owners


def test_C4_the_axis_begin_with_57() -> None:
    state = position(classic(), "Russians", "tech")
    assert production_of(state, "Axis") == 57
    assert production_of(state, "Allies") == 90


def test_C4_C77_83_are_not_enough_and_84_are() -> None:
    assert after_turn(classic(), "Americans", richer(26)) is None
    outcome = after_turn(classic(), "Americans", richer(27))
    assert outcome is not None
    assert (outcome.winners, outcome.kind) == (AXIS, "economic_victory")
    assert "84 PUs" in outcome.text


def test_C4_C77_84_in_the_middle_of_a_round_are_not_looked_at() -> None:
    """They are held after the Japanese turn and lost again before the round ends."""
    definition = classic()
    state = last_phase(definition, "Japanese", richer(27))
    step = done(state)
    assert step.state.outcome is None
    step = at_phase(step, "Americans", "noncombat_move")
    held = replace(step.state, owners={**step.state.owners, **richer(27)})
    freed = next(iter(richer(27)))
    back = position(
        definition,
        "Americans",
        "noncombat_move",
        owners={**richer(27), freed: definition.setup.owners[freed]},
    )
    assert production_of(held, "Axis") == 84
    assert production_of(back, "Axis") < 84
    assert done(back).state.outcome is None


@pytest.mark.parametrize("pays", [True, False])
def test_C5_production_is_what_is_controlled_whoever_is_paid_for_it(pays: bool) -> None:
    """A convoy centre that the Germans took counts, also where it pays nobody."""
    plain = classic(captured_convoys_pay=pays)
    zone = next(area for area in plain.board.territories.values() if area.is_sea)
    areas = {**plain.board.territories, zone.name: replace(zone, production=4)}
    setup = replace(plain.setup, owners={**plain.setup.owners, zone.name: "British"})
    definition = replace(plain, board=replace(plain.board, territories=areas), setup=setup)
    held = position(definition, "Russians", "tech", owners={zone.name: "Germans"})
    assert production_of(held, "Axis") == 57 + 4
    assert income_of(held, "Germans") == 32 + (4 if pays else 0)


def test_C4_the_allies_have_no_such_victory() -> None:
    owners = dict.fromkeys(
        (name for name in classic().setup.owners if name != "Germany"), "Americans"
    )
    owners["Japan"] = "Japanese"
    assert after_turn(classic(), "Americans", owners) is None


def test_C2_C3_C4_the_switches_turn_them_off() -> None:
    nothing = classic(capital_victory=False, economic_victory=False)
    assert after_turn(nothing, "Americans", {**richer(27), **taken("Russia", "East US")}) is None


def test_C77_production_comes_before_capitals_at_the_end_of_a_round() -> None:
    engine = classic(capitals_checked_at_round_end=True)
    outcome = after_turn(engine, "Americans", {**richer(27), **taken("Russia", "East US")})
    assert outcome is not None
    assert outcome.kind == "economic_victory"
