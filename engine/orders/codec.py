"""Actions as plain lists, the form in which a save holds them, and back.

A plain value is a list that begins with the kind of the action: ``["fight", "Finland", false]``.
Reading is strict, because the bytes may come from anybody: a wrong type, an unknown kind, one
entry too many, an absurd number or an unprintable name is refused.  Whether an action is allowed
is not asked here; that is `engine.check`.
Format: docs/formats/orders-v1.md, section "Plain form".
"""

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.chance import RollResult
from engine.core.errors import InvalidActionError
from engine.orders import (
    Act,
    Action,
    Allot,
    Answer,
    Bombard,
    Buy,
    ClearStanding,
    Command,
    Declare,
    Done,
    Fight,
    FileStanding,
    Fire,
    FireRocket,
    HitFirst,
    Intercept,
    Lose,
    Move,
    Order,
    Place,
    Press,
    Recall,
    Repair,
    Research,
    Resign,
    Retreat,
    Reveal,
    Scramble,
    Settle,
    Strike,
    Submerge,
)
from engine.orders.plain import MAX_COUNT, MAX_NUMBER
from engine.orders.plain import plain_picks as _plain_picks
from engine.orders.plain import read_flag as _flag
from engine.orders.plain import read_list as _list
from engine.orders.plain import read_number as _number
from engine.orders.plain import read_picks as _picks
from engine.orders.plain import read_territory as _territory
from engine.orders.plain import read_text as _text
from engine.orders.plain import shown as _shown
from engine.orders.standing_codec import standing_from_plain, standing_to_plain


def order_to_plain(order: Order) -> list[object]:  # noqa: C901 - one line for each kind
    """An order as nested lists of strings, integers and booleans."""
    match order:
        case Research():
            return ["tech", order.technology, order.dice]
        case Buy():
            return ["buy", [[name, count] for name, count in order.units]]
        case Move():
            aboard = [[unit, ship] for unit, ship in order.aboard]
            return ["move", _plain_picks(order.picks), list(order.path), order.raid, aboard]
        case Fight():
            return ["fight", order.territory, order.raid]
        case Lose():
            return ["lose", order.territory, _plain_picks(order.picks)]
        case HitFirst():
            return ["hit", order.territory, order.nation]
        case Retreat():
            return ["retreat", order.territory, order.to]
        case Press():
            return ["press", order.territory]
        case Submerge():
            return ["submerge", order.territory, _plain_picks(order.picks)]
        case Intercept():
            return ["intercept", order.territory, _plain_picks(order.picks)]
        case Scramble():
            return ["scramble", order.territory, _plain_picks(order.picks)]
        case Strike():
            return ["strike", order.territory, _plain_picks(order.picks)]
        case Bombard():
            return ["bombard", order.territory, _plain_picks(order.picks)]
        case FireRocket():
            return ["rocket", order.origin, order.target]
        case Settle():
            return ["settle", order.territory, _plain_picks(order.picks), order.to]
        case Place():
            return ["place", _plain_picks(order.picks), order.territory, order.producer]
        case Repair():
            return ["repair", order.territory, order.points]
        case Act():
            return ["act", order.action]
        case Answer():
            return ["answer", order.action, order.accepts]
        case Allot():
            return ["allot", order.purse, order.pus]
        case FileStanding():
            return ["standing", *standing_to_plain(order.instruction)]
        case ClearStanding():
            return ["no_standing"]
        case Command():
            return ["command", order.kind, order.value]
        case Declare():
            return ["declare", order.kind, order.against]
        case Fire():
            return ["fire", order.territory, order.target, order.to]
        case Reveal():
            return ["reveal", order.territory, list(order.units)]
        case Recall():
            return ["recall"]
        case Resign():
            return ["resign"]
        case Done():
            return ["done"]


def action_to_plain(action: Action) -> list[object]:
    """An order, or the dice of a roll (``["dice", [3, 6]]``), as nested lists."""
    if isinstance(action, RollResult):
        return ["dice", list(action.dice)]
    return order_to_plain(action)


