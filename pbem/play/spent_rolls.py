"""Numbers of rolls that are used up, but not by this log: they become void.

Another player asked out of turn, or all have agreed that the roll's position is lost.  The journals
of the dice authorities have the requests and the receipts; both go into the log, which then shows
who asked.  An authority that was not yet asked answers the same requests.

Source: docs/formats/dice-v1.md, section "A number used up by somebody else: void".
"""

from engine import NationName
from pbem.dice.authorities import Authorities
from pbem.dice.protocol import open_request
from pbem.replay import read_position
from pbem.save.dice_agreements import lost_rolls
from pbem.save.trusted_save import TrustedSave
from pbem.wire.errors import DiceUnavailableError, SaveError
from pbem.wire.signing import SigningKey, Verifier

USED_UP = ("reroll-refused", "rolls-missing")
"""What an authority answers when the log lacks the roll of the next number."""


def cleared_number(
    save: TrustedSave, nation: NationName, key: SigningKey, dice: Authorities
) -> TrustedSave | None:
    """The save with all numbers void that are used up since its last roll.

    None when there are none, or when that is not allowed or cannot be proved.  nation: whose turn
    it is, which `key` holds.  Raises DiceUnavailableError.
    """
    answers = dice.answered(save.genesis.game)
    lost = lost_rolls(save.entries)
    cleared = save
    try:
        while (answer := answers.get(cleared.next_roll)) is not None:
            signed, known = answer
            request, _ = open_request(signed, Verifier())
            if request.nation == nation and request.index not in lost:
                break
            receipts = dice.answers_to(signed, known, key)
            statements = dice.statements(receipts, [source.key for source in cleared.sources])
            cleared = cleared.append_void(nation, signed, receipts, key, statements)
    except DiceUnavailableError:
        raise
    except SaveError:
        return None
    # Whether each of them was out of turn, only a replay finds.
    is_fit = cleared is not save and read_position(cleared).error is None
    return cleared if is_fit else None
