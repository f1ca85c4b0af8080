"""The pages of the site of a club.  No page says when it was made: the same games give the same
bytes.  Every link is relative, so the site works from a folder, too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.values import dataclass
from pbem.club.model import ClubGame, ClubTurn
from pbem.club.settings import ClubSettings
from pbem.report.render import render_template
from pbem.text import counted, date_text

INDEX: Final = "index.html"
RESULTS: Final = "results.html"
PLAYERS: Final = "players.html"
FEED: Final = "feed.xml"
CALENDAR: Final = "calendar.ics"
_PAGES: Final = (
    (INDEX, "Games"),
    (RESULTS, "Results"),
    (PLAYERS, "Players"),
    (FEED, "Feed"),
    (CALENDAR, "Calendar"),
)
_HOUR: Final = 3_600
_KEY_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class _Row:
    """A game in words; folder: of its page, from the page that shows it."""

    folder: str
    name: str
    map: str
    host: str
    state: str
    round: int
    turns: str
    rounds: str
    to_move: str
    player: str
    since: str
    until: str
    is_late: bool
    open_names: str
    outcome: str


@dataclass(frozen=True, slots=True)
class _PlayerRow:
    """A player; mark: what tells them from others of that name; games: folder, name and words."""

    name: str
    mark: str
    games: tuple[tuple[str, str, str], ...]
    turns: int
    late: int
    hours: str


def folder_of(game: ClubGame) -> str:
    """The folder of a game on the site, without a slash at its end."""
    return f"games/{game.page}"


def turn_file(number: int) -> str:
    """The name of the report of a turn, beside the page of its game."""
    return f"turn-{number:03d}.html"


def index_page(club: ClubSettings, games: Sequence[ClubGame], now: int) -> bytes:
    """The games under way, those that wait for somebody who is late first, and those to begin."""
    playing = [game for game in games if game.state == "playing"]
    playing.sort(key=lambda game: (not game.is_late(now), -game.since, game.ref))
    late = sum(game.is_late(now) for game in playing)
    inviting = [game for game in games if game.state == "inviting"]
    counts = f"{counted(len(playing), 'game')} under way"
    values = {
        "counts": f"{counts}, {late} late." if late else f"{counts}.",
        "playing": [_row(game, now) for game in playing],
        "inviting": [_row(game, now) for game in sorted(inviting, key=lambda one: one.ref)],
    }
    return _page("club_index.html", club, club.name, INDEX, values)


def results_page(club: ClubSettings, games: Sequence[ClubGame]) -> bytes:
    """The games that are over, the newest first."""
    over = [game for game in games if game.state == "over"]
    over.sort(key=lambda game: (-game.since, game.ref))
    values = {
        "counts": f"{counted(len(over), 'game is', 'games are')} over.",
        "over": [_row(game, 0) for game in over],
    }
    return _page("club_results.html", club, f"Results: {club.name}", RESULTS, values)


def players_page(club: ClubSettings, games: Sequence[ClubGame]) -> bytes:
    """Who plays which games, and how fast. A player is a key: the name is what they call
    themselves."""
    rows = _players(games)
    values = {"counts": f"{counted(len(rows), 'player')}.", "players": rows}
    return _page("club_players.html", club, f"Players: {club.name}", PLAYERS, values)


def game_page(club: ClubSettings, game: ClubGame, turns: Iterable[ClubTurn], now: int) -> bytes:
    """The page of one game, which lies in its folder."""
    luck = [
        {
            "nation": one.nation,
            "dice": one.dice,
            "scored": one.scored,
            "expected": f"{one.expected:.1f}",
            "swing": f"{round(one.swing, 1) + 0.0:+.1f}",
        }
        for one in game.luck
    ]
    times = [
        {
            "player": one.player,
            "turns": one.turns,
            "late": one.late,
            "hours": _hours(one.seconds, one.turns),
        }
        for one in game.times
    ]
    told = [
        {
            "number": one.number,
            "round": one.round,
            "nation": one.nation,
            "player": one.player,
            "is_late": one.is_late,
            "closed": date_text(one.closed, game.zone),
            "file": turn_file(one.number),
        }
        for one in reversed(tuple(turns))
    ]
    values = {
        "row": _row(game, now),
        "seats": game.seats,
        "has_board": game.state != "inviting",
        "has_replay": bool(game.turns),
        "luck": luck,
        "times": times,
        "turns": told,
    }
    return _page("club_game.html", club, f"{game.name}: {club.name}", "", values, up="../../")


def _page(
    template: str,
    club: ClubSettings,
    title: str,
    here: str,
    values: Mapping[str, object],
    up: str = "",
) -> bytes:
    """up: from the page to the top of the site."""
    league = club.league if "://" in club.league else f"{up}{club.league}"
    shared = {
        "club": club.name,
        "title": title,
        "pages": _PAGES,
        "league": league if club.league else "",
        "here": here,
        "up": up,
    }
    return render_template(template, "html", {**shared, **values}).encode()


def _row(game: ClubGame, now: int) -> _Row:
    return _Row(
        folder=folder_of(game),
        name=game.name,
        map=game.map,
        host=game.host,
        state=game.state,
        round=game.round,
        turns=counted(game.turns, "turn"),
        rounds=counted(game.round, "round"),
        to_move=game.to_move,
        player=game.player,
        since=date_text(game.since, game.zone) if game.since else "",
        until=date_text(game.until, game.zone) if game.until else "",
        is_late=game.is_late(now),
        open_names=", ".join(game.open_names),
        outcome=f"{game.outcome[:1].upper()}{game.outcome[1:]}.",
    )


def _players(games: Sequence[ClubGame]) -> list[_PlayerRow]:
    seats: dict[tuple[str, str], list[tuple[ClubGame, list[str]]]] = {}
    for game in sorted(games, key=lambda one: (-one.since, one.ref)):
        nations: dict[tuple[str, str], list[str]] = {}
        for seat in game.seats:
            if seat.key:
                nations.setdefault((seat.player, seat.key), []).append(seat.nation)
        for who, mine in nations.items():
            seats.setdefault(who, []).append((game, mine))
    played: dict[tuple[str, str], list[int]] = {}
    for game in games:
        for one in game.times:
            totals = played.setdefault((one.player, one.key), [0, 0, 0])
            for at, more in enumerate((one.turns, one.late, one.seconds)):
                totals[at] += more
    names = Counter(name for name, _ in seats)
    rows: list[_PlayerRow] = []
    for who in sorted(seats, key=lambda one: (one[0].casefold(), one)):
        turns, late, seconds = played.get(who, (0, 0, 0))
        rows.append(
            _PlayerRow(
                name=who[0],
                mark="" if names[who[0]] == 1 else who[1][:_KEY_DIGITS],
                games=tuple(
                    (folder_of(game), game.name, _words(game, nations))
                    for game, nations in seats[who]
                ),
                turns=turns,
                late=late,
                hours=_hours(seconds, turns),
            )
        )
    return rows


def _words(game: ClubGame, nations: Sequence[str]) -> str:
    told = ", ".join(nations)
    if game.state != "over":
        return told
    if not game.winners:
        return f"{told}: drawn"
    return f"{told}: {'won' if set(nations) & set(game.winners) else 'lost'}"


def _hours(seconds: int, turns: int) -> str:
    return f"{seconds / turns / _HOUR:.1f}" if turns else "-"
