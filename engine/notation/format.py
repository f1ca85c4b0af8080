"""Orders and battle instructions as canonical text.

A name is written bare when that is safe and in quotes otherwise, so that every order of every
definition can be read back: whatever `format_order` writes, `parse_order` reads as the same order.
"""

import json
import re
from collections.abc import Callable
from itertools import groupby
from typing import Final

from engine.core.standing import StandingInstruction
from engine.gamedef import Definition
from engine.notation.errors import NotationError
from engine.notation.instructions import (
    BombardRule,
    Condition,
    HitRule,
    Instruction,
    InterceptRule,
    LossOrder,
    PressRule,
    RetreatRule,
    RocketRule,
    SubmergeRule,
)
from engine.notation.parse import parse_order
from engine.notation.standing import parse_standing, write_standing
from engine.orders import (
    Act,
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
    Pick,
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

_SAFE: Final = re.compile(r"[^\W_](?:[\w.'/()&-]| (?! ))*(?<! )")
_TAKEN: Final = frozenset(
    {"from", "aboard", "nothing", "none", "up", "raid", "and", "when", "if", "nobody"}
)
_TAKEN_IN_RULES: Final = frozenset({"after", "always", "yes", "no", "true", "false"})

_Name = Callable[[str], str]


def format_order(order: Order, definition: Definition) -> str:
    """One line of text for an order, without a line end."""
    text = _order(order, safe_name)
    try:
        if parse_order(text, definition) == order:
            return text
    except NotationError:
        pass
    return _order(order, quoted)


def format_instruction(instruction: Instruction) -> str:
    """One line of text for a battle instruction."""
    place = f" {safe_name(instruction.territory)}" if instruction.territory else ""
    match instruction:
        case LossOrder():
            return f"losses{place}: {', '.join(map(safe_name, instruction.types))}"
        case HitRule():
            return f"hits{place}: {', '.join(map(safe_name, instruction.nations))}"
        case RetreatRule():
            to = f" > {safe_name(instruction.to)}" if instruction.to else ""
            return f"retreat{place}{to} {_conditions(instruction.conditions)}"
        case PressRule():
            return f"press{place} {_conditions(instruction.conditions)}"
        case SubmergeRule():
            return f"submerge{place}: {'yes' if instruction.dive else 'no'}"
        case BombardRule():
            return f"bombard{place}: {'yes' if instruction.fire else 'no'}"
        case InterceptRule():
            return f"intercept{place}: {'yes' if instruction.rise else 'no'}"
        case RocketRule():
            targets = ", ".join(map(safe_name, instruction.targets)) or "nothing"
            return f"rockets{place}: {targets}"
    raise TypeError(f"not an instruction: {instruction!r}")


def format_standing(instruction: StandingInstruction, definition: Definition) -> str:
    """One line of text for a standing instruction, without the word ``standing`` in front."""
    text = write_standing(instruction, safe_name)
    lines, _ = parse_standing(text, definition)
    if [line.instruction for line in lines] == [instruction]:
        return text
    return write_standing(instruction, quoted)


def quoted(name: str) -> str:
    """A name in straight quotes, with escapes as in JSON for what cannot be printed."""
    plain = json.dumps(name, ensure_ascii=False)
    return plain if plain.isprintable() else json.dumps(name)


def safe_name(name: str) -> str:
    """A name bare where that is safe, else in quotes."""
    words = name.casefold().split(" ")
    is_taken = any(word in _TAKEN or word in _TAKEN_IN_RULES for word in words)
    return name if _SAFE.fullmatch(name) and not is_taken else quoted(name)


def _order(order: Order, name: _Name) -> str:  # noqa: C901 - one line for each kind of order
    match order:
        case Research():
            return " ".join(["tech", *map(name, filter(None, [order.technology])), str(order.dice)])
        case Buy():
            return "buy " + (", ".join(f"{n} {name(kind)}" for kind, n in order.units) or "nothing")
        case Move():
            return _move(order, name)
        case Fight():
            return f"fight {'raid ' if order.raid else ''}{name(order.territory)}"
        case Lose():
            return f"lose {picks_text(order.picks, name)}: {name(order.territory)}"
        case HitFirst():
            return f"hit {name(order.nation)}: {name(order.territory)}"
        case Retreat():
            return f"retreat {name(order.territory)}" + (f" > {name(order.to)}" if order.to else "")
        case Press():
            return f"press {name(order.territory)}"
        case Submerge():
            dive = f"submerge {picks_text(order.picks, name)}" if order.picks else "stay up"
            return f"{dive}: {name(order.territory)}"
        case Bombard():
            return f"bombard {picks_text(order.picks, name)}: {name(order.territory)}"
        case Intercept():
            return f"intercept {picks_text(order.picks, name)}: {name(order.territory)}"
        case Scramble():
            return f"scramble {picks_text(order.picks, name)}: {name(order.territory)}"
        case Strike():
            return f"strike {picks_text(order.picks, name)}: {name(order.territory)}"
        case FireRocket() if not order.target:
            return f"rocket nothing: {name(order.origin)}"
        case FireRocket():
            return f"rocket {name(order.origin)} > {name(order.target)}"
        case Settle():
            to = f" > {name(order.to)}" if order.to else ""
            return f"settle {picks_text(order.picks, name)}: {name(order.territory)}{to}"
        case Place():
            place = f"place {picks_text(order.picks, name)}: {name(order.territory)}"
            return place + (f" from {name(order.producer)}" if order.producer else "")
        case Repair():
            return f"repair {order.points}: {name(order.territory)}"
        case Act():
            return f"act {name(order.action)}"
        case Answer():
            return f"{'consent' if order.accepts else 'decline'} {name(order.action)}"
        case Allot():
            return f"allot {order.pus}: {name(order.purse)}"
        case FileStanding():
            return f"standing {write_standing(order.instruction, name)}"
        case ClearStanding():
            return "standing nothing"
        case Command():
            return f"command {order.value or order.kind}"
        case Declare():
            verb = "violate" if order.kind == "violation" else f"declare {order.kind}"
            return f"{verb} {name(order.against)}"
        case Fire():
            to = f" > {name(order.to)}" if order.to else ""
            return f"fire {order.target}: {name(order.territory)}{to}"
        case Reveal():
            units = " ".join(f"#{unit}" for unit in order.units)
            return f"reveal {units}: {name(order.territory)}"
        case Recall():
            return "recall"
        case Resign():
            return "resign"
        case Done():
            return "done"


def _move(order: Move, name: _Name) -> str:
    verb = "raid" if order.raid else "move"
    text = f"{verb} {picks_text(order.picks, name)}: {' > '.join(map(name, order.path))}"
    for ship, pairs in groupby(order.aboard, key=lambda pair: pair[1]):
        text += f", {' '.join(f'#{unit}' for unit, _ in pairs)} aboard #{ship}"
    return text


def picks_text(picks: tuple[Pick, ...], name: _Name) -> str:
    """Choices of units; `name` writes a name."""
    return ", ".join(_pick(pick, name) for pick in picks) or "nothing"


def _pick(pick: Pick, name: _Name) -> str:
    owner = [name(pick.owner)] if pick.owner else []
    numbers = [f"#{unit}" for unit in pick.units]
    return " ".join([str(pick.count), *owner, name(pick.type), *numbers])


def _conditions(conditions: tuple[Condition, ...]) -> str:
    if not conditions:
        return "always"
    texts = [_condition(condition) for condition in conditions]
    start = "" if conditions[0].what == "round" else "when "
    return start + " and ".join(texts)


def _condition(condition: Condition) -> str:
    if condition.what == "air_only":
        return "air only"
    if condition.what == "round":
        return f"after round {condition.number}"
    return f"{condition.what} {condition.relation} {condition.number}"
