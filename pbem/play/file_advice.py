"""Advice on a file of orders before anything of it is signed.

The file is played to its end on two copies of the turn.  With dice that favour the player, what
goes wrong is certain; with dice that fall as on average, what goes wrong besides is likely.
"""

from collections.abc import Mapping

from msgspec import to_builtins

from engine import Done, format_order
from engine.advice import (
    ORDER_AT_RISK,
    WARNINGS,
    PlannedBattle,
    TurnWarning,
    by_weight,
    planned_battles,
    warnings_of,
)
from engine.values import dataclass, replace
from pbem.play.advice_output import AdviceBattle, AdviceOutput, WarningOutput
from pbem.play.dry_run import Average, DryRun
from pbem.play.from_file import try_file, walk_on_average
from pbem.play.order_file import OrderFile
from pbem.play.playable import Playable
from pbem.save.errors import SaveError
from pbem.usage import UsageError

_ALL = "all"
_MOVING = "combat_move"


@dataclass(frozen=True, slots=True)
class FileAdvice:
    """What there is to say about a file whose orders are all legal.

    orders: the file with its moves put into phases; given: the orders before the first roll, as
    they are written in the log.
    battles: as they are planned when the combat move ends.
    """

    orders: OrderFile
    given: tuple[str, ...]
    battles: tuple[PlannedBattle, ...]
    warnings: tuple[TurnWarning, ...]

    def lines(self) -> list[str]:
        """The advice for people."""
        lines = ["Up to the first roll:", *(f"  {text}" for text in self.given or ("nothing",))]
        if self.battles:
            lines += ["Battles:", *(f"  {battle.sentence()}" for battle in self.battles)]
        if self.warnings:
            lines += ["Warnings:", *(f"  {warning.sentence()}" for warning in self.warnings)]
        else:
            lines.append("No warnings.")
        return lines

    def data(self, game: str, nation: str) -> AdviceOutput:
        """The advice for programs."""
        battles = [
            AdviceBattle(
                one.territory,
                one.kind,
                dict(one.attackers),
                dict(one.defenders),
                one.targets,
                one.chance,
                one.stranded,
            )
            for one in self.battles
        ]
        return AdviceOutput(game, nation, self.given, battles, warning_rows(self.warnings))


class WarningsError(SaveError):
    """A file of orders about which there are warnings that nobody accepted; nothing was stored."""

    exit_code = 10

    def __init__(self, warnings: tuple[TurnWarning, ...]) -> None:
        """warnings: at least one."""
        codes = ",".join(dict.fromkeys(warning.code for warning in warnings))
        text = "\n".join(warning.sentence() for warning in warnings)
        way_out = (
            f"Nothing was changed. Change the file, or play it with --accept-warnings {codes}."
        )
        super().__init__("warnings", text, way_out)
        self.warnings = warnings
        self._shown = f"{text}\n{way_out}"

    def __str__(self) -> str:
        """One line for each warning."""
        return self._shown

    @property
    def details(self) -> Mapping[str, object]:
        """All warnings for --json."""
        return {"warnings": to_builtins(warning_rows(self.warnings))}


def warning_rows(warnings: tuple[TurnWarning, ...]) -> list[WarningOutput]:
    """Warnings for programs."""
    return [
        WarningOutput(one.code, one.text, one.territory, one.is_certain, one.line)
        for one in warnings
    ]


def accepted_codes(text: str) -> frozenset[str]:
    """The sorts of warnings that a player accepts; `all` names every one.

    Raises UsageError for a name that is none of them.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in {_ALL, *WARNINGS}:
            raise UsageError(
                "unknown-warning",
                f"There is no warning {name!r}.",
                f"Known are {', '.join(WARNINGS)}; {_ALL} accepts them all.",
            )
    return frozenset(WARNINGS if _ALL in names else names)


def advise_on_file(turn: Playable, orders: OrderFile, *, finish: bool) -> FileAdvice:
    """Try a file and say what is certain and what is likely.

    Raises OrderFileError with everything that is wrong with the file; nothing is stored.
    """
    best = DryRun(turn)
    orders = try_file(turn, best, orders, finish=finish)
    given = (*turn.pending, *best.given_before_dice)
    shown = tuple(
        format_order(order, turn.state.definition) for order in given if not isinstance(order, Done)
    )
    if not turn.plays_turn:
        return FileAdvice(orders, shown, (), ())
    average = DryRun(turn, Average())
    failed = walk_on_average(average, orders, finish=finish)
    certain = warnings_of(turn.mover, best.steps, is_over=best.is_over)
    likely = warnings_of(turn.mover, average.steps, is_over=average.is_over)
    at_risk = tuple(
        TurnWarning(ORDER_AT_RISK, fault.reasons[0].text, is_certain=False, line=fault.line)
        for fault in failed
    )
    moving = [step.state for step in best.steps if step.state.phase.phase == _MOVING]
    battles = planned_battles(moving[-1]) if moving else ()
    warnings = by_weight((*certain, *_besides(certain, likely), *at_risk))
    return FileAdvice(orders, shown, battles, warnings)


def _besides(
    certain: tuple[TurnWarning, ...], likely: tuple[TurnWarning, ...]
) -> tuple[TurnWarning, ...]:
    """Warnings of the average course about what is not certain anyway."""
    known = {(one.code, one.territory) for one in certain}
    return tuple(
        replace(one, is_certain=False) for one in likely if (one.code, one.territory) not in known
    )
