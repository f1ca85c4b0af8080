"""What playing a log gives: turns, the position; and questions about a step."""

from engine import (
    NOBODY,
    Decision,
    Definition,
    GameOver,
    NationName,
    PhaseOpen,
    RollRequest,
    State,
    Step,
    events,
)
from engine.values import dataclass
from pbem.dice.protocol import RollSpec
from pbem.replay.errors import NotYourTurnError
from pbem.replay.notices import Notice
from pbem.replay.slicing import Reached
from pbem.save.errors import SaveError
from pbem.save.trusted_save import PLAYING, TrustedSave


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a nation, finished or under way.

    first, last: indices of its records; `last` is that of the turn end, or of the last record.
    begin, end: where it leads from and to; events: all that happened, in order.
    message, time: what its player said and when they claim to have finished (0 while under way).
    notices: what was agreed, taken back or noted in it, in order.
    """

    number: int
    round: int
    nation: NationName
    first: int
    last: int
    begin: Reached
    end: Reached
    events: tuple[events.Event, ...]
    is_finished: bool
    message: str = ""
    time: int = 0
    notices: tuple[Notice, ...] = ()

    @property
    def before(self) -> State:
        """The state at its beginning."""
        return self.begin.state

    @property
    def after(self) -> State:
        """The state at its end, or the present one."""
        return self.end.state


@dataclass(frozen=True, slots=True)
class ReplayCheckpoint:
    """A log played up to a moment at which no turn is under way: all that the next turn needs.

    records: how many were played; finished: turns; moments: actions.
    definition: of the game at its start.  before: the state to which `opening`, the events that
    open the turn to come, led up; step: the last one.
    phase, ordered: the nation, round and phase in which orders are counted, and how many it had.
    mover: the nation whose turn was the last, "" before the first.
    """

    records: int
    finished: int
    moments: int
    definition: Definition
    before: State
    opening: tuple[events.Event, ...]
    step: Step
    phase: tuple[str, int, str]
    ordered: int
    mover: NationName


@dataclass(frozen=True, slots=True)
class Position:
    """Where a save stands.

    step: the last good step; turns: those that were played, the one under way last if it has begun.
    earlier: how many turns before them were played another time and are not at hand (ADR 0035);
      `pbem.replay.turns_of` plays them again.
    moments: how many actions there were.  error: the first thing that was wrong, or None.
    unsigned_end: the nation whose turn is over but whose player has not signed its end, or "".
    rest: where the log can be taken up without playing it again; None in the middle of a turn, and
      when it was taken up there.
    """

    save: TrustedSave
    definition: Definition
    step: Step
    turns: tuple[Turn, ...]
    moments: int
    error: SaveError | None
    unsigned_end: NationName
    earlier: int = 0
    rest: ReplayCheckpoint | None = None

    @property
    def state(self) -> State:
        """The state the game is in now."""
        return self.step.state

    @property
    def nation(self) -> NationName:
        """The nation whose player has to do something; "" when the game is over."""
        return self.unsigned_end or waiting_nation(self.step)

    @property
    def mover(self) -> NationName:
        """The nation whose turn it is; another one than `nation` while a defender is asked."""
        return self.unsigned_end or self.state.nation

    @property
    def open_turn(self) -> Turn | None:
        """The turn under way, if it has a record already."""
        return self.turns[-1] if self.turns and not self.turns[-1].is_finished else None

    @property
    def finished(self) -> int:
        """How many turns are finished, without those that were taken back."""
        return self.earlier + sum(turn.is_finished for turn in self.turns)


def waiting_nation(step: Step) -> NationName:
    """The nation that a step waits for; "" when the game is over."""
    waiting = step.waiting
    return waiting.nation if isinstance(waiting, PhaseOpen | Decision | RollRequest) else NOBODY


def ends_turn(step: Step, nation: NationName) -> bool:
    """Whether a step ended the turn of a nation (or the game with it)."""
    if isinstance(step.waiting, GameOver):
        return True
    ended = [one for one in step.events if isinstance(one, events.turn.TurnEnded)]
    return any(one.nation == nation for one in ended)


def spec_of(waiting: RollRequest) -> RollSpec:
    """The dice that the engine waits for, as a roll request names them."""
    return RollSpec(
        phase=waiting.phase,
        where=waiting.territory,
        round=waiting.round,
        step=waiting.step,
        side=waiting.side,
        count=waiting.count,
        sides=waiting.sides,
    )


def require_playing(save: TrustedSave) -> None:
    """Refuse a game that has not started yet."""
    if save.state != PLAYING:
        waiting = [nation for nation, player in save.seats.items() if player not in save.players]
        raise NotYourTurnError(
            "not-started",
            f"the game has not started: nobody has joined yet for {', '.join(waiting) or 'a seat'}"
            if waiting
            else "the game has not been started by its host",
            "The host starts it when all answers are in.",
        )
