"""Battles for tests: two forces meet, and the test supplies dice and choices."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TypeVar

from engine.core.agenda import BattleFrame, Decision, PendingBattle, PhaseFrame, PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.game import apply, waiting_for
from engine.gamedef import Definition, State
from engine.gamedef.position import Step
from engine.orders.fight import Fight
from engine.orders.form import Action, Order
from engine.phases.battle import BATTLE
from engine.rulesets.axis_and_allies import AXIS_AND_ALLIES
from tests.support.positions import Stack, big_world, position

E = TypeVar("E")

Force = tuple[str, int]
"""Unit type, how many."""


def settle(state: State) -> Step:
    """Let frames on the agenda run until the game waits."""
    log = EventLog(state)
    while not isinstance(log.state.agenda[-1], PhaseFrame):
        following = AXIS_AND_ALLIES.frames[type(log.state.agenda[-1])].advance(log.state)
        if not isinstance(following, tuple):
            break
        assert following, "a frame that neither waits nor moves on"
        log.extend(following)
    return Step(log.state, log.events, waiting_for(log.state))


def opened(state: State) -> Step:
    """The battle phase of a position after its automatic opening."""
    log = EventLog(state)
    log.extend(BATTLE.opening(state))
    if log.state.phase.stage != "open":
        return Step(log.state, log.events, PhaseOpen(state.nation, "battle"))
    step = settle(log.state)
    return Step(step.state, (*log.events, *step.events), step.waiting)


def arena(
    territory: str,
    attackers: Iterable[Force],
    defenders: Iterable[Force],
    *,
    by: str = "Russians",
    against: str = "Germans",
    origins: Sequence[str] = (),
    more: Iterable[Stack] = (),
    owners: Mapping[str, str] | None = None,
    technologies: Sequence[str] = (),
    pus: Mapping[str, int] | None = None,
    cleared: Iterable[str] = (),
    definition: Definition | None = None,
) -> State:
    """A battle phase not opened yet in which `by` attacks only one territory.

    origins: where the attackers came from, in turn: the first unit from the first one, and so on.
    """
    stacks = [(territory, by, kind, count) for kind, count in attackers]
    stacks += [(territory, against, kind, count) for kind, count in defenders]
    board = definition or big_world()
    state = position(
        board,
        by,
        "battle",
        units=[*stacks, *more],
        cleared=[territory, *cleared],
        owners=owners,
        technologies=technologies,
        pus=pus,
    )
    own = tuple(
        unit.id
        for unit in state.units_in(territory)
        if unit.owner == by and not board.unit_types[unit.type].is_infrastructure
    )
    came = tuple((unit, origins[at % len(origins)]) for at, unit in enumerate(own) if origins)
    return replace(state, battles=(PendingBattle(territory, "battle", own, came),))


def fought(state: State, territory: str) -> Step:
    """The phase opened and the battle of a territory begun."""
    return apply(opened(state).state, Fight(territory))


@dataclass(frozen=True)
class Played:
    """The last step and all events on the way."""

    step: Step
    events: tuple[Event, ...]

    def all(self, kind: type[E]) -> list[E]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def play(step: Step, *actions: Action | list[int]) -> Played:
    """Apply orders and dice (a plain list is a roll) one after another; their events."""
    events: list[Event] = []
    for action in actions:
        plain = RollResult(tuple(action)) if isinstance(action, list) else action
        step = apply(step.state, plain)
        events.extend(step.events)
    return Played(step, tuple(events))


def wants(step: Step) -> RollRequest:
    """The roll that the game waits for; fails when it waits for something else."""
    assert isinstance(step.waiting, RollRequest), step.waiting
    return step.waiting


def asks(step: Step) -> Decision:
    """The decision that the game waits for; fails when it waits for something else."""
    assert isinstance(step.waiting, Decision), step.waiting
    return step.waiting


def first_answer(step: Step) -> Order:
    """The first legal answer: the recommended casualties, press on, stay up, no bombardment."""
    return next(iter(AXIS_AND_ALLIES.frames[type(step.state.agenda[-1])].legal(step.state)))


def outcomes(step: Step, depth: int = 60) -> Iterator[tuple[Fraction, State]]:
    """Every way a battle can go, with its exact probability; each choice gets the first answer.

    depth: battles still undecided after this many dice and choices are left out.  Positions that
    differ only in the number of the round count as equal.
    """
    known = {_key(step): step}
    ways: dict[str, list[tuple[Fraction, str]]] = {}
    layer = {_key(step): Fraction(1)}
    for _ in range(depth):
        following: dict[str, Fraction] = {}
        for here, chance in layer.items():
            if isinstance(known[here].waiting, PhaseOpen):
                yield chance, known[here].state
                continue
            if here not in ways:
                ways[here] = _collected(known, known[here])
            for weight, there in ways[here]:
                following[there] = following.get(there, Fraction(0)) + chance * weight
        layer = following


def _key(step: Step) -> str:
    agenda = tuple(
        replace(frame, round=0) if isinstance(frame, BattleFrame) else frame
        for frame in step.state.agenda
    )
    return repr((step.state.units, agenda, step.state.owners, step.state.resources))


def _collected(known: dict[str, Step], step: Step) -> list[tuple[Fraction, str]]:
    """Where a step leads to, equal positions together."""
    found: dict[str, Fraction] = {}
    for weight, there in _ways(step):
        key = _key(there)
        known.setdefault(key, there)
        found[key] = found.get(key, Fraction(0)) + weight
    return [(weight, key) for key, weight in found.items()]


def _ways(step: Step) -> Iterator[tuple[Fraction, Step]]:
    if isinstance(step.waiting, Decision):
        yield Fraction(1), apply(step.state, first_answer(step))
        return
    request = wants(step)
    each = Fraction(1, request.sides**request.count)
    for dice in product(range(1, request.sides + 1), repeat=request.count):
        yield each, apply(step.state, RollResult(dice))
