"""`pbem seats`: who plays which nation, and which of your own seats the computer plays."""

import click

from pbem.home import Home
from pbem.lobby.computer_seats import (
    computer_named,
    computer_words,
    keep_computer_seats,
    own_computer_seats,
)
from pbem.output import Output
from pbem.play.nation_name import nation_named
from pbem.result import Result
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.terminal.command_line import JSON, SAVE, own_identity
from pbem.text import plain, quoted
from pbem.usage import UsageError

_ME = "me"


class SeatRow(Output):
    """A nation and its player, "" for nobody; computer: who plays it here for you, "" for you."""

    nation: str
    player: str
    computer: str


class SeatsOutput(Output):
    """The seats of a game."""

    game: str
    seats: list[SeatRow]


@click.command("seats")
@SAVE
@click.argument("who", nargs=-1, metavar="[NATION=computer:NAME|NATION=me]...")
@JSON
def command(save: str, who: tuple[str, ...], as_json: bool) -> Result[SeatsOutput]:
    """Say who plays which nation of SAVE, and let the computer play your own seats, or not.

    A seat of somebody else comes to you by agreement: `pbem propose SAVE substitute`.
    """
    del as_json
    home = Home.standard()
    chosen = home.choose(save).save
    seats = dict(own_computer_seats(home, chosen))
    if who:
        _, own = own_identity(home)
        for word in who:
            nation, kind = _wish(chosen, own, word)
            seats.pop(nation, None)
            if kind is not None:
                seats[nation] = kind
        keep_computer_seats(home, ref_of(chosen), seats)
    rows = [
        SeatRow(nation, player or "", seats.get(nation, ""))
        for nation, player in chosen.seats.items()
    ]
    lines = [_line(row) for row in rows]
    if who and seats:
        lines.append("They are played when their turn comes: by `pbem fetch`, `watch` or the page.")
    return Result("\n".join(lines), SeatsOutput(chosen.genesis.game.hex(), rows))


def _line(row: SeatRow) -> str:
    by = f", played by {computer_words(row.computer)}" if row.computer else ""
    return f"{row.nation}: {plain(row.player) or 'nobody'}{by}"


def _wish(save: TrustedSave, own: bytes, word: str) -> tuple[str, str | None]:
    """The nation of a word such as `Germans=computer:hard`, and its player; None for a person."""
    name, _, who = word.partition("=")
    nation = nation_named(tuple(save.seats), name.strip())
    if save.holder_key(nation) != own:
        player = plain(save.seats[nation] or "nobody")
        raise UsageError(
            "not-your-seat",
            f"The seat of the {nation} is held by {player}.",
            "It comes to you by agreement: `pbem propose GAME substitute`.",
        )
    kind = computer_named(who)
    if kind is None and who.strip().lower() != _ME:
        raise UsageError(
            "no-such-player",
            f"{quoted(who)} is no player of your own seat.",
            f"Write {nation}={_ME} or {nation}=computer:hard.",
        )
    return nation, kind
