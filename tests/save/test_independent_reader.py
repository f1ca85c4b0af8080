"""The second reader agrees with the vectors, with the recorded games and with damage.

tests/support/independent_reader.py was written from the two format pages alone. Where it and the
manifest of the vectors agree, the pages say enough.
"""

import base64
import binascii
import hashlib
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path
from typing import TypedDict

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.independent_dice import sha
from tests.support.independent_envelope import Refused, decode, open_envelope, roll_dice
from tests.support.independent_reader import SAVE, main, read, unpack

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"
GAMES = sorted((ROOT / "savegames").glob("*.pbem"))
FORMATS = ROOT / "docs" / "formats"
SMALL = (VECTORS / "save" / "good-played.pbem").read_bytes()
SMALL_LOG = zlib.decompress(SMALL[42:])


class Vector(TypedDict):
    """One entry of the manifest; only good saves have the last three."""

    file: str
    kind: int | str
    keyring: dict[str, str]
    code: str | None
    exit: int
    index: int | None
    head: str
    records: int
    state: str


def manifest() -> list[Vector]:
    entries: list[Vector] = json.loads((VECTORS / "save" / "manifest.json").read_text())
    return entries


def unarmour(text: str) -> bytes:
    """save-v1.md, section "Armour"."""
    found = []
    gap = r"[\s>]{1,40}"
    for start in re.finditer(f"BEGIN{gap}PBEM{gap}FILE", text):
        end = re.search(f"END{gap}PBEM{gap}FILE", text[start.end() :])
        if end is None:
            raise Refused("armour-damaged")
        inner = text[start.end() :][: end.start()]
        inner = re.sub("[\\s>\u200b\u200c\u200d\u2060\ufeff]", "", inner)
        try:
            found.append(base64.b64decode(inner.strip("-‐‑‒–—―−"), validate=True))
        except (binascii.Error, ValueError) as error:
            raise Refused("armour-damaged") from error
    if not found:
        raise Refused("armour-missing")
    if len(set(found)) > 1:
        raise Refused("armour-ambiguous")
    return found[0]


def exits() -> dict[str, set[int]]:
    """The exit codes of every error code, from the tables of the pages."""
    result: dict[str, set[int]] = {}
    pages = [(FORMATS / name).read_text("utf-8") for name in ("save-v1.md", "consent-v1.md")]
    for line in "\n".join(pages).splitlines():
        if row := re.match(r"\| (\d) \|(.*)\|$", line):
            for code in re.findall(r"`([a-z0-9-]+)`", row[2]):
                result.setdefault(code, set()).add(int(row[1]))
    for code in re.findall(
        r"`([a-z0-9]+-[a-z0-9-]+)`", (FORMATS / "dice-v1.md").read_text("utf-8")
    ):
        result.setdefault(code, {7})
    return result


@pytest.mark.parametrize("vector", manifest(), ids=lambda vector: str(vector["file"]))
def test_vector(vector: Vector) -> None:
    """Good vectors are read with the head of the manifest, bad ones refused with its code."""
    data = (VECTORS / "save" / vector["file"]).read_bytes()
    names = {name: bytes.fromhex(key) for name, key in vector["keyring"].items()}
    kind = vector["kind"]
    code, record = None, None
    try:
        if kind == "armour":
            data = unarmour(data.decode())
        report = read(data, kind if isinstance(kind, int) else SAVE, names)
    except Refused as refused:
        code, record = refused.code, refused.record
    assert (code, record) == (vector["code"], vector["index"])
    if code is not None:
        assert exits()[code] == {vector["exit"]}
    elif kind == SAVE:
        found = (report.head.hex(), report.records, report.state)
        assert found == (vector["head"], vector["records"], vector["state"])


def test_every_vector_file_is_in_the_manifest() -> None:
    files = {path.name for path in (VECTORS / "save").iterdir()} - {"manifest.json"}
    assert files == {vector["file"] for vector in manifest()}


def test_dice_vectors() -> None:
    """The links of the seed chain and the dice of dice.json, with the formulas of dice-v1.md."""
    vectors = json.loads((VECTORS / "dice" / "dice.json").read_text())
    assert vectors["links"]
    assert vectors["answers"]
    for link in vectors["links"]:
        assert sha("seed", bytes.fromhex(link["seed"])).hex() == link["previous"]
    for answer in vectors["answers"]:
        body = bytes.fromhex(answer["request"])
        request = decode(body)
        assert isinstance(request, dict)
        seeds = [bytes.fromhex(seed) for seed in answer["seeds"]]
        dice = roll_dice(seeds, body, request["count"], request["sides"])
        assert dice == answer["dice"]


