"""The page of the fields of a scenario has all of them."""

import re

from engine.loading.record.shapes import layout_of
from engine.loading.tree.reading import MORE_ROWS, ROWS
from tests.support.scenario_fields import TABLES, page


def test_every_field_of_a_scenario_is_on_the_page() -> None:
    text = page()
    assert {key for key, _, _ in TABLES} == {*ROWS, *MORE_ROWS}
    for _, _, kinds in TABLES:
        for kind in kinds:
            assert [
                key for key in layout_of(kind).fields.by_key if f"| `{key}` |" not in text
            ] == []


def test_every_link_within_the_page_has_its_heading() -> None:
    text = page()
    headings = {line.lstrip("# ").lower() for line in text.splitlines() if line.startswith("#")}
    assert {*re.findall(r"\]\(#([^)]+)\)", text)} - headings == set()
