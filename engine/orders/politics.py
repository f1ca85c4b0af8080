"""Politics: `act DeclareWar`, `consent CeaseFire` and `decline CeaseFire`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Act:
    """Try a political action, by its name."""

    action: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Consent to a political action that another nation has offered, or refuse it."""

    action: str
    accepts: bool
