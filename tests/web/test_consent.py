"""Agreements, rolls that come again and notes: the page judges them as the program does.

docs/formats/consent-v1.md. Each case is a save made on paper; the page must give the code and the
record that `open_save` gives, or the same head.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest

from pbem.dice.agreement import Agreement
from pbem.motions.consent import Consent, Proposal, make_consent, make_proposal, open_proposal
from pbem.motions.draw import Draw
from pbem.motions.edit import Edit
from pbem.motions.forfeit import Forfeit
from pbem.motions.key_change import KeyChange
from pbem.motions.lost_roll import LostRoll
from pbem.motions.motion import Motion
from pbem.motions.substitution import Substitution
from pbem.motions.surrender import Surrender
from pbem.motions.take_back import TakeBack
from pbem.save.consent_records import Note, RollAgain
from pbem.save.errors import SaveError
from pbem.save.records import body_of
from pbem.save.trust import open_save
from pbem.wire.canonical import decode, encode
from pbem.wire.signing import SigningKey, Verifier, parse_envelope
from tests.support.browser import Site, check, give, open_page, verdict
from tests.support.paper_game import (
    ANN,
    BOB,
    EVE,
    GAME,
    HOST,
    altered,
    as_map,
    attack,
    broken,
    changed,
    fixed,
    frame,
    pack,
    played,
    raws,
    receipt,
    roll_record,
    save_file,
    started,
)
from tests.support.vector_agreements import many_agreements

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
Records = list[bytes]


def code_of(data: bytes) -> tuple[str | None, int | None]:
    """What the program says of a save."""
    try:
        open_save(data)
    except SaveError as error:
        return error.code, error.index
    return None, None


def propose(records: Sequence[bytes], what: Motion, key: SigningKey, **changes: object) -> Proposal:
    save = open_save(save_file(list(records)))
    values: dict[str, object] = {
        "game": GAME,
        "head": save.head,
        "identity": fixed(f"id {len(records)}", 16),
        "until": 9,
        "words": "Let us.",
        "time": 1400,
        **changes,
    }
    return make_proposal(what, key, **values)


def record(
    records: Sequence[bytes],
    proposal: bytes,
    consents: Sequence[bytes],
    signer: SigningKey = ANN,
    **changes: object,
) -> Records:
    """The log with an agreement at its end."""
    head = open_save(save_file(list(records))).head
    kind, body = body_of(Agreement(head, proposal, tuple(consents), 1401))
    return [*records, signer.seal(kind, changed(body, changes))]


def agree(
    records: Sequence[bytes],
    what: Motion,
    *keys: SigningKey,
    signer: SigningKey = ANN,
    **changes: object,
) -> Records:
    """The log with an agreement: the first key proposes, the others consent."""
    proposal = propose(records, what, keys[0], **changes)
    consents = [make_consent(proposal, key, time=1400).raw for key in keys[1:]]
    return record(records, proposal.raw, consents, signer)


def head_at(records: Sequence[bytes], index: int) -> bytes:
    return open_save(save_file(list(records))).entries[index].head


def back(records: Sequence[bytes], to: int) -> TakeBack:
    return TakeBack(to, head_at(records, to))


def add(records: Sequence[bytes], written: RollAgain | Note, key: SigningKey) -> Records:
    kind, body = body_of(written)
    return [*records, key.seal(kind, body)]


def again(
    records: Sequence[bytes], index: int, key: SigningKey = ANN, nation: str = "Germans"
) -> Records:
    head = open_save(save_file(list(records))).head
    return add(records, RollAgain(head, nation, index), key)


def rolled(records: Sequence[bytes], key: SigningKey = ANN, **changes: object) -> Records:
    save = open_save(save_file(list(records)))
    request = altered(attack(save), **changes).sign(key)
    return [*records, roll_record(request, receipt(request))]


PLAYED = list(played().frames)
BOTH = (ANN, BOB)
TAKEN_BACK = agree(PLAYED, back(PLAYED, 4), *BOTH)
EVE_FOR_BOB = Substitution(("Russians",), BOB.public, "Eve", EVE.public, False)
EVE_FOR_ABSENT_BOB = Substitution(("Russians",), BOB.public, "Eve", EVE.public, True)
SUBSTITUTED = agree(PLAYED, EVE_FOR_BOB, *BOTH, EVE)
TWO = rolled(rolled(raws(started())), count=5)
TWO_BACK = agree(TWO, back(TWO, 3), *BOTH)


def with_consents(change: Callable[[Proposal, list[bytes]], list[bytes]]) -> Records:
    proposal = propose(PLAYED, Draw(), ANN)
    good = [make_consent(proposal, BOB, time=1400).raw]
    return record(PLAYED, proposal.raw, change(proposal, good))


def consent_of(records: Sequence[bytes], **changes: object) -> Callable[..., list[bytes]]:
    def change(proposal: Proposal, good: list[bytes]) -> list[bytes]:
        body = parse_envelope(good[0], 4096).body
        return [BOB.seal("consent", changed(body, changes))]

    del records
    return change


def strange(**changes: object) -> Records:
    """A draw whose proposal has other fields, signed anew; the consent fits it by nobody."""
    body = parse_envelope(propose(PLAYED, Draw(), ANN).raw, 1 << 17).body
    return record(PLAYED, ANN.seal("proposal", changed(body, changes)), [])


GOOD: dict[str, Callable[[], Records]] = {
    "draw": lambda: agree(PLAYED, Draw(), *BOTH),
    "edit": lambda: agree(PLAYED, Edit(({"any": [1, None, b"x"]},)), *BOTH, signer=HOST),
    "surrender": lambda: agree(PLAYED, Surrender(("Germans",)), ANN, signer=BOB),
    "another one with the same id": lambda: agree(
        agree(PLAYED, Surrender(("Germans",)), ANN, identity=bytes(16)),
        Draw(),
        *BOTH,
        identity=bytes(16),
    ),
    "take back": lambda: TAKEN_BACK,
    "taken back to where it is": lambda: agree(PLAYED, back(PLAYED, 9), *BOTH),
    "taken back twice": lambda: agree(TAKEN_BACK, back(TAKEN_BACK, 3), *BOTH),
    "dice come again": lambda: again(again(TAKEN_BACK, 5), 6),
    "dice come again, taken back, and come again": lambda: again(
        agree(again(TAKEN_BACK, 5), back(TAKEN_BACK, 4), *BOTH), 5
    ),
    "other dice after a take-back": lambda: rolled(TAKEN_BACK, where="Berlin"),
    "the same dice after those came again": lambda: rolled(again(TAKEN_BACK, 5)),
    "twins come again in order": lambda: again(again(TWO_BACK, 4), 5),
    "substitution": lambda: SUBSTITUTED,
    "substitution of one who is away": lambda: agree(PLAYED, EVE_FOR_ABSENT_BOB, ANN, HOST, EVE),
    "the substitute plays": lambda: add(
        SUBSTITUTED,
        Note(open_save(save_file(SUBSTITUTED)).head, "Russians", "Berlin", "mine", 1),
        EVE,
    ),
    "the substitute is who plays already": lambda: agree(
        PLAYED, Substitution(("Russians",), BOB.public, "Ann", ANN.public, False), *BOTH
    ),
    "key change": lambda: agree(PLAYED, KeyChange(BOB.public, EVE.public, False), BOB, EVE),
    "key lost": lambda: agree(PLAYED, KeyChange(BOB.public, EVE.public, True), EVE, ANN, HOST),
    "the host's key change": lambda: agree(
        PLAYED, KeyChange(HOST.public, EVE.public, False), HOST, EVE
    ),
    "note": lambda: add(PLAYED, Note(head_at(PLAYED, 9), "Germans", "Berlin", "Here.", 1), ANN),
}

BAD: dict[str, Callable[[], Records]] = {
    "consent missing": lambda: agree(PLAYED, Draw(), ANN),
    "consent by a stranger": lambda: agree(PLAYED, Draw(), ANN, BOB, EVE),
    "consent by the host": lambda: agree(PLAYED, Draw(), ANN, BOB, HOST),
    "proposed by a stranger": lambda: agree(PLAYED, Draw(), EVE, ANN, BOB),
    "proposer consents": lambda: agree(PLAYED, Draw(), ANN, BOB, ANN),
    "consent twice": lambda: with_consents(lambda _, good: [*good, *good]),
    "consent broken": lambda: with_consents(lambda _, good: [broken(good[0])]),
    "consent cut": lambda: with_consents(lambda _, good: [good[0][:-1]]),
    "consent of junk": lambda: with_consents(lambda _, good: [b""]),
    "consent too long": lambda: with_consents(lambda _, good: [bytes(513)]),
    "consent in another game": lambda: with_consents(consent_of(PLAYED, game=bytes(16))),
    "consent to another": lambda: with_consents(consent_of(PLAYED, proposal=bytes(32))),
    "consent with more": lambda: with_consents(consent_of(PLAYED, more=1)),
    "consent with a long time": lambda: with_consents(consent_of(PLAYED, time=1 << 50)),
    "signed by a stranger": lambda: agree(PLAYED, Draw(), *BOTH, signer=EVE),
    "lapsed": lambda: agree(PLAYED, Draw(), *BOTH, until=1),
    "other game": lambda: agree(PLAYED, Draw(), *BOTH, game=bytes(16)),
    "other history": lambda: agree(PLAYED, Draw(), *BOTH, head=bytes(32)),
    "old head": lambda: agree(PLAYED, Edit((1,)), *BOTH, head=head_at(PLAYED, 8)),
    "twice": lambda: record(
        agree(PLAYED, Surrender(("Germans",)), ANN, identity=bytes(16)),
        propose(PLAYED, Surrender(("Germans",)), ANN, identity=bytes(16)).raw,
        [],
    ),
    "take back too far": lambda: agree(PLAYED, back(PLAYED, 2), *BOTH),
    "take back what is not": lambda: agree(PLAYED, TakeBack(10, bytes(32)), *BOTH),
    "take back to another head": lambda: agree(PLAYED, TakeBack(5, bytes(32)), *BOTH),
    "take back to what was taken back": lambda: agree(TAKEN_BACK, back(TAKEN_BACK, 6), *BOTH),
    "surrender of nobody": lambda: agree(PLAYED, Surrender(("Martians",)), ANN),
    "surrender by the other": lambda: agree(PLAYED, Surrender(("Germans",)), BOB),
    "seat of another": lambda: agree(
        PLAYED, Substitution(("Germans",), BOB.public, "Eve", EVE.public, False), *BOTH, EVE
    ),
    "no such seat": lambda: agree(
        PLAYED, Substitution(("Mars",), BOB.public, "Eve", EVE.public, False), *BOTH, EVE
    ),
    "a known name with a new key": lambda: agree(
        PLAYED, Substitution(("Russians",), BOB.public, "Ann", EVE.public, False), *BOTH, EVE
    ),
    "a new name with a known key": lambda: agree(
        PLAYED, Substitution(("Russians",), BOB.public, "Eve", ANN.public, False), *BOTH
    ),
    "the same key": lambda: agree(
        PLAYED, Substitution(("Russians",), BOB.public, "Bob", BOB.public, False), *BOTH
    ),
    "a weak key": lambda: agree(
        PLAYED, Substitution(("Russians",), BOB.public, "Eve", bytes(32), False), *BOTH
    ),
    "absent, and they are asked": lambda: agree(PLAYED, EVE_FOR_ABSENT_BOB, ANN, HOST, EVE, BOB),
    "absent, and the host is not asked": lambda: agree(PLAYED, EVE_FOR_ABSENT_BOB, ANN, EVE),
    "the substitute is not asked": lambda: agree(PLAYED, EVE_FOR_BOB, *BOTH),
    "whoever was substituted plays on": lambda: add(
        SUBSTITUTED, Note(open_save(save_file(SUBSTITUTED)).head, "Russians", "Berlin", "", 1), BOB
    ),
    "key of nobody": lambda: agree(PLAYED, KeyChange(EVE.public, bytes(32), False), EVE),
    "key in use": lambda: agree(PLAYED, KeyChange(BOB.public, ANN.public, False), *BOTH),
    "key of the host": lambda: agree(PLAYED, KeyChange(BOB.public, HOST.public, False), BOB, HOST),
    "lost key is used": lambda: agree(
        PLAYED, KeyChange(BOB.public, EVE.public, True), BOB, EVE, ANN, HOST
    ),
    "the same dice are asked for": lambda: rolled(TAKEN_BACK),
    "dice come again that were not taken back": lambda: again(PLAYED, 5),
    "dice come again that are none": lambda: again(TAKEN_BACK, 4),
    "dice come again twice": lambda: again(again(TAKEN_BACK, 5), 5),
    "dice come again for another": lambda: again(TAKEN_BACK, 5, BOB, "Russians"),
    "twins come again out of order": lambda: again(TWO_BACK, 5),
    "note by another": lambda: add(
        PLAYED, Note(head_at(PLAYED, 9), "Germans", "Berlin", "", 1), BOB
    ),
    "note with an old link": lambda: add(
        PLAYED, Note(head_at(PLAYED, 8), "Germans", "Berlin", "", 1), ANN
    ),
    "note on nothing": lambda: add(PLAYED, Note(head_at(PLAYED, 9), "Germans", "", "", 1), ANN),
    "agreement before the start": lambda: [
        *PLAYED[:3],
        ANN.seal("agreement", parse_envelope(TAKEN_BACK[-1], 1 << 20).body),
    ],
    "proposal of junk": lambda: record(PLAYED, b"junk", []),
    "proposal broken": lambda: record(PLAYED, broken(propose(PLAYED, Draw(), ANN).raw), []),
    "proposal is a consent": lambda: record(
        PLAYED, make_consent(propose(PLAYED, Draw(), ANN), ANN, time=1).raw, []
    ),
    "agreement with more": lambda: record(PLAYED, b"", [], extra=1),
    "what is text": lambda: strange(what="draw"),
    "what is empty": lambda: strange(what={}),
    "what is unknown": lambda: strange(what={"kind": "constructor"}),
    "what has more": lambda: strange(what={"kind": "draw", "more": 1}),
    "what lacks": lambda: strange(what={"kind": "take_back", "record": 1}),
    "flag is a number": lambda: strange(
        what={"kind": "key_change", "old": bytes(32), "key": bytes(32), "lost": 1}
    ),
    "nations unsorted": lambda: strange(what={"kind": "surrender", "nations": ["b", "a"]}),
    "no nations": lambda: strange(what={"kind": "surrender", "nations": []}),
    "no changes": lambda: strange(what={"kind": "edit", "changes": []}),
    "until never": lambda: strange(until=0),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_the_program_takes(lab: Page, name: str) -> None:
    data = save_file(GOOD[name]())
    save = open_save(data)
    found = check(lab, data)
    assert (found["code"], found["index"]) == (None, None)
    assert found["head"] == save.head.hex()
    assert found["players"] == list(save.players)


@pytest.mark.parametrize("name", BAD)
def test_what_the_program_refuses(lab: Page, name: str) -> None:
    data = save_file(BAD[name]())
    found = check(lab, data)
    assert found["code"] is not None
    assert (found["code"], found["index"]) == code_of(data)


def test_the_bad_cases_are_of_many_kinds() -> None:
    codes = {code_of(save_file(make()))[0] for make in BAD.values()}
    assert len(codes) >= 22


def test_mutated_proposals_get_the_same_answer_as_from_the_program(lab: Page) -> None:
    """200 proposals of every kind with changed fields or bytes, signed anew and agreed to."""
    dice = random.Random(5)
    bodies = []
    for make in GOOD.values():
        last = decode(make()[-1])
        assert isinstance(last, list) and isinstance(last[0], bytes)
        proposal_of = as_map(last[0]).get("proposal")
        if isinstance(proposal_of, bytes):
            bodies.append(as_map(parse_envelope(proposal_of, 1 << 17).body))
    values: list[object] = [
        0,
        1,
        9,
        True,
        False,
        "",
        "Ann",
        "Eve",
        ["Germans"],
        ["Russians"],
        bytes(16),
    ]
    values += [bytes(32), ANN.public, BOB.public, EVE.public, HOST.public, *range(2, 9)]
    codes = set()
    heads = [entry.head for entry in open_save(save_file(PLAYED)).entries]
    for _ in range(200):
        body = dict(dice.choice(bodies))
        body["head"] = heads[9]
        what = body["what"]
        assert isinstance(what, dict)
        body["what"] = {
            name: value if name == "kind" or dice.random() < 0.6 else dice.choice(values)
            for name, value in what.items()
        }
        if what.get("kind") == "take_back" and dice.random() < 0.5:
            index = dice.randrange(10)
            body["what"] = {"kind": "take_back", "record": index, "to": heads[index]}
        raw = dice.choice((ANN, BOB)).seal("proposal", encode(body))
        probe = record(PLAYED, raw, [])
        try:
            proposal = open_proposal(raw, Verifier())
            keys = dice.sample((ANN, BOB, EVE, HOST), dice.randrange(4))
            consents: list[Consent] = [make_consent(proposal, key, time=1) for key in keys]
            probe = record(PLAYED, raw, [one.raw for one in consents])
        except SaveError:
            pass
        data = save_file(probe)
        found = check(lab, data)
        assert (found["code"], found["index"]) == code_of(data)
        codes.add(found["code"])
    assert len(codes) >= 6


def test_an_agreement_on_the_page(kept: Page, site: Site) -> None:
    open_page(kept, site.url("verify.html"))
    give(kept, save_file(again(TAKEN_BACK, 5)))
    assert verdict(kept) == ("This save verifies", None)
    shown = kept.inner_text("#result")
    assert "Agreed: the game goes back to the position after record 4; 2 signatures" in shown
    assert "Let us." in shown
    assert "the dice of record 5 come again" in shown
    assert shown.count("(taken back)") == 2
    give(kept, save_file(GOOD["note"]()))
    assert "a note on Berlin" in kept.inner_text("#result")
    assert "Here." in [note.inner_text() for note in kept.query_selector_all("q.message")]


def proposal_file(*records: bytes) -> bytes:
    """A container of kind 4."""
    log = b"".join(map(frame, records))
    return pack(zlib.compress(log, 9), 4)


def test_a_file_with_a_proposal(kept: Page, site: Site) -> None:
    proposal = propose(PLAYED, Draw(), ANN)
    consent = make_consent(proposal, BOB, time=1).raw
    open_page(kept, site.url("verify.html"))
    give(kept, proposal_file(proposal.raw, consent))
    assert verdict(kept) == ("This proposal verifies", None)
    assert "verify it on this page first" in kept.inner_text("#result")
    give(kept, save_file(PLAYED))
    give(kept, proposal_file(proposal.raw, consent))
    shown = kept.inner_text("#result")
    assert "Everybody whom it affects has signed" in shown
    assert "the game is a draw" in shown
    assert "Ann, " in shown and "Bob, " in shown
    give(kept, proposal_file(proposal.raw))
    assert "Not everybody whom an agreement affects" in kept.inner_text("#result .banner")


@pytest.mark.parametrize(
    ("motion", "words"),
    [
        (
            Forfeit(("Germans",), ANN.public),
            "the whole side of Germans has lost: a player was out of time",
        ),
        (LostRoll(79), "rolls up to number 79 that are missing in the game are given up"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_is_proposed_in_words(kept: Page, site: Site, motion: Motion, words: str) -> None:
    open_page(kept, site.url("verify.html"))
    give(kept, proposal_file(propose(PLAYED, motion, ANN).raw))
    assert words in kept.inner_text("#result")


PROPOSED = propose(PLAYED, Draw(), ANN)
OTHER = propose(PLAYED, Draw(), ANN, words="Or so.")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (proposal_file(PROPOSED.raw, b""), "consent-malformed"),
        (proposal_file(broken(PROPOSED.raw)), "proposal-bad-signature"),
        (proposal_file(PLAYED[0]), "proposal-malformed"),
        (proposal_file(), "malformed"),
        (proposal_file(*[PROPOSED.raw] * 66), "too-large"),
        (proposal_file(PROPOSED.raw, bytes(1 << 20)), "too-large"),
        (
            proposal_file(PROPOSED.raw, make_consent(OTHER, BOB, time=1).raw),
            "consent-other-proposal",
        ),
    ],
)
def test_a_file_with_a_bad_proposal(kept: Page, site: Site, data: bytes, code: str) -> None:
    open_page(kept, site.url("verify.html"))
    give(kept, data)
    assert verdict(kept) == ("This proposal does not verify", code)


def test_the_page_refuses_the_agreement_after_the_thousandth(lab: Page) -> None:
    records = many_agreements(1001)
    found = check(lab, save_file(records))
    assert (found["code"], found["index"]) == code_of(save_file(records))
    assert found["code"] == "too-many-agreements"
    assert check(lab, save_file(records[:-1]))["code"] is None
