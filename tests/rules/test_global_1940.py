"""Global 1940, second edition: statements W1 to W40 of docs/rules/global-1940.md."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.core.agenda import PendingBattle
from engine.core.events.triggers import VictoryHeld
from engine.core.pick import Pick
from engine.core.state import with_units
from engine.game import apply, check, legal, new_game
from engine.gamedef import Definition, Objective, State
from engine.gamedef.triggers import PlaceUnits
from engine.notation.parse import parse_order
from engine.notation.routes import with_route
from engine.orders.act import Act
from engine.orders.place import Place
from engine.rules.battle.around.kamikaze import kamikaze_zones
from engine.rules.battle.around.scramble import able_to_scramble
from engine.rules.common.relations import is_allied, is_enemy
from engine.rules.economy.income import income_of
from engine.rules.politics.conditions import holds, times_met
from engine.rules.politics.held_victory import resolve_held_victories, turns_of_a_round
from tests.engine.battle.arena import arena, asks, opened
from tests.engine.movement.board import codes, move
from tests.rules.rule_pages import check_units, table
from tests.support.positions import Stack, position, scenario_with

AXIS = ("Germans", "Japanese", "Italians")
ALLIES = ("Russians", "Americans", "Chinese", "British", "UK_Pacific", "ANZAC", "French")
EUROPE = ("Germany", "Southern Italy", "Poland", "France", "Egypt", "Novgorod", "Volgograd")
PACIFIC = ("Japan", "Kiangsu", "Kwangtung", "Philippines", "India")


def game(**options: object) -> Definition:
    return scenario_with("second_edition_global_1940", options)


def at(nation: str, phase: str, **facts: object) -> State:
    options = {key: facts.pop(key) for key in [*facts] if key in ("ships_keep_off_at_peace",)}
    return position(game(**options), nation, phase, **facts)  # type: ignore[arg-type]


def acts(state: State) -> set[str]:
    return {order.action for order in legal(state) if isinstance(order, Act)}


def at_war(state: State, *pairs: tuple[str, str]) -> State:
    """The position with nations at war in it from the start."""
    politics = state.definition.politics
    changed = tuple(
        replace(entry, type="War") if {*entry.nations} in [{*pair} for pair in pairs] else entry
        for entry in politics.relations
    )
    definition = replace(state.definition, politics=replace(politics, relations=changed))
    return replace(state, definition=definition)


def wins(side: str, owners: Mapping[str, str]) -> bool:
    """Whether the trigger of a side's victory holds with these owners."""
    state = position(game(), "", "end_round", owners=owners)
    trigger = state.definition.script.trigger(f"triggerAttachment{side}Victory1")
    return holds(state, trigger.test)


def held_by(nation: str, *areas: str) -> dict[str, str]:
    return dict.fromkeys(areas, nation)


def test_W1_the_sides_and_who_is_in_them() -> None:
    nations = {entry.name: entry.alliances for entry in game().politics.nations}
    assert all(nations[name] == ("Axis",) for name in AXIS)
    assert all(nations[name] == ("Allies",) for name in ALLIES)


@pytest.mark.parametrize(
    ("owners", "won"),
    [
        (held_by("Germans", *EUROPE, "Russia"), True),
        (held_by("Germans", *EUROPE), False),
        (held_by("Japanese", *PACIFIC, "New South Wales"), True),
        (held_by("Japanese", *PACIFIC), False),
        (held_by("Germans", *EUROPE) | held_by("Japanese", *PACIFIC), False),
        (
            held_by("Germans", *EUROPE, "Russia", "United Kingdom", "Ontario")
            | held_by("Americans", "Germany", "Japan")
            | held_by("British", "Southern Italy"),
            False,
        ),
    ],
)
def test_W2_the_axis_win_with_cities_of_one_board_and_a_capital(
    owners: dict[str, str], *, won: bool
) -> None:
    assert wins("Axis", owners) == won


