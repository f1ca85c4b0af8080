"""The statistics of a game from turn to turn, for the terminal: a table for each of them.

Rule: rule book, Stats tab (B258).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine import State
from pbem.report.statistics import Figures, by_alliance, statistics_of
from pbem.text import column_width

_BARS: Final = "▁▂▃▄▅▆▇█"
_MOST: Final = 40
"""The number of bars that fit beside the numbers on a narrow terminal."""


def course_of(positions: Sequence[State]) -> Mapping[str, Mapping[str, list[int]]]:
    """By heading and by nation or alliance: what was counted in each position, in their order."""
    found: dict[str, dict[str, list[int]]] = {}
    for state in positions:
        for heading, figures in _counted(state):
            rows = found.setdefault(heading, {})
            for name, number in figures.items():
                rows.setdefault(name, []).append(number)
    return found


def course_lines(course: Mapping[str, Mapping[str, list[int]]]) -> list[str]:
    """The course for people: the first number and the last, and a bar for each on its own scale.

    What is 0 for everybody all the time is left out.
    """
    lines: list[str] = []
    for heading, rows in course.items():
        if not any(any(row) for row in rows.values()):
            continue
        wide = column_width(rows)
        lines += [heading] if not lines else ["", heading]
        for name, row in rows.items():
            ends = row if len(row) == 1 else [row[0], row[-1]]
            numbers = "".join(f"{number:>6}" for number in ends)
            lines.append(f"  {name:<{wide}}{numbers}  {_bars(row)}".rstrip())
    return lines


def _counted(state: State) -> Iterable[tuple[str, Mapping[str, int]]]:
    """What is counted of nations, with the sums of alliances below them."""
    nations: Figures = statistics_of(state)
    sides = dict(by_alliance(state, nations))
    for heading, figures in nations:
        yield heading, {**figures, **sides.get(heading, {})}


def _bars(row: Sequence[int]) -> str:
    """Evenly chosen numbers of a row, the last one among them, as bars; "" for a single one."""
    count = min(len(row), _MOST)
    chosen = [row[(at * (len(row) - 1)) // (count - 1)] for at in range(count)] if count > 1 else []
    top, most = len(_BARS) - 1, max(*row, 1)
    return "".join(_BARS[-(-number * top // most)] for number in chosen)
