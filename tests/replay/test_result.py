"""How games ended, and for whom: by their saves alone."""

from pathlib import Path

import pytest

from pbem.dice.client import EmbeddedClient
from pbem.motions.draw import Draw
from pbem.motions.key_change import KeyChange
from pbem.motions.substitution import Substitution
from pbem.motions.surrender import Surrender
from pbem.replay import read_position
from pbem.replay.result import DRAW, LOSS, WIN, GamePlayer, GameResult, result_of
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from tests.support.agreeing import agree
from tests.support.table import AXIS, CLOCK, Table, key_of, pass_turn, table

SAVES = Path(__file__).parents[2] / "savegames"
ANN, BEN, CAT = key_of("Ann"), key_of("Ben"), key_of("Cat")
SEATS = tuple(sorted(AXIS))


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path)


def of(save: TrustedSave) -> GameResult:
    position = read_position(save)
    assert position.error is None
    return result_of(position)


def recorded(name: str) -> GameResult:
    return of(open_save((SAVES / f"{name}.pbem").read_bytes()))


def named(result: GameResult, name: str) -> GamePlayer:
    (found,) = [one for one in result.players if one.names == (name,)]
    return found


def test_a_game_under_way_has_no_result(game: Table) -> None:
    result = of(pass_turn(game.session()))
    assert (result.how, result.ended, result.winners, result.sides) == ("", 0, (), ())
    assert [one.score for one in result.players] == [None, None]
    assert result.turns == 1 and not result.is_over


def test_a_side_that_surrenders_has_lost() -> None:
    """And with it who began with its seats, though a substitute surrendered."""
    result = recorded("vanished")
    assert result.how == "surrender"
    assert result.winners == ("Americans", "British", "Chinese", "Russians")
    ann, ben, cy, eve = (named(result, name) for name in ("Ann", "Ben", "Cy", "Eve"))
    assert (ann.score, cy.score, ben.score, eve.score) == (WIN, WIN, LOSS, None)
    assert ben.was_replaced and not ben.came_later and not ann.was_replaced
    assert eve.came_later and eve.began == () and eve.holds == ("Germans", "Japanese")
    assert result.sides == (tuple(sorted((ann.key, cy.key))), (ben.key,))


def test_a_draw_is_half_a_win_for_each_alliance() -> None:
    result = recorded("agreed")
    ben, cy = named(result, "Ben"), named(result, "Cy")
    assert result.how == "draw" and ben.score == cy.score == DRAW
    assert (ben.key,) in result.sides and len(result.sides) == 2
    assert any(cy.key in side and len(side) == 2 for side in result.sides)


def test_who_holds_both_sides_has_neither_won_nor_lost() -> None:
    result = recorded("total-victory")
    assert result.how == "total_victory" and result.turns == 40
    assert [one.score for one in result.players] == [None]
    assert result.sides == ()


def test_whoever_changes_their_own_key_is_the_same_player(game: Table) -> None:
    changed = agree(game.save, KeyChange(BEN.public, CAT.public, False), BEN, CAT)
    result = of(agree(changed, Draw(), ANN, CAT, number=1))
    assert {one.key for one in result.players} == {ANN.public, BEN.public}
    assert named(result, "Ben").keys == (BEN.public, CAT.public)
    assert named(result, "Ben").score == DRAW and not named(result, "Ben").was_replaced


def test_a_key_in_the_place_of_a_lost_one_is_another_player() -> None:
    """All others have signed it, and not the player: they could have put in a key of their own."""
    result = recorded("agreed")
    first, second = (one for one in result.players if one.names == ("Ann",))
    assert first.key != second.key
    assert (first.score, second.score) == (DRAW, None)
    assert first.was_replaced and second.came_later


def test_nobody_leaves_a_lost_game_by_giving_their_seats_away(game: Table) -> None:
    change = Substitution(SEATS, BEN.public, "Cat", CAT.public, absent=False)
    given = agree(game.save, change, BEN, ANN, CAT)
    result = of(agree(given, Surrender(SEATS), CAT, number=1))
    assert (named(result, "Ben").score, named(result, "Cat").score) == (LOSS, None)
    assert result.sides == ((ANN.public,), (BEN.public,))


def test_a_game_ends_when_the_authority_closed_it_or_all_have_signed(tmp_path: Path) -> None:
    """Who puts the agreement in cannot date it before the turns that were played."""
    later = EmbeddedClient(tmp_path, lambda: CLOCK + 500, chain_length=256)
    game = table(tmp_path, client=later)
    game.save = pass_turn(game.session())
    result = of(agree(game.save, Draw(), ANN, BEN, by=BEN))
    assert (result.started, result.ended) == (CLOCK, CLOCK + 500)
    assert named(result, "Ann").seconds == (500,)


def test_every_turn_is_somebodys() -> None:
    result = recorded("vanished")
    assert sum(one.turns for one in result.players) == result.turns == 7
    assert all(len(one.seconds) == one.turns for one in result.players)
