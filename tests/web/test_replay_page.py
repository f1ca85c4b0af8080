"""The page of a whole game in a real browser (ADR 0041)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine import NEUTRAL
from pbem.post.film import film_of
from pbem.replay import History, read_history
from pbem.report.film_page import Film, render_film
from pbem.save.trust import open_save
from tests.support.axe import faults_of
from tests.support.paper_game import broken, repacked

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GAME = Path(__file__).parents[2] / "savegames" / "agreed.pbem"

BOARD = """() => {
  const { film, now } = replay;
  return film.areas.map((area, at) => {
    const units = [];
    for (let i = 0; i < now.units[at].length; i += 3) {
      const [owner, kind, count] = now.units[at].slice(i, i + 3);
      units.push([film.owners[owner][0], film.kinds[kind][0], count]);
    }
    return [area.n, film.owners[now.owners[at]][0], units];
  });
}"""


@cache
def filmed() -> tuple[Film, History]:
    data = GAME.read_bytes()
    save = open_save(data)
    history = read_history(save)
    return film_of(save, history, data, None), history


def opened(page: Page, tmp_path: Path, film: Film) -> Page:
    path = tmp_path / "game.html"
    path.write_text(render_film(film), "utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-proven]", state="attached")
    return page


def test_the_slider_shows_the_position_after_each_step(page: Page, tmp_path: Path) -> None:
    film, history = filmed()
    line = history.line()
    opened(page, tmp_path, film)
    for place in (0, 1, len(line) // 2, len(line) - 1):
        page.evaluate(
            "(at) => { slider.value = at; slider.dispatchEvent(new Event('input')); }", place
        )
        state = line[place].step.state
        assert page.get_attribute("html", "data-step") == str(line[place].number)
        for name, owner, units in page.evaluate(BOARD):
            is_sea = state.definition.board.is_sea[name]
            assert owner == (state.owners.get(name, "") or ("" if is_sea else NEUTRAL)), name
            there = Counter((unit.owner, unit.type) for unit in state.units_in(name))
            assert Counter({(whose, kind): count for whose, kind, count in units}) == there, name


def test_two_fingers_enlarge_the_map(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, filmed()[0])
    box = page.locator("#map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, apart: float) -> None:
        fingers = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        hand.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers if apart else []}
        )

    wide = float((page.get_attribute("#map", "viewBox") or "").split()[2])
    touch("touchStart", 30)
    touch("touchMove", 45)
    touch("touchMove", 90)
    touch("touchEnd", 0)
    assert float((page.get_attribute("#map", "viewBox") or "").split()[2]) < wide / 1.5


def test_a_good_save_is_verified_in_the_page(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, filmed()[0])
    assert page.inner_text("#verdict").startswith("Verified in this browser: ")
    assert "This save verifies" in page.inner_text("#result")


def test_a_forged_save_is_named_as_such(page: Page, tmp_path: Path) -> None:
    film, _ = filmed()
    forged = repacked(open_save(film.save), signatures=broken)
    opened(page, tmp_path, replace(film, save=forged))
    assert page.inner_text("#verdict").startswith("NOT PROVEN: the save in this page")
    assert "bad-signature" in page.inner_text("#result")


def test_dice_that_are_not_those_of_the_save_are_named(page: Page, tmp_path: Path) -> None:
    film, _ = filmed()
    place, step = next((at, one) for at, one in enumerate(film.steps) if one.shown.dice)
    other = tuple(7 - die for die in step.shown.dice)
    changed = replace(step, shown=replace(step.shown, dice=other))
    steps = (*film.steps[:place], changed, *film.steps[place + 1 :])
    opened(page, tmp_path, replace(film, steps=steps))
    words = f"Step {step.shown.number} shows dice that the save does not have."
    assert page.inner_text("#verdict") == f"NOT PROVEN: {words}"


def test_a_roll_that_is_left_out_and_a_message_that_nobody_wrote_are_named(
    page: Page, tmp_path: Path
) -> None:
    film, _ = filmed()
    rolled = [step for step in film.steps if step.shown.dice]
    fewer = tuple(step for step in film.steps if step is not rolled[-1])
    opened(page, tmp_path, replace(film, steps=fewer))
    assert "leaves out 1 roll of the save" in page.inner_text("#verdict")
    told = replace(film.turns[0], message="I give up.")
    opened(page, tmp_path, replace(film, turns=(told, *film.turns[1:])))
    assert "is not in the save" in page.inner_text("#verdict")


def test_texts_of_strangers_are_only_text(page: Page, tmp_path: Path) -> None:
    film, _ = filmed()
    hostile = '</script><img src=x onerror="document.title=1"><!-- \u202egnp.exe'
    told = replace(film.turns[0], message=hostile, player=hostile)
    opened(page, tmp_path, replace(film, title=hostile, turns=(told, *film.turns[1:])))
    assert page.locator("img").count() == 0
    assert "onerror" in page.inner_text("h1")
    assert "onerror" in page.inner_text("#messages blockquote >> nth=0")
    assert "\u202e" not in page.inner_text("body")


def test_keys_filter_and_play_go_through_the_game(page: Page, tmp_path: Path) -> None:
    film, _ = filmed()
    opened(page, tmp_path, film)
    page.keyboard.press("End")
    assert page.evaluate("replay.index") == len(film.steps)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("replay.index") == 2
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("replay.turnNow") == 1
    page.keyboard.press("Home")
    nation = film.turns[1].nation
    page.select_option("#by-nation", nation)
    page.keyboard.press("ArrowRight")
    first = page.evaluate("replay.turnNow")
    assert film.turns[first].nation == nation
    page.select_option("#speed", "180")
    before = page.evaluate("replay.index")
    page.click("#play")
    later = film.steps[before + 1].shown.number
    page.wait_for_selector(f'html[data-step="{later}"]', state="attached")
    page.click("#play")
    assert page.get_attribute("#play", "aria-pressed") == "false"


def test_B258_the_graphs_are_by_nation_or_by_alliance(page: Page, tmp_path: Path) -> None:
    film, _ = filmed()
    opened(page, tmp_path, film)
    assert page.locator("#legend li").count() == len(film.start.definition.politics.nations)
    page.check("#by-side")
    assert page.locator("#legend li").all_inner_texts() == ["AlAllies", "AxAxis"]
    told = page.locator("#graphs svg").first.get_attribute("aria-label") or ""
    assert told.startswith("Income of the land (PUs), by turn: Allies from ")
    assert page.locator("#graphs svg").first.locator("polyline:not(.halo)").count() == 2


def test_an_arrow_begins_and_ends_where_the_order_says(page: Page, tmp_path: Path) -> None:
    film, _ = filmed()
    opened(page, tmp_path, film)
    place, step = next((at, one) for at, one in enumerate(film.steps, start=1) if one.paths)
    page.evaluate(f"replay.go({place})")
    names = page.evaluate(
        "[...document.querySelectorAll('.trail[data-ends]:not(.old)')].map((line) =>"
        " line.dataset.ends.split(' ').map((at) => replay.film.areas[at].n))"
    )
    assert names == [[path[0], path[-1]] for path in step.paths]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_wider_than_the_screen(
    page: Page, tmp_path: Path, scheme: str
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, tmp_path, filmed()[0])
    page.click("#list summary")
    page.evaluate("replay.go(replay.last)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    back = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (back == "rgb(21, 24, 27)") == (scheme == "dark")


def test_accessible_by_the_rules_of_axe(page: Page, tmp_path: Path) -> None:
    film, _ = filmed()
    opened(page, tmp_path, film)
    assert faults_of(page) == []
    page.evaluate("document.body.append(document.createElement('button'))")
    assert faults_of(page) != [], "axe-core was not run"
