"""The switches by their names: what is said of one, and other values for some of them."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Final, Literal

from engine.core.errors import DefinitionError
from engine.gamedef.options import Options
from engine.values import with_value

Profile = Literal["rulebook", "triplea"]

TRIPLEA_PROFILE: Final[Mapping[str, bool]] = {
    "keep_leftover_movement": False,
    "unload_again_in_same_territory": False,
    "produce_fighters_on_old_carriers": True,
    "weakest_lost_first": True,
    "random_aa_casualties": True,
    "allied_aircraft_may_stay": True,
    "abandoned_landing_frees_ships": False,
    "submarines_pass_alone": True,
    "zones_taken_on_the_way": True,
    "aircraft_at_goal_must_land": True,
    "landings_survive_draws": True,
    "retreat_from_stalemates": False,
    "defending_submarines_may_leave": True,
    "captured_convoys_pay": False,
    "stopping_submarines_take_zones": True,
}
"""Where the TripleA engine differs from the rules.

G3, G23, G10, B198, B176, B244, D5, B143, B181, B24, B195.
"""

_MAX_BID: Final = 1000
_FIELDS: Final = {entry.name: entry for entry in fields(Options)}


def option_text(name: str) -> tuple[str, str, bool]:
    """The text of an option, its source and whether it may be changed before the start."""
    if name not in _FIELDS:
        raise DefinitionError(f"there is no option {name!r}")
    meta = _FIELDS[name].metadata
    return str(meta["text"]), str(meta["source"]), bool(meta["editable"])


def option_names() -> tuple[str, ...]:
    """All options in the order of the rule book."""
    return tuple(_FIELDS)


def is_on(options: Options, name: str) -> bool:
    """Whether an option that is on or off is on, for conditions of a map that name one.

    Raises DefinitionError for one that is a number.
    """
    value: object = getattr(options, name)
    if not isinstance(value, bool):
        raise DefinitionError(f"option {name!r} is neither on nor off")
    return value


def with_profile(options: Options, profile: Profile) -> Options:
    """The options with the differences of a profile applied."""
    return options if profile == "rulebook" else _replaced(options, TRIPLEA_PROFILE)


def with_option(options: Options, name: str, value: object, *, locked: bool = True) -> Options:
    """The options with one value changed; see with_options."""
    return with_options(options, {name: value}, locked=locked)


def with_options(options: Options, values: Mapping[str, object], *, locked: bool = True) -> Options:
    """The options with these values.

    values: by name; bool, int or (for `bid`) a mapping of nation to PUs from 0 to 1000.
    locked: refuse options that may not be changed before a game.
    Raises DefinitionError that names the option, the reason and what is allowed.
    """
    checked = {name: _checked(options, name, value, locked) for name, value in values.items()}
    return _replaced(options, checked)


def _checked(options: Options, name: str, value: object, locked: bool) -> object:
    _, _, editable = option_text(name)
    if locked and not editable:
        raise DefinitionError(f"option {name!r} is fixed by the scenario")
    present = getattr(options, name)
    if isinstance(present, Mapping):
        return _checked_bids(value)
    if type(value) is not type(present):
        wanted = "true or false" if isinstance(present, bool) else "a whole number"
        raise DefinitionError(f"option {name!r} must be {wanted}, not {value!r}")
    if isinstance(value, int) and not isinstance(value, bool) and not 0 <= value <= 10**9:
        raise DefinitionError(f"option {name!r} cannot be {value}")
    return value


def _replaced(options: Options, changes: Mapping[str, object]) -> Options:
    """What dataclasses.replace does, for names that are only known when the program runs."""
    for name, value in changes.items():
        options = with_value(options, name, value)
    return options


def _checked_bids(value: object) -> dict[str, int]:
    if not isinstance(value, Mapping):
        raise DefinitionError("option 'bid' must give a number of PUs for each nation")
    bids: dict[str, int] = {}
    for nation, amount in sorted(value.items()):
        if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= _MAX_BID:
            raise DefinitionError(f"the bid of {nation} must be a number from 0 to {_MAX_BID}")
        bids[str(nation)] = amount
    return bids
