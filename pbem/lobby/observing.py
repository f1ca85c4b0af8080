"""Those who observe a game: what the host says of it, kept beside the game."""

from collections.abc import Sequence, Sized
from pathlib import Path
from typing import Final, NamedTuple

from pbem.files import write_atomic
from pbem.home import Home
from pbem.mail.address import Address
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey
from pbem.save.observers import (
    MAX_OBSERVERS,
    Observer,
    ObserverList,
    check_observers,
    observers_file,
    read_observers,
)
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError

_FILE: Final = "observers.pbem"


class KeptObservers(NamedTuple):
    """The list of a game as the host has signed it; file: b"" for none that holds.

    people: addresses are texts of strangers; time: of the list, -1 for none.
    """

    file: bytes = b""
    people: tuple[Observer, ...] = ()
    time: int = -1


def kept_observers(home: Home, save: TrustedSave) -> KeptObservers:
    """Who observes a game, and the file that says so, read and checked once."""
    try:
        data = _path(home, save).read_bytes()
        listed = read_observers(data)
        check_observers(listed, save)
    except (OSError, SaveError):
        return KeptObservers()
    return KeptObservers(data, listed.people, listed.time)


def keep_observers(home: Home, save: TrustedSave, data: bytes) -> bool:
    """Keep a list that the host of the game has signed; False for an older one than is known.

    Raises as `read_observers` and `check_observers` do.
    """
    listed = read_observers(data)
    check_observers(listed, save)
    if kept_observers(home, save).time >= listed.time:
        return False
    write_atomic(_path(home, save), data, mode=0o600)
    return True


def change_observers(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    added: Sequence[Address],
    removed: Sequence[str],
    when: int,
) -> tuple[Observer, ...]:
    """The host says who observes from now on; who does then.

    removed: names or addresses.  when: Unix seconds.  Raises UsageError `not-the-host`,
    `no-such-observer`, `too-many-observers`.
    """
    if key.key.public != save.holders.host:
        raise UsageError(
            "not-the-host",
            "Only the host says who observes a game.",
            f"Ask {quoted(save.genesis.host)}.",
        )
    before = kept_observers(home, save)
    known = {one.address: one for one in before.people}
    for word in removed:
        found = [address for address, one in known.items() if word in (address, one.name)]
        if not found:
            raise UsageError("no-such-observer", f"{quoted(word)} does not observe this game.")
        for address in found:
            del known[address]
    known |= {one.mail: Observer(one.name or one.mail.split("@")[0], one.mail) for one in added}
    check_number(known)
    people = tuple(sorted(known.values(), key=lambda one: one.address))
    data = observers_file(
        ObserverList(save.genesis_head, people, max(when, before.time + 1)), key.key
    )
    write_atomic(_path(home, save), data, mode=0o600)
    return people


def check_number(people: Sized) -> None:
    """Raise UsageError `too-many-observers` for more than a list can hold."""
    if len(people) > MAX_OBSERVERS:
        raise UsageError("too-many-observers", f"At most {MAX_OBSERVERS} people observe a game.")


def _path(home: Home, save: TrustedSave) -> Path:
    return home.game_store.folder(ref_of(save)) / _FILE
