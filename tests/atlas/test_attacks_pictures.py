"""Pictures that somebody made: no program of ours looks into one, wherever it lies.

A map folder has a base picture and hundreds of small ones, a mail and a post of a forum what their
senders attach.  Maps are drawn from lists of places; the one picture that is ever decoded is what
resvg has just drawn for us.  The board passes units and relief of a folder on to the browser, by
their frames (ADR 0085).
"""

from __future__ import annotations

import ast
import os
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine import load_scenario
from engine.values import replace
from pbem.atlas.map_pictures import MapPictures, bare_png
from pbem.atlas.triplea_folder import geometry_from_folder
from tests.atlas.map_folder import files_for, write_folder, write_zip
from tests.support.imports import imports, nodes

CLASSIC = load_scenario("classic_1942")
DECODERS = {
    "PIL", "cairosvg", "cv2", "gi", "imageio", "matplotlib", "pygame", "pypdfium2", "skimage",
    "svglib", "tkinter", "wand",
}  # fmt: skip


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *more: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(more) + chunk(b"IEND", b"")


BOMB = chunk(b"IDAT", zlib.compress(bytes(50_000_000), 9))
PICTURES: dict[str, bytes] = {
    "huge.png": png(2**31 - 1, 2**31 - 1),
    "bomb.png": png(60_000, 60_000, BOMB),
    "text.png": png(1, 1, chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(50_000_000), 9))),
    "cut.png": png(100, 100, BOMB)[:40],
    "huge.jpg": b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03" + bytes(20),
    "laughs.svg": b'<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    b'<svg xmlns="http://www.w3.org/2000/svg" width="99999999" height="99999999">'
    b'<image href="file:///etc/passwd"/><script>alert(1)</script>&b;</svg>',
    "polyglot.png": png(1, 1) + b"PK\x05\x06" + bytes(18),
}
_WATCHED = """
import sys
def hook(event, args):
    if event == "open" and str(args[0]).lower().endswith((".png", ".jpg", ".svg", ".gif")):
        print("OPENED", args[0])
sys.addaudithook(hook)
open(sys.argv.pop(1)).close()
from pbem.cli import run
print("EXIT", run(sys.argv[1:]))
print("DECODERS", sorted({name.partition(".")[0] for name in sys.modules} & set(%r)))
print("OURS", [name for name in ("pbem.atlas.png", "resvg_py") if name in sys.modules])
"""


def watched(tmp_path: Path, *words: object) -> str:
    """What a command opens and loads, in a process of its own; its exit code comes first."""
    control = tmp_path / "control.png"
    control.touch()
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED % sorted(DECODERS), str(control), *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, "PBEM_HOME": str(tmp_path / "home")},
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    opened = [line for line in done.stdout.splitlines() if line.startswith("OPENED")]
    assert opened == [f"OPENED {control}"], "the one that shows that it would be seen"
    assert "DECODERS []" in done.stdout
    assert "OURS []" in done.stdout
    return done.stdout.partition("EXIT ")[2].partition("\n")[0]


def folder_with_pictures(path: Path) -> Path:
    tiles = {f"baseTiles/{name}": data for name, data in PICTURES.items()}
    units = {f"units/Germans/{name}": data for name, data in PICTURES.items()}
    return write_folder(path, {**files_for(CLASSIC), **PICTURES, **tiles, **units})


def test_the_pictures_of_a_map_folder_are_not_opened(tmp_path: Path) -> None:
    folder = folder_with_pictures(tmp_path / "folder")
    out = tmp_path / "map.html"
    words = ("map", "classic_1942", "--map-folder", folder, "--out", out, "--json")
    assert watched(tmp_path, *words) == "0"
    assert out.stat().st_size > 10_000


def test_the_pictures_in_a_zip_of_a_map_are_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_zip(tmp_path / "map.zip", {**files_for(CLASSIC), **PICTURES})
    opened: list[str] = []
    real = zipfile.ZipFile.open

    def noted(self: zipfile.ZipFile, name: zipfile.ZipInfo, *more: object) -> object:
        opened.append(name.filename)
        return real(self, name, *more)

    monkeypatch.setattr(zipfile.ZipFile, "open", noted)
    assert geometry_from_folder(CLASSIC, path).areas
    assert opened
    assert all(name.endswith((".txt", ".properties")) for name in opened)