def test_W3_what_wins_must_be_held_at_the_end_of_every_turn_of_a_round() -> None:
    owners = held_by("Germans", *EUROPE, "Russia")
    definition = game(victory_lasts_a_round=True)
    state = position(definition, "Germans", "end_turn", owners=owners)
    enough = turns_of_a_round(definition)
    assert enough == 10  # nine powers, and the two treasuries of the British
    counted: list[int] = []
    for turn in range(enough):
        events = resolve_held_victories(state)
        held = [event for event in events if isinstance(event, VictoryHeld)]
        counted += [event.turns for event in held]
        assert (len(events) > len(held)) == (turn == enough - 1)
        state = replace(state, held={event.trigger: event.turns for event in held})
    assert counted == [*range(1, enough + 1)]


def test_W3_once_lost_the_count_begins_again_and_without_the_option_nothing_is_counted() -> None:
    name = "triggerAttachmentAxisVictory1"
    state = position(game(victory_lasts_a_round=True), "Russians", "end_turn")
    (lost,) = resolve_held_victories(replace(state, held={name: 4}))
    assert isinstance(lost, VictoryHeld) and lost.turns == 0
    owners = held_by("Germans", *EUROPE, "Russia")
    assert resolve_held_victories(at("Germans", "end_turn", owners=owners)) == ()


@pytest.mark.parametrize("lasts", [False, True])
def test_W3_the_round_ends_the_game_only_where_a_victory_need_not_last(*, lasts: bool) -> None:
    owners = held_by("Germans", *EUROPE, "Russia")
    definition = game(victory_lasts_a_round=lasts)
    state = position(definition, "French", "end_turn", owners=owners)
    step = opened_next(state)
    assert (step.outcome is None) == lasts


def opened_next(state: State) -> State:
    """The position after the turn of the French and the end of the round."""
    start = position(state.definition, "French", "place", owners=dict(state.owners))
    order = parse_order("done", state.definition)
    return apply(start, order).state


@pytest.mark.parametrize(
    ("owners", "won"),
    [
        (held_by("British", "Germany", "Southern Italy", "Japan"), True),
        (held_by("British", "Germany", "Southern Italy"), False),
    ],
)
def test_W4_the_allies_win_with_the_three_capitals_of_the_axis(
    owners: dict[str, str], *, won: bool
) -> None:
    assert wins("Allied", owners) == won
    lost = held_by("Italians", "United Kingdom", "Russia", "France", "Eastern United States")
    assert not wins("Allied", owners | lost)


def test_W5_the_order_of_the_powers() -> None:
    ends = [step.nation for step in game().sequence if step.phase == "end_turn"]
    assert ends == [
        "Germans", "Russians", "Japanese", "Americans", "Chinese",
        "British", "UK_Pacific", "Italians", "ANZAC", "French",
    ]  # fmt: skip


def test_W6_they_begin_with_what_their_land_is_worth() -> None:
    money = {
        "Germans": 30, "Russians": 37, "Japanese": 26, "Americans": 52, "Chinese": 12,
        "British": 28, "UK_Pacific": 17, "Italians": 10, "ANZAC": 10, "French": 19,
    }  # fmt: skip
    for nation, amount in money.items():
        state = at(nation, "end_turn")
        assert (state.amount(nation, "PUs"), income_of(state, nation)) == (amount, amount)


@pytest.mark.parametrize("nation", ["Germans", "Italians"])
def test_W7_germany_and_italy_are_at_war_with_three_powers(nation: str) -> None:
    state = at(nation, "politics")
    enemies = {"British", "UK_Pacific", "ANZAC", "French"}
    assert {name for name in ALLIES if is_enemy(state, nation, name)} == enemies
    assert all(is_allied(state, nation, other) for other in AXIS if other != nation)


def test_W8_japan_is_at_war_with_china_only() -> None:
    state = at("Japanese", "politics")
    assert {name for name in ALLIES if is_enemy(state, "Japanese", name)} == {"Chinese"}


@pytest.mark.parametrize(("turn", "may"), [(3, False), (4, True)])
def test_W9_the_soviet_union_waits_for_its_fourth_turn(turn: int, *, may: bool) -> None:
    state = at("Russians", "politics", round_number=turn)
    assert ("Russians_To_War_With_Germans" in acts(state)) == may
    assert "Russians_To_War_With_Japanese" in acts(state)


