"""Playing the log of a save through the engine, record by record.

This is the second half of the proof.  `pbem.save.trust` has shown who signed what and that the
dice follow from committed seeds; here every order is checked against the rules, every roll against
what the game asked for, and every signed state digest against the state.

Source: docs/formats/save-v1.md, section "Play".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine import (
    RULES_VERSION,
    Action,
    Decision,
    Definition,
    DefinitionError,
    GameOver,
    IllegalActionError,
    InvalidActionError,
    PhaseOpen,
    RollRequest,
    RollResult,
    State,
    Step,
    apply,
    definition_from_tree,
    events,
    format_order,
    new_game,
    order_from_plain,
    state_digest,
    with_option,
)
from pbem.dice.protocol import Request
from pbem.save.errors import SaveError
from pbem.save.records import Orders, Roll, TurnEnd
from pbem.save.trust import PLAYING, TrustedSave
from pbem.text import quoted
from pbem.turn.errors import (
    DigestError,
    IllegalOrderError,
    InvalidOrderError,
    NotYourTurnError,
    OtherRulesError,
    UnfitDiceError,
)
from pbem.turn.slicing import beginning_of_turn, end_of_turn

_LAST_GOOD = "The last good position stands; ask the sender about it."


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after one action.

    number: 0 for the start of the game, then one more for each action.
    record: index of the record in the log that holds the action.
    turn: how many turns were finished before it.
    before: where the game stood before it: round, nation and phase.
    action: None for the start of the game.
    step: the state after it, what happened, and what the game waits for.
    """

    number: int
    record: int
    turn: int
    round: int
    nation: str
    phase: str
    action: Action | None
    step: Step


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a nation, finished or under way.

    first, last: indices of its records; `last` is that of the turn end, or of the last record.
    before, after: states; events: all that happened, in order.
    message, time: what its player said and when he claims to have finished (0 while under way).
    """

    number: int
    round: int
    nation: str
    first: int
    last: int
    before: State
    after: State
    events: tuple[events.Event, ...]
    is_finished: bool
    message: str = ""
    time: int = 0


@dataclass(frozen=True, slots=True)
class Position:
    """Where a save stands.

    step: the last good step; turns: all turns, the one under way last if it has begun.
    moments: how many actions were played.  error: the first thing that was wrong, or None.
    unsigned_end: the nation whose turn is over but whose player has not signed its end, or "".
    """

    save: TrustedSave
    definition: Definition
    step: Step
    turns: tuple[Turn, ...]
    moments: int
    error: SaveError | None
    unsigned_end: str

    @property
    def state(self) -> State:
        """The state the game is in now."""
        return self.step.state

    @property
    def nation(self) -> str:
        """The nation whose player has to do something; "" when the game is over."""
        return self.unsigned_end or waiting_nation(self.step)

    @property
    def open_turn(self) -> Turn | None:
        """The turn under way, if it has a record already."""
        return self.turns[-1] if self.turns and not self.turns[-1].is_finished else None

    @property
    def last_turn(self) -> Turn | None:
        """The last finished turn."""
        finished = [turn for turn in self.turns if turn.is_finished]
        return finished[-1] if finished else None


def waiting_nation(step: Step) -> str:
    """The nation that a step waits for; "" when the game is over."""
    waiting = step.waiting
    return waiting.nation if isinstance(waiting, PhaseOpen | Decision | RollRequest) else ""


def definition_of(save: TrustedSave) -> Definition:
    """The definition that a save is played on: its scenario with its options.

    Raises OtherRulesError when this version cannot play it.
    """
    genesis = save.genesis
    if genesis.rules != RULES_VERSION:
        raise OtherRulesError(
            "other-rules-version",
            f"the game is played by rules version {quoted(genesis.rules)}, this program has "
            f"{quoted(RULES_VERSION)}",
            "Use the version of pbem that the host named in the invitation.",
        ).at(0, "genesis")
    try:
        return with_options(definition_from_tree(genesis.scenario), genesis.options)
    except DefinitionError as error:
        raise OtherRulesError(
            "bad-scenario", f"the scenario cannot be played: {error}", "Ask the host about it."
        ).at(0, "genesis") from None


def with_options(definition: Definition, options: Mapping[str, object]) -> Definition:
    """The definition with game options changed; DefinitionError for one that is locked."""
    changed = definition.options
    for name, value in options.items():
        changed = with_option(changed, name, value)
    return replace(definition, options=changed)


@dataclass(frozen=True, slots=True)
class Story:
    """All moments of a game, the start first; error: the first thing that was wrong, or None."""

    moments: tuple[Moment, ...]
    error: SaveError | None


def read_story(save: TrustedSave) -> Story:
    """Every moment of a game up to the first bad record; OtherRulesError when there is none."""
    walk = _Walk(save)
    moments = [walk.beginning()]
    for entry in save.entries:
        try:
            for moment in walk.play(entry.index, entry.record):
                moments.append(moment)
        except SaveError as caught:
            return Story(tuple(moments), caught.at(entry.index, entry.kind))
    return Story(tuple(moments), None)


def read_position(save: TrustedSave) -> Position:
    """Play a whole save.

    What is wrong with the play stands in `error`, so that the last good state can be looked at;
    OtherRulesError is raised, because then there is no state at all.
    """
    walk = _Walk(save)
    error: SaveError | None = None
    for entry in save.entries:
        try:
            for _ in walk.play(entry.index, entry.record):
                pass
        except SaveError as caught:
            error = caught.at(entry.index, entry.kind)
            break
    return Position(
        save, walk.definition, walk.step, walk.turns(), walk.number, error, walk.unsigned_end
    )


class _Walk:
    """One pass over the log; mutable, used inside this module only."""

    def __init__(self, save: TrustedSave) -> None:
        self.save = save
        self.definition = definition_of(save)
        self.step = new_game(self.definition)
        self.number = 0
        self._finished: list[Turn] = []
        self._events: list[events.Event] = []
        self._before = self._penultimate = self.step.state
        self._first: int | None = None
        self._last = 0
        self._over = False
        self._mover = ""

    def beginning(self) -> Moment:
        state = self.step.state
        nation = waiting_nation(self.step)
        return Moment(0, 0, 0, state.round, nation, state.phase.phase, None, self.step)

    @property
    def unsigned_end(self) -> str:
        return self._mover if self._over else ""

    def play(self, index: int, record: object) -> Iterator[Moment]:
        """The moments of one record."""
        if isinstance(record, Orders):
            self._check_nation(record.nation)
            for plain in record.actions:
                yield self._act(_order(plain), index, record.nation)
        elif isinstance(record, Roll):
            request = record.receipt.request
            self._check_nation(request.nation)
            self._check_request(request)
            yield self._act(RollResult(record.receipt.dice), index, request.nation)
        elif isinstance(record, TurnEnd):
            self._end_turn(record, index)

    def turns(self) -> tuple[Turn, ...]:
        if self._first is None:
            return tuple(self._finished)
        return (*self._finished, self._turn(False, "", 0, self._mover))

    def _check_nation(self, nation: str) -> None:
        expected = waiting_nation(self.step)
        if self._over:
            text = f"the turn of {self._mover} is over, but its end is not signed"
            raise NotYourTurnError("turn-not-ended", text, "Ask its player for the whole turn.")
        if nation != expected:
            turn = f"it is the turn of {expected}" if expected else "the game is over"
            raise NotYourTurnError(
                "not-your-turn", f"it is signed for {nation}, and {turn}", _LAST_GOOD
            )

    def _check_request(self, request: Request) -> None:
        waiting = self.step.waiting
        if not isinstance(waiting, RollRequest):
            raise UnfitDiceError(
                "no-dice-wanted", "the game does not wait for dice here", _LAST_GOOD
            )
        asked = (
            request.phase,
            request.where,
            request.round,
            request.step,
            request.side,
            request.count,
            request.sides,
        )
        if asked != request_fields(waiting):
            raise UnfitDiceError(
                "other-dice-wanted",
                f"the game waits for {waiting.purpose}, other dice were rolled",
                _LAST_GOOD,
            )

    def _act(self, action: Action, index: int, nation: str) -> Moment:
        if self._over:
            self._check_nation(nation)
        if self._first is None:
            self._first = index
            self._mover = nation
        before = self.step.state
        try:
            self.step = apply(before, action)
        except IllegalActionError as error:
            raise IllegalOrderError(
                describe(action, self.definition), error.reasons, _LAST_GOOD
            ) from None
        self.number += 1
        self._last = index
        self._penultimate = before
        self._events.extend(self.step.events)
        self._over = ends_turn(self.step, nation)
        phase = before.phase.phase
        turn = len(self._finished)
        return Moment(self.number, index, turn, before.round, nation, phase, action, self.step)

    def _end_turn(self, record: TurnEnd, index: int) -> None:
        if not self._over or record.nation != self._mover:
            raise NotYourTurnError(
                "turn-not-over",
                f"the turn of {record.nation} is not over, but its end is signed",
                _LAST_GOOD,
            )
        digest = state_digest(self.step.state)
        if record.digest != digest:
            raise DigestError(
                "wrong-digest",
                f"the position after the turn of {record.nation} is not the one that was signed",
                "One of you may have another version of pbem; ask the sender.",
            )
        self._last = index
        # Only the last action can have led into the next turn.
        own, after, rest = end_of_turn(self._penultimate, self.step.events, record.nation)
        self._events[len(self._events) - len(self.step.events) :] = own
        turn = self._turn(True, record.message, record.time, record.nation)
        self._finished.append(replace(turn, after=after))
        self._first = None
        self._over = False
        self._before, opening = beginning_of_turn(after, rest, waiting_nation(self.step))
        self._events = list(opening)

    def _turn(self, finished: bool, message: str, time: int, nation: str) -> Turn:
        return Turn(
            number=len(self._finished),
            round=self._before.round,
            nation=nation,
            first=self._first or 0,
            last=self._last,
            before=self._before,
            after=self.step.state,
            events=tuple(self._events),
            is_finished=finished,
            message=message,
            time=time,
        )


def ends_turn(step: Step, nation: str) -> bool:
    """Whether a step ended the turn of a nation (or the game with it)."""
    if isinstance(step.waiting, GameOver):
        return True
    return any(
        isinstance(event, events.turn.TurnEnded) and event.nation == nation for event in step.events
    )


def request_fields(waiting: RollRequest) -> tuple[str, str, int, str, str, int, int]:
    """What of a roll request is signed: phase, place, round, step, side, count, sides."""
    return (
        waiting.phase,
        waiting.territory,
        waiting.round,
        waiting.step,
        waiting.side,
        waiting.count,
        waiting.sides,
    )


def describe(action: Action, definition: Definition) -> str:
    """An action as people write it; dice as their faces."""
    if isinstance(action, RollResult):
        return "dice " + " ".join(str(die) for die in action.dice)
    return format_order(action, definition)


def _order(plain: object) -> Action:
    """An order as the log holds it; dice among the orders are refused like any other nonsense."""
    try:
        return order_from_plain(plain)
    except InvalidActionError as error:
        raise InvalidOrderError("invalid-order", str(error)) from None


def require_playing(save: TrustedSave) -> None:
    """Refuse a game that has not started yet."""
    if save.state != PLAYING:
        waiting = [nation for nation, player in save.seats.items() if player not in save.players]
        raise NotYourTurnError(
            "not-started",
            f"the game has not started: nobody has joined for {', '.join(waiting) or 'a seat'}"
            if waiting
            else "the game has not been started by its host",
            "The host starts it when all answers are in.",
        )
