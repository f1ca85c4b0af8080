"""A player's turn under way.

Orders are kept until the first roll that needs them; then they are signed into the log, the log is
stored, the dice are requested, and the receipt is stored.  From that moment they are final.  At the
end the dice authority closes the turn: it vouches that the log lacks no roll.  If
the process is killed anywhere, the stored log says where the turn goes on, and asking for the same
dice or the same closing again gives the same bytes (docs/formats/dice-v1.md).
"""

import secrets
from collections.abc import Callable, Sequence
from itertools import groupby

from engine import (
    Illegal,
    Order,
    RollRequest,
    RollResult,
    State,
    Step,
    order_to_plain,
    state_digest,
)
from pbem.dice.authorities import Authorities
from pbem.dice.protocol import RollSpec
from pbem.play.pending import Pending
from pbem.play.tried import Tried
from pbem.play.used_up import USED_UP, cleared_number
from pbem.replay import (
    Position,
    require_playing,
    spec_of,
    waiting_nation,
)
from pbem.replay.errors import IllegalOrderError, NotYourTurnError
from pbem.save.consent_records import RollAgain
from pbem.save.ending import EndingFile
from pbem.save.records import Roll
from pbem.save.trust import TrustedSave
from pbem.text import quoted
from pbem.wire.consent import KeyChange, Substitution
from pbem.wire.errors import DiceError
from pbem.wire.signing import SigningKey


