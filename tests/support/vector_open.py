"""The vectors of players who are late: docs/formats/consent-v1.md, A12.

Ann is to move in a game with a pace, and the dice authority says that her turn is open.
"""

from collections.abc import Sequence

from pbem.dice.statements import make_statement
from pbem.dice.turn_state import TurnState
from pbem.motions.draw import Draw
from pbem.motions.edit import Edit
from pbem.motions.forfeit import Forfeit
from pbem.motions.key_change import KeyChange
from pbem.motions.motion import Motion
from pbem.motions.substitution import Substitution
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.pace import Pace
from pbem.wire.signing import SigningKey
from tests.support.paper_game import (
    ANN,
    AUTHORITY,
    BOB,
    EVE,
    GAME,
    HOST,
    broken,
    closing,
    commitment,
    ended,
    ending,
    fixed,
    invitation,
    join,
    played,
    with_records,
)
from tests.support.vector_agreements import agreed, proposal, signed
from tests.support.vector_cases import Vector
from tests.support.vector_pace import PACE, paced, seated

_SEATS = ("Germans",)
_FORFEIT = Forfeit(_SEATS, ANN.public)
_ABSENT = Substitution(_SEATS, ANN.public, "Eve", EVE.public, True)
_LOST = KeyChange(ANN.public, EVE.public, True)
_EDIT = Edit(([["money", "Germans", 5]],))
_LATE = 10_000_000
_SECOND = SigningKey.from_secret(fixed("second authority"))


def said(key: SigningKey = AUTHORITY, **changes: object) -> bytes:
    """The authority says that turn 1 of the Germans is open, but for the changes."""
    values: dict[str, object] = {
        "game": GAME,
        "nation": "Germans",
        "turn": 1,
        "time": _LATE,
        **changes,
    }
    return TurnState(**values).sign(key)


def put_out(
    save: TrustedSave, what: Motion, keys: Sequence[SigningKey], *said_of: bytes, **more: object
) -> TrustedSave:
    """The save with an agreement to which these keys consented, the first as proposer."""
    return open_save(with_records(save, _record(save, what, keys, said_of, **more)))


def _record(
    save: TrustedSave,
    what: Motion,
    keys: Sequence[SigningKey],
    said_of: Sequence[bytes],
    **more: object,
) -> bytes:
    made = proposal(save, what, keys[0])
    return agreed(save, made, signed(made, *keys[1:]), keys[0], states=list(said_of), **more)


def open_vectors() -> list[Vector]:
    """Those that verify, then those that do not."""
    save = paced()
    absent = put_out(save, _ABSENT, (BOB, HOST, EVE), said())
    unsent = put_out(save, _ABSENT, (BOB, HOST, EVE), said(closed=2_000, last=3))
    edited = put_out(save, _EDIT, (ANN, BOB), said())
    renewed = put_out(
        save,
        _FORFEIT,
        (BOB,),
        said(_SECOND),
        statements=[make_statement(AUTHORITY, _SECOND.public, 1_500)],
    )
    closed = ended(absent, "Germans", EVE, fixed("d"), time=1_600, random=fixed("end 1", 16))
    saves = [
        ("absent", "Eve for Ann, who is late", closed),
        (
            "host",
            "the host, who holds no seat, has lost the key",
            put_out(save, KeyChange(HOST.public, EVE.public, True), (ANN, BOB, EVE), said()),
        ),
        ("edited", "an edit, by the word of the authority", edited),
        ("closed", "Eve for Ann, who has closed turns that nobody has", _next(unsent)),
        ("renewed", "by a new key that the agreement introduces", renewed),
        ("lost", "Ann has lost her key", put_out(save, _LOST, (BOB, HOST, EVE), said())),
        (
            "forfeit",
            "Ann is late, was heard of before the turn, and forfeits",
            put_out(save, _FORFEIT, (BOB,), said(here=((save.entries[1].head, 1_000),))),
        ),
    ]
    return [
        *[Vector(f"open-{name}", what, one.to_bytes()) for name, what, one in saves],
        *_of_two(),
        *_unfit(save),
        _bad("edit-none", "an edit without it", save, _EDIT, (ANN, BOB)),
        _bad("shown", "of a turn to be fetched", save, _FORFEIT, (BOB,), said(shown=1)),
        _bad("new-key", "by a key that is not known", save, _FORFEIT, (BOB,), said(_SECOND)),
        _bad("old-key", "by a key that was changed", _rotated(), _FORFEIT, (BOB,), said(turn=2)),
        _bad("two", "three statements", save, _ABSENT, (BOB, HOST, EVE), *[said()] * 3),
        _bad("long", "a statement of 1,025 bytes", save, _FORFEIT, (BOB,), bytes(1_025)),
        _bad("missing", "Bob has not consented", save, _FORFEIT, (HOST,), said()),
    ]


