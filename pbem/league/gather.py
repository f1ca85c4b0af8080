"""The games of a league: every save in a folder that is verified and plays through."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Final

from engine.values import dataclass
from pbem.named_files import read_save_file
from pbem.replay import Position, read_position, turns_of
from pbem.replay.luck import game_ledger
from pbem.replay.result import GameResult, result_of
from pbem.save import format as container
from pbem.save.comparing import Lineage, compare
from pbem.save.errors import SaveError
from pbem.save.trust import Scenarios, open_save
from pbem.save.trusted_save import PLAYING
from pbem.usage import UsageError

_SUFFIX: Final = ".pbem"
_MOST_FILES: Final = 100_000


@dataclass(frozen=True, slots=True)
class GameLuck:
    """What the dice of a nation gave in a game: hits beyond their mean, the variance of that, and
    PUs beyond the odds of its battles (ADR 0041)."""

    hits: Fraction
    variance: Fraction
    swing: float


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game of a league; luck: by nation, empty unless it was asked for."""

    file: str
    result: GameResult
    luck: Mapping[str, GameLuck]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file, or several of one game, that counts for nothing; code: of the error."""

    files: tuple[str, ...]
    code: str
    reason: str
    exit_code: int


@dataclass(frozen=True, slots=True)
class GatheredGames:
    """The games of a league in the order in which they ended, those that go on last; and what was
    left out, by file."""

    games: tuple[LeagueGame, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    file: str
    position: Position
    result: GameResult


def gather(
    paths: Iterable[Path], scenarios: Scenarios, *, with_luck: bool = False
) -> GatheredGames:
    """Read saves, and of folders all files ending with .pbem in them and below.

    scenarios: those that the reader has, for saves that come without.
    Raises UsageError `no-saves`.
    """
    files = sorted({file for path in paths for file in _files_in(path)})
    if not files:
        raise UsageError(
            "no-saves", "There is no save there.", "Name saves, or folders with .pbem files."
        )
    found: dict[bytes, list[_Read]] = defaultdict(list)
    left_out: list[LeftOut] = []
    for file in files:
        try:
            read = _read(file, scenarios)
        except (SaveError, UsageError) as error:
            left_out.append(LeftOut((str(file),), error.code, str(error), error.exit_code))
            continue
        if read is not None:
            found[read.result.genesis].append(read)
    games: list[LeagueGame] = []
    for reads in found.values():
        chosen = _longest(reads)
        if isinstance(chosen, LeftOut):
            left_out.append(chosen)
        else:
            luck = _luck_of(chosen.position) if with_luck else {}
            games.append(LeagueGame(chosen.file, chosen.result, luck))
    games.sort(key=_when)
    return GatheredGames(tuple(games), tuple(sorted(left_out, key=lambda one: one.files)))


def _when(game: LeagueGame) -> tuple[bool, int, bytes]:
    result = game.result
    return not result.is_over, result.ended or result.started, result.genesis


def _files_in(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for number, file in enumerate(sorted(path.rglob(f"*{_SUFFIX}"))):
        if number == _MOST_FILES:
            raise UsageError("too-many-files", f"There are more than {_MOST_FILES} files there.")
        if file.is_file():
            yield file


def _read(file: Path, scenarios: Scenarios) -> _Read | None:
    """A game that has started; None for an invitation, and for other files of pbem."""
    data = read_save_file(file)
    if container.kind_of(data) != container.SAVE:
        return None
    save = open_save(data, None, scenarios)
    if save.state != PLAYING:
        return None
    position = read_position(save)
    if position.error is not None:
        raise position.error
    return _Read(str(file), position, result_of(position))


def _longest(reads: list[_Read]) -> _Read | LeftOut:
    """Of several saves of one game the one that counts.

    A branch that has ended goes before one that has not: the end is signed by all who had to, or
    closed by the authority. Of those the one with more closed turns, as each is closed once.
    """
    ranked = sorted(reads, key=_rank, reverse=True)
    first = ranked[0]
    others = [
        one
        for one in ranked[1:]
        if _rank(one)[:2] == _rank(first)[:2]
        and compare(first.position.save, one.position.save).lineage is Lineage.FORK
    ]
    if not first.result.is_over or not others:
        return first
    files = tuple(sorted({first.file, *(one.file for one in others)}))
    text = f"{first.result.name} ends in two ways, and both are signed"
    return LeftOut(files, "forked", text, 8)


def _rank(one: _Read) -> tuple[bool, int, int, bytes]:
    return one.result.is_over, one.result.turns, len(one.position.save.entries), one.result.head


def _luck_of(position: Position) -> dict[str, GameLuck]:
    ledger = game_ledger(turns_of(position), position.definition)
    return {
        str(one.nation): GameLuck(one.luck.difference, one.luck.account.variance, one.swing)
        for one in ledger.nations
    }
