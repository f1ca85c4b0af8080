"""What may be left out of a line at the terminal, where the position says the rest.

Only the terminal does this: what is typed becomes an order in its one form before it is given. The
verb may be left out in a file of orders too (pbem.play.implied_verb).
Several orders may be on a line, with `;` between them.
"""

import json
import re
from itertools import product
from typing import Final

from engine import (
    Decision,
    Move,
    NotationError,
    Order,
    PhaseOpen,
    State,
    Step,
    check,
    find_territory,
    parse_order,
    with_route,
)
from pbem.play.implied_verb import has_number_first, has_path, with_verb

YES: Final = frozenset({"y", "yes"})
NO: Final = frozenset({"n", "no"})
EXPECTED: Final = frozenset({"", "f", "fight", "attack", "battle", "y", "yes"})
"""Lines that stand for what is in brackets, where something is."""
_HERE: Final = {
    "casualties": "lose",
    "block_loss": "lose",
    "bombard": "bombard",
    "submerge": "submerge",
    "escape": "submerge",
    "intercept": "intercept",
    "scramble": "scramble",
    "kamikaze": "kamikaze",
    "ally": "hit",
    "block_action": "fire",
    "opponents": "spare",
}
"""The order that answers a question, where the territory may be left out."""
_NOT_AT_ALL: Final = {
    "bombard": "bombard nothing: {}",
    "submerge": "stay up: {}",
    "escape": "stay up: {}",
    "intercept": "intercept nothing: {}",
    "scramble": "scramble nothing: {}",
    "kamikaze": "kamikaze nothing: {}",
}
"""What `no` means, by question."""
_LEAVING: Final = frozenset({"retreat", "withdraw", "rebase", "leave", "block_action", "opponents"})
"""Questions in which `p` presses on, or `r` retreats, or either of them."""
_LEAVES: Final = re.compile(r"^(?:r|retreat)\s+", re.IGNORECASE)
_LANDING: Final = re.compile(r"^land\s+(?!air)", re.IGNORECASE)
_QUOTED: Final = re.compile(r'("(?:[^"\\]|\\.)*")')


def split_line(line: str) -> list[str]:
    """The orders of a line, at each `;` that is not in quotes."""
    parts = [""]
    for piece in _QUOTED.split(line):
        if piece.startswith('"'):
            parts[-1] += piece
            continue
        first, *others = piece.split(";")
        parts[-1] += first
        parts += others
    found = [part.strip() for part in parts]
    return [part for part in found if part] or [line.strip()]


def as_typed(line: str, step: Step) -> str:
    """A line that is still being typed, with what was left out before its end."""
    waiting = step.waiting
    if isinstance(waiting, PhaseOpen) and has_number_first(line):
        return with_verb(line, (waiting.phase,))
    if isinstance(waiting, Decision) and waiting.what in _LEAVING and ">" not in line:
        return _LEAVES.sub(f"retreat {waiting.territory} > ", line, count=1)
    return _LANDING.sub("move ", line, count=1)


def filled_in(line: str, step: Step) -> str:
    """The line with what the position says about it."""
    waiting = step.waiting
    if isinstance(waiting, Decision):
        return _answer(line.strip(), waiting, step)
    if isinstance(waiting, PhaseOpen):
        return with_verb(line, (waiting.phase,))
    return line


def only_legal(line: str, error: NotationError, state: State) -> Order:
    """The order of a line in which a place can be several, where only one of them is legal.

    Raises the error itself where none or more than one are.
    """
    if any(fault.code != "ambiguous-territory" for fault in error.faults):
        raise error
    words = [re.escape(fault.word).replace(r"\ ", r"\s+") for fault in error.faults]
    found: list[Order] = []
    for names in product(*(fault.offers for fault in error.faults)):
        text = line
        for word, name in zip(words, names, strict=True):
            text = re.sub(rf"\b{word}\b(?!\")", _quoted(name), text, count=1)
        try:
            order = parse_order(text, state.definition)
        except NotationError:
            continue
        given = with_route(state, order) if isinstance(order, Move) else order
        if order not in found and not check(state, given):
            found.append(order)
    if len(found) != 1:
        raise error
    return found[0]


def _quoted(name: str) -> str:
    """A replacement that is the name in quotes."""
    return json.dumps(name, ensure_ascii=False).replace("\\", "\\\\")


def _answer(line: str, asked: Decision, step: Step) -> str:
    """``p``, ``r``, ``y``, ``n``, ``retreat Leningrad``, ``lose 1 infantry``, ``1 infantry``."""
    place = asked.territory
    word, _, rest = line.partition(" ")
    word, rest = word.lower(), rest.strip()
    if asked.what in _LEAVING:
        if word in {"p", "press", "n", "no"} and not rest:
            return f"press {place}"
        if word in {"r", "retreat"}:
            return _retreat(rest, asked, step) or line
    if asked.what in _NOT_AT_ALL and word in NO and not rest:
        return _NOT_AT_ALL[asked.what].format(place)
    if asked.what in _NOT_AT_ALL and word in YES and not rest:
        picks = _all_of(asked, step)
        return f"{_HERE[asked.what]} {picks}: {place}" if picks else line
    if asked.what == "block_action" and word in {"f", "fire"} and rest:
        line = f"fire {rest}"
    verb = _HERE.get(asked.what, "")
    if has_number_first(line) and has_path(line):
        return f"move {line}"
    if verb and has_number_first(line):
        line = f"{verb} {line}"
    if verb and line.lower().startswith(f"{verb} ") and ":" not in line and not _names(line, place):
        return f"{line}: {place}"
    return line


def _retreat(rest: str, asked: Decision, step: Step) -> str:
    """A retreat to the only place, or to the one that is named; "" when that is not clear."""
    ways = [name for name in asked.territories if name]
    if ">" in rest:
        return ""
    if not rest:
        only = ways[0] if len(ways) == 1 else ""
        return f"retreat {asked.territory}" + (f" > {only}" if only else "")
    begun = [name for name in ways if name.casefold().startswith(rest.casefold())]
    if len(begun) == 1:
        return f"retreat {asked.territory} > {begun[0]}"
    found = find_territory(step.state.definition, rest)
    if found.is_found and found.name in ways:
        return f"retreat {asked.territory} > {found.name}"
    return ""


def _all_of(asked: Decision, step: Step) -> str:
    counts: dict[tuple[str, str], int] = {}
    for key in asked.units:
        unit = step.state.units[key]
        owner = "" if unit.owner == asked.nation else f"{unit.owner} "
        counts[owner, unit.type] = counts.get((owner, unit.type), 0) + 1
    return ", ".join(f"{count} {owner}{kind}" for (owner, kind), count in counts.items())


def _names(line: str, place: str) -> bool:
    return place.casefold() in line.casefold()
