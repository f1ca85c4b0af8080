"""Events of the sequence of play: rounds, phases, agenda, the end of the game."""

from engine.core.agenda import Frame, Outcome
from engine.core.ids import NationName
from engine.core.standing_orders import StandingInstruction
from engine.core.words import PhaseName
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A new round begins; round counts from 1."""

    round: int


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase begins: `step` is its place in the sequence of the definition."""

    step: int
    nation: NationName
    phase: PhaseName


@dataclass(frozen=True, slots=True)
class PhaseOpened:
    """The automatic opening of the phase is over; orders are taken from now on."""

    nation: NationName
    phase: PhaseName


@dataclass(frozen=True, slots=True)
class PhaseSkipped:
    """A phase in which there is nothing to do; `reason` is one sentence."""

    nation: NationName
    phase: PhaseName
    reason: str


@dataclass(frozen=True, slots=True)
class PhaseClosing:
    """The player has given `done`; only the automatic closing remains."""

    nation: NationName
    phase: PhaseName


@dataclass(frozen=True, slots=True)
class PhaseEnded:
    """The automatic closing of a phase; the next step of the sequence follows."""

    nation: NationName
    phase: PhaseName


@dataclass(frozen=True, slots=True)
class PhaseLeft:
    """The triggers of the map after the step are over as well; the next step follows."""

    nation: NationName
    phase: PhaseName


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn of a nation is over: what it did in this turn is forgotten by units and state."""

    nation: NationName


@dataclass(frozen=True, slots=True)
class FramePushed:
    """Something has to be finished before the game goes on."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class FrameReplaced:
    """The topmost frame moves on."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class FramePopped:
    """The topmost frame is finished."""


@dataclass(frozen=True, slots=True)
class StandingOrdersChanged:
    """A nation has new standing orders; `instructions` are all of them, () for none."""

    nation: NationName
    instructions: tuple[StandingInstruction, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Somebody has won, or it is a draw."""

    outcome: Outcome


TurnEvent = (
    RoundBegan
    | PhaseBegan
    | PhaseOpened
    | PhaseSkipped
    | PhaseClosing
    | PhaseEnded
    | PhaseLeft
    | TurnEnded
    | FramePushed
    | FrameReplaced
    | FramePopped
    | StandingOrdersChanged
    | GameEnded
)
