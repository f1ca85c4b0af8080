"""Filing standing orders: a nation leaves them in its own turn, between battles.

Rule: rule book, end matter (G20).  An instruction that is known to be useless or impossible when
it is filed is refused; what depends on the battle turns out there.
Options: submersible_submarines, defending_submarines_may_leave, defending_submarines_may_submerge,
air_battles_before_raids, scrambling, scramble_to_sea_only, kamikaze_attacks,
surviving_air_may_land, homeless_air_lands_on_islands.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from engine.core.errors import Illegal
from engine.core.events.turn import StandingOrdersChanged
from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.core.standing_orders import StandingCondition, StandingInstruction
from engine.gamedef import State
from engine.gamedef.unit_types import UnitType
from engine.orders.clear_standing import ClearStanding
from engine.orders.file_standing import FileStanding
from engine.orders.standing_orders.absorb import StandingAbsorb
from engine.orders.standing_orders.conditions import RELATIONS
from engine.orders.standing_orders.intercept import StandingIntercept
from engine.orders.standing_orders.kamikaze import StandingKamikaze
from engine.orders.standing_orders.keep import DOMAINS, StandingKeep
from engine.orders.standing_orders.land import StandingLand
from engine.orders.standing_orders.losses import StandingLosses
from engine.orders.standing_orders.scramble import StandingScramble
from engine.orders.standing_orders.submerge import StandingSubmerge
from engine.orders.standing_orders.withdraw import StandingWithdraw
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_allied, is_sea

MOST_INSTRUCTIONS: Final = 200
"""Standing instructions of one nation."""
_MOST_ITEMS: Final = 100
_MOST_CONDITIONS: Final = 10
_RULE: Final = "G20"
_NUMBERS: Final = ("attackers", "defenders", "round")
_TYPED: Final = ("own", "enemy")
_BEFORE: Final = "ADR 0092"
_AT_ONCE: Final[Mapping[type[StandingInstruction], str]] = {
    StandingLand: "where aircraft land is decided after the battles and takes no condition",
    StandingScramble: "who scrambles is decided before the battles and takes no condition",
    StandingKamikaze: "kamikaze attacks are made before the battles and take no condition",
}
"""Kinds that take no condition, because no battle is under way when they count, and why."""


CheckInstruction: TypeAlias = Callable[[State, StandingInstruction], Iterator[Illegal]]
"""All reasons why an instruction means nothing in a game; its place is on the board."""

T = TypeVar("T", bound=StandingInstruction)


def fitting(
    state: State,
    nation: NationName,
    kind: type[T],
    territory: TerritoryName,
    holds: Callable[[StandingCondition], bool],
) -> tuple[T, ...]:
    """The instructions of one kind that hold in a territory now, the most specific first."""
    holding = [
        entry
        for entry in state.standing_orders.get(nation, ())
        if isinstance(entry, kind)
        and entry.territory in {"", territory}
        and all(holds(condition) for condition in entry.conditions)
    ]
    return tuple(sorted(holding, key=lambda entry: entry.territory == ""))


def compares(condition: StandingCondition, number: int) -> bool:
    """Whether a number is as a condition wants it."""
    return {
        "<": number < condition.number,
        "<=": number <= condition.number,
        ">": number > condition.number,
        ">=": number >= condition.number,
    }[condition.relation]


def check_standing(
    state: State, order: FileStanding | ClearStanding, check_instruction: CheckInstruction
) -> tuple[Illegal, ...]:
    """Every reason against standing orders of the nation on turn; () when they can be filed.

    The game has checked before that the nation is on turn and no battle is under way.
    check_instruction: what the rules of the game say against an instruction.
    """
    filed = state.standing_orders.get(state.nation, ())
    if isinstance(order, ClearStanding):
        text = f"the {state.nation} have no standing orders to drop"
        return () if filed else (Illegal("no-standing-orders", text, _RULE),)
    reasons = list(_check_form(state, order.instruction))
    reasons += () if reasons else check_instruction(state, order.instruction)
    if order.instruction in filed:
        text = "this standing order has already been filed"
        reasons.append(Illegal("standing-twice", text, _RULE, order.instruction.territory))
    if len(_added(filed, order.instruction)) > MOST_INSTRUCTIONS:
        text = f"a nation may file at most {MOST_INSTRUCTIONS} standing orders"
        reasons.append(Illegal("too-many-instructions", text, _RULE))
    return tuple(reasons)


def resolve_standing(state: State, order: FileStanding | ClearStanding) -> Events:
    """The standing orders of the nation on turn change."""
    filed = state.standing_orders.get(state.nation, ())
    after = () if isinstance(order, ClearStanding) else _added(filed, order.instruction)
    return (StandingOrdersChanged(state.nation, after),)


def _added(
    filed: tuple[StandingInstruction, ...], new: StandingInstruction
) -> tuple[StandingInstruction, ...]:
    """With one more instruction, in the place of an earlier one about the same thing."""
    places = [_subject(entry) == _subject(new) for entry in filed]
    if True not in places:
        return (*filed, new)
    at = places.index(True)
    return (*filed[:at], new, *filed[at + 1 :])


def _subject(entry: StandingInstruction) -> tuple[object, ...]:
    """What may be filed once: a kind at a place under conditions, for `keep` also the units."""
    whom = (entry.type, entry.domain) if isinstance(entry, StandingKeep) else ()
    return (type(entry), entry.territory, entry.conditions, whom)


def _check_form(state: State, entry: StandingInstruction) -> Iterator[Illegal]:
    place = entry.territory
    if place and place not in state.definition.board.territories:
        yield Illegal("no-such-territory", f"there is no territory {place!r}", "", place)
    elif len(entry.conditions) > _MOST_CONDITIONS:
        text = f"an instruction has at most {_MOST_CONDITIONS} conditions"
        yield Illegal("too-many-items", text, _RULE, place)


def check_instruction(state: State, entry: StandingInstruction) -> Iterator[Illegal]:
    """Why an instruction means nothing in a game of Axis & Allies; its place is on the board."""
    place = entry.territory
    yield from check_conditions(state, entry, _NUMBERS, _AT_ONCE)
    match entry:
        case StandingLosses():
            yield from _check_losses(state, entry)
        case StandingAbsorb():
            for kind in entry.types:
                yield from _check_type(state, kind, place)
                yield from _check_absorbs(state, kind, place)
            yield from check_list(entry.types, place)
        case StandingKeep():
            yield from _check_keep(state, entry)
        case StandingIntercept():
            yield from _check_intercept(state, entry)
        case StandingScramble():
            yield from _check_scramble(state, entry)
        case StandingKamikaze():
            yield from _check_kamikaze(state, entry)
        case StandingSubmerge() | StandingWithdraw():
            yield from _check_submarines(state, entry)
        case StandingLand():
            yield from _check_landing(state, entry)
        case _:
            yield Illegal("no-such-instruction", "this is not a standing order", _RULE)


def _check_losses(state: State, entry: StandingLosses) -> Iterator[Illegal]:
    place = entry.territory
    if not entry.order:
        yield Illegal("empty-instruction", "an order of losses names at least one", _RULE, place)
    for item in entry.order:
        if item.type:
            yield from _check_type(state, item.type, place)
        if item.owner and item.owner not in state.definition.politics.nation_names:
            text = f"there is no nation {item.owner!r}"
            yield Illegal("no-such-nation", text, "", place)
        elif item.owner and not is_allied(state, state.nation, item.owner):
            text = f"units of the {item.owner} are never lost in a defence of the {state.nation}"
            yield Illegal("not-an-ally", text, _RULE, place)
        if not item.type and not item.owner:
            yield Illegal("empty-instruction", "a loss names a unit type or a nation", _RULE, place)
    yield from check_list(entry.order, place)


def _check_type(state: State, kind: UnitTypeName, place: TerritoryName) -> Iterator[Illegal]:
    """Whether units of a type can ever be chosen as casualties there."""
    found = state.definition.unit_types.get(kind)
    if found is None:
        yield Illegal("no-such-unit-type", f"there is no unit type {kind!r}", "", place)
    elif found.is_infrastructure:
        text = f"{kind} take no part in battles and are never chosen as casualties"
        yield Illegal("never-a-loss", text, "B88", place)
    elif place and not found.is_air and found.is_sea != is_sea(state, place):
        text = f"{kind} never fight in {place}"
        yield Illegal("never-there", text, "B17", place)


def _check_absorbs(state: State, kind: UnitTypeName, place: TerritoryName) -> Iterator[Illegal]:
    found = state.definition.unit_types.get(kind)
    if found is not None and found.hit_points < 2:
        text = f"{kind} are lost to the first hit and cannot absorb any"
        yield Illegal("absorbs-nothing", text, "B200", place)


def check_list(items: tuple[object, ...], place: TerritoryName) -> Iterator[Illegal]:
    """Reasons against a list of an instruction: an item named twice, or too many of them."""
    if len(set(items)) < len(items):
        yield Illegal("named-twice", "an instruction names the same thing twice", _RULE, place)
    if len(items) > _MOST_ITEMS:
        text = f"an instruction names at most {_MOST_ITEMS} things"
        yield Illegal("too-many-items", text, _RULE, place)


def _check_keep(state: State, entry: StandingKeep) -> Iterator[Illegal]:
    place = entry.territory
    if entry.count < 1:
        yield Illegal("wrong-count", f"{entry.count} is not a number of units", "", place)
    if entry.domain:
        if entry.domain not in DOMAINS or entry.type:
            text = f"keep names a unit type or one of {', '.join(DOMAINS)} units"
            yield Illegal("empty-instruction", text, _RULE, place)
        elif place and entry.domain == ("land" if is_sea(state, place) else "sea"):
            text = f"{entry.domain} units never fight in {place}"
            yield Illegal("never-there", text, "B17", place)
        return
    yield from _check_type(state, entry.type, place)


def _check_submarines(
    state: State, entry: StandingSubmerge | StandingWithdraw
) -> Iterator[Illegal]:
    place, options = entry.territory, state.definition.options
    may_submerge = options.submersible_submarines or (
        options.defending_submarines_may_leave and options.defending_submarines_may_submerge
    )
    if isinstance(entry, StandingSubmerge) and not may_submerge:
        yield Illegal("no-such-choice", "submarines never submerge in this game", "B76", place)
    if isinstance(entry, StandingWithdraw) and (
        options.submersible_submarines or not options.defending_submarines_may_leave
    ):
        text = "submarines of a defence never withdraw to another zone in this game"
        yield Illegal("no-such-choice", text, "B76", place)
    if place and not is_sea(state, place):
        yield Illegal("never-there", f"submarines never fight in {place}", "B17", place)
    if isinstance(entry, StandingWithdraw):
        if entry.to and not entry.leave:
            text = "submarines that stay need no zones"
            yield Illegal("empty-instruction", text, _RULE, place)
        yield from _check_goals(state, entry.to, place, sea_only=True)


def _check_intercept(state: State, entry: StandingIntercept) -> Iterator[Illegal]:
    place = entry.territory
    if not state.definition.options.air_battles_before_raids:
        yield Illegal("no-such-choice", "raids are not intercepted in this game", "B69", place)
    if place and is_sea(state, place):
        yield Illegal("never-there", f"{place} is at sea and is never raided", "B69", place)
    yield from _check_counted(state, entry.units, place)
    for kind in _known(state, entry.units):
        if not kind.air_combat.can_intercept:
            yield Illegal("cannot-intercept", f"{kind.name} cannot intercept a raid", "B69", place)


def _check_scramble(state: State, entry: StandingScramble) -> Iterator[Illegal]:
    place = entry.territory
    options = state.definition.options
    if not options.scrambling:
        yield Illegal("no-such-choice", "no aircraft scramble in this game", _BEFORE, place)
    if place and options.scramble_to_sea_only and not is_sea(state, place):
        text = f"aircraft scramble to help at sea only, and {place} is land"
        yield Illegal("never-there", text, _BEFORE, place)
    yield from _check_counted(state, entry.units, place)
    for kind in _known(state, entry.units):
        if not kind.scrambling.scramble_distance:
            yield Illegal("cannot-scramble", f"{kind.name} never scramble", _BEFORE, place)


def _check_kamikaze(state: State, entry: StandingKamikaze) -> Iterator[Illegal]:
    place, definition = entry.territory, state.definition
    rule = definition.map_rules.of(state.nation)
    if not definition.options.kamikaze_attacks or not rule.kamikaze_goods:
        text = f"the {state.nation} make no kamikaze attacks in this game"
        yield Illegal("no-such-choice", text, _BEFORE, place)
    if place and not is_sea(state, place):
        text = f"{place} is land, and kamikaze attacks are made on ships"
        yield Illegal("never-there", text, _BEFORE, place)
    yield from _check_counted(state, entry.attacks, place)
    for kind in _known(state, entry.attacks):
        if not rule.may_strike(kind):
            yield Illegal("never-a-target", f"{kind.name} are never attacked so", _BEFORE, place)


def _check_counted(
    state: State, units: Sequence[tuple[UnitTypeName, int]], place: TerritoryName
) -> Iterator[Illegal]:
    """Reasons against numbers of units by type."""
    for kind, count in units:
        if kind not in state.definition.unit_types:
            yield Illegal("no-such-unit-type", f"there is no unit type {kind!r}", "", place)
        if count < 1:
            yield Illegal("wrong-count", f"{count} {kind} is not a number of units", "", place)
    yield from check_list(tuple(kind for kind, _ in units), place)


def _known(state: State, units: Sequence[tuple[UnitTypeName, int]]) -> Iterator[UnitType]:
    kinds = state.definition.unit_types
    return (kinds[kind] for kind, _ in units if kind in kinds)


def _check_landing(state: State, entry: StandingLand) -> Iterator[Illegal]:
    place = entry.territory
    options = state.definition.options
    if not (options.surviving_air_may_land or options.homeless_air_lands_on_islands):
        text = "aircraft that lost their carrier may not land elsewhere in this game"
        yield Illegal("no-such-choice", text, "B177", place)
    if place and not is_sea(state, place):
        text = f"{place} is land: aircraft lose their carriers at sea only"
        yield Illegal("never-there", text, "B177", place)
    if not entry.to:
        yield Illegal("empty-instruction", "no place to land is named", _RULE, place)
    yield from _check_goals(state, entry.to, place)


def _check_goals(
    state: State, goals: tuple[TerritoryName, ...], place: TerritoryName, *, sea_only: bool = False
) -> Iterator[Illegal]:
    board = state.definition.board
    own = place if sea_only else None
    for goal in goals:
        if goal not in board.is_sea:
            yield Illegal("no-such-territory", f"there is no territory {goal!r}", "", place)
        elif place in board.is_sea and goal != own and not board.is_border(place, goal):
            yield Illegal("not-a-neighbour", f"{goal} does not touch {place}", "B177", place)
        elif sea_only and not board.is_sea[goal]:
            yield Illegal("not-a-sea-zone", f"{goal} is not a sea zone", "B76", place)
    yield from check_list(goals, place)


def check_conditions(
    state: State,
    entry: StandingInstruction,
    numbers: Collection[str],
    at_once: Mapping[type[StandingInstruction], str],
) -> Iterator[Illegal]:
    """Reasons against the conditions of an instruction.

    numbers: what a game can compare with a number, besides units of a type.
    at_once: kinds of instructions that take no condition, and why, a sentence.
    """
    place = entry.territory
    for condition in entry.conditions:
        if type(entry) in at_once:
            yield Illegal("bad-condition", at_once[type(entry)], _RULE, place)
        elif not _is_formed(condition, numbers):
            yield Illegal("bad-condition", "there is no such condition", _RULE, place)
        elif condition.what in _TYPED and condition.type not in state.definition.unit_types:
            text = f"there is no unit type {condition.type!r}"
            yield Illegal("no-such-unit-type", text, "", place)


def _is_formed(condition: StandingCondition, numbers: Collection[str]) -> bool:
    """Whether a condition has what it needs and nothing else."""
    if condition.what == "air_only":
        return condition == StandingCondition("air_only")
    compared = condition.relation in RELATIONS and condition.number >= 0
    if condition.what in _TYPED:
        return compared
    return compared and condition.what in numbers and not condition.type
