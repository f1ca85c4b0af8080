"""The pages of the manual that follow from the program."""

from pathlib import Path

from pbem.terminal.directory import COMMANDS
from pbem.terminal.tab_commands import TABLE
from tests.support import man_page, tab_table
from tests.support.made_pages import pages, write_all


def test_every_command_has_a_page_with_its_help_and_that_of_those_below_it() -> None:
    found = pages()
    assert {name for name in found if name.startswith("commands/")} == {
        "commands/index.md",
        *(f"commands/{name}.md" for name in COMMANDS),
    }
    assert "## pbem keys new" in found["commands/keys.md"]
    assert "--no-passphrase" in found["commands/keys.md"]


def test_the_manual_page_says_what_the_help_says() -> None:
    text = man_page.FILE.read_text(encoding="utf-8")
    assert text == man_page.page(), "python -m tests.support.man_page writes it anew"
    assert all(rf"pbem {name}" in text for name in COMMANDS)


def test_the_tab_key_knows_what_the_commands_take() -> None:
    text = TABLE.read_text(encoding="utf-8")
    assert text == tab_table.table(), "python -m tests.support.tab_table writes it anew"


def test_what_has_not_changed_is_not_written_again(tmp_path: Path) -> None:
    write_all(tmp_path)
    index = tmp_path / "commands" / "index.md"
    other = tmp_path / "rules-index.md"
    index.write_text("old", encoding="utf-8")
    times = other.stat().st_mtime_ns
    write_all(tmp_path)
    assert index.read_text(encoding="utf-8").startswith("# Commands")
    assert other.stat().st_mtime_ns == times
