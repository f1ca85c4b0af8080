"""Logs by somebody who owns every key: the three readers agree on each, down to code and record.

`make fuzz` goes on where the share of the suite ends.
"""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from pbem.wire.canonical import decode
from pbem.wire.signing import parse_envelope
from tests.support.forged_agreements import MOTIONS
from tests.support.forged_file import LETTERS
from tests.support.forger import Forger
from tests.support.missing import BROWSER, skip_or_fail
from tests.support.three_readers import Reader, check_agreement, readers

HONEST = 400
BENT = 500


@pytest.fixture(scope="module")
def known() -> Iterator[dict[str, Reader]]:
    with readers() as found:
        yield found


def test_the_page_is_among_the_readers(known: dict[str, Reader]) -> None:
    if "page" not in known:
        skip_or_fail("node is not installed", BROWSER)


def test_honest_logs_are_accepted_and_hold_everything_that_there_is(
    known: dict[str, Reader],
) -> None:
    """All kinds of records, packed and single, all motions, one authority and two, new keys."""
    seen: Counter[str] = Counter()
    for number in range(HONEST):
        forger = Forger(random.Random(number), 0)
        assert check_agreement(known, forger.play(), ()).code == ""
        seen[f"{len(forger.mints)} authorities"] += 1
        for at, one in enumerate(forger.records):
            seen[f"{one.kind} {'packed' if forger.started <= at < forger.ended else 'single'}"] += 1
            if one.kind == "agreement":
                raw = one.fields["proposal"]
                assert isinstance(raw, bytes)
                body = decode(parse_envelope(raw, 2**17).body)
                assert isinstance(body, dict)
                seen[body["what"]["kind"]] += 1
            if one.kind in ("request", "void", "turn_end"):
                seen["statements"] += bool(one.attached[-1])
    in_turns = set(LETTERS) - {"turn_end"}
    expected = {f"{kind} {how}" for kind in in_turns for how in ("packed", "single")}
    expected |= {"1 authorities", "2 authorities", "join single", "turn_end packed", "statements"}
    assert expected <= set(seen) and seen["statements"]
    assert len(set(seen) & set(MOTIONS)) == len(MOTIONS) == 12


@pytest.mark.parametrize("part", range(5))
def test_readers_agree_on_bent_logs(known: dict[str, Reader], part: int) -> None:
    codes: Counter[str] = Counter()
    for number in range(BENT // 5):
        chance = random.Random(f"bent {part} {number}")
        forger = Forger(chance, chance.choice((0.01, 0.02, 0.04)))
        codes[check_agreement(known, forger.play(), forger.bent).code] += 1
    # Some are bent where it means nothing; of the others the errors are of many kinds.
    assert 20 <= codes[""] <= 80
    assert len(codes) > 12
