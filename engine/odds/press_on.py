"""Press on or retreat: where the attacker had better leave a battle, in numbers of units.

Rule: rule book, Battle (B185, B194) and Battle calculator (B245).  Decision: docs/adr/0036.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from engine.odds.battle import Battle, Stop
from engine.odds.outcome import Odds
from engine.odds.solving import SolvedFight, solve_with_fights
from engine.values import dataclass, replace

BEST: Final = Stop("profit", 0.0)
"""Retreat as soon as pressing on does not pay any more: no other plan brings more on average."""

_SELDOM: Final = 0.001
"""A retreat from so many enemies that is less likely is not worth a sentence."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """When to retreat from a number of enemies.

    enemies: their units; fewer: retreat with fewer units than this, None for any number.
    unclear: up to this number it depends on which units are left; less than `fewer` where it does
      not.
    """

    enemies: int
    fewer: int | None
    unclear: int = 0


@dataclass(frozen=True, slots=True)
class Guidance:
    """Whether to press on, and when to leave.

    odds: of the battle by the plan.
    pressing: mean profit in PUs from here on of fighting at least one more round and following the
      plan; leaving: that of retreating now, None where nobody can, or no round was fought yet.
    thresholds: fewest enemies first; numbers of enemies from which it never retreats are left out.
    """

    odds: Odds
    pressing: float
    leaving: float | None
    thresholds: tuple[Threshold, ...]

    @property
    def presses_on(self) -> bool:
        """Whether fighting on is at least as good as retreating."""
        return self.leaving is None or self.pressing >= self.leaving


def guide(battle: Battle, *, under_way: bool = False) -> Guidance:
    """When to retreat from a battle, by the reasons of its plan, or else for the best profit.

    under_way: whether a round has been fought, so that the attacker may retreat at once
    (`after_a_round`).
    Raises ForceError for a battle that is not counted, or a plan that also counts rounds.
    """
    if under_way:
        battle = after_a_round(battle)
    plan = battle.attack_plan
    if not plan.stops:
        battle = replace(battle, attack_plan=replace(plan, stops=(BEST,)))
    odds, fights = solve_with_fights(battle)
    leaving = _leaving(fights) if under_way else None
    pressing = _pressing(fights) if under_way else odds.profit
    return Guidance(odds, pressing, leaving, thresholds_of(fights))


def after_a_round(battle: Battle) -> Battle:
    """A battle in which a round has been fought: guns and ships have fired.

    A surprise goes on: it is one of the first round of the game, not of the battle.
    """
    return replace(battle, bombarding=(), aa_strength=0)


def thresholds_of(fights: list[SolvedFight[float]]) -> tuple[Threshold, ...]:
    """When a plan that looks ahead retreats, by numbers of units."""
    left: dict[int, set[int]] = {}
    stayed: dict[int, set[int]] = {}
    for fight in fights:
        for mine, theirs, leaves in _decisions(fight):
            (left if leaves else stayed).setdefault(theirs, set()).add(mine)
    likely = _likely(fights)
    return tuple(
        _threshold(enemies, left[enemies], stayed.get(enemies, set()))
        for enemies in sorted(left)
        if likely.get(enemies, 0.0) >= _SELDOM
    )


def retreat_sentence(thresholds: Sequence[Threshold]) -> str:
    """When to retreat, for people."""
    if not thresholds:
        return "Retreat: never; pressing on is right after every likely round."
    parts = [
        _against(one, last)
        for _, same in groupby(thresholds, key=lambda one: (one.fewer, one.unclear))
        for one, last in _runs(same)
    ]
    return f"Retreat after a round with {', '.join(parts)}; otherwise press on."


def _runs(alike: Iterable[Threshold]) -> list[tuple[Threshold, int]]:
    """Thresholds that differ in the number of enemies only: the first of a run, the last number."""
    found: list[tuple[Threshold, int]] = []
    for one in alike:
        if found and found[-1][1] == one.enemies - 1:
            found[-1] = (found[-1][0], one.enemies)
        else:
            found.append((one, one.enemies))
    return found


def _against(one: Threshold, last: int) -> str:
    """``fewer than 5 against 3 or 4``."""
    between = "or" if last == one.enemies + 1 else "to"
    enemies = str(one.enemies) if last == one.enemies else f"{one.enemies} {between} {last}"
    if one.fewer is None:
        return f"any number against {enemies}"
    unclear = f" (up to {one.unclear} it depends on which)" if one.unclear else ""
    return f"fewer than {one.fewer}{unclear} against {enemies}"


def _threshold(enemies: int, left: set[int], stayed: set[int]) -> Threshold:
    if not stayed:
        return Threshold(enemies, None)
    fewer = min(stayed)
    return Threshold(enemies, fewer, max((number for number in left if number >= fewer), default=0))


def _decisions(fight: SolvedFight[float]) -> Iterator[tuple[int, int, bool]]:
    """Units of both sides at every pair at which the attacker may leave, and whether they do."""
    if fight.ahead is None:
        return
    attack, defence = fight.rounds.attack, fight.rounds.defence
    for (mine, theirs), leaves in fight.ahead.decisions().items():
        if fight.rounds.retreated(mine, theirs) is not None:
            yield attack.facts(mine).alive, defence.facts(theirs).alive, leaves


def _likely(fights: list[SolvedFight[float]]) -> dict[int, float]:
    """How likely the attacker leaves so many enemies behind."""
    found: dict[int, float] = {}
    for fight in fights:
        attack, defence = fight.rounds.attack, fight.rounds.defence
        for (_, mine, theirs), chance in fight.run.ends.items():
            if attack.facts(mine).away:
                number = defence.facts(theirs).alive
                found[number] = found.get(number, 0.0) + fight.chance * chance
    return found


def _pressing(fights: list[SolvedFight[float]]) -> float:
    return sum(one.chance * one.ahead.going_on(0, 0) for one in fights if one.ahead is not None)


def _leaving(fights: list[SolvedFight[float]]) -> float | None:
    if any(one.rounds.retreated(0, 0) is None for one in fights):
        return None
    return sum(one.chance * one.ahead.retreating(0, 0) for one in fights if one.ahead is not None)
