"""Where aircraft land: behind the army, where they are safe and near the next battle."""

from collections.abc import Iterator
from typing import Final

from engine import Move, State, TerritoryName, Unit, check
from engine.ai.assault_plans import exactly
from engine.ai.noncombat import is_adrift, is_home
from engine.ai.planning.assault import holders_of
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.in_turn import after_order
from engine.ai.planning.marching import Prey, prey_of
from engine.ai.planning.threats import Threats
from engine.ai.planning.worth import Appraisal
from engine.ai.reach import Path, paths_of
from engine.ai.survey import Survey

_STEP: Final = 0.4
"""PUs that an aircraft may risk to be a step nearer to what it could attack."""
_CHANCES: Final = 0.06
"""Share of what there is to attack around a place that counts for it."""
_IN_REACH: Final = 2.0
"""Steps to an enemy that leave enough of a flight for the way home."""
_NO_PREY: Final = 12.0


def flight_orders(state: State, effort: ThinkingBounds) -> Iterator[Move]:
    """Aircraft fly home one by one, those that have no place to stay first."""
    threats = Threats.to(state, state.nation, Appraisal(state), effort)
    prey = prey_of(Survey(state), threats.worth)
    aircraft = [unit for unit in state.units_of(state.nation) if Survey(state).kind(unit).is_air]
    done: set[int] = set()
    for hanging in (True, False):
        for unit in aircraft:
            survey = Survey(state)
            now = state.units.get(unit.id)
            if now is None or unit.id in done or not survey.steps_left(now):
                continue
            hangs = is_adrift(survey, now)
            if hangs != hanging:
                continue
            done.add(unit.id)
            move = _flight(survey, now, threats, prey, hangs=hangs)
            after = after_order(state, move) if move is not None else None
            if after is not None and move is not None:
                state = after
                yield move


def _flight(
    survey: Survey,
    unit: Unit,
    threats: Threats,
    prey: Prey,
    *,
    hangs: bool,
) -> Move | None:
    paths: dict[TerritoryName, Path] = paths_of(survey, unit, fighting=False)
    homes = [place for place in paths if is_home(survey, unit, place)]
    pick = exactly((unit,))
    around = {place: prey.around(place) for place in (unit.territory, *homes)}

    def cost(place: TerritoryName) -> tuple[float, TerritoryName]:
        # An army of allies may march on before the enemy comes; their capital they hold.
        stays = bool(survey.state.definition.board.territories[place].capital_of)
        holders = [
            other
            for other in holders_of(survey, place)
            if other.id != unit.id and (stays or other.owner == survey.nation)
        ]
        with_it = threats.risk(place, [*holders, unit])
        without = threats.risk(place, holders)
        at_sea = 1.0 if survey.is_sea(place) else 0.0
        far = max(_IN_REACH, prey.steps.get(place, _NO_PREY))
        cost = with_it.loss - without.loss + at_sea
        return (cost + _STEP * far - _CHANCES * around[place], place)

    best = min(homes, key=cost, default=None)
    if not hangs and (best is None or cost(best)[0] > cost(unit.territory)[0] - 0.5):
        return None
    for place in sorted(homes, key=cost)[:6]:
        move = Move(pick, paths[place])
        if not check(survey.state, move):
            return move
    return None
