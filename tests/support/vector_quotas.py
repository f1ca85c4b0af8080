"""The vectors of what one player may use up alone: docs/formats/save-v1.md, section "Quotas"."""

from unittest.mock import patch

from pbem.dice.agreement import Agreement
from pbem.dice.rehearsal import RehearsalClient
from pbem.motions.draw import Draw
from pbem.motions.key_change import KeyChange
from pbem.motions.surrender import Surrender
from pbem.save import quotas
from pbem.save.chain import next_head
from pbem.save.consent_records import Absence, Note
from pbem.save.records import Orders, Written, body_of
from pbem.save.trusted_save import TrustedSave
from pbem.wire.signing import SigningKey
from tests.support.paper_game import (
    ANN,
    BOB,
    HOST,
    attack,
    ended,
    fixed,
    rehearsal_start,
    rolled_by,
    save_file,
    started,
)
from tests.support.vector_agreements import proposal, signed
from tests.support.vector_cases import Vector

HOUR = 3_600
NEW = [SigningKey.from_secret(fixed(f"own {number}")) for number in range(5)]


class Frames:
    """A log that goes on record by record, whether readers would take them or not."""

    def __init__(self, save: TrustedSave) -> None:
        self.save = save
        self.raws = list(save.frames)
        self.head = save.head

    def sign(self, record: Written, key: SigningKey) -> None:
        """One more record."""
        kind, body = body_of(record)
        self.raws.append(key.seal(kind, body))
        self.head = next_head(self.head, body)

    def orders(self, count: int, key: SigningKey = ANN) -> None:
        """So many, each in a record of its own."""
        for number in range(count):
            self.sign(Orders(self.head, "Germans", (["buy", number],)), key)

    def words(self, number: int, size: int, key: SigningKey = ANN) -> None:
        """A record whose body has so many bytes."""
        empty = Orders(self.head, "Germans", (["buy", number, ""],))
        spare = size - len(body_of(empty)[1])
        # A text of so many bytes says its own length in two bytes more.
        self.sign(Orders(self.head, "Germans", (["buy", number, "x" * (spare - 2)],)), key)
        assert len(self.raws[-1]) > size

    def notes(self, count: int, key: SigningKey = ANN) -> None:
        """Half of them absences."""
        for number in range(count):
            if number % 2:
                self.sign(Note(self.head, "Germans", "Berlin", "", 1300), key)
            else:
                self.sign(Absence(self.head, "Germans", 1300, 1300 + HOUR, "", 1300), key)

    def draw(self, number: int, *keys: SigningKey) -> None:
        """An agreement of all; readers do not play, so there may be several."""
        made = proposal(self.save, Draw(), keys[0], identity=fixed(f"draw {number}", 16))
        consents = tuple(signed(made, *keys[1:]))
        self.sign(Agreement(self.head, made.raw, consents, 1420), keys[0])

    def surrender(self, number: int, key: SigningKey) -> None:
        """One that is a matter of one player alone."""
        named = fixed(f"surrender {number}", 16)
        made = proposal(self.save, Surrender(("Germans",)), key, identity=named)
        self.sign(Agreement(self.head, made.raw, (), 1420), key)

    def new_key(self, old: SigningKey, key: SigningKey) -> None:
        """Likewise; no identity is needed, since the keys differ."""
        made = proposal(self.save, KeyChange(old.public, key.public, False), old)
        self.sign(Agreement(self.head, made.raw, tuple(signed(made, key)), 1420), old)

    def new_keys(self, count: int) -> SigningKey:
        """Of Ann, one after the other; the last one."""
        for old, key in zip([ANN, *NEW], NEW[:count], strict=False):
            self.new_key(old, key)
        return NEW[count - 1]

    def to_bytes(self) -> bytes:
        """The file."""
        return save_file(self.raws)


def full(then: int = 0) -> Frames:
    """A turn in which Ann has used up all that is hers, and all agree on something after it."""
    frames = Frames(started())
    frames.notes(50)
    key = frames.new_keys(4)
    frames.notes(50 + then, key)
    frames.draw(0, key, BOB)
    return frames


def quota_vectors() -> list[Vector]:
    """What is just allowed, and one more."""
    notes, own, surrender = full(1), full(), full()
    own.new_key(NEW[3], NEW[4])
    surrender.surrender(0, NEW[3])
    return [
        Vector("good-quotas", "all that one player may use up", full().to_bytes()),
        Vector(
            "quota-notes", "a note too many, by a new key", notes.to_bytes(), *_code("notes", 108)
        ),
        Vector("quota-own", "a fifth new key", own.to_bytes(), *_code("agreements", 109)),
        Vector(
            "quota-surrender",
            "a surrender after four new keys",
            surrender.to_bytes(),
            *_code("agreements", 109),
        ),
        Vector("good-quota-bytes", "a turn as long as allowed", _long(0).to_bytes()),
        Vector("quota-bytes", "one byte more", _long(1).to_bytes(), *_code("bytes", 8)),
        Vector(
            "quota-rolls", "a turn of too many rolls", _rolling().to_bytes(), *_code("rolls", 1002)
        ),
        Vector("quota-records", "a turn too long", _crowded().to_bytes(), *_code("records", 2004)),
    ]


def _long(more: int) -> Frames:
    """A turn of as many bytes as allowed, and more; then what all agree on."""
    frames = Frames(started())
    for number in range(4):
        frames.words(number, quotas.MAX_TURN_BYTES // 4)
    if more:
        frames.orders(1)
    frames.draw(0, ANN, BOB)
    return frames


def _rolling() -> TrustedSave:
    """A turn of 1,001 rolls, by a program that does not know the quota."""
    client = RehearsalClient("seven")
    with patch.object(quotas, "MAX_TURN_ROLLS", quotas.MAX_TURN_ROLLS + 1):
        save = rehearsal_start(client)
        for _ in range(quotas.MAX_TURN_ROLLS):
            save = rolled_by(client, save, attack(save, count=1).sign(HOST))
        return save


def _crowded() -> TrustedSave:
    """A closed turn of 2,001 records, by a program that does not know the quota."""
    with patch.object(quotas, "MAX_TURN_RECORDS", 2 * quotas.MAX_TURN_RECORDS):
        save = started()
        for number in range(quotas.MAX_TURN_RECORDS // 2 + 1):
            save = save.append_orders("Germans", [["buy", number]], ANN)
        return ended(save, "Germans", ANN, fixed("digest"), random=fixed("end", 16))


def _code(what: str, index: int) -> tuple[str, int, int]:
    return f"too-many-{what}", 3, index
