"""The options that let a computer play, which several commands have."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import click

from engine import Definition
from engine.ai import PLAYERS, Player
from pbem.lobby.computer_seats import LEAST_SECONDS, MOST_SECONDS, bounded
from pbem.play.bot import USUAL_BOT_SECONDS, BotPlayer
from pbem.plugins import PluginGroup, plugins_in
from pbem.usage import UsageError


class ComputerChoice(click.Choice[str]):
    """A computer player: one of ours, which the help shows, or one that a plugin brings."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """The name; what plugins there are is looked up for other names than ours only."""
        if isinstance(value, str) and value not in self.choices:
            names = plugins_in(PluginGroup.COMPUTERS)
            if value in names:
                return value
            return click.Choice([*self.choices, *names]).convert(value, param, ctx)
        return super().convert(value, param, ctx)


SECONDS = click.option(
    "--seconds",
    type=click.FloatRange(LEAST_SECONDS, MOST_SECONDS),
    help="What a turn of the computer, or the answers of the bot in it, may take.",
)


BOT = click.option(
    "--bot", metavar="COMMAND", help="Let a program of yours play this turn (bot-v1)."
)


def check_players(
    orders: str | None, computer: str | None, bot: str | None, seconds: float | None
) -> None:
    """UsageError for several of --orders, --computer and --bot, or a bound for none of them."""
    if sum(one is not None for one in (orders, computer, bot)) > 1:
        raise UsageError("two-players", "Use one of --orders, --computer and --bot, not several.")
    if computer is not None:
        bounded(computer, seconds)
    elif bot is None and seconds is not None:
        raise UsageError("no-bound", "--seconds needs --computer or --bot.")


def player_asked(
    computer: str | None, bot: str | None, seconds: float | None, start: Callable[[], Definition]
) -> AbstractContextManager[str | Player]:
    """The player of --computer or --bot with its --seconds, for as long as it is needed.

    start: the definition with which the game began.  Entering raises BotError.
    """
    if bot is not None:
        return BotPlayer(bot, start(), USUAL_BOT_SECONDS if seconds is None else seconds)
    return nullcontext(bounded(computer or PLAYERS[0], seconds))
