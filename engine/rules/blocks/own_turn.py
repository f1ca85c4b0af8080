"""What a nation may do at any time in its own turn.

Technologies come out of the vault, blocks off the board and markers off a country.  A block that
has moved stays until the turn is over, since what its move has begun depends on it.

Rule: Triumph & Tragedy 2nd edition, rule book 3.3, 8.0, 9.2 (T96, T108, T180, T230).
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.block_year import InfluenceSet
from engine.core.events.blocks import BlocksDisbanded
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.disband import Disband
from engine.orders.form import Order
from engine.orders.renounce import Renounce
from engine.orders.unveil import Unveil
from engine.rules.blocks.aggression import can_attack_all, due
from engine.rules.blocks.areas import game_of, own_in, position_of
from engine.rules.blocks.influence import markers_of
from engine.rules.blocks.picks import pick_blocks
from engine.rules.blocks.research import check_unveil, legal_unveils, resolve_unveil
from engine.rules.common.frame import Events

OwnTurnOrder = Unveil | Disband | Renounce


def check_own_turn(state: State, order: OwnTurnOrder) -> tuple[Illegal, ...]:
    """Every reason against such an order."""
    match order:
        case Unveil():
            return check_unveil(state, state.nation, order)
        case Disband():
            return _check_disband(state, order)
    if markers_of(state, state.nation, order.country):
        return ()
    text = f"the {state.nation} have no influence in {order.country}"
    return (Illegal("no-influence", text, "T108"),)


def _check_disband(state: State, order: Disband) -> tuple[Illegal, ...]:
    place = order.territory
    if place not in game_of(state).areas:
        return (Illegal("unknown-territory", f"there is no area {place!r}"),)
    _, reasons = pick_blocks(state, order.picks, _free_in(state, place), place)
    if not reasons:
        return _check_attackers(state, order)
    text = f"in {place} no other blocks of yours can go that have not moved in this turn"
    return (Illegal("not-there", text, "T108", place),)


def _check_attackers(state: State, order: Disband) -> tuple[Illegal, ...]:
    """Nobody gives up the blocks with which a declaration of this turn is followed (T230)."""
    turn = position_of(state).turn
    if state.phase.phase != "movement" or not (turn.declared or turn.invaded):
        return ()
    log = EventLog(state)
    log.extend(resolve_own_turn(state, order))
    victims = due(log.state)
    if can_attack_all(log.state, victims):
        return ()
    text = f"without it nobody could attack {' and '.join(victims)}, as you have declared"
    return (Illegal("attack-first", text, "T230", order.territory),)


def _free_in(state: State, place: TerritoryName) -> tuple[Unit, ...]:
    moves = position_of(state).turn.moves
    return tuple(unit for unit in own_in(state, state.nation, place) if unit.id not in moves)


def resolve_own_turn(state: State, order: Order) -> Events:
    """What such an order does; nothing for any other order."""
    match order:
        case Unveil():
            return resolve_unveil(state, state.nation, order)
        case Disband():
            place = order.territory
            units, _ = pick_blocks(state, order.picks, _free_in(state, place), place)
            return (BlocksDisbanded(state.nation, place, tuple(unit.id for unit in units)),)
        case Renounce():
            left = markers_of(state, state.nation, order.country) - 1
            return (InfluenceSet(order.country, state.nation, left),)
    return ()


def legal_own_turn(state: State) -> Iterator[Order]:
    """Technologies and markers; any block could go as well, and is not listed."""
    yield from legal_unveils(state, state.nation)
    for country in sorted(position_of(state).influence):
        if markers_of(state, state.nation, country):
            yield Renounce(country)
