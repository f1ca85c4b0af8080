"""The sequence of play, the start position and the game loop (B95 to B98, B25, B34)."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.core.agenda import PhaseFrame, PhaseOpen
from engine.core.chance import RollResult
from engine.core.errors import DefinitionError, IllegalActionError
from engine.core.events.turn import (
    PhaseBegan,
    PhaseClosing,
    PhaseEnded,
    PhaseOpened,
    RoundBegan,
    TurnEnded,
)
from engine.core.pick import Pick
from engine.core.version import RULES_VERSION
from engine.game import apply, check, new_game, undo, waiting_for
from engine.gamedef import Definition, SequenceStep
from engine.orders.buy import Buy
from engine.orders.fight import Fight
from engine.orders.form import Order
from engine.orders.place import Place
from engine.orders.research import Research
from engine.rules.turn.sequence import first_step, resolve_next_step
from engine.rules.turn.setup import start_position
from tests.support.positions import big_world, done, position

PHASES = ["tech", "purchase", "combat_move", "battle", "noncombat_move", "place"]


def with_sequence(*steps: SequenceStep) -> Definition:
    return replace(big_world(), sequence=steps)


def place(territory: str, kind: str) -> Place:
    return Place((Pick(1, kind),), territory)


def at(definition: Definition, index: int, round_number: int = 1) -> list[object]:
    step = definition.sequence[index]
    frame = PhaseFrame(index, step.nation, step.phase, "over")
    state = replace(start_position(definition), agenda=(frame,), round=round_number)
    return list(resolve_next_step(state))


def test_B98_eight_steps_for_each_nation_in_this_order() -> None:
    steps = [step for step in big_world().sequence if step.last_round == 0]
    for nation in big_world().politics.nation_names:
        mine = [step.phase for step in steps if step.nation == nation]
        assert mine == [*PHASES, "tech_activation", "end_turn"]
    assert [step.phase for step in steps if not step.nation] == ["end_round"]


def test_B97_the_round_ends_after_the_americans_and_the_russians_begin_the_next() -> None:
    definition = big_world()
    last = len(definition.sequence) - 1
    first = next(index for index, step in enumerate(definition.sequence) if step.phase == "tech")
    assert at(definition, last) == [RoundBegan(2), PhaseBegan(first, "Russians", "tech")]


def test_the_turn_of_a_nation_ends_once_when_the_next_step_is_not_its_own() -> None:
    definition = big_world()
    ends = [
        (index, event.nation)
        for index in range(len(definition.sequence))
        for event in at(definition, index)
        if isinstance(event, TurnEnded)
    ]
    steps = definition.sequence
    assert [nation for _, nation in ends] == [*definition.politics.nation_names] * 2
    assert all(steps[index].phase in {"bid_place", "end_turn"} for index, _ in ends)


def test_a_step_with_a_last_round_is_left_out_later() -> None:
    definition = with_sequence(
        SequenceStep("bid", "bid", "Russians", last_round=1),
        SequenceStep("buy", "purchase", "Russians"),
        SequenceStep("late", "tech", "Russians", last_round=2),
    )
    assert first_step(definition) == 0
    assert at(definition, 2, 1) == [
        TurnEnded("Russians"),
        RoundBegan(2),
        PhaseBegan(1, "Russians", "purchase"),
    ]
    assert at(definition, 1, 2) == [PhaseBegan(2, "Russians", "tech")]
    assert at(definition, 1, 3) == [
        TurnEnded("Russians"),
        RoundBegan(4),
        PhaseBegan(1, "Russians", "purchase"),
    ]


@pytest.mark.parametrize("steps", [(), (SequenceStep("bid", "bid", "Russians", last_round=3),)])
def test_a_sequence_that_would_stop_is_refused(steps: tuple[SequenceStep, ...]) -> None:
    with pytest.raises(DefinitionError):
        new_game(with_sequence(*steps))


def test_B98_an_order_of_another_phase_is_refused() -> None:
    cases: list[tuple[str, Order]] = [
        ("tech", Buy((("infantry", 1),))),
        ("purchase", Research("rockets", 1)),
        ("combat_move", Buy((("infantry", 1),))),
        ("place", Fight("Finland")),
        ("tech", Place((), "Moscow")),
    ]
    for phase, order in cases:
        state = position(big_world(), "Russians", phase, unplaced={"infantry": 1})
        assert [reason.code for reason in check(state, order)] == ["wrong-phase"]


def test_end_matter_3_the_start_position() -> None:
    state = start_position(big_world())
    assert len(state.units) == 423
    assert list(state.units) == list(range(1, 424))
    assert state.next_unit == 424
    assert not any(big_world().board.is_sea[name] for name in state.owners)
    owned = Counter(state.owners.values())
    del owned["Neutral"]
    assert owned == {
        "British": 36,
        "Russians": 27,
        "Germans": 23,
        "Japanese": 23,
        "Americans": 19,
        "Chinese": 6,
    }


def test_B34_infrastructure_remembers_its_first_owner_and_nothing_else_does() -> None:
    definition = big_world()
    for unit in start_position(definition).units.values():
        fixed = definition.unit_types[unit.type].is_infrastructure
        assert unit.original_owner == (unit.owner if fixed else "")


def test_land_units_at_sea_start_aboard_the_transport_of_their_owner() -> None:
    definition = big_world()
    setup = (
        *[entry for entry in definition.setup.placements if entry.type == "transport"],
        replace(
            next(entry for entry in definition.setup.placements if entry.type == "transport"),
            type="infantry",
            count=2,
        ),
    )
    state = start_position(replace(definition, setup=replace(definition.setup, placements=setup)))
    aboard = [unit for unit in state.units.values() if unit.type == "infantry"]
    assert len(aboard) == 2
    for unit in aboard:
        assert unit.carried_by is not None
        assert state.units[unit.carried_by].territory == unit.territory


def test_a_phase_goes_from_begin_to_open_to_end_to_over() -> None:
    step = done(position(big_world(), "Russians", "tech"))
    kinds = [type(event) for event in step.events]
    assert kinds == [PhaseClosing, PhaseEnded, PhaseBegan, PhaseOpened]
    assert step.waiting == PhaseOpen("Russians", "purchase")
    assert waiting_for(step.state) == step.waiting


def test_an_automatic_phase_begins_and_ends_and_is_never_open() -> None:
    step = done(position(big_world(), "Russians", "noncombat_move"))
    for phase in ("tech_activation", "end_turn"):
        mine = [
            type(event)
            for event in step.events
            if isinstance(event, PhaseBegan | PhaseOpened | PhaseClosing | PhaseEnded)
            and event.phase == phase
        ]
        assert mine == [PhaseBegan, PhaseEnded]


def test_dice_that_nobody_asked_for_are_refused() -> None:
    with pytest.raises(IllegalActionError, match="does not wait for dice"):
        apply(position(big_world(), "Russians", "tech"), RollResult((1,)))


def test_B226_B238_undo_takes_back_a_placement_and_those_that_need_it() -> None:
    unplaced = {"carrier": 1, "fighter": 2, "infantry": 1}
    state = position(big_world(), "Germans", "place", unplaced=unplaced)
    zone = "SZ 11 West Baltic Sea"
    orders = [place(zone, "carrier"), place("Italy", "infantry"), place(zone, "fighter")]
    later = state
    for order in orders:
        later = apply(later, order).state
    step, needing = undo(state, orders, 0)
    assert needing == (2,)
    assert step.state.unplaced["Germans"] == {"carrier": 1, "fighter": 2}
    alone, nothing = undo(state, orders, 1)
    assert nothing == ()
    assert alone.state.unplaced["Germans"] == {"fighter": 1, "infantry": 1}


def test_the_rules_have_a_version() -> None:
    assert RULES_VERSION == "1"
