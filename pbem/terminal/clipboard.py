"""The clipboard of the system, for what a player pastes into a page themselves."""

import base64
import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from pbem.usage import UsageError

_SECONDS: Final = 10
_LONGEST_ESCAPE: Final = 74_994
"""So much base64 fits into the sequence that xterm and others take."""
_TEXT: Final = "utf-8"
_POWERSHELL: Final = ("powershell", "-NoProfile", "-Command", "Get-Clipboard -Raw")
_WINDOWS: Final = "utf-16"
"""What `clip` understands whatever the language of the system is."""


def commands_for(platform: str, environment: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """The programs that put their input on the clipboard of this system, the best first."""
    if platform == "win32":
        return (("clip",),)
    if platform == "darwin":
        return (("pbcopy",),)
    found: list[tuple[str, ...]] = []
    if environment.get("WAYLAND_DISPLAY"):
        found.append(("wl-copy", "--type", "text/plain"))
    if environment.get("DISPLAY"):
        found += [("xclip", "-selection", "clipboard"), ("xsel", "--clipboard", "--input")]
    if environment.get("WSL_DISTRO_NAME"):
        found.append(("clip.exe",))
    return tuple(found)


def copy(text: str, terminal: Callable[[str], None] | None) -> str:
    """Put a text on the clipboard; what took it, for people.

    terminal: writes to a terminal that takes the sequence OSC 52, which travels over ssh too; None
    when there is none.  Raises UsageError `no-clipboard`.
    """
    for command in commands_for(sys.platform, os.environ):
        path = shutil.which(command[0])
        if path is not None and _runs((path, *command[1:]), text):
            return command[0]
    data = base64.b64encode(text.encode(_TEXT)).decode("ascii")
    if terminal is not None and len(data) <= _LONGEST_ESCAPE:
        terminal(f"\x1b]52;c;{data}\x07")
        return "the terminal, if it allows that"
    raise UsageError(
        "no-clipboard",
        "There is no clipboard that this program knows, or the text is too long for the terminal.",
        "Install wl-clipboard, xclip or xsel, or use --print and copy it yourself.",
    )


def readers_for(platform: str, environment: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """The programs that print what is on the clipboard of this system, the best first."""
    if platform == "win32":
        return (_POWERSHELL,)
    if platform == "darwin":
        return (("pbpaste",),)
    found: list[tuple[str, ...]] = []
    if environment.get("WAYLAND_DISPLAY"):
        found.append(("wl-paste", "--no-newline"))
    if environment.get("DISPLAY"):
        found += [("xclip", "-selection", "clipboard", "-o"), ("xsel", "--clipboard", "--output")]
    if environment.get("WSL_DISTRO_NAME"):
        found.append(("powershell.exe", *_POWERSHELL[1:]))
    return tuple(found)


def paste() -> bytes:
    """What is on the clipboard, as a text in UTF-8 or with a byte order mark.

    Raises UsageError `no-clipboard`.
    """
    for command in readers_for(sys.platform, os.environ):
        path = shutil.which(command[0])
        if path is None:
            continue
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            return subprocess.run(  # noqa: S603 - a program of the system, no shell
                (path, *command[1:]), timeout=_SECONDS, check=True, capture_output=True
            ).stdout
    raise UsageError(
        "no-clipboard",
        "There is no clipboard that this program can read.",
        "Save what you copied as a text file and name that file, or install wl-clipboard, xclip or "
        "xsel.",
    )


def _runs(command: tuple[str, ...], text: str) -> bool:
    """Whether a program took the text; its output is dropped, since some stay and keep it open."""
    is_windows = Path(command[0]).stem.lower() == "clip"
    data = text.encode(_WINDOWS if is_windows else _TEXT)
    try:
        done = subprocess.run(  # noqa: S603 - a program of the system, no shell
            command,
            input=data,
            timeout=_SECONDS,
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
