"""Putting a server together from what the command line said, and running it until it is stopped."""

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import uvicorn
import uvloop

from pbem import VERSION
from pbem.dice.authority import CHAIN_LENGTH, Authority
from pbem.dice.relay import Relay, RelayBounds
from pbem.dice.relay_requests import SaveReader
from pbem.dice.sealing import Sealed
from pbem.dice.server.answering import AnswerThreads
from pbem.dice.server.app import App, note_awake
from pbem.dice.server.connections import limited_connections
from pbem.dice.server.database import POSTGRES_URLS, open_database
from pbem.dice.server.endpoints import Service
from pbem.dice.server.group import GroupStore, new_seeds
from pbem.dice.server.limits import RateLimits
from pbem.dice.server.observe import LOG, log_to_stderr
from pbem.dice.server.witness import Witness
from pbem.listening import listen

THREADS = 2
_STOP_SECONDS = 10


@dataclass(frozen=True, slots=True)
class RelaySettings:
    """What a relay keeps, and what it reads that with."""

    bounds: RelayBounds
    reader: SaveReader


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs.

    store: a folder, or the URL of a PostgreSQL database; storage_keys: the newest first; witness:
    the file that knows how far the store has come, or None; proxies: addresses, separated by
    commas, that are believed about the caller's address; metrics_token: shows the figures to its
    holder, "" shows them to nobody; relay: None for a server that keeps no saves.
    """

    store: str
    storage_keys: tuple[bytes, ...] = field(repr=False)
    witness: Path | None = None
    host: str = "127.0.0.1"
    port: int = 8600
    proxies: str = "127.0.0.1"
    log_level: str = "info"
    metrics_token: str = field(default="", repr=False)
    limits: RateLimits = field(default_factory=RateLimits)
    chain_length: int = CHAIN_LENGTH
    relay: RelaySettings | None = None


def open_store(settings: Settings) -> GroupStore:
    """The store of a server. Raises DiceError as the databases do, and `store-older`."""
    witness = Witness(settings.witness)
    try:
        database = open_database(settings.store)
    except BaseException:
        witness.close()
        raise
    return GroupStore(database, Sealed(settings.storage_keys), witness)


def open_stores(settings: Settings) -> tuple[GroupStore, ...]:
    """The store of a server for each thread that answers: over one database, with a connection of
    its own where that can write beside the others, else the same one for all.

    Raises DiceError as `open_store`.
    """
    if not settings.store.startswith(POSTGRES_URLS):
        return (open_store(settings),) * THREADS
    stores: list[GroupStore] = []
    witness, seeds = Witness(settings.witness), new_seeds()
    try:
        for _ in range(THREADS):
            sealer = Sealed(settings.storage_keys)
            stores.append(GroupStore(open_database(settings.store), sealer, witness, seeds))
    except BaseException:
        close_stores(stores)
        witness.close()
        raise
    return tuple(stores)


def close_stores(stores: Sequence[GroupStore]) -> None:
    """Close each of them."""
    for store in stores:
        store.close()


def serve(settings: Settings, listening: Callable[[str], None]) -> None:
    """Run a server until SIGTERM or SIGINT; requests that have begun are answered first.

    listening: called with the address once the port is open.  Raises DiceError as `open_store` and
    `Authority`, and UsageError as `listen`.
    """
    log_to_stderr(settings.log_level)
    stores = open_stores(settings)
    try:
        authority = Authority(stores[0], _now, chain_length=settings.chain_length)
        # Before anybody can ask: an outage that has just ended is over.
        note_awake(authority)
        listener = listen(settings.host, settings.port)
    except BaseException:
        close_stores(stores)
        raise
    service = Service(authority, settings.limits, _relay(settings, stores[0]))
    app = App(service, AnswerThreads(stores), partial(close_stores, stores), settings.metrics_token)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=_STOP_SECONDS,
        limit_concurrency=settings.limits.at_once * 5,
        http=limited_connections(settings.limits, settings.proxies),
        ws="none",
    )
    # What is there now stays, so no search for garbage need walk through it while answers wait.
    gc.freeze()
    with listener:
        port = listener.getsockname()[1]
        shown = f"[{settings.host}]" if ":" in settings.host else settings.host
        address = f"http://{shown}:{port}"
        LOG.info("listening", extra={"listen": address, "version": VERSION})
        listening(address)
        uvloop.run(uvicorn.Server(config).serve([listener]))


def _relay(settings: Settings, store: GroupStore) -> Relay | None:
    if settings.relay is None:
        return None
    return Relay(store, settings.relay.reader, settings.relay.bounds, _now)


def _now() -> int:
    return int(time.time())
