"""axe-core in a page: what it finds there, with the place of each fault.

The file is the one of the package axe-playwright-python, which belongs to the extra `browser`.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support import missing

if TYPE_CHECKING:
    from playwright.sync_api import Page

_FIND = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  const places = (one) => one.nodes.map((node) => node.target.join(" ")).join(", ");
  return found.violations.map((one) => `${one.id} (${one.impact}): ${places(one)}`);
}"""


@cache
def _script() -> str:
    spec = importlib.util.find_spec("axe_playwright_python")
    if spec is None or not spec.submodule_search_locations:
        missing.skip_or_fail("there is no axe-core: pip install -e '.[browser]'", missing.BROWSER)
    return (Path(spec.submodule_search_locations[0]) / "axe.min.js").read_text(encoding="utf-8")


def faults_of(page: Page) -> list[str]:
    """The violations that axe-core finds in a page as it is now; [] when there are none."""
    page.evaluate(_script())
    return [str(one) for one in page.evaluate(_FIND)]
