"""The tree of a scenario: strict reading, exact writing, and what a hostile save may hold."""

from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.errors import DefinitionError
from engine.core.ids import NEUTRAL
from engine.gamedef import AntiAir, SupportRule, UnitType
from engine.gamedef.conditions import (
    Condition,
    Destroyed,
    Knowledge,
    Named,
    NamedCondition,
    Objective,
    Opposite,
    OptionOn,
    Ownership,
    Places,
    Rounds,
    SwitchOn,
    Together,
    UnitAbsence,
    UnitCount,
    UnitPresence,
    War,
)
from engine.gamedef.definition import Definition
from engine.gamedef.options import Options
from engine.gamedef.schema import flat_fields
from engine.gamedef.setup import Placement
from engine.gamedef.technology import TechnologyCategory
from engine.gamedef.triggers import (
    AssignLand,
    CallTrigger,
    EditBuyList,
    EditResearch,
    Effect,
    GiveResource,
    GiveTechnology,
    GiveUnits,
    PlaceUnits,
    RemoveUnits,
    SetFact,
    Trigger,
    WinGame,
)
from engine.gamedef.unit_combat import HitChange
from engine.gamedef.unit_economy import CapturedAs
from engine.gamedef.unit_types import TechAbility
from engine.loading import (
    definition_from_tree,
    load_scenario,
    normal_definition,
    scenario_names,
    tree_from_definition,
)
from engine.loading.toml_text import format_scenario, parse_scenario
from tests.engine.loading.small_tree import scenario, small_tree
from tests.support.unit_types import with_facts

Path = tuple[str | int, ...]


def changed(path: Path, value: object) -> dict[str, object]:
    """The small tree with one value put in at a path."""
    tree = small_tree()
    place: object = tree
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return tree


def refusal(tree: object) -> str:
    with pytest.raises(DefinitionError) as caught:
        definition_from_tree(tree)
    return str(caught.value)


def test_every_field_of_the_small_tree_arrives() -> None:
    small = definition_from_tree(small_tree())
    assert small.politics.nation_names == ("Reds", "Blues")
    assert small.economy.buyers == {"Reds": ("guard",), "Blues": ("guard", "ship", "plane")}
    assert small.economy.prices == {"guard": 3, "ship": 20, "plane": 9}
    assert small.economy.reduced_prices == {"guard": 2}
    assert small.support == (SupportRule(("ship",), ("guard",), 2, 1, True, True),)
    assert small.setup.resources == {"Reds": {"PUs": 12}, "Blues": {"PUs": 3}}
    assert small.options == replace(Options(), low_luck=True, max_factories=3, bid={"Reds": 7})
    assert small.board.capital_of("Reds") == "Redland"
    assert small.board.capital_of("Blues") == ""
    assert small.original_owner("Free City") == NEUTRAL
    assert small.board.canals[0].zones == ("North Sea", "South Sea")
    assert small.board.is_border("Blueland", "Redland")
    assert not small.board.is_border("Free City", "Redland")
    assert small.board.territories["South Sea"].production == 1
    assert small.sequence[0].last_round == 1
    assert small.sequence[3].nation == ""


def test_placements_stand_in_normal_order() -> None:
    assert definition_from_tree(small_tree()).setup.placements == (
        Placement("North Sea", "Reds", "guard", 2),
        Placement("North Sea", "Reds", "ship", 1),
        Placement("Redland", "Reds", "guard", 2),
        Placement("South Sea", "Reds", "ship", 1, hits=1),
        Placement("Free City", NEUTRAL, "guard", 1),
        Placement("Free City", NEUTRAL, "gun", 1),
        Placement("Free City", NEUTRAL, "gun", 1, damage=2),
    )


@pytest.mark.parametrize("name", ["small", *scenario_names()])
def test_writing_and_reading_give_an_equal_definition(name: str) -> None:
    definition = scenario(name)
    tree = tree_from_definition(definition)
    again = definition_from_tree(tree)
    assert again == definition
    assert tree_from_definition(again) == tree


