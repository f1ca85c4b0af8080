"""Numbers that a player leaves to the program: ``all``, ``stack`` and ``max``.

``move all: A > B`` and ``move all infantry: A > B`` (or ``stack infantry``) take every own unit
there that can move at all, ``place all infantry: A`` all unplaced, ``buy max infantry`` what the
money buys after the rest of the line; each word does in all of them.  The words become numbers
before the line is read, so that orders and the log hold numbers only: at a terminal when it is
typed, in a file of orders when its turn comes.

Rule: rule book, Purchase (B137), Combat movement (B142), Selecting and moving units (B178),
Placement (B226).
"""

import re
from collections.abc import Mapping
from typing import Final

from engine.core.ids import SaleName, TerritoryName, UnitTypeName
from engine.gamedef import Definition, State
from engine.gamedef.unit_types import unit_aliases
from engine.grammar.errors import Fault, NotationError
from engine.grammar.lexer import unquoted_forum_line
from engine.grammar.names import find_name
from engine.orders.registry import VERBS
from engine.rules.common.relations import type_of
from engine.rules.common.values import movement_left, steps_left
from engine.rules.economy.purchase import costs_of, offers_for

_EVERY: Final = ("all", "stack", "max")
_COMMENT: Final = re.compile(r'\s#(?!\d)[^"]*$')
_VERBS: Final = {
    spelling: verb.text for verb in VERBS if verb.amounts for spelling in (verb.text, *verb.also)
}
"""The verbs of orders in which the program counts, by their spellings."""


def with_amounts(line: str, state: State) -> str:
    """The line with numbers in place of these words.

    A line without them, and one in which a unit cannot be read, comes back as it is: reading it
    then says what is wrong.  Raises NotationError when the words stand for nothing at all.
    """
    pieces = _pieces(line, state.definition)
    if pieces is None:
        return line
    verb, parts, where = pieces
    kind = _VERBS[verb.lower()]
    if kind == "buy":
        found = _bought(parts, state)
    else:
        found = _counted(parts, _at_hand(kind, where, state), state)
        if found == []:
            raise NotationError((_nothing(kind, ", ".join(parts), where, state),))
    return line if found is None else _line(verb, found, where)


def with_ones(line: str, definition: Definition) -> str | None:
    """The line with 1 in place of each of these words; None for a line without them.

    So it can be read, and what is wrong with its names be said, before the position is known in
    which it will be carried out.
    """
    pieces = _pieces(line, definition)
    if pieces is None:
        return None
    verb, parts, where = pieces
    some = next(iter(definition.unit_types))
    found = []
    for part in parts:
        word, _, name = part.partition(" ")
        found.append(f"1 {name or some}" if word.lower() in _EVERY else part)
    return _line(verb, found, where)


def _pieces(line: str, definition: Definition) -> tuple[str, list[str], str] | None:
    """Verb, units and what follows the colon of a line that holds one of the words."""
    bare = _COMMENT.sub("", unquoted_forum_line(line)).strip()
    verb, _, rest = bare.partition(" ")
    what, _, where = _with_colon(rest, definition).partition(":")
    parts = [" ".join(part.split()) for part in what.split(",")]
    has_word = any(part.split(" ")[0].lower() in _EVERY for part in parts)
    return (verb, parts, where) if has_word and verb.lower() in _VERBS else None


def _with_colon(rest: str, definition: Definition) -> str:
    """What follows the verb, where the colon after ``all`` or ``all infantry`` was left out."""
    words = rest.split()
    if ":" in rest or "," in rest or len(words) < 2 or words[0].lower() not in _EVERY:
        return rest
    kinds, aliases = definition.unit_types, unit_aliases(definition.unit_types)
    cut = 1 + find_name(words[1], kinds, plural=True, aliases=aliases).is_found
    # Of what is bought no place is named.
    return f"{' '.join(words[:cut])}: {' '.join(words[cut:])}" if words[cut:] else rest


