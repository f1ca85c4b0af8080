"""A word on an invitation: a guest does not want to play, or the host calls the game off.

It stands in no log and proves nothing about one: before the start a game has nobody but its host.

Source: docs/formats/save-v1.md, section "Words on an invitation".
"""

from typing import Annotated

from engine.marks import Size, Tag, wire
from engine.values import dataclass
from pbem.save import format as container
from pbem.wire.errors import ChainError, NotASaveError
from pbem.wire.fields import Hash, Name, Time
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import SIGNER, sealed
from pbem.wire.signing import SigningKey, Verifier

MAX_WORDS = 500
_FORM = SignedForm(
    2_048, "parting", "the signature of a word on an invitation is wrong", NotASaveError, ChainError
)


@wire("parting")
@dataclass(frozen=True, slots=True)
class Parting:
    """`player` does not play in the game that begins with `genesis`, its head.

    Signed by the host's key: nobody does; `instead` is the head of a game that takes its place, b""
    for none.  By any other key: `player`, as far as that key may speak for them.
    """

    genesis: Annotated[Hash, Tag("genesis")]
    player: Annotated[Name, Tag("player")]
    instead: Annotated[bytes, Tag("instead"), Size(32)]
    words: Annotated[str, Tag("words"), Size(MAX_WORDS)]
    time: Annotated[Time, Tag("time")]
    by: Annotated[bytes, SIGNER] = b""

    def fault(self) -> str:
        """What is wrong with the fields together."""
        return "" if len(self.instead) in (0, 32) else "names no head of a game"


def parting_file(said: Parting, key: SigningKey) -> bytes:
    """The file in which it travels; NotASaveError for values that the format does not allow."""
    data = container.build(container.PARTING, (sealed(said, key),))
    read_parting(data)
    return data


def read_parting(data: bytes) -> Parting:
    """What it says, its signature checked; NotASaveError, ChainError `parting-bad-signature`."""
    (record,) = container.parse(data, container.PARTING).records
    return _FORM.open(record, Parting, Verifier())
