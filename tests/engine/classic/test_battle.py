"""Combat in Classic (C32 to C46, C72 to C74, C78, C80, C81)."""

from dataclasses import replace

from engine import Fight, HitFirst, Lose, Pick, Press, Retreat, State, Step, apply, check, legal
from engine.core.agenda import BattleFrame, PhaseOpen
from engine.core.events.battle import (
    AircraftLanded,
    AllyHit,
    BattleEnded,
    CasualtiesMarked,
    UnitsDestroyed,
    UnitsRetreated,
    VolleyFired,
)
from engine.notation.answers import decide
from engine.notation.format import format_order
from engine.notation.instructions import HitRule
from tests.engine.battle.arena import Played, arena, asks, fought, play, wants
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import classic, count_in, done, position

UKRAINE, KARELIA = "Ukraine S.S.R.", "Karelia S.S.R."
NORTH, BALTIC, SPAIN = "North Sea Zone", "Baltic Sea Zone", "West Spain Sea Zone"


def battle(attackers: list[tuple[str, int]], defenders: list[tuple[str, int]]) -> Step:
    """Russians against Germans in the Ukraine."""
    state = arena(UKRAINE, attackers, defenders, origins=[KARELIA], definition=classic())
    return fought(state, UKRAINE)


def at_sea(
    attackers: list[tuple[str, int]], defenders: list[tuple[str, int]], **options: object
) -> Step:
    """British against Germans west of Spain; the attackers came from the North Sea."""
    state = arena(
        SPAIN,
        attackers,
        defenders,
        by="British",
        origins=[NORTH],
        cleared=[NORTH],
        definition=classic(**options),
    )
    return fought(state, SPAIN)


def volleys(played: Played) -> list[tuple[str, str, int]]:
    return [(e.side, e.step, e.hits) for e in played.all(VolleyFired)]


def test_C32_aa_guns_fire_once_before_round_1_one_die_an_aircraft() -> None:
    step = battle([("fighter", 2), ("infantry", 1)], [("infantry", 2), ("aaGun", 1)])
    request = wants(step)
    assert (request.step, request.count) == ("aa_fire", 2)
    played = play(step, [1, 2])
    assert played.all(UnitsDestroyed)[0].cause == "aa_fire"
    # The plane that is left, the infantry, then the defender, and no AA fire in round 2.
    played = play(played.step, [6, 6], [6, 6], Press(UKRAINE))
    assert wants(played.step).step == "general"
    assert wants(played.step).round == 2


def test_C32_a_2_is_not_a_hit() -> None:
    played = play(battle([("fighter", 1)], [("infantry", 1), ("aaGun", 1)]), [2])
    assert played.all(UnitsDestroyed) == []


def test_C33_D16_the_attacker_rolls_first_for_all_their_units() -> None:
    step = battle([("infantry", 1), ("armour", 1)], [("infantry", 1)])
    assert (wants(step).side, wants(step).count) == ("attacker", 2)
    assert wants(play(step, [6, 6]).step).side == "defender"


def test_C34_C35_units_that_were_hit_fire_and_then_both_sides_remove() -> None:
    step = battle([("armour", 1)], [("infantry", 1)])
    played = play(step, [3])
    assert played.all(UnitsDestroyed) == []
    played = play(played.step, [2])
    assert [event.cause for event in played.all(UnitsDestroyed)] == ["battle"]
    assert len(played.all(UnitsDestroyed)[0].units) == 2
    assert [event.winner for event in played.all(BattleEnded)] == ["draw"]


def test_C36_the_attacker_repeats_or_retreats() -> None:
    step = battle([("infantry", 2)], [("infantry", 2)])
    played = play(step, [6, 6], [6, 6])
    decision = asks(played.step)
    assert (decision.what, decision.territories) == ("retreat", (KARELIA,))
    assert wants(play(played.step, Press(UKRAINE)).step).round == 2
    away = play(played.step, Retreat(UKRAINE, KARELIA))
    assert [event.to for event in away.all(UnitsRetreated)] == [KARELIA]
    assert count_in(away.step.state, KARELIA, "Russians", "infantry") == 3 + 2


