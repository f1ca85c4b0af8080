"""One side fires: who shoots at whom, the dice that are needed and what they do.

Rule: rule book, How units fire and Special cases (B47, B60, B79, B80, B111, B112, B120, B188,
B191, B196, B199).  The units of a side fire in groups with the same possible targets; each group
has its own dice and, in low luck, its own sum (B243).
Options: low_luck, air_needs_destroyer_against_submarines, defending_submarines_fire_first,
transport_casualties_restricted, heavy_bomber_dice, lhtr_heavy_bombers, allies_roll_apart.
"""

from collections.abc import Callable, Iterable, Iterator

from engine.core.agenda import BattleFrame, VolleyFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.event_log import EventLog
from engine.core.events.battle import VolleyFired
from engine.core.events.turn import FramePushed
from engine.core.ids import NOBODY, BattleSide, NationName, UnitId, UnitTypeName
from engine.core.memo import remembered
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rules.battle.numbers.rolls import expected_hits, roll_volley
from engine.rules.battle.numbers.shooters import (
    Shooter,
    dice_count,
    shooter_for,
    total_power,
)
from engine.rules.battle.numbers.support import supported
from engine.rules.battle.numbers.target_groups import FirePart, fires_apart, in_parts, part_name
from engine.rules.battle.numbers.targets import (
    GENERAL_AIRCRAFT,
    can_hit,
    fires_early,
    firing_group,
)
from engine.rules.common.battle_step import (
    ATTACKER,
    BattleStep,
    always,
    battle_if_any,
    battle_of,
    did,
    has_done,
    nation_of,
    other_side,
    units_of,
    unmarked_of,
)
from engine.rules.common.damage import is_disabled
from engine.rules.common.frame import Events
from engine.rules.common.losses import SPENT, resolve_losses
from engine.rules.common.relations import is_allied, is_enemy, is_surprised, type_of
from engine.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class FiringGroup:
    """Units that fire together at the same targets.

    group: what fires in a segment; number: which part of it they are; nation: whose dice they are
    where allies roll apart, "" for the nation that decides for the side; spent: units of which each
    hit costs one, in this order.
    """

    group: str
    side: BattleSide
    shooters: tuple[Shooter, ...]
    targets: tuple[Unit, ...]
    number: int = 1
    nation: NationName = NOBODY
    spent: tuple[UnitId, ...] = ()

    @property
    def name(self) -> str:
        """The step that the dice are for."""
        return part_name(self.group, self.number)

    @property
    def key(self) -> str:
        """What the battle notes when the group has fired."""
        return _key(self.name, self.nation)

    @property
    def fires(self) -> bool:
        """Whether any of its units does."""
        return any(shooter.fires for shooter in self.shooters)


def _key(name: str, nation: NationName) -> str:
    return f"{name} of {nation}" if nation else name


def shooter_of(state: State, unit: Unit, side: BattleSide) -> Shooter:
    """A unit as it fires on a side, without support."""
    technologies = state.technologies.get(unit.owner, ())
    options = state.definition.options
    shooter = shooter_for(
        type_of(state, unit),
        options,
        technologies,
        side,
        landed=unit.amphibious,
        surprised=side != ATTACKER and is_surprised(state, unit.owner),
    )
    more = terrain_bonus(state, unit, side)
    if more:
        shooter = replace(shooter, strength=max(0, shooter.strength + more))
    if state.definition.helps_by_owner:
        return replace(shooter, owner=unit.owner)
    return shooter


def terrain_bonus(state: State, unit: Unit, side: BattleSide) -> int:
    """What the terrain adds to a unit's strength; below 0 where it weakens the unit."""
    facts = state.definition.board.territories[unit.territory]
    pairs = facts.attack_terrain if side == ATTACKER else facts.defence_terrain
    return next((number for name, number in pairs if name == unit.type), 0)


