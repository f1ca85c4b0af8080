"""What a command gives back."""

from collections.abc import Mapping
from typing import NamedTuple


class Result(NamedTuple):
    """text: for people, ready to print; data: the same for programs (--json)."""

    text: str
    data: Mapping[str, object] = {}
    exit_code: int = 0
