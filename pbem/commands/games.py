"""`pbem games`: an inbox of the games that wait for you, and the others."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from engine.lazy import LazyFunction
from pbem.home import Home
from pbem.post.dispatch import dispatch_words, mails_by_head
from pbem.result import Result
from pbem.save.shelf import GameRef, handle
from pbem.status_cache import KnownRow
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
    rows = [_row(home, ref) | _names(home, ref, games) for ref in games]
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
    name, state = plain(str(row["name"])), plain(str(row["state"]))
    more = [f"           {plain(str(row['about']))}"] if row["about"] else []
    parts = [state, _time(row), plain(str(row["unsent"]))]
    return [f"{mark} {row['handle']}  {name}: {'; '.join(filter(None, parts))}", *more]


def _time(row: Mapping[str, object]) -> str:
    """Until when the turn is in time, or since when it is late; "" without a pace."""
    until = row.get("until")
    if not isinstance(until, int) or not until:
        return ""
    return f"{'late since' if now() > until else 'until'} {date_text(until)}"


def _names(home: Home, ref: GameRef, games: tuple[GameRef, ...]) -> dict[str, object]:
    """What a game is called; `about` tells it apart where another one has the same id."""
    is_doubled = any(one.game == ref.game and one != ref for one in games)
    return {
        "game": ref.game.hex(),
        "genesis": ref.genesis.hex(),
        "handle": handle(ref, games),
        "about": home.describe(ref) if is_doubled else "",
    }


def _row(home: Home, ref: GameRef) -> dict[str, object]:
    """What is said about a game; not worked out again while nothing has changed."""
    known = KnownRow(home.root, home.game_store.folder(ref))
    row = known.recall()
    if row is None:
        row = row_of(home, ref).plain
        if "code" not in row:
            known.remember(row)
    return row
