"""Battles, raids, rockets and AA fire on the way: from their events to an account of each.

An account begins with BattleBegan (or RocketLaunched, or fire at aircraft outside a battle) and
ends with the next one; land that changes hands in between belongs to it when the place is the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engine import State, events
from pbem.report.luck import tally
from pbem.report.model import (
    Battle,
    BattleRound,
    DiceGroup,
    Die,
    Entry,
    Force,
    Losses,
    Note,
    Volley,
)
from pbem.report.scenes import Event, Scene, forces_of, in_words, with_nation
from pbem.report.words import cause_word, closed, step_word, times

_MONEY_STEPS = frozenset({"raid", "rocket", "bombing"})
_WHO_CHOSE = {
    "player": "chosen by the player",
    "default": "by default, nobody asked",
    "dice": "by the dice",
}


def battles_of(scenes: Sequence[Scene]) -> tuple[Battle, ...]:
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
    return fired and not (under_way and _place(event) == _target(part[0].event))


def _belongs(event: Event, part: Sequence[Scene]) -> bool:
    """Whether an event is part of the account: it has its place, or was caused by the battle."""
    if _place(event) == _target(part[0].event):
        return True
    if isinstance(event, events.battle.UnitsDestroyed):
        return event.cause != "stranded" and not _is_over(part)
    return isinstance(event, events.battle.LandingAbandoned)


def _is_over(part: Sequence[Scene]) -> bool:
    return isinstance(part[-1].event, events.battle.BattleEnded)


def _place(event: Event) -> str:
    return getattr(event, "territory", "")


def _target(event: Event) -> str:
    if isinstance(event, events.battle.RocketLaunched):
        return event.target
    return _place(event)


def _account(part: Sequence[Scene]) -> Battle:
    first, state = part[0].event, part[0].before
    battle = Battle(
        kind="overflight",
        territory=_target(first),
        attacker=state.nation,
        defender="",
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
            battle = replace(battle, defender=first.nation)
    return _with_result(battle, part)


def _with_result(battle: Battle, part: Sequence[Scene]) -> Battle:
    volleys = [
        entry
        for battle_round in battle.rounds
        for entry in battle_round.entries
        if isinstance(entry, Volley) and entry.counts
    ]
    result, won = _result(part)
    return replace(
        battle,
        left=_left(part),
        result=result,
        won=won,
        attacker_luck=tally(entry for entry in volleys if entry.side == "attacker"),
        defender_luck=tally(entry for entry in volleys if entry.side == "defender"),
    )


def _result(part: Sequence[Scene]) -> tuple[str, bool]:
    first = part[0].event
    for scene in part:
        event = scene.event
        if not isinstance(event, events.battle.BattleEnded):
            continue
        if event.kind == "raid":
            return "", event.winner == "attacker"
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
    if not isinstance(first.event, events.battle.BattleBegan) or first.event.kind != "battle":
        return ()
    units = (*first.event.attackers, *first.event.defenders)
    here = [unit for unit in units if _is_in(last, unit, first.event.territory)]
    return forces_of(last, here)


def _is_in(state: State, unit: int, territory: str) -> bool:
    return unit in state.units and state.units[unit].territory == territory


def _rounds(part: Sequence[Scene]) -> tuple[BattleRound, ...]:
    rounds: list[BattleRound] = []
    number = 0
    entries: list[Entry] = []
    told: set[int] = set()
    sides = _sides(part[0].event)
    for scene in part:
        if isinstance(scene.event, events.battle.BattleRoundBegan):
            rounds.append(BattleRound(number, tuple(entries)))
            number, entries = scene.event.round, []
        entries.extend(_entries(scene, told, sides))
    rounds.append(BattleRound(number, tuple(entries)))
    return tuple(told_round for told_round in rounds if told_round.entries)


def _sides(first: Event) -> dict[str, tuple[int, ...]]:
    if isinstance(first, events.battle.BattleBegan):
        return {"attacker": first.attackers, "defender": first.defenders}
    return {}


def _losses(state: State, event: events.battle.CasualtiesMarked, could: Iterable[int]) -> Losses:
    """Casualties, and who chose them; `could` are the units that could have been hit."""
    by_default = event.chosen_by == "default" and _had_choice(state, event, could)
    no_choice = event.chosen_by == "default" and not by_default
    return Losses(
        side=event.side,
        killed=forces_of(state, event.killed),
        damaged=forces_of(state, event.damaged),
        chosen_by="no choice" if no_choice else _who_chose(event.chosen_by),
        by_default=by_default,
    )


def _had_choice(state: State, event: events.battle.CasualtiesMarked, could: Iterable[int]) -> bool:
    """Whether somebody else could have been named; the nation on turn is asked when it could."""
    if event.side == "attacker":
        return False
    hit = {*event.killed, *event.damaged}
    spared = {_looks(state, unit) for unit in could if unit not in hit}
    return any(spared - {_looks(state, unit)} for unit in hit)


def _looks(state: State, unit: int) -> tuple[str, str, int]:
    found = state.units[unit]
    return (found.owner, found.type, found.hits)


def _who_chose(chosen_by: str) -> str:
    return _WHO_CHOSE.get(chosen_by, chosen_by)


def _entries(scene: Scene, told: set[int], sides: Mapping[str, tuple[int, ...]]) -> Iterator[Entry]:
    """What one event adds to the account; `told` collects units whose loss has been told."""
    state = scene.before
    match scene.event:
        case events.battle.VolleyFired() as event:
            yield _volley(event)
        case events.battle.CasualtiesMarked() as event:
            if event.killed or event.damaged:
                here = (unit for unit in sides.get(event.side, ()) if unit not in told)
                could = [unit for unit in here if _is_in(state, unit, event.territory)]
                yield _losses(state, event, could)
            told.update(event.killed)
        case events.battle.UnitsDestroyed() as event:
            rest = forces_of(state, (key for key in event.units if key not in told))
            if rest:
                yield Note(
                    f"Lost in {event.territory} {cause_word(event.cause)}: {with_nation(rest)}."
                )
        case event:
            yield from _withdrawals(state, event)


def _withdrawals(state: State, event: Event) -> Iterator[Note]:
    match event:
        case events.battle.UnitsSubmerged():
            yield Note(
                f"{with_nation(forces_of(state, event.units))} submerged "
                f"({_who_chose(event.chosen_by)}).",
                event.chosen_by == "default",
            )
        case events.battle.UnitsRetreated():
            yield Note(f"{with_nation(forces_of(state, event.units))} retreated to {event.to}.")
        case events.battle.AircraftWithdrew():
            yield Note(f"{with_nation(forces_of(state, event.units))} withdrew from the battle.")
        case events.battle.LandingAbandoned():
            units = in_words(forces_of(state, (unit for unit, _ in event.pairs)))
            yield Note(f"{units} did not land in {event.territory}: {closed(event.cause)}")
        case events.battle.Bombarded():
            yield Note(f"{with_nation(forces_of(state, event.units))} fired at the shore.")


def _volley(event: events.battle.VolleyFired) -> Volley:
    counts = event.step not in _MONEY_STEPS
    return Volley(
        step=step_word(event.step),
        side=event.side,
        nation=event.nation,
        pattern=_pattern(event.groups) if counts else "",
        groups=tuple(_dice_group(group, counts) for group in _weakest_first(event.groups)),
        sure_hits=event.sure_hits,
        hits=event.hits,
        expected=Fraction(*event.expected),
        counts=counts,
    )


def _weakest_first(
    groups: Iterable[events.battle.FireGroup],
) -> tuple[events.battle.FireGroup, ...]:
    return tuple(sorted((group for group in groups if group.dice), key=lambda g: g.strength))


def _pattern(groups: Iterable[events.battle.FireGroup]) -> str:
    """The rule book's way to say what is rolled: ``3 at 2, and 1 at 3`` (B197)."""
    parts = [f"{len(group.dice)} at {group.strength}" for group in _weakest_first(groups)]
    if len(parts) <= 1:
        return "".join(parts)
    return ", ".join(parts[:-1]) + ", and " + parts[-1]


