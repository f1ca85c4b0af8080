"""`pbem games`: an inbox of the games that wait for you, and the others."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from engine.lazy import LazyFunction
from pbem.home import Home
from pbem.post.dispatch import dispatch_words, mails_by_head
from pbem.result import Result
from pbem.save.shelf import GameRef, handles
from pbem.status_cache import KnownRows
from pbem.terminal.command_line import JSON, now
from pbem.text import date_text, plain

if TYPE_CHECKING:
    from pbem.post.game_row import row_of
else:
    # Late: most rows are known, and what makes one loads half of the program.
    row_of = LazyFunction("pbem.post.game_row", "row_of")


@click.command("games")
@JSON
def command(as_json: bool) -> Result:
    """List your games; those that wait for you come first."""
    del as_json
    rows = rows_of(Home.standard())
    lines = [line for row in rows for line in _lines(row)]
    return Result(
        "\n".join(lines)
        or "You have no games. Found one with `pbem new`; `pbem fetch` takes in invitations.",
        {"games": rows},
    )


def rows_of(home: Home) -> list[dict[str, object]]:
    """All games of a home, as --json has them; those that wait for the player come first."""
    games = home.game_store.games()
    names = handles(games)
    ids = Counter(ref.game for ref in games)
    known = KnownRows(home.root)
    rows = [
        _row(home, ref, known)
        | {
            "game": ref.game.hex(),
            "genesis": ref.genesis.hex(),
            "handle": names[ref],
            # What tells it apart where another one has the same id.
            "about": home.describe(ref) if ids[ref.game] > 1 else "",
        }
        for ref in games
    ]
    known.close()
    mails = mails_by_head(home) if any(row.get("to_send") for row in rows) else {}
    for row in rows:
        row["unsent"] = dispatch_words(row, mails)
    rows.sort(key=lambda row: (not wants_you(row), str(row["name"]), str(row["game"])))
    return rows


def wants_you(row: Mapping[str, object]) -> bool:
    """Whether it is your turn or your seat to take, a proposal asks for your consent, or what you
    have signed was not sent."""
    return bool(row["waits_for_you"] or row.get("proposals") or row["unsent"])


def _lines(row: Mapping[str, object]) -> list[str]:
    mark = "*" if wants_you(row) else " "
    name = plain(str(row["name"]))
    more = [f"           {plain(str(row['about']))}"] if row["about"] else []
    return [f"{mark} {row['handle']}  {name}: {state_words(row)}", *more]


def state_words(row: Mapping[str, object]) -> str:
    """Where a game stands: whom it waits for since when, until when, and what was not sent."""
    since, until = row.get("since"), row.get("until")
    parts = [str(row["state"])]
    if isinstance(since, int) and since:
        parts.append(f"since {date_text(since)}")
    if isinstance(until, int) and until:
        parts.append(f"{'late since' if now() > until else 'until'} {date_text(until)}")
    return plain("; ".join(filter(None, (*parts, str(row["unsent"])))))


def _row(home: Home, ref: GameRef, known: KnownRows) -> dict[str, object]:
    """What is said about a game; not worked out again while nothing has changed."""
    row = known.recall(ref.folder_name)
    if row is None:
        row = row_of(home, ref).plain
        if "code" not in row:
            known.remember(ref.folder_name, row)
    return row
