"""The third reader of the formats, in JavaScript, agrees with vectors and recorded games.

Written from docs/formats/save-v1.md and dice-v1.md, like tests/support/independent_reader.py, and
run in a real browser.
"""

from __future__ import annotations

import copy
import hashlib
import json
import random
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.wire.canonical import Plain, decode, encode
from tests.save.test_independent_reader import GAMES, VECTORS, Vector, manifest
from tests.support import independent_envelope, independent_reader
from tests.support.browser import b64, check
from tests.support.independent_envelope import Refused
from tests.support.independent_packing import is_packed
from tests.support.paper_game import (
    ANN,
    AUTHORITY,
    BOB,
    HOST,
    as_map,
    bomb,
    changed,
    fixed,
    pack,
    pack_log,
    played,
    raws,
    repacked,
    save_file,
    under_way,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("vector", manifest(), ids=lambda vector: str(vector["file"]))
def test_vector(lab: Page, vector: Vector) -> None:
    """Good vectors are read with the head of the manifest, bad ones refused with its code."""
    data = (VECTORS / "save" / vector["file"]).read_bytes()
    found = check(lab, data, vector["kind"], vector["keyring"])
    assert (found["code"], found["index"]) == (vector["code"], vector["index"])
    if vector["code"] is None and vector["kind"] == 1:
        wanted = (vector["head"], vector["records"], vector["state"])
        assert (found["head"], found["records"], found["state"]) == wanted


def test_dice_vectors(lab: Page) -> None:
    """The links of the seed chain and the dice of dice.json."""
    vectors = json.loads((VECTORS / "dice" / "dice.json").read_text())
    for link in vectors["links"]:
        found = lab.evaluate(
            "async (seed) => lab.bytes.toHex(await lab.dice.previousSeed(lab.bytes.fromHex(seed)))",
            link["seed"],
        )
        assert found == link["previous"]
    for answer in vectors["answers"]:
        found = lab.evaluate(
            """async ([seeds, text]) => {
              const body = lab.bytes.fromHex(text);
              const asked = lab.msgpack.decode(body);
              return lab.dice.rollDice(
                seeds.map(lab.bytes.fromHex), body, asked.get("count"), asked.get("sides"));
            }""",
            [answer["seeds"], answer["request"]],
        )
        assert found == answer["dice"]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.name))
def test_recorded_game(lab: Page, path: Path) -> None:
    """Every recorded game verifies, with the same counts as in the second reader."""
    data = path.read_bytes()
    report = independent_reader.read(data)
    found = check(lab, data)
    assert found["code"] is None
    assert (found["records"], found["rolls"]) == (report.records, report.rolls)
    assert (found["dice"], found["head"]) == (report.dice, report.head.hex())
    assert tuple(found["players"]) == report.players


def mutations(good: bytes, count: int, seed: int) -> list[bytes]:
    """Containers with a right checksum around a log in which a few bytes were changed, cut out or
    doubled: what a forger can make without a key."""
    dice = random.Random(seed)
    log = zlib.decompress(good[42:])
    made = []
    for _ in range(count):
        changed = bytearray(log)
        for _ in range(dice.choice((1, 1, 1, 2, 5))):
            at = dice.randrange(len(changed))
            size = dice.choice((1, 1, 2, 4, 30))
            how = dice.randrange(4)
            if how == 0:
                changed[at] ^= 1 << dice.randrange(8)
            elif how == 1:
                changed[at] = dice.choice((0, 0x80, 0x90, 0xC0, 0xC1, 0xC4, 0xCC, 0xD9, 0xDF, 0xFF))
            elif how == 2:
                del changed[at : at + size]
            else:
                changed[at:at] = changed[at : at + size]
        made.append(pack_log(bytes(changed)))
    return made


def items(record: bytes) -> list[Plain]:
    """Body, signatures and whatever is attached."""
    found = decode(record)
    assert isinstance(found, list)
    return found


def body_of(record: bytes) -> bytes:
    body = items(record)[0]
    assert isinstance(body, bytes)
    return body


def second_reader(data: bytes) -> tuple[str | None, int | None]:
    try:
        independent_reader.read(data)
    except Refused as refused:
        return refused.code, refused.record
    return None, None


