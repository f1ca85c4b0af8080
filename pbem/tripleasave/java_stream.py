"""A stream of Java objects as plain data, by the grammar of the Object Serialization Specification.

Section 6.4 of the specification is the only source.  It is a closed world: nothing is made from the
name of a class; an object is a class name and a table of fields, whatever its class was.  The
stream comes from strangers, so it is bounded in bytes, objects, values and depth, and read without
recursion: a rule of the grammar that needs another one hands it to the loop in `_Reader.run`.
"""

import struct
import zlib
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Final, TypeAlias, Union

MOST_BYTES: Final = 64 * 1024 * 1024
"""Bytes of a stream, unpacked."""
MOST_OBJECTS: Final = 2_000_000
"""Objects, texts, arrays and descriptions of classes in a stream."""
MOST_VALUES: Final = 8_000_000
"""Values of fields and of arrays in a stream."""
MOST_DEPTH: Final = 100_000
"""Rules of the grammar inside each other: two or three for an object inside another."""

_MAGIC: Final = b"\xac\xed\x00\x05"
_GZIP: Final = b"\x1f\x8b"
_GZIP_WINDOW: Final = 31
_FIRST_HANDLE: Final = 0x7E0000
_NULL, _REFERENCE, _CLASS_DESC, _OBJECT, _STRING, _ARRAY, _CLASS = range(0x70, 0x77)
_BLOCK, _END_BLOCK, _RESET, _BLOCK_LONG, _EXCEPTION, _LONG_STRING = range(0x77, 0x7D)
_PROXY, _ENUM = 0x7D, 0x7E
_WRITES_MORE, _SERIALIZABLE, _EXTERNALIZABLE, _IN_BLOCKS = 1, 2, 4, 8
_PRIMITIVES: Final = {
    "B": "b",
    "C": "H",
    "D": "d",
    "F": "f",
    "I": "i",
    "J": "q",
    "S": "h",
    "Z": "?",
}
"""The letter of each primitive type, and what `struct` calls it."""

Value: TypeAlias = Union[
    bool, int, float, str, bytes, "JavaClass", "JavaObject", "JavaArray", "JavaEnum", None
]
"""What a field, an element of an array, or the stream itself may be.

Bytes are what a class wrote in a form of its own; a character is its number.
"""


class JavaStreamError(Exception):
    """Bytes that are no stream of objects, or one that is not read; says why in a sentence."""


@dataclass(slots=True, eq=False)
class JavaClass:
    """What a stream says of a class.

    fields: name and letter of the type, in the order in which values are written.
    """

    name: str
    flags: int = 0
    fields: tuple[tuple[str, str], ...] = ()
    parent: "JavaClass | None" = None


@dataclass(slots=True, eq=False)
class JavaObject:
    """An object; objects may contain each other in a circle.

    fields: by name; where a class and one above it have a field of the same name, that of the class
    itself.  extra: what its classes wrote besides, in the order of the stream.
    """

    type: JavaClass
    fields: dict[str, Value] = field(default_factory=dict)
    extra: list[Value] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.type.name}>"


@dataclass(slots=True, eq=False)
class JavaArray:
    """An array; the name of its class tells the type of its values."""

    type: JavaClass
    values: list[Value] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.type.name} of {len(self.values)}>"


@dataclass(slots=True, eq=False)
class JavaEnum:
    """A constant of an enumeration."""

    type: JavaClass
    name: str = ""


_Step: TypeAlias = Generator["_Step", Value, Value]
"""A rule of the grammar under way: it hands over another one, and is sent its result."""


def unpacked(data: bytes) -> bytes:
    """The stream in a file: what gzip packed, or the bytes as they are.

    Never holds more than `MOST_BYTES`, however much was packed.  Raises JavaStreamError.
    """
    if not data.startswith(_GZIP):
        return data
    unpacker = zlib.decompressobj(_GZIP_WINDOW)
    try:
        stream = unpacker.decompress(data, MOST_BYTES + 1)
    except zlib.error:
        raise JavaStreamError("The packed bytes are damaged.") from None
    if len(stream) > MOST_BYTES:
        raise JavaStreamError(f"Unpacked it has more than {MOST_BYTES} bytes.")
    if not unpacker.eof:
        raise JavaStreamError("The packed bytes break off.")
    return stream


