"""Small battles by brute force: every way in which the engine's dice can fall, in fractions."""

from fractions import Fraction

import pytest

from engine.odds import Plan, battle_in, pending_attackers, solve_exactly
from tests.engine.battle.arena import Force, arena, fought, outcomes
from tests.support.positions import big_world


@pytest.mark.parametrize(
    ("place", "attackers", "defenders", "low_luck"),
    [
        ("Finland", [("infantry", 3), ("armour", 2)], [("infantry", 2)], True),
        ("Finland", [("infantry", 2), ("artillery", 1)], [("infantry", 1)], False),
        ("Finland", [("infantry", 1), ("fighter", 1)], [("infantry", 1)], False),
        ("SZ 19 Atlantic", [("submarine", 1)], [("destroyer", 1), ("submarine", 1)], False),
        ("SZ 19 Atlantic", [("submarine", 2)], [("battleship", 1)], False),
    ],
)
def test_B245_every_way_the_dice_can_fall(
    place: str, attackers: list[Force], defenders: list[Force], low_luck: bool
) -> None:
    """The enumeration stops after many rounds; what it has not finished bounds the difference."""
    state = arena(place, attackers, defenders, definition=big_world(low_luck=low_luck))
    units = pending_attackers(state, place)
    wanted: dict[tuple[int, int], Fraction] = {}
    for chance, after in outcomes(fought(state, place)):
        left = [unit.owner for unit in after.units_in(place)]
        key = (left.count("Russians"), left.count("Germans"))
        wanted[key] = wanted.get(key, Fraction(0)) + chance
    open_battles = 1 - sum(wanted.values())
    assert open_battles < Fraction(1, 1000)
    found: dict[tuple[int, int], Fraction] = {}
    for end in solve_exactly(battle_in(state, place, units, Plan()).battle).endings:
        key = (sum(n for _, n in end.attackers), sum(n for _, n in end.defenders))
        found[key] = found.get(key, Fraction(0)) + Fraction(end.chance)
    assert sum(found.values()) == 1
    assert set(wanted) == {key for key, chance in found.items() if chance}
    for key, chance in found.items():
        assert 0 <= chance - wanted.get(key, Fraction(0)) <= open_battles
