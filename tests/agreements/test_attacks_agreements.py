"""Attacks with agreements: consents used again, dice to be got rid of, keys that are old.

Single records that are wrong are vectors (tests/vectors/save/agreement-*); here somebody plays on.
"""

from pathlib import Path
from typing import Any

import pytest

from pbem.agreements.enact import enact_complete
from pbem.agreements.open_proposals import keep
from pbem.dice.authorities import Authorities
from pbem.dice.client import EmbeddedClient
from pbem.motions.consent import SignedProposal, make_consent
from pbem.motions.draw import Draw
from pbem.motions.key_change import KeyChange
from pbem.motions.motion import Motion
from pbem.motions.substitution import Substitution
from pbem.play.session import Session
from pbem.replay import read_position
from pbem.save.comparing import Lineage, compare
from pbem.save.consent_records import RollAgain
from pbem.save.errors import DiceError, SaveError
from pbem.save.keyring import Keyring
from pbem.save.keys import NamedKey
from pbem.save.records import Roll, TurnEnd
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.signing import SigningKey
from tests.support.agreeing import agree, back_to, edit, enacted, proposed
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
SEATS = tuple(sorted(AXIS))
TWO = ("done", "done", "move 2 infantry: Karelija > Finland")
THREE = ("done", "done", "move 3 infantry: Karelija > Finland")


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


def consented(
    save: TrustedSave, what: Motion, *keys: SigningKey, number: int = 0
) -> SignedProposal:
    proposal = proposed(save, what, keys[0], number=number)
    return SignedProposal(
        proposal, tuple(make_consent(proposal, key, time=CLOCK) for key in keys[1:])
    )


def code_of(save: TrustedSave, signed: SignedProposal, by: SigningKey = ANN) -> str:
    with pytest.raises(SaveError) as caught:
        enacted(save, signed, by)
    return caught.value.code


def test_consent_once_enact_twice(game: Table) -> None:
    """Also behind a take-back that took the first enactment back, and after the turn of others."""
    money = consented(game.save, edit("money Russians: 90"), ANN, BEN)
    once = enacted(game.save, money, ANN)
    assert code_of(once, money) == "proposal-old-head"
    there = consented(game.save, Draw(), ANN, BEN, number=1)
    over = enacted(game.save, there, ANN)
    back = agree(over, back_to(over, 1), ANN, BEN, number=2)
    assert read_position(back).nation == "Russians"
    assert code_of(back, there) == "agreement-twice"


def test_the_mover_uses_up_the_id_of_somebody_elses_proposal(game: Table) -> None:
    """Ids are chosen freely; a change of the own key needs nobody else's consent."""
    fresh = key_of("Fresh")
    draw = proposed(game.save, Draw(), BEN, number=1)
    own = consented(game.save, KeyChange(ANN.public, fresh.public, False), ANN, fresh, number=1)
    assert own.proposal.id == draw.id
    after = enacted(game.save, own, ANN)
    signed = SignedProposal(draw, (make_consent(draw, fresh, time=CLOCK),))
    assert read_position(enacted(after, signed, fresh)).nation == ""


def test_consent_in_one_game_enact_in_another(tmp_path: Path, game: Table) -> None:
    """The same players, the same set-up and the same game id do not make it the same game."""
    money = consented(game.save, edit("money Russians: 90"), ANN, BEN)
    other = table(tmp_path / "other")
    assert other.save.genesis.game == game.save.genesis.game
    assert code_of(other.save, money) == "proposal-other-history"
    draw = consented(game.save, Draw(), ANN, BEN)
    assert code_of(other.save, draw) == "proposal-other-history"


def test_consent_to_a_draw_is_kept_until_it_is_wanted(game: Table) -> None:
    proposal = proposed(game.save, Draw(), ANN, until=1)
    pocket = SignedProposal(proposal, (make_consent(proposal, BEN, time=CLOCK),))
    pass_turn(game.session())
    assert read_position(enacted(game.save, pocket, BEN)).nation == ""
    pass_turn(game.session())
    assert code_of(game.save, pocket) == "proposal-lapsed"


def test_one_agreement_on_two_branches_is_a_fork(game: Table) -> None:
    """The player to move enacts it here, and plays on without it there."""
    draw = consented(game.save, Draw(), ANN, BEN)
    one = enacted(game.save, draw, ANN)
    other = game.signed("Russians", ["done"])
    comparison = compare(one, other)
    assert (comparison.lineage, comparison.index) == (Lineage.FORK, len(game.save.entries))


def test_two_players_who_may_both_put_it_in_do_not_fork_the_game(
    tmp_path: Path, game: Table
) -> None:
    """The game is over, so anybody may: of their programs only the proposer's does."""
    game.save = agree(game.save, Draw(), ANN, BEN)
    desks = desks_of(tmp_path, game)
    back = consented(game.save, back_to(game.save, 1), BEN, ANN, number=1)
    for desk in desks:
        keep(desk.home, desk.game, back)
    (ann, ben) = (desk.home for desk in desks)
    assert enact_complete(ann, read_position(game.save), NamedKey("Ann", ANN), CLOCK) is None
    position = enact_complete(ben, read_position(game.save), NamedKey("Ben", BEN), CLOCK)
    assert position is not None and position.nation == "Russians"


