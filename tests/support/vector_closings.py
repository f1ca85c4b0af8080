"""The vectors whose end of a turn is closed wrongly: docs/formats/dice-v1.md, C1 to C9."""

from pbem.dice.closing import closed_body
from pbem.save.trust import open_save
from pbem.wire.signing import parse_envelope
from tests.support.paper_game import (
    ANN,
    AUTHORITY,
    BOB,
    EVE,
    as_map,
    broken,
    changed,
    closing,
    played,
    raws,
    save_file,
)
from tests.support.vector_cases import Vector


def closing_vectors() -> list[Vector]:
    """Saves whose record 7, the end of the first turn, is closed wrongly; all else is right."""
    save = played()
    before = open_save(save_file(raws(save)[:7]))
    end = parse_envelope(raws(save)[7], 2**20).body
    later = parse_envelope(raws(save)[9], 2**20).body
    right = closing(before, "Germans", ANN)

    assert right.count(b"\xa4time\xcd\x04\xa6") == 1
    retimed = right.replace(b"\xa4time\xcd\x04\xa6", b"\xa4time\xcd\x04\xa7")

    def bad(name: str, what: str, code: str, exit_code: int = 7, **changes: object) -> Vector:
        record = ANN.seal("turn_end", changed(end, changes))
        data = save_file([*raws(before), record])
        return Vector(f"closing-{name}", what, data, code, exit_code, 7)

    def asked(name: str, what: str, code: str, **changes: object) -> Vector:
        other = closing(before, "Germans", ANN, **changes)  # type: ignore[arg-type]
        return bad(name, what, code, closing=other)

    reused = changed(later, {"closing": as_map(end)["closing"]})
    asked_for = before.closing_request("Germans").sign(ANN)
    forged = AUTHORITY.seal("closed", closed_body(broken(asked_for), 1190))
    return [
        bad("missing", "no closing at all", "closing-missing", closing=...),
        bad("nil", "nil where the closing should be", "closing-missing", closing=None),
        bad("empty", "an empty closing", "closing-missing", closing=b""),
        bad("text", "a closing that is a text", "wrong-shape", 3, closing="all is well"),
        bad("too-long", "1,281 bytes", "wrong-shape", 3, closing=right + bytes(1281 - len(right))),
        bad("junk", "bytes that are not an envelope", "closing-malformed", closing=b"junk"),
        bad("cut", "the closing is cut", "closing-malformed", closing=right[:-3]),
        bad(
            "roll",
            "a roll's receipt instead",
            "closing-malformed",
            closing=raws(save)[6],
        ),
        asked("request-shape", "a request without a head", "closing-malformed", head=...),
        asked("index-zero", "before roll 0", "closing-malformed", index=0),
        asked("turn-zero", "turn 0", "closing-malformed", turn=0),
        bad("altered", "a bit of the signature", "closing-bad-signature", closing=broken(right)),
        bad("time-altered", "another time in it", "closing-bad-signature", closing=retimed),
        bad("request-altered", "the request's signature", "closing-bad-signature", closing=forged),
        bad(
            "other-authority",
            "signed by a stranger",
            "closing-wrong-authority",
            closing=closing(before, "Germans", ANN, key=EVE),
        ),
        bad(
            "own",
            "signed by the player",
            "closing-wrong-authority",
            closing=closing(before, "Germans", ANN, key=ANN),
        ),
        asked("other-game", "for another game", "closing-wrong-game", game=bytes(16)),
        asked("later-turn", "for the next turn", "closing-wrong-turn", turn=2),
        Vector(
            "closing-reused",
            "the closing of the turn before",
            save_file([*raws(save)[:9], BOB.seal("turn_end", reused)]),
            "closing-wrong-turn",
            7,
            9,
        ),
        asked("other-nation", "for Bob's turn", "closing-wrong-nation", nation="Russians"),
        asked("index-low", "a roll of the log came after it", "closing-wrong-index", index=2),
        asked("index-high", "a roll was made and left out", "closing-wrong-index", index=4),
        asked("other-head", "for another position", "closing-wrong-head", head=bytes(32)),
        bad(
            "by-opponent",
            "Bob asked for it",
            "closing-wrong-signer",
            closing=closing(before, "Germans", BOB),
        ),
    ]
