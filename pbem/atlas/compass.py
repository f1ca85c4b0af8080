"""What the names of areas say about north and east: a layout by the graph alone knows neither.

Two kinds of hints: names that everybody knows lie where they lie on the globe, and of two areas
whose names differ by a point of the compass ("Northern Italy", "Southern Italy") one lies that way
of the other.
"""

import re
from collections.abc import Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pbem.atlas.geometry import Point

_Numbers: TypeAlias = npt.NDArray[np.float64]

Hint: TypeAlias = tuple[int, int, Point]
"""Two areas, and which way (right, down; of length 1) the second lies from the first."""

_NAMES: Final = """
afghanistan 66 34; africa 20 5; alaska -152 64; albania 20 41; alexandria 30 31; algeria 3 32;
anatolia 33 39; angola 17 -12; antioch 36 36; arabia 45 24; argentina -65 -35; armenia 45 40;
asia 90 45; athens 24 38; australia 134 -25; austria 14 47; babylon 44 32; balkans 21 43;
baltic 20 57; bavaria 12 48; belarus 28 53; belgium 4 51; berlin 13 52; black sea 34 43;
bohemia 15 50; bolivia -65 -17; borneo 114 1; brazil -52 -10; britain -2 53; bulgaria 25 43;
burdigala -1 45; burma 96 21; byzantium 29 41; canada -100 56; caribbean -73 16; carthage 10 37;
carthago 10 37; caspian 51 42; caucasus 44 42; celebes 121 -2; ceylon 81 7; chile -71 -33;
china 110 32; colombia -73 4; congo 23 -3; corinth 23 38; cuba -79 22; denmark 9 56; egypt 30 27;
england -1 52; ethiopia 39 9; europe 15 48; finland 26 63; formosa 121 24; france 2 47;
gades -6 37; germany 10 51; gibraltar -5 36; greece 22 39; greenland -42 70; hawaii -157 21;
holland 5 52; hungary 19 47; iceland -19 65; india 78 22; indo china 105 16; indochina 105 16;
iran 53 32; iraq 44 33; ireland -8 53; italy 12 43; japan 137 36; java 110 -7; jerusalem 35 32;
karelia 33 65; kazakhstan 67 48; kenya 37 0; korea 127 38; leningrad 31 60; libya 17 29;
londinium 0 51; london 0 51; madagascar 46 -20; malaya 102 4; manchuria 126 46; massilia 5 43;
mediolanum 9 45; mediterranean 18 36; memphis 31 30; mexico -102 23; midway -177 28;
mongolia 104 47; morocco -6 32; moscow 38 56; mozambique 36 -16; netherlands 5 52;
new guinea 142 -5; new zealand 174 -41; nigeria 8 9; north sea 3 56; norway 9 61;
novosibirsk 82 55; pakistan 69 29; palestine 35 32; palmyra 38 35; paris 2 49; persia 53 32;
peru -75 -10; philippine 122 13; philippines 122 13; poland 19 52; portugal -8 39; quebec -73 52;
queensland 145 -22; rhodesia 29 -17; roma 12 42; romania 25 45; rome 12 42; rumania 25 45;
russia 40 56; sardica 23 43; sardinia 9 40; saudi arabia 45 24; scandinavia 15 62;
scotland -4 57; siam 101 15; siberia 105 62; sicily 14 37; sinkiang 86 42; solomon 159 -9;
south africa 24 -30; soviet far east 145 62; spain -4 40; sparta 22 37; stalingrad 44 49;
sudan 30 13; sumatra 101 0; sweden 15 60; switzerland 8 47; syracuse 15 37; syria 38 35;
szechwan 103 31; thailand 101 15; thessalonica 23 41; thrace 27 41; tibet 88 31; tingis -6 36;
tunisia 9 34; turkey 34 39; ukraine 32 49; united kingdom -1 52; united states -98 39;
urals 60 60; venezuela -66 7; vietnam 107 16; wales -4 52; west indies -73 20; yakut 125 64;
yugoslavia 19 44; yunnan 101 25
"""

_KNOWN: Final = MappingProxyType(
    {
        name.strip(): (float(lon), float(lat))
        for name, lon, lat in (entry.rsplit(maxsplit=2) for entry in _NAMES.split(";"))
    }
)
"""Longitude and latitude of names that mean the same on every map of the world."""

_WAYS: Final = MappingProxyType(
    {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}
)
_WAY: Final = re.compile(r"\b(north|south)?[ -]?(east|west)?(?:ern)?\b", re.IGNORECASE)

