"""A question of a battle: both sides, and what each way to answer it leads to (B245, B251).

A way that leaves no dice to roll is told by what it keeps; any other by its odds.  Blocks have no
odds (ADR 0018): for them it is the hits that a shot makes on average.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from engine import (
    BattleView,
    Decision,
    Lose,
    Order,
    State,
    TerritoryName,
    Unit,
    UnitTypeName,
    battle_view,
    decide,
    shot_views,
)
from engine.advice.battles import percent
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
from engine.values import replace

NO_DEFAULT: Final = frozenset(
    {"retreat", "withdraw", "submerge", "escape", "scramble", "intercept", "kamikaze", "leave"}
)
"""Questions in which an answer by default could throw away what the player has."""
_DIVING: Final = frozenset({"submerge", "escape"})


def safe_answer(state: State, asked: Decision) -> Order | None:
    """The answer that a player may leave to the program; None where each one has its price."""
    return None if asked.what in NO_DEFAULT else decide(state, asked, ())


def question_lines(state: State, asked: Decision) -> Iterator[str]:
    """Both sides of the battle under way, and what each answer leads to."""
    battle = battle_view(state)
    if battle is not None:
        yield f"attack:  {battle.attacker}, {_words(state, battle.attackers)}"
        yield f"defence: {battle.defender}, {_words(state, battle.defenders)}"
    yield from _ways(state, asked, battle)


def _ways(state: State, asked: Decision, battle: BattleView | None) -> Iterator[str]:
    what, places = asked.what, asked.territories
    if what == "retreat" and battle is not None and battle.kind != "battle":
        yield "p  fights another round in the air"
        yield f"r  leaves the air battle, keeping {_words(state, asked.units)}"
    elif what == "retreat" and battle is not None:
        yield f"p  presses on: {_odds(state, battle) or 'its odds cannot be worked out'}"
        yield from (_retreat(state, asked, battle, place) for place in places)
        fight = _fight(state, battle)
        if fight is not None:
            yield from _verdict(guide(fight, under_way=True))
    elif what == "withdraw" and battle is not None:
        yield from _staying(state, asked, battle, "p  stays")
        yield from (f"r {place}  leaves for {place}" for place in places)
    elif what in _DIVING and battle is not None:
        yield from _staying(state, asked, battle, "n  stay up")
        yield f"y  all of {_words(state, asked.units)} {_after(state, battle, asked.units)}"
    elif what == "block_action":
        yield from _block_action(state, asked)
    elif what == "opponents":
        yield f"spare NATION  leaves {asked.step} out of this round"
        yield "p  fights all of them"
    elif what in {"leave", "rebase"}:
        yield from (["p  stays"] if what == "rebase" else [])
        yield from (f"r {place}  goes to {place}" for place in places)
    elif what == "casualties" and battle is not None:
        yield f"to choose from: {_words(state, asked.units)}"
        yield from _after_losses(state, asked, battle)
    elif asked.units:
        yield f"to choose from: {_words(state, asked.units)}"


def _retreat(state: State, asked: Decision, battle: BattleView, place: TerritoryName) -> str:
    """What leaving for a place keeps, and what becomes of those who cannot leave."""
    kinds = state.definition.unit_types
    there = [key for key in asked.units if key in state.units]
    leaving = [key for key in there if place or kinds[_type(state, key)].is_air]
    staying = [key for key in battle.attackers if key not in leaving]
    way = f"r {place}  leaves for {place}" if place else "r  withdraws the aircraft"
    kept = f"{way}, keeping {_words(state, leaving)}"
    if not staying:
        return f"{kept}; the enemy keeps {_words(state, battle.defenders)}"
    odds = _odds(state, battle, leaving)
    fights = f"{_words(state, staying)} fight on"
    return f"{kept}; {fights}: {odds}" if odds else f"{kept}; {fights}"


def _staying(state: State, asked: Decision, battle: BattleView, text: str) -> Iterator[str]:
    odds = _odds(state, battle)
    whose = "" if asked.nation == battle.attacker else "the attacker "
    yield f"{text}: {whose}{odds}" if odds else text


def _after(state: State, battle: BattleView, gone: Collection[int]) -> str:
    """What becomes of the battle without units that submerge."""
    ours = [key for key in battle.attackers if key not in gone]
    theirs = [key for key in battle.defenders if key not in gone]
    if not ours or not theirs:
        return "submerge, and the battle is over"
    odds = _odds(state, battle, gone)
    return "submerge" + (f"; the others fight on: the attacker {odds}" if odds else "")


def _after_losses(state: State, asked: Decision, battle: BattleView) -> Iterator[str]:
    """The odds with the losses that are proposed, for the side that chooses."""
    order = safe_answer(state, asked)
    if not isinstance(order, Lose):
        return
    hits = Counter([key for pick in order.picks for key in pick.units] or _hit(state, asked, order))
    lost = [key for key, count in hits.items() if count >= _hits_left(state, key)]
    hurt = {key: hits[key] for key in hits if key not in lost}
    units = {key: replace(state.units[key], hits=state.units[key].hits + hurt[key]) for key in hurt}
    after = replace(state, units={**state.units, **units})
    if odds := _odds(after, battle, lost):
        damaged = [f"with {_words(state, hurt)} damaged"] if hurt else []
        gone = [f"without {_words(state, lost)}"] if lost else []
        whose = "" if asked.nation == battle.attacker else "the attacker "
        yield f"{', '.join((*damaged, *gone))}: {whose}{odds}"


def _hit(state: State, asked: Decision, order: Lose) -> list[int]:
    """What a choice that names no numbers hits: of each type all once before one twice."""
    found: list[int] = []
    for pick in order.picks:
        fits = [
            key
            for key in asked.units
            if _type(state, key) == pick.type
            and state.units[key].owner == (pick.owner or asked.nation)
        ]
        most = max((_hits_left(state, key) for key in fits), default=0)
        hits = [key for turn in range(most) for key in fits if turn < _hits_left(state, key)]
        found += hits[: pick.count]
    return found


def _hits_left(state: State, key: int) -> int:
    """How many hits destroy a unit."""
    unit = state.units[key]
    return max(1, state.definition.unit_types[unit.type].hit_points - unit.hits)


def attacker_chance(state: State) -> float | None:
    """The chance that the attacker wins the battle under way; None where it cannot be worked out.

    Between the shots of a round it is that of a round which begins now.
    """
    battle = battle_view(state)
    fight = _fight(state, battle) if battle is not None and battle.attackers else None
    if battle is None or fight is None:
        return None
    odds = solve(fight if battle.round <= 1 else after_a_round(fight))
    return float(odds.chance("win"))


def _odds(state: State, battle: BattleView, gone: Collection[int] = ()) -> str:
    """How the battle goes on without some units; "" where that cannot be worked out exactly."""
    fight = _fight(state, battle, gone)
    if fight is None:
        return ""
    odds = solve(after_a_round(fight))
    what = f"takes {battle.territory}" if odds.takes and not odds.is_sea else "wins"
    chance = float(odds.chance("win")) if what == "wins" else float(odds.takes)
    lost, killed = float(odds.mean_cost("attacker")), float(odds.mean_cost("defender"))
    return f"{what} with {percent(chance)}, losing {lost:.0f} PUs for {killed:.0f} on average"


def _fight(state: State, battle: BattleView, gone: Collection[int] = ()) -> Battle | None:
    """The battle without some units; None where its odds cannot be worked out exactly."""
    if state.definition.blocks is not None or battle.kind != "battle":
        return None
    ours = [key for key in battle.attackers if key not in gone]
    situation = battle_in(state, battle.territory, ours, Plan())
    fight = situation.battle
    stay = [key in battle.defenders and key not in gone for key in situation.defenders]
    if not all(stay):
        there = zip(fight.defenders, stay, strict=True)
        plan = replace(fight.defence_plan, queue=())
        left = tuple(one for one, stays in there if stays)
        fight = replace(fight, defenders=left, defence_plan=plan)
    return fight if fight.attackers and fight.defenders and not fight.uncounted() else None


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


def _block_action(state: State, asked: Decision) -> Iterator[str]:
    for shot in shot_views(state, asked.units[0]):
        hits = shot.dice * shot.needed / state.definition.dice_sides
        leaving = " > PLACE" if shot.leaves else ""
        dice = "1 die hits" if shot.dice == 1 else f"{shot.dice} dice, each hits"
        what = f"fire {shot.target}{leaving}"
        yield f"{what}  {dice} at {shot.needed} or less: {hits:.1f} hits on average"
    yield from (f"r {place}  leaves for {place}" for place in asked.territories)
    yield "p  does nothing in this round"


def _type(state: State, key: int) -> UnitTypeName:
    return state.units[key].type


def _words(state: State, keys: Collection[int]) -> str:
    """Units as ``2 infantry, 1 armour``, with the owner where there are several."""
    units = [state.units[key] for key in keys if key in state.units]
    owners = {unit.owner for unit in units}
    counts: dict[str, int] = {}
    for unit in units:
        name = _name(unit)
        label = name if len(owners) < 2 else f"{unit.owner} {name}"
        counts[label] = counts.get(label, 0) + 1
    return ", ".join(f"{count} {label}" for label, count in counts.items()) or "nobody"


def _name(unit: Unit) -> str:
    return f"{unit.type} of {unit.strength} CV" if unit.strength else unit.type
