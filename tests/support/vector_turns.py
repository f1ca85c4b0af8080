"""The vectors of packed turns: docs/formats/save-v1.md, section "Packed turns".

Of the two closed turns of the paper game (records 4 to 7 and 8 to 9) one column is changed in each;
nothing of it may pass, and no turn counts in part.
"""

from collections.abc import Callable

from pbem.dice.closing import closed_body
from pbem.save import format as container
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import Plain
from pbem.wire.signing import SigningKey
from tests.support.paper_game import (
    ANN,
    BOB,
    CHAIN,
    EVE,
    attacked,
    broken,
    closing,
    ended,
    ending,
    fixed,
    played,
    raws,
    repacked,
    rolled,
    started,
)
from tests.support.vector_cases import Vector


def defended() -> TrustedSave:
    """Bob answers in the turn of Ann, who then ends it: records 4 to 7."""
    save = started().append_orders("Germans", [["attack"]], ANN)
    save = save.append_orders("Russians", [["submerge"]], BOB)
    save = save.append_orders("Germans", [["go on"]], ANN)
    return ended(save, "Germans", ANN, fixed("digest"), random=fixed("end", 16))


def turn_vectors() -> list[Vector]:
    """Saves whose packed turns are wrong."""
    save = played()
    asked = defended()

    def bad(
        name: str, what: str, code: str, index: int, /, exit_code: int = 4, **changes: object
    ) -> Vector:
        return Vector(f"turns-{name}", what, repacked(save, **changes), code, exit_code, index)

    def of_defender(name: str, what: str, code: str, index: int, **changes: object) -> Vector:
        exits = {"wrong-seat": 8, "wrong-shape": 3}
        data = repacked(asked, **changes)
        return Vector(f"turns-{name}", what, data, code, exits.get(code, 4), index)

    def shape(name: str, what: str, **changes: object) -> Vector:
        return bad(name, what, "wrong-shape", 4, 3, **changes)

    return [
        Vector("good-defended", "a defender was asked in a turn", asked.to_bytes()),
        Vector("good-next-turn", "two closed turns, and the next under way", _next().to_bytes()),
        # Every column that somebody could want to change.
        bad(
            "actions",
            "other orders under the same end",
            "bad-signature",
            7,
            orders=_first([["stay"]]),
        ),
        bad("request", "other dice were requested", "bad-signature", 7, rolls=_item(5, [4, 2])),
        bad("digest", "another digest", "bad-signature", 9, digests=broken),
        bad("message", "another message", "bad-signature", 7, messages=["Yours.", ""]),
        bad("random", "other random bytes", "bad-signature", 9, randoms=broken),
        bad("time", "another time", "bad-signature", 7, times=_first(181)),
        bad("nation", "the turn of another nation", "wrong-seat", 4, 8, nations=_first("Russians")),
        bad("signature", "a bit of the last signature", "bad-signature", 9, signatures=broken),
        bad("swapped", "the ends are swapped", "bad-signature", 7, signatures=_swapped),
        bad("signer", "the opponent has signed", "wrong-seat", 4, 8, keys=_swap_two),
        bad("seed", "another seed", "seed-not-in-chain", 5, 7, seeds=[fixed("x")]),
        bad("seed-early", "an earlier seed", "seed-not-in-chain", 5, 7, seeds=[CHAIN[1]]),
        bad(
            "closing-signature",
            "a bit of the last closing",
            "closing-bad-signature",
            9,
            7,
            closings=_closing(broken),
        ),
        bad(
            "closing-time",
            "another time of the closing",
            "closing-bad-signature",
            7,
            7,
            closings=_closing_time,
        ),
        bad(
            "closing-other-key",
            "closed by a stranger",
            "closing-bad-signature",
            7,
            7,
            closings=_closed_by(EVE),
        ),
        bad(
            "closing-own",
            "closed by the player",
            "closing-bad-signature",
            7,
            7,
            closings=_closed_by(ANN),
        ),
        # What a player who knows the dice would like to do: all is signed anew but the closing.
        _changed_after_the_dice(),
        _left_out(),
        _two_ends(),
        # The signatures of others.
        of_defender(
            "defender-dropped",
            "the defender has not signed",
            "wrong-seat",
            5,
            signed=[],
            keys=_only_first,
        ),
        of_defender(
            "defender-forged", "the attacker has signed for them", "wrong-shape", 4, signed=_by(0)
        ),
        of_defender(
            "defender-changed",
            "another answer of theirs",
            "bad-signature",
            5,
            orders=_second([["stay"]]),
        ),
        of_defender(
            "defender-claimed",
            "the attacker claims the answer",
            "bad-signature",
            7,
            signed=[],
            keys=_only_first,
            asked=[],
        ),
        # Shapes.
        shape("field-missing", "a column is missing", times=...),
        shape("field-extra", "a column too many", more=1),
        shape("kinds-open", "it ends within a turn", kinds="orreo"),
        shape("kinds-letter", "an unknown letter", kinds="orrexe"),
        shape("kinds-none", "no records", kinds=""),
        shape("orders-short", "orders are missing", orders=lambda column: column[:-1]),
        shape("orders-long", "orders too many", orders=lambda column: [*column, []]),
        shape("rolls-short", "a fact of a roll is missing", rolls=_item(6, [6])),
        shape("rolls-six", "six columns of facts", rolls=lambda column: column[:-1]),
        shape("digests-short", "a digest is cut", digests=lambda column: column[:-1]),
        shape("times-text", "a time that is a text", times=["now", 100]),
        shape("times-negative", "before the year 1970", times=[-2000, 100]),
        shape("keys-unused", "a key that is not used", keys=lambda column: [*column, EVE.public]),
        shape("keys-twice", "a key twice", keys=lambda column: [column[0], column[0]]),
        shape("asked-own", "the turn's own nation is named", asked=[[0, "Germans"]]),
        shape("asked-long", "no name of a nation", asked=[[0, "x" * 65]]),
        shape("asked-end", "an end for another nation", asked=[[3, "Russians"]]),
        shape("asked-order", "places out of order", asked=[[1, "Russians"], [0, "Russians"]]),
        shape("signed-end", "an end is signed once more", signed=[[3, 0, bytes(64)]]),
        shape("signed-own", "the player's own signature is kept", signed=[[0, 0, bytes(64)]]),
        shape("closings-two", "closings of a second authority", closings=lambda column: column * 2),
        shape("closings-none", "no closings", closings=[]),
        shape("seeds-none", "no seed", seeds=[]),
        shape("seeds-two", "a seed too many", seeds=lambda column: column * 2),
        shape(
            "statement-late", "a statement of a record that is not there", statements=[[40, b""]]
        ),
        shape("statement-orders", "a statement with orders", statements=[[0, b""]]),
        bad("statement-junk", "no statement", "statement-malformed", 7, 7, statements=[[3, b""]]),
        # Where packed turns may be.
        _single_end(),
        Vector("turns-twice", "packed turns twice", _again(save), "wrong-stage", 4, 10),
        Vector("turns-early", "packed turns before the start", _early(save), "wrong-stage", 4, 3),
    ]


