"""Rockets, industrial complexes and capitals in Classic (C56, C60 to C68, C82)."""

import pytest

from engine import Buy, Done, Pick, Place, State, Step, apply, check
from engine.core.agenda import PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.event_log import EventLog
from engine.core.events.battle import CapitalPlundered, FactoryBombed, RocketLaunched
from engine.core.events.economy import IncomeCollected, IncomeWithheld, UnitsBought
from engine.core.state import TurnRecord
from engine.orders.fire_rocket import FireRocket
from engine.rules.common.capture import resolve_capture
from engine.rules.economy.free_placement import placeable_total
from engine.rules.economy.production import production_limit
from tests.engine.battle.arena import asks, opened
from tests.support.positions import at_phase, classic, done, position


def placing(
    nation: str,
    unplaced: dict[str, int],
    *,
    owners: dict[str, str] | None = None,
    factories: tuple[str, ...] = (),
    conquered: tuple[str, ...] = (),
    built: tuple[str, ...] = (),
    cleared: tuple[str, ...] = (),
) -> State:
    return position(
        classic(),
        nation,
        "place",
        unplaced=unplaced,
        owners=owners,
        units=[(place, nation, "factory", 1) for place in factories],
        cleared=cleared,
        turn=TurnRecord(conquered=conquered, built=built),
    )


def codes(state: State, count: int, kind: str, place: str) -> list[str]:
    return [reason.code for reason in check(state, Place((Pick(count, kind),), place))]


def test_C60_a_complex_that_was_held_since_the_start_of_the_turn_builds() -> None:
    assert codes(placing("Germans", {"infantry": 2}), 2, "infantry", "Germany") == []
    assert codes(placing("Germans", {"infantry": 2}), 2, "infantry", "East Europe") == [
        "no-factory"
    ]


@pytest.mark.parametrize("place", ["Karelia S.S.R."])
def test_C60_C82_one_that_was_taken_in_this_turn_does_not(place: str) -> None:
    taken = placing(
        "Germans",
        {"infantry": 1},
        owners={place: "Germans"},
        factories=(place,),
        conquered=(place,),
        cleared=(place,),
    )
    assert codes(taken, 1, "infantry", place) == ["taken-this-turn"]
    later = placing(
        "Germans", {"infantry": 1}, owners={place: "Germans"}, factories=(place,), cleared=(place,)
    )
    assert codes(later, 1, "infantry", place) == []


def test_C60_a_new_complex_builds_from_the_next_turn_on() -> None:
    new = placing("Germans", {"infantry": 1}, factories=("East Europe",), built=("East Europe",))
    assert codes(new, 1, "infantry", "East Europe") == ["factory-too-new"]


def test_C61_an_original_complex_builds_without_limit() -> None:
    state = placing("Russians", {"infantry": 40})
    assert codes(state, 40, "infantry", "Karelia S.S.R.") == []
    assert codes(state, 40, "infantry", "Russia") == []


def test_C61_also_when_its_first_owner_has_taken_it_back() -> None:
    """The land is the owner's again; that others held it in between does not matter."""
    state = placing("Russians", {"infantry": 9})
    log = EventLog(state)
    log.extend(resolve_capture(state, "Karelia S.S.R.", "Germans"))
    assert production_limit(log.state, "Karelia S.S.R.") == 3
    log.extend(resolve_capture(log.state, "Karelia S.S.R.", "Russians"))
    assert production_limit(log.state, "Karelia S.S.R.") > 100


def test_C62_a_captured_complex_builds_what_its_land_is_worth() -> None:
    place = "Karelia S.S.R."
    state = placing(
        "Germans", {"infantry": 4}, owners={place: "Germans"}, factories=(place,), cleared=(place,)
    )
    assert codes(state, 3, "infantry", place) == []
    assert codes(state, 4, "infantry", place) == ["limit-reached"]


def test_C62_so_does_a_new_one() -> None:
    state = placing("British", {"infantry": 4}, factories=("India",))
    assert codes(state, 3, "infantry", "India") == []
    assert codes(state, 4, "infantry", "India") == ["limit-reached"]


def test_C62_in_land_without_value_it_builds_nothing() -> None:
    state = placing("British", {"infantry": 1}, factories=("Gibraltar",))
    assert codes(state, 1, "infantry", "Gibraltar") == ["limit-reached"]


def test_C60_ships_stand_in_the_zone_beside_the_complex() -> None:
    state = placing("British", {"transport": 2})
    assert codes(state, 2, "transport", "North Sea Zone") == []
    assert codes(state, 1, "transport", "East US Sea Zone") == ["no-factory-beside"]


def test_C60_not_among_enemy_ships_D18() -> None:
    units = [("North Sea Zone", "Germans", "submarine", 1)]
    place = Place((Pick(1, "transport"),), "North Sea Zone")
    state = position(classic(), "British", "place", unplaced={"transport": 1}, units=units)
    assert [reason.code for reason in check(state, place)] == ["enemies-present"]
    other = classic(ships_among_enemies=True)
    state = position(other, "British", "place", unplaced={"transport": 1}, units=units)
    assert check(state, place) == ()


def test_C63_one_complex_in_a_territory() -> None:
    state = placing("British", {"factory": 2})
    assert codes(state, 1, "factory", "United Kingdom") == ["too-many-factories"]
    assert codes(state, 2, "factory", "India") == ["too-many-factories"]
    assert codes(state, 1, "factory", "India") == []


