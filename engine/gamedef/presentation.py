"""What a scenario says that no rule reads: other words, places in a picture, remarks.

It may change from one version of the program to the next without the game becoming another one, so
it is left out of the form by which a save names a scenario of the program (ADR 0038).
"""

from engine.gamedef.definition import Definition
from engine.values import replace


def rules_only(definition: Definition) -> Definition:
    """The definition without aliases, places and notes; it plays exactly as before."""
    board = definition.board
    return replace(
        definition,
        notes="",
        unit_types={
            name: replace(kind, aliases=()) for name, kind in definition.unit_types.items()
        },
        board=replace(
            board,
            territories={
                name: replace(area, place=None) for name, area in board.territories.items()
            },
        ),
    )


def presented_like(definition: Definition, other: Definition) -> Definition:
    """The definition with the aliases and notes of another one, as far as it has none.

    For a game by rules that its scenario had in an earlier version.  It stays as it is unless both
    have the same areas.
    """
    if definition.board.territories.keys() != other.board.territories.keys():
        return definition
    return replace(
        definition,
        notes=definition.notes or other.notes,
        unit_types={
            name: replace(kind, aliases=kind.aliases or other.unit_types[name].aliases)
            if name in other.unit_types
            else kind
            for name, kind in definition.unit_types.items()
        },
    )
