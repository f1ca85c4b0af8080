"""AA guns fire at aircraft: before a battle, before a raid and when aircraft fly over.

Rule: rule book, Units (B86 to B92), Technology (B132) and Low luck (B244, V10).  Each aircraft
is shot at with one die, whatever the number of guns; it is hit at the strength of the guns (1)
and destroyed at once.  The die decides who dies: the first die belongs to the first aircraft of the
list, and so on.

In low luck, of every six aircraft of the same type one is lost without a die.  The aircraft left
over stand in line in the order of the list, six to a group; one die for each group names the one
that is lost, and a number beyond the end of a short group is a miss.  So six aircraft of two types
lose exactly one and three lose one with a chance of 3/6.
With an option low luck adds up the strengths of all shots at once: every six are a sure hit, and
one die decides on the rest.  The sure losses of each type stay; who else is lost is decided by a
die with a face for each aircraft that is left.
With another option the owner of the aircraft chooses who is lost, in battle as well as on the way.
Passengers of an aircraft that is shot down die with it (B127).
Options: low_luck, low_luck_aa, choose_aa_casualties, aa_losses_by_lot.
"""

from fractions import Fraction

from engine.core.agenda import LotFrame, VolleyFrame
from engine.core.events import Event
from engine.core.events.battle import CasualtiesMarked, FireGroup, VolleyFired
from engine.core.events.turn import FramePushed
from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.low_luck import low_luck_split
from engine.gamedef import State
from engine.rules.aa_shots import aa_value, low_luck_lines, named_by
from engine.rules.battle.losses import resolve_losses
from engine.rules.relations import enemies_in, type_of


def fires_at_aircraft(state: State, territory: TerritoryName, nation: NationName) -> NationName:
    """The owner of AA guns in a territory that fire at aircraft of a nation, "" for none.

    Guns aboard a ship do not fire.
    """
    for unit in enemies_in(state, nation, territory):
        if type_of(state, unit).is_aa_gun and unit.carried_by is None:
            return unit.owner
    return ""


def aa_dice_count(state: State, aircraft: tuple[UnitId, ...], gunner: NationName = "") -> int:
    """How many dice the guns roll at these aircraft; in low luck it may be 0 with a sure hit.

    gunner: the owner of the guns, whose technology counts.
    """
    if not _is_low_luck(state):
        return len(aircraft)
    if _is_summed(state):
        power = len(aircraft) * aa_strength(state, gunner)
        return 1 if power % state.definition.dice_sides else 0
    return len(_low_luck_groups(state, aircraft, aa_strength(state, gunner))[1])


def resolve_aa_hits(
    state: State,
    territory: TerritoryName,
    aircraft: tuple[UnitId, ...],
    dice: tuple[int, ...],
    *,
    step: str,
    battle_round: int = 0,
) -> tuple[Event, ...]:
    """Events of one volley of the guns in a territory at aircraft of the nation on turn.

    aircraft: those shot at, in order of identity, at least one; dice: as many as
    `aa_dice_count` says; step: ``"aa_fire"``, ``"raid_aa_fire"``, ``"overflight"``;
    battle_round: from 1, 0 outside a battle.
    """
    gunner = fires_at_aircraft(state, territory, state.units[aircraft[0]].owner)
    strength = aa_strength(state, gunner)
    sides = state.definition.dice_sides
    sure: tuple[UnitId, ...] = ()
    by_die: tuple[UnitId, ...] = ()
    by_lot = 0
    if _is_summed(state):
        hits, rest = low_luck_split(len(aircraft) * strength, sides)
        sure = _low_luck_groups(state, aircraft, strength)[0][:hits]
        fire = tuple(FireGroup(rest, len(aircraft), (die,), int(die <= rest)) for die in dice)
        by_lot = hits + sum(group.hits for group in fire) - len(sure)
    elif _is_low_luck(state):
        sure, lines = _low_luck_groups(state, aircraft, strength)
        named = tuple(zip(lines, dice, strict=True))
        by_die = tuple(unit for line, die in named for unit in named_by(line, die, strength))
        fire = tuple(
            FireGroup(len(line) * strength, len(line), (die,), len(named_by(line, die, strength)))
            for line, die in named
        )
    else:
        pairs = zip(aircraft, dice, strict=True)
        by_die = tuple(unit for unit, die in pairs if die <= strength)
        fire = (FireGroup(strength, len(aircraft), dice, len(by_die)),)
    killed = tuple(sorted((*sure, *by_die)))
    mean = Fraction(len(aircraft) * strength, sides)
    fired = VolleyFired(
        territory=territory,
        round=battle_round,
        step=step,
        side="defender",
        nation=gunner,
        groups=fire,
        sure_hits=len(killed) + by_lot - sum(group.hits for group in fire),
        hits=len(killed) + by_lot,
        expected=(mean.numerator, mean.denominator),
    )
    if not killed and not by_lot:
        return (fired,)
    if state.definition.options.choose_aa_casualties:
        choice = VolleyFrame("attacker", step, len(killed) + by_lot, aircraft, territory)
        return (fired, FramePushed(choice))
    if by_lot:
        among = tuple(unit for unit in aircraft if unit not in killed)
        lot = LotFrame(territory, step, battle_round, killed, among, by_lot)
        return (fired, FramePushed(lot))
    return (
        fired,
        CasualtiesMarked(territory, "attacker", killed, (), "dice"),
        *resolve_losses(state, territory, killed, "aa_fire"),
    )


def aa_strength(state: State, owner: NationName) -> int:
    """AA guns of a nation hit at this number or less; one better with Radar (B132)."""
    kinds = state.definition.unit_types.values()
    return aa_value(kinds, state.technologies.get(owner, ()))


def _is_low_luck(state: State) -> bool:
    options = state.definition.options
    return options.low_luck or options.low_luck_aa


def _is_summed(state: State) -> bool:
    return _is_low_luck(state) and state.definition.options.aa_losses_by_lot


def _low_luck_groups(
    state: State, aircraft: tuple[UnitId, ...], strength: int
) -> tuple[tuple[UnitId, ...], tuple[tuple[UnitId, ...], ...]]:
    """Sure losses, and the groups of which each has a die."""
    types = [state.units[unit].type for unit in aircraft]
    sure, lines = low_luck_lines(types, strength, state.definition.dice_sides)
    named = tuple(tuple(aircraft[place] for place in line) for line in lines)
    return tuple(aircraft[place] for place in sure), named
