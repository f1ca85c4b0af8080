"""The files of the page, by name: nothing else of the disk is ever served."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from pbem import webpages

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
PAGE = "page.html"


@cache
def page_files() -> Mapping[str, tuple[bytes, str]]:
    """The content and the media type of each file of the page.

    Raises FileNotFoundError when the program is not completely installed.
    """
    files = {**webpages.page_files("board"), "pane.js": webpages.page_files("map")["pane.js"]}
    return MappingProxyType(
        {name: (text.encode(), _KINDS[Path(name).suffix]) for name, text in files.items()}
    )
