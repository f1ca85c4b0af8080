"""Changes by hand with everybody's consent (B255), draws and surrender out of turn (B234)."""

from dataclasses import replace

import pytest

from engine import (
    PUS,
    AgreedEdit,
    AgreeDraw,
    Done,
    GameOver,
    GiveUp,
    IllegalActionError,
    InvalidActionError,
    NotationError,
    PhaseOpen,
    State,
    Step,
    apply,
    change_from_plain,
    change_to_plain,
    format_change,
    load_scenario,
    new_game,
    order_from_plain,
    parse_change,
    parse_order,
    state_digest,
    with_option,
)
from engine.core.agenda import PendingBattle
from engine.core.pick import Pick
from engine.game import check_action
from engine.orders.edits.nations import SetMoney
from engine.orders.edits.units import AddUnits, ShiftUnits, TakeOffUnits
from engine.rules.economy.technology import research_aims
from tests.support.positions import position
from tests.support.table import big_world

LINES = (
    "add 2 Russians armour, 1 British infantry: Moscow",
    "remove 1 Russians infantry: Moscow",
    "shift 1 Russians infantry: Moscow > Western Russia",
    "owner Finland: Russians",
    "owner Finland: nobody",
    "money Russians: 50",
    "technology Russians: rockets",
    "technology Russians: no rockets",
    "hits 1 British battleship: SZ 17 > 1",
    "damage 1 Russians factory: Moscow > 3",
    "relation Germans, Russians: neutral",
)


def opening() -> State:
    return new_game(big_world()).state


def edited(state: State, *lines: str) -> Step:
    return apply(state, AgreedEdit(tuple(parse_change(line, state.definition) for line in lines)))


def codes(state: State, *lines: str) -> list[str]:
    edit = AgreedEdit(tuple(parse_change(line, state.definition) for line in lines))
    return [reason.code for reason in check_action(state, edit)]


def count(state: State, place: str, kind: str, owner: str) -> int:
    return sum(unit.type == kind and unit.owner == owner for unit in state.units_in(place))


