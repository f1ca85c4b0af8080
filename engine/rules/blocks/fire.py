"""One block fires: at what, with how many dice, and which unit is reduced.

Rule: Triumph & Tragedy 2nd edition, the unit sheet (T51, T80 to T84); rule book 12.3 and 15.22
(T182, T183, T197, T198): surprise in the turn of a declaration of war, and FirstFire by technology.
"""

from collections.abc import Mapping

from engine.core.ids import NEUTRAL, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import AIR, GROUND, INDUSTRY, NAVAL, UNDERSEA
from engine.rules.blocks.areas import (
    FRIENDLY,
    block_of,
    game_of,
    is_enemy_unit,
    is_ground,
    is_sea,
    own_in,
    position_of,
    status_of,
    target_kind,
)
from engine.rules.blocks.battle_frame import frame_of
from engine.rules.blocks.bombing import BOMB_FACE, can_bomb

_TARGETS = (GROUND, NAVAL, AIR, UNDERSEA)
"""What a nation that is not asked prefers among targets that are equally easy to hit."""


def sides(state: State) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """The attackers that have joined the battle, and the defenders, in order of identity.

    Defenders that the attacker leaves out of the round (T199) are not among them.
    """
    frame = frame_of(state)
    joined = set(frame.joined)
    attackers = tuple(
        unit for unit in own_in(state, state.nation, frame.territory) if unit.id in joined
    )
    defenders = tuple(
        unit
        for unit in state.units_in(frame.territory)
        if not unit.escaped
        and unit.owner != frame.spared
        and is_enemy_unit(state, state.nation, unit)
    )
    return attackers, defenders


def order_of_fire(state: State) -> tuple[UnitId, ...]:
    """Who acts in a round: type by type, the defender first, the strongest first (T81)."""
    attackers, defenders = sides(state)
    types = {name: place for place, name in enumerate(game_of(state).types)}
    acting = [unit for unit in (*attackers, *defenders) if takes_action(state, unit)]
    acting.sort(
        key=lambda unit: (
            types[unit.type],
            _rank(state, unit),
            -unit.strength,
            unit.id,
        )
    )
    return tuple(unit.id for unit in acting)


def _rank(state: State, unit: Unit) -> int:
    """When a unit acts among those of its type: surprise, FirstFire, defence, attack (T81)."""
    is_attacker = unit.owner == state.nation
    if is_attacker and position_of(state).turn.declared and not _is_warned(state, unit):
        return 0
    if _has_first_fire(state, unit):
        return 2 if is_attacker else 1
    return 4 if is_attacker else 3


def _is_warned(state: State, unit: Unit) -> bool:
    """Whether an enemy has FirstFire of its type and it has not: no surprise then (T197)."""
    alike = (enemy for enemy in enemies_of(state, unit) if enemy.type == unit.type)
    return not _has_first_fire(state, unit) and any(_has_first_fire(state, one) for one in alike)


def _has_first_fire(state: State, unit: Unit) -> bool:
    technology = block_of(state, unit).first_fire
    return bool(technology) and technology in state.technologies.get(unit.owner, ())


def takes_action(state: State, unit: Unit) -> bool:
    """Convoys take none, nor do units that have just landed (T51); fortresses always do (T201)."""
    if not is_ground(state, unit):
        return True
    move = position_of(state).turn.moves.get(unit.id)
    return not is_sea(state, unit.territory) and not (move is not None and move.is_invading)


def enemies_of(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The other side of the battle."""
    attackers, defenders = sides(state)
    return defenders if unit.owner == state.nation else attackers


def targets_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The kinds of enemies there that the unit can hit, the easiest first; industry last (T214)."""
    power = firepower_of(state, unit)
    found = _hittable(state, unit, power)
    if unit.owner != NEUTRAL:
        # A garrison of a neutral country fires at ground units first (T200).
        found.sort(key=lambda kind: -power[kind])
    bombs = unit.owner == state.nation and can_bomb(state, unit, unit.territory)
    return (*found, INDUSTRY) if bombs else tuple(found)


def strikes_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The kinds of enemies there that it can hit and leave afterwards (T84)."""
    return tuple(_hittable(state, unit, block_of(state, unit).strike))


def _hittable(state: State, unit: Unit, power: Mapping[str, int]) -> list[str]:
    there = {target_kind(state, enemy) for enemy in enemies_of(state, unit)}
    return [kind for kind in _TARGETS if kind in there and power.get(kind)]


def needed(state: State, unit: Unit, target: str, *, strikes: bool) -> int:
    """The highest face that hits."""
    if target == INDUSTRY:
        return BOMB_FACE
    power = block_of(state, unit).strike if strikes else firepower_of(state, unit)
    return power.get(target, 0)


def firepower_of(state: State, unit: Unit) -> Mapping[str, int]:
    """The numbers at which a block hits, by kind of target, with its technologies (T80, T183)."""
    block = block_of(state, unit)
    known = state.technologies.get(unit.owner, ())
    power = dict(block.firepower)
    for name, better in block.improved.items():
        if name in known:
            power.update(better)
    return power


def dice_of(state: State, unit: Unit, target: str) -> int:
    """Dice of a shot: one for each CV, two where radar guides aircraft at home (T80, T183)."""
    technology = block_of(state, unit).home_fire
    guided = technology and technology in state.technologies.get(unit.owner, ())
    at_home = not is_sea(state, unit.territory) and (
        status_of(state, unit.owner, unit.territory) == FRIENDLY
    )
    return unit.strength * (2 if guided and at_home and target == AIR else 1)


def candidates(state: State, unit: Unit, target: str) -> tuple[Unit, ...]:
    """The strongest enemies of the kind that the unit fires at (T83); () when none is left."""
    there = [enemy for enemy in enemies_of(state, unit) if target_kind(state, enemy) == target]
    most = max((enemy.strength for enemy in there), default=0)
    return tuple(enemy for enemy in there if enemy.strength == most)


def loss_of(state: State, unit: Unit) -> int:
    """Strength that a hit costs: two for units that take double hits, such as convoys (T82)."""
    convoy = is_ground(state, unit) and is_sea(state, unit.territory)
    return 2 if convoy or block_of(state, unit).is_double_hit else 1


def default_loss(state: State, units: tuple[Unit, ...]) -> Unit:
    """Of several equally strong units, the one least missed.

    One that has acted in this round rather than one whose dice are still to come; among those the
    one that comes last in the order of fire.
    """
    types = {name: place for place, name in enumerate(game_of(state).types)}
    waiting = frame_of(state).queue[1:]
    return max(units, key=lambda unit: (unit.id not in waiting, types[unit.type], unit.id))


def can_harm(state: State, shooters: tuple[Unit, ...]) -> bool:
    """Whether one of these units can hit anything on the other side."""
    return any(takes_action(state, unit) and targets_of(state, unit) for unit in shooters)
