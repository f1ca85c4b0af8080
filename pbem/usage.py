"""The error of a command that was used in a way that cannot work."""


class UsageError(Exception):
    """Wrong usage: exit code 2.

    code: stable kebab-case string; the text names the place, the reason and the way out.
    """

    exit_code = 2

    def __init__(self, code: str, text: str, way_out: str = "") -> None:
        """text: one sentence; way_out: what to do instead."""
        super().__init__(f"{text} {way_out}".strip())
        self.code = code
