"""One side of a battle as numbered states: the units left after each number of hits.

A fixed order of losses makes a queue of hits.  Enemies that can hit only some of the units take the
first of these in the queue; so a state is how many hits each class of units has taken, and which
classes have left the battle alive.  Units of a class are hit by the same enemies.  Those of a class
that also fire alike are of one sort, and only counted: it does not matter which of them are left.

Rule: rule book, Battle and Special cases of firing (B188 to B191, B201, C73).
Options: transport_casualties_restricted.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from engine.gamedef import Options, UnitType
from engine.odds.battle import Combatant
from engine.odds.outcome import Force
from engine.rules.common.relations import is_mere_transport

AIR: Final = 1
SUBMARINE: Final = 2
LANDED: Final = 4
OTHER: Final = 8
_CLASSES: Final = (AIR, SUBMARINE, LANDED, OTHER)
EVERYBODY: Final = AIR | SUBMARINE | LANDED | OTHER
_TARGETS: Final = tuple(
    tuple(index for index, kind in enumerate(_CLASSES) if kind & mask)
    for mask in range(EVERYBODY + 1)
)
"""For each set of classes, their places in _CLASSES."""

Key = tuple[int, int, int, int, int, int]
"""Hits taken by each class, the classes that have left, and 1 where the last land unit was kept."""


class Facts(NamedTuple):
    """What matters about a side in one state.

    numbers: units in the battle, by their sort (`States.sorts`); alive: all of them; away: those
      that left alive.
    kinds: types among those alive, bit n for number n of `States.kinds`.
    is_defenceless: nothing but transports, where by option these are lost without a die.
    """

    numbers: tuple[int, ...]
    alive: int
    away: int
    kinds: int
    classes: int
    has_destroyer: bool
    has_land: bool
    is_air_only: bool
    is_defenceless: bool


_Traits = tuple[int, int, bool, bool, bool, bool]
"""The last fields of Facts: they follow from which sorts are left, of which there are few sets."""


def class_of(unit: Combatant) -> int:
    """The class of a unit."""
    if unit.kind.is_air:
        return AIR
    if unit.kind.undersea.is_submarine:
        return SUBMARINE
    return LANDED if unit.landed else OTHER


def _sorted_out(units: tuple[Combatant, ...]) -> tuple[tuple[Combatant, ...], tuple[int, ...]]:
    """One unit of each sort, those of a class side by side, and the sort of each unit by number."""
    names = [unit.sort for unit in units]
    one_of = dict(zip(names, units, strict=True))
    sorts = sorted(one_of, key=lambda name: class_of(one_of[name]))
    numbers = {name: number for number, name in enumerate(sorts)}
    return tuple([one_of[name] for name in sorts]), tuple([numbers[name] for name in names])


class States:
    """The states of a side; state 0 is the side as it begins.

    units: the side; order: places of units, one for each hit, in the order in which they are lost.
    sorts: one unit of each sort, those of a class side by side; sort_of: the number of the sort of
      each unit.
    kinds: the types of the side.
    """

    def __init__(
        self, units: tuple[Combatant, ...], order: tuple[int, ...], options: Options
    ) -> None:
        self.units = units
        self.order = order
        kinds = {unit.kind.name: unit.kind for unit in units}
        self.kinds = tuple(kinds.values())
        self.sorts, self.sort_of = _sorted_out(units)
        self._names = [unit.kind.name for unit in self.sorts]
        self._classes = [class_of(unit) for unit in self.sorts]
        self._bit_of = {name: 1 << number for number, name in enumerate(kinds)}
        self._destroyers = self._bits(lambda kind: kind.undersea.is_destroyer)
        self._land = self._bits(lambda kind: kind.is_land)
        self._air = self._bits(lambda kind: kind.is_air)
        self._transports = (
            self._bits(is_mere_transport) if options.transport_casualties_restricted else None
        )
        self._nobody = dict.fromkeys(kinds, 0)
        self._hits = [unit.hits_left for unit in units]
        self._queues, self._left = self._after_each_hit()
        self.keys: list[Key] = []
        self._ids: dict[Key, int] = {}
        self._traits: dict[tuple[bool, ...], _Traits] = {}
        self._facts: dict[int, Facts] = {}
        self._forces: dict[int, Force] = {}
        self._levels: dict[int, int] = {}
        self._next: dict[tuple[int, int], int] = {}
        self._paths: dict[tuple[int, int], tuple[int, ...]] = {}
        self._id((0, 0, 0, 0, 0, 0))

    def _after_each_hit(self) -> tuple[list[list[int]], list[list[tuple[int, ...]]]]:
        """For each class its hits, as places in the order of losses, and what is left of it.

        The second is how many units of each of its sorts are left after 0, 1, 2 ... hits.
        """
        numbers = [self.sort_of.count(sort) for sort in range(len(self.sorts))]
        spans = [
            slice(bisect_left(self._classes, kind), bisect_right(self._classes, kind))
            for kind in _CLASSES
        ]
        queues: list[list[int]] = [[] for _ in _CLASSES]
        left = [[tuple(numbers[span])] for span in spans]
        indices = [_CLASSES.index(kind) for kind in self._classes]
        hits = self._hits.copy()
        for at, unit in enumerate(self.order):
            sort = self.sort_of[unit]
            index = indices[sort]
            hits[unit] -= 1
            if hits[unit] == 0:
                numbers[sort] -= 1
            queues[index].append(at)
            left[index].append(tuple(numbers[spans[index]]))
        return queues, left

    def _bits(self, wanted: Callable[[UnitType], bool]) -> int:
        return sum(self._bit_of[kind.name] for kind in self.kinds if wanted(kind))

    def _id(self, key: Key) -> int:
        known = self._ids.get(key)
        if known is None:
            known = self._ids[key] = len(self.keys)
            self.keys.append(key)
        return known

    def hit(self, state: int, mask: int) -> int:
        """The state after one hit by a unit that can hit the classes of a mask."""
        known = self._next.get((state, mask))
        if known is None:
            known = self._next[state, mask] = self._hit(state, mask)
        return known

    def _hit(self, state: int, mask: int) -> int:
        key = self.keys[state]
        best, first = -1, len(self.order)
        for index in _TARGETS[mask & ~key[4]]:
            taken, queue = key[index], self._queues[index]
            if taken < len(queue) and queue[taken] < first:
                best, first = index, queue[taken]
        if best < 0:
            return state
        air, submarines, landed, others, gone, kept = key
        if best == 0:
            air += 1
        elif best == 1:
            submarines += 1
        elif best == 2:
            landed += 1
        else:
            others += 1
        return self._id((air, submarines, landed, others, gone, kept))

    def path(self, state: int, mask: int) -> tuple[int, ...]:
        """The states after 0, 1, 2 ... hits, as far as hits find a target."""
        known = self._paths.get((state, mask))
        if known is None:
            steps = [state]
            while (following := self.hit(steps[-1], mask)) != steps[-1]:
                steps.append(following)
            known = tuple(steps)
            # The rest of a path is itself a path.
            for at in range(len(steps)):
                self._paths[steps[at], mask] = known[at:]
        return known

    def hits_left(self, state: int) -> int:
        """How many hits destroy all units in the battle."""
        known = self._levels.get(state)
        if known is None:
            key = self.keys[state]
            known = self._levels[state] = sum(
                len(queue) - key[index]
                for index, queue in enumerate(self._queues)
                if not _CLASSES[index] & key[4]
            )
        return known

    def has_class(self, state: int, kind: int) -> bool:
        """Whether units of a class are left in the battle; quicker than all the facts."""
        key, index = self.keys[state], _CLASSES.index(kind)
        return not key[4] & kind and key[index] < len(self._queues[index])

    def destroyed(self, state: int) -> int:
        """The state after all units in the battle are lost."""
        return self.path(state, EVERYBODY)[-1]

    def leave(self, state: int, classes: int) -> int:
        """The state after the units of these classes have left the battle alive."""
        key = self.keys[state]
        here = sum(
            kind
            for kind, queue, taken in zip(_CLASSES, self._queues, key, strict=False)
            if kind & classes & ~key[4] and taken < len(queue)
        )
        return self._id((*key[:4], key[4] | here, key[5])) if here else state

    def keeping_land(self, before: int, state: int) -> int:
        """The state in which the last land unit of an earlier state is kept, where that can be.

        The unit that is next in the queue is lost in its place.
        """
        if not self.facts(before).has_land or self.facts(state).has_land:
            return state
        if not self.facts(state).alive:
            return state
        key = self.keys[state]
        return self._id((*key[:5], 1))

    def facts(self, state: int) -> Facts:
        """What matters about the side in a state."""
        known = self._facts.get(state)
        if known is None:
            known = self._facts[state] = self._facts_of(self.keys[state])
        return known

    def kinds_in(self, state: int) -> list[UnitType]:
        """The types of the units in the battle."""
        there = self.facts(state).kinds
        return [kind for kind in self.kinds if self._bit_of[kind.name] & there]

    def force(self, state: int) -> Force:
        """All units of a state that live, those that left the battle included."""
        known = self._forces.get(state)
        if known is None:
            facts = self.facts(state)
            numbers = self._numbers(self.keys[state]) if facts.away else facts.numbers
            counts = self._nobody.copy()
            for name, number in zip(self._names, numbers, strict=True):
                counts[name] += number
            known = tuple([one for one in counts.items() if one[1]])
            self._forces[state] = known
        return known

    def survivors(self, state: int) -> Iterator[tuple[Combatant, int]]:
        """The units of a state that live, in the order of the list, with the hits taken here."""
        taken = self._taken(self.keys[state])
        for unit, hits, most in zip(self.units, taken, self._hits, strict=True):
            if hits < most:
                yield unit, hits

    def places(self, state: int) -> list[int]:
        """The units in the battle, as places in the list of the side."""
        key = self.keys[state]
        taken = zip(self.units, self._taken(key), self._hits, strict=True)
        return [
            place
            for place, (unit, hits, most) in enumerate(taken)
            if hits < most and not class_of(unit) & key[4]
        ]

    def _taken(self, key: Key) -> list[int]:
        """How many hits each unit has taken."""
        taken = [0] * len(self.units)
        for index, queue in enumerate(self._queues):
            for at in queue[: key[index]]:
                taken[self.order[at]] += 1
        if key[5]:
            self._swap_kept(taken)
        return taken

    def _facts_of(self, key: Key) -> Facts:
        numbers = self._numbers(key)
        away = 0
        if key[4]:
            living = sum(numbers)
            numbers = tuple(
                [
                    0 if kind & key[4] else number
                    for kind, number in zip(self._classes, numbers, strict=True)
                ]
            )
            away = living - sum(numbers)
        there = tuple(map(bool, numbers))
        traits = self._traits.get(there)
        if traits is None:
            traits = self._traits[there] = self._traits_of(there)
        return Facts(numbers, sum(numbers), away, *traits)

    def _numbers(self, key: Key) -> tuple[int, ...]:
        """How many units of each sort live, those that left the battle included."""
        if key[5]:
            living = [
                sort
                for sort, hits, most in zip(self.sort_of, self._taken(key), self._hits, strict=True)
                if hits < most
            ]
            return tuple([living.count(sort) for sort in range(len(self.sorts))])
        air, submarines, landed, others = self._left
        return air[key[0]] + submarines[key[1]] + landed[key[2]] + others[key[3]]

    def _traits_of(self, there: Iterable[bool]) -> _Traits:
        """What follows from which sorts there are."""
        kinds = classes = 0
        for name, its_class, is_there in zip(self._names, self._classes, there, strict=True):
            if is_there:
                kinds |= self._bit_of[name]
                classes |= its_class
        return (
            kinds,
            classes,
            bool(kinds & self._destroyers),
            bool(kinds & self._land),
            bool(kinds) and not kinds & ~self._air,
            self._transports is not None and not kinds & ~self._transports,
        )

    def _swap_kept(self, taken: list[int]) -> None:
        """The last land unit lives and the next in the queue is hit in its place."""
        land = [unit for unit in self.order if self.units[unit].kind.is_land]
        taken[land[-1]] = 0
        for unit in self.order:
            if taken[unit] < self._hits[unit] and unit != land[-1]:
                taken[unit] += 1
                return
