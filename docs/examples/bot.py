"""Play your turn by a rule of your own: `python bot.py GAME` attacks where it will probably win.

It looks at every order that is legal, one unit at a time, so it needs no knowledge of the map.
"""

import sys

from pbem.api import GamePosition, OwnTurn, PlayerHome, UsageError

ENOUGH = 0.8
"""The chance to take a territory from which on it attacks."""


def play(turn: OwnTurn) -> None:
    """Give orders until the turn is over or somebody else has to go on."""
    while not (turn.is_over or turn.waits_for):
        if turn.position.dice is not None:
            turn.roll()
        else:
            turn.give(next_order(turn.position))


def next_order(position: GamePosition) -> str:
    """The best attack, whatever has to be decided, or the end of the phase."""
    orders = position.legal()
    if position.waiting.kind == "decision" or position.phase == "battle":
        return next(iter(orders), "done")
    if position.phase == "combat_move":
        return next((one for one in orders if helps(position, one)), "done")
    if position.phase == "purchase" and not position.state.purchase:
        wishes = (f"buy {count} infantry" for count in range(30, 0, -1))
        return next((one for one in wishes if not position.check(one)), "done")
    if position.phase == "place":
        return next((one for one in orders if one.startswith("place")), "done")
    return "done"


def helps(position: GamePosition, order: str) -> bool:
    """Whether a move begins an attack that can succeed, or joins one that does not yet.

    The odds of a battle that has begun count who is in it; of another one, all who could come.
    """
    target = order.rsplit("> ", 1)[-1]
    has_begun = any(battle.territory == target for battle in position.state.battles)
    try:
        return (position.odds(target).success >= ENOUGH) is not has_begun
    except UsageError:
        return False


if __name__ == "__main__":
    mine = PlayerHome().turn(sys.argv[1])
    play(mine)
    game = mine.sign("This turn was played by a program.")
    print(f"{game.name}: round {game.position.round}, next {game.position.nation}")
    print("mailed to", ", ".join(mine.send()) or "nobody")
