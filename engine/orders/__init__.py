"""What a player can write: one file per order, with its type, its plain form and its notation.

`form` says what all orders have, `registry` lists them.  An *action*, what the log of a game
holds, is an order or the result of a roll.  What the players have *agreed* to is in the log as
well, in records of another kind.
"""

from typing import TYPE_CHECKING, Final

from engine.core.chance import RollResult
from engine.core.pick import Pick
from engine.late import late_names

if TYPE_CHECKING:
    from engine.orders.act import Act
    from engine.orders.agreed import AgreedAction, AgreeDraw, Edit, GiveUp
    from engine.orders.aim import Aim
    from engine.orders.allocate import Allocate
    from engine.orders.answer_offer import AnswerOffer
    from engine.orders.bombard import Bombard
    from engine.orders.buy import Buy
    from engine.orders.clear_standing import ClearStanding
    from engine.orders.command import Command
    from engine.orders.declare import Declare
    from engine.orders.done import Done
    from engine.orders.fight import Fight
    from engine.orders.file_standing import FileStanding
    from engine.orders.fire import Fire
    from engine.orders.fire_rocket import FireRocket
    from engine.orders.form import Action, Order
    from engine.orders.hit_first import HitFirst
    from engine.orders.intercept import Intercept
    from engine.orders.kamikaze import Kamikaze
    from engine.orders.land_aircraft import LandAircraft
    from engine.orders.lose import Lose
    from engine.orders.move import Move
    from engine.orders.place import Place
    from engine.orders.press import Press
    from engine.orders.recall import Recall
    from engine.orders.registry import form_of
    from engine.orders.repair import Repair
    from engine.orders.research import Research
    from engine.orders.resign import Resign
    from engine.orders.retreat import Retreat
    from engine.orders.reveal import Reveal
    from engine.orders.scramble import Scramble
    from engine.orders.spare import Spare
    from engine.orders.submerge import Submerge

__all__ = [
    "Act",
    "Action",
    "AgreeDraw",
    "AgreedAction",
    "Aim",
    "Allocate",
    "AnswerOffer",
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
    "Kamikaze",
    "LandAircraft",
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
    "Spare",
    "Submerge",
    "form_of",
]

_ROOMS: Final = {
    "act": ("Act",),
    "agreed": ("AgreeDraw", "AgreedAction", "Edit", "GiveUp"),
    "aim": ("Aim",),
    "allocate": ("Allocate",),
    "answer_offer": ("AnswerOffer",),
    "bombard": ("Bombard",),
    "buy": ("Buy",),
    "clear_standing": ("ClearStanding",),
    "command": ("Command",),
    "declare": ("Declare",),
    "done": ("Done",),
    "fight": ("Fight",),
    "file_standing": ("FileStanding",),
    "fire": ("Fire",),
    "fire_rocket": ("FireRocket",),
    "form": ("Action", "Order"),
    "hit_first": ("HitFirst",),
    "intercept": ("Intercept",),
    "kamikaze": ("Kamikaze",),
    "land_aircraft": ("LandAircraft",),
    "lose": ("Lose",),
    "move": ("Move",),
    "place": ("Place",),
    "press": ("Press",),
    "recall": ("Recall",),
    "registry": ("form_of",),
    "repair": ("Repair",),
    "research": ("Research",),
    "resign": ("Resign",),
    "retreat": ("Retreat",),
    "reveal": ("Reveal",),
    "scramble": ("Scramble",),
    "spare": ("Spare",),
    "submerge": ("Submerge",),
}

if not TYPE_CHECKING:
    __getattr__ = late_names("engine.orders", _ROOMS)
