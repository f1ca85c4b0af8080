"""Attacks on the draw of sides: nobody chooses them, and everybody can see that nobody did."""

from collections import Counter
from pathlib import Path

import pytest

from engine.values import replace
from pbem.dice.client import EmbeddedClient
from pbem.dice.rehearsal import RehearsalClient
from pbem.league.draw import SideDraw, draw_sides, read_draw, verify_draw
from pbem.wire.errors import DiceError, SaveError
from pbem.wire.signing import SigningKey
from tests.support.table import CLOCK, key_of

ORGANISER = key_of("Ann")
PEOPLE = [key_of(f"Player {number}").public for number in range(10)]
PAIRS = tuple(zip(PEOPLE[::2], PEOPLE[1::2], strict=True))


@pytest.fixture
def dice(tmp_path: Path) -> EmbeddedClient:
    return EmbeddedClient(tmp_path, lambda: CLOCK, chain_length=64)


def asked(number: int = 1, key: SigningKey = ORGANISER, name: str = "Winter cup") -> SideDraw:
    return SideDraw(key.public, name, number, ("Axis", "Allies"), PAIRS)


def unfit(drawn: SideDraw) -> str:
    with pytest.raises(SaveError) as caught:
        verify_draw(drawn)
    return caught.value.code


def test_a_draw_is_the_same_however_often_it_is_asked_for(dice: EmbeddedClient) -> None:
    first = draw_sides(asked(), ORGANISER, dice)
    assert draw_sides(asked(), ORGANISER, dice) == first
    assert read_draw(first.to_bytes()) == first
    pairs, authority = verify_draw(first)
    assert authority == dice.public_key
    assert [{one.first, one.second} for one in pairs] == [set(pair) for pair in PAIRS]


def test_sides_are_drawn_fairly_and_not_in_the_order_of_the_pairs(dice: EmbeddedClient) -> None:
    """40 draws of five pairs: 200 coins, of which between 70 and 130 show one side; fair ones are
    outside of that once in 30,000 times."""
    kept: Counter[bool] = Counter()
    for number in range(1, 41):
        pairs, _ = verify_draw(draw_sides(asked(number), ORGANISER, dice))
        kept.update(one.first == pair[0] for one, pair in zip(pairs, PAIRS, strict=True))
    assert 70 <= kept[True] <= 130


def test_what_is_drawn_for_cannot_be_changed_afterwards(dice: EmbeddedClient) -> None:
    drawn = draw_sides(asked(), ORGANISER, dice)
    swapped = ((PAIRS[0][1], PAIRS[0][0]), *PAIRS[1:])
    for changed in (
        replace(drawn, pairs=swapped),
        replace(drawn, pairs=PAIRS[1:]),
        replace(drawn, sides=("Allies", "Axis")),
        replace(drawn, number=2),
        replace(drawn, name="Summer cup"),
        replace(drawn, bye=key_of("Eve").public),
        replace(drawn, organiser=key_of("Eve").public),
    ):
        assert unfit(changed) == "draw-unfit"


def test_parts_of_two_draws(dice: EmbeddedClient, tmp_path: Path) -> None:
    """Whoever draws twice, for two rounds or at two authorities, cannot put the better dice in."""
    one, other = (draw_sides(asked(number), ORGANISER, dice) for number in (1, 2))
    elsewhere = EmbeddedClient(tmp_path / "other", lambda: CLOCK, chain_length=64)
    third = draw_sides(asked(), ORGANISER, elsewhere)
    assert unfit(replace(one, receipt=other.receipt)) == "draw-unfit"
    assert unfit(replace(one, request=other.request)) == "draw-unfit"
    assert unfit(replace(one, commitment=other.commitment)) == "draw-unfit"
    assert unfit(replace(one, commitment=third.commitment)) == "draw-unfit"
    assert unfit(replace(one, receipt=third.receipt)) == "draw-unfit"


def test_the_organiser_asks_for_other_dice(dice: EmbeddedClient) -> None:
    drawn = draw_sides(asked(), ORGANISER, dice)
    spec = replace(asked().roll().spec, count=7)
    with pytest.raises(DiceError) as caught:
        dice.roll(replace(asked().roll(), spec=spec).sign(ORGANISER))
    assert caught.value.code == "reroll-refused", "roll 1 is made once"
    second = replace(asked().roll(), index=2).sign(ORGANISER)
    assert unfit(replace(drawn, request=second, receipt=dice.roll(second))) == "draw-unfit"
    assert unfit(replace(drawn, request=asked().roll().sign(key_of("Eve")))) == "draw-unfit"


def test_somebody_else_registers_the_draw_first(dice: EmbeddedClient) -> None:
    """It stops the draw, which is told, and brings them nothing: their dice draw no sides."""
    with pytest.raises(SaveError) as caught:
        draw_sides(asked(), key_of("Eve"), dice)
    assert caught.value.code == "draw-unfit"
    with pytest.raises(DiceError) as caught:
        draw_sides(asked(), ORGANISER, dice)
    assert caught.value.code == "game-registered"
    assert verify_draw(draw_sides(asked(name="Winter cup, again"), ORGANISER, dice))


def test_dice_that_everybody_can_foresee() -> None:
    with pytest.raises(DiceError) as caught:
        draw_sides(asked(), ORGANISER, RehearsalClient("draw"))
    assert caught.value.code == "draw-unfit"


def test_a_file_that_is_none() -> None:
    for data in (b"", b"\x80", b"noise", asked().to_bytes()):
        with pytest.raises(SaveError):
            verify_draw(read_draw(data))
