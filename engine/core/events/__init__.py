"""Everything that can happen, as frozen values.

Rules return events; `engine.core.evolve` applies them; reports are made from them.
"""

from typing import TypeAlias

from engine.core.events.battle import BattleEvent
from engine.core.events.block_cards import BlockCardEvent
from engine.core.events.block_year import BlockYearEvent
from engine.core.events.blocks import BlockEvent
from engine.core.events.economy import EconomyEvent
from engine.core.events.edit import EditEvent
from engine.core.events.movement import MovementEvent
from engine.core.events.politics import PoliticsEvent
from engine.core.events.theatres import TheatreEvent
from engine.core.events.triggers import TriggerEvent
from engine.core.events.turn import TurnEvent

Event: TypeAlias = (
    TurnEvent
    | MovementEvent
    | BattleEvent
    | EconomyEvent
    | EditEvent
    | TriggerEvent
    | PoliticsEvent
    | BlockEvent
    | BlockYearEvent
    | BlockCardEvent
    | TheatreEvent
)
"""Any event."""

__all__ = [
    "BattleEvent",
    "BlockCardEvent",
    "BlockEvent",
    "BlockYearEvent",
    "EconomyEvent",
    "EditEvent",
    "Event",
    "MovementEvent",
    "PoliticsEvent",
    "TheatreEvent",
    "TriggerEvent",
    "TurnEvent",
]
