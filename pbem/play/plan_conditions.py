"""What a plan waits for: ``if Karelia is ours``, ``if Egypt has at most 3 enemies``.

Notation: docs/formats/orders-v1.md, section "Plans".
"""

import re
from typing import Final

from engine import Definition, NationName, State, TerritoryName, is_enemy, territory_view
from engine.values import dataclass
from pbem.play.territory_name import territory_named
from pbem.text import quoted
from pbem.usage import UsageError

_LINE: Final = re.compile(r"^\s*if\s+(.+?)\s*(?:#.*)?$", re.IGNORECASE)
_OWNER: Final = re.compile(r"(?P<area>.+?) is (?P<negated>not )?(?P<owner>\S.*)$", re.IGNORECASE)
_COUNT: Final = re.compile(
    r"(?P<area>.+?) has at (?P<bound>least|most) (?P<count>\d{1,4}) "
    r"(?P<whose>enem(?:y|ies)|of ours)$",
    re.IGNORECASE,
)
OURS: Final = "ours"
HOSTILE: Final = "hostile"


@dataclass(frozen=True, slots=True)
class OwnerCondition:
    """`area` belongs to `owner`: a nation, `OURS` or `HOSTILE`; or it does not."""

    text: str
    area: TerritoryName
    owner: str
    is_negated: bool

    def holds(self, state: State, nation: NationName) -> bool:
        """Whether it holds in a position, for the nation whose plan it is."""
        owner = territory_view(state, self.area).owner
        if self.owner == OURS:
            found = owner == nation
        elif self.owner == HOSTILE:
            found = owner != "" and is_enemy(state, nation, owner)
        else:
            found = owner == self.owner
        return found != self.is_negated


@dataclass(frozen=True, slots=True)
class CountCondition:
    """In `area` there are at least, or at most, so many units of enemies, or of the nation."""

    text: str
    area: TerritoryName
    count: int
    is_least: bool
    is_enemies: bool

    def holds(self, state: State, nation: NationName) -> bool:
        """Whether it holds in a position, for the nation whose plan it is."""
        found = sum(
            is_enemy(state, nation, unit.owner) if self.is_enemies else unit.owner == nation
            for unit in state.units_in(self.area)
        )
        return found >= self.count if self.is_least else found <= self.count


def read_conditions(
    text: str, definition: Definition
) -> tuple[tuple[OwnerCondition | CountCondition, ...], str]:
    """The conditions of a plan, all of which must hold, and the rest of it as a file of orders.

    The lines of the rest keep their numbers.  Raises UsageError `bad-plan-condition`,
    `unknown-territory`, `ambiguous-territory`.
    """
    found: list[OwnerCondition | CountCondition] = []
    lines = text.replace("\r\n", "\n").split("\n")
    for place, line in enumerate(lines):
        said = _LINE.match(line)
        if said is not None:
            found.append(_read(said[1], definition))
            lines[place] = f"# {line.strip()}"
    return tuple(found), "\n".join(lines)


def _read(text: str, definition: Definition) -> OwnerCondition | CountCondition:
    counted = _COUNT.match(text)
    if counted is not None:
        area = territory_named(definition, counted["area"])
        is_least = counted["bound"].lower() == "least"
        is_enemies = counted["whose"].lower().startswith("enem")
        return CountCondition(text, area, int(counted["count"]), is_least, is_enemies)
    said = _OWNER.match(text)
    nations = {name.lower(): str(name) for name in definition.politics.nation_names}
    words = {OURS: OURS, HOSTILE: HOSTILE, **nations}
    owner = words.get(said["owner"].lower()) if said is not None else None
    if said is None or owner is None:
        raise UsageError(
            "bad-plan-condition",
            f"{quoted(text)} is not a condition.",
            "Write `if Karelia is ours`, `is hostile`, `is not Germans`, or `if Egypt has at most "
            "3 enemies`, `has at least 2 of ours`.",
        )
    return OwnerCondition(
        text, territory_named(definition, said["area"]), owner, said["negated"] is not None
    )
