"""What all may agree on about dice: another authority, a lost roll, a lost end of a turn.

Single agreements that do not fit are vectors (tests/vectors/save/agreement-*); here somebody plays.
"""

from pathlib import Path

import pytest

from pbem.agreements.describe import describe_proposal
from pbem.dice.agreement import Agreement
from pbem.dice.authorities import Authorities
from pbem.dice.client import EmbeddedClient
from pbem.dice.protocol import verify_commitment
from pbem.motions.consent import SignedProposal, make_consent
from pbem.motions.key_change import KeyChange
from pbem.motions.lost_roll import LostRoll
from pbem.motions.lost_turn import LostTurn
from pbem.motions.motion import Motion
from pbem.motions.new_dice import NewDice
from pbem.play.session import Session
from pbem.replay import read_history, read_position
from pbem.save.audit import audit_dice
from pbem.save.dice_agreements import terms_of
from pbem.save.ending import EndingFile
from pbem.save.errors import ChainError, DiceError, DiceUnavailableError
from pbem.save.records import Roll, VoidRoll, body_of
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.signing import SigningKey, Verifier
from tests.support import independent_reader
from tests.support.agreeing import agree, enacted, proposed
from tests.support.paper_game import spec
from tests.support.table import (
    CLOCK,
    GAME,
    Table,
    key_of,
    order_of,
    pass_turn,
    settle,
    table,
    to_next_dice,
)
from tests.support.two_authorities import ATTACK, HOST, Away, Pair, authority, orders_only, to_dice

ANN, BEN, EVE = key_of("Ann"), key_of("Ben"), key_of("Eve")
DIFFERENTLY = ("done", "done", "move 1 infantry: Karelija > Finland", "done")


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    return Pair(tmp_path)


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


def replacement(pair: Pair, which: int, name: str = "third") -> tuple[Away, NewDice]:
    """An authority that has committed to go on in the place of one of the two."""
    client = authority(pair.folder, name)
    before = pair.save.sources[0].commitment.authority if which else b""
    commitment = client.register(GAME, HOST.public, before, pair.save.next_roll)
    client.register_seats(pair.save.seat_registration(HOST))
    return client, NewDice(which, f"https://{name}.example.org", commitment)


def replace_one(pair: Pair, which: int, name: str = "third") -> Away:
    """All have agreed that one of the two is gone, and another one takes over."""
    client, motion = replacement(pair, which, name)
    pair.save = agree(pair.save, motion, ANN, BEN)
    pair.clients[which] = client
    return client


def read_again(save: TrustedSave) -> TrustedSave:
    """The save as its next reader has it, which a second reader takes as well."""
    again = open_save(save.to_bytes())
    assert again.head == save.head and read_position(again).error is None
    assert independent_reader.read(save.to_bytes()).head == save.head
    return again


def refused(session: Session) -> DiceError:
    with pytest.raises(DiceError) as caught:
        session.roll()
    return caught.value


def voids(save: TrustedSave) -> list[int]:
    return [one.request.index for one in save.records if isinstance(one, VoidRoll)]


def mover_of(save: TrustedSave) -> SigningKey:
    position = read_position(save)
    return key_of(save.player_of(position.nation))


def agreed_by_all(save: TrustedSave, what: Motion, number: int = 0) -> TrustedSave:
    """The save after an agreement of both, put in by whoever is to move."""
    return agree(save, what, ANN, BEN, by=mover_of(save), number=number)


@pytest.mark.parametrize(("which", "at"), [(0, "roll"), (0, "end"), (1, "roll"), (1, "end")])
def test_one_of_two_authorities_dies_for_good_and_the_game_goes_on(
    pair: Pair, which: int, at: str
) -> None:
    """Both agree on another one; what only one of the two has answered is left out by agreement."""
    session = to_dice(pair)
    session.roll()
    if at == "end":
        settle(session)
        while not session.is_over:
            session.give(order_of("done"))
    pair.clients[which].is_away = True
    with pytest.raises(DiceUnavailableError):
        pass_turn(session)
    replace_one(pair, which)
    said: list[str] = []
    while pair.save.next_turn < 6:
        try:
            pass_turn(pair.session())
        except DiceError as error:
            said.append(error.code)
            assert "Only if nobody has it, `pbem propose GAME void-" in str(error)
            is_roll = error.code == "reroll-refused"
            lost = LostRoll(pair.save.next_roll) if is_roll else LostTurn(pair.save.next_turn)
            pair.save = agreed_by_all(pair.save, lost)
    half_answered = {"roll": "reroll-refused", "end": "closing-refused"}[at]
    assert said == ([half_answered] if which else [])
    again = read_again(pair.save)
    assert again.sources[which].address == "https://third.example.org"
    assert "https://third.example.org took over with roll" in again.dice_words
    found = {
        one.code
        for term in terms_of(again.genesis, again.entries)
        if term.is_last
        for one in audit_dice(again, pair.clients[term.which].journal(GAME), term)
    }
    assert found == ({"roll": {"lost-roll"}, "end": {"lost-turn"}}[at] if which else set())


