"""Attacks on the clock of a game with a pace.

Nobody wins by a time that a player chooses. Nobody stays by closing turns that they do not send.

Ann (the Allies, and the host) is to move, Ben (the Axis) waits; see `test_attacks_late`.
"""

import time
from pathlib import Path

import pytest

from engine import RULES_VERSION, GameOver, tree_from_definition
from pbem.dice.client import EmbeddedClient
from pbem.dice.closing import Closing, seats_hash
from pbem.dice.turn_state import Here, Seated, TurnState, next_free, states_in
from pbem.motions.consent import SignedProposal, make_consent
from pbem.motions.forfeit import Forfeit
from pbem.motions.key_change import KeyChange
from pbem.motions.lost_turn import LostTurn
from pbem.motions.new_dice import NewDice
from pbem.motions.substitution import Substitution
from pbem.motions.take_back import TakeBack
from pbem.replay import read_position
from pbem.replay.clock import clock_of
from pbem.save.errors import DiceError, SaveError
from pbem.save.invite import make_join, new_game
from pbem.save.proposal_file import agreement_of
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from tests.agreements.test_attacks_late import (
    ALLIES,
    ANN,
    AXIS_SEATS,
    BEN,
    CAT,
    FOR_ANN,
    FORFEIT,
    HOUR,
    LAST,
    PACE,
    Clocked,
    begun,
    code_of,
    put_out,
    sit,
)
from tests.dice.test_attacks_new_key import rotate, secret_keys
from tests.support import independent_reader
from tests.support.agreeing import edit, proposed
from tests.support.by_mail import begin
from tests.support.table import AXIS, CLOCK, GAME, NATIONS, big_world, mail_desks, pass_turn

YEAR_9999 = 253402300799 - 10**6


@pytest.fixture
def game(tmp_path: Path) -> Clocked:
    return begun(tmp_path, PACE)


def read_by_all(save: TrustedSave) -> TrustedSave:
    """The save as a stranger reads it; the independent reader agrees."""
    assert independent_reader.read(save.to_bytes()).head == save.head
    return open_save(save.to_bytes())


def closed_ahead(game: Clocked, turn: int) -> str:
    """Ann has a made-up end of a turn closed; the code of the refusal, "" for none."""
    save = game.table.save
    seats = seats_hash(dict(save.seat_keys()))
    end = Closing(GAME, b"\x22" * 32, 1, "Russians", turn, seats, b"\x11" * 32)
    try:
        game.table.dice.close(end.sign(ANN))
    except DiceError as error:
        return error.code
    return ""


def test_a_made_up_end_gives_one_more_pace_and_no_more(game: Clocked) -> None:
    """Ann closes junk, as far ahead as she can, and sends nothing; then others play her seats."""
    save = game.table.save
    game.time = CLOCK + LAST
    assert [closed_ahead(game, turn) for turn in (40, 1, 2, 3)] == ["closing-ahead", "", "", ""]
    game.time = CLOCK + 2 * LAST
    assert code_of(lambda: put_out(save, FOR_ANN, game.said(), keys=(BEN, CAT))) == "not-late"
    game.time += 1
    [said] = states_in([game.said()])
    assert (said.closed, said.last, next_free([said])) == (CLOCK + LAST, 3, 4)
    taken = read_by_all(put_out(save, FOR_ANN, game.said(), keys=(BEN, CAT)))
    assert read_position(taken).error is None and taken.next_turn == 4
    game.table.dice.register_seats(taken.entries[-1].raw)
    assert read_position(read_by_all(pass_turn(sit(game, taken, CAT)))).finished == 1


def test_turns_that_were_closed_ahead_give_no_time_when_they_come(game: Clocked) -> None:
    """Ann closes her next turn in this one; when it comes its player is late like anybody."""
    assert [closed_ahead(game, turn) for turn in (3, 4)] == ["", ""]
    save = game.table.save
    game.time = CLOCK + HOUR
    while read_position(save).nation not in AXIS or save.next_turn < 2:
        save = pass_turn(game.table.session(save))
        game.table.save = save
    nation = read_position(save).nation
    game.time = CLOCK + HOUR + LAST + 1
    what = Substitution(AXIS_SEATS, BEN.public, "Cat", CAT.public, absent=True)
    assert code_of(lambda: put_out(save, what, game.said(nation), keys=(ANN, CAT))) == ""


