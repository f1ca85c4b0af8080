"""Battles played by the engine beside the exact odds."""

from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from engine.core.standing_orders import StandingCondition
from engine.odds import OUTCOMES, Odds, Plan, battle_in, simulate, solve
from engine.orders.standing_orders.losses import LossItem, StandingLosses
from tests.engine.battle.arena import Force, arena
from tests.support.positions import big_world


def near(exact: Odds, played: Odds, sigmas: float) -> list[str]:
    """The figures of played battles that are too far from the exact ones."""
    pairs = [(name, float(exact.chance(name)), float(played.chance(name))) for name in OUTCOMES]
    pairs.append(("takes", float(exact.takes), float(played.takes)))
    return [
        f"{name}: {wanted:.4f}, played {got:.4f}"
        for name, wanted, got in pairs
        if abs(wanted - got) > sigmas * sqrt(max(wanted * (1 - wanted), 1e-9) / played.runs)
    ]


@pytest.mark.parametrize(
    ("place", "attackers", "defenders"),
    [
        ("Finland", [("infantry", 3), ("armour", 2)], [("infantry", 2)]),
        ("Finland", [("infantry", 2), ("fighter", 2)], [("infantry", 3)]),
        ("SZ 19 Atlantic", [("submarine", 2), ("destroyer", 1)], [("cruiser", 1), ("fighter", 1)]),
        ("SZ 19 Atlantic", [("battleship", 1), ("fighter", 1)], [("submarine", 2)]),
    ],
)
def test_B252_played_battles_agree_with_the_exact_odds(
    place: str, attackers: list[Force], defenders: list[Force]
) -> None:
    state = arena(place, attackers, defenders, by="Russians", definition=big_world())
    units = state.battles[0].attackers
    exact = solve(battle_in(state, place, units, Plan()).battle)
    played = simulate(state, place, units, Plan(), Random(1), 150)
    assert near(exact, played, 3.0) == []
    assert played.runs == 150
    assert 0.04 < played.error < 0.041


def test_B251_standing_orders_of_the_defender_are_followed() -> None:
    """G20: a fixed order is worked out exactly; one that depends on the battle is said to be."""
    state = arena("Finland", [("infantry", 3)], [("infantry", 1), ("armour", 1)])
    units = state.battles[0].attackers
    armour_first = StandingLosses("Finland", (), (LossItem("armour"), LossItem("infantry")))
    fixed = battle_in(
        replace(state, standing_orders={"Germans": (armour_first,)}), "Finland", units, Plan()
    )
    assert fixed.choices == ()
    assert solve(fixed.battle).defender_losses == ("armour", "infantry")
    late = StandingCondition("round", "", ">=", 2)
    bound = replace(armour_first, conditions=(late,))
    with_condition = replace(state, standing_orders={"Germans": (bound,)})
    situation = battle_in(with_condition, "Finland", units, Plan())
    assert len(situation.choices) == 1
    assert situation.choices[0].kind == "conditional-standing-orders"
    assert situation.choices[0].name == "Germans"
    assert "depend on how the battle goes" in str(situation.choices[0])
    played = simulate(with_condition, "Finland", units, Plan(), Random(2), 60)
    assert (played.method, played.runs) == ("simulated", 60)
    assert sum(end.chance for end in played.endings) == pytest.approx(1)
