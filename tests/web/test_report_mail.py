"""The report in a mail on a phone: nothing of it is wider than the screen (B256)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbem.post.outgoing import summary_of
from pbem.replay import read_position
from pbem.report.render import render_mail
from pbem.save.trust import open_save

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GAMES = Path(__file__).parents[2] / "savegames"
RIGHT = "[...document.querySelectorAll('table')].map((t) => t.getBoundingClientRect().right)"


@pytest.mark.parametrize("game", ["two-boards", "blocks"])
def test_on_a_phone_no_table_of_a_mail_is_wider_than_the_screen(
    page: Page, tmp_path: Path, game: str
) -> None:
    position = read_position(open_save((GAMES / f"{game}.pbem").read_bytes()))
    turn = next(turn for turn in position.turns if turn.is_finished and turn.number >= 3)
    path = tmp_path / "mail.html"
    path.write_text(render_mail(summary_of(position, turn), ("pbem fetch",), "html"), "utf-8")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(path.as_uri())
    assert max(page.evaluate(RIGHT)) <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
