"""The odds of what has been sent so far, each battle worked out once (B245).

A move changes one battle at most, and two places of the page ask at the same time.  What was worked
out for the same battle before, or is being worked out now, is not worked out again.
"""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, TypeAlias

from engine import NOWHERE, State, TerritoryName
from engine.advice import percent, planned_battles
from engine.odds import Battle, Odds

Plain: TypeAlias = dict[str, object]

_MOST_KEPT: Final = 64
"""Battles of a turn and of what was tried; the oldest goes first."""


class KeptOdds:
    """Odds of battles that were asked for, to be shared by threads.

    Battles are compared, not hashed: they hold the prices of a game, which is a mapping.
    """

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._kept: deque[tuple[Battle, Future[Odds]]] = deque(maxlen=_MOST_KEPT)
        self._lock = threading.Lock()

    def solve(self, battle: Battle, work: Callable[[], Odds]) -> Odds:
        """The odds of a battle, found by `work`; waits where another thread works them out."""
        with self._lock:
            future = next((kept for known, kept in self._kept if known == battle), None)
            is_mine = future is None
            if future is None:
                future = Future()
                self._kept.append((battle, future))
        if is_mine:
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)
                raise
        return future.result()


def odds_now(state: State, known: KeptOdds, place: TerritoryName = NOWHERE) -> list[Plain]:
    """The battles and raids that are pending, with their odds.

    place: of this area only; "" for all.
    """
    return [
        {
            "place": battle.territory,
            "kind": battle.kind,
            "chance": None if battle.chance is None else percent(battle.chance),
            "error": None if battle.odds is None else round(100 * battle.odds.error, 1),
            "text": battle.sentence(),
        }
        for battle in planned_battles(state, place=place, solver=known.solve)
    ]
