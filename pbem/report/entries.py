"""What one event of a battle adds to the account of that battle: dice, casualties, notes."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from engine import StandingUse, State, events
from engine.luck import rolled_in_volley
from pbem.report.battle_model import BattleNote, DiceGroup, Die, Entry, Losses, VolleySummary
from pbem.report.scenes import Event, Scene, forces_of, in_words, with_nation
from pbem.report.standing_orders import instruction_words
from pbem.report.words import cause_word, closed, step_word

_WHO_CHOSE = {
    "player": "chosen by the player",
    "default": "by default, nobody asked",
    "standing": "by standing orders",
    "dice": "by the dice",
    "rule": "by the rules",
}


def entries_of(
    scene: Scene, reported: set[int], sides: Mapping[str, tuple[int, ...]]
) -> Iterator[Entry]:
    """What one event adds to the account; `reported` collects units whose loss is in it already."""
    state = scene.before
    match scene.event:
        case events.battle.VolleyFired() as event:
            yield volley_of(event)
        case events.battle.CasualtiesMarked() as event:
            if event.killed or event.damaged:
                here = (unit for unit in sides.get(event.side, ()) if unit not in reported)
                could = [unit for unit in here if is_in(state, unit, event.territory)]
                yield _losses(state, event, could)
            reported.update(event.killed)
        case events.battle.UnitsDestroyed() as event:
            rest = forces_of(state, (key for key in event.units if key not in reported))
            if rest:
                yield BattleNote(
                    f"Lost in {event.territory} {cause_word(event.cause)}: {with_nation(rest)}."
                )
        case event:
            yield from _withdrawals(state, event)


def _losses(state: State, event: events.battle.CasualtiesMarked, could: Iterable[int]) -> Losses:
    """Casualties, and who chose them; `could` are the units that could have been hit."""
    by_default = event.chosen_by == "default" and _had_choice(state, event, could)
    no_choice = event.chosen_by == "default" and not by_default
    return Losses(
        side=event.side,
        killed=forces_of(state, event.killed),
        damaged=forces_of(state, event.damaged),
        chosen_by="no choice"
        if no_choice
        else choice_words(state, event.chosen_by, event.standing),
        by_default=by_default,
    )


def _had_choice(state: State, event: events.battle.CasualtiesMarked, could: Iterable[int]) -> bool:
    """Whether somebody else could have been named; the nation on turn is asked when it could."""
    if event.side == "attacker":
        return False
    # A unit that lives, damaged or not, could have taken one hit more in place of another unit.
    spared = {_looks(state, unit) for unit in could if unit not in event.killed}
    return any(spared - {_looks(state, unit)} for unit in (*event.killed, *event.damaged))


def _looks(state: State, unit: int) -> tuple[str, str, int]:
    """What a reader of the report tells units apart by; the rules see more (`Unit.likeness`)."""
    found = state.units[unit]
    return (found.owner, found.type, found.hits)


def choice_words(state: State, chosen_by: str, use: StandingUse | None) -> str:
    """Who chose, in words; standing orders with the instructions that fired or could not be met."""
    words = _WHO_CHOSE.get(chosen_by, chosen_by.replace("_", " "))
    if use is None:
        return words
    between = " of the" if use.fired else "; standing orders of the"
    return f"{words}{between} {use.nation}: {instruction_words(use, state)}"


def is_in(state: State, unit: int, territory: str) -> bool:
    """Whether a unit is on the board and in that territory."""
    return unit in state.units and state.units[unit].territory == territory


def _withdrawals(state: State, event: Event) -> Iterator[BattleNote]:
    match event:
        case events.battle.UnitsSubmerged():
            yield BattleNote(
                f"{with_nation(forces_of(state, event.units))} submerged "
                f"({choice_words(state, event.chosen_by, event.standing)}).",
                event.chosen_by == "default",
            )
        case events.battle.SubmarinesStayed():
            how = choice_words(state, "standing", event.standing)
            units = with_nation(forces_of(state, event.units))
            yield BattleNote(f"{units} stayed in the battle ({how}).")
        case events.battle.InterceptorsLaunched():
            who = with_nation(forces_of(state, event.units)) or "none"
            how = choice_words(state, event.chosen_by, event.standing)
            yield BattleNote(
                f"Interceptors: {who} ({how}).",
                event.chosen_by == "default",
            )
        case events.battle.InterceptorsReturned():
            yield BattleNote(f"{with_nation(forces_of(state, event.units))} left the air battle.")
        case events.battle.AllyHit():
            hits = "1 hit" if event.hits == 1 else f"{event.hits} hits"
            yield BattleNote(f"The attacker chose the {event.nation} to take {hits} first.")
        case events.battle.UnitsRetreated():
            how = choice_words(state, event.chosen_by, event.standing)
            yield BattleNote(
                f"{with_nation(forces_of(state, event.units))} retreated to {event.to}"
                + ("." if event.chosen_by == "player" else f" ({how})."),
                event.chosen_by == "default",
            )
        case events.battle.AircraftWithdrew():
            yield BattleNote(
                f"{with_nation(forces_of(state, event.units))} withdrew from the battle."
            )
        case events.battle.LandingAbandoned():
            units = in_words(forces_of(state, (unit for unit, _ in event.pairs)))
            yield BattleNote(f"{units} did not land in {event.territory}: {closed(event.cause)}")
        case events.battle.Bombarded():
            yield BattleNote(f"{with_nation(forces_of(state, event.units))} fired at the shore.")


def volley_of(event: events.battle.VolleyFired) -> VolleySummary:
    """The dice of a volley as the report and the terminal show them, weakest group first."""
    return VolleySummary(
        step=step_word(event.step),
        side=event.side,
        nation=event.nation,
        pattern=_pattern(event.groups),
        groups=tuple(_dice_group(group) for group in _weakest_first(event.groups)),
        sure_hits=event.sure_hits,
        hits=event.hits,
        expected=Fraction(*event.expected),
        rolled=rolled_in_volley(event),
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


def _dice_group(group: events.battle.FireGroup) -> DiceGroup:
    marked = [die <= group.strength for die in group.dice]
    if sum(marked) < group.hits:
        # Low luck of AA guns: a die names the aircraft that is hit, whatever its number.
        marked = [False for _ in group.dice]
    dice = tuple(Die(die, hit) for die, hit in zip(group.dice, marked, strict=True))
    return DiceGroup(group.strength, dice, group.hits)
