"""What happened without an order: defaults of those who were away, bookkeeping, skipped phases.

Rule: rule book, Playing a game (B4), Purchase (B138) and the defaults of absent defenders (B198,
G20).
"""

from collections.abc import Iterator, Sequence

from engine import NationName, State, events, placeable_total, trigger_word
from pbem.report.battle_model import BattleNote, BattleSummary, Force, Losses
from pbem.report.battles import exchange_sentence, transformation_sentence
from pbem.report.entries import choice_words
from pbem.report.happenings import happenings
from pbem.report.politics import politics
from pbem.report.scenes import Scene, forces_of, in_words, merged, with_nation
from pbem.report.words import Stack, closed, phase_word, stack_of, technology_word, times


def defaults_of(battles: Sequence[BattleSummary], state: State) -> tuple[str, ...]:
    """What a rule decided because the owner was away, one sentence per place and matter.

    state: any position of the game, for the order of nations and units.
    """
    return tuple(text for battle in battles for text in _defaults(battle, state))


def _defaults(battle: BattleSummary, state: State) -> Iterator[str]:
    lost: list[Force] = []
    hurt: list[Force] = []
    for battle_round in battle.rounds:
        for entry in battle_round.entries:
            if isinstance(entry, Losses) and entry.by_default:
                lost.extend(entry.killed)
                hurt.extend(entry.damaged)
            elif isinstance(entry, BattleNote) and entry.by_default:
                yield f"{battle.territory}: {entry.text}"
    if lost:
        yield f"{battle.territory}, casualties: {with_nation(merged(lost, state))}."
    if hurt:
        yield f"{battle.territory}, damaged: {with_nation(merged(hurt, state))}."


def automatic_of(scenes: Sequence[Scene]) -> tuple[str, ...]:
    """Everything the program did by itself, one sentence each, in order."""
    return tuple(text for scene in scenes for text in _automatic(scene))


def _automatic(scene: Scene) -> Iterator[str]:
    match scene.event:
        case events.economy.IncomeCollected() as event:
            paid = "" if event.source == "land" else f" ({trigger_word(event.source)})"
            what = f"{abs(event.amount)} {event.resource}"
            verb = "paid" if event.amount < 0 else "collected"
            yield f"{event.nation} {verb} {what}{paid}; they have {event.total} now."
        case events.economy.UnitsBought() as event if scene.before.phase.phase == "purchase":
            yield from _too_many(scene.before, event)
        case events.economy.UnitsLevied() as event:
            units = _counted(scene.before, event.units)
            yield f"{event.nation} levied {units}, to be placed in this turn."
        case events.economy.LandDrawn() as event:
            units = _counted(scene.before, [(unit.type, 1) for unit in event.units])
            yield f"{event.nation} drew {event.territory} at random, with {units}."
        case events.economy.BidGranted() as event:
            yield f"{event.nation} were given a bid of {event.amount} PUs."
        case events.economy.PointsScored() as event:
            verb = "scored" if event.points > 0 else "lost"
            points = f"{abs(event.points)} victory point{'' if abs(event.points) == 1 else 's'}"
            yield f"{event.nation} {verb} {points} ({event.cause}); they have {event.total} now."
        case events.economy.IncomeWithheld() as event:
            yield f"{event.nation} collected no income: {closed(event.reason)}"
        case events.economy.TechnologyActivated() as event:
            yield f"{technology_word(event.technology)} is in force for {event.nation}."
        case events.economy.UnplacedUnitsLost() as event:
            units = _counted(scene.before, event.units)
            yield f"{event.nation} lost units that were bought and not placed: {units}."
        case events.politics.WarBegan() as event:
            yield f"{event.nation} broke the peace with {event.against}; they are at war now."
        case events.turn.RoundBegan() as event:
            yield f"Round {event.round} began."
        case _:
            yield from _automatic_units(scene)
            yield from happenings(scene)
            yield from politics(scene.before, scene.event)


def _counted(state: State, units: Sequence[tuple[str, int]]) -> Stack:
    names = (name for name, count in units for _ in range(count))
    return stack_of(names, state.definition.unit_types)


def _too_many(state: State, event: events.economy.UnitsBought) -> Iterator[str]:
    """A warning, and no more: buying more than can be placed is allowed (B138)."""
    types = state.definition.unit_types
    built = sum(count for name, count in event.units if not types[name].production.is_factory)
    room = placeable_total(state, event.nation)
    if built > room:
        yield f"{event.nation} bought {built} units, {room} can be placed; the others are lost."


