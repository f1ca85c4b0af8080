"""What standing orders do in a battle: the defender is away (rulebook B198, G20)."""

from dataclasses import replace

import pytest

from engine import format_standing, parse_standing, state_digest
from engine.core.agenda import Decision
from engine.core.events.battle import (
    AircraftLanded,
    CasualtiesMarked,
    SubmarinesStayed,
    UnitsRetreated,
    UnitsSubmerged,
)
from engine.core.standing_orders import StandingUse
from engine.gamedef import State
from engine.orders.press import Press
from engine.rules.battle.around.land_aircraft import resolve_homeless_aircraft
from engine.rules.battle.rounds.standing_orders import order_of_losses
from tests.engine.battle.arena import Played, arena, asks, fought, play, wants
from tests.support.positions import big_world

FINLAND = "Finland"
ZONE = "SZ 19 Atlantic"


def with_standing(state: State, *lines: str, nation: str = "Germans") -> State:
    """The position in which a nation has left these instructions."""
    if not lines:
        return state
    found, faults = parse_standing("\n".join(lines), state.definition)
    assert faults == ()
    orders = {**state.standing_orders, nation: tuple(line.instruction for line in found)}
    return replace(state, standing_orders=orders)


def hit(
    state: State, territory: str, hits: int, *, dice: int
) -> tuple[list[str], CasualtiesMarked]:
    """The defender of a battle takes hits: the types lost, and the event."""
    step = fought(state, territory)
    played = play(step, [1] * hits + [6] * (dice - hits))
    marked = next(event for event in played.all(CasualtiesMarked) if event.side == "defender")
    return [state.units[key].type for key in marked.killed], marked


def fired(use: StandingUse | None, state: State) -> list[str]:
    """The instructions that fired, as text."""
    assert use is not None
    return [format_standing(entry, state.definition) for entry in use.fired]


def _land(*lines: str, attackers: int = 3) -> State:
    forces = [("infantry", 2), ("artillery", 1), ("armour", 1), ("fighter", 1)]
    return with_standing(arena(FINLAND, [("armour", attackers)], forces), *lines)


def _sea(*lines: str, attackers: int = 3, **options: object) -> State:
    forces = [("fighter", 2), ("carrier", 1), ("battleship", 1), ("destroyer", 1)]
    board = big_world(**options)
    state = arena(ZONE, [("cruiser", attackers)], forces, by="British", definition=board)
    return with_standing(state, *lines)


def test_G20_an_order_of_losses_is_followed_and_named() -> None:
    state = _land("losses Finland: armour, infantry")
    types, marked = hit(state, FINLAND, 2, dice=3)
    assert types == ["armour", "infantry"]
    assert marked.chosen_by == "standing"
    assert fired(marked.standing, state) == ["losses Finland: armour, infantry"]


def test_G20_without_standing_orders_the_default_applies_and_says_so() -> None:
    types, marked = hit(_land(), FINLAND, 2, dice=3)
    assert types == ["infantry", "infantry"]
    assert (marked.chosen_by, marked.standing) == ("default", None)


def test_G20_an_instruction_for_the_place_goes_before_one_for_everywhere() -> None:
    state = _land("losses: fighter", "losses Finland: armour")
    assert hit(state, FINLAND, 1, dice=3)[0] == ["armour"]
    elsewhere = _land("losses: fighter", "losses Norway: armour")
    assert hit(elsewhere, FINLAND, 1, dice=3)[0] == ["fighter"]


def test_G20_an_instruction_of_another_nation_does_not_count() -> None:
    state = with_standing(_land(), "losses: fighter", nation="Japanese")
    assert hit(state, FINLAND, 1, dice=3)[0] == ["infantry"]


def test_G20_an_order_that_names_nobody_there_gives_way_to_the_next() -> None:
    state = _land("losses Finland: bomber", "losses: fighter")
    types, marked = hit(state, FINLAND, 1, dice=3)
    assert types == ["fighter"]
    assert fired(marked.standing, state) == ["losses: fighter"]


def test_G20_units_of_an_ally_are_lost_first() -> None:
    state = arena(
        FINLAND,
        [("armour", 3)],
        [("infantry", 2)],
        more=[(FINLAND, "Japanese", "armour", 1), (FINLAND, "Japanese", "infantry", 1)],
    )
    state = with_standing(state, "losses: Japanese units")
    step = fought(state, FINLAND)
    marked = play(step, [1, 1, 6]).all(CasualtiesMarked)[0]
    assert [(state.units[key].owner, state.units[key].type) for key in marked.killed] == [
        ("Japanese", "infantry"),
        ("Japanese", "armour"),
    ]