@pytest.mark.parametrize("declarer", ["Germans", "Italians"])
def test_W9_a_declaration_of_the_axis_ends_the_wait(declarer: str) -> None:
    state = at_war(at("Russians", "politics"), (declarer, "Russians"))
    found = {name for name in acts(state) if name != "Russians_To_War_With_Japanese"}
    assert any(name.startswith("Russians_To_War_With_") for name in found)


def test_W10_the_united_states_wait_and_are_at_war_after_their_third_turn() -> None:
    assert acts(at("Americans", "politics")) == set()
    for turn, war in ((2, False), (3, True)):
        state = position(game(), "Americans", "place", round_number=turn)
        after = apply(state, parse_order("done", state.definition)).state
        assert all(is_enemy(after, "Americans", name) == war for name in AXIS)


SHIP: tuple[Stack, ...] = (("7 Sea Zone", "Americans", "destroyer", 1),)


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
@pytest.mark.parametrize("keeps_off", [True, False])
def test_W11_ships_at_peace_keep_off_japan_by_option(phase: str, *, keeps_off: bool) -> None:
    state = at("Americans", phase, units=SHIP, ships_keep_off_at_peace=keeps_off)
    beside = move("1 destroyer", "7 Sea Zone", "6 Sea Zone")
    past = move("1 destroyer", "7 Sea Zone", "6 Sea Zone", "16 Sea Zone")
    assert codes(state, beside) == ({"kept-off"} if keeps_off else set())
    assert codes(state, past) == set()


def test_W11_in_war_they_go_where_they_like() -> None:
    state = at("Americans", "combat_move", units=SHIP, ships_keep_off_at_peace=True)
    state = at_war(state, ("Americans", "Japanese"))
    assert "kept-off" not in codes(state, move("1 destroyer", "7 Sea Zone", "6 Sea Zone"))


@pytest.mark.parametrize(
    ("nation", "start", "goal"),
    [
        ("Americans", "102 Sea Zone", "103 Sea Zone"),
        ("Japanese", "13 Sea Zone", "12 Sea Zone"),
    ],
)
def test_W12_at_peace_they_stay_on_their_own_side_of_the_ocean(
    nation: str, start: str, goal: str
) -> None:
    state = at(nation, "combat_move", units=[(start, nation, "destroyer", 1)])
    assert codes(state, move("1 destroyer", start, goal)) == {"out-of-bounds"}
    rules = replace(state.definition.map_rules, restrictions=())
    free = replace(state, definition=replace(state.definition, map_rules=rules))
    assert codes(free, move("1 destroyer", start, goal)) == set()
    opening = [
        entry
        for entry in state.definition.script.triggers
        if entry.name == f"triggerAttachment_{nation}_Unrestricted_Movement"
    ]
    assert not holds(state, opening[0].test)
    war = at_war(state, ("Americans", "Japanese"))
    assert holds(war, opening[0].test)


def declared(nation: str, action: str) -> State:
    state = at(nation, "politics")
    return apply(state, Act(action)).state


def test_W13_japans_declaration_is_cause_for_the_united_states() -> None:
    for nation, action, cause in (
        ("Japanese", "Japanese_To_War_With_British_And_ANZAC", True),
        ("British", "British_To_War_With_Japanese", False),
    ):
        after = declared(nation, action)
        americans = position(after.definition, "Americans", "politics")
        assert ("Americans_To_War_With_Japanese" in acts(americans)) == cause


@pytest.mark.parametrize("nation", ["British", "ANZAC"])
def test_W14_the_british_and_anzac_go_to_war_with_japan_together(nation: str) -> None:
    after = declared(nation, f"{nation}_To_War_With_Japanese")
    assert all(is_enemy(after, "Japanese", name) for name in ("British", "UK_Pacific", "ANZAC"))


