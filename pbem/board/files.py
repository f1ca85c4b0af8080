"""The files of the page, by name: nothing else of the disk is ever served."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from pbem.report.render import TemplatesMissingError

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
PAGE = "page.html"


@cache
def page_files() -> Mapping[str, tuple[bytes, str]]:
    """The content and the media type of each file of the page.

    Raises TemplatesMissingError when the program is not completely installed.
    """
    package = Path(str(resources.files("pbem")))
    for folder in (package / "templates" / "board", package.parent / "templates" / "board"):
        if (folder / PAGE).is_file():
            return MappingProxyType(
                {
                    path.name: (path.read_bytes(), _KINDS[path.suffix])
                    for path in sorted(folder.iterdir())
                    if path.suffix in _KINDS and path.is_file()
                }
            )
    raise TemplatesMissingError("the page of the board is missing; install pbem again")
