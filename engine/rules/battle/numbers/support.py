"""Units help others of their side to fire better, or hinder those of the enemy, in pure numbers.

One giver helps as many receivers as its rule says.  The strongest receivers are helped first.
Rules of one kind help a unit once, or as often as they say, and never twice by the same giver;
the strongest of them go first, then those that can help the fewest types.  A unit may help itself.
Every unit in the battle gives help, including one that is hit and still fires, one that fires in
another group, and infrastructure there that neither fires nor is hit.

Rule: rule book, How units fire (B57 to B60, B126); in general the dialect of the maps
(UnitSupportAttachment).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.core.ids import BattleSide
from engine.gamedef import SupportRule
from engine.rules.battle.numbers.shooters import Shooter
from engine.values import replace

_ATTACKER: Final = "attacker"


class _Help:
    """The help left by one rule: for each giver, how many units it can still help."""

    __slots__ = ("left", "rule")

    def __init__(self, rule: SupportRule, left: list[int]) -> None:
        self.rule = rule
        self.left = left

    def give(self, most: int) -> int:
        """Help one unit, by at most `most` givers; returns how many help it."""
        times = min(most, len(self.left))
        for _ in range(times):
            self.left[-1] -= 1
            if not self.left[-1]:
                self.left.pop()
        return times


def supported(
    shooters: Sequence[Shooter],
    rules: Iterable[SupportRule],
    side: BattleSide,
    friends: Iterable[Shooter] | None = None,
    enemies: Iterable[Shooter] = (),
) -> tuple[Shooter, ...]:
    """The shooters with the help they get in this volley, in the given order.

    side: theirs, ``"attacker"`` or ``"defender"``; friends: all units of their side that may help,
    None for the shooters themselves; enemies: those of the other side.
    """
    givers = tuple(shooters if friends is None else friends)
    others = tuple(enemies)
    found = [
        help_
        for rule in rules
        if (help_ := _help(rule, side, others if rule.on_enemies else givers)) is not None
    ]
    if not found:
        return tuple(shooters)
    strength = _by_kind(one for one in found if one.rule.strength)
    dice = _by_kind(_Help(one.rule, list(one.left)) for one in found if one.rule.dice)
    helped = list(shooters)
    raised: dict[tuple[Shooter, int, int], Shooter] = {}
    named = {name for one in found for name in one.rule.receivers}
    wanting = [place for place, one in enumerate(helped) if one.type in named]
    # The strongest first; the sort is stable, so the order of the list decides among equals.
    wanting.sort(key=lambda at: -helped[at].strength * helped[at].dice)
    for place in wanting:
        more = _bonus(helped[place], strength)
        rolls = _bonus(helped[place], dice) if dice else 0
        if more or rolls:
            key = (helped[place], more, rolls)
            if key not in raised:
                raised[key] = _raised(*key)
            helped[place] = raised[key]
    return tuple(helped)


def _help(rule: SupportRule, side: BattleSide, givers: Iterable[Shooter]) -> _Help | None:
    """The help available by a rule; None where there is none."""
    gives_in_attack = (side == _ATTACKER) != rule.on_enemies
    if not (rule.attack if gives_in_attack else rule.defence):
        return None
    left = [
        rule.count * (giver.helps if rule.improvable else 1)
        for giver in givers
        if giver.type in rule.givers and (not rule.depends_on_owner or giver.owner in rule.nations)
    ]
    return _Help(rule, left) if left else None


def _by_kind(found: Iterable[_Help]) -> list[list[_Help]]:
    """The help in groups of one kind, each strongest first; foes and friends never mix."""
    kinds: dict[tuple[object, ...], list[_Help]] = {}
    for number, one in enumerate(found):
        rule = one.rule
        key = (rule.on_enemies, rule.kind, rule.stack) if rule.kind else (number,)
        kinds.setdefault(key, []).append(one)
    for group in kinds.values():
        group.sort(key=lambda one: (-abs(one.rule.bonus), len(one.rule.receivers)))
    return list(kinds.values())


def _bonus(shooter: Shooter, kinds: Iterable[list[_Help]]) -> int:
    """What all kinds of help add together for one unit."""
    total = 0
    for group in kinds:
        room = group[0].rule.stack or sum(len(one.left) for one in group)
        for one in group:
            if room and one.left and shooter.type in one.rule.receivers:
                times = one.give(room)
                room -= times
                total += times * one.rule.bonus
    return total


def _raised(shooter: Shooter, more: int, rolls: int) -> Shooter:
    strength = max(0, shooter.strength + more)
    return replace(
        shooter,
        strength=strength,
        raised=strength - shooter.strength,
        dice=max(0, shooter.dice + rolls),
    )
