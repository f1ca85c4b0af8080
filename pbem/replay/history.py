"""Which moments of a game to show (B254), and each of them in one line."""

from typing import Final

from engine import SUBJECTS, Action, AgreedAction, Order, RollResult, events, subject_of
from engine.values import dataclass
from pbem.replay.moments import Moment, describe

KINDS: Final = (*SUBJECTS, "dice", "agreements", "notes")

PLACES: Final = ("territory", "origin", "to", "target", "producer", "path", "areas", "freed")
"""The fields in which orders and events name territories."""

_TALK = frozenset({"note", "remark"})


@dataclass(frozen=True, slots=True)
class Filter:
    """What to show; "" and 0 mean all.  kind: one of KINDS."""

    nation: str = ""
    round: int = 0
    phase: str = ""
    territory: str = ""
    kind: str = ""


def kind_of(moment: Moment) -> str:
    """Which of KINDS a moment is; "" for the start of the game."""
    if isinstance(moment.action, RollResult):
        return "dice"
    if isinstance(moment.action, Order):
        return subject_of(moment.action)
    if moment.notice is not None:
        if moment.notice.kind in ("void", "lost"):
            return "dice"
        return "notes" if moment.notice.kind in _TALK else "agreements"
    return "other" if moment.action is not None else ""


def text_of(moment: Moment) -> str:
    """What happened at a moment, on one line."""
    notice = moment.notice
    if notice is not None:
        return notice.told
    if moment.action is None:
        return "the game begins"
    text = describe(moment.action, moment.step.state.definition)
    return f"  {text}" if isinstance(moment.action, RollResult) else text


def fits(moment: Moment, wanted: Filter) -> bool:
    """Whether a moment passes the filter."""
    if moment.action is None and moment.notice is None:
        return False
    return (
        wanted.nation in {"", moment.nation}
        and wanted.round in {0, moment.round}
        and wanted.phase in {"", moment.phase}
        and wanted.kind in {"", kind_of(moment)}
        and (not wanted.territory or _touches(moment, wanted.territory))
    )


def _touches(moment: Moment, territory: str) -> bool:
    """Whether a moment has to do with a territory: its order names it, or something happens there.

    Dice belong to the place of the battle under way.
    """
    if moment.notice is not None and territory in moment.notice.text:
        return True
    said = (moment.action, *moment.step.events)
    return any(_names(something, territory) for something in said)


def _names(something: Action | AgreedAction | events.Event | None, territory: str) -> bool:
    """Whether an order or an event names a territory in one of its fields."""
    found = (getattr(something, place, "") for place in PLACES)
    return any(
        territory in place if isinstance(place, tuple) else territory == place for place in found
    )
