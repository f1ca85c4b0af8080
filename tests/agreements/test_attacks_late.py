"""Attacks on the seat of a player who is late, and on the game of those who wait for them.

Ann (the Allies, and the host) is to move, Ben (the Axis) waits; Cat is a newcomer. A turn has 72
hours and two reminders, one every 24 hours.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine import Definition, Done, GameOver
from engine.gamedef.option_values import with_option
from pbem.dice.authorities import Authorities
from pbem.dice.authority import Authority
from pbem.dice.client import EmbeddedClient
from pbem.dice.sqlite import FolderStore
from pbem.dice.turn_state import Here, TurnState
from pbem.motions.consent import SignedProposal, make_consent
from pbem.motions.forfeit import Forfeit
from pbem.motions.key_change import KeyChange
from pbem.motions.motion import Motion
from pbem.motions.substitution import Substitution
from pbem.play.next_order import next_battle
from pbem.play.session import Session
from pbem.replay import SaveTeller, read_position
from pbem.replay.clock import clocks_of
from pbem.save.errors import DiceError, SaveError
from pbem.save.proposal_file import agreement_of
from pbem.save.records import Start
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.pace import Pace
from pbem.wire.signing import SigningKey
from tests.replay.test_attacks_defender import ANSWER, ATTACK
from tests.support.agreeing import agree, proposed
from tests.support.by_mail import begin
from tests.support.table import (
    AXIS,
    CLOCK,
    NATIONS,
    Table,
    big_world,
    key_of,
    mail_desks,
    pass_turn,
    table,
)

ANN, BEN, CAT, DAN = (key_of(name) for name in ("Ann", "Ben", "Cat", "Dan"))
ALLIES = tuple(sorted({*NATIONS} - {*AXIS}))
AXIS_SEATS = tuple(sorted(AXIS))
HOUR = 3_600
LAST = 120 * HOUR
"""From the beginning of a turn to its last reminder."""
PACE = Pace(hours=72, bumps=2, every=24, afterwards="forfeit")
FORFEIT = Forfeit(ALLIES, ANN.public)
FOR_ANN = Substitution(ALLIES, ANN.public, "Cat", CAT.public, absent=True)


@dataclass(slots=True)
class Clocked:
    """A game whose authority has a clock that the test moves; `time` is Unix seconds."""

    table: Table
    folder: Path
    time: int = CLOCK

    def said(self, nation: str = "Russians") -> bytes:
        save = self.table.save
        return self.table.dice.turn_state(save.genesis.game, nation, save.next_turn)

    def here(self, key: SigningKey, nation: str, head: bytes) -> None:
        self.table.dice.note_here(Here(self.table.save.genesis.game, nation, head).sign(key))


@pytest.fixture
def game(tmp_path: Path) -> Clocked:
    return begun(tmp_path, PACE)


def begun(folder: Path, pace: Pace | None, definition: Definition | None = None) -> Clocked:
    clocked: list[Clocked] = []
    client = EmbeddedClient(folder, lambda: clocked[0].time if clocked else CLOCK, chain_length=256)
    clocked.append(Clocked(table(folder, client=client, pace=pace, definition=definition), folder))
    return clocked[0]


def put_out(
    save: TrustedSave, what: Motion, *said: bytes, keys: tuple[SigningKey, ...] = (BEN,)
) -> TrustedSave:
    """The save with an agreement that the first of the keys has proposed and put in."""
    proposal = proposed(save, what, keys[0])
    consents = tuple(make_consent(proposal, key, time=CLOCK) for key in keys[1:])
    record = agreement_of(SignedProposal(proposal, consents), save.head, CLOCK, said)
    return save.append_consent_record(record, keys[0])


def sit(game: Clocked, save: TrustedSave, key: SigningKey) -> Session:
    """Whoever holds the seat now plays on."""
    dice = Authorities((game.table.dice,))
    return Session(read_position(save), key, dice, lambda _: None, lambda: game.time)


def code_of(make: Callable[[], TrustedSave]) -> str:
    """What is wrong with a save, in its proof or its play; "" for nothing."""
    try:
        error = read_position(make()).error
    except SaveError as caught:
        return caught.code
    return error.code if error is not None else ""


def test_a_side_forfeits_after_the_last_reminder_and_not_before(game: Clocked) -> None:
    save = game.table.save
    game.time = CLOCK + LAST
    assert code_of(lambda: put_out(save, FORFEIT, game.said())) == "not-late"
    game.time += 1
    position = read_position(put_out(save, FORFEIT, game.said()))
    assert position.error is None and isinstance(position.step.waiting, GameOver)
    assert set(position.step.waiting.outcome.winners) == {*AXIS}
    said = FORFEIT.clause(SaveTeller(save, position.definition))
    assert "so their whole side" in said and "has lost the game" in said
    assert code_of(lambda: put_out(save, FORFEIT, game.said(), keys=(ANN,))) != ""


def test_nobody_is_put_out_for_time_in_which_no_turn_could_be_ended(game: Clocked) -> None:
    """The authority was away for a day, by its own word, which the log then holds."""
    server = Authority(FolderStore(game.folder), lambda: game.time)
    game.time = CLOCK + HOUR
    server.note_awake()
    game.time += 24 * HOUR
    server.note_awake()
    save = game.table.save
    game.time = CLOCK + LAST + 24 * HOUR
    assert code_of(lambda: put_out(save, FORFEIT, game.said())) == "not-late"
    game.time += 1
    grown = put_out(save, FORFEIT, game.said())
    assert code_of(lambda: grown) == ""
    assert code_of(lambda: open_save(grown.to_bytes())) == "", "all that is in the file"


@pytest.mark.parametrize(
    "what",
    [FORFEIT, FOR_ANN, KeyChange(ANN.public, CAT.public, lost=True)],
    ids=lambda one: type(one).__name__,
)
def test_nobody_is_put_out_on_the_word_of_the_others(game: Clocked, what: Motion) -> None:
    """Not by their clocks, not by a clock that they forge, not by consent alone."""
    save = game.table.save
    keys = (BEN,) if isinstance(what, Forfeit) else (BEN, CAT)
    assert code_of(lambda: put_out(save, what, keys=keys)) == "agreement-unfit"
    forged = TurnState(save.genesis.game, "Russians", 1, CLOCK + 2 * LAST).sign(BEN)
    assert code_of(lambda: put_out(save, what, forged, keys=keys)) == "agreement-unfit"
    assert code_of(lambda: put_out(save, what, game.said(), keys=keys)) == "not-late"
    game.time = CLOCK + 2 * LAST
    assert code_of(lambda: put_out(save, what, game.said(), keys=keys)) == ""


def test_nobody_is_put_out_in_another_players_turn(game: Clocked) -> None:
    game.time = CLOCK + 2 * LAST
    for_ben = Substitution(tuple(sorted(AXIS)), BEN.public, "Cat", CAT.public, absent=True)
    what = game.said("Germans")
    found = code_of(lambda: put_out(game.table.save, for_ben, what, keys=(ANN, CAT)))
    assert found == "not-late"


def test_nobody_is_put_out_after_they_have_ended_their_turn(game: Clocked) -> None:
    """The others keep the end from the log; the authority does not."""
    before = game.table.save
    game.time = CLOCK + 2 * LAST
    early = game.said()
    ended = pass_turn(game.table.session())
    closed = game.table.dice.turn_state(before.genesis.game, "Russians", 1)
    assert code_of(lambda: put_out(before, FOR_ANN, closed, keys=(BEN, CAT))) == "not-late"
    assert code_of(lambda: put_out(ended, FOR_ANN, early, keys=(BEN, CAT))) == "agreement-unfit"
    # What the authority said before the end: a game without the end cannot go on.
    taken = put_out(before, FOR_ANN, early, keys=(BEN, CAT))
    game.table.dice.register_seats(taken.entries[-1].raw)
    with pytest.raises(DiceError) as refused:
        pass_turn(sit(game, taken, CAT))
    assert refused.value.code == "closing-refused"


def test_the_end_of_whoever_has_lost_their_seat_is_not_closed(game: Clocked) -> None:
    """Either the late end or the change of the seat: the one that came first."""
    before = game.table.save
    game.time = CLOCK + 2 * LAST
    taken = put_out(before, FOR_ANN, game.said(), keys=(BEN, CAT))
    game.table.dice.register_seats(taken.entries[-1].raw)
    with pytest.raises(DiceError) as caught:
        pass_turn(game.table.session(before))
    assert caught.value.code == "closing-wrong-signer"
    assert read_position(pass_turn(sit(game, taken, CAT))).finished == 1


def test_a_turn_that_was_withheld_begins_when_its_player_says_so(game: Clocked) -> None:
    """Ann ends her turn and does not send it; Ben says which head he has, again and again."""
    known = game.table.save.head
    game.time = CLOCK + 10 * HOUR
    save = pass_turn(game.table.session())
    axis = tuple(sorted(AXIS))
    what = Substitution(axis, BEN.public, "Cat", CAT.public, absent=True)

    def found() -> str:
        return code_of(lambda: put_out(save, what, game.said("Germans"), keys=(ANN, CAT)))

    begins = game.time
    for hours in (100, 200, 300):
        game.time = begins + hours * HOUR
        game.here(BEN, "Germans", known)
    game.time = begins + 300 * HOUR + LAST
    assert found() == "not-late"
    game.time += 1
    assert found() == ""


def test_whoever_has_the_turn_gains_no_time_by_saying_that_they_are_here(game: Clocked) -> None:
    game.time = CLOCK + LAST
    for head in (game.table.save.head, bytes(range(32))):
        game.here(ANN, "Russians", head)
        game.time += HOUR
        assert code_of(lambda: put_out(game.table.save, FORFEIT, game.said())) == ""


def test_only_the_holder_of_a_seat_says_that_they_are_here(game: Clocked) -> None:
    head = game.table.save.entries[0].head
    for key in (BEN, CAT):
        with pytest.raises(DiceError) as caught:
            game.here(key, "Russians", head)
        assert caught.value.code == "here-wrong-signer"
    signed = Here(game.table.save.genesis.game, "Russians", head).sign(ANN)
    for spoilt in (b"junk", signed[:-1] + bytes([signed[-1] ^ 1])):
        with pytest.raises(DiceError) as caught:
            game.table.dice.note_here(spoilt)
        assert caught.value.code in ("here-malformed", "here-bad-signature")


def test_whoever_takes_a_seat_late_has_a_turns_time(game: Clocked) -> None:
    game.time = CLOCK + 2 * LAST
    taken = put_out(game.table.save, FOR_ANN, game.said(), keys=(BEN, CAT))
    next_one = Substitution(FOR_ANN.seats, CAT.public, "Dan", DAN.public, absent=True)
    game.time += LAST

    def found() -> str:
        said = game.table.dice.turn_state(taken.genesis.game, "Russians", 1)
        return code_of(lambda: put_out(taken, next_one, said, keys=(BEN, ANN, DAN)))

    assert found() == "not-late"
    game.time += 1
    assert found() == ""


def test_a_new_key_of_ones_own_gains_no_time(game: Clocked) -> None:
    game.time = CLOCK + LAST + 1
    what = KeyChange(ANN.public, CAT.public, lost=False)
    proposal = proposed(game.table.save, what, ANN)
    consent = make_consent(proposal, CAT, time=CLOCK + LAST)
    record = agreement_of(SignedProposal(proposal, (consent,)), game.table.save.head, game.time)
    save = game.table.save.append_consent_record(record, ANN)
    late = Forfeit(FORFEIT.nations, CAT.public)
    assert code_of(lambda: put_out(save, late, game.said())) == ""


def test_an_end_that_is_not_signed_keeps_nobody_in_their_seat(game: Clocked) -> None:
    """Ann sends all her orders and never signs the end: an agreement waits for it as a rule."""
    session = game.table.session()
    while not session.is_over:
        session.give(next_battle(session.state) or Done())
    save = game.table.signed("Russians", session.pending)
    assert read_position(save).unsigned_end == "Russians"
    game.time = CLOCK + 2 * LAST
    assert code_of(lambda: put_out(save, FORFEIT, game.said())) == ""
    taken = put_out(save, FOR_ANN, game.said(), keys=(BEN, CAT))
    assert read_position(taken).error is None
    game.table.dice.register_seats(taken.entries[-1].raw)
    assert read_position(sit(game, taken, CAT).finish()).finished == 1


@pytest.mark.parametrize("pace", [None, replace(PACE, afterwards="substitute")])
def test_a_forfeit_that_was_not_agreed_on(tmp_path: Path, pace: Pace | None) -> None:
    game = begun(tmp_path, pace)
    game.time = CLOCK + 2 * LAST
    said = (game.said(),) if pace is not None else ()
    assert code_of(lambda: put_out(game.table.save, FORFEIT, *said)) == "agreement-unfit"


def test_a_defender_who_holds_back_an_answer_puts_nobody_out(tmp_path: Path) -> None:
    """Nor is the defender put out, since nobody knows for how long they have been asked."""
    options = big_world().options
    for name in ("ask_defender", "low_luck"):
        options = with_option(options, name, True, locked=False)
    game = begun(tmp_path, PACE, replace(big_world(), options=options))
    game.table.save = game.table.signed("Russians", ATTACK)
    game.time = CLOCK + 2 * LAST
    for_ben = Substitution(AXIS_SEATS, BEN.public, "Cat", CAT.public, absent=True)

    def found() -> set[str]:
        save = game.table.save
        return {
            code_of(lambda: put_out(save, FOR_ANN, game.said(), keys=(BEN, CAT))),
            code_of(lambda: put_out(save, FORFEIT, game.said())),
            code_of(lambda: put_out(save, for_ben, game.said("Germans"), keys=(ANN, CAT))),
        }

    assert found() == {"not-late"}
    game.table.save = game.table.signed("Germans", [ANSWER])
    assert read_position(game.table.save).nation == "Russians"
    assert found() == {"not-late"}


def test_the_lateness_of_who_was_replaced_stays_in_the_record(game: Clocked) -> None:
    """And is not counted for whoever takes the seat, nor is a turn that was given away in time."""
    game.time = CLOCK + 2 * LAST
    taken = put_out(game.table.save, FOR_ANN, game.said(), keys=(BEN, CAT))
    lost, open_turn = clocks_of(taken, "Russians")
    assert (lost.player, lost.is_lost, lost.number) == ("Ann", True, 1)
    assert lost.is_late(game.time) and lost.bumped(game.time) == 2
    assert (open_turn.player, open_turn.is_lost, open_turn.number) == ("Cat", False, 1)
    assert not open_turn.is_late(game.time)
    back = Substitution(FOR_ANN.seats, CAT.public, "Ann", ANN.public, absent=False)
    again = agree(taken, back, ANN, BEN, CAT, by=CAT, states=(game.said(),))
    assert [clock.is_late(game.time) for clock in clocks_of(again, "Russians")] == [
        True,
        False,
        False,
    ]
    (forfeited,) = clocks_of(put_out(game.table.save, FORFEIT, game.said()), "")
    assert (forfeited.player, forfeited.is_late(game.time)) == ("Ann", True)


def test_who_comes_back_gets_their_seat_by_consent_alone(game: Clocked) -> None:
    game.time = CLOCK + 2 * LAST
    taken = put_out(game.table.save, FOR_ANN, game.said(), keys=(BEN, CAT))
    back = Substitution(FOR_ANN.seats, CAT.public, "Ann", ANN.public, absent=False)
    said = (game.said(),)
    assert code_of(lambda: agree(taken, back, ANN, BEN, by=BEN)) == "consent-missing"
    again = agree(taken, back, ANN, BEN, CAT, by=CAT, states=said)
    assert read_position(again).error is None and again.players["Ann"] == ANN.public


def test_after_the_last_reminder_the_program_does_what_was_agreed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben, "--pace", "72h", "--bumps", "2 every 24h then forfeit")
    begun_at = ben.home.choose(name).save.records[-1]
    assert isinstance(begun_at, Start)
    start = begun_at.time
    said = ben.run("propose", name, "forfeit")
    assert "not-late" in said.out or "reminders included" in said.out, said
    assert not ben.ok("pace", name).out.count("propose")
    for module in ("commands.pace", "terminal.proposals", "commands.enact", "commands.fetch"):
        monkeypatch.setattr(f"pbem.{module}.now", lambda: start + LAST + HOUR)
    assert f"pbem propose {name} forfeit" in ben.ok("pace", name).out
    assert "knows that you are here" in ann.ok("pace", name, "--here").out
    done = ben.ok("enact", name)
    assert "FORFEIT: 'Ann' is out of time" in done.out and "the game is over" in done.out
    assert "the game is over" in ann.ok("fetch").out
    assert "late since" in ann.ok("history", name).out
    assert ann.ok("verify", name).code == 0


def test_the_computer_takes_the_seat_of_who_is_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben takes Ann's seats under his own name and lets the computer play; Ann sees why."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben, "--pace", "72h", "--bumps", "2 every 24h then computer")
    late = int(time.time()) + LAST + HOUR
    for module in ("terminal.proposals", "commands.pace"):
        monkeypatch.setattr(f"pbem.{module}.now", lambda: late)
    assert "substitute 'Ann' --absent --name" in ben.ok("pace", name).out
    done = ben.ok("propose", name, "substitute", "Ann", "--absent", "--name", "Ben")
    assert "Done; Russians (Ben) to move." in done.out
    ben.ok("play", name, "--computer", "easy")
    assert ben.home.position(ben.home.choose(name).save).finished == 1
    assert "Russians (Ben) to move" in ann.ok("fetch").out
    assert ann.run("play", name, "--computer", "easy").code == 8
    assert ann.ok("verify", name).code == 0
