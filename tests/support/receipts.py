"""A receipt on its own, checked as the ledger checks it in a game."""

from pbem.dice.protocol import MAX_RECEIPT, Place, Receipt, check_place, open_receipt
from pbem.wire.canonical import decode
from pbem.wire.signing import Verifier, parse_envelope


def checked_receipt(raw: bytes, place: Place) -> Receipt:
    """Shape, signatures, then its place; SaveError for what is wrong."""
    envelope = parse_envelope(raw, MAX_RECEIPT)
    receipt = open_receipt(envelope, decode(envelope.body), Verifier())
    check_place(receipt, place)
    return receipt
