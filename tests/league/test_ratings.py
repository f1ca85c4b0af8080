"""Ratings: numbers worked out by hand from the published method, and what must hold for any."""

import math

import pytest

from pbem.league.ratings import RatedGame, SkillRating, rate

A, B, C, D = (bytes([number]) * 32 for number in range(1, 5))


def game(*sides: tuple[bytes, ...], is_draw: bool = False) -> RatedGame:
    return RatedGame(sides, is_draw)


def test_two_new_players_by_hand() -> None:
    """Weng and Lin (2011), algorithm 4, with beta = 25/6, sigma = 25/3 and tau = 25/300.

    sigma^2 = 69.4444 + 0.0069 = 69.4514, c^2 = 2 (69.4514 + 17.3611) = 173.6250, c = 13.1767.
    Both are as strong, so p = 1/2: the winner gains sigma^2 / c (1 - p) = 2.6354. With gamma =
    sigma / c = 0.6325 the variance loses gamma sigma^2 / c^2 p (1 - p) = 0.0632 of itself, so
    sigma = sqrt(69.4514 * 0.9368) = 8.0659.
    """
    found = rate([game((A,), (B,))])
    assert found[A].mean == pytest.approx(25 + 2.6354, abs=5e-5)
    assert found[B].mean == pytest.approx(25 - 2.6354, abs=5e-5)
    assert found[A].deviation == found[B].deviation == pytest.approx(8.0659, abs=5e-5)
    assert found[A].at_least == pytest.approx(27.6354 - 3 * 8.0659, abs=2e-4)


def test_two_teams_as_published() -> None:
    """The example of the documentation of openskill: two teams of two new players."""
    found = rate([game((A, B), (C, D))])
    assert found[A].mean == found[B].mean == pytest.approx(26.964294621803063, abs=1e-9)
    assert found[C].mean == found[D].mean == pytest.approx(23.035705378196937, abs=1e-9)
    assert found[A].deviation == pytest.approx(8.177962604389991, abs=1e-9)


def test_one_against_two_is_no_underdog() -> None:
    """Both sides have the same armies: of a draw nobody gains, and a win brings what it brings a
    team of two."""
    drawn = rate([game((A,), (B, C), is_draw=True)])
    assert {round(one.mean, 9) for one in drawn.values()} == {25.0}
    won = rate([game((A,), (B, C))])
    assert won[A].mean == pytest.approx(26.964294621803063, abs=1e-9)
    assert won[B].mean == won[C].mean == pytest.approx(23.035705378196937, abs=1e-9)


def test_the_second_game_goes_on_from_the_first_by_hand() -> None:
    """A wins again, against B: p = e^(27.6354/c) / (e^(27.6354/c) + e^(22.3646/c)), both sigma
    8.0659: sigma^2 = 65.0587 + 0.0069, c^2 = 2 (65.0657 + 17.3611), so A gains
    sigma^2 / c (1 - p)."""
    first = rate([game((A,), (B,))])
    variance = 8.06590141354368**2 + (25 / 300) ** 2
    c = math.sqrt(2 * (variance + (25 / 6) ** 2))
    p = 1 / (1 + math.exp((22.364610506859503 - 27.635389493140497) / c))
    found = rate([game((A,), (B,))] * 2)
    assert found[A].mean == pytest.approx(first[A].mean + variance / c * (1 - p), abs=1e-9)
    assert found[A].mean - first[A].mean < first[A].mean - 25, "the expected brings less"


def test_a_draw_of_equals_changes_no_mean() -> None:
    found = rate([game((A,), (B,), is_draw=True)])
    assert found[A].mean == found[B].mean == 25
    assert found[A].deviation < SkillRating(25, 25 / 3).deviation


def test_the_order_of_games_counts_and_nothing_else() -> None:
    games = [game((A,), (B,)), game((B,), (C,)), game((C,), (A,))]
    assert rate(games) == rate(games)
    assert rate(games) != rate(games[::-1])
