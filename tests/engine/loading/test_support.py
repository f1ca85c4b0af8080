"""The closed-world tables, the page made from them, and the words that other parts rely on."""

from engine import load_scenario
from engine.gamedef.names import PHASES, TECHNOLOGIES, VICTORY_LEVELS
from engine.gamedef.option_values import option_names
from engine.gamedef.options import Options
from engine.gamedef.technology import USUAL
from engine.loading.triplea.catalogue import DELEGATES, ELEMENTS, PHASES_OF_DELEGATE
from engine.loading.triplea.catalogue_options import OPTIONS_OF
from engine.loading.triplea.catalogue_properties import (
    DIRECT,
    IMPLIED_BY_V2,
    INVERTED,
    NUMBERS,
    PROPERTIES,
)
from engine.rules.blocks.bombing import BOMBSIGHTS
from engine.rules.blocks.borders import LANDING_SHIPS
from engine.rules.blocks.points import ATOMIC
from engine.rules.common import tech_abilities, values
from engine.rulesets.registry import ruleset_of
from tests.support.support_page import PAGE, page

BLOCKS = load_scenario("triumph_tragedy").blocks
OF_BLOCKS = {
    name
    for one in (BLOCKS.types.values() if BLOCKS else ())
    for name in (*one.improved, *one.faster, one.home_fire)
    if name
} | {f"{ATOMIC}{stage}" for stage in range(1, 5)}
FIRST_FIRE = {one.first_fire for one in BLOCKS.types.values() if one.first_fire} if BLOCKS else ()


def test_the_support_page_is_up_to_date() -> None:
    """If it is not: python -m tests.support.support_page."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_option_that_a_property_sets_exists_and_has_the_right_type() -> None:
    for name, option in {**DIRECT, **INVERTED}.items():
        assert option in option_names()
        assert isinstance(getattr(Options(), option), bool) == (name not in NUMBERS)
        assert PROPERTIES[name].status == "field"


def test_no_option_is_set_by_two_properties() -> None:
    options = [*DIRECT.values(), *INVERTED.values()]
    assert len(set(options)) == len(options)


def test_families_imply_known_properties_only() -> None:
    assert all(PROPERTIES[name].status == "field" for name in IMPLIED_BY_V2)


def test_harmless_values_belong_to_refused_names() -> None:
    tables = [PROPERTIES, DELEGATES, *OPTIONS_OF.values()]
    tables.append({name: entry for name, (entry, _) in ELEMENTS.items()})
    for table in tables:
        for name, entry in table.items():
            assert entry.note, name
            assert entry.status == "refused" or not entry.harmless, name


def test_the_words_of_a_definition_are_those_of_the_rules() -> None:
    one, other = ruleset_of("axis_and_allies").phases, ruleset_of("blocks").phases
    assert one.keys().isdisjoint(other), "a name says which phase is meant, and how it is called"
    assert set(PHASES) == {*one, *other}
    of_maps = {phase for phases in PHASES_OF_DELEGATE.values() for phase in phases}
    assert of_maps < one.keys()
    assert set(VICTORY_LEVELS) <= set(option_names())
    rules = {
        tech_abilities.JET_POWER,
        tech_abilities.SUPER_SUBS,
        tech_abilities.LONG_RANGE_AIRCRAFT,
        tech_abilities.DESTROYER_BOMBARD,
        tech_abilities.HEAVY_BOMBER,
        values.IMPROVED_ARTILLERY,
        tech_abilities.RADAR,
        *USUAL,
        BOMBSIGHTS,
        LANDING_SHIPS,
        *FIRST_FIRE,
        *OF_BLOCKS,
    }
    assert set(TECHNOLOGIES) == rules
