"""Changes by hand as text, one to a line (B255).

Grammar: docs/formats/orders-v1.md, section "Changes by hand".  The owner of units is always named:
``add 2 British infantry: Egypt``.
"""

from collections.abc import Callable, Mapping
from typing import Final

from engine.gamedef import Definition
from engine.notation.errors import Fault, NotationError
from engine.notation.format import picks_text, quoted, safe_name
from engine.notation.lexer import WORD, tokens_of, unquoted_forum_line, written
from engine.notation.names import find_name
from engine.notation.parse import MAX_LINE
from engine.notation.reader import Reader, Tokens, has_unclosed, is_word, listed, split_at
from engine.orders import Pick
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
from engine.orders.edit_codec import MAX_AMOUNT, MAX_HITS

_NOBODY: Final = ("nobody",)


def parse_change(line: str, definition: Definition) -> Change:
    """The change that a line of text stands for; NotationError with every fault."""
    reader = Reader(definition, 1)
    tokens = tokens_of(unquoted_forum_line(line[:MAX_LINE]))
    if not tokens or has_unclosed(tokens):
        raise NotationError((Fault(1, "invalid", "empty-line", "", "the line holds no change"),))
    verb = tokens[0].text.casefold() if tokens[0].kind == WORD else ""
    if verb not in _VERBS:
        text = f"no change begins with {tokens[0].text!r}; changes begin with {listed((*_VERBS,))}"
        raise NotationError((Fault(1, "invalid", "unknown-order", tokens[0].text, text),))
    change = _VERBS[verb](reader, tokens[1:])
    if reader.faults:
        raise NotationError(reader.faults)
    return change


def format_change(change: Change, definition: Definition) -> str:
    """One line of text for a change; read again it gives an equal change."""
    text = _format(change, safe_name)
    try:
        if parse_change(text, definition) == change:
            return text
    except NotationError:
        pass
    return _format(change, quoted)


def _format(change: Change, name: Callable[[str], str]) -> str:
    match change:
        case AddUnits():
            return f"add {picks_text(change.picks, name)}: {name(change.territory)}"
        case RemoveUnits():
            return f"remove {picks_text(change.picks, name)}: {name(change.territory)}"
        case ShiftUnits():
            way = f"{name(change.origin)} > {name(change.to)}"
            return f"shift {picks_text(change.picks, name)}: {way}"
        case SetOwner():
            owner = name(change.owner) if change.owner else _NOBODY[0]
            return f"owner {name(change.territory)}: {owner}"
        case SetMoney():
            return f"money {name(change.nation)}: {change.amount}"
        case SetTechnology():
            no = "" if change.is_active else "no "
            return f"technology {name(change.nation)}: {no}{name(change.technology)}"
        case SetHits():
            where = f"{name(change.territory)} > {change.hits}"
            return f"hits {picks_text(change.picks, name)}: {where}"
        case SetDamage():
            where = f"{name(change.territory)} > {change.points}"
            return f"damage {picks_text(change.picks, name)}: {where}"
        case SetStrength():
            where = f"{name(change.territory)} > {change.strength}"
            return f"strength {picks_text(change.picks, name)}: {where}"


def _picks(reader: Reader, tokens: Tokens) -> tuple[Pick, ...]:
    picks = reader.picks(tokens)
    for pick in picks:
        if not pick.owner and pick.type:
            text = f"whose? Write the nation: {pick.count} British {pick.type}"
            reader.fault("owner-missing", pick.type, text)
    if not picks and not reader.faults:
        reader.fault("units-missing", written(tokens), "this change needs at least one unit")
    return picks


def _add(reader: Reader, tokens: Tokens) -> Change:
    what, where = reader.halves(tokens, "add 2 British infantry: Egypt")
    return AddUnits(_picks(reader, what), reader.territory(where))


def _remove(reader: Reader, tokens: Tokens) -> Change:
    what, where = reader.halves(tokens, "remove 1 British infantry: Egypt")
    return RemoveUnits(_picks(reader, what), reader.territory(where))


def _shift(reader: Reader, tokens: Tokens) -> Change:
    what, where = reader.halves(tokens, "shift 1 British infantry: A > B")
    path = reader.path(where)
    if len(path) != 2:
        reader.fault("bad-order", written(where), "units are shifted from one place: A > B")
    return ShiftUnits(_picks(reader, what), path[0], path[-1])


def _owner(reader: Reader, tokens: Tokens) -> Change:
    where, who = reader.halves(tokens, "owner Syria: Germans")
    nobody = len(who) == 1 and is_word(who[0], _NOBODY)
    return SetOwner(reader.territory(where), "" if nobody else _nation(reader, who))


def _money(reader: Reader, tokens: Tokens) -> Change:
    who, amount = reader.halves(tokens, "money Russians: 50")
    return SetMoney(_nation(reader, who), _number(reader, amount, "amount", MAX_AMOUNT))


def _technology(reader: Reader, tokens: Tokens) -> Change:
    who, what = reader.halves(tokens, "technology Russians: rockets")
    is_off = len(what) > 1 and is_word(what[0], ("no",))
    # Nobody aims at it: an edit may name one that cannot be researched in this game.
    technology = reader.technology(what[1:] if is_off else what, any_of_them=True)
    return SetTechnology(_nation(reader, who), technology, not is_off)


def _hits(reader: Reader, tokens: Tokens) -> Change:
    picks, place, number = _counted(reader, tokens, "hits 1 British battleship: SZ 10 > 1")
    return SetHits(picks, place, number)


def _damage(reader: Reader, tokens: Tokens) -> Change:
    picks, place, number = _counted(reader, tokens, "damage 1 Russians factory: Leningrad > 3")
    return SetDamage(picks, place, number)


def _strength(reader: Reader, tokens: Tokens) -> Change:
    picks, place, number = _counted(reader, tokens, "strength 1 British tank: London > 3")
    return SetStrength(picks, place, number)


def _counted(reader: Reader, tokens: Tokens, example: str) -> tuple[tuple[Pick, ...], str, int]:
    what, where = reader.halves(tokens, example)
    parts = split_at(where, (">",))
    if len(parts) != 2:
        reader.fault("count-missing", written(where), f"how many? Write such as: {example}")
        return (), "", 0
    number = _number(reader, parts[1], "number", MAX_HITS)
    return _picks(reader, what), reader.territory(parts[0]), number


def _number(reader: Reader, tokens: Tokens, what: str, most: int) -> int:
    if len(tokens) != 1:
        reader.fault("count-missing", written(tokens), f"a {what} is missing")
        return 0
    return reader.count(tokens[0], what, most, least=0)


def _nation(reader: Reader, tokens: Tokens) -> str:
    names = reader.definition.politics.nation_names
    found = find_name(written(tokens), names)
    if not found.is_found:
        text = f"there is no nation {written(tokens)!r}; known: {', '.join(names)}"
        reader.fault("unknown-nation", written(tokens), text)
    return found.name


_VERBS: Final[Mapping[str, Callable[[Reader, Tokens], Change]]] = {
    "add": _add,
    "remove": _remove,
    "shift": _shift,
    "owner": _owner,
    "money": _money,
    "technology": _technology,
    "hits": _hits,
    "damage": _damage,
    "strength": _strength,
}
