"""A small game with fixed keys and a dice authority on paper, for vectors and tests.

Everything is deterministic; the keys are worthless.
"""

import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from pbem.dice.authority import make_chain
from pbem.dice.client import DiceClient
from pbem.dice.closing import Closing, closed_body, seats_hash
from pbem.dice.protocol import (
    Commitment,
    DiceRequest,
    RollSpec,
    receipt_body,
)
from pbem.dice.rehearsal import RehearsalClient
from pbem.save import format as container
from pbem.save.ending import Ending
from pbem.save.entries import LogEntry
from pbem.save.invite import make_join, new_game
from pbem.save.packing import forgotten
from pbem.save.packing import pack as pack_turns
from pbem.save.record_parts import Attached
from pbem.save.records import ROLL, TURN_END, Start, TurnEnd, read_content, signed_as
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import decode, encode
from pbem.wire.shapes import bytes_of, read_as
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
    body = bytes_of(
        Commitment(
            game=GAME,
            host=HOST.public,
            anchor=CHAIN[0],
            length=LENGTH,
            proof="committed",
            time=1000,
        )
    )
    return key.seal("commitment", changed(body, changes))


def receipt(
    request: bytes, *, key: SigningKey = AUTHORITY, seed: bytes | None = None, **changes: object
) -> bytes:
    """A receipt of the paper authority, correct unless changed."""
    body = parse_envelope(request, 4096).body
    index = as_map(body)["index"]
    assert isinstance(index, int)
    answer = receipt_body(body, seed or CHAIN[min(index, LENGTH)], 1100 + index)
    return key.seal("roll", changed(answer, changes))


def roll_record(request: bytes, *receipts: bytes) -> bytes:
    """A roll as it stands in the log: a signed request with its receipts."""
    envelope = parse_envelope(request, 2**20)
    pair = list(envelope.signatures[0])
    return encode([envelope.body, [pair], list(receipts), []])


def rolled(save: TrustedSave, key: SigningKey, **changes: object) -> TrustedSave:
    """The save with one more roll on paper."""
    request = attack(save, **changes).sign(key)
    return save.append_roll(request, [receipt(request)])


def rolled_by(client: DiceClient, save: TrustedSave, signed: bytes) -> TrustedSave:
    """The save with a roll of any authority."""
    return save.append_roll(signed, [client.roll(signed)])


def closing_request(save: TrustedSave, nation: str, end: bytes = bytes(32)) -> Closing:
    """What asks an authority to close the turn of a nation at the head of a save."""
    return Closing(
        game=save.genesis.game,
        head=save.head,
        index=save.next_roll,
        nation=nation,
        turn=save.next_turn,
        seats=seats_hash(save.seat_keys()),
        end=end,
    )


def forged_end(save: TrustedSave, ending: Ending, *closings: bytes) -> bytes:
    """The file of a save whose open turn has been packed with an end that nobody has checked."""
    envelope = parse_envelope(ending.request, 4096)
    key, signature = envelope.signatures[0]
    closing = read_as(Closing, decode(envelope.body))
    end = LogEntry(
        index=len(save.entries),
        kind=TURN_END,
        signer=key,
        record=TurnEnd(closing, read_content(ending.content)),
        head=bytes(32),
        body=envelope.body,
        signature=signature,
        attached=Attached(answers=closings, content=ending.content),
    )
    start = save.entries[save.start_index].record
    assert isinstance(start, Start)
    turn = forgotten([*save.entries[save.open_index :], end])
    entries = [*save.entries[save.start_index + 1 : save.open_index], *turn]
    frames = [entry.raw for entry in save.entries[: save.start_index + 1]]
    return container.build(
        container.SAVE, (*frames, pack_turns(entries, start.time, len(save.sources)))
    )


def answered(save: TrustedSave) -> bytes:
    """What the paper authority has answered, as its closings say it."""
    return save.sources[0].answered


