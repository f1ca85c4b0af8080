"""Pairs of a round: nobody twice, everybody once, the same for the same input."""

from itertools import combinations

import pytest

from pbem.league.pairing import PairedRound, Played, pair_robin, pair_swiss
from pbem.usage import UsageError


def players(number: int) -> list[bytes]:
    return [bytes([one]) * 32 for one in range(1, number + 1)]


def everybody(paired: PairedRound) -> list[bytes]:
    byes = [paired.bye] if paired.bye is not None else []
    return sorted([*(key for pair in paired.pairs for key in pair), *byes])


@pytest.mark.parametrize("number", range(2, 12))
def test_everybody_meets_everybody_once(number: int) -> None:
    people = players(number)
    rounds = number - 1 + number % 2
    met: list[frozenset[bytes]] = []
    byes: list[bytes | None] = []
    for one in range(1, rounds + 1):
        paired = pair_robin(people, one)
        assert everybody(paired) == sorted(people)
        met += map(frozenset, paired.pairs)
        byes.append(paired.bye)
    assert sorted(map(sorted, met)) == sorted(sorted(pair) for pair in combinations(people, 2))
    assert set(byes) == (set(people) if number % 2 else {None}) and len(byes) == rounds
    for outside in (0, rounds + 1):
        with pytest.raises(UsageError) as caught:
            pair_robin(people, outside)
        assert caught.value.code == "no-such-round"


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    a, b, c, d = players(4)
    paired = pair_swiss([a, b, c, d], Played({}, (), ()))
    assert paired == PairedRound(((a, c), (b, d)), None)


def test_those_with_equal_points_meet_and_nobody_meets_twice() -> None:
    a, b, c, d = players(4)
    met = {frozenset((a, c)), frozenset((b, d))}
    assert pair_swiss([a, b, c, d], Played({a: 1, b: 1}, met, ())).pairs == ((a, b), (c, d))
    met |= {frozenset((a, b)), frozenset((c, d))}
    assert pair_swiss([a, b, c, d], Played({a: 2, b: 1, c: 1}, met, ())).pairs == ((a, d), (b, c))
    met |= {frozenset((a, d)), frozenset((b, c))}
    with pytest.raises(UsageError) as caught:
        pair_swiss([a, b, c, d], Played({}, met, ()))
    assert caught.value.code == "no-round-left"


def test_the_last_one_without_a_bye_has_it() -> None:
    a, b, c = players(3)
    first = pair_swiss([a, b, c], Played({}, (), ()))
    assert first == PairedRound(((a, b),), c)
    second = pair_swiss([a, b, c], Played({a: 1, c: 1}, {frozenset((a, b))}, {c}))
    assert second == PairedRound(((a, c),), b)


@pytest.mark.parametrize("number", [8, 13, 30])
def test_a_tournament_of_many_rounds(number: int) -> None:
    """The better one wins always; nobody meets twice or has two byes."""
    people = players(number)
    points = dict.fromkeys(people, 0.0)
    met: set[frozenset[bytes]] = set()
    byes: list[bytes] = []
    for _ in range(5):
        paired = pair_swiss(people, Played(points, met, byes))
        assert everybody(paired) == sorted(people)
        fresh = set(map(frozenset, paired.pairs))
        assert not fresh & met
        met |= fresh
        for pair in paired.pairs:
            points[min(pair)] += 1
        if paired.bye:
            assert paired.bye not in byes
            byes.append(paired.bye)
            points[paired.bye] += 1
    assert points[people[0]] == 5


def test_one_player_and_the_same_one_twice() -> None:
    one, *_ = players(1)
    for people in ([one], [one, one], []):
        with pytest.raises(UsageError) as caught:
            pair_robin(people, 1)
        assert caught.value.code == "too-few-players"
        with pytest.raises(UsageError) as caught:
            pair_swiss(people, Played({}, (), ()))
        assert caught.value.code == "too-few-players"
