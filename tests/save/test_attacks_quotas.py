"""One player fills a log: what is theirs alone is limited, and what all agree on is not."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.motions.draw import Draw
from pbem.motions.key_change import KeyChange
from pbem.motions.surrender import Surrender
from pbem.save import quotas
from pbem.save.format import MAX_FILE, MAX_SCENARIO
from pbem.save.quotas import (
    MAX_AGREED,
    MAX_BYTES,
    MAX_OWN,
    MAX_SAID,
    MAX_TURN_BYTES,
    MAX_TURN_RECORDS,
    MAX_TURN_ROLLS,
    RESERVE,
    Quotas,
)
from pbem.save.trust import inspect_save, open_save
from pbem.wire.errors import NotASaveError
from tests.support.paper_game import ANN, BOB, started
from tests.support.three_readers import Found, Reader, check_agreement, readers
from tests.support.vector_quotas import NEW, Frames, full

ALL = ANN, BOB


@pytest.fixture(scope="module")
def known() -> Iterator[dict[str, Reader]]:
    with readers() as found:
        yield found


def found_of(known: dict[str, Reader], frames: Frames) -> Found:
    return check_agreement(known, frames.to_bytes(), ())


def code_of(error: pytest.ExceptionInfo[NotASaveError]) -> str:
    return error.value.code


def test_notes_and_absences_of_a_player_are_limited_whatever_their_key(
    known: dict[str, Reader],
) -> None:
    frames = full()
    assert found_of(known, frames).code == ""
    frames.notes(1, NEW[3])
    assert found_of(known, frames).code == "too-many-notes"


def test_changes_of_ones_own_key_leave_room_for_everybodys_draw(known: dict[str, Reader]) -> None:
    """Four in a turn; neither they nor a surrender count among what all agree on."""
    frames = Frames(started())
    key = frames.new_keys(MAX_OWN)
    for number in range(10):
        frames.draw(number, key, BOB)
    assert found_of(known, frames).code == ""
    for one_more in ("key", "surrender"):
        too_many = Frames(started())
        too_many.new_keys(MAX_OWN)
        if one_more == "key":
            too_many.new_key(NEW[MAX_OWN - 1], NEW[MAX_OWN])
        else:
            too_many.surrender(0, NEW[MAX_OWN - 1])
        assert found_of(known, too_many).code == "too-many-agreements"


def test_a_surrender_again_and_again_is_refused(known: dict[str, Reader]) -> None:
    frames = Frames(started())
    for number in range(MAX_OWN):
        frames.surrender(number, ANN)
    frames.draw(0, *ALL)
    assert found_of(known, frames).code == ""
    frames.surrender(MAX_OWN, ANN)
    assert found_of(known, frames).code == "too-many-agreements"


def test_the_records_of_a_turn_are_limited_but_not_those_of_all(known: dict[str, Reader]) -> None:
    frames = Frames(started())
    frames.orders(MAX_TURN_RECORDS)
    frames.draw(0, *ALL)
    assert found_of(known, frames).code == ""
    frames.orders(1)
    assert found_of(known, frames).code == "too-many-records"


def test_the_bytes_of_a_turn_are_limited_but_not_those_of_all(known: dict[str, Reader]) -> None:
    """New keys of one player count as well, by their length."""
    frames = Frames(started())
    size = MAX_TURN_BYTES // 4
    for number in range(3):
        frames.words(number, size)
    head, raws = frames.head, list(frames.raws)
    frames.words(3, size)
    frames.draw(0, *ALL)
    assert found_of(known, frames).code == ""
    frames.notes(1)
    assert found_of(known, frames).code == "too-many-bytes"
    frames.head, frames.raws = head, raws
    frames.words(3, size - 300)
    frames.new_key(ANN, NEW[0])
    assert found_of(known, frames).code == "too-many-bytes"


def test_the_rolls_of_a_turn_are_limited() -> None:
    used = Quotas()
    for before in range(MAX_TURN_ROLLS):
        used = used.with_record("roll", 1, before)
    used.with_record("orders", 1, 0).with_record("void", 1, 0).with_record("turn_end", 1, 0)
    with pytest.raises(NotASaveError) as caught:
        used.with_record("roll", 1, 0)
    assert code_of(caught) == "too-many-rolls"
    used.ended().with_record("roll", 1, 0)


def test_the_last_bytes_of_a_log_are_kept_for_what_all_sign() -> None:
    """Void records fill a log as well, though they are counted for no turn."""
    used = Quotas()
    while used.log_size < MAX_BYTES:
        used = used.with_record("orders", MAX_TURN_BYTES, 0).ended()
    for kind in ("orders", "note", "void"):
        with pytest.raises(NotASaveError) as caught:
            used.with_record(kind, 1, 0)
        assert code_of(caught) == "too-many-bytes"
    with pytest.raises(NotASaveError) as caught:
        used.with_agreement(Surrender(("Germans",)), b"a" * 32, 1, 0)
    assert code_of(caught) == "too-many-bytes"
    used.with_record("turn_end", 1_000, 0).with_agreement(Draw(), b"a" * 32, 66_560, 0)
    assert MAX_BYTES + MAX_SCENARIO <= MAX_FILE, "also if nothing of it can be compressed"


def test_no_turn_that_was_played_comes_near_its_limits() -> None:
    """The largest of the recorded games: a seventeenth of the rolls, an eleventh of the bytes."""
    found = sorted((Path(__file__).parents[2] / "savegames").rglob("*.pbem"))
    assert found
    for path in found:
        used = Quotas()
        for entry in open_save(path.read_bytes()).entries:
            used = used.with_record(entry.kind, len(entry.body), entry.index)
            assert used.rolls <= MAX_TURN_ROLLS // 10
            assert used.size <= MAX_TURN_BYTES // 10
            used = used.ended() if entry.kind == "turn_end" else used
        assert used.log_size <= MAX_BYTES // 10


def test_the_end_of_a_log_is_kept_for_the_end_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A log that is full but for its reserve takes what all agree on, and nothing of one player."""
    monkeypatch.setattr(quotas, "MAX_RECORDS", RESERVE + 10)
    frames = Frames(started())
    frames.orders(10 - len(frames.raws))
    frames.draw(0, *ALL)
    frames.draw(1, *ALL)
    assert inspect_save(frames.to_bytes()).error is None
    for one_more in (frames.orders, frames.notes, frames.new_keys):
        before, head = list(frames.raws), frames.head
        one_more(1)
        error = inspect_save(frames.to_bytes()).error
        assert error is not None and error.code == "too-many-records"
        frames.raws, frames.head = before, head


