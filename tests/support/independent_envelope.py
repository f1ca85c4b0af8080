"""The lower half of the independent reader: canonical msgpack, envelopes, shapes, dice.

Written from docs/formats/save-v1.md and dice-v1.md alone; see independent_reader.py.
"""

import hmac
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

T = TypeVar("T")
P = 2**255 - 19
WEAK = {0, 1, P - 1} | {
    0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
    0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
}
# The tables of both pages. b: bin, s: str, i: int, a: array, m: map, n: map with names as keys,
# then the least and greatest size or value; after "=" the items; "?": or nil; "*": anything.
TABLES = """
genesis dice:a1-2=* format:i1-1 game:b16 host:s1-64 host_key:b32 mode:s name:s1-200 \
 options:m0-500=* pace:?m9-9=* players:n0-64=?b32 rules:s1-64 scenario:b32 scenario_name:s1-200 \
 seats:n1-64=?s1-64 time:i0-253402300799
join genesis:b32 key:b32 player:s1-64 random:b32 seats:a1-64=s1-64 time:i0-253402300799
start joins:a0-64=b32 prev:b32 random:b32 time:i0-253402300799
orders actions:a1-5000=* nation:s1-64 prev:b32
turn_end end:b32 game:b16 head:b32 index:i1-1048577 nation:s1-64 seats:b32 turn:i1-100000
void nation:s1-64 prev:b32 request:b0-4352
agreement consents:a0-64=b0-512 prev:b32 proposal:b0-66560 statements:a0-16=b0-512 \
 states:a0-2=b0-1024 time:i0-253402300799
roll_again nation:s1-64 prev:b32 record:i0-99999
absence nation:s1-64 prev:b32 since:i0-253402300799 text:s0-500 time:i0-253402300799 \
 until:i0-253402300799
pace absence:i0-365 afterwards:s bumps:i0-20 closes:i0-1439 days:a1-7=i0-6 every:i1-2160 \
 hours:i1-2160 offset:i opens:i0-1439
note nation:s1-64 prev:b32 territory:s1-200 text:s0-2000 time:i0-253402300799
proposal game:b16 head:b32 id:b16 time:i0-253402300799 until:i1-100000 what:m0-9=* words:s0-16384
consent game:b16 proposal:b32 time:i0-253402300799
card address:s3-254 key:b32 name:s1-64 time:i0-253402300799
commitment anchor:b32 before:?b32 first:i1-1048576 game:b16 host:b32 length:i1-1048576 proof:s \
 time:i0-253402300799
successor key:b32 old:b32 restored:i0-1 time:i0-253402300799
log count:i0-2000000 digest:b32 game:b16 time:i0-253402300799
turn_state closed:i0-253402300799 game:b16 here:a0-4=a2=* last:i0-100000 nation:s1-64 \
 shown:i0-253402300799 silent:a0-8=a2=* time:i0-253402300799 turn:i1-100000
seated game:b16 seats:b32 time:i0-253402300799
roll request:b32 seed:b32 time:i0-253402300799
closed answered:b32 request:b32 time:i0-253402300799
request count:i1-10000 game:b16 head:b32 index:i1-1048576 nation:s1-64 phase:s1-64 \
 round:i0-1000000 side:s0-64 sides:i2-1000 step:s0-64 where:s0-64
authority address:s1-200 commitment:b0-2048
content digest:b32 message:s0-16384 random:b16 time:i0-253402300799
turns asked:a=a2=* closings:a1-2=a2=* digests:b keys:a=b32 kinds:s messages:a=s nations:a=s1-64 \
 orders:a=a=* others:a=m=* randoms:b rolls:a7=a=* seeds:a=b32 signatures:b \
 signed:a=a3=* signers:a=i statements:a=a2=* times:a=i
"""
SHAPES = {
    kind: dict(entry.split(":") for entry in entries)
    for kind, *entries in map(str.split, TABLES.strip().splitlines())
}
WORDS = {
    "mode": ("mail", "hotseat", "rehearsal"),
    "proof": ("committed", "rehearsal"),
    "afterwards": ("nothing", "computer", "substitute", "forfeit"),
}
TYPES = {"b": bytes, "s": str, "i": int, "a": list, "m": dict, "n": dict}
# What is attached to a record after its body and its signatures.
ATTACHED = {
    "genesis": ("scenario",),
    "join": (),
    "start": (),
    "orders": (),
    "request": ("receipts", "statements"),
    "void": ("receipts", "statements"),
    "turn_end": ("content", "closings", "statements"),
    "agreement": (),
    "roll_again": (),
    "note": (),
    "absence": (),
}
LIMITS = {"request": 4096, "turn_end": 512}


