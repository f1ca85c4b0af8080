"""`pbem odds`: how a battle will probably end, exactly.

Rule: rule book, Battle calculator (B245 to B252).  Forces as text need neither a game nor the rules
of one: this module loads the rest only for a save.
"""

import os
from collections.abc import Sequence

import click

from engine.loading import load_combat_rules
from engine.odds import (
    Battle,
    Combatant,
    Condition,
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
from pbem.commands.odds_words import answer
from pbem.result import Result
from pbem.usage import UsageError

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
@click.option(
    "--retreat", multiple=True, help="When: 'after 2', 'below 3', 'air only'; repeatable."
)
@click.option("--attack-submarines", type=click.Choice(["stay", "submerge"]), default="stay")
@click.option("--defence-submarines", type=click.Choice(list(_SUBMERGES)), default="default")
@click.option("--exact", is_flag=True, help="As fractions; for small battles.")
@click.option("--needed", default="", help="The chance to reach with --add, such as 90%.")
@click.option("--add", default="", help="Units among which --needed finds the cheapest.")
@click.option(
    "--all", "everything", is_flag=True, help="With all that can get there; alone: every attack."
)
@click.option("--option", multiple=True, help="A rule option, for forces as text.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def COMMAND(  # noqa: N802
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
    conditions = tuple(_condition(text) for text in retreat)
    if not _is_force(attackers):
        from pbem.commands.odds_game import (  # noqa: PLC0415 - late, to start quickly
            check_for_save,
            every_attack,
            one_battle,
        )

        check_for_save(attackers)
        plan = Plan(
            keep_land=keep_land, submerges=_SUBMERGES[attack_submarines], retreat=conditions
        )
        if defenders:
            orders = (attack_losses, defence_losses)
            return one_battle(attackers, " ".join(defenders), plan, orders, everything)
        if everything and not attack_losses and not defence_losses:
            return every_attack(attackers, plan, quiet=as_json)
        way_out = "Name a territory, or use --all for every attack; orders of losses need one."
        raise UsageError("no-territory", f"Where in {attackers}?", way_out)
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
        losses = (parse_types(attack_losses, kinds), parse_types(defence_losses, kinds))
        more = parse_force(add, kinds, ours)
    except ForceError as error:
        raise UsageError("bad-forces", f"{str(error).capitalize()}.") from error
    landed = amphibious or bool(ships)
    fire = aa_fire_of(theirs.guns, others, mine.units, rules.options)
    battle = Battle(
        rules,
        tuple(replace(unit, landed=landed and unit.kind.is_land) for unit in mine.units),
        theirs.units,
        sea or any(unit.kind.is_sea for unit in (*mine.units, *theirs.units)),
        bombarding=ships,
        aa_strength=fire.strength,
        aa_shots=fire.shots,
        not_counted=fire.reasons,
        attack_plan=Plan(losses[0], (), (), keep_land, _SUBMERGES[attack_submarines], conditions),
        defence_plan=Plan(losses[1], submerges=_SUBMERGES[defence_submarines]),
    )
    for reason in battle.uncounted():
        raise UsageError(
            "bad-forces",
            f"{reason.capitalize()}, so this is not worked out.",
            "Name a save.",
        )
    if needed:
        return _needed(battle, needed, more.units)
    result = answer(battle, _solved(battle, exact))
    fractions = result.data["fractions"]
    if not exact or not isinstance(fractions, dict):
        return result
    named = ", ".join(f"{name} {value}" for name, value in fractions.items() if value != "0")
    return result._replace(text=f"{result.text}\nIn fractions: {named}")


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


def _solved(battle: Battle, exact: bool) -> Odds:
    units = len(battle.attackers) + len(battle.defenders)
    if exact and units > _MOST_EXACT:
        raise UsageError(
            "too-large",
            f"{units} units are too many for fractions.",
            f"Leave out --exact, or take at most {_MOST_EXACT}.",
        )
    return solve_exactly(battle) if exact else solve(battle)


def _needed(battle: Battle, text: str, more: Sequence[object]) -> Result:
    from engine.odds import cheapest  # noqa: PLC0415 - seldom wanted

    units = tuple(unit for unit in more if isinstance(unit, Combatant))
    try:
        wanted = float(text.rstrip("% ")) / 100
        if not 0 < wanted <= 1:
            raise ValueError("a chance is more than 0 % and at most 100 %")
        found = cheapest(battle, units, wanted)
    except ValueError as error:
        raise UsageError("bad-chance", f"--needed {text}: {error}.") from error
    if found is None:
        return Result(f"All of these units are too few for {text}.", {"units": None})
    named = ", ".join(f"{count} {name}" for name, count in found.units) or "nothing"
    head = [f"Needed for {100 * wanted:g} %: {named} ({found.cost} PUs)", ""]
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


def _condition(text: str) -> tuple[Condition, ...]:
    """A reason to retreat: ``after 2``, ``below 3`` or ``air only``."""
    match text.lower().split():
        case ["air", "only"]:
            return (Condition("air_only"),)
        case ["after", *words] if words and words[-1].isdigit():
            return (Condition("round", ">=", int(words[-1])),)
        case ["below", number] if number.isdigit():
            return (Condition("attackers", "<", int(number)),)
    raise UsageError(
        "bad-condition",
        f"{text!r} is not a reason to retreat.",
        "Write --retreat 'after 2', 'below 3' or 'air only'.",
    )
