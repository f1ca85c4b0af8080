"""Which version of the program somebody else has, and how to get a newer one."""

import re
import sys

from pbem import VERSION

_NUMBERS = re.compile(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})")


def is_newer(version: str) -> bool:
    """Whether a version that somebody names is newer than this one; not if it is none."""
    theirs, ours = _NUMBERS.fullmatch(version), _NUMBERS.fullmatch(VERSION)
    if theirs is None or ours is None:
        return False
    return tuple(map(int, theirs.groups())) > tuple(map(int, ours.groups()))


def update_command() -> str:
    """What to type for the newest version, as far as the place of this one shows."""
    place = sys.prefix.replace("\\", "/")
    if "/pipx/" in place:
        return "pipx upgrade pbem"
    if "/uv/tools/" in place:
        return "uv tool upgrade pbem"
    return "python -m pip install --upgrade pbem"
