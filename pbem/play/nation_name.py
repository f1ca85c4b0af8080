"""A nation by its name, however its letters are written."""

from collections.abc import Sequence
from typing import TypeVar

from pbem.text import quoted
from pbem.usage import UsageError

N = TypeVar("N", bound=str)


def nation_named(names: Sequence[N], text: str) -> N:
    """The one of these nations that a text names; UsageError `unknown-nation`."""
    for name in names:
        if name.lower() == text.lower():
            return name
    raise UsageError(
        "unknown-nation", f"There is no nation {quoted(text)}.", f"Known: {', '.join(names)}."
    )
