"""`pbem odds`: how a battle will probably end, exactly.

Rule: rule book, Battle calculator (B245 to B252).  Forces as text need neither a game nor the rules
of one: this module loads the rest only for a save.
"""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from engine.loading import load_combat_rules
from engine.odds import (
    AAFire,
    Battle,
    Combatant,
    ForceError,
    Odds,
    Plan,
    Rules,
    SubmergePlan,
    aa_fire_of,
    bombard_value,
    parse_force,
    parse_types,
    solve,
    solve_exactly,
)
from engine.values import replace
from pbem.result import Result
from pbem.terminal.odds_options import (
    chance_of,
    check_place,
    check_question,
    plan_options,
    retreat_plan,
    written_wave,
)
from pbem.terminal.odds_words import answer, force_in_words
from pbem.usage import UsageError

if TYPE_CHECKING:
    from engine.odds import Reinforcement, Threshold, WavesOdds

_SUBMERGES: dict[str, SubmergePlan] = {"submerge": "always", "stay": "never", "default": "default"}
_MOST_EXACT = 24


@click.command("odds")
@click.argument("attackers", metavar="FORCES|SAVE")
@click.argument("defenders", metavar="[FORCES|TERRITORY]", nargs=-1)
@click.option(
    "--scenario", default="big_world_1942", help="The scenario whose units and rules apply."
)
@click.option(
    "--low-luck/--dice", "low_luck", default=None, help="In place of the game's own option."
)
@click.option("--sea", is_flag=True, help="At sea, even if only aircraft meet.")
@click.option("--attack-tech", default="", help="Technologies, such as jet_power, heavy_bomber.")
@click.option("--defence-tech", default="", help="The same for the defender.")
@click.option("--amphibious", is_flag=True, help="The land units come from transports.")
@click.option("--bombard", default="", help="Ships that fire at the shore first.")
@click.option("--attack-losses", default="", help="Order of losses, such as infantry, armour.")
@click.option("--defence-losses", default="", help="The same for the defender.")
@click.option("--keep-land", is_flag=True, help="The attacker's last land unit is lost last.")
@plan_options
@click.option("--attack-submarines", type=click.Choice(["stay", "submerge"]), default="stay")
@click.option("--defence-submarines", type=click.Choice(list(_SUBMERGES)), default="default")
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
) -> Result:
    """Say how a battle will probably end: "3 infantry, 2 armour" "2 infantry", or SAVE Finland.

    With a save the attackers are those of the battle pending there, or with --all everybody who can
    get there; SAVE --all looks at every attack.
    """
    plan = retreat_plan(Plan(keep_land=keep_land, submerges=_SUBMERGES[attack_submarines]), retreat)
    waves = tuple(map(written_wave, wave))
    check_question(needed=needed, hold=hold, add=add, waves=waves)
    if not _is_force(attackers):
        from pbem.terminal.odds_game import OddsQuestion, odds_of_save  # noqa: PLC0415 - to start quickly

        losses = (attack_losses, defence_losses)
        asked = OddsQuestion(
            plan, losses, everything, prize, waves, hold, needed, add, quiet=as_json
        )
        return odds_of_save(attackers, " ".join(defenders), asked)
    if everything:
        raise UsageError(
            "game-only", "--all: only with a save, and these are forces as text.", "Leave it out."
        )
    if len(defenders) != 1:
        raise UsageError("bad-forces", "The defenders are missing.", 'Write "2 infantry" for them.')
    game = load_combat_rules(scenario)
    kinds = game.unit_types
    rules = _rules(Rules.of(game), scenario, low_luck, option)
    ours = _technologies(attack_tech, game.technologies)
    others = _technologies(defence_tech, game.technologies)
    try:
        mine = parse_force(attackers, kinds, ours)
        theirs = parse_force(defenders[0], kinds, others)
        ships = _bombarding(parse_force(bombard, kinds, ours).units, rules)
        orders = (parse_types(attack_losses, kinds), parse_types(defence_losses, kinds))
        later = [(parse_force(one.force, kinds, ours).units, one.plan) for one in waves]
        more = parse_force(add, kinds, others if hold else ours)
    except ForceError as error:
        raise UsageError("bad-forces", f"{str(error).capitalize()}.") from error
    is_sea = sea or any(unit.kind.is_sea for unit in (*mine.units, *theirs.units))
    for units in (*(units for units, _ in later), more.units):
        check_place(units, is_sea=is_sea)
    if hold and more.guns:
        raise UsageError(
            "bad-forces", "--add: AA guns are not worked out.", "Write them with the defenders."
        )
    landed = amphibious or bool(ships)
    fire = aa_fire_of(theirs.guns, others, mine.units, rules.options)
    battle = Battle(
        rules,
        _ashore(mine.units, landed=landed),
        theirs.units,
        is_sea,
        bombarding=ships,
        aa_strength=fire.strength,
        aa_shots=fire.shots,
        not_counted=fire.reasons,
        attack_plan=replace(plan, losses=orders[0]),
        defence_plan=Plan(orders[1], submerges=_SUBMERGES[defence_submarines]),
        prize=prize or 0.0,
    )
    for reason in battle.uncounted():
        raise UsageError(
            "bad-forces",
            f"{reason.capitalize()}, so this is not worked out.",
            "Name a save.",
        )
    if needed:
        return _needed(
            battle,
            chance_of("--needed", needed),
            _ashore(more.units, landed=landed),
            lambda units: aa_fire_of(theirs.guns, others, units, rules.options),
        )
    if hold:
        return _held(battle, chance_of("--hold", hold), more.units)
    guns = [aa_fire_of(theirs.guns, others, units, rules.options) for units, _ in later]
    together = _together(battle, [(*one, gun) for one, gun in zip(later, guns, strict=True)])
    odds, thresholds = _solved(battle, exact)
    result = answer(battle, odds, (), thresholds, together)
    fractions = result.data["fractions"]
    if not exact or not isinstance(fractions, dict):
        return result
    named = ", ".join(f"{name} {value}" for name, value in fractions.items() if value != "0")
    return result._replace(text=f"{result.text}\nIn fractions: {named}")


