"""The prompt's `odds PLACE`, with the same options as `pbem odds`.

Rule: rule book, Battle calculator (B246, B251).
"""

import re
import shlex
from collections.abc import Iterator
from typing import Final

import click

from engine import State
from engine.odds import Plan
from engine.values import dataclass
from pbem.play.odds import Wishes, prospect
from pbem.play.odds_answers import check_waves, held, sent
from pbem.play.odds_wishes import (
    chance_of,
    check_has_odds,
    check_question,
    retreat_plan,
    written_wave,
)
from pbem.play.odds_words import retreat_lines, short_lines, waves_lines
from pbem.terminal.odds_options import plan_options
from pbem.usage import UsageError

_QUOTED: Final = re.compile(r"(?<!\S)'([^']*)'(?!\S)")


@dataclass(frozen=True, slots=True)
class _Typed:
    """What is asked at the prompt."""

    place: str
    wishes: Wishes
    hold: str
    needed: str
    add: str


@click.command("odds", add_help_option=False)
@click.argument("place", nargs=-1, required=True)
@plan_options
@click.option("--all", "everybody", is_flag=True)
def _read(
    place: tuple[str, ...],
    retreat: tuple[str, ...],
    wave: tuple[str, ...],
    prize: float | None,
    hold: str,
    needed: str,
    add: str,
    everybody: bool,
) -> _Typed:
    waves = tuple(map(written_wave, wave))
    check_question(needed=needed, hold=hold, add=add, waves=waves)
    plan = retreat_plan(Plan(), retreat)
    wishes = Wishes(plan, everybody=everybody, prize=prize, waves=waves)
    return _Typed(" ".join(place), wishes, hold, needed, add)


def odds_at_prompt(state: State, text: str) -> Iterator[str]:
    """The battle of a territory in a few lines; UsageError for what cannot be read."""
    check_has_odds(state.definition)
    asked = _typed(text)
    if asked.hold:
        at_most = chance_of("--hold", asked.hold)
        yield held(state, asked.place, at_most, asked.wishes.plan).text
        return
    if asked.needed:
        answer = sent(state, asked.place, asked.needed, asked.add, asked.wishes)
        yield from answer.text.splitlines()
        return
    check_waves(state, asked.place, asked.wishes)
    found = prospect(state, asked.place, asked.wishes)
    yield found.territory
    if found.waves is not None:
        yield from waves_lines(found.waves, is_sea=found.battle.is_sea)
        return
    yield from short_lines(found.odds)
    if asked.wishes.plan.stops:
        yield from retreat_lines(found.thresholds)


def _typed(text: str) -> _Typed:
    # An apostrophe inside a word is part of a name: Archangel'sk.
    reader = shlex.shlex(_QUOTED.sub(r'"\1"', text), posix=True)
    reader.whitespace_split, reader.quotes, reader.commenters = True, '"', ""
    try:
        typed = _read.main(args=list(reader), standalone_mode=False)
    except (click.ClickException, ValueError) as error:
        said = error.format_message() if isinstance(error, click.ClickException) else str(error)
        raise UsageError(
            "usage", f"odds {text}: {said.rstrip('.')}.", "Write odds PLACE --retreat best."
        ) from error
    if not isinstance(typed, _Typed):
        raise TypeError("the options of odds were not read")
    return typed
