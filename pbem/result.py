"""What a command gives back."""

from collections.abc import Mapping
from typing import NamedTuple


class Result(NamedTuple):
    """text: for people, ready to print; data: the same for programs (--json).

    ends_talk: the text ends a conversation at the terminal, and its last line is what counts, so no
    pager holds it back.
    """

    text: str
    data: Mapping[str, object] = {}
    exit_code: int = 0
    ends_talk: bool = False
