"""The options that `pbem odds` and the prompt's `odds` share.

Rule: rule book, Battle calculator (B245).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from engine.lazy import LazyFunction

if TYPE_CHECKING:
    from pbem.terminal.tab_names import units
else:
    units = LazyFunction("pbem.terminal.tab_names", "units")

P = ParamSpec("P")
R = TypeVar("R")


def plan_options(command: Callable[P, R]) -> Callable[P, R]:
    """Add the options that a battle between forces, one of a game and the prompt share."""
    for option in reversed(
        (
            click.option(
                "--retreat",
                multiple=True,
                metavar="WHEN",
                help="After a round: 'best' (going on no longer pays), 'after 2' rounds, 'below 3' "
                "units left, 'leave 2' (at most 2 enemies left), 'air only', 'chance 30%' (of "
                "success if fought to the end is lower), 'profit 5' (going on brings less), "
                "'kill 10%' (the next round destroys the last enemy with more); repeatable.",
            ),
            click.option(
                "--wave",
                multiple=True,
                metavar="FORCES",
                help="Attackers who come when those before are gone: '3 armour', or "
                "'3 armour, after 1' with a reason to retreat; repeatable.",
            ),
            click.option(
                "--prize",
                type=float,
                default=None,
                metavar="PUS",
                help="What taking it is worth, for the profit; of a game, income, treasury and "
                "factories count by themselves.",
            ),
            click.option(
                "--hold",
                default="",
                metavar="CHANCE",
                help="The cheapest defence that leaves the attacker at most this chance, such as "
                "30%: of the units of --add, or in a game of what can get there.",
            ),
            click.option(
                "--needed",
                default="",
                metavar="CHANCE",
                help="The cheapest attack that succeeds with at least this chance, such as 90%: of "
                "the units of --add, or in a game of what can get there.",
            ),
            click.option(
                "--add",
                default="",
                metavar="FORCES",
                shell_complete=units,
                help="Units among which --needed or --hold finds the cheapest.",
            ),
        )
    ):
        command = option(command)
    return command
