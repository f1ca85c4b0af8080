"""From the events of one turn to the data of its report.

Everything is taken from the events and the positions they led through, so the report cannot
disagree with the board.  It must be understood alone, days later (B239).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine import PUS, NationName, State, events, trigger_word
from engine.luck import Rolled
from pbem.report.automatic_events import automatic_of, defaults_of, losses_of, skipped_of
from pbem.report.battle_model import NationLuck
from pbem.report.battles import battles_of, capture_sentence
from pbem.report.block_glance import fought_in, highlights_of, season_in, strengths_of, taken_in
from pbem.report.blocks import course_of
from pbem.report.ledger import hits_of, rolls_of
from pbem.report.model import (
    Money,
    MoneyLine,
    Placing,
    Purchase,
    ResearchSummary,
    TurnFacts,
    TurnSummary,
)
from pbem.report.moves import moves_of
from pbem.report.scenes import Event, Scene, end_of, scenes_of
from pbem.report.scores import aims_of, alliances_of, score_columns_of, scores_of
from pbem.report.standing_orders import filed_of, fired_of
from pbem.report.words import (
    Stack,
    amounts_of,
    gains_of,
    sorted_stack,
    technology_word,
    times,
)


def summarise(
    before: State, happened: Sequence[Event], after: State, facts: TurnFacts
) -> TurnSummary:
    """Everything that the report of a turn says.

    before, after: the positions before and after the turn; happened: its events in order.
    Raises ValueError when the events do not lead from the one position to the other, KeyError
    when one names a unit that is not there: both mean that the caller put together what does not
    belong together.
    """
    moved = scenes_of(before, happened)
    if end_of(moved, before) != after:
        raise ValueError("the events do not lead to the position after the turn")
    scenes = _of_the_turn(moved, facts.nation)
    battles = battles_of(scenes)
    return TurnSummary(
        facts=facts,
        research=tuple(_research(scenes)),
        purchases=tuple(_purchases(scenes)),
        moves=moves_of(scenes),
        battles=battles,
        captures=tuple(_captures(scenes)),
        placings=_placings(scenes),
        losses=losses_of(scenes),
        money=_money(before, after, scenes, facts.nation),
        luck=_luck(scenes, before),
        alliances=alliances_of(before, after),
        aims=aims_of(after),
        score_columns=score_columns_of(after),
        scores=scores_of(after),
        defaults=defaults_of(battles, before),
        automatic=automatic_of(scenes),
        skipped=skipped_of(scenes, facts.nation),
        outcome=after.outcome,
        instructed=fired_of(scenes),
        filed=filed_of(scenes, facts.nation),
        course=course_of(scenes),
        highlights=highlights_of(scenes),
        strengths=strengths_of(after),
        fought=fought_in(scenes),
        taken=taken_in(scenes),
        season=season_in(scenes),
        has_money=bool(after.definition.economy.prices),
    )


def _of_the_turn(scenes: tuple[Scene, ...], nation: NationName) -> tuple[Scene, ...]:
    """Leave out what belongs to the next nation, when the events go on into its turn."""
    for index, scene in enumerate(scenes):
        event = scene.event
        if isinstance(event, events.turn.PhaseBegan) and event.nation not in {"", nation}:
            return scenes[:index]
    return scenes


def _research(scenes: Sequence[Scene]) -> Iterator[ResearchSummary]:
    """Each research roll with its price; what was found follows its dice."""
    cost, rolled, found = 0, None, list[str]()
    for scene in scenes:
        match scene.event:
            case events.economy.ResearchPaid() as event:
                cost = event.cost
            case events.economy.ResearchRolled() as event:
                if rolled is not None:
                    yield _research_roll(rolled, cost, found)
                    cost, found = 0, []
                rolled = event
            case events.economy.TechnologyFound() as event:
                found.append(technology_word(event.technology))
    if rolled is not None:
        yield _research_roll(rolled, cost, found)


def _research_roll(
    rolled: events.economy.ResearchRolled, cost: int, found: Sequence[str]
) -> ResearchSummary:
    aim = technology_word(rolled.technology) if rolled.technology else ""
    return ResearchSummary(aim, cost, rolled.dice, rolled.hits, tuple(found))


def _purchases(scenes: Sequence[Scene]) -> Iterator[Purchase]:
    for scene in scenes:
        match scene.event:
            case events.economy.UnitsBought(units=units, goods=goods) as event if units or goods:
                stack = _unplaced(scene.before, units)
                paid, gained = amounts_of(goods), gains_of(goods)
                yield Purchase(stack, event.cost, event.remaining, paid, gained)


def _unplaced(state: State, units: Sequence[tuple[str, int]]) -> Stack:
    return sorted_stack(dict(units), state.definition.unit_types)


def _captures(scenes: Sequence[Scene]) -> Iterator[str]:
    for scene in scenes:
        if isinstance(scene.event, events.battle.TerritoryTaken):
            yield capture_sentence(scene.event)


def _placings(scenes: Sequence[Scene]) -> tuple[Placing, ...]:
    placed: dict[str, dict[str, int]] = {}
    for scene in scenes:
        if isinstance(scene.event, events.economy.UnitsPlaced):
            counts = placed.setdefault(scene.event.territory, {})
            for unit in scene.event.units:
                counts[unit.type] = counts.get(unit.type, 0) + 1
    order = tuple(scenes[0].before.definition.unit_types) if scenes else ()
    return tuple(Placing(name, sorted_stack(counts, order)) for name, counts in placed.items())


def _money(before: State, after: State, scenes: Sequence[Scene], nation: NationName) -> Money:
    """The account of a nation; it always adds up, because it is read off the positions."""
    lines: list[MoneyLine] = []
    income = 0
    ends = [*(scene.before for scene in scenes[1:]), after]
    for scene, end in zip(scenes, ends, strict=False):
        change = end.amount(nation, PUS) - scene.before.amount(nation, PUS)
        if isinstance(scene.event, events.economy.IncomeCollected):
            is_money = scene.event.nation == nation and scene.event.resource == PUS
            income += scene.event.amount if is_money else 0
        if change:
            lines.append(MoneyLine(_money_label(scene.event), change))
    return Money(
        before.amount(nation, PUS),
        tuple(lines),
        after.amount(nation, PUS),
        income,
        _allocated(scenes, nation),
    )


def _allocated(scenes: Sequence[Scene], nation: NationName) -> tuple[MoneyLine, ...]:
    """What the nation has given to its treasuries; spending changes them in other phases (L14)."""
    given: dict[str, int] = {}
    for scene in scenes:
        event = scene.event
        if (
            isinstance(event, events.economy.TreasuryChanged)
            and event.nation == nation
            and scene.before.phase.phase == "allocate"
        ):
            given[event.treasury] = given.get(event.treasury, 0) + event.amount
    return tuple(MoneyLine(f"allocated to {name}", amount) for name, amount in given.items())


def _money_label(event: Event) -> str:
    match event:
        case events.economy.ResearchPaid():
            return f"research, {times(event.dice, 'die')}"
        case events.economy.IncomeCollected():
            return "income" if event.source == "land" else trigger_word(event.source)
        case events.triggers.ResourceGiven():
            return trigger_word(event.trigger)
        case events.economy.FactoryRepaired():
            return f"repair in {event.territory}"
        case events.battle.CapitalPlundered():
            return f"plunder of {event.territory}"
        case events.battle.FactoryBombed():
            return f"bombing of {event.territory}"
    return _MONEY_WORDS.get(type(event), "other")


_MONEY_WORDS: Final[Mapping[type, str]] = {
    events.economy.UnitsBought: "purchase",
    events.economy.IncomeBlockaded: "blockades",
    events.economy.BidGranted: "bid",
    events.movement.NeutralityPaid: "entering neutral land",
    events.movement.FuelPaid: "fuel",
    events.edit.MoneySet: "set by an edit",
}


def _luck(scenes: Sequence[Scene], state: State) -> tuple[NationLuck, ...]:
    """The hits of each nation that fired, in turn order."""
    fired: dict[NationName, list[Rolled]] = {}
    for _, roll in rolls_of(scenes):
        fired.setdefault(roll.nation, []).append(roll)
    nations = [name for name in state.definition.politics.nation_names if name in fired]
    others = sorted(name for name in fired if name not in nations)
    lucks = (NationLuck(name, hits_of(fired[name])) for name in (*nations, *others))
    return tuple(entry for entry in lucks if entry.luck.expected)
