"""The AA fire of a battle, as far as the odds can calculate it.

They count guns that fire once, before the first round, at all aircraft alike.  Where there are
fewer shots than aircraft, they count only what the owner chooses to lose.

Rule: rule book, Units (B86 to B92), Technology (B132).
Options: choose_aa_casualties.
"""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from engine.gamedef import Options, UnitType
from engine.odds.battle import Combatant
from engine.odds.caveat import Caveat
from engine.rules.aa.shots import gun_for


class AAFire(NamedTuple):
    """The AA fire of guns.

    strength: at which number they hit, 0 for none; shots: their dice, 0 for one at each aircraft;
    reasons: why that is not all.
    """

    strength: int
    shots: int
    reasons: tuple[Caveat, ...]


NO_FIRE: Final = AAFire(0, 0, ())
"""No gun fires."""


def aa_fire_of(
    guns: Sequence[UnitType],
    technologies: Collection[str],
    attackers: Sequence[Combatant],
    options: Options,
) -> AAFire:
    """What the defender's guns fire at the attackers before a battle.

    technologies: those in force for the owner of the guns.
    """
    special = (Caveat("special-aa", "units fire as AA guns do, but in a way that is not counted"),)
    for unit in attackers:
        own = unit.kind.guns.aa_fire
        if own is not None and own.in_battle and own.attack_strength:
            return AAFire(0, 0, special)
    fires = [fire for kind in guns if (fire := kind.guns.aa_fire) is not None and fire.in_battle]
    aircraft = [unit for unit in attackers if unit.kind.is_air]
    shots_of = (
        gun_for(kind, fire, options, technologies)
        for kind in guns
        if (fire := kind.guns.aa_fire) is not None and fire.in_battle
    )
    armed = [gun for gun in shots_of if gun.strength]
    if not armed or (not aircraft and not any(fire.targets for fire in fires)):
        return NO_FIRE
    usual = all(
        fire.rounds == 1
        and not (fire.targets or fire.faces or fire.adds or fire.silenced_by)
        and fire.kind == fires[0].kind
        for fire in fires
    )
    if not usual or len({gun.strength for gun in armed}) > 1:
        return AAFire(0, 0, special)
    if any(unit.hits_left > 1 for unit in aircraft):
        text = "guns fire at aircraft that take more than one hit"
        return AAFire(0, 0, (Caveat("aa-at-two-hits", text),))
    shots = 0 if any(not gun.shots for gun in armed) else sum(gun.shots for gun in armed)
    few = 0 < shots < len(aircraft)
    if few and not options.choose_aa_casualties:
        return AAFire(0, 0, (Caveat("aa-chooses-by-dice", "dice say which aircraft the guns hit"),))
    return AAFire(armed[0].strength, shots if few else 0, ())