def test_pictures_in_a_mail_are_not_decoded(tmp_path: Path) -> None:
    """Also when one says that it is a save, or a save says that it is one."""
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["X-PBEM-Game"] = "Turn", "eve@example.org", "ab" * 16
    mail.set_content("Look at this map.")
    for name, data in PICTURES.items():
        mail.add_attachment(data, maintype="image", subtype="png", filename=name)
        mail.add_attachment(data, maintype="application", subtype="x", filename="turn.pbem")
    file = tmp_path / "mail.eml"
    file.write_bytes(mail.as_bytes())
    assert watched(tmp_path, "fetch", file) != "0", "no save"


GOOD = png(48, 48, chunk(b"IDAT", zlib.compress(bytes(48 * 193))))
PLAIN_PARTS = {
    "text": chunk(b"tEXt", b"Comment\0<script>"),
    "bomb in a text": chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(9_000_000), 9)),
    "profile": chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(9_000_000), 9)),
    "animation": chunk(b"acTL", struct.pack(">II", 2**31, 0)),
}


@pytest.mark.parametrize("part", [*PLAIN_PARTS.values()], ids=[*PLAIN_PARTS])
def test_only_the_parts_that_make_the_picture_reach_a_browser(part: bytes) -> None:
    header, rest = GOOD[:33], GOOD[33:]
    assert bare_png(GOOD) == GOOD
    assert bare_png(header + part + rest) == GOOD
    assert bare_png(GOOD + b"PK\x05\x06" + bytes(18)) == GOOD, "nor what stands behind the end"


@pytest.mark.parametrize(
    "data",
    [
        png(2**31 - 1, 2**31 - 1),
        png(513, 1),
        png(0, 5),
        GOOD[:-1],
        GOOD[:40],
        GOOD.replace(b"IHDR", b"IDAT"),
        GOOD[:33] + struct.pack(">I", 2**32 - 1) + GOOD[37:],
        PICTURES["huge.jpg"],
        PICTURES["laughs.svg"],
        b"",
    ],
)
def test_what_is_no_small_png_reaches_no_browser(data: bytes) -> None:
    with pytest.raises(ValueError, match="PNG"):
        bare_png(data)


def test_names_of_a_map_lead_to_no_other_picture(tmp_path: Path) -> None:
    """A nation or a type that is called like a path, and links in a folder."""
    (tmp_path / "secret.png").write_bytes(GOOD)
    files = {
        **files_for(CLASSIC),
        "units/Germans/infantry.png": GOOD,
        "units/Germans/armour.png": GOOD + bytes(600_000),
        "reliefTiles/0_1.png": GOOD,
        "reliefTiles/9999_1.png": GOOD,
        "reliefTiles/x/../0_2.png": GOOD,
    }
    folder = write_folder(tmp_path / "folder", files)
    (folder / "units" / "Germans" / "fighter.png").symlink_to(tmp_path / "secret.png")
    (folder / "units" / "Russians").symlink_to(folder / "units" / "Germans")
    kinds = {**CLASSIC.unit_types, "../../../secret": CLASSIC.unit_types["infantry"]}
    game = replace(CLASSIC, unit_types=kinds)
    for path in (
        folder,
        write_zip(tmp_path / "map.zip", {k: v for k, v in files.items() if ".." not in k}),
    ):
        found = MapPictures(game, path)
        assert found.units == {"Germans": ["infantry", "armour"]}
        assert found.unit("Germans", "infantry") == GOOD
        assert found.unit("Germans", "armour") is None, "too long"
        for nation, kind in (
            ("Germans", "../../../secret"),
            ("../units/Germans", "infantry"),
            ("Russians", "infantry"),
        ):
            assert found.unit(nation, kind) is None
        assert found.tile(0, 1) == GOOD
        assert found.tile(1, 0) is None


def calls(name: str) -> Iterator[str]:
    """The modules that call something of this name."""
    for module, inside in nodes("pbem").items():
        for node in inside:
            if isinstance(node, ast.Call) and name in (
                getattr(node.func, "attr", ""),
                getattr(node.func, "id", ""),
            ):
                yield module


def test_no_decoder_is_imported_but_for_what_was_just_drawn() -> None:
    targets = {one.target.partition(".")[0] for one in (*imports("pbem"), *imports("engine"))}
    assert targets.isdisjoint(DECODERS)
    drawing = {one.module for one in imports("pbem") if one.target == "resvg_py"}
    assert drawing == {"pbem.atlas.raster"}
    assert set(calls("read_pixels")) == {"pbem.atlas.raster"}
    assert set(calls("svg_to_bytes")) == {"pbem.atlas.raster"}