def test_W15_nobody_attacks_whom_they_are_not_at_war_with() -> None:
    state = at("Germans", "combat_move")
    assert codes(state, move("1 infantry", "Poland", "Eastern Poland")) == {"at-peace"}
    after = declared("Germans", "Axis_To_War_With_Russians Germans")
    war = position(after.definition, "Germans", "combat_move")
    assert codes(war, move("1 infantry", "Poland", "Eastern Poland")) == set()


@pytest.mark.parametrize("nation", ["Americans", "Russians"])
def test_W16_the_fall_of_london_is_cause(nation: str) -> None:
    state = at(nation, "politics", owners={"United Kingdom": "Germans"})
    conditions = state.definition.script.conditions
    switch = "conditionAttachment_Axis_Capture_London_Switch"
    on = tuple(
        replace(entry, is_on=True) if entry.name == switch else entry for entry in conditions
    )
    script = replace(state.definition.script, conditions=on)
    fallen = replace(state, definition=replace(state.definition, script=script))
    wanted = f"{nation}_To_War_With_Germans"
    assert wanted in acts(fallen)
    assert wanted not in acts(at(nation, "politics"))


def test_W17_neutrals_that_favour_a_side_are_entered_in_the_noncombat_move() -> None:
    order = move("1 infantry", "Norway", "Finland")
    assert codes(at("Germans", "combat_move"), order) == {"border-closed"}
    after = apply(
        at("Germans", "noncombat_move"),
        with_route(at("Germans", "noncombat_move"), order),
    ).state
    assert after.owners["Finland"] == "Germans"
    assert {unit.owner for unit in after.units_in("Finland")} == {"Germans"}
    assert len(after.units_in("Finland")) == 5


def test_W18_strict_neutrals_are_not_entered_nor_flown_over() -> None:
    state = at("Germans", "combat_move")
    assert codes(state, move("1 infantry", "Norway", "Sweden")) == {"at-peace"}
    assert "at-peace" in codes(state, move("1 fighter", "Norway", "Sweden", "Finland"))


def test_W19_war_on_one_strict_neutral_turns_all_of_them() -> None:
    after = declared("Germans", "Axis_To_War_With_TrueNeutrals Germans")
    assert all(is_enemy(after, name, "Neutral_True") for name in AXIS)
    assert all(is_allied(after, name, "Neutral_True") for name in ("British", "ANZAC", "French"))


def test_W20_neutrals_that_favour_the_enemy_are_attacked() -> None:
    units = [("Trans-Jordan", "British", "infantry", 1)]
    state = at("British", "combat_move", units=units)
    assert codes(state, move("1 infantry", "Trans-Jordan", "Iraq")) == set()
    assert is_enemy(state, "British", "Neutral_Axis")
    assert is_enemy(state, "Germans", "Neutral_Allies")


@pytest.mark.parametrize(
    ("goal", "refused"), [("Burma", False), ("Kwangsi", False), ("French Indo China", True)]
)
def test_W21_the_chinese_stay_in_china_kwangtung_and_burma(goal: str, *, refused: bool) -> None:
    state = at_war(at("Chinese", "noncombat_move"), ("Chinese", "French"))
    state = replace(state, owners={**state.owners, "Kwangsi": "Chinese"})
    found = codes(state, move("1 infantry", "Yunnan", goal))
    assert ("out-of-bounds" in found) == refused


def test_W22_they_are_placed_where_china_is_chinese() -> None:
    state = at("Chinese", "place", unplaced={"infantry": 4}, owners={"Burma": "Chinese"})
    for area in ("Shensi", "Sikang", "Burma"):
        assert not check(state, Place((Pick(1, "infantry"),), area))
    assert check(state, Place((Pick(1, "infantry"),), "Jehol"))


@pytest.mark.parametrize(("burma", "is_open"), [("UK_Pacific", True), ("Japanese", False)])
def test_W23_the_burma_road_brings_money_and_artillery(burma: str, *, is_open: bool) -> None:
    state = at("Chinese", "end_turn", owners={"Burma": burma})
    (road,) = [entry for entry in state.definition.script.objectives if entry.nation == "Chinese"]
    assert (road.value, holds(state, road.test)) == (6, is_open)
    lists = state.definition.economy.buy_lists
    assert lists["productionChinese_Burma_Road_Closed"] == ("infantry",)
    assert lists["productionChinese_Burma_Road_Open"] == ("infantry", "artillery")


