"""The record of an agreement: dice authorities are handed it too, where it changes who plays.

Source: docs/formats/consent-v1.md.
"""

from typing import Annotated, TypeAlias

from engine.marks import Items, Size, Tag, wire
from engine.values import dataclass
from pbem.dice.statements import MAX_STATEMENT, MAX_STATEMENTS
from pbem.dice.turn_state import MAX_STATE
from pbem.motions.consent import MAX_CONSENT, MAX_CONSENTS, MAX_PROPOSAL
from pbem.wire.fields import Hash, Time

MAX_AUTHORITIES = 2

_Consent: TypeAlias = Annotated[bytes, Size(MAX_CONSENT)]
_State: TypeAlias = Annotated[bytes, Size(MAX_STATE)]
_Statement: TypeAlias = Annotated[bytes, Size(MAX_STATEMENT)]


@wire("agreement")
@dataclass(frozen=True, slots=True)
class Agreement:
    """A proposal and the consents to it, as the bytes received.

    states: what the dice authorities say of the turn under way, in a game with a pace; statements:
    those that introduce the keys by which they say it, as far as the log does not know them.
    """

    prev: Annotated[Hash, Tag("prev")]
    proposal: Annotated[bytes, Tag("proposal"), Size(MAX_PROPOSAL)]
    consents: Annotated[tuple[_Consent, ...], Tag("consents"), Items(MAX_CONSENTS)]
    time: Annotated[Time, Tag("time")]
    states: Annotated[tuple[_State, ...], Tag("states"), Items(MAX_AUTHORITIES)] = ()
    statements: Annotated[tuple[_Statement, ...], Tag("statements"), Items(MAX_STATEMENTS)] = ()
