"""A question of a battle, with both sides and the odds of each way to answer it (B245, B251)."""

from collections.abc import Iterator

from engine import Decision, State, battle_view
from engine.advice.battles import percent
from engine.advice.warning import in_words
from engine.odds import (
    Battle,
    Guidance,
    Plan,
    after_a_round,
    battle_in,
    guide,
    retreat_sentence,
    solve,
)

_LEAVING = frozenset({"retreat", "withdraw"})


def question_lines(state: State, asked: Decision) -> Iterator[str]:
    """Both sides of the battle under way and, for a retreat, what each answer leads to."""
    battle = battle_view(state)
    if battle is None:
        return
    ours = tuple(state.units[key] for key in battle.attackers)
    theirs = tuple(state.units[key] for key in battle.defenders)
    yield f"attack:  {battle.attacker}, {in_words(ours)}"
    yield f"defence: {battle.defender}, {in_words(theirs)}"
    if asked.what not in _LEAVING:
        return
    fight = battle_in(state, battle.territory, battle.attackers, Plan()).battle
    known = fight.attackers and fight.defenders and not fight.uncounted()
    guidance = guide(fight, under_way=True) if known else None
    yield f"p  presses on{_to_the_end(fight, battle.territory) if known else ''}"
    for place in asked.territories:
        where = f"r {place}  leaves for {place}" if place else "r  withdraws the aircraft"
        yield f"{where}: nothing more is lost or won"
    if guidance is not None:
        yield from _verdict(guidance)


def _to_the_end(fight: Battle, territory: str) -> str:
    """What pressing on after every round leads to."""
    odds = solve(after_a_round(fight))
    what = "wins" if odds.is_sea else f"takes {territory}"
    lost, killed = float(odds.mean_cost("attacker")), float(odds.mean_cost("defender"))
    chance = percent(float(odds.success))
    return f": {what} with {chance}, losing {lost:.0f} PUs for {killed:.0f} on average"


def _verdict(guidance: Guidance) -> Iterator[str]:
    """Which answer brings more PUs, and when to leave later."""
    if guidance.leaving is None:
        return
    more = guidance.pressing - guidance.leaving
    if more < 0:
        yield f"leaving is worth {-more:.1f} PUs more than pressing on"
        return
    later = ", if you leave in time later" if guidance.thresholds else ""
    yield f"pressing on is worth {more:.1f} PUs more than leaving now{later}"
    if guidance.thresholds:
        yield retreat_sentence(guidance.thresholds)
