"""What it costs to enter neutral land.

Rule: rule book, G24, Combat movement (B148, B149).  Option: neutral_charge (0 in most games).
Classic: C69 to C71, D12.
"""

from engine.core.errors import Illegal
from engine.core.ids import PUS, TerritoryName
from engine.rules.movement.mover import Mover

Path = tuple[TerritoryName, ...]


def neutral_cost(mover: Mover, path: Path) -> int:
    """PUs that a nation pays for a path: for neutral land without units, once a turn.

    Land that is defended is paid for when it is won (battle/rounds/ending.py).
    """
    charge = mover.options.neutral_charge
    if not charge or not mover.combat:
        return 0
    fought_over = {battle.territory for battle in mover.state.battles}
    entered = {place for place in path[1:] if mover.is_neutral(place) and not mover.enemies(place)}
    return charge * len(entered - fought_over)


def check_neutral_cost(mover: Mover, path: Path) -> tuple[Illegal, ...]:
    """The reason against a path whose neutral land the nation cannot pay for."""
    cost = neutral_cost(mover, path)
    held = mover.state.amount(mover.nation, PUS)
    if cost <= held:
        return ()
    text = f"entering neutral land on the way to {path[-1]} costs {cost} PUs; you have {held}"
    return (Illegal("cannot-pay-neutrality", text, "B148", path[-1]),)