def captured(capital: str, by: str, pus: dict[str, int], **more: str) -> Step:
    """The non-combat move of a nation that has just taken a capital."""
    definition = classic()
    owner = definition.setup.owners[capital]
    start = position(definition, by, "noncombat_move", cleared=(capital,), owners=more, pus=pus)
    log = EventLog(start)
    log.extend(resolve_capture(start, capital, by))
    assert [
        (event.victim, event.captor, event.amount)
        for event in log.events
        if isinstance(event, CapitalPlundered)
    ] == [(owner, by, pus[owner])]
    return Step(log.state, log.events, PhaseOpen(by, "noncombat_move"))


def test_C64_C66_the_captor_gains_all_the_owner_loses_all() -> None:
    state = captured("Germany", "Russians", {"Germans": 27, "Russians": 4}).state
    assert state.amount("Russians", "PUs") == 31
    assert state.amount("Germans", "PUs") == 0


def german_turn(step: Step) -> tuple[Step, list[object]]:
    """All events up to the turn after that of the Germans."""
    events: list[object] = []
    while step.state.nation in {"Russians", "Germans"}:
        step = apply(step.state, Done())
        events.extend(step.events)
    return step, events


def test_C65_C67_without_capital_no_income_and_nothing_to_buy() -> None:
    step = captured("Germany", "Russians", {"Germans": 27, "Russians": 4})
    step, events = german_turn(step)
    assert [event.nation for event in events if isinstance(event, IncomeWithheld)] == ["Germans"]
    assert not [e for e in events if isinstance(e, UnitsBought) and e.nation == "Germans"]
    assert step.state.amount("Germans", "PUs") == 0


def test_C67_after_the_liberation_there_is_income_again() -> None:
    state = position(classic(), "Germans", "noncombat_move", owners={"Germany": "Russians"})
    log = EventLog(state)
    log.extend(resolve_capture(state, "Germany", "Germans"))
    paid = [event for event in done(log.state).events if isinstance(event, IncomeCollected)]
    assert [(event.nation, event.amount) for event in paid] == [("Germans", 32)]


def test_C68_a_capital_is_plundered_while_the_own_one_is_held() -> None:
    step = captured("Russia", "Germans", {"Germans": 5, "Russians": 24})
    assert step.state.amount("Germans", "PUs") == 29


def without_capital(**options: object) -> Step:
    """Germany is Russian; the Germans hold 24 PUs that they took in Russia."""
    definition = classic(**options)
    owners = {"Germany": "Russians", "Russia": "Germans"}
    start = position(definition, "Russians", "noncombat_move", owners=owners, pus={"Germans": 24})
    return at_phase(done(start), "Germans", "combat_move") if options else done(start)


def test_C65_C68_captured_money_is_spent_without_the_own_capital() -> None:
    step = without_capital()
    assert step.waiting == PhaseOpen("Germans", "purchase")
    bought = done(apply(step.state, Buy((("infantry", 3),))).state)
    assert bought.state.amount("Germans", "PUs") == 15
    assert bought.state.unplaced["Germans"] == {"infantry": 3}


def test_C65_C68_only_at_a_complex_that_is_still_owned() -> None:
    owners = {"Germany": "Russians"}
    state = placing("Germans", {"infantry": 3}, owners=owners)
    assert codes(state, 3, "infantry", "South Europe") == []
    assert codes(state, 3, "infantry", "Germany") == ["not-own-land"]
    assert placeable_total(state, "Germans") > 0


def test_C65_C68_by_option_nothing_is_bought_without_the_capital() -> None:
    step = without_capital(captured_money_spendable=False)
    assert step.state.unplaced["Germans"] == {}
    assert step.state.amount("Germans", "PUs") == 24


def rockets(**options: object) -> Step:
    """The British have rockets and two AA guns that reach German complexes."""
    state = position(
        classic(**options),
        "British",
        "noncombat_move",
        units=[("Eire", "British", "aaGun", 1)],
        owners={"Eire": "British"},
        technologies=("rockets",),
    )
    return done(state)


def test_C56_an_aa_gun_fires_at_a_complex_once_a_turn_D13() -> None:
    """One die from the treasury of the enemy, and one rocket a turn however many guns there are."""
    step = rockets()
    decision = asks(step)
    assert decision.what == "rocket"
    assert "Germany" in decision.territories
    step = apply(step.state, FireRocket(decision.territory, "Germany"))
    assert isinstance(step.waiting, RollRequest)
    step = apply(step.state, RollResult((5,)))
    assert len([event for event in step.events if isinstance(event, RocketLaunched)]) == 1
    bombed = [event for event in step.events if isinstance(event, FactoryBombed)]
    assert [(event.damage, event.resource) for event in bombed] == [(5, "PUs")]
    assert step.state.amount("Germans", "PUs") == 27
    # The other gun is not asked; the turn goes on to its end.
    assert step.waiting == PhaseOpen("Japanese", "tech")


def test_C56_without_the_technology_there_is_no_rocket() -> None:
    state = position(classic(), "British", "noncombat_move")
    assert done(state).waiting == PhaseOpen("Japanese", "tech")


def test_C56_by_option_rockets_are_fired_before_the_battles_D13() -> None:
    definition = classic(rockets_after_noncombat_move=False)
    state = position(definition, "British", "battle", technologies=("rockets",))
    assert asks(opened(state)).what == "rocket"


def test_C56_by_option_every_territory_fires_one_D13() -> None:
    step = rockets(one_rocket_per_turn=False)
    first = asks(step)
    step = apply(step.state, FireRocket(first.territory, "Germany"))
    assert asks(step).what == "rocket"
    assert asks(step).territory != first.territory
