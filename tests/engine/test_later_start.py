"""A game that begins in a later round: where, with what aboard which ship, by which rules."""

from dataclasses import fields

import pytest

import engine
from engine import (
    Definition,
    DefinitionError,
    PhaseOpen,
    State,
    definition_from_tree,
    new_game,
    tree_from_definition,
)
from engine.core.state import TurnRecord
from engine.core.unit import FieldSpan, Unit, span_of
from engine.gamedef.under_way import TurnSoFar, UnitSoFar
from engine.rules.turn.setup import start_position
from tests.engine.loading.small_tree import small_tree


def rows(tree: dict[str, object], name: str) -> list[object]:
    found = tree[name]
    assert isinstance(found, list)
    return found


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


def begun(**turn: object) -> Definition:
    return later(first_round=2, first_step="redMove", under_way=turn)


def test_a_turn_goes_on_where_it_was() -> None:
    definition = begun(
        begun=True,
        units=[{"unit": 1, "moved": 1, "in_combat": True}, {"unit": 2, "launched": True}],
        battles=[{"area": "North Sea", "attackers": [{"unit": 1, "from": "South Sea"}]}],
        conquered=["Redland"],
        bombed={"Redland": 2},
    )
    assert definition_from_tree(tree_from_definition(definition)) == definition
    step = new_game(definition)
    state = step.state
    assert (step.waiting, step.events) == (PhaseOpen("Reds", "combat_move"), ())
    assert (state.units[1].moved, state.units[1].in_combat, state.units[2].launched) == (
        1,
        True,
        True,
    )
    (battle,) = state.battles
    assert (battle.attackers, battle.origins) == ((1,), ((1, "South Sea"),))
    assert (state.turn.conquered, state.turn.bombed) == (("Redland",), {"Redland": 2})


def at_sea(**options: object) -> Definition:
    """A Red freighter that has come to a Blue one, in the combat move of the Reds."""
    tree = small_tree()
    freighter = {"name": "freighter", "is_sea": True, "movement": 2, "transport_capacity": 4}
    units = [*rows(tree, "units"), freighter]
    there = {name: {"North Sea": {"freighter": 1}} for name in ("Reds", "Blues")}
    battle = {"area": "North Sea", "attackers": [{"unit": 1, "from": "South Sea"}]}
    return later(
        units=units,
        setup=there,
        stacks=[],
        options=options,
        first_round=2,
        first_step="redMove",
        under_way={"begun": True, "battles": [battle]},
    )


@pytest.mark.parametrize("passes", [False, True])
def test_who_waits_for_a_battle_has_moved_into_it_where_enemies_stop_ships(*, passes: bool) -> None:
    step = new_game(at_sea(ignore_transports_in_movement=passes))
    assert step.state.battles[0].attackers == (1,)
    assert step.state.units[1].in_combat is not passes
    sails = engine.Move((engine.Pick(1, "freighter"),), ("North Sea", "South Sea"))
    assert (not engine.check(step.state, sails)) is passes


def with_a_guest(first_step: str, *, begun: bool) -> State:
    """A Red carrier on which a Green aircraft stands."""
    tree = small_tree()
    units = [
        *rows(tree, "units"),
        {"name": "carrier", "is_sea": True, "carrier_capacity": 2},
        {"name": "fighter", "is_air": True, "movement": 4, "carrier_cost": 1},
    ]
    steps = [
        {"name": "redMove", "phase": "combat_move", "nation": "Reds"},
        {"name": "redBattle", "phase": "battle", "nation": "Reds"},
        {"name": "redSail", "phase": "noncombat_move", "nation": "Reds"},
        {"name": "redPlace", "phase": "place", "nation": "Reds"},
        {"name": "end", "phase": "end_round"},
    ]
    there = {"Reds": {"North Sea": {"carrier": 1}}, "Greens": {"North Sea": {"fighter": 1}}}
    return start_position(
        later(
            nations=[*rows(tree, "nations"), {"name": "Greens", "alliances": ["East"]}],
            units=units,
            sequence=steps,
            setup=there,
            stacks=[],
            first_round=2,
            first_step=first_step,
            under_way={"begun": begun, "conquered": ["Redland"]},
        )
    )


@pytest.mark.parametrize(
    ("first_step", "begun", "is_aboard"),
    [
        ("redMove", False, False),
        ("redMove", True, True),
        ("redBattle", False, True),
        ("redSail", True, True),
        ("redPlace", False, False),
    ],
)
def test_aircraft_of_allies_are_cargo_from_one_move_to_the_other(
    first_step: str, *, begun: bool, is_aboard: bool
) -> None:
    state = with_a_guest(first_step, begun=begun)
    assert [(one.type, one.carried_by is not None) for one in state.units.values()] == [
        ("carrier", False),
        ("fighter", is_aboard),
    ]


def test_a_set_up_can_say_whatever_a_turn_forgets() -> None:
    said = {entry.name for entry in fields(UnitSoFar)}
    assert said >= {entry.name for entry in fields(Unit) if span_of(entry) is FieldSpan.TURN}
    of_turn = {entry.name for entry in fields(TurnSoFar)} | said
    roles = {"takers": "taker"}
    assert of_turn >= {roles.get(entry.name, entry.name) for entry in fields(TurnRecord)}


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ({"units": [{"unit": 99}]}, "under_way.units: there is no unit 99, the last one is"),
        ({"units": [{"unit": 1, "aboard": 2}]}, "unit 1 cannot be aboard unit 2"),
        (
            {"battles": [{"area": "Redland", "attackers": [{"unit": 1}]}]},
            "under_way.battles: 'Redland': unit 1 is somewhere else",
        ),
        ({"battles": [{"area": "Redland", "attackers": []}]}, "nobody attacks"),
        (
            {"battles": [{"area": "North Sea", "attackers": [{"unit": 1, "ship": 2}]}]},
            "a landing has a ship and a zone",
        ),
        (
            {
                "battles": [
                    {
                        "area": "North Sea",
                        "attackers": [{"unit": 1, "ship": 2, "zone": "Redland"}],
                    }
                ]
            },
            "unit 1 cannot land from 2",
        ),
        ({"units": [{"unit": 1}, {"unit": 1}]}, "unit"),
    ],
)
def test_a_turn_that_does_not_fit_its_units_is_refused(turn: dict[str, object], why: str) -> None:
    with pytest.raises(DefinitionError, match=why):
        begun(**turn)


def test_rules_of_triggers_without_a_limit_are_in_force_where_it_is_said() -> None:
    effect = {
        "kind": "set",
        "subject": "territory",
        "names": ["Redland"],
        "fact": "production",
        "value": 9,
    }
    test = {"kind": "rounds", "first": 1, "last": 9}
    row = {"name": "boom", "nation": "Reds", "test": test, "effects": [effect]}
    definition = later(
        triggers=[row | {"moments": ["before:blueMove"]}], first_round=2, in_force=["boom"]
    )
    state = start_position(definition)
    assert state.used == {}
    assert state.definition.board.territories["Redland"].production == 9
