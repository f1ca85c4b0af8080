"""From battle instructions to the orders that answer a Decision.

The first instruction that fits is followed; where none fits there is a default for every question:
casualties in the default order of losses, press on, stay up, every ship fires, every rocket flies
to the richest target, homeless aircraft go to the first place offered, interceptors launch where
they would if nobody were asked, no aircraft scramble, no kamikaze attacks are made, and of several
nations that defend together the one that loses most by it is hit.  A defender who is asked has the
defaults of the rules (G20): their submarines leave where they would if nobody were asked.
Format: docs/formats/orders-v1.md, section "Battle instructions".
"""

from collections import Counter
from collections.abc import Sequence

from engine.core.agenda import BattleFrame, Decision
from engine.core.ids import NOBODY, NOWHERE, BattleSide, NationName, TerritoryName, UnitId
from engine.core.pick import Pick
from engine.gamedef import State
from engine.notation.instructions import (
    BattleInstruction,
    BombardRule,
    HitRule,
    InterceptRule,
    LossOrder,
    PressRule,
    RetreatRule,
    RocketRule,
    SubmergeRule,
    WhenClause,
)
from engine.orders.bombard import Bombard
from engine.orders.fire_rocket import FireRocket
from engine.orders.form import Order
from engine.orders.hit_first import HitFirst
from engine.orders.intercept import Intercept
from engine.orders.kamikaze import Kamikaze
from engine.orders.land_aircraft import LandAircraft
from engine.orders.lose import Lose
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.orders.scramble import Scramble
from engine.orders.submerge import Submerge
from engine.rules.battle.around.air_battle import default_interceptors
from engine.rules.battle.rounds.casualties import casualty_order, default_casualties, owners_of
from engine.rules.battle.rounds.submerge import submerges_by_default
from engine.rules.blocks.answers import default_answer
from engine.rules.common.battle_step import ATTACKER, DEFENDER, battle_of, unmarked_of
from engine.rules.common.relations import type_of
from engine.rules.common.values import defence_of
from engine.rules.politics.random_start import SET_UP, legal_set_ups


def decide(
    state: State, decision: Decision, instructions: Sequence[BattleInstruction] = ()
) -> Order:
    """The order that answers a decision of a settled state.

    Raises LookupError for a question that this module has no answer to.
    """
    if state.definition.blocks is not None:
        return default_answer(state, decision)
    if decision.what == SET_UP:
        return next(legal_set_ups(state))
    return _decide(state, decision, instructions)


def _decide(state: State, decision: Decision, instructions: Sequence[BattleInstruction]) -> Order:
    place = decision.territory
    fitting = [entry for entry in instructions if entry.territory in {"", place}]
    match decision.what:
        case "casualties":
            return Lose(place, _picks(state, _casualties(state, decision, fitting)))
        case "ally":
            return HitFirst(place, _hit_first(state, decision, fitting))
        case "retreat":
            return _retreat_or_press(state, decision, fitting)
        case "submerge":
            submerges = _leaves(state, decision, fitting)
            return Submerge(place, _picks(state, decision.units) if submerges else ())
        case "withdraw":
            leaves = _leaves(state, decision, fitting)
            return Retreat(place, decision.territories[0]) if leaves else Press(place)
        case "bombard":
            fires = next((rule.fire for rule in fitting if isinstance(rule, BombardRule)), True)
            return Bombard(place, _picks(state, decision.units) if fires else ())
        case "rocket":
            return FireRocket(place, _target(state, decision, fitting))
        case "intercept":
            return Intercept(place, _picks(state, _interceptors(state, decision, fitting)))
        case "scramble":
            return Scramble(place, ())
        case "kamikaze":
            return Kamikaze(place, ())
        case "landing":
            to = decision.territories[0] if decision.territories else NOWHERE
            return LandAircraft(place, _picks(state, decision.units), to)
    raise LookupError(f"no answer to a decision about {decision.what!r}")


def _side(state: State, decision: Decision) -> BattleSide:
    """Whose choice it is; aircraft that are shot at on their way are the attacker's."""
    under_way = any(isinstance(frame, BattleFrame) for frame in state.agenda)
    return DEFENDER if under_way and decision.nation != state.nation else ATTACKER


