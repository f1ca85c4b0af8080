"""Logs by somebody who owns every key (tests/support/forger.py), for the three readers of saves."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

from tests.fuzz.readers import Try
from tests.support.forger import Forger
from tests.support.three_readers import check_agreement, readers


@contextmanager
def forged_saves() -> Iterator[Try]:
    """They agree on acceptance, code and record; a log in which nothing is bent is accepted."""
    with readers() as known:

        def one(chance: random.Random) -> None:
            forger = Forger(chance, chance.choice((0, 0.01, 0.02, 0.04, 0.08)))
            found = check_agreement(known, forger.play(), forger.bent)
            assert forger.bent or not found.code, found

        yield one
