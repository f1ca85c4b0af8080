"""The damage of raids and rockets: dice, limits, and who pays.

Rule: rule book, Units and Technology (B71 to B73, B117, B120, B121, B244),
settled in G16.  Vectors: V8, V9.
Classic: C56, D14.
Options: bombing_damages_factory, bombing_limited_to_production, territory_turn_limit,
low_luck_bombing.
"""

from engine.core.events.battle import FactoryBombed
from engine.core.ids import PUS, TerritoryName
from engine.gamedef import State
from engine.rules.relations import enemies_in, owner_of, type_of

_MOST_FACTORY_DAMAGE = 2  # times the production; a factory takes no more damage than that


def bombing_die(state: State) -> tuple[int, int]:
    """The faces of a bombing die and what is added to it.

    Normally all faces and nothing; in low luck a third of the faces with a third added, so 3 or 4
    with six sides (B244).
    """
    sides = state.definition.dice_sides
    if state.definition.options.low_luck_bombing:
        return sides // 3, sides // 3
    return sides, 0


def bombing_event(
    state: State,
    territory: TerritoryName,
    rolled: tuple[int, ...],
    cause: str,
    dice: tuple[tuple[int, ...], ...],
) -> FactoryBombed:
    """What bombs of the nation on turn do to the factory of a territory.

    rolled: the damage by the dice of each bomber or rocket; cause: ``"raid"`` or ``"rocket"``;
    dice: the faces that each of them rolled.
    """
    options = state.definition.options
    production = state.definition.board.territories[territory].production
    each = rolled
    if options.bombing_limited_to_production:
        each = tuple(min(damage, production) for damage in rolled)
    damage = sum(each)
    # Where production does not limit a single rocket, it does not limit a turn of them either.
    is_free = cause == "rocket" and not options.bombing_limited_to_production
    if options.territory_turn_limit and not is_free:
        damage = min(damage, max(0, production - state.turn.bombed.get(territory, 0)))
    there = enemies_in(state, state.nation, territory)
    factories = tuple(unit for unit in there if type_of(state, unit).is_factory)
    victim = factories[0].owner if factories else owner_of(state, territory)
    if options.bombing_damages_factory:
        suffered = sum(unit.damage for unit in factories)
        damage = min(damage, max(0, _MOST_FACTORY_DAMAGE * production - suffered))
    else:
        damage = min(damage, state.amount(victim, PUS))
    return FactoryBombed(
        territory=territory,
        nation=state.nation,
        victim=victim,
        rolled=sum(rolled),
        damage=damage,
        resource="" if options.bombing_damages_factory else PUS,
        units=tuple(unit.id for unit in factories) if options.bombing_damages_factory else (),
        cause=cause,
        dice=dice,
        added=bombing_die(state)[1],
    )