def test_C37_attacking_submarines_fire_first_and_their_victims_do_not_fire_back() -> None:
    step = at_sea([("submarine", 1), ("battleship", 1)], [("transport", 1)])
    assert wants(step).step == "first_strike"
    played = play(step, [2])
    assert [event.cause for event in played.all(UnitsDestroyed)] == ["first_strike"]
    assert [event.winner for event in played.all(BattleEnded)] == ["attacker"]


def test_C37_C39_defending_submarines_fire_with_all_the_others() -> None:
    step = at_sea([("battleship", 1)], [("submarine", 1)])
    assert (wants(step).side, wants(step).step) == ("attacker", "general")
    played = play(step, [4])
    assert played.all(UnitsDestroyed) == []
    assert (wants(played.step).side, wants(played.step).count) == ("defender", 1)


def test_C38_C39_C40_the_others_roll_then_all_survivors_then_both_remove() -> None:
    step = at_sea([("submarine", 1), ("battleship", 1)], [("battleship", 1), ("transport", 1)])
    played = play(step, [6], [4])
    assert volleys(played)[0] == ("attacker", "first_strike", 0)
    assert wants(played.step).count == 2
    played = play(played.step, [6, 6])
    assert [event.cause for event in played.all(UnitsDestroyed)] == ["battle"]


def test_C41_submarines_of_the_attacker_may_withdraw() -> None:
    step = at_sea([("submarine", 1), ("battleship", 1)], [("battleship", 2)])
    played = play(step, [6], [6], [6, 6])
    decision = asks(played.step)
    assert (decision.what, decision.territories) == ("withdraw", (NORTH,))
    played = play(played.step, Retreat(SPAIN, NORTH))
    assert count_in(played.step.state, NORTH, "British", "submarine") == 1
    assert asks(played.step).what == "retreat"


def test_C41_those_of_the_defender_stay_D5() -> None:
    """Two battleships against a submarine: by the default of a defender it would leave."""
    step = at_sea([("battleship", 2)], [("submarine", 1)])
    played = play(step, [6, 6], [6], Press(SPAIN))
    assert played.all(UnitsRetreated) == []
    assert wants(played.step).round == 2


def test_C41_by_option_those_of_the_defender_withdraw_as_well_D5() -> None:
    step = at_sea([("battleship", 2)], [("submarine", 1)], defending_submarines_may_leave=True)
    played = play(step, [6, 6], [6], Press(SPAIN))
    assert len(played.all(UnitsRetreated)) == 1


def test_C42_the_attacker_repeats_or_retreats_at_sea() -> None:
    played = play(at_sea([("battleship", 1)], [("battleship", 1)]), [6], [6])
    assert (asks(played.step).what, asks(played.step).territories) == ("retreat", (NORTH,))
    assert wants(play(played.step, Press(SPAIN)).step).round == 2


def landing(*ships: tuple[str, str, str, int], **options: object) -> State:
    """Two British infantry land in West Europe from a zone with a transport and a battleship."""
    state = position(
        classic(**options),
        "British",
        "combat_move",
        units=[("West Europe", "Germans", "infantry", 1), *ships],
        cleared=["West Europe"],
    )
    return after(
        state,
        move("2 infantry", "United Kingdom", NORTH),
        move("2 infantry", NORTH, "West Europe"),
    )


def test_C43_the_zone_is_cleared_before_the_landing() -> None:
    """German ships came to the North Sea while the transport was loaded."""
    state = position(
        classic(),
        "British",
        "combat_move",
        units=[("West Europe", "Germans", "infantry", 1)],
        cleared=["West Europe"],
    )
    state = after(
        state,
        move("2 infantry", "United Kingdom", NORTH),
        move("1 transport, 1 battleship, 2 infantry", NORTH, BALTIC),
        move("2 infantry", BALTIC, "West Europe"),
    )
    assert set(battles(state)) == {BALTIC, "West Europe"}
    state = done(state).state
    assert [reason.code for reason in check(state, Fight("West Europe"))] == ["sea-battle-first"]