def test_the_order_of_tables_does_not_matter() -> None:
    """A save sorts the keys of its tables; units must get the same numbers all the same."""

    def turned(value: object) -> object:
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in sorted(value, reverse=True)}
        return [turned(item) for item in value] if isinstance(value, list) else value

    tree = tree_from_definition(load_scenario("big_world_1942"))
    straight, reverse = definition_from_tree(tree), definition_from_tree(turned(tree))
    assert reverse == straight
    assert list(reverse.board.is_sea) == list(straight.board.is_sea) == sorted(tree_areas(tree))
    assert reverse.setup.placements == straight.setup.placements


def tree_areas(tree: dict[str, object]) -> list[str]:
    land, sea = tree["land"], tree["sea"]
    assert isinstance(land, dict)
    assert isinstance(sea, dict)
    return [*land, *sea]


def test_every_attribute_of_a_unit_survives() -> None:
    """A new attribute of UnitType must be read by the loader as well."""
    values: dict[str, object] = {}
    for _, field in flat_fields(UnitType):
        if field.name not in {"name", "is_air"}:
            odd_value = {bool: not field.default, tuple: ("Reds", "Neutral")}
            values[field.name] = odd_value.get(type(field.default), 7)
    values["construction"] = "bunker"
    values["gives_movement"] = (("odd", 2),)
    values["creates"] = (("odd", 3),)
    values["yields"] = (("PUs", -2),)
    values["fuel"] = (("PUs", 2),)
    values["flat_fuel"] = (("PUs", 3),)
    values["consumes"] = (("odd", 2),)
    values["captured_as"] = (
        CapturedAs("Reds", "", True, (("odd", 2),)),
        CapturedAs("", "Neutral", False, (("odd", 1),)),
    )
    values |= dict.fromkeys(
        ("raid_targets", "blitzes_with", "invades_from", "cannot_hit", "cannot_be_hit_by"), ("odd",)
    )
    values["damaged_as"] = (HitChange(9, "guard"),)
    values["repaired_as"] = (HitChange(0, "odd", False),)
    values["repairs"] = (("odd", 3),)
    values["moves_beside"] = (("odd",),)
    values["anti_air"] = AntiAir(
        1, 2, 8, 10, True, True, True, 3, 0, "flak", ("odd",), True, True, ("odd",)
    )
    values["tech_abilities"] = (TechAbility("jet_power", 1, 2, -3, 4, 5, 6, 7, 8, 9, True, True),)
    odd = with_facts(UnitType("odd"), **values)
    small = definition_from_tree(small_tree())
    definition = replace(small, unit_types={**small.unit_types, "odd": odd})
    tree = tree_from_definition(definition)
    assert definition_from_tree(tree).unit_types["odd"] == odd


def test_what_only_some_games_have_survives() -> None:
    """Charts of technologies, prices with Improved Shipyards and objectives (B104, B131, B232)."""
    world = definition_from_tree(small_tree())
    small = replace(
        world,
        technology=replace(
            world.technology, categories=(TechnologyCategory("air", ("jet_power", "radar")),)
        ),
        economy=replace(world.economy, shipyard_prices={"ship": 15}),
        script=replace(
            world.script,
            objectives=(
                Objective(
                    "home", "Reds", 5, Ownership(("Reds",), Places("named", ("Redland",), 1))
                ),
            ),
        ),
    )
    assert definition_from_tree(tree_from_definition(small)) == small
    assert parse_scenario(format_scenario(small).encode()) == small


