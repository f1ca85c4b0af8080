"""Events of battle: fire, casualties, retreats, captures, raids."""

from engine.core.ids import (
    BattleSide,
    NationName,
    ResourceName,
    TerritoryName,
    UnitId,
    UnitTypeName,
)
from engine.core.standing_orders import StandingUse
from engine.core.unit import Unit
from engine.core.words import BattleKind, ChosenBy, DamageCause, ExchangeCause, LossCause, Winner
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class BattleBegan:
    """A battle begins; attackers and defenders in order of identity."""

    territory: TerritoryName
    kind: BattleKind
    attacker: NationName
    defender: NationName
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class BattleRoundBegan:
    """A round of a battle begins, counted from 1."""

    territory: TerritoryName
    round: int


@dataclass(frozen=True, slots=True)
class FireGroup:
    """Dice of one volley that hit at the same number.

    strength: a die hits at this number or less; dice: what was rolled, in order.
    units: how many units rolled them (a heavy bomber rolls two dice).
    hits: how many hits they count as.
    keeps_best: whether only the best die of each unit counts.
    """

    strength: int
    units: int
    dice: tuple[int, ...]
    hits: int
    keeps_best: bool = False


@dataclass(frozen=True, slots=True)
class VolleyFired:
    """One side fired in one battle step.

    side: ``"attacker"`` or ``"defender"``; nation: whose units (the deciding nation of a side).
    step: ``"aa_fire"``, ``"bombardment"``, ``"first_strike"``, ``"general"``, ``"air_battle"`` ...
    groups: the dice by strength, strongest first; in low luck one group with the remainder (AA
      guns: one group for each six aircraft left over).
    sure_hits: hits without a die (low luck).
    hits: all hits of the volley.
    expected: mean number of hits, as a fraction (numerator, denominator).
    sides: faces of its dice.
    """

    territory: TerritoryName
    round: int
    step: str
    side: BattleSide
    nation: NationName
    groups: tuple[FireGroup, ...]
    sure_hits: int
    hits: int
    expected: tuple[int, int]
    sides: int


@dataclass(frozen=True, slots=True)
class AllyHit:
    """The attacker has chosen which of the nations that defend together takes hits first.

    hits: how many of the volley it takes.
    """

    territory: TerritoryName
    nation: NationName
    hits: int


@dataclass(frozen=True, slots=True)
class CasualtiesMarked:
    """Casualties have been chosen.

    killed: units that will be removed; damaged: units that lose one hit point each time they are
    named.  A unit that is damaged and then killed by one volley is in both.
    chosen_by: ``"player"``, ``"standing"`` (standing orders), ``"default"`` (nobody was asked),
      ``"dice"`` or ``"rule"`` (there is no choice).
    standing: the standing orders that applied, with ``"default"`` those that could not be followed.
    """

    territory: TerritoryName
    side: BattleSide
    killed: tuple[UnitId, ...]
    damaged: tuple[UnitId, ...]
    chosen_by: ChosenBy
    standing: StandingUse | None = None


@dataclass(frozen=True, slots=True)
class UnitsDestroyed:
    """Units leave the board.

    nations and units as they were.
    """

    territory: TerritoryName
    units: tuple[UnitId, ...]
    cause: LossCause


@dataclass(frozen=True, slots=True)
class Transformed:
    """A unit with another type; hits and damage: those that it has from now on."""

    unit: UnitId
    type: UnitTypeName
    hits: int = 0
    damage: int = 0


@dataclass(frozen=True, slots=True)
class UnitsTransformed:
    """Units turn into others because of their hits; those that would have been lost are not."""

    territory: TerritoryName
    units: tuple[Transformed, ...]


@dataclass(frozen=True, slots=True)
class UnitsSubmerged:
    """Submarines leave the battle and stay in the sea zone; the rest as in CasualtiesMarked."""

    territory: TerritoryName
    side: BattleSide
    units: tuple[UnitId, ...]
    chosen_by: ChosenBy
    standing: StandingUse | None = None


