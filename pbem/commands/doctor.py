"""`pbem doctor`: what is set up on this computer, what is wrong, and what helps."""

import os
import platform
import shutil
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import click

from pbem import VERSION
from pbem.home import Home
from pbem.output import Output
from pbem.post.letter import outbox_of
from pbem.result import Result
from pbem.save.keys import is_sealed
from pbem.terminal.command_line import JSON
from pbem.text import counted, here_text, plain

_LITTLE_ROOM = 100 * 1024 * 1024
_DAY = 86_400


FindingState: TypeAlias = Literal["ok", "note", "wrong"]
"""What was found: nothing, something to know, something to mend."""


class Diagnosis(NamedTuple):
    """What was looked at: fine, to be thought about, or wrong; and what helps then."""

    name: str
    state: FindingState
    text: str
    helps: str = ""


class FindingOutput(Output):
    """What was looked at: ok, note or wrong, and what helps then."""

    name: str
    state: FindingState
    text: str
    helps: str


class DoctorOutput(Output):
    """What is set up on this computer; ok: nothing is wrong."""

    ok: bool
    findings: list[FindingOutput]


@click.command("doctor")
@JSON
def command(as_json: bool) -> Result[DoctorOutput]:
    """Look at versions, home, settings, key, mail, clock, disk and browser.

    Nothing is changed and nobody is asked: `pbem mail test` tries your mail in both directions.
    Ends with exit code 1 when something is wrong.
    """
    del as_json
    found = list(_findings(Home.standard()))
    wrong = sum(one.state == "wrong" for one in found)
    lines = [line for one in found for line in _lines(one)]
    lines.append(f"{counted(wrong, 'thing is', 'things are')} wrong." if wrong else "All is well.")
    rows = [FindingOutput(*one) for one in found]
    return Result("\n".join(lines), DoctorOutput(not wrong, rows), 1 if wrong else 0)


def _findings(home: Home) -> Iterator[Diagnosis]:
    system = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    yield Diagnosis("version", "ok", f"pbem {VERSION}, {system}")
    yield _home(home.root)
    yield _disk(home.root)
    yield _clock(home.root)
    yield _settings(home)
    yield _key(home)
    yield _mail(home)
    yield _outbox(home)
    yield from _club(home)
    yield _browser()
    yield _pictures()


def _lines(one: Diagnosis) -> list[str]:
    mark = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}[one.state]
    return [f"{mark} {one.name:<9}{plain(one.text)}"] + (
        [f"{'':<15}{plain(one.helps)}"] if one.helps else []
    )


def _home(root: Path) -> Diagnosis:
    if not root.exists():
        return Diagnosis("home", "ok", f"{root}, which will be made when it is needed")
    if not os.access(root, os.R_OK | os.W_OK | os.X_OK):
        helps = "Check whose folder it is, or let $PBEM_HOME name another one."
        return Diagnosis("home", "wrong", f"{root} cannot be read and written", helps)
    return Diagnosis("home", "ok", str(root))


def _disk(root: Path) -> Diagnosis:
    there = next(place for place in (root, *root.parents) if place.exists())
    free = shutil.disk_usage(there).free
    text = f"{free // (1024 * 1024):,} MB free"
    if free < _LITTLE_ROOM:
        return Diagnosis("disk", "wrong", text, "Free some space: a turn is not stored by halves.")
    return Diagnosis("disk", "ok", text)


def _clock(root: Path) -> Diagnosis:
    """A clock that runs behind what it wrote itself cannot be right."""
    newest = max((file.stat().st_mtime for file in root.glob("games/*/current.pbem")), default=0)
    now = time.time()
    if newest > now + _DAY:
        text = f"it is {here_text(int(now))} here, but your newest save is from later"
        return Diagnosis("clock", "wrong", text, "Set the clock of this computer.")
    return Diagnosis("clock", "ok", here_text(int(now)))


def _settings(home: Home) -> Diagnosis:
    from pbem.mail.errors import MailError  # noqa: PLC0415 - only here
    from pbem.usage import UsageError  # noqa: PLC0415 - only here

    file = home.root / "config.toml"
    try:
        _ = home.config
    except (UsageError, MailError) as error:
        return Diagnosis("settings", "wrong", str(error), "`pbem help configuration` lists them.")
    return Diagnosis("settings", "ok", str(file) if file.is_file() else "none; as pbem comes")


def _key(home: Home) -> Diagnosis:
    path = home.key_path
    if not path.is_file():
        return Diagnosis("key", "note", "none yet", "Make it: pbem keys new --name YOU")
    if not is_sealed(path.read_bytes()):
        return Diagnosis("key", "note", "no passphrase protects it; who has the file plays as you")
    return Diagnosis("key", "ok", f"{path}, closed with a passphrase")


def _mail(home: Home) -> Diagnosis:
    try:
        mail = home.config.mail
    except Exception:  # the finding about the settings says what it is
        return Diagnosis("mail", "note", "not known, because the settings are wrong")
    if mail is None:
        return Diagnosis("mail", "note", "not set up", "Set it up: pbem mail setup ADDRESS")
    return Diagnosis("mail", "ok", f"{mail.me.mail}; try it: pbem mail test")


def _outbox(home: Home) -> Diagnosis:
    left = 0
    if home.outbox_path.is_dir():
        left = sum(not entry.is_done for entry in outbox_of(home).entries())
    if left:
        return Diagnosis("outbox", "note", f"{counted(left, 'mail')} not sent", "See pbem outbox")
    return Diagnosis("outbox", "ok", "nothing waits")


def _club(home: Home) -> Iterator[Diagnosis]:
    """Only for the home of a club: whether it can work, and where its site goes."""
    try:
        club, mail = home.config.club, home.config.mail
    except Exception:  # the finding about the settings says what it is
        return
    if club is None:
        return
    if mail is None or mail.incoming is None or mail.outgoing is None:
        helps = "Set it up: pbem mail setup ADDRESS"
        yield Diagnosis("club", "wrong", "it needs mail in both directions", helps)
        return
    if isinstance(club.site, Path):
        there = next(place for place in (club.site, *club.site.parents) if place.exists())
        if not os.access(there, os.W_OK | os.X_OK):
            helps = "Let `site` in the [club] table name a folder that may be written."
            yield Diagnosis("club", "wrong", f"its site {club.site} cannot be written", helps)
            return
    yield Diagnosis("club", "ok", f"{club.name}; see `pbem club status`")


def _browser() -> Diagnosis:
    import webbrowser  # noqa: PLC0415 - only here

    try:
        webbrowser.get()
    except webbrowser.Error:
        helps = "`pbem board` prints an address that you can open in any browser of this computer."
        return Diagnosis("browser", "note", "none is known", helps)
    return Diagnosis("browser", "ok", "one is known")


def _pictures() -> Diagnosis:
    if find_spec("resvg_py") is None:
        return Diagnosis(
            "pictures", "wrong", "no PNG can be drawn", "Install: pip install resvg-py"
        )
    return Diagnosis("pictures", "ok", "PNG can be drawn")
