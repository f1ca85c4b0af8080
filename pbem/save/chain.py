"""The hash chain over the log: one head after each record.

head[0] = SHA-256(GENESIS_TAG || genesis record), head[n] = SHA-256(HEAD_TAG || head[n-1] ||
record n). The record bytes include the signatures, so a record signed anew gives another head.

Source: docs/formats/save-v1.md, section "Heads".
"""

from pbem.wire.signing import tagged_hash

GENESIS_TAG = b"pbem/v1/genesis\0"
HEAD_TAG = b"pbem/v1/head\0"
JOIN_TAG = b"pbem/v1/join\0"


def genesis_head(record: bytes) -> bytes:
    """The head of a log that holds the genesis record only: the identity of the game's set-up."""
    return tagged_hash(GENESIS_TAG, record)


def next_head(head: bytes, record: bytes) -> bytes:
    """The head after one more record."""
    return tagged_hash(HEAD_TAG, head, record)


def join_hash(record: bytes) -> bytes:
    """The name by which the start record lists a join."""
    return tagged_hash(JOIN_TAG, record)
