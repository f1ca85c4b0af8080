"""What the play says of agreements: who may put them in, when, and what comes of them."""

from pathlib import Path

import pytest

from engine import PhaseOpen
from pbem.agreements.enact import enact_complete
from pbem.agreements.open_proposals import keep, waiting
from pbem.dice.client import EmbeddedClient
from pbem.motions.consent import SignedProposal, make_consent, make_proposal
from pbem.motions.draw import Draw
from pbem.motions.edit import Edit
from pbem.motions.key_change import KeyChange
from pbem.motions.substitution import Substitution
from pbem.motions.surrender import Surrender
from pbem.play.session import Session
from pbem.post.intake import Post, take_in
from pbem.post.open_cache import OpenedGames
from pbem.replay import last_turn, read_history, read_position
from pbem.save.consent_records import Note, RollAgain
from pbem.save.errors import DiceError, SaveError
from pbem.save.keys import NamedKey
from pbem.save.proposal_file import proposal_file
from pbem.save.records import Roll
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode
from tests.support.agreeing import agree, back_to, edit
from tests.support.paper_game import spec
from tests.support.table import (
    AXIS,
    CLOCK,
    Table,
    desks_of,
    give,
    key_of,
    order_of,
    pass_turn,
    table,
    to_next_dice,
)

ANN, BEN, CAT = key_of("Ann"), key_of("Ben"), key_of("Cat")
BY_MAIL = Post(is_mail=True)
ATTACK = ("done", "done", "move 2 infantry: Karelija > Finland")


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


def sign(game: Table, session: Session) -> None:
    """The orders of a session into the log, although neither dice nor an end asks for it."""
    game.save = game.signed(session.nation, session.pending)


def refused(save: TrustedSave) -> tuple[str, int]:
    """Code and exit code of what is wrong with the play; it must be in the last record."""
    error = read_position(save).error
    assert error is not None and error.index == len(save.entries) - 1
    return error.code, error.exit_code


def test_edit_after_dice_are_asked_for_is_refused(game: Table) -> None:
    session = game.session()
    to_next_dice(session, *ATTACK)
    sign(game, session)
    money = edit("money Russians: 50")
    assert refused(agree(game.save, money, ANN, BEN)) == ("edit-after-dice", 7)
    back = back_to(game.save, 1)
    assert refused(agree(game.save, back, ANN, BEN)) == ("take-back-after-dice", 7)
    note = Note(game.save.head, "Russians", "Finland", "mine", CLOCK)
    assert refused(game.save.append_consent_record(note, ANN)) == ("note-after-dice", 7)
    over = read_position(agree(game.save, Draw(), ANN, BEN))
    assert over.error is None and over.nation == ""


def test_an_edit_that_the_rules_refuse_stands_in_no_game(game: Table) -> None:
    there = edit("add 1 Germans infantry: Moscow")
    assert refused(agree(game.save, there, ANN, BEN)) == ("edit-enemies-together", 6)
    nothing = Edit((["teleport", 1],))
    assert refused(agree(game.save, nothing, ANN, BEN)) == ("invalid-order", 6)


def test_an_edit_is_no_order(game: Table) -> None:
    save = game.signed("Russians", [["money", "Russians", 50]])
    assert refused(save) == ("invalid-order", 6)


def test_only_the_player_to_move_puts_an_agreement_in(game: Table) -> None:
    by_ben = agree(game.save, Draw(), ANN, BEN, by=BEN)
    assert refused(by_ben) == ("not-yours-to-enact", 8)
    assert read_position(agree(game.save, Draw(), BEN, ANN)).error is None


def test_a_replaced_player_who_is_on_turn_need_not_enact_it(game: Table) -> None:
    pass_turn(game.session())
    what = Substitution(tuple(sorted(AXIS)), BEN.public, "Cat", CAT.public, True)
    save = agree(game.save, what, ANN, CAT)
    position = read_position(save)
    assert position.error is None
    assert (position.nation, save.player_of("Germans")) == ("Germans", "Cat")
    assert save.name_of(BEN.public) == "Ben"
    with pytest.raises(SaveError) as caught:
        save.append_orders("Germans", [["done"]], BEN)
    assert caught.value.code == "unknown-key"