def test_one_key_alone_closes_no_more_than_a_hundred_turns(game: Clocked) -> None:
    found = [closed_ahead(game, turn) for turn in range(4, 120, 4)]
    assert found == [""] * 25 + ["closing-ahead"] * 4


def test_a_turn_whose_mail_is_lost_is_given_up_by_the_others(game: Clocked) -> None:
    """Ann closes her turn and her computer dies before the mail. It ends the game for nobody."""
    before = game.table.save
    game.time = CLOCK + HOUR
    pass_turn(game.table.session())

    def said() -> bytes:
        return game.table.dice.turn_state(GAME, "Russians", 1)

    game.time = CLOCK + HOUR + LAST  # she has a turn's time to send it
    assert code_of(lambda: put_out(before, FOR_ANN, said(), keys=(BEN, CAT))) == "not-late"
    assert code_of(lambda: put_out(before, FORFEIT, said())) == "not-late"
    game.time += 1
    won = put_out(before, FORFEIT, said())
    assert isinstance(read_position(won).step.waiting, GameOver)
    taken = put_out(before, FOR_ANN, said(), keys=(BEN, CAT))
    game.table.dice.register_seats(taken.entries[-1].raw)
    after = pass_turn(sit(game, taken, CAT))
    assert read_position(read_by_all(after)).finished == 1


def test_a_turn_that_could_be_fetched_puts_nobody_out(game: Clocked) -> None:
    """The relay of ADR 0060 is not built; what an authority will say then counts already."""
    save = game.table.save
    game.time = CLOCK + 3 * LAST
    [key] = secret_keys(game.folder)
    shown = TurnState(GAME, "Russians", 1, game.time, closed=CLOCK, last=1, shown=CLOCK)
    assert code_of(lambda: put_out(save, FORFEIT, shown.sign(key))) == "agreement-unfit"


def test_a_second_here_takes_away_no_protection(game: Clocked) -> None:
    known = game.table.save.head
    game.time = CLOCK + 10 * HOUR
    save = pass_turn(game.table.session())
    what = Substitution(AXIS_SEATS, BEN.public, "Cat", CAT.public, absent=True)
    begins = game.time
    game.time = begins + 100 * HOUR
    game.here(BEN, "Germans", known)  # the turn was withheld
    game.time = begins + LAST + 1
    game.here(BEN, "Germans", save.head)  # the save has come
    said = game.said("Germans")
    assert code_of(lambda: put_out(save, what, said, keys=(ANN, CAT))) == "not-late"
    game.time = begins + 100 * HOUR + LAST + 1
    assert code_of(lambda: put_out(save, what, game.said("Germans"), keys=(ANN, CAT))) == ""


def test_what_players_date_moves_no_clock(game: Clocked) -> None:
    """All consent to a harmless edit; Ann puts it in with a date of her choice."""
    save = game.table.save
    proposal = proposed(save, edit("money Russians: 50"), ANN)
    signed = SignedProposal(proposal, (make_consent(proposal, BEN, time=CLOCK),))
    bare = agreement_of(signed, save.head, YEAR_9999)
    assert code_of(lambda: save.append_consent_record(bare, ANN)) == "agreement-unfit"
    game.time = CLOCK + HOUR
    record = agreement_of(signed, save.head, YEAR_9999, (game.said(),))
    save = read_by_all(save.append_consent_record(record, ANN))
    clock = clock_of(save, "Russians")
    assert clock is not None and clock.since == CLOCK + HOUR, "it begins anew by the authority"
    game.time = CLOCK + HOUR + LAST + 1
    assert code_of(lambda: put_out(save, FORFEIT, game.said())) == ""


def test_a_take_back_gives_the_turn_its_time(game: Clocked) -> None:
    """Or whoever puts it in could put out at once whoever moves again."""
    start = game.table.save
    game.time = CLOCK + HOUR
    save = pass_turn(game.table.session())
    game.time = CLOCK + 3 * LAST
    proposal = proposed(save, TakeBack(start.entries[-1].index, start.head), BEN)
    signed = SignedProposal(proposal, (make_consent(proposal, ANN, time=CLOCK),))
    assert code_of(
        lambda: save.append_consent_record(agreement_of(signed, save.head, CLOCK), BEN)
    ) == ("agreement-unfit")
    record = agreement_of(signed, save.head, CLOCK, (game.said("Germans"),))
    back = save.append_consent_record(record, BEN)
    said = game.table.dice.turn_state(GAME, "Russians", back.next_turn)
    assert code_of(lambda: put_out(back, FORFEIT, said)) == "not-late"


