"""What may be left out of a line at the terminal, where the position says the rest.

Only the terminal does this: what is typed becomes an order in its one form before it is given.
Several orders may be on a line, with `;` between them.
"""

import re
from typing import Final

from engine import (
    Decision,
    Move,
    PhaseOpen,
    Step,
    check,
    find_territory,
    parse_order,
    with_amounts,
    with_route,
)
from engine.advice import landing_moves
from pbem.usage import UsageError

YES: Final = frozenset({"y", "yes"})
NO: Final = frozenset({"n", "no"})
_COUNTED: Final = {
    "purchase": "buy",
    "bid": "buy",
    "place": "place",
    "bid_place": "place",
    "deploy": "place",
    "combat_move": "move",
    "noncombat_move": "move",
    "movement": "move",
}
"""What a line that begins with a number means, by phase."""
_HERE: Final = {
    "casualties": "lose",
    "block_loss": "lose",
    "bombard": "bombard",
    "submerge": "submerge",
    "intercept": "intercept",
    "scramble": "scramble",
    "kamikaze": "kamikaze",
    "ally": "hit",
}
"""The order that answers a question, where the territory may be left out."""
_YES_NO: Final = {
    "bombard": ("", "bombard nothing: {}"),
    "submerge": ("", "stay up: {}"),
    "intercept": ("", "intercept nothing: {}"),
    "scramble": ("", "scramble nothing: {}"),
    "kamikaze": ("", "kamikaze nothing: {}"),
}
_LANDING: Final = re.compile(r"\s*land\s+(?!aircraft\b)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"(?:\d+x?|all|stack|max)\b", re.IGNORECASE)
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


def filled_in(line: str, step: Step) -> str:
    """The line with what the position says about it."""
    waiting = step.waiting
    if isinstance(waiting, Decision):
        return _answer(line.strip(), waiting, step)
    if isinstance(waiting, PhaseOpen) and _NUMBER.match(line.strip()):
        verb = _COUNTED.get(waiting.phase, "")
        return f"{verb} {line.strip()}" if verb else line
    return line


def is_landing(line: str) -> bool:
    """Whether a line is a whole landing: ``land 2 infantry: England > Norway``."""
    return bool(_LANDING.match(line)) and ">" in line


def landing_of(line: str, step: Step) -> tuple[Move, ...]:
    """The moves of a whole landing; UsageError when there is no legal way to make it."""
    text = _LANDING.sub("move ", line, count=1)
    order = parse_order(with_amounts(text, step.state), step.state.definition)
    if not isinstance(order, Move) or len(order.path) != 2:
        raise UsageError("bad-landing", "A landing has a start and an end: land ...: A > B.")
    moves = landing_moves(step.state, order.picks, *order.path)
    if moves:
        return moves
    wrong = check(step.state, with_route(step.state, order))
    known = [reason.text for reason in wrong if reason.code == "not-enough-units"]
    why = known[0] if known else f"no ship of yours can bring them from {order.path[0]}"
    raise UsageError(
        "no-landing-way", f"There is no such landing: {why}.", "`reach` shows who can."
    )


def _answer(line: str, asked: Decision, step: Step) -> str:
    """``p``, ``r``, ``y``, ``n``, ``retreat Leningrad``, ``lose 1 infantry``, ``1 infantry``."""
    place = asked.territory
    word, _, rest = line.partition(" ")
    word, rest = word.lower(), rest.strip()
    if asked.what in {"retreat", "withdraw", "rebase"}:
        if word in {"p", "press", "n", "no"} and not rest:
            return f"press {place}"
        if word in {"r", "retreat"}:
            return _retreat(rest, asked, step) or line
    if asked.what in _YES_NO and word in NO and not rest:
        return _YES_NO[asked.what][1].format(place)
    if asked.what in _YES_NO and word in YES and not rest:
        picks = _all_of(asked, step)
        return f"{_HERE[asked.what]} {picks}: {place}" if picks else line
    verb = _HERE.get(asked.what, "")
    if verb and _NUMBER.match(line):
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
