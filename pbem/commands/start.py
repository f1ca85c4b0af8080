"""`pbem` alone: what waits for the player, what is not set up yet, and how to begin."""

from typing import TYPE_CHECKING

from engine.lazy import LazyFunction
from pbem import VERSION
from pbem.commands.games import GameOutput, rows_of, state_words, wants_you
from pbem.home import Home
from pbem.output import Output
from pbem.result import Result
from pbem.text import counted, plain

if TYPE_CHECKING:
    from pbem.post.letter import outbox_of
else:
    outbox_of = LazyFunction("pbem.post.letter", "outbox_of")

_BEGIN = (
    ("pbem board", "found a game and play it with the mouse, in your browser"),
    ("pbem scenarios", "which games there are, and which one is good for a start"),
    ("pbem new classic_1942 --hotseat", "found a game for one computer; then `pbem play`"),
    ("pbem demo", "watch a whole round between two players by mail"),
    ("pbem help first-game", "the first game in ten minutes, step by step"),
    ("pbem --help", "all commands"),
)


class NextOutput(Output):
    """A command that would be next, and why."""

    command: str
    text: str


class StartOutput(Output):
    """What waits for you; waiting: handles of games, of so many that there are."""

    version: str
    games: int
    waiting: list[str]
    next: list[NextOutput]


def start_page() -> Result[StartOutput]:
    """What to do next, in the order of its urgency."""
    home = Home.standard()
    rows = rows_of(home)
    mine = [row for row in rows if wants_you(row)]
    steps = [*_waiting(mine), *_outbox(home), *_set_up(home, has_games=bool(rows))]
    lines = [f"pbem {VERSION}: {_headline(len(rows), len(mine))}"]
    if steps:
        lines += ["", "Next:", *_aligned(steps)]
    lines += ["", "Begin:" if not rows else "Also:", *_aligned(_BEGIN)]
    data = StartOutput(
        version=VERSION,
        games=len(rows),
        waiting=[row.handle for row in mine],
        next=[NextOutput(*step) for step in steps],
    )
    return Result("\n".join(lines), data)


def _headline(games: int, waiting: int) -> str:
    if not games:
        return "grand-strategy games by mail. You have no games yet."
    if not waiting:
        return f"no game waits for you, of {games}."
    return f"{counted(waiting, 'game waits', 'games wait')} for you, of {games}."


def _waiting(rows: list[GameOutput]) -> list[tuple[str, str]]:
    steps = []
    for row in rows:
        verb = "play" if row.to_move else "join"
        if row.proposals:
            verb = "consent"
        elif not row.waits_for_you:
            verb = "send"
        steps.append((f"pbem {verb} {row.handle}", f"{plain(row.name)}: {state_words(row)}"))
    return steps


def _outbox(home: Home) -> list[tuple[str, str]]:
    if not home.outbox_path.is_dir():
        return []
    left = sum(not entry.is_done for entry in outbox_of(home).entries())
    what = f"{counted(left, 'mail')} in the outbox not sent, or perhaps not arrived"
    return [("pbem outbox", what)] if left else []


def _set_up(home: Home, *, has_games: bool) -> list[tuple[str, str]]:
    steps = []
    if not home.key_path.is_file():
        steps.append(("pbem keys new --name YOU", "make your key: every order is signed with it"))
    if home.config.mail is None:
        text = "let pbem mail your turns; or hand the files over yourself"
        steps.append(("pbem mail setup ADDRESS", text))
    else:
        what = "see whether mail has come" if has_games else "take in an invitation that has come"
        steps.append(("pbem fetch", what))
    return steps


def _aligned(steps: "list[tuple[str, str]] | tuple[tuple[str, str], ...]") -> list[str]:
    wide = max(len(command) for command, _ in steps)
    return [f"  {command:<{wide}}  {text}" for command, text in steps]
