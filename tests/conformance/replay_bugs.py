"""Differences that are defects of the other engine: engine_bugs.md explains each of them.

Where a game meets one, the step is counted apart, our position takes over the recorded money, and
the game goes on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from engine.core.ids import PUS, NationName, UnitId
from engine.gamedef import State
from engine.orders import Order, Repair, Research
from engine.rules.battle.amphibious import is_fought_at_will
from engine.rules.economy.factory_repair import repair_cost
from engine.rules.economy.technology import kept_dice
from engine.rules.movement.mover import mover_of
from tests.conformance.replay_json import items, text
from tests.conformance.replay_record import Action


@dataclass(frozen=True, slots=True)
class Defect:
    """A nation has `more` PUs in the recording than by the rules after a step of a game.

    section: the heading in engine_bugs.md.
    """

    game: str
    step: int
    nation: str
    more: int
    section: str


DEFECTS: Final = (
    Defect("revised.s26.wild2.opt.ll", 141, "British", 1, "Heavy bombers and a changed property"),
    Defect("revised.s26.wild2.opt.ll", 182, "British", 1, "Heavy bombers and a changed property"),
    Defect("revised.s112.wild3.opt", 40, "Russians", 1, "Heavy bombers and a changed property"),
)


@dataclass(frozen=True, slots=True)
class Cut:
    """A game is compared up to this step: what happens in it no order of ours can say.

    section: the heading in engine_bugs.md.
    """

    game: str
    step: int
    section: str


CUTS: Final = (
    Cut("WW2v5_1942_2nd.s106.wild3-wild2.opt", 184, "A success that finds nothing"),
    Cut("ww2v3_1941.s26.wild2.opt.ll", 35, "Infantry that boards a bomber over the sea"),
    Cut("ww2v3_1941.s24.wild2.ll", 158, "Troops that have landed move on as cargo"),
    Cut("ww2v3_1942.s25.wild2.opt", 235, "Infantry that boards a bomber over the sea"),
    Cut("ww2v3_1942.s28.wild2-wild.opt.ll", 642, "A used ship loads beside another"),
    Cut("europe_AAE.s29.wild2", 114, "An AA gun at sea changes hands"),
    Cut("pacific.s102.wild3.ll", 124, "A used ship loads beside another"),
    Cut("revised.s112.wild3.opt", 57, "Heavy bombers and a changed property"),
    Cut("WW2v3-1941.s202.wild2.opt", 103, "Heavy bombers and a changed property"),
    Cut("ww2v3_1942.s11.wild.opt", 126, "A guest outlives a carrier that did not move"),
    Cut("ww2v3_1942.s22.wild2", 29, "Infantry that boards a bomber over the sea"),
)


def cut_of(game: str) -> Cut | None:
    """Where the comparison of a game ends, None for its last step."""
    return next((entry for entry in CUTS if entry.game == game), None)


def is_known_refusal(state: State, action: Action) -> bool:
    """Whether an order is refused over there because ships met others that stop nobody.

    Section "Ships that go back, and choices made beforehand" of engine_bugs.md.
    """
    if action.kind == "move":
        route = items(action.body["route"])
        start = text(route[0]) if route else ""
        held = action.error.startswith("Cannot move units out of battle zone")
        return (
            held
            and start in state.definition.board.territories
            and not mover_of(state).stoppers(start)
        )
    waits = action.error.removeprefix("Must complete Battle in ").removesuffix(" first")
    return action.kind == "fight" and waits != action.error and is_fought_at_will(state, waits)


def defect_at(game: str, step: int) -> Defect | None:
    """The known defect that a step of a game meets."""
    return next((entry for entry in DEFECTS if (entry.game, entry.step) == (game, step)), None)


def with_money(state: State, defect: Defect) -> State:
    """The position with the money of the recording."""
    return with_more_money(state, defect.nation, defect.more)


def with_more_money(state: State, nation: NationName, more: int) -> State:
    """The position in which a nation has so many PUs more, or fewer."""
    if not more:
        return state
    purse = dict(state.resources[nation])
    purse[PUS] = purse.get(PUS, 0) + more
    return replace(state, resources={**state.resources, nation: purse})


def cannot_fail(state: State, order: Research) -> bool:
    """Whether low luck makes research a sure success with nothing left over.

    state: before the order.  Section "A die that cannot fail" of engine_bugs.md.
    """
    dice = order.dice + kept_dice(state, state.nation)
    sides = state.definition.dice_sides
    return state.definition.options.low_luck_technology and dice % sides == 0


def without(state: State, units: Iterable[UnitId]) -> State:
    """The position without units that the other engine removes for a slip of its own."""
    lost = set(units)
    return replace(state, units={key: u for key, u in state.units.items() if key not in lost})


def overpaid(state: State, order: Order, wanted: int) -> int:
    """PUs that the other engine takes for repairing damage that is not there.

    state: before the order; wanted: points of the recorded order, of which ours has those that
    are there.  Section "Paid for nothing" of engine_bugs.md.
    """
    if not isinstance(order, Repair):
        return 0
    return repair_cost(state, wanted) - repair_cost(state, order.points)