def _next() -> TrustedSave:
    return played().append_orders("Germans", [["build"]], ANN)


def _item(place: int, value: object) -> Callable[[list[Plain]], list[object]]:
    """A change of one item of a column."""
    return lambda column: [*column[:place], value, *column[place + 1 :]]


def _first(value: object) -> Callable[[list[Plain]], list[object]]:
    return _item(0, value)


def _second(value: object) -> Callable[[list[Plain]], list[object]]:
    return _item(1, value)


def _swapped(signatures: bytes) -> bytes:
    return signatures[64:] + signatures[:64]


def _swap_two(keys: list[bytes]) -> list[bytes]:
    return [keys[1], keys[0]]


def _only_first(keys: list[bytes]) -> list[bytes]:
    return keys[:1]


def _by(key: int) -> Callable[[list[list[object]]], list[list[object]]]:
    return lambda signed: [[place, key, signature] for place, _, signature in signed]


def _closing(change: Callable[[bytes], bytes]) -> Callable[[list[list[object]]], list[object]]:
    def changed(column: list[list[object]]) -> list[object]:
        ((times, signatures),) = column
        assert isinstance(signatures, bytes)
        return [[times, change(signatures)]]

    return changed


def _closing_time(column: list[list[object]]) -> list[object]:
    ((times, signatures),) = column
    assert isinstance(times, list)
    return [[[times[0] + 1, *times[1:]], signatures]]


