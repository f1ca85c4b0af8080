"""Submarines leave a battle for a neighbouring zone, in games in which they cannot submerge.

After a round, or by option before its dice, the submarines of a side may withdraw together when the
other side has no destroyer left: those of the attacker to a zone that their ships came from, those
of the defender to a zone beside the battle without enemies, behind no canal that is closed to them;
by option those of the defender may submerge instead. The rest of the fleet fights on. The attacker
is asked; the defender's do as their standing orders say. Without any, an option decides whether the
defender is asked; if not, they go by the default that holds where submarines submerge, to the first
such zone in alphabetical order.

Rule: rule book, Units and Battle (B76, B193), Classic (C41, D5).
Options: submersible_submarines, defending_submarines_may_leave, defending_submarines_may_submerge,
submarines_retreat_before_battle, ask_defender.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import Decision
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.battle import SubmarinesStayed, UnitsRetreated, UnitsSubmerged
from engine.core.ids import BattleSide, TerritoryName, UnitId
from engine.core.standing_orders import StandingUse
from engine.core.words import ChosenBy
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.retreat import Retreat
from engine.rules.battle.before.retreat_options import is_open_retreat
from engine.rules.battle.rounds.fire import has_destroyer
from engine.rules.battle.rounds.retreat_choice import (
    check_retreat,
    legal_retreats,
    retreat_decision,
)
from engine.rules.battle.rounds.standing_orders import standing_withdrawal
from engine.rules.battle.rounds.submerge import submerges_by_default
from engine.rules.common.battle_step import (
    ATTACKER,
    DEFENDER,
    BattleStep,
    battle_of,
    did,
    has_done,
    nation_of,
    other_side,
    units_of,
)
from engine.rules.common.canals import closed_canal_between
from engine.rules.common.frame import Events
from engine.rules.common.relations import enemies_in, is_asked, is_sea, type_of

_WITHDREW: Final = "withdraw"


def withdrawing(state: State, side: BattleSide) -> tuple[UnitId, ...]:
    """Submarines of a side that may withdraw now, in order of identity."""
    battle = battle_of(state)
    there = units_of(state, battle, side)
    enemies = units_of(state, battle, other_side(side))
    if not enemies or has_destroyer(state, other_side(side)):
        return ()
    submarines = tuple(unit.id for unit in there if type_of(state, unit).undersea.may_submerge)
    # A fleet of nothing else retreats as a whole.
    return () if side == ATTACKER and len(submarines) == len(there) else submarines


def withdrawal_zones(state: State, side: BattleSide) -> tuple[TerritoryName, ...]:
    """Where the submarines of a side may go, sorted; their own zone, where they submerge, last."""
    battle = battle_of(state)
    if side == ATTACKER:
        return tuple(place for place in battle.retreat_options if is_open_retreat(state, place))
    nation = nation_of(battle, side)
    friends = state.definition.politics.outlook(nation).canal_friends
    kinds = {state.units[key].type for key in withdrawing(state, side)}
    going = [state.definition.unit_types[name] for name in sorted(kinds)]
    beside = (
        place
        for place in sorted(state.definition.board.neighbours(battle.territory))
        if is_sea(state, place)
        and not any(not unit.submerged for unit in enemies_in(state, nation, place))
        and not any(
            closed_canal_between(state, friends, kind, (battle.territory, place), combat=False)
            for kind in going
        )
    )
    below = state.definition.options.defending_submarines_may_submerge
    return (*beside, battle.territory) if below else tuple(beside)


def _resolve_departure(
    state: State,
    side: BattleSide,
    zone: TerritoryName,
    chosen_by: ChosenBy,
    use: StandingUse | None = None,
) -> Events:
    """The submarines of a side go to a zone; to submerge is to go to where they are."""
    territory, going = battle_of(state).territory, withdrawing(state, side)
    if zone == territory:
        return (UnitsSubmerged(territory, side, going, chosen_by, use),)
    return (UnitsRetreated(territory, going, zone, chosen_by, use),)


def _resolve_by_standing(
    state: State, going: tuple[UnitId, ...], to: TerritoryName, use: StandingUse
) -> Events:
    """The defender's submarines leave for a zone, or stay when it is ""."""
    if to:
        gone = _resolve_departure(state, DEFENDER, to, "standing", use)
        return (did(state, _WITHDREW), *gone)
    stayed = SubmarinesStayed(battle_of(state).territory, DEFENDER, going, use)
    return (did(state, _WITHDREW), stayed)


def withdraw_step(name: str, side: BattleSide, *, before: bool) -> BattleStep:  # noqa: C901 - four parts
    """The battle step in which the submarines of one side may withdraw.

    before: whether it is the one ahead of the dice of a round.
    """

    def advance(state: State) -> Events | Waiting:
        if has_done(state, _WITHDREW) or not (going := withdrawing(state, side)):
            return ()
        zones = withdrawal_zones(state, side)
        if not zones:
            return ()
        if side == ATTACKER:
            return decision(state)
        told = standing_withdrawal(
            state, battle_of(state).defender, battle_of(state).territory, zones
        )
        if told is not None and told[1].fired:
            return _resolve_by_standing(state, going, *told)
        if is_asked(state, battle_of(state).defender):
            return decision(state)
        if not submerges_by_default(state):
            return ()
        use = None if told is None else told[1]
        return _resolve_departure(state, side, zones[0], "default", use)

    def decision(state: State) -> Decision:
        going, zones = withdrawing(state, side), withdrawal_zones(state, side)
        return retreat_decision(state, side, going, zones, "withdraw")

    def check(state: State, order: Order) -> tuple[Illegal, ...]:
        asked = decision(state)

        def refusal(goal: TerritoryName) -> str:
            ways = ", ".join(asked.territories)
            return f"submarines cannot withdraw to {goal or 'nowhere'}; possible: {ways}"

        return check_retreat(order, asked, refusal, "B76")

    def resolve(state: State, order: Order) -> Events:
        log = EventLog(state)
        log.add(did(state, _WITHDREW))
        if isinstance(order, Retreat):
            log.extend(_resolve_departure(state, side, order.to, "player"))
        return log.events

    def legal(state: State) -> Iterator[Order]:
        return legal_retreats(decision(state))

    def is_open(state: State) -> bool:
        options = state.definition.options
        may_leave = side == ATTACKER or options.defending_submarines_may_leave
        is_now = before == options.submarines_retreat_before_battle
        return is_now and may_leave and not options.submersible_submarines

    return BattleStep(name, advance, check, resolve, legal=legal, is_open=is_open)


STEPS: Final = (
    withdraw_step("attacker_withdraws_before", ATTACKER, before=True),
    withdraw_step("defender_withdraws_before", DEFENDER, before=True),
    withdraw_step("attacker_withdraws", ATTACKER, before=False),
    withdraw_step("defender_withdraws", DEFENDER, before=False),
)
