"""How text fits the terminal that it is printed on; files and pipes get it as it is."""

import os
import sys
from typing import Final, TextIO

_NARROWEST: Final = 40
_HANG: Final = 4
"""How much further in a line goes on below itself."""


def show(text: str, *, in_pages: bool = True) -> None:
    """Print a text, lines broken at words where the terminal is narrower, in colours where it has
    some, long ones by a pager if in_pages.

    $PAGER names the pager; set to nothing or `cat`, there is none.
    """
    text, lines = _made_for(sys.stdout, text)
    if not lines or text.count("\n") < lines or not in_pages or not _has_pager():
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    import click  # noqa: PLC0415 - late, to start quickly

    # Colours pass, nothing is cleared, and what fits after all ends at once.
    os.environ.setdefault("LESS", "-FRX")
    click.echo_via_pager(text)


def say(text: str) -> None:
    """Print a line of a conversation, which no pager holds back."""
    show(text, in_pages=False)


def tell(text: str) -> None:
    """Print on standard error what is no result: errors and progress."""
    sys.stderr.write(_made_for(sys.stderr, text)[0])
    sys.stderr.flush()


def _has_pager() -> bool:
    return os.environ.get("PAGER", "less") not in {"", "cat"}


def _made_for(stream: TextIO, text: str) -> tuple[str, int]:
    """A text as a stream gets it, and how many lines there are: 0 for what is no terminal."""
    text = text if text.endswith("\n") else text + "\n"
    if not stream.isatty():
        return text, 0
    import shutil  # noqa: PLC0415 - late, to start quickly

    from pbem.paint import painted, takes_colours  # noqa: PLC0415 - late, to start quickly

    size = shutil.get_terminal_size()
    text = fitted(text, size.columns)
    return (painted(text) if takes_colours(stream) else text), size.lines


def paper_width(usual: int = 78, most: int = 100) -> int:
    """How wide a report is set: as wide as the terminal, but no wider than reads well.

    usual: where it goes into a file or a pipe.
    """
    if not sys.stdout.isatty():
        return usual
    import shutil  # noqa: PLC0415 - late, to start quickly

    return max(_NARROWEST, min(shutil.get_terminal_size().columns, most))


def fitted(text: str, width: int) -> str:
    """A text in lines of at most so many columns, wherever a line has a space to be broken at.

    What goes on below is indented further than its line, so that no one takes it for a new one.
    """
    width = max(_NARROWEST, width)
    return "".join(_broken(line, width) for line in text.splitlines(keepends=True))


def _broken(line: str, width: int) -> str:
    bare = line.rstrip("\n")
    if len(bare) <= width:
        return line
    if set(bare) == {"="}:  # the line below a title, which is as good when it is shorter
        return bare[:width] + "\n"
    import textwrap  # noqa: PLC0415 - late, to start quickly

    indent = len(bare) - len(bare.lstrip())
    hang = min(indent + _HANG, width // 2)
    parts = textwrap.wrap(
        bare,
        width,
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        expand_tabs=False,
        replace_whitespace=False,
    )
    return "\n".join(parts) + "\n"
