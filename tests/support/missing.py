"""What a machine may lack for some tests: servers to talk to, a browser.

The tests are skipped there, with a reason; with a switch in the environment, as in CI, they fail
instead, so that nobody takes a run without them for a whole one.
"""

import os
from typing import NoReturn

import pytest

SERVERS = "PBEM_REQUIRE_SERVERS"
BROWSER = "PBEM_REQUIRE_BROWSER"


def skip_or_fail(reason: str, switch: str) -> NoReturn:
    """Skip the running test, or fail it where `switch` is 1."""
    if os.environ.get(switch) == "1":
        pytest.fail(f"{reason} ({switch}=1)")
    pytest.skip(reason)
