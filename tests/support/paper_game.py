"""A small game with fixed keys and a dice authority on paper, for vectors and tests.

Everything is deterministic; the keys are worthless.
"""

import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from pbem.dice.authority import make_chain
from pbem.dice.closing import closed_body
from pbem.dice.protocol import (
    Request,
    RollSpec,
    commitment_body,
    compute_dice,
    receipt_body,
)
from pbem.dice.rehearsal import RehearsalClient
from pbem.save import format as container
from pbem.save.invite import make_join, new_game
from pbem.save.trust import TrustedSave
from pbem.wire.canonical import decode, encode
from pbem.wire.signing import SigningKey, parse_envelope

LENGTH = 16


def fixed(label: str, size: int = 32) -> bytes:
    """Bytes that look random and never change."""
    return hashlib.sha256(b"vector " + label.encode()).digest()[:size]


HOST = SigningKey.from_secret(fixed("host"))
ANN = SigningKey.from_secret(fixed("ann"))
BOB = SigningKey.from_secret(fixed("bob"))
EVE = SigningKey.from_secret(fixed("eve"))
AUTHORITY = SigningKey.from_secret(fixed("authority"))
GAME = fixed("game", 16)
CHAIN = make_chain(fixed("chain"), LENGTH)
IDENTITY_KEY = bytes([1]) + bytes(31)


def commitment(*, key: SigningKey = AUTHORITY, **changes: object) -> bytes:
    """The authority's commitment, with some fields changed."""
    body = commitment_body(
        game=GAME, host=HOST.public, anchor=CHAIN[0], length=LENGTH, proof="committed", time=1000
    )
    return key.seal("commitment", changed(body, changes))


def receipt(
    request: bytes,
    *,
    key: SigningKey = AUTHORITY,
    seed: bytes | None = None,
    dice: tuple[int, ...] | None = None,
) -> bytes:
    """A receipt of the paper authority, correct unless changed."""
    body = parse_envelope(request, 4096).body
    values = as_map(body)
    index, count, sides = values["index"], values["count"], values["sides"]
    assert isinstance(index, int) and isinstance(count, int) and isinstance(sides, int)
    seed = seed or CHAIN[min(index, LENGTH)]
    dice = dice or compute_dice(seed, body, count, sides)
    return key.seal("roll", receipt_body(request, seed, dice, 1100 + index))


def closing(
    save: TrustedSave,
    nation: str,
    player: SigningKey,
    /,
    *,
    key: SigningKey = AUTHORITY,
    **changes: object,
) -> bytes:
    """The paper authority's closing of a turn at the head of `save`, with some fields changed."""
    body = changed(save.closing_request(nation).body(), changes)
    return key.seal("closed", closed_body(player.seal("closing", body), 1190))


def ended(
    save: TrustedSave, nation: str, key: SigningKey, digest: bytes = bytes(32), **named: object
) -> TrustedSave:
    """The save with the turn closed on paper and its end signed."""
    values: dict[str, object] = {"time": 1, **named}
    closed = closing(save, nation, key)
    return save.append_turn_end(nation, digest, closed, key, **values)  # type: ignore[arg-type]


def as_map(body: bytes) -> dict[str, object]:
    """A body decoded, for changing it."""
    value = decode(body)
    assert isinstance(value, dict)
    return dict(value)


def changed(body: bytes, changes: Mapping[str, object]) -> bytes:
    """A body with some fields set, and those set to `...` removed."""
    values = {**as_map(body), **changes}
    return encode({name: value for name, value in values.items() if value is not ...})


def invitation(**changes: object) -> TrustedSave:
    """A mail game for Ann and Bob, founded by Hal, who does not play."""
    values: dict[str, object] = {
        "seats": {"Germans": "Ann", "Russians": "Bob"},
        "players": {"Ann": None, "Bob": None},
        "mode": "mail",
        "dice_address": "embedded",
        "commitment": commitment(),
    }
    values.update(changes)
    return new_game(
        host="Hal",
        key=HOST,
        game=GAME,
        name="Vector game",
        rules="1",
        scenario={"map": {"Berlin": ["Poland"], "Poland": ["Berlin"]}},
        options={"low_luck": False},
        time=1000,
        **values,  # type: ignore[arg-type]
    )


