"""What a map adds to the rule book: limits on units, and rules for single nations."""

from typing import Annotated

from engine.core.changes import RuleChange
from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.gamedef.bounds import MAX_LIMITS, MAX_NATIONS, MAX_UNIT_TYPES
from engine.gamedef.changes import changed_bounds
from engine.gamedef.limits import BuildingRule, Restriction, UnitLimit
from engine.gamedef.nation_rules import NationRule
from engine.gamedef.schema import Key
from engine.marks import Doc, Items
from engine.values import dataclass, replace, with_value


@dataclass(frozen=True, slots=True)
class MapRules:
    """What a map adds to the rule book; empty in the rule book's own game."""

    limits: Annotated[tuple[UnitLimit, ...], Items(MAX_LIMITS), Doc("of numbers of units")] = ()
    building: Annotated[
        tuple[BuildingRule, ...],
        Items(MAX_UNIT_TYPES, unique=("type",)),
        Doc("where units are built"),
    ] = ()
    restrictions: Annotated[
        tuple[Restriction, ...], Items(MAX_LIMITS), Doc("where a nation may not go")
    ] = ()
    nations: Annotated[
        tuple[NationRule, ...],
        Key("nation_rules"),
        Items(MAX_NATIONS, unique=("nation",)),
        Doc("what is different for single nations; at most one entry for each"),
    ] = ()

    def of(self, nation: NationName) -> NationRule:
        """What is different for a nation; an entry without any difference for most."""
        for entry in self.nations:
            if entry.nation == nation:
                return entry
        return NationRule(nation)

    def with_bounds(self, change: RuleChange) -> "MapRules":
        """The same with a change of where a nation may not go."""
        return replace(self, restrictions=changed_bounds(self.restrictions, change))

    def with_fact(self, change: RuleChange) -> "MapRules":
        """The same with another value of a fact that has the name of a field of NationRule."""
        return self._with_rule(
            with_value(self.of(NationName(change.name)), change.fact, change.value)
        )

    def with_levy(self, nation: NationName, unit: UnitTypeName, per: int) -> "MapRules":
        """The same with another number of areas for which a nation gets a unit, 0 for none."""
        return self._with_rule(self.of(nation).with_levy(unit, per))

    def with_building(
        self, unit: UnitTypeName, field: str, name: str, *, is_so: bool
    ) -> "MapRules":
        """The same where a unit may be built beside another one, or may not be built in an area.

        field: "needs" or "not_in"; is_so: or not any more.
        """
        known = (rule for rule in self.building if rule.type == unit)
        before = next(known, BuildingRule(unit))
        if field == "not_in":
            rule = before.shut(TerritoryName(name), is_so=is_so)
        else:
            rule = before.with_need((UnitTypeName(name),), is_so=is_so)
        others = tuple(rule for rule in self.building if rule.type != unit)
        return replace(self, building=(*others, rule))

    def _with_rule(self, rule: NationRule) -> "MapRules":
        others = tuple(entry for entry in self.nations if entry.nation != rule.nation)
        return replace(self, nations=(*others, rule))