def test_what_one_player_uses_up_is_nobody_elses() -> None:
    """Ann has nothing left, Ben has everything; the next turn begins with nothing used up."""
    ann, ben, other = b"a" * 32, b"b" * 32, b"c" * 32
    used = Quotas()
    for _ in range(MAX_SAID):
        used = used.with_said(ann)
    for _ in range(MAX_OWN):
        used = used.with_agreement(KeyChange(ann, other, False), ann, 1, 0)
    used.with_said(ben).with_agreement(KeyChange(ben, other, False), ben, 1, 0)
    moved = used.with_key(ann, other)
    for one in (used, moved):
        one.with_agreement(Draw(), ann, 1, 0)
    for key, one in ((ann, used), (other, moved)):
        with pytest.raises(NotASaveError) as caught:
            one.with_said(key)
        assert code_of(caught) == "too-many-notes"
        with pytest.raises(NotASaveError) as caught:
            one.with_agreement(Surrender(("Germans",)), key, 1, 0)
        assert code_of(caught) == "too-many-agreements"
    assert used.ended() == Quotas(log_size=used.log_size)


def test_what_all_agree_on_is_limited_too_and_kept_over_turns() -> None:
    used = Quotas()
    for _ in range(MAX_AGREED):
        used = used.with_agreement(Draw(), b"a" * 32, 1, 0).ended()
    with pytest.raises(NotASaveError) as caught:
        used.with_agreement(Draw(), b"a" * 32, 1, 0)
    assert code_of(caught) == "too-many-agreements"
    used.with_agreement(Surrender(("Germans",)), b"a" * 32, 1, 0)


def test_void_records_are_counted_for_nobody() -> None:
    """Whoever asks out of turn makes them necessary: they use up nothing of another turn."""
    used = Quotas(records=MAX_TURN_RECORDS)
    assert used.with_record("void", 0, 3) == used.with_record("turn_end", 0, 3) == used
    with pytest.raises(NotASaveError):
        used.with_record("orders", 1, 3)