@pytest.mark.parametrize(
    ("lost", "poor", "rich"),
    [("India", "UK_Pacific", "British"), ("United Kingdom", "British", "UK_Pacific")],
)
def test_W24_each_british_treasury_has_its_own_capital(lost: str, poor: str, rich: str) -> None:
    owners = {lost: "Japanese"}
    broke, solvent = (at(nation, "place", owners=owners) for nation in (poor, rich))
    for state, nation, pays in ((broke, poor, False), (solvent, rich, True)):
        before = state.amount(nation, "PUs")
        after = apply(state, parse_order("done", state.definition)).state
        assert (after.amount(nation, "PUs") > before) == pays


def test_W25_paris_pays_its_conqueror_and_four_infantry_rise_when_it_is_free() -> None:
    (free,) = [
        entry
        for entry in game().script.triggers
        if entry.name == "triggerAttachment_French_1_Liberation_By_British"
    ]
    placed = [effect for effect in free.effects if isinstance(effect, PlaceUnits)]
    assert [(one.territory, dict(one.units)) for one in placed] == [("France", {"infantry": 4})]
    state = at("Germans", "combat_move", cleared=["France"])
    taken = apply(state, move("1 armour", "Holland Belgium", "France")).state
    taken = apply(taken, parse_order("done", taken.definition)).state
    assert (taken.owners["France"], taken.amount("French", "PUs")) == ("Germans", 0)
    assert taken.amount("Germans", "PUs") == 30 + 19


def test_W26_the_units_are_those_of_the_table() -> None:
    assert check_units(game(), "global-1940") == 14


def test_W27_mechanized_infantry_blitzes_beside_a_tank() -> None:
    def tried(*stacks: Stack, picks: str) -> set[str]:
        cleared = ("Holland Belgium", "Normandy Bordeaux")
        state = at("Germans", "combat_move", cleared=cleared, units=stacks)
        return codes(state, move(picks, "Holland Belgium", "Normandy Bordeaux", "France"))

    mech: Stack = ("Holland Belgium", "Germans", "mech_infantry", 2)
    tank: Stack = ("Holland Belgium", "Germans", "armour", 1)
    assert tried(mech, tank, picks="1 mech_infantry, 1 armour") == set()
    assert tried(mech, picks="1 mech_infantry") == {"cannot-blitz"}
    assert "cannot-blitz" in tried(mech, tank, picks="2 mech_infantry, 1 armour")


def test_W28_who_raises_whose_attack() -> None:
    definition = game()
    raises = {
        (giver, receiver): rule.bonus
        for rule in definition.support
        for giver in rule.givers
        for receiver in rule.receivers
        if rule.attack and not rule.name
    }
    assert raises == {
        ("artillery", "infantry"): 1,
        ("artillery", "mech_infantry"): 1,
        ("fighter", "tactical_bomber"): 1,
        ("armour", "tactical_bomber"): 1,
    }
    assert all(rule.count == 1 for rule in definition.support)


def test_W29_aa_guns_wait_for_the_noncombat_move_and_fire_at_three() -> None:
    order = move("1 aaGun", "Western Germany", "Germany")
    assert codes(at("Germans", "combat_move"), order) == {"no-combat-movement"}
    assert codes(at("Germans", "noncombat_move"), order) == set()
    gun = game().unit_types["aaGun"].guns.anti_air
    assert gun is not None
    assert (gun.strength, gun.shots) == (1, 3)


