"""Who plays whom in a round: Swiss, or everybody against everybody (round robin).

Both give the same pairs for the same input, so anybody can work a round out again.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from engine.values import dataclass
from pbem.usage import UsageError

_MOST_STEPS: Final = 200_000


@dataclass(frozen=True, slots=True)
class PairedRound:
    """Pairs of players, the highest first, and who has a bye, None for nobody."""

    pairs: tuple[tuple[bytes, bytes], ...]
    bye: bytes | None


@dataclass(frozen=True, slots=True)
class Played:
    """What has been: points by player, who has met whom, and who has had a bye."""

    points: Mapping[bytes, float]
    met: Collection[frozenset[bytes]]
    byes: Collection[bytes]


def pair_robin(players: Sequence[bytes], number: int) -> PairedRound:
    """Round `number`, from 1, of everybody against everybody, by the circle method.

    players: in an order that stays the same.  Raises UsageError `no-such-round`, `too-few-players`.
    """
    _check(players)
    seats: list[bytes | None] = [*players]
    if len(seats) % 2:
        seats.append(None)
    rounds = len(seats) - 1
    if not 1 <= number <= rounds:
        raise UsageError(
            "no-such-round",
            f"{len(players)} players have met after {rounds} rounds: there is no round {number}.",
        )
    fixed, turning = seats[0], seats[1:]
    turned = [*turning[number - 1 :], *turning[: number - 1]]
    circle = [fixed, *turned]
    pairs: list[tuple[bytes, bytes]] = []
    bye: bytes | None = None
    for place in range(len(circle) // 2):
        one, other = circle[place], circle[-1 - place]
        if one is None or other is None:
            bye = one or other
        else:
            pairs.append((one, other))
    return PairedRound(tuple(pairs), bye)


def pair_swiss(players: Sequence[bytes], played: Played) -> PairedRound:
    """The next round of a Swiss tournament.

    players: the best first, for equal points.  Those with the most points meet; nobody meets twice,
    and of an odd number the last one who has not had one has a bye. In the first round the upper
    half meets the lower half.  Raises UsageError `no-round-left`, `too-few-players`.
    """
    _check(players)
    ranked = sorted(players, key=lambda one: -played.points.get(one, 0.0))
    if len(ranked) % 2 == 0:
        pairs = _matched(ranked, played.met)
        if pairs is not None:
            return PairedRound(pairs, None)
    else:
        waiting = [one for one in reversed(ranked) if one not in played.byes]
        for bye in waiting:
            pairs = _matched([one for one in ranked if one != bye], played.met)
            if pairs is not None:
                return PairedRound(pairs, bye)
    raise UsageError(
        "no-round-left",
        "There is no round in which nobody meets somebody again.",
        "The tournament has had as many rounds as it can.",
    )


def _matched(
    ranked: Sequence[bytes], met: Collection[frozenset[bytes]]
) -> tuple[tuple[bytes, bytes], ...] | None:
    """Pairs of which none has met, those near each other first; None if there are none.

    The search goes back where it gets stuck, and is given up after a number of steps.
    """
    half = len(ranked) // 2
    if not met:
        return tuple(zip(ranked[:half], ranked[half:], strict=True))
    steps = 0

    def search(left: tuple[bytes, ...]) -> tuple[tuple[bytes, bytes], ...] | None:
        nonlocal steps
        if not left:
            return ()
        first, *others = left
        for other in others:
            steps += 1
            if steps > _MOST_STEPS:
                return None
            if frozenset((first, other)) in met:
                continue
            rest = search(tuple(one for one in others if one != other))
            if rest is not None:
                return ((first, other), *rest)
        return None

    return search(tuple(ranked))


def _check(players: Sequence[bytes]) -> None:
    if len(set(players)) < 2 or len(set(players)) != len(players):
        raise UsageError("too-few-players", "A round needs two players or more, each once.")
