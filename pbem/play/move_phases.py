"""Which phase the moves of a file belong in, where the rules would take them in both.

A landing after a battle reads like a combat move that gives the battle up.  So a move that could be
made in both phases is put where the order of the lines says: before the last attack it is a combat
move, behind it a non-combat move.  Units that go where enemies are attack, even submarines and
aircraft, which could go there in the non-combat move without a battle.
"""

from enum import Enum

from engine import (
    Illegal,
    Move,
    OrderLine,
    PhaseOpen,
    State,
    is_attack,
    leaves_attack,
)
from engine.values import replace
from pbem.play.carry_out import MOST_STEPS, end_phase, give_here, routed
from pbem.play.dry_run import DryRun
from pbem.play.order_file import LineFault, OrderFile
from pbem.play.playable import Playable

_COMBAT_MOVE = "combat_move"
_AFTER_COMBAT_MOVE = frozenset({"battle", "noncombat_move", "place", "end_turn", "combat"})
_UNCLEAR = Illegal(
    "phase-unclear",
    "this takes units out of an attack, and more attacks follow; is it the landing after the "
    "battle? Put it behind the last attack or under `noncombat:`, or under `combat:` if not",
    "B98",
)


def with_phases(turn: Playable, orders: OrderFile) -> tuple[OrderFile, tuple[LineFault, ...]]:
    """Put moves that could be made in both move phases where the order of the lines says.

    Before the last attack of the file they are combat moves, behind it non-combat moves.  A move
    that takes units out of an attack before another attack can be either: that is a fault.
    """
    dry = DryRun(turn)
    last = -1
    quiet: list[int] = []
    leaving: list[int] = []
    for index, entry in enumerate(orders.lines):
        outcome, what = _scouted(dry, entry, orders)
        if outcome is None:
            break
        if what is _Sort.ATTACK:
            last = index
        elif entry.line not in orders.headings and what is not _Sort.OTHER:
            (leaving if what is _Sort.LEAVES else quiet).append(index)
    behind = frozenset(orders.lines[index].line for index in (*quiet, *leaving) if index > last)
    unclear = tuple(
        LineFault(orders.lines[index].line, orders.lines[index].text, (_UNCLEAR,))
        for index in leaving
        if index < last
    )
    return replace(orders, noncombat=behind), unclear


class _Sort(Enum):
    """What a line is in the combat move: an attack, a move out of one, any other move, or none."""

    ATTACK = 0
    LEAVES = 1
    QUIET = 2
    OTHER = 3


def _scouted(dry: DryRun, entry: OrderLine, orders: OrderFile) -> tuple[bool | None, _Sort]:
    """Give a line up to the combat move: whether it was given, None behind that phase."""
    for _ in range(MOST_STEPS):
        if dry.is_over or dry.waits_for or dry.state.phase.phase in _AFTER_COMBAT_MOVE:
            return None, _Sort.OTHER
        if dry.state.phase.phase == _COMBAT_MOVE and isinstance(dry.step.waiting, PhaseOpen):
            break
        outcome = give_here(dry, entry, orders)
        if not outcome.is_in_wrong_phase:
            return outcome.is_given, _Sort.OTHER
        end_phase(dry)
    if entry.line in orders.landings:
        battles = len(dry.state.battles)
        outcome = give_here(dry, entry, orders)
        what = _Sort.ATTACK if len(dry.state.battles) > battles else _Sort.QUIET
        return outcome.is_given, what if outcome.is_given else _Sort.OTHER
    numbered, nothing = orders.at(dry.state, entry)
    order = routed(dry.state, numbered.order)
    is_move = isinstance(order, Move) and not nothing
    attacks = isinstance(order, Move) and is_attack(dry.state, order)
    if isinstance(order, Move) and is_move and not attacks and leaves_attack(dry.state, order):
        return False, _Sort.LEAVES
    before = _attackers(dry.state)
    outcome = give_here(dry, entry, orders)
    if not is_move or not outcome.is_given:
        is_behind = outcome.is_in_wrong_phase
        return (None if is_behind else outcome.is_given), _Sort.OTHER
    joins = bool(_attackers(dry.state) - before)
    return True, _Sort.ATTACK if attacks or joins else _Sort.QUIET


def _attackers(state: State) -> frozenset[int]:
    """All units of the nation that are in a battle to come."""
    return frozenset(key for battle in state.battles for key in battle.attackers)
