"""The steps of a pending battle in the words of the case file, in the order of the ruleset."""

from engine.core.event_log import EventLog
from engine.gamedef import Definition, State
from engine.rules.battle.before.beginning import resolve_battle_start
from engine.rules.battle.before.pending_battles import defenders_in
from engine.rules.battle.numbers.targets import FIRST_STRIKE, GENERAL
from engine.rules.battle.rounds.fire import FiringGroup, groups_to_fire
from engine.rules.battle.rounds.retreat import retreats
from engine.rules.battle.rounds.submerge import submersible
from engine.rules.common.battle_step import (
    ATTACKER,
    DEFENDER,
    battle_of,
    nation_of,
    units_of,
)
from engine.rules.common.relations import type_of
from engine.rulesets.battle_round import BATTLE_ROUND
from tests.conformance.case_game import CaseGame


def battle_step_order(game: CaseGame) -> list[str]:
    """The steps of the first round of the first pending battle; nothing when there is none."""
    state = game.state
    battles = [battle for battle in state.battles if defenders_in(state, battle.territory)]
    if not battles:
        return []
    log: EventLog[Definition] = EventLog(state)
    log.extend(resolve_battle_start(state, battles[0]))
    names: list[str] = []
    for name in BATTLE_ROUND:
        names.extend(_names(log.state, name))
    return names


def _names(state: State, name: str) -> list[str]:
    if name.startswith("first_strike_of_"):
        side = name.removeprefix("first_strike_of_")
        return _fire(state, side, _groups(state, side, (FIRST_STRIKE,)), "subs fire")
    if name == "remove_early_casualties":
        both = [
            *_groups(state, ATTACKER, (FIRST_STRIKE,)),
            *_groups(state, DEFENDER, (FIRST_STRIKE,)),
        ]
        return ["remove sneak attack casualties"] if any(g.shooters for g in both) else []
    if name.startswith("general_of_"):
        side = name.removeprefix("general_of_")
        early = any(group.shooters for group in _groups(state, side, (FIRST_STRIKE,)))
        late = _groups(state, side, GENERAL)
        submerging = tuple(group for group in late if group.name == "general_submarines")
        others = tuple(group for group in late if group not in submerging)
        apart = early or any(group.shooters for group in submerging)
        names = _fire(state, side, submerging, "subs fire")
        return [*names, *_fire(state, side, others, "others fire" if apart else "fire")]
    battle = battle_of(state)
    if name == "remove_casualties":
        return ["remove casualties"]
    if name == "retreat":
        return [f"{battle.attacker} withdraw?"] if retreats(state) else []
    return _submerges(state, name)


def _groups(state: State, side: str, names: tuple[str, ...]) -> tuple[FiringGroup, ...]:
    """The groups of a side with these names in a battle that has just begun."""
    return tuple(groups_to_fire(state, side, names))


def _fire(state: State, side: str, groups: tuple[FiringGroup, ...], word: str) -> list[str]:
    if not any(group.shooters and group.targets for group in groups):
        return []
    battle = battle_of(state)
    other = DEFENDER if side == ATTACKER else ATTACKER
    return [f"{nation_of(battle, side)} {word}", f"{nation_of(battle, other)} casualties"]


def _submerges(state: State, name: str) -> list[str]:
    options = state.definition.options
    before = options.submarines_retreat_before_battle
    first = options.submerge_defender_first
    meant = {
        "attacker_submerges_before": before,
        "defender_submerges_before": before,
        "defender_submerges_first": not before and first,
        "attacker_submerges": not before,
        "defender_submerges": not before and not first,
    }
    if not meant.get(name, False):
        return []
    side = name.partition("_")[0]
    nation = nation_of(battle_of(state), side)
    there = units_of(state, battle_of(state), side)
    # Before the battle the step is in the list whether or not a destroyer prevents it.
    listed = before and any(type_of(state, unit).undersea.is_submarine for unit in there)
    return [f"{nation} subs submerge?"] if listed or submersible(state, side) else []
