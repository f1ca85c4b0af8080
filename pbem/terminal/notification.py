"""A notification of the desktop, for what comes in while nobody looks at the terminal."""

import html
import shutil
import subprocess
import sys

_LONGEST = 300
_SECONDS = 10
_MAC = (
    "-e",
    "on run argv",
    "-e",
    'display notification (item 1 of argv) with title "pbem"',
    "-e",
    "end run",
)


def command_for(text: str, platform: str = sys.platform) -> tuple[str, ...]:
    """The command that shows a text on this system, () where there is none; no shell.

    What a notification of a Linux desktop shows is read as markup, so it is escaped.
    """
    short = text[:_LONGEST]
    if platform == "darwin":
        return ("osascript", *_MAC, short)
    if platform == "win32":
        return ()
    return ("notify-send", "--app-name=pbem", "--", "pbem", html.escape(short))


def notify(text: str) -> None:
    """Show a text, if the system can; nothing depends on it."""
    command = command_for(text)
    path = shutil.which(command[0]) if command else None
    if path is None:
        return
    try:
        subprocess.run(  # noqa: S603 - a program of the system, no shell
            (path, *command[1:]), timeout=_SECONDS, check=False, capture_output=True
        )
    except (OSError, subprocess.TimeoutExpired):
        return
