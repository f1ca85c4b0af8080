"""One browser and one server for all tests of the pages; a fresh document for each test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support import browser as support

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    support.skip_or_fail()
    with support.start_browser() as started:
        yield started


@pytest.fixture(scope="session")
def running_site() -> Iterator[support.Site]:
    with support.start_site() as site:
        yield site


@pytest.fixture
def site(running_site: support.Site) -> support.Site:
    """The server, with nothing but the pages."""
    running_site.keys.clear()
    running_site.answers.clear()
    running_site.asked.clear()
    return running_site


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context()
    made.set_default_timeout(support.PATIENCE)
    yield made
    made.close()


def watched(page: Page) -> list[str]:
    """What goes wrong in a page from now on: scripts that throw, and what the policy stops."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda line: complaints.append(line.text) if line.type in {"error", "warning"} else None,
    )
    return complaints


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page; the test fails if a script of it throws or the policy stops something."""
    page = context.new_page()
    complaints = watched(page)
    yield page
    assert complaints == []


@pytest.fixture(scope="session")
def kept_page(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    page = browser.new_page()
    page.set_default_timeout(support.PATIENCE)
    yield page, watched(page)
    page.close()


@pytest.fixture
def kept(kept_page: tuple[Page, list[str]]) -> Iterator[Page]:
    """Like `page`, and quicker, for tests that change nothing but the document in it."""
    page, complaints = kept_page
    complaints.clear()
    yield page
    assert complaints == []


@pytest.fixture(scope="session")
def lab(browser: Browser, running_site: support.Site) -> Iterator[Page]:
    """A page that stays open and gives tests the functions of the scripts, as `lab`."""
    page = browser.new_page()
    page.set_default_timeout(support.PATIENCE)
    support.open_lab(page, running_site)
    yield page
    page.close()
