"""Computer players: they see what a player sees and give orders as a player does.

A second door of the engine beside `engine` itself: computer players are written against the public
functions of `engine`, so `engine` cannot export them (docs/adr/0007-computer-players.md).
"""

from engine.ai.possible import Assault, assault_on, assaults
from engine.ai.random_player import choose_randomly
from engine.ai.sensible_player import choose_sensibly

__all__ = ["Assault", "assault_on", "assaults", "choose_randomly", "choose_sensibly"]
