"""What the report of a turn says, for programs: numbers and names, without a sentence."""

from engine import BattleSide, GameOutcome, State
from pbem.output import Output, row_of, rows_of
from pbem.report.battle_model import BattleSummary, FightKind, Force, Losses, VolleySummary
from pbem.report.changes import owner_changes
from pbem.report.model import TurnSummary
from pbem.report.words import Stack


class ForceOutput(Output):
    """Units of a nation."""

    nation: str
    units: dict[str, int]


class DiceOutput(Output):
    """Dice that hit at the same number."""

    strength: int
    dice: list[int]
    hits: int


class VolleyOutput(Output):
    """One side fired; sure_hits: of low luck, without a die; round 0 is before the first."""

    round: int
    step: str
    side: BattleSide
    nation: str
    dice: list[DiceOutput]
    sure_hits: int
    hits: int
    expected: float
    expected_fraction: str


class CasualtiesOutput(Output):
    """What a side lost; by_default: a rule chose, because the owner was away."""

    round: int
    side: BattleSide
    killed: list[ForceOutput]
    damaged: list[ForceOutput]
    chosen_by: str
    by_default: bool


class FoughtOutput(Output):
    """A battle, an air battle, a raid, a rocket or AA fire; left: who is there at the end."""

    kind: FightKind
    territory: str
    attacker: str
    defender: str
    attackers: list[ForceOutput]
    defenders: list[ForceOutput]
    volleys: list[VolleyOutput]
    casualties: list[CasualtiesOutput]
    left: list[ForceOutput]
    won: bool
    captured: bool


class BoughtOutput(Output):
    """A purchase; cost, and remaining in the treasury, in PUs."""

    units: dict[str, int]
    cost: int
    remaining: int


class MovedOutput(Output):
    """Units that went the same way; way: every area of it; cargo: what was aboard."""

    phase: str
    units: dict[str, int]
    way: tuple[str, ...]
    cargo: dict[str, int]


class PlacedOutput(Output):
    """New units in an area."""

    territory: str
    units: dict[str, int]


class ResearchOutput(Output):
    """A research roll."""

    technology: str
    cost: int
    dice: tuple[int, ...]
    hits: int
    found: tuple[str, ...]


class OwnerRow(Output):
    """An area that changed hands; "" for nobody."""

    territory: str
    before: str
    after: str


class MoneyOutput(Output):
    """The treasury before and after the turn, and what was collected, in PUs."""

    before: int
    after: int
    income: int


class ScoreOutput(Output):
    """A nation after the turn, by the headings of the table."""

    nation: str
    alliance: str
    figures: dict[str, int]


class OutcomeOutput(Output):
    """How a game ended; winners: none for a draw; text: the same as a sentence."""

    kind: GameOutcome
    winners: tuple[str, ...]
    text: str


class TurnReport(Output):
    """What happened in a turn; outcome: how the game ended, null while it goes on."""

    research: list[ResearchOutput]
    purchases: list[BoughtOutput]
    moves: list[MovedOutput]
    battles: list[FoughtOutput]
    owners: list[OwnerRow]
    placings: list[PlacedOutput]
    losses: list[ForceOutput]
    money: MoneyOutput
    scores: list[ScoreOutput]
    outcome: OutcomeOutput | None


def turn_report(summary: TurnSummary, before: State, after: State) -> TurnReport:
    """The facts of a report; before, after: the positions of its turn."""
    return TurnReport(
        research=rows_of(ResearchOutput, summary.research),
        purchases=[
            BoughtOutput(_units(one.units), one.cost, one.remaining) for one in summary.purchases
        ],
        moves=[
            MovedOutput(phase.name, _units(one.units), one.way, _units(one.cargo))
            for phase in summary.moves
            for one in phase.moves
        ],
        battles=[_fought(one) for one in summary.battles],
        owners=rows_of(OwnerRow, owner_changes(before, after)),
        placings=[PlacedOutput(one.territory, _units(one.units)) for one in summary.placings],
        losses=_forces(summary.losses),
        money=MoneyOutput(summary.money.before, summary.money.after, summary.money.income),
        scores=[
            ScoreOutput(
                one.nation,
                one.alliance,
                dict(zip(summary.score_columns, one.figures, strict=True)),
            )
            for one in summary.scores
        ],
        outcome=row_of(OutcomeOutput, summary.outcome) if summary.outcome is not None else None,
    )


def _fought(battle: BattleSummary) -> FoughtOutput:
    entries = [(part.number, entry) for part in battle.rounds for entry in part.entries]
    return FoughtOutput(
        kind=battle.kind,
        territory=battle.territory,
        attacker=battle.attacker,
        defender=battle.defender,
        attackers=_forces(battle.attackers),
        defenders=_forces(battle.defenders),
        volleys=[_volley(number, one) for number, one in entries if isinstance(one, VolleySummary)],
        casualties=[
            CasualtiesOutput(
                number,
                one.side,
                _forces(one.killed),
                _forces(one.damaged),
                one.chosen_by,
                one.by_default,
            )
            for number, one in entries
            if isinstance(one, Losses)
        ],
        left=_forces(battle.left),
        won=battle.won,
        captured=battle.captured,
    )


def _volley(number: int, volley: VolleySummary) -> VolleyOutput:
    return VolleyOutput(
        round=number,
        step=volley.step,
        side=volley.side,
        nation=volley.nation,
        dice=[
            DiceOutput(group.strength, [die.value for die in group.dice], group.hits)
            for group in volley.groups
        ],
        sure_hits=volley.sure_hits,
        hits=volley.hits,
        expected=float(volley.expected),
        expected_fraction=str(volley.expected),
    )


def _forces(forces: tuple[Force, ...]) -> list[ForceOutput]:
    return [ForceOutput(one.nation, _units(one.units)) for one in forces]


def _units(stack: Stack) -> dict[str, int]:
    return dict(stack.counts)