@dataclass(frozen=True, slots=True)
class SubmarinesStayed:
    """Submarines that may leave the battle stay in it, following standing orders."""

    territory: TerritoryName
    side: BattleSide
    units: tuple[UnitId, ...]
    standing: StandingUse


@dataclass(frozen=True, slots=True)
class InterceptorsLaunched:
    """Aircraft of the defender launch against a raid, or none do.

    units: those that launch; stayed: those that could have and did not; both in order of
    identity.  chosen_by, standing: as in CasualtiesMarked.
    """

    territory: TerritoryName
    units: tuple[UnitId, ...]
    stayed: tuple[UnitId, ...]
    chosen_by: ChosenBy
    standing: StandingUse | None = None


@dataclass(frozen=True, slots=True)
class InterceptorsReturned:
    """Aircraft that launched against a raid leave the air battle and are on the ground again."""

    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class AircraftScrambled:
    """Aircraft of a defender scramble from their bases to help in a battle nearby, or none do.

    territory: where they help; units: those that scramble, in order of identity; stayed: those
    that could have.  chosen_by, standing: as in CasualtiesMarked.
    """

    territory: TerritoryName
    nation: NationName
    units: tuple[UnitId, ...]
    stayed: tuple[UnitId, ...]
    chosen_by: ChosenBy
    standing: StandingUse | None = None


@dataclass(frozen=True, slots=True)
class KamikazesAimed:
    """A nation pays for kamikaze attacks on ships in a zone, or makes none.

    aimed: pairs (ship, number of attacks); resource, cost: what it pays.  chosen_by, standing: as
    in CasualtiesMarked.
    """

    territory: TerritoryName
    nation: NationName
    aimed: tuple[tuple[UnitId, int], ...]
    resource: ResourceName
    cost: int
    chosen_by: ChosenBy
    standing: StandingUse | None = None


@dataclass(frozen=True, slots=True)
class KamikazeRolled:
    """The kamikaze attacks on one ship.

    dice: each hits at `strength` or less; sure_hits: hits without a die (low luck); damage: hits
    that the ship takes and survives.  When it does not, UnitsDestroyed follows.
    """

    territory: TerritoryName
    nation: NationName
    target: UnitId
    strength: int
    dice: tuple[int, ...]
    sure_hits: int
    hits: int
    damage: int


@dataclass(frozen=True, slots=True)
class UnitsRetreated:
    """Units leave the battle to one territory.

    chosen_by, standing: as in CasualtiesMarked.
    """

    territory: TerritoryName
    units: tuple[UnitId, ...]
    to: TerritoryName
    chosen_by: ChosenBy = "player"
    standing: StandingUse | None = None


@dataclass(frozen=True, slots=True)
class LandingAbandoned:
    """A landing is called off: the units are still aboard; pairs (unit, transport).

    territory: where they would have landed; cause: one sentence.
    frees_ships: whether the transports may put troops ashore again in this turn.
    """

    territory: TerritoryName
    pairs: tuple[tuple[UnitId, UnitId], ...]
    cause: str
    frees_ships: bool = True


@dataclass(frozen=True, slots=True)
class AircraftWithdrew:
    """Attacking aircraft leave a battle and stay over the territory until they land."""

    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Bombarded:
    """Ships fired at the shore; they can do nothing else in this turn."""

    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """A battle is over.

    winner: ``"attacker"``, ``"defender"`` or ``"draw"``; rounds: how many were fought.
    fought: units of the moving nation that took part and survive (they have fought in this turn).
    """

    territory: TerritoryName
    kind: BattleKind
    winner: Winner
    rounds: int
    fought: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class TerritoryTaken:
    """A territory changes hands.

    by: the nation whose units took it; owner: who owns it now (its original owner when it was
    freed by an ally); previous: who owned it before; was_nobodys: whether it belonged to nobody at
    the start, but to a nation just before; was_ceded: whether an ally gave it up without a fight,
    so that it counts as held since the turn began.
    """

    territory: TerritoryName
    by: NationName
    owner: NationName
    previous: NationName
    was_nobodys: bool = False
    was_ceded: bool = False


