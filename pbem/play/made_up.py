"""The odds of a battle between forces that are written down, of no game or of one.

Rule: rule book, Battle calculator (B245 to B252).  It needs neither a board nor a position, and the
command that asks for it starts quickly: what is seldom wanted is loaded late.
"""

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.odds import (
    AAFire,
    Battle,
    Combatant,
    CombatRules,
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
from engine.values import dataclass, replace
from pbem.output import widened
from pbem.play.odds_output import AddedOutput, OddsOutput, TooFewOutput
from pbem.play.odds_wishes import WrittenWave, chance_of, check_place
from pbem.play.odds_words import answer, force_in_words
from pbem.result import Result
from pbem.usage import UsageError

if TYPE_CHECKING:
    from engine import Definition
    from engine.odds import Reinforcement, Threshold, WavesOdds

SUBMERGES: Final = MappingProxyType[str, SubmergePlan](
    {"submerge": "always", "stay": "never", "default": "default"}
)
"""What submarines are told, by the word for it."""

_MOST_EXACT: Final = 24


@dataclass(frozen=True, slots=True)
class MadeUp:
    """Two forces as text, and all that can be asked of their battle.

    plan: the attacker's; losses: orders of losses of the attacker and of the defender as text, ""
    for the usual ones.  technologies: of the attacker and of the defender, as text.  landed: the
    attacker's land units come from transports.  bombard: ships that fire at the shore first.
    needed, hold: a chance such as "90%", "" for none; add: the units among which the cheapest are
    found for it.  exact: in fractions as well.
    """

    attackers: str
    defenders: str
    plan: Plan = Plan()
    losses: tuple[str, str] = ("", "")
    technologies: tuple[str, str] = ("", "")
    is_sea: bool = False
    landed: bool = False
    bombard: str = ""
    defence_submarines: str = "default"
    prize: float = 0.0
    waves: tuple[WrittenWave, ...] = ()
    needed: str = ""
    hold: str = ""
    add: str = ""
    exact: bool = False


def rules_with(
    rules: Rules,
    low_luck: bool | None,
    options: Sequence[str],
    definition: Callable[[], "Definition"],
) -> Rules:
    """The rules of a battle, changed as a player says.

    low_luck: None for what the rules say; options: such as "low_luck=true"; definition: that of the
    game, which is loaded only where it is needed.  Raises UsageError for an unknown option.
    """
    if low_luck is not None:
        rules = rules.with_option("low_luck", low_luck)
    if options:
        from pbem.lobby.options import parse_options  # noqa: PLC0415 - late, to start quickly

        pairs = (text.partition("=") for text in options)
        texts = {name.strip(): value.strip() for name, _, value in pairs}
        for name, value in parse_options(definition(), texts).items():
            rules = rules.with_option(name, value)
    return rules


def made_up_answer(
    game: CombatRules, rules: Rules, asked: MadeUp
) -> Result[OddsOutput | TooFewOutput]:
    """How a battle between two forces will probably end.

    rules: those of the game, or changed ones.  Raises UsageError for whatever cannot be read, or
    cannot be worked out.
    """
    kinds = game.unit_types
    ours = _technologies(asked.technologies[0], game.technologies)
    others = _technologies(asked.technologies[1], game.technologies)
    try:
        mine = parse_force(asked.attackers, kinds, ours)
        theirs = parse_force(asked.defenders, kinds, others)
        ships = _bombarding(parse_force(asked.bombard, kinds, ours).units, rules)
        orders = (parse_types(asked.losses[0], kinds), parse_types(asked.losses[1], kinds))
        later = [(parse_force(one.force, kinds, ours).units, one.plan) for one in asked.waves]
        more = parse_force(asked.add, kinds, others if asked.hold else ours)
    except ForceError as error:
        raise UsageError("bad-forces", f"{str(error).capitalize()}.") from error
    is_sea = asked.is_sea or any(unit.kind.is_sea for unit in (*mine.units, *theirs.units))
    for units in (*(units for units, _ in later), more.units):
        check_place(units, is_sea=is_sea)
    if asked.hold and more.guns:
        raise UsageError(
            "bad-forces",
            "AA guns among the units to choose from are not worked out.",
            "Write them with the defenders.",
        )
    landed = asked.landed or bool(ships)
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
        attack_plan=replace(asked.plan, losses=orders[0]),
        defence_plan=Plan(orders[1], submerges=SUBMERGES[asked.defence_submarines]),
        prize=asked.prize,
    )
    for reason in battle.uncounted():
        raise UsageError(
            "bad-forces",
            f"{str(reason).capitalize()}, so this is not worked out.",
            "Name a save.",
        )
    if asked.needed:
        return _needed(
            battle,
            chance_of("--needed", asked.needed),
            _ashore(more.units, landed=landed),
            lambda units: aa_fire_of(theirs.guns, others, units, rules.options),
        )
    if asked.hold:
        return _held(battle, chance_of("--hold", asked.hold), more.units)
    guns = [aa_fire_of(theirs.guns, others, units, rules.options) for units, _ in later]
    together = _together(battle, [(*one, gun) for one, gun in zip(later, guns, strict=True)])
    odds, thresholds = _solved(battle, asked.exact)
    result = answer(battle, odds, (), thresholds, together)
    fractions = result.data.fractions
    if not asked.exact or fractions is None:
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
) -> Result[AddedOutput | TooFewOutput]:
    from engine.odds import cheapest  # noqa: PLC0415 - seldom wanted

    try:
        found = cheapest(battle, more, wanted, fire)
    except ForceError as error:
        raise UsageError("bad-forces", f"{str(error).capitalize()}.") from error
    except ValueError as error:
        raise UsageError("too-large", f"--add: {error}.") from error
    return _added(battle, found, f"Needed for {100 * wanted:g} %")


def _held(
    battle: Battle, at_most: float, more: tuple[Combatant, ...]
) -> Result[AddedOutput | TooFewOutput]:
    from engine.odds import cheapest_defence  # noqa: PLC0415 - seldom wanted

    try:
        found = cheapest_defence(battle, more, at_most)
    except ValueError as error:
        raise UsageError("too-large", f"--add: {error}.") from error
    return _added(battle, found, f"Needed to leave the attacker {100 * at_most:g} % at most")


def _added(
    battle: Battle, found: "Reinforcement | None", aim: str
) -> Result[AddedOutput | TooFewOutput]:
    if found is None:
        return Result(f"{aim}: all of these units are too few.", TooFewOutput(None))
    head = [f"{aim}: {force_in_words(found.units)} ({found.cost} PUs)", ""]
    result = answer(battle, found.odds, head)
    data = widened(AddedOutput, result.data, units=dict(found.units), cost=found.cost)
    return Result(result.text, data)


def _technologies(text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    names = tuple(
        part.strip().replace(" ", "_").lower() for part in text.split(",") if part.strip()
    )
    for name in names:
        if name not in known:
            way_out = f"Possible: {', '.join(known)}."
            raise UsageError("unknown-technology", f"There is no technology {name!r}.", way_out)
    return names
