"""What is signed hangs on no name of the program.  Decision: docs/adr/0025."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass, make_dataclass, replace
from operator import attrgetter
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, get_args

import pytest

from engine.core.agenda import BattleFrame, PhaseFrame, TriggerCall
from engine.core.changes import RuleChange
from engine.core.digest import canonical_form, state_digest
from engine.core.events.triggers import RuleChanged
from engine.core.evolve import evolve
from engine.core.state import State, TurnRecord
from engine.core.unit import Unit
from engine.gamedef.changes import FACTS, unit_facts
from engine.gamedef.definition import Definition
from engine.gamedef.schema import Key
from engine.gamedef.unit_combat import AntiAir
from engine.gamedef.unit_types import UnitType
from engine.loading.record.shapes import layout_of as shape_of
from engine.marks import NOT_SIGNED, Tag, layout_of, wire
from engine.orders.standing_orders.form import Instruction
from engine.values import dataclass
from tests.support.positions import big_world, position

NOT_IN_THE_DIGEST = {("State", "definition"), ("State", "_index")}


def current(kind: type) -> Iterator[type]:
    """The classes derived from one; a slotted dataclass leaves its first version behind."""
    heirs: list[type] = kind.__subclasses__()
    for heir in heirs:
        if getattr(sys.modules[heir.__module__], heir.__name__, None) is heir:
            yield heir


def classes_in(hint: object) -> Iterator[type]:
    """The classes that a type names, within unions, tuples, mappings and Annotated."""
    if isinstance(hint, type):
        yield hint
    for part in get_args(hint):
        yield from classes_in(part)


def reachable() -> list[type]:
    """Every dataclass of which a value can stand in a state, each once."""
    found: dict[type, None] = {}
    # Core knows a standing instruction by what it has; its kinds derive from this class.
    todo: list[type] = [State, Instruction]
    while todo:
        kind = todo.pop()
        if kind in found or not is_dataclass(kind):
            continue
        found[kind] = None
        todo.extend(current(kind))
        for entry in fields(kind):
            todo.extend(classes_in(entry.type))
    return list(found)


def base_classes() -> set[type]:
    return {kind for kind in reachable() if list(current(kind))}


def leaves(hint: object) -> set[object]:
    """The members of a type that can stand for nothing, such as int and None of ``int | None``."""
    if hint in (int, bool, str, NoneType):
        return {hint}
    origin = getattr(hint, "__origin__", hint)
    # Since Python 3.14 a union says that it comes from a class, too.
    if origin is not hint and isinstance(origin, type) and not isinstance(hint, UnionType):
        return {origin} if origin in (tuple, dict) or origin.__name__ == "Mapping" else set()
    parts = get_args(hint)
    if hasattr(hint, "__metadata__"):
        parts = (origin,)
    return {leaf for part in parts for leaf in leaves(part)}


def test_the_walk_finds_the_parts_of_a_state() -> None:
    names = {kind.__name__ for kind in reachable()}
    assert {"State", "Unit", "TurnRecord", "BattleFrame", "TriggerCall", "BlockMove"} <= names
    assert {"RuleChange", "StandingKeep", "LossItem", "PendingBattle", "Outcome"} <= names
    assert len(names) > 30


def test_every_class_that_can_stand_in_a_state_has_a_tag_of_its_own() -> None:
    kinds = [kind for kind in reachable() if kind not in base_classes()]
    assert [kind.__name__ for kind in kinds if layout_of(kind) is None] == []
    tags = Counter(layout.tag for kind in kinds if (layout := layout_of(kind)))
    assert [tag for tag, count in tags.items() if count > 1] == []


def test_every_field_is_signed_but_for_the_definition_and_an_index() -> None:
    unsigned = {
        (kind.__name__, entry.name)
        for kind in reachable()
        if (layout := layout_of(kind))
        for entry in fields(kind)
        if entry.name not in dict(layout.fields)
    }
    assert unsigned == NOT_IN_THE_DIGEST


def test_a_field_that_is_left_out_can_mean_only_one_thing() -> None:
    """Of two empty values of one field, such as 0 and None, a digest would show no difference."""
    double = {
        f"{kind.__name__}.{entry.name}"
        for kind in reachable()
        for entry in fields(kind)
        if len(leaves(entry.type)) > 1
    }
    # Units are numbered from 1; the name of a fact says of what type its value is.
    assert double == {"Unit.carried_by", "RuleChange.value"}


def test_a_field_without_a_tag_is_refused() -> None:
    with pytest.raises(TypeError, match="needs one Tag"):
        declared("thing", make_dataclass("Thing", [("number", int)]))


def test_two_fields_with_the_same_tag_are_refused() -> None:
    hints = [(name, Annotated[int, Tag("number")]) for name in ("one", "other")]
    with pytest.raises(TypeError, match="same tag"):
        declared("thing", make_dataclass("Thing", hints))


def test_a_class_derived_from_a_declared_one_needs_a_tag_of_its_own() -> None:
    @dataclass(frozen=True, slots=True)
    class Special(TriggerCall):
        pass

    with pytest.raises(TypeError, match="cannot be written down"):
        canonical_form(Special("first"))


def declared(tag: str, kind: type) -> type:
    """The class with a tag."""
    decorate: Callable[[type], type] = wire(tag)
    return decorate(kind)


def renamed(value: object) -> object:
    """The same value as one of a class of another name, its fields renamed and turned round."""
    kind = type(value)
    layout = layout_of(kind)
    assert layout is not None
    entries = list(reversed(fields(kind)))
    copy = make_dataclass(
        f"Other{kind.__name__}", [(f"other_{entry.name}", entry.type) for entry in entries]
    )
    return declared(layout.tag, copy)(*(getattr(value, entry.name) for entry in entries))


@pytest.mark.parametrize(
    "value",
    [
        Unit(7, "infantry", "Russians", "Moscow", moved=1, in_combat=True),
        TurnRecord(conquered=("Moscow",), produced={"Moscow": 2}),
        PhaseFrame(3, "Russians", "battle", "open"),
        BattleFrame("Moscow", "battle", "Russians", "Germans", 1, 0, (), (1,), (2,)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_renaming_a_class_and_its_fields_changes_no_byte(value: object) -> None:
    other = renamed(value)
    assert type(other).__name__ != type(value).__name__
    assert {entry.name for entry in fields(other)}.isdisjoint(entry.name for entry in fields(value))
    assert canonical_form(other) == canonical_form(value)


def test_a_state_with_a_renamed_unit_has_the_same_digest() -> None:
    state = position(big_world(), "Russians", "tech")
    units = {**state.units, 1: renamed(state.units[1])}
    assert state_digest(replace(state, units=units)) == state_digest(state)


def with_other_words(unit: UnitType) -> UnitType:
    """The same unit as one of a class whose fields all have other names, but the same keys."""
    # Of two keys the first counts, so a field that has a key already keeps it.
    copy = make_dataclass(
        "OtherUnitType",
        [
            (f"other_{entry.name}", Annotated[entry.type, Key(entry.name)], entry.default)
            if entry.default is not MISSING
            else (f"other_{entry.name}", Annotated[entry.type, Key(entry.name)])
            for entry in fields(UnitType)
        ],
        frozen=True,
        slots=True,
    )
    other: UnitType = copy(*(getattr(unit, entry.name) for entry in fields(UnitType)))
    return other


def in_tree(unit: UnitType) -> object:
    return shape_of(type(unit)).fields.plain(unit)


@pytest.mark.parametrize("fact, value", [("attack", 3), ("hit_points", 2), ("can_blitz", True)])
def test_a_changed_unit_is_signed_by_the_keys_of_the_scenario(fact: str, value: int) -> None:
    state = position(big_world(), "Russians", "tech")
    types = state.definition.unit_types
    other_types = {**types, "infantry": with_other_words(types["infantry"])}
    other_state = replace(state, definition=replace(state.definition, unit_types=other_types))
    event = RuleChanged(RuleChange("unit", "infantry", fact, value))

    one, other = evolve(state, event), evolve(other_state, event)

    changed = unit_of(other)
    assert attrgetter(unit_facts(type(changed))[fact].way)(changed) == value
    assert in_tree(changed) == in_tree(unit_of(one)) != in_tree(types["infantry"])
    assert state_digest(other) == state_digest(one) != state_digest(state)


def unit_of(state: State[Definition]) -> UnitType:
    return state.definition.unit_types["infantry"]


def test_what_a_trigger_may_change_is_named_by_the_keys_of_the_scenario() -> None:
    other = type(with_other_words(big_world().unit_types["infantry"]))
    facts = unit_facts(other)
    assert [*facts] == [*FACTS["unit"]]
    assert facts["attack"].way == "other_attack"
    assert get_args(FACTS["unit"]["attack"])[0] is int
    own = {key for key in facts if not key.startswith("anti_air.")}
    assert own <= shape_of(UnitType).fields.by_key.keys()
    assert set(facts) - own == {f"anti_air.{entry.name}" for entry in fields(AntiAir)}
    assert facts.keys().isdisjoint({"name", "is_sea", "gains", "aliases"})


def test_a_field_that_is_added_later_changes_nothing_while_it_is_empty() -> None:
    before = make_dataclass("Before", [("number", Annotated[int, Tag("number")])])
    hints = [("number", Annotated[int, Tag("number")]), ("more", Annotated[int, Tag("more")])]
    after = make_dataclass("After", hints)
    old, new = declared("thing", before), declared("thing", after)
    assert canonical_form(new(5, 0)) == canonical_form(old(5)) == b'["thing",{"number":5}]'
    assert canonical_form(new(5, 1)) == b'["thing",{"more":1,"number":5}]'


def test_a_field_that_is_not_signed_is_left_out() -> None:
    hints = [("number", Annotated[int, Tag("number")]), ("cache", Annotated[int, NOT_SIGNED])]
    assert canonical_form(declared("thing", make_dataclass("Thing", hints))(5, 6)) == (
        b'["thing",{"number":5}]'
    )


def test_the_format_page_lists_every_tag() -> None:
    """Docs: docs/formats/save-v1.md, section "State digest"."""
    page = (Path(__file__).parents[3] / "docs" / "formats" / "save-v1.md").read_text("utf-8")
    rows = {
        row.split("`")[1]: set(row.split("`")[3::2])
        for row in page.split("## State digest")[1].split("\n## ")[0].splitlines()
        if row.startswith("| `")
    }
    layouts = [layout for kind in reachable() if (layout := layout_of(kind))]
    assert rows == {layout.tag: {tag for _, tag in layout.fields} for layout in layouts}
