"""What programs of others may count on: open a game, verify it, look, replay, and play a turn.

What is listed in ``__all__`` keeps its name and its meaning from 0.1 on, and what is to go is
announced a release before (docs/api.md).  Values of the engine that come out of it, such as
`GamePosition.state`, may be used as its door offers them (``import engine``).  Everything else in
this package may change at any time.

>>> from pbem.api import open_game
>>> game = open_game("savegames/classic-allies-together.pbem")
>>> game.name, game.seats["Russians"], len(game.turns), game.error
('classic-allies-together', 'Ann', 10, None)
>>> game.start.nation, game.start.phase, game.start.legal()[-1]
('Russians', 'tech', 'done')
>>> buying = game.start.after("done")
>>> buying.check("buy 99 infantry")[0].code
'not-enough-pus'
>>> buying.after("buy 2 infantry", "done").phase
'combat_move'
"""

from pbem.api.games import Game, LuckRow, PastTurn, open_game
from pbem.api.own_turn import OwnTurn, PlayerHome
from pbem.api.positions import BattleOdds, GamePosition, new_position, read_position
from pbem.play.game_data import GameData, PositionData, WaitingData
from pbem.save.errors import SaveError
from pbem.usage import UsageError

__all__ = [
    "BattleOdds",
    "Game",
    "GameData",
    "GamePosition",
    "LuckRow",
    "OwnTurn",
    "PastTurn",
    "PlayerHome",
    "PositionData",
    "SaveError",
    "UsageError",
    "WaitingData",
    "new_position",
    "open_game",
    "read_position",
]
