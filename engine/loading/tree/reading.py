"""A plain tree becomes a Definition: the strict reader of what a save or a scenario file says.

The tree holds tables (dict), lists, text, whole numbers and true or false, nothing else.  It is
written down in docs/formats/scenario-v1.md.  It is hostile: it may come from an opponent's save.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

from engine.core.errors import DefinitionError
from engine.gamedef.definition import Definition
from engine.gamedef.economy import Economy
from engine.gamedef.map_rules import MapRules
from engine.gamedef.politics import Politics
from engine.gamedef.script import Script
from engine.gamedef.setup import Setup
from engine.gamedef.technology import Technology
from engine.gamedef.under_way import NOTHING_YET
from engine.gamedef.victory import Victory
from engine.loading.fields import Node, shown
from engine.loading.normal import normal_definition
from engine.loading.record.reading import made
from engine.loading.record.shapes import layout_of
from engine.loading.record.values import Scope
from engine.loading.tree.all_names import scenario_names
from engine.loading.tree.areas import read_areas, read_board
from engine.loading.tree.blocks import read_blocks
from engine.loading.tree.checks import check_record
from engine.loading.tree.circles import check_calls, check_conditions, check_hit_changes
from engine.loading.tree.effort import check_effort
from engine.loading.tree.nations import Nations, read_nations
from engine.loading.tree.options import read_options
from engine.loading.tree.placements import read_placements
from engine.loading.tree.politics import check_treasuries, check_truces
from engine.loading.tree.rows import RewrittenTables
from engine.loading.tree.sequence import read_sequence
from engine.loading.tree.turn import check_turn
from engine.loading.tree.units import UnitTable, read_units

T = TypeVar("T")

FORMAT: Final = "scenario-v1"

GROUPS: Final = (
    Definition,
    Economy,
    MapRules,
    Politics,
    Script,
    Technology,
    Victory,
    RewrittenTables,
)
"""The classes whose fields are those of a scenario, besides ROWS."""

ROWS: Final = ("format", "nations", "units", "sequence", "land", "sea")
"""The fields of a scenario that must be there and are read by modules of their own."""

MORE_ROWS: Final = ("options", "blocks")
"""Those that may be missing."""


def definition_from_tree(tree: object, faults: list[DefinitionError] | None = None) -> Definition:
    """The game that a plain tree describes, in normal order (see normal_definition).

    faults: where those of rows are kept besides, for who wants to see all of them.
    Raises DefinitionError, and nothing else, with the place and the reason of the first fault.
    """
    groups = [key for kind in GROUPS for key in layout_of(kind).fields.by_key]
    whole = Node(tree, "")
    top = whole.table(ROWS, (*MORE_ROWS, *groups))
    top["format"].choice((FORMAT,), "a format that this version reads")
    scope = Scope(scenario_names(top), check_record, faults=faults)
    units = read_units(top["units"], scope)
    nations = read_nations(top["nations"], scope)
    areas = read_areas(top["land"], top["sea"], scope)
    sequence = read_sequence(top["sequence"], scope)

    def group(kind: type[T], **more: object) -> T:
        own = {
            key: value
            for key, value in whole.mapping().items()
            if key in layout_of(kind).fields.by_key
        }
        return made(kind, layout_of(kind).fields.read(Node(own, ""), scope) | more)

    rest, script = group(RewrittenTables), group(Script)
    technology, victory, map_rules = group(Technology), group(Victory), group(MapRules)
    if faults:
        # What fits together is asked of whole rows only.
        raise faults[0]
    board = read_board(areas, rest, top)
    check_hit_changes(top["units"], units.types)
    check_conditions(top.get("conditions", whole), script.conditions)
    check_calls(top.get("triggers", whole), script.triggers)
    politics = group(Politics, nations=nations.nations)
    check_truces(politics)
    economy = group(Economy, **_prices(units, nations))
    check_treasuries(economy)
    setup = Setup(
        owners=areas.owners,
        placements=read_placements(rest, board, units.types),
        resources={name: start.resources for name, start in nations.starts.items()},
        unplaced={name: start.unplaced for name, start in nations.starts.items() if start.unplaced},
        technologies={
            name: start.technologies for name, start in nations.starts.items() if start.technologies
        },
        round=rest.first_round,
        step=rest.first_step,
        happened=rest.happened,
        in_force=rest.in_force,
        unread=rest.unread,
        under_way=rest.under_way,
    )
    names = politics.nation_names
    blocks = top.get("blocks")
    if blocks and (rest.first_step or rest.first_round > 1 or rest.under_way != NOTHING_YET):
        raise blocks.error("a block game begins in its first round")
    definition = group(
        Definition,
        board=board,
        politics=politics,
        unit_types=units.types,
        sequence=sequence,
        economy=economy,
        technology=technology,
        victory=victory,
        setup=setup,
        map_rules=map_rules,
        script=script,
        options=read_options(top.get("options"), names),
        blocks=blocks and read_blocks(blocks, scope, board, units.types, names),
    )
    check_effort(definition)
    normal = normal_definition(definition)
    check_turn(normal)
    return normal


def _prices(units: UnitTable, nations: Nations) -> Mapping[str, object]:
    """What the rows of units and nations say about the economy."""
    starts = nations.starts.items()
    everything = tuple(units.prices)
    for name, start in starts:
        for what in start.buys or ():
            if what not in units.prices and what not in start.offers:
                text = f"the {name} buy {shown(what)}, and no offer of theirs says for what"
                raise DefinitionError(f"nations: {text}")
    return {
        "prices": units.prices,
        "reduced_prices": units.reduced_prices,
        "shipyard_prices": units.shipyard_prices,
        "buyers": {
            name: everything if start.buys is None else start.buys for name, start in starts
        },
        "offers": {name: start.offers for name, start in starts if start.offers},
    }
