"""The state: questions about a position, and that evolving leaves it alone (DESIGN 3)."""

from dataclasses import fields, replace

import pytest

from engine.core.agenda import ResearchFrame
from engine.core.digest import state_digest
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.battle import AircraftScrambled, KamikazeRolled, KamikazesAimed
from engine.core.events.economy import (
    BidGranted,
    FightersBoarded,
    IncomeCollected,
    IncomeWithheld,
    PointsScored,
    PurchasePlanned,
    ResearchPaid,
    ResearchRolled,
    TechnologyActivated,
    TechnologyFound,
    UnitsBought,
    UnitsGiven,
    UnitsPlaced,
    UnitsRepaired,
    UnplacedUnitsLost,
)
from engine.core.events.movement import BonusMovementGiven
from engine.core.events.politics import WarBegan
from engine.core.events.turn import (
    FramePopped,
    FramePushed,
    FrameReplaced,
    PhaseBegan,
    PhaseClosing,
    PhaseEnded,
    PhaseOpened,
    PhaseSkipped,
    RoundBegan,
    TurnEnded,
)
from engine.core.evolve import evolve
from engine.core.state import State as CoreState
from engine.core.state import TurnRecord, with_units, without_units
from engine.core.unit import Unit
from engine.gamedef import State
from tests.support.positions import big_world, position


def start() -> State:
    return position(big_world(), "Russians", "purchase")


NEW = Unit(424, "infantry", "Russians", "Moscow")