def test_a_side_gives_up_out_of_turn_as_a_whole(game: Table) -> None:
    assert refused(agree(game.save, Surrender(("Germans",)), BEN)) == ("not-a-whole-side", 6)
    position = read_position(agree(game.save, Surrender(tuple(sorted(AXIS))), BEN))
    assert position.error is None and position.state.outcome is not None
    assert "Russians" in position.state.outcome.winners


def test_after_the_end_of_the_game_it_can_be_taken_back_by_anybody(game: Table) -> None:
    over = agree(game.save, Draw(), ANN, BEN)
    assert refused(agree(over, Draw(), ANN, BEN, number=1)) == ("game-over", 6)
    back = agree(over, back_to(over, 1), BEN, ANN, by=BEN, number=2)
    position = read_position(back)
    assert position.error is None and position.nation == "Russians"


def test_no_agreement_between_the_end_of_a_turn_and_its_signature(game: Table) -> None:
    session = game.session()
    while not session.is_over:
        session.give(order_of("done"))
    sign(game, session)
    assert refused(agree(game.save, Draw(), ANN, BEN)) == ("turn-not-ended", 8)


def test_dice_come_again_in_their_order_and_new_content_gets_new_dice(game: Table) -> None:
    give(game.session(), *ATTACK, "done", "fight Finland")
    first = [entry for entry in game.save.entries if isinstance(entry.record, Roll)]
    assert len(first) >= 2
    taken = agree(game.save, back_to(game.save, 1), ANN, BEN)
    game.save = taken
    session = game.session()
    assert session.nation == "Russians" and not session.is_under_way
    give(session, *ATTACK, "done", "fight Finland")
    again = [entry.record for entry in game.save.entries if isinstance(entry.record, RollAgain)]
    assert [one.record for one in again] == [entry.index for entry in first]
    assert read_position(game.save).error is None
    pass_turn(session)
    position = read_position(game.save)
    assert position.error is None and position.nation == "Germans"
    assert game.save.next_turn == 2
    history = read_history(game.save)
    assert [moment.number for moment in history.moments] == list(range(len(history.moments)))
    assert len(history.line()) < len(history.moments)


def test_nobody_gets_other_dice_by_taking_back(game: Table) -> None:
    """The authority would answer; the log refuses the roll, and the journal shows who asked."""
    give(game.session(), *ATTACK, "done", "fight Finland")
    game.save = agree(game.save, back_to(game.save, 1), ANN, BEN)
    session = game.session()
    to_next_dice(session, *ATTACK)
    sign(game, session)
    with pytest.raises(DiceError) as caught:
        game.rolled()
    assert caught.value.code == "roll-drawn-before"


def test_dice_that_were_taken_back_twice_are_free_again(game: Table) -> None:
    give(game.session(), *ATTACK, "done", "fight Finland")
    rolls = [entry.index for entry in game.save.entries if isinstance(entry.record, Roll)]
    for number in range(2):
        game.save = agree(game.save, back_to(game.save, 1), ANN, BEN, number=number)
        give(game.session(), *ATTACK, "done", "fight Finland")
    again = [entry.record for entry in game.save.entries if isinstance(entry.record, RollAgain)]
    assert [one.record for one in again] == rolls * 2
    assert game.save.next_roll == len(rolls) + 1
    assert read_position(game.save).error is None


def test_two_finished_turns_are_taken_back_and_closed_again_under_new_numbers(game: Table) -> None:
    start = len(game.save.entries) - 1
    pass_turn(game.session())
    pass_turn(game.session())
    now = game.position().nation
    by = BEN if now in AXIS else ANN
    game.save = agree(game.save, back_to(game.save, start), ANN, BEN, by=by)
    assert game.position().nation == "Russians"
    assert game.position().turns == ()
    save = pass_turn(game.session())
    assert save.next_turn == 4
    position = read_position(save)
    assert position.error is None
    assert [turn.nation for turn in position.turns if turn.is_finished] == ["Russians"]
    assert isinstance(position.step.waiting, PhaseOpen)


