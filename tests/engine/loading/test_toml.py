"""Scenario files in TOML, and the ones that come with the program."""

import pytest

from engine.core.errors import DefinitionError
from engine.loading import (
    definition_from_tree,
    format_scenario,
    load_scenario,
    parse_scenario,
    scenario_names,
    scenario_titled,
)
from tests.engine.loading.small_tree import scenario, small_tree


@pytest.mark.parametrize("name", ["small", *scenario_names()])
def test_a_file_that_was_written_reads_back_equal(name: str) -> None:
    definition = scenario(name)
    text = format_scenario(definition)
    assert parse_scenario(text.encode()) == definition
    assert format_scenario(parse_scenario(text.encode())) == text


@pytest.mark.parametrize("name", scenario_names())
def test_a_scenario_of_the_package_is_found_by_its_title(name: str) -> None:
    assert scenario_titled(load_scenario(name).name) == name
    assert scenario_titled(f"{load_scenario(name).name}, and more") == ""


def test_awkward_names_and_notes_survive() -> None:
    tree = small_tree()
    tree["name"] = 'The "\\Great\\" Game [no. 1]'
    tree["notes"] = '"""\\n"quoted" \\\nlast line'
    definition = definition_from_tree(tree)
    assert parse_scenario(format_scenario(definition).encode()) == definition


def test_the_layout_is_for_people() -> None:
    lines = format_scenario(load_scenario("big_world_1942")).splitlines()
    assert "Karelija = { infantry = 3, fighter = 1 }" in lines
    assert 'Okhotsk = { owner = "Russians", production = 1 }' in lines
    assert '  { name = "russianTech", phase = "tech", nation = "Russians" },' in lines
    seas = [line.partition(" = {")[0] for line in lines]
    assert seas.index('"SZ 2 Labrador Sea"') < seas.index('"SZ 10 North Sea"')
    assert max(len(line) for line in lines) < 200


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "the field 'format' is missing"),
        (b"\xff\xfe", "not UTF-8"),
        (b"a = ", "not TOML"),
        (b"a = " + b"[" * 50_000, "not TOML"),
        (b"#" * 2_000_001, "no more than"),
    ],
    ids=["empty", "utf-16", "broken", "deep", "long"],
)
def test_a_bad_file_is_refused(text: bytes, reason: str) -> None:
    with pytest.raises(DefinitionError, match=reason):
        parse_scenario(text)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('name = "Straits"', "name = 2026-01-01", "name: expected text"),
        ("dice_sides = 6", "dice_sides = 6.0", "dice_sides: expected a whole number"),
        ("dice_sides = 6", "dice_sides = 6\ndice_sides = 6", "not TOML"),
        ("[borders]", "[border]", "there is no field 'border'"),
    ],
)
def test_a_slip_in_a_file_is_named(old: str, new: str, reason: str) -> None:
    text = format_scenario(definition_from_tree(small_tree()))
    assert old in text
    with pytest.raises(DefinitionError, match=reason):
        parse_scenario(text.replace(old, new, 1).encode())


def test_B5_an_unknown_scenario_is_refused_with_the_valid_names() -> None:
    with pytest.raises(DefinitionError, match=r"known: .*big_world_1942"):
        load_scenario("Big World : 1943")
    for name in ("", "../secret", "big_world_1942.toml", "__init__"):
        with pytest.raises(DefinitionError):
            load_scenario(name)


def test_every_scenario_that_is_named_can_be_loaded() -> None:
    assert "big_world_1942" in scenario_names()
    assert all(load_scenario(name).name for name in scenario_names())