class Session:
    """Playing on from a position for a player: their own turn, or what they are asked in another.

    nation: the one they play for when the session begins; mover: whose turn it is.
    store: called with the longer save whenever the log has grown; it must not return before the
    save is durable.  clock: Unix seconds.  fresh: random bytes.  ending: where the end of the turn
    is kept until it is closed; None for a game that is gone with the program.
    """

    def __init__(
        self,
        position: Position,
        key: SigningKey,
        dice: Authorities,
        store: Callable[[TrustedSave], None],
        clock: Callable[[], int],
        fresh: Callable[[int], bytes] = secrets.token_bytes,
        ending: EndingFile | None = None,
    ) -> None:
        """Raises NotYourTurnError when the key does not hold the seat of the nation to move."""
        require_playing(position.save)
        self.nation = position.nation
        self.mover = position.mover
        check_holds_seat(position, key.public)
        self.save = position.save
        self._key = key
        self._dice = dice
        self._store = store
        self._clock = clock
        self._fresh = fresh
        self._ending = ending or EndingFile()
        self._began = position.open_turn is not None
        self._introduced = False
        self._pending = Pending(position.step, self.mover, is_over=bool(position.unsigned_end))
        self._held = frozenset(
            nation
            for nation, player in position.save.seats.items()
            if player is not None and position.save.players.get(player) == key.public
        )

    @property
    def step(self) -> Step:
        """Where the game stands with all orders."""
        return self._pending.step

    @property
    def state(self) -> State:
        """The state with all pending orders."""
        return self.step.state

    @property
    def steps(self) -> Sequence[Step]:
        """The step after the last dice, and where each pending order led."""
        return self._pending.steps

    @property
    def tried(self) -> Tried:
        """What was tried on its positions."""
        return self._pending.tried

    @property
    def pending(self) -> tuple[Order, ...]:
        """Orders that can still be taken back."""
        return self._pending.orders

    @property
    def is_over(self) -> bool:
        """Whether nothing is left but to sign the end of the turn, and it is theirs to sign."""
        return self._pending.is_over and self.mover in self._held

    @property
    def plays_turn(self) -> bool:
        """Whether it is the player's own turn, and not one in which they are only asked."""
        return self.mover in self._held

    @property
    def waits_for(self) -> str:
        """The nation of another player that has to go on now; "" while it is this player."""
        nation = self.mover if self._pending.is_over else waiting_nation(self.step)
        return "" if nation in self._held else nation

    def is_mine(self, nation: str) -> bool:
        """Whether the player holds the seat of a nation."""
        return nation in self._held

    @property
    def is_under_way(self) -> bool:
        """Whether an order of this turn has been given already, signed or not."""
        return bool(self.pending) or self._began

    @property
    def needs_dice(self) -> bool:
        """Whether the game waits for dice."""
        if self.is_over or self.waits_for:
            return False
        return isinstance(self.step.waiting, RollRequest)

    def attempt(self, order: Order) -> tuple[Illegal, ...]:
        """Give one order if it is legal; every reason against it, () when it was given."""
        self._check_open()
        return self._pending.attempt(order)

    def give(self, order: Order) -> Step:
        """Give one order; IllegalOrderError with all reasons if the rules refuse it."""
        self._check_open()
        return self._pending.give(order)

    def _check_open(self) -> None:
        if self.is_over:
            raise NotYourTurnError("turn-over", f"the turn of {self.mover} is over")
        if self.waits_for:
            raise NotYourTurnError(
                "not-your-turn",
                f"the game waits for {self.waits_for}",
                "Hand it over; it comes back afterwards.",
            )

    def undo(self, index: int, *, alone: bool = False) -> tuple[Order, ...]:
        """Take back a pending order (B159); returns it and those that needed it, in order.

        alone: refuse when others need it.  Raises as Pending.undo does.
        """
        return self._pending.undo(index, alone=alone)

    def undo_all(self) -> None:
        """Take back all pending orders."""
        self._pending.undo_all()

    def roll(self) -> tuple[RollRequest, RollResult, Step]:
        """Make the pending orders final, get the dice the game waits for, and go on.

        Dice that were drawn before and taken back come again, without asking the authority.
        Raises DiceError or DiceUnavailableError; then the turn waits at this point and the same
        call goes on later.
        """
        waiting = self.step.waiting
        if not self.needs_dice or not isinstance(waiting, RollRequest):
            raise NotYourTurnError("no-dice-wanted", "the game does not wait for dice")
        self._commit()
        spec = spec_of(waiting)
        drawn = self.save.drawn_before(self.mover, spec)
        if drawn is None:
            self._introduce()
            grown = self._past_strangers(lambda: self._rolled(spec))
            drawn = len(grown.entries) - 1
        else:
            again = RollAgain(self.save.head, self.mover, drawn)
            grown = self.save.append_consent_record(again, self._key)
        self._store(grown)
        self.save = grown
        roll = RollResult(_dice_of(grown, drawn))
        return waiting, roll, self._pending.go_on(roll)

    def hand_over(self) -> TrustedSave:
        """Sign the orders so far, because another player has to go on in the middle of the turn."""
        if not self.waits_for:
            raise NotYourTurnError("turn-not-over", f"the game waits for {self.nation}")
        self._commit()
        return self.save

    def finish(self, message: str = "") -> TrustedSave:
        """Sign the end of the turn and have it closed; the save that goes to the next player.

        An end that was signed here before, and perhaps closed already, is the one that counts.
        Raises DiceError when rolls were made that the log lacks, or when this turn was closed from
        another position, and DiceUnavailableError when it cannot be reached.  All orders are final
        then, and the same call goes on later.
        """
        if not self.is_over:
            raise NotYourTurnError("turn-not-over", f"the turn of {self.mover} is not over yet")
        self._commit()
        self._introduce()
        grown = self._past_strangers(lambda: self._ended(message))
        self._store(grown)
        self.save = grown
        return grown

    def _rolled(self, spec: RollSpec) -> TrustedSave:
        request = self.save.request(self.mover, spec).sign(self._key)
        receipts = self._dice.roll(request)
        return self.save.append_roll(request, receipts, self._statements(receipts))

    def _ended(self, message: str) -> TrustedSave:
        ending = self._ending.of(self.save.head)
        if ending is None:
            ending = self.save.sign_end(
                self.mover,
                state_digest(self.state),
                self._key,
                time=self._clock(),
                message=message,
                random=self._fresh(16),
            )
            self._ending.keep(ending)
        closings = self._dice.close(ending.request)
        return self.save.append_turn_end(ending, closings, self._statements(closings))

    def _past_strangers(self, ask: Callable[[], TrustedSave]) -> TrustedSave:
        """What `ask` gives; numbers that others used up out of turn are void, and it asks again."""
        while True:
            try:
                return ask()
            except DiceError as error:
                if error.code not in USED_UP:
                    raise
                cleared = cleared_number(self.save, self.mover, self._key, self._dice)
                if cleared is None:
                    raise
            self._store(cleared)
            self.save = cleared

    def _statements(self, answers: Sequence[bytes]) -> tuple[bytes, ...]:
        return self._dice.statements(answers, [source.key for source in self.save.sources])

    def _introduce(self) -> None:
        """Tell the dice authority who plays with which key now, if that has changed."""
        if self._introduced:
            return
        for entry in self.save.entries:
            agreement = entry.agreement
            if agreement is not None and isinstance(
                agreement.proposal.motion, Substitution | KeyChange
            ):
                self._dice.register_seats(entry.raw)
        self._introduced = True

    def _commit(self) -> None:
        """Orders into the log, durably: one record for each stretch of one nation."""
        if not self.pending:
            return
        self._began = True
        grown = self.save
        given = zip(self._pending.nations, self.pending, strict=True)
        for nation, stretch in groupby(given, key=lambda pair: pair[0]):
            plain = [order_to_plain(order) for _, order in stretch]
            grown = grown.append_orders(nation, plain, self._key)
        self._store(grown)
        self.save = grown
        self._pending.make_final()


def check_holds_seat(position: Position, public: bytes) -> None:
    """Raise NotYourTurnError unless the key holds the seat of the nation to move."""
    nation = position.nation
    if not nation:
        raise NotYourTurnError("game-over", "the game is over")
    player = position.save.player_of(nation)
    if position.save.players.get(player) == public:
        return
    what = f"it is the turn of {nation}"
    if position.mover != nation:
        what = f"the turn of {position.mover} waits for {nation}"
    raise NotYourTurnError(
        "not-your-turn",
        f"{what}, and {quoted(player)} holds that seat, not you",
        "Wait until it is yours.",
    )


def replayed_orders(session: Session, orders: tuple[Order, ...]) -> tuple[tuple[Order, str], ...]:
    """Give the orders of a draft again; returns those that no longer fit, with the reason."""
    lost: list[tuple[Order, str]] = []
    for order in orders:
        try:
            session.give(order)
        except (IllegalOrderError, NotYourTurnError) as error:
            lost.append((order, str(error)))
    return tuple(lost)


def _dice_of(save: TrustedSave, index: int) -> tuple[int, ...]:
    record = save.records[index]
    if not isinstance(record, Roll):
        raise TypeError("the record is not a roll")
    return record.dice
