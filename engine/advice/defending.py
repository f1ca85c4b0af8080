"""What it takes to hold a territory against the strongest attack that could come next.

Own units that can still get there come for nothing; then what the nation can buy, or has bought,
and place there.  Rule: rule book, Battle calculator (B245, B251).
"""

from collections.abc import Iterable, Iterator, Mapping

from engine import (
    PUS,
    NationName,
    State,
    TerritoryName,
    UnitType,
    UnitTypeName,
    in_combat_move,
    is_enemy,
    placement_room,
)
from engine.advice.reach import arrivals
from engine.ai import Assault, assault_on, assaults
from engine.odds import (
    Battle,
    Combatant,
    Force,
    Odds,
    Plan,
    battle_in,
    best_odds,
    cheapest_defence,
    combatant,
    solve,
)
from engine.values import dataclass, replace

_Threat = tuple[NationName, Battle, Odds]
_BEFORE_PLACEMENT = frozenset({"purchase", "combat_move", "battle", "noncombat_move", "place"})


@dataclass(frozen=True, slots=True)
class Holding:
    """The strongest attack on a territory, and what would hold it.

    enemy: the nation that attacks; battle: with everything that it could bring now; odds: of it.
    moved: own units that get there, None where the defence needs nothing or nothing is enough.
    bought: what is placed there besides, at `cost` PUs; after: the odds with both.
    is_enough: whether the attacker's chance comes down to what was wanted.
    """

    enemy: NationName
    battle: Battle
    odds: Odds
    moved: Force
    bought: Force
    cost: int
    after: Odds
    is_enough: bool


def holding(state: State, territory: TerritoryName, at_most: float, plan: Plan) -> Holding | None:
    """What brings the chance that an enemy takes an own territory down to `at_most`.

    at_most: a chance from 0 to 1; plan: the attacker's.
    None when nobody can attack it, or when nobody defends it whose battle can be worked out.
    Raises ValueError when there are too many ways to reinforce it.
    """
    owner = state.owners.get(territory, state.nation)
    threats = []
    for enemy, moving in _enemies(state, owner):
        assault = assault_on(moving, territory)
        threats += [] if assault is None else _threat(enemy, assault, territory, plan)
    return _reinforced(state, territory, owner, threats, at_most)


def threatened(
    state: State, above: float, plan: Plan
) -> tuple[tuple[TerritoryName, NationName, Odds], ...]:
    """Territories of the nation on turn that an enemy could take with more than a chance.

    Each with the strongest enemy and the odds of its attack, the worst first.
    """
    worst: dict[TerritoryName, tuple[NationName, Odds]] = {}
    for enemy, moving in _enemies(state, state.nation):
        for place, _, assault in assaults(moving):
            if assault is None or state.owners.get(place) != state.nation:
                continue
            for _, _, odds in _threat(enemy, assault, place, plan):
                before = float(worst[place][1].success) if place in worst else above
                if float(odds.success) > before:
                    worst[place] = (enemy, odds)
    found = [(place, *one) for place, one in worst.items()]
    return tuple(sorted(found, key=lambda entry: (-float(entry[2].success), entry[0])))


def _reinforced(
    state: State,
    territory: TerritoryName,
    owner: NationName,
    threats: list[_Threat],
    at_most: float,
) -> Holding | None:
    """What holds a territory against the worst of the threats; None without any."""
    found = max(threats, key=lambda one: float(one[2].success), default=None)
    if found is None:
        return None
    enemy, battle, odds = found
    nothing = Holding(enemy, battle, odds, (), (), 0, odds, float(odds.success) <= at_most)
    if nothing.is_enough or battle.uncounted():
        # What would hold it is found by trying hundreds of forces; simulations take too long.
        return nothing
    coming = _coming(state, territory, owner)
    moved = cheapest_defence(battle, coming, at_most) if coming else None
    if moved is not None:
        return replace(nothing, moved=moved.units, after=moved.odds, is_enough=True)
    stronger = replace(battle, defenders=(*battle.defenders, *coming))
    among, budget, room = _placeable(state, territory, owner)
    more = cheapest_defence(stronger, among, at_most, budget=budget, room=room)
    everybody = _counted(coming)
    if more is None:
        return replace(nothing, moved=everybody, after=solve(stronger) if coming else odds)
    return replace(
        nothing,
        moved=everybody,
        bought=more.units,
        cost=more.cost if budget is not None else 0,
        after=more.odds,
        is_enough=True,
    )


def _enemies(state: State, owner: NationName) -> Iterator[tuple[NationName, State]]:
    """Each enemy, and the position as if its combat move came now."""
    for enemy in state.definition.politics.nation_names:
        moving = in_combat_move(state, enemy) if is_enemy(state, owner, enemy) else None
        if moving is not None:
            yield enemy, moving


def _threat(
    enemy: NationName, assault: Assault, territory: TerritoryName, plan: Plan
) -> list[_Threat]:
    """The attack with everything that could get there."""
    situation = battle_in(assault.state, territory, assault.units, plan)
    battle = situation.battle
    if not battle.attackers or not battle.defenders:
        return []
    return [(enemy, battle, best_odds(situation, assault.state, territory))]


def _coming(state: State, territory: TerritoryName, owner: NationName) -> tuple[Combatant, ...]:
    """Own units that have not moved, are elsewhere and can still get there."""
    if state.nation != owner:
        return ()
    return tuple(
        replace(combatant(state, state.units[key]), landed=False)
        for arrival in arrivals(state, territory, unmoved=True)
        for key in arrival.units
        if state.units[key].territory != territory
        and state.definition.unit_types[arrival.type].defence
    )


def _placeable(
    state: State, territory: TerritoryName, owner: NationName
) -> tuple[tuple[Combatant, ...], int | None, int]:
    """What can be placed there, the PUs to buy it (None: bought already), and the room for it."""
    if state.nation != owner or state.phase.phase not in _BEFORE_PLACEMENT:
        return (), 0, 0
    room = dict(placement_room(state, owner)).get(territory, 0)
    kinds = state.definition.unit_types
    technologies = tuple(state.technologies.get(owner, ()))
    if state.phase.phase != "purchase":
        bought = {
            kinds[name]: count
            for name, count in state.unplaced.get(owner, {}).items()
            if _defends(kinds[name])
        }
        units = (
            Combatant(kind, owner, technologies)
            for kind, count in bought.items()
            for _ in range(count)
        )
        return tuple(units), None, room
    budget = state.amount(owner, PUS)
    prices = state.definition.economy.prices
    among = tuple(
        Combatant(kind, owner, technologies)
        for kind in _worth_buying(kinds.values(), prices)
        for _ in range(min(room, budget // prices[kind.name]))
    )
    return among, budget, room


def _worth_buying(kinds: Iterable[UnitType], prices: Mapping[UnitTypeName, int]) -> list[UnitType]:
    """Types that defend land and of which no other costs no more and defends as well."""
    able = [kind for kind in kinds if _defends(kind) and prices.get(kind.name)]
    found: list[UnitType] = []
    for kind in sorted(able, key=lambda one: (prices[one.name], -one.defence)):
        if all(other.defence < kind.defence for other in found):
            found.append(kind)
    return found


def _defends(kind: UnitType) -> bool:
    return bool(kind.defence) and (kind.is_land or kind.is_air) and not kind.is_infrastructure


def _counted(units: Iterable[Combatant]) -> Force:
    counts: dict[UnitTypeName, int] = {}
    for unit in units:
        counts[unit.kind.name] = counts.get(unit.kind.name, 0) + 1
    return tuple(counts.items())
