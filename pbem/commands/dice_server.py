"""`pbem dice serve` and what belongs to it: keys, backups, going on after a restore.

Only `serve` and what opens the store need the packages of a server; see pyproject.toml.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.commands.common import JSON
from pbem.dice.closing import open_closed
from pbem.dice.sealing import new_storage_key, parse_storage_keys, read_storage_keys
from pbem.dice.store import Work
from pbem.files import write_atomic
from pbem.home import read_save_file
from pbem.result import Result
from pbem.save.keyring import Keyring
from pbem.save.keys import fingerprint
from pbem.save.records import Roll, TurnEnd
from pbem.save.trust import TrustedSave, open_save
from pbem.text import plain, quoted
from pbem.usage import UsageError
from pbem.wire.signing import Verifier

if TYPE_CHECKING:
    from pbem.dice.server.admin import KnownClosing, KnownRoll
    from pbem.dice.server.group import GroupStore

KEY_VARIABLE = "PBEM_DICE_KEY"
STORE = click.option(
    "--store",
    required=True,
    envvar="PBEM_DICE_STORE",
    help="A folder, or a postgresql:// URL.  [env: PBEM_DICE_STORE]",
)
KEY_FILE = click.option(
    "--key-file", envvar="PBEM_DICE_KEY_FILE", help="The storage key; see `pbem dice keygen`."
)
WITNESS = click.option(
    "--witness",
    envvar="PBEM_DICE_WITNESS",
    help="The file that knows how far the store has come; it belongs to no backup.",
)


@click.command("serve", short_help="Serve dice over HTTP.")
@STORE
@KEY_FILE
@WITNESS
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option("--port", default=8600, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--proxy",
    "proxies",
    default="127.0.0.1",
    show_default=True,
    help="Reverse proxies whose X-Forwarded-For is believed, with commas between them.",
)
@click.option(
    "--chain",
    default=65_536,
    show_default=True,
    type=click.IntRange(1, 1_048_576),
    help="How many rolls a new game can make.",
)
@click.option(
    "--journal-page",
    default=1_000,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="How many rolls of a journal one answer holds at most.",
)
@click.option(
    "--no-limits", is_flag=True, help="Answer any number of requests, where only friends can ask."
)
@click.option(
    "--log-level",
    type=click.Choice(("debug", "info", "warning", "error")),
    default="info",
    show_default=True,
)
@JSON
def serve(
    store: str,
    key_file: str | None,
    witness: str | None,
    host: str,
    port: int,
    proxies: str,
    chain: int,
    journal_page: int,
    no_limits: bool,
    log_level: str,
    as_json: bool,
) -> int:
    """Serve dice over HTTP; docs/dice-server.md says how a club sets it up."""
    del as_json
    check_installed()
    # Late, because they need the extra packages.
    from pbem.dice.server import serve as server  # noqa: PLC0415
    from pbem.dice.server.limits import UNLIMITED, Limits  # noqa: PLC0415

    limits = Limits(journal_page=journal_page)
    if no_limits:
        limits = replace(limits, address=UNLIMITED, player=UNLIMITED, registrations=UNLIMITED)
    settings = server.Settings(
        store=store,
        storage_keys=storage_keys(key_file),
        witness=witness_path(store, witness),
        host=host,
        port=port,
        proxies=proxies,
        log_level=log_level,
        limits=limits,
        chain_length=chain,
    )
    server.serve(settings, lambda address: click.echo(f"Dice are served at {address}", err=True))
    return 0


@click.command("keygen", short_help="Make the storage key of a dice server.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--add", is_flag=True, help="Put a new key in front of those that are in FILE.")
@JSON
def keygen(file: Path, add: bool, as_json: bool) -> Result:
    """Make the storage key of a dice server in FILE; keep a copy of it away from the backups."""
    del as_json
    old = ""
    if add:
        read_storage_keys(file)
        old = file.read_text(encoding="ascii")
    try:
        write_atomic(file, f"{new_storage_key()}\n{old}".encode("ascii"), mode=0o600, replace=add)
    except FileExistsError:
        raise UsageError(
            "key-exists",
            f"There is a file {quoted(str(file))} already.",
            "With --add a new key is put in front of those in it.",
        ) from None
    more = " Go on with `pbem dice reseal`, then remove the older lines." if add else ""
    return Result(f"A new storage key is in {plain(str(file))}.{more}", {"file": str(file)})


def storage_keys(key_file: str | None) -> tuple[bytes, ...]:
    """The storage keys from the file that was named, or from the environment.

    Raises UsageError `storage-key-missing`, KeyFileError.
    """
    if key_file is not None:
        return read_storage_keys(Path(key_file))
    text = os.environ.get(KEY_VARIABLE)
    if text is None:
        raise UsageError(
            "storage-key-missing",
            "A dice server needs a storage key, which seals its secrets.",
            f"Make one with `pbem dice keygen FILE` and name it with --key-file, or put it into "
            f"{KEY_VARIABLE}.",
        )
    return parse_storage_keys(text)


def witness_path(store: str, witness: str | None) -> Path | None:
    """Where the witness is: in the store's folder, unless another place was named."""
    if witness is not None:
        return Path(witness)
    return None if "://" in store else Path(store) / "witness"


def check_installed() -> None:
    """Raise UsageError `server-not-installed` when the packages of a server are missing."""
    missing = [name for name in ("starlette", "uvicorn", "psycopg") if find_spec(name) is None]
    if missing:
        raise UsageError(
            "server-not-installed",
            "The packages that a dice server needs are not installed.",
            "Install them with: pip install 'pbem[server]'",
        )


