"""Our own signs for kinds of units: one filled outline each, readable from 16 pixels on.

A sign is chosen by the words in the name of a unit type, so that maps which call their tanks
``germanHeavyTank`` get one too, and else by what the type can do.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine import UnitType

SIZE: Final = 16
"""Width and height of the square that every outline is drawn in, in points."""


def _disc(x: float, y: float, radius: float) -> str:
    span = f"{2 * radius:g}"
    arc = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{arc} {span} 0{arc} -{span} 0z"


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z"


_SOLDIER: Final = (
    "M5.1 3.6a2.9 2.9 0 0 1 5.8 0zM5.9 4.1h4.2a2.1 2.1 0 0 1-4.2 0z"
    "M4.2 7h6.2l2.6-5.6 1.1.5-3.2 8.2v6H9l-.4-3.6h-1.2L7 16.1H4.9V11H3z"
)
_PLANE: Final = (
    "M7.2 .6h1.6l.5 4.4 6.2 3v2.1L9.3 8.8l-.2 3.4 2.3 1.7v1.3L8 14.5l-3.4.7v-1.3l2.3-1.7-.2-3.4"
    "L.5 10.1V8l6.2-3z"
)
_BOMBER: Final = (
    "M7 .4h2l.5 3.2 6.5 1.2v2.6L9.5 8l-.3 4 3.3 1.6v1.7L8 14.6l-4.5.7v-1.7"
    "L6.8 12l-.3-4L0 7.4V4.8l6.5-1.2z"
)
_HULL: Final = "M.2 10.5h15.6l-2 3.7H2.2z"

SYMBOLS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "infantry": _SOLDIER,
        "marine": _SOLDIER.replace("v6H9", "v2.4H9").replace("L7 16.1H4.9", "L7 12.5H4.9")
        + "M0 12.6q2.7-2 5.3 0t5.3 0 5.4 0v1.5q-2.7 2-5.3 0t-5.3 0-5.4 0z",
        "paratrooper": "M1 6.5a7 6 0 0 1 14 0L9.6 11h-.7l3.9-4.5q-1.6-1.3-2.4 0L8.4 11h-.8"
        "L5.6 6.5q-.8-1.3-2.4 0L7.1 11h-.7z" + _disc(8, 12.5, 1.3) + _box(6.7, 13.6, 2.6, 2),
        "mech_infantry": "M.8 6.6h8.2l1.6 1.7h3.4l1.4 1.5V12H.8z"
        + _disc(3.4, 4.6, 1.6)
        + _disc(7.0, 4.6, 1.6)
        + "M1.7 12.5h6.6a1.5 1.5 0 0 1 0 3H1.7a1.5 1.5 0 0 1 0-3z"
        + _disc(12.6, 13.6, 1.9),
        "artillery": "M14.6 2.2l1 1.5L4.8 11.2l-1-1.5zM6 11.2l1.3 1.5L1.3 16 .2 14.6z"
        + _disc(8.2, 11.4, 3.7)
        + _disc(8.2, 11.4, 1.5),
        "armour": "M4.6 3.8h5.6l.5 1.2h5.1v1.5h-4.9l.3 1.5H3.6zM1.6 8.4h12.2l1.6 1.8H.4z"
        "M2.5 10.7h11a2.3 2.3 0 0 1 0 4.6h-11a2.3 2.3 0 0 1 0-4.6z"
        + "".join(_disc(x, 13, 1) for x in (3.2, 6.4, 9.6, 12.8)),
        "aa_gun": "M12.2 .4l1.3.8L9.4 9 8 8.2zM9.2 .4l1.3.8L6.9 8 5.5 7.2z"
        "M3.6 7.6l7.6 2.6 1.6 2.8h3v1.6H.2V13h2.6z" + _box(4.6, 14.6, 6.8, 1.2),
        "cavalry": "M4.5 16c0-4 3-5 3-7.2L4.6 9.6 2.6 11.4 1 9.6l2.6-4.4L6.5 2.6l.3-2.4 2 2"
        "c4 .8 5.8 4 5.8 8.2V16z" + _disc(6.6, 5, 0.8),
        "leader": "M8 .4l2.3 5 5.4.6-4 3.7 1.1 5.4L8 12.4l-4.8 2.7 1.1-5.4-4-3.7 5.4-.6z",
        "train": "M1 3.5h6v3h3V3h2.5v3.5h2L15 11l1 1.7H1z"
        + "".join(_disc(x, 13.4, 1.9) for x in (3.2, 7.8, 12.4)),
        "rocket": "M8 0c2.2 1.8 2.7 4.5 2.7 7v3l2.5 2.7V15l-3-1H5.8l-3 1v-2.3L5.3 10V7"
        "c0-2.5.5-5.2 2.7-7z" + _disc(8, 6, 1.2),
        "fighter": _PLANE,
        "tactical_bomber": _PLANE + _disc(3.4, 12.7, 1.3) + _disc(12.6, 12.7, 1.3),
        "bomber": _BOMBER + "".join(_box(x, 2.6, 1.3, 2.2) for x in (1.8, 4.2, 10.5, 12.9)),
        "air": "M8 1l1.5 4.5L16 9.5v1.8L9.3 10l-.3 3 2 1.6V16L8 15.2 5 16v-1.4L7 13l-.3-3"
        "L.0 11.3V9.5l6.5-4z",
        "transport": _HULL
        + _box(1.6, 7, 3, 3)
        + _box(5, 7, 3, 3)
        + "M9 4.5h1.3V2h1.5v2.5h2V10H9z"
        + _box(10.2, 5.8, 2.6, 1.3),
        "submarine": "M.2 10.3Q1 7.7 4 7.7h1.6l.6-3h2V1.6h3v1.2H9.4v1.9h.8l.6 3h1.9"
        "q2.4.2 3.2 2.6-1.2 3.1-4 3.1H4q-2.9 0-3.8-3.1z" + _disc(4.2, 10.4, 0.8),
        "destroyer": "M.2 10h15.6l-1.8 3.3H2zM5.6 6.7h3V9.5h-3z"
        + _box(6.8, 3, 0.9, 4)
        + _box(9.6, 6.9, 1.8, 2.6)
        + "M1 7.6h2.4l1 2H2.4v-1H.4z",
        "cruiser": "M0 9.8h16l-1.6 3.9H1.8zM5 5h3.2v4.3H5z"
        + _box(6.2, 1.4, 0.9, 4)
        + _box(8.8, 5.7, 1.5, 3.6)
        + _box(10.8, 5.7, 1.5, 3.6)
        + "M0 6.6h2.4l1.9.900v1.9H2.4V7.8H0zM16 6.9h-2.2l-1.1.800v1.7h1.9V8.1H16z",
        "battleship": "M0 9.4h16l-1.5 5H1.6zM5.4 3.8h4.4l.6 5.1H4.8z"
        + _box(6.9, 0.4, 1.2, 3.4)
        + _box(5.7, 2, 3.6, 0.9)
        + _box(10.7, 4.8, 1.7, 4.1)
        + "M0 4.7h2.5l2 1.3v3H2.3V6H0zM16 5.8h-2.3L12.7 6.8V9h2.1V7.1H16z",
        "carrier": "M0 7.6h16v1.8h-1.2L13.4 14H2.9L1 9.4H0z"
        + _box(9.4, 4.2, 3.4, 3.4)
        + _box(10.6, 1.6, 0.9, 3)
        + "M1.4 6.3h4.8v.8H1.4zM3.4 4.8h.8v2h-.8z",
        "sailing_ship": "M.5 11.5h15l-2.5 3.8H3zM7.5 .5h1V11h-1zM9.2 1.5q5 3.5 5.8 8.5H9.2z"
        "M6.8 3q-3.8 3-5.3 7h5.3z",
        "sea": _HULL + "M7.3 1h1.4v9H7.3zM9.3 2l4.5 3.5-4.5 1z",
        "factory": "M.8 15V7.8l3.9-2.7v2.7l3.9-2.7v2.7h2.2L11.4 1h2.5l1.1 14z"
        + "".join(_box(x, 10, 1.7, 2) for x in (2.5, 6, 9.5)),
        "factory_minor": "M2 15V8.5l4-2.5v2.5h3.4L10 3h2.3l1 12z" + _box(4, 10.6, 1.7, 1.8),
        "airfield": "M8 0a8 8 0 1 0 .01 0z"
        "M7.4 2.3h1.2l.3 3.5 4.7 2.4V10L8.9 8.8l-.1 2.7 1.8 1.3v1L8 13.2l-2.6.6v-1l1.8-1.3"
        "-.1-2.7L2.4 10V8.2l4.7-2.4z",
        "harbour": "M7.1 5.8a2.5 2.5 0 1 1 1.8 0V7h3v1.7h-3v5c2.3-.4 3.6-1.7 4-3.5l-1.2.4"
        "L14 7.2l2 3.9-1.3-.5C14 13.9 11.5 16 8 16s-6-2.1-6.7-5.4L0 11.1l2-3.9 2.3 3.4"
        "-1.2-.4c.4 1.8 1.7 3.1 4 3.5v-5h-3V7h3z" + _disc(8, 3.4, 1),
        "bunker": "M.6 14.5V11a7.4 7.4 0 0 1 14.8 0v3.5z" + _box(4, 8.6, 8, 1.8),
        "fortress": "M1.5 15.5V2h3v2h2V2h3v2h2V2h3v13.5h-4.6v-3.3a1.9 1.9 0 0 0-3.8 0v3.3z",
        "mine": _disc(8, 8.5, 4.4)
        + "M7.3 .5h1.4v3H7.3zM7.3 13.5h1.4v2.5H7.3zM0 7.8h3v1.4H0zM13 7.8h3v1.4h-3z"
        "M2.3 3.8l1-1 2 2-1 1zM13.7 3.8l-1-1-2 2 1 1z",
        "land": "M1 3h14v10.5H1zM2.6 4.6v7.3h10.8V4.6z" + _box(5.5, 6.8, 5, 3),
    }
)
"""Name of a sign to its outline, in the language of SVG; holes by the even-odd rule."""

_WORDS: Final = (
    ("mech_infantry", "mech motoriz motoris halftrack apc truck"),
    ("paratrooper", "para airborne"),
    ("marine", "marine"),
    ("rocket", "rocket missile v2"),
    ("mine", "mine"),
    ("aa_gun", "aagun antiair flak aatank"),
    ("fortress", "fort tower castle city wall capital"),
    ("bunker", "bunker entrench trench encamp pillbox"),
    ("airfield", "airfield airbase airport"),
    ("harbour", "harbour harbor navalbase port shipyard"),
    ("carrier", "carrier"),
    ("air", "airtransport zeppelin balloon"),
    ("transport", "transport barge"),
    ("submarine", "submarine uboat"),
    ("destroyer", "destroyer"),
    ("cruiser", "cruiser fleet"),
    ("battleship", "battleship dreadnought hull"),
    ("sailing_ship", "frigate corvette brig barque cutter galley trireme galleon sloop ship"),
    ("tactical_bomber", "tactical divebomb stuka"),
    ("bomber", "bomber"),
    ("fighter", "fighter interceptor airforce"),
    ("artillery", "artillery howitzer mortar cannon antitank catapult gun"),
    ("armour", "armour armor tank panzer"),
    ("cavalry", "cavalry hussar dragoon cuirass lancer horse knight elephant chariot"),
    ("leader", "general marshal leader hero king commander admiral"),
    ("train", "train rail"),
    ("factory_minor", "factoryminor minorfactory"),
    ("factory", "factory industry"),
    (
        "infantry",
        "infantry soldier fusilier chasseur grenadier militia conscript engineer legion hoplite",
    ),
)


def symbol_of(kind: UnitType) -> str:
    """The name of the sign of a kind of unit."""
    name = bare(kind.name)
    for symbol, words in _WORDS:
        if any(word in name for word in words.split()) and _suits(symbol, kind):
            return symbol
    return _by_ability(kind)


def names_of(symbol: str) -> tuple[str, ...]:
    """What a kind of unit is called that is just what a sign shows, the plainest name first."""
    words = next((words for one, words in _WORDS if one == symbol), "")
    return (bare(symbol), *words.split())


def bare(name: str) -> str:
    """A name of a type as `names_of` writes it."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _suits(symbol: str, kind: UnitType) -> bool:
    """A ship that is called after a general stays a ship."""
    if kind.is_sea:
        return symbol in _SHIPS
    return (symbol in _AIRCRAFT) if kind.is_air else symbol not in _SHIPS | _AIRCRAFT


def _by_ability(kind: UnitType) -> str:
    if kind.is_air:
        if kind.raiding.is_strategic_bomber:
            return "bomber"
        return "fighter" if kind.decks.carrier_cost else "air"
    if kind.is_sea:
        return _ship(kind)
    if kind.production.is_factory or kind.production.produces:
        return "factory"
    if kind.guns.is_aa_gun:
        return "aa_gun"
    if kind.carriage.is_infantry:
        return "infantry"
    return "armour" if kind.mobility.can_blitz else "land"


def _ship(kind: UnitType) -> str:
    if kind.undersea.is_submarine:
        return "submarine"
    if kind.undersea.is_destroyer:
        return "destroyer"
    if kind.decks.carrier_capacity:
        return "carrier"
    if kind.carriage.transport_capacity:
        return "transport"
    return "battleship" if kind.hit_points > 1 else "sea"


_SHIPS: Final = frozenset(
    {
        "transport",
        "submarine",
        "destroyer",
        "cruiser",
        "battleship",
        "carrier",
        "sailing_ship",
        "sea",
        "mine",
    }
)
_AIRCRAFT: Final = frozenset({"fighter", "tactical_bomber", "bomber", "air", "rocket"})
