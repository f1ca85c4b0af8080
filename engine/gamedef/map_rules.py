"""What a map says besides the rule book: limits on units, and rules of single nations."""

from dataclasses import dataclass, replace

from engine.core.changes import RuleChange
from engine.core.ids import NationName
from engine.gamedef.changes import changed_bounds
from engine.gamedef.limits import BuildingRule, Restriction, UnitLimit
from engine.gamedef.nation_rules import NationRule


@dataclass(frozen=True, slots=True)
class MapRules:
    """Empty in the rule book's own game.

    limits: of numbers of units; building: where they are built; restrictions: where a nation may
      not go.
    nations: what is different for single nations; at most one entry for each.
    """

    limits: tuple[UnitLimit, ...] = ()
    building: tuple[BuildingRule, ...] = ()
    restrictions: tuple[Restriction, ...] = ()
    nations: tuple[NationRule, ...] = ()

    def of(self, nation: NationName) -> NationRule:
        """What is different for a nation; an entry without any difference for most."""
        for entry in self.nations:
            if entry.nation == nation:
                return entry
        return NationRule(nation)

    def with_bounds(self, change: RuleChange) -> "MapRules":
        """The same with a change of where a nation may not go."""
        return replace(self, restrictions=changed_bounds(self.restrictions, change))
