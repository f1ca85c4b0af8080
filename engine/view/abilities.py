"""What kinds of units can do and what is different for a nation, in a few words.

Rule: rule book, Units (B48, B55); the map dialect for what the game of the rule book does not have.
"""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Final

from engine.core.ids import NationName, UnitTypeName, marks_of
from engine.gamedef import Definition, State, UnitType
from engine.gamedef.nation_rules import NationRule
from engine.gamedef.schema import Ability, flat_fields
from engine.values import dataclass

_WORDS: Final = tuple(
    (way.rpartition(".")[2], attrgetter(way), mark.words)
    for way, entry in flat_fields(UnitType)
    for mark in marks_of(entry.type)
    if isinstance(mark, Ability)
)
"""Fields that say what a kind of unit can do, how to see whether it can, and the words for it."""


@dataclass(frozen=True, slots=True)
class UnitAbility:
    """Something that units of a kind can do.

    ability: its name in a scenario, a field of a unit type, or of what else tells of units: a
    support rule, a limit, a block; value: what it is there, plain; text: a word or two for people.
    """

    ability: str
    value: object
    text: str


def abilities_of(definition: Definition, kind: UnitType) -> tuple[UnitAbility, ...]:
    """What a kind of unit can do besides its figures."""
    return (
        *(UnitAbility(name, _plain(has(kind)), words) for name, has, words in _WORDS if has(kind)),
        *_figures(kind),
        *_help(definition, kind),
        *_bounds(definition, kind),
        *_as_a_block(definition, kind.name),
    )


def _plain(value: object) -> object:
    """A switch or a number as it is; of anything longer only that it is there."""
    return value if isinstance(value, str | int) else True


def _figures(kind: UnitType) -> Iterator[UnitAbility]:
    gun, gunnery = kind.guns.anti_air, kind.gunnery
    if gun is not None:
        aims = ", ".join(gun.targets) or "aircraft"
        yield UnitAbility("anti_air", {"targets": [*gun.targets]}, f"fires first at {aims}")
    if gunnery.marine_bonus:
        words = f"{gunnery.marine_bonus:+} in an attack from a ship"
        yield UnitAbility("marine_bonus", gunnery.marine_bonus, words)
    if gunnery.attack_dice != 1 or gunnery.defence_dice != 1:
        dice = {"attack": gunnery.attack_dice, "defence": gunnery.defence_dice}
        words = f"dice {gunnery.attack_dice} in attack, {gunnery.defence_dice} in defence"
        yield UnitAbility("dice", dice, words)
    if gives := kind.mobility.gives_movement:
        words = "base, gives movement to " + ", ".join(name for name, _ in gives)
        yield UnitAbility("gives_movement", dict(gives), words)


def _help(definition: Definition, kind: UnitType) -> Iterator[UnitAbility]:
    for is_giver, on_enemies, name, words in (
        (True, False, "supports", "supports"),
        (True, True, "hinders", "hinders enemies"),
        (False, False, "supported_by", "can be supported"),
        (False, True, "hindered_by", "can be hindered"),
    ):
        others = {
            other
            for rule in definition.support
            if rule.on_enemies is on_enemies
            and kind.name in (rule.givers if is_giver else rule.receivers)
            for other in (rule.receivers if is_giver else rule.givers)
        }
        if others:
            yield UnitAbility(name, sorted(others), words)


def _bounds(definition: Definition, kind: UnitType) -> Iterator[UnitAbility]:
    """How many may be in one area, and what must be where it is built."""
    for limit in definition.map_rules.limits:
        if kind.name in limit.types and not limit.nation:
            words = f"{limit.action} of {limit.count} in an area at most"
            yield UnitAbility("limits", {"action": limit.action, "count": limit.count}, words)
    for rule in definition.map_rules.building:
        if rule.type == kind.name and rule.needs:
            words = "built beside " + " or ".join(" and ".join(need) for need in rule.needs)
            yield UnitAbility("needs", [[*need] for need in rule.needs], words)


