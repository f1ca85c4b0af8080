"""Third layer: conditions and objectives become the typed conditions of a scenario.

Only conditions are read that an objective, a trigger or another condition names: nothing else can
ask for them.  What a condition may ask is in the table of its options; some of it is refused.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from engine.core.errors import DefinitionError
from engine.loading.fields import MAX_NAME, shown
from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Attachment, Records, attribute
from engine.loading.triplea.catalogue import ALIASES
from engine.loading.triplea.catalogue_properties import DIRECT, INVERTED, NUMBERS, PROPERTIES
from engine.loading.triplea.changed_scripts import Rewriting, Rewritings, changed_name, slot_name
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.relations import relation_condition
from engine.loading.triplea.rows import (
    MapFacts,
    MapOption,
    Rows,
    Said,
    check_all_taken,
    facts_of,
    rows,
    taken,
)
from engine.loading.triplea.technologies import technology_called
from engine.loading.triplea.words import integer, is_whole
from engine.marks import MAX_NUMBER
from engine.values import dataclass

OBJECTIVE: Final = "objectiveAttachment"
CONDITIONS: Final = "conditions"
"""The option that names conditions of which one is made."""

_EVERY: Final = "each"
_SET_UP: Final = "InitializationDelegate"
_GROUPS: Final = {
    "original": "first",
    "originalNoWater": "first_land",
    "controlled": "held",
    "controlledNoWater": "held_land",
    "map": "all",
    "all": "all",
}
"""Words for groups of areas, and ours."""

_MOST: Final = 10**3
_MARK: Final = 8


def _units(said: Said) -> MapFacts:
    """Which units a condition counts in its areas, and how many."""
    found: list[MapFacts] = []
    for value in said.each():
        count, types = _count_and_names(said.entry, value)
        anyone = any(word.lower() == "any" for word in types)
        found.append({"types": [] if anyone else list(dict.fromkeys(types)), "count": count})
    return {"units": found}


MANNER_OPTIONS: Final = rows(
    reads.whole_number("objectiveValue", "value", "value of an objective"),
    reads.whole_number("uses", "uses", "uses of an objective; refused for other conditions"),
    reads.last_names("players", "nations", "the nations that a condition is about"),
    reads.word("conditionType", "how_many", "how many of them must hold"),
    reads.truth("invert", "is_inverted", "a condition that holds when it does not"),
    reads.truth("switch", "is_on", "a condition that triggers switch on and off"),
    reads.special(
        "unitPresence", "which units a condition counts in its areas, and how many", _units
    ),
    # The option may be repeated; each one adds to the list, as it does for triggers.
    reads.texts(CONDITIONS, "named", "conditions that a condition is made of"),
)
"""Options that say of a condition when it holds, of whom, and what it pays."""


class Conditions:
    """The conditions of a map, read as they are needed."""

    def __init__(self, records: Records, nations: Sequence[str], missing: MissingRules) -> None:
        """Nothing is read yet."""
        self.records = records
        self.missing = missing
        self._by_name = by_name(records, "RulesAttachment", nations)
        self._read: dict[str, MapFacts] = {}
        self.rewritings = Rewritings(records, missing)
        self.switches: dict[str, bool] = {}

    def found(self) -> list[MapFacts]:
        """All that were needed, as the tree of a scenario holds them."""
        return list(self._read.values())

    def named(self, name: str, nation: str = "", by: Attachment | None = None) -> str:
        """Read the condition of this name, and give the name that it has in the scenario.

        nation: whose condition; "" for the first nation that has one.  by: what names it, so that
        only what stands before it in the file can be meant (ADR 0059).  Raises DefinitionError.
        """
        entries = self._by_name.get(name, [])
        there = [one for one in entries if by is None or one.since <= by.place]
        entry = next((one for one in there if not nation or one.target == nation), None)
        if entry is None:
            where = f" before {shown(by.name)}" if entries and by is not None else ""
            raise DefinitionError(f"there is no condition {shown(name)}{where}")
        ours = scenario_name(entry, entries)
        if ours not in self._read:
            # A place in the list comes first, so that a circle ends; the scenario refuses it.
            self._read[ours] = {"name": ours, "test": {}}
            said = self._said(entry)
            is_on = taken(said, "is_on", True)
            self._read[ours] = {"name": ours, "test": self._test(entry, said), "is_on": is_on}
        return ours

    def together(
        self, names: str, kind: str, *, invert: bool, by: Attachment | None = None
    ) -> MapFacts:
        """So many of these conditions.

        names: colon-separated; kind: as in conditionType; by: what names them, None while a game
        is played, when every condition is there.
        """
        parts: list[MapFacts] = [
            {"kind": "named", "name": self.named(name, by=by)} for name in names.split(":") if name
        ]
        return _inverted(_counted(parts, kind), invert)

    def objectives(self) -> Iterator[MapFacts]:
        """What pays, in the order of the file."""
        for entry in self.records.of_kind("RulesAttachment"):
            if not entry.name.startswith(OBJECTIVE):
                continue
            said = self._said(entry)
            value = taken(said, "value", 0)
            if not value:
                continue
            if "is_on" in said or entry.name in self._read:
                test: MapFacts = {"kind": "named", "name": self.named(entry.name, entry.target)}
            else:
                test = self._test(entry, {**said})
            uses = taken(said, "uses", -1)
            objective: MapFacts = {
                "name": scenario_name(entry, [entry]),
                "nation": entry.target,
                "value": value,
                "test": test,
            }
            if uses:
                yield objective | ({"uses": uses} if uses > 0 else {})

    def _said(self, entry: Attachment) -> MapFacts:
        return facts_of(MANNER_OPTIONS, entry, self.missing)

    def _test(self, entry: Attachment, said: MapFacts) -> MapFacts:
        """All that one attachment asks, which must hold together; said: its manner."""
        # What an objective pays is not asked.
        said.pop("value", None)
        if taken(said, "uses", -1) != -1 and not entry.name.startswith(OBJECTIVE):
            self.missing.add("option of RulesAttachment uses: conditions that are used up")
        is_inverted = taken(said, "is_inverted", False)
        named = taken(said, "named", list[str]())
        asking = Asking(
            self,
            entry,
            taken(said, "nations", [entry.target]),
            taken(said, "units", list[MapFacts]()),
            taken(said, "how_many", "AND"),
        )
        check_all_taken(said)
        rewritten = self.rewritings.of("RulesAttachment", entry.name, entry.target)
        kept = [pair for pair in entry.options if pair[0] not in rewritten]
        parts = list(asking.parts(kept, [] if CONDITIONS in rewritten else named, by=entry))
        for option, changes in rewritten.items():
            # While a game is played every condition is there.
            test = partial(asking.later, option)
            owner = scenario_name(entry, self._by_name[entry.name])
            parts.append(self.slot(owner, list(entry.each(option)), changes, test))
        return _inverted(_all_of(parts), is_inverted)

    def switch(self, name: str) -> MapFacts:
        """A condition on a switch of the map's own, as it stands at the start."""
        self.switches[name] = self.records.properties.get(name, "").lower() == "true"
        return {"kind": "switch", "switch": name}

    def slot(
        self,
        owner: str,
        before: list[str],
        changes: Sequence[Rewriting],
        test: Callable[[list[str]], MapFacts],
    ) -> MapFacts:
        """An option that triggers change, as a condition of its own.

        owner: the scenario's name of its attachment; before: its values at the start; test: what
        values of the option ask.
        """
        slot = fitting_name(slot_name(owner, changes[0].option))
        self._read[slot] = {"name": slot, "test": test(before)}
        for one in changes:
            name = fitting_name(changed_name(owner, one))
            self._read[name] = {"name": name, "test": test(one.after(before))}
        return {"kind": "named", "name": slot}


