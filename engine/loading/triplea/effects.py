"""What triggers do, as typed effects of a scenario.

One property switches on all triggers; another one, those that end the game.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from engine.core.errors import DefinitionError
from engine.core.ids import NEUTRAL
from engine.gamedef.bounds import MAX_UNITS
from engine.loading.fields import shown
from engine.loading.triplea.changed_actions import ChangedActions, is_of_action
from engine.loading.triplea.changed_units import ChangedUnits, set_fact
from engine.loading.triplea.conditions import (
    Conditions,
    Table,
    by_name,
    fitting_name,
    scenario_name,
)
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.nations import ChangedNations
from engine.loading.triplea.prices import Prices
from engine.loading.triplea.records import TRIGGERED_VICTORY, USE_TRIGGERS, Attachment, Records
from engine.loading.triplea.relations import relation_effect
from engine.loading.triplea.rewritten import (
    RULES,
    Rewriting,
    changed_name,
    rewriting_of,
    slot_name,
)
from engine.loading.triplea.technologies import technology_called
from engine.loading.triplea.terrain import ChangedTerrain
from engine.loading.triplea.turns import read_resource_names
from engine.loading.triplea.words import RESET, RESOURCES, integer, is_number, is_whole

_NATIONS_OF: Final = {"capital": "capital_of", "originalOwner": "first_owner"}
"""Options of areas that name a nation, and the facts that they become."""

_HANDLED: Final = frozenset(
    (
        "conditions",
        "trigger",
        "conditionType",
        "invert",
        "when",
        "uses",
        "chance",
        "chanceIncrementOnFailure",
        "chanceDecrementOnSuccess",
        "players",
        "notification",
        "resourceCount",
        "unitType",
        "unitAttachmentName",
        "territories",
        "territoryAttachmentName",
        "territoryEffects",
        "territoryEffectAttachmentName",
        "playerAttachmentName",
    )
)
"""Options that say when and for whom, or belong to another one."""


class Effects:
    """What the triggers of a map do, and the buy lists that they exchange."""

    def __init__(
        self,
        records: Records,
        conditions: Conditions,
        prices: Prices,
        nations: Sequence[str],
        supports: Collection[str],
        missing: Missing,
    ) -> None:
        """Nothing is read yet; supports: names of support attachments that do anything."""
        self._records = records
        self._conditions = conditions
        self._prices = prices
        self._missing = missing
        self._by_name = by_name(records, "TriggerAttachment", nations)
        self._supports = supports
        self.changes_buy_lists = False
        self._terrain = ChangedTerrain(records, missing)
        self._units = ChangedUnits(records, missing)
        self._nations = ChangedNations(records, missing)
        self._actions = ChangedActions(records, nations, missing)
        self._nations_of_map = frozenset(nations)

    def of(self, entry: Attachment) -> Iterator[Table]:
        """What a trigger does.

        Rules leave a buy list before others come: a unit type that goes with one rule and comes
        with another is on the list afterwards.
        """
        nations = _names(entry.values().get("players", "")) or [entry.target]
        all_happen = self._records.is_on(USE_TRIGGERS)
        for name, value in sorted(entry.options, key=lambda said: not _takes_a_rule(*said)):
            if name not in _HANDLED and value and (all_happen or name == "victory"):
                yield from self._effect(entry, name, value, nations)

    def _effect(
        self, entry: Attachment, name: str, value: str, nations: list[str]
    ) -> Iterator[Table]:
        to: Table = {"nations": nations}
        match name:
            case "purchase":
                units = _units(entry, value.split(":"))[1]
                if units:
                    yield {"kind": "unplaced", **to, "units": units}
            case "placement":
                area, units = _units(entry, value.split(":"), with_area=True)
                if units:
                    yield {"kind": "place", **to, "territory": area, "units": units}
            case "removeUnits":
                yield from _removed(entry, value, to)
            case "resource":
                yield from self._resource(entry, value, to)
            case "tech":
                yield from self._technologies(value, to)
            case "availableTech":
                yield from self._opened(value, to)
            case "support":
                yield from self._helped(value, nations)
            case "victory":
                if self._records.is_on(TRIGGERED_VICTORY):
                    yield {"kind": "win", **to, "message": " ".join(value.split())}
            case _:
                yield from self._other_effect(entry, name, value, nations)

    def _other_effect(
        self, entry: Attachment, name: str, value: str, nations: list[str]
    ) -> Iterator[Table]:
        match name:
            case "frontier":
                self.changes_buy_lists = True
                yield set_fact("nation", nations, "buy_list", value)
            case "productionRule":
                yield from self._edited(value)
            case "changeOwnership":
                yield _land(entry, value)
            case "activateTrigger":
                yield {"kind": "call", **self.call(entry, value)}
            case "relationshipChange":
                yield from relation_effect(value)
            case "playerProperty":
                yield from self._of_nations(entry, value, nations)
            case "territoryProperty":
                yield from self._of_areas(entry, value)
            case "territoryEffectProperty":
                yield from self._terrain.changed(entry, value)
            case "unitProperty":
                yield from self._units.changed(entry, value)

    def call(self, entry: Attachment, value: str) -> Table:
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

    def _edited(self, value: str) -> Iterator[Table]:
        """A rule of a list: its unit can be bought from now on, or not any more."""
        listed, _, rule = value.partition(":")
        self.changes_buy_lists = True
        word = rule.removeprefix("-")
        if word not in self._prices.rules:
            raise DefinitionError(f"production: there is no production rule {shown(rule)}")
        unit, added = self._prices.rules[word], word == rule
        # A rule without a unit is refused by itself.
        if unit:
            # What is not sold for PUs alone costs the same whenever it is in the list.
            is_plain = word in self._prices.rule_prices
            has_price = added and is_plain and bool(self._prices.list_prices)
            price = {"price": self._prices.rule_prices[word]} if has_price else {}
            edit = {"kind": "edit_buy_list", "buy_list": listed, "unit": unit, "is_added": added}
            yield edit | price

    def _resource(self, entry: Attachment, value: str, to: Table) -> Iterator[Table]:
        amount = integer(entry.name, entry.values().get("resourceCount", "0"))
        known = dict.fromkeys(read_resource_names(self._records)) | RESOURCES
        if value not in known:
            raise DefinitionError(f"there is no resource {shown(value)}")
        if amount:
            name = RESOURCES.get(value, value)
            yield {"kind": "resource", **to, "resource": name, "amount": amount}

    def _technologies(self, value: str, to: Table) -> Iterator[Table]:
        for word in value.split(":"):
            ours = technology_called(self._records, word)
            if ours:
                yield {"kind": "technology", **to, "technology": ours}
            else:
                self._missing.add("option of TriggerAttachment tech: technologies of the map")

    def _helped(self, value: str, nations: list[str]) -> Iterator[Table]:
        """Nations for which support is in force from now on; with a minus, not any more."""
        for word in value.split(":"):
            name = fitting_name(word.removeprefix("-"))
            if name in self._supports:
                change = "is_removed" if word.startswith("-") else "is_added"
                yield set_fact("support", [name], "nations", nations) | {change: True}

    def _opened(self, value: str, to: Table) -> Iterator[Table]:
        """Technologies that nations can research from now on; with a minus, not any more."""
        for word in value.split(":")[1:]:
            ours = technology_called(self._records, word.removeprefix("-"))
            if ours:
                added = not word.startswith("-")
                yield {"kind": "edit_research", **to, "technology": ours, "is_added": added}
            else:
                self._missing.add("option of TriggerAttachment availableTech: made-up technologies")

    def _of_nations(self, entry: Attachment, value: str, nations: list[str]) -> Iterator[Table]:
        """Rules of nations that change: where they may go, and conditions switched on or off."""
        new, _, option = value.rpartition(":")
        new = new.removeprefix(RESET)
        attachment = entry.values().get("playerAttachmentName", "").removesuffix(":RulesAttachment")
        match option:
            case "movementRestrictionTerritories" if attachment == "rulesAttachment":
                yield set_fact("nation", nations, "bounds", _names(new))
            case "productionPerXTerritories" if attachment == "rulesAttachment":
                yield from self._nations.levies(nations, value.rpartition(":")[0])
            case "maxPlacePerTerritory" if attachment == "rulesAttachment" and is_number(new):
                most = min(max(0, int(new)), MAX_UNITS)
                yield set_fact("nation", nations, "most_placed", most)
            case "placementAnySeaZone" if new in {"true", "false"}:
                yield from self._nations.any_zone(nations, is_on=new == "true")
            case "movementRestrictionType" if attachment == "rulesAttachment":
                yield set_fact("nation", nations, "inside", new == "allowed")
            case "destroysPUs" | "immuneToBlockade" if new in {"true", "false"}:
                fact = "treasury_is_lost" if option == "destroysPUs" else "is_unblockaded"
                yield set_fact("nation", nations, fact, new == "true")
            case "retainCapitalNumber" | "retainCapitalProduceNumber" if is_whole(new, 4):
                is_money = option == "retainCapitalNumber"
                fact = "capitals_for_money" if is_money else "capitals_for_income"
                yield set_fact("nation", nations, fact, int(new))
            case "techCost" if is_whole(new, 4) and int(new):
                yield set_fact("nation", nations, "research_price", int(new))
            case "switch" if new in {"true", "false"}:
                names = [self._conditions.named(attachment, nation) for nation in nations]
                yield set_fact("condition", names, "is_on", new == "true")
            case _:
                yield from self._of_attachments(entry, value)

    def _of_attachments(self, entry: Attachment, value: str) -> Iterator[Table]:
        """What conditions and other triggers ask from now on."""
        one = rewriting_of(entry, value)
        if one is None and is_of_action(entry):
            yield from self._actions.changed(entry, value)
            return
        if one is None:
            option = value.rpartition(":")[2]
            self._missing.add(f"option of TriggerAttachment playerProperty: {option[:60]}")
            return
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

    def _of_areas(self, entry: Attachment, value: str) -> Iterator[Table]:
        new, _, option = value.rpartition(":")
        areas = _names(entry.values().get("territories", ""))
        fresh = new.removeprefix(RESET)
        if option == "production" and areas:
            yield set_fact("territory", areas, "production", integer(entry.name, fresh))
        elif option == "kamikazeZone" and areas and fresh in {"true", "false"}:
            yield set_fact("territory", areas, "kamikaze_zone", fresh == "true")
        elif option == "blockadeZone" and areas and fresh in {"true", "false"}:
            yield set_fact("territory", areas, "blockade_zone", fresh == "true")
        elif option == "victoryCity" and areas and is_whole(fresh, 4):
            yield set_fact("territory", areas, "victory_cities", int(fresh))
        elif option == "capital" and areas and fresh in {"", NEUTRAL}:
            yield set_fact("territory", areas, "capital_of", NEUTRAL)
        elif option in _NATIONS_OF and areas and fresh in self._nations_of_map:
            yield set_fact("territory", areas, _NATIONS_OF[option], fresh)
        elif option == "captureUnitOnEnteringBy" and areas:
            yield from self._captors(areas, new)
        elif option == "territoryEffect" and areas:
            yield from self._terrain.replaced(areas, new)
        else:
            self._missing.add(f"option of TriggerAttachment territoryProperty: {option[:60]}")

    def _captors(self, areas: list[str], new: str) -> Iterator[Table]:
        """Who captures units there from now on, besides those who do where the list is kept."""
        if self._records.properties.get("Capture Units On Entering Territory") != "true":
            return
        names = _names(new.removeprefix(RESET))
        kept: Table = {} if new.startswith(RESET) else {"is_added": True}
        for area in areas:
            yield set_fact("territory", [area], "entry_captors", names) | kept


def _takes_a_rule(option: str, value: str) -> bool:
    """Whether it takes a production rule out of a buy list."""
    return option == "productionRule" and ":-" in value


def _names(text: str) -> list[str]:
    return list(dict.fromkeys(name for name in text.split(":") if name))


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


def _removed(entry: Attachment, value: str, to: Table) -> Iterator[Table]:
    area, units = _units(entry, value.split(":"), with_area=True)
    areas = [] if area == "all" else [area]
    for name, count in units.items():
        types = [] if name == "all" else [name]
        yield {"kind": "remove", **to, "territories": areas, "types": types, "count": count}


def _land(entry: Attachment, value: str) -> Table:
    words = value.split(":")
    if len(words) != 4:
        raise DefinitionError(f"{shown(entry.name)}: changeOwnership needs four words")
    area, previous, owner, conquest = words
    table: Table = {"kind": "land", "owner": owner, "is_conquest": conquest == "true"}
    if area != "all":
        table["territory"] = area
    if previous != "any":
        table["previous"] = previous
    return table
