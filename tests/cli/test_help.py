"""What a player is told before they know anything: the start page, help, examples, names."""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import get_completion_class

from engine import scenario_names
from pbem.cli import pbem
from pbem.commands.help_page import page
from pbem.commands.scenarios import SCENARIOS
from pbem.lobby.scenarios import find_scenario
from pbem.screen import fitted
from pbem.terminal.directory import COMMANDS, GROUPS, PAGES
from tests.support.table import Desk, desk, mail_desks

ROOT = Path(__file__).resolve().parents[2]
CONTEXT = click.Context(pbem, info_name="pbem", help_option_names=["-h", "--help"])


NOT_PLAYED = {"Dutch", "Mongolians", "Neutral_Axis", "Neutral_Allies", "Neutral_True"}
"""Nations of the two global games that nobody moves."""


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desk(tmp_path, "Ann")


def command_of(name: str) -> click.Command:
    found = pbem.get_command(CONTEXT, name)
    assert found is not None
    return found


def leaves(command: click.Command) -> list[click.Command]:
    if isinstance(command, click.Group):
        return [leaf for below in command.commands.values() for leaf in leaves(below)]
    return [command]


def test_each_command_is_in_one_group() -> None:
    names = [name for group in GROUPS.values() for name in group]
    assert len(names) == len(set(names)) == len(COMMANDS)


def test_no_option_takes_just_a_text() -> None:
    unnamed = [
        f"{name} {option.opts[0]}"
        for name in COMMANDS
        for leaf in leaves(command_of(name))
        for option in leaf.params
        if isinstance(option, click.Option)
        and option.make_metavar(CONTEXT) in {"TEXT", "PATH", "FILENAME", "INTEGER"}
        and not option.is_flag
    ]
    assert unnamed == []


def test_a_misspelt_command_is_answered_with_the_nearest(ann: Desk) -> None:
    said = ann.refused(2, "stauts")
    assert "Did you mean `pbem status`?" in str(said.error["text"])
    assert "Did you mean" not in str(ann.refused(2, "qqqqqq").error["text"])


def test_alone_it_says_how_to_begin_and_then_what_waits(tmp_path: Path, ann: Desk) -> None:
    bare = Desk(tmp_path / "zoe", {})
    said = bare.ok().out
    assert "You have no games yet." in said and "pbem keys new" in said
    (zed,) = mail_desks(tmp_path, "zed")
    assert "pbem fetch" in zed.ok().out and "pbem fetch" not in said
    ann.ok("new", "classic_1942", "--hotseat")
    name = ann.home.game_store.games()[0].game.hex()[:8]
    assert f"pbem play {name}" in ann.ok().out
    data = json.loads(ann.ok("--json").out)
    assert data["waiting"] == [name] and data["next"][0]["command"] == f"pbem play {name}"


def test_the_scenarios_are_those_that_there_are_with_their_true_figures(ann: Desk) -> None:
    assert set(SCENARIOS) == set(scenario_names())
    for name, row in SCENARIOS.items():
        definition = find_scenario(name)
        assert row.areas == len(definition.board.territories), name
        playing = [one for one in definition.politics.nations if one.name not in NOT_PLAYED]
        assert row.nations == len(playing), name
        assert row.sides == len({side for one in playing for side in one.alliances}), name
    assert "classic_1942" in ann.ok("scenarios").out


def test_info_names_no_game_by_itself(ann: Desk) -> None:
    assert ann.refused(2, "info").error["code"] == "usage"
    assert "pbem scenarios" in str(ann.refused(2, "info", "nosuch").error["text"])


def test_a_scenario_that_is_not_there_is_named_before_a_key_is_asked_for(tmp_path: Path) -> None:
    bare = Desk(tmp_path / "zoe", {})
    said = str(bare.refused(2, "new", "nosuch").error["text"])
    assert "classic_1942" in said and "did you mean" not in said
    for written in ("Big World", "bigworld", "big_wrold_1942"):
        said = str(bare.refused(2, "new", written).error["text"])
        assert "did you mean big_world_1942?" in said


