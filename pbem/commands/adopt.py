"""`pbem adopt`: go on with another branch of a game that has two histories."""

import sys

import click

from pbem.home import Home
from pbem.output import Output
from pbem.replay import read_position
from pbem.result import Result
from pbem.save.forks import Fork
from pbem.screen import tell
from pbem.terminal.command_line import JSON, SAVE
from pbem.text import plain
from pbem.usage import UsageError


class ForkOutput(Output):
    """Another history of a game, from a record on; proof: the folder with both."""

    record: int
    branch: str
    signed_by: tuple[str, ...]
    authority_convicted: bool
    proof: str


class ForksOutput(Output):
    """The forks of a game."""

    forks: list[ForkOutput]


class AdoptOutput(Output):
    """Whether the other branch was taken, and its head then."""

    adopted: bool
    head: str = ""


@click.command("adopt")
@SAVE
@click.argument("branch", required=False)
@click.option("--yes", is_flag=True, help="Take it without being asked.")
@JSON
def command(
    save: str, branch: str | None, yes: bool, as_json: bool
) -> Result[ForksOutput | AdoptOutput]:
    """Show both branches of a fork, or go on with BRANCH, the start of its name.

    The proof of who signed both stays, and `pbem history` and `pbem verify` name them.
    """
    home = Home.standard()
    current = home.game_store.load(home.stored(save), home.keyring())
    forks = home.game_store.forks(current) if current is not None else ()
    if branch is None:
        lines = [plain(line) for fork in forks for line in fork.lines()]
        return Result(
            "\n".join(lines) or "This game has one history.", ForksOutput(fork_rows(forks))
        )
    fork = _named(forks, branch)
    shown = "\n".join(plain(line) for line in fork.lines())
    if not yes:
        if not as_json:
            tell(shown)
        if as_json or not sys.stdin.isatty():
            raise UsageError(
                "adopt-unconfirmed",
                "You still go on with your branch.",
                "Add --yes to take the other one.",
                {"fork": fork.lines()},
            )
        if not click.confirm("Go on with the other branch?", err=True):
            return Result("You go on with your branch.", AdoptOutput(adopted=False))
    position = read_position(fork.other)
    if position.error is not None:
        raise position.error
    home.game_store.adopt(fork)
    text = (
        f"{shown}\nYou go on with {fork.name}. The others do the same with `pbem adopt`; the proof "
        "of both stays."
    )
    return Result(text, AdoptOutput(adopted=True, head=fork.other.head.hex()))


def fork_rows(forks: tuple[Fork, ...]) -> list[ForkOutput]:
    """The forks of a game, for --json."""
    return [
        ForkOutput(fork.index, fork.name, fork.signers(), fork.is_closed_twice(), str(fork.folder))
        for fork in forks
    ]


def _named(forks: tuple[Fork, ...], branch: str) -> Fork:
    found = [fork for fork in forks if fork.name.startswith(branch.lower())]
    if len(found) == 1:
        return found[0]
    names = ", ".join(fork.name for fork in forks) or "none"
    raise UsageError(
        "no-such-branch",
        f"{plain(branch)!r} names {len(found)} other branches of this game (known: {names}).",
        "`pbem adopt GAME` shows them.",
    )
