"""Third layer: what triggers make of nations: where they go and build, levies, capitals, prices."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from engine.core.errors import DefinitionError
from engine.gamedef.bounds import MAX_UNITS
from engine.gamedef.changes import number_fact
from engine.loading.fields import shown
from engine.loading.triplea.attachments import Records
from engine.loading.triplea.changed_units import set_fact
from engine.loading.triplea.conditions import Conditions
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.nations import ANYWHERE, LEVIES, LEVY, MOST, OWN_RULES, VALUED, levy_in
from engine.loading.triplea.players import PLAYER_OPTIONS
from engine.loading.triplea.rows import MapFacts
from engine.loading.triplea.words import ON_OFF, RESET, is_number, is_whole, names_in
from engine.values import dataclass

NationEffects: TypeAlias = Sequence[MapFacts] | None
"""What becomes of a change; None for a value that is not played."""


@dataclass(frozen=True, slots=True)
class NationChange:
    """What one playerProperty says: of which nations, in which attachment, and the new value.

    said: with a reset in front where there is one; new: without it.
    """

    nations: Sequence[str]
    attachment: str
    said: str
    new: str

    @property
    def is_of_rules(self) -> bool:
        """Whether it is about the rules of the nations themselves."""
        return self.attachment == OWN_RULES

    def to(self, fact: str, value: object) -> NationEffects:
        """A fact of these nations with a new value."""
        return [set_fact("nation", self.nations, fact, value)]


class ChangedNations:
    """What triggers make of nations."""

    def __init__(self, records: Records, conditions: Conditions, missing: MissingRules) -> None:
        """Nothing is read yet."""
        self._missing = missing
        self._conditions = conditions
        self._places_freely = records.is_on(ANYWHERE)
        self._is_valued = records.is_on(VALUED)
        self._has_levies = self._is_valued or records.is_on(LEVIES)
        self._own = {
            entry.target: entry
            for entry in records.of_kind("RulesAttachment")
            if entry.name == OWN_RULES
        }
        self._given = [
            value.removeprefix(RESET).removesuffix(f":{LEVY}")
            for entry in records.of_kind("TriggerAttachment")
            for value in entry.each("playerProperty")
            if value.endswith(f":{LEVY}")
        ]

    def changed(self, nations: Sequence[str], attachment: str, value: str) -> NationEffects:
        """The effects of one playerProperty; None for one that is not of nations, or not played.

        attachment: what the trigger changes, its class behind it.
        """
        said, _, option = value.rpartition(":")
        name = attachment.removesuffix(":RulesAttachment")
        change = NationChange(nations, name, said, said.removeprefix(RESET))
        if option in CHANGED_OPTIONS:
            return CHANGED_OPTIONS[option](self, change)
        row = PLAYER_OPTIONS.get(option)
        if row is None or not row.is_changing:
            return None
        fact = row.fact.removeprefix("nation_rules.")
        if row.shape == "flag" and change.new in ON_OFF:
            return change.to(fact, change.new == "true")
        if row.shape == "number" and is_whole(change.new, 4):
            return change.to(fact, int(change.new))
        if row.shape == "names":
            is_added = {} if change.new != change.said else {"is_added": True}
            return [set_fact("nation", change.nations, fact, names_in(change.new)) | is_added]
        return None

    def _levies(self, change: NationChange) -> NationEffects:
        """A number of areas and a unit type; a reset takes all other levies away before."""
        if not change.is_of_rules:
            return None
        effects: list[MapFacts] = []
        for nation in change.nations if self._has_levies else ():
            own = list(self._own[nation].each(LEVY)) if nation in self._own else []
            if self._is_valued and (not own or not change.new):
                self._missing.add(f"option of TriggerAttachment playerProperty: {LEVY}", nation)
            levies: dict[str, int] = {}
            if change.new != change.said:
                levies = {levy_in(text)[1]: 0 for text in (*own, *self._given) if text}
            effects += [_levy(nation, unit, per) for unit, per in levies.items()]
            if change.new:
                per, unit = levy_in(change.new)
                if not is_whole(per) or not 1 <= int(per) <= MOST:
                    raise DefinitionError(f"{shown(nation)}: {LEVY} needs a number of territories")
                effects.append(_levy(nation, unit, int(per)))
        return effects

    def _any_zone(self, change: NationChange) -> NationEffects:
        """Whether own land without a factory builds ships from now on."""
        if change.new not in ON_OFF:
            return None
        nations = change.nations if self._places_freely else ()
        for nation in nations:
            own = self._own[nation].each("placementPerTerritory") if nation in self._own else ()
            if all(value == "-1" for value in own):
                what = "placementAnySeaZone: without placementPerTerritory"
                self._missing.add(f"option of TriggerAttachment playerProperty: {what}", nation)
        is_on = change.new == "true"
        return [set_fact("nation", [nation], "places_in_any_zone", is_on) for nation in nations]

    def _bounds(self, change: NationChange) -> NationEffects:
        return change.to("bounds", names_in(change.new)) if change.is_of_rules else None

    def _inside(self, change: NationChange) -> NationEffects:
        return change.to("inside", change.new == "allowed") if change.is_of_rules else None

    def _most_placed(self, change: NationChange) -> NationEffects:
        if not change.is_of_rules or not is_number(change.new):
            return None
        return change.to("most_placed", min(max(0, int(change.new)), MAX_UNITS))

    def _research_price(self, change: NationChange) -> NationEffects:
        if not is_whole(change.new, 4) or not int(change.new):
            return None
        return change.to("research_price", int(change.new))

    def _switched(self, change: NationChange) -> NationEffects:
        """A condition that is on or off from now on."""
        if change.new not in ON_OFF:
            return None
        owners = [self._conditions.named(change.attachment, nation) for nation in change.nations]
        return [set_fact("condition", owners, "is_on", change.new == "true")]


def _levy(nation: str, unit: str, per: int) -> MapFacts:
    return set_fact("nation", [nation], number_fact("levies", unit), per)


CHANGED_OPTIONS: Final[Mapping[str, Callable[[ChangedNations, NationChange], NationEffects]]] = {
    LEVY: ChangedNations._levies,
    "placementAnySeaZone": ChangedNations._any_zone,
    "movementRestrictionTerritories": ChangedNations._bounds,
    "movementRestrictionType": ChangedNations._inside,
    "maxPlacePerTerritory": ChangedNations._most_placed,
    "techCost": ChangedNations._research_price,
    "switch": ChangedNations._switched,
}
"""What triggers change of nations in ways of their own; some rows of nations say more."""
