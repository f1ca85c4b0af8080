"""A player's home: key, pinned keys, address cards, games, outbox, drafts and configuration.

    <home>/config.toml            pbem.config
    <home>/key.json               pbem.save.keys
    <home>/keyring.json           pinned keys
    <home>/games/<id>-<genesis>/  pbem.save.game_store; cards/ and draft.orders beside the saves
    <home>/forgotten/             what `pbem forget` keeps
    <home>/maps.json              pbem.atlas.known_folders
    <home>/maps/                  pbem.board.map_folder
    <home>/outbox/                pbem.mail.outbox
    <home>/checkpoints/           pbem.checkpoints
    <home>/club/                  pbem.club.index, if it is the home of a club
    <home>/cache/                 pbem.status_cache
    <home>/pbem.log               pbem.log
    <home>/dice/                  the embedded dice authority, unless configured elsewhere

The folder is $PBEM_HOME, or the system's place for user data.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from engine.lazy import LazyFunction
from engine.values import dataclass
from pbem.files import write_atomic
from pbem.named_files import read_save_file, refuse_text, what_is
from pbem.place import home_folder
from pbem.save.errors import KeyFileError, NotASaveError, SaveError
from pbem.save.keyring import Keyring
from pbem.save.keys import NamedKey, read_key_file, read_keyring, write_keyring
from pbem.text import quoted
from pbem.usage import UsageError

if TYPE_CHECKING:
    from pbem.checkpoints import Checkpoints
    from pbem.config import Config
    from pbem.replay import Position
    from pbem.save.cards import Card, read_card
    from pbem.save.game_store import GameStore
    from pbem.save.shelf import GameRef, describe_game, handle, handles, ref_of, refs_named
    from pbem.save.trust import inspect_save, open_save
    from pbem.save.trusted_save import TrustedSave
else:
    # Late: `pbem keys` opens no game.
    read_card = LazyFunction("pbem.save.cards", "read_card")
    describe_game, handle, handles, ref_of, refs_named = (
        LazyFunction("pbem.save.shelf", name)
        for name in ("describe_game", "handle", "handles", "ref_of", "refs_named")
    )
    inspect_save = LazyFunction("pbem.save.trust", "inspect_save")
    open_save = LazyFunction("pbem.save.trust", "open_save")

PASSPHRASE_VARIABLE = "PBEM_PASSPHRASE"  # noqa: S105 - the name of a variable


@dataclass(frozen=True, slots=True)
class SelectedSave:
    """A save that a command works on, and the file outside the home that it came from, if any."""

    save: TrustedSave
    path: Path | None


@dataclass(frozen=True, slots=True)
class PartialSave:
    """A save to look at: the part of it that could be verified, and what is wrong after it.

    data: the bytes that were looked at; the file may have changed since.
    """

    save: TrustedSave
    error: SaveError | None
    data: bytes


class Home:
    """The home folder; nothing in it is read before it is needed."""

    def __init__(self, root: Path) -> None:
        """root: need not exist yet."""
        self.root = root

    @classmethod
    def standard(cls) -> Home:
        """The home that the environment names; UsageError when that is not a folder."""
        root = home_folder()
        if os.environ.get("PBEM_HOME") and root.exists() and not root.is_dir():
            raise UsageError(
                "home-not-a-folder",
                f"{root}, which $PBEM_HOME names, is not a folder. Let it name a folder, "
                "which need not exist yet, or unset it.",
            )
        return cls(root)

    @cached_property
    def config(self) -> Config:
        """The configuration; see pbem.config for errors."""
        from pbem.config import read_config  # noqa: PLC0415 - slow to import

        return read_config(self.root / "config.toml")

    def forget_config(self) -> None:
        """Read the configuration anew when it is needed next: the player has changed it."""
        self.__dict__.pop("config", None)

    @property
    def key_path(self) -> Path:
        """Where the player's key is."""
        return self.root / "key.json"

    @property
    def game_store(self) -> GameStore:
        """The player's games."""
        from pbem.save.game_store import GameStore  # noqa: PLC0415 - slow to import

        return GameStore(self.root / "games", _packaged_scenario, self._known)

    @cached_property
    def checkpoints(self) -> Checkpoints:
        """What was verified and played before."""
        from pbem.checkpoints import MOST, OF_A_CLUB, Checkpoints  # noqa: PLC0415 - slow to import

        most = OF_A_CLUB if self.club_folder.is_dir() else MOST
        return Checkpoints(self.root / "checkpoints", most)

    @property
    def club_folder(self) -> Path:
        """What a club knows of its games; only the home of a club has it."""
        return self.root / "club"

    def _known(self, frames: tuple[bytes, ...]) -> TrustedSave | None:
        return self.checkpoints.known(frames)

    def position(self, save: TrustedSave) -> Position:
        """Where a save stands, played on from what was played before; kept for the next time.

        Raises as `read_position` does.
        """
        return self.checkpoints.position(save)

    def forget_game(self, ref: GameRef) -> Path | None:
        """Remove a game, as `GameStore.forget` does, and what was worked out about it.

        Returns where the newest save and the proofs of forks are kept; None for a game of others.
        """
        guest = self.game_store.is_guest(ref)
        keep = None if guest else self.root / "forgotten" / ref.folder_name
        data = read_save_file(self.game_store.current(ref))
        self.checkpoints.forget(data)
        self.game_store.forget(ref, keep)
        return keep

    @property
    def maps_path(self) -> Path:
        """Where it is remembered which map folder is used for which scenario."""
        return self.root / "maps.json"

    @property
    def kept_maps(self) -> Path:
        """Where the zips of maps are kept that were dropped on the page."""
        return self.root / "maps"

    def map_folder(self, scenario: str) -> Path | None:
        """The TripleA map folder that the player uses for a scenario of this name, if any."""
        from pbem.atlas.known_folders import known_folder  # noqa: PLC0415 - only for pictures

        return known_folder(self.maps_path, scenario)

    @property
    def outbox_path(self) -> Path:
        """Where mail waits to be sent."""
        return self.root / "outbox"

    @property
    def aside_path(self) -> Path:
        """Where mails are kept that the program could not read."""
        return self.root / "aside"

    @property
    def dice_folder(self) -> Path:
        """Where the embedded dice authority lives."""
        return self.config.dice_folder or self.root / "dice"

    def key(self, passphrase: str = "") -> NamedKey:
        """The player's key; KeyFileError when there is none or the passphrase is wrong."""
        return read_key_file(self.key_path, passphrase)

    def identity(self) -> tuple[str, bytes] | None:
        """Name and public key of the player, without the passphrase; None when they have no key."""
        if not self.key_path.is_file():
            return None
        try:
            values: object = json.loads(self.key_path.read_bytes())
            if isinstance(values, dict):
                return str(values["name"]), bytes.fromhex(values["public"])
        except (ValueError, KeyError, TypeError, RecursionError):
            pass
        raise KeyFileError(
            "key-file-malformed", f"{self.key_path} is not a key file", "Restore it from a copy."
        )

    def keyring(self) -> Keyring:
        """The pinned keys."""
        return read_keyring(self.root / "keyring.json")

    def pin(self, name: str, key: bytes) -> None:
        """Pin a player's key."""
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_keyring(self.root / "keyring.json", self.keyring().pin(name, key))

    def pin_authority(self, address: str, key: bytes) -> None:
        """Pin a key of a dice authority, by its address, beside those that are pinned for it."""
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_keyring(self.root / "keyring.json", self.keyring().pin_authority(address, key))

    def forget(self, name: str, key: bytes | None = None) -> bool:
        """Unpin the key of a player or, by its address, of a dice authority; whether it was pinned.

        key: one key of an authority, whose other keys stay pinned.
        """
        known = self.keyring()
        kept = known.unpin(name) if key is None else known.unpin_authority(name, key)
        if kept != known:
            write_keyring(self.root / "keyring.json", kept)
        return kept != known

    def choose(self, text: str, keyring: Keyring | None = None) -> SelectedSave:
        """The save that a command names, verified; for `text` see `locate`.

        keyring: whose pins count, in place of the player's own. Raises UsageError when nothing or
        more than one thing is meant, and any SaveError.
        """
        data, path = self.locate(text)
        refuse_text(data)
        return SelectedSave(
            open_save(data, keyring or self.keyring(), self.game_store.scenario, self._known), path
        )

    def open(self, data: bytes) -> TrustedSave:
        """The save in these bytes; raises any SaveError."""
        return open_save(data, self.keyring(), self.game_store.scenario, self._known)

    def view(self, text: str) -> PartialSave:
        """Like `choose`, but for looking: what is sound before the first bad record can be seen.

        Raises the SaveError when nothing at all is sound.
        """
        data, _ = self.locate(text)
        return self.view_bytes(data)

    def view_bytes(self, data: bytes) -> PartialSave:
        """Like `view`, of a file that was read already."""
        refuse_text(data)
        inspection = inspect_save(data, self.keyring(), self.game_store.scenario, self._known)
        if inspection.save is not None:
            return PartialSave(inspection.save, inspection.error, data)
        raise inspection.error or NotASaveError("not-a-save", "the file holds no record")

    def locate(self, text: str) -> tuple[bytes, Path | None]:
        """The bytes of the save that a command names, not verified, and its file.

        text: a file, or what `stored` takes.  The path is None for a stored game.  Raises
        UsageError when nothing or more than one thing is meant.
        """
        path = Path(text)
        if _is_file(path):
            return read_save_file(path), path
        return read_save_file(self.game_store.current(self.stored(text))), None

    def stored(self, text: str) -> GameRef:
        """The game in the game store that a command names.

        text: the start of a game id or of a genesis head, or a game's name. Raises UsageError when
        it names no game, or several.
        """
        games = self.game_store.games()
        found = [*refs_named(text, games)]
        found = found or [game for game in games if self._name_of(game) == text]
        if len(found) == 1:
            return found[0]
        if found:
            names = handles(games)
            told = "".join(f"\n  {names[ref]}  {self.describe(ref)}" for ref in found)
            raise UsageError(
                "save-ambiguous",
                f"{quoted(text)} means {len(found)} games:{told}\n",
                "Name yours by the letters in front of it; compare the host's fingerprint first.",
            )
        known = ", ".join(handles(games).values()) or "none"
        raise UsageError(
            "save-not-found",
            f"{quoted(text)} is {what_is(text)} and not one of your games (known games: {known}).",
            "Name a .pbem file or four letters or more of a game id; `pbem games` lists them.",
        )

    def handle(self, save: TrustedSave) -> str:
        """The shortest name by which the commands know the game of a save."""
        return handle(ref_of(save), self.game_store.games())

    def describe(self, ref: GameRef) -> str:
        """A game in one line, told apart from another one of the same id."""
        data = read_save_file(self.game_store.current(ref))
        save = inspect_save(data, self.keyring()).save
        return "damaged" if save is None else describe_game(save, self.game_store.origin(ref))

    def others_of_that_id(self, save: TrustedSave) -> tuple[str, ...]:
        """Other games with the id of this one, each in a line with its name in front."""
        names, mine = handles(self.game_store.games()), ref_of(save)
        others = (ref for ref in names if ref.game == mine.game and ref != mine)
        return tuple(f"{names[ref]}  {self.describe(ref)}" for ref in others)

    def _name_of(self, game: GameRef) -> str | None:
        """The name of a game in the game store; None when its save is damaged from the start."""
        data = read_save_file(self.game_store.current(game))
        save = inspect_save(data, self.keyring()).save
        return save.genesis.name if save is not None else None

    def cards(self, save: TrustedSave) -> dict[str, Card]:
        """Addresses of the players of a game, by player name: only cards whose key is in the game.

        The host's own card may come with the invitation; it is taken for the host's key.
        """
        folder = self.game_store.folder(ref_of(save)) / "cards"
        keys = {**save.players, save.genesis.host: save.genesis.host_key}
        found: dict[str, Card] = {}
        for path in sorted(folder.glob("*.card")) if folder.is_dir() else ():
            card = _card_in(path)
            if card is not None and keys.get(card.name) == card.key:
                found[card.name] = card
        return found

    def keep_card(self, game: GameRef, data: bytes) -> Card:
        """Keep an address card with a game, unless a newer one of that key is kept already.

        Players pass on each other's cards, so an old address can come after a new one.
        Raises SaveError when it is not a valid card.
        """
        card = read_card(data)
        folder = self.game_store.folder(game) / "cards"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"{card.key.hex()[:32]}.card"
        known = _card_in(path)
        if known is None or known.key != card.key or known.time <= card.time:
            write_atomic(path, data, mode=0o600)
        return card

    def card_of(self, game: GameRef, key: bytes) -> Card | None:
        """The card kept for a key, which need not be a player's yet; None when there is none."""
        card = _card_in(self.game_store.folder(game) / "cards" / f"{key.hex()[:32]}.card")
        return card if card is not None and card.key == key else None

    def card_files(self, save: TrustedSave) -> dict[str, bytes]:
        """The bytes of all kept cards of a game by player name, for mailing them on."""
        folder = self.game_store.folder(ref_of(save)) / "cards"
        return {
            name: (folder / f"{card.key.hex()[:32]}.card").read_bytes()
            for name, card in sorted(self.cards(save).items())
        }

    def keep_addresses(self, game: GameRef, addresses: Mapping[str, str]) -> None:
        """Remember where the host wants invitations sent: player name to mail address."""
        folder = self.game_store.folder(game)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lines = [f"{address}\t{name}\n" for name, address in sorted(addresses.items())]
        write_atomic(folder / "addresses.txt", "".join(lines).encode(), mode=0o600)

    def invited_addresses(self, game: GameRef) -> dict[str, str]:
        """What `keep_addresses` remembered; empty for a game that somebody else hosts."""
        path = self.game_store.folder(game) / "addresses.txt"
        if not path.is_file():
            return {}
        rows = [line.split("\t", 1) for line in path.read_text(encoding="utf-8").split("\n")]
        return {row[1]: row[0] for row in rows if len(row) == 2}

    def draft_path(self, game: GameRef) -> Path:
        """Where the orders of a turn under way are kept until they are signed."""
        return self.game_store.folder(game) / "draft.orders"

    def ending_path(self, game: GameRef) -> Path:
        """Where the signed end of a turn is kept until it is closed."""
        return self.game_store.folder(game) / "ending"

    def first_answer_path(self, game: GameRef) -> Path:
        """Where the answer of the first of two dice authorities waits for that of the second."""
        return self.game_store.folder(game) / "first-answer"


def _packaged_scenario(save: TrustedSave) -> bytes | None:
    from pbem.replay.scenarios import packaged_scenario  # noqa: PLC0415 - slow to import

    return packaged_scenario(save)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _card_in(path: Path) -> Card | None:
    """The card in a file of ours; None when there is none or it is damaged."""
    try:
        return read_card(path.read_bytes())
    except (SaveError, OSError):
        return None
