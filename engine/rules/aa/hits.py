"""What AA fire does: its dice, what is hit, and who decides that.

Rule: rule book, Units (B86 to B92), Technology (B132) and Low luck (B244, V10).  Where there is one
die for each target, the die decides what is lost: the dice belong to the aircraft in the order of
the names of their types; of one type the one that can fly least far is first, then the one with
the lowest identity.  On the way to somewhere what can fly least far is first, whatever its type.
Where there are more or fewer dice, further dice choose what is hit from the aircraft in the same
order.

In low luck, one of every six aircraft of the same type is lost without a die.  The remaining
aircraft are lined up in the order of the list, six to a group; one die for each group names the
one that is lost, and a number beyond the end of a short group is a miss.  So six aircraft of two
types lose exactly one, and three lose one with a chance of 3/6.
With an option, low luck adds up the strengths of all shots: every six are a sure hit, and one die
decides on the rest.  The sure losses of each type stay; a die with a face for each aircraft that
is left over from full groups decides what else is lost.
With another option the owner of the aircraft chooses what is lost, in battle and on the way.
Passengers of an aircraft that is shot down die with it (B127).
Options: low_luck, low_luck_aa, choose_aa_casualties, random_aa_casualties.
"""

from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from engine.core.agenda import OverflightFrame, RandomCasualtiesFrame, VolleyFrame
from engine.core.events import Event
from engine.core.events.battle import CasualtiesMarked, FireGroup, VolleyFired
from engine.core.events.turn import FramePushed
from engine.core.ids import TerritoryName, UnitId
from engine.core.low_luck import low_luck_split
from engine.gamedef import State
from engine.rules.aa.guns import ATTACKER, DEFENDER, AAVolley
from engine.rules.aa.shots import low_luck_lines, named_by, random_places
from engine.rules.common.losses import SPENT, resolve_losses
from engine.rules.common.relations import type_of
from engine.rules.common.values import steps_left


def aa_dice_count(state: State, volley: AAVolley) -> int:
    """How many dice the guns roll; in low luck it may be 0 with a sure hit."""
    if not _is_low_luck(state):
        return len(volley.dice)
    if _is_summed(state, volley):
        return 1 if _power(volley) % volley.faces else 0
    return len(_low_luck_groups(state, volley)[1])


class _Outcome(NamedTuple):
    """What the dice of a volley say.

    fire: the dice; killed: targets that are hit for certain, sorted; at_random: how many more are
    hit; among: the targets from which further dice choose them.
    """

    fire: tuple[FireGroup, ...]
    killed: tuple[UnitId, ...]
    at_random: int = 0
    among: tuple[UnitId, ...] = ()


def resolve_aa_hits(
    state: State,
    territory: TerritoryName,
    volley: AAVolley,
    dice: tuple[int, ...],
    *,
    step: str,
    battle_round: int = 0,
) -> tuple[Event, ...]:
    """Events of one volley of guns.

    dice: as many as `aa_dice_count` says; step: ``"aa_fire"`` or ``"overflight"``;
    battle_round: from 1, 0 outside a battle.
    """
    outcome = _outcome(state, volley, dice)
    mean = Fraction(_power(volley), volley.faces)
    total = len(outcome.killed) + outcome.at_random
    fired = VolleyFired(
        territory=territory,
        round=battle_round,
        step=step,
        side=volley.side,
        nation=volley.owner,
        groups=outcome.fire,
        sure_hits=total - sum(group.hits for group in outcome.fire),
        hits=total,
        expected=(mean.numerator, mean.denominator),
        sides=volley.faces,
    )
    if not total:
        return (fired,)
    guns = resolve_losses(state, territory, volley.spent[:total], SPENT)
    return (fired, *guns, *_resolve_victims(state, territory, volley, outcome, step, battle_round))


def _resolve_victims(
    state: State,
    territory: TerritoryName,
    volley: AAVolley,
    outcome: _Outcome,
    step: str,
    battle_round: int,
) -> tuple[Event, ...]:
    """What becomes of the targets of guns that hit."""
    total = len(outcome.killed) + outcome.at_random
    victims = DEFENDER if volley.side == ATTACKER else ATTACKER
    if state.definition.options.choose_aa_casualties:
        several = any(type_of(state, state.units[key]).hit_points > 1 for key in volley.targets)
        is_deadly = several and not volley.damages
        choice = VolleyFrame(victims, step, total, volley.targets, territory, is_deadly)
        return (FramePushed(choice),)
    if outcome.at_random:
        frame = RandomCasualtiesFrame(
            territory,
            step,
            battle_round,
            lost=outcome.killed,
            among=outcome.among,
            count=outcome.at_random,
            of_defender=victims == DEFENDER,
            damages=volley.damages,
        )
        return (FramePushed(frame),)
    return (
        CasualtiesMarked(territory, victims, outcome.killed, (), "dice"),
        *resolve_losses(state, territory, outcome.killed, "aa_fire"),
    )


def _outcome(state: State, volley: AAVolley, dice: tuple[int, ...]) -> _Outcome:
    if not _is_low_luck(state):
        return _by_dice(state, volley, dice)
    return (_summed if _is_summed(state, volley) else _in_lines)(state, volley, dice)