def test_G20_the_last_land_unit_is_kept() -> None:
    state = arena(FINLAND, [("armour", 3)], [("infantry", 2), ("fighter", 2)])
    state = with_standing(state, "keep: 1 land units")
    types, marked = hit(state, FINLAND, 2, dice=3)
    assert types == ["infantry", "fighter"]
    assert fired(marked.standing, state) == ["keep: 1 land units"]


def test_G20_keep_is_silent_while_it_changes_nothing() -> None:
    state = arena(FINLAND, [("armour", 3)], [("infantry", 2), ("fighter", 2)])
    state = with_standing(state, "keep: 1 land units")
    types, marked = hit(state, FINLAND, 1, dice=3)
    assert types == ["infantry"]
    assert (marked.chosen_by, marked.standing) == ("default", None)


def test_G20_an_instruction_that_cannot_be_fulfilled_is_named() -> None:
    state = arena(FINLAND, [("armour", 3)], [("infantry", 3), ("fighter", 1)])
    state = with_standing(state, "keep: 2 infantry", "keep: 1 fighter")
    types, marked = hit(state, FINLAND, 2, dice=3)
    assert types == ["infantry", "infantry"]
    assert marked.chosen_by == "standing"
    assert fired(marked.standing, state) == ["keep: 1 fighter"]
    assert marked.standing is not None
    (unmet,) = marked.standing.unmet
    assert format_standing(unmet, state.definition) == "keep: 2 infantry"


def test_G18_battleships_absorb_first_only_where_ordered() -> None:
    types, marked = hit(_sea(), ZONE, 1, dice=3)
    assert (types, len(marked.damaged)) == ([], 1)
    state = _sea("absorb: nothing")
    types, marked = hit(state, ZONE, 1, dice=3)
    assert (types, marked.damaged) == (["destroyer"], ())
    assert fired(marked.standing, state) == ["absorb: nothing"]


def test_G18_a_ship_that_absorbs_nothing_still_takes_its_own_hits_before_it_sinks() -> None:
    state = _sea("absorb: nothing", "losses: battleship")
    types, marked = hit(state, ZONE, 1, dice=3)
    assert (types, len(marked.damaged)) == ([], 1)
    types, marked = hit(state, ZONE, 3, dice=3)
    assert types == ["battleship", "destroyer"]


def test_G20_fighters_go_before_carriers_while_a_carrier_is_there() -> None:
    line = "losses: fighter, carrier when carrier > 0"
    assert hit(_sea("absorb: nothing", line), ZONE, 2, dice=3)[0] == ["fighter", "fighter"]
    gone = arena(ZONE, [("cruiser", 3)], [("fighter", 1), ("transport", 1)], by="British")
    assert hit(with_standing(gone, line), ZONE, 1, dice=3)[0] == ["transport"]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("when attackers < 4", True),
        ("when attackers > 3", False),
        ("when defenders >= 5", True),
        ("when enemy armour > 0", True),
        ("when enemy fighter > 0", False),
        ("when own < 1", None),
        ("after round 2", False),
        ("when round < 2 and infantry <= 2", True),
        ("when air only", False),
    ],
)
def test_G20_conditions_are_looked_at_when_the_choice_is_made(
    condition: str, holds: bool | None
) -> None:
    line = f"losses Finland: fighter {condition}"
    if holds is None:
        _, faults = parse_standing(line, big_world())
        assert [fault.code for fault in faults] == ["unknown-unit-type"]
        return
    assert hit(_land(line), FINLAND, 1, dice=3)[0] == (["fighter"] if holds else ["infantry"])


def _submarines(*lines: str, **options: object) -> State:
    state = arena(
        ZONE,
        [("cruiser", 1)],
        [("submarine", 2)],
        by="British",
        definition=big_world(**options),
    )
    return with_standing(state, *lines)


def _one_round(state: State) -> Played:
    step = fought(state, ZONE)
    events = list(step.events)
    for _ in range(8):
        if isinstance(step.waiting, Decision):
            break
        played = play(step, [6] * wants(step).count)
        step = played.step
        events.extend(played.events)
        if any(isinstance(e, UnitsSubmerged | SubmarinesStayed | UnitsRetreated) for e in events):
            break
    if isinstance(step.waiting, Decision) and step.waiting.what == "retreat":
        played = play(step, Press(ZONE))
        step = played.step
        events.extend(played.events)
    return Played(step, tuple(events))


def test_B76_submarines_submerge_by_standing_orders() -> None:
    state = _submarines("submerge: yes")
    (submerged,) = _one_round(state).all(UnitsSubmerged)
    assert (len(submerged.units), submerged.chosen_by) == (2, "standing")
    assert fired(submerged.standing, state) == ["submerge: yes"]