def test_a_computer_dies_after_a_roll_and_the_game_goes_on_from_the_last_mail(game: Table) -> None:
    """Ann has only what she mailed last; one sentence says what to do, and no dice come twice."""
    mailed = game.save
    session = game.session()
    to_next_dice(session, *ATTACK)
    session.roll()
    lost = game.save.records[-1]
    assert isinstance(lost, Roll)
    game.save = mailed
    session = game.session()
    to_next_dice(session, *DIFFERENTLY)
    error = refused(session)
    assert error.code == "reroll-refused"
    assert "Only if nobody has it, `pbem propose GAME void-roll` asks all others" in error.way_out
    game.save = agreed_by_all(game.save, LostRoll(1))
    session = game.session()
    session.roll()
    assert voids(game.save) == [1]
    fresh = game.save.records[-1]
    assert isinstance(fresh, Roll) and fresh.request.index == 2
    save = read_again(pass_turn(session))
    notices = [str(m.notice) for m in read_history(save).moments if m.notice is not None]
    assert notices[0].startswith("LOST ROLLS: rolls up to number 1 that were made")
    assert notices[1] == (
        "VOID: Ann asked for roll 1 for Russians, all agreed that its position is lost, and it is "
        "void (signed by Ann)"
    )
    assert [one.code for one in audit_dice(save, game.dice.journal(GAME))] == ["lost-roll"]


def test_a_computer_dies_after_the_end_was_closed(game: Table) -> None:
    """The next end has another number, and the turn is played once more."""
    mailed = game.save
    pass_turn(game.session())
    game.save, game.ending = mailed, EndingFile()
    with pytest.raises(DiceError) as caught:
        pass_turn(game.session(), "once more")
    assert caught.value.code == "closing-refused"
    said = "Only if nobody has it, `pbem propose GAME void-turn` asks all others"
    assert said in str(caught.value)
    game.save = agreed_by_all(game.save, LostTurn(1))
    assert game.save.next_turn == 2
    save = read_again(pass_turn(game.session()))
    assert save.next_turn == 3
    assert [one.code for one in audit_dice(save, game.dice.journal(GAME))] == ["lost-turn"]


def test_players_declare_their_disliked_roll_lost_by_themselves(game: Table) -> None:
    """Without the others, with a consent to another number, or after the agreement is used up."""
    session = game.session()
    to_next_dice(session, *ATTACK)
    waiting = game.save
    session.roll()
    with pytest.raises(ChainError) as caught:
        agree(waiting, LostRoll(1), ANN)
    assert caught.value.code == "consent-missing"
    with pytest.raises(ChainError) as caught:
        agree(game.save, LostRoll(1), ANN, BEN)
    assert caught.value.code == "agreement-unfit", "it is in the log, so it is not lost"
    game.save = agree(waiting, LostRoll(1), ANN, BEN)
    session = game.session()
    to_next_dice(session, *DIFFERENTLY)
    session.roll()
    assert voids(game.save) == [1]
    before = game.save
    to_next_dice(session)
    session.roll()
    entry = game.save.entries[-1]
    assert isinstance(entry.record, Roll)
    signed = entry.record.request.sign(ANN)
    hidden = before.append_void("Russians", signed, entry.attached.answers, ANN)
    error = read_position(hidden).error
    assert error is not None and error.code == "void-unfit", "consent to one is none to the next"


@pytest.mark.parametrize("what", [LostRoll(1), LostTurn(1)])
def test_what_is_asked_for_says_that_somebody_may_have_hidden_their_dice(
    game: Table, what: Motion
) -> None:
    signed = SignedProposal(proposed(game.save, what, ANN), ())
    shown = "\n".join(describe_proposal(read_position(game.save), signed))
    assert "they may have disliked" in shown and "the journal of the dice authority shows" in shown


def test_whoever_consents_to_another_authority_reads_who_could_look_ahead(pair: Pair) -> None:
    _, motion = replacement(pair, 1)
    shown = describe_proposal(
        read_position(pair.save), SignedProposal(proposed(pair.save, motion, ANN), ())
    )
    text = "\n".join(shown)
    assert "the second dice authority is replaced by" in text
    assert "https://third.example.org" in text
    assert "could look ahead in this game unless the other authority is honest" in text
    assert "somebody may have disliked them and hidden them" in text