@pytest.mark.parametrize(
    ("nation", "kind", "area", "may"),
    [
        ("Germans", "factory_minor", "Norway", True),  # worth 3
        ("Germans", "factory_minor", "Denmark", True),  # worth 2
        ("Russians", "factory_minor", "Belarus", False),  # worth 1
        ("Japanese", "factory_minor", "Okinawa", False),  # an island
        ("Italians", "factory_minor", "Sicily", False),
        ("Japanese", "factory_major", "Manchuria", False),  # not theirs at the start
    ],
)
def test_W30_where_factories_are_built(nation: str, kind: str, area: str, *, may: bool) -> None:
    state = at(nation, "place", unplaced={kind: 1})
    kinds = [unit.id for unit in state.units_in(area) if "factory" in unit.type]
    bare = replace(state, units={k: u for k, u in state.units.items() if k not in kinds})
    assert (not check(bare, Place((Pick(1, kind),), area))) == may


def test_W30_what_factories_build() -> None:
    kinds = game().unit_types
    assert kinds["factory_minor"].production.factory_output == 3
    assert kinds["factory_major"].production.factory_output == 10
    state = at("Germans", "place", unplaced={"infantry": 11})
    assert not check(state, Place((Pick(10, "infantry"),), "Germany"))
    assert check(state, Place((Pick(11, "infantry"),), "Germany"))


def test_W31_a_captured_major_factory_is_a_minor_one() -> None:
    state = at("Germans", "combat_move", cleared=["France"])
    state = at("Germans", "combat_move", units=[("France", "French", "factory_major", 1)],
               cleared=["France"])  # fmt: skip
    taken = apply(state, move("1 armour", "Holland Belgium", "France")).state
    taken = apply(taken, parse_order("done", taken.definition)).state
    factories = [unit.type for unit in taken.units_in("France") if "factory" in unit.type]
    assert factories == ["factory_minor"]


@pytest.mark.parametrize("has_base", [True, False])
def test_W32_bases_give_one_space_more(*, has_base: bool) -> None:
    units: list[Stack] = [("112 Sea Zone", "Germans", "destroyer", 1)]
    cleared = [] if has_base else ["Germany", "Western Germany"]
    state = at("Germans", "politics", units=units, cleared=cleared)
    state = apply(state, parse_order("done", state.definition)).state
    assert state.phase.phase == "combat_move"
    far = move("1 destroyer", "112 Sea Zone", "125 Sea Zone", "124 Sea Zone", "123 Sea Zone")
    assert ("not-enough-movement" in codes(state, far)) != has_base


def test_W32_air_bases_help_aircraft() -> None:
    assert game().unit_types["airfield"].mobility.gives_movement == (
        ("bomber", 1),
        ("fighter", 1),
        ("tactical_bomber", 1),
    )


SEA = "110 Sea Zone"


def raided(*, damage: int = 0, kind: str = "fighter") -> State:
    """German ships attack a British destroyer beside the air base of the United Kingdom."""
    state = arena(
        SEA,
        [("battleship", 2)],
        [("destroyer", 1)],
        by="Germans",
        against="British",
        origins=["112 Sea Zone"],
        more=[("United Kingdom", "British", "airfield", 1), ("United Kingdom", "British", kind, 5)],
        cleared=["United Kingdom", "Scotland"],
        definition=game(),
    )
    bases = [unit for unit in state.units_in("United Kingdom") if unit.type == "airfield"]
    return with_units(state, [replace(unit, damage=damage) for unit in bases])


def test_W33_three_aircraft_scramble_from_an_air_base() -> None:
    step = opened(raided())
    assert asks(step).what == "scramble"
    for count, may in ((3, True), (4, False)):
        order = parse_order(f"scramble {count} British fighter: {SEA}", step.state.definition)
        assert (not check(step.state, order)) == may


@pytest.mark.parametrize(
    ("damage", "kind", "able"),
    [
        (2, "fighter", True),
        (3, "fighter", False),
        (0, "tactical_bomber", True),
        (0, "bomber", False),
    ],
)
def test_W33_who_scrambles_and_from_which_base(damage: int, kind: str, *, able: bool) -> None:
    state = raided(damage=damage, kind=kind)
    assert bool(able_to_scramble(state, SEA)) == able


def test_W34_capital_ships_are_repaired_at_naval_bases_only() -> None:
    options = game().options
    assert options.repair_at_start_of_turn and options.repair_needs_facility
    repairs = dict(game().unit_types["harbour"].wear.repairs)
    assert repairs.keys() == {"battleship", "carrier"}
    carrier = game().unit_types["carrier"]
    assert (carrier.hit_points, carrier.decks.shut_deck_hits) == (2, 1)


