"""The vectors of agreements, notes and dice that come again: docs/formats/consent-v1.md.

Ann plays the Germans, Bob the Russians; Hal, the host, does not play; Eve is new. Each bad vector
has one fault in its last record.
"""

from collections.abc import Sequence

from pbem.dice.agreement import Agreement
from pbem.motions.consent import Proposal, make_consent, make_proposal
from pbem.motions.draw import Draw
from pbem.motions.edit import Edit
from pbem.motions.key_change import KeyChange
from pbem.motions.motion import Motion
from pbem.motions.substitution import Substitution
from pbem.motions.surrender import Surrender
from pbem.motions.take_back import TakeBack
from pbem.motions.withdrawal import Withdrawal
from pbem.save import format as container
from pbem.save.chain import next_head
from pbem.save.consent_records import Note, RollAgain
from pbem.save.records import body_of
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode
from pbem.wire.signing import SigningKey, parse_envelope
from tests.support.paper_game import (
    ANN,
    BOB,
    EVE,
    GAME,
    HOST,
    IDENTITY_KEY,
    attack,
    broken,
    changed,
    ended,
    fixed,
    invitation,
    played,
    receipt,
    roll_record,
    rolled,
    with_records,
)
from tests.support.vector_cases import Vector

EDIT = Edit((["money", "Russians", 50],))
FOR_BOB = Substitution(("Russians",), BOB.public, "Eve", EVE.public, False)
FOR_ABSENT_BOB = Substitution(("Russians",), BOB.public, "Eve", EVE.public, True)
NEW_KEY = KeyChange(BOB.public, EVE.public, False)
LOST_KEY = KeyChange(BOB.public, EVE.public, True)


def proposal(save: TrustedSave, what: Motion, key: SigningKey = ANN, **named: object) -> Proposal:
    """A proposal on the head of a save, with some fields changed."""
    values: dict[str, object] = {
        "game": GAME,
        "head": save.head,
        "identity": fixed("proposal", 16),
        "until": 10,
        "words": "",
        "time": 1400,
        **named,
    }
    return make_proposal(what, key, **values)


def signed(made: Proposal, *keys: SigningKey) -> list[bytes]:
    """Consents to a proposal."""
    return [make_consent(made, key, time=1410).raw for key in keys]


def agreed(
    save: TrustedSave,
    made: Proposal,
    consents: Sequence[bytes],
    by: SigningKey = ANN,
    **named: object,
) -> bytes:
    """The agreement record after a save, with some fields changed."""
    kind, body = body_of(Agreement(save.head, made.raw, tuple(consents), 1420))
    return by.seal(kind, changed(body, named))


def with_all(save: TrustedSave, what: Motion, *keys: SigningKey, **named: object) -> TrustedSave:
    """The save with an agreement to which these keys consented, the first as proposer."""
    made = proposal(save, what, keys[0], **named)
    return grown(save, agreed(save, made, signed(made, *keys[1:])))


def grown(save: TrustedSave, record: bytes) -> TrustedSave:
    return open_save(with_records(save, record))


def written(save: TrustedSave, record: RollAgain | Note, key: SigningKey = ANN) -> bytes:
    kind, body = body_of(record)
    return key.seal(kind, body)


def taken_back() -> TrustedSave:
    """The paper game, taken back to before its first roll: record 10."""
    save = played()
    return with_all(save, TakeBack(4, save.entries[4].head), ANN, BOB)


def _good() -> list[Vector]:
    save = played()
    again = grown(taken_back(), written(taken_back(), RollAgain(taken_back().head, "Germans", 5)))
    note = Note(save.head, "Germans", "Poland", "mine", 1500)
    substituted = with_all(save, FOR_BOB, ANN, BOB, EVE)
    end = {"time": 1600, "random": fixed("end 3", 16)}
    over = ended(substituted, "Russians", EVE, fixed("d"), **end)
    saves = [
        ("draw", "a draw", with_all(save, Draw(), ANN, BOB)),
        ("edit", "an edit", with_all(save, EDIT, BOB, ANN)),
        ("surrender", "a side gives up", with_all(save, Surrender(("Russians",)), BOB)),
        ("take-back", "back to before the first roll", taken_back()),
        ("roll-again", "a roll that was taken back comes again", again),
        ("roll-other", "other dice are fresh", grown(taken_back(), _rolled(taken_back(), 4))),
        ("substitution", "Eve for Bob, and she ends a turn", over),
        ("absent", "Eve for Bob, who is absent", with_all(save, FOR_ABSENT_BOB, ANN, HOST, EVE)),
        ("key-change", "Bob has a new key", with_all(save, NEW_KEY, BOB, EVE)),
        ("key-lost", "Bob has lost the old key", with_all(save, LOST_KEY, ANN, EVE, HOST)),
        ("same-id", "two proposals with one id", _same_id(save)),
        ("withdrawal", "Bob withdraws a proposal", withdrawn()),
        ("withdrawn-by-another", "Ann cannot withdraw Bob's", by_another()),
        ("note", "a public note", grown(save, written(save, note))),
    ]
    found = [Vector(f"agreement-{name}", what, one.to_bytes()) for name, what, one in saves]
    made = proposal(save, Draw())
    file = container.build(container.PROPOSAL, (made.raw, *signed(made, BOB)))
    other = proposal(save, Draw(), identity=fixed("other", 16))
    wrong = container.build(container.PROPOSAL, (made.raw, *signed(other, BOB)))
    kind = container.PROPOSAL
    return [
        *found,
        Vector("proposal", "a proposal with a consent", file, kind=kind),
        Vector(
            "proposal-other", "a consent to another", wrong, "consent-other-proposal", 4, kind=kind
        ),
    ]