def _as_a_block(definition: Definition, name: UnitTypeName) -> Iterator[UnitAbility]:
    """What a unit type is as a block: its kind, and the number it hits at by kind of target."""
    if definition.blocks is None:
        return
    block = definition.blocks.types[name]
    yield UnitAbility("kind", block.kind, block.kind)
    fire = _faces(block.firepower)
    words = f"hits {fire}" if fire else "hits nothing"
    yield UnitAbility("firepower", {**block.firepower}, words)
    if block.strike:
        words = ", ".join(f"strikes {to} {face} and leaves" for to, face in block.strike.items())
        yield UnitAbility("strike", {**block.strike}, words)
    if block.is_double_hit:
        yield UnitAbility("is_double_hit", True, "hit doubly")
    # What technologies do for it (T173, T182, T183).
    if block.first_fire:
        yield UnitAbility("first_fire", block.first_fire, f"{block.first_fire}: fires first")
    for technology, power in block.improved.items():
        better = {technology: {**power}}
        yield UnitAbility("improved", better, f"{technology}: hits {_faces(power)}")
    for technology, movement in block.faster.items():
        yield UnitAbility("faster", {technology: movement}, f"{technology}: moves {movement}")
    if block.home_fire:
        words = f"{block.home_fire}: two dice for each CV at aircraft in friendly land"
        yield UnitAbility("home_fire", block.home_fire, words)


def _faces(power: Mapping[str, int]) -> str:
    return " ".join(f"{target} {face}" for target, face in power.items())


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """What is different for a nation.

    rule: its name in a scenario, a field of `nation_rules` or ``restrictions``; value: what it is
    there, plain; text: a clause for people.
    """

    rule: str
    value: object
    text: str


def special_rules(state: State, nation: NationName) -> tuple[SpecialRule, ...]:
    """What is different for a nation; () for most."""
    definition = state.definition
    rules = list(_special(definition.map_rules.of(nation)))
    for bound in definition.map_rules.restrictions:
        if bound.nation == nation and bound.territories:
            where = "nowhere but to" if bound.inside else "everywhere but to"
            value = {"inside": bound.inside, "territories": [*bound.territories]}
            words = f"its units go {where} {', '.join(bound.territories)}"
            rules.append(SpecialRule("restrictions", value, words))
    return tuple(rules)


def _special(rule: NationRule) -> Iterator[SpecialRule]:
    switches = {
        "places_anywhere": "places land and air units in any own land, without a factory",
        "places_in_any_zone": "places ships beside any own land, without a factory",
        "places_in_captured": "places also where it took the land in the same turn",
        "places_at_home": "places nowhere but in its capital",
        "surprises": "units that defend against it in the first round of the game hit with a 1 at "
        "most",
        "is_prepared": "nobody surprises it",
    }
    for name, words in switches.items():
        if getattr(rule, name):
            yield SpecialRule(name, True, words)
    if rule.full_at:
        words = f"places nothing where it has {rule.full_at} units or more"
        yield SpecialRule("full_at", rule.full_at, words)
    if rule.most_placed:
        words = f"places no more than {rule.most_placed} units in an area in a turn"
        yield SpecialRule("most_placed", rule.most_placed, words)
    for levy in rule.levies:
        areas = "area" if levy.per == 1 else f"{levy.per} areas"
        worth = " with a value" if levy.valued else ""
        value = {"type": levy.type, "per": levy.per, "valued": levy.valued}
        words = f"gets one {levy.type} for each {areas}{worth} that it owns"
        yield SpecialRule("levies", value, words)
    if rule.kamikaze_goods:
        words = (
            f"makes kamikaze attacks on ships, for one of its {rule.kamikaze_goods} each, "
            f"which hit at {rule.kamikaze_strength}"
        )
        price = {"goods": rule.kamikaze_goods, "strength": rule.kamikaze_strength}
        yield SpecialRule("kamikaze", price, words)
