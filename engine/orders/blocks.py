"""What only players of a block game write; moves, retreats and losses are the common orders."""

from dataclasses import dataclass

from engine.core.ids import TerritoryName, UnitId


@dataclass(frozen=True, slots=True)
class Command:
    """What the turn is commanded with: `command 6`, `command emergency`, `command pass`.

    kind: ``"card"``, ``"emergency"`` or ``"pass"``; value: of the card, 0 without one.
    """

    kind: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class Declare:
    """War on a nation (`declare war: West`) or the violation of a country (`violate: Poland`).

    kind: ``"war"`` or ``"violation"``; against: the nation or the country.
    """

    kind: str
    against: str


@dataclass(frozen=True, slots=True)
class Fire:
    """The block that is asked fires: `fire ground: Warsaw`.

    target: the kind of block it fires at.
    to: where it goes after the shot, for a block that can strike and leave; "" stays.
    """

    territory: TerritoryName
    target: str
    to: TerritoryName = ""


@dataclass(frozen=True, slots=True)
class Reveal:
    """A group joins a battle at sea: `reveal #12 #14: North Sea`; units: all of the group."""

    territory: TerritoryName
    units: tuple[UnitId, ...]
