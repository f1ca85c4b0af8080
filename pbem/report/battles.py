"""Battles, raids, rockets and AA fire at overflights: from their events to an account of each.

An account begins with BattleBegan (or RocketLaunched, or fire at aircraft outside a battle) and
ends with the next one; land that changes hands in between belongs to it when the place is the same.
"""

from collections.abc import Iterator, Sequence

from engine import NOBODY, State, TerritoryName, events
from engine.luck import swings
from engine.values import replace
from pbem.report.battle_model import BattleRound, BattleSummary, Entry, Force, VolleySummary
from pbem.report.entries import entries_of, is_in
from pbem.report.luck import tally
from pbem.report.scenes import Event, Scene, forces_of, in_words, place_of, with_nation
from pbem.report.words import closed, stack_of, times


def battles_of(scenes: Sequence[Scene]) -> tuple[BattleSummary, ...]:
    """An account of every engagement of a turn, in order."""
    return tuple(_account(part) for part in _parts(scenes))


def _parts(scenes: Sequence[Scene]) -> Iterator[tuple[Scene, ...]]:
    """Cut out what belongs to each engagement; the first scene of a part opens it."""
    part: list[Scene] = []
    for scene in scenes:
        if _opens(scene.event, part):
            if part:
                yield tuple(part)
            part = [scene]
        elif isinstance(scene.event, events.turn.PhaseBegan | events.movement.UnitsMoved):
            if part:
                yield tuple(part)
            part = []
        elif part and _belongs(scene.event, part):
            part.append(scene)
    if part:
        yield tuple(part)


def _opens(event: Event, part: Sequence[Scene]) -> bool:
    if isinstance(event, events.battle.BattleBegan | events.battle.RocketLaunched):
        return True
    fired = isinstance(event, events.battle.VolleyFired)
    under_way = part and not _is_over(part)
    return fired and not (under_way and place_of(event) == _target(part[0].event))


def _belongs(event: Event, part: Sequence[Scene]) -> bool:
    """Whether an event is part of the account: it has its place, or was caused by the battle."""
    if place_of(event) == _target(part[0].event):
        return True
    if isinstance(event, events.battle.UnitsDestroyed):
        return event.cause not in {"stranded", "kamikaze"} and not _is_over(part)
    return isinstance(event, events.battle.LandingAbandoned)


def _is_over(part: Sequence[Scene]) -> bool:
    return isinstance(part[-1].event, events.battle.BattleEnded)


def _target(event: Event) -> TerritoryName:
    return event.target if isinstance(event, events.battle.RocketLaunched) else place_of(event)


def _account(part: Sequence[Scene]) -> BattleSummary:
    first, state = part[0].event, part[0].before
    battle = BattleSummary(
        kind="overflight",
        territory=_target(first),
        attacker=state.nation,
        defender=NOBODY,
        attackers=(),
        defenders=(),
        rounds=_rounds(part),
        left=(),
        result="",
        aftermath=tuple(_aftermath(part)),
        attacker_luck=tally(()),
        defender_luck=tally(()),
        won=False,
        captured=any(isinstance(scene.event, events.battle.TerritoryTaken) for scene in part),
    )
    match first:
        case events.battle.BattleBegan():
            battle = replace(
                battle,
                kind=first.kind,
                attacker=first.attacker,
                defender=first.defender,
                attackers=forces_of(state, first.attackers),
                defenders=forces_of(state, first.defenders),
            )
        case events.battle.RocketLaunched():
            battle = replace(battle, kind="rocket", attackers=forces_of(state, (first.unit,)))
        case events.battle.VolleyFired():
            battle = replace(
                battle, defender=first.nation, attackers=forces_of(state, _shot_at(state))
            )
    return _with_result(battle, part)


def _shot_at(state: State) -> tuple[int, ...]:
    """The aircraft on their way that the guns fire at: the agenda holds them meanwhile."""
    units: tuple[int, ...] = getattr(state.agenda[-1], "units", ())
    return units


def _with_result(battle: BattleSummary, part: Sequence[Scene]) -> BattleSummary:
    volleys = [
        entry
        for battle_round in battle.rounds
        for entry in battle_round.entries
        if isinstance(entry, VolleySummary)
    ]
    result, won = _result(part)
    return replace(
        battle,
        left=_left(part),
        result=result,
        won=won,
        attacker_luck=tally(entry.rolled for entry in volleys if entry.side == "attacker"),
        defender_luck=tally(entry.rolled for entry in volleys if entry.side == "defender"),
        swing=next(swings((scene.before, scene.event) for scene in part), None),
    )