def _line(verb: str, parts: list[str], where: str) -> str:
    return f"{verb} {', '.join(parts)}{':' if where else ''}{where}"


def _at_hand(verb: str, where: str, state: State) -> Mapping[UnitTypeName, int]:
    """How many units of each type the words stand for."""
    if verb == "place":
        return state.unplaced.get(state.nation, {})
    start = find_name(where.split(">", maxsplit=1)[0].strip(), state.definition.board.territories)
    counts: dict[UnitTypeName, int] = {}
    for unit in state.units_in(TerritoryName(start.name)) if start.is_found else ():
        raids = verb != "raid" or type_of(state, unit).raiding.is_strategic_bomber
        fresh = state.blocks is None or unit.id not in state.blocks.turn.moves
        # Cargo goes ashore with what it has; the ship has done the rest.
        count_steps = steps_left if unit.carried_by is None else movement_left
        if unit.owner == state.nation and raids and count_steps(state, unit) and fresh:
            counts[unit.type] = counts.get(unit.type, 0) + 1
    order = state.definition.unit_types
    return {name: counts[name] for name in order if name in counts}


def _nothing(verb: str, what: str, where: str, state: State) -> Fault:
    """Why `all` names no units: an area without such units, or one that does not exist."""
    if verb == "place":
        text = "nothing of that kind is left to place"
        return Fault(1, "invalid", "nothing-there", what, text)
    start = where.split(">", maxsplit=1)[0].strip()
    name = find_name(start, state.definition.board.territories)
    if not name.is_found:
        near = f"; did you mean {' or '.join(name.offers)}?" if name.offers else ""
        text = f"there is no territory {start!r}{near}"
        return Fault(1, "invalid", "unknown-territory", start, text, name.offers)
    text = f"no such unit of yours in {name.name} can move"
    return Fault(1, "invalid", "nothing-there", what, text)


def _counted(parts: list[str], there: Mapping[UnitTypeName, int], state: State) -> list[str] | None:
    """The parts with numbers; [] when a part stands for no unit, None when it names none."""
    found: list[str] = []
    for part in parts:
        word, _, name = part.partition(" ")
        if word.lower() not in _EVERY:
            found.append(part)
            continue
        if not name:
            found += [f"{count} {kind}" for kind, count in there.items() if count]
            continue
        aliases = unit_aliases(state.definition.unit_types)
        kind = UnitTypeName(find_name(name, there, plural=True, aliases=aliases).name)
        if not there.get(kind):
            kinds = state.definition.unit_types
            known = find_name(name, kinds, plural=True, aliases=aliases).is_found
            return [] if known else None
        found.append(f"{there[kind]} {kind}")
    return found


def _bought(parts: list[str], state: State) -> list[str] | None:
    """Fixed numbers first; what is left buys as much as possible of each other type in turn."""
    offers = offers_for(state, state.nation)
    aliases = unit_aliases(state.definition.unit_types)
    fixed: dict[SaleName, int] = {}
    for part in parts:
        count, _, name = part.partition(" ")
        kind = UnitTypeName(find_name(name, offers, plural=True, aliases=aliases).name)
        if not kind or not (count.isdecimal() or count.lower() in _EVERY):
            return None
        if count.isdecimal():
            fixed[kind] = fixed.get(kind, 0) + int(count)
    left = dict(state.resources.get(state.nation, {}))
    for resource, amount in costs_of(state, state.nation, fixed).items():
        left[resource] = left.get(resource, 0) - amount
    found: list[str] = []
    for part in parts:
        count, _, name = part.partition(" ")
        if count.isdecimal():
            found.append(part)
            continue
        kind = UnitTypeName(find_name(name, offers, plural=True, aliases=aliases).name)
        offer = offers[kind]
        paid = [(resource, amount) for resource, amount in offer.cost if amount]
        most = min((max(0, left.get(name, 0) // amount) for name, amount in paid), default=0)
        for name, amount in paid:
            left[name] = left.get(name, 0) - most * amount
        if most:
            found.append(f"{most * offer.units} {kind}")
    return found or None