def founded(folder: Path, *, joined: bool = True) -> tuple[EmbeddedClient, TrustedSave, list[int]]:
    """An invitation of Ann (host, the Axis) to Ben (first to move), an authority, and its clock."""
    now = [CLOCK]
    dice = EmbeddedClient(folder, lambda: now[0], chain_length=256)
    save = new_game(
        host="Ann",
        key=ANN,
        game=GAME,
        name="t",
        mode="mail",
        rules=RULES_VERSION,
        scenario=tree_from_definition(big_world()),
        options={},
        seats={n: ("Ann" if n in AXIS else "Ben") for n in NATIONS},
        players={"Ann": ANN.public, "Ben": None if joined else BEN.public},
        dice=(("https://dice.example.org", dice.register(GAME, ANN.public)),),
        time=CLOCK,
        pace=PACE,
    )
    return dice, save.append_join(make_join(save, player="Ben", key=BEN, time=CLOCK)), now


@pytest.mark.parametrize("start", [0, CLOCK - LAST - 1, YEAR_9999])
def test_the_date_of_the_start_moves_no_clock(tmp_path: Path, start: int) -> None:
    """Nobody wins before the guest could move, and nobody takes the pace out of the game."""
    dice, save, now = founded(tmp_path)
    now[0] = CLOCK + 10
    seated = dice.register_seats(save.seat_registration(ANN))
    save = read_by_all(save.append_start(ANN, time=start, seated=[seated]))
    what = Forfeit(ALLIES, BEN.public)

    def found() -> str:
        said = dice.turn_state(GAME, "Russians", 1)
        return code_of(lambda: put_out(save, what, said, keys=(ANN,)))

    now[0] = CLOCK + 10 + LAST
    assert found() == "not-late"
    now[0] += 1
    assert found() == ""


def test_a_start_that_was_withheld_begins_when_the_guest_says_so(tmp_path: Path) -> None:
    """Ann has the seats accepted, and sends the start five days later."""
    dice, save, now = founded(tmp_path)
    seated = dice.register_seats(save.seat_registration(ANN))
    started = save.append_start(ANN, time=CLOCK, seated=[seated])
    now[0] = CLOCK + 100 * HOUR
    dice.note_here(Here(GAME, "Russians", save.entries[0].head).sign(BEN))
    now[0] = CLOCK + 100 * HOUR + LAST
    said = dice.turn_state(GAME, "Russians", 1)
    what = Forfeit(ALLIES, BEN.public)
    assert code_of(lambda: put_out(started, what, said, keys=(ANN,))) == "not-late"


def test_nobody_is_seated_without_their_signature(tmp_path: Path) -> None:
    """In a game by mail with a pace; the host could win it alone otherwise."""
    with pytest.raises(SaveError) as caught:
        founded(tmp_path, joined=False)
    assert caught.value.code == "wrong-seats"


def test_a_start_without_the_word_of_the_authority(tmp_path: Path) -> None:
    dice, save, _ = founded(tmp_path)
    seated = dice.register_seats(save.seat_registration(ANN))
    other = {**save.seat_keys(), "Russians": CAT.public}
    [key] = secret_keys(tmp_path)
    for said, code in (
        ([], "seated-missing"),
        ([seated] * 2, "seated-missing"),
        ([b"junk"], "seated-malformed"),
        ([seated[:-1] + bytes([seated[-1] ^ 1])], "seated-bad-signature"),
        ([Seated(GAME, seats_hash(save.seat_keys()), 0).sign(BEN)], "seated-wrong-authority"),
        ([Seated(GAME, seats_hash(other), 0).sign(key)], "seated-unfit"),
        ([Seated(bytes(16), seats_hash(save.seat_keys()), 0).sign(key)], "seated-unfit"),
        ([seated], ""),
    ):
        assert code_of(lambda said=said: save.append_start(ANN, time=1, seated=said)) == code


def test_a_key_that_the_authority_has_changed_puts_nobody_out(tmp_path: Path) -> None:
    """Whoever knew it signs any time; the log knows the newest key."""
    game = begun(tmp_path, PACE)
    thief = secret_keys(tmp_path)[0]
    rotate(tmp_path)
    rotate(tmp_path)
    save = pass_turn(game.table.session())
    assert save.sources[0].key != thief.public
    late = TurnState(GAME, "Germans", save.next_turn, CLOCK + 50 * LAST)
    what = Forfeit(AXIS_SEATS, BEN.public)
    assert code_of(lambda: put_out(save, what, late.sign(thief), keys=(ANN,))) == "agreement-unfit"
    newest = secret_keys(tmp_path)[-1]
    assert code_of(lambda: put_out(save, what, late.sign(newest), keys=(ANN,))) == ""


