"""Streams of Java objects for tests, written by the grammar of the specification."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

MAGIC = b"\xac\xed\x00\x05"
NULL, END = b"\x70", b"\x78"
SERIALIZABLE, WITH_MORE, ENUM = 2, 3, 18

Plain: TypeAlias = Union[bool, int, str, bytes, "Java", "JavaBytes", "JavaWord", None]


@dataclass(eq=False)
class Java:
    """An object: class, fields, and what its class writes besides; None for no such part."""

    name: str
    fields: Mapping[str, Plain] = field(default_factory=dict)
    more: list[Plain] | None = None


@dataclass(eq=False)
class JavaBytes:
    """An array of bytes."""

    data: bytes


@dataclass(eq=False)
class JavaWord:
    """A constant of an enumeration."""

    word: str


def utf(text: str) -> bytes:
    """Text with its length."""
    data = text.encode()
    return struct.pack(">H", len(data)) + data


def described(name: str, fields: bytes = b"", count: int = 0, flags: int = SERIALIZABLE) -> bytes:
    """The description of a class without a class above it."""
    head = b"\x72" + utf(name) + bytes(8) + bytes([flags])
    return head + struct.pack(">H", count) + fields + END + NULL


class Writer:
    """Writes objects, and those that were written before as references."""

    def __init__(self) -> None:
        self._handles: dict[int, int] = {}
        self._count = 0
        self._kept: list[Java] = []

    def content(self, value: Plain) -> bytes:
        """A value where the grammar wants content."""
        match value:
            case None:
                return NULL
            case bytes():
                return b"\x77" + bytes([len(value)]) + value
            case str():
                self._count += 1
                return b"\x74" + utf(value)
            case Java():
                return self._object(value)
            case JavaBytes():
                self._count += 2
                size = struct.pack(">i", len(value.data))
                return b"\x75" + described("[B") + size + value.data
            case JavaWord():
                self._count += 3
                return b"\x7e" + described("Words", flags=ENUM) + b"\x74" + utf(value.word)
        return self._object(Java("java.lang.Integer", {"value": value}))

    def _object(self, value: Java) -> bytes:
        if id(value) in self._handles:
            return b"\x71" + struct.pack(">I", 0x7E0000 + self._handles[id(value)])
        self._kept.append(value)
        # The description of the class comes before the object, and each text of a type after it.
        self._count += 1
        listed = b""
        for name, one in value.fields.items():
            letter = "Z" if isinstance(one, bool) else "I" if isinstance(one, int) else "L"
            listed += letter.encode() + utf(name)
            listed += self.content("Ljava/lang/Object;") if letter == "L" else b""
        flags = SERIALIZABLE if value.more is None else WITH_MORE
        data = b"\x73" + described(value.name, listed, len(value.fields), flags)
        self._handles[id(value)] = self._count
        self._count += 1
        for one in value.fields.values():
            if isinstance(one, bool):
                data += struct.pack(">?", one)
            elif isinstance(one, int):
                data += struct.pack(">i", one)
            else:
                data += self.content(one)
        if value.more is not None:
            data += b"".join(map(self.content, value.more)) + END
        return data


def stream(*values: Plain) -> bytes:
    """A whole stream of these values."""
    writer = Writer()
    return MAGIC + b"".join(map(writer.content, values))
