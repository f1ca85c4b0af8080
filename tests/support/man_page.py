"""The manual page docs/pbem.1, made from the help: `python -m tests.support.man_page` writes it.

It is kept, because a wheel is built without the program's libraries and cannot make it.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbem.terminal.directory import GROUPS, PAGES, examples_of

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "docs" / "pbem.1"
_EXIT_CODE: Final = re.compile(r"^\| (\d+) \| ([^|`]+?) \| [^|]*\|$", re.MULTILINE)
_VARIABLE: Final = re.compile(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \| (.+?) \|$", re.MULTILINE)


def page() -> str:
    """The page in the macros of man(7)."""
    return "\n".join([*_head(), *_commands(), *_tables(), ""])


def _head() -> Iterator[str]:
    yield from (
        r".\" Made from the help of the program: python -m tests.support.man_page",
        '.TH PBEM 1 "" pbem "User Commands"',
        ".SH NAME",
        r"pbem \- grand-strategy board games by mail, with turns that prove themselves",
        ".SH SYNOPSIS",
        r".B pbem",
        r"[\fB\-v\fR] [\fICOMMAND\fR [\fIARGUMENTS\fR]]",
        ".SH DESCRIPTION",
        "pbem is the referee of grand-strategy board games that are played by mail, in a forum or",
        "at one computer. It knows the rules, rolls dice that were committed before the game,",
        "signs each turn and mails it.",
        ".PP",
        "Without a command it says what waits for you and what comes next.",
        r"\fBpbem\fR \fICOMMAND\fR \fB\-\-help\fR",
        "is the help of a command,",
        r"\fBpbem help\fR \fIPAGE\fR",
        "a page of the manual.",
        ".SH OPTIONS",
        *_item(r"\fB\-\-json\fR", "Behind any command: print one JSON object."),
        *_item(r"\fB\-v\fR, \fB\-\-verbose\fR", "Tell on standard error what is done."),
        *_item(r"\fB\-\-version\fR", "Show the version and exit."),
        *_item(r"\fB\-h\fR, \fB\-\-help\fR", "Show a help and exit."),
        ".SH COMMANDS",
    )


def _commands() -> Iterator[str]:
    for heading, commands in GROUPS.items():
        yield f".SS {_roff(heading)}"
        for name, text in commands.items():
            yield from _item(rf"\fBpbem {_roff(name)}\fR", _sentence(text))
            yield ".RS"
            yield ".nf"
            yield from (f"{_roff(f'pbem {line}')}" for line in examples_of(name))
            yield ".fi"
            yield ".RE"


def _tables() -> Iterator[str]:
    """What other pages of the manual list too, taken from them."""
    yield ".SH MANUAL"
    for name, text in PAGES.items():
        yield from _item(rf"\fBpbem help {_roff(name)}\fR", _sentence(text))
    yield ".SH ENVIRONMENT"
    for name, text in _VARIABLE.findall((ROOT / "docs/configuration.md").read_text("utf-8")):
        yield from _item(rf"\fB{_roff(name)}\fR", _sentence(text))
    yield ".SH FILES"
    where = "The home is $PBEM_HOME, else the system's folder for user data; `pbem config path`."
    yield from _item(r"\fBconfig.toml\fR", f"The settings, in the home. {_roff(where)}")
    yield from _item(
        r"\fBpbem.log\fR", "What was asked of servers and what they said, in the home."
    )
    yield ".SH EXIT STATUS"
    yield "What was wrong:"
    for code, text in _EXIT_CODE.findall((ROOT / "docs/exit-codes.md").read_text("utf-8")):
        yield from _item(rf"\fB{code}\fR", _sentence(text))


def _item(term: str, text: str) -> tuple[str, ...]:
    return (".TP", term, text)


def _sentence(text: str) -> str:
    return _roff(f"{text[0].upper()}{text[1:]}.")


def _roff(text: str) -> str:
    """A text of ours as roff; nothing of it is taken for a macro."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("`", "")
    return rf"\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