@dataclass(frozen=True, slots=True)
class Asking:
    """A condition while it is read: whose attachment, of which nations, which units it counts.

    how_many: of the conditions that it names.
    """

    conditions: Conditions
    entry: Attachment
    nations: list[str]
    units: list[MapFacts]
    how_many: str

    def parts(
        self, options: Sequence[tuple[str, str]], named: Sequence[str], by: Attachment | None = None
    ) -> Iterator[MapFacts]:
        """What options of the attachment ask, and the conditions that it names.

        by: as in `together`.
        """
        if named:
            names = ":".join(named)
            yield self.conditions.together(names, self.how_many, invert=False, by=by)
        for name, value in options:
            if value and name in CONDITION_OPTIONS:
                yield from CONDITION_OPTIONS[name].read(self, value)

    def later(self, option: str, values: list[str]) -> MapFacts:
        """What an option asks that a trigger changes."""
        if option == CONDITIONS:
            return _all_of(list(self.parts([], values)))
        return _all_of(list(self.parts([(option, value) for value in values], [])))

    def refuse(self, what: str) -> None:
        """Note what a condition cannot ask."""
        self.conditions.missing.add(f"option of RulesAttachment {what}")

    def places(self, option: str, value: str) -> MapFacts:
        """Areas: a number of those that are named or in a group, or all of them."""
        first, *names = value.split(":")
        each: MapFacts = {"each": True} if first == _EVERY else {}
        if first == _EVERY or is_whole(first):
            count = 1 if first == _EVERY else int(first)
        else:
            # Without a number it is all of them.
            names, count = [first, *names], 0
        if len(names) == 1 and names[0] in _GROUPS:
            return {"which": _GROUPS[names[0]], "count": count} | each
        if names == ["enemy"]:
            self.refuse(f"{option}: areas of enemies")
        names = list(dict.fromkeys(names))
        return {"which": "named", "names": names, "count": min(count, len(names))} | each


