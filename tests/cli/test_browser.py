"""The browser of a game's history, without its terminal (B254)."""

from pathlib import Path

import pytest

from pbem.replay import read_history
from pbem.save.trust import open_save
from pbem.terminal.browser import Browser

GAME = Path(__file__).parents[2] / "savegames" / "technologies.pbem"


@pytest.fixture(scope="module")
def moments() -> Browser:
    return Browser(read_history(open_save(GAME.read_bytes())), "A game\x1b[31m")


def test_B254_steps_go_forwards_and_backwards_and_stop_at_the_ends(moments: Browser) -> None:
    moments.go(0)
    moments.go(moments.place - 1)
    assert moments.moment.number == 0
    moments.go(5)
    moments.go(moments.place + 1)
    assert moments.moment.number == 6
    moments.go(10**6)
    assert moments.place == len(moments.moments) - 1


def test_B254_one_leaps_by_phase_and_by_turn(moments: Browser) -> None:
    moments.go(0)
    moments.leap(1, by_turn=False)
    first, here = moments.moments[0], moments.moment
    assert (here.nation, here.phase) != (first.nation, first.phase)
    moments.go(0)
    nation = moments.moment.nation
    moments.leap(1, by_turn=True)
    assert moments.moment.nation != nation
    moments.leap(-1, by_turn=True)
    assert moments.moment.nation == nation


def test_the_head_is_harmless_and_says_where_one_is(moments: Browser) -> None:
    moments.go(3)
    assert "\x1b" not in moments.head()
    assert f"step 3 of {len(moments.moments) - 1}: round 1, " in moments.head()


def test_the_board_scrolls_within_its_lines(moments: Browser) -> None:
    moments.go(0)
    first = moments.body(10)
    assert len(first.split("\n")) == 10
    moments.scroll += 10
    assert moments.body(10) != first
    moments.scroll = 10**6
    last = moments.body(10)
    assert len(last.split("\n")) == 10
    moments.scroll = -5
    assert moments.body(10) == first
