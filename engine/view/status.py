"""Where the game stands, in words (B95)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.core.agenda import Decision, GameOver, PhaseOpen
from engine.core.chance import RollRequest
from engine.core.ids import NationName, TerritoryName
from engine.gamedef import State
from engine.rules.frame import Waiting
from engine.view.territory import UnitGroup, battles_to_fight, unit_groups

_PHASE_NAMES: Final[Mapping[str, str]] = {
    "bid": "bid",
    "bid_place": "placement of the bid",
    "tech": "technology",
    "purchase": "purchase",
    "levy": "levy",
    "random_start": "random start",
    "combat_move": "combat movement",
    "battle": "battle",
    "noncombat_move": "non-combat movement",
    "place": "placement",
    "tech_activation": "activation of technology",
    "end_turn": "end of turn",
    "allocate": "allocation of money",
    "politics": "politics",
    "end_turn_unpaid": "end of turn without income",
    "capitals": "capitals",
    "end_round": "end of round",
    "turn_order": "turn order of the year",
    "deploy": "set-up",
}
_PHASE_ORDERS: Final[Mapping[str, str]] = {
    "bid": "buy units, then done",
    "bid_place": "place units, then done",
    "tech": "buy research dice (tech rockets 1), then done",
    "purchase": "buy units (buy 4 infantry), then done",
    "allocate": "allocate money to the regional treasuries (allocate 10: Europe), then done",
    "politics": "take political actions and answer offers (act ..., consent ...), then done",
    "combat_move": "move units to attack, then done",
    "battle": "fight the battles (fight Finland), then done",
    "noncombat_move": "move units that have not fought, then done",
    "place": "place the new units (place 4 infantry: Moscow), then done",
    "deploy": "place your cadres (place 4 infantry: Berlin), then done",
    "command": "choose your command (command 6, command emergency, command pass), then done",
    "movement": "declare (declare war West, violate Poland), move units, then done",
    "combat": "fight the battles (fight Warsaw), then done",
}
_CHOICES: Final[Mapping[str, str]] = {
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
    "block_action": "what their {step} does in {territory} (fire, retreat or press ...)",
    "block_loss": "which block takes a hit in {territory} (lose ...)",
    "leave": "where their {step} goes, which has to leave {territory} (retreat ...)",
    "rebase": "whether their {step} leaves {territory} (retreat ... or press ...)",
    "escape": "which submarines escape in {territory} (submerge ... or stay up)",
    "landing": "where homeless aircraft of {territory} go (land aircraft ...)",
}


@dataclass(frozen=True, slots=True)
class StatusView:
    """Where the game stands.

    round: from 1; nation: whose turn it is, "" at the end of a round; phase: its name for people.
    kind: ``"orders"``, ``"decision"``, ``"dice"`` or ``"over"``: what the game waits for.
    text: the same in one sentence.
    choices: for a decision, the units to choose from.
    places: for a decision, the territories to choose from.
    battles: pairs (territory, kind) of battles that are yet to be fought (B180).
    """

    round: int
    nation: NationName
    phase: str
    kind: str
    text: str
    choices: tuple[UnitGroup, ...]
    places: tuple[TerritoryName, ...]
    battles: tuple[tuple[TerritoryName, str], ...]


def status_view(state: State, waiting: Waiting) -> StatusView:
    """Where the game stands; waiting is what `engine.waiting_for(state)` gives."""
    decision = waiting if isinstance(waiting, Decision) else None
    asked = decision.units if decision else ()
    return StatusView(
        round=state.round,
        nation=state.nation,
        phase=phase_name(state.phase.phase),
        kind=_kind(waiting),
        text=describe_waiting(waiting),
        choices=unit_groups(state, [state.units[key] for key in asked if key in state.units]),
        places=decision.territories if decision else (),
        battles=battles_to_fight(state),
    )


def describe_waiting(waiting: Waiting) -> str:
    """What the game waits for, in one sentence without a full stop."""
    match waiting:
        case PhaseOpen():
            hint = _PHASE_ORDERS.get(waiting.phase, "done")
            return f"{waiting.nation}, {phase_name(waiting.phase)}: {hint}"
        case RollRequest():
            dice = "1 die" if waiting.count == 1 else f"{waiting.count} dice"
            return f"{dice} for {waiting.purpose}"
        case Decision():
            words = _CHOICES.get(waiting.what, f"{waiting.what} in {{territory}}")
            choice = words.replace("{count}", str(waiting.count)).replace("{step}", waiting.step)
            return f"{waiting.nation} decide {choice.replace('{territory}', waiting.territory)}"
        case GameOver():
            return f"the game is over: {waiting.outcome.text}"


def phase_name(phase: str) -> str:
    """The name of a phase for people."""
    return _PHASE_NAMES.get(phase, phase.replace("_", " "))


def _kind(waiting: Waiting) -> str:
    match waiting:
        case PhaseOpen():
            return "orders"
        case Decision():
            return "decision"
        case RollRequest():
            return "dice"
        case GameOver():
            return "over"
