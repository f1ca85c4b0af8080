"""A game at the page: the same session, draft and log as at the terminal.

Every request names the version of the turn that it was made for.  The version says how far the log
goes and what the draft holds, as they are on the disk: whatever another tab or a terminal did in
between is noticed, taken up and told, and nothing is doubled or lost.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine import NationName, Step
from pbem.board.board_turn import BoardTurn
from pbem.home import Home, SelectedSave
from pbem.lobby.computer_seats import own_computer_seats
from pbem.mail.errors import MailError
from pbem.play.computer import play_by_computer, played_words
from pbem.play.draft_file import BusyTurnError, DraftFile, MovedOnError
from pbem.play.drafts import Draft, open_session
from pbem.play.session import Session
from pbem.post import mail_lines, post_position, post_so_far, recap_of, show_battles
from pbem.replay import Position, waiting_nation
from pbem.replay.errors import NotYourTurnError
from pbem.save.keys import NamedKey
from pbem.save.records import MAX_MESSAGE
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.text import counted, plain
from pbem.usage import UsageError


class Table(BoardTurn):
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
        super().__init__(home, ref, ref.folder_name, progress)
        self.session: Session | None = None
        self.position: Position | None = None
        self._key = key
        self._clock = clock
        self._file = DraftFile(home, ref)

    @property
    def turn(self) -> Session | None:
        """The session; None while the game waits for somebody else."""
        return self.session

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
    def own_nations(self) -> tuple[NationName, ...]:
        """The nations whose seats the player holds."""
        return tuple(map(NationName, self.save.seats_of(self.public)))

    @property
    def key(self) -> NamedKey:
        """The player's key."""
        return self._key

    @property
    def public(self) -> bytes:
        """The public key of the player."""
        return self._key.key.public

    @property
    def version(self) -> str:
        """What a request has to name: how far the log goes, and what the draft holds."""
        return hashlib.sha256(repr(self._file.known).encode()).hexdigest()[:16]

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
                with session.changing():
                    yield session
                    self._show(session)
            except (MovedOnError, OSError):
                # What the disk holds is what counts; the page must not show more than that.
                self._file.forget()
                raise

    def _show(self, session: Session) -> None:
        """Show the others the battles that were just fought, where the settings say so."""
        if not self.home.config.shows_battles:
            return
        told = tuple(show_battles(self.home, session, self._key, self._clock()))
        if told:
            self._groups.final()
            self._say(*told)

    def set_message(self, version: str, text: str) -> None:
        """Words to the others, sent with the turn."""
        if len(text.encode()) > MAX_MESSAGE:
            raise UsageError("message-too-long", f"At most {MAX_MESSAGE} bytes can be sent.")
        with self.changing(version) as session:
            session.set_message(text)

    @property
    def is_computers(self) -> bool:
        """Whether the game waits for a nation that the computer plays here."""
        session = self.session
        if session is None or session.waits_for:
            return False
        asked = session.mover if session.is_over else waiting_nation(session.step)
        return asked in self.computers

    def play_computer(self, version: str) -> tuple[str, ...]:
        """Let the computer play until somebody else is asked; what became of the mail."""
        with self.changing(version) as session:
            if not self.is_computers:
                raise UsageError("not-the-computers", "It is not the computer's turn.")
            seats = self.computers
            self._progress(f"the computer plays the {session.mover}")
            before = session.step
            play_by_computer(session, seats=seats)
            if not (session.is_over and session.mover in seats):
                self._groups.final()
                self._say(f"The computer has decided for the {waiting_nation(before)}.")
                return ()
            session.finish(played_words(seats[session.mover]))
        return self._closed()

    def finish(self, version: str) -> tuple[str, ...]:
        """Sign the end of the turn, or hand it over, and mail it; what became of the mail."""
        with self.changing(version) as session:
            self._progress("asking the dice authority to close the turn")
            if session.waits_for:
                session.hand_over()
            else:
                session.finish()
        return self._closed()

    def _closed(self) -> tuple[str, ...]:
        """What becomes of a turn that was signed."""
        with self._lock:
            self._groups.final()
            self.battle.clear()
            self._open()
            try:
                return self._posted()
            except (MailError, OSError) as error:
                return (plain(f"The turn is signed and kept, but its mail is not: {error}"),)

    def _posted(self) -> tuple[str, ...]:
        """Mail the turn, unless the next one is the player's own and goes out with it."""
        position = self.position
        sends = self.home.config.mail is not None and self.save.genesis.mode == "mail"
        if position is None or not sends or self.session is not None:
            return ()
        self._progress("sending the mail")
        posted = post_position(self.home, position, self._key, self._clock())
        return tuple(mail_lines(posted))

    def show_so_far(self, version: str) -> tuple[str, ...]:
        """Sign the orders so far and mail the turn under way; what became of the mail."""
        with self.changing(version) as session:
            self._progress("showing the others the turn so far")
            save = session.show()
            self._groups.final()
        posted = post_so_far(self.home, self.home.position(save), self._key, self._clock())
        return tuple(mail_lines(posted))

    def has_moved_on(self) -> bool:
        """Whether somebody else has changed the turn since it was last looked at."""
        with self._lock:
            return self._file.known.log != () and self._file.has_moved_on

    def _catch_up(self) -> None:
        """Open the turn anew when somebody else has changed it."""
        if self._file.has_moved_on:
            self._open()

    def _open(self) -> None:
        was_open = self.session is not None
        self.session = self.position = None
        self._groups.clear()
        self._file.look()
        save = self.save
        self.computers = own_computer_seats(self.home, save)
        if save.state != PLAYING:
            return
        self.position = position = self.home.position(save)
        if position.error is not None:
            raise position.error
        chosen = SelectedSave(save, None)
        try:
            opened = open_session(self.home, chosen, self._key, self._clock, file=self._file)
        except (MovedOnError, BusyTurnError):
            self._file.forget()
            raise
        except NotYourTurnError:
            return
        self.session, draft = opened
        if not was_open:
            self._welcome(self.session, draft)
        else:
            self._groups.final()

    def _welcome(self, session: Session, draft: Draft) -> None:
        """What was restored, what no longer fits, and what went before in a battle under way."""
        if draft.given:
            self._say(f"{counted(draft.given, 'order')} of your draft restored.")
        self._say(*(f"Your draft no longer fits: {text}" for text in draft.lost))
        self._say(*recap_of(session))