def _ashore(units: tuple[Combatant, ...], *, landed: bool) -> tuple[Combatant, ...]:
    return tuple(replace(unit, landed=landed and unit.kind.is_land) for unit in units)


def _together(
    battle: Battle, later: Sequence[tuple[tuple[Combatant, ...], Plan, AAFire]]
) -> "WavesOdds | None":
    """All waves, where there are several."""
    if not later:
        return None
    from engine.odds import Wave, solve_waves  # noqa: PLC0415 - seldom wanted

    return solve_waves(battle, [Wave(*one) for one in later])


def _rules(rules: Rules, scenario: str, low_luck: bool | None, options: Sequence[str]) -> Rules:
    """The rules of a scenario, changed as the options say."""
    if low_luck is not None:
        rules = rules.with_option("low_luck", low_luck)
    if options:
        from engine.loading import load_scenario  # noqa: PLC0415 - late, to start quickly
        from pbem.lobby.options import parse_options  # noqa: PLC0415

        definition = load_scenario(scenario)
        texts = dict(text.partition("=")[::2] for text in options)
        for name, value in parse_options(definition, texts).items():
            rules = rules.with_option(name, value)
    return rules


def _bombarding(ships: Sequence[Combatant], rules: Rules) -> tuple[tuple[Combatant, int], ...]:
    """The ships with what they hit at; ForceError for one that cannot fire at the shore."""
    found = []
    for ship in ships:
        strength = bombard_value(ship.kind, rules.options, ship.technologies)
        if not strength:
            raise ForceError(f"{ship.kind.name} cannot fire at the shore")
        found.append((ship, strength))
    return tuple(found)


def _solved(battle: Battle, exact: bool) -> "tuple[Odds, tuple[Threshold, ...]]":
    """The odds, and when a plan that looks ahead retreats."""
    units = len(battle.attackers) + len(battle.defenders)
    if exact and units > _MOST_EXACT:
        raise UsageError(
            "too-large",
            f"{units} units are too many for fractions.",
            f"Leave out --exact, or take at most {_MOST_EXACT}.",
        )
    if not battle.attack_plan.stops:
        return (solve_exactly(battle) if exact else solve(battle)), ()
    from engine.odds import guide  # noqa: PLC0415 - seldom wanted

    guidance = guide(battle)
    return (solve_exactly(battle) if exact else guidance.odds), guidance.thresholds


def _needed(
    battle: Battle,
    wanted: float,
    more: tuple[Combatant, ...],
    fire: Callable[[tuple[Combatant, ...]], AAFire],
) -> Result:
    from engine.odds import cheapest  # noqa: PLC0415 - seldom wanted

    try:
        found = cheapest(battle, more, wanted, fire)
    except ForceError as error:
        raise UsageError("bad-forces", f"{str(error).capitalize()}.") from error
    except ValueError as error:
        raise UsageError("too-large", f"--add: {error}.") from error
    return _added(battle, found, f"Needed for {100 * wanted:g} %")


def _held(battle: Battle, at_most: float, more: tuple[Combatant, ...]) -> Result:
    from engine.odds import cheapest_defence  # noqa: PLC0415 - seldom wanted

    try:
        found = cheapest_defence(battle, more, at_most)
    except ValueError as error:
        raise UsageError("too-large", f"--add: {error}.") from error
    return _added(battle, found, f"Needed to leave the attacker {100 * at_most:g} % at most")


def _added(battle: Battle, found: "Reinforcement | None", aim: str) -> Result:
    if found is None:
        return Result(f"{aim}: all of these units are too few.", {"units": None})
    head = [f"{aim}: {force_in_words(found.units)} ({found.cost} PUs)", ""]
    result = answer(battle, found.odds, head)
    return Result(result.text, {**result.data, "units": dict(found.units), "cost": found.cost})


def _is_force(text: str) -> bool:
    """Whether the first argument is a force and not a save."""
    head, _, rest = text.strip().partition(" ")
    # Not by pathlib, which is slow to load.
    return head.isdigit() and bool(rest) and not os.path.isfile(text)  # noqa: PTH113


def _technologies(text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    names = tuple(
        part.strip().replace(" ", "_").lower() for part in text.split(",") if part.strip()
    )
    for name in names:
        if name not in known:
            way_out = f"Possible: {', '.join(known)}."
            raise UsageError("unknown-technology", f"There is no technology {name!r}.", way_out)
    return names
