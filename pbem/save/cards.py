"""Address cards: a player's name, mail address and key, signed by that key.

A card travels beside the save and never inside it: a save that is posted in a forum leaks no mail
address. Source: docs/formats/save-v1.md, section "Address cards".
"""

from typing import Annotated

from engine.marks import Size, Tag, wire
from engine.values import dataclass
from pbem.save import format as container
from pbem.wire.canonical import decode
from pbem.wire.errors import KeyMismatchError
from pbem.wire.fields import Hash, Name, Time
from pbem.wire.shapes import bytes_of, read_as
from pbem.wire.signing import SigningKey, Verifier, parse_envelope

MAX_ADDRESS = 254  # RFC 5321, section 4.5.3.1.3, without the angle brackets


@wire("card")
@dataclass(frozen=True, slots=True)
class Card:
    """`address` is text from a stranger: check it before it reaches a mail header."""

    name: Annotated[Name, Tag("name")]
    address: Annotated[str, Tag("address"), Size(MAX_ADDRESS, 3)]
    key: Annotated[Hash, Tag("key")]
    time: Annotated[Time, Tag("time")]


def make_card(name: str, address: str, key: SigningKey, *, time: int) -> bytes:
    """The bytes of a card file."""
    body = bytes_of(Card(name, address, key.public, time))
    data = container.build(container.CARD, (key.seal("card", body),))
    read_card(data)
    return data


def read_card(data: bytes) -> Card:
    """A card whose signature holds; whose key it is, only a phone call can tell.

    Raises NotASaveError, ChainError `bad-signature`, KeyMismatchError `unknown-key`.
    """
    (record,) = container.parse(data, container.CARD).records
    envelope = parse_envelope(record, 4_096)
    card = read_as(Card, decode(envelope.body))
    if Verifier().signer(envelope, "card") != card.key:
        raise KeyMismatchError("unknown-key", "the card is not signed by the key that it names")
    return card
