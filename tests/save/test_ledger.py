"""A ledger is a value: a step gives the next one, and the one before it is as it was."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.values import replace
from pbem.motions.key_change import KeyChange
from pbem.save import format as container
from pbem.save.errors import SaveError
from pbem.save.history import LogHistory
from pbem.save.holders import Holders
from pbem.save.keyring import Keyring
from pbem.save.ledger import Ledger
from pbem.save.step import frame_steps, step
from pbem.save.trust import open_save
from pbem.save.trusted_save import freeze, resume
from pbem.wire.signing import Verifier
from tests.support.paper_game import played, under_way

GAMES = Path(__file__).parents[2] / "savegames"
AGREED = GAMES / "agreed.pbem"


def steps(data: bytes) -> Iterator[Ledger]:
    """The ledger before the first record of a file, and after each record and closed turn."""
    ledger = Ledger(Keyring(), Verifier())
    yield ledger
    for frame in container.parse(data, container.SAVE).records:
        packed = container.is_packed(frame)
        for longer in frame_steps(ledger, frame) if packed else (step(ledger, frame),):
            yield (ledger := longer)


def test_every_step_leaves_the_ledger_before_it_as_it_was() -> None:
    ledgers = list(steps(AGREED.read_bytes()))
    lengths = [len(ledger.history) for ledger in ledgers]
    assert lengths[0] == 0 and lengths == sorted(lengths)
    again = [freeze(ledger) for ledger in steps(AGREED.read_bytes()) if ledger.history]
    assert [freeze(ledger) for ledger in ledgers[1:]] == again
    whole = open_save(AGREED.read_bytes())
    assert again[-1] == whole and lengths[-1] == len(whole.entries)


def test_a_step_that_fails_changes_nothing() -> None:
    save = under_way()
    ledger = resume(save)
    for raw in (b"", played().entries[-1].body, save.entries[-1].raw):
        with pytest.raises(SaveError):
            step(ledger, raw)
    assert freeze(ledger) == save
    assert ledger.history.free_rolls() == {}


def test_of_a_packed_turn_that_is_wrong_nothing_is_taken() -> None:
    """The records before its bad end hold, but nobody has signed them by themselves."""
    *opening, frame = container.parse(played().to_bytes(), container.SAVE).records
    ledger = Ledger(Keyring(), Verifier())
    for raw in opening:
        ledger = step(ledger, raw)
    whole = list(frame_steps(ledger, frame))
    turns = [len(longer.history) for longer in whole]
    assert turns == [8, 10, 10] and [bool(longer.packed) for longer in whole] == [False] * 2 + [
        True
    ]
    last = played().entries[-1].signature
    assert last and last in frame
    taken = []
    with pytest.raises(SaveError) as caught:
        for longer in frame_steps(ledger, frame.replace(last, bytes(64))):
            taken.append(longer)
    assert caught.value.index == 9
    assert [freeze(longer) for longer in taken] == [freeze(whole[0])]


def test_two_histories_that_go_on_from_one_do_not_see_each_other() -> None:
    first, second = played().entries[:4], played().entries[4:6]
    start = LogHistory(first)
    one = start.plus(second[0])
    other = start.plus(replace(second[1], index=4))
    assert [len(history) for history in (start, one, other)] == [4, 5, 5]
    assert (one.head, other.head) == (second[0].head, second[1].head)
    assert start.number_of(one.head) is None and start.number_of(first[2].head) == 2
    assert one.number_of(other.head) is None and other.number_of(one.head) is None
    assert other.number_of(other.head) == 4
    assert one.entries == (*first, second[0])
    with pytest.raises(IndexError):
        start[4]


@pytest.mark.parametrize("name", ["agreed", "vanished"])
def test_free_rolls_are_those_of_the_entries_wherever_somebody_went_on_before(name: str) -> None:
    """Logs with take-backs and rolls again: kept while it grows, else found anew."""
    save = open_save((GAMES / f"{name}.pbem").read_bytes())
    start = LogHistory()
    assert start.free_rolls() == {}
    left = [start]
    for number, entry in enumerate(save.entries):
        history = left[-1].plus(entry)
        again = history.takebacks.free_rolls(save.entries[: number + 1])
        assert {asked: free for asked, free in history.free_rolls().items() if free} == again
        left.append(history)
    assert left[-1].takebacks == save.takebacks and save.takebacks.cuts
    assert len({len(before.free_rolls()) for before in left}) > 3
    for number, before in enumerate(left[:-1]):
        assert before.free_rolls() == before.takebacks.free_rolls(save.entries[:number])
        longer = before.plus(save.entries[number])
        assert longer.free_rolls() == longer.takebacks.free_rolls(save.entries[: number + 1])


def test_adding_to_a_history_copies_nothing() -> None:
    entry = played().entries[4]
    history = LogHistory(replace(entry, index=number) for number in range(100_000))
    history = history.plus(entry)
    tracemalloc.start()
    longer = history.plus(entry)
    assert tracemalloc.get_traced_memory()[1] < 1_000
    tracemalloc.stop()
    assert (len(history), len(longer)) == (100_001, 100_002)


def test_a_key_that_once_held_a_seat_is_remembered() -> None:
    old, new = bytes(32), bytes([1]) * 32
    holders = Holders({"Germans": "Bob"}, {"Bob": old}, old).begun(3)
    assert holders.ever == {("Germans", old)}
    assert holders.after(KeyChange(old, new, lost=False).handover, 7).ever == {
        ("Germans", old),
        ("Germans", new),
    }
