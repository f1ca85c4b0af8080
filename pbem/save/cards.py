"""Address cards: a player's name, mail address and key, signed by that key.

A card travels beside the save and never inside it: a save that is posted in a forum leaks no mail
address. Source: docs/formats/save-v1.md, section "Address cards".
"""

from engine.values import dataclass
from pbem.save import format as container
from pbem.save.records import MAX_NAME
from pbem.wire.canonical import decode, encode
from pbem.wire.errors import KeyMismatchError
from pbem.wire.fields import Fields
from pbem.wire.signing import SigningKey, Verifier, parse_envelope

MAX_ADDRESS = 254  # RFC 5321, section 4.5.3.1.3, without the angle brackets


@dataclass(frozen=True, slots=True)
class Card:
    """`address` is text from a stranger: check it before it reaches a mail header."""

    name: str
    address: str
    key: bytes
    time: int


def make_card(name: str, address: str, key: SigningKey, *, time: int) -> bytes:
    """The bytes of a card file."""
    values = {"address": address, "key": key.public, "kind": "card", "name": name, "time": time}
    data = container.build(container.CARD, (key.seal("card", encode(values)),))
    read_card(data)
    return data


def read_card(data: bytes) -> Card:
    """A card whose signature holds; whose key it is, only a phone call can tell.

    Raises NotASaveError, ChainError `bad-signature`, KeyMismatchError `unknown-key`.
    """
    (record,) = container.parse(data, container.CARD).records
    envelope = parse_envelope(record, 4_096)
    fields = Fields(decode(envelope.body), "card", ("address", "key", "kind", "name", "time"))
    fields.choice("kind", ("card",))
    card = Card(
        name=fields.text("name", 1, MAX_NAME),
        address=fields.text("address", 3, MAX_ADDRESS),
        key=fields.data("key", 32),
        time=fields.time(),
    )
    if Verifier().signer(envelope, "card") != card.key:
        raise KeyMismatchError("unknown-key", "the card is not signed by the key that it names")
    return card
