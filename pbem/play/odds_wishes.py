"""What can be asked of a battle beside its odds: retreats, waves, a chance to hold.

What is written becomes plain values here, for terminal and page alike.  Rule: rule book,
Battle calculator (B245).
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.odds import Combatant, Plan, Stop, StopCondition, counts_rounds, out_of_place
from engine.values import dataclass, replace
from pbem.usage import UsageError

if TYPE_CHECKING:
    from engine import Definition

_RETREATS = (
    "'best', 'after 2', 'below 3', 'leave 2', 'air only', 'chance 30%', 'profit 5' or 'kill 10%'"
)


@dataclass(frozen=True, slots=True)
class WrittenWave:
    """A wave as typed: its force as text, and when it retreats."""

    force: str
    plan: Plan


def retreat_plan(plan: Plan, texts: tuple[str, ...]) -> Plan:
    """The plan with these reasons to retreat; UsageError for what is none."""
    conditions: list[tuple[StopCondition, ...]] = []
    stops: list[Stop] = []
    for text in texts:
        found = _reason(text)
        if isinstance(found, Stop):
            stops.append(found)
        else:
            conditions.append((found,))
    plan = replace(plan, retreat=tuple(conditions), stops=tuple(stops))
    if stops and counts_rounds(plan):
        raise UsageError(
            "bad-condition",
            "A reason to retreat that looks ahead cannot be combined with 'after' some rounds.",
            "Leave one of them out.",
        )
    return plan


def written_wave(text: str) -> WrittenWave:
    """A wave such as ``3 armour, 2 fighter; after 1``; UsageError for a bad reason."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    forces = [part for part in parts if part[0].isdigit()]
    reasons = tuple(part for part in parts if not part[0].isdigit())
    if not forces:
        raise UsageError("bad-forces", f"--wave {text!r} names no units.", "Write '3 armour'.")
    return WrittenWave(", ".join(forces), retreat_plan(Plan(), reasons))


def check_question(*, needed: str, hold: str, add: str, waves: Sequence[WrittenWave]) -> None:
    """Raise UsageError for options that cannot be asked together, or that say nothing alone."""
    if needed and hold:
        raise UsageError(
            "bad-options", "--needed and --hold ask about different sides.", "Use one of them."
        )
    asks = "--needed" if needed else "--hold" if hold else ""
    if asks and waves:
        raise UsageError(
            "bad-options", f"{asks} looks at one battle, not at waves.", "Leave out --wave."
        )
    if add and not asks:
        raise UsageError(
            "bad-options",
            "--add names units, but not what they are for.",
            "Add --needed 90% or --hold 30%, or write them with the force.",
        )


def check_has_odds(definition: "Definition") -> None:
    """Raise UsageError for a game whose battles cannot be worked out."""
    if definition.blocks is not None:
        text = "The odds of battles between blocks are not worked out."
        raise UsageError("no-odds-of-blocks", text)


def check_place(units: Iterable[Combatant], *, is_sea: bool) -> None:
    """Raise UsageError for units that cannot fight where the battle is."""
    if name := out_of_place(units, is_sea=is_sea):
        where = "at sea" if is_sea else "on land"
        raise UsageError("bad-forces", f"{name} cannot fight {where}.", "Leave it out.")


def chance_of(option: str, text: str) -> float:
    """A chance such as ``90%``, as a number up to 1; UsageError for anything else."""
    try:
        chance = float(text.rstrip("% ")) / 100
    except ValueError:
        chance = -1.0
    if not 0 < chance <= 1:
        raise UsageError(
            "bad-chance",
            f"{option} {text!r} is not a chance above 0 % and up to 100 %.",
            f"Write {option} 90%.",
        )
    return chance


def _reason(text: str) -> StopCondition | Stop:
    """One reason to retreat."""
    first, *rest = text.lower().split() or [""]
    match [first, *(word for word in rest if word not in {"below", "above"})]:
        case ["best"]:
            return Stop("profit", 0.0)
        case ["air", "only"]:
            return StopCondition("air_only")
        case ["after", number] | ["after", number, "rounds" | "round"] if number.isdigit():
            return StopCondition("round", ">=", int(number))
        case ["below", number] if number.isdigit():
            return StopCondition("attackers", "<", int(number))
        case ["leave", number] if number.isdigit():
            return StopCondition("defenders", "<=", int(number))
        case ["profit", number] if _is_number(number):
            return Stop("profit", float(number))
        case ["chance" | "kill" as what, number] if _is_number(number.rstrip("%")):
            chance = chance_of("--retreat", number)
            return Stop("chance", chance) if what == "chance" else Stop("kill", chance)
    raise UsageError(
        "bad-condition", f"{text!r} is not a reason to retreat.", f"Write --retreat {_RETREATS}."
    )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
