"""What triggers do, as typed effects of a scenario.

One property switches on all triggers; another one, those that end the game.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, TypeAlias

from engine.core.errors import DefinitionError
from engine.core.ids import NEUTRAL
from engine.loading.fields import shown
from engine.loading.triplea import reads
from engine.loading.triplea.areas import TERRITORY_OPTIONS
from engine.loading.triplea.attachments import (
    TRIGGERED_VICTORY,
    USE_TRIGGERS,
    Attachment,
    Records,
)
from engine.loading.triplea.changed_actions import ChangedActions, is_of_action
from engine.loading.triplea.changed_nations import ChangedNations
from engine.loading.triplea.changed_scripts import (
    RULES,
    Rewriting,
    changed_name,
    rewriting_of,
    slot_name,
)
from engine.loading.triplea.changed_units import ChangedUnits, set_fact
from engine.loading.triplea.conditions import Conditions, by_name, fitting_name, scenario_name
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.prices import BuyLists
from engine.loading.triplea.relations import relation_effect
from engine.loading.triplea.rows import (
    FactOption,
    MapFacts,
    MapOption,
    Rows,
    check_all_taken,
    facts_of,
    rows,
    taken,
)
from engine.loading.triplea.technologies import technology_called
from engine.loading.triplea.terrain import ChangedTerrain, Terrain
from engine.loading.triplea.turns import read_resource_names
from engine.loading.triplea.words import ON_OFF, RESET, RESOURCES, integer, is_whole, names_in
from engine.values import dataclass

SUBJECT_OPTIONS: Final = rows(
    reads.names("players", "nations", "to whom it happens"),
    reads.whole_number("resourceCount", "amount", "how many of them"),
    reads.names("unitType", "types", "whose unitProperty it is"),
    reads.names("territories", "areas", "whose territoryProperty it is"),
    reads.names("territoryEffects", "terrain", "whose territoryEffectProperty it is"),
    reads.word("playerAttachmentName", "attachment", "whose playerProperty it is"),
)
"""Options that say whom the effects of a trigger are about."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom the effects of a trigger are about: nations, and what else its options name.

    amount: of a resource.
    """

    entry: Attachment
    nations: list[str]
    amount: int
    types: list[str]
    areas: list[str]
    terrain: list[str]
    attachment: str


def subject_of(entry: Attachment, missing: MissingRules) -> Subject:
    """Whom the effects of a trigger are about."""
    said = facts_of(SUBJECT_OPTIONS, entry, missing)
    subject = Subject(
        entry,
        taken(said, "nations", [entry.target]),
        taken(said, "amount", 0),
        taken(said, "types", list[str]()),
        taken(said, "areas", list[str]()),
        taken(said, "terrain", list[str]()),
        taken(said, "attachment", ""),
    )
    check_all_taken(said)
    return subject


class Effects:
    """What the triggers of a map do, and the buy lists that they exchange."""

    def __init__(
        self,
        records: Records,
        conditions: Conditions,
        prices: BuyLists,
        nations: Sequence[str],
        terrain: Terrain,
        supports: Collection[str],
        missing: MissingRules,
    ) -> None:
        """Nothing is read yet; supports: names of support attachments that do anything."""
        self._records = records
        self._conditions = conditions
        self._prices = prices
        self._missing = missing
        self._by_name = by_name(records, "TriggerAttachment", nations)
        self._supports = supports
        self.changes_buy_lists = False
        self._terrain = ChangedTerrain(records, terrain, missing)
        self._units = ChangedUnits(records, terrain.meant, missing)
        self._nations = ChangedNations(records, conditions, missing)
        self._actions = ChangedActions(records, nations, missing)
        self._nations_of_map = frozenset(nations)

    def of(self, entry: Attachment) -> Iterator[MapFacts]:
        """What a trigger does.

        Rules leave a buy list before others come: a unit type that goes with one rule and comes
        with another is on the list afterwards.
        """
        subject = subject_of(entry, self._missing)
        all_happen = self._records.is_on(USE_TRIGGERS)
        for name, value in sorted(entry.options, key=lambda said: not _takes_a_rule(*said)):
            if name in EFFECT_OPTIONS and value and (all_happen or name == "victory"):
                yield from EFFECT_OPTIONS[name].read(self, subject, value)

    def call(self, entry: Attachment, value: str) -> MapFacts:
        """A trigger that another one, or an action of a nation, calls; raises DefinitionError."""
        name, *rest = value.split(":")
        if len(rest) != 5:
            raise DefinitionError(f"{shown(entry.name)}: activateTrigger needs six words")
        times, *flags = rest
        keys = ("spends_use", "tests_uses", "tests_condition", "tests_chance")
        said = {key: flag == "true" for key, flag in zip(keys, flags, strict=True)}
        return {
            "trigger": self._name_of(name),
            "times": integer(entry.name, times),
            **said,
        }

    def _name_of(self, name: str) -> str:
        """What the scenario calls the trigger that another one means; raises DefinitionError."""
        entries = self._by_name.get(name, [])
        if not entries:
            raise DefinitionError(f"there is no trigger {shown(name)}")
        return scenario_name(entries[0], entries)

    def frontier(self, subject: Subject, value: str) -> Iterator[MapFacts]:
        """Another buy list."""
        self.changes_buy_lists = True
        yield set_fact("nation", subject.nations, "buy_list", value)

    def edited(self, _subject: Subject, value: str) -> Iterator[MapFacts]:
        """A rule of a list: its unit can be bought from now on, or not any more."""
        listed, _, rule = value.partition(":")
        self.changes_buy_lists = True
        known = rule.removeprefix("-")
        if known not in self._prices.rules:
            raise DefinitionError(f"production: there is no production rule {shown(rule)}")
        unit, added = self._prices.rules[known], known == rule
        # A rule without a unit is refused by itself.
        if unit:
            # What is not sold for PUs alone costs the same whenever it is in the list.
            price: MapFacts = {}
            if added and known in self._prices.rule_prices and self._prices.list_prices:
                pus, units = self._prices.rule_prices[known]
                price = {"price": pus, "units": units} if units > 1 else {"price": pus}
            edit = {"kind": "edit_buy_list", "buy_list": listed, "unit": unit, "is_added": added}
            yield edit | price

    def resource(self, subject: Subject, value: str) -> Iterator[MapFacts]:
        """Money, other resources or research dice."""
        known = dict.fromkeys(read_resource_names(self._records)) | RESOURCES
        if value not in known:
            raise DefinitionError(f"there is no resource {shown(value)}")
        if subject.amount:
            what = {"resource": RESOURCES.get(value, value), "amount": subject.amount}
            yield {"kind": "resource", "nations": subject.nations, **what}

    def technologies(self, subject: Subject, value: str) -> Iterator[MapFacts]:
        """Technologies that nations have from now on."""
        for name in value.split(":"):
            ours = technology_called(self._records, name)
            if ours:
                yield {"kind": "technology", "nations": subject.nations, "technology": ours}
            else:
                self._missing.add("option of TriggerAttachment tech: technologies of the map")

    def helped(self, subject: Subject, value: str) -> Iterator[MapFacts]:
        """Nations for which support is in force from now on; with a minus, not any more."""
        for name in value.split(":"):
            support = fitting_name(name.removeprefix("-"))
            if support in self._supports:
                change = "is_removed" if name.startswith("-") else "is_added"
                yield set_fact("support", [support], "nations", subject.nations) | {change: True}

    def opened(self, subject: Subject, value: str) -> Iterator[MapFacts]:
        """Technologies that nations can research from now on; with a minus, not any more."""
        for name in value.split(":")[1:]:
            ours = technology_called(self._records, name.removeprefix("-"))
            if ours:
                what = {"technology": ours, "is_added": not name.startswith("-")}
                yield {"kind": "edit_research", "nations": subject.nations, **what}
            else:
                self._missing.add("option of TriggerAttachment availableTech: made-up technologies")

    def won(self, subject: Subject, value: str) -> Iterator[MapFacts]:
        """The end of the game, where that property is on."""
        if self._records.is_on(TRIGGERED_VICTORY):
            message = " ".join(value.split())
            yield {"kind": "win", "nations": subject.nations, "message": message}

    def called(self, subject: Subject, value: str) -> Iterator[MapFacts]:
        """Another trigger."""
        yield {"kind": "call", **self.call(subject.entry, value)}

    def units_changed(self, subject: Subject, value: str) -> Iterator[MapFacts]:
        """Facts of unit types."""
        return self._units.changed(subject.entry, subject.types, value)

    def terrain_changed(self, subject: Subject, value: str) -> Iterator[MapFacts]:
        """Facts of terrain."""
        return self._terrain.changed(subject.terrain, value)

    def nations_changed(self, subject: Subject, value: str) -> Iterator[MapFacts]:
        """Rules of nations that change, what conditions and other triggers ask, and actions."""
        found = self._nations.changed(subject.nations, subject.attachment, value)
        one = rewriting_of(subject.entry, value)
        if found is not None:
            yield from found
        elif one is not None:
            yield from self._rewritten(one)
        elif is_of_action(subject.entry):
            yield from self._actions.changed(subject.entry, value)
        else:
            self._refuse("playerProperty", value)

    def _rewritten(self, one: Rewriting) -> Iterator[MapFacts]:
        """What a condition or another trigger asks from now on."""
        for nation in one.nations:
            owner = self._owner(one, nation)
            if owner:
                slot = fitting_name(slot_name(owner, one.option))
                new = fitting_name(changed_name(owner, one))
                yield set_fact("condition", [slot], "stands_for", new)

    def _owner(self, one: Rewriting, nation: str) -> str:
        """The scenario's name of the attachment that is changed; "" when nothing asks for it."""
        if one.kind == RULES:
            return self._conditions.named(one.name, nation)
        entries = self._by_name.get(one.name, [])
        entry = next((entry for entry in entries if entry.target == nation), None)
        return scenario_name(entry, entries) if entry is not None else ""

    def areas_changed(self, subject: Subject, value: str) -> Iterator[MapFacts]:
        """What areas are worth and whose they are, their terrain and zones."""
        new, _, option = value.rpartition(":")
        fresh = new.removeprefix(RESET)
        row = TERRITORY_OPTIONS.get(option)
        areas = subject.areas
        if row is None or not row.is_changing or not areas:
            self._refuse("territoryProperty", value)
        elif option == "territoryEffect":
            yield from self._terrain.replaced(areas, new)
        elif row.fact == "entry_captors":
            yield from self._captors(areas, new, row.switch)
        elif row.fact == "built":
            number = integer(subject.entry.name, fresh)
            yield set_fact("territory", areas, "production", number)
        elif (worth := self._worth(row, fresh)) is not None:
            yield set_fact("territory", areas, row.fact, worth)
        else:
            self._refuse("territoryProperty", value)

    def _worth(self, row: FactOption, fresh: str) -> object:
        """The new value of a fact of an area; None for one that is not played."""
        if row.shape == "flag" and fresh in ON_OFF:
            return fresh == "true"
        if row.shape == "number" and is_whole(fresh, 4):
            return int(fresh)
        if row.fact == "capital_of" and fresh in {"", NEUTRAL}:
            return NEUTRAL
        return fresh if row.shape == "name" and fresh in self._nations_of_map else None

    def _captors(self, areas: list[str], new: str, switch: str) -> Iterator[MapFacts]:
        """Who captures units there from now on, besides those who do where the list is kept."""
        if not self._records.is_on(switch):
            return
        nations = names_in(new.removeprefix(RESET))
        kept: MapFacts = {} if new.startswith(RESET) else {"is_added": True}
        for area in areas:
            yield set_fact("territory", [area], "entry_captors", nations) | kept

    def _refuse(self, option: str, value: str) -> None:
        what = value.rpartition(":")[2][:60]
        self._missing.add(f"option of TriggerAttachment {option}: {what}")