def closing(
    save: TrustedSave, ending: Ending, *, key: SigningKey = AUTHORITY, **changes: object
) -> bytes:
    """The paper authority's closing of a turn, with some fields changed."""
    body = parse_envelope(ending.request, 4096).body
    return key.seal("closed", changed(closed_body(body, answered(save), 1190), changes))


def ending(
    save: TrustedSave, nation: str, key: SigningKey, digest: bytes = bytes(32), **named: object
) -> Ending:
    """The end of a turn, signed."""
    values: dict[str, object] = {"time": 1, "random": bytes(16), **named}
    return save.sign_end(nation, digest, key, **values)


def ended(
    save: TrustedSave, nation: str, key: SigningKey, digest: bytes = bytes(32), **named: object
) -> TrustedSave:
    """The save with the turn ended, and closed on paper."""
    end = ending(save, nation, key, digest, **named)
    return save.append_turn_end(end, [closing(save, end)])


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
    one = (values.pop("dice_address"), values.pop("commitment"))
    values.setdefault("dice", (one,))
    return new_game(
        host="Hal",
        key=HOST,
        game=GAME,
        name="Vector game",
        rules="1",
        scenario={"map": {"Berlin": ["Poland"], "Poland": ["Berlin"]}},
        options={"low_luck": False},
        time=1000,
        **values,
    )


def join(save: TrustedSave, player: str, key: SigningKey, *seats: str) -> bytes:
    """A join with fixed randomness."""
    return make_join(save, player, key, time=1010, seats=seats, random=fixed(f"join {player}"))


def started() -> TrustedSave:
    """The mail game after both joins and the start."""
    return played(4)


def spec(**changes: object) -> RollSpec:
    """One die of six faces in a battle, but for the changes."""
    return replace(RollSpec("battle", "", 0, "", "", 1, 6), **changes)


def altered(request: DiceRequest, **changes: object) -> DiceRequest:
    """The same request but for some fields of its body."""
    own = {name: changes.pop(name) for name in [*changes] if name in DiceRequest.__slots__}
    asked = replace(request.spec, **changes)
    return replace(request, spec=asked, **own)


def attack(save: TrustedSave, nation: str = "Germans", **changes: object) -> DiceRequest:
    """The next dice of the Germans."""
    fire = RollSpec("combat", "Poland", 1, "fire", "attacker", 5, 6)
    return save.request(nation, replace(fire, **changes))


@cache
def _played_saves() -> tuple[TrustedSave, ...]:
    """The mail game with 1 to 10 records: one turn of each."""
    saves = [invitation()]
    for player, key in (("Bob", BOB), ("Ann", ANN)):
        saves.append(saves[-1].append_join(join(saves[-1], player, key)))
    saves.append(saves[-1].append_start(HOST, time=1020, random=fixed("start")))
    orders = [["move", "Berlin", "Poland", 3], ["end", None]]
    saves.append(saves[-1].append_orders("Germans", orders, ANN))
    saves.append(rolled(saves[-1], ANN))
    saves.append(rolled(saves[-1], ANN, side="defender", count=2))
    first = {"time": 1200, "message": "Your move.", "random": fixed("end 1", 16)}
    saves.append(ended(saves[-1], "Germans", ANN, fixed("digest 1"), **first))
    saves.append(saves[-1].append_orders("Russians", [["pass", True, {"why": "mud"}]], BOB))
    second = {"time": 1300, "random": fixed("end 2", 16)}
    saves.append(ended(saves[-1], "Russians", BOB, fixed("digest 2"), **second))
    return tuple(saves)


def played(count: int = 10) -> TrustedSave:
    """The mail game after one turn of each, or with its first records only."""
    return _played_saves()[count - 1]


def attacked() -> TrustedSave:
    """The mail game in the turn of the Germans, after two rolls: records 4 to 6."""
    return played(7)


def ended_once() -> TrustedSave:
    """The mail game after the turn of the Germans: records 4 to 7."""
    return played(8)


