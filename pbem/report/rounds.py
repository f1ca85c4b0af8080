"""One line per turn: battles, hits against expectation, captures, income.

The table of a game at a glance, for the demo and for the history.
"""

from collections.abc import Iterable

from engine import NationName
from engine.values import dataclass
from pbem.report.luck import Luck
from pbem.report.model import TurnSummary
from pbem.report.render import render_template


@dataclass(frozen=True, slots=True)
class RoundRow:
    """What one nation did in one round.

    battles: battles of its turn, raids not counted; won: how many of them it won.
    luck: hits of the nation in its own turn, against expectation.
    taken: territories taken; income and money (after the turn) in PUs.
    """

    round: int
    nation: NationName
    battles: int
    won: int
    luck: Luck
    taken: int
    income: int
    money: int


def round_table(turns: Iterable[TurnSummary]) -> tuple[RoundRow, ...]:
    """A row for every turn, in the order given."""
    return tuple(_row(turn) for turn in turns)


def format_round_table(rows: Iterable[RoundRow]) -> str:
    """The rows as a plain text table, 80 columns, with a heading."""
    return render_template("rounds.txt", "txt", {"rows": tuple(rows)})


def _row(turn: TurnSummary) -> RoundRow:
    fought = [battle for battle in turn.battles if battle.kind == "battle"]
    own = next((one.luck for one in turn.luck if one.nation == turn.facts.nation), Luck())
    return RoundRow(
        round=turn.facts.round,
        nation=turn.facts.nation,
        battles=len(fought),
        won=sum(battle.won for battle in fought),
        luck=own,
        taken=len(turn.captures),
        income=turn.money.income,
        money=turn.money.after,
    )
