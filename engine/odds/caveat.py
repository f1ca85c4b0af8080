"""Why exact odds do not hold for a battle, or cannot be had: a word and a clause.

Rule: rule book, Battle calculator (B252).
"""

from typing import Literal, TypeAlias

from engine.values import dataclass

CaveatKind: TypeAlias = Literal[
    "unknown-option",
    "unknown-unit-field",
    "unknown-support-field",
    "unknown-area-field",
    "unknown-technology-field",
    "limited-rounds",
    "air-battle",
    "spent-in-first-round",
    "spent-when-hitting",
    "submerges-as-no-submarine",
    "changes-when-hit",
    "cannot-hit-all",
    "hinders",
    "special-aa",
    "aa-at-two-hits",
    "aa-chooses-by-dice",
    "conditional-standing-orders",
    "simulated-without-look-ahead",
    "simulated-without-waves",
    "nobody-fights",
    "too-big",
]
"""What the odds leave out, or why there are none."""


@dataclass(frozen=True, slots=True)
class Caveat:
    """Something that the odds of a battle do not count.

    text: a clause for people; name: of the option, field or nation that it is about, "" for none;
    owner: the unit type, area or technology that has the field, "" for none.
    """

    kind: CaveatKind
    text: str
    name: str = ""
    owner: str = ""

    def __str__(self) -> str:
        """The clause."""
        return self.text


def unknown(kind: CaveatKind, name: str, owner: str = "") -> Caveat:
    """The odds have never heard of a field; owner: who or what has it, "" for an option."""
    words = name.replace("_", " ")
    where = f"{words!r} of {owner}" if owner else f"the option {words!r}"
    return Caveat(kind, f"the odds do not count {where}", name, owner)
