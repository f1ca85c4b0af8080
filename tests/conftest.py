"""For all tests: no test may fail because the machine is busy, and the slow ones come first."""

import pytest
from hypothesis import settings

settings.register_profile("without-a-clock", deadline=None)
settings.load_profile("without-a-clock")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first, so that processes that share the files end together."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
