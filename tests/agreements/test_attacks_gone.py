"""A player and a dice authority that are gone at once, lost keys, and proposals that are withdrawn.

Ann (the Allies, and the host) is to move, Ben (the Axis) waits; Cat is a newcomer. Two authorities,
72 hours for a turn and two reminders, one every 24 hours. What goes on without Ann must not be what
Ben and Cat could do to her while she is there.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine import RULES_VERSION, tree_from_definition
from pbem.agreements.consent import add_consent
from pbem.agreements.describe import describe_proposal
from pbem.agreements.enact import enact_complete
from pbem.agreements.open_proposals import keep, waiting
from pbem.dice.authorities import AnswerFile, Authorities
from pbem.dice.protocol import verify_commitment
from pbem.dice.turn_state import Here
from pbem.motions.consent import SignedProposal, make_consent
from pbem.motions.draw import Draw
from pbem.motions.key_change import KeyChange
from pbem.motions.motion import Motion
from pbem.motions.new_dice import NewDice
from pbem.motions.player_and_dice import PlayerAndDice
from pbem.motions.substitution import Substitution
from pbem.motions.withdrawal import Withdrawal
from pbem.play.session import Session
from pbem.replay import read_position
from pbem.save.errors import DiceUnavailableError, SaveError
from pbem.save.invite import make_join, new_game
from pbem.save.keys import NamedKey
from pbem.save.proposal_file import agreement_of
from pbem.save.records import VoidRoll
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.signing import SigningKey, Verifier
from tests.agreements.test_attacks_late import (
    ALLIES,
    ANN,
    BEN,
    CAT,
    HOUR,
    LAST,
    PACE,
    begun,
    code_of,
    put_out,
)
from tests.support import independent_reader
from tests.support.agreeing import agree, back_to, enacted, proposed
from tests.support.table import (
    AXIS,
    CLOCK,
    GAME,
    NATIONS,
    Table,
    big_world,
    desks_of,
    pass_turn,
    table,
)
from tests.support.two_authorities import Away, Pair, to_dice

THIRD = "https://third.example.org"
TURN = 72 * HOUR


@dataclass
class Timed:
    """A game with two authorities whose clock the test moves."""

    folder: Path
    time: int = CLOCK

    def __post_init__(self) -> None:
        self.clients = [self.authority("first"), self.authority("second")]
        first, second = self.clients
        one = first.register(GAME, ANN.public)
        two = second.register(GAME, ANN.public, verify_commitment(one, Verifier()).authority)
        save = new_game(
            host="Ann",
            key=ANN,
            game=GAME,
            name="t",
            mode="mail",
            rules=RULES_VERSION,
            scenario=tree_from_definition(big_world()),
            options={},
            seats={nation: "Ben" if nation in AXIS else "Ann" for nation in NATIONS},
            players={"Ann": ANN.public, "Ben": None},
            dice=(("https://one.example.org", one), ("https://two.example.org", two)),
            time=CLOCK,
            pace=PACE,
        )
        save = save.append_join(make_join(save, player="Ben", key=BEN, time=CLOCK))
        seated = [one.register_seats(save.seat_registration(ANN)) for one in self.clients]
        self.save = save.append_start(ANN, time=CLOCK, seated=seated)

    def authority(self, name: str) -> Away:
        return Away(self.folder / name, lambda: self.time, chain_length=256)

    def replacement(self, which: int) -> PlayerAndDice:
        """Ben finds another authority, and Cat takes Ann's seats; Ann was the host."""
        third = self.authority("third")
        before = self.save.sources[0].commitment.authority if which else b""
        raw = third.register(GAME, BEN.public, before, self.save.next_roll)
        third.register_seats(self.save.seat_registration(BEN))
        self.after = [third if place == which else one for place, one in enumerate(self.clients)]
        return PlayerAndDice(ALLIES, ANN.public, "Cat", CAT.public, which, THIRD, raw, 0)

    def said(self, *clients: Away) -> list[bytes]:
        return [one.turn_state(GAME, "Russians", self.save.next_turn) for one in clients]

    def found(self, what: Motion, keys: tuple[SigningKey, ...] = (BEN, CAT)) -> str:
        return code_of(lambda: put_out(self.save, what, *self.said(*self.after), keys=keys))

    def here(self, place: int, head: bytes) -> None:
        self.clients[place].note_here(Here(GAME, "Russians", head).sign(ANN))


@pytest.fixture
def game(tmp_path: Path) -> Timed:
    return Timed(tmp_path)


def code(make: Callable[[], object]) -> str:
    with pytest.raises(SaveError) as caught:
        make()
    return caught.value.code


@pytest.mark.parametrize("which", [0, 1])
def test_a_player_and_an_authority_that_are_gone_at_once_end_no_game(
    game: Timed, which: int
) -> None:
    what = game.replacement(which)
    game.time = CLOCK + LAST
    assert game.found(what) == "not-late"
    game.time += 1
    assert game.found(what) == ""
    save = put_out(game.save, what, *game.said(*game.after), keys=(BEN, CAT))
    assert open_save(save.to_bytes()).head == save.head
    assert independent_reader.read(save.to_bytes()).head == save.head
    dice = Authorities(game.after, AnswerFile(game.folder / "answer"))
    session = Session(read_position(save), CAT, dice, lambda _: None, lambda: game.time)
    played = pass_turn(session)
    assert read_position(played).finished == 1
    assert independent_reader.read(played.to_bytes()).head == played.head