class Refused(Exception):  # noqa: N818
    """A file that does not verify: the code of the specification and the record, if it is one."""

    def __init__(self, code: str, record: int | None = None) -> None:
        super().__init__(code if record is None else f"{code}, record {record}")
        self.code, self.record = code, record


def demand(condition: bool, code: str, record: int | None = None) -> None:
    if not condition:
        raise Refused(code, record)


class Decoder:
    """Section "Canonical msgpack": once through the bytes, the first fault decides."""

    def __init__(self, data: bytes, most: int = 500_000) -> None:
        self.data, self.at, self.count, self.most = data, 0, 0, most

    def take(self, size: int) -> bytes:
        demand(size <= len(self.data) - self.at, "malformed")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size: int, least: int, smallest: int = 1) -> int:
        """A number or length; `least` is what no shorter form than `smallest` bytes can say."""
        value = int.from_bytes(self.take(size), "big")
        demand(value >= (least if size == smallest else 1 << 4 * size), "not-canonical")
        return value

    def value(self, level: int = 1) -> object:
        self.count += 1
        demand(self.count <= self.most, "too-large")
        lead = self.take(1)[0]
        demand(lead != 0xC1, "malformed")
        demand(not (0xC7 <= lead <= 0xCB or 0xD4 <= lead <= 0xD8), "forbidden-type")
        if lead <= 0x7F or lead >= 0xE0:
            return lead - 256 * (lead >= 0xE0)
        if lead in (0xC0, 0xC2, 0xC3):
            return None if lead == 0xC0 else lead == 0xC3
        if 0xCC <= lead <= 0xCF:
            value = self.number(1 << lead - 0xCC, 0x80)
            demand(value < 1 << 63, "forbidden-type")
            return value
        if 0xD0 <= lead <= 0xD3:
            size = 1 << lead - 0xD0
            value = int.from_bytes(self.take(size), "big", signed=True)
            demand(value < (-32 if size == 1 else -(1 << 4 * size - 1)), "not-canonical")
            return value
        if 0xC4 <= lead <= 0xC6:
            return self.take(self.number(1 << lead - 0xC4, 0))
        if 0xA0 <= lead <= 0xBF or 0xD9 <= lead <= 0xDB:
            text = self.take(lead & 0x1F if lead <= 0xBF else self.number(1 << lead - 0xD9, 32))
            try:
                return text.decode()
            except UnicodeDecodeError as error:
                raise Refused("malformed") from error
        is_map = lead <= 0x8F or lead >= 0xDE
        items = lead & 0x0F if lead <= 0x9F else self.number(4 if lead & 1 else 2, 16, 2)
        demand(level <= 32, "too-deep")
        demand(items * (1 + is_map) <= len(self.data) - self.at, "malformed")
        if not is_map:
            return [self.value(level + 1) for _ in range(items)]
        result: dict[str, object] = {}
        last: str | None = None
        for _ in range(items):
            key = self.value(level + 1)
            if not isinstance(key, str):
                raise Refused("forbidden-type")
            # The order of code points is the order of UTF-8 bytes.
            demand(last is None or key > last, "not-canonical")
            result[key], last = self.value(level + 1), key
        return result


