"""Standing orders: what a player wants the defence to do while away.

Plain data that a state holds and an event names.  The kinds of instructions, and how they are
written, are in `engine.orders.standing_orders`; what they mean in a battle, in
`engine.rules.battle.rounds.standing_orders`.
"""

from typing import Annotated, Protocol, runtime_checkable

from engine.core.ids import NO_TYPE, NationName, TerritoryName, UnitTypeName
from engine.marks import Tag, wire
from engine.values import dataclass


@wire("condition")
@dataclass(frozen=True, slots=True)
class StandingCondition:
    """Something that must hold at the moment of the choice.

    what: ``"attackers"`` or ``"defenders"`` (units still in the battle), ``"own"`` or ``"enemy"``
      (units of one type on the defending or the attacking side), ``"round"`` (rounds fought) or
      ``"air_only"`` (the attacker has nothing left but aircraft); of blocks also ``"strength"`` and
      ``"enemy strength"`` (CV of the defending and of the attacking side) and ``"odds"`` (the
      attackers' strength in percent of the defenders': 200 is two to one).
    type: the unit type of ``"own"`` and ``"enemy"``, else "".
    relation: ``"<"``, ``"<="``, ``">"`` or ``">="``; "" for air_only.
    number: what it is compared with; 0 for air_only.
    """

    what: Annotated[str, Tag("what")]
    type: Annotated[UnitTypeName, Tag("type")] = NO_TYPE
    relation: Annotated[str, Tag("relation")] = ""
    number: Annotated[int, Tag("number")] = 0


@runtime_checkable
class StandingInstruction(Protocol):
    """One instruction of a nation; its kinds are in `engine.orders.standing_orders`."""

    @property
    def territory(self) -> TerritoryName:
        """Where it applies, "" for everywhere."""
        ...

    @property
    def conditions(self) -> tuple[StandingCondition, ...]:
        """All of them must hold; () means always."""
        ...


@dataclass(frozen=True, slots=True)
class StandingUse:
    """Which instructions of a nation a choice followed.

    fired: those that decided it, the first one first; () when none could be followed.
    unmet: those that applied and could not be followed, or not fully.
    """

    nation: NationName
    fired: tuple[StandingInstruction, ...]
    unmet: tuple[StandingInstruction, ...] = ()
