"""The page about the scenario format says what the classes say."""

import re

from engine.loading.record.shapes import layout_of
from engine.loading.tree.reading import MORE_ROWS, ROWS
from tests.support.scenario_fields import PAGE, TABLES, page


def test_the_page_is_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(text), "python -m tests.support.scenario_fields"


def test_every_field_of_a_scenario_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert {key for key, _, _ in TABLES} == {*ROWS, *MORE_ROWS}
    for _, _, kinds in TABLES:
        for kind in kinds:
            assert [
                key for key in layout_of(kind).fields.by_key if f"| `{key}` |" not in text
            ] == []


def test_every_link_within_the_page_has_its_heading() -> None:
    text = PAGE.read_text(encoding="utf-8")
    headings = {line.lstrip("# ").lower() for line in text.splitlines() if line.startswith("#")}
    assert {*re.findall(r"\]\(#([^)]+)\)", text)} - headings == set()