@click.command("reseal", short_help="Seal all secrets with the first storage key.")
@STORE
@KEY_FILE
@JSON
def reseal(store: str, key_file: str | None, as_json: bool) -> Result:
    """Seal all secrets anew with the first storage key; the others are not needed afterwards."""
    del as_json
    from pbem.dice.server import admin  # noqa: PLC0415 - needs the extra packages

    opened = _open(store, key_file)
    try:
        admin.reseal(opened)
    finally:
        opened.close()
    return Result("All secrets are sealed with the first storage key.", {"resealed": True})


@click.command("new-key", short_help="Make another key that signs for new games.")
@STORE
@KEY_FILE
@JSON
def new_key(store: str, key_file: str | None, as_json: bool) -> Result:
    """Make a key that signs for new games from now on; running games keep theirs."""
    del as_json
    from pbem.dice.server import admin  # noqa: PLC0415 - needs the extra packages

    opened = _open(store, key_file)
    try:
        public = admin.add_signing_key(opened)
    finally:
        opened.close()
    words = fingerprint(public)
    text = (
        f"New games are signed by the key {words}. Tell the players its fingerprint by a way that "
        "does not lead through the server; running games keep the key that they have."
    )
    return Result(text, {"key": public.hex(), "fingerprint": words})


@click.command("backup", short_help="Copy the store while the server goes on.")
@STORE
@click.argument("file", type=click.Path(path_type=Path))
@JSON
def backup(store: str, file: Path, as_json: bool) -> Result:
    """Copy the store into FILE while the server goes on; the storage key is not in it."""
    del as_json
    if _is_url(store):
        raise UsageError(
            "backup-by-database",
            "A PostgreSQL database is backed up with its own programs.",
            "docs/dice-server.md shows how, with pg_dump.",
        )
    from pbem.dice.server import admin  # noqa: PLC0415 - needs the extra packages

    admin.back_up(Path(store), file)
    return Result(f"The store is copied to {plain(str(file))}.", {"file": str(file)})


@click.command("restore", short_help="Put a backup in place; all games are frozen.")
@STORE
@KEY_FILE
@WITNESS
@click.argument("file", required=False, type=click.Path(path_type=Path, exists=True))
@JSON
def restore(
    store: str, key_file: str | None, witness: str | None, file: Path | None, as_json: bool
) -> Result:
    """Put the backup FILE in place, or say that the database was restored, and freeze all games.

    A backup may lack answers that were sent, so no game gets new ones before `pbem dice thaw`.
    """
    del as_json
    check_installed()
    from pbem.dice.server import admin  # noqa: PLC0415 - needs the extra packages

    if (file is None) != _is_url(store):
        raise UsageError(
            "restore-what",
            "A folder is restored from a file; a PostgreSQL database by its own programs.",
            "Name the backup for a folder, and no file for a database.",
        )
    if file is not None:
        admin.put_back(file, Path(store))
    place = witness_path(store, witness)
    if place is not None:
        # What it knows is lost with the newer store; from here on it counts anew.
        place.unlink(missing_ok=True)
    opened = _open(store, key_file)
    try:
        opened.run(Work.freeze)
    finally:
        opened.close()
    text = (
        "The store is in place, and all of its games are frozen: what was answered is repeated, "
        "and nothing new is. Thaw each game with its newest save: pbem dice thaw SAVE"
    )
    return Result(text, {"restored": True})


@click.command("thaw", short_help="Let games go on after a restore.")
@STORE
@KEY_FILE
@WITNESS
@click.argument("saves", nargs=-1, required=True, metavar="SAVE...")
@JSON
def thaw(
    store: str, key_file: str | None, witness: str | None, saves: Sequence[str], as_json: bool
) -> Result:
    """Give the games of these saves new answers again, after a restore.

    Ask all players of a game for their newest save first: a roll that is in none of them could be
    made again.
    """
    del as_json
    check_installed()
    from pbem.dice.server import admin  # noqa: PLC0415 - needs the extra packages

    opened_saves = [open_save(read_save_file(Path(name)), Keyring()) for name in saves]
    opened = _open(store, key_file, witness_path(store, witness))
    missing: dict[str, int] = {}
    try:
        for save in opened_saves:
            rolls, closings = _answers_of(save)
            game = save.genesis.game
            found = admin.thaw(opened, game, save.genesis.commitment, rolls, closings)
            missing[game.hex()] = missing.get(game.hex(), 0) + found
    finally:
        opened.close()
    lines = [
        f"Game {game[:8]} goes on; {count} answers were missing here."
        for game, count in missing.items()
    ]
    return Result("\n".join(lines), {"thawed": missing})


def _is_url(store: str) -> bool:
    return "://" in store


def _open(store: str, key_file: str | None, witness: Path | None = None) -> "GroupStore":
    """The store that a command works on, while no server is at work on it if it is a folder."""
    check_installed()
    from pbem.dice.server.serve import Settings, open_store  # noqa: PLC0415 - the same

    return open_store(Settings(store, storage_keys(key_file), witness))


def _answers_of(save: TrustedSave) -> "tuple[list[KnownRoll], list[KnownClosing]]":
    """What a verified save proves that the authority has answered."""
    from pbem.dice.server.admin import KnownClosing, KnownRoll  # noqa: PLC0415 - the same

    rolls: list[KnownRoll] = []
    closings: list[KnownClosing] = []
    for record in save.records:
        if isinstance(record, Roll):
            one = record.receipt
            rolls.append(KnownRoll(one.request.index, one.request_body, one.raw))
        elif isinstance(record, TurnEnd):
            closed = open_closed(record.closing, Verifier())
            closings.append(KnownClosing(closed.request, closed.request.body(), closed.raw))
    return rolls, closings


COMMANDS = (serve, keygen, reseal, new_key, backup, restore, thaw)