def shooters_of(state: State, units: tuple[Unit, ...], side: BattleSide) -> tuple[Shooter, ...]:
    """Units as they fire together, with the help they get from all in the battle (B60).

    Units are sorted by the names of their types; those already lost come last.
    """
    battle = battle_if_any(state)
    marked = battle.marked if battle is not None else ()
    ordered = sorted(units, key=lambda unit: (unit.id in marked, unit.type))
    # Many units of a battle are alike, and a battle of hundreds asks for each in every round.
    known: dict[tuple[object, ...], Shooter] = {}
    alone: list[Shooter] = []
    for unit in ordered:
        alike = (unit.type, unit.owner, unit.territory, unit.amphibious)
        if alike not in known:
            known[alike] = shooter_of(state, unit, side)
        alone.append(known[alike])
    rules = state.definition.support
    if not rules or battle is None:
        return supported(alone, rules, side)
    friends = givers_of(state, battle, side)
    # Help comes from all in the battle, not only from those who fire together: artillery that has
    # fired in an earlier segment helps on.
    hinders = any(rule.on_enemies for rule in rules)
    enemies = givers_of(state, battle, other_side(side)) if hinders else ()
    return supported(alone, rules, side, friends, enemies)


def givers_of(state: State, battle: BattleFrame, side: BattleSide) -> tuple[Shooter, ...]:
    """All units of a side that may help: those in the battle, and infrastructure there."""
    names = {name for rule in state.definition.support for name in rule.givers}
    infrastructure = (
        unit
        for unit in state.units_in(battle.territory)
        if type_of(state, unit).is_infrastructure
        and unit.carried_by is None
        and _is_beside(state, battle, unit, side)
    )
    there = (*units_of(state, battle, side), *infrastructure)
    return tuple(shooter_of(state, unit, side) for unit in there if unit.type in names)


def _is_beside(state: State, battle: BattleFrame, unit: Unit, side: BattleSide) -> bool:
    """Whether infrastructure that is there serves a side; not what damage has disabled."""
    if is_disabled(state, unit):
        return False
    if side == ATTACKER:
        return is_allied(state, battle.attacker, unit.owner)
    return is_enemy(state, battle.attacker, unit.owner)


def side_power(state: State, units: tuple[Unit, ...], side: BattleSide) -> int:
    """The sum of strengths of units that fire together."""
    return total_power(shooters_of(state, units, side), state.definition.dice_sides)


def has_destroyer(state: State, side: BattleSide) -> bool:
    """Whether a side has a living destroyer in the battle under way (B81)."""
    there = units_of(state, battle_of(state), side)
    return not state.definition.destroyers.isdisjoint([unit.type for unit in there])


def fires_first(state: State, unit: Unit, side: BattleSide) -> bool:
    """Whether a unit fires in the early segment of a round (B189, B190)."""
    # What counts is who had a destroyer when the round began: one that is hit in the round has
    # still kept the submarines from surprising anybody in it (B81).
    blocked = other_side(side) in battle_of(state).destroyer_sides
    return fires_early(type_of(state, unit), state.definition.options, side, blocked=blocked)


def _group_for(state: State, side: BattleSide, part: FirePart, nation: NationName) -> FiringGroup:
    """Units with the same targets, and the enemies that they can hit."""
    group, number, units = part
    if not units:
        return FiringGroup(group, side, (), (), number, nation)
    shooters, targets = shooters_of(state, units, side), _targets(state, side, units[0])
    if not type_of(state, units[0]).sacrifice.dies_hitting:
        return FiringGroup(group, side, shooters, targets, number, nation)
    marked = battle_of(state).marked
    spent = tuple(unit.id for unit in sorted(units, key=lambda unit: unit.id in marked))
    return FiringGroup(group, side, shooters, targets, number, nation, spent)


def _targets(state: State, side: BattleSide, shooter: Unit) -> tuple[Unit, ...]:
    """The enemies that a unit of a side can hit."""
    kind = type_of(state, shooter)
    # Here, unlike for the segments of a round, a destroyer has to be alive now: it is what finds
    # the submarine for the aircraft that fire.
    destroyer = has_destroyer(state, side)
    restricted = state.definition.options.air_needs_destroyer_against_submarines
    return tuple(
        [
            unit
            for unit in unmarked_of(state, battle_of(state), other_side(side))
            if can_hit(kind, type_of(state, unit), destroyer=destroyer, restricted=restricted)
            and not type_of(state, unit).sacrifice.is_spent(attacks=side != ATTACKER)
        ]
    )


