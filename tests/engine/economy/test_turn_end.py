"""The order of what happens at the end of a turn, and what is checked before anything is paid."""

from dataclasses import replace

import pytest

from engine.core.chance import RollRequest, RollResult
from engine.core.events.economy import IncomeBlockaded, IncomeCollected, UnitsGiven
from engine.core.events.triggers import ResourceGiven
from engine.core.ids import PUS
from engine.game import apply
from engine.gamedef import Definition, Objective, State
from engine.gamedef.conditions import Amount, Condition, Together
from engine.gamedef.position import Step
from engine.gamedef.technology import Advance
from engine.gamedef.triggers import GiveResource, Trigger
from engine.orders.done import Done
from engine.rules.economy.income import income_of
from tests.engine.economy.test_blockades import NEAR, start, world
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts

ALWAYS = Together((), 0, 0)
NATION = "British"


def with_money(
    definition: Definition, objective: int, trigger: int = 0, test: Condition = ALWAYS
) -> Definition:
    """A definition in which an objective and a trigger pay at the end of the turn."""
    pays = Objective("pays", NATION, objective, test)
    gives = Trigger("gives", NATION, ALWAYS, (GiveResource((NATION,), PUS, trigger),), ())
    script = replace(definition.script, objectives=(pays,), triggers=(gives,) if trigger else ())
    options = replace(definition.options, national_objectives=True)
    return replace(definition, script=script, options=options)


def ended(definition: Definition, *, bonds: bool = False, **board: object) -> Step:
    """The British have said that their placement is over."""
    state = position(definition, NATION, "place", pus={NATION: 10})
    if bonds:
        state = replace(state, technologies={**state.technologies, NATION: ("war_bonds",)})
    return apply(replace(state, **board), Done())


def bonded() -> Definition:
    """The big world with war bonds of one die."""
    plain = big_world()
    technology = replace(
        plain.technology, names=("war_bonds",), advances=(Advance("war_bonds", bond_dice=1),)
    )
    return replace(plain, technology=technology)


@pytest.mark.parametrize(
    ("objective", "trigger", "left"),
    [(5, -1000, 5), (-1000, 5, 0), (5, 7, 12), (-1000, -1000, 0)],
)
def test_B232_money_of_the_map_comes_before_that_of_objectives(
    objective: int, trigger: int, left: int
) -> None:
    """Nobody owes anything, so who takes first makes a difference."""
    poor = with_money(big_world(), objective, trigger)
    state = ended(poor).state
    before = 10 + income_of(state, NATION)
    assert state.amount(NATION, PUS) == (left if -1000 in (objective, trigger) else before + left)


@pytest.mark.parametrize("trigger", [0, 50])
def test_B232_objectives_are_checked_before_the_map_pays(trigger: int) -> None:
    plain = big_world()
    rich = 10 + income_of(position(plain, NATION, "place"), NATION) + 50
    step = ended(with_money(plain, 5, trigger, Amount((NATION,), PUS, rich)))
    assert any(isinstance(event, ResourceGiven) for event in step.events) is bool(trigger)
    assert step.state.amount(NATION, PUS) == rich - 50 + trigger


@pytest.mark.parametrize("die", [3, 4])
def test_B129_war_bonds_pay_before_objectives_are_checked(die: int) -> None:
    """The objective wants what the British have with a 4."""
    plain = bonded()
    rich = 10 + income_of(position(plain, NATION, "place"), NATION) + 4
    step = ended(with_money(plain, 5, test=Amount((NATION,), PUS, rich)), bonds=True)
    assert isinstance(step.waiting, RollRequest)
    state = apply(step.state, RollResult((die,))).state
    assert state.amount(NATION, PUS) == rich - 4 + die + (5 if die == 4 else 0)


@pytest.mark.parametrize(("dice", "cost"), [((4, 4), 0), ((1, 2), 3)])
def test_rolled_blockades_cost_before_objectives_pay(dice: tuple[int, int], cost: int) -> None:
    definition = with_money(world(blockades_are_rolled=True), -1000)
    step = apply(start(definition, (NEAR, "submarine", 1)), Done())
    assert isinstance(step.waiting, RollRequest)
    assert not [one for one in step.events if isinstance(one, IncomeCollected) and one.amount < 0]
    after = apply(step.state, RollResult(dice))
    kinds = [
        type(one) for one in after.events if isinstance(one, IncomeBlockaded | IncomeCollected)
    ]
    assert kinds == [IncomeBlockaded, IncomeCollected][not cost :]
    assert after.state.amount(NATION, PUS) == 0


def friends(*, shares: bool = True) -> Definition:
    """British who share what they find with Russians and Chinese, neither of whom can have it."""
    plain = bonded()
    rules = plain.map_rules
    names = ("Russians", "Chinese")
    closed = [replace(rules.of(name), not_researched=("war_bonds",)) for name in names]
    rule = replace(rules.of(NATION), shares_technologies_with=names)
    kept = [one for one in rules.nations if one.nation not in (*names, NATION)]
    rules = replace(rules, nations=(*kept, *closed, rule))
    return replace(plain, map_rules=rules) if shares else plain


@pytest.mark.parametrize(
    ("shares", "known", "lost", "getter"),
    [
        (True, (), (), "Russians"),
        (True, ("Russians",), (), "Chinese"),
        (True, (), ("Moscow",), "Chinese"),
        (True, ("Russians", "Chinese"), (), ""),
        (False, (), (), ""),
    ],
)
def test_B129_war_bonds_of_a_nation_without_its_capital_pay_a_friend_that_has_none(
    shares: bool, known: tuple[str, ...], lost: tuple[str, ...], getter: str
) -> None:
    definition = friends(shares=shares)
    state = position(definition, NATION, "place")
    found = {**state.technologies, **dict.fromkeys((*known, NATION), ("war_bonds",))}
    gone = dict.fromkeys(("England", *lost), "Germans")
    step = apply(replace(state, technologies=found, owners={**state.owners, **gone}), Done())
    assert isinstance(step.waiting, RollRequest) is bool(getter)
    if getter:
        after = apply(step.state, RollResult((5,)))
        assert after.state.amount(getter, PUS) == state.amount(getter, PUS) + 5
        assert after.state.amount(NATION, PUS) == state.amount(NATION, PUS)


def damaged_gift() -> State:
    """A battleship of the British with a hit, in a zone where it becomes Russian."""
    plain = big_world(
        units_given_to_allies=True, repair_at_end_of_turn=True, repair_at_start_of_turn=True
    )
    types = dict(plain.unit_types)
    types["battleship"] = with_facts(types["battleship"], given_to=("Russians",))
    areas = dict(plain.board.territories)
    areas[NEAR] = replace(areas[NEAR], given_to=("Russians",))
    nations = tuple(
        replace(entry, gives_to=("Russians",)) if entry.name == NATION else entry
        for entry in plain.politics.nations
    )
    definition = replace(
        plain,
        unit_types=types,
        board=replace(plain.board, territories=areas),
        politics=replace(plain.politics, nations=nations),
    )
    state = position(
        definition, NATION, "place", cleared=(NEAR,), units=[(NEAR, NATION, "battleship", 1)]
    )
    (ship,) = state.units_in(NEAR)
    return replace(state, units={**state.units, ship.id: replace(ship, hits=1)})


def test_G2_what_is_given_away_is_repaired_before() -> None:
    step = apply(damaged_gift(), Done())
    assert [event.owner for event in step.events if isinstance(event, UnitsGiven)] == ["Russians"]
    (ship,) = step.state.units_in(NEAR)
    assert (ship.owner, ship.hits) == ("Russians", 0)
