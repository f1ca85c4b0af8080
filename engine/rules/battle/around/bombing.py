"""The damage of raids and rockets: dice, limits, and who pays.

Rule: rule book, Units and Technology (B71 to B73, B117, B120, B121, B244),
settled in G16.  Vectors: V8, V9.
Classic: C56, D14.
Options: bombing_damages_factory, bombing_limited_to_production, territory_turn_limit,
low_luck_bombing, own_raid_dice.
"""

from typing import Final

from engine.core.events import Event
from engine.core.events.battle import FactoryBombed, UnitsDestroyed
from engine.core.ids import NO_RESOURCE, PUS, TerritoryName
from engine.core.unit import Unit
from engine.core.words import DamageCause
from engine.gamedef import State, UnitType
from engine.rules.common.damage import bombing_targets, most_damage
from engine.rules.common.relations import owner_of, type_of

_FACES_TO_CUT: Final = 5
"""A die with fewer faces is rolled as it is in low luck, as in the maps' own engine."""


def bombing_die(state: State, bomber: UnitType | None = None) -> tuple[int, int]:
    """The faces of a bombing die and what is added to it.

    Normally all faces and nothing; in low luck a third of the faces with a third added, so 3 or 4
    with six sides (B244).  By option a type of bombers has a die of its own, which low luck cuts
    in the same way.  It leaves dice of less than five faces as they are.  A die with one face need
    not be rolled.
    bomber: None for a rocket.
    """
    options = state.definition.options
    sides, added = state.definition.dice_sides, 0
    if bomber is not None and options.own_raid_dice:
        sides, added = bomber.raiding.raid_faces or sides, bomber.raiding.raid_bonus
    if options.low_luck_bombing and sides >= _FACES_TO_CUT:
        third = (sides + 1) // 3
        return third, added + third
    return sides, added


def bombing_event(
    state: State,
    territory: TerritoryName,
    rolled: tuple[int, ...],
    cause: DamageCause,
    dice: tuple[tuple[int, ...], ...],
    target: Unit | None = None,
    die: tuple[int, int] | None = None,
    bonus: int = 0,
) -> FactoryBombed:
    """What bombs of the nation on turn do to a factory, or another target, in a territory.

    rolled: the damage by the dice of each bomber or rocket; cause: ``"raid"`` or ``"rocket"``;
    dice: the faces that each of them rolled; target: None for the first one there; die: its
    faces and what is added to it, None for those of a rocket; bonus: what `rolled` has from
    technologies for each of them.
    """
    options = state.definition.options
    sides, added = bombing_die(state) if die is None else die
    production = state.definition.board.territories[territory].production
    each = rolled
    if options.bombing_limited_to_production:
        each = tuple(min(damage, production) for damage in rolled)
    damage = sum(each)
    # Where production does not limit a single rocket, it does not limit a turn of them either.
    is_free = cause == "rocket" and not options.bombing_limited_to_production
    if options.territory_turn_limit and not is_free:
        damage = min(damage, max(0, production - state.turn.bombed.get(territory, 0)))
    if target is None:
        target = next(iter(bombing_targets(state, state.nation, territory)), None)
    victim = target.owner if target is not None else owner_of(state, territory)
    if options.bombing_damages_factory:
        room = 0 if target is None else most_damage(state, target) - target.damage
        damage = min(damage, max(0, room))
    else:
        damage = min(damage, state.amount(victim, PUS))
    return FactoryBombed(
        territory=territory,
        nation=state.nation,
        victim=victim,
        rolled=sum(rolled),
        damage=damage,
        resource=NO_RESOURCE if options.bombing_damages_factory else PUS,
        units=(target.id,) if target is not None and options.bombing_damages_factory else (),
        cause=cause,
        dice=dice,
        added=added,
        sides=sides,
        bonus=bonus,
    )


def resolve_ruin(state: State, bombed: FactoryBombed) -> tuple[Event, ...]:
    """A unit that is lost when it has all the damage that it takes; () in most games."""
    there = [state.units[key] for key in bombed.units]
    lost = tuple(
        unit.id
        for unit in there
        if type_of(state, unit).damage.dies_of_damage and unit.damage >= most_damage(state, unit)
    )
    return (UnitsDestroyed(bombed.territory, lost, bombed.cause),) if lost else ()