def test_an_edit_in_the_middle_of_a_turn_is_part_of_its_signed_position(game: Table) -> None:
    session = game.session()
    give(session, "done")
    sign(game, session)
    game.save = agree(game.save, edit("money Russians: 77"), ANN, BEN)
    save = pass_turn(game.session())
    position = read_position(save)
    turn = last_turn(position)
    assert position.error is None and turn is not None
    (notice,) = turn.notices
    assert str(notice) == "EDIT: money Russians: 77 (agreed by Ann, Ben)"


def test_a_key_change_reaches_the_authority_only_with_the_consents(game: Table) -> None:
    before = game.save
    change = KeyChange(BEN.public, CAT.public, False)
    changed = agree(before, change, BEN, CAT)
    dice = game.dice
    record = changed.entries[-1].raw
    dice.register_seats(record)
    dice.register_seats(record)
    request = changed.request("Germans", spec())
    with pytest.raises(DiceError) as caught:
        dice.roll(request.sign(BEN))
    assert caught.value.code == "request-wrong-signer"
    assert "Somebody else than you plays 'Germans' now" in str(caught.value)
    assert dice.roll(request.sign(CAT))
    assert isinstance(dice, EmbeddedClient)


def test_the_authority_refuses_a_seat_that_is_taken_by_one_player_alone(game: Table) -> None:
    what = Substitution(tuple(sorted(AXIS)), BEN.public, "Cat", CAT.public, False)
    proposal = make_proposal(
        what,
        ANN,
        game=game.save.genesis.game,
        head=game.save.head,
        identity=bytes(16),
        until=50,
        words="",
        time=CLOCK,
    )
    body = {
        "consents": [make_consent(proposal, CAT, time=CLOCK).raw],
        "kind": "agreement",
        "states": [],
        "statements": [],
        "prev": game.save.head,
        "proposal": proposal.raw,
        "time": CLOCK,
    }
    with pytest.raises(DiceError) as caught:
        game.dice.register_seats(ANN.seal("agreement", encode(body)))
    assert caught.value.code == "agreement-refused"
    draw = agree(game.save, Draw(), ANN, BEN).entries[-1].raw
    with pytest.raises(DiceError) as other:
        game.dice.register_seats(draw)
    assert other.value.code == "agreement-refused"


def test_a_crash_behind_the_record_does_not_do_it_again(game: Table, tmp_path: Path) -> None:
    """The proposal still lies there; it is known to be done, and nothing is asked or done."""
    desk, _ = desks_of(tmp_path, game)
    proposal = make_proposal(
        edit("money Russians: 50"),
        ANN,
        game=game.save.genesis.game,
        head=game.save.head,
        identity=bytes(16),
        until=50,
        words="",
        time=CLOCK,
    )
    complete = SignedProposal(proposal, (make_consent(proposal, BEN, time=CLOCK),))
    key = NamedKey("Ann", ANN)
    keep(desk.home, desk.game, complete)
    (open_one,) = waiting(desk.home, game.save)
    assert open_one.missing == ()
    position = enact_complete(desk.home, read_position(game.save), key, CLOCK)
    assert position is not None and position.state.amount("Russians", "PUs") == 50
    keep(desk.home, desk.game, complete)
    assert waiting(desk.home, position.save) == ()
    assert enact_complete(desk.home, position, key, CLOCK) is None
    stored = desk.home.game_store.load(desk.game)
    assert stored is not None and stored.head == position.save.head


def test_a_proposal_with_a_stranger_in_it_is_not_kept(game: Table, tmp_path: Path) -> None:
    desk, _ = desks_of(tmp_path, game)
    proposal = make_proposal(
        Draw(),
        ANN,
        game=game.save.genesis.game,
        head=game.save.head,
        identity=bytes(16),
        until=50,
        words="",
        time=CLOCK,
    )
    file = proposal_file(SignedProposal(proposal, (make_consent(proposal, CAT, time=CLOCK),)))
    (news,) = take_in(OpenedGames(desk.home), [file], BY_MAIL)
    assert (news.code, news.exit_code) == ("consent-wrong-signer", 5)
    assert waiting(desk.home, game.save) == ()
    file = proposal_file(SignedProposal(proposal, ()))
    (good,) = take_in(OpenedGames(desk.home), [file], BY_MAIL)
    assert good.kind == "proposal" and "Ben must still consent" in good.text
    (again,) = take_in(OpenedGames(desk.home), [file], BY_MAIL)
    assert again.kind == "seen"