def order_from_plain(value: object) -> Order:
    """The order that a plain value stands for.

    Raises InvalidActionError with one sentence that says which entry is wrong.
    """
    kind, entries = _kind_and_entries(value)
    if kind not in _READERS:
        known = ", ".join(_READERS)
        raise InvalidActionError(f"there is no order of the kind {kind!r}; known: {known}")
    count, read = _READERS[kind]
    if len(entries) != count:
        text = f"{kind}: {count} entries belong after the kind, {len(entries)} are there"
        raise InvalidActionError(text)
    return read(kind, entries)


def action_from_plain(value: object) -> Action:
    """The order or the dice that a plain value stands for; raises InvalidActionError."""
    kind, entries = _kind_and_entries(value)
    if kind != "dice":
        return order_from_plain(value)
    if len(entries) != 1:
        raise InvalidActionError(f"dice: 1 entry belongs after the kind, {len(entries)} are there")
    dice = _list(entries[0], "dice")
    return RollResult(tuple(_number(die, "a die", MAX_NUMBER) for die in dice))


def _kind_and_entries(value: object) -> tuple[str, list[object]]:
    if not isinstance(value, list) or not value:
        raise InvalidActionError(f"an action is a list that is not empty, not {_shown(value)}")
    return _text(value[0], "the kind of an action"), value[1:]


def _research(kind: str, entries: list[object]) -> Order:
    technology = _text(entries[0], f"{kind}: the technology", empty=True)
    dice = _number(entries[1], f"{kind}: the number of dice", MAX_COUNT, least=0)
    return Research(technology, dice)


def _buy(kind: str, entries: list[object]) -> Order:
    units: list[tuple[str, int]] = []
    for entry in _list(entries[0], f"{kind}: the units"):
        pair = _list(entry, f"{kind}: a unit with its count", 2)
        name = _text(pair[0], f"{kind}: a unit type")
        units.append((name, _number(pair[1], f"{kind}: a count", MAX_COUNT)))
    return Buy(tuple(units))


def _move(kind: str, entries: list[object]) -> Order:
    path = tuple(
        _text(name, f"{kind}: a territory") for name in _list(entries[1], f"{kind}: the path")
    )
    if len(path) < 2:
        raise InvalidActionError(f"{kind}: a path has at least two territories")
    aboard: list[tuple[int, int]] = []
    for entry in _list(entries[3], f"{kind}: who goes aboard"):
        pair = _list(entry, f"{kind}: a unit with its transport", 2)
        unit, ship = (_number(number, f"{kind}: a unit number", MAX_NUMBER) for number in pair)
        aboard.append((unit, ship))
    picks = _picks(entries[0], kind)
    return Move(picks, path, _flag(entries[2], f"{kind}: the mark of a raid"), tuple(aboard))


def _fight(kind: str, entries: list[object]) -> Order:
    return Fight(_territory(kind, entries[0]), _flag(entries[1], f"{kind}: the mark of a raid"))


def _lose(kind: str, entries: list[object]) -> Order:
    return Lose(_territory(kind, entries[0]), _picks(entries[1], kind))


def _hit(kind: str, entries: list[object]) -> Order:
    return HitFirst(_territory(kind, entries[0]), _text(entries[1], f"{kind}: a nation"))


def _retreat(kind: str, entries: list[object]) -> Order:
    return Retreat(_territory(kind, entries[0]), _territory(kind, entries[1], empty=True))


def _press(kind: str, entries: list[object]) -> Order:
    return Press(_territory(kind, entries[0]))


def _submerge(kind: str, entries: list[object]) -> Order:
    return Submerge(_territory(kind, entries[0]), _picks(entries[1], kind, empty=True))


def _bombard(kind: str, entries: list[object]) -> Order:
    return Bombard(_territory(kind, entries[0]), _picks(entries[1], kind, empty=True))


def _intercept(kind: str, entries: list[object]) -> Order:
    return Intercept(_territory(kind, entries[0]), _picks(entries[1], kind, empty=True))


def _scramble(kind: str, entries: list[object]) -> Order:
    return Scramble(_territory(kind, entries[0]), _picks(entries[1], kind, empty=True))


