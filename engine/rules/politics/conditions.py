"""Whether a condition of the map holds in a position.

A pure question: the same position always gives the same answer.  Areas are counted, so "in 3 of
these 5" and "in every one of them" are the same kind of condition.

Conditions may name others, which name others: each of these is worked out once for a position, so
the work is in proportion to the scenario and not to the number of ways through it.  What units an
area holds is counted once for a position as well, by owner and type.

Source: the map dialect (RulesAttachment); decision: docs/adr/0017.
Options: any that a condition names.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.core.memo import remembered
from engine.gamedef import State
from engine.gamedef.conditions import (
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
    WhoseUnits,
    Worth,
)
from engine.gamedef.option_values import is_on
from engine.rules.common.relations import (
    is_allied,
    is_enemy,
    is_mere_transport,
    is_sea,
    owner_of,
    relation_of,
)
from engine.rules.economy.income import area_income

Nations = tuple[NationName, ...]


def holds(state: State, condition: Condition) -> bool:
    """Whether a condition holds; KeyError for a named one that the definition does not have."""
    match condition:
        case Together():
            true = sum(holds(state, part) for part in condition.parts)
            return condition.least <= true <= condition.most
        case Opposite():
            return not holds(state, condition.part)
        case Named():
            return _named_holds(state, condition.name)
        case Rounds():
            return condition.first <= state.round <= (condition.last or state.round)
        case SwitchOn():
            return state.definition.script.switches.get(condition.switch, False)
        case OptionOn():
            return is_on(state.definition.options, condition.option) == condition.value
        case TheatreWon():
            return state.won.get(condition.theatre) == condition.alliance
        case TheatreOpen():
            is_fresh = state.reopened.get(condition.theatre) == state.round
            return condition.theatre not in state.won and not is_fresh
        case Amount():
            held = (state.amount(nation, condition.resource) for nation in condition.nations)
            return any(amount >= condition.count for amount in held)
    return _holds_on_the_board(state, condition)


@remembered
def _named_holds(state: State, name: str) -> bool:
    entry = state.definition.script.condition(name)
    return entry.is_on and holds(state, entry.test)


def times_met(state: State, condition: Condition) -> int:
    """How often something happens that depends on a condition which holds: once, as a rule.

    Where it says "each", once for each area that fulfils it.  A condition that it names counts as
    well, but not what that one names in its turn; the largest number decides.
    """
    return _times(state, condition, deeper=True)


def own_times(state: State, condition: Condition) -> int:
    """How often an objective pays: as `times_met`, but conditions that its test names do not count.

    A test that is nothing but a name stands for the condition of that name.
    """
    if isinstance(condition, Named):
        condition = state.definition.script.condition(condition.name).test
    return _times(state, condition, deeper=False)


def _times(state: State, condition: Condition, *, deeper: bool) -> int:
    match condition:
        case Together():
            return max((_times(state, part, deeper=deeper) for part in condition.parts), default=1)
        case Named() if deeper:
            entry = state.definition.script.condition(condition.name)
            return _times(state, entry.test, deeper=False)
        case Ownership() | UnitPresence() | UnitAbsence() if condition.places.each:
            return max(1, sum(areas_met(state, condition)))
    return 1


def areas_met(state: State, condition: Ownership | UnitPresence | UnitAbsence) -> list[bool]:
    """Area by area, whether it fulfils a condition."""
    match condition:
        case Ownership():
            return [_is_owned(state, condition, place) for place in _places(state, condition)]
        case UnitPresence():
            return [_is_present(state, condition, place) for place in _places(state, condition)]
        case UnitAbsence():
            return [_is_absent(state, condition, place) for place in _places(state, condition)]


def _holds_on_the_board(state: State, condition: Condition) -> bool:
    match condition:
        case Ownership() | UnitPresence() | UnitAbsence():
            return _is_enough(condition.places, areas_met(state, condition))
        case Knowledge():
            known = [
                len({*condition.technologies}.intersection(state.technologies.get(nation, ())))
                for nation in condition.nations
            ]
            return any(count >= condition.count for count in known)
        case War():
            fights = [_wars(state, nation, condition.enemies) for nation in condition.nations]
            return any(
                count >= condition.count if condition.count else not count for count in fights
            )
        case HasRelation():
            return has_relation(state, condition.nations, condition.relation, condition.rounds)
        case Destroyed():
            return _destroyed(state, condition) >= condition.value
        case Fought():
            return any(
                number == state.round
                and attacker in condition.nations
                and (defender in condition.enemies or not condition.enemies)
                and place in condition.territories
                for number, attacker, defender, place in state.fought
            )
        case Worth():
            mine = (p for p in _places(state, condition) if owner_of(state, p) in condition.nations)
            return sum(area_income(state, place) for place in mine) >= condition.value
    raise TypeError(f"not a condition: {condition!r}")


def has_relation(
    state: State, nations: tuple[NationName, NationName], relation: str, rounds: int = 0
) -> bool:
    """Whether two nations are in this relation, and have been for at least that many rounds.

    relation: as in HasRelation.relation.  A map may ask for more rounds wherever it asks for some.
    """
    now = relation_of(state, *nations)
    if relation not in {"any", f"any {now.archetype}", now.name}:
        return False
    if not rounds:
        return True
    since = state.definition.politics.relation_since(*nations)
    return state.round - since >= rounds + state.definition.politics.extra_rounds


def _wars(state: State, nation: NationName, others: Nations) -> int:
    return sum(is_enemy(state, nation, other) for other in others)


def _destroyed(state: State, condition: Destroyed) -> int:
    """What the nations have destroyed, in PUs."""
    total = 0
    for nation in condition.nations:
        last, now, ever = state.destroyed.get(nation, (0, 0, 0))
        this_round = now if last == state.round else 0
        total += this_round if condition.this_round else ever
    return total


def _is_enough(places: Places, met: list[bool]) -> bool:
    return sum(met) >= (places.count or len(met))


def _places(
    state: State, condition: Ownership | UnitPresence | UnitAbsence | Worth
) -> Iterator[TerritoryName]:
    """The areas that a condition counts, in the order of the map."""
    places = condition.places
    if places.which == "named":
        yield from places.names
        return
    definition = state.definition
    for name in definition.board.territories:
        if places.which == "all":
            yield name
            continue
        if places.which.endswith("_land") and is_sea(state, name):
            continue
        first = places.which.startswith("first")
        owner = definition.original_owner(name) if first else owner_of(state, name)
        if owner in condition.nations:
            yield name


def _is_owned(state: State, condition: Ownership, place: TerritoryName) -> bool:
    owner = owner_of(state, place)
    if owner in condition.nations:
        return True
    return condition.by_side and any(
        is_allied(state, nation, owner) for nation in condition.nations
    )


Forces = Mapping[tuple[NationName, UnitTypeName], int]


def _is_present(state: State, condition: UnitPresence, place: TerritoryName) -> bool:
    units = _units_of(state, condition.nations, condition.whose, place)
    if not condition.units:
        return bool(units)
    return all(_count(units, entry) >= entry.count for entry in condition.units)


def _is_absent(state: State, condition: UnitAbsence, place: TerritoryName) -> bool:
    units = _units_of(state, condition.nations, condition.whose, place)
    if not condition.units:
        return not units
    return all(_count(units, entry) <= entry.count for entry in condition.units)


def _count(units: Mapping[UnitTypeName, int], entry: UnitCount) -> int:
    if not entry.types:
        return sum(units.values())
    return sum(units.get(name, 0) for name in {*entry.types})


def _units_of(
    state: State, nations: Nations, whose: WhoseUnits, place: TerritoryName
) -> Mapping[UnitTypeName, int]:
    """How many units of each type are there of those that are meant, seen from the nations."""
    found: dict[UnitTypeName, int] = {}
    for (owner, kind), count in forces_in(state, place).items():
        if _is_one(state, owner, kind, nations, whose):
            found[kind] = found.get(kind, 0) + count
    return found


@remembered
def forces_in(state: State, place: TerritoryName) -> Forces:
    """The units in an area by owner and type: many conditions ask about the same large stack."""
    return Counter((unit.owner, unit.type) for unit in state.units_in(place))


def _is_one(
    state: State, owner: NationName, kind: UnitTypeName, nations: Nations, whose: WhoseUnits
) -> bool:
    """Whether units of a type and owner are among those that are meant."""
    mine = owner in nations
    match whose:
        case "own":
            return mine
        case "side":
            return mine or any(is_allied(state, nation, owner) for nation in nations)
        case "allies":
            return not mine and any(is_allied(state, nation, owner) for nation in nations)
        case "enemies":
            return any(is_enemy(state, nation, owner) for nation in nations)
        case "enemy_ships":
            ship = state.definition.unit_types[kind]
            if not ship.is_sea or ship.undersea.may_submerge or is_mere_transport(ship):
                return False
            return any(is_enemy(state, nation, owner) for nation in nations)
