"""Who fires at aircraft: before a battle, before a raid and when aircraft fly over.

Ordinary guns roll one die at each aircraft, however many guns there are (B86 to B92).
Other units may fire in the same way, also at other targets, for the attacker, in later rounds, or
with few shots: unit types say so (AntiAir).  Units of one kind fire together, the kinds in the
order of their names, and within a kind apart what has other targets or other dice (a choice of our
own: that engine takes the targets of one of them for all).  The attacker's fire before the
defender's, and what they hit is removed at once.  Defenders that were hit draw the shots of the
attacker's other kinds, which are wasted, and their own guns still fire (seen in recorded games of
that engine).
Units in a battle may help the guns of their side to hit, or hinder those of the enemy
(engine/rules/battle/rounds/gun_help.py).
What the dice do: hits.py.

Rule: rule book, Units (B86 to B92), Technology (B132); in general the dialect of the maps
(isAAforCombatOnly and so on).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from engine.core.agenda import BattleFrame
from engine.core.ids import NOBODY, BattleSide, NationName, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import AntiAir, State
from engine.rules.aa.shots import Gun, aa_dice, gun_for
from engine.rules.common.advances import airborne_of
from engine.rules.common.relations import enemies_in, type_of
from engine.values import dataclass

Use = Literal["in_battle", "in_raids", "on_the_way"]
"""When guns fire; a field of AntiAir."""

ATTACKER: Final[BattleSide] = "attacker"
DEFENDER: Final[BattleSide] = "defender"


GunHelp: TypeAlias = Callable[[BattleSide, Sequence[Unit], Sequence[Gun]], list[Gun]]
"""What units of a battle do for the guns of a side: the same guns with help, in the same order."""


@dataclass(frozen=True, slots=True)
class AAVolley:
    """Guns of one kind that fire together.

    side: theirs; owner: whose they are; kind: its name, with a number where those of one kind fire
      apart; dice: at which number each of them hits, the best first;
    faces: of these dice; targets: units, in order of identity; damages: whether a hit takes one hit
    point only; spent: the guns, where each hit costs one of them.
    """

    side: BattleSide
    owner: NationName
    kind: str
    dice: tuple[int, ...]
    faces: int
    targets: tuple[UnitId, ...]
    damages: bool = False
    spent: tuple[UnitId, ...] = ()


def guns_in(
    state: State, territory: TerritoryName, nation: NationName, use: Use = "in_battle"
) -> tuple[Unit, ...]:
    """Units in a territory that may fire at aircraft of a nation; all are its enemies.

    Guns aboard a ship do not fire.
    """
    return tuple(
        unit
        for unit in enemies_in(state, nation, territory)
        if _fires(state, unit, use) and unit.carried_by is None
    )


def _fires(state: State, unit: Unit, use: Use) -> bool:
    fire = type_of(state, unit).guns.aa_fire
    if fire is None:
        return False
    match use:
        case "in_battle":
            return fire.in_battle
        case "in_raids":
            return fire.in_raids
        case "on_the_way":
            return fire.on_the_way


def fires_at_aircraft(
    state: State, territory: TerritoryName, nation: NationName, use: Use = "in_battle"
) -> NationName:
    """The owner of guns in a territory that fire at aircraft of a nation, "" for none."""
    guns = guns_in(state, territory, nation, use)
    return guns[0].owner if guns else NOBODY


def volleys_of(
    state: State,
    guns: Iterable[Unit],
    targets: Iterable[Unit],
    side: BattleSide = DEFENDER,
    battle_round: int = 1,
    fallen: Iterable[Unit] = (),
    beside: Iterable[Unit] = (),
    help_: GunHelp | None = None,
) -> tuple[AAVolley, ...]:
    """What guns fire at these units, kind by kind; guns that do not fire now are left out.

    side: theirs, ``"attacker"`` or ``"defender"``; battle_round: from 1; fallen: targets that were
    hit before and still draw shots; beside: other enemies, which may keep guns from firing;
    help_: what units of a battle do for the guns.
    """
    aims, lost = tuple(targets), tuple(fallen)
    present = {unit.type for unit in (*aims, *beside)}
    groups: dict[tuple[object, ...], list[Unit]] = {}
    for gun in guns:
        fire = type_of(state, gun).guns.aa_fire
        if fire is None or present & set(fire.silenced_by):
            continue
        if not fire.rounds or battle_round <= fire.rounds:
            apart = gun.type if type_of(state, gun).sacrifice.dies_hitting else ""
            groups.setdefault((*_mark_of(fire), apart), []).append(gun)
    kinds: dict[str, list[Unit]] = {}
    for mark, same in groups.items():
        # Guns that are spent by hitting may be gone when the next ones fire: nobody else has their
        # name.
        name = plain = f"{mark[0]} {mark[-1]}".rstrip()
        number = 1
        while name in kinds:
            number += 1
            name = f"{plain} {number}"
        kinds[name] = same
    return tuple(
        volley
        for kind in sorted(kinds)
        if (volley := _volley(state, kind, kinds[kind], aims, side, lost, help_)).dice
    )


def _mark_of(fire: AntiAir) -> tuple[object, ...]:
    """What guns must share to fire together: kind, targets, faces of dice, what a hit does."""
    return fire.kind, frozenset(fire.targets), fire.faces, fire.attack_faces, fire.damages


def _meets(state: State, kind: str, unit: Unit) -> bool:
    """Whether AA fire of a kind is aimed at airborne troops (map dialect)."""
    return any((unit.type, kind) in force.shot_at_by for force in airborne_of(state, unit.owner))


def _volley(
    state: State,
    name: str,
    guns: list[Unit],
    aims: tuple[Unit, ...],
    side: BattleSide,
    fallen: tuple[Unit, ...],
    help_: GunHelp | None,
) -> AAVolley:
    """Guns that fire together, at least one; name: what they are called."""
    fires = [fire for gun in guns if (fire := type_of(state, gun).guns.aa_fire) is not None]
    first = fires[0]
    attacks = side == ATTACKER

    def is_aim(unit: Unit) -> bool:
        if unit.jumped_from and _meets(state, first.kind, unit):
            return True
        return unit.type in first.targets if first.targets else type_of(state, unit).is_air

    targets = tuple(unit.id for unit in aims if is_aim(unit))
    wasted = sum(map(is_aim, fallen))
    armed = [
        gun_for(
            type_of(state, gun),
            fire,
            state.definition.options,
            state.technologies.get(gun.owner, ()),
            attacks=attacks,
        )
        for gun, fire in zip(guns, fires, strict=True)
    ]
    if help_ is not None:
        armed = help_(side, guns, armed)
    faces = (first.attack_faces if attacks else first.faces) or state.definition.dice_sides
    dice = aa_dice(armed, len(targets) + wasted)
    dies = type_of(state, guns[0]).sacrifice.dies_hitting
    spent = tuple(gun.id for gun in guns) if dies else ()
    return AAVolley(side, guns[0].owner, name, dice, faces, targets, first.damages, spent)


def battle_volleys(
    state: State, battle: BattleFrame, help_: GunHelp | None = None
) -> Iterator[AAVolley]:
    """The AA fire of a battle in its present round: the attacker's first, then the defender's.

    Own infrastructure where the battle is fires for the attacker, such as torpedoes in a zone in
    which enemies stood when the turn began.
    """
    attackers = tuple(state.units[key] for key in battle.attackers if key in state.units)
    defenders = tuple(state.units[key] for key in battle.defenders if key in state.units)
    beside_them = (
        unit
        for unit in state.units_in(battle.territory)
        if unit.owner == battle.attacker
        and unit.id not in battle.attackers
        and unit.carried_by is None
        and type_of(state, unit).is_infrastructure
    )
    own = tuple(unit for unit in (*attackers, *beside_them) if _fires(state, unit, "in_battle"))
    if own:
        beside = enemies_in(state, battle.attacker, battle.territory)
        lost = battle.fallen
        yield from volleys_of(state, own, defenders, ATTACKER, battle.round, lost, beside, help_)
    guns = (
        *guns_in(state, battle.territory, battle.attacker),
        *(unit for unit in battle.fallen if _fires(state, unit, "in_battle")),
    )
    yield from volleys_of(state, guns, attackers, DEFENDER, battle.round, help_=help_)