@pytest.mark.parametrize("line", LINES)
def test_B255_text_and_plain_form_of_a_change_read_back(line: str) -> None:
    change = parse_change(line, big_world())
    assert parse_change(format_change(change, big_world()), big_world()) == change
    assert change_from_plain(change_to_plain(change)) == change


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("add 2 infantry: Moscow", "owner-missing"),
        ("teleport 2 Russians infantry: Moscow", "unknown-order"),
        ("money Martians: 5", "unknown-nation"),
        ("shift 1 Russians infantry: Moscow", "bad-order"),
        ("hits 1 British battleship: SZ 17", "count-missing"),
        ("relation Germans: war", "nation-missing"),
        ("relation Germans, Russians: friends", "unknown-type-of-relations"),
        ("goods Germans: 3 Oil", "unknown-resource-besides-PUs"),
        ("", "empty-line"),
    ],
)
def test_B255_a_change_that_says_nothing_is_a_fault(line: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_change(line, big_world())
    assert caught.value.faults[0].code == code


def test_B255_a_change_is_not_an_order_and_an_order_is_not_a_change() -> None:
    with pytest.raises(NotationError):
        parse_order("money Russians: 50", big_world())
    with pytest.raises(InvalidActionError):
        order_from_plain(["money", "Russians", 50])
    with pytest.raises(InvalidActionError):
        change_from_plain(["done"])
    with pytest.raises(InvalidActionError):
        change_from_plain(["money", "Russians", -1])
    with pytest.raises(InvalidActionError):
        change_from_plain(["add", [[1, "infantry", "", []]], "Moscow"])


def test_B255_everything_that_can_be_changed_is_changed_and_nothing_else() -> None:
    state = opening()
    before = state_digest(state)
    infantry = count(state, "Moscow", "infantry", "Russians")
    step = edited(
        state,
        "add 2 Russians armour: Moscow",
        "remove 1 Russians infantry: Moscow",
        "shift 1 Russians infantry: Moscow > Western Russia"
        if state.owners["Western Russia"] == "Russians"
        else "shift 1 Russians infantry: Moscow > Eastern Russia",
        "money Russians: 50",
        "technology Russians: rockets",
    )
    after = step.state
    assert state_digest(state) == before
    assert step.waiting == PhaseOpen("Russians", state.phase.phase)
    assert count(after, "Moscow", "infantry", "Russians") == infantry - 2
    armour = count(state, "Moscow", "armour", "Russians")
    assert count(after, "Moscow", "armour", "Russians") == armour + 2
    assert after.amount("Russians", "PUs") == 50
    assert after.technologies["Russians"] == ("rockets",)
    assert after.next_unit == state.next_unit + 2
    again = edited(after, "technology Russians: no rockets").state
    assert again.technologies["Russians"] == ()


def test_B255_land_changes_hands_when_nobody_hostile_stands_there() -> None:
    state = opening()
    assert codes(state, "owner Finland: Russians") == ["edit-enemies-together"]
    garrison = list(state.units_in("Finland"))
    removals = [f"remove 1 {unit.owner} {unit.type} #{unit.id}: Finland" for unit in garrison]
    after = edited(state, *removals, "owner Finland: Russians").state
    assert after.owners["Finland"] == "Russians"
    assert "Finland" not in edited(after, "owner Finland: nobody").state.owners


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("add 1 Germans infantry: Moscow", "edit-enemies-together"),
        ("add 1 Russians infantry: SZ 7", "edit-wrong-element"),
        ("add 1 Russians submarine: Moscow", "edit-wrong-element"),
        ("add 1 Russians armour #5: Moscow", "edit-numbered"),
        ("remove 99 Russians infantry: Moscow", "too-few-units"),
        ("owner SZ 7: Russians", "edit-not-land"),
        ("hits 1 Russians infantry: Moscow > 1", "edit-too-many-hits"),
        ("damage 1 Russians factory: Moscow > 1", "edit-no-damage"),
        ("relation Russians, Russians: war", "edit-one-nation"),
        ("industry Russians: 13", "edit-only-in-blocks"),
        ("war Russians: Germans", "edit-only-in-blocks"),
    ],
)
def test_B255_what_no_rule_could_go_on_from_is_refused(line: str, code: str) -> None:
    assert codes(opening(), line) == [code]


def test_B255_a_relation_set_by_hand_counts_from_the_next_order_on() -> None:
    """Germans and Russians make peace: neither enters the land of the other, until it is war."""
    state = position(
        big_world(),
        "Russians",
        "combat_move",
        cleared=["Finland"],
        units=[("Karelija", "Russians", "infantry", 1)],
    )
    move = parse_order("move 1 infantry: Karelija > Finland", state.definition)
    assert check_action(state, move) == ()
    peace = edited(state, "relation Germans, Russians: neutral")
    assert peace.state.definition.politics.relation("Germans", "Russians").archetype == "neutral"
    assert peace.state.definition.politics.is_at_war("Germans", "British")
    assert [reason.code for reason in check_action(peace.state, move)] == ["at-peace"]
    war = edited(peace.state, "relation Russians, Germans: war").state
    assert check_action(war, move) == ()
    assert state_digest(war) != state_digest(peace.state)
    assert edited(war, "relation Germans, Russians: war").events == ()


def test_B255_L26_the_war_of_japan_and_the_ussr_is_begun_by_hand() -> None:
    """What only an attack of Japan brings otherwise, and only for good (L26)."""
    one, other = "Japanese", "Russians"
    state = new_game(load_scenario("axis_allies_linked")).state
    assert state.definition.politics.relation(one, other).archetype == "neutral"
    state = edited(state, f"relation {one}, {other}: war").state
    assert state.definition.politics.is_at_war(one, other)
    state = edited(state, f"relation {one}, {other}: neutral").state
    assert not state.definition.politics.is_at_war(one, other)