def _purchased(_: Effects, subject: Subject, value: str) -> Iterator[MapFacts]:
    units = _units(subject.entry, value.split(":"))[1]
    if units:
        yield {"kind": "unplaced", "nations": subject.nations, "units": units}


def _placed(_: Effects, subject: Subject, value: str) -> Iterator[MapFacts]:
    area, units = _units(subject.entry, value.split(":"), with_area=True)
    if units:
        where = {"nations": subject.nations, "territory": area}
        yield {"kind": "place", **where, "units": units}


def _removed(_: Effects, subject: Subject, value: str) -> Iterator[MapFacts]:
    area, units = _units(subject.entry, value.split(":"), with_area=True)
    where = {"nations": subject.nations, "territories": [] if area == "all" else [area]}
    for name, count in units.items():
        types = [] if name == "all" else [name]
        yield {"kind": "remove", **where, "types": types, "count": count}


def _land(_: Effects, subject: Subject, value: str) -> Iterator[MapFacts]:
    words = value.split(":")
    if len(words) != 4:
        raise DefinitionError(f"{shown(subject.entry.name)}: changeOwnership needs four words")
    area, previous, owner, conquest = words
    table: MapFacts = {"kind": "land", "owner": owner, "is_conquest": conquest == "true"}
    if area != "all":
        table["territory"] = area
    if previous != "any":
        table["previous"] = previous
    yield table


