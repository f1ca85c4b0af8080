"""`pbem dice serve`, and the storage key that it needs.

Only `serve` needs the packages of a server; see pyproject.toml.
"""

import os
from importlib.util import find_spec
from pathlib import Path

import click

from engine.values import replace
from pbem.dice.relay import RelayBounds
from pbem.dice.sealing import new_storage_key, parse_storage_keys, read_storage_keys
from pbem.files import write_atomic
from pbem.output import Output
from pbem.result import Result
from pbem.save.relay_reader import VerifyingReader
from pbem.terminal.command_line import JSON
from pbem.text import plain, quoted
from pbem.usage import UsageError

KEY_VARIABLE = "PBEM_DICE_KEY"
_SHORTEST_TOKEN = 16
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
    help="The file that notes how far the store has come; leave it out of backups.",
)


class ServeOutput(Output):
    """Where the dice are served."""

    address: str


@click.command("serve", short_help="Serve dice over HTTP.")
@STORE
@KEY_FILE
@WITNESS
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8600, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--proxy",
    "proxies",
    default="127.0.0.1",
    show_default=True,
    help="Reverse proxies whose X-Forwarded-For is trusted, separated by commas.",
)
@click.option(
    "--metrics",
    envvar="PBEM_DICE_METRICS",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A file with a token; who shows it gets the figures at /metrics.",
)
@click.option(
    "--chain",
    default=65_536,
    show_default=True,
    type=click.IntRange(1, 1_048_576),
    help="The most rolls that a new game can make.",
)
@click.option(
    "--journal-page",
    default=1_000,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="The most rolls of a journal that one answer holds.",
)
@click.option(
    "--relay",
    "relay_size",
    metavar="MB",
    envvar="PBEM_DICE_RELAY",
    type=click.IntRange(1, 1_000_000),
    help="Keep the newest saves for those who play or observe: all together so many megabytes.",
)
@click.option(
    "--relay-days",
    default=180,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="Forget the saves of a game that has not gone on for so long.",
)
@click.option(
    "--no-limits",
    is_flag=True,
    help="Answer any number of requests; only where none but friends can ask.",
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
    metrics: Path | None,
    chain: int,
    journal_page: int,
    relay_size: int | None,
    relay_days: int,
    no_limits: bool,
    log_level: str,
    as_json: bool,
) -> Result[ServeOutput] | None:
    """Serve dice over HTTP; `pbem help dice-server` says how a club sets it up."""
    check_installed()
    # Late, because they need the extra packages.
    from pbem.dice.server import serve as server  # noqa: PLC0415
    from pbem.dice.server.limits import UNLIMITED, RateLimits  # noqa: PLC0415

    limits = RateLimits(journal_page=journal_page)
    if no_limits:
        none = UNLIMITED
        limits = replace(limits, address=none, player=none, registrations=none, relayed=none)
    relay = None
    if relay_size is not None:
        bounds = RelayBounds(relay_size * 1_000_000, relay_days)
        relay = server.RelaySettings(bounds, VerifyingReader())
    settings = server.Settings(
        store=store,
        storage_keys=storage_keys(key_file),
        witness=witness_path(store, witness),
        host=host,
        port=port,
        proxies=proxies,
        log_level=log_level,
        metrics_token="" if metrics is None else _token_in(metrics),
        limits=limits,
        chain_length=chain,
        relay=relay,
    )

    def tell(address: str) -> None:
        if as_json:
            click.echo(Result("", ServeOutput(address)).json())
        else:
            click.echo(f"Dice are served at {address}", err=True)

    server.serve(settings, tell)
    return None


class KeygenOutput(Output):
    """The file with the storage key."""

    file: str


@click.command("keygen", short_help="Make the storage key of a dice server.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--add", is_flag=True, help="Put a new key in front of those in FILE.")
@JSON
def keygen(file: Path, add: bool, as_json: bool) -> Result[KeygenOutput]:
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
            f"{quoted(str(file))} already exists.",
            "Add --add to put a new key in front of those in it.",
        ) from None
    more = " Go on with `pbem dice reseal`, then remove the older lines." if add else ""
    return Result(f"A new storage key is in {plain(str(file))}.{more}", KeygenOutput(str(file)))


def _token_in(path: Path) -> str:
    """The token that a file holds. Raises UsageError `metrics-token` for none worth the name."""
    try:
        token = path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        token = ""
    if len(token) < _SHORTEST_TOKEN or not token.isprintable() or " " in token:
        raise UsageError(
            "metrics-token",
            f"{quoted(str(path))} holds no token of {_SHORTEST_TOKEN} letters or more.",
            "Make one, for example with: openssl rand -hex 32",
        )
    return token


def storage_keys(key_file: str | None) -> tuple[bytes, ...]:
    """The storage keys from the named file, or from the environment.

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
    """Where the witness is: in the store's folder, unless another place is named."""
    if witness is not None:
        return Path(witness)
    return None if "://" in store else Path(store) / "witness"


def check_installed() -> None:
    """Raise UsageError `server-not-installed` when the packages of a server are missing."""
    missing = [
        name for name in ("uvicorn", "httptools", "uvloop", "psycopg") if find_spec(name) is None
    ]
    if missing:
        raise UsageError(
            "server-not-installed",
            "The packages that a dice server needs are not installed.",
            "Install them with: pip install 'pbem[server]'",
        )


COMMANDS = (serve, keygen)
