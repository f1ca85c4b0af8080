"""`pbem odds`: how a battle will probably end, exactly.

Rule: rule book, Battle calculator (B245 to B252).  Forces as text need neither a game nor the rules
of one: this module loads the rest only for a save.
"""

import os
from typing import TYPE_CHECKING

import click

import engine.loading
from engine.lazy import LazyFunction
from engine.odds import Plan, Rules
from pbem.play.made_up import SUBMERGES, MadeUp, made_up_answer, rules_with
from pbem.play.odds_output import OddsAnswer
from pbem.play.odds_wishes import check_question, retreat_plan, written_wave
from pbem.result import Result
from pbem.terminal.odds_options import plan_options
from pbem.usage import UsageError

if TYPE_CHECKING:
    from pbem.terminal.tab_names import areas, games, scenarios, units
else:
    areas = LazyFunction("pbem.terminal.tab_names", "areas")
    games = LazyFunction("pbem.terminal.tab_names", "games")
    scenarios = LazyFunction("pbem.terminal.tab_names", "scenarios")
    units = LazyFunction("pbem.terminal.tab_names", "units")


@click.command("odds")
@click.argument("attackers", metavar="FORCES|SAVE", shell_complete=games)
@click.argument("defenders", metavar="[FORCES|TERRITORY]", nargs=-1, shell_complete=areas)
@click.option(
    "--scenario",
    default="big_world_1942",
    shell_complete=scenarios,
    help="The scenario whose units and rules apply.",
)
@click.option(
    "--low-luck/--dice", "low_luck", default=None, help="In place of the game's own option."
)
@click.option("--sea", is_flag=True, help="At sea, even if only aircraft meet.")
@click.option("--attack-tech", default="", help="Technologies, such as jet_power, heavy_bomber.")
@click.option("--defence-tech", default="", help="The same for the defender.")
@click.option("--amphibious", is_flag=True, help="The land units come from transports.")
@click.option("--bombard", default="", help="Ships that fire at the shore first.")
@click.option(
    "--attack-losses",
    default="",
    shell_complete=units,
    help="Order of losses, such as infantry, armour.",
)
@click.option(
    "--defence-losses", default="", shell_complete=units, help="The same for the defender."
)
@click.option("--keep-land", is_flag=True, help="The attacker's last land unit is lost last.")
@plan_options
@click.option("--attack-submarines", type=click.Choice(["stay", "submerge"]), default="stay")
@click.option("--defence-submarines", type=click.Choice(list(SUBMERGES)), default="default")
@click.option("--exact", is_flag=True, help="As fractions; for small battles.")
@click.option(
    "--all", "everything", is_flag=True, help="With all that can get there; alone: every attack."
)
@click.option("--option", multiple=True, help="A rule option, for forces as text.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    attackers: str,
    defenders: tuple[str, ...],
    scenario: str,
    low_luck: bool | None,
    sea: bool,
    attack_tech: str,
    defence_tech: str,
    amphibious: bool,
    bombard: str,
    attack_losses: str,
    defence_losses: str,
    keep_land: bool,
    retreat: tuple[str, ...],
    wave: tuple[str, ...],
    prize: float | None,
    hold: str,
    attack_submarines: str,
    defence_submarines: str,
    exact: bool,
    needed: str,
    add: str,
    everything: bool,
    option: tuple[str, ...],
    as_json: bool,
) -> Result[OddsAnswer]:
    """Say how a battle will probably end: "3 infantry, 2 armour" "2 infantry", or SAVE Finland.

    With a save the attackers are those of the battle pending there, or with --all everybody who can
    get there; SAVE --all looks at every attack.
    """
    plan = retreat_plan(Plan(keep_land=keep_land, submerges=SUBMERGES[attack_submarines]), retreat)
    waves = tuple(map(written_wave, wave))
    check_question(needed=needed, hold=hold, add=add, waves=waves)
    if not _is_force(attackers):
        from pbem.play.odds import Wishes  # noqa: PLC0415 - late, to start quickly
        from pbem.terminal.odds_game import OddsQuestion, odds_of_save  # noqa: PLC0415

        wishes = Wishes(plan, (attack_losses, defence_losses), everything, prize, waves)
        asked = OddsQuestion(wishes, hold, needed, add, quiet=as_json)
        return odds_of_save(attackers, " ".join(defenders), asked)
    if everything:
        raise UsageError(
            "game-only", "--all: only with a save, and these are forces as text.", "Leave it out."
        )
    if len(defenders) != 1:
        raise UsageError("bad-forces", "The defenders are missing.", 'Write "2 infantry" for them.')
    game = engine.loading.load_combat_rules(scenario)
    made_up = MadeUp(
        attackers,
        defenders[0],
        plan=plan,
        losses=(attack_losses, defence_losses),
        technologies=(attack_tech, defence_tech),
        is_sea=sea,
        landed=amphibious,
        bombard=bombard,
        defence_submarines=defence_submarines,
        prize=prize or 0.0,
        waves=waves,
        needed=needed,
        hold=hold,
        add=add,
        exact=exact,
    )
    rules = rules_with(
        Rules.of(game), low_luck, option, lambda: engine.loading.load_scenario(scenario)
    )
    return made_up_answer(game, rules, made_up)


def _is_force(text: str) -> bool:
    """Whether the first argument is a force and not a save."""
    head, _, rest = text.strip().partition(" ")
    # Not by pathlib, which is slow to load.
    return head.isdigit() and bool(rest) and not os.path.isfile(text)  # noqa: PTH113
