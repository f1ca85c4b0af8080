"""A game at the page: the same session, draft and log as at the terminal.

Every request names the version of the turn that it was made for.  The version says how far the log
goes and what the draft holds, as they are on the disk: whatever another tab or a terminal did in
between is noticed, taken up and told, and nothing is doubled or lost.
"""

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine import Move, Order, Step, format_order
from engine.values import replace
from pbem.board.happened import Told, told_of
from pbem.board.undoing import Groups
from pbem.home import Home, SelectedSave
from pbem.play.drafts import Draft, keep_draft, open_session
from pbem.play.giving import give_order, moves_of_landing, rolls_unasked
from pbem.play.landing import landing_of
from pbem.play.session import Session
from pbem.play.standing_orders import file_standing
from pbem.post import mail_lines, post_handover, post_turn, recap_of
from pbem.replay import Position
from pbem.replay.errors import NotYourTurnError
from pbem.save.game_store import CURRENT
from pbem.save.keys import NamedKey
from pbem.save.records import MAX_MESSAGE
from pbem.save.shelf import GameRef
from pbem.save.trust import PLAYING, TrustedSave
from pbem.text import counted, plain
from pbem.usage import UsageError
from pbem.wire.errors import OutOfTurnError

_ELSEWHERE = frozenset({"draft-moved-on", "stale"})
"""What the draft and the log say when another program has changed them at the same moment."""
_MOST_TOLD = 400


class MovedOnError(Exception):
    """The turn is not any more what the page showed."""

    code = "moved-on"

    def __init__(self) -> None:
        super().__init__(
            "The turn went on elsewhere: in another tab, at the terminal, or by mail. "
            "Nothing of what you just did was taken; this is how it stands now."
        )


