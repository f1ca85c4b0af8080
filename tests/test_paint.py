"""Colours: on a terminal whose owner wants them, and nowhere else."""

import io
from contextlib import redirect_stdout

import pytest

from pbem.paint import painted, takes_colours
from pbem.screen import show


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal in the place of standard output, 60 columns wide."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("WT_SESSION", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Terminal()


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("WRONG clock    late", "<1;31>WRONG</> clock    late"),
        ("All is well.", "<32>All is well.</>"),
        ("The dice: All is well. So far.", "The dice: All is well. So far."),
        ("NOT PROVEN: record 3", "<1;31>NOT PROVEN:</> record 3"),
        ("signed, NOT SENT: no network", "<32>signed</>, <1;31>NOT SENT</>: no network"),
        ("Type `pbem fetch` now.", "Type <36>`pbem fetch`</> now."),
        ("  pbem board       the mouse", "  <36>pbem board</>       the mouse"),
        ("Go on with: pbem play 4f94", "Go on with: <36>pbem play 4f94</>"),
        ("BATTLES", "<1>BATTLES</>"),
        ("Next:", "<1>Next:</>"),
        ("* 4f94  Classic", "<33>* </>4f94  Classic"),
        ("Karelia S.S.R. > Finland", "Karelia S.S.R. > Finland"),
    ],
)
def test_what_a_line_means_has_its_colour(line: str, shown: str) -> None:
    for text in (line, f"{line}\n"):
        plain = painted(text).replace("\x1b[0m", "</>").replace("\x1b[", "<")
        for code in ("1;31", "32", "33", "36", "1"):
            plain = plain.replace(f"<{code}m", f"<{code}>")
        assert plain.rstrip("\n") == shown


def test_a_terminal_gets_colours_and_lines_that_fit(terminal: Terminal) -> None:
    with redirect_stdout(terminal):
        show("All is well.\n" + "word " * 20)
    said = terminal.getvalue()
    assert "\x1b[32mAll is well.\x1b[0m\n" in said
    assert max(map(len, said.splitlines()[1:])) <= 60


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_who_wants_none_gets_none(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with redirect_stdout(terminal):
        show("All is well.")
    assert terminal.getvalue() == "All is well.\n"


def test_files_and_pipes_get_the_text_alone() -> None:
    assert not takes_colours(io.StringIO())