_HERE = Places("named", ("Blueland", "Redland"), 1)
_CONDITIONS: tuple[Condition, ...] = (
    Together((Rounds(2), Opposite(Named("base"))), 1, 1),
    Rounds(2, 4),
    SwitchOn("Story"),
    OptionOn("low_luck", False),
    Ownership(("Reds", "Blues"), _HERE, by_side=True),
    UnitPresence(("Reds",), Places("all", count=1), "side", (UnitCount((), 2),)),
    UnitAbsence(("Reds",), Places("held_land"), "enemies", (UnitCount(("guard",), 1),)),
    Knowledge(("Reds",), ("radar", "rockets"), 1),
    War(("Reds",), ("Blues",), 0),
    Destroyed(("Reds",), 12, this_round=True),
)
_EFFECTS: tuple[Effect, ...] = (
    SetFact("unit", ("guard",), "attack", 2),
    SetFact("unit", ("guard",), "can_blitz", True),
    SetFact("territory", ("Redland",), "production", 7),
    SetFact("nation", ("Reds", "Blues"), "buy_list", "late"),
    SetFact("nation", ("Reds",), "bounds", ()),
    SetFact("buy_list", ("late",), "units", ("guard",)),
    SetFact("condition", ("base",), "is_on", False),
    EditBuyList("late", "guard", is_added=True),
    GiveTechnology(("Reds",), "radar"),
    EditResearch(("Reds",), "radar", is_added=True),
    SetFact("nation", ("Reds",), "not_researched", ("radar",)),
    AssignLand("", "Blues", "Reds", is_conquest=True),
    AssignLand("Redland", "", NEUTRAL, is_conquest=False),
    RemoveUnits((NEUTRAL,), (), ("guard",), 99),
    PlaceUnits(("Reds",), "Redland", (("guard", 2),)),
    GiveUnits(("Reds",), (("guard", 1),)),
    GiveResource(("Reds",), "PUs", -9999),
    CallTrigger("other", 2, tests_uses=True),
    WinGame(("Reds",), "RED VICTORY"),
)


def with_triggers() -> Definition:
    """The small scenario with every kind of condition and of effect."""
    always = Together((), 0, 0)
    world = definition_from_tree(small_tree())
    return replace(
        world,
        script=replace(
            world.script,
            conditions=(
                NamedCondition("base", always, is_on=False),
                *(NamedCondition(f"c{n}", test) for n, test in enumerate(_CONDITIONS)),
            ),
            triggers=(
                Trigger("first", "Reds", Named("c0"), _EFFECTS, ("start", "after:redMove"), uses=1),
                Trigger(
                    "other",
                    "Blues",
                    always,
                    (),
                    chance=2,
                    sides=6,
                    chance_increment=1,
                    chance_decrement=2,
                ),
            ),
            switches={"Story": True},
        ),
        economy=replace(
            world.economy,
            buy_lists={"early": (), "late": ("guard",)},
            buy_list_of={"Blues": "early", "Reds": "late"},
        ),
    )


def test_every_condition_and_every_effect_survives() -> None:
    game = with_triggers()
    assert definition_from_tree(tree_from_definition(game)) == game
    assert parse_scenario(format_scenario(game).encode()) == game


def calling(name: str, other: str, times: int) -> dict[str, object]:
    """The plain form of a trigger that calls another one a number of times."""
    call = {"kind": "call", "trigger": other, "times": times}
    test = {"kind": "rounds", "first": 1}
    return {"name": name, "nation": "Reds", "test": test, "effects": [call]}


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("conditions", [{"name": "a", "test": {"kind": "named", "name": "b"}}], "'b' is not a"),
        (
            "conditions",
            [{"name": "a", "test": {"kind": "named", "name": "a"}}],
            "depends on itself",
        ),
        ("conditions", [{"name": "a", "test": {"kind": "option", "option": "bid"}}], "on or off"),
        ("triggers", [{"name": "a", "nation": "Reds", "test": {}}], "a field 'kind'"),
        ("triggers", [calling("a", "b", 1), calling("b", "a", 1)], "calls itself without end"),
        (
            "triggers",
            [
                calling("a", "b", 100),
                calling("b", "c", 100),
                {**calling("c", "c", 1), "effects": []},
            ],
            "calls more than 10000",
        ),
    ],
)
def test_conditions_and_triggers_are_read_strictly(key: str, value: object, reason: str) -> None:
    with pytest.raises(DefinitionError, match=reason):
        definition_from_tree(small_tree() | {key: value})