def _takes_a_rule(option: str, value: str) -> bool:
    """Whether it takes a production rule out of a buy list."""
    return option == "productionRule" and ":-" in value


def _units(
    entry: Attachment, words: list[str], *, with_area: bool = False
) -> tuple[str, dict[str, int]]:
    """An area, where one is expected, and units: each name means `count` of them.

    Maps switch a line off with the count 0.
    """
    count = 1
    if is_whole(words[0]):
        count, words = integer(entry.name, words[0]), words[1:]
    area = words.pop(0) if with_area and words else ""
    units: dict[str, int] = {}
    for name in words if count else ():
        units[name] = units.get(name, 0) + count
    return area, units


EffectReader: TypeAlias = Callable[[Effects, Subject, str], Iterator[MapFacts]]
"""What one value of an option does."""

EFFECT_OPTIONS: Final[Rows[EffectReader]] = rows(
    MapOption("resource", "effect: money, other resources or research dice", Effects.resource),
    MapOption("placement", "effect: new units on the board", _placed),
    MapOption("removeUnits", "effect: units that leave the board", _removed),
    MapOption("purchase", "effect: new units to place", _purchased),
    MapOption("frontier", "effect: another buy list", Effects.frontier),
    MapOption(
        "productionRule", "effect: a unit type in a buy list, or not any more", Effects.edited
    ),
    MapOption(
        "tech",
        "effect: a technology; those that the map makes up are refused",
        Effects.technologies,
    ),
    MapOption("changeOwnership", "effect: areas with another owner", _land),
    MapOption("victory", "effect: the end of the game, where Triggered Victory is on", Effects.won),
    MapOption("activateTrigger", "effect: another trigger", Effects.called),
    MapOption(
        "playerProperty",
        "effect: where a nation moves and builds, its levies, conditions",
        Effects.nations_changed,
    ),
    MapOption(
        "territoryProperty",
        "effect: what an area is worth and whose, its terrain and zones",
        Effects.areas_changed,
    ),
    MapOption(
        "unitProperty",
        "effect: simple numbers and abilities, others are refused",
        Effects.units_changed,
    ),
    MapOption(
        "availableTech",
        "effect: technologies that a nation can research, or not any more; refused where a die "
        "says which one is found",
        Effects.opened,
    ),
    MapOption(
        "relationshipChange",
        "effect: how two nations stand to each other",
        lambda _effects, _subject, value: relation_effect(value),
    ),
    MapOption("support", "set: support, nations", Effects.helped),
    MapOption(
        "territoryEffectProperty",
        "effect: which units terrain keeps out or stops, and how they fight there",
        Effects.terrain_changed,
    ),
)
"""What triggers do."""