def _result(part: Sequence[Scene]) -> tuple[str, bool]:
    first = part[0].event
    for scene in part:
        event = scene.event
        if not isinstance(event, events.battle.BattleEnded):
            continue
        if event.kind == "raid":
            return "", event.winner == "attacker"
        if event.kind == "air_battle":
            if event.winner == "attacker":
                return "The bombers go on.", True
            is_off = any(isinstance(one.event, events.battle.AircraftWithdrew) for one in part)
            return ("The raid is called off." if is_off else "No bomber is left."), False
        if event.kind == "dogfight":
            return "The aircraft that are left go into the battle.", event.winner == "attacker"
        after = f" after {times(event.rounds, 'round')}" if event.rounds else ""
        if not isinstance(first, events.battle.BattleBegan) or event.winner == "draw":
            return f"Nobody wins{after}.", False
        winner = first.attacker if event.winner == "attacker" else first.defender
        fate = "win" if event.winner == "attacker" else "hold"
        return f"{winner or 'The defenders'} {fate}{after}.", event.winner == "attacker"
    return "", False


def _left(part: Sequence[Scene]) -> tuple[Force, ...]:
    """Units of both sides that were there at the start and still are at the end."""
    first, last = part[0], part[-1].before
    if not isinstance(first.event, events.battle.BattleBegan) or first.event.kind == "raid":
        return ()
    units = (*first.event.attackers, *first.event.defenders)
    here = [unit for unit in units if is_in(last, unit, first.event.territory)]
    return forces_of(last, here)


def _rounds(part: Sequence[Scene]) -> tuple[BattleRound, ...]:
    rounds: list[BattleRound] = []
    number = 0
    entries: list[Entry] = []
    reported: set[int] = set()
    sides = _sides(part[0].event)
    for scene in part:
        if isinstance(scene.event, events.battle.BattleRoundBegan):
            rounds.append(BattleRound(number, tuple(entries)))
            number, entries = scene.event.round, []
        entries.extend(entries_of(scene, reported, sides))
    rounds.append(BattleRound(number, tuple(entries)))
    return tuple(told_round for told_round in rounds if told_round.entries)


def _sides(first: Event) -> dict[str, tuple[int, ...]]:
    if isinstance(first, events.battle.BattleBegan):
        return {"attacker": first.attackers, "defender": first.defenders}
    return {}


def _aftermath(part: Sequence[Scene]) -> Iterator[str]:
    for scene in part:
        match scene.event:
            case events.battle.TerritoryTaken() as event:
                yield capture_sentence(event)
            case events.battle.CapitalPlundered() as event:
                yield plunder_sentence(event)
            case events.battle.UnitsExchanged() as event:
                yield exchange_sentence(scene.before, event)
            case events.battle.UnitsCaptured() as event:
                units = in_words(forces_of(scene.before, event.units))
                yield closed(f"{event.owner} capture {units} in {event.territory}")
            case events.battle.FactoryBombed() as event:
                yield bombing_sentence(scene.before, event)


def capture_sentence(event: events.battle.TerritoryTaken) -> str:
    """Who took or freed which territory, and from whom."""
    previous = f" from {event.previous}" if event.previous else ""
    if event.owner != event.by:
        return f"{event.by} free {event.territory}{previous}; it belongs to {event.owner} again."
    return closed(f"{event.by} take {event.territory}{previous}")


def plunder_sentence(event: events.battle.CapitalPlundered) -> str:
    """What became of the treasury of a nation whose capital was taken."""
    if not event.captor:
        return f"The treasury of {event.victim}, {event.amount} {event.resource}, is lost."
    money = f"{event.amount} {event.resource}"
    return f"{event.captor} take {money} from the treasury of {event.victim}."


def exchange_sentence(state: State, event: events.battle.UnitsExchanged) -> str:
    """Units that turned into others, or that others were built out of."""
    gone = in_words(forces_of(state, event.gone))
    if event.cause == "consumed":
        return f"{gone} in {event.territory} used up for what is built there."
    names = state.definition.unit_types
    owner = event.units[0].owner
    new = stack_of((unit.type for unit in event.units), names)
    return f"{owner} capture {gone} in {event.territory}, now {new}."


def transformation_sentence(state: State, event: events.battle.UnitsTransformed) -> str:
    """Units that turn into others because of their hits; without a full stop."""
    old = with_nation(forces_of(state, [one.unit for one in event.units]))
    new = stack_of((one.type for one in event.units), state.definition.unit_types)
    return f"{event.territory}: {old} turn into {new}"


def bombing_sentence(state: State, event: events.battle.FactoryBombed) -> str:
    """What a raid or a rocket did."""
    rolled = _bombs(event)
    if event.rolled != event.damage:
        rolled += f"; {event.rolled} rolled, cut by the limits"
    if event.resource:
        return f"{event.victim} lose {event.damage} {event.resource} ({rolled})."
    what = state.units[event.units[0]].type if event.units else "factory"
    return f"The {what} in {event.territory} takes {event.damage} damage ({rolled})."


def _bombs(event: events.battle.FactoryBombed) -> str:
    """The dice of each bomber or rocket: ``5``, ``3 and 5``, ``2+6, 1+4`` for heavy bombers."""
    bombs = ["+".join(str(die) for die in dice) for dice in event.dice]
    word = "die" if sum(len(dice) for dice in event.dice) == 1 else "dice"
    added = f", {event.added} added to each" if event.added else ""
    return f"{word} {', '.join(bombs)}{added}"
