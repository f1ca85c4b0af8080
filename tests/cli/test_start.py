"""What a command loads: one that looks at no game starts without the rules."""

import subprocess
import sys
from pathlib import Path

import pytest

from pbem.save.keys import NamedKey, write_key_file
from pbem.wire.signing import SigningKey

PROGRAM = """
import sys
from pbem.cli import run
code = run(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
sys.exit(code)
"""

TERMINAL = """
import sys
import pbem.commands.play, pbem.terminal.prompt
print(*sys.modules)
"""
"""What a turn at a terminal takes before its first question, but for the session and the prompt."""

GAME = Path(__file__).resolve().parents[2] / "savegames" / "rarities.pbem"

COMMANDS = (
    "--help",
    "--version",
    "keys --help",
    "keys show",
    "keys show --json",
    "dice --help",
    "dice serve --help",
)


def loaded_by(line: str, home: Path) -> list[str]:
    """The modules that a command has loaded when it has done its work."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *line.split()],
        capture_output=True,
        text=True,
        check=False,
        env={"PBEM_HOME": str(home), "PYTHONPATH": ":".join(sys.path), "LANG": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stderr
    loaded = done.stderr.split()
    assert "pbem.cli" in loaded
    return loaded


@pytest.mark.parametrize("line", COMMANDS)
def test_what_needs_no_game_loads_no_rules(line: str, tmp_path: Path) -> None:
    write_key_file(tmp_path / "key.json", NamedKey("Ann", SigningKey.generate()), "")
    loaded = loaded_by(line, tmp_path)
    assert {name for name in loaded if name.split(".")[0] == "engine"} <= {
        "engine",
        "engine.lazy",
        "engine.marks",
        "engine.values",
    }


@pytest.mark.parametrize("line", [f"show {GAME} Egypt", "games"])
def test_what_was_verified_before_is_looked_at_without_rules(line: str, tmp_path: Path) -> None:
    """Docs: docs/adr/0046."""
    assert "engine.game" in loaded_by(f"fetch {GAME}", tmp_path)
    loaded_by(line, tmp_path)
    slow = {"engine.game", "engine.orders.form", "engine.grammar.lexer", "pbem.replay.walk"}
    slow |= {"cryptography", "tomllib"}
    assert slow.isdisjoint(loaded_by(line, tmp_path))


def test_the_line_below_every_command_loads_nothing_that_verifies_a_save() -> None:
    line = "import sys, pbem.post.dispatch; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "pbem.post.who_has" in loaded
    assert {"pbem.save.trusted_save", "pbem.motions.table"}.isdisjoint(loaded)


@pytest.mark.parametrize("line", [f"legal {GAME}", f"odds {GAME} --all"])
def test_a_question_about_moves_plays_no_battle(line: str, tmp_path: Path) -> None:
    """Docs: docs/adr/0046."""
    loaded_by(f"fetch {GAME}", tmp_path)
    slow = {"engine.rulesets.battles", "engine.orders.registry", "engine.phases.end_turn"}
    assert slow.isdisjoint(loaded_by(line, tmp_path))


STOPPED = """
import sys

class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == "pbem.cli":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Slow())
from pbem.__main__ import main
main()
"""


def test_ctrl_c_while_the_program_is_still_loaded_is_no_fault() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, "verify"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "pbem: Stopped; what was stored is kept.\n")


THREADS = """
import os
import sys

sys.argv = ["pbem", "odds", "2 infantry", "1 infantry", "--scenario", "big_world_1942"]
from pbem.__main__ import main
try:
    main()
finally:
    sys.stderr.write(os.environ["OPENBLAS_NUM_THREADS"])
"""


@pytest.mark.parametrize(("given", "used"), [(None, "1"), ("2", "2")])
def test_the_odds_use_one_thread_unless_told_otherwise(given: str | None, used: str) -> None:
    env = {"PYTHONPATH": ":".join(sys.path)} | ({"OPENBLAS_NUM_THREADS": given} if given else {})
    done = subprocess.run(
        [sys.executable, "-c", THREADS], capture_output=True, text=True, check=False, env=env
    )
    assert done.stderr == used


def test_a_turn_by_hand_loads_no_report_and_no_file_of_orders() -> None:
    """Docs: docs/adr/0046."""
    done = subprocess.run(
        [sys.executable, "-c", TERMINAL],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    slow = {"jinja2", "email", "pbem.post.outgoing", "pbem.report.render"}
    slow |= {"pbem.play.from_file", "pbem.play.carry_out", "engine.orders.registry"}
    loaded = done.stdout.split()
    assert "pbem.terminal.conversation" in loaded
    assert slow.isdisjoint(loaded)