class Table:
    """One game of the player's.

    clock: Unix seconds.  progress: told, in a few words, what takes a while.
    """

    def __init__(
        self,
        home: Home,
        ref: GameRef,
        key: NamedKey,
        clock: Callable[[], int],
        progress: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Nothing is read before the game is looked at."""
        self.ref = ref
        self.home = home
        self.session: Session | None = None
        self.position: Position | None = None
        self.message = ""
        self.happened: list[tuple[Told, ...]] = []
        self._key = key
        self._clock = clock
        self._progress = progress
        self._draft = Draft()
        self._groups = Groups()
        self._seen: tuple[object, ...] = ()
        self._lock = threading.RLock()

    @property
    def save(self) -> TrustedSave:
        """The newest save; UsageError when the game is gone."""
        if self.session is not None:
            return self.session.save
        if self.position is not None:
            return self.position.save
        save = self.home.game_store.load(self.ref, self.home.keyring())
        if save is None:
            raise UsageError("save-not-found", "This game is not in your list any more.")
        return save

    @property
    def step(self) -> Step | None:
        """Where the game stands with the pending orders; None before it has started."""
        if self.session is not None:
            return self.session.step
        return self.position.step if self.position is not None else None

    @property
    def own_nations(self) -> tuple[str, ...]:
        """The nations whose seats the player holds."""
        save, mine = self.save, self.public
        return tuple(
            nation
            for nation, player in save.seats.items()
            if player is not None and save.players.get(player) == mine
        )

    @property
    def public(self) -> bytes:
        """The public key of the player."""
        return self._key.key.public

    @property
    def version(self) -> str:
        """What a request has to name: how far the log goes, and what the draft holds."""
        return hashlib.sha256(repr(self._seen).encode()).hexdigest()[:16]

    @property
    def undone(self) -> tuple[tuple[Order, ...], ...]:
        """What was taken back, each order with those that needed it, the first first."""
        return self._groups.undone

    @contextmanager
    def looking(self) -> Iterator["Table"]:
        """Hold the game still while it is looked at, as it is on the disk now."""
        with self._lock:
            self._catch_up()
            yield self

    @contextmanager
    def changing(self, version: str) -> Iterator[Session]:
        """The session, for a change of the turn that was made for a version; kept afterwards.

        Raises MovedOnError when the turn is another one by now, and NotYourTurnError when it is
        not the player's.
        """
        with self._lock:
            self._catch_up()
            if version != self.version:
                raise MovedOnError
            session = self.session
            if session is None:
                raise NotYourTurnError("not-your-turn", "the game waits for somebody else")
            try:
                try:
                    yield session
                finally:
                    self._keep()
            except (NotYourTurnError, OutOfTurnError) as error:
                if error.code not in _ELSEWHERE:
                    raise
                self._seen = ()
                raise MovedOnError from error

    def give(self, version: str, orders: tuple[Order, ...]) -> None:
        """Give orders, all of them or none.

        Raises IllegalOrderError for the first that is not legal, MovedOnError, and what a roll
        raises: the orders stand then, and `roll` goes on.
        """
        with self.changing(version) as session:
            self._give(session, orders)
            self._roll_on(session)

    def land(self, version: str, order: Move) -> None:
        """Give the orders of a whole landing; they are taken back as one.

        Where ships have no room for all, as many go as there is room for, and that is told.
        """
        with self.changing(version) as session:
            definition = session.state.definition
            text = format_order(order, definition)
            landing = order
            while not landing_of(session.state, landing)[0] and (less := _one_less(landing)):
                landing = less
            moves = moves_of_landing(session, landing, f"Land {text.partition(' ')[2]}")
            if landing is not order:
                self._say(f"only so many fit aboard: {format_order(landing, definition)}")
            self._give(session, moves)

    def undo(self, version: str, index: int | None) -> None:
        """Take back an order, or the last one, and those that need it."""
        with self.changing(version) as session:
            if not session.pending:
                raise UsageError("nothing-to-undo", "There is nothing to take back.")
            if index is None:
                index = self._groups.begin_of_last(session.pending)
            elif not 0 <= index < len(session.pending):
                raise UsageError("no-such-order", "There is no such order any more.")
            gone = session.undo(index)
            self._groups.taken_back(gone)
            definition = session.state.definition
            self._say(*(f"taken back: {format_order(order, definition)}" for order in gone))

    def redo(self, version: str, index: int | None = None) -> None:
        """Give the orders again that were taken back at once: those of `undone`, or the last."""
        with self.changing(version) as session:
            place = len(self.undone) - 1 if index is None else index
            if not 0 <= place < len(self.undone):
                raise UsageError("nothing-to-redo", "There is nothing to give again.")
            self._give(session, self.undone[place])

    def roll(self, version: str) -> None:
        """Roll the dice that the game waits for."""
        with self.changing(version) as session:
            self._roll(session)
            self._roll_on(session)

    def set_message(self, version: str, text: str) -> None:
        """Words to the others, sent with the turn."""
        if len(text.encode()) > MAX_MESSAGE:
            raise UsageError("message-too-long", f"At most {MAX_MESSAGE} bytes can be sent.")
        with self.changing(version):
            self.message = text

    def stand(self, version: str, text: str) -> None:
        """Make a text the standing orders of the nation that plays, also after its last `done`.

        Raises OrderFileError with every fault, and NotYourTurnError; nothing is changed then.
        """
        with self.changing(version) as session:
            last: tuple[Order, ...] = ()
            if session.is_over and session.pending:
                last = session.undo(len(session.pending) - 1)
            try:
                given = file_standing(session, text)
            finally:
                for order in last:
                    session.give(order)
            if given:
                self._groups.given(given)

    def finish(self, version: str) -> tuple[str, ...]:
        """Sign the end of the turn, or hand it over, and mail it; what became of the mail."""
        with self.changing(version) as session:
            self._progress("asking the dice authority to close the turn")
            if session.waits_for:
                session.hand_over()
            else:
                session.finish(self.message)
                self.message = ""
        with self._lock:
            self._groups.final()
            self._open()
            return self._posted()

    def _posted(self) -> tuple[str, ...]:
        """Mail the turn, unless the next one is the player's own and goes out with it."""
        position = self.position
        sends = self.home.config.mail is not None and self.save.genesis.mode == "mail"
        if position is None or not sends or self.session is not None:
            return ()
        self._progress("sending the mail")
        post = post_turn if position.open_turn is None else post_handover
        return tuple(mail_lines(post(self.home, position, self._key, self._clock())))

    def _give(self, session: Session, orders: tuple[Order, ...]) -> None:
        """Give orders; when one is refused those before it are taken back."""
        before = len(session.pending)
        for order in orders:
            step = session.step
            try:
                stays = give_order(session, order)
            except Exception:
                for index in reversed(range(before, len(session.pending))):
                    session.undo(index)
                raise
            self._say(*(f"stays: {reason.text}" for reason in stays))
            self._tell(step, session.step)
        self._groups.given(session.pending[before:])

    def _roll_on(self, session: Session) -> None:
        while rolls_unasked(session):
            self._roll(session)

    def _roll(self, session: Session) -> None:
        before = session.step
        self._progress("asking the dice authority for dice")
        self._tell(before, session.roll()[2])
        self._groups.final()
        self._keep()

    def _say(self, *lines: str) -> None:
        self._record(tuple(Told(plain(line)) for line in lines))

    def _tell(self, before: Step, step: Step) -> None:
        self._record(told_of(before.state, step.events))

    def _record(self, told: tuple[Told, ...]) -> None:
        if told:
            self.happened.append(told)
            del self.happened[:-_MOST_TOLD]

    @property
    def _folder(self) -> Path:
        return self.home.game_store.folder(self.ref)

    def _stamp(self) -> tuple[object, ...]:
        """What tells one state of the turn on the disk from another."""
        current = (self._folder / CURRENT).stat()
        draft = self.home.draft_path(self.ref)
        text = draft.read_bytes() if draft.is_file() else b""
        return current.st_mtime_ns, current.st_size, current.st_ino, text

    def has_moved_on(self) -> bool:
        """Whether somebody else has changed the turn since it was last looked at."""
        with self._lock:
            return self._seen != () and self._stamp() != self._seen

    def _catch_up(self) -> None:
        """Open the turn anew when somebody else has changed it."""
        if self._seen == () or self._stamp() != self._seen:
            self._open()

    def _open(self) -> None:
        was_open = self.session is not None
        self.session = self.position = None
        self._groups.clear()
        self._seen = self._stamp()
        save = self.save
        if save.state != PLAYING:
            return
        self.position = position = self.home.position(save)
        if position.error is not None:
            raise position.error
        try:
            opened = open_session(self.home, SelectedSave(save, None), self._key, self._clock)
        except NotYourTurnError:
            return
        self.session, self._draft = opened
        self.message = self._draft.message
        if not was_open:
            self._welcome(self.session)
        else:
            self._groups.final()

    def _welcome(self, session: Session) -> None:
        """What was restored, what no longer fits, and what went before in a battle under way."""
        if self._draft.given:
            self._say(f"{counted(self._draft.given, 'order')} of your draft restored.")
        self._say(*(f"Your draft no longer fits: {text}" for text in self._draft.lost))
        self._say(*recap_of(session))

    def _keep(self) -> None:
        """Keep what changed, and know it again."""
        if self.session is None:
            return
        keep_draft(self.home, self.session, self._draft, self.message)
        self._seen = self._stamp()


def _one_less(landing: Move) -> Move | None:
    """The same with one unit less of the most numerous; None when that leaves nobody."""
    most = max(landing.picks, key=lambda pick: pick.count)
    if len(landing.picks) == 1 and most.count == 1:
        return None
    less = replace(most, count=most.count - 1, units=most.units[:-1])
    picks = (less if pick is most else pick for pick in landing.picks)
    return replace(landing, picks=tuple(pick for pick in picks if pick.count))
