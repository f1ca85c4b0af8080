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


COMMANDS = (
    "--help",
    "--version",
    "keys --help",
    "keys show",
    "keys show --json",
    "dice --help",
    "dice serve --help",
)


@pytest.mark.parametrize("line", COMMANDS)
def test_what_needs_no_game_loads_no_rules(line: str, tmp_path: Path) -> None:
    write_key_file(tmp_path / "key.json", NamedKey("Ann", SigningKey.generate()), "")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *line.split()],
        capture_output=True,
        text=True,
        check=False,
        env={"PBEM_HOME": str(tmp_path), "PYTHONPATH": ":".join(sys.path), "LANG": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stderr
    loaded = done.stderr.split()
    assert "pbem.cli" in loaded
    assert {name for name in loaded if name.split(".")[0] == "engine"} <= {
        "engine",
        "engine.values",
    }
