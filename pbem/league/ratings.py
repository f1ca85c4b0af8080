"""Ratings of players by their games, in the order in which these ended.

Source: R. Weng, C. Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011),
algorithm 4 (Plackett and Luce), by the package openskill with its usual constants.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec

from engine.values import dataclass
from pbem.usage import UsageError

_DEVIATIONS = 3.0


@dataclass(frozen=True, slots=True)
class SkillRating:
    """What is believed of a player's skill: `mean`, 25 for who has not played, and `deviation`."""

    mean: float
    deviation: float

    @property
    def at_least(self) -> float:
        """Three deviations below the mean: hardly anybody is worse than that; the table's order."""
        return self.mean - _DEVIATIONS * self.deviation


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game for the ratings: its sides, the winners first; is_draw: nobody has won."""

    sides: Sequence[Sequence[bytes]]
    is_draw: bool


def rate(games: Iterable[RatedGame]) -> Mapping[bytes, SkillRating]:
    """The ratings after all games, by player.

    Raises UsageError `league-not-installed`.
    """
    if find_spec("openskill") is None:
        raise UsageError(
            "league-not-installed",
            "The package that rates players is not installed.",
            "Install it with: pip install 'pbem[league]'",
        )
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only for leagues, and an extra

    model = PlackettLuce()
    found: dict[bytes, SkillRating] = {}
    fresh = model.rating()
    unknown = SkillRating(float(fresh.mu), float(fresh.sigma))
    for game in games:
        # The method adds up a team. Here all sides have the same armies, whoever shares them: so
        # each player counts as often as makes the sides equal in number.
        size = math.lcm(*map(len, game.sides))
        known = [
            [found.get(key, unknown) for key in side] * (size // len(side)) for side in game.sides
        ]
        teams = [[model.rating(mu=one.mean, sigma=one.deviation) for one in side] for side in known]
        ranks = [1.0 if game.is_draw else float(place) for place in range(1, len(teams) + 1)]
        rated = model.rate(teams, ranks=ranks)
        for side, team in zip(game.sides, rated, strict=True):
            for key, one in zip(side, team, strict=False):
                found[key] = SkillRating(float(one.mu), float(one.sigma))
    return found
