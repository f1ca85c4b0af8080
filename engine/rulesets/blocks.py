"""The block game of Triumph & Tragedy (docs/adr/0018-block-games.md)."""

from typing import Final

from engine.core.agenda import (
    BlockBattleFrame,
    CommandTieFrame,
    DrawFrame,
    ExchangeFrame,
    ForcedRetreatFrame,
    TurnOrderFrame,
)
from engine.phases.block_combat import COMBAT
from engine.phases.block_command import COMMAND
from engine.phases.block_deploy import DEPLOY
from engine.phases.block_government import DIPLOMACY, DISCARD, GOVERNMENT, MUSTER
from engine.phases.block_movement import MOVEMENT
from engine.phases.block_production import PRODUCTION
from engine.phases.block_start import ALLIANCE, OVERTURES, REINFORCE
from engine.phases.block_supply import SUPPLY
from engine.phases.block_turn_order import TURN_ORDER
from engine.rules.blocks.aggression import whole_move
from engine.rules.blocks.alignment import EXCHANGE_FRAME
from engine.rules.blocks.battle import BLOCK_BATTLE_FRAME
from engine.rules.blocks.draw import DRAW_FRAME
from engine.rules.blocks.edit import check_block_edit, resolve_block_edit
from engine.rules.blocks.forced import FORCED_RETREAT_FRAME
from engine.rules.blocks.standing_orders import check_block_instruction
from engine.rules.blocks.turn_order import COMMAND_TIE_FRAME, TURN_ORDER_FRAME
from engine.rules.blocks.year import resolve_next_block_step, start_of_blocks
from engine.rulesets.ruleset import Ruleset

_PHASES = (
    TURN_ORDER,
    DEPLOY,
    REINFORCE,
    OVERTURES,
    ALLIANCE,
    PRODUCTION,
    GOVERNMENT,
    DIPLOMACY,
    MUSTER,
    DISCARD,
    COMMAND,
    MOVEMENT,
    COMBAT,
    SUPPLY,
)

BLOCKS: Final = Ruleset(
    name="blocks",
    phases={phase.name: phase for phase in _PHASES},
    frames={
        TurnOrderFrame: TURN_ORDER_FRAME,
        CommandTieFrame: COMMAND_TIE_FRAME,
        DrawFrame: DRAW_FRAME,
        BlockBattleFrame: BLOCK_BATTLE_FRAME,
        ExchangeFrame: EXCHANGE_FRAME,
        ForcedRetreatFrame: FORCED_RETREAT_FRAME,
    },
    start=start_of_blocks,
    next_step=resolve_next_block_step,
    legal_part=whole_move,
    check_edit=check_block_edit,
    resolve_edit=resolve_block_edit,
    check_instruction=check_block_instruction,
)
