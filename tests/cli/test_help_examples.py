"""Every command and every one below another has an example in its help, and it does what it says.

Two players have founded a game by mail; each example is typed as it is printed, with the name of
their game for the one in it.  Where a game has to be in an odd state, or somebody else has to
answer, it is named here how the command refuses; a line that the parser does not take is a fault
everywhere.
"""

import io
import shlex
import shutil
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import click
import pytest
from click.shell_completion import get_completion_class

from pbem.cli import pbem, run
from pbem.home import PASSPHRASE_VARIABLE
from pbem.save.keys import NamedKey, write_key_file
from pbem.terminal.directory import COMMANDS, EXAMPLES, GROUPS
from tests.atlas.map_folder import write_zip
from tests.engine.loading.small_map import small_map
from tests.support.diceserver import dice_server
from tests.support.table import Desk, copy_desks, key_of, mail_desks
from tests.support.triplea_saves import SmallSave

GAME = "7ce02471"
BEFORE_THE_FIRST_TURN = frozenset(
    ("play", "standing", "note", "odds", "reach", "room", "suggest", "legal", "away")
)
"""Commands for a player whose turn it is."""

HELP = ["-h", "--help"]
"""click 8.2 keeps the help option of a command as it was made first."""

IN_THE_WAY = {
    "dice backup": "dice.backup",
    "dice keygen": "storage.key",
    "dice restore": "dice/dice.sqlite3",
}
"""A file that a command makes itself, so that it must not be there."""

LINES = [line for name, lines in EXAMPLES.items() if name != "demo" for line in lines]
"""A demo takes long, and is played by tests of its own (tests/demo)."""

REFUSED = {
    "join 7ce02471": "join-unconfirmed",
    "keys pin-dice": "dice-server-unavailable",
    "keys forget https://dice.example.org": "not-pinned",
    "play 7ce02471": "no-terminal",
    "standing 7ce02471 --edit": "no-terminal",
    "try": "no-terminal",
    "import autosave.tsvg": "no-such-map",
    "propose surrender": "proposal-unconfirmed",
    "propose forfeit": "agreement-unfit",
    "propose void-roll": "nothing-lost",
    "propose new-dice": "dice-server-unavailable",
    "propose player-and-dice": "which-dice",
    "propose withdraw": "no-such-proposal",
    "decline": "already-started",
    "exchange": "already-started",
    "export 7ce02471 --triplea --map big_world_1942.zip": "bad-definition",
    "enact": "nothing-to-enact",
    "forget": "forget-unconfirmed",
    "mail setup": "mail-is-configured",
    "mail sign-in": "mail-without-sign-in",
    "dice thaw": "game-unknown",
    **{f"club {name}": "no-club" for name in ("run", "site", "status")},
    # Only a newer click knows it.
    **({} if get_completion_class("powershell") else {"completion powershell": "shell-unknown"}),
}
"""How a line, or each of a command, is answered that needs a person at a terminal, a server on the
network, or a misfortune."""