def test_mutated_logs_get_the_same_answer_as_from_the_second_reader(lab: Page) -> None:
    """300 random changes: the same code at the same record."""
    codes = set()
    closed, under = played().to_bytes(), under_way().to_bytes()
    for data in [*mutations(closed, 150, 7), *mutations(under, 150, 8)]:
        found = check(lab, data)
        assert (found["code"], found["index"]) == second_reader(data)
        codes.add(found["code"])
    assert len(codes) >= 5  # the changes reach more than one check


def test_changes_that_are_signed_anew_get_the_same_answer_as_from_the_second_reader(
    lab: Page,
) -> None:
    """A forger with a key: 300 bodies with a changed byte or field, signed by one who plays."""
    dice = random.Random(17)
    codes = set()
    for _ in range(300):
        records = raws(under_way())
        at = dice.randrange(len(records))
        body = bytearray(body_of(records[at]))
        kind = as_map(bytes(body))["kind"]
        assert isinstance(kind, str)
        if dice.randrange(2):
            place = dice.randrange(len(body))
            body[place] = dice.choice((body[place] ^ 1, body[place] ^ 0x80, 0, 0xC0, 0xFF))
        else:
            fields = list(as_map(bytes(body)))
            other = as_map(body_of(dice.choice(records)))
            name = dice.choice(fields)
            values: list[object] = [
                0,
                1,
                -1,
                2**40,
                None,
                True,
                "",
                "Russians",
                b"",
                bytes(32),
                [],
                {},
            ]
            body = bytearray(changed(bytes(body), {name: other.get(name, dice.choice(values))}))
        signed = decode(dice.choice((ANN, BOB, HOST, AUTHORITY)).seal(kind, bytes(body)))
        assert isinstance(signed, list)
        records[at] = encode([*signed, *items(records[at])[2:]])
        data = save_file(records)
        found = check(lab, data)
        assert (found["code"], found["index"]) == second_reader(data)
        codes.add(found["code"])
    assert len(codes) > 12


def test_changed_columns_of_packed_turns_get_the_same_answer_as_from_the_second_reader(
    lab: Page,
) -> None:
    """300 changes of one value in one column: a forger who keeps to the format."""
    dice = random.Random(19)
    codes = set()
    good = decode(played().packed)
    assert isinstance(good, dict)
    values: list[Plain] = [0, 1, -1, 7, 2**40, None, True, "", "Russians", b"", bytes(32), [], {}]
    for _ in range(300):
        columns = copy.deepcopy(good)
        name = dice.choice(sorted(columns))
        column = columns[name]
        while isinstance(column, list) and column and dice.randrange(4):
            parent, at = column, dice.randrange(len(column))
            column = column[at]
            if not isinstance(column, list):
                parent[at] = one_changed(column, dice, values)
                break
        else:
            columns[name] = one_changed(columns[name], dice, values)
        data = repacked(played(), **columns)
        found = check(lab, data)
        assert (found["code"], found["index"]) == second_reader(data), columns
        codes.add(found["code"])
    assert len(codes) >= 5


def one_changed(value: Plain, dice: random.Random, values: list[Plain]) -> Plain:
    """Another value, often one that nearly fits."""
    kind = dice.randrange(4)
    if kind and isinstance(value, bytes) and value:
        changed = bytearray(value)
        changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
        return bytes(changed)
    if kind and isinstance(value, int) and not isinstance(value, bool):
        return value + dice.choice((-1, 1, 50))
    if kind and isinstance(value, list):
        return value[:-1] if dice.randrange(2) else [*value, *value[-1:]]
    return dice.choice(values)


def test_mutated_containers_get_the_same_answer_as_from_the_second_reader(lab: Page) -> None:
    """Changes of the compressed bytes, under a right checksum."""
    dice = random.Random(11)
    good = played().to_bytes()
    for _ in range(100):
        packed = bytearray(good[42:])
        packed[dice.randrange(len(packed))] ^= 1 << dice.randrange(8)
        data = pack(bytes(packed[: dice.choice((len(packed), len(packed), dice.randrange(900)))]))
        found = check(lab, data)
        assert (found["code"], found["index"]) == second_reader(data)


