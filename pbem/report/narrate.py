"""What just happened, for somebody playing at a terminal: one sentence for each event that
matters, from the same events as the report."""

from collections.abc import Iterable, Iterator, Mapping

from engine import SaleName, StandingUse, State, events, phase_title
from pbem.report.automatic_events import automatic_of
from pbem.report.battle_model import VolleySummary
from pbem.report.battles import (
    bombing_sentence,
    capture_sentence,
    plunder_sentence,
    transformation_sentence,
)
from pbem.report.blocks import block_sentences
from pbem.report.entries import volley_of
from pbem.report.scenes import Event, Scene, forces_of, in_words, scenes_of, with_nation
from pbem.report.standing_orders import instruction_words
from pbem.report.words import (
    amounts_of,
    cause_word,
    closed,
    gains_of,
    sorted_stack,
    technology_word,
    times,
)


def sentences(before: State, happened: Iterable[Event]) -> Iterator[str]:
    """The sentences of a stretch of events; `before` is the position in which it begins."""
    for scene in scenes_of(before, happened):
        yield from _battle(scene)
        yield from _choices(scene)
        yield from _departures(scene)
        yield from _research(scene)
        yield from _other(scene)
        yield from block_sentences(scene)
        yield from automatic_of((scene,))


def _other(scene: Scene) -> Iterator[str]:
    match scene.event:
        case events.turn.PhaseSkipped() as event if event.nation:
            yield f"{event.nation}, {phase_title(event.phase)}: {event.reason}"
        case events.economy.PurchasePlanned() as event:
            before = scene.before
            planned = _stacked(before, dict(event.units))
            instead = f", instead of {_stacked(before, before.purchase)}" if before.purchase else ""
            yield f"planned: {planned} for {_price(event)}{instead}"
        case events.economy.UnitsBought() as event:
            got = gains_of(event.goods)
            yield f"paid {_price(event)}{f', got {got}' if got else ''}, {event.remaining} left"
        case events.economy.FactoryRepaired() as event:
            yield f"repaired {event.points} in {event.territory} for {event.cost} PUs"
        case events.movement.UnitsMoved() as event:
            units = in_words(forces_of(scene.before, event.units))
            yield f"{units}: {' > '.join(event.path)}"
        case events.movement.UnitsLoaded() as event:
            units = in_words(forces_of(scene.before, (unit for unit, _ in event.pairs)))
            yield f"{units} go aboard in {event.territory}"
        case events.movement.UnitsUnloaded() as event:
            units = in_words(forces_of(scene.before, (unit for unit, _ in event.pairs)))
            yield f"{units} go ashore in {event.territory}"
        case events.movement.BattlePending() as event:
            yield f"to be fought: {event.battle.kind} in {event.battle.territory}"
        case events.economy.UnitsPlaced() as event:
            kinds = [unit.type for unit in event.units]
            counts = {kind: kinds.count(kind) for kind in kinds}
            order = tuple(scene.before.definition.unit_types)
            yield f"placed {sorted_stack(counts, order)} in {event.territory}"
        case events.turn.GameEnded() as event:
            yield event.outcome.text
        case _:
            yield from _of_some_games(scene)


def _research(scene: Scene) -> Iterator[str]:
    match scene.event:
        case events.economy.ResearchPaid() as event:
            yield f"paid {event.cost} PUs for {times(event.dice, 'die')} of research"
        case events.economy.ResearchRolled() as event:
            yield f"research: {' '.join(map(str, event.dice))}, {event.hits} success(es)"
        case events.economy.TechnologyRerolled() as event:
            why = f"{technology_word(event.technology)} is known" if event.technology else "no face"
            yield f"which technology: {event.die}, {why}; rolled again"
        case events.economy.TechnologyFound() as event:
            yield f"found: {technology_word(event.technology)}"


def _of_some_games(scene: Scene) -> Iterator[str]:
    match scene.event:
        case events.economy.TreasuryChanged() as event:
            yield f"{event.treasury}: {event.amount:+} PUs"
        case events.blocks.BlocksMoved() as event:
            units = in_words(forces_of(scene.before, event.units))
            yield f"{units}: {' > '.join(event.move.path)}"


def _battle(scene: Scene) -> Iterator[str]:
    state = scene.before
    match scene.event:
        case events.battle.BattleBegan() as event:
            yield (
                f"{event.territory}: {with_nation(forces_of(state, event.attackers))} attack "
                f"{with_nation(forces_of(state, event.defenders))}"
            )
        case events.battle.BattleRoundBegan() as event:
            yield f"round {event.round}"
        case events.battle.VolleyFired() as event:
            yield _volley(volley_of(event))
        case events.battle.AllyHit() as event:
            yield f"the {event.nation} take {event.hits} of the hits first"
        case events.battle.BattleEnded() as event:
            yield f"{event.territory}: {_END[event.winner]}"
        case events.battle.TerritoryTaken() as event:
            yield capture_sentence(event)
        case events.battle.FactoryBombed() as event:
            yield bombing_sentence(scene.before, event)
        case events.battle.RocketLaunched() as event:
            yield f"{event.origin}: a rocket is fired at {event.target}"
        case events.battle.CapitalPlundered() as event:
            yield plunder_sentence(event)


