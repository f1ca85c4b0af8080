"""Making the player's own key, wherever they ask for it."""

from pbem.home import Home
from pbem.lobby.names import check_name
from pbem.save.errors import KeyFileError
from pbem.save.keys import NamedKey, write_key_file
from pbem.wire.signing import SigningKey


def check_no_key(home: Home, name: str) -> None:
    """Refuse a name that no save can hold, and a second key; UsageError and KeyFileError."""
    check_name(name, "Your name")
    if home.key_path.exists():
        raise KeyFileError(
            "key-exists",
            f"you have a key already, in {home.key_path}",
            "Move it away first if you really want another: your games know you by the old one.",
        )


def make_key(home: Home, name: str, passphrase: str) -> NamedKey:
    """Make the player's key and write its file; passphrase: "" leaves it unprotected.

    Raises as `check_no_key`.
    """
    check_no_key(home, name)
    named = NamedKey(name, SigningKey.generate())
    home.root.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_key_file(home.key_path, named, passphrase)
    return named