EVENTS: list[Event] = [
    RoundBegan(2),
    PhaseBegan(3, "Germans", "purchase"),
    PhaseOpened("Russians", "purchase"),
    PhaseSkipped("Russians", "purchase", "no reason"),
    PhaseClosing("Russians", "purchase"),
    PhaseEnded("Russians", "purchase"),
    TurnEnded("Russians"),
    WarBegan("Russians", "Germans"),
    FramePushed(ResearchFrame("rockets", 1)),
    FrameReplaced(ResearchFrame("rockets", 1)),
    FramePopped(),
    ResearchPaid("Russians", "rockets", 2, 10, (("Russians", 10),)),
    ResearchRolled("Russians", "rockets", (1, 6), 1),
    TechnologyFound("Russians", "rockets"),
    TechnologyActivated("Russians", "rockets"),
    BidGranted("Russians", 5, 39),
    PurchasePlanned("Russians", (("infantry", 2),), 6),
    UnitsBought("Russians", (("infantry", 2),), 6, 28),
    UnitsPlaced("Russians", "Moscow", (NEW,), "Moscow", True, (("Moscow", 1),)),
    FightersBoarded("Russians", (1,), "Moscow", "SZ 7 Barents Sea"),
    UnplacedUnitsLost("Russians", (("infantry", 1),)),
    IncomeCollected("Russians", 34, 68),
    IncomeWithheld("Russians", "no capital"),
    PointsScored("Russians", 2, 2, "income"),
    UnitsRepaired((1, 2)),
    BonusMovementGiven("Russians", ((1, 1), (2, 3))),
    AircraftScrambled("Moscow", "Russians", (1,), (2,), "player"),
    KamikazesAimed("Moscow", "Russians", ((1, 2),), "PUs", 2, "player"),
    KamikazeRolled("Moscow", "Russians", 1, 2, (1, 6), 0, 1, 1),
    UnitsGiven("Moscow", (1, 2), "Russians", "British"),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_evolve_leaves_the_given_state_as_it_was(event: Event) -> None:
    state = start()
    pushed = evolve(state, FramePushed(ResearchFrame("jet_power", 1)))
    before = state_digest(pushed)
    parts = {field.name: getattr(pushed, field.name) for field in fields(CoreState)}
    copies = {name: repr(part) for name, part in parts.items() if name != "definition"}
    first, second = evolve(pushed, event), evolve(pushed, event)
    assert first == second
    assert state_digest(pushed) == before
    assert {name: repr(parts[name]) for name in copies} == copies


def test_the_events_of_the_turn_change_nothing_but_what_they_say() -> None:
    state = start()
    after = evolve(state, PurchasePlanned("Russians", (("infantry", 2),), 6))
    assert after.purchase == {"infantry": 2}
    assert replace(after, purchase={}) == state
    paid = evolve(after, UnitsBought("Russians", (("infantry", 2),), 6, 28))
    assert paid.unplaced["Russians"] == {"infantry": 2}
    assert paid.amount("Russians", "PUs") == 28
    assert paid.purchase == {}


def test_evolve_refuses_what_is_no_event() -> None:
    with pytest.raises(TypeError):
        evolve(start(), "income")


def test_evolve_raises_for_a_unit_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        evolve(start(), UnitsRepaired((9999,)))


def test_turn_ended_makes_units_fresh_and_the_record_empty() -> None:
    state = start()
    tired = replace(
        state.units[1],
        moved=2,
        in_combat=True,
        loaded=True,
        unloaded_to="Finland",
        unloaded_in_combat=True,
        amphibious=True,
        submerged=True,
        bombarded=True,
        launched=True,
    )
    busy = replace(
        with_units(state, [tired]),
        turn=TurnRecord(conquered=("Finland",), researched=True, placed=((1, ""),), boarded=(2,)),
    )
    after = evolve(busy, TurnEnded("Russians"))
    assert after.units[1] == state.units[1]
    assert after.turn == TurnRecord(conquered=("Finland",)), "until an end of turn is played"


@pytest.mark.parametrize(
    ("phase", "forgotten"), [("end_turn", True), ("end_turn_unpaid", True), ("place", False)]
)
def test_what_was_taken_is_remembered_until_an_end_of_turn_is_played(
    phase: str, *, forgotten: bool
) -> None:
    """What a map makes happen after that step still belongs to the turn."""
    turn = TurnRecord(conquered=("Finland",), fought=("Finland",), retaken=("Finland",))
    state = replace(start(), turn=turn)
    state = replace(state, agenda=(replace(state.phase, phase=phase),))
    ended = evolve(state, PhaseEnded("Russians", phase))
    assert ended.turn == turn
    after = evolve(ended, PhaseBegan(0, "Germans", "purchase"))
    assert after.turn == (TurnRecord() if forgotten else turn)


def test_a_lasting_fact_survives_the_end_of_the_turn() -> None:
    state = start()
    lasting = replace(state.units[1], hits=1, damage=2, carried_by=3, original_owner="British")
    after = evolve(with_units(state, [lasting]), TurnEnded("Russians"))
    assert after.units[1] == lasting


def test_units_placed_moves_the_next_identity_on_and_counts_production() -> None:
    state = position(big_world(), "Russians", "place", unplaced={"infantry": 2})
    placed = UnitsPlaced("Russians", "Moscow", (NEW,), "Moscow", True, (("Moscow", 1),))
    after = evolve(state, placed)
    assert after.next_unit == 425
    assert after.unplaced["Russians"] == {"infantry": 1}
    assert after.turn.produced == {"Moscow": 1}
    assert after.turn.placed == ((424, "Moscow"),)


def test_units_in_follows_the_units_of_the_state_it_is_asked_of() -> None:
    state = start()
    before = len(state.units_in("Moscow"))
    after = with_units(state, [NEW])
    assert len(state.units_in("Moscow")) == before
    assert len(after.units_in("Moscow")) == before + 1
    assert after.units_in("Moscow")[-1] == NEW
    assert without_units(after, [424]) == state
    assert len(without_units(after, [424]).units_in("Moscow")) == before
    assert state.units_in("nowhere") == ()


def test_units_of_a_nation_in_order_of_identity() -> None:
    keys = [unit.id for unit in start().units_of("Germans")]
    assert len(keys) == 108
    assert keys == sorted(keys)


def test_cargo_of_a_transport() -> None:
    state = start()
    ship = next(unit for unit in state.units_of("Russians") if unit.type == "transport")
    assert state.cargo_of(ship.id) == ()
    aboard = Unit(424, "infantry", "Russians", ship.territory, carried_by=ship.id)
    other = Unit(425, "infantry", "Russians", ship.territory)
    assert with_units(state, [aboard, other]).cargo_of(ship.id) == (aboard,)


def test_an_amount_that_was_never_named_is_0() -> None:
    assert start().amount("Russians", "oil") == 0
    assert start().amount("Martians", "PUs") == 0


def test_a_state_cannot_be_written_to() -> None:
    with pytest.raises(AttributeError):
        start().round = 2


def test_the_bottom_of_the_agenda_must_be_a_phase() -> None:
    broken = replace(start(), agenda=(ResearchFrame("rockets", 1),))
    with pytest.raises(TypeError):
        _ = broken.phase


def test_an_event_log_keeps_events_and_their_effect_together() -> None:
    state = start()
    log = EventLog(state)
    log.add(BidGranted("Russians", 5, 39))
    log.extend([BidGranted("Russians", 1, 40)])
    assert log.state.amount("Russians", "PUs") == 40
    assert [type(event) for event in log.events] == [BidGranted, BidGranted]
    assert state.amount("Russians", "PUs") == 34
