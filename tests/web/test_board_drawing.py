"""How the map of the board is drawn, in a real Chromium: what lies on what, and what fits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.boardpage import Player, opened
from tests.support.table import desk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

_UNCOVERED = """() => {
  const lands = [...document.querySelectorAll(".areas path:not(.sea)")];
  if (lands.length < 100) throw new Error("the map has hardly any land");
  const isBelow = (line, land) => line.compareDocumentPosition(land) & 4;
  return [...document.querySelectorAll(".lit")]
    .filter((line) => !lands.every((land) => isBelow(line, land))).length;
}"""
"""How many lit outlines some land does not cover; 4 is DOCUMENT_POSITION_FOLLOWING."""

_TOO_WIDE = """() => [...document.querySelectorAll(".chip > g")].flatMap((chip) => {
  const signs = [...chip.querySelectorAll("use")].map((sign) => sign.getBoundingClientRect());
  const edge = chip.querySelector("rect").getBoundingClientRect().right;
  return [...chip.querySelectorAll("text")].filter((text) => {
    const { left, right, width } = text.getBoundingClientRect();
    const next = Math.min(edge, ...signs.map((sign) => sign.left).filter((at) => at > left));
    return width && right > next + 0.5;
  }).map((text) => text.textContent);
})"""


@pytest.fixture
def player(tmp_path: Path, context: BrowserContext) -> Iterator[Player]:
    """A page at the combat move of the Germans, on a map of cells with ten nations."""
    ann = desk(tmp_path, "Ann", f'[dice]\nfolder = "{tmp_path / "authority"}"\n')
    ann.ok("new", "second_edition_global_1940", "--hotseat")
    with opened(ann, context) as player:
        player.key("d")
        player.key("d")
        yield player


def test_letters_and_numbers_fit_the_boxes_of_the_units(player: Player) -> None:
    assert player.page.locator(".chip use").count()
    assert player.page.evaluate(_TOO_WIDE) == []
    player.click("Whole map")
    assert player.page.evaluate(_TOO_WIDE) == []


def test_lit_seas_end_at_the_coast(player: Player) -> None:
    """Seas go on below the lands; their outlines must not run across a continent."""
    player.look_up("108 Sea Zone")
    player.page.wait_for_selector(".lit", state="attached")
    assert player.page.evaluate(_UNCOVERED) == 0
    player.look_up("Poland")
    player.page.wait_for_selector('path[data-lit][data-name="Germany"]')
    lands = player.page.locator("path[data-lit]:not(.sea)").count()
    assert player.page.evaluate(_UNCOVERED) == lands