def _closed_by(key: SigningKey) -> Callable[[list[list[object]]], list[object]]:
    """The first turn closed by another key, in every other respect rightly."""
    save = attacked()
    end = ending(
        save,
        "Germans",
        ANN,
        fixed("digest 1"),
        time=1200,
        message="Your move.",
        random=fixed("end 1", 16),
    )
    body = save.append_turn_end(end, [closing(save, end)]).entries[-1].body
    signature = key.sign("closed", closed_body(body, save.sources[0].answered, 1190))
    return _closing(lambda signatures: signature + signatures[64:])


def _resigned(save: TrustedSave, honest: TrustedSave, name: str, what: str) -> Vector:
    """A turn that its player has played otherwise, under the closing of the honest one.

    save: the turn as it is claimed, with everything signed anew; honest: the turn that the
    authority has closed.
    """
    data = {"time": 1200, "message": "", "random": fixed("end 1", 16)}
    claimed = ended(save, "Germans", ANN, fixed("digest 1"), **data)
    real = ended(honest, "Germans", ANN, fixed("digest 1"), **data)
    given = real.entries[-1].attached.answers[0]
    signature = given[-64:]
    file = repacked(claimed, closings=_closing(lambda _: signature))
    return Vector(f"turns-{name}", what, file, "closing-bad-signature", 7, len(claimed.entries) - 1)


def _changed_after_the_dice() -> Vector:
    """Other orders before dice that are known: the requests are others than those answered."""
    claimed = started().append_orders("Germans", [["attack", "elsewhere"]], ANN)
    claimed = rolled(rolled(claimed, ANN), ANN, side="defender", count=2)
    what = "other orders before dice that were known"
    return _resigned(claimed, attacked(), "changed-after-dice", what)


def _left_out() -> Vector:
    """A roll that was made is left out, under the closing that names it."""
    orders = [["move", "Berlin", "Poland", 3], ["end", None]]
    claimed = rolled(started().append_orders("Germans", orders, ANN), ANN)
    return _resigned(claimed, attacked(), "roll-left-out", "a roll that was made is left out")


def _two_ends() -> Vector:
    """Another end of the same turn, signed by its player, under the closing of the first."""
    save = attacked()
    data = {"time": 1200, "random": fixed("end 1", 16)}
    real = ended(save, "Germans", ANN, fixed("digest 1"), message="Your move.", **data)
    other = ended(save, "Germans", ANN, fixed("digest 1"), message="My move.", **data)
    signature = real.entries[-1].attached.answers[0][-64:]
    file = repacked(other, closings=_closing(lambda _: signature))
    what = "a second end under one closing"
    return Vector("turns-two-ends", what, file, "closing-bad-signature", 7, 7)


def _single_end() -> Vector:
    save = attacked()
    record = ended(save, "Germans", ANN).entries[-1].raw
    file = container.build(container.SAVE, (*raws(save), record))
    return Vector("turns-single-end", "the end of a turn by itself", file, "wrong-stage", 4, 7)


def _again(save: TrustedSave) -> bytes:
    return container.build(container.SAVE, (*save.frames, save.packed))


def _early(save: TrustedSave) -> bytes:
    return container.build(container.SAVE, (*save.frames[:3], save.packed))