def bobs_draw() -> Proposal:
    """What Bob has proposed in the paper game, and Ann has consented to."""
    return proposal(played(), Draw(), BOB, identity=fixed("withdrawn", 16))


def withdrawn(by: SigningKey = BOB) -> TrustedSave:
    """The paper game in which the holder of a key has withdrawn that."""
    return with_all(played(), Withdrawal(bobs_draw().digest, by.public), by)


def by_another() -> TrustedSave:
    """Ann says that she withdraws it: it is Bob's, and holds."""
    save = withdrawn(ANN)
    return grown(save, agreed(save, bobs_draw(), signed(bobs_draw(), ANN)))


def _same_id(save: TrustedSave) -> TrustedSave:
    """Ann uses the id of a proposal that Bob has made for a change of her own key first."""
    made = proposal(save, Draw(), BOB)
    mine = KeyChange(ANN.public, EVE.public, False)
    after = with_all(save, mine, ANN, EVE, identity=made.id)
    return grown(after, agreed(after, made, signed(made, EVE), EVE))


def _rolled(save: TrustedSave, count: int) -> bytes:
    request = attack(save, count=count).sign(ANN)
    return roll_record(request, receipt(request))


def agreement_vectors() -> list[Vector]:
    """All of them."""
    return [*_good(), *_bad_proposals(), *_bad_consents(), *_bad_dice()]


def _bad(save: TrustedSave, name: str, what: str, code: str, exit_code: int, last: bytes) -> Vector:
    data = with_records(save, last)
    return Vector(f"agreement-{name}", what, data, code, exit_code, len(save.entries))


