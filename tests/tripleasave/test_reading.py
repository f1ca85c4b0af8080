"""What a save of TripleA says, and the game that goes on from it."""

from pathlib import Path

import pytest

from engine import (
    Definition,
    DefinitionError,
    PhaseOpen,
    definition_from_tree,
    new_game,
    read_triplea_map,
    tree_from_definition,
)
from engine.core.ids import PUS
from engine.loading import format_scenario, parse_scenario, taken_over
from pbem.tripleasave.reading import read_triplea_save
from pbem.usage import UsageError
from tests.engine.loading.small_map import small_map
from tests.support.java_writer import Java, stream
from tests.support.triplea_saves import SmallSave, purse


def taken(save: SmallSave, map_file: bytes = b"") -> Definition:
    position = read_triplea_save(save.data()).position
    read = read_triplea_map(map_file or small_map(), properties=position.properties)
    return taken_over(read, position)


def test_a_game_begins_with_the_saved_position() -> None:
    step = new_game(taken(SmallSave()))
    state = step.state
    assert (state.round, step.waiting) == (3, PhaseOpen("Reds", "combat_move"))
    assert state.owners == {"Redland": "Blues"}
    assert state.amount("Reds", PUS) == 17 and state.amount("Blues", PUS) == 4
    assert state.technologies == {"Reds": ("rockets",), "Blues": ()}
    assert state.unplaced["Reds"] == {"howitzer": 1}
    found = sorted(
        (unit.territory, unit.owner, unit.type, unit.hits) for unit in state.units.values()
    )
    assert found == [
        ("North Sea", "Blues", "ranger", 0),
        ("North Sea", "Reds", "battleship", 0),
        ("North Sea", "Reds", "battleship", 1),
        ("Redland", "Blues", "ranger", 0),
    ]
    (ranger,) = (unit for unit in state.units_in("North Sea") if unit.type == "ranger")
    assert ranger.carried_by is not None and state.units[ranger.carried_by].hits == 1


def test_options_and_first_owners_are_those_of_the_save() -> None:
    definition = taken(SmallSave())
    usual = read_triplea_map(small_map())
    assert usual.options.low_luck and not definition.options.low_luck
    assert definition.options.neutral_charge == 5
    assert definition.original_owner("Redland") == "Reds"
    assert definition.setup.owners["Redland"] == "Blues"


def test_the_game_is_a_scenario_like_any_other() -> None:
    definition = taken(SmallSave())
    assert definition_from_tree(tree_from_definition(definition)) == definition
    assert parse_scenario(format_scenario(definition).encode()) == definition


def test_a_relation_that_has_changed_is_taken_over() -> None:
    save = SmallSave()
    save.relation = ("default_allied_relation", "allied")
    assert taken(save).politics.is_allied("Reds", "Blues")
    assert not taken(SmallSave()).politics.is_allied("Reds", "Blues")


def test_a_step_that_does_nothing_here_is_passed_over() -> None:
    save = SmallSave()
    save.step = 0
    assert taken(save).setup.step == "redTech"


def test_what_is_no_save_is_refused_with_the_reason() -> None:
    for data, reason in (
        (b"", "no stream of Java objects"),
        (stream("text"), "It holds no game"),
        (SmallSave().data()[:-20], "break off"),
        (stream(Java("GameData", {"gameName": "Straits"})), "A GameData has no playerList"),
    ):
        with pytest.raises(UsageError, match=reason):
            read_triplea_save(data)


def test_a_save_of_another_map_is_refused() -> None:
    save = SmallSave()
    save.game = "Straits of Elsewhere"
    with pytest.raises(DefinitionError, match="the save is of the game 'Straits of Elsewhere'"):
        taken(save)
    save = SmallSave()
    save.units["Redland"].append(save.unit("dragon", "Reds"))
    with pytest.raises(DefinitionError, match="the map has no unit 'dragon'"):
        taken(save)
    save = SmallSave()
    with pytest.raises(DefinitionError, match="the map has no area"):
        taken(save, small_map().replace(b"South Sea", b"West Sea"))


def test_what_does_not_count_here_is_listed(tmp_path: Path) -> None:
    save = SmallSave()
    facts = dict(save.nations["Reds"].fields)
    save.nations["Reds"].fields = {**facts, "resources": purse([("Gold", 3)])}
    position = read_triplea_save(save.data()).position
    (unread,) = taken_over(read_triplea_map(small_map()), position).setup.unread
    assert (unread.kind, unread.text) == ("resource", "the Gold of nations")
