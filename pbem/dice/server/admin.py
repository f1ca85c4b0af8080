"""What a server's operator does beside it: backups, new keys, going on after a restore.

A backup that is older than an answer must never answer by itself: it would give an index a second
answer. So `restore` freezes all games. What was answered is still repeated; new answers come only
when the newest save of a game has brought back what the backup lacked (`thaw`), and with a new key,
whose introduction says in every log that the store was restored (docs/adr/0064).
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from engine.values import dataclass
from pbem.dice.closing import Closing
from pbem.dice.log_head import (
    answers_in,
    is_told,
    last_with,
    open_log_head,
    told_next,
    told_so_far,
)
from pbem.dice.own_keys import answer_again, read_keys
from pbem.dice.protocol import parse_request
from pbem.dice.registration import known_game, seating_of
from pbem.dice.roll_quota import with_end
from pbem.dice.rows import Kept, RegisteredGame
from pbem.dice.server.group import GroupStore
from pbem.dice.sqlite import DATABASE
from pbem.dice.statements import make_statement
from pbem.dice.store import Store, Work, unusable
from pbem.files import sync_folder
from pbem.wire.errors import DiceError
from pbem.wire.signing import SigningKey, Verifier


@dataclass(frozen=True, slots=True)
class KnownRoll:
    """A roll that a save proves: index, and the body of its request."""

    index: int
    request: bytes


@dataclass(frozen=True, slots=True)
class KnownClosing:
    """A closed turn that a save proves: the request, what was answered, and who had signed it."""

    closing: Closing
    kept: Kept
    signer: bytes


def reseal(store: GroupStore, at_once: int = 500) -> int:
    """Seal all secrets with the newest storage key; how many pieces of work that took."""
    pieces = 0
    place: tuple[bytes, int] | None = (b"", 0)
    while place is not None:
        place = store.run(partial(_reseal, after=place, most=at_once))
        pieces += 1
    store.run(lambda work: work.vault.reseal_signing_secrets())
    return pieces


def _reseal(work: Work, after: tuple[bytes, int], most: int) -> tuple[bytes, int] | None:
    return work.vault.reseal(after, most)


def add_signing_key(store: Store, time: int) -> bytes:
    """Make a key that signs from now on, introduced by the one before; its public half.

    time: Unix seconds.
    """
    key = SigningKey.generate()
    store.run(lambda work: _introduce(work, key, time))
    return key.public


def freeze(store: Store, time: int) -> None:
    """After a restore: no game gets a new answer until it is thawed, and then by a new key.

    The old key says why: so whatever was answered twice, once before the backup was restored and
    once after it, was answered by two keys. time: Unix seconds.
    """
    key = SigningKey.generate()

    def stop(work: Work) -> None:
        work.freeze()
        work.timing.forget_awake()
        _introduce(work, key, time, is_restored=True)

    store.run(stop)


def _introduce(work: Work, key: SigningKey, time: int, *, is_restored: bool = False) -> None:
    known = work.vault.signing_secrets()
    old = SigningKey.from_secret(known[-1]) if known else None
    statement = None
    if old is not None:
        statement = make_statement(old, key.public, time, is_restored=is_restored)
    work.vault.add_signing_secret(key.secret(), statement)


def back_up(folder: Path, target: Path) -> None:
    """Copy the SQLite store of a folder, as it is at one moment, even while a server uses it.

    Raises DiceError `dice-store`, FileExistsError.
    """
    source = folder / DATABASE
    try:
        target.touch(mode=0o600, exist_ok=False)
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            # A backup is one file: no log belongs to it.
            new.execute("PRAGMA journal_mode=DELETE")
            problem = new.execute("PRAGMA integrity_check").fetchone()[0]
            if problem != "ok":
                raise sqlite3.DatabaseError(str(problem))
        sync_folder(target.absolute().parent)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise unusable(error) from error


def put_back(backup: Path, folder: Path) -> None:
    """Put a backup in the place of a folder's SQLite store, which must not be there any more.

    Raises DiceError `dice-store`, `store-there`.
    """
    target = folder / DATABASE
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if target.exists():
        raise DiceError(
            "store-there",
            f"there is already a store in {folder}",
            f"Move {DATABASE} and the files beside it away first, and keep them.",
        )
    try:
        with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as old:
            target.touch(mode=0o600)
            with closing(sqlite3.connect(target)) as new:
                old.backup(new)
        sync_folder(folder)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise unusable(error) from error


def place_among(store: Store, game: bytes, commitments: Sequence[bytes]) -> int:
    """Which of a game's authorities this store is: the place of its commitment among theirs.

    Raises DiceError `game-unknown`, and `answers-differ` when it made none of them.
    """
    row = store.look(lambda work: known_game(work, game))
    if row.commitment not in commitments:
        raise _differ("the commitment")
    return commitments.index(row.commitment)


def thaw(
    store: Store,
    game: bytes,
    commitment: bytes,
    answers: Sequence[KnownRoll | KnownClosing],
    heads: Sequence[bytes] = (),
) -> int:
    """Give a game new answers again, after taking in what its newest save proves.

    commitment, answers: of a verified save, in its order, which is the one in which they were
    given: so heads of the log that were signed before still hold.  heads: such heads, of this game
    or others, which players hold.  Gives how many answers were missing here.
    Raises DiceError `game-unknown`; `answers-differ` when the save has another commitment or
    answer than the store: then two were given; `answers-missing` when a head counts answers that
    neither store nor save has. Then nothing is changed, and the game stays frozen.
    """

    def take_in(work: Work) -> int:
        if known_game(work, game).commitment != commitment:
            raise _differ("the commitment")
        missing = sum(_take(work, game, answer) for answer in answers)
        _check_heads(work, game, commitment, heads)
        work.thaw(game)
        return missing

    return store.run(take_in, game)


def check_key(store: Store, key: bytes) -> None:
    """That a key by which a game goes on is here; DiceError `key-lost`."""
    if all(one.key.public != key for one in store.look(read_keys)):
        raise DiceError(
            "key-lost",
            "the answers of this game are signed with a newer key than the backup holds",
            "Nobody would believe another one: its players agree on another dice authority.",
        )


def _check_heads(work: Work, game: bytes, commitment: bytes, heads: Sequence[bytes]) -> None:
    keys = [one.key.public for one in read_keys(work)]
    found = answers_in(work.journal(game))
    for raw in heads:
        head = open_log_head(raw, keys, None, Verifier())
        if head.game == game and not is_told(head, commitment, found):
            raise DiceError(
                "answers-missing",
                f"this authority has signed for {head.count} answers in game {game.hex()[:8]}, and "
                f"with these saves it has {len(found)}, or others",
                "Ask all of its players for their newest save. If nobody has them, the game stays "
                "frozen, and its players agree on another dice authority.",
            )


def _take(work: Work, game: bytes, answer: KnownRoll | KnownClosing) -> bool:
    """Whether an answer was missing, and is there now."""
    row = known_game(work, game)
    if isinstance(answer, KnownRoll):
        return _take_roll(work, row, game, answer)
    return _take_closing(work, row, answer)


def _take_roll(work: Work, row: RegisteredGame, game: bytes, roll: KnownRoll) -> bool:
    known, last = work.roll_and_last(game, roll.index)
    if known is None:
        receipt = answer_again(work, row, game, roll.index, roll.request)
        last = last_with(row, last, parse_request(roll.request), roll.request)
        work.add_roll(game, Kept(roll.request, b"", receipt), last)
    elif known.request != roll.request:
        raise _differ(f"roll {roll.index}")
    return known is None


def _take_closing(work: Work, row: RegisteredGame, one: KnownClosing) -> bool:
    known = work.closing(one.closing.game, one.closing.turn, one.closing.nation)
    if known is None:
        told = told_so_far(row, work.last(one.closing.game))
        asked = with_end(told.asked, seating_of(row).seats, one.signer)
        told = told_next(told, one.kept.request, asked)
        work.add_closing(one.closing, one.kept, one.signer, told)
    elif known.request != one.kept.request:
        raise _differ(f"the closing of turn {one.closing.turn}")
    return known is None


def _differ(what: str) -> DiceError:
    return DiceError(
        "answers-differ",
        f"the save and the store have different answers for {what}",
        "Both are signed: keep them as proof. This game cannot go on.",
    )