def read_java(data: bytes) -> tuple[Value, ...]:
    """What a stream holds, in order; the work is in proportion to its bytes.

    Raises JavaStreamError with one sentence for what is no stream, breaks off, or is too large.
    """
    if len(data) > MOST_BYTES:
        raise JavaStreamError(f"The stream has more than {MOST_BYTES} bytes.")
    if not data.startswith(_MAGIC):
        raise JavaStreamError("This is no stream of Java objects.")
    return tuple(_Reader(data).contents())


class _Reader:
    """Where a stream is being read, and what its handles mean so far."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = len(_MAGIC)
        self._known: list[Value] = []
        self._objects = 0
        self._values = 0
        self._rules = {
            _OBJECT: self._object,
            _ARRAY: self._array,
            _CLASS: self._class,
            _ENUM: self._enum,
        }

    def contents(self) -> list[Value]:
        found: list[Value] = []
        while self._at < len(self._data):
            tag = self._tag()
            if tag == _RESET:
                self._known = []
                continue
            self._count_values(1)
            found.append(self._run(self._content(tag)))
        return found

    def _run(self, first: _Step) -> Value:
        """The result of a rule; those that wait for others are on a stack of our own."""
        stack = [first]
        result: Value = None
        while stack:
            try:
                inner = stack[-1].send(result)
            except StopIteration as done:
                stack.pop()
                result = done.value
                continue
            if len(stack) >= MOST_DEPTH:
                raise self._fault("too many objects are inside each other")
            stack.append(inner)
            result = None
        return result

    # Bytes.

    def _fault(self, what: str) -> JavaStreamError:
        return JavaStreamError(f"The stream cannot be read at byte {self._at}: {what}.")

    def _take(self, count: int) -> bytes:
        if count < 0:
            raise self._fault("a length is negative")
        if count > len(self._data) - self._at:
            raise self._fault("it breaks off")
        start, self._at = self._at, self._at + count
        return self._data[start : self._at]

    def _primitives(self, letter: str, count: int) -> list[Value]:
        form = _PRIMITIVES[letter]
        size = struct.calcsize(f">{form}")
        return list(struct.unpack(f">{max(count, 0)}{form}", self._take(count * size)))

    def _whole(self, form: str) -> int:
        (number,) = struct.unpack(f">{form}", self._take(struct.calcsize(f">{form}")))
        return int(number)

    def _tag(self) -> int:
        return self._take(1)[0]

    def _text(self, length: str = "H") -> str:
        """Text in Java's own UTF-8, where what is beyond 16 bits is in halves, and 0 two bytes."""
        raw = self._take(self._whole(length))
        try:
            return raw.decode()
        except UnicodeDecodeError:
            pass
        try:
            halves = raw.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
            return halves.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeError:
            raise self._fault("a text is not UTF-8") from None

    def _keep(self, value: Value) -> None:
        """Give something new the next handle."""
        self._objects += 1
        if self._objects > MOST_OBJECTS:
            raise self._fault(f"it has more than {MOST_OBJECTS} objects")
        self._known.append(value)

    def _count_values(self, count: int) -> None:
        self._values += count
        if self._values > MOST_VALUES:
            raise self._fault(f"it has more than {MOST_VALUES} values")

    def _referred(self) -> Value:
        handle = self._whole("I") - _FIRST_HANDLE
        if not 0 <= handle < len(self._known):
            raise self._fault("it refers to an object that is not there")
        return self._known[handle]

    # The rules of the grammar.

    def _content(self, tag: int) -> _Step:
        match tag:
            case 0x70:
                return None
            case 0x71:
                return self._referred()
            case 0x74 | 0x7C:
                text = self._text("H" if tag == _STRING else "q")
                self._keep(text)
                return text
            case 0x77:
                return self._take(self._tag())
            case 0x7A:
                return self._take(self._whole("i"))
            case 0x72 | 0x7D:
                return (yield self._new_description(tag))
            case 0x7B:
                raise self._fault("the program that wrote it failed there")
        rule = self._rules.get(tag)
        if rule is None:
            raise self._fault(f"the tag {tag:#04x} is unknown")
        return (yield rule())

    def _description(self) -> _Step:
        """The class of something; None for "no class"."""
        tag = self._tag()
        if tag not in {_NULL, _REFERENCE, _CLASS_DESC, _PROXY}:
            raise self._fault("it needs a class there")
        found = yield self._content(tag)
        if found is not None and not isinstance(found, JavaClass):
            raise self._fault("it refers to what is no class")
        return found

    def _new_description(self, tag: int) -> _Step:
        if tag == _PROXY:
            made = JavaClass("a proxy", _SERIALIZABLE)
            self._keep(made)
            for _ in range(self._whole("i")):
                self._count_values(1)
                self._text()
        else:
            made = JavaClass(self._text())
            self._take(8)
            self._keep(made)
            made.flags = self._tag()
            listed: list[tuple[str, str]] = []
            for _ in range(self._whole("H")):
                self._count_values(1)
                letter, name = chr(self._tag()), self._text()
                if letter in "L[":
                    yield self._content(self._tag())
                elif letter not in _PRIMITIVES:
                    raise self._fault(f"a field has the unknown type {letter!r}")
                listed.append((name, letter))
            made.fields = tuple(listed)
        yield self._annotation([])
        parent = yield self._description()
        made.parent = parent if isinstance(parent, JavaClass) else None
        return made

    def _annotation(self, into: list[Value]) -> _Step:
        """What is written without a field, up to its end mark."""
        while (tag := self._tag()) != _END_BLOCK:
            self._count_values(1)
            into.append((yield self._content(tag)))
        return None

    def _class_of_it(self, found: Value) -> JavaClass:
        if not isinstance(found, JavaClass):
            raise self._fault("something has no class")
        return found

    def _class(self) -> _Step:
        found = yield self._description()
        self._keep(found)
        return found

    def _enum(self) -> _Step:
        made = JavaEnum(self._class_of_it((yield self._description())))
        self._keep(made)
        name = yield self._content(self._tag())
        if not isinstance(name, str):
            raise self._fault("the name of a constant is no text")
        made.name = name
        return made

    def _array(self) -> _Step:
        made = JavaArray(self._class_of_it((yield self._description())))
        self._keep(made)
        count = self._whole("i")
        if count > len(self._data) - self._at:
            raise self._fault("an array is longer than the rest of it")
        self._count_values(max(count, 0))
        letter = made.type.name[1:2]
        if letter in _PRIMITIVES:
            made.values = self._primitives(letter, count)
        elif letter in {"L", "["}:
            if count < 0:
                raise self._fault("a length is negative")
            for _ in range(count):
                made.values.append((yield self._content(self._tag())))
        else:
            raise self._fault("an array has the class of something else")
        return made

    def _object(self) -> _Step:
        made = JavaObject(self._class_of_it((yield self._description())))
        self._keep(made)
        for kind in reversed(self._lineage(made.type)):
            if kind.flags & _EXTERNALIZABLE:
                if not kind.flags & _IN_BLOCKS:
                    raise self._fault(f"a {kind.name} is written in a form of its own")
                yield self._annotation(made.extra)
            elif kind.flags & _SERIALIZABLE:
                self._count_values(len(kind.fields))
                for name, letter in kind.fields:
                    if letter in _PRIMITIVES:
                        (made.fields[name],) = self._primitives(letter, 1)
                    else:
                        made.fields[name] = yield self._content(self._tag())
                if kind.flags & _WRITES_MORE:
                    yield self._annotation(made.extra)
        return made

    def _lineage(self, kind: JavaClass) -> list[JavaClass]:
        """A class and those above it."""
        found = {id(kind): kind}
        while kind.parent is not None:
            kind = kind.parent
            if id(kind) in found:
                raise self._fault("a class is above itself")
            found[id(kind)] = kind
        self._count_values(len(found))
        return list(found.values())
