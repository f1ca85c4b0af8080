"""The steps of a pending battle in the words of the case file, in the order of the ruleset."""

from engine.core.unfold import Unfolding
from engine.gamedef import Definition, State
from engine.rules.battle.battle_step import (
    ATTACKER,
    DEFENDER,
    BattleStep,
    battle_of,
    nation_of,
    units_of,
)
from engine.rules.battle.fire import FiringGroup, first_strike_groups, general_groups
from engine.rules.battle.pending import defenders_in, resolve_battle_start
from engine.rules.battle.retreat import retreat_exits
from engine.rules.battle.submerge import (
    ATTACKER_DIVES,
    ATTACKER_DIVES_BEFORE,
    DEFENDER_DIVES,
    DEFENDER_DIVES_BEFORE,
    DEFENDER_DIVES_FIRST,
    divers,
)
from engine.rules.relations import type_of
from engine.rulesets import axis_and_allies
from tests.conformance.case_game import CaseGame


def battle_step_order(game: CaseGame) -> list[str]:
    """The steps of the first round of the first pending battle; nothing when there is none."""
    state = game.state
    battles = [battle for battle in state.battles if defenders_in(state, battle.territory)]
    if not battles:
        return []
    story: Unfolding[Definition] = Unfolding(state)
    story.extend(resolve_battle_start(state, battles[0]))
    names: list[str] = []
    for step in axis_and_allies._BATTLE_STEPS:
        names.extend(_names(story.state, step))
    return names


def _names(state: State, step: BattleStep) -> list[str]:
    name = step.name
    if name.startswith("first_strike_"):
        side = name.removeprefix("first_strike_")
        return _fire(state, side, first_strike_groups(state, side), "subs fire")
    if name == "remove_surprised":
        both = (*first_strike_groups(state, ATTACKER), *first_strike_groups(state, DEFENDER))
        return ["remove sneak attack casualties"] if any(g.shooters for g in both) else []
    if name.startswith("general_"):
        side = name.removeprefix("general_")
        early = any(group.shooters for group in first_strike_groups(state, side))
        late = general_groups(state, side)
        diving = tuple(group for group in late if group.name == "general_submarines")
        others = tuple(group for group in late if group not in diving)
        apart = early or any(group.shooters for group in diving)
        names = _fire(state, side, diving, "subs fire")
        return [*names, *_fire(state, side, others, "others fire" if apart else "fire")]
    battle = battle_of(state)
    if name == "casualties":
        return ["remove casualties"]
    if name == "retreat":
        return [f"{battle.attacker} withdraw?"] if retreat_exits(state) else []
    return _dives(state, step)


def _fire(state: State, side: str, groups: tuple[FiringGroup, ...], word: str) -> list[str]:
    if not any(group.shooters and group.targets for group in groups):
        return []
    battle = battle_of(state)
    other = DEFENDER if side == ATTACKER else ATTACKER
    return [f"{nation_of(battle, side)} {word}", f"{nation_of(battle, other)} casualties"]


def _dives(state: State, step: BattleStep) -> list[str]:
    options = state.definition.options
    before = options.submarines_retreat_before_battle
    first = options.submerge_defender_first
    meant = {
        id(ATTACKER_DIVES_BEFORE): before,
        id(DEFENDER_DIVES_BEFORE): before,
        id(DEFENDER_DIVES_FIRST): not before and first,
        id(ATTACKER_DIVES): not before,
        id(DEFENDER_DIVES): not before and not first,
    }
    if not meant.get(id(step), False):
        return []
    side = step.name.removeprefix("submerge_")
    nation = nation_of(battle_of(state), side)
    there = units_of(state, battle_of(state), side)
    # Before the battle the step stands in the list whether or not a destroyer prevents it.
    listed = before and any(type_of(state, unit).is_submarine for unit in there)
    return [f"{nation} subs submerge?"] if listed or divers(state, side) else []