def _next(save: TrustedSave) -> TrustedSave:
    """The end of Eve's turn, whose number is the one after all that Ann has closed."""
    return ended(save, "Germans", EVE, fixed("d"), time=1_600, random=fixed("end 1", 16))


def _rotated() -> TrustedSave:
    """The Germans again, after an end that was closed with a new key of the authority."""
    save = paced()
    end = ending(save, "Germans", ANN, fixed("d"), time=1_600, random=fixed("end 1", 16))
    statement = make_statement(AUTHORITY, _SECOND.public, 1_500)
    return save.append_turn_end(end, [closing(save, end, key=_SECOND)], [statement])


def _of_two() -> list[Vector]:
    """A game with two authorities: both have to say it, in their order."""
    second = commitment(key=_SECOND, before=AUTHORITY.public)
    dice = (("https://one.example", commitment()), ("https://two.example", second))
    save = invitation(pace=PACE, dice=dice)
    for player, key in (("Bob", BOB), ("Ann", ANN)):
        save = save.append_join(join(save, player, key))
    known = [seated(save), seated(save, _SECOND)]
    save = save.append_start(HOST, time=1020, random=fixed("start"), seated=known)
    both = said(), said(_SECOND)
    good = put_out(save, _FORFEIT, (BOB,), *both).to_bytes()
    return [
        Vector("open-two-authorities", "both say that the turn is open", good),
        _bad("one-of-two", "one of two says it", save, _FORFEIT, (BOB,), both[0]),
        _bad("two-swapped", "in the other order", save, _FORFEIT, (BOB,), *reversed(both)),
        _bad(
            "two-nations",
            "of two turns",
            save,
            _FORFEIT,
            (BOB,),
            both[0],
            said(_SECOND, nation="Russians"),
        ),
    ]


def _unfit(save: TrustedSave) -> list[Vector]:
    """Statements that are not proof."""
    by_all = (BOB, HOST, EVE)
    cases: Sequence[tuple[str, str, TrustedSave, Motion, tuple[SigningKey, ...], bytes | None]] = [
        ("none", "no word of the authority", save, _ABSENT, by_all, None),
        ("lost-none", "none for a lost key", save, _LOST, by_all, None),
        ("forfeit-none", "none for a forfeit", save, _FORFEIT, (BOB,), None),
        ("junk", "not an envelope", save, _ABSENT, by_all, b"junk"),
        ("altered", "a bit of it", save, _ABSENT, by_all, broken(said())),
        ("by-player", "signed by a player", save, _FORFEIT, (BOB,), said(BOB)),
        ("game", "of another game", save, _FORFEIT, (BOB,), said(game=bytes(16))),
        ("turn", "of another turn", save, _FORFEIT, (BOB,), said(turn=2)),
        ("nation", "of Bob's turn", save, _FORFEIT, (BOB,), said(nation="Russians")),
        ("nobody", "of nobody's turn", save, _FORFEIT, (BOB,), said(nation="Martians")),
        ("needless", "for a draw", save, Draw(), (BOB, ANN), said()),
        ("no-pace", "without a pace", played(4), _ABSENT, by_all, said()),
        ("not-agreed", "no forfeit was agreed", paced(Pace(hours=1)), _FORFEIT, (BOB,), said()),
        ("forfeit-paceless", "a forfeit without a pace", played(4), _FORFEIT, (BOB,), None),
        (
            "other-side",
            "Ann's key, and Bob's side",
            save,
            Forfeit(("Russians",), ANN.public),
            (BOB,),
            said(),
        ),
        (
            "no-side",
            "a side that is not there",
            save,
            Forfeit(("Germans", "Martians"), ANN.public),
            (BOB,),
            said(),
        ),
    ]
    return [
        _bad(name, what, at, how, keys, *(() if one is None else (one,)))
        for name, what, at, how, keys, one in cases
    ]


def _bad(
    name: str,
    what: str,
    save: TrustedSave,
    how: Motion,
    keys: Sequence[SigningKey],
    *said_of: bytes,
) -> Vector:
    code, exit_code = {
        "two": ("wrong-shape", 3),
        "long": ("wrong-shape", 3),
        "missing": ("proposal-wrong-signer", 5),
    }.get(name, ("agreement-unfit", 4))
    data = with_records(save, _record(save, how, keys, said_of))
    return Vector(f"open-{name}", what, data, code, exit_code, len(save.entries))