def _by_dice(state: State, volley: AAVolley, dice: tuple[int, ...]) -> _Outcome:
    """Every die counts; where there is one for each target it also says what is hit."""
    fire = _groups(volley.dice, dice)
    if not _is_one_each(state, volley):
        lives = _lives(state, volley)
        return _Outcome(fire, (), min(sum(group.hits for group in fire), len(lives)), lives)
    shots = zip(_in_order(state, volley), dice, volley.dice, strict=True)
    hit = sorted(unit for unit, die, strength in shots if die <= strength)
    return _Outcome(fire, tuple(hit))


def _summed(state: State, volley: AAVolley, dice: tuple[int, ...]) -> _Outcome:
    """Low luck with all strengths added up: sure hits, and one die for the rest.

    Every full group of a type loses one if the hits are enough for that; else a die names the
    group.
    """
    hits, rest = low_luck_split(_power(volley), volley.faces)
    fire = tuple(FireGroup(rest, len(volley.dice), (die,), int(die <= rest)) for die in dice)
    total = hits + sum(group.hits for group in fire)
    lives = _lives(state, volley)
    if len(lives) > len(volley.targets):
        return _Outcome(fire, (), total, lives)
    full = _low_luck_groups(state, volley)[0]
    if len(full) > total:
        return _Outcome(fire, (), total, tuple(unit for unit in lives if unit in full))
    among = _left_over(state, volley, full) if full else lives
    return _Outcome(fire, tuple(sorted(full)), total - len(full), among)


def _in_lines(state: State, volley: AAVolley, dice: tuple[int, ...]) -> _Outcome:
    """Low luck type by type: sure losses, and a die that names one of each group left over."""
    strength = volley.dice[0]
    sure, lines = _low_luck_groups(state, volley)
    named = [named_by(line, die, strength) for line, die in zip(lines, dice, strict=True)]
    fire = tuple(
        FireGroup(len(line) * strength, len(line), (die,), len(hit))
        for line, die, hit in zip(lines, dice, named, strict=True)
    )
    return _Outcome(fire, tuple(sorted((*sure, *(unit for hit in named for unit in hit)))))


def _left_over(state: State, volley: AAVolley, killed: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """The targets left over from full groups, in the order of the list of unit types."""
    targets = volley.targets
    types = [state.units[unit].type for unit in targets]
    places = random_places(
        types, volley.dice[0], volley.faces, tuple(targets.index(unit) for unit in killed)
    )
    order = {name: rank for rank, name in enumerate(state.definition.unit_types)}
    ranked = sorted(places, key=lambda place: (order[types[place]], place))
    return tuple(targets[place] for place in ranked)


def _groups(strengths: tuple[int, ...], dice: tuple[int, ...]) -> tuple[FireGroup, ...]:
    """Dice with the numbers at which they hit, dice of the same number together."""
    pairs = zip(strengths, dice, strict=True)
    groups: list[FireGroup] = []
    for strength, same in groupby(pairs, key=lambda pair: pair[0]):
        rolled = tuple(die for _, die in same)
        hits = sum(die <= strength for die in rolled)
        groups.append(FireGroup(strength, len(rolled), rolled, hits))
    return tuple(groups)


def _in_order(state: State, volley: AAVolley) -> tuple[UnitId, ...]:
    """The targets in the order in which dice name them (B92)."""

    on_the_way = isinstance(state.agenda[-1], OverflightFrame)

    def rank(key: UnitId) -> tuple[int, str, int, UnitId]:
        unit = state.units[key]
        left = steps_left(state, unit)
        return left if on_the_way else 0, unit.type, left, key

    return tuple(sorted(volley.targets, key=rank))


def _lives(state: State, volley: AAVolley) -> tuple[UnitId, ...]:
    """The targets, each listed as often as it can be hit."""
    targets = _in_order(state, volley)
    if not volley.damages:
        return targets
    return tuple(
        key
        for key in targets
        for _ in range(max(1, type_of(state, state.units[key]).hit_points - state.units[key].hits))
    )


def _is_one_each(state: State, volley: AAVolley) -> bool:
    """Whether there is one die for each target, and one hit destroys it."""
    return len(volley.dice) == len(_lives(state, volley)) == len(volley.targets)


def _power(volley: AAVolley) -> int:
    return sum(min(strength, volley.faces) for strength in volley.dice)


def _is_low_luck(state: State) -> bool:
    options = state.definition.options
    return options.low_luck or options.low_luck_aa


def _is_summed(state: State, volley: AAVolley) -> bool:
    """Whether low luck adds up the strengths: by option, and wherever groups would be unfair."""
    uneven = len(set(volley.dice)) > 1 or not _is_one_each(state, volley)
    return _is_low_luck(state) and (state.definition.options.random_aa_casualties or uneven)


def _low_luck_groups(
    state: State, volley: AAVolley
) -> tuple[tuple[UnitId, ...], tuple[tuple[UnitId, ...], ...]]:
    """Sure losses, and the groups, each of which gets a die.

    Targets are lined up in the order of the list of unit types; of one type the one that can move
    least far is first.
    """
    order = {name: rank for rank, name in enumerate(state.definition.unit_types)}
    units = [state.units[key] for key in volley.targets]
    units.sort(key=lambda unit: (order[unit.type], steps_left(state, unit), unit.id))
    types = [unit.type for unit in units]
    sure, lines = low_luck_lines(types, volley.dice[0], volley.faces)
    named = tuple(tuple(units[place].id for place in line) for line in lines)
    return tuple(units[place].id for place in sure), named
