"""A roll on its own, checked as the ledger checks it in a game."""

from pbem.dice.protocol import Receipt, open_receipt, open_request
from pbem.dice.sources import LogPoint, after_roll, check_answerers, check_answers, check_request
from pbem.wire.signing import Verifier


def checked_receipt(signed: bytes, receipt: bytes, place: LogPoint) -> Receipt:
    """Shape, signatures, then whether it is the next roll; SaveError for what is wrong."""
    opened = open_receipt(receipt, Verifier())
    request, envelope = open_request(signed, Verifier())
    check_answerers([opened], place.sources)
    check_request(request, envelope.signatures[0][0], place)
    check_answers([opened], envelope.body)
    after_roll(place.sources, envelope.body, [opened.seed])
    return opened
