"""A player's home: key, pinned keys, address cards, games, outbox, drafts and configuration.

    <home>/config.toml            pbem.config
    <home>/key.json               pbem.save.keys
    <home>/keyring.json           pinned keys
    <home>/games/<game id>/       pbem.save.shelf, with cards/ and draft.orders beside the saves
    <home>/outbox/                pbem.mail.outbox
    <home>/dice/                  the embedded dice authority, unless configured elsewhere

The folder is $PBEM_HOME, or the system's place for user data.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pbem.config import Config, read_config
from pbem.save.armour import unarmour
from pbem.save.cards import Card, read_card
from pbem.save.errors import KeyFileError, SaveError
from pbem.save.files import write_atomic
from pbem.save.keyring import Keyring
from pbem.save.keys import NamedKey, read_key_file, read_keyring, write_keyring
from pbem.save.shelf import Shelf
from pbem.save.trust import TrustedSave, open_save
from pbem.usage import UsageError

PASSPHRASE_VARIABLE = "PBEM_PASSPHRASE"  # noqa: S105 - the name of a variable
_ARMOUR_START = b"-----BEGIN"
_SHORTEST_ID = 4
_MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Chosen:
    """A save that a command works on, and the file outside the home that it came from, if any."""

    save: TrustedSave
    path: Path | None


class Home:
    """The home folder; nothing in it is read before it is needed."""

    def __init__(self, root: Path) -> None:
        """root: need not exist yet."""
        self.root = root

    @classmethod
    def standard(cls) -> "Home":
        """The home that the environment names."""
        named = os.environ.get("PBEM_HOME")
        if named:
            return cls(Path(named).expanduser())
        from platformdirs import user_data_path  # noqa: PLC0415 - only needed here, and slow

        return cls(user_data_path("pbem", appauthor=False))

    @cached_property
    def config(self) -> Config:
        """The configuration; see pbem.config for errors."""
        return read_config(self.root / "config.toml")

    @property
    def key_path(self) -> Path:
        """Where the player's key is."""
        return self.root / "key.json"

    @property
    def shelf(self) -> Shelf:
        """The player's games."""
        return Shelf(self.root / "games")

    @property
    def outbox_path(self) -> Path:
        """Where mail waits to be sent."""
        return self.root / "outbox"

    @property
    def dice_folder(self) -> Path:
        """Where the embedded dice authority lives."""
        return self.config.dice_folder or self.root / "dice"

    def key(self, passphrase: str = "") -> NamedKey:
        """The player's key; KeyFileError when there is none or the passphrase is wrong."""
        return read_key_file(self.key_path, passphrase)

    def identity(self) -> tuple[str, bytes] | None:
        """Name and public key of the player, without the passphrase; None when he has no key."""
        if not self.key_path.is_file():
            return None
        try:
            values: object = json.loads(self.key_path.read_bytes())
            if isinstance(values, dict):
                return str(values["name"]), bytes.fromhex(values["public"])
        except (ValueError, KeyError, TypeError):
            pass
        raise KeyFileError(
            "key-file-malformed", f"{self.key_path} is no key file", "Restore it from a copy."
        )

    def keyring(self) -> Keyring:
        """The pinned keys."""
        return read_keyring(self.root / "keyring.json")

    def pin(self, name: str, key: bytes) -> None:
        """Pin a player's key."""
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_keyring(self.root / "keyring.json", self.keyring().pin(name, key))

    def choose(self, text: str) -> Chosen:
        """The save that a command names: a file, the start of a game id, or a game's name.

        Raises UsageError when nothing or more than one thing is meant, and any SaveError.
        """
        path = Path(text)
        if path.is_file():
            return Chosen(open_save(read_save_file(path), self.keyring()), path)
        games = self.shelf.games()
        wanted = text.lower()
        found = [
            game for game in games if len(wanted) >= _SHORTEST_ID and game.hex().startswith(wanted)
        ]
        saves = [self.shelf.load(game, self.keyring()) for game in found or games]
        fitting = [
            save for save in saves if save is not None and (found or save.genesis.name == text)
        ]
        if len(fitting) == 1:
            return Chosen(fitting[0], None)
        if fitting:
            ids = ", ".join(save.genesis.game.hex()[:8] for save in fitting)
            raise UsageError("save-ambiguous", f"{text!r} means several games: {ids}.")
        known = ", ".join(game.hex()[:8] for game in games) or "none"
        raise UsageError(
            "save-not-found",
            f"{text!r} is no file and no game of yours (known games: {known}).",
            "Name a .pbem file or the first letters of a game id; `pbem games` lists them.",
        )

    def cards(self, save: TrustedSave) -> dict[str, Card]:
        """Addresses of the players of a game, by player name: only cards whose key is in the game.

        The host's own card may come with the invitation; it is taken for the host's key.
        """
        folder = self.shelf.folder(save.genesis.game) / "cards"
        keys = {**save.players, save.genesis.host: save.genesis.host_key}
        found: dict[str, Card] = {}
        for path in sorted(folder.glob("*.card")) if folder.is_dir() else ():
            try:
                card = read_card(path.read_bytes())
            except SaveError:
                continue
            if keys.get(card.name) == card.key:
                found[card.name] = card
        return found

    def keep_card(self, game: bytes, data: bytes) -> Card:
        """Keep an address card with a game; SaveError when it is not a valid card."""
        card = read_card(data)
        folder = self.shelf.folder(game) / "cards"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomic(folder / f"{card.key.hex()[:32]}.card", data, mode=0o600)
        return card

    def card_files(self, save: TrustedSave) -> tuple[bytes, ...]:
        """The bytes of all kept cards of a game, for mailing them on."""
        folder = self.shelf.folder(save.genesis.game) / "cards"
        names = {card.key.hex()[:32] for card in self.cards(save).values()}
        return tuple((folder / f"{name}.card").read_bytes() for name in sorted(names))

    def keep_addresses(self, game: bytes, addresses: Mapping[str, str]) -> None:
        """Remember where the host wants invitations sent: player name to mail address."""
        folder = self.shelf.folder(game)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lines = [f"{address}\t{name}\n" for name, address in sorted(addresses.items())]
        write_atomic(folder / "addresses.txt", "".join(lines).encode(), mode=0o600)

    def invited_addresses(self, game: bytes) -> dict[str, str]:
        """What `keep_addresses` remembered; empty for a game that somebody else hosts."""
        path = self.shelf.folder(game) / "addresses.txt"
        if not path.is_file():
            return {}
        rows = [line.split("\t", 1) for line in path.read_text(encoding="utf-8").splitlines()]
        return {row[1]: row[0] for row in rows if len(row) == 2}

    def draft_path(self, game: bytes) -> Path:
        """Where the orders of a turn under way are kept until they are signed."""
        return self.shelf.folder(game) / "draft.orders"


def read_save_file(path: Path) -> bytes:
    """The bytes of a save file, or of the armoured text in a file.

    Raises UsageError when it cannot be read or is absurdly large.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise UsageError("file-too-large", f"{path} is too large to be a save.")
        data = path.read_bytes()
    except OSError as error:
        raise UsageError("file-unreadable", f"{path} cannot be read: {error.strerror}.") from None
    if _ARMOUR_START in data[:100_000]:
        return unarmour(data.decode("utf-8", errors="replace"))
    return data
