"""A few of the battles that `make odds-check` plays 100,000 times each."""

import numpy as np
import pytest

from tests.engine.odds.played import SIGMAS, Case, cases, compare


@pytest.mark.parametrize("case", list(cases(12, seed=7)), ids=lambda case: case.name)
def test_B252_battles_played_by_the_engine_agree_with_the_odds(case: Case) -> None:
    sigmas, what = compare(case, 3000, np.random.default_rng(1))
    assert sigmas <= SIGMAS, what