def _rolls_apart(state: State, side: BattleSide) -> bool:
    """Whether each nation of a side has dice of its own (C73)."""
    return side != ATTACKER and state.definition.options.allies_roll_apart


def _apart(
    state: State, side: BattleSide, parts: tuple[FirePart, ...]
) -> Iterator[tuple[FirePart, NationName]]:
    """Units that fire together, by option apart for each nation of the defence (C73).

    The nation is "" where the dice are those of the nation that decides for the side.
    """
    if not _rolls_apart(state, side):
        yield from ((part, NOBODY) for part in parts)
        return
    owners = {unit.owner: None for part in parts for unit in part.units}
    several = len(owners) > 1
    order = [name for name in state.definition.politics.nation_names if name in owners]
    for nation in (*order, *sorted(set(owners) - set(order))):
        for part in parts:
            theirs = tuple(unit for unit in part.units if unit.owner == nation)
            yield part._replace(units=theirs), nation if several else NOBODY


def can_hurt(state: State, side: BattleSide, names: tuple[str, ...]) -> bool:
    """Whether one of the groups of a side with these names could hit an enemy."""
    return any(
        part.units
        and _targets(state, side, part.units[0])
        and _has_strength(state, part.units, side)
        for part, _ in _apart(state, side, _parts(state, side, names))
    )


def _has_strength(state: State, units: tuple[Unit, ...], side: BattleSide) -> bool:
    """Whether one of the units fires, with the help they get from all in the battle."""
    if not any(rule.on_enemies or rule.bonus < 0 for rule in state.definition.support) and any(
        shooter_of(state, unit, side).fires for unit in units
    ):
        # Help can only make it stronger.
        return True
    return any(shooter.fires for shooter in shooters_of(state, units, side))


def groups_to_fire(state: State, side: BattleSide, names: tuple[str, ...]) -> Iterator[FiringGroup]:
    """Those of the groups with these names that have not fired yet in the step under way.

    Each is worked out when it is asked for.
    """
    # The battle notes what has fired, not what has yet to: after a wait for dice, or for a player
    # far away, the groups are found again from the position, and those in the note are passed over.
    without = battle_of(state).done
    if without and not _rolls_apart(state, side) and not state.definition.fires_apart:
        # Nothing else fires under these names.
        names = tuple(name for name in names if name not in without)
    parts = _parts(state, side, names) if names else ()
    for part, nation in _apart(state, side, parts):
        if _key(part.name, nation) not in without:
            yield _group_for(state, side, part, nation)


def _parts(state: State, side: BattleSide, names: tuple[str, ...]) -> tuple[FirePart, ...]:
    """The units of a side in the battle that fire in the groups with these names."""
    battle = battle_of(state)
    options = state.definition.options
    blocked = other_side(side) in battle.destroyer_sides
    destroyer = has_destroyer(state, side)
    # Marked ones count: the groups stay the same while they fire in turn.
    enemies = units_of(state, battle, other_side(side))
    prey = _has_prey(state, battle, side)
    groups: dict[str, list[Unit]] = {name: [] for name in names}
    named: dict[UnitTypeName, str] = {}
    for unit in (*units_of(state, battle, side), *_combat_infrastructure(state, battle, side)):
        if unit.type not in named:
            kind = type_of(state, unit)
            named[unit.type] = firing_group(
                kind, options, side, blocked=blocked, destroyer=destroyer, prey=prey
            )
        if named[unit.type] in groups:
            groups[named[unit.type]].append(unit)
    whole = tuple(FirePart(name, 1, tuple(units)) for name, units in groups.items())
    if not state.definition.fires_apart:
        return whole
    kinds = {unit.type: type_of(state, unit) for units in groups.values() for unit in units}
    hostile = {unit.type: type_of(state, unit) for unit in enemies}
    if not fires_apart(kinds.values(), hostile.values()):
        return whole
    return tuple(in_parts(state, groups, hostile.values(), destroyer=destroyer))


