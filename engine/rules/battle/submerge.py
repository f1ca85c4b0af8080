"""Submarines leave a battle by diving.

Rule: rule book, Units and Battle (B76, B81, B187, B193, G5, G20, G30).  After a round the
submarines of a side may dive when the other side has no destroyer left; they stay in the zone and
can do nothing else in this turn.  The attacker is asked.  The defender is away: their submarines do
as their standing orders say.  Without any, an option decides whether they are asked; if not, all of
the submarines submerge when they can hit none of the attackers left, or when the attackers left are
stronger in total than all defenders left; otherwise they stay up.
By option they dive in any case before the dice of a round when all enemies are aircraft, which
could not hit them.
Options: submersible_submarines, submarines_retreat_before_battle, submerge_defender_first,
  submarines_dive_from_aircraft,
  ask_defender.
"""

from collections.abc import Callable, Iterator
from typing import Final

from engine.core.agenda import Decision
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.battle import SubmarinesStayed, UnitsSubmerged
from engine.core.ids import UnitId
from engine.gamedef import State
from engine.orders import Order, Submerge
from engine.rules.battle.battle_step import (
    ATTACKER,
    DEFENDER,
    BattleStep,
    battle_of,
    check_answers,
    did,
    has_done,
    nation_of,
    other_side,
    units_of,
)
from engine.rules.battle.diving import can_dive, wants_to_dive
from engine.rules.battle.fire import has_destroyer, side_power
from engine.rules.battle.picks import pick_units, picks_of
from engine.rules.battle.standing_orders import standing_dive
from engine.rules.frame import Events, Waiting
from engine.rules.relations import is_asked, type_of

_DIVED: Final = "submerge"


def divers(state: State, side: str) -> tuple[UnitId, ...]:
    """Submarines of a side that may dive now, in order of identity."""
    battle = battle_of(state)
    enemies = units_of(state, battle, other_side(side))
    options = state.definition.options
    hunted = has_destroyer(state, other_side(side))
    if not can_dive(options, enemies=len(enemies), enemy_destroyer=hunted):
        return ()
    there = units_of(state, battle, side)
    return tuple(unit.id for unit in there if type_of(state, unit).is_submarine)


def dives_by_default(state: State) -> bool:
    """Whether the defender's submarines dive; the rule is in the docstring of this file."""
    battle = battle_of(state)
    attackers = units_of(state, battle, ATTACKER)
    defenders = units_of(state, battle, DEFENDER)
    return wants_to_dive(
        only_aircraft=all(type_of(state, unit).is_air for unit in attackers),
        attack=side_power(state, attackers, ATTACKER),
        defence=side_power(state, defenders, DEFENDER),
    )


def submerge_step(name: str, side: str, is_open: Callable[[State], bool]) -> BattleStep:  # noqa: C901 - four parts
    """The battle step in which one side may dive; is_open: whether the options want it here."""

    def advance(state: State) -> Events | Waiting:
        if has_done(state, _DIVED) or not is_open(state):
            return ()
        may_dive = divers(state, side)
        if not may_dive:
            return ()
        if side == DEFENDER and (told := _resolve_by_standing(state, may_dive)):
            return told
        if side == ATTACKER or is_asked(state, battle_of(state).defender):
            return _decision(state, side)
        if not dives_by_default(state):
            return ()
        return (UnitsSubmerged(battle_of(state).territory, side, may_dive, "default"),)

    def check(state: State, order: Order) -> tuple[Illegal, ...]:
        decision = _decision(state, side)
        reasons = check_answers(order, decision, (Submerge,))
        if reasons or not isinstance(order, Submerge):
            return reasons
        return pick_units(state, order.picks, decision.units, decision.territory)[1]

    def resolve(state: State, order: Order) -> Events:
        if not isinstance(order, Submerge):
            return ()
        territory = battle_of(state).territory
        chosen, _ = pick_units(state, order.picks, divers(state, side), territory)
        log = EventLog(state)
        log.add(did(state, _DIVED))
        if chosen:
            log.add(UnitsSubmerged(territory, side, chosen, "player"))
        return log.events

    def legal(state: State) -> Iterator[Order]:
        """Nobody, and the first one, two, three ... submarines."""
        territory = battle_of(state).territory
        may_dive = divers(state, side)
        yield Submerge(territory, ())
        for count in range(1, len(may_dive) + 1):
            yield Submerge(territory, picks_of(state, may_dive[:count]))

    return BattleStep(name, advance, check, resolve, legal=legal)


def _resolve_by_standing(state: State, may_dive: tuple[UnitId, ...]) -> Events:
    """What standing orders of the defender do with their submarines; () when there are none."""
    battle = battle_of(state)
    told = standing_dive(state, battle.defender, battle.territory)
    if told is None:
        return ()
    dive, use = told
    place = battle.territory
    if dive:
        return (did(state, _DIVED), UnitsSubmerged(place, DEFENDER, may_dive, "standing", use))
    return (did(state, _DIVED), SubmarinesStayed(place, DEFENDER, may_dive, use))


def _decision(state: State, side: str) -> Decision:
    battle = battle_of(state)
    return Decision(
        nation=nation_of(battle, side),
        what="submerge",
        territory=battle.territory,
        round=battle.round,
        step="submerge",
        units=divers(state, side),
    )


def _before(state: State) -> bool:
    return state.definition.options.submarines_retreat_before_battle


def _after(state: State) -> bool:
    return not _before(state)


def _after_defender_first(state: State) -> bool:
    return _after(state) and state.definition.options.submerge_defender_first


def _after_attacker_first(state: State) -> bool:
    return _after(state) and not state.definition.options.submerge_defender_first


def _advance_from_aircraft(state: State) -> Events | Waiting:
    """By option, submarines go without being asked where all enemies are aircraft (B80)."""
    if not state.definition.options.submarines_dive_from_aircraft:
        return ()
    battle = battle_of(state)
    for side in (ATTACKER, DEFENDER):
        enemies = units_of(state, battle, other_side(side))
        may_dive = divers(state, side)
        if may_dive and all(type_of(state, unit).is_air for unit in enemies):
            return (UnitsSubmerged(battle.territory, side, may_dive, "rule"),)
    return ()


STEPS: Final = (
    submerge_step("attacker_dives_before", ATTACKER, _before),
    submerge_step("defender_dives_before", DEFENDER, _before),
    submerge_step("defender_dives_first", DEFENDER, _after_defender_first),
    submerge_step("attacker_dives", ATTACKER, _after),
    submerge_step("defender_dives", DEFENDER, _after_attacker_first),
    BattleStep("dives_from_aircraft", _advance_from_aircraft),
)
