"""A whole game as data: its terms, every step, what followed from it, and where each turn led.

Nothing in it is needed to play on, and nothing of it is signed; `proven` says whether it was made
from a save that was verified or from a text.  Its schema is in pbem/schemas/export.json.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from engine import (
    Decision,
    GameOver,
    NationName,
    Order,
    PhaseOpen,
    ResourceName,
    RollRequest,
    RollResult,
    State,
    Step,
    UnitTypeName,
    WaitingKind,
    events,
    order_to_plain,
    state_digest,
)
from pbem.output import Output, fields_of
from pbem.play.game_view import GameView
from pbem.replay import Moment, Turn
from pbem.replay.history import kind_of, text_of

FORMAT: Final = "pbem-game-1"
"""What `GameData.format` says; another number when a field changes its meaning or goes."""


class UnitsData(Output):
    """So many units of a type and an owner."""

    owner: str
    type: str
    count: int


class AreaData(Output):
    """An area: who owns it, "" for nobody, and its units."""

    owner: str
    units: list[UnitsData]


class WaitingData(Output, omit_defaults=True):
    """What the game waits for: `orders`, a `decision`, `dice`, or nothing, since it is `over`.

    nation: who has to act, "" when it is over; winners and text: how it ended.
    """

    kind: WaitingKind
    nation: str
    decision: str = ""
    winners: tuple[str, ...] = ()
    text: str = ""


class PositionData(Output):
    """A position; nation: whose phase it is; digest: of all of it, hexadecimal.

    areas: those with an owner or units; treasuries: resources by nation; technologies: those that
    work, by nation; unplaced: units bought and not placed, by nation.
    """

    round: int
    phase: str
    nation: str
    areas: dict[str, AreaData]
    treasuries: dict[NationName, dict[ResourceName, int]]
    technologies: dict[NationName, tuple[str, ...]]
    unplaced: dict[NationName, dict[UnitTypeName, int]]
    digest: str


class EventData(Output):
    """Something that happened; kind: which of the engine's events; fields: what it says."""

    kind: str
    fields: dict[str, object]


class RollData(Output):
    """Dice, and what they were for."""

    dice: tuple[int, ...]
    sides: int
    territory: str
    step: str
    side: str


class StepData(Output):
    """A step of the game, as `pbem history` numbers them; record: of the log.

    turn: how many turns were finished before it.  order: in its plain form (docs/formats/
    orders-v1), null for dice and agreements; text: the same in words, or what was agreed.
    taken_back: whether players have gone back behind it.
    """

    number: int
    record: int
    turn: int
    round: int
    nation: str
    phase: str
    kind: str
    text: str
    order: list[object] | None
    roll: RollData | None
    events: list[EventData]
    taken_back: bool


class TurnData(Output):
    """A turn; time: when its player says that they finished, in Unix seconds, 0 while under way."""

    number: int
    round: int
    nation: str
    player: str
    message: str
    time: int
    finished: bool
    position: PositionData


class FaultData(Output):
    """The first thing that is wrong with a save: its code, and a sentence."""

    code: str
    text: str


class GameData(Output):
    """A game.

    seats: who plays a nation; players: their public keys, hexadecimal.  start: the position before
    the first order.  turns: those that count; steps: all, with those that were taken back.
    """

    format: str
    game: str
    name: str
    scenario: str
    options: dict[str, object]
    seats: dict[str, str]
    players: dict[str, str]
    proven: bool
    fault: FaultData | None
    waiting: WaitingData
    start: PositionData
    turns: list[TurnData]
    steps: list[StepData]


def game_data(looked: GameView) -> GameData:
    """All of a game; of a text without what only a log knows: turns, seats and keys."""
    history, error, save = looked.history, looked.error, looked.save
    line = frozenset(moment.number for moment in history.line())
    definition = history.moments[0].step.state.definition
    return GameData(
        format=FORMAT,
        game=looked.game,
        name=looked.name,
        scenario=definition.name,
        options=fields_of(definition.options),
        seats={} if save is None else {nation: who or "" for nation, who in save.seats.items()},
        players={} if save is None else {who: key.hex() for who, key in save.players.items()},
        proven=save is not None and error is None,
        fault=None if error is None else FaultData(error.code, str(error)),
        waiting=waiting_data(looked.step),
        start=position_data(history.moments[0].step.state),
        turns=[_turn(looked, turn) for turn in history.turns],
        steps=list(_steps(history.moments, line)),
    )


def position_data(state: State) -> PositionData:
    """A position, with what a person would look for on the board."""
    return PositionData(
        round=state.round,
        phase=state.phase.phase,
        nation=state.nation,
        areas={name: AreaData(owner, units) for name, owner, units in _areas(state)},
        treasuries={nation: dict(amounts) for nation, amounts in state.resources.items()},
        technologies=dict(state.technologies),
        unplaced={nation: dict(units) for nation, units in state.unplaced.items()},
        digest=state_digest(state).hex(),
    )


def _areas(state: State) -> Iterator[tuple[str, str, list[UnitsData]]]:
    """The areas with an owner or units, in the order of the board."""
    for name in state.definition.board.territories:
        owner = state.owners.get(name, "")
        there = Counter((unit.owner, unit.type) for unit in state.units_in(name))
        if owner or there:
            yield name, owner, [UnitsData(*kind, count) for kind, count in there.items()]


def waiting_data(step: Step) -> WaitingData:
    """What a game waits for."""
    match step.waiting:
        case PhaseOpen(nation=nation):
            return WaitingData("orders", nation)
        case Decision(nation=nation, what=kind):
            return WaitingData("decision", nation, decision=kind)
        case RollRequest(nation=nation):
            return WaitingData("dice", nation)
        case GameOver(outcome=outcome):
            return WaitingData("over", "", winners=outcome.winners, text=outcome.text)


def _turn(looked: GameView, turn: Turn) -> TurnData:
    save = looked.position.save
    return TurnData(
        number=turn.number,
        round=turn.round,
        nation=turn.nation,
        player=save.player_then(turn.nation, turn.last),
        message=turn.message,
        time=turn.time,
        finished=turn.is_finished,
        position=position_data(turn.after),
    )


def _steps(moments: Iterable[Moment], line: frozenset[int]) -> Iterator[StepData]:
    """line: the numbers of those that were not taken back."""
    before: Step | None = None
    for moment in moments:
        action = moment.action
        yield StepData(
            number=moment.number,
            record=moment.record,
            turn=moment.turn,
            round=moment.round,
            nation=moment.nation,
            phase=moment.phase,
            kind=kind_of(moment),
            text=text_of(moment).strip(),
            order=order_to_plain(action) if isinstance(action, Order) else None,
            roll=_roll(before, action) if isinstance(action, RollResult) else None,
            events=list(map(event_data, moment.step.events)),
            taken_back=moment.number not in line,
        )
        before = moment.step


def _roll(before: Step | None, roll: RollResult) -> RollData:
    waiting = before.waiting if before is not None else None
    if not isinstance(waiting, RollRequest):
        raise TypeError("dice that nothing waited for")
    return RollData(roll.dice, waiting.sides, waiting.territory, waiting.step, waiting.side)


def event_data(event: events.Event) -> EventData:
    """An event by its name, such as `units_moved`, with its fields."""
    return EventData(_event_word(type(event).__name__), fields_of(event))


@cache
def _event_word(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
