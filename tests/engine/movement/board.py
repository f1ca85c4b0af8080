"""Short forms for tests of movement: orders in words, codes of refusals, steps without dice."""

from engine.core.chance import RollRequest, RollResult
from engine.core.pick import Pick
from engine.game import apply, check
from engine.gamedef import State
from engine.gamedef.position import Step
from engine.orders.move import Move


def move(picks: str, *path: str, raid: bool = False) -> Move:
    """`move("2 infantry, 1 British armour", "Moscow", ...)`; a word between is the owner."""
    found: list[Pick] = []
    for part in picks.split(","):
        words = part.split()
        owner = words[1] if len(words) == 3 else ""
        found.append(Pick(int(words[0]), words[-1], owner))
    return Move(tuple(found), path, raid=raid)


def codes(state: State, order: Move) -> set[str]:
    """The codes of all reasons against a move; empty when it is legal."""
    return {reason.code for reason in check(state, order)}


def after(state: State, *orders: Move, dice: int = 6) -> State:
    """The state after these moves; every die that is asked for on the way shows `dice`."""
    for order in orders:
        step = apply(state, order)
        while isinstance(step.waiting, RollRequest):
            step = apply(step.state, RollResult((dice,) * step.waiting.count))
        state = step.state
    return state


def stepped(state: State, order: Move) -> Step:
    """The step after one move, dice not yet rolled."""
    return apply(state, order)


def battles(state: State) -> dict[str, tuple[str, ...]]:
    """Pending battles: for each territory (raids with a star) the types of the attackers."""
    return {
        battle.territory + ("*" if battle.kind == "raid" else ""): tuple(
            state.units[key].type for key in battle.attackers
        )
        for battle in state.battles
    }
