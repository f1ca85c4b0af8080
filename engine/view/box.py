"""What is in the box and who holds what, as rows: units, options, phases, owners, technologies.

Rule: rule book, Game set-up (B7), The map (B29), Units (B48, B55), Sequence of play (B98),
Technology (B124, B125).
"""

from collections.abc import Mapping

from engine.core.ids import NEUTRAL, NationName, TerritoryName, UnitTypeName
from engine.gamedef import Definition, State, UnitType
from engine.gamedef.blocks import BLOCK_OPTIONS
from engine.gamedef.option_values import TRIPLEA_PROFILE, option_names, option_text
from engine.gamedef.unit_types import TechAbility
from engine.rules.common.tech_abilities import tech_ability_of
from engine.rules.common.values import IMPROVED_ARTILLERY
from engine.rules.economy.technology import technologies_of
from engine.values import dataclass
from engine.view.abilities import UnitAbility, abilities_of

Value = bool | int | Mapping[str, int]


@dataclass(frozen=True, slots=True)
class UnitRow:
    """One unit type; price 0 when it cannot be bought.

    technologies: pairs (technology, nations that have it in force) of those
    that change this type.
    """

    kind: UnitType
    price: int
    abilities: tuple[UnitAbility, ...]
    technologies: tuple[tuple[str, tuple[NationName, ...]], ...]


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One switch: its value here, what it says, its rule, and whether it may be changed."""

    name: str
    value: Value
    text: str
    source: str
    is_editable: bool


def unit_rows(definition: Definition, state: State | None = None) -> tuple[UnitRow, ...]:
    """All unit types in the order of the buy list."""
    rows: list[UnitRow] = []
    for kind in definition.unit_types.values():
        price = definition.economy.prices.get(kind.name, 0)
        rows.append(
            UnitRow(
                kind, price, abilities_of(definition, kind), _technologies(definition, state, kind)
            )
        )
    return tuple(rows)


def option_rows(definition: Definition) -> tuple[OptionRow, ...]:
    """All switches in the order of the rule book."""
    rows: list[OptionRow] = []
    for name in option_names() if definition.blocks is None else BLOCK_OPTIONS:
        text, source, editable = option_text(name)
        value: Value = getattr(definition.options, name)
        is_free = editable or name in definition.free_options
        rows.append(OptionRow(name, value, text, source, is_free))
    return tuple(rows)


def profile_rows(definition: Definition) -> tuple[tuple[OptionRow, bool], ...]:
    """The options that the profile `triplea` sets, each as it is here and with the value there.

    () in block games, which TripleA does not play.
    """
    return tuple(
        (row, TRIPLEA_PROFILE[row.name])
        for row in option_rows(definition)
        if row.name in TRIPLEA_PROFILE
    )


def phase_rows(definition: Definition) -> tuple[tuple[NationName, tuple[str, ...]], ...]:
    """The phases of a round that come in every round, nation by nation in turn order."""
    rows: dict[NationName, list[str]] = {}
    for step in definition.sequence:
        if not step.last_round:
            rows.setdefault(step.nation, []).append(step.phase)
    return tuple((nation, tuple(phases)) for nation, phases in rows.items())


def owner_rows(state: State) -> tuple[tuple[NationName, tuple[TerritoryName, ...]], ...]:
    """Land and sea zones with an owner, nation by nation; neutral land comes last."""
    rows: dict[NationName, list[TerritoryName]] = {
        name: [] for name in (*state.definition.politics.nation_names, NEUTRAL)
    }
    for area in state.definition.board.territories.values():
        owner = state.owners.get(area.name)
        if owner is not None:
            rows[owner].append(area.name)
        elif not area.is_sea and not area.is_impassable:
            rows[NEUTRAL].append(area.name)
    return tuple((owner, tuple(places)) for owner, places in rows.items())


def _technologies(
    definition: Definition, state: State | None, kind: UnitType
) -> tuple[tuple[str, tuple[NationName, ...]], ...]:
    """Technologies of this game that change a unit type, and who has them."""
    supports: set[UnitTypeName] = {
        name for rule in definition.support if rule.improvable for name in rule.givers
    }
    rows: list[tuple[str, tuple[NationName, ...]]] = []
    for name in technologies_of(definition):
        ability = tech_ability_of(kind, definition.options, name)
        launches = kind.guns.is_launcher and definition.technology.advance(name).rocket_range > 0
        supported = kind.name in supports and name == IMPROVED_ARTILLERY
        if launches or supported or ability != TechAbility(name):
            known = state.technologies if state is not None else {}
            have = tuple(n for n in definition.politics.nation_names if name in known.get(n, ()))
            rows.append((name, have))
    return tuple(rows)
