"""Where the game stands, in words (B95)."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from engine.core.agenda import Decision, GameOver, PhaseOpen
from engine.core.chance import RollRequest
from engine.core.ids import NationName, TerritoryName
from engine.core.words import BattleKind, DecisionKind
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rulesets.registry import phase_of
from engine.values import dataclass
from engine.view.territory import UnitGroup, battles_to_fight, unit_groups

_CHOICES: Final[Mapping[DecisionKind, str]] = {
    "casualties": "which {count} of their units are lost in {territory} (lose ...)",
    "ally": "whose units take the {count} hits in {territory} first (hit ...)",
    "retreat": "whether to retreat from {territory} or to press on (retreat ... or press ...)",
    "withdraw": "whether submarines leave {territory} (retreat ... or press ...)",
    "submerge": "which submarines submerge in {territory} (submerge ... or stay up)",
    "bombard": "which ships fire at {territory} (bombard ...)",
    "scramble": "which aircraft scramble to help in {territory} (scramble ...)",
    "kamikaze": "which ships are attacked in {territory}, each time for one token (kamikaze ...)",
    "intercept": "which aircraft intercept the raid on {territory} (intercept ...)",
    "rocket": "where the rocket of {territory} goes (rocket ... > ...)",
    "group": "which group joins the battle in {territory} (reveal {step}: {territory})",
    "opponents": "whether {step} is left out in {territory} (spare ... or press ...)",
    "block_action": "what their {step} does in {territory} (fire, retreat or press ...)",
    "block_loss": "which block takes a hit in {territory} (lose ...)",
    "leave": "where their {step} goes, which has to leave {territory} (retreat ...)",
    "rebase": "whether their {step} leaves {territory} (retreat ... or press ...)",
    "escape": "which submarines escape in {territory} (submerge ... or stay up)",
    "set_up": "where they set up the next of their units (place 1 ...: ...)",
    "landing": "where homeless aircraft of {territory} go (land aircraft ...)",
}

_CHOICES_OF_ONE: Final[Mapping[DecisionKind, str]] = {
    "casualties": "which of their units is lost in {territory} (lose ...)",
    "ally": "whose units take the hit in {territory} first (hit ...)",
}


WaitingKind: TypeAlias = Literal["orders", "decision", "dice", "over"]
"""What a game waits for."""


@dataclass(frozen=True, slots=True)
class StatusView:
    """Where the game stands.

    round: from 1; nation: whose turn it is, "" at the end of a round; phase: its name for people.
    kind: what the game waits for; text: the same in one sentence.
    choices: for a decision, the units to choose from.
    places: for a decision, the territories to choose from.
    battles: pairs (territory, kind) of battles that are yet to be fought (B180).
    """

    round: int
    nation: NationName
    phase: str
    kind: WaitingKind
    text: str
    choices: tuple[UnitGroup, ...]
    places: tuple[TerritoryName, ...]
    battles: tuple[tuple[TerritoryName, BattleKind], ...]


def status_view(state: State, waiting: Waiting) -> StatusView:
    """Where the game stands; waiting is what `engine.waiting_for(state)` gives."""
    decision = waiting if isinstance(waiting, Decision) else None
    asked = decision.units if decision else ()
    return StatusView(
        round=state.round,
        nation=state.nation,
        phase=phase_title(state.phase.phase),
        kind=_kind(waiting),
        text=describe_waiting(waiting),
        choices=unit_groups(state, [state.units[key] for key in asked if key in state.units]),
        places=decision.territories if decision else (),
        battles=battles_to_fight(state),
    )


def phase_title(phase: str) -> str:
    """The name of a phase for people, as inside a sentence; KeyError when there is none."""
    return phase_of(phase).title


def describe_waiting(waiting: Waiting) -> str:
    """What the game waits for, in one sentence without a full stop."""
    match waiting:
        case PhaseOpen():
            phase = phase_of(waiting.phase)
            return f"{waiting.nation}, {phase.title}: {phase.hint}"
        case RollRequest():
            dice = "1 die" if waiting.count == 1 else f"{waiting.count} dice"
            return f"{dice} for {waiting.purpose}"
        case Decision():
            words = _CHOICES.get(waiting.what, f"{waiting.what} in {{territory}}")
            if waiting.count == 1:
                words = _CHOICES_OF_ONE.get(waiting.what, words)
            choice = words.replace("{count}", str(waiting.count)).replace("{step}", waiting.step)
            return f"{waiting.nation} decide {choice.replace('{territory}', waiting.territory)}"
        case GameOver():
            return f"the game is over: {waiting.outcome.text}"


def _kind(waiting: Waiting) -> WaitingKind:
    match waiting:
        case PhaseOpen():
            return "orders"
        case Decision():
            return "decision"
        case RollRequest():
            return "dice"
        case GameOver():
            return "over"
