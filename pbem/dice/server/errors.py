"""What a server says when it does not do what it was asked: a status and {code, text, way_out}.

`code` is stable, and the same that the embedded authority gives; `text` is one sentence, `way_out`
another or "". Errors of the dice protocol keep their codes, so that a client can treat a server
like an authority in its own folder.
"""

from types import MappingProxyType

from pbem.wire.errors import SaveError

_STATUS = MappingProxyType(
    {
        "game-unknown": 404,
        "request-bad-signature": 403,
        "request-wrong-signer": 403,
        "closing-bad-signature": 403,
        "closing-wrong-signer": 403,
        "registration-bad-signature": 403,
        "here-bad-signature": 403,
        "here-wrong-signer": 403,
        "closing-ahead": 409,
        "too-many-rolls": 409,
        "receipt-withheld": 403,
        "game-registered": 409,
        "seats-registered": 409,
        "agreement-refused": 409,
        "seats-unknown": 409,
        "reroll-refused": 409,
        "ticket-missing": 409,
        "ticket-other-request": 409,
        "ticket-bad-signature": 403,
        "roll-wrong-index": 409,
        "chain-exhausted": 409,
        "closing-refused": 409,
        "closing-wrong-index": 409,
        "rolls-missing": 409,
        "game-frozen": 409,
        "relay-put-bad-signature": 403,
        "relay-ask-bad-signature": 403,
        "relay-stranger": 403,
        "relay-moved": 409,
        "relay-full": 409,
        "dice-store": 503,
        "seal-broken": 503,
        "seal-key-missing": 503,
    }
)


class RefusalError(Exception):
    """A request that is not answered as asked.

    status: of HTTP; wait: seconds after which it may be tried again, 0 when nothing is known.
    """

    def __init__(self, status: int, code: str, text: str, way_out: str = "", wait: int = 0) -> None:
        super().__init__(code, text)
        self.status = status
        self.code = code
        self.text = text
        self.way_out = way_out
        self.wait = wait

    def body(self) -> dict[str, str]:
        """What the caller is told."""
        return {"code": self.code, "text": self.text, "way_out": self.way_out}


def refusal_of(error: SaveError) -> RefusalError:
    """The refusal for an error of the protocol; what is not in the table is a malformed request."""
    status = _STATUS.get(error.code, 400)
    reason = f"{error.reason[:1].upper()}{error.reason[1:]}."
    return RefusalError(status, error.code, reason, error.way_out, 5 if status == 503 else 0)
