"""The newest turns of a game alone: put together they are the save, and prove what it proves."""

import pytest

from pbem.save import format as container
from pbem.save.errors import NotASaveError, OutOfTurnError, SaveError
from pbem.save.newest_turns import newest_turns, place_of, put_together
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from tests.support.table import Table, pass_turn, table

TURNS = 4


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, list[TrustedSave]]:
    """Four turns, in which Russians attack, and the game after each number of them."""
    found = table(tmp_path_factory.mktemp("newest"))
    saves = [found.save]
    session = found.play("done", "done", "move 2 infantry: Karelija > Finland", "done")
    for _ in range(TURNS):
        pass_turn(session)
        saves.append(found.save)
        session = found.session()
    assert any(entry.kind == "roll" for entry in found.save.entries)
    return found, saves


@pytest.mark.parametrize("most", [1, 2, TURNS, 9])
@pytest.mark.parametrize("here", range(TURNS + 1))
def test_whoever_has_the_turns_before_them_gets_the_save(
    game: tuple[Table, list[TrustedSave]], most: int, here: int
) -> None:
    whole = game[1][-1]
    data = newest_turns(whole, most)
    if here >= TURNS - most:
        found = put_together(game[1][here], data, open_save)
        assert found.to_bytes() == whole.to_bytes()
        return
    with pytest.raises(OutOfTurnError, match="others between") as caught:
        put_together(game[1][here], data, open_save)
    assert caught.value.code == "turns-too-new"


def test_one_turn_is_much_shorter_than_the_save(game: tuple[Table, list[TrustedSave]]) -> None:
    whole = game[1][-1]
    assert len(newest_turns(whole, 1)) < len(whole.to_bytes()) / 2


def test_what_comes_after_the_last_closed_turn_goes_along(
    game: tuple[Table, list[TrustedSave]],
) -> None:
    found, saves = game
    nation = found.position().nation
    asked = found.signed(nation, ["done"])
    assert put_together(saves[2], newest_turns(asked, 2), open_save).to_bytes() == asked.to_bytes()


def test_changed_turns_are_refused(game: tuple[Table, list[TrustedSave]]) -> None:
    """By the checksum; and by signatures where somebody has made it fit again."""
    whole, before = game[1][-1], game[1][-2]
    data = newest_turns(whole, 1)
    broken = data[:-1] + bytes([data[-1] ^ 1])
    with pytest.raises(SaveError, match="damaged"):
        put_together(before, broken, open_save)
    place, packed = container.parse(data, container.NEWEST).records
    at = packed.index(b"digests") + 20
    changed = packed[:at] + bytes([packed[at] ^ 1]) + packed[at + 1 :]
    with pytest.raises(SaveError) as caught:
        put_together(before, container.build(container.NEWEST, (place, changed)), open_save)
    assert caught.value.exit_code == 4
    alone = container.build(container.NEWEST, (place,))
    with pytest.raises(NotASaveError, match="not packed"):
        put_together(before, alone, open_save)
    assert place_of(alone).genesis == whole.genesis_head


def test_before_a_turn_is_over_there_are_none(game: tuple[Table, list[TrustedSave]]) -> None:
    with pytest.raises(NotASaveError, match="No turn"):
        newest_turns(game[1][0], 1)
