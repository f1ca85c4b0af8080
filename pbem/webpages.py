"""The scripts and styles of our web pages, and how a page becomes one file.

They are in `templates/web` (pages of a dice server) and `templates/replay`, in an installed wheel
as `pbem/templates/...`.  Scripts are modules that import one another by name; in one file they are
put one after the other, each after those that it imports.  So no two of them may declare one name,
and an import may rename nothing.
"""

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType

_SUFFIXES = frozenset({".html", ".css", ".js"})
_IMPORT = re.compile(r'^import\b[^;]*?\bfrom "\./(?P<name>[a-z_]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_DECLARED = re.compile(r"^(?:const|let|class|(?:async )?function) (?P<name>\w+)", re.MULTILINE)

# No string ever becomes HTML or a script: trusted types forbid it where the browser knows them.
_POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; img-src data:; "
    "connect-src {connect}; form-action 'none'; base-uri 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)


@cache
def page_files(folder: str) -> Mapping[str, str]:
    """Text of every file of a folder of `templates` by its name, from the wheel or the checkout.

    Raises FileNotFoundError if the folder is missing or empty.
    """
    package = resources.files("pbem")
    for top in (package / "templates", Path(str(package)).parent / "templates"):
        place = top / folder
        if place.is_dir():
            found = {
                entry.name: entry.read_text("utf-8")
                for entry in sorted(place.iterdir(), key=lambda entry: entry.name)
                if entry.is_file() and Path(entry.name).suffix in _SUFFIXES
            }
            if found:
                return MappingProxyType(found)
    raise FileNotFoundError(
        "the folder with the web pages is missing; install pbem again, or run it from a checkout"
    )


def one_script(files: Mapping[str, str], start: str) -> str:
    """A module and all that it imports as one script.

    Raises ValueError if it would end its own element or declare a name twice, KeyError for a module
    that is not there.
    """
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
    script = "\n" + "\n".join(done)
    if "</script" in script.lower() or "<!--" in script:
        raise ValueError("a script would end its own element")
    names = Counter(found["name"] for found in _DECLARED.finditer(script))
    if twice := [name for name, count in names.items() if count > 1]:
        raise ValueError(f"two scripts of a page declare {', '.join(twice)}")
    return script


def policy_of(*, script: str, style: str, connect: str = "'none'") -> str:
    """What a page allows; script, style, connect: sources as in a Content-Security-Policy."""
    return _POLICY.format(script=script, style=style, connect=connect)


def source_of(text: str) -> str:
    """A script or style of a page itself as a source: by its hash, because a file has no origin."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"
