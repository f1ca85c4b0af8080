"""A computer player with common sense, for demonstrations and as a stand-in.

It researches nothing, buys a mix, attacks by land, sea and from transports where the forecast is
good, lands its aircraft, brings up reserves and builds near the front.  It needs no chances: the
same position always gets the same answer.
"""

from typing import Final

from engine import Command, Done, Order, PhaseOpen, State, TerritoryName, check
from engine.ai.assault_plans import next_assault
from engine.ai.attacks import next_attack, next_raid, outlook_for
from engine.ai.buying import next_placement, purchase
from engine.ai.card_playing import card_order
from engine.ai.choosing import choose, fights
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
    return choose(state, waiting, _next_order, _presses_on)


def _next_order(state: State, waiting: PhaseOpen) -> Order | None:
    order = _order_for(state, waiting.phase)
    return order if order is not None and not check(state, order) else None


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
        case (
            "production"
            | "government"
            | "muster"
            | "discard"
            | "reinforce"
            | "overtures"
            | "alliance"
        ):
            return card_order(state, phase)
        case "bid_place" | "place":
            return next_placement(state)
    return None


def _next_battle(state: State) -> Order | None:
    """The first battle that may be fought by now."""
    return next((order for order in fights(state) if not check(state, order)), None)


def _presses_on(state: State, place: TerritoryName) -> bool:
    """Whether the forecast is not hopeless."""
    survey = Survey(state)
    fighting = [unit for unit in survey.own(place) if not survey.kind(unit).is_infrastructure]
    outlook = outlook_for(survey, [unit for unit in fighting if unit.carried_by is None], place)
    return outlook.wins or outlook.beaten > _HOPELESS