def _has_prey(state: State, battle: BattleFrame, side: BattleSide) -> bool:
    """Whether a submarine was left among the enemies when the aircraft of a side fired, or is now.

    Those that its submarines had hit before do not count: aircraft then fire with the ships.
    """
    if any(key.startswith(GENERAL_AIRCRAFT) for key in battle.done):
        return True
    enemies = unmarked_of(state, battle, other_side(side))
    return not state.definition.submarines.isdisjoint([unit.type for unit in enemies])


def _combat_infrastructure(state: State, battle: BattleFrame, side: BattleSide) -> tuple[Unit, ...]:
    """Infrastructure that has a strength fires with a side, though it cannot be hit (B50)."""
    infrastructure = state.definition.infrastructure
    return tuple(
        unit
        for unit in state.units_in(battle.territory)
        if unit.type in infrastructure
        and unit.carried_by is None
        and (side != ATTACKER or unit.owner == battle.attacker)
        and _is_beside(state, battle, unit, side)
        and shooter_of(state, unit, side).strength > 0
    )


def firing_step(
    name: str,
    groups: Callable[[State], Iterable[FiringGroup]],
    is_open: Callable[[State], bool] = always,
) -> BattleStep:
    """The battle step in which the groups of one side fire one after another."""

    # Asked twice of the same position: for the request, and again when its dice have come, perhaps
    # days later in another process. Nothing of the group is kept in between but the position.
    @remembered
    def next_group(state: State) -> FiringGroup | None:
        return _next_group(state, groups(state))

    def advance(state: State) -> Events | Waiting:
        group = next_group(state)
        if group is None:
            return ()
        # Low luck may leave no die to roll; then there is nothing to ask an authority for.
        request = roll_request(state, group)
        return resolve_volley(state, group, ()) if request.count == 0 else request

    def roll(state: State, result: RollResult) -> Events:
        group = next_group(state)
        return () if group is None else resolve_volley(state, group, result.dice)

    return BattleStep(name, advance, roll=roll, is_open=is_open)


def _next_group(state: State, groups: Iterable[FiringGroup]) -> FiringGroup | None:
    for group in groups:
        if not has_done(state, group.key) and group.targets and group.fires:
            return group
    return None


def roll_request(state: State, group: FiringGroup) -> RollRequest:
    """The dice that a group rolls."""
    battle = battle_of(state)
    definition = state.definition
    sides = definition.dice_sides
    nation = group.nation or nation_of(battle, group.side)
    what = "general fire" if group.group == "general" else group.group.replace("_", " ")
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=battle.territory,
        round=battle.round,
        step=group.name,
        side=group.side,
        count=dice_count(group.shooters, sides, low_luck=definition.options.low_luck),
        sides=sides,
        purpose=f"{what} of {nation} in {battle.territory}, round {battle.round}",
    )


def resolve_volley(state: State, group: FiringGroup, dice: tuple[int, ...]) -> Events:
    """A volley is fired; its hits wait for casualties on a frame of their own."""
    battle = battle_of(state)
    sides = state.definition.dice_sides
    low_luck = state.definition.options.low_luck
    volley = roll_volley(group.shooters, dice, sides, low_luck=low_luck)
    mean = expected_hits(group.shooters, sides, low_luck=low_luck)
    log = EventLog(state)
    log.add(
        VolleyFired(
            territory=battle.territory,
            round=battle.round,
            step=group.name,
            side=group.side,
            nation=group.nation or nation_of(battle, group.side),
            groups=volley.groups,
            sure_hits=volley.sure_hits,
            hits=volley.hits,
            expected=(mean.numerator, mean.denominator),
            sides=sides,
        ),
        did(state, group.key),
    )
    spent = tuple(key for key in group.spent[: volley.hits] if key in state.units)
    log.extend(resolve_losses(log.state, battle.territory, spent, SPENT))
    if volley.hits:
        targets = tuple(unit.id for unit in group.targets)
        hit = other_side(group.side)
        log.add(FramePushed(VolleyFrame(hit, group.name, volley.hits, targets)))
    return log.events
