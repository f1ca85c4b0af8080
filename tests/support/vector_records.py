"""The vectors with one wrong record: links, signatures, seats, genesis, joins, rolls."""

import hashlib
from collections.abc import Callable, Mapping

from pbem.dice.authority import make_chain
from pbem.dice.closing import closed_body
from pbem.dice.statements import make_statement
from pbem.save.record_parts import take_apart
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
    roll_record,
    rolled,
    save_file,
    started,
)
from tests.support.vector_cases import Vector, tampered


def resigned(
    index: int, key: SigningKey, changes: Mapping[str, object]
) -> Callable[[list[bytes]], None]:
    """A change that sets fields of one record and signs it anew, and cuts the log after it."""

    def change(records: list[bytes]) -> None:
        parts = take_apart(records[index], is_first=not index)
        body = changed(parts.envelope.body, changes)
        kind = as_map(body).get("kind")
        named = kind if isinstance(kind, str) else "orders"
        pair = [key.public, key.sign(named, body)]
        rest = [parts.attached.scenario] if not index else []
        records[index:] = [encode([body, [pair], *rest])]

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
        return tampered(name, what, code, exit_code, index, resigned(index, signer, changes))

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
        records[4] = ANN.seal("note", parse_envelope(records[4], 2**20).body)

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
            dice=[{"address": "my dice", "commitment": commitment()}],
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
            dice=[{"address": "embedded", "commitment": commitment(host=EVE.public)}],
        ),
        case(
            "commitment-altered",
            "its signature does not fit",
            "commitment-bad-signature",
            7,
            0,
            HOST,
            dice=[{"address": "embedded", "commitment": broken(commitment())}],
        ),
        case(
            "commitment-other-game",
            "for another game",
            "commitment-wrong-game",
            7,
            0,
            HOST,
            dice=[{"address": "embedded", "commitment": commitment(game=bytes(16))}],
        ),
        case(
            "commitment-rehearsal",
            "rehearsal dice in a mail game",
            "commitment-wrong-mode",
            7,
            0,
            HOST,
            dice=[{"address": "embedded", "commitment": commitment(proof="rehearsal")}],
        ),
        case(
            "commitment-later",
            "its chain begins with a later roll",
            "commitment-wrong-game",
            7,
            0,
            HOST,
            dice=[{"address": "embedded", "commitment": commitment(first=2)}],
        ),
        case(
            "commitment-twice",
            "one authority is named twice",
            "commitment-twice",
            7,
            0,
            HOST,
            dice=[{"address": "embedded", "commitment": commitment()}] * 2,
        ),
        case(
            "commitment-second",
            "the only authority waits for another",
            "commitment-wrong-order",
            7,
            0,
            HOST,
            dice=[{"address": "embedded", "commitment": commitment(before=bytes(32))}],
        ),
        case("genesis-no-dice", "no dice authority", "wrong-shape", 3, 0, HOST, dice=[]),
        case(
            "genesis-scenario",
            "another scenario is attached",
            "scenario-differs",
            4,
            0,
            HOST,
            scenario=bytes(32),
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
    return hashlib.sha256(b"pbem/v1/join\0" + parse_envelope(record, 2**20).body).digest()


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

    def of(signed: bytes) -> bytes:
        """The roll of another request, answered rightly."""
        return roll_record(signed, receipt(signed))

    def got(*receipts: bytes) -> bytes:
        """The right request with other receipts."""
        return roll_record(right, *receipts)

    first = of(right)
    again = save.append_roll(right, [receipt(right)])
    reused = save_file([*raws(again), first])
    body = parse_envelope(right, 4096).body
    pair = list(parse_envelope(right, 4096).signatures[0])
    return [
        bad(
            "other-authority",
            "signed by a stranger",
            got(receipt(right, key=EVE)),
            "receipt-wrong-authority",
        ),
        bad(
            "own-dice",
            "signed by the player",
            got(receipt(right, key=ANN)),
            "receipt-wrong-authority",
        ),
        bad("no-receipt", "not answered", got(), "receipt-missing"),
        bad(
            "two-receipts", "answered twice", got(receipt(right), receipt(right)), "receipt-missing"
        ),
        bad(
            "signature",
            "a bit of the signature",
            got(broken(receipt(right))),
            "receipt-bad-signature",
        ),
        bad("junk", "a receipt that is none", got(b"junk"), "receipt-malformed"),
        bad(
            "closing",
            "a closing instead of a receipt",
            got(AUTHORITY.seal("closed", closed_body(body, bytes(32), 1))),
            "receipt-malformed",
        ),
        bad("truncated", "the record is cut", first[:-3], "malformed", 3),
        bad("alone", "nothing attached", encode([body, [pair]]), "wrong-shape", 3),
        bad(
            "text", "a receipt that is a text", encode([body, [pair], ["6"], []]), "wrong-shape", 3
        ),
        bad(
            "other-request",
            "the answer to another request",
            got(receipt(request(count=4))),
            "receipt-other-request",
        ),
        bad("other-game", "for another game", of(request(game=bytes(16))), "roll-wrong-game"),
        bad("skipped", "index 2 first", of(request(index=2)), "roll-wrong-index"),
        Vector("roll-reused", "the same roll twice", reused, "roll-wrong-index", 7, 6),
        bad("other-head", "for another position", of(request(head=bytes(32))), "roll-wrong-head"),
        bad("by-opponent", "Bob asks for Ann's dice", of(request(BOB)), "request-wrong-signer"),
        bad("no-seat", "asks for no seat", of(request(nation="Martians")), "request-wrong-signer"),
        bad("request-altered", "the request's signature", of(broken(right)), "bad-signature", 4),
        bad("request-shape", "a request without a phase", of(request(phase=...)), "wrong-shape", 3),
        bad("count-zero", "no dice", of(request(count=0)), "wrong-shape", 3),
        bad("count-huge", "10,001 dice", of(request(count=10001)), "wrong-shape", 3),
        bad("count-negative", "-1 dice", of(request(count=-1)), "wrong-shape", 3),
        bad("sides-one", "dice with one face", of(request(sides=1)), "wrong-shape", 3),
        bad(
            "seed", "a seed from nowhere", got(receipt(right, seed=fixed("x"))), "seed-not-in-chain"
        ),
        bad(
            "later-seed",
            "the seed after the next",
            got(receipt(right, seed=CHAIN[2])),
            "seed-not-in-chain",
        ),
        *_statements(right),
        _chain_exhausted(),
        _many_dice(),
    ]


def _statements(right: bytes) -> list[Vector]:
    """The authority signs with a new key, and says so or not."""
    save = started().append_orders("Germans", [["attack"]], ANN)
    envelope = parse_envelope(right, 4096)
    by_new = receipt(right, key=EVE)

    def with_statement(*statements: bytes) -> bytes:
        signatures = [list(envelope.signatures[0])]
        record = encode([envelope.body, signatures, [by_new], list(statements)])
        return save_file([*raws(save), record])

    good = make_statement(AUTHORITY, EVE.public, 1090)
    self_made = EVE.seal("successor", parse_envelope(good, 256).body)
    strange = make_statement(BOB, EVE.public, 1090)
    same = AUTHORITY.seal(
        "successor", changed(parse_envelope(good, 256).body, {"key": AUTHORITY.public})
    )

    absurd = AUTHORITY.seal("successor", changed(parse_envelope(good, 256).body, {"restored": 2}))

    def bad(name: str, what: str, data: bytes, code: str) -> Vector:
        return Vector(f"statement-{name}", what, data, code, 7, 5)

    return [
        Vector("good-statement", "the authority has a new key", with_statement(good)),
        Vector(
            "good-statement-restored",
            "the authority has a new key, because it was restored from a backup",
            with_statement(make_statement(AUTHORITY, EVE.public, 1090, is_restored=True)),
        ),
        bad("restored", "restored is 2", with_statement(absurd), "statement-malformed"),
        bad(
            "by-new", "signed by the new key", with_statement(self_made), "statement-bad-signature"
        ),
        bad(
            "of-another",
            "of somebody who is not an authority",
            with_statement(strange),
            "statement-unfit",
        ),
        bad("same", "the old key once more", with_statement(same), "statement-malformed"),
        bad("junk", "no statement", with_statement(b"junk"), "statement-malformed"),
    ]


def _chain_exhausted() -> Vector:
    chain = make_chain(fixed("short"), 1)
    save = invitation(commitment=commitment(anchor=chain[0], length=1))
    save = save.append_join(join(save, "Bob", BOB)).append_join(join(save, "Ann", ANN))
    save = save.append_start(HOST, time=1020, random=fixed("start"))
    asked = attack(save).sign(ANN)
    save = save.append_roll(asked, [receipt(asked, seed=chain[1])])
    asked = attack(save).sign(ANN)
    more = roll_record(asked, receipt(asked, seed=chain[1]))
    data = save_file([*raws(save), more])
    return Vector("roll-exhausted", "one roll too many", data, "chain-exhausted", 7, 5)


def _many_dice() -> Vector:
    save = started()
    for _ in range(5):
        save = rolled(save, ANN, count=10_000)
    asked = attack(save).sign(ANN)
    data = save_file([*raws(save), roll_record(asked, receipt(asked))])
    return Vector("roll-too-many", "50,005 dice in a turn", data, "too-many-dice", 3, 9)


def order_vectors() -> list[Vector]:
    """A turn with more actions than anybody gives."""
    full = started().append_orders("Germans", [["buy"]] * 5_000, ANN)
    body = encode({"actions": [["buy"]], "kind": "orders", "nation": "Germans", "prev": full.head})
    one_more = save_file([*raws(full), ANN.seal("orders", body)])
    return [
        Vector("good-many-actions", "5,000 actions in a turn", full.to_bytes()),
        Vector("orders-too-many", "one more", one_more, "too-many-actions", 3, 5),
    ]
