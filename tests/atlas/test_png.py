"""Reading a picture and writing it with a palette, byte by byte.  Decision: docs/adr/0070."""

import struct
import zlib

import numpy as np
import pytest

from pbem.atlas import png


def random_pixels(height: int, width: int) -> np.ndarray:
    return np.random.default_rng(5).integers(0, 256, (height, width, 4), dtype=np.uint8)


def filtered(pixels: np.ndarray, kinds: list[int]) -> bytes:
    """Written pixel by pixel as the specification says: slowly, and without numpy's tricks."""
    height, width, channels = pixels.shape
    plain = [[[int(v) for v in pixel] for pixel in row] for row in pixels]
    rows = b""
    for y in range(height):
        rows += bytes([kinds[y]])
        for x in range(width):
            for i in range(channels):
                a = plain[y][x - 1][i] if x else 0
                b = plain[y - 1][x][i] if y else 0
                c = plain[y - 1][x - 1][i] if x and y else 0
                p = a + b - c
                nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                guess = (0, a, b, (a + b) // 2, nearest)[kinds[y]]
                rows += bytes([(plain[y][x][i] - guess) % 256])
    return as_png(width, height, rows)


def as_png(width: int, height: int, rows: bytes, form: tuple[int, ...] = (8, 6, 0, 0, 0)) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    packed = zlib.compress(rows)
    parts = chunk(b"IDAT", packed[:20]) + chunk(b"IDAT", packed[20:])
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, *form))
    return b"\x89PNG\r\n\x1a\n" + header + parts + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "kinds", [[0] * 7, [1] * 7, [2] * 7, [3] * 7, [4] * 7, [4, 3, 2, 1, 0, 4, 3]]
)
@pytest.mark.parametrize("width", [1, 5, 30])
def test_pixels_are_read_whatever_the_filters(kinds: list[int], width: int) -> None:
    pixels = random_pixels(7, width)
    assert (png.read_pixels(filtered(pixels, kinds)) == pixels[:, :, :3]).all()


def test_another_form_is_refused() -> None:
    for form in ((16, 6, 0, 0, 0), (8, 2, 0, 0, 0), (8, 6, 0, 0, 1)):
        with pytest.raises(ValueError, match="another form"):
            png.read_pixels(as_png(1, 1, b"\0" * 9, form))
    for broken in (b"", b"GIF89a", filtered(random_pixels(2, 2), [0, 0])[:70]):
        with pytest.raises((ValueError, zlib.error, struct.error)):
            png.read_pixels(broken)


def test_each_pixel_gets_the_nearest_colour() -> None:
    palette = np.array([[0, 0, 0], [255, 255, 255], [200, 0, 0]])
    pixels = np.array([[[1, 2, 3], [190, 30, 20], [250, 251, 252], [200, 0, 0]]], dtype=np.uint8)
    packed = png.packed_colours(pixels)
    assert png.with_palette(packed, np.unique(packed), palette).tolist() == [[0, 2, 1, 2]]


def test_what_is_written_is_a_png_with_that_palette() -> None:
    palette = np.array([[1, 2, 3], [9, 8, 7]])
    written = png.write_indexed(np.array([[0, 1], [1, 1]], dtype=np.uint8), palette)
    assert written[12:29] == b"IHDR" + struct.pack(">IIBBBBB", 2, 2, 8, 3, 0, 0, 0)
    assert b"PLTE" + bytes([1, 2, 3, 9, 8, 7]) in written
    at = written.index(b"IDAT")
    (length,) = struct.unpack(">I", written[at - 4 : at])
    assert zlib.decompress(written[at + 4 : at + 4 + length]) == bytes([0, 0, 1, 0, 1, 1])
    (check,) = struct.unpack(">I", written[at + 4 + length : at + 8 + length])
    assert check == zlib.crc32(written[at : at + 4 + length])
