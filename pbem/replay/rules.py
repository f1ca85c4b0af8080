"""The rules of a game: rules version, scenario and options, all from its first record."""

from collections.abc import Mapping

from engine import (
    RULES_VERSION,
    Definition,
    DefinitionError,
    option_rows,
    with_option,
)
from engine.values import replace
from pbem import VERSION
from pbem.replay.errors import OtherRulesError
from pbem.replay.scenarios import scenario_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.versions import update_command


def definition_of(save: TrustedSave) -> Definition:
    """The definition that a save is played on: its scenario with its options.

    Raises OtherRulesError when this version cannot play it.
    """
    genesis = save.genesis
    if genesis.rules != RULES_VERSION:
        raise OtherRulesError(
            "other-rules-version",
            f"the game is played by rules version {quoted(genesis.rules)}; this program, pbem "
            f"{VERSION}, has {quoted(RULES_VERSION)}",
            f"Ask its host ({quoted(genesis.host)}) for the version that they have. If it is newer "
            f"than yours: `{update_command()}`. If it is older, ask for a new game.",
        ).at(0, "genesis")
    try:
        return with_options(scenario_of(save), genesis.options)
    except DefinitionError as error:
        raise OtherRulesError(
            "bad-scenario", f"the scenario cannot be played: {error}", "Ask the host about it."
        ).at(0, "genesis") from None


def with_options(definition: Definition, options: Mapping[str, object]) -> Definition:
    """The definition with game options changed; DefinitionError for one that is locked."""
    changed = definition.options
    known = {row.name for row in option_rows(definition)}
    for name, value in options.items():
        if definition.blocks is not None and name not in known:
            raise DefinitionError(f"{name} means nothing in a block game")
        locked = name not in definition.free_options
        changed = with_option(changed, name, value, locked=locked)
    return replace(definition, options=changed)
