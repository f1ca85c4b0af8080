"""Board, replay and verify page in Firefox and in WebKit: a short run of each.

Chromium has all other tests of the pages. Both are Debian's, and need nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.board.serve import serving
from pbem.report.film_page import render_film
from tests.support.browser import Site, b64
from tests.support.table import CLOCK, desks_of, table
from tests.support.webdriver import Driven, driven, missing
from tests.web.test_replay_page import GAME, filmed

pytestmark = pytest.mark.browser

_GIVE = """
const data = Uint8Array.from(atob(%r), (one) => one.charCodeAt(0));
const transfer = new DataTransfer();
transfer.items.add(new File([data], 'game.pbem'));
const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer });
document.getElementById('zone').dispatchEvent(event);
"""


@pytest.fixture(params=["firefox", "webkit"], scope="module")
def other(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Driven]:
    lacks = missing(request.param)
    if lacks and not os.environ.get("PBEM_REQUIRE_OTHER_BROWSERS"):
        pytest.skip(f"not installed: {lacks}")
    with driven(request.param, tmp_path_factory.mktemp(request.param)) as found:
        yield found


def test_a_phase_of_the_board(other: Driven, tmp_path: Path) -> None:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    with serving(ann.home, ann.home.key(), lambda: CLOCK) as served:
        other.go(served.guard.renew(f"#{ann.game.folder_name}"))
        where = "document.getElementById('where')?.textContent"
        other.wait(f"{where}?.includes('technology')")
        other.wait("document.querySelectorAll('.areas path').length > 100")
        other.click("#ask [data-end]")
        other.wait(f"{where}?.includes('purchase')")
        other.click("[aria-label='One infantry more']")
        other.wait("document.getElementById('ask').textContent.includes('31')")
        other.run(
            "const f = document.getElementById('find'); f.value = 'Karelija';"
            "f.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));"
            "f.dispatchEvent(new Event('change', {bubbles: true}));"
        )
        other.wait("document.querySelector('#area h2')?.textContent === 'Karelija'")
        assert other.run("return document.getElementById('trouble').hidden")


def test_the_replay_proves_itself(other: Driven, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(render_film(filmed()[0]), "utf-8")
    other.go(path.as_uri())
    other.wait("document.documentElement.dataset.proven !== undefined")
    assert other.run("return document.documentElement.dataset.proven") == "good"


def test_the_verify_page_verifies(other: Driven, site: Site) -> None:
    other.go(site.url("verify.html"))
    other.wait("document.documentElement.dataset.ready !== undefined")
    other.run(_GIVE % b64(GAME.read_bytes()))
    other.wait("document.querySelector('#status.done')")
    assert other.run("return document.querySelector('#result .banner code')") is None
