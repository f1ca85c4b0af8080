"""Battles played by the engine beside the exact odds."""

from math import sqrt
from random import Random

import pytest

from engine.odds import OUTCOMES, Odds, Plan, battle_in, simulate, solve
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
