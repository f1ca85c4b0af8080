"""Fill the templates: plain text, HTML (light and dark, B256), Markdown and BBCode.

The folder `templates` holds loops and ifs only.  Every value that a template prints goes through
the escape of its format first; what a template or a filter has laid out already is Markup.
Templates are found in an installed wheel (as `pbem/templates`) and in a checkout (beside `pbem`).
"""

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias

from jinja2 import DictLoader, Environment, StrictUndefined, TemplateNotFound
from markupsafe import Markup

from engine.values import dataclass
from pbem.atlas.page_model import PageMap
from pbem.report.document import Document
from pbem.report.forum import bbcode_text, markdown_text, markdown_words
from pbem.report.mail_picture import MailPicture
from pbem.report.model import TurnSummary
from pbem.report.turn_document import glance_document, mail_document, turn_document
from pbem.text import plain
from pbem.webpages import one_script, page_files, source_of

Format: TypeAlias = Literal["txt", "html", "md", "bbcode"]

_GAPS = re.compile(r"\n{3,}")
_WIDTH = 78
_MESSAGE_LIMIT = 20_000


class TemplatesMissingError(Exception):
    """The templates were not installed; the message says so in one sentence."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What an invitation to a game says.

    seats: pairs (nation, player name), "" for a seat that is still open; nation: the seat that is
    offered; terms: what one agrees to, one line each; how_to: what to do to join, one line each.
    notes: what the maker of the map says, or its beginning, line by line.
    """

    game: str
    game_id: str
    scenario: str
    host: str
    nation: str
    seats: tuple[tuple[str, str], ...]
    terms: tuple[str, ...]
    message: str
    how_to: tuple[str, ...]
    notes: tuple[str, ...] = ()


def render_turn(
    summary: TurnSummary, fmt: Format, picture: PageMap | None = None, width: int = _WIDTH
) -> str:
    """The report of a turn.

    txt: lines of at most `width` columns; html: one page that needs nothing else; md and bbcode:
    for forums.  picture: the board after the turn, for the page.
    Raises TemplatesMissingError when the program is not completely installed.
    """
    return render_document(turn_document(summary), fmt, picture, width)


def render_document(
    document: Document, fmt: Format, picture: PageMap | None = None, width: int = _WIDTH
) -> str:
    """Any document in a format; picture: what it shows where it has a board."""
    values = {"document": document, "picture": picture, "still": None}
    return _render(f"document.{fmt}", fmt, values, width)


def render_glance(summary: TurnSummary) -> str:
    """What matters most of a turn, as plain text without a title."""
    return _render("mail.txt", "txt", {"document": glance_document(summary)})


def render_mail(
    summary: TurnSummary,
    how_to: Sequence[str],
    fmt: Literal["txt", "html"] = "txt",
    still: MailPicture | None = None,
) -> str:
    """The body of the mail that carries a turn.

    how_to: how to answer, one line each; still: the map, which the mail carries as ``cid:map``.
    """
    # No map to be zoomed: mail programs show neither drawings of this kind nor scripts.
    values = {"document": mail_document(summary, how_to), "picture": None, "still": still}
    return _render(f"mail.{fmt}", fmt, values)


def render_invitation(invitation: Invitation) -> str:
    """The plain text of an invitation."""
    return _render("invitation.txt", "txt", {"invitation": invitation})


def render_template(name: str, fmt: Format, values: Mapping[str, object]) -> str:
    """Any other template of the folder, with the escapes of a format."""
    return _render(name, fmt, values)


def _render(name: str, fmt: Format, values: Mapping[str, object], width: int = _WIDTH) -> str:
    try:
        template = _environment(fmt, tuple(_templates().items()), width).get_template(name)
    except TemplateNotFound as error:
        raise TemplatesMissingError(
            f"the template {error.name} is not installed; install pbem again"
        ) from error
    return _tidied(template.render(values), fmt)


def _tidied(text: str, fmt: Format) -> str:
    """No more than one empty line in a row, and no spaces at the end of a line of plain text."""
    if fmt == "html":
        return text
    if fmt == "txt":
        text = "\n".join(line.rstrip() for line in text.split("\n"))
    return _GAPS.sub("\n\n", text).strip("\n") + "\n"


