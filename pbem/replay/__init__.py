"""Playing the log of a save through the engine: the second half of the proof.

`pbem.save.trust` has shown who signed what and that the dice follow from committed seeds; here
every order is checked against the rules, every roll against what the game asked for, and every
signed state digest against the state.  `model` and `moments` hold what comes out, `rules` finds the
rules of the game, `walk` goes through the log.

Source: docs/formats/save-v1.md, section "Play".
"""

from typing import TYPE_CHECKING

from engine.lazy import lazy_names

if TYPE_CHECKING:
    from pbem.replay.luck import game_ledger as game_ledger
    from pbem.replay.model import Position as Position
    from pbem.replay.model import Turn as Turn
    from pbem.replay.model import ends_turn as ends_turn
    from pbem.replay.model import require_playing as require_playing
    from pbem.replay.model import spec_of as spec_of
    from pbem.replay.model import waiting_nation as waiting_nation
    from pbem.replay.moments import History as History
    from pbem.replay.moments import Moment as Moment
    from pbem.replay.moments import describe as describe
    from pbem.replay.notices import Notice as Notice
    from pbem.replay.notices import SaveTeller as SaveTeller
    from pbem.replay.notices import notes_of as notes_of
    from pbem.replay.notices import notice_of as notice_of
    from pbem.replay.notices import signer_name as signer_name
    from pbem.replay.rules import definition_of as definition_of
    from pbem.replay.rules import with_options as with_options
    from pbem.replay.scenarios import packaged_name as packaged_name
    from pbem.replay.scenarios import packaged_tree as packaged_tree
    from pbem.replay.scenarios import scenario_of as scenario_of
    from pbem.replay.scenarios import tree_of as tree_of
    from pbem.replay.scenarios import tree_to_sign as tree_to_sign
    from pbem.replay.walk import last_turn as last_turn
    from pbem.replay.walk import play_on as play_on
    from pbem.replay.walk import read_history as read_history
    from pbem.replay.walk import read_position as read_position
    from pbem.replay.walk import turns_of as turns_of
else:
    __getattr__, __all__ = lazy_names(__spec__)