def leaves(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """The commands below a command that do something, by what is typed."""
    if isinstance(command, click.Group):
        for word, below in command.commands.items():
            yield from leaves(below, f"{name} {word}")
    else:
        yield name, command


def all_leaves() -> Iterator[tuple[str, click.Command]]:
    """All commands that do something."""
    context = click.Context(pbem, info_name="pbem", help_option_names=HELP)
    for name in COMMANDS:
        found = pbem.get_command(context, name)
        assert found is not None
        yield from leaves(found, name)


def test_each_command_and_each_below_one_has_an_example_in_its_help() -> None:
    found = dict(all_leaves())
    assert set(found) == set(EXAMPLES)
    for name, command in found.items():
        shown = command.get_help(click.Context(command, info_name=name, help_option_names=HELP))
        assert all(f"\n    pbem {line}" in shown for line in EXAMPLES[name]), name


def test_each_example_is_of_its_command() -> None:
    for name, lines in EXAMPLES.items():
        for line in lines:
            words = line.split()
            del words[1 : 2 if words[0] == "propose" else 1]
            assert f"{' '.join(words)} ".startswith(f"{name} "), line


@dataclass(frozen=True)
class Evening:
    """What was prepared: folders of homes and mail in three states of one game, and of files."""

    invited: Path
    begun: Path
    played: Path
    files: Path
    name: str


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Anna invites boris; he joins; she plays her first turn."""
    states = ("invited", "begun", "played", "files")
    first, begun, played, files = (tmp_path_factory.mktemp(state) for state in states)
    anna, boris = mail_desks(first, "anna", "boris")
    seats = ("--seat", "Allies=me", "--seat", "Axis=boris@example.org")
    anna.ok("new", "classic_1942", *seats, "--pace", "72h")
    boris.ok("fetch")
    name = anna.game.game.hex()[:8]
    anna, boris = copy_desks(first, begun)
    boris.ok("join", name, "--yes")
    anna.ok("fetch")
    boris.ok("fetch")
    fingerprint = boris.ok("keys", "show", "--json").data["fingerprint"]
    anna.ok("keys", "pin", "boris", fingerprint, "--save", name)
    anna, boris = copy_desks(begun, played)
    anna.ok("play", name, "--computer", "easy")
    boris.ok("fetch")
    prepare(files, anna, boris, name)
    return Evening(first, begun, played, files, name)


def prepare(where: Path, anna: Desk, boris: Desk, name: str) -> None:
    """The files that the examples name."""
    anna.ok("export", name, "--out", where / "turn.pbem")
    cup = ("--name", "Winter cup", "--number", "1", "--dice", "embedded")
    anna.ok("league", "round", where, *cup)
    (where / "turn.txt").write_text("buy 8 infantry\n", "utf-8")
    (where / "triplea" / "downloadedMaps").mkdir(parents=True)
    (where / "triplea" / "downloadedMaps" / "straits.xml").write_bytes(small_map())
    (where / "autosave.tsvg").write_bytes(SmallSave().data())
    zipped = {"polygons.txt": "Redland < (0,0) (9,0) (9,9) >", "games/straits.xml": small_map()}
    write_zip(where / "big_world_1942.zip", zipped)
    (where / "head.txt").write_text(boris.ok("dice", "log", name).out, "utf-8")
    for who in ("anna", "boris", "clara"):
        other = Desk(where / who)
        other.root.mkdir()
        write_key_file(other.root / "key.json", NamedKey(who, key_of(f"{who}, anew")))
        card = where / f"{who}.card"
        other.ok("keys", "card", "--address", f"{who}@example.org", "--out", card)
    shutil.copy(where / "anna" / "key.json", where / "new-key.json")
    with dice_server(where / "server", "--chain", "600") as server:
        store = Path(server.store)
        Desk(where).ok("dice", "backup", where / "dice.backup", "--store", store)
    shutil.copytree(store, where / "dice")
    shutil.copy(server.key_file, where / "storage.key")


@pytest.mark.parametrize("line", LINES)
def test_each_example_can_be_typed(
    line: str, evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (name,) = (name for name, lines in EXAMPLES.items() if line in lines)
    state = evening.begun if name.split()[0] in BEFORE_THE_FIRST_TURN else evening.played
    anna, boris = copy_desks(evening.invited if name == "join" else state, tmp_path / "homes")
    here = tmp_path / "here"
    shutil.copytree(evening.files, here)
    if name in IN_THE_WAY:
        (here / IN_THE_WAY[name]).unlink()
    monkeypatch.chdir(here)
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "a secret")
    monkeypatch.setattr("pbem.commands.board._open", lambda *_: None)
    monkeypatch.setattr("pbem.commands.board._wait_for_enter", interrupted)
    monkeypatch.setattr("pbem.commands.watch.watch", interrupted)
    monkeypatch.setattr("pbem.dice.server.serve.serve", lambda _, tell: tell("http://127.0.0.1"))
    who = {"join": boris, "keys new": Desk(tmp_path / "new")}.get(name, anna)
    words = shlex.split(line.replace(GAME, evening.name).replace("~", str(here)))
    said = who.run(*words, "--json")
    refused = REFUSED.get(line, REFUSED.get(name))
    if refused is None:
        assert said.code == 0, said
    else:
        assert said.error["code"] == refused


class Screen(io.StringIO):
    """What a terminal shows."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.mark.parametrize("width", [50, 80, 120])
def test_what_is_shown_fits_the_terminal(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """A line is wider only if it is one word: a path, a key, or what is there to be pasted."""
    anna, _ = copy_desks(evening.played, tmp_path)
    for name, word in {"COLUMNS": str(width), "PAGER": "cat", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, word)
    monkeypatch.setenv("PBEM_HOME", str(anna.root))
    monkeypatch.chdir(evening.files)
    verbs = {*GROUPS["Look"], *GROUPS["Prove"], "doctor", "scenarios", "keys show", "help mail"}
    shown = [line for line in LINES if {line, line.split()[0]} & verbs] + ["--help"]
    lengths = set[int]()
    for line in shown:
        screen = Screen()
        with redirect_stdout(screen), redirect_stderr(io.StringIO()):
            run(shlex.split(line.replace(GAME, evening.name)))
        rows = screen.getvalue().splitlines()
        assert [row for row in rows if len(row) > width and " " in row.strip()] == [], line
        lengths |= {len(row) for row in rows if len(row) <= width}
    widest = max(lengths)
    assert widest > width - 5


def interrupted(*_: object) -> None:
    """What a player does who has seen enough of the board."""
    raise KeyboardInterrupt
