"""Third layer: conditions and objectives become the typed conditions of a scenario.

Only conditions are read that an objective, a trigger or another condition names: nothing else can
ask for them.  What a condition may ask is in the table of its options; some of it is refused.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.core.errors import DefinitionError
from engine.gamedef.bounds import MAX_NUMBER
from engine.loading.fields import MAX_NAME, shown
from engine.loading.triplea.catalogue import ALIASES
from engine.loading.triplea.catalogue_properties import DIRECT, INVERTED, NUMBERS, PROPERTIES
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records, attribute
from engine.loading.triplea.relations import relation_condition
from engine.loading.triplea.rewritten import Rewriting, Rewritings, changed_name, slot_name
from engine.loading.triplea.technologies import technology_called
from engine.loading.triplea.words import integer, is_whole

Table = dict[str, object]

OBJECTIVE: Final = "objectiveAttachment"

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

_OWNED: Final = {"directOwnershipTerritories": False, "alliedOwnershipTerritories": True}
_PRESENT: Final = {
    "directPresenceTerritories": "own",
    "alliedPresenceTerritories": "side",
    "enemyPresenceTerritories": "enemies",
}
_ABSENT: Final = {
    "directExclusionTerritories": "own",
    "alliedExclusionTerritories": "allies",
    "enemyExclusionTerritories": "enemies",
    "enemySurfaceExclusionTerritories": "enemy_ships",
}
_MOST: Final = 10**3
_MARK: Final = 8


class Conditions:
    """The conditions of a map, read as they are needed."""

    def __init__(self, records: Records, nations: Sequence[str], missing: Missing) -> None:
        """Nothing is read yet."""
        self._records = records
        self._missing = missing
        self._by_name = by_name(records, "RulesAttachment", nations)
        self._read: dict[str, Table] = {}
        self.rewritings = Rewritings(records, missing)
        self.switches: dict[str, bool] = {}

    def found(self) -> list[Table]:
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
            is_on = entry.values().get("switch", "true") == "true"
            self._read[ours] = {"name": ours, "test": self._test(entry), "is_on": is_on}
        return ours

    def together(
        self, names: str, kind: str, *, invert: bool, by: Attachment | None = None
    ) -> Table:
        """So many of these conditions.

        names: colon-separated; kind: as in conditionType; by: what names them, None while a game
        is played, when every condition is there.
        """
        parts: list[Table] = [
            {"kind": "named", "name": self.named(name, by=by)} for name in names.split(":") if name
        ]
        return _inverted(_counted(parts, kind), invert)

    def objectives(self) -> Iterator[Table]:
        """What pays, in the order of the file."""
        for entry in self._records.of_kind("RulesAttachment"):
            options = entry.values()
            value = integer(entry.name, options.get("objectiveValue", "0"))
            if not entry.name.startswith(OBJECTIVE) or not value:
                continue
            named = "switch" in options or entry.name in self._wanted()
            test = (
                {"kind": "named", "name": self.named(entry.name, entry.target)}
                if named
                else self._test(entry)
            )
            uses = integer(entry.name, options.get("uses", "-1"))
            objective: Table = {
                "name": scenario_name(entry, [entry]),
                "nation": entry.target,
                "value": value,
                "test": test,
            }
            if uses:
                yield objective | ({"uses": uses} if uses > 0 else {})

    def _wanted(self) -> frozenset[str]:
        return frozenset(str(name) for name in self._read)

    def _test(self, entry: Attachment) -> Table:
        """All that one attachment asks, which must hold together."""
        options = entry.values()
        rewritten = self.rewritings.of("RulesAttachment", entry.name, entry.target)
        kept = [pair for pair in entry.options if pair[0] not in rewritten]
        parts = self._parts(entry, kept, entry)
        for option, changes in rewritten.items():
            before = list(entry.each(option))

            def asked(values: list[str], option: str = option) -> Table:
                parts = self._parts(entry, [(option, value) for value in values], None)
                return parts[0] if len(parts) == 1 else _counted(parts, "AND")

            parts.append(self.slot(self._scenario_name(entry), before, changes, asked))
        if options.get("uses", "-1") != "-1" and not entry.name.startswith(OBJECTIVE):
            self._missing.add("option of RulesAttachment uses: conditions that are used up")
        test = parts[0] if len(parts) == 1 else _counted(parts, "AND")
        return _inverted(test, options.get("invert", "false") == "true")

    def _scenario_name(self, entry: Attachment) -> str:
        return scenario_name(entry, self._by_name[entry.name])

    def slot(
        self,
        owner: str,
        before: list[str],
        changes: Sequence[Rewriting],
        test: Callable[[list[str]], Table],
    ) -> Table:
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

    def _parts(
        self, entry: Attachment, options: Sequence[tuple[str, str]], by: Attachment | None
    ) -> list[Table]:
        """What options of an attachment ask; by: as for `together`."""
        said = entry.values()
        names = [name for name in said.get("players", entry.target).split(":") if name]
        parts: list[Table] = []
        # The option may be repeated; each one adds to the list, as it does for triggers.
        conditions = ":".join(v for name, v in options if name == "conditions" and v)
        if conditions:
            kind = said.get("conditionType", "AND")
            parts.append(self.together(conditions, kind, invert=False, by=by))
        units = list(_units(entry))
        for name, value in options:
            part = self._part(entry, name, value, names, units)
            if part is not None:
                parts.append(part)
        return parts

    def _part(
        self, entry: Attachment, name: str, value: str, nations: list[str], units: list[Table]
    ) -> Table | None:
        if not value:
            return None
        where: Table = {"nations": nations}
        with_units = {"units": units} if units else {}
        if name in _OWNED:
            return {"kind": "ownership", **where, "places": self._places(name, value)} | {
                "by_side": _OWNED[name]
            }
        if name in _PRESENT:
            places = self._places(name, value)
            return {"kind": "presence", **where, "places": places, "whose": _PRESENT[name]} | (
                with_units
            )
        if name in _ABSENT:
            places = self._places(name, value)
            return {"kind": "absence", **where, "places": places, "whose": _ABSENT[name]} | (
                with_units
            )
        match name:
            case "rounds":
                return _rounds(entry, value)
            case "gameProperty":
                return self._switch(value)
            case "techs":
                return self._technologies(value, nations)
            case "relationship":
                return relation_condition(value)
            case "atWarPlayers":
                count, others = _count_and_names(entry, value)
                return {"kind": "war", **where, "enemies": others, "count": count}
            case "battle":
                return self._battle(value)
            case "destroyedTUV":
                count, words = _count_and_names(entry, value)
                now = words == ["currentRound"]
                return {"kind": "destroyed", **where, "value": count, "this_round": now}
        return None

    def _places(self, option: str, value: str) -> Table:
        first, *names = value.split(":")
        each: Table = {"each": True} if first == _EVERY else {}
        if first == _EVERY or is_whole(first):
            count = 1 if first == _EVERY else int(first)
        else:
            # Without a number it is all of them.
            names, count = [first, *names], 0
        if len(names) == 1 and names[0] in _GROUPS:
            return {"which": _GROUPS[names[0]], "count": count} | each
        if names == ["enemy"]:
            self._missing.add(f"option of RulesAttachment {option}: areas of enemies")
        names = list(dict.fromkeys(names))
        return {"which": "named", "names": names, "count": min(count, len(names))} | each

    def _battle(self, value: str) -> Table | None:
        """Who attacked whom in this round, as attacker, defender, result, rounds, areas."""
        words = value.split(":")
        if len(words) < 5 or words[2:4] != ["any", "currentRound"] or words[0] == "any":
            self._missing.add(
                "option of RulesAttachment battle: other rounds, results, or attackers"
            )
            return None
        return {
            "kind": "fought",
            "nations": words[:1],
            "enemies": [] if words[1] == "any" else words[1:2],
            "territories": list(dict.fromkeys(words[4:])),
        }

    def _switch(self, name: str) -> Table:
        """A property: an option of the rules, or a switch that only conditions ask for."""
        if name in NUMBERS:
            self._missing.add(f"option of RulesAttachment gameProperty: {name}")
        elif name in DIRECT:
            return {"kind": "option", "option": DIRECT[name]}
        elif name in INVERTED:
            return {"kind": "option", "option": INVERTED[name], "value": False}
        self.switches[name] = self._records.is_on(name)
        return {"kind": "switch", "switch": name}

    def _technologies(self, value: str, nations: list[str]) -> Table:
        first, *words = value.split(":")
        if not is_whole(first):
            first, words = "1", [first, *words]
            if len(words) > 1:
                self._missing.add("option of RulesAttachment techs: several without a number")
        known: list[str] = []
        for word in words:
            ours = technology_called(self._records, word)
            if not ours:
                self._missing.add("option of RulesAttachment techs: technologies of the map")
                continue
            known.append(ours)
        count = min(int(first), len(known))
        return {"kind": "knowledge", "nations": nations, "technologies": known, "count": count}


def asked_properties(records: Records) -> frozenset[str]:
    """The properties that conditions ask for; those that no rule knows are the map's own."""
    return frozenset(
        value
        for entry in records.of_kind("RulesAttachment")
        for name, value in entry.options
        if name == "gameProperty" and value not in PROPERTIES
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


def _counted(parts: list[Table], kind: str) -> Table:
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


def _inverted(test: Table, invert: bool) -> Table:
    return {"kind": "opposite", "part": test} if invert else test


def _rounds(entry: Attachment, value: str) -> Table:
    """Rounds and spans of rounds with colons between them; "+" is for ever."""
    spans: list[Table] = []
    for span in value.split(":"):
        first, _, last = span.partition("-")
        if (last or first) == "0":
            # A span that is over before the first round, as maps write "never".
            continue
        # No game reaches the rounds with which maps write "never" or "for ever".
        rounds: Table = {"kind": "rounds", "first": min(integer(entry.name, first), MAX_NUMBER)}
        if last != "+":
            rounds["last"] = min(integer(entry.name, last or first), MAX_NUMBER)
        spans.append(rounds)
    if not spans:
        return {"kind": "together", "parts": [], "least": 1, "most": 1}
    return spans[0] if len(spans) == 1 else _counted(spans, "OR")


def _units(entry: Attachment) -> Iterator[Table]:
    for name, value in entry.options:
        if name == "unitPresence" and value:
            count, types = _count_and_names(entry, value)
            anyone = [word for word in types if word.lower() == "any"]
            yield {"types": [] if anyone else list(dict.fromkeys(types)), "count": count}


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
