"""A question of a battle, with both sides and the odds of each way to answer it (B245, B251)."""

from collections.abc import Iterator

from engine import Decision, State, battle_view
from engine.advice.battles import percent
from engine.advice.warning import in_words
from engine.odds import Plan, battle_in, solve

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
    yield f"p  presses on{_odds_of_pressing(state, battle.territory, battle.attackers)}"
    for place in asked.territories:
        where = f"r {place}  leaves for {place}" if place else "r  withdraws the aircraft"
        yield f"{where}: nothing more is lost or won"


def _odds_of_pressing(state: State, territory: str, attackers: tuple[int, ...]) -> str:
    fight = battle_in(state, territory, attackers, Plan()).battle
    if not fight.attackers or not fight.defenders or fight.uncounted():
        return ""
    odds = solve(fight)
    chance = float(odds.chance("win") if fight.is_sea else odds.takes)
    what = "wins" if fight.is_sea else f"takes {territory}"
    lost, killed = float(odds.mean_cost("attacker")), float(odds.mean_cost("defender"))
    return f": {what} with {percent(chance)}, losing {lost:.0f} PUs for {killed:.0f} on average"
