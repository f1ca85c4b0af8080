"""How nations stand to one another when a map begins: read, kept in a save, refused."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.core.errors import DefinitionError
from engine.gamedef import Definition
from engine.gamedef.relations import NEUTRALITY, Relation
from engine.loading import (
    UnsupportedMapError,
    definition_from_tree,
    read_triplea_map,
    tree_from_definition,
)
from engine.rules.common.relations import is_at_peace, is_enemy
from engine.rules.turn.setup import start_position
from tests.engine.loading.small_map import small_map
from tests.support.positions import big_world


def played(
    kind: str, options: str = "", *, name: str = "Bond", also: Sequence[tuple[str, str]] = ()
) -> Definition:
    """The small map, whose two nations begin with a relation of their own."""
    text = small_map().decode()
    types = f'<relationshipTypes><relationshipType name="{name}"/></relationshipTypes>'
    attachment = (
        f'<attachment name="relationshipTypeAttachment" attachTo="{name}" '
        f'javaClass="RelationshipTypeAttachment"><option name="archeType" value="{kind}"/>'
        f"{options}</attachment></attatchmentList>"
    )
    begin = (
        '<initialize><relationshipInitialize><relationship type="Bond" player1="Reds" '
        'player2="Blues" roundValue="1"/></relationshipInitialize>'
    )
    for old, new in (
        ("<production>", types + "<production>"),
        ("</attatchmentList>", attachment),
        ("<initialize>", begin),
        *also,
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    return read_triplea_map(text.encode())


def test_a_pair_may_be_allied_without_an_alliance() -> None:
    found = played("allied")
    assert found.politics.relations == (Relation(("Blues", "Reds"), "allied"),)
    assert found.politics.is_allied("Reds", "Blues")
    assert not found.politics.is_at_war("Blues", "Reds")


def test_relations_of_nobody_and_of_a_nation_with_itself_mean_nothing() -> None:
    bond = '<relationship type="Bond" player1="Reds" player2="Blues" roundValue="1"/>'
    idle = (("Neutral", "Blues"), ("Reds", "Reds"))
    more = "".join(bond.replace("Reds", one).replace("Blues", other) for one, other in idle)
    assert played("allied", also=((bond, bond + more),)) == played("allied")


def test_a_relation_that_says_what_the_alliances_say_is_not_kept() -> None:
    found = played("war", '<option name="canLandAirUnitsOnOwnedLand" value="false"/>')
    assert (found.politics.relations, found.politics.truces) == ((), ())
    assert found.politics.is_at_war("Reds", "Blues")


def test_a_neutral_pair_is_neither_allied_nor_at_war() -> None:
    found = played("neutral", '<option name="isDefaultWarPosition" value="true"/>')
    assert found.politics.relations == (Relation(("Blues", "Reds"), "neutral"),)
    assert (found.politics.truces, found.politics.relation_types) == ((), ())
    state = start_position(found)
    assert is_at_peace(state, "Reds", "Blues")
    assert not is_enemy(state, "Reds", "Blues")
    assert not found.politics.is_allied("Reds", "Blues")


@pytest.mark.parametrize(
    ("kind", "option", "value"),
    [
        ("neutral", "canTakeOverOwnedTerritory", "true"),
        ("war", "canTakeOverOwnedTerritory", "false"),
    ],
)
def test_a_type_that_changes_more_is_refused(kind: str, option: str, value: str) -> None:
    with pytest.raises(UnsupportedMapError) as caught:
        played(kind, f'<option name="{option}" value="{value}"/>')
    assert caught.value.missing == (
        f"option of RelationshipTypeAttachment {option}: {kind} {value}",
    )


@pytest.mark.parametrize(
    ("kind", "name", "reason"),
    [("friendly", "Bond", "no archetype"), ("war", "Other", "no relation 'Bond'")],
)
def test_a_map_that_contradicts_itself(kind: str, name: str, reason: str) -> None:
    with pytest.raises(DefinitionError, match=reason):
        played(kind, name=name)


def test_relations_part_allies_and_are_kept_in_a_save() -> None:
    pairs = (
        Relation(("Germans", "Japanese"), "war"),
        Relation(("Germans", "Russians"), "allied", since=-2),
        Relation(("British", "Germans"), "Open"),
    )
    kind = replace(NEUTRALITY, name="Open", land_passes=True, rockets_pass=False)
    world = big_world()
    game = replace(world, politics=replace(world.politics, relations=pairs, relation_types=(kind,)))
    assert game.politics.is_at_war("Japanese", "Germans")
    assert game.politics.is_allied("Russians", "Germans")
    assert game.politics.is_allied("Germans", "Germans")
    assert not game.politics.is_allied("British", "Germans")
    assert not game.politics.is_at_war("British", "Germans")
    assert game.politics.relation("Germans", "British") is kind
    assert game.politics.relation_since("Russians", "Germans") == -2
    assert definition_from_tree(tree_from_definition(game)) == game


@pytest.mark.parametrize(
    ("kind", "option", "value", "fact"),
    [
        ("allied", "canMoveLandUnitsOverOwnedLand", "false", "land_passes"),
        ("allied", "canMoveAirUnitsOverOwnedLand", "false", "air_passes"),
        ("allied", "canLandAirUnitsOnOwnedLand", "false", "air_lands"),
        ("allied", "givesBackOriginalTerritories", "true", "gives_back"),
        ("neutral", "givesBackOriginalTerritories", "true", "gives_back"),
        ("war", "givesBackOriginalTerritories", "true", "gives_back"),
        ("allied", "canMoveIntoDuringCombatMove", "false", "enters_in_combat_move"),
        ("neutral", "canMoveLandUnitsOverOwnedLand", "true", "land_passes"),
        ("neutral", "rocketsCanFlyOver", "false", "rockets_pass"),
        ("war", "canMoveThroughCanals", "true", "opens_canals"),
        ("war", "canMoveLandUnitsOverOwnedLand", "false", "land_passes"),
        ("war", "canMoveAirUnitsOverOwnedLand", "false", "air_passes"),
        ("war", "canLandAirUnitsOnOwnedLand", "true", "air_lands"),
    ],
)
def test_what_a_type_changes_is_kept(kind: str, option: str, value: str, fact: str) -> None:
    found = played(kind, f'<option name="{option}" value="{value}"/>')
    (bond,) = found.politics.relation_types
    assert (bond.name, bond.archetype) == ("Bond", kind)
    assert getattr(bond, fact) == (value == "true")
    assert found.politics.relation("Reds", "Blues") == bond
    assert definition_from_tree(tree_from_definition(found)) == found


def test_a_scenario_cannot_change_what_an_archetype_is() -> None:
    tree = tree_from_definition(big_world())
    tree["relation_types"] = [{"name": "Odd", "archetype": "war", "land_is_taken": True}]
    with pytest.raises(DefinitionError, match="have the same value"):
        definition_from_tree(tree)


def test_a_relation_chains_where_chains_can_form() -> None:
    """They form when a politics step ends, by types that chain, and only where a switch is on."""

    def chaining(*options: str, also: tuple[tuple[str, str], ...]) -> list[str]:
        found = played("allied", *options, also=also)
        return [one.name for one in found.politics.relation_types if one.chains]

    chains = '<option name="alliancesCanChainTogether" value="true"/>'
    on = (
        "<propertyList>",
        '<propertyList><property name="Alliances Can Chain Together" value="true"/>',
    )
    step = '<step name="redTech" delegate="tech" player="Reds"/>'
    politics = (
        '<delegate name="tech" javaClass="TechnologyDelegate"',
        '<delegate name="p" javaClass="PoliticsDelegate" display="P"/>'
        '<delegate name="tech" javaClass="TechnologyDelegate"',
    )
    talks = (step, f'<step name="redPolitics" delegate="p" player="Reds"/>{step}')
    assert chaining(chains, also=(politics, talks)) == []
    assert chaining(chains, also=(on,)) == []
    assert chaining(also=(on, politics, talks)) == []
    assert chaining(chains, also=(on, politics, talks)) == ["Bond"]