def test_W35_what_raids_do_at_most() -> None:
    kinds = game().unit_types
    most = {name: kind.damage.max_damage for name, kind in kinds.items() if kind.damage.max_damage}
    assert most == {
        "factory_minor": 6, "factory_upgrade": 20, "factory_major": 20, "airfield": 6, "harbour": 6,
    }  # fmt: skip
    assert kinds["airfield"].damage.works_until == kinds["harbour"].damage.works_until == 2
    assert kinds["bomber"].raiding.raid_bonus == 2
    assert kinds["tactical_bomber"].raiding.raid_targets == ("airfield", "harbour")


@pytest.mark.parametrize("war", [True, False])
def test_W36_in_war_the_american_factories_become_major_ones(*, war: bool) -> None:
    state = at("Americans", "politics")
    if war:
        state = at_war(state, ("Americans", "Japanese"))
    names = [f"triggerAttachment_Americans_War_Production_{part}" for part in HOMELAND]
    for part, name in zip(HOMELAND, names, strict=True):
        trigger = state.definition.script.trigger(name)
        assert holds(state, trigger.test) == war
        placed = [effect for effect in trigger.effects if isinstance(effect, PlaceUnits)]
        assert [(one.territory, dict(one.units)) for one in placed] == [
            (f"{part} United States", {"factory_major": 1})
        ]


HOMELAND = ("Eastern", "Central", "Western")


def test_W37_kamikazes_strike_warships_beside_japan() -> None:
    state = new_game(game()).state
    assert state.amount("Japanese", "SuicideAttackTokens") == 6
    zones = [z.name for z in state.definition.board.territories.values() if z.kamikaze_zone]
    assert len(zones) == 6
    rule = state.definition.map_rules.of("Japanese")
    struck = {name for name, kind in state.definition.unit_types.items() if rule.may_strike(kind)}
    assert struck == {"carrier", "destroyer", "cruiser", "battleship"}
    assert rule.kamikaze_strength == 2
    assert state.definition.options.kamikaze_attacks_at_battles


def test_W37_japan_is_asked_only_where_a_battle_is() -> None:
    definition = new_game(game()).state.definition
    fleet: list[Stack] = [("6 Sea Zone", "Americans", "carrier", 1)]
    state = position(definition, "Americans", "battle", cleared=["6 Sea Zone"], units=fleet)
    state = at_war(state, ("Americans", "Japanese"))
    assert kamikaze_zones(state) == ()
    carrier = next(unit.id for unit in state.units_in("6 Sea Zone"))
    fight = PendingBattle("6 Sea Zone", "battle", (carrier,))
    assert kamikaze_zones(replace(state, battles=(fight,))) == ("6 Sea Zone",)


def test_W38_what_ships_and_aircraft_roll_in_a_blockade() -> None:
    definition = game()
    assert definition.options.blockades_are_rolled
    dice = {
        name: kind.production.blockade
        for name, kind in definition.unit_types.items()
        if kind.production.blockade
    }
    assert dice == {
        "fighter": 2, "tactical_bomber": 2, "submarine": 2,
        "destroyer": 1, "cruiser": 1, "battleship": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("nation", "kind", "start", "goal", "owners", "refused"),
    [
        ("Italians", "cruiser", "99 Sea Zone", "100 Sea Zone", {}, True),
        ("Italians", "cruiser", "92 Sea Zone", "91 Sea Zone", {}, True),
        ("Italians", "cruiser", "92 Sea Zone", "91 Sea Zone", {"Gibraltar": "Germans"}, False),
        ("Italians", "submarine", "92 Sea Zone", "91 Sea Zone", {}, False),
        ("Germans", "cruiser", "113 Sea Zone", "112 Sea Zone", {}, False),
        ("Americans", "cruiser", "64 Sea Zone", "89 Sea Zone", {}, False),
        ("British", "cruiser", "81 Sea Zone", "98 Sea Zone", {}, False),
        ("British", "cruiser", "81 Sea Zone", "98 Sea Zone", {"Egypt": "Italians"}, True),
    ],
)
def test_W39_canals_and_straits(
    nation: str, kind: str, start: str, goal: str, owners: dict[str, str], *, refused: bool
) -> None:
    units = [(start, nation, kind, 1)]
    state = at(nation, "combat_move", units=units, cleared=[start, goal], owners=owners)
    assert ("canal-closed" in codes(state, move(f"1 {kind}", start, goal))) == refused


