"""The beginning of a turn in a block game: its command (T2, T3)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders import Command, Done, Order
from engine.phases.phase import Phase, check_wrong_phase, nothing_happens
from engine.rules.blocks.areas import game_of
from engine.rules.blocks.command import (
    CARD,
    EMERGENCY,
    NO_COMMAND,
    check_command,
    check_commanded,
    resolve_command,
)
from engine.rules.common.frame import Events


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Command():
            return check_command(state, order)
        case Done():
            return check_commanded(state)
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    return resolve_command(state, order) if isinstance(order, Command) else ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        most = game_of(state).most_command
        yield from (Command(CARD, value) for value in range(1, most + 1))
        yield Command(EMERGENCY)
        yield Command(NO_COMMAND)
    if not check_commanded(state):
        yield Done()


COMMAND: Final = Phase(
    "command",
    "command",
    "choose your command (command 6, command emergency, command pass), then done",
    opening=nothing_happens,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=nothing_happens,
)