def _reactions(scene: Scene) -> Iterator[str]:
    """What defenders did before the battles, or a rule for them."""
    state = scene.before
    match scene.event:
        case events.battle.ResearchLost() as event:
            kept = times(event.dice, "die")
            yield f"{event.nation} lost {kept} kept for research with their capital."
        case events.battle.AircraftScrambled() as event:
            who = with_nation(forces_of(state, event.units)) or "nobody"
            how = choice_words(state, event.chosen_by, event.standing)
            yield f"Scrambled to help in {event.territory}: {who} ({how})."
        case events.battle.KamikazesAimed() as event:
            how = choice_words(state, event.chosen_by, event.standing)
            attacks = times(event.cost, "kamikaze attack")
            yield f"{attacks} of {event.nation} in {event.territory} ({how})."
        case events.battle.KamikazeRolled() as event:
            target = with_nation(forces_of(state, (event.target,)))
            dice = " ".join(map(str, event.dice)) or "no dice"
            hits = times(event.hits, "hit")
            yield f"Kamikaze attacks on {target} at {event.strength}: {dice} = {hits}."
        case events.battle.UnitsDestroyed(cause="kamikaze") as event:
            units = with_nation(forces_of(state, event.units))
            yield f"Lost in {event.territory} by kamikaze attacks: {units}."
        case events.battle.UnitsExchanged() as event:
            yield exchange_sentence(state, event)
        case events.economy.IncomeBlockaded() as event:
            lost = ", ".join(f"{amount} in {zone}" for zone, amount in event.losses)
            yield f"{event.nation} lost PUs to blockades: {lost}."


def _automatic_movement(scene: Scene) -> Iterator[str]:
    state = scene.before
    match scene.event:
        case events.movement.BonusMovementGiven() as event:
            # That an earlier gift is over needs no words.
            helped = [unit for unit, more in event.units if more]
            if helped:
                units = in_words(forces_of(state, helped))
                yield f"Bases of {event.nation} and their allies give more movement to {units}."
        case events.movement.UnitsRested() as event:
            yield f"Fresh again: {with_nation(forces_of(state, event.units))}."
        case events.movement.UnitsSurfaced() as event:
            yield f"Surfaced again: {with_nation(forces_of(state, event.units))}."
        case _:
            yield from _reactions(scene)


def _automatic_units(scene: Scene) -> Iterator[str]:
    state = scene.before
    match scene.event:
        case events.economy.UnitsRepaired() as event:
            yield f"Repaired: {with_nation(forces_of(state, event.units))}."
        case events.movement.AircraftLost() as event:
            units = with_nation(forces_of(state, event.units))
            yield f"Lost in {event.territory}: {units}; {closed(event.reason)}"
        case events.battle.UnitsDestroyed(cause="stranded") as event:
            units = with_nation(forces_of(state, event.units))
            yield f"Lost in {event.territory}, with no place to land: {units}."
        case events.economy.UnitsGiven() as event:
            units = in_words(forces_of(state, event.units))
            yield f"{event.nation} gave {units} in {event.territory} to {event.owner}."
        case events.battle.UnitsTransformed() as event if len(state.agenda) == 1:
            yield f"{transformation_sentence(state, event)}."
        case events.battle.UnitsCaptured() as event:
            units = in_words(forces_of(state, event.units))
            yield closed(f"{event.owner} captured {units} in {event.territory}")
        case events.battle.TerritoryReturned() as event:
            yield f"{event.territory} went back from {event.previous} to {event.owner}."
        case events.economy.FightersBoarded() as event:
            units = with_nation(forces_of(state, event.units))
            yield f"{units} went aboard a new carrier in {event.to}."
        case events.battle.AircraftLanded() as event:
            units = with_nation(forces_of(state, event.units))
            yield f"{units} landed in {event.to}, away from {event.origin}."
        case events.movement.BattleCancelled() as event:
            why = "wanted" if event.declined else "was left"
            yield f"The battle in {event.territory} was not fought, as nobody {why} to fight."
        case _:
            yield from _automatic_movement(scene)


def skipped_of(scenes: Sequence[Scene], nation: NationName) -> tuple[str, ...]:
    """The phases of a nation that were skipped, each with its reason."""
    return tuple(
        f"{phase_word(scene.event.phase)}: {closed(scene.event.reason)}"
        for scene in scenes
        if isinstance(scene.event, events.turn.PhaseSkipped) and scene.event.nation == nation
    )


def losses_of(scenes: Sequence[Scene]) -> tuple[Force, ...]:
    """All units that left the board, nation by nation."""
    lost: list[Force] = []
    state: State | None = None
    for scene in scenes:
        state = scene.before
        lost.extend(forces_of(state, _lost_in(scene.event)))
    return merged(lost, state) if state is not None else ()


def _lost_in(event: object) -> tuple[int, ...]:
    """The units that an event takes off the board."""
    match event:
        case events.battle.UnitsDestroyed() | events.movement.AircraftLost():
            return event.units
        case events.blocks.BlockReduced(strength=0) | events.blocks.BlockEliminated():
            return (event.unit,)
        case events.blocks.CountryDefeated():
            return event.removed
    return ()
