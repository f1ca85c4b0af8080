"""What happens before the first round: AA guns fire at aircraft and ships at the shore.

Rule: rule book, Units, Amphibious combat and Low luck (B86, B87, B92, B205, B206, B244, V10, V11).
Options: low_luck, low_luck_aa, choose_aa_casualties, random_aa_casualties, bombard_casualties_fire.
"""

from collections.abc import Iterator
from math import comb

from engine.core.ids import NO_TYPE, UnitTypeName
from engine.core.low_luck import low_luck_split
from engine.odds.battle import Battle, Combatant
from engine.odds.firing import Spot, spread
from engine.odds.hits import HitTable, N, Ratio
from engine.odds.losses import losses_in_order
from engine.odds.rounds import BattleRounds
from engine.odds.side import Side
from engine.odds.states import EVERYBODY
from engine.rules.aa.shots import low_luck_lines, random_places
from engine.rules.battle.numbers.shooters import Shooter, bombarding_shooter

Lost = tuple[tuple[UnitTypeName, int], ...]
"""How many aircraft of each type are shot down, types sorted, none with 0."""


def aa_outcomes(battle: Battle, ratio: Ratio[N]) -> dict[tuple[int, ...], N]:
    """The places of attackers that AA guns shoot down, with the chance of each such set."""
    aircraft = [at for at, unit in enumerate(battle.attackers) if unit.kind.is_air]
    one = ratio(1, 1)
    if not battle.aa_strength or not aircraft or not battle.defenders:
        return {(): one}
    options = battle.rules.options
    if options.choose_aa_casualties:
        return _chosen(battle, aircraft, _number_of_hits(battle, aircraft, ratio))
    types = [battle.attackers[at].kind.name for at in aircraft]
    strength, sides = battle.aa_strength, battle.rules.sides
    if not (options.low_luck or options.low_luck_aa):
        lost = _by_dice(types, strength, sides, ratio)
    elif options.random_aa_casualties:
        lost = _at_random(types, strength, sides, ratio)
    else:
        lost = _by_lines(types, strength, sides, ratio)
    found: dict[tuple[int, ...], N] = {}
    for counts, chance in lost.items():
        places = tuple(sorted(_first_of(battle.attackers, aircraft, counts)))
        found[places] = found[places] + chance if places in found else chance
    return found


def _first_of(units: tuple[Combatant, ...], aircraft: list[int], counts: Lost) -> Iterator[int]:
    """Aircraft of a type are alike, so the first ones of the list are taken for any."""
    for name, count in counts:
        of_type = [at for at in aircraft if units[at].kind.name == name]
        yield from of_type[:count]


def _by_dice(
    types: list[UnitTypeName], strength: int, sides: int, ratio: Ratio[N]
) -> dict[Lost, N]:
    """Every aircraft has a die of its own."""
    table = HitTable(ratio, sides, low_luck=False)
    lost: dict[Lost, N] = {(): ratio(1, 1)}
    for name in sorted(set(types)):
        chances = table.of_dice(((min(strength, sides), sides, types.count(name)),))
        lost = {
            (*before, (name, number)) if number else before: weight * chance
            for before, weight in lost.items()
            for number, chance in enumerate(chances)
        }
    return lost


def _by_lines(
    types: list[UnitTypeName], strength: int, sides: int, ratio: Ratio[N]
) -> dict[Lost, N]:
    """Low luck with a die for each group of aircraft, which names one of them or none."""
    sure, lines = low_luck_lines(types, strength, sides)
    lost = {_counted([types[place] for place in sure]): ratio(1, 1)}
    for line in lines:
        following: dict[Lost, N] = {}
        names = [types[place] for place in line]
        misses = sides - strength * len(names)
        ways: list[tuple[list[UnitTypeName], int]] = [([name], strength) for name in names]
        ways += [([], misses)] if misses > 0 else []
        for before, weight in lost.items():
            for more, good in ways:
                after = _counted([*_listed(before), *more])
                part = weight * ratio(good, sides)
                following[after] = following[after] + part if after in following else part
        lost = following
    return lost


def _at_random(
    types: list[UnitTypeName], strength: int, sides: int, ratio: Ratio[N]
) -> dict[Lost, N]:
    """Low luck in which all shots are added up and dice say who is hit."""
    hits, rest = low_luck_split(len(types) * strength, sides)
    full = low_luck_lines(types, strength, sides)[0]
    found: dict[Lost, N] = {}
    for total, good in ((hits, sides - rest), (hits + 1, rest)):
        if not good:
            continue
        # Every full group loses one; with too few hits for that the dice name the group.
        places = full if len(full) <= total else ()
        sure = [types[place] for place in places]
        left = random_places(types, strength, sides, full) if places or not full else full
        among = [types[place] for place in left]
        drawn = min(total - len(sure), len(among))
        for names, ways in _draws(among, drawn):
            counts = _counted([*sure, *names])
            part = ratio(good, sides) * ratio(ways, comb(len(among), drawn))
            found[counts] = found[counts] + part if counts in found else part
    return found


def _draws(among: list[UnitTypeName], count: int) -> Iterator[tuple[list[UnitTypeName], int]]:
    """What the dice can draw, by types, and in how many ways."""
    if not among:
        yield [], 1
        return
    name = among[0]
    same = among.count(name)
    others = [other for other in among if other != name]
    for taken in range(max(0, count - len(others)), min(same, count) + 1):
        for names, ways in _draws(others, count - taken):
            yield [name] * taken + names, ways * comb(same, taken)


def _counted(names: list[UnitTypeName]) -> Lost:
    return tuple((name, names.count(name)) for name in sorted(set(names)))


def _listed(counts: Lost) -> list[UnitTypeName]:
    return [name for name, count in counts for _ in range(count)]


def _number_of_hits(battle: Battle, aircraft: list[int], ratio: Ratio[N]) -> list[N]:
    options = battle.rules.options
    low_luck = options.low_luck or options.low_luck_aa
    table = HitTable(ratio, battle.rules.sides, low_luck=low_luck)
    shots = min(len(aircraft), battle.aa_shots or len(aircraft))
    return table.chances([Shooter(NO_TYPE, battle.aa_strength)] * shots)


def _chosen(battle: Battle, aircraft: list[int], hits: list[N]) -> dict[tuple[int, ...], N]:
    """The owner loses aircraft in the order of losses."""
    units = tuple(battle.attackers[at] for at in aircraft)
    order = losses_in_order(units, battle.rules, battle.attack_plan, "attacker")
    return {
        tuple(sorted(aircraft[place] for place in order[:number])): chance
        for number, chance in enumerate(hits)
        if chance
    }


def bombarded(battle: Battle, rounds: BattleRounds[N], table: HitTable[N]) -> dict[Spot, N]:
    """Both sides before round 1, after the ships have fired at the shore."""
    defence: Side[N] = rounds.defence
    there = {0: defence.one}
    if battle.bombarding and battle.attackers and battle.defenders:
        options = battle.rules.options
        ships = [
            bombarding_shooter(ship.kind, options, ship.technologies, strength)
            for ship, strength in battle.bombarding
        ]
        there = spread(defence, there, EVERYBODY, table.chances(ships))
    fires = battle.rules.options.bombard_casualties_fire
    return {Spot(0, 0, 0 if fires else state, state): chance for state, chance in there.items()}