ConditionReader: TypeAlias = Callable[[Asking, str], Iterator[MapFacts]]
"""What one value of an option asks."""


def _areas(option: str, kind: str, **more: object) -> MapOption[ConditionReader]:
    """Who holds areas, or whose units are there or are not."""

    def read(asking: Asking, value: str) -> Iterator[MapFacts]:
        where: MapFacts = {"nations": asking.nations, "places": asking.places(option, value)}
        units = {"units": asking.units} if asking.units and kind != "ownership" else {}
        yield {"kind": kind, **where, **more, **units}

    return MapOption(option, "a condition; a number and areas, or a group of areas", read)


def _battle(asking: Asking, value: str) -> Iterator[MapFacts]:
    """Who attacked whom in this round, as attacker, defender, result, rounds, areas."""
    words = value.split(":")
    if len(words) < 5 or words[2:4] != ["any", "currentRound"] or words[0] == "any":
        asking.refuse("battle: other rounds, results, or attackers")
        return
    yield {
        "kind": "fought",
        "nations": words[:1],
        "enemies": [] if words[1] == "any" else words[1:2],
        "territories": list(dict.fromkeys(words[4:])),
    }


def _switch(asking: Asking, name: str) -> Iterator[MapFacts]:
    """A property: an option of the rules, or a switch that only conditions ask for."""
    if name in DIRECT and name not in NUMBERS:
        yield {"kind": "option", "option": DIRECT[name]}
    elif name in INVERTED:
        yield {"kind": "option", "option": INVERTED[name], "value": False}
    else:
        if name in NUMBERS:
            asking.refuse(f"gameProperty: {name}")
        yield asking.conditions.switch(name)


def _technologies(asking: Asking, value: str) -> Iterator[MapFacts]:
    first, *words = value.split(":")
    if not is_whole(first):
        first, words = "1", [first, *words]
        if len(words) > 1:
            asking.refuse("techs: several without a number")
    known = [technology_called(asking.conditions.records, word) for word in words]
    if not all(known):
        asking.refuse("techs: technologies of the map")
    known = [name for name in known if name]
    count = min(int(first), len(known))
    yield {
        "kind": "knowledge",
        "nations": asking.nations,
        "technologies": known,
        "count": count,
    }


def _wars(asking: Asking, value: str) -> Iterator[MapFacts]:
    count, others = _count_and_names(asking.entry, value)
    yield {"kind": "war", "nations": asking.nations, "enemies": others, "count": count}


def _destroyed(asking: Asking, value: str) -> Iterator[MapFacts]:
    count, words = _count_and_names(asking.entry, value)
    now = words == ["currentRound"]
    yield {"kind": "destroyed", "nations": asking.nations, "value": count, "this_round": now}


CONDITION_OPTIONS: Final[Rows[ConditionReader]] = rows(
    _areas("directOwnershipTerritories", "ownership", by_side=False),
    _areas("alliedOwnershipTerritories", "ownership", by_side=True),
    _areas("directPresenceTerritories", "presence", whose="own"),
    _areas("alliedPresenceTerritories", "presence", whose="side"),
    _areas("enemyPresenceTerritories", "presence", whose="enemies"),
    _areas("directExclusionTerritories", "absence", whose="own"),
    _areas("alliedExclusionTerritories", "absence", whose="allies"),
    _areas("enemyExclusionTerritories", "absence", whose="enemies"),
    _areas("enemySurfaceExclusionTerritories", "absence", whose="enemy_ships"),
    MapOption("rounds", "a condition", lambda asking, value: iter([_rounds(asking.entry, value)])),
    MapOption("gameProperty", "a condition; an option, or a switch of the map", _switch),
    MapOption("techs", "a condition", _technologies),
    MapOption(
        "relationship",
        "condition: how two nations stand to each other",
        lambda _, value: iter([relation_condition(value)]),
    ),
    MapOption("atWarPlayers", "a condition", _wars),
    MapOption("battle", "fought; only this round, any result, nations by name", _battle),
    MapOption("destroyedTUV", "a condition; currentRound or allRounds", _destroyed),
)
"""Options that ask something each."""


