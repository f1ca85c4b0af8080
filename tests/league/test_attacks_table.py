"""Attacks on the table of a league: false saves, games twice, branches, keys."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.dice.client import EmbeddedClient
from pbem.league.gather import GatheredGames, gather
from pbem.league.table import ALL_GAMES, LeagueConditions, LeagueRow, table_of
from pbem.motions.draw import Draw
from pbem.motions.key_change import KeyChange
from pbem.motions.surrender import Surrender
from pbem.save.trusted_save import TrustedSave
from tests.support.agreeing import agree
from tests.support.table import AXIS, CLOCK, NATIONS, Table, key_of, pass_turn, table

SAVES = Path(__file__).parents[2] / "savegames"
ANN, BEN, CAT = key_of("Ann"), key_of("Ben"), key_of("Cat")
AXIS_SEATS = tuple(sorted(AXIS))
ALLIES = tuple(sorted(set(NATIONS) - set(AXIS)))


def gathered(folder: Path) -> GatheredGames:
    return gather([folder], lambda _: None)


def rows(folder: Path, conditions: LeagueConditions = ALL_GAMES) -> dict[bytes, LeagueRow]:
    return {row.key: row for row in table_of(gathered(folder).games, conditions).rows}


@pytest.fixture
def play(tmp_path: Path) -> Callable[[str], Table]:
    """Begins a game of Ann and Ben with a title, under a dice authority of its own."""

    def begin(title: str) -> Table:
        later = EmbeddedClient(tmp_path / "dice" / title, lambda: CLOCK + 60, chain_length=256)
        game = table(tmp_path, title=title, client=later)
        game.save = pass_turn(game.session())
        return game

    return begin


@pytest.fixture
def league(tmp_path: Path) -> Path:
    folder = tmp_path / "league"
    folder.mkdir()
    return folder


def put(folder: Path, name: str, save: TrustedSave) -> None:
    (folder / f"{name}.pbem").write_bytes(save.to_bytes())


def lost_by_ben(game: Table) -> TrustedSave:
    return agree(game.save, Surrender(AXIS_SEATS), BEN, by=BEN)


def test_the_same_games_give_the_same_table_whatever_the_files_are_called(
    play: Callable[[str], Table], league: Path
) -> None:
    put(league, "b", lost_by_ben(play("One")))
    put(league, "a", agree(play("Two").save, Draw(), ANN, BEN, by=BEN))
    before = table_of(gathered(league).games)
    (league / "b.pbem").rename(league / "0.pbem")
    after = table_of(gathered(league).games)
    assert before.rows == after.rows
    assert [(row.names, row.points) for row in after.rows] == [(("Ann",), 1.5), (("Ben",), 0.5)]


def test_a_false_save_counts_for_nothing_and_is_named(
    play: Callable[[str], Table], league: Path
) -> None:
    """Altered, cut off, not a save, signed and against the rules: the others count all the same."""
    game = play("One")
    put(league, "good", lost_by_ben(game))
    data = lost_by_ben(play("Two")).to_bytes()
    middle = len(data) // 2
    (league / "altered.pbem").write_bytes(
        data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    )
    (league / "cut.pbem").write_bytes(data[:-7])
    (league / "noise.pbem").write_bytes(b"noise")
    three = play("Three")
    put(league, "illegal", three.signed("Germans", [["move", "everything", "Moscow"]]))
    found = gathered(league)
    assert [Path(game.file).name for game in found.games] == ["good.pbem"]
    assert [Path(one.files[0]).name for one in found.left_out] == [
        "altered.pbem",
        "cut.pbem",
        "illegal.pbem",
        "noise.pbem",
    ]
    assert all(one.exit_code for one in found.left_out)


def test_a_game_is_there_twice_and_counts_once(play: Callable[[str], Table], league: Path) -> None:
    """Also where one of the files is older, or lies in a folder below."""
    game = play("One")
    put(league, "begun", game.save)
    over = lost_by_ben(game)
    put(league, "over", over)
    (league / "more").mkdir()
    put(league / "more", "again", over)
    row = rows(league)[ANN.public]
    assert (row.games, row.won, row.under_way) == (1, 1, 0)


def test_a_loser_adds_a_branch_in_which_the_game_goes_on(
    play: Callable[[str], Table], league: Path
) -> None:
    """What ended with the signatures of all who had to sign stays ended."""
    game = play("One")
    put(league, "over", lost_by_ben(game))
    put(league, "on", game.signed("Germans", [["done"]]))
    assert rows(league)[BEN.public].lost == 1


def test_a_game_that_ends_in_two_ways_is_left_out(
    play: Callable[[str], Table], league: Path
) -> None:
    game = play("One")
    put(league, "lost", lost_by_ben(game))
    put(league, "drawn", agree(game.save, Draw(), ANN, BEN, by=BEN, number=1))
    found = gathered(league)
    assert found.games == ()
    (left_out,) = found.left_out
    assert left_out.code == "forked" and len(left_out.files) == 2


def test_two_keys_are_two_players_and_namesakes_are_told(
    play: Callable[[str], Table], league: Path
) -> None:
    """Nobody can show that one person has both; but a name proves nothing either."""
    put(league, "one", lost_by_ben(play("One")))
    shutil.copy(SAVES / "agreed.pbem", league)
    found = table_of(gathered(league).games)
    assert len({row.key for row in found.rows if "Ann" in row.names}) == 3
    assert {"Ann", "Ben"} <= set(found.namesakes)


def test_who_changes_their_own_key_keeps_what_they_have_won(
    play: Callable[[str], Table], league: Path
) -> None:
    put(league, "one", lost_by_ben(play("One")))
    two = play("Two")
    changed = agree(two.save, KeyChange(BEN.public, CAT.public, False), BEN, CAT, by=BEN)
    put(league, "two", agree(changed, Draw(), ANN, CAT, by=CAT, number=1))
    found = rows(league)
    assert set(found) == {ANN.public, BEN.public}
    assert (found[BEN.public].lost, found[BEN.public].drawn) == (1, 1)


def test_games_against_oneself_and_with_foreseeable_dice_have_no_rating(league: Path) -> None:
    shutil.copy(SAVES / "total-victory.pbem", league)
    found = table_of(gathered(league).games)
    assert [(row.games, row.rating) for row in found.rows] == [(0, None)]
    assert "began on more than one side" in found.not_counted[0][1]


def test_a_league_says_whose_dice_and_whose_games_count(
    play: Callable[[str], Table], league: Path
) -> None:
    """The owner of an embedded authority can look ahead; a third one can play for a friend."""
    one, two = play("One"), play("Two")
    put(league, "one", lost_by_ben(one))
    put(league, "two", lost_by_ben(two))
    trusted = one.save.sources[0].commitment.authority
    assert rows(league)[ANN.public].won == 2
    assert rows(league, LeagueConditions(authorities=[trusted]))[ANN.public].won == 1
    both = LeagueConditions(entrants=[ANN.public, BEN.public])
    assert rows(league, both)[ANN.public].won == 2
    assert rows(league, LeagueConditions(entrants=[ANN.public]))[ANN.public].games == 0


def test_a_substitute_has_no_result_and_whoever_left_has(league: Path) -> None:
    shutil.copy(SAVES / "vanished.pbem", league)
    found = {row.names[-1]: row for row in table_of(gathered(league).games).rows}
    assert (found["Ben"].lost, found["Ben"].replaced) == (1, 1)
    assert (found["Eve"].games, found["Eve"].stood_in, found["Eve"].rating) == (0, 1, None)
    assert found["Ann"].ways == {"surrender": 1} and found["Ann"].turns == 3


def test_luck_stands_beside_and_changes_no_rating(league: Path) -> None:
    shutil.copy(SAVES / "vanished.pbem", league)
    with_luck = gather([league], lambda _: None, with_luck=True)
    plain = table_of(gathered(league).games)
    told = table_of(with_luck.games, with_luck=True)
    assert [row.rating for row in plain.rows] == [row.rating for row in told.rows]
    assert all(row.luck is None and row.swing is None for row in plain.rows)
    # What one side gains by the dice of a battle the other side loses.
    assert sum(row.swing or 0 for row in told.rows) == pytest.approx(0, abs=1e-9)
    assert any(row.luck for row in told.rows)
