"""What players agree to is said before they agree: scenario, options, bids, dice."""

import copy
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from engine import rules_only, tree_from_definition, with_profile
from pbem.lobby.terms import terms_of
from pbem.save.chain import scenario_hash
from pbem.save.trust import found_game
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode
from tests.support.table import big_world, key_of, mail_desks, table


def with_scenario(save: TrustedSave, scenario: Mapping[str, object]) -> TrustedSave:
    """The founding save again, with another scenario signed by the same host."""
    tree = encode(scenario)
    genesis = replace(save.genesis, scenario=scenario_hash(tree))
    host = next(name for name in ("Ann", "Ben") if key_of(name).public == genesis.host_key)
    return found_game(genesis, key_of(host), tree)


@pytest.fixture
def save(tmp_path: Path) -> TrustedSave:
    """A game as it was founded."""
    return table(tmp_path).save


def test_the_packaged_scenario_is_recognised(save: TrustedSave) -> None:
    terms = terms_of(save)
    assert terms.is_packaged
    assert terms.differences == ()
    assert "exactly as it comes with pbem" in terms.lines()[0]


def test_a_scenario_that_the_host_has_changed_is_named_with_every_change(
    save: TrustedSave,
) -> None:
    """More infantry in Moscow and a locked option turned: both are said, with both values."""
    tree = copy.deepcopy(tree_from_definition(big_world()))
    setup, options = tree["setup"], tree["options"]
    assert isinstance(setup, dict)
    assert isinstance(options, dict)
    setup["Russians"]["Moscow"]["infantry"] = 9
    options["max_factories"] = 3
    terms = terms_of(with_scenario(save, tree))
    assert not terms.is_packaged
    assert tuple(one.text for one in terms.differences) == (
        "options max_factories: 3 instead of 1",
        "setup Russians Moscow infantry: 9 instead of 3",
    )
    assert "CHANGED BY THE HOST" in terms.lines()[0]


def test_other_words_of_the_host_are_named_and_none_at_all_are_no_change(save: TrustedSave) -> None:
    """An alias that means another unit is a change; a tree with rules only is the same game."""
    bare = rules_only(big_world())
    assert terms_of(with_scenario(save, tree_from_definition(bare))).is_packaged
    kinds = bare.unit_types
    trick = {**kinds, "infantry": replace(kinds["infantry"], aliases=("tank",))}
    terms = terms_of(with_scenario(save, tree_from_definition(replace(bare, unit_types=trick))))
    assert not terms.is_packaged
    assert len(terms.differences) == 1
    assert terms.differences[0].place == ("units", "infantry", "aliases")
    assert terms.differences[0].text.startswith("units infantry aliases: tank instead of ")


def test_a_profile_is_recognised_and_what_it_changes_is_named(save: TrustedSave) -> None:
    """`pbem new --profile triplea` is not a change by the host; one option more is."""
    board = big_world()
    profile = replace(board, options=with_profile(board.options, "triplea"))
    terms = terms_of(with_scenario(save, tree_from_definition(profile)))
    assert terms.is_packaged
    assert terms.profile == "triplea"
    assert "with the rules of the triplea profile" in terms.lines()[0]
    assert "  options random_aa_casualties: true instead of false" in terms.lines()
    tree = copy.deepcopy(tree_from_definition(profile))
    options = tree["options"]
    assert isinstance(options, dict)
    options["max_factories"] = 3
    changed = terms_of(with_scenario(save, tree))
    assert not changed.is_packaged
    assert "CHANGED BY THE HOST" in changed.lines()[0]


def test_many_changes_are_cut_and_counted(save: TrustedSave) -> None:
    tree = copy.deepcopy(tree_from_definition(big_world()))
    units = tree["units"]
    assert isinstance(units, list)
    for unit in units:
        unit["attack"] = 5
        unit["defence"] = 5
    terms = terms_of(with_scenario(save, tree))
    assert len(terms.differences) == 12
    assert f"  and {terms.more_differences} more" in terms.lines()


def test_a_scenario_that_nobody_knows_is_called_so(save: TrustedSave) -> None:
    tree = copy.deepcopy(tree_from_definition(big_world())) | {"name": "House rules"}
    terms = terms_of(with_scenario(save, tree))
    assert not terms.is_packaged
    assert "BROUGHT BY THE HOST" in terms.lines()[0]


def test_options_and_bids_are_told_to_whoever_joins(tmp_path: Path) -> None:
    """Invitation mail, status and join name them; nobody agrees to a bid unawares."""
    ann, ben = mail_desks(tmp_path, "ann", "ben")
    seats = [f"--seat={nation}=me" for nation in ("Russians", "British", "Chinese", "Americans")]
    seats += [f"--seat={nation}=ben@example.org" for nation in ("Germans", "Japanese")]
    ann.ok("new", "big_world_1942", *seats, "--option", "low_luck=true", "--bid", "Germans=9")
    ben.ok("fetch")
    game = str(ben.ok("games", "--json").rows("games")[0]["game"])
    for shown in (ben.ok("status", game).out, ben.ok("join", game, "--yes").out):
        assert "low_luck = true" in shown
        assert "Bids: Germans 9 PUs" in shown
        assert "could look ahead" in shown
    assert "low_luck = true" in ann.ok("verify", game).out