def test_a_player_who_is_there_has_a_turns_time_whatever_they_have(game: Timed) -> None:
    """An end that a dead authority cannot close makes nobody late who says that they are there."""
    what = game.replacement(1)
    game.time = CLOCK + LAST
    game.here(0, game.save.head)
    game.time += 1
    assert game.found(what) == "not-late"
    game.time = CLOCK + 2 * LAST
    assert game.found(what) == "not-late"
    game.time += 1
    assert game.found(what) == ""


def test_one_authority_that_is_gone_keeps_nobody_from_saying_that_they_are_there(
    game: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    what = game.replacement(0)
    game.time = CLOCK + LAST

    def gone(signed: bytes) -> None:
        raise DiceUnavailableError("dice-server-unavailable", "nobody answers")

    monkeypatch.setattr(game.clients[0], "note_here", gone)
    signed = Here(GAME, "Russians", game.save.head).sign(ANN)
    Authorities(game.clients).note_here(signed)
    game.time += 1
    assert game.found(what) == "not-late"
    nobody = Authorities(game.clients[:1])
    assert code(lambda: nobody.note_here(signed)) == "dice-server-unavailable"


def test_nobody_is_put_out_by_an_authority_of_the_others(tmp_path: Path) -> None:
    """With one authority none is left that Ann has agreed to: the clock would be Ben's."""
    game = begun(tmp_path, PACE)
    save = game.table.save
    other = Away(tmp_path / "other", lambda: CLOCK + 9 * LAST, chain_length=64)
    raw = other.register(GAME, BEN.public, b"", 1)
    other.register_seats(save.seat_registration(BEN))
    what = PlayerAndDice(ALLIES, ANN.public, "Cat", CAT.public, 0, THIRD, raw, 0)
    said = other.turn_state(GAME, "Russians", 1)
    assert code_of(lambda: put_out(save, what, said, keys=(BEN, CAT))) == "agreement-unfit"


def test_the_word_of_the_new_authority_alone_puts_nobody_out(game: Timed) -> None:
    what = game.replacement(1)
    first, third = game.after
    game.time = CLOCK + LAST - HOUR
    early = game.said(first)
    game.time = CLOCK + 9 * LAST
    late = game.said(third)
    for said in ([*late, *late], late, []):
        assert code_of(lambda: put_out(game.save, what, *said, keys=(BEN, CAT))) == (  # noqa: B023
            "agreement-unfit"
        )
    assert code_of(lambda: put_out(game.save, what, *early, *late, keys=(BEN, CAT))) == "not-late"


def test_both_are_replaced_by_all_the_others_or_not_at_all(game: Timed) -> None:
    what = game.replacement(1)
    game.time = CLOCK + LAST + 1
    assert game.found(what, (BEN,)) == "consent-missing"
    assert game.found(what, (CAT,)) == "unknown-key"
    assert game.found(what, (BEN, CAT, ANN)) == "consent-wrong-signer"
    assert game.found(what, (ANN, BEN, CAT)) == "proposal-wrong-signer"
    kept = replace(what, seats=what.seats[:1])
    assert game.found(kept) == "agreement-unfit", "Ann would play on with dice of the others"
    for_ben = replace(what, old=BEN.public, seats=tuple(sorted(AXIS)))
    assert game.found(for_ben, (ANN, CAT)) == "agreement-unfit", "it is not his turn"


def test_consents_to_replace_both_are_good_for_this_game_and_once(game: Timed) -> None:
    what = game.replacement(1)
    game.time = CLOCK + LAST + 1
    proposal = proposed(game.save, what, BEN)
    signed = SignedProposal(proposal, (make_consent(proposal, CAT, time=CLOCK),))
    said = tuple(game.said(*game.after))
    record = agreement_of(signed, game.save.head, CLOCK, said)
    done = game.save.append_consent_record(record, BEN)
    again = agreement_of(signed, done.head, CLOCK, said)
    assert code(lambda: done.append_consent_record(again, BEN)) == "agreement-twice"
    other = begun(game.folder / "other", PACE).table.save
    elsewhere = agreement_of(signed, other.head, CLOCK, said)
    assert code(lambda: other.append_consent_record(elsewhere, BEN)) == "proposal-other-history"


def test_a_lost_key_waits_for_the_time_of_the_turn_and_for_no_reminder(tmp_path: Path) -> None:
    """A key that has signed `here` in the turn has all the time that a player has."""
    game = begun(tmp_path, PACE)
    save = game.table.save
    lost = KeyChange(ANN.public, CAT.public, lost=True)

    def found(what: Motion = lost) -> str:
        return code_of(lambda: put_out(save, what, game.said(), keys=(BEN, CAT)))

    game.time = CLOCK + TURN
    assert found() == "not-late"
    game.time += 1
    assert found() == ""
    absent = Substitution(ALLIES, ANN.public, "Cat", CAT.public, absent=True)
    assert found(absent) == "not-late", "whoever only is late has the reminders"
    said = {
        what: " ".join(
            describe_proposal(read_position(save), SignedProposal(proposed(save, what, BEN), ()))
        )
        for what in (lost, absent)
    }
    assert "only when the time of a turn of theirs is over" in said[lost]
    assert "only after the last reminder" in said[absent]
    game.here(ANN, "Russians", save.head)
    assert found() == "not-late"
    game.time = CLOCK + LAST + 1
    assert found() == ""
    assert code_of(lambda: put_out(save, lost, game.said(), keys=(BEN,))) == "consent-missing"


def test_a_roll_of_the_other_authority_is_given_up_in_one_agreement(tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    session = to_dice(pair)
    pair.second.is_away = True
    assert code(session.roll) == "dice-server-unavailable"
    third = Away(tmp_path / "third", lambda: CLOCK, chain_length=256)
    first = pair.save.sources[0].commitment.authority
    raw = third.register(GAME, ANN.public, first, pair.save.next_roll)
    third.register_seats(pair.save.seat_registration(ANN))
    what = NewDice(1, THIRD, raw, given_up=1)
    assert code(lambda: agree(pair.save, what, ANN)) == "consent-missing"
    pair.save = agree(pair.save, what, ANN, BEN)
    pair.clients[1] = third
    save = pass_turn(pair.session())
    assert [one.request.index for one in save.records if isinstance(one, VoidRoll)] == [1]
    assert independent_reader.read(save.to_bytes()).head == save.head


@pytest.fixture
def plain_game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


def test_what_was_withdrawn_is_agreed_to_no_more(plain_game: Table, tmp_path: Path) -> None:
    """All have consented, and Ann, who moves, keeps both: the withdrawal goes in, and nothing else.

    Not in a log that has the withdrawal either, by whomever it is put in.
    """
    desk, _ = desks_of(tmp_path, plain_game)
    save, key = plain_game.save, NamedKey("Ann", ANN)
    draw = proposed(save, Draw(), BEN)
    pocket = SignedProposal(draw, (make_consent(draw, ANN, time=CLOCK),))
    keep(desk.home, desk.game, pocket)
    gone = SignedProposal(proposed(save, Withdrawal(draw.digest, BEN.public), BEN, number=1), ())
    keep(desk.home, desk.game, gone)
    assert [one.signed for one in waiting(desk.home, save)] == [gone]
    bare = SignedProposal(draw, ())
    assert code(lambda: add_consent(desk.home, save, bare, key, CLOCK)) == "proposal-withdrawn"
    position = enact_complete(desk.home, read_position(save), key, CLOCK)
    assert position is not None and position.nation, "the game is not over"
    assert waiting(desk.home, position.save) == ()
    for by in (ANN, BEN):
        assert code(lambda: enacted(position.save, pocket, by)) == "proposal-withdrawn"  # noqa: B023


def test_only_whoever_made_a_proposal_withdraws_it(plain_game: Table) -> None:
    save = plain_game.save
    draw = proposed(save, Draw(), BEN)
    pocket = SignedProposal(draw, (make_consent(draw, ANN, time=CLOCK),))
    for_ben = Withdrawal(draw.digest, BEN.public)
    assert code(lambda: agree(save, for_ben, ANN)) == "proposal-wrong-signer"
    stranger = Withdrawal(draw.digest, CAT.public)
    assert code(lambda: agree(save, stranger, CAT)) == "agreement-unfit"
    hers = agree(save, Withdrawal(draw.digest, ANN.public), ANN, number=2)
    assert read_position(enacted(hers, pocket, ANN)).nation == "", "it is Ben's, and holds"


def test_nobody_fills_a_log_with_withdrawals(plain_game: Table) -> None:
    """They are their player's own matter, four in a turn."""
    save: TrustedSave = plain_game.save
    for number in range(4):
        save = agree(save, Withdrawal(bytes([number]) * 32, BEN.public), BEN, number=number)
    fifth = Withdrawal(bytes([9]) * 32, BEN.public)
    assert code(lambda: agree(save, fifth, BEN, number=9)) == "too-many-agreements"
    hers = Withdrawal(bytes([9]) * 32, ANN.public)
    assert read_position(agree(save, hers, ANN, number=10)).error is None


def test_a_withdrawal_is_not_taken_back(plain_game: Table) -> None:
    save = plain_game.save
    start = save.entries[-1].index
    draw = proposed(save, Draw(), BEN)
    pocket = SignedProposal(draw, (make_consent(draw, ANN, time=CLOCK),))
    gone = agree(save, Withdrawal(draw.digest, BEN.public), BEN, number=1)
    back = agree(gone, back_to(gone, start), ANN, BEN, number=2)
    assert code(lambda: enacted(back, pocket, ANN)) == "proposal-withdrawn"
