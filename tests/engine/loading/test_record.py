"""A record is read and written by the types of its fields (ADR 0023)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated, ClassVar, TypeAlias

import pytest

import engine.gamedef
from engine.core.errors import DefinitionError
from engine.core.ids import NationName, UnitTypeName, marks_of
from engine.gamedef.options import Options
from engine.gamedef.position import Step
from engine.gamedef.schema import (
    ELSEWHERE,
    FACET,
    OPTIONAL,
    Key,
    Kinds,
    Missing,
    Positive,
    Rows,
    flat_fields,
)
from engine.gamedef.sides import Outlook
from engine.loading.fields import Node
from engine.loading.record.reading import plain_record, read_record
from engine.loading.record.shapes import layout_of
from engine.loading.record.values import Scope
from engine.marks import SORTED, Bounds, Doc, Items, OneOf


@dataclass(frozen=True, slots=True)
class Leaf:
    """A kind of tree without parts."""

    kind: ClassVar[str] = "leaf"
    colour: Annotated[str, OneOf(("red", "green"), "a colour")] = "green"


@dataclass(frozen=True, slots=True)
class Branch:
    """A kind of tree with parts."""

    kind: ClassVar[str] = "branch"
    parts: "tuple[Plant, ...]"


Plant: TypeAlias = Annotated[Leaf | Branch, Kinds("plant")]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list."""

    size: Positive


@dataclass(frozen=True, slots=True)
class Sample:
    """One field of every form."""

    nation: NationName
    flag: bool = False
    number: Annotated[int, Bounds(-3, 3)] = 1
    types: Annotated[tuple[UnitTypeName, ...], Key("units"), Items(9, least=1)] = (
        UnitTypeName("plane"),
    )
    pair: Annotated[tuple[NationName, NationName], SORTED] = (
        NationName("Blues"),
        NationName("Reds"),
    )
    counts: tuple[tuple[UnitTypeName, int], ...] = ()
    prices: Mapping[UnitTypeName, Positive] = field(default_factory=dict)
    rows: Annotated[Mapping[str, Row], Rows("name")] = field(default_factory=dict)
    leaves: Annotated[tuple[Leaf, ...], Items(3, unique=("colour",))] = ()
    plant: Plant | None = None
    place: tuple[int, int] | None = None
    shown: Annotated[bool, OPTIONAL] = True
    secret: Annotated[int, ELSEWHERE] = 7


@dataclass(frozen=True, slots=True)
class Told:
    """A field that the class requires and the tree may leave out."""

    who: Annotated[NationName, Missing("")]


SCOPE = Scope({"nation": {"Reds": 0, "Blues": 1}, "unit type": {"plane": 0, "boat": 1, "gun": 2}})
FULL: dict[str, object] = {
    "nation": "Reds",
    "flag": True,
    "number": -3,
    "units": ["gun", "boat"],
    "pair": ["Reds", "Blues"],
    "counts": {"gun": 2, "plane": 1},
    "prices": {"boat": 9, "plane": 4},
    "rows": [{"name": "b", "size": 2}, {"name": "a", "size": 1}],
    "leaves": [{"colour": "red"}, {}],
    "plant": {"kind": "branch", "parts": [{"kind": "leaf", "colour": "red"}]},
    "place": [3, 4],
    "shown": False,
}


def sample(**changes: object) -> Sample:
    return read_record(Sample, Node({**FULL, **changes}, "here"), SCOPE)


def test_every_form_is_read() -> None:
    assert sample() == Sample(
        "Reds",
        flag=True,
        number=-3,
        types=("gun", "boat"),
        pair=("Blues", "Reds"),
        counts=(("plane", 1), ("gun", 2)),
        prices={"plane": 4, "boat": 9},
        rows={"b": Row(2), "a": Row(1)},
        leaves=(Leaf("red"), Leaf()),
        plant=Branch((Leaf("red"),)),
        place=(3, 4),
        shown=False,
    )


def test_tables_come_in_the_order_of_the_scenario() -> None:
    """The tables of a save are sorted by key; a game must be the same all the same."""
    assert list(sample().prices) == ["plane", "boat"]
    assert list(sample().rows) == ["b", "a"]


def test_what_is_written_is_read_back_and_written_alike() -> None:
    plain = plain_record(sample())
    again = read_record(Sample, Node(plain, ""), SCOPE)
    assert again == sample()
    assert plain_record(again) == plain


def test_what_is_usual_is_not_written() -> None:
    assert plain_record(Sample("Reds")) == {"nation": "Reds", "shown": True}
    assert plain_record(Told("")) == {}
    assert read_record(Told, Node({}, ""), SCOPE) == Told("")


@dataclass(frozen=True, slots=True)
class Sail:
    """A facet."""

    masts: int = 0
    crew: Annotated[tuple[NationName, ...], Key("sailors")] = ()


@dataclass(frozen=True, slots=True)
class Ship:
    """A record with a facet."""

    size: int = 1
    sail: Annotated[Sail, FACET] = Sail()


@dataclass(frozen=True, slots=True)
class Twice:
    """A record with a field that its facet has as well."""

    masts: int = 1
    sail: Annotated[Sail, FACET] = Sail()


