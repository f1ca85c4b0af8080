"""One side of a battle as numbered states: the units left after each number of hits.

A fixed order of losses makes a queue of hits.  Enemies that can hit only some of the units take the
first of these in the queue; so a state is how many hits each class of units has taken, and which
classes have left the battle alive.  Units of a class are hit by the same enemies.

Rule: rule book, Battle and Special cases of firing (B188 to B191, B201, C73).
Options: transport_casualties_restricted.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from engine.gamedef import Options, UnitType
from engine.odds.battle import Combatant
from engine.odds.outcome import Force
from engine.rules.relations import is_mere_transport

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

    alive: units in the battle, as places in the list of the side; away: units that left alive.
    kinds: types among those alive, bit n for number n of `States.kinds`.
    hits_left: what destroys it.
    is_defenceless: nothing but transports, where by option these are lost without a die.
    """

    alive: tuple[int, ...]
    away: tuple[int, ...]
    kinds: int
    classes: int
    hits_left: int
    has_destroyer: bool
    has_land: bool
    is_air_only: bool
    is_defenceless: bool


class _Part(NamedTuple):
    """One class of units after a number of hits: the units left, and the hits they can take."""

    places: tuple[int, ...]
    kinds: int
    hits_left: int


def class_of(unit: Combatant) -> int:
    """The class of a unit."""
    if unit.kind.is_air:
        return AIR
    if unit.kind.is_submarine:
        return SUBMARINE
    return LANDED if unit.landed else OTHER


class States:
    """The states of a side; state 0 is the side as it begins.

    units: the side; order: places of units, one for each hit, in the order in which they are lost.
    kinds: the types of the side; kind_of: the number of the type of each unit.
    """

    def __init__(
        self, units: tuple[Combatant, ...], order: tuple[int, ...], options: Options
    ) -> None:
        self.units = units
        self.order = order
        kinds = {unit.kind.name: unit.kind for unit in units}
        self.kinds = tuple(kinds.values())
        numbers = {name: index for index, name in enumerate(kinds)}
        self.kind_of = tuple(numbers[unit.kind.name] for unit in units)
        self._destroyers = self._bits(lambda kind: kind.is_destroyer)
        self._land = self._bits(lambda kind: kind.is_land)
        self._air = self._bits(lambda kind: kind.is_air)
        self._transports = (
            self._bits(is_mere_transport) if options.transport_casualties_restricted else None
        )
        self._names = tuple(unit.kind.name for unit in units)
        self._hits = tuple(unit.hits_left for unit in units)
        classes = tuple(class_of(unit) for unit in units)
        self._queues = tuple(
            tuple([at for at, unit in enumerate(order) if classes[unit] == kind])
            for kind in _CLASSES
        )
        self._members = tuple(
            tuple([place for place, its in enumerate(classes) if its == kind]) for kind in _CLASSES
        )
        self._parts = tuple(
            self._after_each_hit(members, queue)
            for members, queue in zip(self._members, self._queues, strict=True)
        )
        self.keys: list[Key] = []
        self._ids: dict[Key, int] = {}
        self._facts: dict[int, Facts] = {}
        self._forces: dict[int, Force] = {}
        self._next: dict[tuple[int, int], int] = {}
        self._paths: dict[tuple[int, int], tuple[int, ...]] = {}
        self._id((0, 0, 0, 0, 0, 0))

    def _bits(self, wanted: Callable[[UnitType], bool]) -> int:
        return sum(1 << number for number, kind in enumerate(self.kinds) if wanted(kind))

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
        """How many hits destroy all units in the battle; quicker than all the facts."""
        key = self.keys[state]
        return sum(
            len(queue) - key[index]
            for index, queue in enumerate(self._queues)
            if not _CLASSES[index] & key[4]
        )

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
        if self.facts(state).hits_left == 0:
            return state
        key = self.keys[state]
        return self._id((*key[:5], 1))

    def facts(self, state: int) -> Facts:
        """What matters about the side in a state."""
        known = self._facts.get(state)
        if known is None:
            known = self._facts[state] = self._facts_of(self.keys[state])
        return known

    def force(self, state: int) -> Force:
        """All units of a state that live, those that left the battle included."""
        known = self._forces.get(state)
        if known is None:
            facts = self.facts(state)
            places = _merged(facts.alive, facts.away) if facts.away else facts.alive
            names = [self._names[place] for place in places]
            known = tuple([(name, names.count(name)) for name in dict.fromkeys(names)])
            self._forces[state] = known
        return known

    def survivors(self, state: int) -> Iterator[tuple[Combatant, int]]:
        """The units of a state that live, in the order of the list, with the hits taken here."""
        taken = self._taken(self.keys[state])
        for unit, hits, most in zip(self.units, taken, self._hits, strict=True):
            if hits < most:
                yield unit, hits

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
        parts = (
            self._kept_parts(key)
            if key[5]
            else [parts[taken] for parts, taken in zip(self._parts, key, strict=False)]
        )
        alive: tuple[int, ...] = ()
        away: tuple[int, ...] = ()
        kinds = classes = hits_left = 0
        for part, kind in zip(parts, _CLASSES, strict=True):
            if not part.places:
                continue
            if kind & key[4]:
                away = _merged(away, part.places)
            else:
                alive = _merged(alive, part.places)
                kinds |= part.kinds
                classes |= kind
                hits_left += part.hits_left
        return Facts(
            alive,
            away,
            kinds,
            classes,
            hits_left,
            bool(kinds & self._destroyers),
            bool(kinds & self._land),
            bool(kinds) and not kinds & ~self._air,
            self._transports is not None and not kinds & ~self._transports,
        )

    def _after_each_hit(self, members: tuple[int, ...], queue: tuple[int, ...]) -> list[_Part]:
        """A class of units after 0, 1, 2 ... hits."""
        left = {place: self._hits[place] for place in members}
        part = self._part(left)
        parts = [part]
        numbers = Counter([self.kind_of[place] for place in members])
        for at in queue:
            unit = self.order[at]
            left[unit] -= 1
            places, kinds, hits_left = part
            if left[unit] == 0:
                where = places.index(unit)
                places = places[:where] + places[where + 1 :]
                kind = self.kind_of[unit]
                numbers[kind] -= 1
                if not numbers[kind]:
                    kinds &= ~(1 << kind)
            part = _Part(places, kinds, hits_left - 1)
            parts.append(part)
        return parts

    def _part(self, left: dict[int, int]) -> _Part:
        """Units, each with a number of hits left."""
        places = tuple(place for place, hits in left.items() if hits > 0)
        kinds = 0
        for place in places:
            kinds |= 1 << self.kind_of[place]
        return _Part(places, kinds, sum(left[place] for place in places))

    def _kept_parts(self, key: Key) -> list[_Part]:
        taken = self._taken(key)
        return [
            self._part({place: self._hits[place] - taken[place] for place in members})
            for members in self._members
        ]

    def _swap_kept(self, taken: list[int]) -> None:
        """The last land unit lives and the next in the queue is hit in its place."""
        land = [unit for unit in self.order if self.units[unit].kind.is_land]
        taken[land[-1]] = 0
        for unit in self.order:
            if taken[unit] < self._hits[unit] and unit != land[-1]:
                taken[unit] += 1
                return


def _merged(places: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """Units of two classes in the order of the list."""
    return tuple(sorted(places + others)) if places else others
