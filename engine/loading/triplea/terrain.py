"""Third layer: terrain, which is a set of facts that areas share, and what triggers make of it.

An area has the facts of all its terrain.  A trigger that changes terrain changes its areas.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from engine.core.errors import DefinitionError
from engine.gamedef.changes import number_fact
from engine.loading.fields import shown
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.words import RESET, is_whole

_LISTS: Final = (("no_units", "unitsNotAllowed"), ("no_blitz", "noBlitz"))
_TERRAIN: Final = (
    ("attack_terrain", "combatOffenseEffect"),
    ("defence_terrain", "combatDefenseEffect"),
)
_NAMED: Final = {theirs: ours for ours, theirs in (*_LISTS, *_TERRAIN)}
"""Options of terrain, and what they are as facts of areas."""

_NUMBERS: Final = frozenset(ours for ours, _ in _TERRAIN)


def read_terrain(records: Records) -> dict[str, dict[str, object]]:
    """By area, which units its terrain keeps out and which it stops."""
    kinds = _Kinds(records)
    found: dict[str, dict[str, object]] = {}
    for area, names in _terrain_of_areas(records).items():
        facts: dict[str, object] = {}
        for ours, theirs in _LISTS:
            units = kinds.units(names, theirs)
            if units:
                facts[ours] = units
        for ours, theirs in _TERRAIN:
            numbers = kinds.numbers(names, theirs)
            if numbers:
                facts[ours] = numbers
        if facts:
            found[area] = facts
    return found


class _Kinds:
    """What the kinds of terrain of a map say; areas with the same kinds are looked up once."""

    def __init__(self, records: Records) -> None:
        self._said: dict[str, dict[str, list[str]]] = {}
        for entry in records.of_kind("TerritoryEffectAttachment"):
            values = self._said[entry.target] = {}
            for option, value in entry.options:
                if value:
                    values.setdefault(option, []).append(value)
        self._sums: dict[tuple[str, ...], Mapping[str, int]] = {}

    def units(self, kinds: Sequence[str], option: str) -> list[str]:
        """The units that an option of any of these kinds lists."""
        units: dict[str, None] = {}
        for _, value in self._values(kinds, option):
            units.update(dict.fromkeys(value.split(":")))
        return list(units)

    def numbers(self, kinds: Sequence[str], option: str) -> Mapping[str, int]:
        """What all these kinds together add to the strength of units, by type."""
        key = (option, *kinds)
        if key not in self._sums:
            total: dict[str, int] = {}
            for kind, value in self._values(kinds, option):
                for unit, number in _added(kind, option, value).items():
                    total[unit] = total.get(unit, 0) + number
            self._sums[key] = {unit: number for unit, number in total.items() if number}
        return self._sums[key]

    def _values(self, kinds: Sequence[str], option: str) -> Iterator[tuple[str, str]]:
        """Each value of an option that is not empty, with its kind of terrain."""
        for kind in kinds:
            for value in self._said.get(kind, {}).get(option, ()):
                yield kind, value


def _added(effect: str, option: str, value: str) -> dict[str, int]:
    """A number and units: what the terrain adds to the strength of each."""
    number, _, units = value.partition(":")
    if not is_whole(number.removeprefix("-"), 3):
        raise DefinitionError(f"{shown(effect)}: {option} needs a number")
    return dict.fromkeys(units.split(":"), int(number))


def _terrain_of_areas(records: Records) -> dict[str, list[str]]:
    """The kinds of terrain of each area."""
    return {
        attachment.target: attachment.names("territoryEffect")
        for attachment in records.of_kind("TerritoryAttachment")
    }


_Effect: TypeAlias = dict[str, object]


def _set(area: str, fact: str, value: object) -> _Effect:
    return {"kind": "set", "subject": "territory", "names": [area], "fact": fact, "value": value}


class ChangedTerrain:
    """What triggers make of terrain, as effects of a scenario."""

    def __init__(self, records: Records, missing: Missing) -> None:
        """Nothing is read yet."""
        self._kinds = _Kinds(records)
        self._areas = _terrain_of_areas(records)
        self._missing = missing
        self._triggers = [
            entry
            for entry in records.of_kind("TriggerAttachment")
            if entry.values().get("territoryEffectProperty")
        ]
        self._changed = {
            name for entry in self._triggers for name in entry.names("territoryEffects")
        }

    def changed(self, entry: Attachment, value: str) -> Iterator[_Effect]:
        """The effects of one territoryEffectProperty; raises DefinitionError for no number.

        A list of units is emptied or longer, or units fight better or worse on the terrain.
        What an area keeps when one of its kinds of terrain changes is known from the map only
        where no other trigger changes another of its kinds; else it is added to `missing`.
        """
        said, _, option = value.rpartition(":")
        kinds = entry.names("territoryEffects")
        fact = _NAMED.get(option, "")
        if not fact or not kinds:
            what = f"option of TriggerAttachment territoryEffectProperty: {option[:60]}"
            self._missing.add(what)
            return
        for area, own in self._areas.items():
            if not set(own) & set(kinds):
                continue
            others = [kind for kind in own if kind not in kinds]
            if any(kind in self._changed for kind in others):
                what = "option of TriggerAttachment territoryEffectProperty: of one area twice"
                self._missing.add(what, area)
            if fact in _NUMBERS:
                yield from self._fights(area, kinds, others, said, option)
            else:
                yield self._listed(area, others, said, option)

    def replaced(self, areas: Sequence[str], said: str) -> Iterator[_Effect]:
        """The effects of other kinds of terrain in areas: added to those there, or in their place.

        What another trigger makes of a kind of terrain is not known for these areas; then it is
        added to `missing`.
        """
        kinds = [word for word in said.removeprefix(RESET).split(":") if word]
        for area in areas:
            before = self._areas.get(area, [])
            now = kinds if said.startswith(RESET) else list(dict.fromkeys([*before, *kinds]))
            if self._changed.intersection((*before, *now)):
                self._missing.add("option of TriggerAttachment territoryProperty: territoryEffect")
            for fact, option in _LISTS:
                units = self._kinds.units(now, option)
                if units != self._kinds.units(before, option):
                    yield _set(area, fact, units)
            for field, option in _TERRAIN:
                numbers = self._kinds.numbers(now, option)
                known = self._kinds.numbers([*before, *now], option)
                for unit in known:
                    yield _set(area, number_fact(field, unit), numbers.get(unit, 0))

    def _listed(self, area: str, others: Sequence[str], said: str, option: str) -> _Effect:
        """Units that the terrain of an area keeps out or stops from now on."""
        units = list(dict.fromkeys(w for w in said.removeprefix(RESET).split(":") if w))
        kept = self._kinds.units(others, option)
        is_reset = said.startswith(RESET)
        if is_reset:
            return _set(area, _NAMED[option], list(dict.fromkeys([*kept, *units])))
        return _set(area, _NAMED[option], units) | {"is_added": True}

    def _fights(
        self, area: str, kinds: Sequence[str], others: Sequence[str], said: str, option: str
    ) -> Iterator[_Effect]:
        """What the terrain of an area adds to the strength of units from now on."""
        kept = self._kinds.numbers(others, option)
        new = said.removeprefix(RESET)
        changed = _added(kinds[0], option, new) if new else {}
        if new != said:
            before = self._kinds.numbers([*kinds, *others], option)
            changed = dict.fromkeys([*before, *self._given(option)], 0) | changed
        for unit, number in changed.items():
            yield _set(area, number_fact(_NAMED[option], unit), number + kept.get(unit, 0))

    def _given(self, option: str) -> Iterator[str]:
        """The units to which triggers give a number on any terrain."""
        for entry in self._triggers:
            for value in entry.each("territoryEffectProperty"):
                said, _, name = value.removeprefix(RESET).rpartition(":")
                if name == option and said:
                    yield from said.split(":")[1:]
