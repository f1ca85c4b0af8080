"""What a block does when its player is not asked, as a sensible player would choose (ADR 0018).

It fires where its dice cost the enemy most.  Against odds of more than two to one it leaves, where
the area is worth less than the block: not out of a city, nor a fortress, nor where the attackers
have no ground unit to take the land with.  Who must leave goes where the fewest enemies are next
door, by the shortest way.  Submarines escape from those who can hit them.

Rule: Triumph & Tragedy 2nd edition, T59 to T68, T72, T80, T83.
"""

from typing import Final

from engine.core.ids import NEUTRAL, TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import INDUSTRY, UNDERSEA
from engine.orders.fire import Fire
from engine.orders.form import Order
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.rules.blocks.areas import block_of, enemies_in, game_of, is_ground, is_sea
from engine.rules.blocks.fire import candidates, dice_of, loss_of, needed, sides
from engine.rules.blocks.travel import Path

_HOPELESS: Final = 2
"""An enemy of more than so many times the own strength is too strong."""


def sensible_action(
    state: State, unit: Unit, targets: tuple[str, ...], out: dict[TerritoryName, Path]
) -> Order:
    """What a block does in its turn to act.

    targets: what it can fire at; out: where it can retreat to.
    """
    place = unit.territory
    if unit.owner != state.nation and out and _is_hopeless(state, unit):
        return Retreat(place, safest(state, unit, out)[-1])
    if targets:
        return Fire(place, max(targets, key=lambda target: _harm(state, unit, target)))
    return Press(place)


def _harm(state: State, unit: Unit, target: str) -> int:
    """How much strength a CV costs the enemy, in sixths; the first target among equals."""
    face = needed(state, unit, target, strikes=False)
    if target == INDUSTRY or unit.owner == NEUTRAL:
        # A neutral garrison takes the first, its ground targets (T200).
        return 0
    # Radar doubles the dice, so the shot counts, not one die of it.
    weight = face * dice_of(state, unit, target) // unit.strength
    return weight * min(
        loss_of(state, candidates(state, unit, target)[0]),
        candidates(state, unit, target)[0].strength,
    )


def _is_hopeless(state: State, unit: Unit) -> bool:
    attackers, defenders = sides(state)
    enemy = sum(one.strength for one in attackers)
    own = sum(one.strength for one in defenders)
    if enemy <= _HOPELESS * own:
        return False
    if is_sea(state, unit.territory):
        return True
    takes = any(is_ground(state, one) for one in attackers)
    return takes and not game_of(state).areas[unit.territory].city


def safest(state: State, unit: Unit, out: dict[TerritoryName, Path]) -> Path:
    """The way to the area with the fewest enemies next door, the shortest one among equals."""
    return min(out.values(), key=lambda path: (_danger(state, unit, path[-1]), len(path), path[-1]))


def _danger(state: State, unit: Unit, place: TerritoryName) -> int:
    beside = state.definition.board.neighbours(place)
    return sum(
        enemy.strength
        for beyond in beside
        if beyond != unit.territory
        for enemy in enemies_in(state, unit.owner, beyond)
    )


def wants_to_escape(state: State) -> bool:
    """Whether submarines of the defence escape: when an attacker left can hit them."""
    attackers, _ = sides(state)
    return any(block_of(state, unit).firepower.get(UNDERSEA) for unit in attackers)