def _dice_group(group: events.battle.FireGroup, counts: bool) -> DiceGroup:
    marked = [counts and die <= group.strength for die in group.dice]
    if sum(marked) < group.hits:
        # Low luck of AA guns: a die names the aircraft that is hit, whatever its number.
        marked = [False for _ in group.dice]
    dice = tuple(Die(die, hit) for die, hit in zip(group.dice, marked, strict=True))
    return DiceGroup(group.strength, dice, group.hits)


def _aftermath(part: Sequence[Scene]) -> Iterator[str]:
    for scene in part:
        match scene.event:
            case events.battle.TerritoryTaken() as event:
                yield capture_sentence(event)
            case events.battle.CapitalPlundered() as event:
                yield (
                    f"{event.captor} take {event.amount} {event.resource} from the treasury of "
                    f"{event.victim}."
                )
            case events.battle.UnitsCaptured() as event:
                units = in_words(forces_of(scene.before, event.units))
                yield f"{event.owner} capture {units} in {event.territory}."
            case events.battle.FactoryBombed() as event:
                yield bombing_sentence(event)


def capture_sentence(event: events.battle.TerritoryTaken) -> str:
    """Who took or freed which territory, and from whom."""
    previous = f" from {event.previous}" if event.previous else ""
    if event.owner != event.by:
        return f"{event.by} free {event.territory}{previous}; it belongs to {event.owner} again."
    return f"{event.by} take {event.territory}{previous}."


def bombing_sentence(event: events.battle.FactoryBombed) -> str:
    """What a raid or a rocket did."""
    rolled = f" ({event.rolled} rolled)" if event.rolled != event.damage else ""
    if event.resource:
        return f"{event.victim} lose {event.damage} {event.resource}{rolled}."
    return f"The factory in {event.territory} takes {event.damage} damage{rolled}."
