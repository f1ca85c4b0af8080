"""The site of a club in a browser, from its folder: on a phone and on a desk, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.support.axe import faults_of
from tests.support.table import Desk, desk

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

GAMES = Path(__file__).parents[2] / "savegames"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a game that goes on and one that is over."""
    config = '[mail]\naddress = "club@example.org"\n[club]\nname = "Sunday club"\n'
    club: Desk = desk(tmp_path_factory.mktemp("club"), "Club", config)
    for name in ("classic-allies-together", "vanished"):
        club.ok("fetch", GAMES / f"{name}.pbem")
    club.ok("club", "site")
    return club.root / "site"


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_every_page_fits_its_window_and_can_be_read(
    browser: Browser, site: Path, width: int, look: Literal["light", "dark"]
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=look)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    folder = next(path for path in (site / "games").iterdir())
    for path in (
        site / "index.html",
        site / "results.html",
        site / "players.html",
        folder / "index.html",
        folder / "turn-001.html",
    ):
        page.goto(path.as_uri())
        page.wait_for_load_state("load")
        too_wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not too_wide, path.name
        broken = "[...document.images].filter((one) => one.complete && !one.naturalWidth).length"
        assert page.evaluate(broken) == 0, path.name
        assert faults_of(page) == [], path.name
    assert said == []
    assert all(url.startswith("file://") for url in asked)
    page.close()


def test_one_gets_from_the_games_to_a_report_and_back(browser: Browser, site: Path) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 900})
    page.goto((site / "index.html").as_uri())
    page.get_by_role("link", name="classic-allies-together", exact=True).click()
    assert page.get_by_role("heading", level=1).inner_text() == "classic-allies-together"
    page.get_by_role("link", name="Russians").first.click()
    assert "classic-allies-together, round" in page.get_by_role("heading", level=1).inner_text()
    page.go_back()
    page.get_by_role("link", name="Results").click()
    page.get_by_role("link", name="vanished").click()
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector("html[data-proven]", state="attached", timeout=60_000)
    page.close()
