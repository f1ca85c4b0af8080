"""A kill, a disk that fails or is full, at any system call that writes of a command."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fuzz.scenes import SCENES, check, make_plan
from tests.support.crashes import run_plan
from tests.support.strace import HOWS, How, missing

_SHARES: Mapping[How, int] = {"kill": 3, "fail": 2, "full": 2}
"""How many calls the suite lets go wrong in each way; `make fuzz ARGS=--writes` takes all."""


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize("name", ["send", "start"])
def test_a_command_goes_on_after_any_call_that_writes_went_wrong(tmp_path: Path, name: str) -> None:
    plan = make_plan(SCENES[name], tmp_path)
    tries = list(run_plan(replace(plan, shares=_SHARES)))
    for entry in tries:
        assert entry.was_killed == (entry.how == "kill"), entry
        check(SCENES[name], entry)
    assert tries[0].calls > 30
    assert len(tries) == 1 + sum(_SHARES[how] for how in HOWS)
