"""Chains of alliances: some relations bind whole groups of nations.

Whoever has a relation that chains with one nation has it with everybody who has it with that one.
Where the map has a type of war that spreads, all of a group are at war with whoever one of them is
at war with.  Chains form after every political action and at the end of every politics phase.

Who leaves one nation of its group by a political action leaves all of them in the same way; who
ends the war with one nation ends it with the whole group of that one, and so does its own group.

Source: the map dialect (alliancesCanChainTogether, isDefaultWarPosition); decision: docs/adr/0019.
Options: none.
"""

from collections.abc import Iterable

from engine.core.event_log import EventLog
from engine.core.ids import NationName
from engine.gamedef import Definition, State
from engine.gamedef.relations import PoliticalAction, RelationType
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_enemy, relation_of
from engine.rules.politics.changing import resolve_relation


def resolve_chains(state: State) -> Events:
    """The relations that follow from those that chain, nation by nation in the order of the map."""
    types = state.definition.politics.relation_types
    bonds = [entry for entry in types if entry.chains]
    if not bonds:
        return ()
    log = EventLog(state)
    names = state.definition.politics.nation_names
    for nation in names:
        own = _group(log.state, nation)
        others = {far for near in own for far in _group(log.state, near)} - {nation, *own}
        _change_all(log, nation, (name for name in names if name in others), bonds[0])
    for war in (entry for entry in types if entry.spreads):
        for nation in names:
            own = _group(log.state, nation)
            enemies = {far for near in own for far in _enemies(log.state, near)}
            others = enemies - {nation, *_enemies(log.state, nation)}
            _change_all(log, nation, (name for name in names if name in others), war)
    return log.events


def resolve_taken_along(state: State, action: PoliticalAction) -> Events:
    """What an action of a nation changes besides its own pairs, before these change."""
    log, nation = EventLog(state), action.nation
    own = _group(state, nation)
    for change in action.changes:
        if nation not in change.nations:
            continue
        other = next((name for name in change.nations if name != nation), nation)
        before = relation_of(state, nation, other)
        after = state.definition.politics.relation_type(change.type)
        if before.chains and not after.chains and other in own:
            _change_all(log, nation, own, after)
        if before.archetype == "war" and after.archetype != "war":
            for mine in (*own, nation):
                for theirs in (*_group(state, other), other):
                    if is_enemy(state, mine, theirs):
                        log.extend(resolve_relation(log.state, (mine, theirs), after.name))
    return log.events


def _group(state: State, nation: NationName) -> tuple[NationName, ...]:
    """Nations with which a nation has a relation that chains."""
    return tuple(
        other
        for other in state.definition.politics.nation_names
        if other != nation and relation_of(state, nation, other).chains
    )


def _enemies(state: State, nation: NationName) -> tuple[NationName, ...]:
    names = state.definition.politics.nation_names
    return tuple(other for other in names if is_enemy(state, nation, other))


def _change_all(
    log: EventLog[Definition], nation: NationName, others: Iterable[NationName], kind: RelationType
) -> None:
    for other in others:
        log.extend(resolve_relation(log.state, (nation, other), kind.name))
