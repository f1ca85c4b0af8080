"""Conditions of a map in words (ADR 0017): what is refused or told because of one says it."""

from typing import Final

from engine.core.memo import kept_with
from engine.gamedef import State
from engine.gamedef.conditions import (
    ANY_RELATION,
    Amount,
    Condition,
    Destroyed,
    Fought,
    HasRelation,
    Knowledge,
    Named,
    Opposite,
    OptionOn,
    Ownership,
    Places,
    Rounds,
    SwitchOn,
    TheatreOpen,
    TheatreWon,
    Together,
    UnitAbsence,
    UnitCount,
    UnitPresence,
    War,
    Worth,
)
from engine.gamedef.map_names import trigger_word
from engine.gamedef.option_values import option_text
from engine.rules.politics.conditions import holds

_ALWAYS: Final = "always"
_LONGEST: Final = 2_000
"""Characters in which a named condition is told."""

_BETWEEN: Final = {
    "any war": "are at war",
    "any neutral": "are at peace",
    "any allied": "are allied",
}
"""What a map calls any relation of a kind, said of two nations."""

_GROUPS: Final = {
    "first": "the areas that were theirs at the start",
    "first_land": "the land that was theirs at the start",
    "held": "the areas that they own",
    "held_land": "the land that they own",
    "all": "all areas",
}
_UNITS: Final = {
    "own": "own units",
    "side": "own or allied units",
    "allies": "units of allies",
    "enemies": "enemy units",
    "enemy_ships": "enemy surface warships",
}


def condition_words(state: State, condition: Condition) -> str:
    """What a condition asks, as a clause."""
    match condition:
        case Together():
            return _together(state, condition)
        case Opposite(Together((), least=0)):
            return "never"
        case Opposite():
            return f"not ({condition_words(state, condition.part)})"
        case Named():
            key = ("condition_words", condition.name)
            return kept_with(state, key, lambda: _named_words(state, condition.name))
        case Rounds():
            last = f" to {condition.last}" if condition.last else " or later"
            one = condition.first == condition.last
            return f"it is round {condition.first}{'' if one else last}"
        case SwitchOn():
            return f"the map's switch {condition.switch!r} is on"
        case HasRelation():
            rounds = f" for {condition.rounds} rounds" if condition.rounds else ""
            if condition.relation in _BETWEEN:
                return f"{' and '.join(condition.nations)} {_BETWEEN[condition.relation]}{rounds}"
            how = relation_words(state, condition.relation)
            return f"the relation of {' and '.join(condition.nations)} is {how}{rounds}"
        case OptionOn():
            text, _, _ = option_text(condition.option)
            return f"option {condition.option} is {_on(condition.value)} ({text})"
        case TheatreOpen():
            return f"{condition.theatre} is undecided, and no peace was broken there in this round"
        case TheatreWon():
            return f"{condition.alliance} has won {condition.theatre}"
    return _of_the_board(condition)


def _named_words(state: State, name: str) -> str:
    """What a named condition asks, or its name where that is too long to be read.

    A name may stand for a text in which other names stand for texts, twice as long each time.
    """
    entry = state.definition.script.condition(name)
    words = condition_words(state, entry.test)
    if len(words) > _LONGEST:
        words = f"“{trigger_word(name)}” holds"
    if entry.is_on:
        return words
    happened = f"“{trigger_word(name).removesuffix(' Switch')}” has come about"
    return happened if words == _ALWAYS else f"{happened} and {words}"


def relation_words(state: State, relation: str) -> str:
    """A type of relations with its archetype, or what a condition or a trigger calls several."""
    if relation in ANY_RELATION:
        return relation
    archetype = state.definition.politics.relation_type(relation).archetype
    same = relation.casefold() == archetype
    return archetype if same else f"{trigger_word(relation)} ({archetype})"


def _on(value: bool) -> str:
    return "on" if value else "off"


def _together(state: State, condition: Together) -> str:
    parts = [condition_words(state, part) for part in condition.parts]
    least, most, every = condition.least, condition.most, len(parts)
    if least > every:
        return "never"
    if not parts:
        return _ALWAYS
    if least == every:
        return " and ".join(part for part in parts if part != _ALWAYS) or _ALWAYS
    if least == 1 and most >= every:
        return "either " + " or ".join(f"({part})" if " and " in part else part for part in parts)
    count = f"{least}" if least == most else f"{least} to {min(most, every)}"
    return f"{count} of these: {'; '.join(parts)}"


def _of_the_board(
    condition: Ownership
    | UnitPresence
    | UnitAbsence
    | Knowledge
    | War
    | Destroyed
    | Fought
    | Amount
    | Worth,
) -> str:
    who = " or ".join(condition.nations)
    match condition:
        case Ownership():
            side = " or allies" if condition.by_side else ""
            if condition.places.each and condition.places.which == "named":
                return f"for each of {', '.join(condition.places.names)} that {who}{side} own"
            return f"{who}{side} own {_places(condition.places)}"
        case UnitPresence():
            there = _units(condition.units, "at least") or _UNITS[condition.whose]
            whose = f" ({_UNITS[condition.whose]})" if condition.units else ""
            return f"for {who}, {there}{whose} in {_places(condition.places)}"
        case UnitAbsence():
            most = _units(condition.units, "at most")
            none = f"no {_UNITS[condition.whose]}"
            there = f"{most} ({_UNITS[condition.whose]})" if most else none
            return f"for {who}, {there} in {_places(condition.places)}"
        case Knowledge():
            return f"{who} have {_some(condition.count, condition.technologies)}"
        case War():
            if not condition.count:
                return f"{who} are at war with none of {', '.join(condition.enemies)}"
            return f"{who} are at war with {_some(condition.count, condition.enemies)}"
        case Destroyed():
            when = " in this round" if condition.this_round else ""
            return f"{who} destroyed units worth {condition.value} PUs in attacks{when}"
        case Fought():
            where = _some(1, condition.territories)
            whom = " or ".join(condition.enemies) or "anybody"
            return f"{who} attacked {whom} in {where} in this round"
        case Amount():
            return f"{who} have at least {condition.count} {condition.resource}"
        case Worth():
            where = _places(condition.places)
            return f"what {who} own of {where} pays at least {condition.value} PUs"


def _some(count: int, names: tuple[str, ...]) -> str:
    listed = ", ".join(names)
    return listed if count >= len(names) else f"{count} of {listed}"


def _places(places: Places) -> str:
    if places.which == "named":
        return _some(places.count or len(places.names), places.names)
    group = _GROUPS[places.which]
    return f"{places.count} of {group}" if places.count else group


def _units(units: tuple[UnitCount, ...], word: str) -> str:
    return " and ".join(
        f"{word} {entry.count} {'/'.join(entry.types) or ('unit' if entry.count == 1 else 'units')}"
        for entry in units
    )


def missing_words(state: State, condition: Condition) -> str:
    """What a condition that does not hold still asks: of several parts those that are missing."""
    match condition:
        case Together() if condition.parts and condition.least == len(condition.parts):
            missing = [part for part in condition.parts if not holds(state, part)]
            return " and ".join(missing_words(state, part) for part in missing)
        case Named():
            entry = state.definition.script.condition(condition.name)
            if entry.is_on:
                return missing_words(state, entry.test)
    return condition_words(state, condition)
