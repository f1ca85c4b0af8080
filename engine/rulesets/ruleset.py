"""What a ruleset declares."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.core.agenda import Frame
from engine.core.errors import Illegal
from engine.gamedef import Definition, State
from engine.lazy import LazyFunction
from engine.orders.agreed import AgreedEdit
from engine.orders.move import Move
from engine.phases.phase import Phase
from engine.rules.common.frame import Events, FrameRules
from engine.rules.common.standing_orders import CheckInstruction, check_instruction
from engine.rules.movement.partial_moves import legal_part
from engine.rules.turn.sequence import resolve_next_step
from engine.rules.turn.setup import start_position
from engine.values import dataclass

if TYPE_CHECKING:
    from engine.rules.politics.edit import check_edit, resolve_edit
else:
    # Late: few games are ever edited.
    check_edit, resolve_edit = (
        LazyFunction("engine.rules.politics.edit", name) for name in ("check_edit", "resolve_edit")
    )


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A rule system as a list of its parts.

    phases: by the name that the sequence of a definition uses.
    frames: how each kind of frame is played.
    start: the position before the first phase; next_step: what follows when a phase is over.
    legal_part: a move for the units that can go, and the reasons against the others.
    check_edit, resolve_edit: what may be changed on the board by consent, and what that does.
    check_instruction: what is against a standing order, besides what is so in every game.
    """

    name: str
    phases: Mapping[str, Phase]
    frames: Mapping[type[Frame], FrameRules]
    start: Callable[[Definition], State] = start_position
    next_step: Callable[[State], Events] = resolve_next_step
    legal_part: Callable[[State, Move], tuple[Move | None, tuple[Illegal, ...]]] = legal_part
    check_edit: Callable[[State, AgreedEdit], tuple[Illegal, ...]] = check_edit
    resolve_edit: Callable[[State, AgreedEdit], Events] = resolve_edit
    check_instruction: CheckInstruction = check_instruction