def test_rolled_in_secret_disliked_and_then_taken_back(game: Table) -> None:
    """Ann hides orders and dice, and has a harmless take-back agreed on the head before them."""
    before = game.save
    hidden = game.session()
    to_next_dice(hidden, *TWO)
    hidden.roll()
    game.save = agree(before, back_to(before, 1), ANN, BEN)
    session = game.session()
    to_next_dice(session, *THREE)
    with pytest.raises(DiceError) as caught:
        session.roll()
    assert caught.value.code == "reroll-refused"
    game.save = agree(before, edit("money Russians: 24"), ANN, BEN)
    with pytest.raises(DiceError) as quiet:
        pass_turn(game.session())
    assert quiet.value.code == "rolls-missing"


def test_a_turn_that_was_taken_back_lends_its_closing_to_the_new_one(game: Table) -> None:
    """The turn that is played again has a number of its own, and needs a closing for it."""
    start = len(game.save.entries) - 1
    first = pass_turn(game.session())
    end = first.entries[-1].record
    assert isinstance(end, TurnEnd)
    game.save = agree(first, back_to(first, start), ANN, BEN, by=BEN)
    session = game.session()
    while not session.is_over:
        session.give(order_of("done"))
    game.save = game.signed("Russians", session.pending)
    with pytest.raises(DiceError) as caught:
        ending = game.save.sign_end("Russians", end.end.digest, ANN, time=CLOCK)
        game.save.append_turn_end(ending, first.entries[-1].attached.answers)
    assert caught.value.code == "closing-other-request"
    again = game.ended("Russians")
    assert read_position(again).error is None and again.next_turn == 3


def test_dice_are_dodged_by_one_more_infantry_and_that_is_said_openly(game: Table) -> None:
    """Inherent, since orders may change: another number of dice is another request."""
    give(game.session(), *TWO, "done", "fight Finland")
    game.save = agree(game.save, back_to(game.save, 1), ANN, BEN)
    session = game.session()
    to_next_dice(session, *THREE)
    rolls = game.save.next_roll
    session.roll()
    assert isinstance(game.save.entries[-1].record, Roll)
    assert game.save.next_roll == rolls + 1
    said = (Path(__file__).parents[2] / "docs/formats/consent-v1.md").read_text(encoding="utf-8")
    assert "for something else, and get dice that nobody knows yet" in said


@pytest.mark.parametrize(
    "change",
    [{"phase": "fight"}, {"where": "finland"}, {"side": "attackers"}, {"step": "x"}, {"sides": 7}],
    ids=str,
)
def test_the_same_dice_asked_for_in_other_words(game: Table, change: dict[str, Any]) -> None:
    """Phase, place, round, side, step and number are the game's to name, not the player's."""
    give(game.session(), *TWO, "done", "fight Finland")
    game.save = agree(game.save, back_to(game.save, 1), ANN, BEN)
    session = game.session()
    to_next_dice(session, *TWO)
    game.save = game.signed("Russians", session.pending)
    error = read_position(game.rolled(**change)).error
    assert error is not None and error.code == "other-dice-wanted"


def test_two_take_backs_in_a_row_and_one_of_the_take_back_itself(game: Table) -> None:
    """Dice that came again are free once more, however often the players go back and forth."""
    give(game.session(), *TWO, "done", "fight Finland")
    rolls = [entry.index for entry in game.save.entries if isinstance(entry.record, Roll)]
    for number in range(3):
        game.save = agree(game.save, back_to(game.save, 1), ANN, BEN, number=number)
    last = len(game.save.entries) - 1
    give(game.session(), *TWO, "done", "fight Finland")
    game.save = agree(game.save, back_to(game.save, last), ANN, BEN, number=3)
    give(game.session(), *TWO, "done", "fight Finland")
    again = [entry.record for entry in game.save.entries if isinstance(entry.record, RollAgain)]
    assert [one.record for one in again] == rolls * 2
    assert game.save.next_roll == len(rolls) + 1
    assert read_position(game.save).error is None


def test_back_across_a_substitution_brings_nobody_back(game: Table) -> None:
    start = len(game.save.entries) - 1
    pass_turn(game.session())
    taken = Substitution(SEATS, BEN.public, "Cat", CAT.public, False)
    game.save = agree(game.save, taken, BEN, ANN, CAT, by=BEN)
    back = back_to(game.save, start)
    assert code_of(game.save, consented(game.save, back, ANN, BEN, number=1)) == (
        "consent-wrong-signer"
    )
    game.save = agree(game.save, back, ANN, CAT, by=CAT, number=2)
    assert game.position().nation == "Russians"
    assert game.save.player_of("Germans") == "Cat"


