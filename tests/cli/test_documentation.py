"""docs/exit-codes.md lists every code that the commands and the rooms of the program raise.

Those of the format are in its own table, to which the page leads.
"""

import re
from pathlib import Path

from tests.support.table import Desk

ROOT = Path(__file__).parents[2]
ROOMS = (
    "replay",
    "gametext",
    "lobby",
    "play",
    "agreements",
    "post",
    "demo",
    "terminal",
    "commands",
)
SOURCES = (
    *(path for room in ROOMS for path in sorted((ROOT / "pbem" / room).rglob("*.py"))),
    *(ROOT / "pbem" / name for name in ("cli.py", "home.py", "config.py", "listening.py")),
)
_RAISED = re.compile(r'\w+Error\(\s*"([a-z][a-z-]+)"')


def test_every_code_is_documented() -> None:
    page = (ROOT / "docs" / "exit-codes.md").read_text(encoding="utf-8")
    save = (ROOT / "docs" / "formats" / "save-v1.md").read_text(encoding="utf-8")
    dice = (ROOT / "docs" / "formats" / "dice-v1.md").read_text(encoding="utf-8")
    listed = page + dice + save.partition("\n## Errors\n")[2].partition("\n## ")[0]
    raised = {
        code for path in SOURCES for code in _RAISED.findall(path.read_text(encoding="utf-8"))
    }
    assert len(raised) > 40
    assert all(any((ROOT / "pbem" / room).glob("*.py")) for room in ROOMS)
    assert sorted(code for code in raised if f"`{code}`" not in listed) == []


def test_lists_of_commands_are_not_cut_off(tmp_path: Path) -> None:
    for group in ("", "keys", "config", "mail", "dice", "propose"):
        words = ("propose", "x") if group == "propose" else (group,) if group else ()
        listed = Desk(tmp_path).ok(*words, "--help").out.partition("--help")[2]
        assert listed and "..." not in listed
