"""Units as small boxes: brief ones with letter and number, full ones with a sign for each kind.

A box is measured in pixels around its centre.  It has its nation's colour and its letter, so that
nothing depends on colour alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape

from engine.values import dataclass
from pbem.atlas.colours import DARK_INK, LIGHT_INK, NOBODY, NationLook
from pbem.atlas.overlay import MapForce
from pbem.atlas.placing import text_width
from pbem.atlas.signs import sign_called
from pbem.atlas.symbols import SIZE

_ROW: Final = 17.0
_ICON: Final = 14.0
_LETTERS: Final = 11.0
_NUMBERS: Final = 10.5
_PAD: Final = 3.0
_MOST_IN_ROW: Final = 4
_MOST_SIDE_BY_SIDE: Final = 3
_NOBODY: Final = NationLook("", "#8a8375", LIGHT_INK, NOBODY, 0)


@dataclass(frozen=True, slots=True)
class ChipPiece:
    """One thing on a box, in pixels from its corner: a text, or the sign of a kind of unit."""

    x: float
    text: str
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class ChipRow:
    """One coloured row with its pieces, in pixels from the corner of the box."""

    nation: str
    x: float
    y: float
    width: float
    pieces: tuple[ChipPiece, ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """All units of an area; width and height in pixels."""

    width: float
    height: float
    rows: tuple[ChipRow, ...]


def brief_chip(forces: Sequence[MapForce], looks: Mapping[str, NationLook]) -> Chip:
    """Letter and number of every nation, three side by side."""
    rows: list[ChipRow] = []
    x, y, widest = 0.0, 0.0, 0.0
    for place, force in enumerate(forces):
        if place and place % _MOST_SIDE_BY_SIDE == 0:
            x, y = 0.0, y + _ROW + 1
        text = f"{_look(force.nation, looks).letter}{force.count}"
        width = text_width(text, _LETTERS) + 2 * _PAD
        rows.append(ChipRow(force.nation, x, y, width, (ChipPiece(_PAD, text),)))
        x += width + 1
        widest = max(widest, x - 1)
    return Chip(widest, y + _ROW, tuple(rows))


def full_chip(forces: Sequence[MapForce], looks: Mapping[str, NationLook]) -> Chip:
    """A row for every nation, with a sign and a number for every kind of unit; () has no chip."""
    rows: list[ChipRow] = []
    for force in forces:
        letter = _look(force.nation, looks).letter
        if not force.piles:
            text = f"{letter}{force.count}"
            width = text_width(text, _LETTERS) + 2 * _PAD
            rows.append(ChipRow(force.nation, 0, _next(rows), width, (ChipPiece(_PAD, text),)))
        for first in range(0, len(force.piles), _MOST_IN_ROW):
            pieces = [] if first else [ChipPiece(_PAD, letter)]
            x = _PAD + (0 if first else text_width(letter, _LETTERS) + _PAD)
            for pile in force.piles[first : first + _MOST_IN_ROW]:
                number = f"{pile.count if pile.count > 1 else ''}{pile.note}"
                wide = _width(pile.symbol)
                pieces += [ChipPiece(x, "", pile.symbol), ChipPiece(x + wide + 1, number)]
                x += wide + 2 + text_width(number, _NUMBERS) + (1 if number else 0)
            rows.append(ChipRow(force.nation, 0, _next(rows), x + 1, tuple(pieces)))
    width = max(row.width for row in rows)
    return Chip(width, _next(rows) - 1, tuple(rows))


def _width(symbol: str) -> float:
    """Of a sign that is as high as its place in a row, with its letters, in pixels."""
    return _ICON * sign_called(symbol).width / SIZE


def _next(rows: Sequence[ChipRow]) -> float:
    return rows[-1].y + _ROW + 1 if rows else 0.0


def chip_svg(chip: Chip, looks: Mapping[str, NationLook], prefix: str) -> str:
    """The box around the origin, in plain attributes; prefix: of the ids of the signs."""
    parts = [_row_svg(row, chip, _look(row.nation, looks), prefix) for row in chip.rows]
    return "".join(parts)


def _row_svg(row: ChipRow, chip: Chip, look: NationLook, prefix: str) -> str:
    left, top = row.x - chip.width / 2, row.y - chip.height / 2
    edge = LIGHT_INK if look.ink == LIGHT_INK else DARK_INK
    box = (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{row.width:.1f}" height="{_ROW:g}" rx="3" '
        f'fill="{look.fill}" stroke="{edge}" stroke-width="1"/>'
    )
    return f'<g fill="{look.ink}">{box}{"".join(_pieces_svg(row.pieces, left, top, prefix))}</g>'


def _pieces_svg(pieces: Iterable[ChipPiece], left: float, top: float, prefix: str) -> Iterable[str]:
    for piece in pieces:
        x = left + piece.x
        if piece.symbol:
            yield (
                f'<use href="#{prefix}{piece.symbol}" x="{x:.1f}" y="{top + 1.5:.1f}" '
                f'width="{_width(piece.symbol):.1f}" height="{_ICON:g}"/>'
            )
        elif piece.text:
            yield f'<text x="{x:.1f}" y="{top + 12.6:.1f}">{escape(piece.text)}</text>'


def _look(nation: str, looks: Mapping[str, NationLook]) -> NationLook:
    return looks.get(nation, _NOBODY)
