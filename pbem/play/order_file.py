"""A file of orders, as read: its lines, its instructions, and its faults.

Notation: docs/formats/orders-v1.md, section "Files of orders".
"""

import re
from collections.abc import Mapping
from typing import Final

from engine import (
    BattleInstruction,
    Definition,
    Illegal,
    NotationError,
    OrderLine,
    State,
    parse_order,
    parse_orders,
    with_amounts,
    with_ones,
)
from engine.values import dataclass, field, replace
from pbem.play.implied_verb import with_verb
from pbem.play.landing import as_move, is_landing
from pbem.play.undo_lines import strike_out
from pbem.replay.errors import IllegalOrderError, reason_data
from pbem.text import quoted

_OPTIONAL = re.compile(r"^(\s*)try\s+", re.IGNORECASE)
_HEADING = re.compile(r"^[>\s]*([a-z][a-z _-]*?)\s*:\s*(?:#.*)?$", re.IGNORECASE)
HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "technology": ("tech",),
    "tech": ("tech",),
    "politics": ("politics",),
    "user actions": ("user_actions",),
    "purchase": ("purchase", "bid"),
    "combat": ("combat_move", "combat"),
    "combat move": ("combat_move",),
    "airborne": ("airborne_move",),
    "airborne move": ("airborne_move",),
    "battles": ("battle",),
    "battle": ("battle",),
    "noncombat": ("noncombat_move",),
    "non combat": ("noncombat_move",),
    "noncombat move": ("noncombat_move",),
    "non combat move": ("noncombat_move",),
    "place": ("place", "bid_place"),
    "placement": ("place", "bid_place"),
    "command": ("command",),
    "movement": ("movement",),
}
"""Lines that head the orders of a phase, without their colon, and the phases that they mean."""
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class LineFault:
    """A line of the file that cannot be read, or whose order the rules refuse.

    is_readable: whether it is an order at all.
    """

    line: int
    text: str
    reasons: tuple[Illegal, ...]
    is_readable: bool = True

    def sentence(self) -> str:
        """The fault in one sentence."""
        cited = [f"{one.text} ({one.rule})" if one.rule else one.text for one in self.reasons]
        shown = self.text if len(self.text) <= _SHOWN else f"{self.text[: _SHOWN - 1]}…"
        return f"line {self.line}, {quoted(shown)}: {'; '.join(cited)}"


@dataclass(frozen=True, slots=True)
class OrderFile:
    """A file of orders.

    lines: the orders; optional: numbers of lines that are skipped when they are not possible;
    instructions: what to do in battles; unread: the lines that cannot be read.
    in_part: whether a move that is illegal for some of its units is made by the others (B156).
    open_numbers: lines with `all` or `max`, which become numbers when they are carried out (B178).
    headings: for lines under a heading, the phases it means; a line is carried out in one of them.
    noncombat: lines that are non-combat moves because of where they are in the file.
    landings: lines that are whole landings; their orders go straight from the start to the end.
    """

    lines: tuple[OrderLine, ...]
    optional: frozenset[int]
    instructions: tuple[BattleInstruction, ...]
    unread: tuple[LineFault, ...] = ()
    in_part: bool = False
    open_numbers: Mapping[int, str] = field(default_factory=dict)
    headings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    noncombat: frozenset[int] = frozenset()
    landings: frozenset[int] = frozenset()

    def at(self, state: State, entry: OrderLine) -> tuple[OrderLine, tuple[Illegal, ...]]:
        """A line as it is to be carried out in a position, and why it means nothing there."""
        text = self.open_numbers.get(entry.line)
        if text is None:
            return entry, ()
        try:
            order = parse_order(with_amounts(text, state), state.definition)
        except NotationError as error:
            return entry, tuple(Illegal(fault.code, fault.text, "B178") for fault in error.faults)
        return replace(entry, order=order), ()


class OrderFileError(IllegalOrderError):
    """Faults of a file of orders; nothing was stored unless it says so.

    The exit code is 6, or 2 when the lines that cannot be read are all that is wrong.
    """

    def __init__(self, faults: tuple[LineFault, ...], way_out: str) -> None:
        """faults: at least one."""
        super().__init__("", faults[0].reasons)
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        self._way_out = way_out
        if not any(fault.is_readable for fault in faults):
            self.code, self.exit_code = "orders-unreadable", 2

    def __str__(self) -> str:
        """One line for each fault."""
        return "\n".join([*(fault.sentence() for fault in self.faults), self._way_out])

    @property
    def details(self) -> Mapping[str, object]:
        """All faults for --json."""
        rows = [
            {
                "line": fault.line,
                "text": fault.text,
                "reasons": [reason_data(reason) for reason in fault.reasons],
            }
            for fault in self.faults
        ]
        return {"faults": rows}


def read_order_file(text: str, definition: Definition) -> OrderFile:
    """Read a file of orders; what cannot be read is in `unread`."""
    optional: set[int] = set()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    headings = _take_headings(lines)
    for number, line in enumerate(lines, start=1):
        if _OPTIONAL.match(line):
            optional.add(number)
            lines[number - 1] = _OPTIONAL.sub(r"\1", line)
        lines[number - 1] = with_verb(lines[number - 1], headings.get(number, ()))
    struck, wrong = strike_out(lines)
    landings: dict[int, str] = {}
    for number, line in enumerate(lines, start=1):
        if is_landing(line):
            landings[number] = line
            lines[number - 1] = as_move(line)
    open_numbers: dict[int, str] = {}
    for number, line in enumerate(lines, start=1):
        readable = with_ones(line, definition)
        if readable is not None:
            open_numbers[number] = line
            lines[number - 1] = readable
    parsed = parse_orders("\n".join(lines), definition)
    instructions = tuple(entry.instruction for entry in parsed.instructions)

    def written(number: int) -> str:
        line = (
            landings.get(number) or open_numbers.get(number) or "".join(lines[number - 1 : number])
        )
        return line.strip()

    found: dict[int, list[Illegal]] = {}
    for fault in parsed.faults:
        found.setdefault(fault.line, []).append(Illegal(fault.code, fault.text))
    unread = tuple(
        LineFault(number, written(number), tuple(reasons), False)
        for number, reasons in found.items()
    )
    orders = tuple(
        replace(entry, text=written(entry.line))
        for entry in parsed.orders
        if entry.line not in struck
    )
    wrong += [
        (number, by, "there is no order in the line that it takes back")
        for number, by in struck.items()
        if all(entry.line != number for entry in parsed.orders)
    ]
    faults = tuple(
        LineFault(by, f"undo {number}", (Illegal("nothing-to-undo", text, "B159"),), False)
        for number, by, text in wrong
    )
    return OrderFile(
        orders,
        frozenset(optional),
        instructions,
        (*unread, *faults),
        open_numbers=open_numbers,
        headings=headings,
        landings=frozenset(landings),
    )


def _take_headings(lines: list[str]) -> dict[int, tuple[str, ...]]:
    """The phases of each line that stands under a heading; headings are emptied in place."""
    found: dict[int, tuple[str, ...]] = {}
    phases: tuple[str, ...] = ()
    for number, line in enumerate(lines, start=1):
        match = _HEADING.match(line)
        words = " ".join(re.split(r"[\s_-]+", match[1].casefold())) if match else ""
        if words in HEADINGS:
            phases = HEADINGS[words]
            lines[number - 1] = ""
        elif phases:
            found[number] = phases
    return found