def asked_properties(records: Records) -> frozenset[str]:
    """The properties that conditions ask for; those that no rule knows are the map's own."""
    return frozenset(
        name
        for entry in records.of_kind("RulesAttachment")
        for name in entry.each("gameProperty")
        if name not in PROPERTIES
    )


def by_name(records: Records, kind: str, nations: Sequence[str]) -> dict[str, list[Attachment]]:
    """The attachments of a class by name, those of the first nation first.

    Where a name stands for several, the engine takes that of the first nation.
    """
    places = {name: place for place, name in enumerate(nations)}
    found: dict[str, list[Attachment]] = {}
    for attachment in records.of_kind(kind):
        found.setdefault(attachment.name, []).append(attachment)
    for entries in found.values():
        entries.sort(key=lambda entry: places.get(entry.target, len(places)))
    return found


def scenario_name(entry: Attachment, entries: Sequence[Attachment]) -> str:
    """What a scenario calls an attachment; entries: all with its name.

    A scenario has each name once, and shorter ones than some maps have.
    """
    return fitting_name(entry.name if len(entries) == 1 else f"{entry.name} {entry.target}")


def fitting_name(name: str) -> str:
    """A name, made shorter where a scenario has no room for it."""
    if len(name) <= MAX_NAME:
        return name
    mark = hashlib.sha256(name.encode()).hexdigest()[:_MARK]
    return f"{name[: MAX_NAME - _MARK - 1]} {mark}"


def _counted(parts: list[MapFacts], kind: str) -> MapFacts:
    """So many of the parts, as conditionType says; raises DefinitionError."""
    every = len(parts)
    words: Mapping[str, tuple[int, int]] = {
        "AND": (every, every),
        "OR": (1, max(every, 1)),
        "XOR": (1, 1),
    }
    if kind.upper() in words:
        least, most = words[kind.upper()]
    else:
        low, _, high = kind.partition("-")
        if not is_whole(low) or not is_whole(high or low):
            raise DefinitionError(f"conditionType cannot be {shown(kind)}")
        least, most = int(low), int(high or low)
    return {"kind": "together", "parts": parts, "least": least, "most": min(most, _MOST)}


def _all_of(parts: list[MapFacts]) -> MapFacts:
    return parts[0] if len(parts) == 1 else _counted(parts, "AND")


def _inverted(test: MapFacts, invert: bool) -> MapFacts:
    return {"kind": "opposite", "part": test} if invert else test


def _rounds(entry: Attachment, value: str) -> MapFacts:
    """Rounds and spans of rounds with colons between them; "+" is for ever."""
    spans: list[MapFacts] = []
    for span in value.split(":"):
        first, _, last = span.partition("-")
        if (last or first) == "0":
            # A span that is over before the first round, as maps write "never".
            continue
        # No game reaches the rounds with which maps write "never" or "for ever".
        rounds: MapFacts = {"kind": "rounds", "first": min(integer(entry.name, first), MAX_NUMBER)}
        if last != "+":
            rounds["last"] = min(integer(entry.name, last or first), MAX_NUMBER)
        spans.append(rounds)
    if not spans:
        return {"kind": "together", "parts": [], "least": 1, "most": 1}
    return spans[0] if len(spans) == 1 else _counted(spans, "OR")


def _count_and_names(entry: Attachment, value: str) -> tuple[int, list[str]]:
    count, *names = value.split(":")
    return integer(entry.name, count), names


def start_step(records: Records) -> str:
    """The name of the step that sets up the map, "" for none."""
    classes = {
        attribute(entry, "name"): attribute(entry, "javaClass").rpartition(".")[2]
        for entry in records.every("gamePlay", "delegate")
    }
    steps = {
        attribute(entry, "name"): classes.get(attribute(entry, "delegate"), "")
        for entry in records.every("gamePlay", "sequence", "step")
    }
    return next((name for name, kind in steps.items() if ALIASES.get(kind, kind) == _SET_UP), "")
