"""What a player can write, as frozen values; one file per subject.

An *action*, what the log of a game holds, is an order or the result of a roll.  What the players
have *agreed* to stands in the log as well, in records of another kind.
"""

from typing import TypeAlias

from engine.core.chance import RollResult
from engine.orders.agreed import Agreed, AgreeDraw, Edit, GiveUp
from engine.orders.battle import (
    Bombard,
    Fight,
    FireRocket,
    HitFirst,
    Intercept,
    Lose,
    Press,
    Retreat,
    Scramble,
    Settle,
    Strike,
    Submerge,
)
from engine.orders.blocks import Command, Declare, Fire, Reveal
from engine.orders.common import Pick
from engine.orders.done import Done, Resign
from engine.orders.movement import Move, Recall
from engine.orders.placement import Place
from engine.orders.politics import Act, Answer
from engine.orders.purchase import Allot, Buy, Repair
from engine.orders.research import Research
from engine.orders.standing import ClearStanding, FileStanding

Order: TypeAlias = (
    Research
    | Allot
    | Buy
    | Move
    | Recall
    | Fight
    | Lose
    | HitFirst
    | Retreat
    | Press
    | Submerge
    | Bombard
    | Intercept
    | Scramble
    | Strike
    | FireRocket
    | Settle
    | Place
    | Act
    | Answer
    | Repair
    | FileStanding
    | ClearStanding
    | Command
    | Declare
    | Fire
    | Reveal
    | Resign
    | Done
)

Action: TypeAlias = Order | RollResult

ORDER_TYPES: tuple[type[Order], ...] = (
    Research,
    Allot,
    Buy,
    Move,
    Fight,
    Lose,
    HitFirst,
    Retreat,
    Press,
    Submerge,
    Bombard,
    Intercept,
    Scramble,
    Strike,
    FireRocket,
    Settle,
    Place,
    Act,
    Answer,
    Repair,
    FileStanding,
    ClearStanding,
    Command,
    Declare,
    Fire,
    Reveal,
    Recall,
    Resign,
    Done,
)

__all__ = [
    "ORDER_TYPES",
    "Act",
    "Action",
    "AgreeDraw",
    "Agreed",
    "Allot",
    "Answer",
    "Bombard",
    "Buy",
    "ClearStanding",
    "Command",
    "Declare",
    "Done",
    "Edit",
    "Fight",
    "FileStanding",
    "Fire",
    "FireRocket",
    "GiveUp",
    "HitFirst",
    "Intercept",
    "Lose",
    "Move",
    "Order",
    "Pick",
    "Place",
    "Press",
    "Recall",
    "Repair",
    "Research",
    "Resign",
    "Retreat",
    "Reveal",
    "RollResult",
    "Scramble",
    "Settle",
    "Strike",
    "Submerge",
]