@pytest.mark.parametrize(
    ("subject", "name", "fact", "value", "reason"),
    [
        ("unit", "guard", "attack", 1001, "from -1000 to 1000"),
        ("unit", "guard", "attack", -1, "from 0 to 1000"),
        ("unit", "guard", "hit_points", 0, "from 1 to 100"),
        ("unit", "guard", "attack", True, "a whole number"),
        ("unit", "guard", "can_blitz", 1, "true or false"),
        ("territory", "Redland", "production", -1, "from 0 to 1000"),
        ("nation", "Reds", "buy_list", "never", "'never' is not a buy list"),
        ("nation", "Reds", "bounds", ["Atlantis"], "'Atlantis' is not an area"),
        ("nation", "Reds", "bounds", ["Redland", "Redland"], "twice"),
        ("nation", "Greens", "inside", True, "'Greens' is not a nation"),
        ("unit", "guard", "is_sea", True, "'is_sea' is not a fact of a unit"),
    ],
)
def test_a_trigger_sets_only_what_the_field_itself_may_have(
    subject: str, name: str, fact: str, value: object, reason: str
) -> None:
    effect = {"kind": "set", "subject": subject, "names": [name], "fact": fact, "value": value}
    trigger = {**calling("a", "a", 1), "effects": [effect]}
    with pytest.raises(DefinitionError, match=rf"triggers\[0\]\.effects\[0\].*{reason}"):
        definition_from_tree(small_tree() | {"triggers": [trigger]})


def test_a_definition_out_of_order_is_not_written() -> None:
    small = definition_from_tree(small_tree())
    turned = replace(
        small, setup=replace(small.setup, placements=tuple(reversed(small.setup.placements)))
    )
    with pytest.raises(DefinitionError, match="normal order"):
        tree_from_definition(turned)
    assert normal_definition(turned) == small


CREW: dict[str, object] = {"owner": "Blues", "unit": "guard"}

