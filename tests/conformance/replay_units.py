"""Which of our units is which unit of the recording.

Units that are alike are lost in no particular order, so after losses the pairs are settled anew:
a unit that is dead in the recording changes its partner with a like one that we have lost.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from engine.core.ids import UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.common.values import steps_left


class UnknownUnitError(Exception):
    """An order names a unit that is nowhere on our board."""


class Identities:
    """Recorded identities beside our own; new units are added while a game is played."""

    def __init__(self, state: State, units: Iterable[tuple[int, str, str, str]]) -> None:
        """Pair the units of the start, those of one type, owner and place in order.

        Raises ValueError when the two set-ups differ.
        """
        self._ours: dict[int, UnitId] = {}
        self._theirs: dict[UnitId, int] = {}
        self._kinds: dict[UnitId, tuple[str, str]] = {}
        free: dict[tuple[str, str, str], list[UnitId]] = {}
        for unit in state.units.values():
            self._kinds[unit.id] = (unit.type, unit.owner)
            free.setdefault((unit.type, unit.owner, unit.territory), []).append(unit.id)
        for key, kind, owner, territory in units:
            same = free.get((kind, owner, territory), [])
            if not same:
                raise ValueError(f"there is no {kind} of {owner} in {territory} for unit {key}")
            self._add(key, same.pop(0))
        left = [place for place, same in free.items() if same]
        if left:
            raise ValueError(f"the recording has fewer units in {left}")

    @classmethod
    def same(cls, state: State) -> "Identities":
        """Those of a position that was made from the recording: each unit is itself.

        Cheap, since every recorded move is judged with new ones.
        """
        made = cls.__new__(cls)
        made._ours = {key: key for key in state.units}
        made._theirs = dict(made._ours)
        made._kinds = {key: (unit.type, unit.owner) for key, unit in state.units.items()}
        return made

    def _add(self, theirs: int, ours: UnitId) -> None:
        self._ours[theirs] = ours
        self._theirs[ours] = theirs

    def placed(self, keys: Sequence[int], kinds: Mapping[int, str], units: Iterable[Unit]) -> None:
        """Pair units that have just been placed; those that found no carrier have none of ours."""
        free: dict[str, list[UnitId]] = {}
        for unit in units:
            self._kinds[unit.id] = (unit.type, unit.owner)
            free.setdefault(unit.type, []).append(unit.id)
        for key in keys:
            if free.get(kinds[key]):
                self._add(key, free[kinds[key]].pop(0))

    def meet(self, state: State, units: Iterable[tuple[int, str, str]], place: str) -> None:
        """Pair units that were made nobody saw where, such as those of a random start.

        A unit that we have lost is paired with a like one that is left there: which aircraft were
        removed because they could not land, nobody was told.
        units: identity, type and first owner ("" if not known) of what stands in a place.
        """
        units = tuple(units)
        named = {key for key, _, _ in units}
        for key, kind, maker in units:
            if key in self._ours:
                ours = state.units.get(self._ours[key])
                if ours is None or ours.territory != place:
                    self._stand_in(state, key, self._ours[key], named, place)
                continue
            new = [
                unit
                for unit in state.units_in(place)
                if unit.type == kind and unit.id not in self._theirs
            ]
            # It may have changed hands since it was made.
            if new:
                unit = min(new, key=lambda one: one.owner != maker)
                self._kinds[unit.id] = (unit.type, unit.owner)
                self._add(key, unit.id)

    def settle(self, before: State, after: State, dead: Iterable[int]) -> None:
        """Pair the dead with the dead; `dead` are all units lost between the two positions."""
        gone = [unit for key, unit in before.units.items() if key not in after.units]
        lost = set(dead)
        for key in sorted(lost):
            ours = self._ours.get(key)
            if ours is None or ours not in after.units or ours not in before.units:
                continue
            mine = before.units[ours]
            alike = [
                unit
                for unit in gone
                if self._theirs.get(unit.id, -1) not in lost
                and (unit.type, unit.owner, unit.territory)
                == (mine.type, mine.owner, mine.territory)
            ]
            if alike:
                alike.sort(key=lambda unit: (unit.moved != mine.moved, unit.hits != mine.hits))
                partner = self._theirs.get(alike[0].id)
                self._add(key, alike[0].id)
                if partner is not None:
                    self._add(partner, ours)

    def revive(
        self,
        state: State,
        among: Iterable[UnitId],
        living: Iterable[int],
        marked: Iterable[UnitId],
    ) -> None:
        """Recorded units that live are ones of ours that do, where like ones died in their place.

        Which of like units AA fire or a volley killed, nobody was asked, so ours may be another.
        among: units of ours that may be hit next; living: the recorded units of their battle that
        are not dead; marked: units of ours that are lost, but fire once more.
        """
        alive, gone = set(living), set(marked)
        lost = [
            key
            for key in sorted(alive)
            if key in self._ours and (self._ours[key] in gone or self._ours[key] not in state.units)
        ]
        for mine in (state.units[key] for key in sorted(among)):
            partner = self._theirs.get(mine.id)
            kind = (mine.type, mine.owner)
            other = next((key for key in lost if self._kinds[self._ours[key]] == kind), None)
            if partner is None or partner in alive or other is None:
                continue
            lost.remove(other)
            self._add(partner, self._ours[other])
            self._add(other, mine.id)

    def survives(self, state: State, key: int, among: Iterable[UnitId]) -> None:
        """A recorded unit that is only damaged now is one of ours that another hit does not kill.

        Which of like units an earlier hit has damaged, nobody was asked, so ours may be another.
        """
        mine = state.units[self.ours(key)]
        if mine.hits + 1 < state.definition.unit_types[mine.type].hit_points:
            return
        self._swap(key, mine, (unit for unit in _like(state, mine, among) if unit.hits < mine.hits))

    def dies(self, state: State, key: int, hits: int, among: Iterable[UnitId]) -> None:
        """A recorded unit that so many hits kill is one of ours that they kill as well."""
        mine = state.units[self.ours(key)]
        last = state.definition.unit_types[mine.type].hit_points - hits
        if mine.hits != last:
            others = tuple(_like(state, mine, among))
            just = (unit for unit in others if unit.hits == last)
            enough = (unit for unit in others if unit.hits >= last > mine.hits)
            self._swap(key, mine, chain(just, enough))

    def hurt(
        self, state: State, keys: Sequence[int], told: Mapping[tuple[str, str], Sequence[int]]
    ) -> None:
        """Recorded units that move are ones of ours that are hit as often.

        Which of like units a volley damages, nobody is asked, so ours may be another.
        told: for each type and owner, the hits of the recorded units that move.
        """
        for kind, hits in told.items():
            moving = [
                (key, state.units[self._ours[key]])
                for key in keys
                if self._ours.get(key) in state.units and self._kinds[self._ours[key]] == kind
            ]
            wanted = Counter(hits)
            odd: list[tuple[int, Unit]] = []
            for key, unit in moving:
                if wanted[unit.hits]:
                    wanted[unit.hits] -= 1
                else:
                    odd.append((key, unit))
            named = {unit.id for _, unit in moving}
            for (key, unit), count in zip(odd, wanted.elements(), strict=False):
                others = _like(state, unit, (u.id for u in state.units_in(unit.territory)))
                free = (
                    other
                    for other in others
                    if other.id not in named
                    and other.id in self._theirs
                    and (other.hits, other.carried_by) == (count, unit.carried_by)
                )
                self._swap(key, unit, free)

    def moves(self, state: State, keys: Sequence[int]) -> None:
        """Recorded units that move are ones of ours that can, where alike ones are there.

        Which of like ships bombarded a shore, nobody was asked, so ours may be another.
        """
        for key in keys:
            mine = state.units.get(self.ours(key))
            if mine is None or steps_left(state, mine):
                continue
            others = _like(state, mine, (unit.id for unit in state.units_in(mine.territory)))
            free = (
                unit
                for unit in others
                if (unit.hits, unit.carried_by) == (mine.hits, mine.carried_by)
                and self._theirs.get(unit.id, key) not in keys
                and steps_left(state, unit)
            )
            self._swap(key, mine, free)

    def stays(self, state: State, keys: Sequence[int]) -> None:
        """Recorded units that may not move are ones of ours that bombarded, as with `moves`."""
        for key in keys:
            mine = state.units.get(self.ours(key)) if self.knows(key) else None
            if mine is None or mine.bombarded or state.cargo_of(mine.id):
                continue
            others = _like(state, mine, (unit.id for unit in state.units_in(mine.territory)))
            spent = (
                unit
                for unit in others
                if unit.bombarded
                and not state.cargo_of(unit.id)
                and unit.hits == mine.hits
                and self._theirs.get(unit.id, key) not in keys
            )
            self._swap(key, mine, spent)

    def strand(self, state: State, place: str, words: str) -> State:
        """The position in which the aircraft that are lost in a place have the last identities.

        Of too many aircraft ours loses those with the highest identities, and the other engine
        those that arrived last; no rule says either.  words: such as ``"1 fighter, 2 bombers"``.
        """
        kinds = state.definition.unit_types
        there = [
            unit
            for unit in state.units_in(place)
            if unit.owner == state.nation and kinds[unit.type].is_air
        ]
        lost: list[Unit] = []
        for count, word in re.findall(r"(\d+) (\S+?),?(?= |$)", words):
            same = [u for u in there if u not in lost and word in (u.type, f"{u.type}s")]
            lost += same[max(0, len(same) - int(count)) :]
        if len({unit.type for unit in there}) < 2 or any(state.cargo_of(u.id) for u in there):
            return state
        units = dict(state.units)
        keys = [unit.id for unit in there]
        ordered = [*(unit for unit in there if unit not in lost), *lost]
        partners = [self._theirs.get(unit.id) for unit in ordered]
        for key, unit, partner in zip(keys, ordered, partners, strict=True):
            units[key] = replace(unit, id=key)
            self._kinds[key] = (unit.type, unit.owner)
            if partner is not None:
                self._add(partner, key)
        return replace(state, units=units)

    def _swap(self, key: int, mine: Unit, others: Iterator[Unit]) -> None:
        """A recorded unit changes its partner with the first of these."""
        other = next(others, None)
        if other is not None:
            partner = self._theirs[other.id]
            self._add(key, other.id)
            self._add(partner, mine.id)

    def partners(self) -> Iterable[UnitId]:
        """Our units that have a partner, dead ones included."""
        return self._theirs

    def knows(self, key: int) -> bool:
        """Whether a recorded unit has a partner."""
        return key in self._ours

    def kind(self, key: int) -> tuple[str, str]:
        """Type and owner of a recorded unit."""
        return self._kinds[self.ours(key)]

    def theirs(self, key: UnitId) -> int:
        """The recorded identity of one of our units; 0 for one that the recording does not have."""
        return self._theirs.get(key, 0)

    def ours(self, key: int) -> UnitId:
        """Our identity of a recorded unit; raises UnknownUnitError."""
        if key not in self._ours:
            raise UnknownUnitError(f"unit {key} is not on the board")
        return self._ours[key]

    def living(self, state: State, keys: Sequence[int], place: str = "") -> tuple[Unit, ...]:
        """Our units of these identities; raises UnknownUnitError when one is dead or not there.

        place: where they stand, when it is known.  A unit that we have lost there stands for a like
        one that is left: the recordings do not always tell which of like aircraft are removed.
        """
        named = set(keys)
        found: list[Unit] = []
        for key in keys:
            ours = self.ours(key)
            if ours not in state.units:
                stand_in = self._stand_in(state, key, ours, named, place)
                if stand_in is None:
                    raise UnknownUnitError(f"unit {key} is on the board no more")
                ours = stand_in
            found.append(state.units[ours])
        return tuple(found)

    def _stand_in(
        self, state: State, key: int, lost: UnitId, named: set[int], place: str
    ) -> UnitId | None:
        for unit in state.units_in(place):
            partner = self._theirs.get(unit.id)
            if partner is None:
                continue
            if (unit.type, unit.owner) == self._kinds[lost] and partner not in named:
                self._add(partner, lost)
                self._add(key, unit.id)
                return unit.id
        return None


def _like(state: State, mine: Unit, among: Iterable[UnitId]) -> Iterator[Unit]:
    """Units of the type and owner of one of them."""
    units = (state.units[key] for key in among)
    return (unit for unit in units if (unit.type, unit.owner) == (mine.type, mine.owner))