def _volley(volley: VolleySummary) -> str:
    """The dice as in the report: in its order, with hits in brackets."""
    dice = " / ".join(
        " ".join(f"[{die.value}]" if die.is_hit else f"{die.value}" for die in group.dice)
        for group in volley.groups
    )
    sure = f"{volley.sure_hits} sure" if volley.sure_hits else ""
    thrown = " + ".join(part for part in (dice, sure) if part) or "no dice"
    pattern = f", {volley.pattern}" if volley.pattern else ""
    expected = f", {volley.expected_words} expected"
    hits = times(volley.hits, "hit")
    return f"{volley.nation}, {volley.step}{pattern}: {thrown} = {hits}{expected}"


def _departures(scene: Scene) -> Iterator[str]:
    """Units that are gone without being named as casualties, and those that do not go ashore."""
    state = scene.before
    match scene.event:
        case events.battle.UnitsDestroyed() as event if event.cause in _NOT_NAMED_BEFORE:
            units = with_nation(forces_of(state, event.units))
            yield f"{event.territory}: lost {cause_word(event.cause)}: {units}"
        case events.battle.UnitsTransformed() as event:
            yield transformation_sentence(state, event)
        case events.battle.AircraftWithdrew() as event:
            units = with_nation(forces_of(state, event.units))
            yield f"{units} withdraw from the battle"
        case events.battle.InterceptorsReturned() as event:
            units = with_nation(forces_of(state, event.units))
            yield f"{units} leave the air battle"
        case events.battle.LandingAbandoned() as event:
            units = in_words(forces_of(state, (unit for unit, _ in event.pairs)))
            yield f"{units} do not land in {event.territory}: {closed(event.cause)}"
        case events.movement.NeutralityPaid() as event:
            yield f"{event.nation} pay {event.amount} PUs for entering {event.territory}"
        case events.movement.FuelPaid() as event:
            yield f"{event.nation} pay {amounts_of(event.amounts)} for movement"


def _choices(scene: Scene) -> Iterator[str]:
    """What somebody chose in a battle, or standing orders or a rule did for them."""
    state = scene.before
    match scene.event:
        case events.battle.CasualtiesMarked() as event:
            lost = with_nation(forces_of(state, event.killed))
            hurt = with_nation(forces_of(state, event.damaged))
            yield "; ".join(
                part for part in (lost and f"lost: {lost}", hurt and f"damaged: {hurt}") if part
            ) + _by_standing(state, event.standing)
        case events.battle.UnitsRetreated() as event:
            units = in_words(forces_of(state, event.units))
            yield f"{units} retreat to {event.to}{_by_standing(state, event.standing)}"
        case events.battle.InterceptorsLaunched() as event:
            who = with_nation(forces_of(state, event.units)) or "none"
            yield f"interceptors: {who}{_by_standing(state, event.standing)}"
        case events.battle.AircraftScrambled() as event:
            who = with_nation(forces_of(state, event.units)) or "nobody"
            how = _by_standing(state, event.standing)
            yield f"{event.territory}: scrambled: {who}{how}"
        case events.battle.KamikazesAimed() as event:
            attacks = f"{times(event.cost, 'kamikaze attack')} of {event.nation}"
            yield f"{event.territory}: {attacks}{_by_standing(state, event.standing)}"
        case events.battle.KamikazeRolled() as event:
            target = with_nation(forces_of(state, (event.target,)))
            dice = " ".join(map(str, event.dice)) or "no dice"
            yield f"kamikaze attacks on {target}: {dice} = {times(event.hits, 'hit')}"
        case events.battle.UnitsSubmerged() as event:
            units = with_nation(forces_of(state, event.units))
            yield f"{units} submerge{_by_standing(state, event.standing)}"
        case events.battle.SubmarinesStayed() as event:
            units = with_nation(forces_of(state, event.units))
            yield f"{units} stay in the battle{_by_standing(state, event.standing)}"
        case events.politics.WarBegan() as event:
            yield f"{event.nation} break the peace with {event.against}"
        case events.turn.StandingOrdersChanged() as event:
            count = len(event.instructions)
            yield f"standing orders of {event.nation}: {times(count, 'instruction')}"


def _by_standing(state: State, use: StandingUse | None) -> str:
    """The standing orders that a choice followed, in brackets; "" without any."""
    return f" (standing orders: {instruction_words(use, state)})" if use is not None else ""


_NOT_NAMED_BEFORE = frozenset({"sunk_with_transport", "defenceless", "captured"})
"""Causes of losses that no choice of casualties goes before."""

_END = {
    "attacker": "the attacker wins",
    "defender": "the defender holds",
    "draw": "neither side wins",
}


def _stacked(state: State, plan: Mapping[SaleName, int]) -> str:
    """What a plan buys: units, then resources."""
    kinds = state.definition.unit_types
    units = {name: count for name, count in plan.items() if name in kinds}
    goods = amounts_of((name, count) for name, count in plan.items() if name not in kinds)
    stack = sorted_stack(units, tuple(kinds))
    return ", ".join(filter(None, (str(stack) if units or not goods else "", goods)))


def _price(event: events.economy.PurchasePlanned | events.economy.UnitsBought) -> str:
    """What a purchase costs, in PUs and in other resources."""
    return ", ".join(filter(None, (f"{event.cost} PUs", amounts_of(event.goods))))
