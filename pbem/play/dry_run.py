"""The dry run of a turn: on a copy of the position, with dice that favour the attacker."""

from engine import Illegal, Order, RollRequest, RollResult, State, Step
from pbem.play.pending import Pending
from pbem.play.playable import Playable
from pbem.replay import waiting_nation
from pbem.replay.errors import NotYourTurnError


class DryRun:
    """A turn under way that is played on a copy: attackers hit, defenders miss, nothing is stored.

    An order that is illegal here cannot be legal in the turn itself, whatever the dice say.
    Defenders who would be asked in the player's own turn do what the defaults say.
    """

    def __init__(self, turn: Playable) -> None:
        """turn: the one that is copied as it stands; a dry run can be copied too."""
        self.nation = turn.nation
        self.mover = turn.mover
        self.plays_turn = turn.plays_turn
        self._is_mine = turn.is_mine
        self._was_under_way = turn.is_under_way
        self._pending = Pending(turn.step, turn.mover, is_over=turn.is_over)

    @property
    def step(self) -> Step:
        """Where the copy stands."""
        return self._pending.step

    @property
    def state(self) -> State:
        """The state of that step."""
        return self._pending.state

    @property
    def pending(self) -> tuple[Order, ...]:
        """Orders of the dry run since its last dice."""
        return self._pending.orders

    @property
    def is_under_way(self) -> bool:
        """Whether an order of this turn has been given already."""
        return self._was_under_way or bool(self.pending)

    @property
    def is_over(self) -> bool:
        """Whether the turn is over and the player's to end."""
        return self._pending.is_over and self.plays_turn

    @property
    def waits_for(self) -> str:
        """The nation of another player that has to go on now; "" in the player's own turn."""
        if self.plays_turn:
            return ""
        nation = self.mover if self._pending.is_over else waiting_nation(self.step)
        return "" if self.is_mine(nation) else nation

    @property
    def needs_dice(self) -> bool:
        """Whether the game waits for dice."""
        waiting = self.step.waiting
        return isinstance(waiting, RollRequest) and not self.is_over and not self.waits_for

    def is_mine(self, nation: str) -> bool:
        """Whether the player decides for a nation."""
        return self._is_mine(nation)

    def attempt(self, order: Order) -> tuple[Illegal, ...]:
        """Give one order if it is legal; every reason against it, () when it was given."""
        return self._pending.attempt(order)

    def give(self, order: Order) -> Step:
        """Give one order; IllegalOrderError with all reasons if the rules refuse it."""
        return self._pending.give(order)

    def undo(self, index: int, *, alone: bool = False) -> tuple[Order, ...]:
        """Take back a pending order; raises as Pending.undo does."""
        return self._pending.undo(index, alone=alone)

    def roll(self) -> tuple[RollRequest, RollResult, Step]:
        """Go on as if every attacker hit and every defender missed."""
        waiting = self.step.waiting
        if not isinstance(waiting, RollRequest):
            raise NotYourTurnError("no-dice-wanted", "the game does not wait for dice")
        face = 1 if waiting.side != "defender" else waiting.sides
        roll = RollResult((face,) * waiting.count)
        return waiting, roll, self._pending.go_on(roll)