HELD: Mapping[tuple[str, int], list[tuple[dict[str, str], int]]] = {
    ("Germans", 0): [({}, 1)],
    ("Germans", 1): [(held_by("Germans", "Novgorod", "Russia"), 2), ({}, 0)],
    ("Germans", 2): [(held_by("Italians", "Caucasus"), 1), ({}, 0)],
    ("Russians", 3): [(held_by("Russians", "Finland", "Poland", "Iraq"), 3), ({}, 0)],
    ("Russians", 4): [(held_by("Russians", "Germany"), 1), ({}, 0)],
    ("Japanese", 5): [({}, 1), (held_by("Japanese", "French Indo China"), 0)],
    ("Japanese", 6): [(held_by("Japanese", "India", "Hawaiian Islands"), 2), ({}, 0)],
    ("Italians", 7): [({}, 0)],
}
"""The objective of a row of the table: owners, and how often it pays with them."""

OBJECTIVES = (
    "Germans_1_Trade_with_Russia",
    "Germans_2_Control_Novgorod_Or_Volgograd_Or_Russia",
    "Germans_3_Control_Caucasus",
    "Russians_2_Spread_Of_Communism",
    "Russians_3_Berlin",
    "Japanese_1_Trade_With_America",
    "Japanese_3_Control_Honolulu_Or_Sydney_Or_Calcutta_O 4789aab5",
    "Italians_1_Control_The_Mediterranean",
    "Americans_1_Homeland",
    "ANZAC_2_Control_Strategic_Islands",
)


def objective(state: State, name: str) -> Objective:
    (found,) = [
        entry
        for entry in state.definition.script.objectives
        if entry.name == f"objectiveAttachment_{name}"
    ]
    return found


def test_W40_each_objective_pays_what_the_table_says() -> None:
    rows = table("global-1940", 1)
    assert len(rows) == len(OBJECTIVES)
    for (nation, amount, _), name in zip(rows, OBJECTIVES, strict=True):
        found = objective(at("Germans", "end_turn"), name)
        assert (found.nation, found.value) == (nation, int(amount)), name


@pytest.mark.parametrize("row", HELD)
def test_W40_when_objectives_pay(row: tuple[str, int]) -> None:
    nation, number = row
    for owners, times in HELD[row]:
        state = at(nation, "end_turn", owners=owners)
        test = objective(state, OBJECTIVES[number]).test
        found = times_met(state, test) if holds(state, test) else 0
        assert found == times, owners


@pytest.mark.parametrize(("row", "enemy"), [(8, "Japanese"), (9, "Japanese")])
def test_W40_some_pay_in_war_only(row: int, enemy: str) -> None:
    islands = ("Dutch New Guinea", "New Guinea", "New Britain", "Solomon Islands")
    nation = OBJECTIVES[row].partition("_")[0]
    state = at(nation, "end_turn", owners=held_by("ANZAC", *islands))
    test = objective(state, OBJECTIVES[row]).test
    assert not holds(state, test)
    assert holds(at_war(state, (nation, enemy)), test)


def test_W40_an_enemy_warship_denies_the_mediterranean() -> None:
    zones = [f"{number} Sea Zone" for number in range(92, 100)]
    state = at("Italians", "end_turn", cleared=zones)
    test = objective(state, OBJECTIVES[7]).test
    assert holds(state, test)
    ship: list[Stack] = [("95 Sea Zone", "British", "destroyer", 1)]
    assert not holds(at("Italians", "end_turn", cleared=zones, units=ship), test)