def test_B255_other_goods_than_money_are_set_by_hand() -> None:
    state = new_game(load_scenario("second_edition_global_1940")).state
    (resource, *_) = state.definition.economy.resource_names
    nation = state.definition.politics.nation_names[0]
    after = edited(state, f'goods {nation}: 7 "{resource}"').state
    assert after.amount(nation, resource) == 7
    assert after.amount(nation, PUS) == state.amount(nation, PUS)


def test_B255_two_nations_that_go_to_war_in_one_land_fight_in_their_next_combat() -> None:
    """Allies who share Egypt fall out: both stay, and a battle is there to be fought (ADR 0082)."""
    state = position(
        big_world(),
        "British",
        "combat_move",
        cleared=["Egypt"],
        units=[("Egypt", "British", "infantry", 2), ("Egypt", "Americans", "infantry", 1)],
    )
    state = edited(state, "relation Americans, British: war").state
    assert len(state.units_in("Egypt")) == 3
    after = apply(state, Done()).state
    assert [battle.territory for battle in after.battles] == ["Egypt"]


def test_B255_every_problem_of_an_edit_is_listed_with_its_number() -> None:
    state = opening()
    lines = ["owner SZ 7: Russians", "money Russians: 5", "add 1 Russians submarine: Moscow"]
    edit = AgreedEdit(tuple(parse_change(line, state.definition) for line in lines))
    reasons = check_action(state, edit)
    assert [reason.text.split(":")[0] for reason in reasons] == ["change 1", "change 3"]
    with pytest.raises(IllegalActionError):
        apply(state, edit)


def test_B255_a_ship_goes_with_its_cargo_or_not_at_all() -> None:
    state = opening()
    ship = next(unit for unit in state.units.values() if unit.type == "transport")
    soldier = next(
        unit for unit in state.units_of(ship.owner) if unit.type == "infantry" and unit != ship
    )
    aboard = replace(soldier, territory=ship.territory, carried_by=ship.id)
    state = replace(state, units={**state.units, soldier.id: aboard})
    cargo = state.cargo_of(ship.id)
    remove = f"remove 1 {ship.owner} {ship.type} #{ship.id}: {ship.territory}"
    assert codes(state, remove) == ["edit-cargo"]
    goal = next(
        name
        for name in state.definition.board.territories
        if state.definition.board.is_sea[name] and name != ship.territory
    )
    line = f'shift 1 {ship.owner} {ship.type} #{ship.id}: "{ship.territory}" > "{goal}"'
    after = edited(state, line).state
    assert all(after.units[unit.id].territory == goal for unit in cargo)
    assert all(after.units[unit.id].carried_by == ship.id for unit in cargo)


def test_B255_damage_is_set_where_factories_can_be_damaged() -> None:
    definition = big_world()
    options = with_option(definition.options, "bombing_damages_factory", True, locked=False)
    state = new_game(replace(definition, options=options)).state
    after = edited(state, "damage 1 Russians factory: Moscow > 3").state
    factory = next(unit for unit in after.units_in("Moscow") if unit.type == "factory")
    assert factory.damage == 3
    assert codes(state, "damage 1 Russians infantry: Moscow > 3") == ["edit-no-factory"]


def test_B255_nothing_is_changed_while_battles_are_pending() -> None:
    state = replace(opening(), battles=(PendingBattle("Finland", "battle", ()),))
    assert codes(state, "money Russians: 5") == ["edit-battles-pending"]


def test_B234_a_draw_ends_the_game_without_winners() -> None:
    step = apply(opening(), AgreeDraw())
    assert isinstance(step.waiting, GameOver)
    assert (step.waiting.outcome.winners, step.waiting.outcome.kind) == ((), "draw")
    assert [reason.code for reason in check_action(step.state, AgreeDraw())] == ["game-over"]


