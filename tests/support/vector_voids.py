"""The vectors of void records: docs/formats/dice-v1.md, "A number used up by somebody else: void".

Bob asks for dice in the turn of Ann, and Ann's record 5 says that nobody has them.
"""

from pbem.save.records import Void, body_of
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.signing import SigningKey, parse_envelope
from tests.support.paper_game import (
    ANN,
    BOB,
    EVE,
    attack,
    broken,
    changed,
    ended,
    fixed,
    raws,
    receipt,
    repacked,
    rolled,
    save_file,
    started,
)
from tests.support.vector_cases import Vector


def burnt() -> tuple[TrustedSave, bytes]:
    """A turn of Ann under way, and the request with which Bob has used up the next number."""
    save = started().append_orders("Germans", [["attack"]], ANN)
    return save, attack(save, "Russians").sign(BOB)


def voided() -> TrustedSave:
    """With the void record, and the roll that Ann wanted after it."""
    save, request = burnt()
    return rolled(save.append_void("Germans", request, [receipt(request)], ANN), ANN)


def void_record(
    request: bytes, *receipts: bytes, key: SigningKey = ANN, **changes: object
) -> bytes:
    """A void record, right unless changed."""
    kind, body = body_of(Void(burnt()[0].head, "Germans", request))
    body = changed(body, changes)
    return encode([body, [[key.public, key.sign(kind, body)]], [*receipts], []])


def void_vectors() -> list[Vector]:
    """Good ones, single and packed, and each with one fault."""
    save, right = burnt()
    asked = attack(save, "Russians")
    closed = ended(voided(), "Germans", ANN, fixed("digest"), random=fixed("end", 16))

    def bad(name: str, what: str, record: bytes, code: str, exit_code: int = 7) -> Vector:
        data = save_file([*raws(save), record])
        return Vector(f"void-{name}", what, data, code, exit_code, 5)

    def packed(name: str, what: str, code: str, at: int, exit_code: int, **to: object) -> Vector:
        return Vector(f"void-packed-{name}", what, repacked(closed, **to), code, exit_code, at)

    def of(request: bytes, **named: object) -> bytes:
        """The void record of another request, answered rightly."""
        return void_record(request, receipt(request), **named)

    def request(key: SigningKey = BOB, **changes: object) -> bytes:
        return key.seal("request", changed(asked.body(), changes))

    answer = receipt(right)
    junk = void_record(b"junk", answer)
    return [
        Vector("good-void", "a number was used up out of turn", voided().to_bytes()),
        Vector("good-void-packed", "in a turn that is closed", closed.to_bytes()),
        Vector(
            "good-void-other-head",
            "Bob asked at another head",
            save_file([*raws(save), of(request(head=bytes(32)))]),
        ),
        bad("junk", "no request", junk, "request-malformed"),
        bad("shape", "a request without a phase", of(request(phase=...)), "request-malformed"),
        bad("request", "a bit of Bob's signature", of(broken(right)), "request-bad-signature"),
        bad("no-receipt", "not answered", void_record(right), "receipt-missing"),
        bad("two-receipts", "twice", void_record(right, answer, answer), "receipt-missing"),
        bad(
            "receipt-signature",
            "a bit of the receipt's signature",
            void_record(right, broken(answer)),
            "receipt-bad-signature",
        ),
        bad(
            "other-authority",
            "answered by a stranger",
            void_record(right, receipt(right, key=EVE)),
            "receipt-wrong-authority",
        ),
        bad("other-game", "for another game", of(request(game=bytes(16))), "roll-wrong-game"),
        bad("skipped", "number 2 first", of(request(index=2)), "roll-wrong-index"),
        bad("stranger", "Eve asked", of(request(EVE)), "request-wrong-signer"),
        bad("no-seat", "for no seat", of(request(nation="Martians")), "request-wrong-signer"),
        bad(
            "other-request",
            "the answer to another request",
            void_record(right, receipt(request(count=4))),
            "receipt-other-request",
        ),
        bad(
            "seed",
            "a seed from nowhere",
            void_record(right, receipt(right, seed=fixed("x"))),
            "seed-not-in-chain",
        ),
        bad("old-link", "after another record", of(right, prev=bytes(32)), "broken-link", 4),
        bad("by-opponent", "Bob signs for Ann", of(right, key=BOB), "wrong-seat", 8),
        bad("altered", "a bit of Ann's signature", _altered(right), "bad-signature", 4),
        bad("alone", "nothing attached", _alone(right), "wrong-shape", 3),
        _twice(),
        packed("stranger", "signed by Eve", "unknown-key", 5, 5, **_packed_by(closed, EVE)),
        packed("opponent", "signed by Bob", "wrong-seat", 5, 8, **_packed_by(closed, BOB)),
        packed("letter", "an orders record", "wrong-shape", 4, 3, kinds="oore"),
        packed("seed", "another seed", "seed-not-in-chain", 5, 7, seeds=[fixed("x")]),
        packed(
            "request", "another request", "bad-signature", 7, 4, others=_other(request(count=4))
        ),
        packed("forged", "Bob never asked", "request-bad-signature", 5, 7, others=_other(broken)),
    ]


def _altered(request: bytes) -> bytes:
    record = void_record(request, receipt(request))
    envelope = parse_envelope(_first_two(record), 2**20)
    key, signature = envelope.signatures[0]
    return encode([envelope.body, [[key, broken(signature)]], [receipt(request)], []])


def _alone(request: bytes) -> bytes:
    return _first_two(void_record(request))


def _first_two(record: bytes) -> bytes:
    """Body and signatures of a record."""
    items = decode(record)
    assert isinstance(items, list)
    return encode(items[:2])


def _packed_by(closed: TrustedSave, key: SigningKey) -> dict[str, object]:
    """The columns in which somebody else has signed the void record, which keeps that."""
    signature = key.sign("void", closed.entries[5].body)
    return {"keys": [ANN.public, key.public], "signed": [[1, 1, signature]]}


def _twice() -> Vector:
    """The same request is void once more."""
    save, request = burnt()
    after = save.append_void("Germans", request, [receipt(request)], ANN)
    again = void_record(request, receipt(request), prev=after.head)
    data = save_file([*raws(after), again])
    return Vector("void-twice", "the same once more", data, "roll-wrong-index", 7, 6)


def _other(request: object) -> object:
    """The first of the other records with another request, or a function of it."""

    def change(column: list[Plain]) -> list[object]:
        first = column[0]
        assert isinstance(first, dict)
        made = request(first["request"]) if callable(request) else request
        return [{**first, "request": made}, *column[1:]]

    return change
