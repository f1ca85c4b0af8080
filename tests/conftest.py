"""For all tests: no test may fail because the machine is busy, and the slow ones come first."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("without-a-clock", deadline=None)
settings.load_profile("without-a-clock")

MEMORY = Path("/dev/shm")
ROOM = 3 << 30
"""Bytes that must be free in it; the tests need less than a third at one time."""


def pytest_configure() -> None:
    """Keep temporary files in memory where there is room, unless TMPDIR says otherwise.

    The programs under test wait for the disk before they answer (fsync). In all tests together
    that is tens of thousands of times, and no test can see the difference.
    """
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first, so that processes that share the files end together."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
