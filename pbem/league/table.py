"""The table of a league: what each player has to their name in all of its games."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import median
from typing import Final, NamedTuple

from engine.values import dataclass
from pbem.league.gather import LeagueGame
from pbem.league.ratings import RatedGame, SkillRating, rate
from pbem.replay.result import DRAW, WIN, GamePlayer

_REHEARSAL: Final = "rehearsal"


class LeagueConditions(NamedTuple):
    """Which games a league counts; with no conditions all that have ended.

    authorities: keys, if all dice of a game have to come from these; entrants: keys, if all who
    began a game have to be among these.
    """

    authorities: Collection[bytes] = ()
    entrants: Collection[bytes] = ()


ALL_GAMES: Final = LeagueConditions()


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A player in the table.

    key: by which they are told apart; names: labels, the newest last.
    games, won, drawn, lost: of the games that count; points: 1 for a win, a half for a draw.
    ways: how the won games ended, by the engine's word; under_way: games that go on.
    rating: None before their first game that counts.
    turns: ended by them in all games; hours: how long half of them took at most, None without any;
      late: turns that were late, replaced: games in which somebody took a seat over from them,
      stood_in: games in which they took one over.
    luck: hits beyond their mean in standard deviations, swing: PUs beyond the odds of the battles;
      None unless it was asked for.
    """

    key: bytes
    names: tuple[str, ...]
    games: int
    won: int
    drawn: int
    lost: int
    points: float
    ways: Mapping[str, int]
    under_way: int
    rating: SkillRating | None
    turns: int
    hours: float | None
    late: int
    replaced: int
    stood_in: int
    luck: float | None
    swing: float | None


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """The players, best first, and the games that count for nothing, with the reason.

    namesakes: names that several keys go by.
    """

    rows: tuple[LeagueRow, ...]
    not_counted: tuple[tuple[LeagueGame, str], ...]
    namesakes: tuple[str, ...]


def table_of(
    games: Sequence[LeagueGame],
    conditions: LeagueConditions = ALL_GAMES,
    *,
    with_luck: bool = False,
) -> LeagueTable:
    """Add up the games of a league, in their order.

    Raises UsageError as `rate`.
    """
    first = first_keys(games)
    reasons = {game.file: _why_not(game, conditions, first) for game in games}
    counted = [game for game in games if not reasons[game.file]]
    ratings = rate(
        RatedGame(
            [[first[key] for key in side] for side in game.result.sides], not game.result.winners
        )
        for game in counted
    )
    files = {game.file for game in counted}
    accounts: dict[bytes, _Account] = defaultdict(_Account)
    for game in games:
        for player in game.result.players:
            accounts[first[player.key]].add(game, player, is_counted=game.file in files)
    rows = [
        account.row(key, ratings.get(key), with_luck=with_luck)
        for key, account in accounts.items()
        if not conditions.entrants or key in {first.get(one, one) for one in conditions.entrants}
    ]
    rows.sort(key=_order)
    names = Counter(name for row in rows for name in row.names)
    return LeagueTable(
        tuple(rows),
        tuple(
            (game, reasons[game.file])
            for game in games
            if reasons[game.file] and game.result.is_over
        ),
        tuple(sorted(name for name, number in names.items() if number > 1)),
    )


def first_keys(games: Iterable[LeagueGame]) -> Mapping[bytes, bytes]:
    """Every key of a player with the one that stands for them in all games: the first."""
    before: dict[bytes, bytes] = {}
    keys: set[bytes] = set()
    for game in games:
        for player in game.result.players:
            keys |= set(player.keys)
            before |= dict.fromkeys(player.keys[1:], player.key)
    return {key: _first(key, before) for key in keys}


def _first(key: bytes, before: Mapping[bytes, bytes]) -> bytes:
    """The key from which others lead to this one; of those that lead in a circle the smallest."""
    seen = [key]
    while (earlier := before.get(seen[-1])) is not None:
        if earlier in seen:
            return min(seen[seen.index(earlier) :])
        seen.append(earlier)
    return seen[-1]


def _why_not(game: LeagueGame, conditions: LeagueConditions, first: Mapping[bytes, bytes]) -> str:
    """Why a game counts for nothing, as a clause; "" when it counts."""
    result = game.result
    if not result.is_over:
        return "it goes on"
    if not result.sides:
        return "nobody was against anybody: one key began on more than one side"
    if result.dice == _REHEARSAL:
        return "everybody could foresee its dice"
    if conditions.authorities and not set(result.authorities) <= set(conditions.authorities):
        return "its dice come from an authority that does not count here"
    entrants = {first.get(key, key) for key in conditions.entrants}
    if entrants and not {first[key] for side in result.sides for key in side} <= entrants:
        return "somebody played in it who has not entered"
    return ""


def _order(row: LeagueRow) -> tuple[float, float, bytes]:
    rating = row.rating.at_least if row.rating is not None else -math.inf
    return -rating, -row.points, row.key


class _Account:
    """What is added up for one player."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._scores: list[float] = []
        self._ways: Counter[str] = Counter()
        self._under_way = self._late = self._replaced = self._stood_in = 0
        self._seconds: list[int] = []
        self._hits, self._variance, self._swing = Fraction(0), Fraction(0), 0.0

    def add(self, game: LeagueGame, player: GamePlayer, *, is_counted: bool) -> None:
        """One more game, whether its result counts or not."""
        self._names = [*(name for name in self._names if name not in player.names), *player.names]
        self._seconds += player.seconds
        self._late += player.late
        self._replaced += player.was_replaced
        self._stood_in += player.came_later
        self._under_way += not game.result.is_over
        if not is_counted or player.score is None:
            return
        self._scores.append(player.score)
        if player.score == WIN:
            self._ways[game.result.how] += 1
        for nation in player.began:
            if nation in game.luck:
                self._hits += game.luck[nation].hits
                self._variance += game.luck[nation].variance
                self._swing += game.luck[nation].swing

    def row(self, key: bytes, rating: SkillRating | None, *, with_luck: bool) -> LeagueRow:
        """The sums."""
        won, drawn = self._scores.count(WIN), self._scores.count(DRAW)
        deviation = math.sqrt(self._variance)
        return LeagueRow(
            key=key,
            names=tuple(self._names),
            games=len(self._scores),
            won=won,
            drawn=drawn,
            lost=len(self._scores) - won - drawn,
            points=sum(self._scores),
            ways=dict(sorted(self._ways.items())),
            under_way=self._under_way,
            rating=rating,
            turns=len(self._seconds),
            hours=median(self._seconds) / 3_600 if self._seconds else None,
            late=self._late,
            replaced=self._replaced,
            stood_in=self._stood_in,
            luck=(float(self._hits) / deviation if deviation else 0.0) if with_luck else None,
            swing=self._swing if with_luck else None,
        )
