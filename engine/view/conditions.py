"""Conditions, objectives and triggers of a map in words, and whether they hold now (ADR 0017)."""

from engine.core.ids import NationName
from engine.core.memo import kept_with
from engine.gamedef import State
from engine.gamedef.changes import parts_of as fact_parts
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
from engine.gamedef.options import option_text
from engine.gamedef.triggers import (
    AssignLand,
    CallTrigger,
    ChangeRelation,
    Counts,
    DecideTheatre,
    EditBuyList,
    EditResearch,
    Effect,
    GiveResource,
    GiveTechnology,
    GiveUnits,
    LoseCombatMove,
    PlaceUnits,
    RemoveUnits,
    SetFact,
    Trigger,
    WinGame,
)
from engine.rules.politics.conditions import holds
from engine.rules.turn.bonus import is_met
from engine.values import dataclass

_LONGEST = 2_000
"""Characters in which a named condition is told."""

_GROUPS = {
    "first": "the areas that were theirs at the start",
    "first_land": "the land that was theirs at the start",
    "held": "the areas that they own",
    "held_land": "the land that they own",
    "all": "all areas",
}
_UNITS = {
    "own": "own units",
    "side": "own or allied units",
    "allies": "units of allies",
    "enemies": "enemy units",
    "enemy_ships": "enemy surface warships",
}


@dataclass(frozen=True, slots=True)
class ObjectiveRow:
    """An objective: whose, what it pays in PUs, what it asks, and whether it would pay now.

    left: how often it still pays, None without a limit.
    """

    name: str
    nation: NationName
    value: int
    asks: str
    is_met: bool
    left: int | None


@dataclass(frozen=True, slots=True)
class TriggerRow:
    """A trigger: whose, when it is tested, what it asks, what it does, whether that holds now.

    when: moments in words, "" for the usual times; left: as for objectives.
    """

    name: str
    nation: NationName
    when: str
    asks: str
    does: tuple[str, ...]
    holds: bool
    left: int | None


def objective_rows(state: State) -> tuple[ObjectiveRow, ...]:
    """All objectives in the order of the scenario; () while they pay nothing by option."""
    if not state.definition.options.national_objectives:
        return ()
    return tuple(
        ObjectiveRow(
            entry.name,
            entry.nation,
            entry.value,
            condition_words(state, entry.test),
            is_met(state, entry),
            _left(state, f"{entry.nation}: {entry.name}", entry.uses),
        )
        for entry in state.definition.script.objectives
    )


def trigger_rows(state: State) -> tuple[TriggerRow, ...]:
    """All triggers in the order of the scenario."""
    return tuple(
        TriggerRow(
            entry.name,
            entry.nation,
            ", ".join(moment.replace(":", " ") for moment in entry.moments),
            condition_words(state, entry.test) + _chance(state, entry),
            tuple(effect_words(effect) for effect in entry.effects),
            holds(state, entry.test),
            _left(state, entry.name, entry.uses),
        )
        for entry in state.definition.script.triggers
    )


def _left(state: State, key: str, uses: int) -> int | None:
    times, _ = state.used.get(key, (0, 0))
    return max(uses - times, 0) if uses else None


def _chance(state: State, trigger: Trigger) -> str:
    needed = state.chances.get(trigger.name, trigger.chance)
    if needed >= trigger.sides:
        return ""
    return f", and a die of {trigger.sides} shows {needed} or less"


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
            last = f" to {condition.last}" if condition.last else " on"
            one = condition.first == condition.last
            return f"round {condition.first}" if one else f"round {condition.first}{last}"
        case SwitchOn():
            return f"the map's switch {condition.switch!r} is on"
        case HasRelation():
            rounds = f" for {condition.rounds} rounds" if condition.rounds else ""
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
        words = f"the condition {name!r}"
    return words if entry.is_on else f"switched off ({words})"


