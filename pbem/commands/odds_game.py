"""`pbem odds SAVE`: the battle of one territory of a game, or every attack of the nation to move.

Rule: rule book, Battle calculator (B246, B251).
"""

import sys

import click
from click.core import ParameterSource

from engine import State
from engine.odds import Plan
from pbem.commands.odds_words import answer, data_of
from pbem.play.odds import prospect, prospects, state_of
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
    "needed",
    "add",
)
_LANDINGS = (
    "Each transport loads where it is, the most expensive units that fit and would not get there "
    "otherwise, and sails where no enemy is."
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
    if state.definition.blocks is not None:
        text = "The odds of battles between blocks are not worked out."
        raise UsageError("no-odds-of-blocks", text, "")
    return state


def one_battle(
    save: str, territory: str, plan: Plan, losses: tuple[str, str], everybody: bool
) -> Result:
    """The battle of one territory of a game (B246, B251)."""
    found = prospect(_state(save), territory, plan, losses, everybody=everybody)
    head = [
        found.territory,
        *(f"No fixed plan can express this: {text}." for text in found.choices),
        *([f"{found.landed} of the attackers come by sea. {_LANDINGS}"] if found.landed else []),
    ]
    result = answer(found.battle, found.odds, head)
    data = {
        "territory": found.territory,
        "choices": list(found.choices),
        "landed": found.landed,
        **result.data,
    }
    return Result(result.text, data)


def every_attack(save: str, plan: Plan, *, quiet: bool) -> Result:
    """Every attack that the nation to move could make, best first."""
    state = _state(save)

    def progress(done: int, total: int) -> None:
        if not quiet and sys.stderr.isatty():
            bar = "#" * (30 * done // max(1, total))
            click.echo(f"\r[{bar:<30}] {done}/{total}", err=True, nl=done == total)

    found = prospects(state, plan, progress)
    width = max((len(one.territory) for one in found), default=10)
    lines = [f"{'':<{width}}  win %  take %  PUs won  PUs lost  attackers v defenders"]
    for one in found:
        odds = one.odds
        mark = "*" if one.landed else ""
        forces = f"{len(one.battle.attackers)}{mark} v {len(one.battle.defenders)}"
        take = f"{'-':>6}" if one.battle.is_sea else f"{100 * float(odds.takes):6.1f}"
        lines.append(
            f"{one.territory:<{width}} {100 * float(odds.chance('win')):6.1f}  {take}"
            f"  {float(odds.mean_cost('defender')):7.1f}  {float(odds.mean_cost('attacker')):8.1f}"
            f"  {forces}"
        )
    if any(one.landed for one in found):
        lines += ["", f"* with troops from transports. {_LANDINGS}"]
    text = "\n".join(lines) if found else f"The {state.nation} can reach no enemy."
    data = [
        {"territory": one.territory, "landed": one.landed, **data_of(one.odds)} for one in found
    ]
    return Result(text, {"nation": state.nation, "attacks": data})
