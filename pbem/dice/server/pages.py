"""The web pages for humans: static files with the headers that keep them harmless.

They are in `templates/web`, in an installed wheel as `pbem/templates/web`. All of the checking is
done by their scripts in the browser; this module only hands them out, and needs no web framework.
Two names are made here: `keys.js`, the authority's own public keys, and `verify-offline.html`, the
verify page with its style and scripts in one file, which works from a disk without a network.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from engine.values import dataclass
from pbem.webpages import one_script, page_files, policy_of, source_of

MAIN_PAGE = "verify.html"
OFFLINE_PAGE = "verify-offline.html"
KEYS = "keys.js"

_MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
_FRAMES = "; frame-ancestors 'none'"
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
    # Only the journal page may fetch anything, and only from the server it came from.
    policy = policy_of(script=source, style=source, connect=connect) + _FRAMES
    return {
        "Content-Type": media_type,
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


def web_files() -> Mapping[str, str]:
    """Text of every file of the pages by its name; raises as `page_files` does."""
    return page_files("web")


def _keys_script(keys: Sequence[bytes]) -> str:
    return f"export const AUTHORITY_KEYS = {json.dumps([key.hex() for key in keys])};\n"


def offline_page(files: Mapping[str, str], keys: Sequence[bytes]) -> str:
    """The verify page as one file, with a policy that allows exactly its own style and script."""
    script = one_script({**files, KEYS: _keys_script(keys)}, "verify.js")
    style = f"\n{files['style.css']}"
    if "</" in style:
        raise ValueError("a style or script would end its own element")
    # A script in a file has no origin of its own, so its hash stands for it.
    policy = policy_of(script=source_of(script), style=source_of(style))
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
