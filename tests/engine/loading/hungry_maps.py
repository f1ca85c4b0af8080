"""Map files that are made to take a reader's memory and time, and how much they may have of it."""

from __future__ import annotations

from functools import partial

from engine.core.errors import DefinitionError
from engine.loading import read_triplea_map

_ROOM = 700_000_000
"""What the largest file that is read at all may take; an honest map takes a tenth of it."""

_MANY = "".join(f'<element name="{number}"/>' for number in range(10_000))


def _list(name: str, elements: str) -> str:
    return f'<variable name="{name}">{elements}</variable>'


def _long(length: int) -> str:
    return f'<element name="{"x" * length}"/>'


def _map(lists: str, attachments: str) -> bytes:
    text = f"<game><variableList>{lists}</variableList>"
    return f"{text}<attachmentList>{attachments}</attachmentList></game>".encode()


def _loop(loop: str, value: str) -> str:
    return f'<attachment name="n" foreach="{loop}"><option value="{value}"/></attachment>'


MAPS = {
    "a long value for every word": lambda: _map(
        _list("m", _MANY), _loop("$m$", "@m@" + "x" * 1_000_000)
    ),
    "a long word for every step": lambda: _map(
        _list("m", _MANY) + _list("l", _long(1_000_000)), _loop("$m$^$l$", "@m@@l@")
    ),
    "a long word many times in one value": lambda: _map(
        _list("l", _long(1_000_000)), _loop("$l$", "@l@" * 100_000)
    ),
    "a list of long words": lambda: _map(
        _list("l", _long(1_000_000)) + _list("m", '<element name="$l$"/>' * 10_000),
        '<attachment name="n"><option value="$m$"/></attachment>',
    ),
    "a list many times in one value": lambda: _map(
        _list("m", _MANY), f'<attachment name="n"><option value="{"$m$" * 100_000}"/></attachment>'
    ),
    "many lists of one list": lambda: _map(
        _list("m", _MANY)
        + "".join(_list(f"v{number}", '<element name="$m$"/>') for number in range(100_000)),
        "",
    ),
    "a value that becomes nothing for every step": lambda: _map(
        _list("m", _MANY) + _list("e", '<element name=""/>'), _loop("$m$^$e$", "@e@" * 300_000)
    ),
    "a loop over the same list many times": lambda: _map(
        _list("m", _MANY), _loop(":".join(["$m$"] * 100_000), "")
    ),
    "loops that make nothing": lambda: _map(
        _list("m", _MANY) + _list("e", ""), _loop("$m$^$e$", "") * 100_000
    ),
    "steps of many words": lambda: _map(
        _list("a", '<element name="1"/>'), _loop("^".join(["$a$"] * 1000), "") * 1000
    ),
    "as many elements as there may be": lambda: _map(
        _list("m", _MANY), _loop("$m$", "@m@" + "\u3042" * 400) * 24
    ),
}


def read(kind: str) -> None:
    """Read a map, which must be refused."""
    try:
        read_triplea_map(MAPS[kind]())
    except DefinitionError:
        return
    raise AssertionError(kind)


_GIGABYTES = ("a long value", "a long word", "a list", "many lists")
WORK = {kind: (_ROOM, partial(read, kind)) for kind in MAPS if kind.startswith(_GIGABYTES)}
