"""Opening what somebody has signed: first its shape, then its signature, each with its own error.

Source: docs/formats/save-v1.md, section "Envelopes"; the codes are those of the pages that define
each kind.
"""

from collections.abc import Callable
from typing import TypeVar

from engine.values import dataclass
from pbem.wire.canonical import Plain, decode
from pbem.wire.errors import ASK_AGAIN, SaveError
from pbem.wire.signing import Envelope, Verifier, parse_envelope

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SignedForm:
    """A kind of signed envelope, and what is raised for one that is not.

    `kind` under which it is signed; `most` bytes of body; `code` begins the codes of its errors,
    `code`-malformed and `code`-bad-signature; `wrong` says what a wrong signature means, in a
    clause.
    """

    kind: str
    most: int
    code: str
    wrong: str
    malformed: type[SaveError]
    bad_signature: type[SaveError]
    way_out: str = ASK_AGAIN

    def open(self, raw: bytes, read: Callable[[Plain, Envelope], T], verifier: Verifier) -> T:
        """What `read` makes of the decoded body, once the one signature holds as well.

        Raises `malformed` for a shape that parser or `read` does not allow, `bad_signature`.
        """
        opened, envelope = self.parse(raw, read)
        try:
            verifier.signer(envelope, self.kind)
        except SaveError:
            raise self.forged() from None
        return opened

    def parse(self, raw: bytes, read: Callable[[Plain, Envelope], T]) -> tuple[T, Envelope]:
        """What `read` makes of the decoded body, whoever signed it; raises `malformed`."""
        try:
            envelope = parse_envelope(raw, self.most)
            return read(decode(envelope.body), envelope), envelope
        except SaveError as error:
            raise self.malformed(f"{self.code}-malformed", error.reason, error.way_out) from None

    def forged(self) -> SaveError:
        """The error of a signature that is wrong, or by the wrong key."""
        return self.bad_signature(f"{self.code}-bad-signature", self.wrong, self.way_out)
