"""Actions that need the consent of other players; whether they have it is not checked here."""

from typing import TypeAlias

from engine.core.ids import NationName
from engine.orders.edits.form import Change
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class AgreedEdit:
    """The board is changed by hand, one change after the other (B255)."""

    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class AgreeDraw:
    """The game ends without a winner (B234)."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A side gives up, whoever is on turn (B234); nations: all of that side."""

    nations: tuple[NationName, ...]


AgreedAction: TypeAlias = AgreedEdit | AgreeDraw | GiveUp
