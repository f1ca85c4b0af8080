"""Battles for tests of the odds, written as text."""

from dataclasses import replace

from engine.gamedef import Definition
from engine.odds import Battle, Combatant, Odds, Plan, Rules
from tests.support.positions import big_world


def army(
    text: str, definition: Definition | None = None, *, landed: bool = False
) -> tuple[Combatant, ...]:
    """Units such as ``"3 infantry, 2 armour"``; landed: land units come from transports."""
    kinds = (definition or big_world()).unit_types
    units: list[Combatant] = []
    for part in text.split(","):
        count, name = part.split()
        one = Combatant(kinds[name], landed=landed and kinds[name].is_land)
        units += [one] * int(count)
    return tuple(units)


def fight(
    attackers: str,
    defenders: str,
    *,
    sea: bool = False,
    aa: int = 0,
    bombard: str = "",
    attack: Plan | None = None,
    defence: Plan | None = None,
    **options: object,
) -> Battle:
    """A battle of Big World with these options changed."""
    definition = big_world(**options)
    ships = army(bombard, definition) if bombard else ()
    return Battle(
        Rules.of(definition.combat_rules()),
        army(attackers, definition, landed=bool(bombard)),
        army(defenders, definition),
        sea,
        bombarding=tuple((ship, ship.kind.gunnery.bombard) for ship in ships),
        aa_strength=aa,
        attack_plan=attack or Plan(),
        defence_plan=defence or Plan(submerges="default"),
    )


def with_technology(battle: Battle, side: str, *technologies: str) -> Battle:
    """The battle in which all units of a side have technologies."""
    if side == "attacker":
        units = tuple(replace(unit, technologies=technologies) for unit in battle.attackers)
        return replace(battle, attackers=units)
    units = tuple(replace(unit, technologies=technologies) for unit in battle.defenders)
    return replace(battle, defenders=units)


def left(odds: Odds, side: str = "attacker") -> dict[int, object]:
    """How many units are left, with the chance of each number."""
    return dict(odds.numbers_left(side))