WRONG: list[tuple[Path, object, str]] = [
    (("format",), "scenario-v2", "format: 'scenario-v2' is not a format"),
    (("colour",), "red", "there is no field 'colour'"),
    (("name",), "", "name: a name has 1 to 80 characters"),
    (("name",), "x" * 81, "name: a name has 1 to 80 characters"),
    (("name",), "a\u202eb", "name: .*may not have"),
    (("name",), " a", "name: .*may not have"),
    (("name",), "a\nb", "name: .*may not have"),
    (("name",), "e\u0301", "normal form C"),
    (("name",), 7, "name: expected text, not a number"),
    (("notes",), "a\x1b[2J", "notes: the text holds characters"),
    (("notes",), "x" * 20_001, "notes: no more than 20000"),
    (("dice_sides",), 1, "dice_sides: the number must be from 2 to 1000"),
    (("dice_sides",), True, "dice_sides: expected a whole number"),
    (("dice_sides",), 6.0, "dice_sides: expected a whole number"),
    (("dice_sides",), 10**5000, "dice_sides: the number must be from 2 to 1000"),
    (("nations",), [], "nations: there is no nation"),
    (("nations", 1, "name"), "Reds", "the name is taken"),
    (("nations", 1, "name"), "Neutral", "the name is taken"),
    (
        ("nations", 0, "resources"),
        {"gold": 3},
        "resources.gold: there is no resource, victory points or",
    ),
    (("nations", 0, "resources"), {"PUs": -1}, "PUs: the number must be from 0"),
    (("nations", 0, "buys"), ["gun"], "a unit type with a price"),
    (("nations", 0, "alliances"), ["East", "East"], "twice"),
    (("units",), [], "units: there is no unit type"),
    (("units", 0, "attack"), -1, r"units\[0\].attack: the number must be from 0 to 1000"),
    (("units", 0, "attack"), 1001, r"units\[0\].attack: the number must be from 0 to 1000"),
    (("units", 0, "hit_points"), 0, "hit_points"),
    (("units", 0, "price"), 0, "price"),
    (("units", 0, "can_fly"), True, "there is no field 'can_fly'"),
    (("units", 1, "is_air"), True, "a ship and an aircraft"),
    (("units", 1, "name"), "guard", "there is already a unit type 'guard'"),
    (("units", 2, "reduced_price"), 2, "a reduced price needs a price"),
    (("units", 2, "shipyard_price"), 2, "a reduced price needs a price"),
    (("technology_categories",), [{"name": "air", "technologies": []}], "at least one technology"),
    (("technology_categories",), [{"name": "radar", "technologies": ["rockets"]}], "is taken"),
    (
        ("objectives",),
        [{"name": "a", "nation": "Reds", "value": 5, "test": {"kind": "wish"}}],
        r"objectives\[0\].test.kind: 'wish' is not a condition",
    ),
    (("support", 0, "givers"), ["tank"], "'tank' is not a unit type"),
    (("support", 0, "givers"), [], "support needs givers"),
    (("technologies",), ["ray gun"], "'ray gun' is not a technology"),
    (("technologies",), ["rockets", "rockets"], "twice"),
    (("sequence", 1, "phase"), "espionage", "'espionage' is not a phase"),
    (("sequence", 1, "nation"), "Greens", "'Greens' is not a nation"),
    (("sequence", 1, "name"), "redBid", "there is already a step"),
    (
        ("sequence", 3, "nation"),
        "Reds",
        "every phase needs a nation, except neutral_growth, end_round",
    ),
    (("sequence", 1), {"name": "x", "phase": "battle"}, "every phase needs a nation"),
    (("sequence",), [], "no step is played in every round"),
    (("victory", 0, "alliance"), "North", "'North' is not an alliance"),
    (("victory", 0, "level"), "easy", "'easy' is not a victory level"),
    (("victory", 0, "cities"), 0, "cities: the number must be from 1"),
    (("options", "low_luck"), 1, "options.low_luck: expected true or false"),
    (("options", "max_factories"), -1, "options.max_factories"),
    (("options", "bid"), {"Greens": 3}, "options.bid: there is no field 'Greens'"),
    (("options", "bid"), {"Reds": 1001}, "options.bid.Reds"),
    (("options", "hurricane"), True, "options: there is no field 'hurricane'"),
    (("canals", 0, "zones"), ["South Sea", "Redland"], "two areas that touch"),
    (("canals", 0, "zones"), ["North Sea"], "expected two different areas"),
    (("canals", 0, "lands"), [], "at least one land area"),
    (("land", "Redland", "owner"), "Greens", "land.Redland.owner: 'Greens' is not a nation"),
    (("land", "North Sea"), {}, "already an area of this name"),
    (("land", "Red\u200bland"), {}, "may not have"),
    (("borders", "Redland"), ["Atlantis"], "'Atlantis' is not an area"),
    (("borders", "Atlantis"), [], "borders.Atlantis: there is no area"),
    (("borders", "Redland"), ["Redland"], "is listed twice"),
    (("borders", "North Sea"), ["South Sea", "Blueland"], "is listed twice"),
    (("setup", "Greens"), {}, "setup.Greens: there is no nation"),
    (("setup", "Reds", "Atlantis"), {}, "setup.Reds.Atlantis: there is no area"),
    (("setup", "Reds", "Redland"), {"tank": 1}, "setup.Reds.Redland.tank: there is no unit"),
    (("setup", "Reds", "Redland"), {"guard": 0}, "the number must be from 1 to 1000"),
    (("setup", "Reds", "North Sea"), {"ship": 1, "guard": 3}, "no room on transports"),
    (("setup", "Neutral", "North Sea"), {"gun": 1}, "gun cannot be at sea"),
    (("stacks", 0, "hits"), 2, "hits: the number must be from 0 to 1"),
    (("stacks", 0, "hits"), 0, "give hits, damage or cargo"),
    (("stacks", 0, "cargo"), [CREW | {"count": 3}], "cargo: ship has no room for all of it"),
    (("stacks", 0, "cargo"), [CREW | {"unit": "plane"}], "cargo: plane cannot be aboard"),
    (("stacks", 0, "cargo"), [CREW | {"owner": "Greens"}], "is not a nation"),
    (("first_step",), "never", "first_step: 'never' is not a step of the sequence"),
    (("first_round",), 0, "first_round: the number must be from 1"),
    (("happened",), {"nothing": [1, 1]}, "happened.nothing: there is no trigger"),
]