def test_B234_a_side_gives_up_as_a_whole_whoever_is_on_turn() -> None:
    state = opening()
    assert state.nation == "Russians"
    part = check_action(state, GiveUp(("Germans",)))
    assert [reason.code for reason in part] == ["not-a-whole-side"]
    step = apply(state, GiveUp(("Germans", "Japanese")))
    assert isinstance(step.waiting, GameOver)
    assert step.waiting.outcome.winners == ("Americans", "British", "Chinese", "Russians")


def test_the_scenario_of_the_other_family_can_be_edited_too() -> None:
    state = new_game(load_scenario("classic_1942")).state
    nation = state.definition.politics.nation_names[0]
    assert edited(state, f"money {nation}: 7").state.amount(nation, "PUs") == 7


def test_B255_money_that_was_spent_in_the_plan_cannot_be_taken_away() -> None:
    """Found by random edits: the bank was below zero when the phase ended."""
    state = position(big_world(), "Russians", "purchase", pus={"Russians": 30})
    planned = apply(state, parse_order("buy 5 infantry", big_world())).state
    cost = 30 - 15
    assert codes(planned, f"money Russians: {cost - 1}") == ["edit-money-promised"]
    assert codes(planned, f"money Russians: {cost}") == []
    after = apply(edited(planned, f"money Russians: {cost}").state, Done()).state
    assert after.amount("Russians", PUS) == 0
    assert codes(planned, "money Germans: 0") == []


def test_B255_a_few_bytes_name_no_million_units() -> None:
    state = opening()
    many = tuple(Pick(10_000, "infantry", "Russians") for _ in range(3))
    for change in (AddUnits(many, "Moscow"), TakeOffUnits(many, "Moscow")):
        reasons = check_action(state, AgreedEdit((change,)))
        assert [reason.code for reason in reasons] == ["edit-too-many-units"]
    room = 20_000 - len(state.units)
    half = Pick(10_000, "infantry", "Russians")
    full = (half, Pick(room - 10_000, "infantry", "Russians"))
    assert check_action(state, AgreedEdit((AddUnits(full, "Moscow"),))) == ()
    more = (half, Pick(room - 9_999, "infantry", "Russians"))
    reasons = check_action(state, AgreedEdit((AddUnits(more, "Moscow"),)))
    assert [reason.code for reason in reasons] == ["edit-too-many-units"]


def test_B255_a_thousand_changes_of_a_usual_board_are_not_too_many() -> None:
    state = opening()
    assert check_action(state, AgreedEdit((SetMoney("Russians", 7),) * 1_000)) == ()


def test_B255_an_edit_is_no_longer_than_a_reader_can_follow() -> None:
    """Every change searches the board, so a large number of changes on a full one is refused."""
    state = opening()
    room = 20_000 - len(state.units)
    fill = AddUnits(
        (Pick(10_000, "infantry", "Russians"), Pick(room - 10_000, "infantry", "Russians")),
        "Moscow",
    )
    full = apply(state, AgreedEdit((fill,))).state
    one = Pick(1, "infantry", "Russians")
    shift = ShiftUnits((one,), "Moscow", "Karelija")
    assert check_action(full, AgreedEdit((shift,) * 25)) == ()
    both = ShiftUnits((one, Pick(1, "infantry", "Russians")), "Moscow", "Karelija")
    for changes in ((shift,) * 26, (both,) * 13, (fill, *(shift,) * 24)):
        start = state if changes[0] is fill else full
        reasons = check_action(start, AgreedEdit(changes))
        assert [reason.code for reason in reasons] == ["edit-too-large"]
    assert check_action(state, AgreedEdit((fill, *(shift,) * 23))) == ()


def test_B255_a_technology_that_nobody_can_research_here_can_still_be_named() -> None:
    """Classic is played without research unless the players want it."""
    definition = load_scenario("classic_1942")
    assert not research_aims(definition)
    technology = next(iter(definition.technology.names))
    change = parse_change(f"technology Germans: {technology}", definition)
    assert parse_change(format_change(change, definition), definition) == change
