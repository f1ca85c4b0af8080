"""What a map may change in the course of a game.

The definition of a game does not change by itself, but some maps say that after a certain event a
territory is worth more, or that a nation may buy from another list.  Such a change is data: the
state keeps the last value of each fact, and the definition that it holds already has them.
"""

from typing import Annotated, Literal, Protocol, Self, TypeAlias, runtime_checkable

from engine.core.ids import NationName
from engine.marks import Tag, wire
from engine.values import dataclass

Subject: TypeAlias = Literal[
    "unit", "territory", "nation", "buy_list", "condition", "support", "action"
]


@wire("rule_change")
@dataclass(frozen=True, slots=True)
class RuleChange:
    """One fact of the definition has a new value from now on.

    subject, name: of what; fact: which one, as a scenario names it, such as ``"production"`` of a
    territory; what each subject has is in engine/gamedef/changes.py.
    value: the new value; () for a list that is empty from now on.
    """

    subject: Annotated[Subject, Tag("subject")]
    name: Annotated[str, Tag("name")]
    fact: Annotated[str, Tag("fact")]
    value: Annotated[int | bool | str | tuple[str, ...], Tag("value")]


@runtime_checkable
class Related(Protocol):
    """A definition that knows the relations of nations."""

    def related(self, one: NationName, other: NationName, name: str, since: int) -> Self:
        """The same definition with another relation between two nations from a round on."""
        ...


@runtime_checkable
class Changeable(Protocol):
    """A definition whose facts can be changed."""

    def changed(self, change: RuleChange) -> Self:
        """The same definition with the change; KeyError for a name that it does not hold."""
        ...
