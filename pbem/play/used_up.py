"""Numbers of rolls that another player has used up by asking out of turn: they become void.

The journal of the first dice authority has the requests and the receipts; both go into the log,
which then shows who asked.  A second authority answers the same requests.

Source: docs/formats/dice-v1.md, section "A number used up by somebody else: void".
"""

from pbem.dice.authorities import Authorities
from pbem.dice.protocol import open_request
from pbem.dice.rows import read_answer
from pbem.replay import read_position
from pbem.save.trust import TrustedSave
from pbem.wire.errors import DiceUnavailableError, SaveError
from pbem.wire.signing import SigningKey, Verifier

USED_UP = ("reroll-refused", "rolls-missing")
"""What an authority answers when the log lacks the roll of the next number."""


def cleared_number(
    save: TrustedSave, nation: str, key: SigningKey, dice: Authorities
) -> TrustedSave | None:
    """The save with all numbers void that others have used up since its last roll.

    None when there are none, or when that is not allowed or cannot be proved.  nation: whose turn
    it is, which `key` holds.  Raises DiceUnavailableError.
    """
    journal = dice.journal(save.genesis.game)
    answers = {one.index: one.data for one in journal if one.event == "roll"}
    cleared = save
    try:
        while (data := answers.get(cleared.next_roll)) is not None:
            signed, receipt = read_answer(data)
            request, _ = open_request(signed, Verifier())
            if request.nation == nation:
                break
            receipts = dice.answers_after(signed, receipt)
            statements = dice.statements(receipts, [source.key for source in cleared.sources])
            cleared = cleared.append_void(nation, signed, receipts, key, statements)
    except DiceUnavailableError:
        raise
    except SaveError:
        return None
    # Whether each of them was out of turn, only a replay finds.
    is_fit = cleared is not save and read_position(cleared).error is None
    return cleared if is_fit else None
