"""The forms of tables and lists: records, lists of records, mappings, and a choice of records."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from engine.core.errors import DefinitionError
from engine.gamedef.schema import Kinds
from engine.loading.fields import Node
from engine.loading.record.values import Form, NameForm, Scope
from engine.marks import Items


class Default(Enum):
    """What a field may have in place of a default."""

    NONE = "nothing: a value is always written"
    BY_CLASS = "nothing has to be given: the class has a default of its own"


class FieldForm(NamedTuple):
    """A field of a record: what it is called in the class and in the tree, and what it holds.

    attribute: the way to its value, ``"facet.field"`` for one of a facet.
    required: it must be there.  given: its value where it is missing.  usual: the value that is not
    written.  doc: what it means, "" where the docstring of the class says it.
    """

    attribute: str
    key: str
    form: Form
    required: bool
    given: object
    usual: object
    doc: str = ""


class RecordFields:
    """The fields of one record, or of several that share a table."""

    __slots__ = ("_given", "_required", "_written", "by_key")

    def __init__(self, entries: Sequence[FieldForm]) -> None:
        """Sort them out once; every table is read with them."""
        self.by_key = {entry.key: entry for entry in entries}
        if len(self.by_key) < len(entries):
            raise TypeError("two fields have the same key")
        self._written = tuple(
            (key, attrgetter(entry.attribute), entry.usual, entry.form.plain)
            for key, entry in self.by_key.items()
        )
        self._required = tuple(key for key, entry in self.by_key.items() if entry.required)
        self._given = tuple(
            (key, entry.attribute, entry.given)
            for key, entry in self.by_key.items()
            if not entry.required and entry.given is not Default.BY_CLASS
        )

    def and_also(self, *more: FieldForm) -> "RecordFields":
        """These fields with further ones before them."""
        return RecordFields((*more, *self.by_key.values()))

    def inside(self, facet: str) -> Iterator[FieldForm]:
        """These fields as those of the record that has them in a facet of this name."""
        for entry in self.by_key.values():
            yield entry._replace(attribute=f"{facet}.{entry.attribute}")

    def read(self, node: Node, scope: Scope) -> dict[str, object]:
        """The values of a table, by attribute; those are left out that the class knows itself."""
        found = node.mapping()
        prefix = f"{node.where}." if node.where else ""
        values: dict[str, object] = {}
        for key, value in found.items():
            entry = self.by_key.get(key)
            if entry is None:
                raise node.unknown(key, self.by_key)
            values[entry.attribute] = entry.form.read(Node(value, prefix + key), scope)
        for key in self._required:
            if key not in found:
                raise node.error(f"the field {key!r} is missing")
        for key, attribute, given in self._given:
            if key not in found:
                values[attribute] = given
        return values

    def plain(self, entry: object) -> dict[str, object]:
        """A record as a table, without the fields that have their usual value."""
        plain: dict[str, object] = {}
        for key, value_of, usual, plain_form in self._written:
            value: object = value_of(entry)
            if value is not usual and value != usual:
                plain[key] = plain_form(value)
        return plain


class RecordLayout(NamedTuple):
    """How a class is written; kind: the value of its field `kind`, "" for one without.

    facets: the layouts of those of its fields that are records in the same table.
    """

    record: type
    fields: RecordFields
    kind: str = ""
    facets: Mapping[str, "RecordLayout"] = MappingProxyType({})

    def made(self, values: Mapping[str, object]) -> object:
        """A record of these values; a class may have a `from_fields` that makes it out of them."""
        make = getattr(self.record, "from_fields", self.record)
        return make(**(self._with_facets(values) if self.facets else values))

    def _with_facets(self, values: Mapping[str, object]) -> Mapping[str, object]:
        """The values with those of each facet made into one; without any the class has its own."""
        own: dict[str, object] = {}
        parts: dict[str, dict[str, object]] = {}
        for name, value in values.items():
            first, dot, rest = name.partition(".")
            if dot:
                parts.setdefault(first, {})[rest] = value
            else:
                own[first] = value
        return own | {facet: self.facets[facet].made(part) for facet, part in parts.items()}

    def read(self, node: Node, scope: Scope) -> object:
        """A record, checked by the scope."""
        entry = self.made(self.fields.read(node, scope))
        scope.check(entry, node, scope)
        return entry


class RecordForm(NamedTuple):
    """A table that is a record of its own."""

    layout: Callable[[], RecordLayout]
    name: str

    def read(self, node: Node, scope: Scope) -> object:
        """The record."""
        return self.layout().read(node, scope)

    def plain(self, value: object) -> object:
        """The record as a table."""
        return self.layout().fields.plain(value)

    def told(self) -> str:
        """What is allowed there."""
        return f"[{self.name}](#{self.name.lower()})"


class ChoiceForm(NamedTuple):
    """A table that is a record of one of several classes; its field `kind` says of which."""

    layouts: Callable[[], Mapping[str, RecordLayout]]
    of: Kinds

    def read(self, node: Node, scope: Scope) -> object:
        """The record."""
        inner = scope.deeper(node, self.of.what)
        found = node.mapping()
        phrase = f"{self.of.article} {self.of.what}"
        if not isinstance(found.get("kind"), str):
            raise node.error(f"{phrase} is a table with a field 'kind'")
        layouts = self.layouts()
        kind = Node(found["kind"], f"{node.where}.kind").choice(layouts, phrase)
        rest = {key: value for key, value in found.items() if key != "kind"}
        return layouts[kind].read(Node(rest, node.where), inner)

    def plain(self, value: object) -> object:
        """The record as a table, its kind first."""
        kind = str(getattr(value, "kind"))  # noqa: B009 - the classes have no common base
        return {"kind": kind, **self.layouts()[kind].fields.plain(value)}

    def told(self) -> str:
        """What is allowed there."""
        return f"[{self.of.what}](#{self.of.what}s)"


class ListForm(NamedTuple):
    """A list of items, such as tables."""

    item: Form
    size: Items

    def read(self, node: Node, scope: Scope) -> object:
        """The items as a tuple."""
        found = []
        taken: set[object] = set()
        key = attrgetter(*self.size.unique) if self.size.unique else None
        for item in node.items(self.size.most):
            try:
                entry = self.item.read(item, scope)
                if key is not None and key(entry) in taken:
                    same = " and ".join(self.size.unique)
                    raise item.error(f"the list already has an entry with this {same}")
            except DefinitionError as fault:
                scope.note(fault)
                continue
            if key is not None:
                taken.add(key(entry))
            found.append(entry)
        if len(found) < self.size.least:
            raise node.error(f"at least {self.size.least} of them must be there")
        return tuple(found)

    def plain(self, value: object) -> object:
        """The items as a list."""
        plain = self.item.plain
        return [plain(item) for item in value] if isinstance(value, tuple) else value

    def told(self) -> str:
        """What is allowed there."""
        return f"list of at most {self.size.most:,}, each {self.item.told()}"


class FixedList(NamedTuple):
    """A list of a fixed length, such as two numbers, that is not a list to the class."""

    item: Form
    length: int

    def read(self, node: Node, scope: Scope) -> object:
        """The items as a tuple."""
        items = node.items(self.length)
        if len(items) != self.length:
            raise node.error(f"expected {self.length} values")
        return tuple(self.item.read(item, scope) for item in items)

    def plain(self, value: object) -> object:
        """The items as a list."""
        return [self.item.plain(item) for item in value] if isinstance(value, tuple) else value

    def told(self) -> str:
        """What is allowed there."""
        return f"list of {self.length}, each {self.item.told()}"


class TableForm(NamedTuple):
    """A table whose keys are names.

    Its entries come in the order of the names in the scenario, or sorted where they have none: the
    tables of a save are sorted by key, and a game must be the same whatever it is read from.
    as_pairs: the class holds a tuple of pairs and no mapping.
    """

    key: NameForm
    value: Form
    size: Items
    is_sorted: bool = False
    as_pairs: bool = False

    def read(self, node: Node, scope: Scope) -> object:
        """The entries."""
        known = self.key.choices(scope)
        found = node.named(self.size.most, known)
        if known is not None and not known.keys() >= found.keys():
            name = next(name for name in found if name not in known)
            raise found[name].error(f"there is no {self.key.phrase()[1]} of this name")
        if len(found) < self.size.least:
            raise node.error("expected at least one entry")
        by_place = known is not None and not self.is_sorted
        names = sorted(found, key=known.__getitem__ if known is not None and by_place else None)
        pairs = [(name, self.value.read(found[name], scope)) for name in names]
        return tuple(pairs) if self.as_pairs else dict(pairs)

    def plain(self, value: object) -> object:
        """The entries as a table."""
        pairs = value.items() if isinstance(value, Mapping) else value
        if not isinstance(pairs, Iterable):
            raise TypeError("expected a table")
        return {str(name): self.value.plain(entry) for name, entry in pairs}

    def told(self) -> str:
        """What is allowed there."""
        article, noun = self.key.phrase()
        return f"table: {article} {noun} to {self.value.told()}"


class RowsForm(NamedTuple):
    """A list of tables, each an entry of a mapping; `key` is the field that holds its key."""

    key: FieldForm
    layout: Callable[[], RecordLayout]
    name: str
    size: Items

    def read(self, node: Node, scope: Scope) -> object:
        """The mapping, in the order of the list."""
        layout = self.layout()
        is_own = self.key.key in layout.fields.by_key
        fields = layout.fields if is_own else layout.fields.and_also(self.key)
        found: dict[object, object] = {}
        for item in node.items(self.size.most):
            try:
                values = fields.read(item, scope)
                key = values[self.key.attribute] if is_own else values.pop(self.key.attribute)
                if key in found:
                    raise item.error(f"the list already has an entry with this {self.key.key}")
                entry = layout.made(values)
                scope.check(entry, item, scope)
            except DefinitionError as fault:
                scope.note(fault)
                continue
            found[key] = entry
        return found

    def plain(self, value: object) -> object:
        """The entries as a list of tables."""
        if not isinstance(value, Mapping):
            raise TypeError("expected a mapping")
        fields = self.layout().fields
        return [
            {self.key.key: self.key.form.plain(key)} | fields.plain(entry)
            for key, entry in value.items()
        ]

    def told(self) -> str:
        """What is allowed there."""
        kind = f"`{self.key.key}` ({self.key.form.told()}) and [{self.name}](#{self.name.lower()})"
        return f"list of at most {self.size.most:,} tables: {kind}"


class MaybeForm(NamedTuple):
    """What may be missing: None stands for that in the class."""

    inner: Form

    def read(self, node: Node, scope: Scope) -> object:
        """The value that is there."""
        return self.inner.read(node, scope)

    def plain(self, value: object) -> object:
        """The value that is there."""
        return self.inner.plain(value)

    def told(self) -> str:
        """What is allowed there."""
        return self.inner.told()
