"""`pbem odds SAVE`: the battle of one territory of a game, or every attack of the nation to move.

Rule: rule book, Battle calculator (B246, B251).
"""

import sys
from collections.abc import Callable

import click
from click.core import ParameterSource

from engine import State
from engine.values import dataclass
from pbem.play.odds import Wishes, state_of
from pbem.play.odds_answers import every_attack, every_threat, held, one_battle, sent
from pbem.play.odds_output import OddsAnswer
from pbem.play.odds_wishes import chance_of, check_has_odds
from pbem.result import Result
from pbem.usage import UsageError

_FORCES_ONLY = (
    "scenario",
    "low_luck",
    "sea",
    "attack_tech",
    "defence_tech",
    "amphibious",
    "bombard",
    "option",
    "defence_submarines",
    "exact",
)


def check_for_save(save: str) -> None:
    """Refuse what a save settles by itself, or what is not worked out for one."""
    context = click.get_current_context()
    given = [
        f"--{name.replace('_', '-')}"
        for name in _FORCES_ONLY
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if given:
        raise UsageError(
            "forces-only",
            f"{', '.join(given)}: only with two forces as text, and {save} is not one.",
            'For example: pbem odds "3 infantry, 2 armour" "2 infantry".',
        )


def _state(save: str) -> State:
    """The position of a save whose battles can be worked out."""
    state = state_of(save)
    check_has_odds(state.definition)
    return state


@dataclass(frozen=True, slots=True)
class OddsQuestion:
    """The options that count for a save; quiet: without a bar that shows progress."""

    wishes: Wishes
    hold: str
    needed: str
    add: str
    quiet: bool = True


def odds_of_save(save: str, territory: str, asked: OddsQuestion) -> Result[OddsAnswer]:
    """One battle of a game, every attack, or what it takes to hold (B246, B251)."""
    check_for_save(save)
    if asked.needed and territory:
        return sent(_state(save), territory, asked.needed, asked.add, asked.wishes)
    if asked.hold:
        at_most = chance_of("--hold", asked.hold)
        if territory:
            return held(_state(save), territory, at_most, asked.wishes.plan)
        if asked.wishes.everybody:
            return every_threat(_state(save), at_most, asked.wishes.plan)
    elif territory:
        return one_battle(_state(save), territory, asked.wishes)
    elif asked.wishes.everybody and not (asked.needed or any(asked.wishes.losses)):
        return every_attack(_state(save), asked.wishes, _progress(quiet=asked.quiet))
    way_out = "Name a territory, or use --all for every one; losses and --needed need one."
    raise UsageError("no-territory", f"Where in {save}?", way_out)


def _progress(*, quiet: bool) -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        if not quiet and sys.stderr.isatty():
            bar = "#" * (30 * done // max(1, total))
            click.echo(f"\r[{bar:<30}] {done}/{total}", err=True, nl=done == total)

    return show