def test_a_newer_key_comes_with_the_agreement(tmp_path: Path) -> None:
    """The authority has changed its key since the log knows it; packed turns keep the order."""
    game = begun(tmp_path, PACE)
    rotate(tmp_path)
    game.time = CLOCK + LAST + 1
    save = game.table.save
    proposal = proposed(save, FOR_ANN, BEN)
    signed = SignedProposal(proposal, (make_consent(proposal, CAT, time=CLOCK),))
    states, statements = (game.said(),), game.table.dice.statements()
    bare = agreement_of(signed, save.head, CLOCK, states)
    assert code_of(lambda: save.append_consent_record(bare, BEN)) == "agreement-unfit"
    record = agreement_of(signed, save.head, CLOCK, states, statements)
    taken = save.append_consent_record(record, BEN)
    assert taken.sources[0].key == secret_keys(tmp_path)[-1].public
    game.table.dice.register_seats(taken.entries[-1].raw)
    rotate(tmp_path)
    after = read_by_all(pass_turn(sit(game, taken, CAT)))
    assert read_position(after).finished == 1
    assert after.sources[0].key == secret_keys(tmp_path)[-1].public


def test_a_new_authority_says_from_when_on_the_turn_can_go_on(tmp_path: Path) -> None:
    """Consents to another authority take days, which are not the player's."""
    game = begun(tmp_path / "one", PACE)
    save = game.table.save
    other = EmbeddedClient(tmp_path / "two", lambda: game.time, chain_length=256)
    what = NewDice(0, "https://two.example.org", other.register(GAME, ANN.public))
    game.time = CLOCK + 3 * LAST
    proposal = proposed(save, what, ANN)
    signed = SignedProposal(proposal, (make_consent(proposal, BEN, time=CLOCK),))
    gone = agreement_of(signed, save.head, CLOCK, (game.said(),))
    assert code_of(lambda: save.append_consent_record(gone, ANN)) == "agreement-unfit"
    said = other.turn_state(GAME, "Russians", 1)
    grown = save.append_consent_record(agreement_of(signed, save.head, CLOCK, (said,)), ANN)
    clock = clock_of(grown, "Russians")
    assert clock is not None and clock.since == CLOCK + 3 * LAST


def test_a_lost_turn_needs_its_player_while_they_are_in_time(game: Clocked) -> None:
    before, said = game.table.save, game.said()
    pass_turn(game.table.session())
    found = code_of(lambda: put_out(before, LostTurn(1), said, keys=(BEN,)))
    assert found == "consent-missing"


def test_a_new_key_of_ones_own_needs_no_word_and_moves_nothing(game: Clocked) -> None:
    save, what = game.table.save, KeyChange(ANN.public, CAT.public, lost=False)
    found = code_of(lambda: put_out(save, what, game.said(), keys=(ANN, CAT)))
    assert found == "agreement-unfit"


def test_nobody_is_called_late_who_has_ended_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the command line: Ann ends her turn and it is not sent; then the others go on without."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben, "--pace", "72h", "--bumps", "2 every 24h then computer")
    ann.ok("play", name, "--computer", "easy", "--no-send")
    now = int(time.time())

    def at(moment: int) -> None:
        for module in ("terminal.proposals", "commands.pace", "commands.remind", "commands.status"):
            monkeypatch.setattr(f"pbem.{module}.now", lambda: moment)

    at(now + 73 * HOUR)
    assert "the dice authority knows: pbem pace" in ben.ok("status", name).out
    said = " ".join(ben.ok("pace", name).out.split())
    assert "have ended this turn" in said and "you do not have it" in said, said
    assert "its mail is lost" in ben.ok("remind", name).out
    assert "No reminder is due." in ben.ok("remind", name).out
    assert "--absent" not in said
    at(now + LAST + HOUR)
    done = ben.ok("propose", name, "substitute", "Ann", "--absent", "--name", "Ben")
    assert "Done; Russians (Ben) to move." in done.out
    assert "sent it to nobody here" in ben.ok("history", name).out
    ben.ok("propose", name, "void-roll")  # her dice were for a position that nobody has
    ben.ok("play", name, "--computer", "easy")
    assert ben.home.position(ben.home.choose(name).save).finished == 1
    assert ben.ok("verify", name).code == 0
