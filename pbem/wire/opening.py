"""Opening what somebody has signed: first its shape, then its signature, each with its own error.

Source: docs/formats/save-v1.md, section "Envelopes"; the codes are those of the pages that define
each kind.
"""

from typing import TypeVar

from engine.values import dataclass
from pbem.wire.canonical import decode
from pbem.wire.errors import ASK_AGAIN, DiceError, SaveError
from pbem.wire.shapes import kind_of, read_as
from pbem.wire.signing import Envelope, Verifier, parse_envelope

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SignedForm:
    """How a kind of signed envelope is opened, and what is raised for one that is not.

    `most` bytes of body; `code` begins the codes of its errors, `code`-malformed and
    `code`-bad-signature; `wrong` says what a wrong signature means, in a clause.
    """

    most: int
    code: str
    wrong: str
    malformed: type[SaveError] = DiceError
    bad_signature: type[SaveError] = DiceError
    way_out: str = ASK_AGAIN

    def open(self, raw: bytes, made: type[T], verifier: Verifier) -> T:
        """The value of a class in an envelope, as `opened`."""
        return self.opened(raw, made, verifier)[0]

    def opened(self, raw: bytes, made: type[T], verifier: Verifier) -> tuple[T, Envelope]:
        """The value of a class and its envelope, once the one signature holds as well.

        Raises `malformed` for a shape that parser or class does not allow, `bad_signature`.
        """
        value, envelope = self.parse(raw, made)
        try:
            verifier.signer(envelope, kind_of(made))
        except SaveError:
            raise self.forged() from None
        return value, envelope

    def parse(self, raw: bytes, made: type[T]) -> tuple[T, Envelope]:
        """The value of a class and its envelope, whoever signed it; raises `malformed`."""
        try:
            envelope = parse_envelope(raw, self.most)
            return read_as(made, decode(envelope.body), envelope=envelope), envelope
        except SaveError as error:
            raise self.malformed(f"{self.code}-malformed", error.reason, error.way_out) from None

    def forged(self) -> SaveError:
        """The error of a signature that is wrong, or by the wrong key."""
        return self.bad_signature(f"{self.code}-bad-signature", self.wrong, self.way_out)
