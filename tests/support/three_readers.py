"""The three readers of saves side by side: the program's, the independent one, the verify page's.

The page's scripts run in node, where there is one; a browser is needed for nothing of them.
"""

import importlib.util
import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pbem.save.trust import open_save
from pbem.wire.errors import SaveError
from tests.support import independent_reader
from tests.support.independent_envelope import Refused

SCRIPTS = Path(__file__).parents[2] / "templates" / "web"
Reader: TypeAlias = "Callable[[bytes], Found]"
_PROGRAM = Path(__file__).with_name("page_reader.mjs")


@dataclass(frozen=True, slots=True)
class Found:
    """What a reader says of a file.

    code: of the error, "" when it is accepted, "crash: ..." when the reader fell over; place: the
    record of the error, None for none; of an accepted file the number of its records; head: hex.
    """

    code: str
    place: int | None
    head: str = ""


def program(data: bytes) -> Found:
    """What pbem says of a save."""
    try:
        save = open_save(data)
    except SaveError as error:
        return Found(error.code, error.index)
    return Found("", len(save.entries), save.head.hex())


def independent(data: bytes) -> Found:
    """What the independent reader says."""
    try:
        report = independent_reader.read(data)
    except Refused as error:
        return Found(error.code, error.record)
    except Exception as error:
        return Found(f"crash: {type(error).__name__}: {error}", None)
    return Found("", report.records, report.head.hex())


class Page:
    """The page's scripts in one process of node, which reads a file after the other."""

    def __init__(self, folder: Path, program: str) -> None:
        """folder: an empty one, for a copy of the scripts and the file; program: node."""
        for script in SCRIPTS.glob("*.js"):
            shutil.copy(script, folder)
        (folder / "package.json").write_text('{"type": "module"}', encoding="ascii")
        shutil.copy(_PROGRAM, folder)
        self._file = folder / "save.pbem"
        words = [program, str(folder / _PROGRAM.name), str(folder)]
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def __call__(self, data: bytes) -> Found:
        """What the page says of a save."""
        self._file.write_bytes(data)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{self._file}\n")
        self._process.stdin.flush()
        said = json.loads(self._process.stdout.readline())
        return Found(said["code"] or "", said["place"], said.get("head", ""))

    def close(self) -> None:
        """End node."""
        self._process.communicate()


def node() -> str | None:
    """The program that runs scripts outside of a browser; the one that drives browsers will do."""
    driver = importlib.util.find_spec("playwright")
    if found := shutil.which("node"):
        return found
    inside = Path(str(driver.origin)).parent / "driver" / "node" if driver else None
    return str(inside) if inside is not None and inside.exists() else None


@contextmanager
def readers() -> Iterator[dict[str, Reader]]:
    """The readers by name; the page's only where there is node."""
    known: dict[str, Reader] = {"program": program, "independent": independent}
    found = node()
    if found is None:
        yield known
        return
    with tempfile.TemporaryDirectory() as name:
        page = Page(Path(name), found)
        try:
            yield {**known, "page": page}
        finally:
            page.close()


def check_agreement(known: Mapping[str, Reader], data: bytes, bent: Sequence[str]) -> Found:
    """What all say of a file; AssertionError when they differ, with what is `bent` in it."""
    found = {name: reader(data) for name, reader in known.items()}
    assert len(set(found.values())) == 1, (found, bent)
    return found["program"]
