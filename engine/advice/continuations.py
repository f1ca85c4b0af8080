"""What a line that is being typed may go on with, as far as the position says."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from engine import (
    Buy,
    Decision,
    Fight,
    Move,
    NotationError,
    Order,
    PhaseOpen,
    Place,
    State,
    Step,
    TerritoryName,
    completions,
    find_territory,
    legal,
    parse_order,
    verbs_of,
)
from engine.advice.legal_samples import possible_now

_MOST: Final = 4_000
"""Legal orders that are looked at; on a large board that is enough for one place."""
_ALWAYS: Final = frozenset({"standing", "standing nothing"})
_JOINTS: Final = frozenset({"nothing", "all", "max"})
"""Words that may stand for a name."""
_WHOLE: Final = frozenset({"done", "recall", "resign", "standing nothing"})
"""Orders of one word; after all other verbs something follows, and so a space."""
_NO_COLON: Final = re.compile(
    r"^((?:move|raid|place)\s+(?:\d+x?|all)(?:\s+\w+)(?:\s*,\s*\d+x?\s+\w+)*)\s+(?![,:\s])",
    re.IGNORECASE,
)
_MOVING: Final = frozenset({"move", "raid"})
_LANDING: Final = "land"
"""Begins a whole landing, which is typed like a move."""


def offers(line: str, step: Step) -> Iterator[tuple[int, str]]:
    """What could stand where a line ends: how many characters it replaces, and the text.

    line: up to the cursor, with its verb.  Only what a legal order could have is offered, as far as
    that can be said.
    """
    if " " not in line:
        verbs = _open_verbs(step)
        for length, text in completions(line, step.state.definition):
            if text in verbs:
                yield length, text if text in _WHOLE else f"{text} "
        if "move" in verbs and _LANDING.startswith(line.lower()):
            yield len(line), f"{_LANDING} "
        return
    line = _NO_COLON.sub(r"\1: ", line)
    names = _names(line, step)
    for length, text in completions(line, step.state.definition):
        if length == len(line):
            yield length, text if text in _WHOLE else f"{text} "
        elif names is None or text in names or text in _JOINTS:
            yield length, text


def _open_verbs(step: Step) -> frozenset[str]:
    """The verbs of the orders that are legal now."""
    found = {verb for order in possible_now(step) for verb in verbs_of(order)}
    is_open = isinstance(step.waiting, PhaseOpen)
    return frozenset(found | (_ALWAYS | {"resign"} if is_open else set()))


def _names(line: str, step: Step) -> frozenset[str] | None:
    """Names that a legal order could have at the end of a line; None where all may come."""
    verb, _, rest = line.strip().partition(" ")
    verb = verb.lower()
    if isinstance(step.waiting, Decision):
        return _of_answers(verb, step.waiting, step.state)
    what, colon, where = rest.partition(":")
    if verb == "buy":
        return _types(order for order in _some(step.state) if isinstance(order, Buy))
    if verb == "fight":
        fights = (order for order in _some(step.state) if isinstance(order, Fight))
        raids = {"raid"} if any(battle.kind == "raid" for battle in step.state.battles) else set()
        return frozenset({order.territory for order in fights} | raids)
    if verb == "place":
        placing = [order for order in _some(step.state) if isinstance(order, Place)]
        if colon:
            return frozenset(order.territory for order in placing)
        return frozenset(pick.type for order in placing for pick in order.picks)
    if verb in _MOVING and colon:
        return _way(step.state, what, where)
    return None


def _of_answers(verb: str, asked: Decision, state: State) -> frozenset[str] | None:
    """Names in the answers to a question."""
    if verb in {"retreat", "press", "r"}:
        return frozenset({*asked.territories, asked.territory} - {""})
    if verb in {"lose", "submerge", "bombard", "scramble", "intercept"}:
        return frozenset({state.units[key].type for key in asked.units} | {asked.territory})
    return None


def _way(state: State, what: str, where: str) -> frozenset[str]:
    """Where units can start from, or where those that are named can go from a start."""
    start, mark, _ = where.rpartition(">")
    if not mark:
        return frozenset(
            unit.territory for unit in state.units_of(state.nation) if not unit.in_combat
        )
    found = find_territory(state.definition, start.split(">")[0].strip())
    if not found.is_found:
        return frozenset(state.definition.board.territories)
    here = TerritoryName(found.name)
    kinds = _kinds(what, here, state)
    moves = (order for order in _some(state, here) if isinstance(order, Move))
    return frozenset(
        name for move in moves if not kinds or move.picks[0].type in kinds for name in move.path[1:]
    )


def _kinds(what: str, place: TerritoryName, state: State) -> frozenset[str]:
    """The types of the units that are named in a line; empty where they cannot be read."""
    try:
        order = parse_order(f'move {what}: "{place}" > "{place}"', state.definition)
    except NotationError:
        return frozenset()
    return frozenset(pick.type for pick in order.picks) if isinstance(order, Move) else frozenset()


def _types(orders: Iterable[Buy]) -> frozenset[str]:
    return frozenset(name for order in orders for name, _ in order.units)


def _some(state: State, place: TerritoryName | None = None) -> list[Order]:
    return list(islice(legal(state, place), _MOST))