def relation_words(state: State, relation: str) -> str:
    """A type of relations with its archetype, or what a condition or a trigger calls several."""
    if relation in ANY_RELATION:
        return relation
    archetype = state.definition.politics.relation_type(relation).archetype
    same = relation.casefold() == archetype
    return archetype if same else f"{relation} ({archetype})"


def _on(value: bool) -> str:
    return "on" if value else "off"


def _together(state: State, condition: Together) -> str:
    parts = [condition_words(state, part) for part in condition.parts]
    least, most, every = condition.least, condition.most, len(parts)
    if least > every:
        return "never"
    if not parts:
        return "always"
    if least == every:
        return " and ".join(parts)
    if least == 1 and most >= every:
        return "either " + " or ".join(parts)
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
        f"{word} {entry.count} {'/'.join(entry.types) or 'units'}" for entry in units
    )


def effect_words(effect: Effect) -> str:
    """What an effect does, as a clause."""
    match effect:
        case SetFact(fact="bounds", value=()):
            return f"{', '.join(effect.names)} may go everywhere"
        case SetFact(fact="bounds" | "inside"):
            return f"where {', '.join(effect.names)} may go changes"
        case SetFact(fact="is_on"):
            verb = "counts" if effect.value else "no longer counts"
            return f"{', '.join(effect.names)} {verb}"
        case SetFact() if levy := fact_parts("nation", effect.fact):
            areas = "area" if effect.value == 1 else f"{effect.value} areas"
            get = f"one {levy[1]} for every {areas}" if effect.value else f"no {levy[1]}"
            return f"{', '.join(effect.names)} get {get} in their levy"
        case SetFact():
            value = ", ".join(effect.value) if isinstance(effect.value, tuple) else effect.value
            more, less = "now include", "no longer include"
            verb = more if effect.is_added else less if effect.is_removed else "is"
            fact = effect.fact.replace("_", " ")
            return f"{fact} of {', '.join(effect.names)} {verb} {value}"
        case EditBuyList():
            verb = "can" if effect.is_added else "cannot"
            return f"{effect.unit} {verb} be bought from the list {effect.buy_list}"
        case AssignLand():
            what = effect.territory or "every area"
            previous = f" of {effect.previous}" if effect.previous else ""
            return f"{what}{previous} goes to {effect.owner}"
        case ChangeRelation():
            is_any = effect.previous == "any"
            change = "becomes" if is_any else f"changes from {effect.previous} to"
            return f"the relation of {' and '.join(effect.nations)} {change} {effect.relation}"
        case CallTrigger():
            times = f" {effect.times} times" if effect.times > 1 else ""
            return f"{effect.trigger} happens{times}"
        case DecideTheatre():
            return f"{effect.alliance} wins {effect.theatre}"
    return _for_nations(effect)


def _for_nations(
    effect: GiveTechnology
    | EditResearch
    | RemoveUnits
    | PlaceUnits
    | GiveUnits
    | GiveResource
    | LoseCombatMove
    | WinGame,
) -> str:
    who = ", ".join(effect.nations)
    match effect:
        case GiveTechnology():
            return f"{who} get {effect.technology}"
        case EditResearch():
            verb = "can" if effect.is_added else "cannot"
            return f"{who} {verb} research {effect.technology}"
        case RemoveUnits():
            types = ", ".join(effect.types) or "units of each type"
            where = ", ".join(effect.territories) or "every area"
            return f"up to {effect.count} {types} of {who} leave {where}"
        case PlaceUnits():
            return f"{_counts(effect.units)} of {who} appear in {effect.territory}"
        case GiveUnits():
            return f"{who} get {_counts(effect.units)} to place"
        case GiveResource():
            verb = "get" if effect.amount > 0 else "lose"
            return f"{who} {verb} {abs(effect.amount)} {effect.resource}"
        case WinGame():
            return f"{who} win ({effect.message})"
        case LoseCombatMove():
            return f"{who} have no combat move in {effect.theatre} in their next turn"


def _counts(units: Counts) -> str:
    return ", ".join(f"{count} {name}" for name, count in units)