def test_C43_a_sea_battle_that_is_lost_keeps_them_aboard() -> None:
    state = position(
        classic(),
        "British",
        "combat_move",
        units=[(NORTH, "British", "fighter", 0)],
    )
    state = after(
        state,
        move("1 infantry", "United Kingdom", NORTH),
        move("1 transport, 1 battleship, 1 infantry", NORTH, BALTIC),
        move("1 infantry", BALTIC, "Finland Norway"),
    )
    step = apply(done(state).state, Fight(BALTIC))
    played = play(step, [6], [6], [6], Retreat(BALTIC, NORTH))
    assert count_in(played.step.state, "Finland Norway", "British", "infantry") == 0
    assert count_in(played.step.state, NORTH, "British", "infantry") == 1


def test_C44_every_battleship_fires_one_shot_at_4_once() -> None:
    state = landing((NORTH, "British", "battleship", 1))
    step = apply(done(state).state, Fight("West Europe"))
    assert asks(step).what == "bombard"
    played = play(step, decide(step.state, asks(step)))
    request = wants(played.step)
    assert (request.step, request.count) == ("bombardment", 2)
    played = play(played.step, [4, 5])
    assert played.all(VolleyFired)[0].hits == 1
    # Who was hit by the bombardment still fires (C34); nobody is left to fire at.
    assert wants(played.step).side == "defender"
    played = play(played.step, [6])
    assert [event.winner for event in played.all(BattleEnded)] == ["attacker"]


def test_C44_no_second_shot_in_round_2() -> None:
    step = apply(done(landing()).state, Fight("West Europe"))
    played = play(step, decide(step.state, asks(step)), [6], [6, 6], [6])
    assert (wants(played.step).step, wants(played.step).round) == ("general", 2)


def test_C45_no_shot_by_a_battleship_that_fought_at_sea() -> None:
    state = position(classic(), "British", "combat_move")
    state = after(
        state,
        move("2 infantry", "United Kingdom", NORTH),
        move("1 transport, 1 battleship, 2 infantry", NORTH, BALTIC),
        move("2 infantry", BALTIC, "Finland Norway"),
    )
    step = apply(done(state).state, Fight(BALTIC))
    # The only hit of the British takes the transport, the next one the submarine.
    played = play(step, [1], [6], [6], Press(BALTIC), [1], [6])
    assert [event.winner for event in played.all(BattleEnded)] == ["attacker"]
    step = apply(played.step.state, Fight("Finland Norway"))
    assert wants(step).step == "general"


def test_C46_C78_landed_units_cannot_retreat_and_aircraft_may_D6() -> None:
    state = landing()
    state = after(state, move("1 fighter", "United Kingdom", NORTH, "West Europe"))
    step = apply(done(state).state, Fight("West Europe"))
    played = play(step, decide(step.state, asks(step)), [6], [6, 6, 6], [6])
    decision = asks(played.step)
    assert decision.what == "retreat"
    assert decision.territories == ("",)
    played = play(played.step, Retreat("West Europe", ""))
    assert count_in(played.step.state, "West Europe", "British", "infantry") == 2
    assert wants(played.step).count == 2


def test_C46_C78_by_option_nobody_leaves_a_landing_D6() -> None:
    state = landing(aircraft_withdraw_from_landings=False)
    state = after(state, move("1 fighter", "United Kingdom", NORTH, "West Europe"))
    step = apply(done(state).state, Fight("West Europe"))
    played = play(step, decide(step.state, asks(step)), [6], [6, 6, 6], [6])
    assert (wants(played.step).step, wants(played.step).round) == ("general", 2)


def together(
    british: list[tuple[str, int]], russians: list[tuple[str, int]], **options: object
) -> Step:
    """Germans with ten tanks against British and Russians in Karelia."""
    stacks = [(KARELIA, "British", kind, count) for kind, count in british]
    state = arena(
        KARELIA,
        [("armour", 10)],
        russians,
        by="Germans",
        against="Russians",
        origins=[UKRAINE],
        more=stacks,
        definition=classic(**options),
    )
    return fought(state, KARELIA)


