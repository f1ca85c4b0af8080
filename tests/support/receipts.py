"""A receipt on its own, checked as the ledger checks it in a game."""

from pbem.dice.protocol import MAX_RECEIPT, NextRoll, Receipt, check_next_roll, open_receipt
from pbem.wire.canonical import decode
from pbem.wire.signing import Verifier, parse_envelope


def checked_receipt(raw: bytes, next_roll: NextRoll) -> Receipt:
    """Shape, signatures, then whether it is the next roll; SaveError for what is wrong."""
    envelope = parse_envelope(raw, MAX_RECEIPT)
    receipt = open_receipt(envelope, decode(envelope.body), Verifier())
    check_next_roll(receipt, next_roll)
    return receipt