def join(save: TrustedSave, player: str, key: SigningKey, *seats: str) -> bytes:
    """A join with fixed randomness."""
    return make_join(save, player, key, time=1010, seats=seats, random=fixed(f"join {player}"))


@cache
def started() -> TrustedSave:
    """The mail game after both joins and the start."""
    save = invitation()
    save = save.append_join(join(save, "Bob", BOB)).append_join(join(save, "Ann", ANN))
    return save.append_start(HOST, time=1020, random=fixed("start"))


def spec(**changes: object) -> RollSpec:
    """One die of six faces in a battle, but for the changes."""
    return replace(RollSpec("battle", "", 0, "", "", 1, 6), **changes)  # type: ignore[arg-type]


def altered(request: Request, **changes: object) -> Request:
    """The same request but for some fields of its body."""
    own = {name: changes.pop(name) for name in [*changes] if name in Request.__slots__}
    asked = replace(request.spec, **changes)  # type: ignore[arg-type]
    return replace(request, spec=asked, **own)  # type: ignore[arg-type]


def attack(save: TrustedSave, nation: str = "Germans", **changes: object) -> Request:
    """The next dice of the Germans."""
    fire = RollSpec("combat", "Poland", 1, "fire", "attacker", 5, 6)
    return save.request(nation, replace(fire, **changes))  # type: ignore[arg-type]


@cache
def played() -> TrustedSave:
    """The mail game after one turn of each: records 4 to 9."""
    save = started()
    save = save.append_orders("Germans", [["move", "Berlin", "Poland", 3], ["end", None]], ANN)
    save = save.append_roll(receipt(attack(save).sign(ANN)))
    save = save.append_roll(receipt(attack(save, side="defender", count=2).sign(ANN)))
    first = {"time": 1200, "message": "Your move.", "random": fixed("end 1")}
    save = ended(save, "Germans", ANN, fixed("digest 1"), **first)
    save = save.append_orders("Russians", [["pass", True, {"why": "mud"}]], BOB)
    return ended(save, "Russians", BOB, fixed("digest 2"), time=1300, random=fixed("end 2"))


def hotseat() -> TrustedSave:
    """Two seats under the host's own key."""
    save = invitation(mode="hotseat", players={"Ann": HOST.public, "Bob": HOST.public})
    save = save.append_start(HOST, time=1020, random=fixed("start"))
    return save.append_orders("Germans", [["end"]], HOST)


def rehearsal() -> TrustedSave:
    """A game with seeded dice, with one roll."""
    client = RehearsalClient("seven")
    save = invitation(
        mode="rehearsal",
        players={"Ann": HOST.public, "Bob": HOST.public},
        dice_address="rehearsal:seven",
        commitment=client.register(GAME, HOST.public),
    ).append_start(HOST, time=1020, random=fixed("start"))
    save = save.append_roll(client.roll(attack(save).sign(HOST)))
    closed = client.close(save.closing_request("Germans").sign(HOST))
    end = {"time": 1200, "random": fixed("end 1")}
    return save.append_turn_end("Germans", fixed("digest 1"), closed, HOST, **end)  # type: ignore[arg-type]


def raws(save: TrustedSave) -> list[bytes]:
    """The records of a save, for tampering."""
    return [entry.raw for entry in save.entries]


def save_file(records: list[bytes]) -> bytes:
    """A save container around any records."""
    return container.build(container.SAVE, tuple(records))


def pack(payload: bytes, kind: int = container.SAVE) -> bytes:
    """A container with a right checksum around any payload."""
    header = container.MAGIC + bytes((container.VERSION, kind))
    return header + hashlib.sha256(header + payload).digest() + payload


def pack_log(log: bytes) -> bytes:
    """A container around any log."""
    return pack(zlib.compress(log, 9))


def frame(record: bytes) -> bytes:
    return len(record).to_bytes(4, "big") + record


def broken(raw: bytes) -> bytes:
    return raw[:-1] + bytes([raw[-1] ^ 1])
