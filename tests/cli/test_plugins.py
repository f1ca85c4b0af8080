"""Plugins of a package that was installed for real, and scenarios in the home."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

import pytest

from engine import load_scenario
from pbem.replay.scenarios import scenario_of
from tests.support.table import Desk, Output, desk

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "tests" / "plugin_example"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the example package is installed, with its metadata."""
    if find_spec("pip") is None:
        pytest.skip("this environment has no pip")
    folder = tmp_path_factory.mktemp("plugins")
    words = ("install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation")
    subprocess.run(
        [sys.executable, "-m", "pip", *words, "--target", folder / "site", EXAMPLE],
        check=True,
        cwd=folder,
    )
    return folder / "site"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has the package installed."""

    home: Path
    package: Path

    def run(self, *words: object, **environment: str) -> Output:
        """Run a command, in this process, with the package where Python looks for packages."""
        with mock.patch.object(sys, "path", [str(self.package), *sys.path]):
            return Desk(self.home, environment).run(*words)

    def ok(self, *words: object, **environment: str) -> Output:
        """Run a command that must succeed."""
        ended = self.run(*words, **environment)
        assert ended.code == 0, (words, ended)
        return ended

    def game(self, *words: object) -> str:
        """Found a game; its name."""
        told = json.loads(self.ok("new", *words, "--json").out)
        return str(told["game"])[:8]


@pytest.fixture
def ann(tmp_path: Path, package: Path) -> Person:
    return Person(desk(tmp_path, "Ann").root, package)


@pytest.fixture
def alone(tmp_path: Path) -> Desk:
    """Somebody without plugins, in this process."""
    return desk(tmp_path, "Ben")


BROKEN = (
    r"The plugin {} of the package pbem-example does not work: {}\. Update it, or remove it with "
    r"`pip uninstall pbem-example`\."
)


def broken(name: str, why: str) -> re.Pattern[str]:
    return re.compile(BROKEN.format(name, why))


def test_a_scenario_of_a_plugin_goes_into_the_game_as_a_file_does(
    ann: Person, alone: Desk, package: Path, tmp_path: Path
) -> None:
    name = ann.game("example_war", "--hotseat")
    ann.ok("export", name, "--out", tmp_path / "plugin.pbem")
    with_file = package / "pbem_example" / "example_war.toml"
    game = alone.ok("new", with_file, "--hotseat", "--json").data
    alone.ok("export", str(game["game"])[:8], "--out", tmp_path / "file.pbem")
    first, second = (
        alone.home.open((tmp_path / f"{kind}.pbem").read_bytes()) for kind in ("plugin", "file")
    )
    assert first.genesis.scenario == second.genesis.scenario
    assert first.scenario is not None and first.scenario == second.scenario
    assert scenario_of(first).name == "Example War"
    assert "All is well." in alone.ok("verify", tmp_path / "plugin.pbem").out, "without the plugin"


def test_scenarios_of_all_places_are_listed_and_a_broken_one_hides_none(ann: Person) -> None:
    folder = ann.home / "scenarios"
    folder.mkdir()
    (folder / "mine.toml").write_text('base = "classic_1942"\nname = "My War"\n')
    (folder / "torn.toml").write_text("name =")
    (ann.home / "maps" / "Big Map").mkdir(parents=True)
    told = ann.ok("scenarios", "--json").out
    rows = {row["scenario"]: row for row in json.loads(told)["scenarios"]}
    assert rows["example_war"]["title"] == "Example War"
    assert rows["example_war"]["words"] == "From the package pbem-example."
    assert (rows["mine"]["title"], rows["mine"]["areas"]) == (
        "My War",
        rows["classic_1942"]["areas"],
    )
    assert rows["torn"]["problem"] and rows["Big Map"]["words"] == "A map in your home."
    why = "RuntimeError: there is no peace either"
    assert broken("broken_war", why).fullmatch(rows["broken_war"]["problem"])
    text = ann.ok("scenarios").out
    assert "My War. In your home." in text and "there is no peace either" in text
    assert len(load_scenario("classic_1942").board.territories) == rows["mine"]["areas"]
    ann.game("mine", "--hotseat")
    refused = ann.run("new", "broken_war", "--hotseat")
    assert refused.code == 1 and broken("broken_war", why).search(refused.err)
    unknown = ann.run("new", "nothing", "--hotseat")
    assert "example_war" in unknown.err and "mine" in unknown.err


def test_a_map_in_the_home_is_called_by_its_name(alone: Desk) -> None:
    maps = alone.home.root / "maps"
    maps.mkdir()
    (maps / "tiny.xml").write_text("<game/>")
    said = alone.run("new", "tiny", "--hotseat")
    assert said.code != 0 and "There is no scenario" not in said.err, "it is read as a map"


def test_the_home_cannot_be_left_by_a_name(alone: Desk) -> None:
    (alone.home.root / "secret.toml").write_text('base = "classic_1942"\nname = "X"\n')
    (alone.home.root / "scenarios").mkdir()
    assert "There is no scenario" in alone.run("new", "../secret", "--hotseat").err


def test_a_computer_player_of_a_plugin_plays_a_turn_and_its_seats(ann: Person) -> None:
    name = ann.game("classic_1942", "--hotseat")
    ann.ok("play", name, "--computer", "idler")
    ann.ok("verify", name)
    seats = [w for one in ("Russians", "British", "Americans") for w in ("--seat", f"{one}=me")]
    seats += [w for one in ("Germans", "Japanese") for w in ("--seat", f"{one}=computer:idler")]
    other = ann.game("classic_1942", *seats)
    ann.ok("play", other, "--computer", "easy")
    assert json.loads(ann.ok("status", other, "--json").out)["to_move"] == "British"
    assert "played by the computer (idler)" in ann.ok("summary", other).out


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("cheat", "its order is refused: .+"),
        ("loser", "it gives up, which is for people to decide"),
        ("gone", "ModuleNotFoundError: .+"),
    ],
)
def test_a_computer_player_only_proposes(ann: Person, player: str, why: str) -> None:
    name = ann.game("classic_1942", "--hotseat")
    before = ann.ok("status", name, "--json").out
    said = ann.run("play", name, "--computer", player)
    assert said.code == 1 and re.search(f"plugin {player} of .+: {why}", said.err), said
    assert ann.ok("status", name, "--json").out == before
    ann.ok("verify", name)


def test_a_seat_of_a_broken_player_stops_no_fetch(ann: Person) -> None:
    folder = ann.home / "box"
    folder.mkdir()
    (ann.home / "config.toml").write_text(
        f'[mail]\naddress = "ann@example.org"\n[mail.incoming]\nkind = "folder"\n'
        f'folder = "{folder}"\naddress = "ann@example.org"\n'
    )
    seats = [w for one in ("Germans", "Japanese") for w in ("--seat", f"{one}=me")]
    allies = ("Russians", "British", "Americans")
    seats += [w for one in allies for w in ("--seat", f"{one}=computer:cheat")]
    name = ann.game("classic_1942", *seats)
    said = ann.run("fetch")
    assert "The plugin cheat of the package" in said.out + said.err
    ann.ok("status", name)


def test_an_unknown_player_is_answered_with_all_there_are(ann: Person) -> None:
    name = ann.game("classic_1942", "--hotseat")
    said = ann.run("play", name, "--computer", "deep")
    assert said.code == 2 and "'easy'" in said.err and "'idler'" in said.err
    seat = ann.run("new", "classic_1942", "--seat", "Germans=computer:deep")
    assert seat.code == 2 and "idler" in seat.err


def mailing(folder: Path, address: str, out: str = "folder", into: str = "folder") -> str:
    box = f'folder = "{folder}"\n'
    where = f'address = "{address}"\n' if into == "folder" else ""
    return (
        f'[mail]\naddress = "{address}"\npicture = "none"\n'
        f'[mail.outgoing]\nkind = "{out}"\n{box}[mail.incoming]\nkind = "{into}"\n{box}{where}'
        f'[dice]\nfolder = "{folder.parent / "authority"}"\n'
    )


@pytest.fixture
def pair(tmp_path: Path, package: Path) -> tuple[Person, Person]:
    """Ann and Ben, who share a folder and have no other mail."""
    ann, ben = (
        desk(tmp_path, name, mailing(tmp_path / "drive", f"{name.lower()}@example.org")).root
        for name in ("Ann", "Ben")
    )
    return Person(ann, package), Person(ben, package)


def test_a_game_goes_through_mail_of_a_plugin(pair: tuple[Person, Person], tmp_path: Path) -> None:
    ann, ben = pair
    assert "can be opened" in ann.ok("mail", "test").out
    axis = [
        w for one in ("Germans", "Japanese") for w in ("--seat", f"{one}=Ben <ben@example.org>")
    ]
    allies = [w for one in ("Russians", "British", "Americans") for w in ("--seat", f"{one}=me")]
    name = ann.game("classic_1942", *allies, *axis)
    assert "invitation from Ann" in ben.ok("fetch").out
    ben.ok("join", name, "--yes")
    ann.ok("fetch")
    assert "sent" in ann.ok("play", name, "--computer", "easy").out
    assert f"It is your turn (Germans): pbem play {name}" in ben.ok("fetch").out
    ben.ok("verify", name)
    config = ann.home / "config.toml"
    good = config.read_text()
    config.write_text(mailing(tmp_path / "drive", "ann@example.org", out="silent"))
    (mail,) = {
        row["mail"] for row in json.loads(ann.ok("outbox", "--all", "--json").out)["mails"][-1:]
    }
    again = ("send", name, "--again", mail)
    said = ann.run(*again)
    assert broken("silent", "KeyError: 'no voice'").search(said.out + said.err), said
    ann.ok("status", name)
    config.write_text(good.replace("[mail.outgoing]", "[mail.outgoing]\nfoldr = 1"))
    assert "mail.outgoing has no key 'foldr'" in ann.run(*again).err
    ann.ok("games")
    config.write_text(mailing(tmp_path / "drive", "ann@example.org", into="liar"))
    said = ann.run("fetch")
    assert said.code == 1 and broken("liar", "a mail of it is a str").search(said.err), said


def test_a_transport_without_its_package_is_named(alone: Desk, tmp_path: Path) -> None:
    config = alone.home.root / "config.toml"
    config.write_text(mailing(tmp_path, "ben@example.org"))
    said = alone.run("fetch")
    assert said.code == 2 and "mail.outgoing.kind must be one of smtp" in said.err
    alone.ok("scenarios")


def test_a_forum_of_a_plugin_is_posted_to_once_and_read(
    ann: Person, package: Path, tmp_path: Path
) -> None:
    wall = tmp_path / "wall"
    wall.mkdir()
    token = tmp_path / "token"
    token.touch(mode=0o600)
    token.write_text("x\n")
    (ann.home / "config.toml").write_text(
        f'[forum]\nkind = "wall"\nurl = "https://wall.example"\nuser = "ann"\n'
        f'token_file = "{token}"\ncategory = 1\n'
    )
    name = ann.game("classic_1942", "--hotseat")
    environment = {"PBEM_EXAMPLE_WALL": str(wall)}
    posted = json.loads(ann.ok("post", name, "--json", **environment).out)
    assert posted["thread"] == "https://wall.example/wall.php?thread=1"
    again = json.loads(ann.ok("post", name, "--json", **environment).out)
    assert (posted["was_there"], again["was_there"]) == (False, True)
    assert len(list((wall / "1").iterdir())) == 1
    ben = Person(desk(tmp_path, "Ben").root, package)
    fetched = ben.ok("fetch", posted["thread"], **environment)
    assert "Russians (Ann) to move" in fetched.out
    away = ben.run("fetch", posted["thread"])
    assert away.code == 1 and "The plugin wall of the package pbem-example" in away.out + away.err


def test_no_plugin_is_looked_for_before_it_is_named(ann: Person) -> None:
    code = (
        "import sys; from pbem.cli import run; "
        "codes = [run(list(words)) for words in (['--version'], ['help'], ['games'])]; "
        "sys.exit(f'{codes}' if any(codes) else 'importlib.metadata' in sys.modules and 'early')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        cwd=ROOT,
        env={**os.environ, "PBEM_HOME": str(ann.home), "PYTHONPATH": str(ann.package)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
