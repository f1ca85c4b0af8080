"""A position of a game: what can be done in it, and what comes of that."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from engine import (
    Definition,
    Illegal,
    RollRequest,
    RollResult,
    State,
    Step,
    apply,
    check,
    events,
    format_order,
    legal,
    load_scenario,
    new_game,
    parse_order,
    state_digest,
    state_from_json,
    state_to_json,
    waiting_for,
)
from pbem.play.game_data import PositionData, WaitingData, position_data, waiting_data
from pbem.play.odds import Wishes, prospect
from pbem.play.territory_name import territory_named

_MOST_ORDERS: Final = 100_000


@dataclass(frozen=True)
class BattleOdds:
    """How a battle will probably end.

    win, loss, both: chances that only the attacker is left, only the defender, or nobody.
    success: the chance to take the territory, at sea to win.  attackers, defenders: units by type
    at its beginning.  profit: PUs that the attacker gains on average.  error: standard error of
    these, 0.0 where they are exact.
    """

    territory: str
    win: float
    loss: float
    both: float
    success: float
    attackers: Mapping[str, int]
    defenders: Mapping[str, int]
    profit: float
    error: float


class GamePosition:
    """A position of a game; it never changes, and what is played from it gives another one."""

    def __init__(self, step: Step) -> None:
        """step: of the engine."""
        self._step = step

    @property
    def state(self) -> State:
        """The position itself, as the engine has it."""
        return self._step.state

    @property
    def events(self) -> tuple[events.Event, ...]:
        """What happened on the way to it from the one before."""
        return tuple(self._step.events)

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self.state.round

    @property
    def phase(self) -> str:
        """The phase, such as ``"combat_move"``."""
        return self.state.phase.phase

    @property
    def nation(self) -> str:
        """The nation that has to act, "" when the game is over."""
        return self.waiting.nation

    @property
    def waiting(self) -> WaitingData:
        """What the game waits for: `orders`, a `decision`, `dice`, or nothing."""
        return waiting_data(self._step)

    @property
    def digest(self) -> str:
        """SHA-256 of the whole position, hexadecimal: equal positions have equal digests."""
        return state_digest(self.state).hex()

    def data(self) -> PositionData:
        """The position as plain values, for people and tables."""
        return position_data(self.state)

    def to_json(self) -> str:
        """All of the position; `read_position` reads it."""
        return state_to_json(self.state).decode()

    def legal(self, territory: str = "") -> list[str]:
        """What can be ordered now, one unit at a time; territory: only for the units there.

        Empty while the game waits for dice.  Raises UsageError for a name that is none, or several.
        """
        place = territory_named(self.state.definition, territory) if territory else None
        found = islice(legal(self.state, place), _MOST_ORDERS)
        return [format_order(order, self.state.definition) for order in found]

    def check(self, line: str) -> tuple[Illegal, ...]:
        """Every reason against an order, each with a `code` and a `text`; () when it is legal.

        Raises engine.NotationError for a line that is not an order.
        """
        return check(self.state, parse_order(line, self.state.definition), self._step.waiting)

    def after(self, *lines: str) -> "GamePosition":
        """The position after some orders.

        Raises engine.IllegalActionError with every reason against the first that is not legal.
        """
        step = self._step
        for line in lines:
            step = apply(step.state, parse_order(line, step.state.definition))
        return GamePosition(step)

    def after_dice(self, *dice: int) -> "GamePosition":
        """The position after the dice that the game waits for.

        Raises engine.IllegalActionError when it waits for none, or for others.
        """
        return GamePosition(apply(self.state, RollResult(dice)))

    @property
    def dice(self) -> RollRequest | None:
        """The dice that the game waits for: how many, with how many sides, and what for."""
        waiting = self._step.waiting
        return waiting if isinstance(waiting, RollRequest) else None

    def odds(self, territory: str) -> BattleOdds:
        """How the battle in a territory will probably end.

        With the units whose battle is pending there, or with all that could get there when none is.
        Raises UsageError when nobody of the nation to move can fight there.
        """
        found = prospect(self.state, territory, Wishes())
        odds = found.odds
        return BattleOdds(
            territory=found.territory,
            win=float(odds.chance("win")),
            loss=float(odds.chance("loss")),
            both=float(odds.chance("both")),
            success=found.success,
            attackers=dict(odds.attackers),
            defenders=dict(odds.defenders),
            profit=found.profit,
            error=odds.error,
        )


def new_position(scenario: str) -> GamePosition:
    """The start of a scenario that comes with the program; engine.DefinitionError for others."""
    return GamePosition(new_game(load_scenario(scenario)))


def read_position(text: str, definition: Definition) -> GamePosition:
    """The position that `GamePosition.to_json` wrote; definition: that at the start of its game.

    Raises engine.EngineError for anything else.
    """
    state = state_from_json(text.encode(), definition)
    return GamePosition(Step(state, (), waiting_for(state)))
