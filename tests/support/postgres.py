"""A PostgreSQL of its own for tests: a fresh cluster on a loopback port, in a temporary folder.

Nothing of the machine's own PostgreSQL is read or changed, and no system service is started. The
server runs as an unprivileged user and ends with the test process, also when that is killed: the
kernel sends it the signal (Linux). Import the fixture in a conftest.py:

    from tests.support.postgres import postgres

    def test_something(postgres: Postgres) -> None:
        url = postgres.new_database()
        postgres.crash()    # as a loss of power would be for its processes
        postgres.start()

Without PostgreSQL the tests are skipped with a reason; with PBEM_REQUIRE_SERVERS=1, as in CI, they
fail instead.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.support import missing
from tests.support.ports import HOST, free_ports

USER = "pbem"
_START_SECONDS = 30.0
_SETTINGS = ("shared_buffers=32MB", "max_connections=40", "unix_socket_directories=")


@dataclass
class Postgres:
    """A cluster; `port` is on 127.0.0.1."""

    binaries: Path
    folder: Path
    owner: str
    port: int
    password: str
    process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres", port: int = 0) -> str:
        """Where a database is; port: of something in between."""
        return f"postgresql://{USER}:{self.password}@{HOST}:{port or self.port}/{database}"

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"test_{secrets.token_hex(6)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def run(self, *command: str) -> subprocess.CompletedProcess[bytes]:
        """Run one of its programs as its owner."""
        argv = [*self._as_owner(), str(self.binaries / command[0]), *command[1:]]
        return subprocess.run(argv, capture_output=True, check=True, cwd=self.folder)

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        argv = [str(self.binaries / "postgres"), "-D", str(self.folder / "data")]
        for setting in (*_SETTINGS, f"port={self.port}", f"listen_addresses={HOST}"):
            argv += ["-c", setting]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self._as_owner("--pdeathsig", "KILL"), *argv],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )
        deadline = time.monotonic() + _START_SECONDS
        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.05)

    def crash(self) -> None:
        """Kill it: nothing is flushed and no client is told."""
        if self.process is not None:
            self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")
            self.process.wait()
            self.process = None

    def _as_owner(self, *more: str) -> list[str]:
        if os.getuid() != 0:
            return ["setpriv", *more, "--"]
        return ["setpriv", "--reuid", self.owner, "--regid", self.owner, "--clear-groups", *more]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running cluster for the whole session."""
    with running_postgres() as cluster:
        if cluster is None:
            reason = "needs PostgreSQL's initdb and postgres (Debian: postgresql), and setpriv"
            missing.skip_or_fail(reason, missing.SERVERS)
        yield cluster


@contextmanager
def running_postgres() -> Iterator[Postgres | None]:
    """A running cluster, or None where there is no PostgreSQL."""
    binaries = _binaries()
    if binaries is None or shutil.which("setpriv") is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="pbem-postgres-"))
    try:
        cluster = Postgres(binaries, folder, _owner(), free_ports(1)[0], secrets.token_hex(16))
        words = folder / "password"
        words.write_text(cluster.password + "\n")
        if os.getuid() == 0:
            shutil.chown(folder, cluster.owner, cluster.owner)
            shutil.chown(words, cluster.owner, cluster.owner)
        data = str(folder / "data")
        access = ("-U", USER, "-A", "scram-sha-256", "--pwfile", str(words))
        cluster.run("initdb", "-D", data, "--no-locale", "-E", "UTF8", "--no-sync", *access)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.crash()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _binaries() -> Path | None:
    """The newest folder that holds both programs."""
    named = shutil.which("postgres")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders += [Path(named).resolve().parent] if named else []
    return next((folder for folder in folders if (folder / "initdb").is_file()), None)


def _owner() -> str:
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names or name == "nobody")
