"""Computer players: they see what a player sees and give orders as a player does.

A second entry point beside `engine` itself: computer players use only the public functions of
`engine`, so `engine` cannot export them (docs/adr/0007-computer-players.md).

A player is a function from what the game waits for to an order.  The sensible one always
gives the same answer; the random one takes its chances from outside, since the engine has none.

>>> import random
>>> from engine import apply, check, format_order, load_scenario, new_game
>>> from engine.ai import choose_randomly, choose_sensibly
>>> game = load_scenario("classic_1942")
>>> step = new_game(game)
>>> while step.waiting.phase != "purchase":
...     step = apply(step.state, choose_sensibly(step.state, step.waiting))
>>> format_order(choose_sensibly(step.state, step.waiting), game)
'buy 2 armour, 4 infantry'
>>> order = choose_randomly(step.state, step.waiting, random.Random(1))
>>> check(step.state, order)
()
"""

from typing import TYPE_CHECKING

from engine.lazy import lazy_names

if TYPE_CHECKING:
    from engine.ai.attack_options import Assault as Assault
    from engine.ai.attack_options import assault_on as assault_on
    from engine.ai.attack_options import assaults as assaults
    from engine.ai.players import PLAYERS as PLAYERS
    from engine.ai.players import USUAL_SECONDS as USUAL_SECONDS
    from engine.ai.players import Player as Player
    from engine.ai.players import computer_player as computer_player
    from engine.ai.random_player import choose_randomly as choose_randomly
    from engine.ai.sensible_player import choose_sensibly as choose_sensibly
    from engine.ai.suggesting import AttackReason as AttackReason
    from engine.ai.suggesting import Suggestion as Suggestion
    from engine.ai.suggesting import suggestions as suggestions
else:
    __getattr__, __all__ = lazy_names(__spec__)