@lru_cache(maxsize=8)
def _environment(fmt: Format, templates: tuple[tuple[str, str], ...], width: int) -> Environment:
    """Compiling is slow, so it is done once for the same templates."""
    # Only HTML has its escape built in; the other formats have theirs in `finalize`.
    environment = Environment(
        loader=DictLoader(dict(templates)),
        autoescape=fmt == "html",  # noqa: S701
        undefined=StrictUndefined,
        finalize=_finalizer(fmt),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    if fmt == "html":
        script = one_script(page_files("map"), "report.js")
        environment.globals["map_script"] = Markup(script)  # noqa: S704  (our own file)
        environment.globals["map_script_source"] = Markup(source_of(script))  # noqa: S704
    environment.filters["wrap"] = partial(_wrap, width)
    environment.globals["width"] = width
    environment.filters["quote"] = _QUOTES[fmt]
    environment.filters["column"] = _column
    environment.filters["inside"] = _inside_markdown
    return environment


def _finalizer(fmt: Format) -> Callable[[object], object]:
    escape = _ESCAPES[fmt]

    def finalize(value: object) -> object:
        return value if isinstance(value, Markup) else _spaced(str(value), escape)

    return finalize


def _spaced(text: str, escape: Callable[[str], str]) -> str:
    """A text escaped; what joins it to the words around it, a space at either end, stays."""
    first, last = " " * text.startswith(" "), " " * text.endswith(" ")
    return f"{first}{escape(text.strip(' '))}{last}" if text.strip(" ") else first


def _inside_markdown(text: str) -> Markup:
    """Words of Markdown that do not begin a line."""
    return Markup(_spaced(text, markdown_words))  # noqa: S704  (escaped right here)


def _wrap(width: int, text: str, indent: int = 0, hang: int = 2) -> Markup:
    """A paragraph broken into lines, the second and later ones `hang` columns further in.

    width: columns of the longest line.  The text has been made plain by the printing of its parts;
    it is used as a block filter and ends its last line, because the newline after a tag is not
    part of the output.
    """
    first = " " * indent
    rest = " " * (indent + hang)
    return Markup(  # noqa: S704  (plain text: nothing is markup there)
        textwrap.fill(
            " ".join(text.split()),
            width=width,
            initial_indent=first,
            subsequent_indent=rest,
            break_on_hyphens=False,
        )
        + "\n"
    )


def _column(value: object, width: int, align: Literal["<", ">"] = "<") -> Markup:
    """A cell of a table in plain text, cut to its width."""
    text = plain(str(value))
    cut = text if len(text) <= width else text[: width - 1] + "…"
    return Markup(f"{cut:{align}{width}}")  # noqa: S704  (as above)


def _message_lines(text: str) -> list[str]:
    return plain(text, lines=True, limit=_MESSAGE_LIMIT).strip().split("\n")


def _quote_text(text: str) -> Markup:
    lines: list[str] = []
    for line in _message_lines(text):
        lines.extend(textwrap.wrap(line, _WIDTH - 2, break_on_hyphens=False) or [""])
    return Markup("\n".join(f"> {line}".rstrip() for line in lines))  # noqa: S704


def _quote_html(text: str) -> Markup:
    return Markup("<br>\n").join(_message_lines(text))


def _quote_markdown(text: str) -> Markup:
    lines = (markdown_text(line) for line in _message_lines(text))
    return Markup("\n".join(f"> {line}  ".rstrip(" ") + "  " for line in lines))  # noqa: S704


def _quote_bbcode(text: str) -> Markup:
    return Markup("\n".join(bbcode_text(line) for line in _message_lines(text)))  # noqa: S704


_ESCAPES: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"txt": plain, "html": plain, "md": markdown_text, "bbcode": bbcode_text}
)
_QUOTES: Mapping[str, Callable[[str], Markup]] = MappingProxyType(
    {
        "txt": _quote_text,
        "html": _quote_html,
        "md": _quote_markdown,
        "bbcode": _quote_bbcode,
    }
)


def _templates() -> dict[str, str]:
    """All templates by name, from the wheel or from the checkout."""
    package = resources.files("pbem")
    installed = package / "templates"
    if installed.is_dir():
        found = {
            entry.name: entry.read_text("utf-8") for entry in installed.iterdir() if entry.is_file()
        }
        if found:
            return found
    checkout = Path(str(package)).parent / "templates"
    if checkout.is_dir():
        return {
            path.name: path.read_text("utf-8")
            for path in sorted(checkout.iterdir())
            if path.is_file() and not path.name.startswith(".")
        }
    raise TemplatesMissingError(
        "the folder with the templates is missing; install pbem again, or run it from a checkout"
    )