def test_a_slip_in_the_first_word_of_a_long_name_is_answered(ann: Desk) -> None:
    ann.ok("new", "classic_1942", "--hotseat")
    said = ann.refused(2, "show", ann.game.game.hex()[:8], "Karelja")
    assert "Did you mean Karelia S.S.R., Karelia Sea Zone?" in str(said.error["text"])


def test_each_page_of_the_manual_is_there(ann: Desk) -> None:
    for name in PAGES:
        assert page(name).startswith("# "), name
    assert ann.ok("help", "mail").out.startswith("# ")
    assert "Usage: pbem play" in ann.ok("help", "play").out
    assert "Usage: pbem mail setup" in ann.ok("help", "mail", "setup").out
    assert "Usage: pbem propose SAVE edit" in ann.ok("help", "propose", "edit").out
    assert ann.refused(2, "help", "nosuch").error["code"] == "unknown-topic"
    assert "pbem help mail" in str(ann.refused(2, "help", "mial").error["text"])


def test_no_message_points_at_a_file_that_an_installation_lacks() -> None:
    """A message is a string; what only developers read is in docstrings and comments."""
    wrong = []
    for file in sorted((ROOT / "pbem").rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        doc = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        wrong += [
            f"{file.name}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in doc
            and re.search(r"\bdocs/\w[\w-]*\.md", node.value)
        ]
    assert wrong == []


def test_text_is_broken_at_words_and_hangs() -> None:
    assert fitted("short\n", 40) == "short\n"
    line = "  - " + "word " * 30
    shown = fitted(line + "\n", 60).splitlines()
    assert len(shown) > 2 and all(len(row) <= 60 for row in shown)
    assert all(row.startswith("      ") for row in shown[1:])
    assert " ".join(" ".join(shown).split()) == " ".join(line.split())
    assert fitted("x" * 200, 60) == "x" * 200 + "\n"
    assert fitted("=" * 200 + "\n", 60) == "=" * 60 + "\n"


def test_settings_are_shown_changed_and_checked(ann: Desk) -> None:
    file = ann.home.root / "config.toml"
    before = '# mine\nplayer = "ann"\n'
    file.write_text(before)
    ann.ok("config", "set", "dice.folder", "~/dice")
    assert file.read_text().startswith(before)
    assert ann.ok("config", "get", "dice.folder").out == "~/dice\n"
    ann.ok("config", "set", "player", "annie")
    assert '# mine\nplayer = "annie"\n' in file.read_text()
    ann.ok("config", "check")
    good = file.read_text()
    assert ann.run("config", "set", "plaier", "x").code == 2
    assert file.read_text() == good and not (ann.home.root / "config.toml.try").exists()
    file.write_text("player = [")
    assert ann.run("config", "check").code == 2
    assert ann.run("doctor").code == 1


def test_the_doctor_changes_nothing(tmp_path: Path) -> None:
    bare = Desk(tmp_path / "zoe", {})
    there = sorted(bare.home.root.rglob("*"))
    found = json.loads(bare.ok("doctor", "--json").out)
    assert found["ok"] is True and {one["name"] for one in found["findings"]} >= {"key", "mail"}
    assert sorted(bare.home.root.rglob("*")) == there


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_has_its_script(ann: Desk, shell: str) -> None:
    if get_completion_class(shell) is None:
        assert ann.refused(2, "completion", shell).error["code"] == "shell-unknown"
    else:
        assert "_PBEM_COMPLETE" in ann.ok("completion", shell).out


def tab_environment(ann: Desk, *words: str) -> dict[str, str]:
    return {
        **os.environ,
        "PBEM_HOME": str(ann.root),
        "_PBEM_COMPLETE": "bash_complete",
        "COMP_WORDS": shlex.join(("pbem", *words)),
        "COMP_CWORD": str(len(words)),
    }


def told_shell(ann: Desk, shell: str, *words: str) -> list[str]:
    """The lines that a shell reads when tab is pressed behind the last word."""
    done = subprocess.run(
        [sys.executable, "-m", "pbem"],
        env={**tab_environment(ann, *words), "_PBEM_COMPLETE": f"{shell}_complete"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def completed(ann: Desk, *words: str) -> list[str]:
    """What bash is offered."""
    return [line.partition(",")[2] for line in told_shell(ann, "bash", *words)]


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish on this machine")
def test_fish_shows_names_with_their_whole_help(ann: Desk) -> None:
    """click's own script cuts it off at the first comma."""
    # The script asks the command of this name, which need not be on the path here.
    script = ann.ok("completion", "fish").out
    asked = f"""
        {script.replace(" pbem)", f" {shlex.quote(sys.executable)} -m pbem)")}
        complete -C "pbem sc"
        complete -C "pbem odds --attack-l"
    """
    environment = {**os.environ, "PBEM_HOME": str(ann.root), "HOME": str(ann.root)}
    done = subprocess.run(
        ["fish", "--no-config", "-c", asked],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "scenarios\tthe games that can be played, with players and length",
        "--attack-losses\tOrder of losses, such as infantry, armour.",
    ]


@pytest.mark.skipif(get_completion_class("powershell") is None, reason="click knows it from 8.5 on")
def test_powershell_is_offered_names_with_their_whole_help(ann: Desk) -> None:
    """What its script asks and reads, three lines for each; PowerShell itself is not run."""
    assert told_shell(ann, "powershell", "sc") == [
        "plain",
        "scenarios",
        "the games that can be played, with players and length",
    ]


LOADED = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from pbem.__main__ import main
main()
"""


@pytest.mark.parametrize("line", ["play ", "help ", "history {} --nation G"])
def test_the_tab_key_loads_no_command_and_no_rules(ann: Desk, line: str) -> None:
    """Else it would take longer than a player waits for a key."""
    ann.ok("new", "classic_1942", "--hotseat")
    name = ann.home.game_store.games()[0].game.hex()[:8]
    words = ("pbem", *line.format(name).split(" "))
    completed(ann, *words[1:])
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        env=tab_environment(ann, *words[1:]),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout
    loaded = set(done.stderr.split())
    assert [name for name in loaded if name.startswith("pbem.commands.")] == []
    assert {name for name in loaded if name.split(".")[0] == "engine"} <= {
        "engine",
        "engine.lazy",
        "engine.values",
    }


def test_the_tab_key_knows_commands_games_scenarios_areas_and_units(ann: Desk) -> None:
    ann.ok("new", "classic_1942", "--hotseat")
    name = ann.home.game_store.games()[0].game.hex()[:8]
    assert set(completed(ann, "sta")) == {"status", "standing"}
    assert completed(ann, "play", name[:3]) == [name]
    assert completed(ann, "new", "class") == ["classic_1942"]
    assert "Karelia S.S.R." in completed(ann, "show", name, "Kare")
    assert len(completed(ann, "show", name, "Kare")) == 2
    assert "Germans" in completed(ann, "history", name, "--nation", "Ger")
    assert completed(ann, "odds", name[:3]) == [name]
    assert completed(ann, "odds", name, "Karelia S") == ["Karelia S.S.R.", "Karelia Sea Zone"]
    assert completed(ann, "odds", name, "Karelia S.S.R.", "--add", "inf") == ["infantry"]
    assert completed(ann, "standing", name, "--against", "arm") == ["armour"]
    assert completed(ann, "demo", "--scenario", "class") == ["classic_1942"]
    assert completed(ann, "help", "maps") == ["maps", "maps-making"]
    assert completed(ann, "help", "keys", "pin") == ["pin", "pin-dice"]
    assert completed(ann, "help", "--schema", "mail-s") == ["mail-setup", "mail-sign-in"]