def test_a_new_authority_takes_no_key_that_the_game_has(pair: Pair) -> None:
    """One that plays both authorities would know every die."""
    for which, client in ((1, pair.first), (0, pair.second)):
        before = pair.save.sources[0].commitment.authority if which else b""
        with pytest.raises(DiceError) as caught:
            client.register(GAME, HOST.public, before, pair.save.next_roll)
        assert caught.value.code == "game-registered"
        commitment = pair.save.genesis.dice[1 - which].commitment
        with pytest.raises(ChainError) as unfit:
            agree(pair.save, NewDice(which, "https://x.example.org", commitment), ANN, BEN)
        assert unfit.value.code == "agreement-unfit"


def test_the_one_that_was_replaced_answers_no_more(pair: Pair) -> None:
    """Whether it was dead or not: its receipts and its closings are not those of the game."""
    orders_only(pair)
    old = pair.clients[0]
    replace_one(pair, 0)
    pair.clients[0] = old
    with pytest.raises(DiceError) as caught:
        pair.session().roll()
    assert caught.value.code == "receipt-wrong-authority"


def test_the_second_takes_tickets_of_the_new_first_only_by_consent(pair: Pair) -> None:
    """Somebody runs an authority of their own and hands the second its tickets."""
    orders_only(pair)
    client, motion = replacement(pair, 0)
    _, signed = pair.request()
    client.roll(signed)
    with pytest.raises(DiceError) as caught:
        pair.second.roll(signed, client.ticket(signed))
    assert caught.value.code == "ticket-bad-signature"
    alone = agreement_record(pair.save, motion, ANN)
    with pytest.raises(DiceError) as caught:
        pair.second.register_seats(alone)
    assert caught.value.code == "agreement-refused"


def test_consents_to_an_authority_that_the_log_does_not_have_are_handed_in_out_of_spite(
    pair: Pair,
) -> None:
    """The second then takes tickets of both.  It still answers one request for a number, so nobody
    gets to choose; but the first may answer another one, and both have to be left behind."""
    to_dice(pair)
    client, motion = replacement(pair, 0)
    pair.second.register_seats(agree(pair.save, motion, ANN, BEN).entries[-1].raw)
    spiteful = pair.save.request("Germans", spec()).sign(BEN)
    client.roll(spiteful)
    pair.second.roll(spiteful, client.ticket(spiteful))
    session = to_dice(pair)
    assert refused(session).code == "reroll-refused"
    assert refused(pair.session()).code == "reroll-refused"
    replace_one(pair, 1, "fourth")
    pair.save = agreed_by_all(pair.save, LostRoll(1), number=1)
    pass_turn(pair.session())
    assert voids(read_again(pair.save)) == [1]


def agreement_record(save: TrustedSave, what: Motion, *keys: SigningKey) -> bytes:
    """The record of an agreement, whoever has consented."""
    made = proposed(save, what, keys[0])
    consents = tuple(make_consent(made, key, time=CLOCK).raw for key in keys[1:])
    kind, body = body_of(Agreement(save.head, made.raw, consents, CLOCK))
    return keys[0].seal(kind, body)


def test_an_authority_commits_once_and_from_one_roll_on(tmp_path: Path) -> None:
    """Or it could be asked for chains until one of them is liked."""
    client = EmbeddedClient(tmp_path, lambda: CLOCK, chain_length=64)
    raw = client.register(GAME, HOST.public, b"", 5)
    assert client.register(GAME, HOST.public, b"", 5) == raw
    assert verify_commitment(raw, Verifier()).first == 5
    for first in (1, 4, 6):
        with pytest.raises(DiceError) as caught:
            client.register(GAME, HOST.public, b"", first)
        assert caught.value.code == "game-registered"
        said = f"from roll 5 on, and cannot come in again at roll {first}"
        assert said in str(caught.value) and "choose another one" in str(caught.value)


def test_a_key_that_was_changed_meanwhile_is_known_to_the_new_authority(
    game: Table, tmp_path: Path
) -> None:
    """Ben changes his key between the proposal and the agreement."""
    save = game.save
    other = EmbeddedClient(tmp_path / "other", lambda: CLOCK, chain_length=64)
    motion = NewDice(0, "embedded", other.register(GAME, HOST.public, b"", 1))
    other.register_seats(save.seat_registration(HOST))
    made = proposed(save, motion, ANN)
    after = agree(save, KeyChange(BEN.public, EVE.public, lost=False), BEN, EVE, number=1)
    consents = (make_consent(made, EVE, time=CLOCK),)
    game.save = enacted(after, SignedProposal(made, consents), ANN)
    game.dice = other
    pass_turn(game.session())
    position = read_position(game.save)
    dice = Authorities([other])
    session = Session(position, EVE, dice, lambda save: None, lambda: CLOCK)
    assert read_again(pass_turn(session)).next_turn == 3
