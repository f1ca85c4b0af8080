"""Playing the log of a save through the engine: the second half of the proof.

`pbem.save.trust` has shown who signed what and that the dice follow from committed seeds; here
every order is checked against the rules, every roll against what the game asked for, and every
signed state digest against the state.  `model` and `moments` hold what comes out, `rules` finds the
rules of the game, `walk` goes through the log.

Source: docs/formats/save-v1.md, section "Play".
"""

from typing import TYPE_CHECKING, Final

from engine.late import late_names

if TYPE_CHECKING:
    from pbem.replay.model import (
        Position,
        Turn,
        ends_turn,
        require_playing,
        spec_of,
        waiting_nation,
    )
    from pbem.replay.moments import History, Moment, describe
    from pbem.replay.notices import (
        Notice,
        changes_in_words,
        motion_in_words,
        notes_of,
        notice_of,
        signer_name,
    )
    from pbem.replay.rules import definition_of, with_options
    from pbem.replay.scenarios import (
        packaged_name,
        packaged_tree,
        scenario_of,
        tree_of,
        tree_to_sign,
    )
    from pbem.replay.walk import last_turn, play_on, read_history, read_position, turns_of

__all__ = [
    "History",
    "Moment",
    "Notice",
    "Position",
    "Turn",
    "changes_in_words",
    "definition_of",
    "describe",
    "ends_turn",
    "last_turn",
    "motion_in_words",
    "notes_of",
    "notice_of",
    "packaged_name",
    "packaged_tree",
    "play_on",
    "read_history",
    "read_position",
    "require_playing",
    "scenario_of",
    "signer_name",
    "spec_of",
    "tree_of",
    "tree_to_sign",
    "turns_of",
    "waiting_nation",
    "with_options",
]

_ROOMS: Final = {
    "model": (
        "Position",
        "Turn",
        "ends_turn",
        "require_playing",
        "spec_of",
        "waiting_nation",
    ),
    "moments": ("History", "Moment", "describe"),
    "notices": (
        "Notice",
        "changes_in_words",
        "motion_in_words",
        "notes_of",
        "notice_of",
        "signer_name",
    ),
    "rules": ("definition_of", "with_options"),
    "scenarios": ("packaged_name", "packaged_tree", "scenario_of", "tree_of", "tree_to_sign"),
    "walk": ("last_turn", "play_on", "read_history", "read_position", "turns_of"),
}

if not TYPE_CHECKING:
    __getattr__ = late_names("pbem.replay", _ROOMS)