def test_mutated_msgpack_is_read_like_by_the_second_reader(lab: Page) -> None:
    """The decoder alone, on changed bodies: 300 of them, and every single lead byte."""
    dice = random.Random(13)
    frames = independent_reader.unpack(played().to_bytes(), 1)
    bodies = [frame if is_packed(frame) else body_of(frame) for frame in frames]
    samples = [bytes([lead, *b"\0\0\0\0\0\0\0\0\0"]) for lead in range(256)]
    samples += [bytes([lead]) + b"\xff" * 9 for lead in range(256)]
    for _ in range(300):
        body = bytearray(dice.choice(bodies))
        for _ in range(dice.randrange(1, 4)):
            body[dice.randrange(len(body))] = dice.randrange(256)
        samples.append(bytes(body))
    found = lab.evaluate(
        """(texts) => texts.map((text) => {
          try {
            lab.msgpack.decode(lab.bytes.fromBase64(text));
            return null;
          } catch (error) {
            return error.code ?? String(error);
          }
        })""",
        [b64(sample) for sample in samples],
    )
    wanted: list[str | None] = []
    for sample in samples:
        try:
            independent_envelope.decode(sample)
            wanted.append(None)
        except Refused as refused:
            wanted.append(refused.code)
    assert found == wanted
    assert None in wanted


@pytest.mark.slow
def test_a_bomb_of_1_GiB_is_refused_in_bounded_memory(browser: Browser, lab: Page) -> None:
    """1 MB that unpacks to 1 GiB: `too-large`, and the browser never held more than a part."""
    data = bomb(b"\0", 2**30)
    assert 900_000 < len(data) < 1_200_000
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [int(process["id"]) for process in processes if process["type"] == "renderer"]
    assert renderers
    before = max(map(peak_memory, renderers))
    found = check(lab, data)
    assert (found["code"], found["index"]) == ("too-large", None)
    # The limit is 64 MiB; what the garbage collector has not yet taken comes on top.
    assert max(map(peak_memory, renderers)) - before < 400 << 20


def peak_memory(process: int) -> int:
    """The most memory that a process has ever held, in bytes."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith("VmHWM:"))
    return int(line.split()[1]) << 10


ORDER = 2**252 + 27742317777372353535851937790883648493
"""Of the group: RFC 8032, section 5.1."""


def edge_signature(case: str, message: bytes) -> bytes:
    """A signature of Ann's that readers could judge differently, as only she could make it."""
    secret = hashlib.sha512(fixed("ann")).digest()[:32]
    scalar = int.from_bytes(secret, "little") & ~7 & ~(3 << 254) | 1 << 254
    if case == "S above the order":
        good = Ed25519PrivateKey.from_private_bytes(fixed("ann")).sign(message)
        return good[:32] + (int.from_bytes(good[32:], "little") + ORDER).to_bytes(32, "little")
    # With no random part at all, R is the neutral point, and S = k * a.
    y = {"neutral R": 1, "neutral R, not canonical": 2**255 - 18, "R of order two": 2**255 - 20}
    point = y[case].to_bytes(32, "little")
    challenge = hashlib.sha512(point + ANN.public + message).digest()
    return point + (int.from_bytes(challenge, "little") * scalar % ORDER).to_bytes(32, "little")


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("neutral R", None),
        ("neutral R, not canonical", "bad-signature"),
        ("R of order two", "bad-signature"),
        ("S above the order", "bad-signature"),
    ],
)
def test_signatures_at_the_edge(lab: Page, case: str, code: str | None) -> None:
    """save-v1.md, Envelopes: the equation without the cofactor, S below the order, R as it is."""
    entries = under_way().entries
    last = next(number for number, entry in enumerate(entries) if entry.kind == "orders")
    body = entries[last].body
    signature = edge_signature(case, b"pbem/v1/sign/orders\0" + body)
    forged = encode([body, [[entries[last].signer, signature]]])
    data = save_file([*raws(under_way())[:last], forged])
    found = check(lab, data)
    assert (found["code"], found["index"]) == second_reader(data)
    assert found["code"] == code