def test_a_substituted_player_still_signs(game: Table) -> None:
    taken = Substitution(SEATS, BEN.public, "Cat", CAT.public, False)
    before = consented(game.save, Draw(), BEN, ANN, number=1)
    save = agree(game.save, taken, BEN, ANN, CAT)
    assert code_of(save, before) == "proposal-wrong-signer"
    assert code_of(save, consented(save, Draw(), ANN, CAT, BEN, number=2)) == (
        "consent-wrong-signer"
    )
    for nation in AXIS:
        with pytest.raises(SaveError) as caught:
            save.append_orders(nation, [["done"]], BEN)
        assert caught.value.code == "unknown-key"
    assert code_of(save, consented(save, Draw(), ANN, CAT, number=3), BEN) == "unknown-key"


def test_the_thief_of_an_old_key_finds_nothing_that_it_opens(game: Table) -> None:
    """The consent that it gave before is void too: consents count by the keys of now."""
    pocket = consented(game.save, Draw(), ANN, BEN, number=1)
    save = agree(game.save, KeyChange(BEN.public, CAT.public, False), BEN, CAT)
    assert code_of(save, pocket) == "consent-wrong-signer"
    back = KeyChange(CAT.public, BEN.public, True)
    assert code_of(save, consented(save, back, BEN, number=2)) == "consent-missing"
    for what in (KeyChange(BEN.public, key_of("Dan").public, False), Draw()):
        with pytest.raises(SaveError):
            enacted(save, consented(save, what, BEN, key_of("Dan"), number=3), ANN)
    with pytest.raises(SaveError) as caught:
        save.append_orders("Germans", [["done"]], BEN)
    assert caught.value.code == "unknown-key"


def test_the_new_key_counts_at_the_authority_as_soon_as_the_dice_are_asked_for(
    game: Table,
) -> None:
    """Ben's program hands the agreement in before its first request; then the old key is dead."""
    pass_turn(game.session())
    game.save = agree(game.save, KeyChange(BEN.public, CAT.public, False), BEN, CAT, by=BEN)
    position = read_position(game.save)

    def keep_it(save: TrustedSave) -> None:
        game.save = save

    pass_turn(Session(position, CAT, Authorities((game.dice,)), keep_it, lambda: CLOCK))
    assert isinstance(game.dice, EmbeddedClient)
    request = game.save.request("Germans", spec())
    with pytest.raises(DiceError) as caught:
        game.dice.roll(request.sign(BEN))
    assert caught.value.code == "request-wrong-signer"


def unconfirmed(save: TrustedSave, **pinned: SigningKey) -> list[tuple[str, str, bytes]]:
    """What a reader with these pins is told to compare."""
    keyring = Keyring({name: key.public for name, key in pinned.items()})
    found = open_save(save.to_bytes(), keyring).unconfirmed
    return [(one.role, one.name, one.key) for one in found]


def test_the_seat_of_the_host_is_taken_and_the_pinned_key_vouches_for_the_new_one(
    game: Table,
) -> None:
    """Ben says that Ann, who is the host, has lost her key, and brings the new one themselves."""
    assert unconfirmed(game.save, Ann=ANN, Ben=BEN) == []
    lost = agree(game.save, KeyChange(ANN.public, CAT.public, True), BEN, CAT, by=BEN)
    assert unconfirmed(lost, Ann=ANN, Ben=BEN) == [("host", "Ann", CAT.public)]
    honest = agree(game.save, KeyChange(ANN.public, CAT.public, False), ANN, CAT)
    assert unconfirmed(honest, Ann=ANN, Ben=BEN) == []
    assert unconfirmed(honest, Ben=BEN) == [("host", "Ann", CAT.public)]
    then_lost = agree(
        honest,
        KeyChange(CAT.public, key_of("Dan").public, True),
        BEN,
        key_of("Dan"),
        by=BEN,
        number=1,
    )
    assert unconfirmed(then_lost, Ann=ANN, Ben=BEN) == [("host", "Ann", key_of("Dan").public)]


def test_somebody_else_sits_down_under_the_name_of_the_host(game: Table) -> None:
    """Ann gives her seats away, stays the host, and a stranger comes back under her name."""
    allies = tuple(sorted(nation for nation in game.save.seats if nation not in AXIS))
    gone = Substitution(allies, ANN.public, "Cat", CAT.public, False)
    save = agree(game.save, gone, ANN, BEN, CAT)
    dan = key_of("Dan")
    back = Substitution(allies, CAT.public, "Ann", dan.public, False)
    save = agree(save, back, CAT, BEN, dan, by=CAT, number=1)
    assert ("player", "Ann", dan.public) in unconfirmed(save, Ben=BEN)
    with pytest.raises(SaveError) as caught:
        unconfirmed(save, Ann=ANN, Ben=BEN)
    assert caught.value.code == "key-contradicts-keyring"
