"""Chains of alliances: relations that bind whole groups (ADR 0019)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.core.ids import NationName, pair_of
from engine.game import apply, new_game
from engine.gamedef import Definition, State
from engine.gamedef.conditions import Together
from engine.gamedef.relations import PoliticalAction, Relation, RelationType
from engine.gamedef.sequence import SequenceStep
from engine.loading import definition_from_tree, normal_definition, tree_from_definition
from engine.orders.act import Act
from engine.rules.common.relations import relation_of
from tests.support.positions import at_phase, big_world, done

BOND = RelationType.from_fields("Bond", "allied", chains=True)
FEUD = RelationType.from_fields("Feud", "war", spreads=True)
GERMANS, RUSSIANS, BRITISH, JAPANESE = "Germans", "Russians", "British", "Japanese"
TRUE = Together((), 0, 0)
Pairs = Mapping[tuple[NationName, NationName], str]


def game(
    relations: Pairs, changes: Pairs, types: tuple[RelationType, ...] = (BOND, FEUD)
) -> Definition:
    """The big world, all neutral but for some pairs; Germans can make some changes in politics."""
    world = big_world(politics=True)
    names = [nation.name for nation in world.politics.nations]
    pairs = {pair_of(a, b): "neutral" for a in names for b in names if a != b}
    pairs |= {pair_of(*pair): name for pair, name in relations.items()}
    action = PoliticalAction(
        "speak",
        GERMANS,
        tuple(Relation(pair_of(*pair), name) for pair, name in changes.items()),
        TRUE,
    )
    politics = replace(
        world.politics,
        relation_types=types,
        relations=tuple(Relation(pair, name) for pair, name in sorted(pairs.items())),
        actions=(action,),
    )
    talks = SequenceStep("germanPolitics", "politics", GERMANS)
    return replace(world, politics=politics, sequence=(talks, *world.sequence))


def after_action(definition: Definition) -> State:
    step = at_phase(new_game(definition), GERMANS, "politics")
    return apply(step.state, Act("speak")).state


def names_of(state: State, *pairs: tuple[NationName, NationName]) -> list[str]:
    return [relation_of(state, *pair).name for pair in pairs]


def test_who_joins_one_joins_all_and_shares_their_wars() -> None:
    state = after_action(
        game(
            {(RUSSIANS, BRITISH): "Bond", (BRITISH, JAPANESE): "Feud"}, {(GERMANS, BRITISH): "Bond"}
        )
    )
    assert names_of(state, (GERMANS, RUSSIANS), (GERMANS, BRITISH)) == ["Bond", "Bond"]
    assert names_of(state, (GERMANS, JAPANESE), (RUSSIANS, JAPANESE)) == ["Feud", "Feud"]
    assert names_of(state, (GERMANS, "Americans")) == ["neutral"]


@pytest.mark.parametrize(("chains", "spreads"), [(True, False), (False, True)])
def test_nothing_follows_without_a_type_that_chains_and_no_war_without_one_that_spreads(
    chains: bool, spreads: bool
) -> None:
    types = (replace(BOND, chains=chains), replace(FEUD, spreads=spreads))
    relations = {(RUSSIANS, BRITISH): "Bond", (BRITISH, JAPANESE): "Feud"}
    state = after_action(game(relations, {(GERMANS, BRITISH): "Bond"}, types))
    assert names_of(state, (GERMANS, RUSSIANS)) == ["Bond" if chains else "neutral"]
    assert names_of(state, (GERMANS, JAPANESE)) == ["neutral"]


def test_who_leaves_one_leaves_all() -> None:
    bonds = {(GERMANS, RUSSIANS): "Bond", (GERMANS, BRITISH): "Bond", (RUSSIANS, BRITISH): "Bond"}
    state = after_action(game(bonds, {(GERMANS, BRITISH): "neutral"}))
    assert names_of(state, (GERMANS, RUSSIANS), (GERMANS, BRITISH)) == ["neutral", "neutral"]
    assert names_of(state, (RUSSIANS, BRITISH)) == ["Bond"]


def test_peace_is_made_by_a_group_with_a_group() -> None:
    relations = {
        (GERMANS, JAPANESE): "Bond",
        (RUSSIANS, BRITISH): "Bond",
        **{(a, b): "Feud" for a in (GERMANS, JAPANESE) for b in (RUSSIANS, BRITISH)},
    }
    state = after_action(game(relations, {(GERMANS, BRITISH): "neutral"}))
    for pair in (
        (GERMANS, BRITISH),
        (GERMANS, RUSSIANS),
        (JAPANESE, BRITISH),
        (JAPANESE, RUSSIANS),
    ):
        assert names_of(state, pair) == ["neutral"], pair
    assert names_of(state, (GERMANS, JAPANESE), (RUSSIANS, BRITISH)) == ["Bond", "Bond"]


def test_chains_form_at_the_end_of_a_politics_phase_whatever_made_them() -> None:
    bonds = {(GERMANS, BRITISH): "Bond", (RUSSIANS, BRITISH): "Bond"}
    talks = new_game(game(bonds, {(BRITISH, "Americans"): "Feud"}))
    waiting = at_phase(talks, GERMANS, "politics").state
    assert names_of(waiting, (GERMANS, RUSSIANS)) == ["neutral"]
    assert names_of(done(waiting).state, (GERMANS, RUSSIANS)) == ["Bond"]


def test_types_that_chain_survive_a_round_trip_through_a_tree() -> None:
    definition = normal_definition(
        game({(RUSSIANS, BRITISH): "Bond"}, {(GERMANS, BRITISH): "Feud"})
    )
    assert {BOND, FEUD} == set(definition.politics.relation_types)
    assert definition_from_tree(tree_from_definition(definition)) == definition
