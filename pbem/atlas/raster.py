"""An SVG of ours as a PNG with a palette (ADR 0040).

resvg draws it and Pillow reduces its colours; both are loaded only here.
"""

import io
from typing import Final

_COLOURS: Final = (128, 64, 40)
"""Colours of the palette, fewer where a picture would be too large."""

_FONT: Final = "DejaVu Sans"
"""What stands for any font without serifs where the usual ones are not installed."""


class PictureError(Exception):
    """No picture can be made; the message says why in one sentence."""


def png_of(svg: str, *, zoom: float = 1.0, most: int | None = None) -> bytes:
    """A picture of an SVG that `drawing.draw` made.

    zoom: pixels of the picture for a pixel of the SVG; most: how many bytes it may have.
    Raises PictureError when the libraries are not installed, or it cannot be made that small.
    """
    try:
        import resvg_py  # noqa: PLC0415 - may be missing
        from PIL import Image  # noqa: PLC0415 - may be missing
    except ImportError as error:
        raise PictureError(
            f"a PNG needs the Python package {error.name}, which is not installed"
        ) from None
    try:
        drawn = resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, sans_serif_family=_FONT)
        picture = Image.open(io.BytesIO(bytes(drawn))).convert("RGB")
    except (ValueError, OSError, RuntimeError) as error:
        raise PictureError(f"the picture cannot be drawn: {error}") from None
    # The most frequent colours are those of areas, which must stay as they are; the others lie
    # between two of them along the edges.
    found = picture.getcolors(picture.width * picture.height) or []
    found.sort(key=lambda entry: entry[0], reverse=True)
    ranked = [colour for _, colour in found if isinstance(colour, tuple)]
    for count in _COLOURS:
        palette = Image.new("P", (1, 1))
        parts = [part for colour in ranked[:count] if isinstance(colour, tuple) for part in colour]
        palette.putpalette(parts)
        reduced = picture.quantize(palette=palette, dither=Image.Dither.NONE)
        written = io.BytesIO()
        reduced.save(written, "PNG", optimize=True)
        if most is None or written.tell() <= most:
            return written.getvalue()
    raise PictureError(f"the picture has more than {most} bytes")
