"""The table of a league as a page of its own: the same games give the same bytes."""

from collections.abc import Iterator, Mapping

from engine.values import dataclass
from pbem.league.gather import GatheredGames, LeagueGame
from pbem.league.table import LeagueRow, LeagueTable
from pbem.league.table_output import counts_of, notes_of_table, ways_of
from pbem.report.render import render_template
from pbem.text import date_text

_KEY_DIGITS = 8


@dataclass(frozen=True, slots=True)
class _PlayerLine:
    """A player in words."""

    name: str
    key: str
    ways: str
    rating: str
    won: int
    drawn: int
    lost: int
    points: str
    hours: str
    late: int
    left: int
    luck: str
    swing: str


@dataclass(frozen=True, slots=True)
class _GameLine:
    """A game in words; who: the players of each side, the winners first."""

    name: str
    scenario: str
    ended: str
    who: str
    how: str


def league_page(title: str, gathered: GatheredGames, table: LeagueTable) -> str:
    """The page; title: of the league."""
    values: Mapping[str, object] = {
        "title": title,
        "counts": counts_of(gathered, table),
        "has_luck": any(row.luck is not None for row in table.rows),
        "players": [_player(row) for row in table.rows],
        "games": [*_games(gathered.games)],
        "notes": [*notes_of_table(gathered, table)],
    }
    return render_template("league.html", "html", values)


def _player(row: LeagueRow) -> _PlayerLine:
    rating = row.rating
    return _PlayerLine(
        name=row.names[-1],
        key=row.key.hex()[:_KEY_DIGITS],
        ways=f"won by {ways_of(row)}" if row.ways else "",
        rating=f"{rating.mean:.1f} \N{PLUS-MINUS SIGN}{rating.deviation:.1f}" if rating else "",
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        points=f"{row.points:.1f}",
        hours="" if row.hours is None else f"{row.hours:.1f}",
        late=row.late,
        left=row.replaced,
        luck="" if row.luck is None else f"{row.luck:+.1f}",
        swing="" if row.swing is None else f"{row.swing:+.0f}",
    )


def _games(games: tuple[LeagueGame, ...]) -> Iterator[_GameLine]:
    for game in games:
        result = game.result
        names = {one.key: one.names[-1] for one in result.players}
        sides = result.sides or (tuple(one.key for one in result.players if one.began),)
        yield _GameLine(
            name=result.name,
            scenario=result.scenario,
            ended=date_text(result.ended, 0) if result.ended else "under way",
            who=" - ".join(", ".join(names[key] for key in side) for side in sides),
            how=result.how.replace("_", " "),
        )