def _bad_proposals() -> list[Vector]:
    save = played()
    older = played(9)
    made = proposal(save, Draw())
    done = with_all(save, Draw(), ANN, BOB)
    inviting = invitation()

    def bad(
        name: str, what: str, code: str, exit_code: int, one: Proposal | bytes, *keys: SigningKey
    ) -> Vector:
        raw = one.raw if isinstance(one, Proposal) else one
        consents = signed(one, *keys) if isinstance(one, Proposal) else []
        last = agreed(save, made, consents, proposal=raw)
        return _bad(save, name, what, code, exit_code, last)

    def unfit(name: str, what: str, how: Motion, *keys: SigningKey) -> Vector:
        return bad(name, what, "agreement-unfit", 4, proposal(save, how), *keys)

    extra = changed(parse_envelope(made.raw, 2**17).body, {"what": {"kind": "bribe"}})
    unsorted = {"kind": "surrender", "nations": ["b", "a"]}
    body = changed(parse_envelope(made.raw, 2**17).body, {"what": unsorted})
    return [
        bad("junk", "not an envelope", "proposal-malformed", 3, b"junk"),
        bad(
            "unknown",
            "a kind that does not exist",
            "proposal-malformed",
            3,
            ANN.seal("proposal", extra),
        ),
        bad("unsorted", "nations not sorted", "proposal-malformed", 3, ANN.seal("proposal", body)),
        bad("altered", "a bit of it", "proposal-bad-signature", 4, broken(made.raw)),
        bad(
            "other-game",
            "for another game",
            "proposal-wrong-game",
            4,
            proposal(save, Draw(), game=bytes(16)),
            BOB,
        ),
        bad(
            "other-history",
            "on a head that this log lacks",
            "proposal-other-history",
            8,
            proposal(save, Draw(), head=bytes(32)),
            BOB,
        ),
        bad(
            "old-edit", "an edit on an old head", "proposal-old-head", 8, proposal(older, EDIT), BOB
        ),
        bad(
            "old-take-back",
            "a take-back on an old head",
            "proposal-old-head",
            8,
            proposal(older, TakeBack(4, save.entries[4].head)),
            BOB,
        ),
        bad("lapsed", "too late", "proposal-lapsed", 8, proposal(save, Draw(), until=1), BOB),
        _bad(
            done,
            "twice",
            "the same agreement again",
            "agreement-twice",
            8,
            agreed(done, made, signed(made, BOB)),
        ),
        _bad(
            withdrawn(),
            "withdrawn",
            "what Bob has withdrawn",
            "proposal-withdrawn",
            8,
            agreed(withdrawn(), bobs_draw(), signed(bobs_draw(), ANN)),
        ),
        _bad(
            done,
            "withdrawn-late",
            "what was agreed to",
            "agreement-unfit",
            4,
            agreed(done, proposal(done, Withdrawal(made.digest, ANN.public)), []),
        ),
        unfit("withdrawn-no-key", "nobody has the key", Withdrawal(made.digest, EVE.public)),
        bad(
            "withdrawn-for-bob",
            "Ann in the name of Bob",
            "proposal-wrong-signer",
            5,
            proposal(save, Withdrawal(made.digest, BOB.public)),
        ),
        unfit("to-the-future", "back to no record", TakeBack(10, bytes(32)), BOB),
        unfit("to-a-join", "back before the start", TakeBack(2, save.entries[2].head), BOB),
        unfit("other-head", "back to another head", TakeBack(4, bytes(32)), BOB),
        _bad(
            taken_back(),
            "to-nowhere",
            "back to what was taken back",
            "agreement-unfit",
            4,
            _again_back(),
        ),
        unfit("no-seat", "no such nation", Surrender(("Martians",))),
        unfit("not-the-holder", "Bob does not hold it", _for("Germans", BOB, "Eve", EVE), BOB, EVE),
        unfit("name-taken", "Ann under another key", _for("Russians", BOB, "Ann", EVE), BOB, EVE),
        unfit("key-taken", "Eve under Ann's key", _for("Russians", BOB, "Eve", ANN), BOB),
        unfit(
            "weak-key",
            "a key of small order",
            Substitution(("Russians",), BOB.public, "Eve", IDENTITY_KEY, False),
            BOB,
        ),
        unfit("no-old-key", "nobody has the old key", KeyChange(EVE.public, HOST.public, False)),
        unfit("key-in-use", "Ann's key for Bob", KeyChange(BOB.public, ANN.public, True), HOST),
        bad(
            "by-stranger",
            "Eve proposes",
            "proposal-wrong-signer",
            5,
            proposal(save, Draw(), EVE),
            ANN,
            BOB,
        ),
        bad(
            "by-host",
            "the host, who does not play, proposes",
            "proposal-wrong-signer",
            5,
            proposal(save, Draw(), HOST),
            ANN,
            BOB,
        ),
        _bad(
            inviting,
            "before-start",
            "before the game has started",
            "wrong-stage",
            4,
            agreed(inviting, proposal(inviting, Draw()), []),
        ),
    ]


def _for(seat: str, old: SigningKey, player: str, key: SigningKey) -> Substitution:
    return Substitution((seat,), old.public, player, key.public, False)


def _again_back() -> bytes:
    save = taken_back()
    made = proposal(save, TakeBack(7, save.entries[7].head), identity=fixed("again", 16))
    return agreed(save, made, signed(made, BOB))