def decode(data: bytes, most: int = 500_000) -> object:
    decoder = Decoder(data, most)
    value = decoder.value()
    demand(decoder.at == len(data), "malformed")
    return value


def fits(value: object, rule: str) -> bool:
    """Whether a value has the shape that a rule of TABLES asks for."""
    if rule == "*" or (rule[0] == "?" and value is None):
        return True
    outer, _, item = rule.lstrip("?").partition("=")
    low, _, high = outer[1:].partition("-")
    if type(value) is not TYPES[outer[0]]:  # not isinstance: True is not an int here
        return False
    size = value if isinstance(value, int) else 0
    if isinstance(value, bytes | str | list | dict):
        size = len(value.encode() if isinstance(value, str) else value)
    if low and not int(low) <= size <= int(high or low):
        return False
    if isinstance(value, dict):
        keys = "s1-64" if outer[0] == "n" else "s"
        return all(fits(key, keys) and fits(entry, item) for key, entry in value.items())
    return not isinstance(value, list) or all(fits(entry, item) for entry in value)


def is_right(name: str, value: object) -> bool:
    """What the tables ask of some fields beyond type and size."""
    if name == "dice_address":
        return bool(re.match(r"embedded\Z|rehearsal:|https?://", str(value)))
    if name == "dice" and isinstance(value, list):
        return all(
            has_shape("authority", one) and is_right("dice_address", one["address"])
            for one in value
        )
    if name == "pace" and isinstance(value, dict):
        return has_shape("pace", value) and (value["closes"] - value["opens"] - 1) % 1440 >= 59
    if name == "offset" and isinstance(value, int):
        return -720 <= value <= 840
    if name == "days" and isinstance(value, list):
        return value == sorted(set(value))
    if name == "seats" and isinstance(value, list):
        return value == sorted(set(value))
    if name == "here" and isinstance(value, list):
        return all(fits(head, "b32") and fits(time, "i0-253402300799") for head, time in value)
    if name == "silent" and isinstance(value, list):
        return all(fits(moment, "i0-253402300799") for span in value for moment in span)
    return value in WORDS.get(name, (value,))


def is_sound(key: bytes) -> bool:
    y = int.from_bytes(key, "little") & ~(1 << 255)
    return y < P and y not in WEAK


@dataclass(frozen=True, slots=True)
class Signed:
    """An opened envelope."""

    fields: dict[str, object]
    body: bytes
    signatures: list[tuple[bytes, bytes]]
    attached: Mapping[str, object] = field(default_factory=dict)

    def get(self, name: str, kind: type[T]) -> T:
        value = self.fields[name]
        assert isinstance(value, kind)
        return value

    def signer(self) -> bytes:
        """Step 4: the one sound key whose one valid signature the envelope has."""
        demand(len(self.signatures) == 1, "bad-signature")
        [(key, signature)] = self.signatures
        demand(is_sound(key), "bad-key")
        message = f"pbem/v1/sign/{self.get('kind', str)}\0".encode() + self.body
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
        except (InvalidSignature, ValueError) as error:
            raise Refused("bad-signature") from error
        return key

    def signer_or(self, code: str) -> bytes:
        try:
            return self.signer()
        except Refused as refused:
            raise Refused(code) from refused


def has_shape(table: str, value: object) -> bool:
    """Whether a map has exactly the fields of a table, each as it should be."""
    rules = SHAPES[table]
    return (
        isinstance(value, dict)
        and value.keys() == set(rules)
        and all(fits(value[n], rule) and is_right(n, value[n]) for n, rule in rules.items())
    )


def encode(value: object) -> bytes:
    """Canonical msgpack of a value whose inner maps are in order already."""
    if isinstance(value, dict):
        value = {key: value[key] for key in sorted(value, key=lambda name: str(name).encode())}
    packed: bytes = msgpack.packb(value)
    return packed


