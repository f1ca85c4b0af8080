"""The records of a game under way that are neither orders nor dice: shapes only.

An agreement holds a proposal and the consents to it; roll_again uses a roll again that was taken
back; a note is words about a territory, for everybody; an absence says when a player is away.

Source: docs/formats/consent-v1.md.
"""

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

from engine.values import dataclass
from pbem.dice.statements import MAX_STATEMENT, MAX_STATEMENTS
from pbem.dice.turn_state import MAX_STATE
from pbem.wire.canonical import Plain
from pbem.wire.consent import MAX_CONSENT, MAX_CONSENTS, MAX_PROPOSAL
from pbem.wire.fields import Fields, wrong_shape
from pbem.wire.motions import MAX_RECORD
from pbem.wire.tags import Tag, kind_of, tags_of, wire

MAX_AUTHORITIES = 2
MAX_NAME = 64
MAX_TERRITORY = 200
MAX_NOTE = 2_000
MAX_REASON = 500
LEAST_AWAY = 3_600
MAX_AWAY = 366 * 86_400


@wire("agreement")
@dataclass(frozen=True, slots=True)
class Agreement:
    """A proposal and the consents to it, as the bytes received.

    states: what the dice authorities say of the turn under way, in a game with a pace; statements:
    those that introduce the keys by which they say it, as far as the log does not know them.
    """

    prev: Annotated[bytes, Tag("prev")]
    proposal: Annotated[bytes, Tag("proposal")]
    consents: Annotated[tuple[bytes, ...], Tag("consents")]
    time: Annotated[int, Tag("time")]
    states: Annotated[tuple[bytes, ...], Tag("states")] = ()
    statements: Annotated[tuple[bytes, ...], Tag("statements")] = ()


@wire("roll_again")
@dataclass(frozen=True, slots=True)
class RollAgain:
    """The dice of roll record number `record`, which was taken back, come again here."""

    prev: Annotated[bytes, Tag("prev")]
    nation: Annotated[str, Tag("nation")]
    record: Annotated[int, Tag("record")]


@wire("note")
@dataclass(frozen=True, slots=True)
class Note:
    """What a nation's player says about a territory; "" removes their note there."""

    prev: Annotated[bytes, Tag("prev")]
    nation: Annotated[str, Tag("nation")]
    territory: Annotated[str, Tag("territory")]
    text: Annotated[str, Tag("text")]
    time: Annotated[int, Tag("time")]


@wire("absence")
@dataclass(frozen=True, slots=True)
class Absence:
    """The player of a nation says when they are away; `since` and `until` in Unix seconds."""

    prev: Annotated[bytes, Tag("prev")]
    nation: Annotated[str, Tag("nation")]
    since: Annotated[int, Tag("since")]
    until: Annotated[int, Tag("until")]
    text: Annotated[str, Tag("text")]
    time: Annotated[int, Tag("time")]


Said: TypeAlias = Agreement | RollAgain | Note | Absence
"""A record of these kinds."""

_KINDS: Mapping[str, type[Said]] = {
    kind_of(made): made for made in (Agreement, RollAgain, Note, Absence)
}

CONSENT_KINDS: Final = tuple(_KINDS)
"""The words for these records in the format."""


def parse_consent_record(kind: str, value: Plain) -> Said:
    """The typed record of a decoded body of these kinds; raises NotASaveError."""
    fields = Fields(value, kind, ("kind", *tags_of(_KINDS[kind])))
    prev = fields.data("prev", 32)
    if kind == "agreement":
        consents = _blobs(fields, "consents", MAX_CONSENTS, MAX_CONSENT)
        proposal = fields.blob("proposal", MAX_PROPOSAL)
        states = _blobs(fields, "states", MAX_AUTHORITIES, MAX_STATE)
        statements = _blobs(fields, "statements", MAX_STATEMENTS, MAX_STATEMENT)
        return Agreement(prev, proposal, consents, fields.time(), states, statements)
    nation = fields.text("nation", 1, MAX_NAME)
    if kind == "roll_again":
        return RollAgain(prev, nation, fields.integer("record", 0, MAX_RECORD))
    if kind == "absence":
        return _absence(fields, prev, nation)
    territory = fields.text("territory", 1, MAX_TERRITORY)
    return Note(prev, nation, territory, fields.text("text", 0, MAX_NOTE), fields.time())


def _blobs(fields: Fields, name: str, most: int, longest: int) -> tuple[bytes, ...]:
    found: list[bytes] = []
    for item in fields.items(name, 0, most):
        if not isinstance(item, bytes) or len(item) > longest:
            text = f"holds something other than up to {longest} bytes"
            raise wrong_shape(f"agreement.{name}", text)
        found.append(item)
    return tuple(found)


def _absence(fields: Fields, prev: bytes, nation: str) -> Absence:
    since, until = fields.time("since"), fields.time("until")
    if not LEAST_AWAY <= until - since <= MAX_AWAY:
        raise wrong_shape("absence.until", "is not an hour to a year after the absence begins")
    return Absence(prev, nation, since, until, fields.text("text", 0, MAX_REASON), fields.time())
