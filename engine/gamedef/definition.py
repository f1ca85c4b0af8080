"""What is in the box, in groups of what is used together.

Another game is other data, not another program (B1 to B3, B56).
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

from engine.core.changes import RuleChange, Subject
from engine.core.ids import NEUTRAL, NOBODY, NationName, TerritoryName, UnitTypeName
from engine.gamedef.blocks import BlockGame
from engine.gamedef.board import GameBoard
from engine.gamedef.changes import (
    BATCH_OF,
    FACTS,
    NATION_FACTS,
    PRICE_OF,
    SIDE_FACTS,
    building_parts,
    changed_area,
    changed_unit,
    parts_of,
    value_of,
)
from engine.gamedef.combat_rules import CombatRules
from engine.gamedef.economy import Economy
from engine.gamedef.map_rules import MapRules
from engine.gamedef.options import Options
from engine.gamedef.politics import Politics
from engine.gamedef.schema import ELSEWHERE, NOTES, OPTIONAL, Faces, OptionName
from engine.gamedef.script import Script
from engine.gamedef.sequence import SequenceStep
from engine.gamedef.setup import Setup
from engine.gamedef.technology import Technology
from engine.gamedef.unit_types import SupportRules, UnitType, helped_by
from engine.gamedef.victory import Victory
from engine.marks import Doc
from engine.values import dataclass, field, replace


@dataclass(frozen=True)
class Definition:
    """A game that can be played; immutable.

    A group that needs work only once (such as who is on whose side) does it when it is first
    asked; a definition with one group replaced shares the others.
    """

    name: Annotated[str, Doc("what the scenario is called, for people as well")]
    version: Annotated[str, Doc("of the scenario")]
    ruleset: Annotated[str, Doc("which declaration in engine/rulesets plays it")]
    board: Annotated[GameBoard, ELSEWHERE, Doc("areas, borders, canals and capitals")]
    politics: Annotated[Politics, ELSEWHERE, Doc("nations and their relations")]
    unit_types: Annotated[
        Mapping[UnitTypeName, UnitType], ELSEWHERE, Doc("by name, in the order of the buy list")
    ]
    sequence: Annotated[tuple[SequenceStep, ...], ELSEWHERE, Doc("the steps of a round")]
    support: Annotated[SupportRules, Doc("how units help each other")] = ()
    economy: Annotated[Economy, ELSEWHERE, Doc("resources, prices and buyers")] = field(
        default_factory=Economy
    )
    technology: Annotated[Technology, ELSEWHERE, Doc("what can be researched")] = field(
        default_factory=Technology
    )
    victory: Annotated[Victory, ELSEWHERE, Doc("the ways to win")] = field(default_factory=Victory)
    setup: Annotated[Setup, ELSEWHERE, Doc("the start position")] = field(default_factory=Setup)
    map_rules: Annotated[MapRules, ELSEWHERE, Doc("what a map adds to the rule book")] = field(
        default_factory=MapRules
    )
    script: Annotated[Script, ELSEWHERE, Doc("conditions, triggers and objectives")] = field(
        default_factory=Script
    )
    blocks: Annotated[
        BlockGame | None, ELSEWHERE, Doc("what only a block game has, None for any other")
    ] = None
    options: Annotated[Options, ELSEWHERE, Doc("the switches")] = field(default_factory=Options)
    free_options: Annotated[
        tuple[OptionName, ...],
        Doc(
            "switches that the players of this scenario may change besides those that the "
            "players of every game may"
        ),
    ] = ()
    dice_sides: Annotated[Faces, OPTIONAL, Doc("faces of a die")] = 6
    notes: Annotated[str, NOTES, Doc("what the author of the scenario says, plain text")] = ""

    @cached_property
    def infrastructure(self) -> frozenset[UnitTypeName]:
        """The types of units that are infrastructure."""
        return frozenset(name for name, kind in self.unit_types.items() if kind.is_infrastructure)

    @cached_property
    def destroyers(self) -> frozenset[UnitTypeName]:
        """The types of units that are destroyers."""
        return frozenset(
            name for name, kind in self.unit_types.items() if kind.undersea.is_destroyer
        )

    @cached_property
    def submarines(self) -> frozenset[UnitTypeName]:
        """The types of units that are submarines."""
        return frozenset(
            name for name, kind in self.unit_types.items() if kind.undersea.is_submarine
        )

    @cached_property
    def early_shooters(self) -> frozenset[UnitTypeName]:
        """The types of units that may fire before others in a round of a battle."""
        return self.submarines | {
            name
            for name, kind in self.unit_types.items()
            if kind.gunnery.first_in_attack or kind.gunnery.first_in_defence
        }

    @cached_property
    def fires_apart(self) -> bool:
        """Whether some units of a segment fire apart, by whom they can hit or what a hit costs."""
        return any(
            kind.gunnery.cannot_hit or kind.gunnery.cannot_be_hit_by or kind.sacrifice.dies_hitting
            for kind in self.unit_types.values()
        )

    @cached_property
    def helps_by_owner(self) -> bool:
        """Whether some units help others of certain nations only."""
        return any(rule.depends_on_owner for rule in self.support)

    def related(self, one: NationName, other: NationName, name: str, since: int) -> "Definition":
        """The same definition with another relation between two nations from a round on."""
        return replace(self, politics=self.politics.related(one, other, name, since))

    def changed(self, change: RuleChange) -> "Definition":
        """The same definition with one change; KeyError for a name that it does not hold."""
        match change.subject, change.value:
            case "unit", int() as value if parts := building_parts(change.fact):
                unit, (field, other) = UnitTypeName(change.name), parts
                rules = self.map_rules.with_building(unit, field, other, is_so=bool(value))
                return replace(self, map_rules=rules)
            case "unit", value:
                unit = UnitTypeName(change.name)
                kind = changed_unit(self.unit_types[unit], change.fact, value)
                return replace(self, unit_types={**self.unit_types, unit: kind})
            case "territory", value:
                name = TerritoryName(change.name)
                area = changed_area(self.board.territories[name], change.fact, value)
                areas = {**self.board.territories, name: area}
                return replace(self, board=replace(self.board, territories=areas))
            case "nation", _:
                return self._nation_changed(change)
            case "buy_list", int() as value if change.fact.startswith(PRICE_OF):
                unit = UnitTypeName(change.fact.removeprefix(PRICE_OF))
                return replace(self, economy=self.economy.with_price(change.name, unit, value))
            case "buy_list", int() as value if change.fact.startswith(BATCH_OF):
                unit = UnitTypeName(change.fact.removeprefix(BATCH_OF))
                return replace(self, economy=self.economy.with_batch(change.name, unit, value))
            case "buy_list", tuple() as value:
                names = tuple(map(UnitTypeName, value))
                economy = self.economy.with_list(change.name, names, self.unit_types)
                return replace(self, economy=economy)
            case "action", int():
                return replace(self, politics=self.politics.with_action(change))
            case "support", tuple() as value:
                return replace(
                    self,
                    support=helped_by(self.support, change.name, tuple(map(NationName, value))),
                )
            case "condition", str() as value:
                return replace(self, script=self.script.rewritten(change.name, value))
            case "condition", bool() as value:
                return replace(self, script=self.script.switched(change.name, value))
        raise KeyError(f"{change.subject} {change.fact}")

    def _nation_changed(self, change: RuleChange) -> "Definition":
        name, fact = NationName(change.name), change.fact
        parts = parts_of("nation", fact)
        match change.value:
            case str() as value:
                economy = self.economy.with_list_of(name, value, self.unit_types)
                return replace(self, economy=economy)
            case _ if fact in SIDE_FACTS:
                return replace(self, politics=self.politics.with_fact(change))
            case int() as value if parts is not None:
                return replace(
                    self, map_rules=self.map_rules.with_levy(name, UnitTypeName(parts[1]), value)
                )
            case _ if fact in NATION_FACTS:
                return replace(self, map_rules=self.map_rules.with_fact(change))
        return replace(self, map_rules=self.map_rules.with_bounds(change))

    def listed(self, subject: Subject, name: str, fact: str) -> tuple[str, ...]:
        """The names in a list of an area, a nation, a unit type or support; KeyError for none."""
        value: object
        match subject:
            case "support" if fact == "nations":
                value = next(rule.nations for rule in self.support if rule.name == name)
            case "territory" if fact in FACTS["territory"]:
                value = getattr(self.board.territories[TerritoryName(name)], fact)
            case "nation" if fact in NATION_FACTS:
                value = getattr(self.map_rules.of(NationName(name)), fact)
            case "unit":
                value = value_of(self.unit_types[UnitTypeName(name)], fact)
            case _:
                raise KeyError(f"{subject} {fact}")
        if not isinstance(value, tuple):
            raise KeyError(f"{subject} {fact}")
        return value

    def original_owner(self, territory: TerritoryName) -> NationName:
        """The original owner (B34); NEUTRAL for land without one, "" for open sea."""
        first = self.board.territories[territory].first_owner
        if first:
            return first
        if territory in self.setup.owners:
            return self.setup.owners[territory]
        return NOBODY if self.board.is_sea[territory] else NEUTRAL

    def combat_rules(self) -> CombatRules:
        """What units the game has and how they fight: all that the odds of two forces need."""
        return CombatRules(
            unit_types=self.unit_types,
            prices=self.economy.prices,
            support=self.support,
            technologies=self.technology.names,
            options=self.options,
            dice_sides=self.dice_sides,
        )
