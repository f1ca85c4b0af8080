"""The notes of a map maker: HTML in the map file, plain text here.

They come from strangers, so nothing of their HTML is kept: no tag, address, picture or script can
reach a page.  What a browser would break into lines is broken into lines.
"""

from html.parser import HTMLParser
from typing import Final

from engine.loading.fields import MAX_NOTES
from engine.loading.triplea.attachments import Records

_MOST: Final = 200_000
"""Characters of HTML that are looked at; the longest notes known have 60,000."""

_CUT: Final = "\n\n(The map file says more.)"
_LINES: Final = frozenset(("br", "div", "tr", "dt", "dd", "center", "table", "ul", "ol", "dl"))
_ENDING: Final = _LINES - {"br", "tr", "dt", "dd"}
"""Those after which a new line begins as well."""
_PARAGRAPHS: Final = frozenset(("p", "hr", "h1", "h2", "h3", "h4", "h5", "h6"))
_UNSHOWN: Final = frozenset(("script", "style", "title"))


def read_notes(records: Records) -> str:
    """What the map says in its property `notes`, as plain text; "" for nothing."""
    text = notes_from_html(records.properties.get("notes", ""))
    if len(text) > MAX_NOTES:
        return text[: MAX_NOTES - len(_CUT)].rstrip() + _CUT
    return text


def notes_from_html(html: str) -> str:
    """HTML as lines of text, paragraphs with one empty line between them."""
    reader = _Reader()
    reader.feed(html[:_MOST])
    reader.close()
    rows = (line.split("\t") for line in "".join(reader.found).split("\n"))
    lines = [" | ".join(filter(None, (" ".join(cell.split()) for cell in row))) for row in rows]
    kept: list[str] = []
    for line in lines:
        # isprintable refuses control and bidi characters, which could rearrange a terminal's line.
        shown = "".join(one for one in line if one.isprintable()).strip()
        if shown or (kept and kept[-1]):
            kept.append(shown)
    return "\n".join(kept).strip()


class _Reader(HTMLParser):
    """Collects the text, with ends of lines where a browser would have them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._unshown = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        if tag in _UNSHOWN:
            self._unshown += 1
        elif tag == "li":
            self.found.append("\n* ")
        elif tag in {"td", "th"}:
            self.found.append("\t")
        else:
            self.found.append(_break_of(tag, _LINES))

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSHOWN:
            self._unshown = max(0, self._unshown - 1)
        else:
            self.found.append(_break_of(tag, _ENDING))

    def handle_data(self, data: str) -> None:
        if not self._unshown:
            # Ends of lines and tabs are spaces in HTML.
            self.found.append(data.replace("\n", " ").replace("\t", " "))


def _break_of(tag: str, breaking: frozenset[str]) -> str:
    if tag in _PARAGRAPHS:
        return "\n\n"
    return "\n" if tag in breaking else ""
