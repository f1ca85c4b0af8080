"""A computer player with common sense, for demonstrations and as a stand-in.

It researches nothing, buys a mix, attacks by land, sea and from transports where the forecast is
good, lands its aircraft, brings up reserves and builds near the front.  It needs no chances: the
same position always gets the same answer.
"""

from typing import Final

from engine import (
    NOWHERE,
    Command,
    Decision,
    Done,
    Fight,
    Order,
    PhaseOpen,
    Press,
    Retreat,
    State,
    battle_view,
    check,
    decide,
    legal,
)
from engine.ai.assault_plans import next_assault
from engine.ai.attacks import next_attack, next_raid, outlook_for
from engine.ai.buying import next_placement, purchase
from engine.ai.deploying import deployment
from engine.ai.noncombat import next_noncombat_move
from engine.ai.survey import Survey

_HOPELESS: Final = 0.6
"""Share of the defenders that must be likely to be lost, or the battle is broken off."""


def choose_sensibly(state: State, waiting: object) -> Order:
    """A legal and reasonable order for what the game waits for.

    waiting: what `engine.waiting_for(state)` gives; a PhaseOpen or a Decision.
    Raises ValueError when the game waits for dice or is over.
    """
    if isinstance(waiting, Decision):
        return _answer(state, waiting)
    if not isinstance(waiting, PhaseOpen):
        raise ValueError("the game waits for no order")
    order = _order_for(state, waiting.phase)
    if order is not None and not check(state, order):
        return order
    return Done() if not check(state, Done()) else next(legal(state))


def _order_for(state: State, phase: str) -> Order | None:
    match phase:
        case "bid" | "purchase":
            return purchase(state)
        case "combat_move":
            return next_assault(state) or next_attack(state) or next_raid(state)
        case "battle":
            return _next_battle(state)
        case "noncombat_move":
            return next_noncombat_move(state)
        case "command":
            # It has no plan for a block game: it keeps what it has (ADR 0018).
            return Command("pass") if check(state, Done()) else None
        case "deploy":
            return deployment(state)
        case "bid_place" | "place":
            return next_placement(state)
    return None


def _next_battle(state: State) -> Order | None:
    """Raids first, then sea battles, then land battles, each as soon as it may be fought."""
    survey = Survey(state)
    for battle in sorted(
        state.battles,
        key=lambda entry: (entry.kind != "raid", not survey.is_sea(entry.territory)),
    ):
        order = Fight(battle.territory, raid=battle.kind == "raid")
        if not check(state, order):
            return order
    return None


def _answer(state: State, decision: Decision) -> Order:
    battle = battle_view(state)
    # Whether to leave a fight in the air is no question of who takes the land.
    if decision.what == "retreat" and (battle is None or battle.kind == "battle"):
        return _retreat_or_press(state, decision)
    order = decide(state, decision)
    return order if not check(state, order) else next(legal(state))


def _retreat_or_press(state: State, decision: Decision) -> Order:
    """Press on while the forecast is not hopeless; otherwise leave by the first way offered."""
    survey = Survey(state)
    place = decision.territory
    fighting = [unit for unit in survey.own(place) if not survey.kind(unit).is_infrastructure]
    outlook = outlook_for(survey, [unit for unit in fighting if unit.carried_by is None], place)
    if outlook.wins or outlook.beaten > _HOPELESS:
        return Press(place)
    for to in (*decision.territories, NOWHERE):
        order = Retreat(place, to)
        if not check(state, order):
            return order
    return Press(place)
