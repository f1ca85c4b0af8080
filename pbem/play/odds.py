"""Odds of the battles of a game: one territory, or every attack that could be made.

Rule: rule book, Battle calculator (B245, B251).
"""

from collections.abc import Callable
from random import Random

from engine import State
from engine.ai import Assault, assault_on, assaults
from engine.odds import (
    Battle,
    ForceError,
    Odds,
    Plan,
    battle_in,
    parse_types,
    pending_attackers,
    simulate,
    solve,
)
from engine.values import dataclass, replace
from pbem.home import Home
from pbem.play.drafts import with_draft
from pbem.play.places import territory_named
from pbem.replay import read_position
from pbem.usage import UsageError

_RUNS = 400
"""Battles simulated where the odds cannot be found exactly."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A battle that could be fought: where, its odds, and what they cannot say.

    landed: how many of the attackers would come from transports that are not unloaded yet.
    """

    territory: str
    battle: Battle
    odds: Odds
    choices: tuple[str, ...]
    landed: int = 0

    @property
    def gain(self) -> float:
        """What the attack wins on average: PUs destroyed less PUs lost, and the value taken."""
        return float(self.odds.mean_cost("defender")) - float(self.odds.mean_cost("attacker"))


def state_of(save: str) -> State:
    """The position of the sound part of a save, after the orders of the player's own draft."""
    home = Home.standard()
    seen = home.view(save).save
    return with_draft(home, seen, read_position(seen).step)[0].state


def prospect(
    state: State, text: str, plan: Plan, losses: tuple[str, str], *, everybody: bool
) -> Prospect:
    """The battle of a territory.

    losses: orders of losses of the attacker and of the defender, "" for the usual ones; that of the
      defender replaces their standing orders.
    everybody: with all units that could get there; else with those whose battle is pending, or
    with all when none is.
    """
    place = territory_named(state.definition, text)
    try:
        kinds = state.definition.unit_types
        plan = replace(plan, losses=parse_types(losses[0], kinds))
        instead = parse_types(losses[1], kinds)
    except ForceError as error:
        raise UsageError("bad-forces", f"{str(error).capitalize()}.") from error
    units = () if everybody else pending_attackers(state, place)
    assault = Assault(state, units) if units else assault_on(state, place)
    found = _prospect(assault, place, plan, instead) if assault is not None else None
    if found is None:
        raise UsageError(
            "no-battle",
            f"The {state.nation} have no battle in {place}: "
            f"{'no enemy fights there' if assault else 'none of their units can get there'}.",
        )
    return found


def prospects(
    state: State, plan: Plan, progress: Callable[[int, int], None]
) -> tuple[Prospect, ...]:
    """Every attack that the nation to move could make with all that can reach it, best first."""
    found: list[Prospect] = []
    for done, (place, total, assault) in enumerate(assaults(state), start=1):
        one = _prospect(assault, place, plan) if assault is not None else None
        if one is not None:
            found.append(one)
        progress(done, total)
    return tuple(
        sorted(found, key=lambda one: (-_chance(one), -one.gain, one.territory)),
    )


def _prospect(
    assault: Assault, place: str, plan: Plan, instead: tuple[str, ...] = ()
) -> Prospect | None:
    situation = battle_in(assault.state, place, assault.units, plan)
    battle = situation.battle
    if instead:
        defence = replace(battle.defence_plan, losses=instead, queue=())
        battle = replace(battle, defence_plan=defence)
    if not battle.attackers or not battle.defenders:
        return None
    if battle.uncounted():
        odds = simulate(assault.state, place, assault.units, plan, Random(1), _RUNS)
    else:
        odds = solve(battle)
    return Prospect(place, battle, odds, situation.choices, len(assault.landed))


def _chance(one: Prospect) -> float:
    return float(one.odds.chance("win") if one.battle.is_sea else one.odds.takes)