def test_B76_submarines_stay_by_standing_orders_and_the_event_says_so() -> None:
    stronger = arena(ZONE, [("cruiser", 3)], [("submarine", 1)], by="British")
    assert _one_round(stronger).all(UnitsSubmerged)
    played = _one_round(with_standing(stronger, "submerge SZ 19 Atlantic: no"))
    (stayed,) = played.all(SubmarinesStayed)
    assert fired(stayed.standing, stronger) == ["submerge SZ 19 Atlantic: no"]
    assert not played.all(UnitsSubmerged)


def test_B76_submarines_withdraw_to_the_zone_named() -> None:
    options = {"submersible_submarines": False, "defending_submarines_may_leave": True}
    zones = sorted(big_world().board.neighbours(ZONE))
    to = [zone for zone in zones if big_world().board.is_sea[zone]][-1]
    state = _submarines(f"withdraw: {to}", **options)
    state = replace(
        state, units={k: u for k, u in state.units.items() if u.territory in {ZONE, "x"}}
    )
    played = _one_round(state)
    (left,) = played.all(UnitsRetreated)
    assert (left.to, left.chosen_by) == (to, "standing")
    played = _one_round(with_standing(state, "withdraw: no"))
    assert played.all(SubmarinesStayed)


def test_B177_homeless_aircraft_land_where_their_owner_says() -> None:
    """A carrier gone, a fighter left over the zone: the closing of the phase finds it a place."""
    zone = "SZ 11 West Baltic Sea"
    state = arena(zone, [], [("fighter", 1)], by="British", cleared=["Norway", "Western Germany"])
    state = replace(state, battles=(), turn=replace(state.turn, fought=(zone,)))
    by_default = settled(state)
    assert by_default.standing is None
    near = [place for place in ("Norway", "Western Germany") if place != by_default.to]
    told = with_standing(state, f"land {zone}: {near[0]}")
    settled_there = settled(told)
    assert settled_there.to == near[0]
    assert fired(settled_there.standing, told) == [f"land {zone}: {near[0]}"]


def settled(state: State) -> AircraftLanded:
    """Where the aircraft goes when the battle phase ends."""
    (event,) = resolve_homeless_aircraft(state)
    assert isinstance(event, AircraftLanded)
    return event


def test_order_of_losses_gives_every_hit_in_order() -> None:
    state = _sea("absorb: battleship", "losses: destroyer, fighter", "keep: 1 destroyer")
    order = order_of_losses(state, "Germans", ZONE)
    assert [state.units[key].type for key in order] == [
        "battleship",
        "fighter",
        "fighter",
        "carrier",
        "battleship",
        "destroyer",
    ]
    plain = order_of_losses(_sea(), "Germans", ZONE)
    assert [state.units[key].type for key in plain] == [
        "battleship",
        "destroyer",
        "fighter",
        "fighter",
        "carrier",
        "battleship",
    ]


def test_order_of_losses_leaves_conditions_out_while_no_battle_is_under_way() -> None:
    state = _land("losses: fighter when attackers > 0")
    (first, *_) = order_of_losses(state, "Germans", FINLAND)
    assert state.units[first].type == "infantry"


def test_G20_by_option_no_question_is_asked_where_standing_orders_fit() -> None:
    board = big_world(ask_defender=True)
    forces = [("infantry", 2), ("armour", 1)]
    state = arena(FINLAND, [("armour", 3)], forces, definition=board)
    assert asks(play(fought(state, FINLAND), [1, 6, 6]).step).nation == "Germans"
    told = with_standing(state, "losses: armour, infantry")
    types, marked = hit(told, FINLAND, 2, dice=3)
    assert (types, marked.chosen_by) == (["armour", "infantry"], "standing")


def test_G20_by_option_the_player_is_asked_where_orders_leave_a_hit_open_or_fail() -> None:
    board = big_world(ask_defender=True)
    forces = [("infantry", 2), ("armour", 2)]
    state = arena(FINLAND, [("armour", 3)], forces, definition=board)
    told = with_standing(state, "losses: armour")
    assert asks(play(fought(told, FINLAND), [1, 1, 1]).step).what == "casualties"
    kept = with_standing(state, "losses: armour, infantry", "keep: 2 infantry")
    assert asks(play(fought(kept, FINLAND), [1, 1, 1]).step).what == "casualties"


def test_digest_covers_standing_orders_and_leaves_positions_without_them_alone() -> None:
    state = _land()
    told = _land("submerge: no")
    assert state_digest(state) != state_digest(told)
    assert state_digest(replace(told, standing_orders={})) == state_digest(state)
    assert state_digest(told) != state_digest(_land("submerge: yes"))