def test_heads_of_a_log() -> None:
    """The log of dice.json, with the formulas of dice-v1.md."""
    vectors = json.loads((VECTORS / "dice" / "dice.json").read_text())["log"]
    commitment = bytes.fromhex(vectors["commitment"])
    digests = [sha("log", commitment)]
    for request in vectors["requests"]:
        digests.append(sha("log", digests[-1], bytes.fromhex(request)))
    heads = [open_envelope(bytes.fromhex(head), 256, "log") for head in vectors["heads"]]
    assert [head.get("count", int) for head in heads] == [0, 1, 3]
    for head in heads:
        assert head.signer() == open_envelope(commitment, 1024, "commitment").signer()
        assert head.get("digest", bytes) == digests[head.get("count", int)]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@settings(max_examples=80, deadline=None)
@given(VALUES)
def test_the_shortest_spelling_is_read(value: object) -> None:
    """msgpack itself writes shortest forms; with sorted keys its bytes are canonical."""

    def in_order(item: object) -> object:
        if isinstance(item, dict):
            return {key: in_order(item[key]) for key in sorted(item)}
        return [in_order(entry) for entry in item] if isinstance(item, list) else item

    assert decode(msgpack.packb(in_order(value))) == value


@pytest.mark.parametrize("size", [0, 15, 16, 31, 32, 255, 256, 65_535, 65_536])
def test_length_prefixes(size: int) -> None:
    """Every length prefix, at the sizes where the shortest one changes."""
    keys = [f"{number:05}" for number in range(size)]
    for value in ("x" * size, b"x" * size, keys, dict.fromkeys(keys)):
        assert decode(msgpack.packb(value)) == value


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.name))
def test_recorded_game(path: Path) -> None:
    """Every recorded game verifies: container, chain, signatures, seats and all dice."""
    report = read(path.read_bytes())
    assert report.state == "playing"
    assert report.rolls > 0
    assert report.dice >= report.rolls
    assert len(report.players) > 0


def test_every_flipped_bit_of_a_file_is_refused() -> None:
    assert read(SMALL).records == 10
    for position in range(len(SMALL)):
        for bit in range(8):
            damaged = bytearray(SMALL)
            damaged[position] ^= 1 << bit
            with pytest.raises(Refused):
                read(bytes(damaged))


@settings(max_examples=80, deadline=None)
@given(st.integers(0, len(SMALL_LOG) - 1), st.integers(1, 255))
def test_a_forger_who_mends_the_checksum_is_refused(position: int, change: int) -> None:
    """The checksum is against damage only; a byte of the log is held by the signatures."""
    log = bytearray(SMALL_LOG)
    log[position] ^= change
    packed = zlib.compress(bytes(log), 1)
    checksum = hashlib.sha256(SMALL[:10] + packed).digest()
    with pytest.raises(Refused):
        read(SMALL[:10] + checksum + packed)


def test_every_beginning_of_a_log_is_an_older_save() -> None:
    """save-v1.md, Verification: a log that ends early is a valid save as far as it goes."""
    records = unpack((VECTORS / "save" / "good-under-way.pbem").read_bytes(), SAVE)
    assert len(records) == 9
    for count in range(1, len(records) + 1):
        log = b"".join(len(record).to_bytes(4, "big") + record for record in records[:count])
        packed = zlib.compress(log)
        checksum = hashlib.sha256(SMALL[:10] + packed).digest()
        assert read(SMALL[:10] + checksum + packed).records == count


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = str(VECTORS / "save" / "good-played.pbem")
    bad = str(VECTORS / "save" / "roll-seed.pbem")
    assert main([good]) == 0
    assert capsys.readouterr().out == (
        f"{good}: ok, playing, 10 records, 2 rolls, 7 dice, players 'Bob', 'Ann'\n"
    )
    assert main([good, bad]) == 1
    assert capsys.readouterr().out.splitlines()[1] == f"{bad}: refused: seed-not-in-chain, record 5"
    assert main([str(tmp_path / "none.pbem")]) == 1
    assert "none.pbem: refused: " in capsys.readouterr().out


def test_it_runs_without_the_program() -> None:
    """No module of the program is loaded: the two readers share no code."""
    script = (
        "import sys, tests.support.independent_reader\n"
        "sys.exit(any(name.split('.')[0] in ('pbem', 'engine') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0
