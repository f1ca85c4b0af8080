"""Changes by hand as plain lists, the form in which a proposal holds them, and back.

Format: docs/formats/orders-v1.md, section "Changes by hand".
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.core.errors import InvalidActionError
from engine.orders.common import Pick
from engine.orders.edit import (
    AddUnits,
    Change,
    RemoveUnits,
    SetDamage,
    SetHits,
    SetMoney,
    SetOwner,
    SetStrength,
    SetTechnology,
    ShiftUnits,
)
from engine.orders.plain import (
    plain_picks,
    read_flag,
    read_number,
    read_picks,
    read_territory,
    read_text,
)

MAX_AMOUNT: Final = 1_000_000
"""PUs that a nation can be given by hand."""
MAX_HITS: Final = 1_000


def change_to_plain(change: Change) -> list[object]:
    """A change as nested lists of strings, integers and booleans."""
    match change:
        case AddUnits():
            return ["add", plain_picks(change.picks), change.territory]
        case RemoveUnits():
            return ["remove", plain_picks(change.picks), change.territory]
        case ShiftUnits():
            return ["shift", plain_picks(change.picks), change.origin, change.to]
        case SetOwner():
            return ["owner", change.territory, change.owner]
        case SetMoney():
            return ["money", change.nation, change.amount]
        case SetTechnology():
            return ["technology", change.nation, change.technology, change.is_active]
        case SetHits():
            return ["hits", plain_picks(change.picks), change.territory, change.hits]
        case SetDamage():
            return ["damage", plain_picks(change.picks), change.territory, change.points]
        case SetStrength():
            return ["strength", plain_picks(change.picks), change.territory, change.strength]


def change_from_plain(value: object) -> Change:
    """The change that a plain value stands for; raises InvalidActionError."""
    # Canonical msgpack gives lists, other readers may give tuples.
    entries = [*value] if isinstance(value, Sequence) and not isinstance(value, str) else []
    if not entries:
        raise InvalidActionError("a change is a list that is not empty")
    kind = read_text(entries[0], "the kind of a change")
    if kind not in _READERS:
        raise InvalidActionError(f"there is no change of the kind {kind!r}")
    count, read = _READERS[kind]
    if len(entries) != count + 1:
        text = f"{kind}: {count} entries belong after the kind, {len(entries) - 1} are there"
        raise InvalidActionError(text)
    return read(kind, entries[1:])


def _add(kind: str, entries: list[object]) -> Change:
    return AddUnits(_owned(entries[0], kind), read_territory(kind, entries[1]))


def _remove(kind: str, entries: list[object]) -> Change:
    return RemoveUnits(_owned(entries[0], kind), read_territory(kind, entries[1]))


def _shift(kind: str, entries: list[object]) -> Change:
    origin, to = read_territory(kind, entries[1]), read_territory(kind, entries[2])
    return ShiftUnits(_owned(entries[0], kind), origin, to)


def _owner(kind: str, entries: list[object]) -> Change:
    owner = read_text(entries[1], f"{kind}: the owner", empty=True)
    return SetOwner(read_territory(kind, entries[0]), owner)


def _money(kind: str, entries: list[object]) -> Change:
    amount = read_number(entries[1], f"{kind}: the amount", MAX_AMOUNT, least=0)
    return SetMoney(read_text(entries[0], f"{kind}: the nation"), amount)


def _technology(kind: str, entries: list[object]) -> Change:
    return SetTechnology(
        read_text(entries[0], f"{kind}: the nation"),
        read_text(entries[1], f"{kind}: the technology"),
        read_flag(entries[2], f"{kind}: whether it has it"),
    )


def _hits(kind: str, entries: list[object]) -> Change:
    hits = read_number(entries[2], f"{kind}: the number", MAX_HITS, least=0)
    return SetHits(_owned(entries[0], kind), read_territory(kind, entries[1]), hits)


def _damage(kind: str, entries: list[object]) -> Change:
    points = read_number(entries[2], f"{kind}: the number", MAX_HITS, least=0)
    return SetDamage(_owned(entries[0], kind), read_territory(kind, entries[1]), points)


def _strength(kind: str, entries: list[object]) -> Change:
    strength = read_number(entries[2], f"{kind}: the number", MAX_HITS)
    return SetStrength(_owned(entries[0], kind), read_territory(kind, entries[1]), strength)


def _owned(value: object, kind: str) -> tuple[Pick, ...]:
    """Nobody gives a change by hand, so the owner of the units is always named."""
    picks = read_picks(value, kind)
    if any(not pick.owner for pick in picks):
        raise InvalidActionError(f"{kind}: the owner of the units is missing")
    return picks


_READERS: Final[Mapping[str, tuple[int, Callable[[str, list[object]], Change]]]] = {
    "add": (2, _add),
    "remove": (2, _remove),
    "shift": (3, _shift),
    "owner": (2, _owner),
    "money": (2, _money),
    "technology": (3, _technology),
    "hits": (3, _hits),
    "damage": (3, _damage),
    "strength": (3, _strength),
}