def _leaves(state: State, decision: Decision, instructions: Sequence[BattleInstruction]) -> bool:
    """Whether submarines leave the battle."""
    for rule in instructions:
        if isinstance(rule, SubmergeRule):
            return rule.submerge
    return _side(state, decision) == DEFENDER and submerges_by_default(state)


def _casualties(
    state: State, decision: Decision, instructions: Sequence[BattleInstruction]
) -> tuple[UnitId, ...]:
    """Hits that only damage first, then the types as listed, then the rest in default order."""
    side = _side(state, decision)
    rule = next((entry for entry in instructions if isinstance(entry, LossOrder)), None)
    if rule is None:
        return default_casualties(state, decision.units, decision.count, side)
    places = {name: index for index, name in enumerate(rule.types)}
    order = casualty_order(state, decision.units, side)
    damage, lost = order[: -len(decision.units)], order[-len(decision.units) :]
    lost = tuple(sorted(lost, key=lambda key: places.get(state.units[key].type, len(places))))
    return (*damage, *lost)[: decision.count]


def _hit_first(
    state: State, decision: Decision, instructions: Sequence[BattleInstruction]
) -> NationName:
    """The first listed nation among those offered; otherwise the one that loses most."""
    owners = owners_of(state, decision.units)
    rule = next((entry for entry in instructions if isinstance(entry, HitRule)), None)
    for nation in rule.nations if rule is not None else ():
        if nation in owners:
            return nation
    return max(owners, key=lambda nation: _strength_lost(state, decision, nation))


def _strength_lost(state: State, decision: Decision, nation: NationName) -> int:
    own = tuple(key for key in decision.units if state.units[key].owner == nation)
    lost = default_casualties(state, own, decision.count, DEFENDER)
    return sum(defence_of(state, state.units[key]) for key in lost)


def _retreat_or_press(
    state: State, decision: Decision, instructions: Sequence[BattleInstruction]
) -> Order:
    place = decision.territory
    for rule in instructions:
        if isinstance(rule, PressRule) and _all_hold(state, rule.conditions):
            return Press(place)
        if not isinstance(rule, RetreatRule) or not _all_hold(state, rule.conditions):
            continue
        # "" among the places offered is the way out for aircraft alone.
        offered = [name for name in decision.territories if name]
        if not offered:
            return Retreat(place, NOWHERE)
        if rule.to in {"", *offered}:
            return Retreat(place, rule.to or offered[0])
    return Press(place)


def _all_hold(state: State, conditions: Sequence[WhenClause]) -> bool:
    return all(_holds(state, condition) for condition in conditions)


def _holds(state: State, condition: WhenClause) -> bool:
    battle = battle_of(state)
    attackers = unmarked_of(state, battle, ATTACKER)
    if condition.what == "air_only":
        return all(type_of(state, unit).is_air for unit in attackers)
    numbers = {
        "round": battle.round,
        "attackers": len(attackers),
        "defenders": len(unmarked_of(state, battle, DEFENDER)),
    }
    number = numbers[condition.what]
    if condition.number == number:
        return condition.relation in {"<=", ">="}
    return condition.relation.startswith("<" if number < condition.number else ">")


def _interceptors(
    state: State, decision: Decision, instructions: Sequence[BattleInstruction]
) -> tuple[UnitId, ...]:
    """All or none, as the first rule says; without one, those that launch when nobody is asked."""
    rule = next((entry for entry in instructions if isinstance(entry, InterceptRule)), None)
    if rule is None:
        return default_interceptors(state)
    return decision.units if rule.launch else ()


def _target(
    state: State, decision: Decision, instructions: Sequence[BattleInstruction]
) -> TerritoryName:
    """The first listed target in reach; without an instruction the one of the highest value."""
    rule = next((entry for entry in instructions if isinstance(entry, RocketRule)), None)
    if rule is not None:
        return next((name for name in rule.targets if name in decision.territories), NOWHERE)
    lands = state.definition.board.territories
    ranked = sorted(decision.territories, key=lambda name: (-lands[name].production, name))
    return ranked[0] if ranked else NOWHERE


def _picks(state: State, units: Sequence[UnitId]) -> tuple[Pick, ...]:
    """The units by type and owner, as they are written; the rules choose among unlike ones."""
    counts = Counter((state.units[key].type, state.units[key].owner) for key in units)
    return tuple(
        Pick(count, kind, NOBODY if owner == state.nation else owner)
        for (kind, owner), count in counts.items()
    )