def under_way() -> TrustedSave:
    """`attacked` with two more records of orders, 7 and 8; no turn has been closed yet."""
    save = attacked().append_orders("Germans", [None], ANN)
    return save.append_orders("Germans", [["pass", True, {"why": "mud"}]], ANN)


def without_scenario() -> TrustedSave:
    """The started game, of which every reader has to have the scenario."""
    save = started()
    first = replace(save.entries[0], attached=Attached())
    return replace(save, entries=(first, *save.entries[1:]))


def hotseat() -> TrustedSave:
    """Two seats under the host's own key."""
    save = invitation(mode="hotseat", players={"Ann": HOST.public, "Bob": HOST.public})
    save = save.append_start(HOST, time=1020, random=fixed("start"))
    return save.append_orders("Germans", [["end"]], HOST)


def rehearsal_start(client: RehearsalClient) -> TrustedSave:
    """The start of a game with dice from the seed "seven"."""
    return invitation(
        mode="rehearsal",
        players={"Ann": HOST.public, "Bob": HOST.public},
        dice_address="rehearsal:seven",
        commitment=client.register(GAME, HOST.public),
    ).append_start(HOST, time=1020, random=fixed("start"))


def rehearsal() -> TrustedSave:
    """A game with seeded dice, with one roll."""
    client = RehearsalClient("seven")
    save = rehearsal_start(client)
    request = attack(save).sign(HOST)
    save = save.append_roll(request, [client.roll(request)])
    end = ending(save, "Germans", HOST, fixed("digest 1"), time=1200, random=fixed("end 1", 16))
    return save.append_turn_end(end, [client.close(end.request)])


def raws(save: TrustedSave) -> list[bytes]:
    """The records of a save, for tampering; those of closed turns signed and answered again."""
    return [entry.raw if entry.is_whole else _whole(entry) for entry in save.entries]


def _whole(entry: LogEntry) -> bytes:
    key = next(key for key in (HOST, ANN, BOB, EVE) if key.public == entry.signer)
    signed = key.seal(signed_as(entry.kind), entry.body)
    return roll_record(signed, receipt(signed)) if entry.kind == ROLL else signed


def save_file(records: list[bytes]) -> bytes:
    """A save container around any records, none of which ends a turn."""
    return container.build(container.SAVE, tuple(records))


def with_records(save: TrustedSave, *records: bytes) -> bytes:
    """The file of a save with any records after it."""
    return container.build(container.SAVE, (*save.frames, *records))


def repacked(save: TrustedSave, **changes: object) -> bytes:
    """The save file with some columns of its packed turns changed.

    A change may be a function of what the column holds.
    """
    columns = decode(save.packed)
    assert isinstance(columns, dict)
    for name, value in changes.items():
        columns[name] = value(columns[name]) if callable(value) else value
    kept = {name: value for name, value in columns.items() if value is not ...}
    frames = [encode(kept) if frame == save.packed else frame for frame in save.frames]
    return container.build(container.SAVE, tuple(frames))


def pack(payload: bytes, kind: int = container.SAVE) -> bytes:
    """A container with a right checksum around any payload."""
    header = container.MAGIC + bytes((container.VERSION, kind))
    return header + hashlib.sha256(header + payload).digest() + payload


def pack_log(log: bytes) -> bytes:
    """A container around any log."""
    return pack(zlib.compress(log, 9))


def bomb(fill: bytes, size: int) -> bytes:
    """A container around so many bytes of one pattern, which are never held nor packed at once.

    One MiB is packed and repeated, so the checksum of the whole, which no reader reaches, is wrong.
    """
    stream = zlib.compressobj(9)
    block = fill * (2**20 // len(fill))
    first, again = (stream.compress(block) + stream.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    return pack(b"".join([first, again * (size // len(block) - 1), stream.flush()]))


def frame(record: bytes) -> bytes:
    return len(record).to_bytes(4, "big") + record


def broken(raw: bytes) -> bytes:
    return raw[:-1] + bytes([raw[-1] ^ 1])
