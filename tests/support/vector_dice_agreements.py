"""The vectors of agreements about dice: another authority, a lost roll, a lost end of a turn.

docs/formats/consent-v1.md, A7.  In the turn of the Germans two rolls were made (`attacked`), so the
next is roll 3 and the next end is that of turn 1.
"""

from pbem.dice.authority import make_chain
from pbem.dice.closing import closed_body
from pbem.dice.protocol import Commitment
from pbem.dice.statements import make_statement
from pbem.motions.lost_roll import LostRoll
from pbem.motions.lost_turn import LostTurn
from pbem.motions.new_dice import NewDice
from pbem.save.trusted_save import TrustedSave
from pbem.wire.shapes import bytes_of
from pbem.wire.signing import SigningKey, parse_envelope
from tests.support.paper_game import (
    ANN,
    AUTHORITY,
    BOB,
    EVE,
    GAME,
    HOST,
    attack,
    attacked,
    broken,
    changed,
    ended,
    ending,
    fixed,
    receipt,
    rehearsal,
    repacked,
    roll_record,
    with_records,
)
from tests.support.vector_agreements import agreed, proposal, signed, with_all
from tests.support.vector_cases import Vector

LATER = SigningKey.from_secret(fixed("later authority"))
LATER_CHAIN = make_chain(fixed("later chain"), 8)
ADDRESS = "https://later.example.org"


def later(*, key: SigningKey = LATER, **changes: object) -> bytes:
    """The commitment of an authority that takes over with roll 3, with some fields changed."""
    body = bytes_of(
        Commitment(
            game=GAME,
            host=HOST.public,
            anchor=LATER_CHAIN[0],
            length=8,
            proof="committed",
            time=1390,
            first=3,
        )
    )
    return key.seal("commitment", changed(body, changes))


def new_dice(
    commitment: bytes = b"", address: str = ADDRESS, which: int = 0, given_up: int = 0
) -> NewDice:
    """Right unless changed."""
    return NewDice(which, address, commitment or later(), given_up)


def taken_over() -> TrustedSave:
    """The turn of the Germans after all have agreed on another authority."""
    return with_all(attacked(), new_dice(), ANN, BOB)


def rolled_later(save: TrustedSave, key: SigningKey = ANN, **changes: object) -> TrustedSave:
    """The save with one more roll by the later authority."""
    request = attack(save, **changes).sign(key)
    return save.append_roll(request, [later_receipt(save, request)])


def later_receipt(save: TrustedSave, request: bytes) -> bytes:
    """The later authority's answer to the next request."""
    return receipt(request, key=LATER, seed=LATER_CHAIN[save.next_roll - 2])


def closed_later(save: TrustedSave) -> TrustedSave:
    """The turn of the Germans ended, and closed by the later authority."""
    end = ending(save, "Germans", ANN, fixed("digest"), time=1500, random=fixed("end", 16))
    body = closed_body(parse_envelope(end.request, 512).body, save.sources[0].answered, 1510)
    return save.append_turn_end(end, [LATER.seal("closed", body)])


def given_up() -> TrustedSave:
    """Roll 3 is given up with the authority, so the new one answers it void."""
    save = with_all(attacked(), new_dice(given_up=3), ANN, BOB)
    request = attack(attacked(), count=1).sign(ANN)
    return save.append_void("Germans", request, [later_receipt(save, request)], ANN)


def lost_roll() -> TrustedSave:
    """Ann's roll 3 was answered for a position that is lost; all agreed, and it is void."""
    save = with_all(attacked(), LostRoll(3), ANN, BOB)
    request = attack(attacked(), count=1).sign(ANN)
    return save.append_void("Germans", request, [receipt(request)], ANN)


def lost_rolls() -> TrustedSave:
    """Rolls 3 and 4 were answered for positions that are lost."""
    save = with_all(attacked(), LostRoll(4), ANN, BOB)
    request = attack(attacked(), count=1).sign(ANN)
    save = save.append_void("Germans", request, [receipt(request)], ANN)
    request = attack(save, count=2).sign(ANN)
    return save.append_void("Germans", request, [receipt(request)], ANN)


def lost_turn() -> TrustedSave:
    """The end of turn 1 is lost, and the next one is that of turn 2."""
    save = with_all(attacked(), LostTurn(1), ANN, BOB)
    return ended(save, "Germans", ANN, fixed("digest"), time=1500, random=fixed("end", 16))


def rotated() -> TrustedSave:
    """The first authority had a new key before it was replaced, all in one turn that is closed."""
    old, new = AUTHORITY, SigningKey.from_secret(fixed("rotated"))
    save = attacked()
    request = attack(save).sign(ANN)
    statement = make_statement(old, new.public, 1150)
    save = save.append_roll(request, [receipt(request, key=new)], [statement])
    save = with_all(save, new_dice(later(first=4)), ANN, BOB)
    request = attack(save, count=3).sign(ANN)
    save = save.append_roll(request, [receipt(request, key=LATER, seed=LATER_CHAIN[1])])
    return closed_later(save)


def dice_agreement_vectors() -> list[Vector]:
    """All of them."""
    closed = closed_later(rolled_later(rolled_later(taken_over()), count=2))
    good = [
        ("new-dice", "another authority takes over", rolled_later(taken_over())),
        ("new-dice-packed", "in a turn that is closed", closed),
        ("new-dice-unused", "no roll before the turn is closed", closed_later(taken_over())),
        ("new-dice-rotated", "the replaced one had a new key", rotated()),
        ("new-dice-given-up", "with a roll of the other one", given_up()),
        ("void-roll", "a lost roll is void", lost_roll()),
        ("void-rolls", "two lost rolls are void", lost_rolls()),
        ("void-turn", "the number of a lost end is left out", lost_turn()),
    ]
    return [
        *(Vector(f"agreement-{name}", what, save.to_bytes()) for name, what, save in good),
        *_unfit(),
        *_after(closed),
    ]