def _bad_consents() -> list[Vector]:
    save = played()
    made, edit = proposal(save, Draw()), proposal(save, EDIT)
    bobs = signed(made, BOB)[0]

    def bad(
        name: str, what: str, code: str, exit_code: int, consents: Sequence[bytes], **named: object
    ) -> Vector:
        last = agreed(save, made, consents, **named)
        return _bad(save, name, what, code, exit_code, last)

    def part(name: str, what: str, how: Motion, proposer: SigningKey, *keys: SigningKey) -> Vector:
        one = proposal(save, how, proposer)
        last = agreed(save, one, signed(one, *keys))
        return _bad(save, name, what, "consent-missing", 4, last)

    foreign = encode({"game": bytes(16), "kind": "consent", "proposal": made.digest, "time": 1410})
    return [
        bad("missing", "Bob has not consented", "consent-missing", 4, []),
        bad("other-edit", "Bob to another edit", "consent-other-proposal", 4, signed(edit, BOB)),
        bad("wrong-key", "Eve for Bob", "consent-wrong-signer", 5, signed(made, EVE)),
        bad("host-consents", "the host for Bob", "consent-wrong-signer", 5, signed(made, HOST)),
        bad("doubled", "Bob twice", "consent-doubled", 4, [bobs, bobs]),
        bad("own-again", "Ann again", "consent-doubled", 4, [*signed(made, ANN), bobs]),
        bad("consent-altered", "a bit of it", "consent-bad-signature", 4, [broken(bobs)]),
        bad("consent-junk", "not an envelope", "consent-malformed", 3, [b"junk"]),
        bad(
            "consent-other-game",
            "for another game",
            "consent-wrong-game",
            4,
            [BOB.seal("consent", foreign)],
        ),
        bad(
            "consent-as-proposal",
            "signed under another kind",
            "consent-bad-signature",
            4,
            [BOB.seal("proposal", parse_envelope(bobs, 256).body)],
        ),
        bad("too-many", "65 consents", "wrong-shape", 3, [bobs] * 65),
        bad("put-in-by-stranger", "Eve puts it in", "unknown-key", 5, [bobs], by=EVE),
        bad("old-link", "another head before it", "broken-link", 4, [bobs], prev=bytes(32)),
        part("no-substitute", "Eve has not agreed to play", FOR_BOB, ANN, BOB),
        part("not-the-replaced", "Bob is there and was not asked", FOR_BOB, ANN, EVE),
        part("absent-no-host", "absent, and the host was not asked", FOR_ABSENT_BOB, ANN, EVE),
        part("new-key-silent", "the new key has not signed", NEW_KEY, BOB),
        part("lost-no-host", "lost, and the host was not asked", LOST_KEY, ANN, EVE),
        Vector(
            "agreement-pinned-otherwise",
            "another key of Eve is pinned",
            with_all(save, FOR_BOB, ANN, BOB, EVE).to_bytes(),
            "key-contradicts-keyring",
            5,
            10,
            keyring={"Eve": HOST.public},
        ),
    ]


def _bad_dice() -> list[Vector]:
    back, save = taken_back(), played()
    substituted = with_all(save, FOR_BOB, ANN, BOB, EVE)

    def again(record: int, nation: str = "Germans", key: SigningKey = ANN) -> bytes:
        return written(back, RollAgain(back.head, nation, record), key)

    twice = grown(back, again(5))
    by_old = written(substituted, Note(substituted.head, "Russians", "Poland", "hi", 1), BOB)
    same = taken_back_twice()
    return [
        _bad(
            back,
            "fresh-dice",
            "new dice where some were drawn before",
            "roll-drawn-before",
            7,
            _rolled(back, 5),
        ),
        _bad(back, "no-roll", "record 4 is not a roll", "roll-again-unfit", 7, again(4)),
        _bad(
            back,
            "other-nation",
            "the Russians did not ask for it",
            "roll-again-unfit",
            7,
            again(5, "Russians", BOB),
        ),
        _bad(
            twice,
            "again-twice",
            "it came again already",
            "roll-again-unfit",
            7,
            written(twice, RollAgain(twice.head, "Germans", 5)),
        ),
        _bad(
            save,
            "not-taken-back",
            "the roll was never taken back",
            "roll-again-unfit",
            7,
            written(save, RollAgain(save.head, "Germans", 5)),
        ),
        _bad(
            same,
            "out-of-order",
            "the second of two like rolls first",
            "roll-again-order",
            7,
            written(same, RollAgain(same.head, "Germans", 6)),
        ),
        _bad(
            back, "again-by-bob", "Bob takes Ann's dice", "wrong-seat", 8, again(5, "Germans", BOB)
        ),
        _bad(substituted, "by-the-replaced", "Bob writes on", "unknown-key", 5, by_old),
        _bad(
            save,
            "note-for-other",
            "Bob notes for the Germans",
            "wrong-seat",
            8,
            written(save, Note(save.head, "Germans", "Poland", "hi", 1), BOB),
        ),
        _bad(
            save,
            "note-too-long",
            "a note of 2,001 bytes",
            "wrong-shape",
            3,
            written(save, Note(save.head, "Germans", "Poland", "x" * 2001, 1)),
        ),
    ]


def taken_back_twice() -> TrustedSave:
    """Two rolls of the same content, records 5 and 6, and both taken back."""
    save = played(5)
    for _ in range(2):
        save = rolled(save, ANN)
    return with_all(save, TakeBack(4, save.entries[4].head), ANN, BOB)


def many_agreements(count: int) -> list[bytes]:
    """The frames of a game with so many agreements behind it, each an edit by consent of both."""
    save = played()
    frames = list(save.frames)
    head = save.head
    for number in range(count):
        made = make_proposal(
            EDIT,
            ANN,
            game=GAME,
            head=head,
            identity=fixed(f"many {number}", 16),
            until=100_000,
            words="",
            time=1400,
        )
        kind, body = body_of(Agreement(head, made.raw, tuple(signed(made, BOB)), 1420))
        frames.append(ANN.seal(kind, body))
        head = next_head(head, body)
    return frames
