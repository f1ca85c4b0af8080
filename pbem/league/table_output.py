"""The table of a league as text and as data."""

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.league.gather import GatheredGames, LeagueGame
from pbem.league.table import LeagueRow, LeagueTable
from pbem.output import Output
from pbem.text import counted, plain

_NAME: Final = 12
_HEAD: Final = (
    f"{'':3}{'':{_NAME}} {'key':8} {'rating':>10} {'w-d-l':>8} {'pts':>5} {'hours':>6} "
    f"{'late':>4} {'left':>4}"
)


class LeagueRowOutput(Output):
    """A player of a league; key: by which they are told apart, names: labels.

    points: 1 for a win, a half for a draw; ways: how the won games ended. rating, deviation: null
    before the first game that counts; at_least: three deviations below, the order of the table.
    hours: how long half of the turns took at most; late, replaced, stood_in: turns that were late,
    games in which somebody took over, or they did. luck: in standard deviations, swing: in PUs;
    null without --luck.
    """

    key: str
    names: tuple[str, ...]
    games: int
    won: int
    drawn: int
    lost: int
    points: float
    ways: Mapping[str, int]
    under_way: int
    rating: float | None
    deviation: float | None
    at_least: float | None
    turns: int
    hours: float | None
    late: int
    replaced: int
    stood_in: int
    luck: float | None
    swing: float | None


class LeagueGameOutput(Output):
    """A game of a league; not_counted: why it counts for nothing, "" when it counts.

    sides: keys, the winners first; how: the way in which it ended, "" while it goes on; ended: Unix
    seconds.
    """

    file: str
    game: str
    name: str
    scenario: str
    how: str
    winners: tuple[str, ...]
    sides: list[list[str]]
    ended: int
    not_counted: str


class LeftOutOutput(Output):
    """Files that count for nothing, and why."""

    files: tuple[str, ...]
    code: str
    reason: str


class LeagueOutput(Output):
    """The table of a league, best first; namesakes: names that several keys go by."""

    players: list[LeagueRowOutput]
    games: list[LeagueGameOutput]
    left_out: list[LeftOutOutput]
    namesakes: tuple[str, ...]


def table_lines(gathered: GatheredGames, table: LeagueTable) -> Iterator[str]:
    """The table for people: a row for each player, then what has to be said beside it."""
    yield counts_of(gathered, table)
    yield ""
    has_luck = any(row.luck is not None for row in table.rows)
    yield _HEAD + (f"{'luck':>6}{'PUs':>6}" if has_luck else "")
    for place, row in enumerate(table.rows, 1):
        yield _row_line(place, row)
    won = [f"{row.names[-1]} by {ways_of(row)}" for row in table.rows if row.ways]
    if won:
        yield ""
        yield f"Won: {'; '.join(won)}"
    yield from notes_of_table(gathered, table)


def counts_of(gathered: GatheredGames, table: LeagueTable) -> str:
    """How many games there are, as a sentence."""
    going = sum(not game.result.is_over for game in gathered.games)
    counting = len(gathered.games) - len(table.not_counted) - going
    return f"{counted(counting, 'game')} that count, {going} under way."


def ways_of(row: LeagueRow) -> str:
    """In which ways a player has won."""
    return ", ".join(f"{how} ({number})" for how, number in row.ways.items()).replace("_", " ")


def notes_of_table(gathered: GatheredGames, table: LeagueTable) -> Iterator[str]:
    """A sentence for each name of several players, and for each file that counts for nothing."""
    for name in table.namesakes:
        yield f"Several keys go by the name {name}: each is a player of its own."
    for game, reason in table.not_counted:
        yield f"{game.file} does not count: {reason}."
    for one in gathered.left_out:
        yield f"{' and '.join(one.files)} left out: {one.reason}"


def _row_line(place: int, row: LeagueRow) -> str:
    rating = "-"
    if row.rating is not None:
        rating = f"{row.rating.mean:.1f} +-{row.rating.deviation:.1f}"
    hours = "-" if row.hours is None else f"{row.hours:.1f}"
    luck = ""
    if row.luck is not None and row.swing is not None:
        luck = f"{row.luck:>+6.1f}{row.swing:>+6.0f}"
    scores = f"{row.won}-{row.drawn}-{row.lost}"
    name = row.names[-1][:_NAME]
    return (
        f"{place:>2} {name:{_NAME}} {row.key.hex()[:8]} {rating:>10} {scores:>8} "
        f"{row.points:>5.1f} {hours:>6} {row.late:>4} {row.replaced:>4}{luck}"
    )


def table_data(gathered: GatheredGames, table: LeagueTable) -> LeagueOutput:
    """The same for programs."""
    reasons = {game.file: reason for game, reason in table.not_counted}
    return LeagueOutput(
        [_row_data(row) for row in table.rows],
        [_game_data(game, reasons.get(game.file, "")) for game in gathered.games],
        [LeftOutOutput(one.files, one.code, plain(one.reason)) for one in gathered.left_out],
        table.namesakes,
    )


def _row_data(row: LeagueRow) -> LeagueRowOutput:
    rating = row.rating
    return LeagueRowOutput(
        key=row.key.hex(),
        names=row.names,
        games=row.games,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        points=row.points,
        ways=row.ways,
        under_way=row.under_way,
        rating=round(rating.mean, 4) if rating is not None else None,
        deviation=round(rating.deviation, 4) if rating is not None else None,
        at_least=round(rating.at_least, 4) if rating is not None else None,
        turns=row.turns,
        hours=None if row.hours is None else round(row.hours, 2),
        late=row.late,
        replaced=row.replaced,
        stood_in=row.stood_in,
        luck=None if row.luck is None else round(row.luck, 4),
        swing=None if row.swing is None else round(row.swing, 2),
    )


def _game_data(game: LeagueGame, not_counted: str) -> LeagueGameOutput:
    result = game.result
    return LeagueGameOutput(
        file=game.file,
        game=result.game.hex(),
        name=result.name,
        scenario=result.scenario,
        how=result.how,
        winners=result.winners,
        sides=[[key.hex() for key in side] for side in result.sides],
        ended=result.ended,
        not_counted=not_counted,
    )
