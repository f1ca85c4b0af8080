"""A player's turn under way.

Orders are kept until the first roll that needs them; then they are signed into the log, the log is
stored, the dice are requested, and the receipt is stored.  From that moment they are final.  At the
end the dice authority closes the turn: it vouches that the log lacks no roll.  If
the process is killed anywhere, the stored log says where the turn goes on, and asking for the same
dice or the same closing again gives the same bytes (docs/formats/dice-v1.md).

A turn that is kept in a home changes in `changing` alone: held against other programs, and only if
it is still what this one saw (ADR 0063).
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from engine import (
    NationName,
    Order,
    RollRequest,
    RollResult,
    Step,
    order_to_plain,
    state_digest,
)
from pbem.dice.authorities import Authorities
from pbem.dice.protocol import RollSpec
from pbem.play.draft_file import DraftFile, MovedOnError
from pbem.play.draft_view import draft_text
from pbem.play.pending import OpenTurn, Pending
from pbem.play.spent_rolls import USED_UP, cleared_number
from pbem.replay import (
    Position,
    require_playing,
    spec_of,
)
from pbem.replay.errors import IllegalOrderError, NotYourTurnError
from pbem.save.consent_records import RollAgain
from pbem.save.dice_agreements import terms_of
from pbem.save.ending import EndingFile
from pbem.save.records import Roll
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.wire.errors import DiceError, OutOfTurnError
from pbem.wire.signing import SigningKey


class Session(OpenTurn):
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
        check_holds_seat(position, key.public)
        is_over = bool(position.unsigned_end)
        pending = Pending(position.step, position.mover, is_over=is_over)
        has_begun = position.open_turn is not None
        super().__init__(position.nation, position.mover, pending, has_begun=has_begun)
        self.save = position.save
        self._key = key
        self._dice = dice
        self._store = store
        self._clock = clock
        self._fresh = fresh
        self._ending = ending or EndingFile()
        self._file: DraftFile | None = None
        self._is_held = False
        self._introduced = False
        self._held = frozenset(position.save.seats_of(key.public))

    def is_mine(self, nation: NationName) -> bool:
        """Whether the player holds the seat of a nation."""
        return nation in self._held

    def keep_in(self, file: DraftFile) -> None:
        """Keep the draft in a file from now on, which this turn was taken up from."""
        self._file = file

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Hold the turn for changes that belong together; its draft is kept when the block ends.

        Blocks may lie in each other.  Raises MovedOnError when another program has changed the turn
        since this one looked, and BusyTurnError while one does; nothing has changed then.
        """
        if self._file is None or self._is_held:
            yield
            return
        with self._file.held():
            before = self._state()
            self._is_held = True
            try:
                yield
            except OutOfTurnError as error:
                if error.code != "stale":
                    raise
                # A program that holds no turn, such as `fetch`, was quicker by a moment.
                raise MovedOnError from error
            finally:
                self._is_held = False
                if self._state() != before:
                    head, orders = self.save.head, self.pending
                    text = draft_text(head, self.message, orders, self.state.definition)
                    self._file.write(text.encode())

    def _state(self) -> tuple[object, ...]:
        """What the log and the draft are made of."""
        return self.save.head, self.pending, self.message

    def roll(self) -> tuple[RollRequest, RollResult, Step]:
        """Make the pending orders final, get the dice the game waits for, and go on.

        Dice that were drawn before and taken back come again, without asking the authority.
        Raises DiceError or DiceUnavailableError; then the turn waits at this point and the same
        call goes on later.
        """
        with self.changing():
            waiting = self._requested()
            self._commit()
            return waiting, *self._rolled_for(waiting)

    def _rolled_for(self, waiting: RollRequest) -> tuple[RollResult, Step]:
        """The dice that the game waits for, in the log, and where they lead."""
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
        return roll, self._pending.go_on(roll)

    def hand_over(self) -> TrustedSave:
        """Sign the orders so far, because another player has to go on in the middle of the turn."""
        with self.changing():
            if not self.waits_for:
                raise NotYourTurnError("turn-not-over", f"the game waits for {self.nation}")
            self._commit()
            return self.save

    def show(self) -> TrustedSave:
        """Sign the orders so far, because the others are to see them before the turn is over.

        What is shown is final. Raises NotYourTurnError when there is nothing to show.
        """
        with self.changing():
            if self.is_over or self.waits_for:
                raise NotYourTurnError(
                    "turn-complete",
                    f"the turn of {self.mover} only has to be signed",
                    "Sign it with `pbem play`; it goes out whole.",
                )
            self._commit()
            if not self._has_begun:
                raise NotYourTurnError(
                    "nothing-to-show",
                    f"nothing has been ordered in the turn of {self.mover} yet",
                    "Give orders first, with `pbem play`.",
                )
            return self.save

    def finish(self, message: str = "") -> TrustedSave:
        """Sign the end of the turn and have it closed; the save that goes to the next player.

        message: in place of the one that was set.  An end that was signed here before, and perhaps
        closed already, is the one that counts.
        Raises DiceError when rolls were made that the log lacks, or when this turn was closed from
        another position, and DiceUnavailableError when it cannot be reached.  All orders are final
        then, and the same call goes on later.
        """
        with self.changing():
            if not self.is_over:
                raise NotYourTurnError("turn-not-over", f"the turn of {self.mover} is not over yet")
            self._commit()
            self._introduce()
            grown = self._past_strangers(lambda: self._ended(message or self.message))
            self._store(grown)
            self.save = grown
            return grown

    def _rolled(self, spec: RollSpec) -> TrustedSave:
        request = self.save.request(self.mover, spec).sign(self._key)
        receipts = self._dice.roll(request, self._key)
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
        # It is signed with the end, and cannot be changed any more.
        self.message = ""
        closings = self._dice.close(ending.request)
        return self.save.append_turn_end(ending, closings, self._statements(closings))

    def _past_strangers(self, ask: Callable[[], TrustedSave]) -> TrustedSave:
        """What `ask` gives; numbers that others used up out of turn are void, and it asks again."""
        while True:
            try:
                return ask()
            except DiceError as error:
                if error.code not in USED_UP:
                    raise _if_lost(error) from None
                cleared = cleared_number(self.save, self.mover, self._key, self._dice)
                if cleared is None:
                    raise _if_lost(error) from None
            self._store(cleared)
            self.save = cleared

    def _statements(self, answers: Sequence[bytes]) -> tuple[bytes, ...]:
        return self._dice.statements(answers, [source.key for source in self.save.sources])

    def _introduce(self) -> None:
        """Tell the dice authority who plays with which key now, if that has changed."""
        if self._introduced:
            return
        terms = [term for term in terms_of(self.save.genesis, self.save.entries) if term.is_last]
        for entry in self.save.entries:
            if entry.motion is not None and (entry.motion.handover or entry.motion.new_authority):
                # A new authority began with the seats as they were when it was proposed.
                places = [term.which for term in terms if term.asked < entry.index]
                self._dice.register_seats(entry.raw, places)
        self._introduced = True

    def with_pending(self) -> TrustedSave:
        """The save as it would be if the pending orders were final; nothing is stored.

        Each order is a record of its own, so that players can agree to go back to any of them.
        """
        grown = self.save
        for nation, order in zip(self._pending.nations, self.pending, strict=True):
            grown = grown.append_orders(nation, [order_to_plain(order)], self._key)
        return grown

    def _commit(self) -> None:
        """Orders into the log, durably."""
        if not self.pending:
            return
        self._has_begun = True
        grown = self.with_pending()
        self._store(grown)
        self.save = grown
        self._pending.make_final()


def _if_lost(error: DiceError) -> DiceError:
    """What an authority refused, with the way out when the position that it wants is lost."""
    what = {
        "reroll-refused": "void-roll",
        "rolls-missing": "void-roll",
        "closing-refused": "void-turn",
    }.get(error.code)
    if what is not None:
        asks = f"`pbem propose GAME {what}` asks all others to let you play on."
        error.way_out += f" Only if nobody has it, {asks}"
    return error


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
