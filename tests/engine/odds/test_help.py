"""The volleys of a side whose units are counted by sorts, beside the same units one by one."""

from dataclasses import replace
from random import Random

import pytest

from engine.gamedef import SupportRule
from engine.odds import Battle, Plan
from engine.odds.hits import HitTable, as_float
from engine.odds.losses import shooters_of
from engine.odds.side import Side
from engine.odds.states import EVERYBODY
from engine.rules.battle.numbers.support import supported
from engine.rules.common.values import IMPROVED_ARTILLERY
from tests.engine.odds.armies import army, fight

MIXED = (
    "2 infantry, 1 artillery, 1 armour, 2 infantry, 1 fighter, 1 artillery, 2 armour, 1 infantry"
)

RULES = {
    "rules that name different receivers": (
        SupportRule(("artillery",), ("infantry", "fighter"), kind="a"),
        SupportRule(("fighter",), ("infantry",), bonus=2, kind="a"),
    ),
    "dice, and help that adds up": (
        SupportRule(("artillery",), ("armour", "fighter"), strength=False, dice=True),
        SupportRule(("artillery", "armour"), ("infantry",), count=2, kind="b", stack=2),
    ),
    "the strongest are helped first": (
        SupportRule(("artillery",), ("infantry", "armour", "fighter")),
    ),
    "receivers that are givers": (SupportRule(("armour",), ("armour", "fighter"), count=2),),
}


def mixed(rules: tuple[SupportRule, ...]) -> Battle:
    """Units of several owners and technologies in no order of types."""
    battle = fight(MIXED, "3 infantry")
    units = [
        replace(unit, owner="AB"[at % 2], technologies=(IMPROVED_ARTILLERY,) if at % 2 else ())
        for at, unit in enumerate(battle.attackers)
    ]
    return replace(battle, attackers=tuple(units), rules=replace(battle.rules, support=rules))


@pytest.mark.parametrize("name", RULES)
def test_B57_units_that_are_counted_are_helped_like_units_one_by_one(name: str) -> None:
    """Whatever is lost first, the end of the list or any unit, and whichever state is asked for."""
    battle = mixed(RULES[name])
    rules, units = battle.rules, battle.attackers
    table = HitTable(as_float, rules.sides, low_luck=False)
    for seed in range(20):
        rng = Random(seed)
        last_first = range(len(units))[::-1]
        order = tuple(rng.sample(last_first, len(units)) if seed else last_first)
        infrastructure = army("1 infantry") if seed % 2 else ()
        side = Side(
            "attacker", units, order, battle.defenders, rules, Plan(), table,
            infrastructure=infrastructure,
        )  # fmt: skip
        states = list(side.path(0, EVERYBODY))[:-1]
        if seed:
            rng.shuffle(states)
        for state in states:
            left = [units[place] for place in side.places(state)]
            firing = shooters_of((*left, *infrastructure), rules, "attacker")
            helped = supported(firing, rules.support, "attacker", firing[: len(left)])
            assert side.of_all(state) == table.chances(helped)
