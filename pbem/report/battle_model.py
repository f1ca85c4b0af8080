"""What a turn report says of battles and of the forces in them, as frozen data; see model.py."""

from fractions import Fraction
from typing import Literal, TypeAlias

from engine import BattleKind, BattleSide, NationName
from engine.luck import Rolled, Swing
from engine.values import dataclass
from pbem.report.luck import Luck, hundredths
from pbem.report.words import Stack


@dataclass(frozen=True, slots=True)
class Force:
    """Units of one nation; as text it reads ``Germans, 3 infantry``."""

    nation: NationName
    units: Stack

    def __str__(self) -> str:
        """The force in words."""
        return f"{self.nation}, {self.units}"


@dataclass(frozen=True, slots=True)
class Die:
    """One die and whether it is at or below the number that was needed."""

    value: int
    is_hit: bool


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice that hit at the same number."""

    strength: int
    dice: tuple[Die, ...]
    hits: int


FightKind: TypeAlias = Literal[BattleKind, "rocket", "overflight"]
"""What dice were rolled for against enemies."""


@dataclass(frozen=True, slots=True)
class VolleySummary:
    """One side fired in one battle step.

    pattern: the dice as the rule book prints them, ``3 at 2, and 1 at 3`` (B197, G32).
    sure_hits: hits of low luck that needed no die; rolled: what its dice promised and gave.
    """

    step: str
    side: BattleSide
    nation: NationName
    pattern: str
    groups: tuple[DiceGroup, ...]
    sure_hits: int
    hits: int
    expected: Fraction
    rolled: Rolled

    @property
    def expected_words(self) -> str:
        """The mean number of hits to hundredths; the sums show the exact fraction as well."""
        return hundredths(self.expected)


@dataclass(frozen=True, slots=True)
class Losses:
    """Casualties of one side after a volley, and who chose them.

    by_default: a rule chose among several possibilities, because the owner was away.
    """

    side: BattleSide
    killed: tuple[Force, ...]
    damaged: tuple[Force, ...]
    chosen_by: str
    by_default: bool = False

    @property
    def words(self) -> str:
        """Such as ``Russians lose 1 infantry; Russians: damaged 1 battleship``."""
        lost = [f"{force.nation} lose {force.units}" for force in self.killed]
        hurt = [f"{force.nation}: damaged {force.units}" for force in self.damaged]
        return "; ".join((*lost, *hurt))


@dataclass(frozen=True, slots=True)
class BattleNote:
    """Anything else that happened in a battle, as one sentence; by_default: as in Losses."""

    text: str
    by_default: bool = False


Entry: TypeAlias = VolleySummary | Losses | BattleNote


@dataclass(frozen=True, slots=True)
class BattleRound:
    """A round of a battle; number 0 is what came before the first round."""

    number: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class NationLuck:
    """Hits against expectation of one nation, in a battle or over the whole turn."""

    nation: NationName
    luck: Luck

    def __str__(self) -> str:
        """Such as ``Germans: 7 hits, 5.83 (35/6) expected, 1.17 more``."""
        return f"{self.nation}: {self.luck.words}"


@dataclass(frozen=True, slots=True)
class BattleSummary:
    """A battle, a raid, the air battle before one, a rocket or AA fire at aircraft on their way.

    kind: an air battle is before a raid, a dogfight before a battle.
    attackers, defenders: the forces at the start, nation by nation.
    left: those of both sides that live and are still there at the end.
    result: one sentence; aftermath: captures, plunder and the like, a sentence each.
    attacker_luck, defender_luck: hits against expectation.
    swing: what was lost against the odds, for a battle that is over.
    won: whether the attacker won; captured: whether the territory changed hands.
    """

    kind: FightKind
    territory: str
    attacker: NationName
    defender: NationName
    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...]
    rounds: tuple[BattleRound, ...]
    left: tuple[Force, ...]
    result: str
    aftermath: tuple[str, ...]
    attacker_luck: Luck
    defender_luck: Luck
    won: bool
    captured: bool
    swing: Swing | None = None

    @property
    def title(self) -> str:
        """A heading: ``Karelija: Germans attack Russians``."""
        match self.kind:
            case "raid":
                return f"{self.territory}: a raid of {self.attacker}"
            case "air_battle":
                return f"{self.territory}: {self.defender} meet a raid of {self.attacker}"
            case "dogfight":
                return f"{self.territory}: {self.attacker} and {self.defender} fight in the air"
            case "rocket":
                return f"{self.territory}: {self.attacker} fire a rocket"
            case "overflight":
                return f"{self.territory}: AA guns of {self.defender} fire at aircraft"
        return f"{self.territory}: {self.attacker} attack {self.defender}"

    @property
    def luck_words(self) -> str:
        """Hits against expectation, and losses against the exact odds; "" for neither."""
        told = [f"{'; '.join(map(str, self.luck))}."] if self.luck else []
        if self.swing is not None and self.swing.left_out is None:
            what = " and broke it off" if self.swing.broken_off else ""
            told.append(f"{self.attacker} did {_against_odds(self.swing.amount)}{what}.")
        return " ".join(told)

    @property
    def luck(self) -> tuple[NationLuck, ...]:
        """Hits against expectation of the sides of a battle that fired, by deciding nation."""
        if self.kind not in {"battle", "air_battle", "dogfight"}:
            return ()
        sides = (
            NationLuck(self.attacker, self.attacker_luck),
            NationLuck(self.defender, self.defender_luck),
        )
        return tuple(side for side in sides if side.luck.expected)


def _against_odds(amount: float) -> str:
    """How a side did, amount in PUs: ``2.5 PUs better than the odds``."""
    if round(abs(amount), 1) == 0:
        return "as the odds promised"
    return f"{abs(amount):.1f} PUs {'better' if amount > 0 else 'worse'} than the odds"