@dataclass(frozen=True, slots=True)
class TerritoryReturned:
    """Land held by an ally goes back to its original owner, whose capital is free again."""

    territory: TerritoryName
    owner: NationName
    previous: NationName


@dataclass(frozen=True, slots=True)
class UnitsCaptured:
    """Units change hands with their territory.

    damage: bombing damage that some of them have after it: pairs (unit, damage).
    """

    territory: TerritoryName
    units: tuple[UnitId, ...]
    owner: NationName
    damage: tuple[tuple[UnitId, int], ...] = ()


@dataclass(frozen=True, slots=True)
class UnitsExchanged:
    """Units leave the board and others stand in their place.

    gone: the old ones; units: the new ones, with their identities; cause: ``"captured"`` (the old
    ones would have changed hands) or ``"consumed"`` (the new ones were built out of them).
    """

    territory: TerritoryName
    gone: tuple[UnitId, ...]
    units: tuple[Unit, ...]
    cause: ExchangeCause


@dataclass(frozen=True, slots=True)
class CapitalPlundered:
    """The treasury of a nation goes to the captor of its capital; amount in `resource`.

    captor: "" when the treasury is lost to everybody.
    """

    territory: TerritoryName
    victim: NationName
    captor: NationName
    resource: ResourceName
    amount: int


@dataclass(frozen=True, slots=True)
class ResearchLost:
    """With its capital a nation lost the research dice that it had kept; nobody gets them."""

    nation: NationName
    dice: int


@dataclass(frozen=True, slots=True)
class FactoryBombed:
    """A raid or rocket did damage.

    nation: who did it; victim: who suffers; rolled: the damage on the dice; damage: what is left of
    it after all limits; resource: what was lost, "" when the factory itself
    was damaged (then `units` are the damaged factories).
    cause: ``"raid"`` or ``"rocket"``.
    dice: the faces that each bomber or rocket rolled, bombers in order of identity; added: what is
      added to every die; sides: faces of a die, 1 where none had to be rolled.
    bonus: what technologies add to the damage of each of them.
    """

    territory: TerritoryName
    nation: NationName
    victim: NationName
    rolled: int
    damage: int
    resource: ResourceName
    units: tuple[UnitId, ...]
    cause: DamageCause
    dice: tuple[tuple[int, ...], ...] = ()
    added: int = 0
    sides: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class RocketLaunched:
    """An AA gun fires a rocket at a factory; the damage follows in FactoryBombed."""

    unit: UnitId
    origin: TerritoryName
    target: TerritoryName


@dataclass(frozen=True, slots=True)
class AircraftLanded:
    """Homeless defending aircraft went to a place where they can land after a battle.

    standing: standing orders about it that applied, or None.
    """

    units: tuple[UnitId, ...]
    origin: TerritoryName
    to: TerritoryName
    standing: StandingUse | None = None


BattleEvent = (
    BattleBegan
    | BattleRoundBegan
    | VolleyFired
    | AllyHit
    | CasualtiesMarked
    | UnitsDestroyed
    | UnitsExchanged
    | UnitsSubmerged
    | SubmarinesStayed
    | InterceptorsLaunched
    | InterceptorsReturned
    | AircraftScrambled
    | KamikazesAimed
    | KamikazeRolled
    | UnitsRetreated
    | LandingAbandoned
    | AircraftWithdrew
    | Bombarded
    | BattleEnded
    | TerritoryTaken
    | TerritoryReturned
    | UnitsCaptured
    | UnitsTransformed
    | CapitalPlundered
    | ResearchLost
    | FactoryBombed
    | RocketLaunched
    | AircraftLanded
)