def _unfit() -> list[Vector]:
    save = attacked()

    def unfit(name: str, what: str, how: NewDice | LostRoll | LostTurn) -> Vector:
        return _bad(save, name, what, how, "agreement-unfit", 4)

    rehearsed = rehearsal()
    made = proposal(rehearsed, new_dice(later(first=2)), HOST)
    in_rehearsal = with_records(rehearsed, agreed(rehearsed, made, [], by=HOST))
    return [
        unfit("new-dice-early", "its chain begins with roll 2", new_dice(later(first=2))),
        unfit("new-dice-late", "its chain begins with roll 4", new_dice(later(first=4))),
        unfit("new-dice-other-game", "for another game", new_dice(later(game=bytes(16)))),
        unfit("new-dice-other-host", "for another host", new_dice(later(host=EVE.public))),
        unfit("new-dice-same-key", "a key already used", new_dice(later(key=AUTHORITY))),
        unfit("new-dice-second", "there is no second one", new_dice(which=1)),
        unfit("new-dice-order", "after another", new_dice(later(before=AUTHORITY.public))),
        unfit("new-dice-rehearsed", "a rehearsal", new_dice(later(proof="rehearsal"))),
        unfit("new-dice-seeded", "at a rehearsal's address", new_dice(address="rehearsal:seven")),
        unfit("new-dice-altered", "a bit of its signature", new_dice(broken(later()))),
        unfit("new-dice-junk", "no commitment", new_dice(b"junk")),
        unfit("new-dice-made", "gives up a roll that was made", new_dice(given_up=2)),
        unfit("new-dice-far", "gives up 1,001 rolls", new_dice(given_up=1003)),
        unfit("void-roll-before", "a roll that was made", LostRoll(2)),
        unfit("void-roll-far", "1,001 rolls at once", LostRoll(1003)),
        unfit("void-turn-later", "not the next turn", LostTurn(2)),
        Vector(
            "agreement-new-dice-in-rehearsal",
            "dice for a rehearsal",
            in_rehearsal,
            "agreement-unfit",
            4,
            len(rehearsed.entries),
        ),
        _bad(
            save,
            "new-dice-nowhere",
            "not an address",
            new_dice(),
            "proposal-malformed",
            3,
            address="ftp://x",
        ),
        _bad(save, "new-dice-third", "number 2", new_dice(), "proposal-malformed", 3, which=2),
        _bad(save, "void-roll-none", "roll 0", LostRoll(3), "proposal-malformed", 3, index=0),
        *(
            _bad(save, f"{name}-alone", "Bob has not consented", how, "consent-missing", 4, "Ann")
            for name, how in (
                ("new-dice", new_dice()),
                ("void-roll", LostRoll(3)),
                ("void-turn", LostTurn(1)),
            )
        ),
    ]


def _bad(
    save: TrustedSave,
    name: str,
    what: str,
    how: NewDice | LostRoll | LostTurn,
    code: str,
    exit_code: int,
    only: str = "",
    **changes: object,
) -> Vector:
    """An agreement with one fault; changes: in what is proposed; only: the one who consents."""
    made = proposal(save, how)
    raw = made.raw
    if changes:
        body = parse_envelope(raw, 2**17).body
        kind = {"address": "new_dice", "which": "new_dice", "index": "void_roll"}
        whole = {"kind": kind[next(iter(changes))], "index": 3}
        if isinstance(how, NewDice):
            whole |= {"which": how.which, "address": how.address, "commitment": how.commitment}
            whole |= {"given_up": how.given_up}
            del whole["index"]
        raw = ANN.seal("proposal", changed(body, {"what": {**whole, **changes}}))
    consents = [] if only or changes else signed(made, BOB)
    last = agreed(save, made, consents, proposal=raw)
    data = with_records(save, last)
    return Vector(f"agreement-{name}", what, data, code, exit_code, len(save.entries))


def _after(closed: TrustedSave) -> list[Vector]:
    """What is wrong after a good agreement."""
    over = taken_over()
    request = attack(over).sign(ANN)
    by_old = roll_record(request, receipt(request))
    ahead = roll_record(request, receipt(request, key=LATER, seed=LATER_CHAIN[2]))
    void = with_all(attacked(), LostTurn(1), ANN, BOB)
    again = agreed(void, proposal(void, LostTurn(1), identity=fixed("again", 16)), [])

    def bad(name: str, what: str, save: TrustedSave, last: bytes, code: str, out: int) -> Vector:
        data = with_records(save, last)
        return Vector(f"agreement-{name}", what, data, code, out, len(save.entries))

    first = closed.start_index + 1
    return [
        bad("new-dice-old", "the old one rolls on", over, by_old, "receipt-wrong-authority", 7),
        bad("new-dice-ahead", "its second seed first", over, ahead, "seed-not-in-chain", 7),
        bad("void-turn-again", "the same turn twice", void, again, "agreement-unfit", 4),
        Vector(
            "agreement-new-dice-one-seed",
            "packed with the seeds of one chain",
            repacked(closed, seeds=lambda kept: kept[:1]),
            "wrong-shape",
            3,
            first,
        ),
        Vector(
            "agreement-new-dice-seeds-swapped",
            "packed with the seeds of two chains swapped",
            repacked(closed, seeds=lambda kept: kept[::-1]),
            "seed-not-in-chain",
            7,
            first + 1,
        ),
    ]
