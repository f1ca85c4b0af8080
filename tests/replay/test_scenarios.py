"""The scenario of a game: what names it, and what of it may change between versions (ADR 0038)."""

from pathlib import Path

from engine import (
    Definition,
    load_scenario,
    presented_like,
    rules_only,
    tree_from_definition,
)
from engine.values import replace
from pbem.home import Home
from pbem.lobby.founding import FoundingPlan, Seat, found
from pbem.replay import definition_of, scenario_of, tree_of, tree_to_sign
from pbem.replay.scenarios import whole
from pbem.save.chain import scenario_hash
from pbem.save.keys import NamedKey
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode
from pbem.wire.signing import SigningKey

OWN = load_scenario("big_world_1942")


def _founded(home: Path, scenario: Definition) -> TrustedSave:
    key = NamedKey("Ann", SigningKey.generate())
    seats = {nation: Seat("Ann", "") for nation in scenario.politics.nation_names}
    setup = FoundingPlan(scenario=scenario, title="", options={}, seats=seats)
    return found(Home(home), setup, key, clock=1_790_000_000)


def _other_words(definition: Definition) -> Definition:
    """The same rules with other aliases, places and notes."""
    kinds, board = definition.unit_types, definition.board
    areas = {name: replace(area, place=(1, 1)) for name, area in board.territories.items()}
    return replace(
        definition,
        notes="A later version says more.",
        unit_types={name: replace(kind, aliases=("pawn",)) for name, kind in kinds.items()},
        board=replace(board, territories=areas),
    )


def _name(definition: Definition) -> bytes:
    return scenario_hash(encode(tree_from_definition(rules_only(definition))))


def test_other_aliases_places_and_notes_leave_the_name_of_a_scenario() -> None:
    assert _other_words(OWN) != OWN
    assert _name(_other_words(OWN)) == _name(OWN)
    dearer = {**OWN.economy.prices, "infantry": OWN.economy.prices["infantry"] + 1}
    assert _name(replace(OWN, economy=replace(OWN.economy, prices=dearer))) != _name(OWN)


def test_a_game_by_earlier_rules_is_shown_with_todays_words() -> None:
    dearer = {**OWN.economy.prices, "infantry": OWN.economy.prices["infantry"] + 1}
    earlier = rules_only(replace(OWN, economy=replace(OWN.economy, prices=dearer)))
    shown = presented_like(earlier, OWN)
    assert rules_only(shown) == earlier
    assert shown.notes == OWN.notes
    assert shown.unit_types == OWN.unit_types
    assert presented_like(earlier, load_scenario("classic_1942")) == earlier
    assert presented_like(_other_words(OWN), OWN) == _other_words(OWN)


def test_a_scenario_of_the_program_is_named_by_its_rules_and_opened_with_todays_words(
    tmp_path: Path,
) -> None:
    save = _founded(tmp_path, OWN)
    assert save.genesis.scenario == _name(OWN)
    assert save.entries[0].attached.scenario is None
    assert definition_of(save) == OWN
    attached = whole(save)
    assert tree_of(attached) == tree_from_definition(rules_only(OWN))
    assert scenario_of(attached).unit_types["armour"].aliases


def test_a_scenario_of_the_host_travels_with_its_own_words(tmp_path: Path) -> None:
    theirs = replace(_other_words(OWN), name="House rules")
    save = _founded(tmp_path, theirs)
    assert save.entries[0].attached.scenario == encode(tree_to_sign(theirs))
    assert definition_of(save) == theirs
