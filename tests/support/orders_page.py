"""The lists of docs/formats/orders-v1.md, made from what each order says about itself.

`python -m tests.support.orders_page` writes them into the page, between its marks.
"""

import inspect
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from engine.orders.edits.registry import CHANGE_FORMS
from engine.orders.registry import ORDER_FORMS, VERBS
from engine.orders.standing_orders.registry import STANDING_FORMS

PAGE: Final = Path(__file__).parents[2] / "docs" / "formats" / "orders-v1.md"
_END: Final = "<!-- end -->"


def made() -> dict[str, str]:
    """The lists by their names."""
    return {
        "orders": orders_table(),
        "grammar": grammar(),
        "changes": changes_table(),
        "standing grammar": standing_grammar(),
        "standing": standing_table(),
    }


def with_lists(page: str) -> str:
    """The page with the lists as they must be."""
    for name, text in made().items():
        before, mark, rest = page.partition(f"<!-- made: {name} -->\n")
        _, end, after = rest.partition(_END)
        if not end:
            raise ValueError(f"the page has no place for {name}")
        page = f"{before}{mark}\n{text}\n{end}{after}"
    return page


def orders_table() -> str:
    """Text, time and plain form of every order."""
    rows = (
        (_examples(text for verb in form.verbs for text in verb.examples), form.when)
        for form in ORDER_FORMS
    )
    plain = (form.plain.described() for form in ORDER_FORMS)
    return _table(
        ("text", "when", "plain form"),
        ((*row, described) for row, described in zip(rows, plain, strict=True)),
    )


def changes_table() -> str:
    """Text, meaning and plain form of every change by hand."""
    return _table(
        ("text", "what", "plain form"),
        (
            (_examples(form.examples), _meaning(form.plain.make), form.plain.described())
            for form in CHANGE_FORMS
        ),
    )


def standing_table() -> str:
    """Text, meaning and plain form of every kind of standing order."""
    return _table(
        ("line", "what it decides", "what it says in the plain form"),
        (
            (_examples(form.examples), _meaning(form.make), form.described())
            for form in STANDING_FORMS
        ),
    )


def grammar() -> str:
    """What may follow each verb."""
    return _alternatives("order", ((verb.words, verb.grammar) for verb in VERBS))


def standing_grammar() -> str:
    """What may follow the word of each kind."""
    return _alternatives(
        "standing",
        (((form.kind,), f'[name] ":" {form.grammar} [term]') for form in STANDING_FORMS),
    )


def _alternatives(name: str, entries: Iterable[tuple[tuple[str, ...], str]]) -> str:
    lines = (" ".join([*(f'"{word}"' for word in words), rest]).rstrip() for words, rest in entries)
    start = f"    {name:<9} = "
    return start + f"\n{' ' * (len(start) - 2)}| ".join(lines) + "\n"


def _examples(texts: Iterable[str]) -> str:
    return " · ".join(f"`{text}`" for text in texts)


def _meaning(kind: type[object]) -> str:
    """The first paragraph of a docstring, in one line."""
    first = (inspect.getdoc(kind) or "").split("\n\n")[0]
    return textwrap.shorten(first, 1_000)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    cells = ([cell.replace("|", r"\|") for cell in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


if __name__ == "__main__":
    PAGE.write_text(with_lists(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