def _strike(kind: str, entries: list[object]) -> Order:
    return Strike(_territory(kind, entries[0]), _picks(entries[1], kind, empty=True))


def _rocket(kind: str, entries: list[object]) -> Order:
    return FireRocket(_territory(kind, entries[0]), _territory(kind, entries[1], empty=True))


def _settle(kind: str, entries: list[object]) -> Order:
    picks = _picks(entries[1], kind)
    return Settle(_territory(kind, entries[0]), picks, _territory(kind, entries[2], empty=True))


def _place(kind: str, entries: list[object]) -> Order:
    picks = _picks(entries[0], kind)
    return Place(picks, _territory(kind, entries[1]), _territory(kind, entries[2], empty=True))


def _repair(kind: str, entries: list[object]) -> Order:
    points = _number(entries[1], f"{kind}: the number of points", MAX_COUNT)
    return Repair(_territory(kind, entries[0]), points)


def _allot(kind: str, entries: list[object]) -> Order:
    purse = _text(entries[0], f"{kind}: the purse")
    return Allot(purse, _number(entries[1], f"{kind}: the number of PUs", MAX_NUMBER))


def _act(kind: str, entries: list[object]) -> Order:
    return Act(_text(entries[0], f"{kind}: the action"))


def _answer(kind: str, entries: list[object]) -> Order:
    action = _text(entries[0], f"{kind}: the action")
    return Answer(action, _flag(entries[1], f"{kind}: whether it is accepted"))


def _file_standing(kind: str, entries: list[object]) -> Order:
    del kind
    return FileStanding(standing_from_plain(entries))


def _clear_standing(kind: str, entries: list[object]) -> Order:
    del kind, entries
    return ClearStanding()


def _command(kind: str, entries: list[object]) -> Order:
    word = _text(entries[0], f"{kind}: what it is")
    return Command(word, _number(entries[1], f"{kind}: the value", MAX_COUNT, least=0))


def _declare(kind: str, entries: list[object]) -> Order:
    return Declare(_text(entries[0], f"{kind}: what"), _text(entries[1], f"{kind}: on whom"))


def _fire(kind: str, entries: list[object]) -> Order:
    target = _text(entries[1], f"{kind}: the target")
    return Fire(_territory(kind, entries[0]), target, _territory(kind, entries[2], empty=True))


def _reveal(kind: str, entries: list[object]) -> Order:
    units = tuple(
        _number(unit, f"{kind}: a unit number", MAX_NUMBER)
        for unit in _list(entries[1], f"{kind}: the unit numbers")
    )
    return Reveal(_territory(kind, entries[0]), units)


def _done(kind: str, entries: list[object]) -> Order:
    del kind, entries
    return Done()


def _recall(kind: str, entries: list[object]) -> Order:
    del kind, entries
    return Recall()


def _resign(kind: str, entries: list[object]) -> Order:
    del kind, entries
    return Resign()


_READERS: Final[Mapping[str, tuple[int, Callable[[str, list[object]], Order]]]] = {
    "tech": (2, _research),
    "buy": (1, _buy),
    "move": (4, _move),
    "fight": (2, _fight),
    "lose": (2, _lose),
    "hit": (2, _hit),
    "retreat": (2, _retreat),
    "press": (1, _press),
    "submerge": (2, _submerge),
    "bombard": (2, _bombard),
    "intercept": (2, _intercept),
    "scramble": (2, _scramble),
    "strike": (2, _strike),
    "rocket": (2, _rocket),
    "settle": (3, _settle),
    "place": (3, _place),
    "repair": (2, _repair),
    "allot": (2, _allot),
    "act": (1, _act),
    "answer": (2, _answer),
    "standing": (4, _file_standing),
    "no_standing": (0, _clear_standing),
    "command": (2, _command),
    "declare": (2, _declare),
    "fire": (3, _fire),
    "reveal": (2, _reveal),
    "recall": (0, _recall),
    "resign": (0, _resign),
    "done": (0, _done),
}
