"""Who gets the turns of a game without a seat in it: a list beside the log, signed by the host.

It gives nobody a right in the game; it says to whom the players' programs mail its turns.

Source: docs/formats/save-v1.md, section "Observers".
"""

from typing import Annotated

from engine.marks import Items, Size, Tag, wire
from engine.values import dataclass
from pbem.save import format as container
from pbem.save.cards import MAX_ADDRESS
from pbem.save.errors import ChainError, KeyMismatchError, NotASaveError
from pbem.save.trusted_save import TrustedSave
from pbem.wire.fields import Hash, Name, Time
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import SIGNER, sealed
from pbem.wire.signing import SigningKey, Verifier

MAX_OBSERVERS = 32
_FORM = SignedForm(
    32_768,
    "observers",
    "the signature of a list of observers is wrong",
    NotASaveError,
    ChainError,
)


@wire("")
@dataclass(frozen=True, slots=True)
class Observer:
    """`address` is text from a stranger: check it before it reaches a mail header."""

    name: Annotated[Name, Tag("name")]
    address: Annotated[str, Tag("address"), Size(MAX_ADDRESS, 3)]


@wire("observers")
@dataclass(frozen=True, slots=True)
class ObserverList:
    """Who observes the game that begins with `genesis`, its head; of two lists the later counts."""

    genesis: Annotated[Hash, Tag("genesis")]
    people: Annotated[tuple[Observer, ...], Tag("people"), Items(MAX_OBSERVERS)]
    time: Annotated[Time, Tag("time")]
    by: Annotated[bytes, SIGNER] = b""


def observers_file(listed: ObserverList, key: SigningKey) -> bytes:
    """The file in which it travels; NotASaveError for values that the format does not allow."""
    data = container.build(container.OBSERVERS, (sealed(listed, key),))
    read_observers(data)
    return data


def read_observers(data: bytes) -> ObserverList:
    """What a list says, its signature checked; whose key it is, `check_observers` finds.

    Raises NotASaveError `observers-malformed`, ChainError `observers-bad-signature`.
    """
    (record,) = container.parse(data, container.OBSERVERS).records
    return _FORM.open(record, ObserverList, Verifier())


def check_observers(listed: ObserverList, save: TrustedSave) -> None:
    """Raise KeyMismatchError `unknown-key` unless the host of this very game has signed a list."""
    if (listed.genesis, listed.by) != (save.genesis_head, save.holders.host):
        raise KeyMismatchError(
            "unknown-key",
            "the list of observers is not signed by the host of the game",
            "Ask the host who observes the game.",
        )
