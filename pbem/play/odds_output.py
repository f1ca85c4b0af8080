"""What `pbem odds --json` and the calculator of the page say of battles."""

from typing import TypeAlias

from engine import BattleSide
from engine.odds import CaveatKind
from pbem.output import Output


class LostOutput(Output):
    """Units of each type that a side loses on average, and their price in PUs."""

    units: dict[str, float]
    pus: float


class NumberLeft(Output):
    """The chance that so many units of a side are left."""

    units: int
    chance: float


class ForceLeft(Output):
    """The chance that just these units of a side are left."""

    units: dict[str, int]
    chance: float


class WaveOutput(Output):
    """One wave: the chances that it comes at all, and then takes the land, retreats, is used up.

    All are over all cases, as are the losses, in PUs on average.
    """

    comes: float
    succeeds: float
    retreats: float
    falls: float
    attacker_losses: float
    defender_losses: float


class WavesOutput(Output):
    """All waves together; dropped: the chance of what was too unlikely to follow."""

    success: float
    profit: float
    waves: list[WaveOutput]
    defenders_left: list[NumberLeft]
    dropped: float


class RetreatOutput(Output):
    """From so many enemies retreat with fewer units than this; null: with any number.

    unclear: up to this number it depends on which units are left.
    """

    enemies: int
    fewer: int | None
    unclear: int


class OddsOutput(Output, omit_defaults=True):
    """The odds of a battle; chances from 0 to 1, fractions the same exactly where asked for.

    takes: that the land is taken; success: the same, at sea that the battle is won.  profit: PUs
    destroyed less PUs lost on average, with the prize of a success.  runs: battles played, and
    standard_error: that of a chance of one half, both 0 where the odds are exact.  dropped:
    the chance of what was too unlikely to follow.
    """

    attackers: dict[str, int]
    defenders: dict[str, int]
    chances: dict[str, float]
    fractions: dict[str, str] | None
    takes: float
    success: float
    profit: float
    prize: float
    rounds: float
    losses: dict[BattleSide, LostOutput]
    left: dict[BattleSide, list[NumberLeft]]
    survivors: dict[BattleSide, list[ForceLeft]]
    order_of_losses: dict[BattleSide, tuple[str, ...]]
    method: str
    runs: int
    standard_error: float
    dropped: float
    waves: WavesOutput | None = None
    retreats: list[RetreatOutput] | None = None


class CaveatOutput(Output):
    """What the odds leave out, or why there are none; name, owner: what it is about, "" for none.

    text: the same as a clause; owner: the unit type, area or technology that has what is named.
    """

    kind: CaveatKind
    name: str
    owner: str
    text: str


class BattleOutput(OddsOutput, kw_only=True, omit_defaults=True):
    """The battle of a territory of a game.

    choices: of the players, that no fixed plan expresses; landed: attackers who come by sea.
    """

    territory: str
    choices: list[CaveatOutput]
    landed: int


class AttackOutput(OddsOutput, kw_only=True, omit_defaults=True):
    """An attack that could be made; landed: attackers who come by sea."""

    territory: str
    landed: int


class AttacksOutput(Output):
    """Every attack that a nation could make, best first."""

    nation: str
    attacks: list[AttackOutput]


class SentOutput(OddsOutput, kw_only=True, omit_defaults=True):
    """The cheapest force for a chance, besides those on the way; null: not enough can come."""

    territory: str
    going: dict[str, int]
    units: dict[str, int] | None
    cost: int | None


class AddedOutput(OddsOutput, kw_only=True, omit_defaults=True):
    """The cheapest units that bring a written battle to a chance."""

    units: dict[str, int]
    cost: int


class TooFewOutput(Output):
    """All the units that there are to choose from do not bring a battle to a chance."""

    units: None


class ThreatOutput(Output):
    """A territory that an enemy could take, with whom, and the chance of it."""

    territory: str
    enemy: str
    attackers: dict[str, int]
    defenders: dict[str, int]
    success: float


class ThreatsOutput(Output):
    """Every own territory that is in danger, worst first."""

    threats: list[ThreatOutput]


class HeldOutput(ThreatOutput):
    """What to move and to place to hold a territory; after: the chance of the enemy then."""

    move: dict[str, int]
    place: dict[str, int]
    cost: int
    after: float
    enough: bool


OddsAnswer: TypeAlias = (
    OddsOutput
    | BattleOutput
    | AttacksOutput
    | SentOutput
    | AddedOutput
    | TooFewOutput
    | ThreatsOutput
    | HeldOutput
)
"""Whatever is said of battles."""
