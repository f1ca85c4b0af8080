"""What has to be sent to take a territory with a wanted chance: the cheapest that is enough.

Units whose battle there is pending go in any case.

Rule: rule book, Battle calculator (B245, B251).
"""

from engine import State, TerritoryName
from engine.ai import assault_on
from engine.odds import (
    AAFire,
    Combatant,
    Force,
    Odds,
    Plan,
    Situation,
    aa_fire_in,
    battle_in,
    cheapest,
    force_of,
    joined,
    pending_attackers,
    solve,
)
from engine.values import dataclass, replace

__all__ = ["Sending", "sending"]


@dataclass(frozen=True, slots=True)
class Sending:
    """The cheapest force to send besides what is on its way.

    situation: the battle with everything that could be there.  going: whose battle is pending.
    sent: what to send besides, everything where that is not enough; cost: its price in PUs.
    odds: with both.  landed: how many of all that could be there come from transports.
    """

    situation: Situation
    going: Force
    sent: Force
    cost: int
    odds: Odds
    is_enough: bool
    landed: int


def sending(
    state: State,
    territory: TerritoryName,
    wanted: float,
    plan: Plan,
    *,
    prize: float | None = None,
    among: tuple[Combatant, ...] | None = None,
) -> Sending | None:
    """What has to be sent to a territory so that it is taken with a chance of `wanted` (0 to 1).

    prize: PUs that it is worth, None for what the position says; among: the units to choose from,
    None for what the nation on turn can still bring there.  Units of one type count as alike.
    None when nobody can get there, or no enemy is there.  Raises ForceError for a battle that
    cannot be worked out, ValueError when there are too many ways to choose.
    """
    assault = assault_on(state, territory)
    if assault is None:
        return None
    situation = battle_in(assault.state, territory, assault.units, plan)
    battle = situation.battle
    if prize is not None:
        battle = replace(battle, prize=prize)
    if not battle.attackers or not battle.defenders:
        return None
    pending = pending_attackers(state, territory)
    by_id = dict(zip(situation.attackers, battle.attackers, strict=True))
    going = tuple(unit for key, unit in by_id.items() if key in pending)
    if among is None:
        among = tuple(unit for key, unit in by_id.items() if key not in pending)

    def fire(units: tuple[Combatant, ...]) -> AAFire:
        return aa_fire_in(assault.state, territory, units)

    base = replace(battle, attackers=going)
    found = cheapest(base, among, wanted, fire)
    landed = len(assault.landed)
    if found is not None:
        units, cost, odds = found.units, found.cost, found.odds
        return Sending(situation, force_of(going), units, cost, odds, True, landed)
    odds = solve(joined(base, among, fire))
    cost = sum(battle.rules.prices.get(unit.kind.name, 0) for unit in among)
    return Sending(situation, force_of(going), force_of(among), cost, odds, False, landed)
