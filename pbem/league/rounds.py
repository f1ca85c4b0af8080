"""The next round of a tournament, by the games and the draws in its folder."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final, Literal, TypeAlias

from engine.values import dataclass
from pbem.league.draw import MAX_DRAW, SideDraw, read_draw, verify_draw
from pbem.league.gather import LeagueGame
from pbem.league.pairing import PairedRound, Played, pair_robin, pair_swiss
from pbem.league.table import LeagueTable, first_keys
from pbem.named_files import read_plain_file
from pbem.text import quoted
from pbem.usage import UsageError

System: TypeAlias = Literal["swiss", "robin"]
DRAW_SUFFIX: Final = ".draw"
_BYE_POINTS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament: its name, its organiser's key, and its entrants, the first for equal points
    first; sides: what is drawn for in all of its rounds."""

    name: str
    organiser: bytes
    players: Sequence[bytes]
    sides: tuple[str, str]


def past_draws(paths: Iterable[Path], tournament: Tournament, number: int) -> list[SideDraw]:
    """The draws of the rounds before this one, verified, from the folders.

    Raises UsageError `round-missing`, `round-twice` and `other-sides`, and what is wrong with a
    draw.
    """
    found: dict[int, SideDraw] = {}
    files = sorted(
        {file for path in paths if path.is_dir() for file in path.glob(f"*{DRAW_SUFFIX}")}
    )
    for file in files:
        draw = read_draw(read_plain_file(file, MAX_DRAW))
        verify_draw(draw)
        if (draw.name, draw.organiser) != (tournament.name, tournament.organiser):
            continue
        if draw.sides != tournament.sides:
            # Or the organiser could draw anew by another name for the same sides.
            first, second = draw.sides
            raise UsageError(
                "other-sides",
                f"In round {draw.number} the sides were {quoted(first)} and {quoted(second)}.",
                "A tournament has the same ones in all rounds: --sides.",
            )
        if draw.number in found and found[draw.number].head != draw.head:
            raise UsageError(
                "round-twice",
                f"Round {draw.number} of {tournament.name} is there in two ways.",
                "Whoever has drawn it twice has to say which one counts.",
            )
        found[draw.number] = draw
    missing = [one for one in range(1, number) if one not in found]
    if missing:
        raise UsageError(
            "round-missing",
            f"The draw of round {missing[0]} of {tournament.name} is not there.",
            "Put its file into the folder.",
        )
    return [found[one] for one in range(1, number)]


def next_round(
    tournament: Tournament,
    number: int,
    system: System,
    table: LeagueTable,
    games: Sequence[LeagueGame],
    past: Sequence[SideDraw],
) -> PairedRound:
    """Who plays whom in a round; raises UsageError as `pair_robin` and `pair_swiss`."""
    if system == "robin":
        return pair_robin(tournament.players, number)
    first = first_keys(games)
    own = {first.get(key, key): key for key in tournament.players}
    points = {own[row.key]: row.points for row in table.rows if row.key in own}
    byes = [draw.bye for draw in past if draw.bye]
    for key in byes:
        points[key] = points.get(key, 0.0) + _BYE_POINTS
    met = {frozenset(pair) for draw in past for pair in draw.pairs} | _met(games, first, own)
    return pair_swiss(tournament.players, Played(points, met, byes))


def _met(
    games: Iterable[LeagueGame], first: Mapping[bytes, bytes], own: Mapping[bytes, bytes]
) -> set[frozenset[bytes]]:
    """The entrants who have been against each other in a game."""
    found: set[frozenset[bytes]] = set()
    for game in games:
        for one, other in combinations(game.result.sides, 2):
            for mine in one:
                for theirs in other:
                    keys = (first[mine], first[theirs])
                    if keys[0] in own and keys[1] in own:
                        found.add(frozenset(own[key] for key in keys))
    return found
