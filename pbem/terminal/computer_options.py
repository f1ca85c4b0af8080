"""The options that let a computer play, which several commands have."""

import click

from pbem.lobby.computer_seats import LEAST_SECONDS, MOST_SECONDS, bounded
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
    help="What a turn of the computer may take, on a usual computer.",
)


def computer_asked(name: str | None, seconds: float | None) -> str:
    """The player of --computer with its --seconds, "" for none.

    Raises UsageError for a bound without a player, and for a player that knows none.
    """
    if name is None:
        if seconds is not None:
            raise UsageError("no-bound", "--seconds needs --computer.")
        return ""
    return bounded(name, seconds)
