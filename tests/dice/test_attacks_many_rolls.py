"""A player burns the seeds of a dice authority, by asking for roll after roll out of turn."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.dice import roll_quota
from pbem.dice.closing import Closing, seats_hash
from pbem.dice.roll_quota import check_asked, with_end, with_roll
from pbem.motions.key_change import KeyChange
from pbem.save.errors import DiceError
from pbem.wire.signing import SigningKey
from tests.dice.test_attacks_seats import ANN, BEN, CAT, record
from tests.support.agreeing import proposed
from tests.support.paper_game import spec
from tests.support.table import Table, pass_turn, table

MOST = 5


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(roll_quota, "MAX_ALONE", MOST)
    return table(tmp_path / "authority")


def burn(game: Table, nation: str, index: int, key: SigningKey = BEN) -> str:
    """Ask for roll number `index` for a nation; the code of the refusal, "" for none."""
    request = replace(game.save.request(nation, spec()), index=index).sign(key)
    try:
        assert game.dice.roll(request) == game.dice.roll(request), "an answer is free"
    except DiceError as error:
        return error.code
    return ""


def burn_all(game: Table, first: int = 1, key: SigningKey = BEN) -> None:
    """Everything that Ben may ask for, with each of his nations."""
    for number in range(MOST):
        assert burn(game, ("Germans", "Japanese")[number % 2], first + number, key) == ""
    for nation in ("Germans", "Japanese"):
        assert burn(game, nation, first + MOST, key) == "too-many-rolls"


def test_nobody_burns_the_chain_while_it_is_somebody_elses_turn(game: Table) -> None:
    burn_all(game)
    # A key of one's own that is new goes on with what the old one had.
    change = proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN)
    game.dice.register_seats(record(game.save, change, CAT, by=ANN))
    assert burn(game, "Germans", MOST + 1, CAT) == "too-many-rolls"
    assert burn(game, "Russians", MOST + 1, ANN) == "", "that is nobody else's matter"


def test_ones_own_ends_of_turns_bring_no_new_rolls(game: Table) -> None:
    burn_all(game)
    number, seats = game.save.genesis.game, seats_hash(dict(game.save.seat_keys()))
    for turn in range(1, 4):
        early = Closing(number, bytes(32), MOST + 1, "Japanese", turn, seats, bytes(32))
        game.dice.close(early.sign(BEN))
    assert burn(game, "Japanese", MOST + 1) == "too-many-rolls"


def test_the_one_whose_turn_it_is_plays_on_and_then_the_other_may_ask_again(game: Table) -> None:
    burn_all(game)
    pass_turn(game.session())
    assert game.save.next_turn == 2
    assert game.save.next_roll == MOST + 1, "all are void, and name who asked"
    burn_all(game, MOST + 1)


def test_who_holds_every_seat_takes_nothing_from_anybody() -> None:
    counts: dict[str, int] = {}
    for _ in range(roll_quota.MAX_ALONE):
        counts = with_roll(counts, "Germans")
    check_asked(counts, {"Germans": b"a", "Russians": b"a"}, b"a")
    seats = {"Germans": b"a", "Russians": b"b"}
    with pytest.raises(DiceError):
        check_asked(counts, seats, b"a")
    check_asked(counts, seats, b"b")
    assert with_end(counts, seats, b"a") == counts
    assert with_end(counts, seats, b"b") == {}
