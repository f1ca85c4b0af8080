"""The error of a command that was used in a way that cannot work."""

from collections.abc import Mapping


class UsageError(Exception):
    """Wrong usage: exit code 2.

    code: stable kebab-case string; the text names the place, the reason and the way out.
    reason, way_out: the two halves of the text.
    details: more about it for --json.
    """

    exit_code = 2

    def __init__(
        self,
        code: str,
        text: str,
        way_out: str = "",
        details: Mapping[str, object] | None = None,
    ) -> None:
        """text: one sentence; way_out: what to do instead."""
        super().__init__(f"{text} {way_out}".strip())
        self.code = code
        self.reason = text
        self.way_out = way_out
        self.details: Mapping[str, object] = details or {}
