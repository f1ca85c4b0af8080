"""What a position of a block game holds besides units, owners and agenda.

Strength and the mark of a submarine that has escaped stand in the unit itself.
Decision: docs/adr/0024-block-games.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.ids import NationName, TerritoryName, UnitId


@dataclass(frozen=True, slots=True)
class BlockMove:
    """How a unit moved in the movement phase under way.

    path: every area, start and end included.
    is_strategic: at double speed.
    is_engaging: it entered a battle or hostile land; is_disengaging: it left a battle.
    is_invading: it came ashore out of a convoy; is_bombing: it went to bomb an empty area.
    """

    path: tuple[TerritoryName, ...]
    is_strategic: bool = False
    is_engaging: bool = False
    is_disengaging: bool = False
    is_invading: bool = False
    is_bombing: bool = False

    @property
    def start(self) -> TerritoryName:
        """Where it began the phase."""
        return self.path[0]

    @property
    def origin(self) -> TerritoryName:
        """The last area before the one it ended in."""
        return self.path[-2]


@dataclass(frozen=True, slots=True)
class BlockTurn:
    """What the turn under way has done; emptied when it ends.

    command: units that may move; kind: ``"card"``, ``"emergency"``, ``"pass"``, "" before.
    moves: by unit, in order of movement.
    fought: areas in which a battle was fought; raided: those in which it was a raid only.
    retreats: borders over which a ground unit retreated, as (from, to), one entry each.
    """

    command: int = 0
    kind: str = ""
    moves: Mapping[UnitId, BlockMove] = field(default_factory=dict)
    fought: tuple[TerritoryName, ...] = ()
    raided: tuple[TerritoryName, ...] = ()
    retreats: tuple[tuple[TerritoryName, TerritoryName], ...] = ()


@dataclass(frozen=True, slots=True)
class BlockState:
    """The position of a block game.

    order: the nations in the order of this year.
    wars: pairs of nations at war, each pair and the list sorted.
    violated: pairs (nation, country) whose neutrality it has violated, sorted.
    turn: the turn under way.
    """

    order: tuple[NationName, ...]
    wars: tuple[tuple[NationName, NationName], ...] = ()
    violated: tuple[tuple[NationName, str], ...] = ()
    turn: BlockTurn = field(default_factory=BlockTurn)
