"""Battles as the rule book tells them: sections 6, 7, 15, 16, 18, 24 and some settled gaps."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.core.agenda import PendingBattle, PhaseOpen
from engine.core.events.battle import (
    BattleEnded,
    CapitalPlundered,
    CasualtiesMarked,
    TerritoryTaken,
    VolleyFired,
)
from engine.core.pick import Pick
from engine.game import apply, check
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.fire_rocket import FireRocket
from engine.orders.lose import Lose
from engine.orders.move import Move
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.orders.submerge import Submerge
from engine.rules.common.battle_step import DEFENDER
from engine.rules.economy.purchase import why_no_purchase
from engine.view.status import status_view
from tests.engine.battle.arena import arena, asks, fought, opened, outcomes, play, wants
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import big_world, count_in, position

CHANNEL = "SZ 17 English Channel"
ATLANTIC = "SZ 16 North Atlantic"
INDIA = "SZ 57 Arabian Sea"


def _strengths(event: VolleyFired) -> dict[int, int]:
    return {group.strength: group.units for group in event.groups}


def test_B47_a_fighter_may_hit_a_submarine_and_a_destroyer_a_fighter() -> None:
    """Whatever is not excepted may be hit: infantry hit bombers, fighters submarines and so on."""
    zone = "SZ 19 Atlantic"
    air = arena(zone, [("fighter", 1)], [("submarine", 1)], by="Americans")
    assert not count_in(play(fought(air, zone), [3]).step.state, zone, "Germans", "submarine")
    ships = arena(zone, [("fighter", 1)], [("destroyer", 1)], by="Americans")
    played = play(fought(ships, zone), [6], [2])
    assert count_in(played.step.state, zone, "Americans", "fighter") == 0


def test_B83_a_british_fighter_defends_its_carrier_at_4() -> None:
    state = position(
        big_world(),
        "Japanese",
        "battle",
        cleared=(INDIA,),
        units=(
            (INDIA, "British", "carrier", 1),
            (INDIA, "British", "fighter", 1),
            (INDIA, "Japanese", "cruiser", 1),
        ),
    )
    own = tuple(unit.id for unit in state.units_in(INDIA) if unit.owner == "Japanese")
    state = replace(state, battles=(PendingBattle(INDIA, "battle", own),))
    step = play(fought(state, INDIA), [6]).step
    assert (wants(step).side, wants(step).count) == (DEFENDER, 2)
    (volley,) = (v for v in play(step, [6, 6]).all(VolleyFired) if v.side == DEFENDER)
    assert _strengths(volley) == {4: 1, 1: 1}


def _karelian_attack() -> State:
    """Finland attacked by land and SZ 6 by sea, both at the end of the Russian combat move."""
    state = position(
        big_world(),
        "Russians",
        "combat_move",
        cleared=("SZ 6 Norwegian Sea",),
        units=(
            ("SZ 6 Norwegian Sea", "Germans", "transport", 1),
            ("SZ 7 Barents Sea", "Russians", "cruiser", 1),
        ),
    )
    return after(
        state,
        move("3 infantry", "Karelija", "Finland"),
        move("1 cruiser", "SZ 7 Barents Sea", "SZ 6 Norwegian Sea"),
    )


def test_B153_B179_B180_every_area_with_own_and_enemy_units_is_a_battle_and_listed() -> None:
    moved = _karelian_attack()
    phase = apply(moved, Done()).state
    assert phase.phase.phase == "battle"
    own = {unit.territory for unit in phase.units_of("Russians")}
    foes = {
        unit.territory
        for unit in phase.units.values()
        if not phase.definition.politics.is_allied("Russians", unit.owner)
    }
    meeting = sorted(own & foes)
    assert meeting == ["Finland", "SZ 6 Norwegian Sea"]
    assert sorted(battle.territory for battle in phase.battles) == meeting
    view = status_view(phase, PhaseOpen("Russians", "battle"))
    assert view.battles == tuple((name, "battle") for name in ("Finland", "SZ 6 Norwegian Sea"))


def test_B151_units_that_entered_must_fight_before_the_phase_ends() -> None:
    phase = apply(_karelian_attack(), Done()).state
    reasons = check(phase, Done())
    assert {(reason.code, reason.where) for reason in reasons} == {
        ("battle-open", "Finland"),
        ("battle-open", "SZ 6 Norwegian Sea"),
    }
    (walker, *_) = (u for u in phase.units_in("Finland") if u.owner == "Russians")
    assert walker.in_combat


def test_B152_no_move_is_accepted_between_two_battles() -> None:
    phase = apply(_karelian_attack(), Done()).state
    step = fought(replace(phase, agenda=(replace(phase.phase, stage="open"),)), "Finland")
    while not isinstance(step.waiting, PhaseOpen):
        request = wants(step)
        step = play(step, [1] * request.count).step
    order = Move((Pick(1, "infantry"),), ("Leningrad", "Finland"))
    assert [reason.code for reason in check(step.state, order)] == ["wrong-phase"]


def test_B184_allied_units_of_another_nation_never_attack_together() -> None:
    """The other value does not exist in this game: list it as no."""
    state = arena("Finland", [("infantry", 1)], [("infantry", 1)], by="Russians")
    beside = position(
        state.definition,
        "Russians",
        "battle",
        cleared=("Finland",),
        units=(
            ("Finland", "Russians", "infantry", 1),
            ("Finland", "British", "armour", 3),
            ("Finland", "Germans", "infantry", 1),
        ),
    )
    own = tuple(u.id for u in beside.units_in("Finland") if u.owner == "Russians")
    beside = replace(beside, battles=(PendingBattle("Finland", "battle", own),))
    step = fought(beside, "Finland")
    assert wants(step).count == 1, "one Russian die and none of the three British"
    played = play(step, [6], [1])
    assert count_in(played.step.state, "Finland", "British", "armour") == 3, "and they take no hit"


def test_B185_a_battle_has_no_last_round() -> None:
    state = arena("Finland", [("infantry", 1)], [("infantry", 1)], origins=["Karelija"])
    step = fought(state, "Finland")
    for battle_round in range(1, 31):
        assert wants(step).round == battle_round
        step = play(step, [6], [6], Press("Finland")).step
    ended = play(step, [1], [6])
    assert [event.rounds for event in ended.all(BattleEnded)] == [31]


def test_B188_units_chosen_as_casualties_fire_in_their_last_round() -> None:
    state = arena("Finland", [("infantry", 3)], [("infantry", 2)], origins=["Karelija"])
    step = play(fought(state, "Finland"), [1, 1, 4]).step
    assert (wants(step).side, wants(step).count) == (DEFENDER, 2), "both were hit, both roll"
    played = play(step, [2, 5])
    assert count_in(played.step.state, "Finland", "Russians", "infantry") == 2


@pytest.mark.parametrize(("die", "hit"), [(1, True), (2, False)])
def test_B196_infantry_attacks_at_1(die: int, hit: bool) -> None:
    state = arena("Finland", [("infantry", 1)], [("infantry", 1)], origins=["Karelija"])
    played = play(fought(state, "Finland"), [die])
    assert played.all(VolleyFired)[0].hits == int(hit)


@pytest.mark.parametrize(("die", "hit"), [(2, True), (3, False)])
def test_B196_infantry_defends_at_2(die: int, hit: bool) -> None:
    state = arena("Finland", [("infantry", 1)], [("infantry", 1)], origins=["Karelija"])
    played = play(fought(state, "Finland"), [6], [die])
    assert played.all(VolleyFired)[1].hits == int(hit)


def test_B202_infantry_and_artillery_from_a_transport_attack_with_support() -> None:
    state = position(
        big_world(),
        "British",
        "combat_move",
        cleared=(ATLANTIC, CHANNEL),
        units=((ATLANTIC, "British", "transport", 1), ("England", "British", "artillery", 1)),
    )
    landed = after(
        state,
        move("1 infantry, 1 artillery", "England", ATLANTIC),
        move("1 transport", ATLANTIC, CHANNEL),
        move("1 infantry, 1 artillery", CHANNEL, "France"),
    )
    assert battles(landed) == {"France": ("infantry", "artillery")}
    step = play(apply(landed, Done())).step
    played = play(fought(replace(step.state, agenda=step.state.agenda[:1]), "France"), [2, 2])
    volley = played.all(VolleyFired)[0]
    assert _strengths(volley) == {2: 2}, "the infantry is supported"
    assert volley.hits == 2


def test_B68_B155_B213_land_units_that_fought_stay_and_aircraft_fly_on() -> None:
    state = after(
        position(big_world(), "Russians", "combat_move"),
        move("3 infantry", "Karelija", "Finland"),
        move("1 fighter", "Karelija", "Finland"),
    )
    step = fought(apply(state, Done()).state, "Finland")
    played = play(step, [1, 1, 1, 1], [6, 6])
    assert [event.territory for event in played.all(TerritoryTaken)] == ["Finland"]
    later = apply(played.step.state, Done()).state
    assert later.phase.phase == "noncombat_move"
    assert codes(later, move("1 infantry", "Finland", "Karelija")) == {"movement-over"}
    assert codes(later, move("1 fighter", "Finland", "Karelija")) == set()
    away = move("1 fighter", "Finland", "Karelija", "Northern Russia", "Moscow", "Eastern Russia")
    assert codes(later, away) == {"not-enough-movement"}, "one of four steps is spent"


def test_B213_a_transport_that_unloaded_stays_where_it_is() -> None:
    state = position(
        big_world(),
        "British",
        "combat_move",
        cleared=(CHANNEL, "France"),
        units=((CHANNEL, "British", "transport", 1),),
    )
    landed = after(
        state, move("1 infantry", "England", CHANNEL), move("1 infantry", CHANNEL, "France")
    )
    later = apply(landed, Done()).state
    assert later.phase.phase == "noncombat_move", "nothing is to be fought"
    assert codes(later, move("1 transport", CHANNEL, ATLANTIC)) == {"movement-over"}


def test_B242_V1_the_example_of_low_luck() -> None:
    """4 armour against 2 infantry and 1 armour: 12 is 2 hits, 7 is 1 hit and a die at 1."""
    state = arena(
        "Finland",
        [("armour", 4)],
        [("infantry", 2), ("armour", 1)],
        origins=["Karelija"],
        definition=big_world(low_luck=True),
    )
    step = fought(state, "Finland")
    volley = next(event for event in step.events if isinstance(event, VolleyFired))
    assert (volley.hits, volley.sure_hits, volley.groups) == (2, 2, ())
    assert (wants(step).side, wants(step).count) == (DEFENDER, 1)
    played = play(step, [2])
    back = played.all(VolleyFired)[0]
    assert (back.sure_hits, back.groups[0].strength, back.hits) == (1, 1, 1)
    assert count_in(played.step.state, "Finland", "Russians", "armour") == 3
    assert count_in(played.step.state, "Finland", "Germans", "armour") == 1
    assert asks(played.step).what == "retreat", "the attacker may retreat or go on"


def test_G7_five_sixths_is_the_whole_battle_of_finland_and_two_thirds_its_first_round() -> None:
    """The rule book says 5/6 on the first round, which is wrong."""
    state = arena(
        "Finland",
        [("infantry", 3), ("armour", 2)],
        [("infantry", 2)],
        definition=big_world(low_luck=True),
    )
    whole = Fraction(0)
    for chance, after_battle in outcomes(fought(state, "Finland")):
        lost = 5 - sum(u.owner == "Russians" for u in after_battle.units_in("Finland"))
        whole += chance * lost
    assert whole == Fraction(5, 6)
    first = play(fought(state, "Finland"), [6]).step
    expected = [
        Fraction(*event.expected)
        for die in range(1, 7)
        for event in play(first, [die]).all(VolleyFired)
        if event.side == DEFENDER
    ]
    assert expected[0] == Fraction(2, 3)


def test_G8_money_won_without_a_capital_is_kept_but_buys_nothing() -> None:
    """Russians without Moscow take the German capital: 30 PUs, and no purchase."""
    state = arena(
        "Eastern Germany",
        [("infantry", 1)],
        [("infantry", 1)],
        owners={"Moscow": "Germans"},
        pus={"Russians": 0, "Germans": 30},
    )
    played = play(fought(state, "Eastern Germany"), [1], [6])
    assert [event.amount for event in played.all(CapitalPlundered)] == [30]
    later = replace(played.step.state, battles=())
    turn = position(
        big_world(),
        "Russians",
        "purchase",
        owners={"Moscow": "Germans", "Eastern Germany": "Russians"},
        pus={"Russians": later.amount("Russians", "PUs")},
    )
    assert turn.amount("Russians", "PUs") == 30
    assert "capital" in why_no_purchase(turn)


def test_G14_rockets_are_aimed_at_the_start_of_the_battle_phase_one_for_each_territory() -> None:
    state = position(
        big_world(),
        "Germans",
        "battle",
        technologies=("rockets",),
        units=(("France", "Germans", "aaGun", 2),),
    )
    step = opened(state)
    asked: list[str] = []
    while not isinstance(step.waiting, PhaseOpen) and getattr(step.waiting, "what", "") == "rocket":
        asked.append(asks(step).territory)
        step = play(step, FireRocket(asked[-1], "")).step
    assert asked.count("France") == 1, "however many guns stand there"
    assert asked == sorted(asked)


def test_G19_heavy_bombers_defend_with_two_dice_of_which_the_better_counts() -> None:
    state = arena(
        "Finland",
        [("infantry", 1)],
        [("bomber", 1)],
        by="Russians",
    )
    state = replace(state, technologies={**state.technologies, "Germans": ("heavy_bomber",)})
    step = play(fought(state, "Finland"), [6]).step
    assert wants(step).count == 2
    (volley,) = play(step, [5, 1]).all(VolleyFired)
    assert volley.hits == 1


def test_G20_the_defender_loses_by_a_stated_rule_and_the_event_says_so() -> None:
    state = arena("Finland", [("armour", 1)], [("infantry", 1), ("fighter", 1)])
    played = play(fought(state, "Finland"), [3])
    marked = played.all(CasualtiesMarked)
    assert [(event.side, event.chosen_by) for event in marked] == [(DEFENDER, "default")]
    kinds = [state.units[unit].type for unit in marked[0].killed]
    assert kinds == ["infantry"]


def test_G24_neutral_land_is_attacked_free_of_charge_and_belongs_to_the_taker() -> None:
    state = position(big_world(), "Germans", "combat_move", cleared=("Switzerland",))
    moved = after(state, move("1 infantry", "Italy", "Switzerland"))
    assert moved.owners["Switzerland"] == "Germans"
    assert moved.amount("Germans", "PUs") == state.amount("Germans", "PUs")


def test_G1_a_submarine_hit_by_a_submarine_still_fires() -> None:
    zone = "SZ 19 Atlantic"
    state = arena(zone, [("submarine", 1)], [("submarine", 1)], by="Americans")
    step = play(fought(state, zone), [1]).step
    assert (wants(step).side, wants(step).step) == (DEFENDER, "first_strike")


def test_B198_any_two_of_three_may_be_chosen() -> None:
    state = arena(
        "Finland",
        [("infantry", 1), ("armour", 1), ("fighter", 1)],
        [("infantry", 4)],
        origins=["Karelija"],
    )
    step = play(fought(state, "Finland"), [6, 6, 6], [1, 2, 6, 6]).step
    decision = asks(step)
    assert (decision.what, decision.count) == ("casualties", 2)
    for pair in (("infantry", "armour"), ("infantry", "fighter"), ("armour", "fighter")):
        order = Lose("Finland", tuple(Pick(1, kind) for kind in pair))
        assert check(step.state, order) == (), pair


def test_G5_B193_by_default_attackers_submerge_then_retreat_then_defenders_submerge() -> None:
    zone = "SZ 19 Atlantic"
    state = arena(
        zone,
        [("submarine", 1), ("cruiser", 1)],
        [("submarine", 1)],
        by="Americans",
        origins=["SZ 18 West Atlantic"],
        cleared=["SZ 18 West Atlantic"],
    )
    step = play(fought(state, zone), [6], [6], [6]).step
    assert asks(step).what == "submerge"
    step = play(step, Submerge(zone, ())).step
    assert asks(step).what == "retreat"
    assert check(step.state, Retreat(zone, "SZ 18 West Atlantic")) == ()


def test_B194_by_option_all_may_retreat_to_where_only_aircraft_came_from() -> None:
    forces = [("infantry", 1), ("fighter", 1)]
    for needed, places in ((True, {"Karelija"}), (False, {"Karelija", "Leningrad"})):
        state = arena(
            "Finland",
            forces,
            [("infantry", 2)],
            origins=["Karelija", "Leningrad"],
            definition=big_world(retreat_needs_surface_path=needed),
        )
        step = play(fought(state, "Finland"), [6, 6], [6, 6]).step
        assert set(asks(step).territories) == places


def _rocketeers(**options: object) -> State:
    """Two German guns in France, with England and Scotland in reach."""
    return position(
        big_world(**options),
        "Germans",
        "battle",
        technologies=("rockets",),
        cleared=("Western Germany", "Eastern Germany", "Italy"),
        units=(("France", "Germans", "aaGun", 1),),
    )


@pytest.mark.parametrize(("together", "asked"), [(True, 1), (False, 2)])
def test_B114_G14_one_rocket_for_a_territory_or_by_option_one_for_every_gun(
    together: bool, asked: int
) -> None:
    step = opened(_rocketeers(one_rocket_per_territory=together))
    for target in ("England", "Scotland")[:asked]:
        assert asks(step).territory == "France"
        step = play(step, FireRocket("France", target)).step
    for _ in range(asked):
        assert wants(step).step == "rocket"
        step = play(step, [1]).step
    assert isinstance(step.waiting, PhaseOpen)
    guns = [u for u in step.state.units_in("France") if u.type == "aaGun"]
    assert sum(gun.launched for gun in guns) == asked


@pytest.mark.parametrize(("after_raids", "first"), [(True, "raid"), (False, "rocket")])
def test_B115_G14_rockets_are_fired_after_the_raids_or_by_option_before_them(
    after_raids: bool, first: str
) -> None:
    bombers = position(
        big_world(rockets_after_raids=after_raids),
        "Germans",
        "battle",
        technologies=("rockets",),
        cleared=("Western Germany", "Eastern Germany", "Italy", "Scotland"),
        units=(
            ("Scotland", "British", "factory", 1),
            ("Scotland", "Germans", "bomber", 1),
        ),
    )
    raider = next(u.id for u in bombers.units_in("Scotland") if u.type == "bomber")
    bombers = replace(bombers, battles=(PendingBattle("Scotland", "raid", (raider,)),))
    step = play(opened(bombers), FireRocket("France", "England")).step
    assert wants(step).step == first