def test_C72_allies_share_land_and_defend_together() -> None:
    state = position(
        classic(), "British", "noncombat_move", units=[("Russia", "British", "armour", 1)]
    )
    assert codes(state, move("1 armour", "Russia", "Caucasus")) == set()
    step = together([("infantry", 1)], [("infantry", 2)])
    frame = step.state.agenda[-1]
    assert isinstance(frame, BattleFrame)
    owners = {step.state.units[key].owner for key in frame.defenders}
    assert owners == {"British", "Russians"}


def test_C73_each_nation_rolls_for_its_own_units() -> None:
    played = play(together([("fighter", 1)], [("infantry", 2)]), [6] * 10)
    assert wants(played.step).count == 2
    assert "Russians" in wants(played.step).purpose
    played = play(played.step, [2, 6])
    assert (wants(played.step).count, "British" in wants(played.step).purpose) == (1, True)
    played = play(played.step, [4])
    fired = [(e.nation, e.hits) for e in played.all(VolleyFired) if e.side == "defender"]
    assert fired == [("British", 1)]


def test_C73_by_option_they_roll_together() -> None:
    step = together([("fighter", 1)], [("infantry", 2)], allies_roll_apart=False)
    assert wants(play(step, [6] * 10).step).count == 3


def test_C74_the_attacker_picks_whose_losses_come_first() -> None:
    played = play(together([("infantry", 2)], [("infantry", 3)]), [1, 1, 1, *[6] * 7])
    decision = asks(played.step)
    assert (decision.what, decision.count, decision.nation) == ("ally", 3, "Germans")
    assert list(legal(played.step.state)) == [
        HitFirst(KARELIA, "Russians"),
        HitFirst(KARELIA, "British"),
    ]
    played = play(played.step, HitFirst(KARELIA, "British"))
    assert played.all(AllyHit) == [AllyHit(KARELIA, "British", 2)]
    marked = [key for event in played.all(CasualtiesMarked) for key in event.killed]
    owners = [played.step.state.units[key].owner for key in marked]
    assert owners == ["British", "British", "Russians"]


def test_C74_the_other_nation_first() -> None:
    played = play(together([("infantry", 2)], [("infantry", 3)]), [1, 1, *[6] * 8])
    played = play(played.step, HitFirst(KARELIA, "Russians"))
    marked = [key for event in played.all(CasualtiesMarked) for key in event.killed]
    assert {played.step.state.units[key].owner for key in marked} == {"Russians"}


def test_C74_nobody_else_can_be_named_and_another_order_is_no_answer() -> None:
    step = play(together([("infantry", 2)], [("infantry", 3)]), [1, *[6] * 9]).step
    reasons = check(step.state, HitFirst(KARELIA, "Americans"))
    assert [reason.code for reason in reasons] == ["no-such-defender"]
    lose = Lose(KARELIA, (Pick(1, "infantry"),))
    assert [reason.code for reason in check(step.state, lose)] == ["decision-first"]


def test_C74_where_all_are_lost_nobody_is_asked() -> None:
    played = play(together([("infantry", 1)], [("infantry", 1)]), [1, 1, *[6] * 8])
    assert played.all(AllyHit) == []
    assert wants(played.step).side == "defender"


def test_C74_an_instruction_and_the_default_answer() -> None:
    step = play(together([("fighter", 1)], [("infantry", 3)]), [1, *[6] * 9]).step
    default = decide(step.state, asks(step))
    assert default == HitFirst(KARELIA, "British")
    rule = HitRule("", ("Americans", "Russians"))
    assert decide(step.state, asks(step), [rule]) == HitFirst(KARELIA, "Russians")
    assert format_order(default, classic()) == f"hit British: {KARELIA}"


def test_C74_by_option_one_nation_decides_for_all_D11() -> None:
    step = together([("infantry", 2)], [("infantry", 3)], attacker_picks_ally=False)
    played = play(step, [1, 1, *[6] * 8])
    assert played.all(AllyHit) == []
    assert len(played.all(CasualtiesMarked)) == 1


