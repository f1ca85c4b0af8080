"""Items that show only over several phases, played through as a player would (sections 4 to 7)."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from engine.core.agenda import Decision, PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.events.battle import CapitalPlundered, TerritoryTaken
from engine.core.events.economy import IncomeCollected, IncomeWithheld
from engine.core.pick import Pick
from engine.game import apply, check, legal, undo
from engine.gamedef import State
from engine.gamedef.position import Step
from engine.orders.done import Done
from engine.orders.fight import Fight
from engine.orders.form import Order
from engine.orders.place import Place
from engine.rules.battle.around.bombing import bombing_event
from tests.engine.battle.arena import first_answer
from tests.engine.movement.board import after, codes, move
from tests.support.positions import at_phase, big_world, count_in, position


def won(state: State, territory: str) -> Step:
    """The battle of a territory, in which the attacker always hits and the defender never."""
    step = apply(state, Done())
    assert step.state.phase.phase == "battle"
    step = apply(step.state, Fight(territory))
    while not isinstance(step.waiting, PhaseOpen):
        if isinstance(step.waiting, RollRequest):
            die = 1 if step.waiting.side == "attacker" else 6
            step = apply(step.state, RollResult((die,) * step.waiting.count))
        else:
            assert isinstance(step.waiting, Decision)
            step = apply(step.state, first_answer(step))
    return step


def test_B27_one_infantry_left_takes_finland_and_a_fighter_alone_does_not() -> None:
    state = after(
        position(big_world(), "Russians", "combat_move"),
        move("1 infantry", "Karelija", "Finland"),
        move("1 fighter", "Karelija", "Finland"),
    )
    assert state.owners["Finland"] == "Germans", "the owner changes at the end of the battle"
    assert won(state, "Finland").state.owners["Finland"] == "Russians"
    flown = after(
        position(big_world(), "Russians", "combat_move"),
        move("1 fighter", "Karelija", "Finland"),
    )
    alone = won(flown, "Finland")
    assert alone.state.owners["Finland"] == "Germans"
    later = apply(alone.state, Done()).state
    walk = move("1 infantry", "Karelija", "Finland")
    assert codes(later, walk) == {"no-combat-here"}, "B65: nobody walks in during non-combat"


def test_B28_a_gun_enters_no_enemy_land_in_either_phase_even_if_it_is_empty() -> None:
    for phase, expected in (
        ("combat_move", {"no-combat-movement"}),
        ("noncombat_move", {"no-combat-here"}),
    ):
        for cleared in ((), ("Finland",)):
            state = position(big_world(), "Russians", phase, cleared=cleared)
            assert codes(state, move("1 aaGun", "Leningrad", "Finland")) == expected


def test_B32_B33_leningrad_builds_for_the_germans_from_round_2_on() -> None:
    there = position(
        big_world(),
        "Germans",
        "combat_move",
        cleared=("Leningrad",),
        units=[("Leningrad", "Russians", "factory", 1), ("Leningrad", "Russians", "aaGun", 1)],
    )
    taken = after(there, move("1 infantry", "Finland", "Leningrad"))
    assert taken.owners["Leningrad"] == "Germans"
    assert count_in(taken, "Leningrad", "Germans", "factory") == 1
    late = apply(taken, Done()).state
    assert late.phase.phase == "noncombat_move"
    assert codes(late, move("1 aaGun", "Leningrad", "Finland")) != set()
    placing = apply(
        replace(late, unplaced={**late.unplaced, "Germans": {"infantry": 2}}), Done()
    ).state
    order = Place((Pick(2, "infantry"),), "Leningrad")
    assert check(placing, order) != (), "not in the turn of the capture"
    next_turn = position(
        big_world(),
        "Germans",
        "place",
        owners={"Leningrad": "Germans"},
        cleared=("Leningrad",),
        units=[("Leningrad", "Germans", "factory", 1), ("Leningrad", "Germans", "infantry", 1)],
        unplaced={"infantry": 3},
        round_number=2,
    )
    assert check(next_turn, order) == ()
    assert check(next_turn, replace(order, picks=(Pick(3, "infantry"),))) != ()


def test_B35_B36_burma_freed_by_the_chinese_pays_the_british_at_their_next_end_of_turn() -> None:
    state = position(
        big_world(),
        "Chinese",
        "combat_move",
        owners={"Burma": "Japanese"},
        cleared=("Burma",),
        units=[("Burma", "Japanese", "infantry", 1), ("Yunnan", "Chinese", "infantry", 3)],
    )
    step = won(after(state, move("3 infantry", "Yunnan", "Burma")), "Burma")
    assert step.state.owners["Burma"] == "British"
    assert count_in(step.state, "Burma", "Chinese", "infantry") == 3, "they stay there"
    paid: dict[str, int] = {}
    while step.state.round == 1 or step.state.nation != "Chinese":
        step = apply(step.state, Done())
        paid |= {e.nation: e.amount for e in step.events if isinstance(e, IncomeCollected)}
    assert paid["Chinese"] == 10, "+0"
    assert paid["British"] == 40, "the 1 of Burma is in it again"


def test_B41_a_walk_into_an_empty_capital_plunders_it_and_undo_gives_it_back() -> None:
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        cleared=("Moscow",),
        pus={"Russians": 20, "Germans": 60},
    )
    order: Order = move("1 infantry", "Western Russia", "Moscow")
    step = apply(state, order)
    assert [e.amount for e in step.events if isinstance(e, CapitalPlundered)] == [20]
    assert (step.state.amount("Russians", "PUs"), step.state.amount("Germans", "PUs")) == (0, 80)
    back, _ = undo(state, [order], 0)
    assert back.state == state


def test_B43_B44_B46_a_nation_without_its_capital_moves_but_neither_earns_nor_buys() -> None:
    lost = position(
        big_world(), "Russians", "combat_move", owners={"Moscow": "Germans"}, cleared=("Moscow",)
    )
    assert codes(lost, move("3 infantry", "Karelija", "Finland")) == set()
    step = at_phase(Step(lost, (), PhaseOpen("Russians", "combat_move")), "Germans", "purchase")
    assert step.state.amount("Russians", "PUs") == lost.amount("Russians", "PUs")
    ended = at_phase(
        Step(lost, (), PhaseOpen("Russians", "combat_move")), "Russians", "combat_move"
    )
    withheld = [e for e in apply(ended.state, Done()).events if isinstance(e, IncomeWithheld)]
    assert not withheld or withheld[0].nation == "Russians"
    # The British free Moscow in their turn: it is Russian again, and Russia buys in its next one.
    british = position(
        big_world(),
        "British",
        "combat_move",
        owners={"Moscow": "Germans"},
        cleared=("Moscow",),
        units=[("Northern Russia", "British", "infantry", 1)],
    )
    freed = apply(british, move("1 infantry", "Northern Russia", "Moscow"))
    assert freed.state.owners["Moscow"] == "Russians"
    assert not [e for e in freed.events if isinstance(e, CapitalPlundered)], "B42"
    taken = [e for e in freed.events if isinstance(e, TerritoryTaken)]
    assert [(e.by, e.owner) for e in taken] == [("British", "Russians")]
    later = at_phase(freed, "Russians", "purchase")
    assert later.state.round == 2
    assert any(True for _ in legal(later.state))


def test_B30_B31_western_russia_pays_whoever_holds_it_at_the_end_of_their_turn() -> None:
    state = position(
        big_world(), "Russians", "combat_move", cleared=("Western Russia",), round_number=1
    )
    taken = after(state, move("1 infantry", "Moscow", "Western Russia"))
    step = at_phase(Step(taken, (), PhaseOpen("Russians", "combat_move")), "Germans", "combat_move")
    assert step.state.amount("Russians", "PUs") == 34 + 34 + 2
    retaken = replace(
        step.state,
        units={
            key: unit
            for key, unit in step.state.units.items()
            if unit.territory != "Western Russia" or unit.owner != "Russians"
        },
    )
    back = after(retaken, move("1 infantry", "Belorussia", "Western Russia"))
    later = at_phase(Step(back, (), PhaseOpen("Germans", "combat_move")), "British", "combat_move")
    assert later.state.amount("Germans", "PUs") == 60 + 60, "the 2 of Western Russia are in it"


@pytest.mark.parametrize(
    ("bombers", "limit", "guns", "mean"),
    [
        (1, True, False, "3"),
        (2, True, False, "35/9"),
        (2, False, False, "6"),
        (2, True, True, "1145/324"),
    ],
)
def test_V8_raids_on_moscow_with_and_without_limit_and_guns(
    bombers: int, limit: bool, guns: bool, mean: str
) -> None:
    state = position(
        big_world(territory_turn_limit=limit), "Germans", "battle", pus={"Russians": 99}
    )
    total = Fraction(0)
    for alive in range(bombers + 1):
        shot = bombers - alive
        ways = Fraction(1)
        if guns:
            pairs = [sum(fate) for fate in product((0, 1), repeat=bombers)]
            ways = Fraction(pairs.count(alive)) * Fraction(5, 6) ** alive * Fraction(1, 6) ** shot
        elif shot:
            continue
        rolls = list(product(range(1, 7), repeat=alive))
        dropped = [
            bombing_event(state, "Moscow", roll, "raid", tuple((die,) for die in roll))
            for roll in rolls
            if roll
        ]
        damage = sum(event.damage for event in dropped)
        total += ways * Fraction(damage, len(rolls))
    assert total == Fraction(mean)


def test_V8_one_shot_of_guns_before_a_raid_on_leningrad() -> None:
    state = position(big_world(), "Germans", "battle", pus={"Russians": 99})
    damage = sum(
        bombing_event(state, "Leningrad", (die,), "raid", ((die,),)).damage for die in range(1, 7)
    )
    assert Fraction(5, 6) * Fraction(damage, 6) == Fraction(55, 36)


def test_B177_the_fighter_of_a_sunk_carrier_flies_to_bombay_after_the_battles() -> None:
    """Submarines sink the carrier and cannot hit the fighter; then the attacker submerges."""
    zone = "SZ 57 Arabian Sea"
    beside = next(
        name
        for name in big_world().board.neighbours(zone)
        if big_world().board.is_sea[name] and "Suez" not in name
    )
    state = position(
        big_world(),
        "Japanese",
        "combat_move",
        cleared=(zone, beside),
        units=[
            (zone, "British", "carrier", 1),
            (zone, "British", "fighter", 1),
            (beside, "Japanese", "submarine", 2),
        ],
    )
    sailed = after(state, move("2 submarine", beside, zone))
    step = apply(apply(sailed, Done()).state, Fight(zone))
    while not isinstance(step.waiting, PhaseOpen):
        if isinstance(step.waiting, RollRequest):
            die = 1 if step.waiting.side == "attacker" else 6
            step = apply(step.state, RollResult((die,) * step.waiting.count))
        else:
            answers = list(legal(step.state))
            step = apply(step.state, answers[-1])
    assert count_in(step.state, zone, "British", "carrier") == 0
    assert count_in(step.state, zone, "British", "fighter") == 1
    assert count_in(apply(step.state, Done()).state, "Bombay", "British", "fighter") == 1


def test_B225_ships_placed_among_enemies_fight_only_if_these_are_still_there_in_their_turn() -> (
    None
):
    zone = "SZ 17 English Channel"
    state = position(
        big_world(),
        "British",
        "place",
        cleared=(zone,),
        units=[(zone, "Germans", "cruiser", 1)],
        unplaced={"destroyer": 1},
    )
    placed = apply(state, Place((Pick(1, "destroyer"),), zone))
    assert not placed.state.battles
    german = replace(
        position(big_world(), "Germans", "combat_move"),
        units=placed.state.units,
        next_unit=placed.state.next_unit,
    )
    stayed = apply(german, Done()).state
    assert [battle.territory for battle in stayed.battles] == [zone]
    left = after(german, move("1 cruiser", zone, "SZ 22 East Atlantic"))
    assert zone not in {battle.territory for battle in apply(left, Done()).state.battles}


def test_B228_B229_what_is_placed_is_there_at_once_and_what_is_not_is_lost() -> None:
    state = position(big_world(), "Russians", "place", unplaced={"infantry": 2})
    step = apply(apply(state, Place((Pick(1, "infantry"),), "Moscow")).state, Done())
    assert step.state.unplaced["Russians"] == {}
    german = at_phase(step, "Germans", "combat_move")
    assert count_in(german.state, "Moscow", "Russians", "infantry") == 4
    attack = after(german.state, move("2 infantry", "Western Russia", "Moscow"))
    fight = apply(apply(attack, Done()).state, Fight("Moscow"))
    defenders = fight.state.agenda[-1]
    assert sum(fight.state.units[key].type == "infantry" for key in defenders.defenders) == 4  # type: ignore[union-attr]
    later = at_phase(step, "Russians", "combat_move")
    assert codes(later.state, move("4 infantry", "Moscow", "Northern Russia")) == set()
