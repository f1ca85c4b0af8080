"""Conditions, objectives and triggers of a map in words, and whether they hold now (ADR 0017)."""

from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.changes import building_parts
from engine.gamedef.changes import parts_of as fact_parts
from engine.gamedef.map_names import said_by_map, trigger_word
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
from engine.rules.politics.condition_progress import progress_of
from engine.rules.politics.condition_words import condition_words
from engine.rules.politics.conditions import holds
from engine.rules.turn.bonus import is_met
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class ObjectiveRow:
    """An objective: whose, what it pays in PUs, what it asks, and whether it would pay now.

    left: how often it still pays, None without a limit; done, needed: as of `progress_of`.
    """

    name: str
    nation: NationName
    value: int
    asks: str
    is_met: bool
    left: int | None
    done: int
    needed: int


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
            *progress_of(state, entry.test),
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


def effect_words(effect: Effect) -> str:
    """What an effect does, as a clause."""
    match effect:
        case SetFact(fact="bounds", value=()):
            return f"{', '.join(effect.names)} may go everywhere"
        case SetFact(fact="bounds" | "inside"):
            return f"where {', '.join(effect.names)} may go changes"
        case SetFact(fact="is_on"):
            verb = "counts" if effect.value else "no longer counts"
            return f"{', '.join(map(trigger_word, effect.names))} {verb}"
        case SetFact() if levy := fact_parts("nation", effect.fact):
            areas = "area" if effect.value == 1 else f"{effect.value} areas"
            get = f"one {levy[1]} for every {areas}" if effect.value else f"no {levy[1]}"
            return f"{', '.join(effect.names)} get {get} in their levy"
        case SetFact(subject="unit") if building := building_parts(effect.fact):
            is_in = building[0] == "not_in"
            can = "can" if bool(effect.value) != is_in else "cannot"
            where = "placed in" if is_in else "built beside"
            return f"{', '.join(effect.names)} {can} be {where} {building[1]}"
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
            return f"{trigger_word(effect.trigger)} happens{times}"
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
            return f"{who} win ({said_by_map(effect.message)})"
        case LoseCombatMove():
            return f"{who} have no combat move in {effect.theatre} in their next turn"


def _counts(units: Counts) -> str:
    return ", ".join(f"{count} {name}" for name, count in units)