def test_C80_a_bomber_raids_or_fights() -> None:
    more = [("United Kingdom", "British", "bomber", 1)]
    state = position(classic(), "British", "combat_move", units=more)
    path = ("United Kingdom", NORTH, BALTIC, "Germany")
    state = after(state, move("1 bomber", *path, raid=True), move("1 bomber", *path))
    assert battles(state) == {"Germany*": ("bomber",), "Germany": ("bomber",)}
    raiders = {key for battle in state.battles if battle.kind == "raid" for key in battle.attackers}
    step = done(state)
    assert wants(step).step == "aa_fire"
    played = play(step, [6], [1])
    fighting = apply(played.step.state, Fight("Germany")).state.agenda[-1]
    assert isinstance(fighting, BattleFrame)
    assert not raiders & set(fighting.attackers)


def test_C80_a_raid_takes_what_the_dice_say_from_the_treasury_D14() -> None:
    state = position(classic(), "British", "combat_move", pus={"Germans": 3})
    raid = move("1 bomber", "United Kingdom", NORTH, BALTIC, "Germany", raid=True)
    step = done(after(state, raid))
    assert wants(step).step == "aa_fire"
    played = play(step, [6], [5])
    assert played.step.state.amount("Germans", "PUs") == 0


def sunk_carrier(*more: tuple[str, str, str, int], **options: object) -> Step:
    """A British carrier with a fighter is sunk west of Spain; the fighter lives."""
    state = arena(
        SPAIN,
        [("battleship", 2)],
        [("carrier", 1), ("fighter", 1)],
        by="Germans",
        against="British",
        origins=["West Mediteranean Sea Zone"],
        cleared=["West Mediteranean Sea Zone", NORTH],
        more=more,
        definition=classic(ask_defender=True, **options),
    )
    step = play(fought(state, SPAIN), [1, 6], Lose(SPAIN, (Pick(1, "carrier", "British"),))).step
    step = play(step, [6] * wants(step).count).step
    return play(step, Retreat(SPAIN, "West Mediteranean Sea Zone")).step


def homeless(step: Step, owners: dict[str, str] | None = None) -> Played:
    """What becomes of the fighter when the battle phase ends."""
    assert isinstance(step.waiting, PhaseOpen)
    state = replace(step.state, owners={**step.state.owners, **(owners or {})})
    end = done(state)
    return Played(end, end.events)


def stranded(played: Played) -> int:
    return sum(event.cause == "stranded" for event in played.all(UnitsDestroyed))


def test_C81_a_fighter_goes_to_friendly_land_beside() -> None:
    played = homeless(sunk_carrier(), {"Algeria": "British"})
    assert [event.to for event in played.all(AircraftLanded)] == ["Algeria"]
    assert stranded(played) == 0


def test_C81_without_such_a_place_it_is_lost() -> None:
    played = homeless(sunk_carrier())
    assert played.all(AircraftLanded) == []
    assert stranded(played) == 1


def test_C81_or_to_a_carrier_in_the_same_zone() -> None:
    played = homeless(sunk_carrier((SPAIN, "British", "carrier", 1)))
    assert played.all(AircraftLanded) == []
    assert stranded(played) == 0
    assert count_in(played.step.state, SPAIN, "British", "fighter") == 1


def test_C81_not_to_a_carrier_in_a_zone_beside_D7() -> None:
    played = homeless(sunk_carrier((NORTH, "British", "carrier", 1)))
    assert played.all(AircraftLanded) == []
    assert stranded(played) == 1


def test_C81_by_option_there_too_D7() -> None:
    beside = sunk_carrier((NORTH, "British", "carrier", 1), surviving_air_to_carriers_beside=True)
    assert [event.to for event in homeless(beside).all(AircraftLanded)] == [NORTH]


def test_C81_by_option_nowhere_at_all_D7() -> None:
    played = homeless(sunk_carrier(surviving_air_may_land=False), {"Algeria": "British"})
    assert stranded(played) == 1
