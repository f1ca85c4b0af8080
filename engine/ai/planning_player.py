"""The planning player: it thinks a phase through, then gives its orders one by one.

The same position always gets the same orders.  A plan is made when a phase is first seen and is
gone through in order; orders that the course of things has made illegal are left out.
"""

from collections.abc import Iterator

from engine import Order, PhaseOpen, State, TerritoryName, check
from engine.ai.choosing import choose, fights
from engine.ai.planning.diplomacy import declarations
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.flying import flight_orders
from engine.ai.planning.holding import army_orders
from engine.ai.planning.in_turn import in_turn
from engine.ai.planning.placing import placements
from engine.ai.planning.sailing import fleet_orders
from engine.ai.planning.shopping import purchase
from engine.ai.planning.turn import combat_orders
from engine.ai.sensible_player import choose_sensibly
from engine.ai.survey import Survey
from engine.odds import ForceError, Plan, battle_in, guide


class PlanningPlayer:
    """One player of one game; it remembers the plan of the phase under way."""

    def __init__(self, effort: ThinkingBounds, seconds: float) -> None:
        """Nothing is planned yet; effort: how hard it thinks; seconds: what a turn may take."""
        self._effort = effort
        self._seconds = seconds
        self._phase: tuple[object, ...] = ()
        self._plan: Iterator[Order] = iter(())

    def choose(self, state: State, waiting: object) -> Order:
        """A legal order for what the game waits for.

        waiting: what `engine.waiting_for(state)` gives; a PhaseOpen or a Decision.
        Raises ValueError when the game waits for dice or is over.
        """
        if state.definition.blocks is not None:
            # It plans no block game (ADR 0018, 0086).
            return choose_sensibly(state, waiting)
        return choose(state, waiting, self._next_order, presses_on)

    def _next_order(self, state: State, waiting: PhaseOpen) -> Order | None:
        """The next order of the plan that is legal."""
        phase = (state.round, waiting.nation, waiting.phase)
        if phase != self._phase:
            effort = self._effort.within(self._seconds, waiting.phase)
            self._phase, self._plan = phase, plan_of(state, waiting.phase, effort)
        return next((order for order in self._plan if not check(state, order)), None)


def plan_of(state: State, phase: str, effort: ThinkingBounds) -> Iterator[Order]:
    """The orders of a whole phase; those for a battle and a placement are thought of one by one."""
    match phase:
        case "bid" | "purchase":
            order = purchase(state, effort)
            return iter((order,) if order else ())
        case "politics":
            return declarations(state, effort)
        case "combat_move":
            return iter(list(combat_orders(state, effort)))
        case "noncombat_move":
            return iter(list(noncombat_orders(state, effort)))
        case "battle":
            return fights(state)
        case "bid_place" | "place":
            return iter(list(placements(state, effort)))
    return iter(())


def noncombat_orders(state: State, effort: ThinkingBounds) -> Iterator[Order]:
    """The army first, so that ships and aircraft know what is held; then those."""
    for orders in (army_orders, fleet_orders, flight_orders):
        state, given = in_turn(state, orders(state, effort))
        yield from given


def presses_on(state: State, place: TerritoryName) -> bool:
    """Whether fighting on is at least as good as leaving, by the odds."""
    survey = Survey(state)
    fighting = [
        unit.id
        for unit in survey.own(place)
        if not survey.kind(unit).is_infrastructure and unit.carried_by is None
    ]
    situation = battle_in(state, place, fighting, Plan(keep_land=True))
    try:
        return guide(situation.battle, under_way=True).presses_on
    except ForceError:
        power = sum(survey.kind(unit).attack for unit in map(state.units.__getitem__, fighting))
        return power >= sum(survey.kind(unit).defence for unit in survey.enemies(place))
