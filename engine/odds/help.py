"""The help that units of a side give each other, where units of a sort are only counted.

Who is helped does not depend on those who come after them in the order of help.  So where the
givers are the same, some units are helped like the first ones of any longer line of such units, and
a side that loses its units one by one needs one look at the rules.

Rule: rule book, How units fire (B57 to B60); who is helped says rules/battle/numbers/support.py.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.ids import BattleSide
from engine.gamedef import SupportRule
from engine.odds.states import States
from engine.rules.battle.numbers.shooters import Mark, Shooter, mark_of
from engine.rules.battle.numbers.support import supported


class _Unit(NamedTuple):
    """A unit by its sort; it is left while more of its sort are than those that outlive it."""

    sort: int
    outlived_by: int


class Help:
    """Who of a side is helped in a volley.

    receivers: the sorts of units that may be helped at all.
    """

    def __init__(
        self,
        states: States,
        shooters: Sequence[Shooter],
        helpers: Sequence[Shooter],
        rules: Sequence[SupportRule],
        role: BattleSide,
    ) -> None:
        """shooters: each sort of units as it fires without help, then infrastructure that fires.

        helpers: infrastructure that only helps; rules: those by which units of the side help each
        other; role: ``"attacker"`` or ``"defender"``.
        """
        self._shooters = shooters
        self._helpers = helpers
        self._rules = rules
        self._role = role
        units = _units(states)
        givers = {name for rule in rules for name in rule.givers}
        self._givers = [unit for unit in units if shooters[unit.sort].type in givers]
        self._giving_sorts = sorted({unit.sort for unit in self._givers})
        receivers = {name for rule in rules for name in rule.receivers}
        infrastructure = [_Unit(sort, 0) for sort in range(len(states.sorts), len(shooters))]
        wanting = [one for one in (*units, *infrastructure) if shooters[one.sort].type in receivers]
        # The strongest are helped first, among equals those that stand first in the list.
        wanting.sort(key=lambda one: -shooters[one.sort].strength * shooters[one.sort].dice)
        self.receivers = frozenset([one.sort for one in wanting])
        # One sort stands for all that fire alike and are named by the same rules.
        traits = {
            one.sort: (
                mark_of(shooters[one.sort]),
                *(shooters[one.sort].type in rule.receivers for rule in rules),
            )
            for one in wanting
        }
        stands_for = {these: sort for sort, these in traits.items()}
        self._wanting = [(*one, stands_for[traits[one.sort]]) for one in wanting]
        self._known: dict[tuple[int, ...], tuple[list[int], list[Mark]]] = {}

    def marks(self, firing: Sequence[int], there: Sequence[int]) -> list[Mark]:
        """The receivers of a volley as they fire with the help that they get.

        firing: the units of each sort that fire together; there: all units of each sort.
        """
        wanting = [like for sort, others, like in self._wanting if others < firing[sort]]
        givers = tuple([there[sort] for sort in self._giving_sorts])
        seen, marks = self._known.get(givers, ([], []))
        if seen[: len(wanting)] != wanting:
            friends = [
                self._shooters[one.sort]
                for one in self._givers
                if one.outlived_by < there[one.sort]
            ]
            helped = supported(
                [self._shooters[like] for like in wanting],
                self._rules,
                self._role,
                [*friends, *self._helpers],
            )
            marks = [mark_of(shooter) for shooter in helped]
            self._known[givers] = wanting, marks
        return marks[: len(wanting)]


def _units(states: States) -> list[_Unit]:
    """The units of a side in the order of the list."""
    outlived_by = [0] * len(states.units)
    counts = [0] * len(states.sorts)
    for unit in dict.fromkeys(reversed(states.order)):
        sort = states.sort_of[unit]
        outlived_by[unit] = counts[sort]
        counts[sort] += 1
    return [_Unit(*one) for one in zip(states.sort_of, outlived_by, strict=True)]