def open_envelope(data: bytes, limit: int, *kinds: str) -> Signed:
    """Steps 1 to 3 for a signed thing that is not a record of a log."""
    envelope = decode(data)
    demand(isinstance(envelope, list) and len(envelope) == 2, "wrong-shape")
    assert isinstance(envelope, list)
    opened = _open_body(envelope, limit)
    kind = opened.get("kind", str)
    if kinds == ("join",):
        demand(kind in ATTACHED, "unknown-record-kind")
        demand(kind == "join", "wrong-kind")
    demand(kind in kinds, "wrong-shape")
    check_shape(opened)
    return opened


def open_record(data: bytes, limit: int) -> Signed:
    """Steps 1 to 3 for a record with what is attached to it."""
    record = decode(data)
    demand(isinstance(record, list) and len(record) >= 2, "wrong-shape")
    assert isinstance(record, list)
    opened = _open_body(record[:2], limit)
    kind = opened.get("kind", str)
    demand(kind in ATTACHED, "unknown-record-kind")
    names = ATTACHED[kind]
    if kind == "start" and len(record) > 2:
        names = ("seated",)  # in a game with a pace only
    demand(len(record) == 2 + len(names), "wrong-shape")
    attached = dict(zip(names, record[2:], strict=True))
    rules = {"scenario": "?b", "content": "b", "statements": "a0-16=b", "seated": "a1-16=b"}
    demand(all(fits(one, rules.get(name, "a=b")) for name, one in attached.items()), "wrong-shape")
    demand(len(opened.body) <= LIMITS.get(kind, limit), "too-large")
    check_shape(opened)
    if kind == "turn_end":
        demand(attached["closings"] != [], "closing-missing")
        demand(len(attached["content"]) <= 16_640, "too-large")
        demand(has_shape("content", decode(attached["content"])), "wrong-shape")
    return Signed(opened.fields, opened.body, opened.signatures, attached)


def _open_body(envelope: list[object], limit: int) -> Signed:
    body, signatures = envelope
    if not isinstance(body, bytes) or not isinstance(signatures, list):
        raise Refused("wrong-shape")
    demand(len(body) <= limit, "too-large")
    demand(fits(signatures, "a1-16=a2=b"), "wrong-shape")
    demand(all(len(key) == 32 and len(sig) == 64 for key, sig in signatures), "wrong-shape")
    fields = decode(body)
    if not isinstance(fields, dict) or not isinstance(fields.get("kind"), str):
        raise Refused("wrong-shape")
    return Signed(fields, body, [(key, signature) for key, signature in signatures])


def check_shape(opened: Signed) -> None:
    """Step 3: the body has the fields of its table."""
    fields = dict(opened.fields)
    kind = str(fields.pop("kind"))
    if kind == "genesis" and fits(fields.get("format"), "i"):
        demand(fields["format"] == 1, "unknown-version")
    demand(has_shape(kind, fields), "wrong-shape")
    if kind == "absence":
        length = opened.get("until", int) - opened.get("since", int)
        demand(3_600 <= length <= 366 * 86_400, "wrong-shape")


def open_inside(data: bytes, limit: int, kind: str, word: str) -> Signed:
    """A signed thing inside or beside a record: `word`-malformed, `word`-bad-signature."""
    code = f"{word}-malformed"
    try:
        opened = open_envelope(data, limit, kind)
        code = f"{word}-bad-signature"
        opened.signer()
    except Refused as refused:
        raise Refused(code) from refused
    return opened


def roll_dice(seeds: list[bytes], body: bytes, count: int, sides: int) -> list[int]:
    """dice-v1.md, section "Dice"; one seed or two."""
    key = seeds[0]
    for second in seeds[1:]:
        key = hmac.digest(key, b"pbem/v1/pair\0" + second, "sha256")
    dice: list[int] = []
    block = 0
    while len(dice) < count:
        message = b"pbem/v1/dice\0" + body + block.to_bytes(4, "big")
        words = struct.unpack(">16H", hmac.digest(key, message, "sha256"))
        dice += [word % sides + 1 for word in words if word < 65536 - 65536 % sides]
        block += 1
    return dice[:count]
