"""The beginning of a season in a block game: what every nation commands it with (T2, T3, T184)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.command import Command
from engine.orders.done import Done
from engine.orders.form import Order
from engine.phases.phase import Phase, check_wrong_phase, nothing_happens
from engine.rules.blocks.command import (
    check_command,
    check_commanded,
    legal_commands,
    resolve_command,
)
from engine.rules.blocks.turn_order import resolve_tie
from engine.rules.common.frame import Events


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Command():
            return check_command(state, order)
        case Done():
            return check_commanded(state)
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    return resolve_command(state, state.nation, order) if isinstance(order, Command) else ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        yield from legal_commands(state)
    if not check_commanded(state):
        yield Done()


COMMAND: Final = Phase(
    "command",
    "command",
    "choose your command (command K9, command emergency, command pass), then done",
    opening=nothing_happens,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=resolve_tie,
)
