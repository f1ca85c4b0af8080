"""The vectors with one wrong record: links, signatures, seats, genesis, joins, rolls."""

import hashlib
from collections.abc import Callable, Mapping

from pbem.dice.authority import make_chain
from pbem.dice.protocol import (
    compute_dice,
    receipt_body,
)
from pbem.wire.canonical import encode
from pbem.wire.signing import SigningKey, parse_envelope
from tests.support.paper_game import (
    ANN,
    AUTHORITY,
    BOB,
    CHAIN,
    EVE,
    HOST,
    IDENTITY_KEY,
    as_map,
    attack,
    broken,
    changed,
    commitment,
    fixed,
    hotseat,
    invitation,
    join,
    played,
    raws,
    receipt,
    save_file,
    started,
)
from tests.support.vector_cases import Vector, tampered


def _resigned(
    index: int, key: SigningKey, changes: Mapping[str, object]
) -> Callable[[list[bytes]], None]:
    """A change that sets fields of one record and signs it anew, and cuts the log after it."""

    def change(records: list[bytes]) -> None:
        body = changed(parse_envelope(records[index], 2**20).body, changes)
        kind = as_map(body).get("kind")
        records[index:] = [key.seal(kind if isinstance(kind, str) else "orders", body)]

    return change


def record_vectors() -> list[Vector]:
    """Saves with one wrong record."""

    def case(
        name: str,
        what: str,
        code: str,
        exit_code: int,
        index: int,
        signer: SigningKey,
        /,
        **changes: object,
    ) -> Vector:
        return tampered(name, what, code, exit_code, index, _resigned(index, signer, changes))

    def drop(records: list[bytes]) -> None:
        del records[4]

    def double(records: list[bytes]) -> None:
        records.insert(5, records[4])

    def move(records: list[bytes]) -> None:
        records[7], records[8] = records[8], records[7]

    def flip(records: list[bytes]) -> None:
        records[4] = records[4][:-1] + bytes([records[4][-1] ^ 1])

    def rekey(records: list[bytes]) -> None:
        records[4] = records[4].replace(ANN.public, EVE.public)

    def weak(records: list[bytes]) -> None:
        records[4] = records[4].replace(ANN.public, IDENTITY_KEY)

    def two(records: list[bytes]) -> None:
        envelope = parse_envelope(records[4], 2**20)
        pair = list(envelope.signatures[0])
        records[4] = encode([envelope.body, [pair, pair]])

    def retag(records: list[bytes]) -> None:
        records[4] = ANN.seal("turn_end", parse_envelope(records[4], 2**20).body)

    def foreign(records: list[bytes]) -> None:
        records[4] = raws(hotseat())[2]

    def late_join(records: list[bytes]) -> None:
        records.insert(4, records[1])

    def no_genesis(records: list[bytes]) -> None:
        del records[0]

    edited = [["move", "Berlin", "Poland", 30]]
    contradiction = Vector(
        "pinned-otherwise",
        "Bob's key is not the pinned one",
        played().to_bytes(),
        "key-contradicts-keyring",
        5,
        1,
        keyring={"Bob": EVE.public},
    )
    host_contradiction = Vector(
        "host-pinned-otherwise",
        "the host's key is not the pinned one",
        hotseat().to_bytes(),
        "key-contradicts-keyring",
        5,
        0,
        keyring={"Hal": EVE.public, "Bob": EVE.public},
    )
    return [
        tampered("dropped", "record 4 is missing", "roll-wrong-head", 7, 4, drop),
        tampered("doubled", "record 4 is there twice", "broken-link", 4, 5, double),
        tampered("moved", "records 7 and 8 are swapped", "broken-link", 4, 7, move),
        tampered("signature-flipped", "a bit of a signature", "bad-signature", 4, 4, flip),
        tampered("signer-replaced", "another public key beside it", "bad-signature", 4, 4, rekey),
        tampered("signer-weak", "a public key of small order", "bad-key", 4, 4, weak),
        tampered("signed-twice", "two signatures", "bad-signature", 4, 4, two),
        tampered("signed-as-other-kind", "signed under another kind", "bad-signature", 4, 4, retag),
        tampered("other-game", "a record of another game", "broken-link", 4, 4, foreign),
        tampered("late-join", "a join after the start", "wrong-stage", 4, 4, late_join),
        tampered("no-genesis", "begins with a join", "wrong-stage", 4, 0, no_genesis),
        case("orders-by-stranger", "orders signed by a stranger", "unknown-key", 5, 4, EVE),
        case(
            "orders-by-opponent",
            "Bob signs for Ann's nation",
            "wrong-seat",
            8,
            4,
            BOB,
            actions=edited,
        ),
        case(
            "orders-for-opponent",
            "Ann orders Bob's units",
            "wrong-seat",
            8,
            4,
            ANN,
            nation="Russians",
        ),
        case("orders-for-nobody", "no such seat", "wrong-seat", 8, 4, ANN, nation="Martians"),
        case("orders-by-host", "the host orders for a player", "unknown-key", 5, 4, HOST),
        case("orders-empty", "no actions", "wrong-shape", 3, 4, ANN, actions=[]),
        case("orders-extra-field", "an unknown field", "wrong-shape", 3, 4, ANN, extra=1),
        case("orders-missing-field", "a missing field", "wrong-shape", 3, 4, ANN, prev=...),
        case("orders-no-kind", "no kind", "wrong-shape", 3, 4, ANN, kind=...),
        case(
            "kind-reserved", "a reserved kind", "unknown-record-kind", 3, 4, ANN, kind="take_back"
        ),
        case("kind-unknown", "an unknown kind", "unknown-record-kind", 3, 4, ANN, kind="bribe"),
        case("turn-end-digest", "a digest of 31 bytes", "wrong-shape", 3, 7, ANN, digest=bytes(31)),
        case("turn-end-time", "a negative time", "wrong-shape", 3, 7, ANN, time=-1),
        case("turn-end-time-bool", "a time that is true", "wrong-shape", 3, 7, ANN, time=True),
        case(
            "turn-end-message", "a message too long", "wrong-shape", 3, 7, ANN, message="x" * 16385
        ),
        case("turn-end-by-opponent", "Bob ends Ann's turn", "wrong-seat", 8, 7, BOB),
        case(
            "turn-end-old-link", "another head before it", "broken-link", 4, 7, ANN, prev=bytes(32)
        ),
        case("start-by-player", "started by a player", "not-the-host", 8, 3, ANN),
        case("start-by-stranger", "started by a stranger", "unknown-key", 5, 3, EVE),
        case("start-wrong-joins", "names no joins", "wrong-joins", 4, 3, HOST, joins=[]),
        case("join-other-key", "signed by another key", "unknown-key", 5, 1, EVE),
        case(
            "join-other-game",
            "answers another invitation",
            "broken-link",
            4,
            1,
            BOB,
            genesis=bytes(32),
        ),
        case(
            "join-taken-seat",
            "takes Ann's seat too",
            "seat-taken",
            4,
            1,
            BOB,
            seats=["Germans", "Russians"],
        ),
        case(
            "join-no-such-seat",
            "takes a seat that does not exist",
            "seat-taken",
            4,
            1,
            BOB,
            seats=["Martians"],
        ),
        case(
            "join-uninvited",
            "a stranger takes Bob's seat",
            "seat-taken",
            4,
            1,
            EVE,
            player="Eve",
            key=EVE.public,
        ),
        case("join-seats-unsorted", "seats not sorted", "wrong-shape", 3, 1, BOB, seats=["b", "a"]),
        case("genesis-format-2", "log format 2", "unknown-version", 3, 0, HOST, format=2),
        case("genesis-by-other", "not signed by the host", "unknown-key", 5, 0, EVE),
        case("genesis-mode", "an unknown mode", "wrong-shape", 3, 0, HOST, mode="duel"),
        case(
            "genesis-address",
            "an unknown dice address",
            "wrong-shape",
            3,
            0,
            HOST,
            dice_address="my dice",
        ),
        case(
            "genesis-players",
            "a player without a seat",
            "wrong-seats",
            4,
            0,
            HOST,
            players={"Ann": None},
        ),
        case(
            "genesis-weak-key",
            "a player with a weak key",
            "bad-key",
            4,
            0,
            HOST,
            players={"Ann": None, "Bob": IDENTITY_KEY},
        ),
        case(
            "genesis-hotseat-open",
            "hotseat with an open seat",
            "wrong-seats",
            4,
            0,
            HOST,
            mode="hotseat",
        ),
        case(
            "commitment-invented",
            "the host made it up",
            "commitment-wrong-game",
            7,
            0,
            HOST,
            commitment=commitment(host=EVE.public),
        ),
        case(
            "commitment-altered",
            "its signature does not fit",
            "commitment-bad-signature",
            7,
            0,
            HOST,
            commitment=broken(commitment()),
        ),
        case(
            "commitment-other-game",
            "for another game",
            "commitment-wrong-game",
            7,
            0,
            HOST,
            commitment=commitment(game=bytes(16)),
        ),
        case(
            "commitment-rehearsal",
            "rehearsal dice in a mail game",
            "commitment-wrong-mode",
            7,
            0,
            HOST,
            commitment=commitment(proof="rehearsal"),
        ),
        _join_twice(),
        _seat_open(),
        _join_incomplete(),
        contradiction,
        host_contradiction,
    ]