def test_the_fields_of_a_facet_stand_in_the_table_of_the_whole() -> None:
    plain = {"size": 2, "masts": 3, "sailors": ["Blues"]}
    ship = Ship(2, Sail(3, ("Blues",)))
    assert read_record(Ship, Node(plain, ""), SCOPE) == ship
    assert plain_record(ship) == plain
    assert read_record(Ship, Node({}, ""), SCOPE) == Ship()
    assert plain_record(Ship()) == {}


@pytest.mark.parametrize(
    ("plain", "reason"),
    [
        ({"masts": -1}, "here.masts: the number must be from 0"),
        ({"sailors": ["Greens"]}, r"here.sailors\[0\]: 'Greens' is not a nation"),
        ({"crew": []}, "here: there is no field 'crew'; known: size, masts, sailors"),
        ({"sail": {"masts": 1}}, "here: there is no field 'sail'"),
    ],
)
def test_a_fault_in_a_facet_is_named_with_its_place(plain: dict[str, object], reason: str) -> None:
    with pytest.raises(DefinitionError, match=reason):
        read_record(Ship, Node(plain, "here"), SCOPE)


def test_a_record_and_its_facet_cannot_have_a_field_of_one_name() -> None:
    with pytest.raises(TypeError, match="two fields have the same key"):
        layout_of(Twice)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"nation": "Greens"}, "here.nation: 'Greens' is not a nation; known: Reds, Blues"),
        ({"nation": 3}, "here.nation: expected text, not a number"),
        ({"flag": 1}, "here.flag: expected true or false"),
        ({"number": 4}, "here.number: the number must be from -3 to 3"),
        ({"number": True}, "here.number: expected a whole number"),
        ({"units": []}, "here.units: expected at least one unit type"),
        ({"units": ["gun", "gun"]}, r"here.units\[1\]: 'gun' is listed twice"),
        ({"pair": ["Reds"]}, "here.pair: expected two different nations"),
        ({"pair": ["Reds", "Blues", "Reds"]}, "here.pair: 3 items; no more than 2"),
        ({"counts": {"tank": 1}}, "here.counts.tank: there is no unit type of this name"),
        ({"prices": {"boat": 0}}, "here.prices.boat: the number must be from 1"),
        ({"rows": [{"size": 1}]}, r"here.rows\[0\]: the field 'name' is missing"),
        (
            {"rows": [{"name": "a", "size": 1}] * 2},
            r"here.rows\[1\]: the list already has an entry",
        ),
        ({"leaves": [{}, {}]}, r"here.leaves\[1\]: the list already has .* this colour"),
        ({"leaves": [{}] * 4}, "here.leaves: 4 items; no more than 3"),
        (
            {"plant": {"kind": "stone"}},
            "here.plant.kind: 'stone' is not a plant; known: leaf, branch",
        ),
        ({"plant": {}}, "here.plant: a plant is a table with a field 'kind'"),
        (
            {"plant": {"kind": "leaf", "size": 1}},
            "here.plant: there is no field 'size'; known: col",
        ),
        ({"place": [1]}, "here.place: expected 2 values"),
        ({"secret": 3}, "here: there is no field 'secret'; known: nation, flag"),
    ],
)
def test_a_fault_is_named_with_its_place(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(DefinitionError, match=reason):
        sample(**changes)


def test_records_in_records_have_an_end() -> None:
    plant: dict[str, object] = {"kind": "leaf"}
    for _ in range(8):
        plant = {"kind": "branch", "parts": [plant]}
    assert sample(plant=plant)
    with pytest.raises(DefinitionError, match="no more than 8 deep"):
        sample(plant={"kind": "branch", "parts": [plant]})


def of_the_box() -> list[type]:
    """Every dataclass of engine/gamedef that a scenario says."""
    found = []
    for entry in iter_modules(engine.gamedef.__path__):
        module = import_module(f"engine.gamedef.{entry.name}")
        found += [kind for kind in vars(module).values() if isinstance(kind, type)]
    own = {
        kind for kind in found if is_dataclass(kind) and kind.__module__.startswith("engine.game")
    }
    return sorted(own - {Options, Outlook, Step}, key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", of_the_box(), ids=lambda kind: kind.__name__)
def test_what_a_field_means_stands_at_the_field(kind: type) -> None:
    """One place for it, in the order of the fields: either all have their sentence, or none."""
    inherited = {name for base in kind.__mro__[1:] for name in getattr(base, "__match_args__", ())}
    told = {
        entry.name: any(isinstance(mark, Doc) for mark in marks_of(entry.type))
        for entry in fields(kind)
        if entry.name not in inherited and FACET not in marks_of(entry.type)
    }
    assert all(told.values()) or not any(told.values()), [name for name in told if not told[name]]
    said = kind.__doc__ or ""
    assert {name for name in told if re.search(rf"^\s*{name}: ", said, re.MULTILINE)} == set()


@pytest.mark.parametrize("kind", of_the_box(), ids=lambda kind: kind.__name__)
def test_every_field_of_the_box_has_a_form(kind: type) -> None:
    """A field that no form fits raises TypeError here, and not when a scenario mentions it."""
    assert is_dataclass(kind)
    told = {entry.attribute for entry in layout_of(kind).fields.by_key.values()}
    assert told <= {way for way, _ in flat_fields(kind)}
