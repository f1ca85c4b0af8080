"""An SVG of ours as a PNG with a palette (ADR 0040).

resvg draws it, and is loaded only here.
"""

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
    except ImportError as error:
        raise PictureError(
            f"a PNG needs the Python package {error.name}, which is not installed"
        ) from None
    import numpy as np  # noqa: PLC0415 - slow to load

    from pbem.atlas import png  # noqa: PLC0415 - it needs numpy

    try:
        drawn = resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, sans_serif_family=_FONT)
        pixels = png.packed_colours(png.read_pixels(bytes(drawn)))
    except (ValueError, OSError, RuntimeError) as error:
        raise PictureError(f"the picture cannot be drawn: {error}") from None
    # The most frequent colours are those of areas, which must stay as they are; the others lie
    # between two of them along the edges.
    found, counts = np.unique(pixels, return_counts=True)
    ranked = found[np.argsort(-counts, kind="stable")]
    for count in _COLOURS:
        palette = png.unpacked_colours(ranked[:count])
        written = png.write_indexed(png.with_palette(pixels, found, palette), palette)
        if most is None or len(written) <= most:
            return written
    raise PictureError(f"the picture has more than {most} bytes")