@pytest.mark.parametrize(("path", "value", "reason"), WRONG, ids=map(str, range(len(WRONG))))
def test_a_fault_is_named_with_place_and_reason(path: Path, value: object, reason: str) -> None:
    with pytest.raises(DefinitionError, match=reason):
        definition_from_tree(changed(path, value))


def test_a_missing_field_is_named() -> None:
    tree = small_tree()
    del tree["borders"]
    assert refusal(tree) == "scenario: the field 'borders' is missing"


@pytest.mark.parametrize("tree", [None, 3, "x", [], {1: 2}, {"format": {}}])
def test_what_is_no_scenario_at_all_is_refused(tree: object) -> None:
    assert refusal(tree)


def test_too_much_of_anything_is_refused() -> None:
    many: dict[str, object] = {f"area {number}": {} for number in range(5_001)}
    assert "no more than 5000" in refusal(changed(("land",), many))
    crowd = {f"guard {number}": 1000 for number in range(21)}
    tree = small_tree()
    tree["units"] = [{"name": "ship", "is_sea": True}] + [{"name": name} for name in crowd]
    tree["nations"] = [{"name": "Reds", "alliances": []}, {"name": "Blues", "alliances": []}]
    tree["support"], tree["victory"], tree["stacks"] = [], [], []
    tree["capital_victory"], tree["income_victory"] = [], []
    tree["setup"] = {"Reds": {"Redland": crowd}}
    assert "more than 20000 units" in refusal(tree)


def test_an_error_message_does_not_repeat_hostile_text() -> None:
    text = refusal(changed(("land", "Redland", "owner"), "\u202e" * 5000))
    assert len(text) < 500
    assert text.isprintable()


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=100)
    | st.binary(max_size=10)
    | st.sampled_from(["Reds", "guard", "North Sea", "Redland", "Neutral", "bid", 10**30]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=12) | st.integers(), inner, max_size=4)
    ),
    max_leaves=12,
)


def places(value: object, here: Path = ()) -> list[Path]:
    found: list[Path] = []
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            found += [(*here, key), *places(inner, (*here, key))]
    return found


PLACES = places(small_tree())


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(PLACES), PLAIN), min_size=1, max_size=3))
def test_a_tree_with_anything_in_it_is_read_or_refused(changes: list[tuple[Path, object]]) -> None:
    tree = deepcopy(small_tree())
    for path, value in changes:
        place: object = tree
        for step in path[:-1]:
            try:
                place = place[step]
            except (KeyError, IndexError, TypeError):
                break
        if isinstance(place, dict) or (isinstance(place, list) and isinstance(path[-1], int)):
            try:
                place[path[-1]] = value
            except IndexError:
                continue
    try:
        definition = definition_from_tree(tree)
    except DefinitionError as error:
        assert str(error)
    else:
        assert definition_from_tree(tree_from_definition(definition)) == definition


@settings(max_examples=200, deadline=None)
@given(PLAIN)
def test_a_tree_of_anything_is_refused(tree: object) -> None:
    with pytest.raises(DefinitionError):
        definition_from_tree(tree)
