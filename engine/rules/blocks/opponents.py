"""Whom the attacker leaves out of a round where two nations defend.

Rule: Triumph & Tragedy 2nd edition, rule book 12.41 (T199): in an area with units of all three the
attacker may name one defender before the round, who then neither fires nor is hit.  Otherwise both
fire at the attacker.  A nation at war since this turn cannot be left out (T210, T230).
"""

from collections.abc import Iterator

from engine.core.agenda import BlockBattleFrame, Decision
from engine.core.errors import Illegal
from engine.core.events.blocks import EnemySpared
from engine.core.events.turn import FrameReplaced
from engine.core.ids import NEUTRAL, NOBODY, NationName
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.press import Press
from engine.orders.spare import Spare
from engine.rules.blocks.areas import position_of
from engine.rules.blocks.battle_frame import FIRE
from engine.rules.blocks.fire import order_of_fire, sides
from engine.rules.common.frame import Events
from engine.values import replace


def sparable(state: State) -> tuple[NationName, ...]:
    """Defenders that may be left out of this round, in turn order; () unless there are two."""
    attackers, defenders = sides(state)
    owners = {unit.owner for unit in defenders} - {NEUTRAL}
    if not attackers or len(owners) < 2:
        return ()
    owners -= set(position_of(state).turn.declared)
    return tuple(name for name in state.definition.politics.nation_names if name in owners)


def advance_opponents(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    """The attacker is asked where there is a choice."""
    names = sparable(state)
    if not names:
        return _begin(state, frame, NOBODY)
    return Decision(state.nation, "opponents", frame.territory, frame.round, " or ".join(names))


def check_opponents(state: State, frame: BlockBattleFrame, order: Order) -> tuple[Illegal, ...]:
    """Every reason against an answer."""
    place = frame.territory
    names = sparable(state)
    if isinstance(order, Press) and order.territory == place:
        return ()
    if isinstance(order, Spare) and order.territory == place and order.nation in names:
        return ()
    text = f"in {place} you may leave out {' or '.join(names)} (spare), or fight both: press"
    return (Illegal("no-such-enemy", text, "T199", place),)


def resolve_opponents(state: State, frame: BlockBattleFrame, order: Order) -> Events:
    """The round of fire begins, without whoever is left out."""
    return _begin(state, frame, order.nation if isinstance(order, Spare) else NOBODY)


def legal_opponents(state: State, frame: BlockBattleFrame) -> Iterator[Order]:
    """All answers."""
    yield from (Spare(frame.territory, name) for name in sparable(state))
    yield Press(frame.territory)


def _begin(state: State, frame: BlockBattleFrame, spared: NationName) -> Events:
    opened = replace(frame, stage=FIRE, spared=spared)
    # Who acts depends on who is left out: the queue is made of the position as it will be.
    queue = order_of_fire(replace(state, agenda=(*state.agenda[:-1], opened)))
    told: Events = (EnemySpared(frame.territory, state.nation, spared),) if spared else ()
    return (*told, FrameReplaced(replace(opened, queue=queue)))
