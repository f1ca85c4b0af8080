"""What docs/rules says and is played has a rule file and a test."""

import re
from pathlib import Path

import pytest

from tests.support.rules_index import ROOT, all_items, gaps, ids_in, later, texts

_FUNCTION = re.compile(r"\bdef (\w+)")


def test_the_items_are_those_of_the_rule_book() -> None:
    items = all_items()
    assert (len(items), items[0], items[259], items[-1]) == (787, "B1", "B260", "U12")
    assert set(items) == texts().keys()


def test_what_comes_later_is_in_the_rules_and_says_why() -> None:
    assert later().keys() <= texts().keys()
    assert "T260" in later()
    assert "T199" not in later()
    assert all(reason.endswith(".") for reason in later().values())


def test_ids_are_found_in_text_and_in_names() -> None:
    assert ids_in("(B57 to B60, V3) but not WW2V2 nor AB12") == {"B57", "B58", "B59", "B60", "V3"}
    assert ids_in("test_B61_G31_V2c_armour_blitzes", is_name=True) == {"B61", "G31", "V2"}
    assert ids_in("see End matter 2") == {"E2"}
    assert ids_in("match self:  # noqa: C901") == set()


def _cited(path: Path) -> set[str]:
    """The ids that a module names anywhere, in the names of its tests too."""
    text = path.read_text(encoding="utf-8")
    return ids_in(text).union(*(ids_in(name, is_name=True) for name in _FUNCTION.findall(text)))


@pytest.mark.parametrize("top", ["engine", "pbem", "tests"])
def test_every_id_that_is_cited_is_in_the_rules(top: str) -> None:
    this = Path(__file__)
    paths = [path for path in sorted((ROOT / top).rglob("*.py")) if path != this]
    cited = {path.relative_to(ROOT).as_posix(): _cited(path) for path in paths}
    assert sum(map(len, cited.values())) > 50
    known = texts().keys()
    assert {path: ids - known for path, ids in cited.items() if ids - known} == {}


def test_no_two_statements_have_one_id() -> None:
    ids = texts()
    assert (len(ids), ids["B143"], ids["T85"]) == (787, "rulebook", "triumph-tragedy-full")


def test_every_item_has_a_rule_file_and_a_test() -> None:
    assert gaps() == (), "python -m tests.support.rules_index --check lists them"
