"""Playing the log of a save through the engine, record by record.

This is the second half of the proof.  `pbem.save.trust` has shown who signed what and that the
dice follow from committed seeds; here every order is checked against the rules, every roll against
what the game asked for, and every signed state digest against the state.

Source: docs/formats/save-v1.md, section "Play".
"""

from collections.abc import Iterator
from dataclasses import replace

from engine import (
    Action,
    IllegalActionError,
    InvalidActionError,
    RollRequest,
    RollResult,
    apply,
    events,
    new_game,
    order_from_plain,
    state_digest,
)
from pbem.dice.protocol import Request
from pbem.save.errors import SaveError
from pbem.save.records import Orders, Roll, TurnEnd
from pbem.save.trust import TrustedSave
from pbem.turn.errors import (
    DigestError,
    IllegalOrderError,
    InvalidOrderError,
    NotYourTurnError,
    UnfitDiceError,
)
from pbem.turn.reading.model import (
    Moment,
    Position,
    Story,
    Turn,
    describe,
    ends_turn,
    request_fields,
    waiting_nation,
)
from pbem.turn.reading.rules import definition_of
from pbem.turn.slicing import beginning_of_turn, end_of_turn

_LAST_GOOD = "The last good position stands; ask the sender about it."


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


def _order(plain: object) -> Action:
    """An order as the log holds it; dice among the orders are refused like any other nonsense."""
    try:
        return order_from_plain(plain)
    except InvalidActionError as error:
        raise InvalidOrderError("invalid-order", str(error)) from None
