"""Names that a save can hold and everybody can read."""

from pbem.text import plain, quoted
from pbem.usage import UsageError
from pbem.wire.fields import MAX_NAME


def check_name(name: str, what: str, most: int = MAX_NAME) -> None:
    """Refuse a name that a save cannot hold or that would not be shown as it is; UsageError."""
    if not name.strip() or len(name.encode()) > most:
        raise UsageError("bad-name", f"{what} must have 1 to {most} bytes.")
    if plain(name) != name or name != name.strip() or "\ufffd" in name:
        raise UsageError(
            "bad-name",
            f"{what} {quoted(name)} holds invisible or control characters, or spaces at an end.",
            "Use only characters that everybody can see.",
        )
