"""A Definition becomes a plain tree, the form in which a save holds its game."""

from collections.abc import Mapping
from dataclasses import fields

from engine.core.errors import DefinitionError
from engine.gamedef.definition import Definition
from engine.gamedef.options import Options
from engine.loading.record.reading import plain_record
from engine.loading.tree.areas import plain_areas, plain_borders
from engine.loading.tree.blocks import plain_blocks
from engine.loading.tree.nations import plain_nations
from engine.loading.tree.placements import plain_setup
from engine.loading.tree.reading import FORMAT, definition_from_tree
from engine.loading.tree.rows import RewrittenTables
from engine.loading.tree.sequence import plain_sequence
from engine.loading.tree.units import UnitTable, plain_units


def tree_from_definition(definition: Definition) -> dict[str, object]:
    """The tree that definition_from_tree reads back as an equal definition.

    Only dict with text keys, list, text, whole numbers and true or false; the same definition
    always gives the same tree.
    Raises DefinitionError when the definition breaks a rule of the format or is not in normal
    order (normal_definition brings it there), because units would get other numbers then.
    """
    tree = _tree(definition)
    read = definition_from_tree(tree)
    if read != definition or list(read.board.is_sea) != list(definition.board.is_sea):
        raise DefinitionError("the definition is not in normal order; use normal_definition")
    return tree


def _tree(definition: Definition) -> dict[str, object]:
    board, economy = definition.board, definition.economy
    setup = definition.setup
    sound, stacks = plain_setup(setup.placements)
    rest = RewrittenTables(
        plain_borders(board),
        sound,
        board.canals,
        stacks,
        first_round=setup.round,
        first_step=setup.step,
        happened=setup.happened,
        in_force=setup.in_force,
        unread=setup.unread,
        under_way=setup.under_way,
    )
    units = UnitTable(
        definition.unit_types, economy.prices, economy.reduced_prices, economy.shipyard_prices
    )
    tree: dict[str, object] = {
        "format": FORMAT,
        **plain_record(definition),
        "nations": plain_nations(definition),
        "units": plain_units(units),
    }
    tree |= plain_record(definition.technology)
    tree |= plain_record(economy) | plain_record(definition.politics)
    tree["sequence"] = plain_sequence(definition.sequence)
    tree |= plain_record(definition.map_rules) | plain_record(definition.script)
    tree |= plain_record(definition.victory)
    tree |= {"options": _options(definition.options), **plain_areas(definition)}
    if definition.blocks is not None:
        tree["blocks"] = plain_blocks(definition.blocks)
    return tree | plain_record(rest)


def _options(options: Options) -> dict[str, object]:
    """All options, so that a default that changes does not change a game that has begun."""
    values: dict[str, object] = {item.name: getattr(options, item.name) for item in fields(options)}
    return {
        name: dict(sorted(value.items())) if isinstance(value, Mapping) else value
        for name, value in values.items()
    }
