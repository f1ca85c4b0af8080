"""What `pbem play --dry-run --json` says; apart, because what advises takes long to load."""

from engine import BattleKind
from pbem.output import Output


class AdviceBattle(Output):
    """A battle of a file of orders.

    targets: what a raid is aimed at; chance: to win it; stranded: PUs of aircraft that cannot land.
    """

    territory: str
    kind: BattleKind
    attackers: dict[str, int]
    defenders: dict[str, int]
    targets: tuple[str, ...]
    chance: float | None
    stranded: int


class WarningOutput(Output):
    """A warning about a turn; certain: it will come to that; line: of the file, 0 for none."""

    code: str
    text: str
    territory: str
    certain: bool
    line: int


class AdviceOutput(Output):
    """What there is to say about a file of orders before anything is signed."""

    game: str
    nation: str
    orders: tuple[str, ...]
    battles: list[AdviceBattle]
    warnings: list[WarningOutput]
