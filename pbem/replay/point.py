"""A point of a log between two actions, and whether what comes next fits there."""

from typing import Final

from engine import NOBODY, NationName, RollRequest, State, Step, events
from engine.values import dataclass
from pbem.dice.protocol import DiceRequest
from pbem.motions.consent import SignedProposal
from pbem.replay.errors import NotYourTurnError, UnfitDiceError
from pbem.replay.model import ReplayCheckpoint, Turn, spec_of, waiting_nation
from pbem.replay.notices import Notice
from pbem.replay.persistent_list import PersistentList
from pbem.replay.slicing import Reached
from pbem.save.entries import LogEntry
from pbem.save.holders import Holders

LAST_GOOD: Final = "The last good position remains; ask the sender about it."

_NO_TURNS: PersistentList[Turn] = PersistentList()
_NO_EVENTS: PersistentList[events.Event] = PersistentList()
NO_NOTICES: PersistentList[Notice] = PersistentList()


@dataclass(frozen=True, slots=True)
class Point:
    """The play between two actions: what a take-back returns to.

    step: the last one; finished: turns; number: of moments.  Of the turn under way: its events, the
    state before it and before its last action, its first record (None before it has one) and last
    one, whether it is over, its nation, and what happened beside the board.
    """

    step: Step
    before: Reached
    penultimate: State
    number: int = 0
    finished: PersistentList[Turn] = _NO_TURNS
    happened: PersistentList[events.Event] = _NO_EVENTS
    first: int | None = None
    last: int = 0
    over: bool = False
    mover: NationName = NOBODY
    notices: PersistentList[Notice] = NO_NOTICES

    @property
    def on_turn(self) -> NationName:
        """The nation whose turn it is, until its end is signed."""
        return self.mover if self.over else self.step.state.nation

    @property
    def waits_for(self) -> NationName:
        """Who has to do something: the player who has to sign an end too."""
        return self.mover if self.over else waiting_nation(self.step)

    def may_ask(self) -> set[str]:
        """The nation whose turn it is, and the one for which dice may be rolled."""
        waiting = self.step.waiting
        asked = {waiting.nation} if isinstance(waiting, RollRequest) else set()
        return asked | {self.on_turn}

    def check_not_over(self) -> None:
        """NotYourTurnError when nothing but the end of the turn can come."""
        if self.over:
            text = f"the turn of {self.mover} is over, but its end is not signed"
            raise NotYourTurnError("turn-not-ended", text, "Ask its player for the whole turn.")

    def check_nation(self, nation: str) -> None:
        """NotYourTurnError unless the game waits for this nation."""
        self.check_not_over()
        expected = waiting_nation(self.step)
        if nation != expected:
            turn = f"it is the turn of {expected}" if expected else "the game is over"
            raise NotYourTurnError(
                "not-your-turn", f"it is signed for {nation}, and {turn}", LAST_GOOD
            )

    def check_request(self, request: DiceRequest) -> None:
        """UnfitDiceError unless the game waits for just these dice."""
        waiting = self.step.waiting
        if not isinstance(waiting, RollRequest):
            raise UnfitDiceError(
                "no-dice-wanted", "the game does not wait for dice here", LAST_GOOD
            )
        if request.spec != spec_of(waiting):
            raise UnfitDiceError(
                "other-dice-wanted",
                f"the game waits for {waiting.purpose}, but other dice were rolled",
                LAST_GOOD,
            )

    def check_no_dice(self, code: str) -> None:
        """UnfitDiceError when dice are asked for that nobody may skip."""
        waiting = self.step.waiting
        if isinstance(waiting, RollRequest):
            text = f"dice are asked for {waiting.purpose}, and they would be skipped"
            raise UnfitDiceError(code, text, "Roll them first, then propose it again.")

    def check_appender(self, entry: LogEntry, signed: SignedProposal, holders: Holders) -> None:
        """The player to move puts agreements into the log; others if they are replaced."""
        nation = self.waits_for
        holder = holders.holder_before(nation, entry.index)
        if holder is None or holder.key == entry.signer:
            return
        is_replaced = signed.proposal.motion.displaces(nation, holder.key)
        signers = (signed.proposal.proposer, *(one.by for one in signed.consents))
        if not (is_replaced and entry.signer in signers):
            raise NotYourTurnError(
                "not-yours-to-enact",
                f"it is the turn of {nation}, and its player has to put this into the game",
                "Send that player the consents.",
            )


def resumed(rest: ReplayCheckpoint) -> Point:
    """The point at which a log is taken up."""
    return Point(
        step=rest.step,
        before=Reached(rest.before),
        penultimate=rest.step.state,
        number=rest.moments,
        happened=PersistentList(rest.opening),
        last=rest.records - 1,
        mover=rest.mover,
    )