def _join_twice() -> Vector:
    records = raws(invitation())
    records += [join(invitation(), "Ann", ANN), join(invitation(), "Ann", EVE)]
    return Vector("join-twice", "Ann joins twice", save_file(records), "join-twice", 4, 2)


def _seat_open() -> Vector:
    save = invitation().append_join(join(invitation(), "Ann", ANN))
    body = changed(
        parse_envelope(raws(started())[3], 2**20).body,
        {"prev": save.head, "joins": [_join_hash(raws(save)[1])]},
    )
    records = [*raws(save), HOST.seal("start", body)]
    return Vector("seat-open", "started without Bob", save_file(records), "seat-open", 4, 2)


def _join_hash(record: bytes) -> bytes:
    return hashlib.sha256(b"pbem/v1/join\0" + record).digest()


def _join_incomplete() -> Vector:
    save = invitation(seats={"Germans": "Ann", "Russians": "Ann"}, players={"Ann": None})
    body = changed(parse_envelope(join(save, "Ann", ANN), 2**20).body, {"seats": ["Germans"]})
    records = [*raws(save), ANN.seal("join", body)]
    return Vector(
        "join-incomplete", "leaves out a kept seat", save_file(records), "wrong-seats", 4, 1
    )


def roll_vectors() -> list[Vector]:
    """Saves whose record 5, the first roll, is wrong."""
    save = started().append_orders("Germans", [["attack"]], ANN)
    asked = attack(save)
    right = asked.sign(ANN)

    def request(key: SigningKey = ANN, **changes: object) -> bytes:
        return key.seal("request", changed(asked.body(), changes))

    def bad(name: str, what: str, record: bytes, code: str, exit_code: int = 7) -> Vector:
        data = save_file([*raws(save), record])
        return Vector(f"roll-{name}", what, data, code, exit_code, 5)

    first = receipt(right)
    again = save.append_roll(first)
    reused = save_file([*raws(again), first])
    steered = compute_dice(CHAIN[1], asked.body(), 4, 6)
    huge = receipt_body(right, CHAIN[1], (0,) * 5, 1101)
    return [
        bad(
            "other-authority",
            "signed by a stranger",
            receipt(right, key=EVE),
            "receipt-wrong-authority",
        ),
        bad(
            "own-dice",
            "signed by the player",
            receipt(right, key=ANN),
            "receipt-wrong-authority",
        ),
        bad("signature", "a bit of the signature", broken(first), "bad-signature", 4),
        bad("truncated", "the receipt is cut", first[:-3], "malformed", 3),
        bad("other-game", "for another game", receipt(request(game=bytes(16))), "roll-wrong-game"),
        bad("skipped", "index 2 first", receipt(request(index=2)), "roll-wrong-index"),
        Vector("roll-reused", "the same receipt twice", reused, "roll-wrong-index", 7, 6),
        bad(
            "other-head",
            "for another position",
            receipt(request(head=bytes(32))),
            "roll-wrong-head",
        ),
        bad(
            "by-opponent", "Bob asks for Ann's dice", receipt(request(BOB)), "request-wrong-signer"
        ),
        bad(
            "no-seat",
            "asks for no seat",
            receipt(request(nation="Martians")),
            "request-wrong-signer",
        ),
        bad(
            "request-altered",
            "the request's signature",
            receipt(broken(right)),
            "request-bad-signature",
        ),
        bad(
            "request-shape",
            "a request without a phase",
            receipt(request(phase=...)),
            "request-malformed",
        ),
        bad("count-zero", "no dice", receipt(request(count=0), dice=(1,)), "request-malformed"),
        bad(
            "count-huge",
            "10,001 dice",
            receipt(request(count=10001), dice=(1,)),
            "request-malformed",
        ),
        bad(
            "count-negative", "-1 dice", receipt(request(count=-1), dice=(1,)), "request-malformed"
        ),
        bad(
            "sides-one",
            "dice with one face",
            receipt(request(sides=1), dice=(1,)),
            "request-malformed",
        ),
        bad("seed", "a seed from nowhere", receipt(right, seed=fixed("x")), "seed-not-in-chain"),
        bad(
            "later-seed",
            "the seed after the next",
            receipt(right, seed=CHAIN[2]),
            "seed-not-in-chain",
        ),
        bad("dice", "all sixes", receipt(right, dice=(6,) * 5), "wrong-dice"),
        bad("dice-short", "one die left out", receipt(right, dice=steered), "wrong-dice"),
        bad(
            "dice-none",
            "no dice in the receipt",
            AUTHORITY.seal("roll", changed(huge, {"dice": []})),
            "wrong-shape",
            3,
        ),
        bad(
            "dice-text",
            "a die that is a text",
            AUTHORITY.seal("roll", changed(huge, {"dice": ["6"]})),
            "wrong-shape",
            3,
        ),
        _chain_exhausted(),
    ]


def _chain_exhausted() -> Vector:
    chain = make_chain(fixed("short"), 1)
    save = invitation(commitment=commitment(anchor=chain[0], length=1))
    save = save.append_join(join(save, "Bob", BOB)).append_join(join(save, "Ann", ANN))
    save = save.append_start(HOST, time=1020, random=fixed("start"))
    save = save.append_roll(receipt(attack(save).sign(ANN), seed=chain[1]))
    more = receipt(attack(save).sign(ANN), seed=chain[1])
    data = save_file([*raws(save), more])
    return Vector("roll-exhausted", "one roll too many", data, "chain-exhausted", 7, 5)
