"""The web pages for humans: static files with the headers that keep them harmless.

They are in `templates/web`, in an installed wheel as `pbem/templates/web`. All of the checking is
done by their scripts in the browser; this module only hands them out, and needs no web framework.
Two names are made here: `keys.js`, the authority's own public keys, and `verify-offline.html`, the
verify page with its style and scripts in one file, which works from a disk without a network.
"""

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from engine.values import dataclass

MAIN_PAGE = "verify.html"
OFFLINE_PAGE = "verify-offline.html"
KEYS = "keys.js"

_MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
# Only the journal page may fetch anything, and only from the server it came from. No string ever
# becomes HTML or a script: trusted types forbid it where the browser knows them.
_POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; img-src data:; "
    "connect-src {connect}; form-action 'none'; base-uri 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_FRAMES = "; frame-ancestors 'none'"
_IMPORT = re.compile(r'^import\b[^;]*?\bfrom "\./(?P<name>[a-z_]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_ONLINE = re.compile(r"<!-- online -->.*?<!-- /online -->\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """An HTTP answer: `status` is 200, 304 (the reader has it already) or 404."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def answer_page(name: str, *, keys: Sequence[bytes] = (), if_none_match: str = "") -> PageAnswer:
    """The file `name` of the pages, such as `verify.html`; any other text is a 404.

    `keys` are the authority's public keys (32 bytes each), the newest first; `if_none_match` is the
    request's header of that name. No answer sets a cookie. Raises FileNotFoundError if the pages
    were not installed.
    """
    text = _page_text(name, keys)
    if text is None:
        headers = _headers("text/plain; charset=utf-8", "", "'none'")
        return PageAnswer(404, MappingProxyType(headers), b"There is no such page.\n")
    body = text.encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = _headers(_MEDIA_TYPES[Path(name).suffix], text, "'self'")
    headers |= {"ETag": tag, "Cache-Control": "no-cache"}
    if name == OFFLINE_PAGE:
        headers["Content-Disposition"] = f'attachment; filename="{OFFLINE_PAGE}"'
    known = {part.strip().removeprefix("W/") for part in if_none_match.split(",")}
    if tag in known:
        return PageAnswer(304, MappingProxyType(headers), b"")
    return PageAnswer(200, MappingProxyType(headers), body)


def _page_text(name: str, keys: Sequence[bytes]) -> str | None:
    files = web_files()
    if name == KEYS:
        return _keys_script(keys)
    if name == OFFLINE_PAGE:
        return offline_page(files, keys)
    return files.get(name)


def _headers(media_type: str, text: str, source: str) -> dict[str, str]:
    connect = "'self'" if 'src="journal_page.js"' in text else "'none'"
    policy = _POLICY.format(script=source, style=source, connect=connect) + _FRAMES
    return {
        "Content-Type": media_type,
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


@cache
def web_files() -> Mapping[str, str]:
    """Text of every file of the pages by its name, from the wheel or from the checkout.

    Raises FileNotFoundError if the folder is missing or empty.
    """
    package = resources.files("pbem")
    for folder in (package / "templates" / "web", Path(str(package)).parent / "templates" / "web"):
        if folder.is_dir():
            found = {
                entry.name: entry.read_text("utf-8")
                for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
                if entry.is_file() and Path(entry.name).suffix in _MEDIA_TYPES
            }
            if found:
                return MappingProxyType(found)
    raise FileNotFoundError(
        "the folder with the web pages is missing; install pbem again, or run it from a checkout"
    )


def _keys_script(keys: Sequence[bytes]) -> str:
    return f"export const AUTHORITY_KEYS = {json.dumps([key.hex() for key in keys])};\n"


def offline_page(files: Mapping[str, str], keys: Sequence[bytes]) -> str:
    """The verify page as one file, with a policy that allows exactly its own style and script.

    The modules are put one after the other, each after those that it imports; so no two of them may
    declare one name, and an import may rename nothing.
    """
    script = _one_script({**files, KEYS: _keys_script(keys)}, "verify.js")
    style = f"\n{files['style.css']}"
    if "</" in style or "</script" in script.lower():
        raise ValueError("a style or script would end its own element")
    # A script in a file has no origin of its own, so its hash stands for it.
    policy = _POLICY.format(script=_source(script), style=_source(style), connect="'none'")
    page = _ONLINE.sub("", files[MAIN_PAGE])
    charset = '<meta charset="utf-8">'
    for old, new in (
        (charset, f'{charset}\n<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        ('<link rel="stylesheet" href="style.css">', f"<style>{style}</style>"),
        (
            '<script type="module" src="verify.js"></script>',
            f'<script type="module">{script}</script>',
        ),
    ):
        if page.count(old) != 1:
            raise ValueError(f"the verify page does not hold {old!r} exactly once")
        page = page.replace(old, new)
    return page


def _source(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def _one_script(files: Mapping[str, str], start: str) -> str:
    done: list[str] = []
    placed: set[str] = set()

    def place(name: str) -> None:
        if name in placed:
            return
        placed.add(name)
        text = files[name]
        for imported in _IMPORT.finditer(text):
            place(imported["name"])
        done.append(_EXPORT.sub("", _IMPORT.sub("", text)))

    place(start)
    return "\n" + "\n".join(done)
