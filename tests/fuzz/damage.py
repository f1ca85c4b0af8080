"""Damage of every kind to bytes and to lists of parts, by chance that can be had again."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_NUMBERS = (b"0", b"-1", b"1" * 30, b"4294967296", b"9e999", b"0x1", b"\xd9\xa3")
_JUNK = (b"\0", b"\n", b"\r\n", b"\xff\xfe", b"\xed\xa0\x80", b"\xe2\x80\xae", b'"', b"\\", b"%s")


def damaged(data: bytes, words: Sequence[bytes], chance: random.Random) -> bytes:
    """The bytes with one to six changes: cut, doubled, moved, replaced by words, numbers, noise."""
    found = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        begin = chance.randrange(len(found) + 1)
        end = min(len(found), begin + chance.choice((0, 0, 1, 1, 2, 5, 40, 400)))
        piece = bytes(found[begin:end])
        match chance.randrange(6):
            case 0:
                found[begin:end] = b""
            case 1:
                found[begin:begin] = piece * chance.choice((1, 2, 50))
            case 2:
                found[begin:end] = chance.choice(words)
            case 3:
                found[begin:end] = chance.choice((*_NUMBERS, *_JUNK))
            case 4:
                found[begin:end] = chance.randbytes(len(piece))
            case _:
                place = chance.randrange(len(found) + 1)
                found[place:place] = piece
    return bytes(found)


def shuffled(parts: Sequence[T], chance: random.Random) -> list[T]:
    """The parts with one to three left out, doubled or exchanged."""
    found = list(parts)
    for _ in range(chance.randint(1, 3)):
        if not found:
            break
        place, other = chance.randrange(len(found)), chance.randrange(len(found))
        match chance.randrange(3):
            case 0:
                del found[place]
            case 1:
                found.insert(other, found[place])
            case _:
                found[place], found[other] = found[other], found[place]
    return found


def replaced(value: object, others: Sequence[object], chance: random.Random) -> object:
    """A nest of lists with one place in it replaced by something else."""
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        return [*value[:place], replaced(value[place], others, chance), *value[place + 1 :]]
    return chance.choice(others)
