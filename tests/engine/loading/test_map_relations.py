"""How nations stand to one another when a map begins: read, kept in a save, refused."""

from dataclasses import replace

import pytest

from engine.core.errors import DefinitionError
from engine.gamedef import Definition
from engine.gamedef.sides import Relation, Truce
from engine.loading import (
    UnsupportedMapError,
    definition_from_tree,
    read_triplea_map,
    tree_from_definition,
)
from engine.rules.relations import is_at_peace, is_enemy
from engine.rules.setup import start_position
from tests.engine.loading.small_map import small_map
from tests.support.positions import big_world


def played(kind: str, options: str = "", *, name: str = "Bond") -> Definition:
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
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    return read_triplea_map(text.encode())


def test_a_pair_may_be_allied_without_an_alliance() -> None:
    found = played("allied")
    assert found.relations == (Relation(("Blues", "Reds"), is_allied=True),)
    assert found.is_allied("Reds", "Blues")
    assert not found.is_at_war("Blues", "Reds")


def test_a_relation_that_says_what_the_alliances_say_is_not_kept() -> None:
    found = played("war", '<option name="canLandAirUnitsOnOwnedLand" value="false"/>')
    assert (found.relations, found.truces) == ((), ())
    assert found.is_at_war("Reds", "Blues")


def test_a_neutral_pair_begins_with_a_truce_that_nobody_breaks() -> None:
    found = played("neutral", '<option name="isDefaultWarPosition" value="true"/>')
    assert found.truces == (Truce(("Blues", "Reds"), ()),)
    state = start_position(found)
    assert is_at_peace(state, "Reds", "Blues")
    assert not is_enemy(state, "Reds", "Blues")
    assert not found.is_allied("Reds", "Blues")


@pytest.mark.parametrize(
    ("kind", "option", "value"),
    [
        ("allied", "canMoveLandUnitsOverOwnedLand", "false"),
        ("neutral", "canMoveAirUnitsOverOwnedLand", "true"),
        ("neutral", "rocketsCanFlyOver", "false"),
        ("war", "canMoveThroughCanals", "true"),
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
        Relation(("Germans", "Japanese"), is_allied=False),
        Relation(("Germans", "Russians"), is_allied=True),
    )
    game = replace(big_world(), relations=pairs)
    assert game.is_at_war("Japanese", "Germans")
    assert game.is_allied("Russians", "Germans")
    assert game.is_allied("Germans", "Germans")
    assert not game.is_allied("British", "Germans")
    assert definition_from_tree(tree_from_definition(game)) == game
