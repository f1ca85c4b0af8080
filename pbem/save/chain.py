"""The hash chain over the log: one head after each record.

A head is over what was said and which dice came, not over signatures, receipts or times: so a turn
can be packed when it is closed, and no head changes.

Source: docs/formats/save-v1.md, section "Heads".
"""

from collections.abc import Sequence

from pbem.wire.signing import tagged_hash

GENESIS_TAG = b"pbem/v1/genesis\0"
HEAD_TAG = b"pbem/v1/head\0"
JOIN_TAG = b"pbem/v1/join\0"
END_TAG = b"pbem/v1/end\0"
SCENARIO_TAG = b"pbem/v1/scenario\0"


def genesis_head(body: bytes) -> bytes:
    """The head of a log that holds the genesis record only: the identity of the game's set-up."""
    return tagged_hash(GENESIS_TAG, body)


def next_head(head: bytes, body: bytes, seeds: Sequence[bytes] = ()) -> bytes:
    """The head after one more record; `seeds`: those that a roll or a void record opens."""
    return tagged_hash(HEAD_TAG, head, body, *seeds)


def join_hash(body: bytes) -> bytes:
    """The name by which the start record lists a join."""
    return tagged_hash(JOIN_TAG, body)


def end_hash(content: bytes) -> bytes:
    """The name by which a turn's end refers to its content."""
    return tagged_hash(END_TAG, content)


def scenario_hash(tree: bytes) -> bytes:
    """The name by which a game refers to its scenario; `tree` in canonical msgpack."""
    return tagged_hash(SCENARIO_TAG, tree)