_FEWEST: Final = 6
"""Known places that tell how a ball lies."""

_MOST: Final = 60
"""Areas with a known name that are compared with each other."""


def known_places(names: Sequence[str]) -> dict[int, Point]:
    """Longitude and latitude of the areas, by number, that are named after known places.

    Of several in one name the longest counts, and a part of a country lies on its side of it.
    """
    found: dict[int, Point] = {}
    for number, name in enumerate(names):
        words = f" {re.sub(r'[^a-z]+', ' ', name.casefold())} "
        fitting = [known for known in _KNOWN if f" {known} " in words]
        if fitting:
            best = max(fitting, key=len)
            right, down = _way(words.replace(f" {best} ", " ", 1))
            lon, lat = _KNOWN[best]
            found[number] = (lon + 4 * right, lat - 4 * down)
    return found


def turned(spots: _Numbers, hints: Sequence[Hint]) -> _Numbers:
    """Flat places turned, and mirrored where they must be, so that north is up and east right.

    The turn that agrees best with the hints (G. Wahba, 1965, in the plane); without hints as it
    was.
    """
    if not hints:
        return spots
    gaps, ways = _compared(spots, hints)
    left, _, right = np.linalg.svd(ways.T @ gaps)
    found: _Numbers = spots @ (left @ right).T
    return found


def agreement(spots: _Numbers, hints: Sequence[Hint]) -> float:
    """How far places agree with the hints, from 1 to -1: the mean cosine of what is between them.

    1 without hints.
    """
    if not hints:
        return 1.0
    gaps, ways = _compared(spots, hints)
    return float((gaps * ways).sum(axis=1).mean())


def _compared(spots: _Numbers, hints: Sequence[Hint]) -> tuple[_Numbers, _Numbers]:
    """Which way the second place of each hint lies from the first, and which way it should."""
    one, other, way = (np.array(part) for part in zip(*hints, strict=True))
    gaps = spots[other] - spots[one]
    found: _Numbers = gaps / np.maximum(np.hypot(gaps[:, 0], gaps[:, 1]), 1e-9)[:, None]
    return found, way.astype(np.float64)


def on_the_globe(ball: _Numbers, names: Sequence[str]) -> _Numbers | None:
    """Directions from the middle of a board as longitude and latitude in degrees, north up.

    The turn of the ball that brings known places nearest to where they are (G. Wahba, 1965); None
    where too few are known.  Places are right and down.
    """
    known = known_places(names)
    if len(known) < _FEWEST:
        return None
    lon, lat = np.radians(np.array(list(known.values()))).T
    globe = np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])
    left, _, right = np.linalg.svd(globe.T @ ball[list(known)])
    east, depth, north = (ball @ (left @ right).T)[:, [1, 0, 2]].T
    down = -np.arcsin(np.clip(north, -1, 1))
    found: _Numbers = np.degrees(np.column_stack([np.arctan2(east, depth), down]))
    return found


def hints_of(names: Sequence[str]) -> list[Hint]:
    """What names tell of where areas lie."""
    found = [
        (one, other, way)
        for (one, here), (other, there) in combinations(
            list(known_places(names).items())[:_MOST], 2
        )
        if (way := _direction(here, there)) is not None
    ]
    parts: dict[str, list[tuple[int, tuple[int, int]]]] = {}
    for number, name in enumerate(names):
        stem = " ".join(_WAY.sub(" ", name).split()).casefold()
        if stem and stem != name.casefold():
            parts.setdefault(stem, []).append((number, _way(name)))
    for group in parts.values():
        for (one, here), (other, there) in combinations(group, 2):
            right, down = there[0] - here[0], there[1] - here[1]
            length = float(np.hypot(right, down))
            if length:
                found.append((one, other, (right / length, down / length)))
    return found


def _way(name: str) -> tuple[int, int]:
    """Right and down: the points of the compass in a name, (0, 0) for none."""
    words = [part.lower() for found in _WAY.findall(name) for part in found if part]
    ways = [_WAYS[word] for word in words]
    return sum(way[0] for way in ways), sum(way[1] for way in ways)


def _direction(here: Point, there: Point) -> Point | None:
    """Right and down from one place of the globe to another; None for nearly the same place.

    None too for those on the far side: where a map is cut is not known.
    """
    east = there[0] - here[0]
    if abs(east) > 120:
        return None
    right = east * float(np.cos(np.radians((here[1] + there[1]) / 2)))
    down = here[1] - there[1]
    length = float(np.hypot(right, down))
    return None if length < 3 else (right / length, down / length)
