"""Global 1940, second edition, held against the balanced variant that the community made of it.

The map file of the second edition is not beside the project; that of the variant is.  All that the
two do not share is listed here, so that a slip in the scenario shows (ADR 0049).
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from engine.gamedef.presentation import rules_only
from engine.loading import load_scenario, read_triplea_map, tree_from_definition
from engine.loading.turns import step_name
from tests.support.playout import play
from tests.support.soak_plan import PLAYERS

NAME: Final = "second_edition_global_1940"
BALANCED: Final = Path(__file__).parents[4] / "shared" / "triplea" / "fixtures"

MORE: Final[Mapping[str, int]] = {
    "conditions": 649,
    "nations": 1,
    "objectives": 9,
    "restrictions": 1,
    "sequence": 10,
    "triggers": 922,
    "units": 1,
}
"""How many entries of a part only the variant has: marines, pirates, and what goes with them."""

_CAPTORS: Final = (
    "[French, Americans, British, Russians, Germans, Italians, Japanese, ANZAC, Chinese]"
)
_FRENCH: Final = (
    "Algeria",
    "French Central Africa",
    "French Equatorial Africa",
    "French Guiana",
    "French Indo China",
    "French Madagascar",
    "French West Africa",
    "Morocco",
    "Syria",
    "Tunisia",
)

DIFFERENT: Final = (
    "version: 4.0, not 1",
    "units infantry transport_cost: 2, not 5",
    "units mech_infantry transport_cost: 3, not 6",
    f"units mech_infantry entry_captors: not {_CAPTORS}",
    "units artillery transport_cost: 3, not 6",
    f"units artillery entry_captors: not {_CAPTORS}",
    "units armour transport_cost: 3, not 6",
    f"units armour entry_captors: not {_CAPTORS}",
    "units fighter air_attack: 1, not 2",
    "units fighter air_defence: 1, not 2",
    f"units fighter entry_captors: not {_CAPTORS}",
    "units transport transport_capacity: 5, not 11",
    "units cruiser transport_capacity: not 4",
    "units cruiser is_combat_transport: not true",
    "units battleship transport_capacity: not 4",
    "units battleship is_combat_transport: not true",
    "units aaGun transport_cost: 3, not 6",
    f"units factory_minor entry_captors: not {_CAPTORS}",
    f"units airfield entry_captors: not {_CAPTORS}",
    f"units harbour entry_captors: not {_CAPTORS}",
    "advances rockets rockets_at_target: 200",
    "buy_lists production: without marine",
    "politics Russians_To_War_With_Japanese changes: with nations: [Japanese, Russians], type: War",
    "politics Russians_To_War_With_Japanese changes: without nations: [Japanese, Russians], "
    "type: Unprovoked",
    "sequence britishCombatMove with_nations: [British, UK_Pacific]",
    "nation_rules Chinese is_unblockaded: true",
    "conditions Germans_4_unit_presence test units: with types: [infantry, artillery, "
    "mech_infantry, armour, aaGun], count: 1",
    "conditions Germans_4_unit_presence test units: without types: [infantry, artillery, "
    "mech_infantry, armour, aaGun, marine], count: 1",
    "conditions Russians_1_Lend_Lease test parts: with kind: absence, nations: [Russians], "
    "places: which: first, whose: allies",
    "conditions Russians_1_Lend_Lease test least: 4, not 3",
    "conditions Russians_1_Lend_Lease test most: 4, not 3",
    "conditions Americans_5_unit_presence test parts: with kind: presence, nations: "
    "[Americans], places: which: named, names: [France], count: 1, whose: own, units: [types:"
    " [infantry, artillery, mech_infantry, armour, aaGun], count: 1]",
    "conditions Americans_5_unit_presence test parts: without kind: presence, nations: "
    "[Americans], places: which: named, names: [France], count: 1, whose: own, units: [types:"
    " [infantry, artillery, mech_infantry, armour, aaGun, marine], count: 1]",
    "triggers Germans_4_Presence_In_Egypt test parts Germans_4_unit_presence: only here",
    "triggers Russians_1_Lend_Lease effects: with kind: resource, nations: [Russians], "
    "resource: PUs, amount: 5",
    "triggers Russians_1_Lend_Lease effects: without kind: resource, nations: [Russians], "
    "resource: PUs, amount: 2",
    "triggers ANZAC_1_Control_Original_And_Malaya effects: with kind: resource, nations: "
    "[ANZAC], resource: PUs, amount: 5",
    "triggers ANZAC_1_Control_Original_And_Malaya effects: without kind: resource, nations: "
    "[ANZAC], resource: PUs, amount: 3",
    "triggers Russians_Allied_Americans_6: only here",
    "objectives Russians_2_Spread_Of_Communism test places names: with Iraq",
    "objectives Russians_2_Spread_Of_Communism test places names: with Tobruk",
    "objectives Russians_2_Spread_Of_Communism test places names: with Libya",
    "objectives Russians_2_Spread_Of_Communism test places names: with Sicily",
    "objectives Russians_2_Spread_Of_Communism test places names: with Italian Somaliland",
    "objectives Russians_2_Spread_Of_Communism test places names: with Ethiopia",
    "objectives Russians_2_Spread_Of_Communism test places names: with Sardinia",
    "objectives Japanese_2_Strategic_Defense_Perimeter test places names: with Guam",
    "objectives Japanese_2_Strategic_Defense_Perimeter test places names: with Midway",
    "objectives Japanese_2_Strategic_Defense_Perimeter test places names: with Wake Island",
    "objectives Japanese_2_Strategic_Defense_Perimeter test places names: with Gilbert Islands",
    "objectives Japanese_2_Strategic_Defense_Perimeter test places names: without New Britain",
    "objectives Japanese_2_Strategic_Defense_Perimeter test places names: without Dutch New Guinea",
    "objectives Japanese_2_Strategic_Defense_Perimeter test places names: without New Guinea",
    "objectives Japanese_2_Strategic_Defense_Perimeter test places count: 5, not 4",
    "objectives British_1_Original value: 5, not 3",
    "objectives UK_Pacific_2_Kwangtung_And_Malaya value: 5, not 3",
    "objectives ANZAC_2_Control_Strategic_Islands value: 5, not 3",
    "objectives Italians_3_North_Africa: only here",
    "objectives Chinese_1_Burma_Road value: 6, not 3",
    "victory: without level: honorable_surrender, alliance: Pirates, cities: 15",
    "options tech_development: false, not true",
    *(f"land {area} entry_captors: not [Germans, Italians, Japanese]" for area in _FRENCH),
)
"""Every other fact that is not the same, as the second edition has it."""


def _tree(definition_tree: dict[str, object]) -> dict[str, object]:
    """The tree with the names of steps that follow from nation and phase."""
    names: dict[object, str] = {}
    for step in _rows(definition_tree["sequence"]):
        old, phase, nation = step["name"], step["phase"], step.get("nation")
        names[old] = step_name(str(phase), str(nation)) if nation else str(old)
        step["name"] = names[old]
    for trigger in _rows(definition_tree["triggers"]):
        moments = trigger.get("moments", [])
        assert isinstance(moments, list)
        parted = [str(moment).partition(":") for moment in moments]
        trigger["moments"] = [f"{edge}{colon}{names.get(old, old)}" for edge, colon, old in parted]
    return definition_tree


def _lines(place: str, own: object, theirs: object) -> Iterator[str]:
    """What differs between two trees, a fact a line; what has a name is compared by its name."""
    one, other = _named(own), _named(theirs)
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            yield from _lines(f"{place} {key}".strip(), one.get(key), other.get(key))
    elif isinstance(one, list) and isinstance(other, list):
        yield from (f"{place}: with {_short(item)}" for item in one if item not in other)
        yield from (f"{place}: without {_short(item)}" for item in other if item not in one)
    elif other is None:
        yield f"{place}: only here" if _is_entry(one) else f"{place}: {_short(one)}"
    elif one is None:
        yield f"{place}: only there" if _is_entry(other) else f"{place}: not {_short(other)}"
    else:
        yield f"{place}: {_short(one)}, not {_short(other)}"


def _is_entry(value: object) -> bool:
    return isinstance(value, dict) and ("name" in value or "nation" in value)


def _named(value: object) -> object:
    """A list of tables as a table, where each of them has a name or a nation of its own."""
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        return value
    names = [row.get("name") or row.get("nation") for row in value]
    is_named = None not in names and len(set(names)) == len(names)
    return dict(zip(names, value, strict=True)) if is_named else value


def _short(value: object) -> str:
    """A value as JSON without its marks and without what all conditions are called."""
    return re.sub(r'["{}]|(condition|objective|trigger)Attachment_?', "", json.dumps(value))


def _rows(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


def test_the_second_edition_differs_from_the_balanced_variant_in_what_is_listed() -> None:
    path = BALANCED / "ww2_g40_balanced.xml"
    if not path.is_file():
        pytest.skip("needs ../shared/triplea")
    own = _tree(tree_from_definition(rules_only(load_scenario(NAME))))
    theirs = _tree(tree_from_definition(rules_only(read_triplea_map(path.read_bytes()))))
    assert own.pop("name") == "Global 1940, second edition" != theirs.pop("name")
    found = [_short(line) for line in _lines("", own, theirs)]
    more = [line for line in found if line.endswith(": only there")]
    assert [line for line in found if line not in more] == list(DIFFERENT)
    assert Counter(line.split(" ")[0] for line in more) == MORE
    order = [step["name"] for step in _rows(theirs["sequence"]) if step.get("nation") != "Pirates"]
    assert [step["name"] for step in _rows(own["sequence"])] == order


FORCES: Final = {
    "Germans": (30, 87),
    "Russians": (37, 71),
    "Japanese": (26, 94),
    "Americans": (52, 54),
    "Chinese": (12, 18),
    "British": (28, 86),
    "UK_Pacific": (17, 5),
    "Italians": (10, 46),
    "ANZAC": (10, 23),
    "French": (19, 32),
}
"""Each nation's money at the start and the number of its units, bases and factories."""


def test_every_nation_begins_with_its_money_and_the_units_of_the_set_up() -> None:
    game = load_scenario(NAME)
    units: Counter[str] = Counter()
    for placement in game.setup.placements:
        units[placement.owner] += placement.count
    income: Counter[str] = Counter()
    for name, area in game.board.territories.items():
        income[game.setup.owners.get(name, "")] += area.production
    for nation, (money, count) in FORCES.items():
        assert game.setup.resources[nation]["PUs"] == money == income[nation], nation
        assert units[nation] == count, nation


def test_a_round_of_odd_moves_keeps_every_invariant() -> None:
    played = play(load_scenario(NAME), 3, 1, PLAYERS["random"], thorough=200)
    assert played.last.state.round == 2
