"""What the players agree to: edits, draws, and the surrender of a side out of turn.

No rule of the board, but of the table (B234, B255).  Who has to consent is proved by the save and
not asked in here.
"""

from collections.abc import Callable

from engine.core.agenda import GameOver, Outcome, PhaseOpen
from engine.core.chance import RollRequest
from engine.core.errors import Illegal
from engine.core.events.turn import GameEnded
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.agreed import AgreedAction, AgreedEdit, GiveUp
from engine.rules.common.frame import Events


def check_agreed_action(
    state: State,
    waiting: Waiting,
    action: AgreedAction,
    check_edit: Callable[[State, AgreedEdit], tuple[Illegal, ...]],
) -> tuple[Illegal, ...]:
    """Every reason against something that was agreed to; () when it can be done now.

    check_edit: the rules of the game for changes by hand.
    """
    if isinstance(waiting, GameOver):
        return (Illegal("game-over", f"the game is over: {waiting.outcome.text}"),)
    if isinstance(action, AgreedEdit):
        if isinstance(waiting, RollRequest):
            text = f"dice for {waiting.purpose} are asked for; nothing is changed before they fall"
            return (Illegal("edit-after-dice", text, "B255"),)
        if not isinstance(waiting, PhaseOpen):
            return (Illegal("edit-not-now", "a choice has to be made first", "B255"),)
        return check_edit(state, action)
    if isinstance(action, GiveUp) and set(action.nations) != _side_of(state, action.nations):
        whole = ", ".join(sorted(_side_of(state, action.nations)))
        text = f"a side gives up as a whole: {whole or 'there is no such nation'}"
        return (Illegal("not-a-whole-side", text, "B234"),)
    return ()


def resolve_agreed_action(
    state: State, action: AgreedAction, resolve_edit: Callable[[State, AgreedEdit], Events]
) -> Events:
    """What it does, when there is no reason against it."""
    if isinstance(action, AgreedEdit):
        return resolve_edit(state, action)
    if isinstance(action, GiveUp):
        names = state.definition.politics.nation_names
        winners = tuple(sorted(name for name in names if name not in action.nations))
        text = f"the {', '.join(action.nations)} give up in round {state.round}"
        return (GameEnded(Outcome(winners, "surrender", text)),)
    text = f"a draw, agreed in round {state.round}"
    return (GameEnded(Outcome((), "draw", text)),)


def _side_of(state: State, nations: tuple[NationName, ...]) -> set[NationName]:
    """The named nations and everybody allied with one of them."""
    definition = state.definition
    return {
        name
        for name in definition.politics.nation_names
        if any(definition.politics.is_allied(name, one) for one in nations)
    }
