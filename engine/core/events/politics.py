"""Events of politics: relations between nations change, or are to change."""

from engine.core.ids import NationName, ResourceName
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class RelationChanged:
    """Two nations have another relation from now on.

    nations: sorted; type, before: names of types of relations.
    """

    nations: tuple[NationName, NationName]
    type: str
    before: str


@dataclass(frozen=True, slots=True)
class ActionTried:
    """A nation tries a political action and pays what it costs."""

    nation: NationName
    action: str
    cost: tuple[tuple[ResourceName, int], ...]


@dataclass(frozen=True, slots=True)
class ActionRolled:
    """The die of a political action: it succeeds at `needed` or less."""

    nation: NationName
    action: str
    die: int
    sides: int
    needed: int


@dataclass(frozen=True, slots=True)
class ActionOffered:
    """A political action waits for the consent of others."""

    nation: NationName
    action: str
    to: tuple[NationName, ...]


@dataclass(frozen=True, slots=True)
class OfferAnswered:
    """A nation consents to what another one has offered, or refuses it."""

    nation: NationName
    action: str
    accepts: bool


@dataclass(frozen=True, slots=True)
class OfferLapsed:
    """An offer is off the table: not all have consented in time, or it has been carried out."""

    nation: NationName
    action: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class WarBegan:
    """A nation attacks another one with which it was at peace; they are at war for good (L26)."""

    nation: NationName
    against: NationName


PoliticsEvent = (
    RelationChanged
    | WarBegan
    | ActionTried
    | ActionRolled
    | ActionOffered
    | OfferAnswered
    | OfferLapsed
)
