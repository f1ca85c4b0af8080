"""A club of many games: what a turn costs in processor, memory and bytes, with 1 to 1,000 games.

`python -m tests.bench.club [GAMES ...]`, by default 1, 10, 100 and 1000; or with everything else:
`make bench`.  Two things are measured.

One long recorded game comes turn by turn: does a late turn cost more than an early one?

A club of N games with 100 turns each gets one turn more in one of them.  Every game has a save of
its own; of all but the two that go on, the turns and the files of their pages are rows of the index
alone, as they are after years: of another game a turn touches no more.  Each club is a process of
its own, for its memory.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine import RULES_VERSION, load_scenario, tree_from_definition
from engine.values import replace
from pbem.club.index import ClubIndex
from pbem.club.model import ClubGame, page_of_game
from pbem.club.places import ClubSite, SiteFolder
from pbem.club.settings import ClubSettings
from pbem.commands.fetch import fetched
from pbem.dice.authorities import Authorities
from pbem.dice.client import EmbeddedClient
from pbem.home import Home
from pbem.play.session import Session
from pbem.post.club import publish, stamp_of
from pbem.post.open_cache import OpenedGames
from pbem.replay import read_position
from pbem.save.invite import new_game
from pbem.save.keys import NamedKey, write_key_file
from pbem.save.records import TurnEnd
from pbem.save.shelf import ref_of
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from tests.bench.sizes import after_turns
from tests.club.test_club import mail_with_save
from tests.support.table import key_of, pass_turn

_GAMES = (1, 10, 100, 1_000)
_TURNS = 100
_LONG = Path(__file__).resolve().parents[2] / "savegames" / "allies-and-axis.pbem"
_CLUB = ClubSettings("A club", Path())
_SCENARIO = "classic_1942"
_MB = 1_000_000


def bench_club(numbers: tuple[int, ...] = _GAMES) -> None:
    """Print all of it."""
    print("a club, one long game turn by turn: CPU seconds, files and bytes of the site")
    _long_game()
    print(f"a club of N games with {_TURNS} turns each:")
    for number in numbers:
        words = [sys.executable, "-m", "tests.bench.club", "--one", str(number)]
        print(subprocess.run(words, check=True, capture_output=True, text=True).stdout, end="")


def _long_game() -> None:
    save = open_save(_LONG.read_bytes())
    turns = sum(isinstance(entry.record, TurnEnd) for entry in save.entries)
    with tempfile.TemporaryDirectory() as folder:
        club = _BenchClub(Path(folder))
        spent: list[float] = []
        written: list[tuple[int, int]] = []
        for number in range(1, turns + 1):
            data = after_turns(save, number)
            if number == 1:
                Home(club.root).game_store.store(open_save(data))
                club.published()
            seconds, size, files = _timed(club, data)
            spent.append(seconds)
            written.append((files, size))
        for name, part in (("first 20", slice(2, 22)), ("last 20", slice(turns - 21, turns - 1))):
            times, sizes = spent[part], [size for _, size in written[part]]
            print(
                f"  {name} of {turns}: median {statistics.median(times):.2f} s, most "
                f"{max(times):.2f} s, median {statistics.median(sizes) / 1000:.0f} kB in "
                f"{statistics.median(files for files, _ in written[part]):.0f} files"
            )
        whole = f"{_size(club.site) / _MB:.1f} MB, the home {_size(club.root) / _MB:.1f} MB"
        print(f"  the site of it {whole}")


class _BenchClub:
    """The home of a club, whose mail is handed to it."""

    def __init__(self, folder: Path) -> None:
        self.root, self.site = folder / "home", folder / "site"
        (self.root / "club").mkdir(parents=True)
        self._mail = folder / "mail"
        for part in ("new", "cur", "tmp"):
            (self._mail / part).mkdir(parents=True)
        (self.root / "config.toml").write_text(
            '[mail]\naddress = "club@example.org"\n[mail.incoming]\nkind = "maildir"\n'
            f'folder = "{self._mail}"\n'
        )
        write_key_file(self.root / "key.json", NamedKey("Club", key_of("Club")))
        self.index = ClubIndex(str(self.root / "club"), b"bench")

    def round(self, *saves: bytes) -> tuple[int, int]:
        """What `pbem club run` does when mails with these saves have come; how many files and bytes
        of the site were written."""
        for save in saves:
            (self._mail / "new" / os.urandom(8).hex()).write_bytes(mail_with_save(save))
        home = Home(self.root)
        games = OpenedGames(home)
        fetched(games, (), home.key)
        return self.published(games)

    def published(self, games: OpenedGames | None = None) -> tuple[int, int]:
        """The site alone."""
        games = games or OpenedGames(Home(self.root))
        site = ClubSite(SiteFolder(self.site), self.index)
        made = publish(games, self.index, site, _CLUB, _now())
        assert not made.problems, made.problems
        return made.files, made.bytes


def _one_club(number: int) -> None:
    """A club of so many games, in this process."""
    with tempfile.TemporaryDirectory() as folder:
        club = _BenchClub(Path(folder))
        dice = EmbeddedClient(Path(folder) / "dice", _now, chain_length=64)
        first, last = _game(dice, 0), _game(dice, number - 1)
        home = Home(club.root)
        for save in (first, last)[: min(number, 2)]:
            home.game_store.store(save)
        club.published()
        likeness = club.index.game(ref_of(first).folder_name)
        assert likeness is not None
        for at in range(1, number - 1):
            save = _game(dice, at)
            home.game_store.store(save)
            _grow(home, club.index, save, likeness)
        club.round()
        idle = _timed(club)
        turn = _timed(club, _passed(first, dice).to_bytes())
        again = _timed(club, _passed(last, dice).to_bytes()) if number > 1 else turn
        peak = _peak()
        database = sum(path.stat().st_size for path in (club.root / "club").iterdir())
        print(
            f"  {number:5}: nothing new {idle[0] * 1000:.0f} ms CPU, {idle[1]} bytes; a turn "
            f"{turn[0]:.2f} and {again[0]:.2f} s CPU, {turn[2]} files, {turn[1] / 1000:.0f} kB of "
            f"which index.html {(club.site / 'index.html').stat().st_size / 1000:.0f}; "
            f"memory {peak:.0f} MB; index {database / _MB:.1f} MB"
        )


def _timed(club: _BenchClub, *files: bytes) -> tuple[float, int, int]:
    """Seconds of CPU, bytes, files."""
    begun = time.process_time()
    written, size = club.round(*files)
    return time.process_time() - begun, size, written


def _now() -> int:
    return int(time.time())


def _game(dice: EmbeddedClient, at: int) -> TrustedSave:
    """A game after its first turn."""
    game, key = os.urandom(16), key_of("Ann")
    definition = load_scenario(_SCENARIO)
    save = new_game(
        host="Ann",
        key=key,
        game=game,
        name=f"Game {at}",
        mode="mail",
        rules=RULES_VERSION,
        scenario=tree_from_definition(definition),
        options={},
        seats=dict.fromkeys(definition.politics.nation_names, "Ann"),
        players={"Ann": key.public},
        dice=(("embedded", dice.register(game, key.public)),),
        time=_now(),
    )
    seated = dice.register_seats(save.seat_registration(key))
    return _passed(save.append_start(key, time=_now(), seated=[seated]), dice)


def _passed(save: TrustedSave, dice: EmbeddedClient) -> TrustedSave:
    session = Session(
        read_position(save), key_of("Ann"), Authorities((dice,)), lambda _: None, _now
    )
    return pass_turn(session)


def _grow(home: Home, index: ClubIndex, save: TrustedSave, likeness: ClubGame) -> None:
    """What an index knows of a game of so many turns; likeness: of another one."""
    ref = ref_of(save)
    page = page_of_game(ref.genesis)
    game = replace(likeness, ref=ref.folder_name, page=page, name=save.genesis.name, turns=_TURNS)
    (first,) = index.turns(likeness.ref)
    turns = [
        replace(first, number=number, closed=first.closed - _TURNS + number, text="x" * 400)
        for number in range(1, _TURNS + 1)
    ]
    index.keep_game(game, stamp_of(home, ref, game, _now()), 0, turns)
    index.note_files({f"games/{page}/turn-{one.number:03d}.html": bytes(32) for one in turns})


def _peak() -> float:
    """The most memory that this process has had, in MB; what the system counts for a child begins
    with that of its parent."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) / 1000 if found else 0.0


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        _one_club(int(sys.argv[2]))
    else:
        bench_club(tuple(map(int, sys.argv[1:])) or _GAMES)
