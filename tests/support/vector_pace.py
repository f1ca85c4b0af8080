"""The vectors of paces and absences: docs/formats/save-v1.md, section Pace."""

from pbem.dice.closing import seats_hash
from pbem.save.chain import join_hash
from pbem.save.consent_records import Absence
from pbem.save.records import Start, body_of
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode
from pbem.wire.pace import Pace
from pbem.wire.shapes import plain_of
from pbem.wire.signing import SigningKey
from tests.support.paper_game import (
    ANN,
    AUTHORITY,
    BOB,
    GAME,
    HOST,
    broken,
    changed,
    ended,
    fixed,
    invitation,
    join,
    played,
    with_records,
)
from tests.support.vector_cases import Vector, tampered
from tests.support.vector_records import resigned

PACE = Pace(
    hours=72,
    days=(0, 1, 2, 3, 4),
    opens=8 * 60,
    closes=22 * 60,
    offset=60,
    bumps=3,
    every=24,
    afterwards="forfeit",
    absence=14,
)
_DAY = 86_400


def joined(pace: Pace | None = PACE) -> TrustedSave:
    """The mail game with a pace and both joins."""
    save = invitation(pace=pace)
    for player, key in (("Bob", BOB), ("Ann", ANN)):
        save = save.append_join(join(save, player, key))
    return save


def paced(pace: Pace | None = PACE) -> TrustedSave:
    """The same after the start."""
    save = joined(pace)
    return save.append_start(HOST, time=1020, random=fixed("start"), seated=[seated(save)])


def seated(save: TrustedSave, key: SigningKey = AUTHORITY, **changes: object) -> bytes:
    """The authority says since when it knows the seats, but for the changes."""
    said = {"game": GAME, "seats": seats_hash(save.seat_keys()), "time": 1020, **changes}
    return key.seal("seated", encode({**said, "kind": "seated"}))


def away(save: TrustedSave, **changes: object) -> bytes:
    """A record in which Ann says that she is away for two days, but for the changes."""
    kind, body = body_of(Absence(save.head, "Germans", _DAY, 3 * _DAY, "a wedding", 1500))
    return ANN.seal(kind, changed(body, changes))


def announced() -> TrustedSave:
    """An absence in the turn under way."""
    return open_save(with_records(paced(), away(paced())))


def pace_vectors() -> list[Vector]:
    """Those that verify, then those that do not."""
    over_midnight = Pace(hours=1, opens=1430, closes=50, offset=-720, days=(6,))
    end = {"time": 1600, "random": fixed("end 1", 16)}
    closed = ended(announced(), "Germans", ANN, fixed("d"), **end)
    return [
        Vector("pace-invitation", "an invitation with a pace", invitation(pace=PACE).to_bytes()),
        Vector("pace-night", "hours over midnight", invitation(pace=over_midnight).to_bytes()),
        Vector("absence", "an absence in the turn under way", announced().to_bytes()),
        Vector("absence-closed", "an absence in a closed turn", closed.to_bytes()),
        *_starts(),
        tampered(
            "pace-guest",
            "Ann plays without having joined",
            "wrong-seats",
            4,
            0,
            resigned(0, HOST, {"pace": plain_of(PACE), **_GUEST}),
        ),
        _bad_pace("days-twice", "a weekday twice", days=[0, 0]),
        _bad_pace("days-order", "weekdays out of order", days=[3, 1]),
        _bad_pace("no-day", "no weekday", days=[]),
        _bad_pace("no-hours", "a turn of no hours", hours=0),
        _bad_pace("short-day", "59 minutes of a day", opens=0, closes=59),
        _bad_pace("offset", "further from UTC than any place", offset=841),
        _bad_pace("afterwards", "an unknown word for what follows", afterwards="victory"),
        _bad_pace("bumps", "21 reminders", bumps=21),
        _bad_pace("field", "a field that is not known", grace=1),
        _bad_absence("short", "an absence of less than an hour", until=_DAY + 3_599),
        _bad_absence("long", "an absence of more than a year", until=_DAY + 366 * _DAY + 1),
        _bad_absence("backwards", "an absence that ends before it begins", until=0),
        _bad_absence("words", "501 bytes of words", text="x" * 501),
        Vector(
            "absence-for-other",
            "Ann is away for the Russians",
            with_records(played(4), away(played(4), nation="Russians")),
            "wrong-seat",
            8,
            4,
        ),
    ]


_GUEST = {"players": {"Ann": ANN.public, "Bob": None}}


def _starts() -> list[Vector]:
    """What is attached to a start, and should not be."""
    save = joined()
    cases: list[tuple[str, str, list[bytes] | None, str, int]] = [
        ("none", "no word of the authority", None, "seated-missing", 7),
        ("nothing", "an empty list", [], "wrong-shape", 3),
        ("twice", "two for one authority", [seated(save)] * 2, "seated-missing", 7),
        ("junk", "not an envelope", [b"junk"], "seated-malformed", 7),
        ("altered", "a bit of it", [broken(seated(save))], "seated-bad-signature", 7),
        ("by-player", "by a player", [seated(save, BOB)], "seated-wrong-authority", 7),
        ("game", "of another game", [seated(save, game=bytes(16))], "seated-unfit", 7),
        ("seats", "of other seats", [seated(save, seats=bytes(32))], "seated-unfit", 7),
    ]
    found = [
        Vector(f"seated-{name}", what, with_records(save, _start(save, said)), code, exit_code, 3)
        for name, what, said, code, exit_code in cases
    ]
    plain = joined(None)
    needless = with_records(plain, _start(plain, [seated(plain)]))
    found.append(Vector("seated-no-pace", "without a pace", needless, "wrong-shape", 3, 3))
    return found


def _start(save: TrustedSave, said: list[bytes] | None) -> bytes:
    """The start with something attached, None for nothing at all."""
    joins = tuple(join_hash(entry.body) for entry in save.entries[1:])
    kind, body = body_of(Start(save.head, joins, fixed("start"), 1020))
    record: list[object] = [body, [[HOST.public, HOST.sign(kind, body)]]]
    return encode(record if said is None else [*record, said])


def _bad_pace(name: str, what: str, **changes: object) -> Vector:
    pace = {"pace": {**plain_of(PACE), **changes}}
    return tampered(f"pace-{name}", what, "wrong-shape", 3, 0, resigned(0, HOST, pace))


def _bad_absence(name: str, what: str, **changes: object) -> Vector:
    save = paced()
    data = with_records(save, away(save, **changes))
    return Vector(f"absence-{name}", what, data, "wrong-shape", 3, 4)
