"""A game that begins in a later round: where, with what aboard which ship, by which rules."""

import pytest

from engine import (
    Definition,
    DefinitionError,
    PhaseOpen,
    definition_from_tree,
    new_game,
    tree_from_definition,
)
from engine.rules.turn.setup import start_position
from tests.engine.loading.small_tree import small_tree


def later(**fields: object) -> Definition:
    return definition_from_tree(small_tree() | fields)


def test_a_game_begins_in_the_round_and_the_step_that_it_says() -> None:
    step = new_game(later(first_round=4, first_step="redMove"))
    assert (step.state.round, step.waiting) == (4, PhaseOpen("Reds", "combat_move"))
    usual = new_game(later())
    assert usual.state.round == 1


def test_a_step_that_is_over_by_then_is_passed_over() -> None:
    step = new_game(later(first_round=2, first_step="redBid"))
    assert step.waiting == PhaseOpen("Reds", "combat_move")


def test_cargo_is_aboard_the_ship_that_it_says_whoever_owns_it() -> None:
    crew = [{"owner": "Blues", "unit": "guard", "count": 1}, {"owner": "Reds", "unit": "guard"}]
    ship = {"area": "South Sea", "owner": "Reds", "unit": "ship", "count": 2}
    definition = later(stacks=[ship | {"cargo": crew}, ship | {"count": 1, "hits": 1}])
    assert definition_from_tree(tree_from_definition(definition)) == definition
    state = start_position(definition)
    assert list(state.units) == sorted(state.units)
    ships = [unit for unit in state.units_in("South Sea") if unit.type == "ship"]
    loads = {
        (ship.hits, tuple(sorted((one.owner, one.type) for one in state.cargo_of(ship.id))))
        for ship in ships
    }
    full = (("Blues", "guard"), ("Reds", "guard"))
    assert loads == {(0, full), (1, ())}
    assert len(ships) == 3 and len(state.units_in("South Sea")) == 7


def test_loose_units_find_only_the_room_that_cargo_leaves() -> None:
    crew = [{"owner": "Reds", "unit": "guard", "count": 2}]
    ship = {"area": "North Sea", "owner": "Reds", "unit": "ship", "count": 1, "cargo": crew}
    setup = {"Reds": {"North Sea": {"guard": 1}}}
    with pytest.raises(DefinitionError, match="no room on transports"):
        later(stacks=[ship], setup=setup)
    roomy = ship | {"cargo": [crew[0] | {"count": 1}]}
    state = start_position(later(stacks=[roomy], setup=setup))
    assert all(unit.carried_by for unit in state.units.values() if unit.type == "guard")


def test_rules_that_triggers_have_changed_before_are_changed_from_the_start() -> None:
    test = {"kind": "rounds", "first": 1, "last": 9}
    effect = {
        "kind": "set",
        "subject": "territory",
        "names": ["Redland"],
        "fact": "production",
        "value": 9,
    }
    row = {"name": "boom", "nation": "Reds", "test": test, "effects": [effect], "uses": 1}
    triggers = [row | {"moments": ["before:redMove"]}]
    start = later(triggers=triggers, first_round=2, first_step="blueMove")
    assert start_position(start).definition.board.territories["Redland"].production == 4
    after = later(
        triggers=triggers, first_round=2, first_step="blueMove", happened={"boom": [1, 0]}
    )
    state = start_position(after)
    assert state.used == {"boom": (1, 0)}
    assert state.definition.board.territories["Redland"].production == 9


def test_what_happens_before_the_first_step_is_over_in_a_game_that_goes_on() -> None:
    test = {"kind": "rounds", "first": 1, "last": 9}
    gift = {"kind": "resource", "nations": ["Blues"], "resource": "PUs", "amount": 5}
    row = {"name": "gift", "nation": "Blues", "test": test, "effects": [gift], "moments": ["start"]}
    first, on = later(triggers=[row]), later(triggers=[row], first_step="blueMove")
    assert new_game(first).state.amount("Blues", "PUs") == 8
    assert new_game(on).state.amount("Blues", "PUs") == 3
