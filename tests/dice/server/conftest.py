"""A database for each test, of both kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from pbem.dice.server.group import GroupStore
from pbem.dice.server.serve import Settings, open_store
from tests.support.postgres import postgres

__all__ = ["postgres"]

KEY = b"k" * 32
KINDS = ("sqlite", pytest.param("postgres", marks=pytest.mark.servers))


@pytest.fixture(params=KINDS)
def store_name(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A folder, or the URL of a fresh database."""
    if request.param == "sqlite":
        return str(tmp_path / "store")
    url = request.getfixturevalue("postgres").new_database()
    assert isinstance(url, str)
    return url


@pytest.fixture
def open_stores() -> Iterator[Callable[..., GroupStore]]:
    """Opens stores by name, and closes them all in the end."""
    opened: list[GroupStore] = []

    def opener(
        name: str, witness: Path | None = None, keys: Sequence[bytes] = (KEY,)
    ) -> GroupStore:
        store = open_store(Settings(name, tuple(keys), witness))
        opened.append(store)
        return store

    yield opener
    for store in opened:
        store.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players ask a server that is away again at once; how long they wait is in test_client.py."""
    monkeypatch.setattr("pbem.dice.http._FIRST_PAUSE", 0.0)


@pytest.fixture
def store(store_name: str, open_stores: Callable[..., GroupStore]) -> GroupStore:
    """A fresh store."""
    return open_stores(store_name)
