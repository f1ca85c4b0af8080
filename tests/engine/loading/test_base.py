"""A scenario that derives from another one says only what differs."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine import DefinitionError
from engine.loading import load_scenario, parse_scenario, tree_from_definition
from engine.loading.base import MOST_BASES, with_base

OLD: Mapping[str, object] = {
    "name": "Old",
    "options": {"low_luck": False, "tech_cost": 5},
    "units": [{"name": "tank", "attack": 3, "price": 5}, {"name": "ship"}],
    "sequence": [{"phases": ["tech"]}, {"name": "end", "phase": "end_round"}],
    "setup": {"Reds": {"Redland": {"tank": 2}, "Blueland": {"tank": 1}}},
}


def derived(**said: object) -> dict[str, object]:
    """A scenario that derives from OLD."""
    return with_base({"base": "old", "name": "New", **said}, lambda _: OLD)


def test_what_is_not_said_is_as_in_the_base() -> None:
    assert derived() == {**OLD, "name": "New"}


def test_a_table_is_laid_over_entry_by_entry() -> None:
    assert derived(options={"low_luck": True})["options"] == {"low_luck": True, "tech_cost": 5}
    setup = derived(setup={"Reds": {"Redland": {"ship": 1}}})["setup"]
    assert setup == {"Reds": {"Redland": {"tank": 2, "ship": 1}, "Blueland": {"tank": 1}}}


def test_a_list_of_named_tables_is_laid_over_by_name_and_new_ones_follow() -> None:
    assert derived(units=[{"name": "plane"}, {"name": "tank", "price": 6}])["units"] == [
        {"name": "tank", "attack": 3, "price": 6},
        {"name": "ship"},
        {"name": "plane"},
    ]


def test_any_other_list_is_said_anew() -> None:
    steps = [{"phases": ["purchase"]}]
    assert derived(sequence=steps)["sequence"] == steps


def test_what_the_base_has_can_be_removed() -> None:
    whole = derived(remove=[["units", "ship"], ["setup", "Reds", "Blueland"], ["options"]])
    assert whole["units"] == [{"name": "tank", "attack": 3, "price": 5}]
    assert whole["setup"] == {"Reds": {"Redland": {"tank": 2}}}
    assert "options" not in whole
    assert "remove" not in whole


def test_what_is_removed_may_be_said_anew() -> None:
    assert derived(remove=[["setup"]], setup={"Reds": {}})["setup"] == {"Reds": {}}


def test_a_chain_is_laid_over_from_its_end() -> None:
    files = {"old": OLD, "middle": {"base": "old", "name": "Middle", "notes": "m", "version": "2"}}
    whole = with_base({"base": "middle", "name": "New", "notes": "n"}, files.__getitem__)
    assert whole == {**OLD, "name": "New", "notes": "n", "version": "2"}


def test_neither_tree_is_changed() -> None:
    before = repr(OLD)
    derived(units=[{"name": "tank", "price": 6}], remove=[["setup", "Reds", "Blueland"]])
    assert repr(OLD) == before


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"base": 3}, r"base: expected text, not a number"),
        ({"remove": [["units", "plane"]]}, r"remove\[0\]: the base has no 'plane' there"),
        ({"remove": [["sequence", "end"]]}, r"remove\[0\]: the base has no 'end' there"),
        ({"remove": [[]]}, r"remove\[0\]: the base has no '' there"),
        ({"remove": ["units"]}, r"remove\[0\]: expected a list, not text"),
    ],
)
def test_what_cannot_be_derived_is_refused_with_its_place(
    said: dict[str, object], reason: str
) -> None:
    with pytest.raises(DefinitionError, match=reason):
        derived(**said)


def test_a_derived_scenario_needs_a_name_of_its_own() -> None:
    with pytest.raises(DefinitionError, match="name: a scenario with a base needs a name"):
        with_base({"base": "old"}, lambda _: OLD)


def test_a_circle_is_refused() -> None:
    files = {"one": {"base": "two", "name": "1"}, "two": {"base": "one", "name": "2"}}
    with pytest.raises(DefinitionError, match=r"base: the scenarios derive .* circle, by 'one'"):
        with_base(files["two"], files.__getitem__)


def test_a_chain_that_is_too_long_is_refused() -> None:
    def read(name: str) -> Mapping[str, object]:
        return {"base": str(int(name) + 1), "name": name} if int(name) < 50 else OLD

    with pytest.raises(DefinitionError, match=f"base: no more than {MOST_BASES} scenarios"):
        with_base(read("0"), read)
    longest = with_base(read(str(50 - MOST_BASES)), read)
    assert longest["units"] == OLD["units"]


def test_an_unknown_base_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(DefinitionError, match=r"no scenario 'risk'; known: .*big_world_1942"):
        parse_scenario(b'base = "risk"\nname = "Mine"\n')


def test_a_variant_of_a_scenario_is_a_file_of_three_lines_and_its_tree_is_whole() -> None:
    text = b'base = "classic_1942"\nname = "Classic, low luck"\n[options]\nlow_luck = true\n'
    plain = load_scenario("classic_1942")
    variant = parse_scenario(text)
    options = replace(plain.options, low_luck=True)
    assert variant == replace(plain, name="Classic, low luck", options=options)
    assert not {"base", "remove", "turn"} & set(tree_from_definition(variant))
