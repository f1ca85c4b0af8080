"""The scenario of a game: from the save, from the player's own store, or from the program.

A save names its scenario by a hash; the scenario itself need not be in it when it comes with the
program.  Source: docs/formats/save-v1.md, section "genesis".
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine import (
    Definition,
    Profile,
    definition_from_tree,
    load_scenario,
    presented_like,
    rules_only,
    scenario_names,
    scenario_titled,
    tree_from_definition,
    with_profile,
)
from engine.values import dataclass, replace
from pbem.replay.errors import OtherRulesError
from pbem.save.chain import scenario_hash
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.wire.canonical import Plain, decode, encode

PROFILES: Final[tuple[Profile, ...]] = ("triplea",)
"""What a packaged scenario can be played with besides its own rules (`pbem new --profile`)."""


def scenario_of(save: TrustedSave) -> Definition:
    """The scenario of a game, before the options that its players agreed on.

    A scenario of the program comes with the aliases, places and notes that the program has today,
    since the save names it without them (ADR 0038); so does one whose rules the program has
    changed since, if its areas are still the same.
    Raises OtherRulesError `scenario-missing`, DefinitionError for one that cannot be played.
    """
    name = save.genesis.scenario_name
    own = _packaged(name, save.genesis.scenario)
    if own is not None:
        return own.definition
    theirs = definition_from_tree(tree_of(save))
    today = name.partition(" ")[0]
    return presented_like(theirs, load_scenario(today)) if today in scenario_names() else theirs


def tree_of(save: TrustedSave) -> Mapping[str, Plain]:
    """The scenario as the save names it; OtherRulesError `scenario-missing`."""
    data = save.scenario or packaged_scenario(save)
    value = decode(data) if data is not None else None
    if not isinstance(value, Mapping):
        raise OtherRulesError(
            "scenario-missing",
            f"this pbem does not have the scenario {quoted(save.genesis.scenario_name)} as the "
            "game has it",
            "Ask another player to send the game again with `pbem send --with-scenario`.",
        ).at(0, "genesis")
    return value


def whole(save: TrustedSave) -> TrustedSave:
    """A save with its scenario attached, for players whose program does not have it.

    Raises OtherRulesError `scenario-missing`.
    """
    return save.with_scenario(encode(tree_of(save)))


def packaged_scenario(save: TrustedSave) -> bytes | None:
    """The scenario of a save in canonical msgpack, if this program has it."""
    return packaged_tree(save.genesis.scenario_name, save.genesis.scenario)


def packaged_tree(name: str, wanted: bytes) -> bytes | None:
    """The scenario of this program with a hash, in canonical msgpack; None if there is none.

    name: as `packaged_name` gives it.
    """
    own = _packaged(name, wanted)
    return own.tree if own is not None else None


def tree_to_sign(definition: Definition) -> dict[str, object]:
    """The tree by which a save names a scenario.

    Of one that comes with the program only what rules read (ADR 0038); others are in the save as
    they are.
    """
    return tree_from_definition(rules_only(definition) if packaged_name(definition) else definition)


@dataclass(frozen=True, slots=True)
class _Packaged:
    """A scenario of this program; tree: what names it, in canonical msgpack."""

    definition: Definition
    tree: bytes


@lru_cache(maxsize=8)
def _packaged(name: str, wanted: bytes) -> _Packaged | None:
    scenario, _, profile = name.partition(" ")
    if scenario not in scenario_names():
        return None
    own = load_scenario(scenario)
    for one in PROFILES:
        if one == profile:
            own = replace(own, options=with_profile(own.options, one))
    tree = encode(tree_from_definition(rules_only(own)))
    return _Packaged(own, tree) if scenario_hash(tree) == wanted else None


def packaged_name(definition: Definition) -> str:
    """Where this program finds a scenario of its own, "" for one that did not come with it."""
    name = scenario_titled(definition.name)
    if not name:
        return ""
    own = load_scenario(name)
    if own == definition:
        return name
    for profile in PROFILES:
        if replace(own, options=with_profile(own.options, profile)) == definition:
            return f"{name} {profile}"
    return ""
