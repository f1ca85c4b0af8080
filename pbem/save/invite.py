"""From an invitation to a table: founding a game, answering it, collecting the answers.

The host sends the founding save; every player answers with a join record, as a small file of its
own; the host appends the answers as they come and starts the game. Two saves that collected
different answers can be merged.

Source: docs/formats/save-v1.md, sections "join" and "start".
"""

import os
from collections.abc import Mapping, Sequence

from pbem.save import format as container
from pbem.save.chain import scenario_hash
from pbem.save.keyring import Keyring
from pbem.save.kinds import GameMode
from pbem.save.records import MAX_TITLE, DiceOf, Genesis, Join, body_of, kind_of, parse_body
from pbem.save.trust import found_game
from pbem.save.trusted_save import INVITING, TrustedSave
from pbem.text import quoted
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.errors import ChainError, KeyMismatchError, NotASaveError
from pbem.wire.fields import wrong_shape
from pbem.wire.pace import Pace
from pbem.wire.signing import SigningKey, Verifier, parse_envelope


def new_game(
    *,
    host: str,
    key: SigningKey,
    game: bytes,
    name: str,
    mode: GameMode,
    rules: str,
    scenario: Mapping[str, object],
    options: Mapping[str, object],
    seats: Mapping[str, str | None],
    players: Mapping[str, bytes | None],
    dice: Sequence[tuple[str, bytes]],
    time: int,
    pace: Pace | None = None,
    keyring: Keyring | None = None,
    scenario_name: str = "",
    is_packaged: bool = False,
) -> TrustedSave:
    """Found a game: the save that holds the genesis record only.

    `game` is 16 random bytes; `dice` are addresses with the commitments that each dice authority
    gives for `register(game, key.public)`; `scenario` is the tree, which is left out of the save
    when `is_packaged`: a program finds it under `scenario_name`, "" for the name in the tree. For
    the other fields see `Genesis`. Raises SaveError if they do not fit together.
    """
    tree = encode(scenario)
    named = scenario_name or str(scenario.get("name") or name)
    genesis = Genesis(
        game=game,
        name=name,
        mode=mode,
        rules=rules,
        host=host,
        host_key=key.public,
        scenario=scenario_hash(tree),
        scenario_name=named.encode()[:MAX_TITLE].decode(errors="ignore"),
        options=_tree(options),
        seats=dict(seats),
        players=dict(players),
        dice=tuple(DiceOf(address, commitment) for address, commitment in dice),
        pace=pace,
        time=time,
    )
    return found_game(genesis, key, None if is_packaged else tree, keyring)


def make_join(
    save: TrustedSave,
    player: str,
    key: SigningKey,
    *,
    time: int,
    seats: tuple[str, ...] = (),
    random: bytes | None = None,
) -> bytes:
    """The join record by which `player` takes their seats in an invitation.

    Without `seats` they take those kept for them. Raises what `append_join` would raise.
    """
    kept = tuple(nation for nation, name in save.genesis.seats.items() if name == player)
    wanted = tuple(sorted(set(seats or kept)))
    if not wanted:
        raise ChainError(
            "wrong-seats",
            f"no seat is kept for {quoted(player)}, and none was chosen",
            "Choose an open seat, or use the name under which you were invited.",
        )
    fresh = random or os.urandom(32)
    kind, body = body_of(Join(save.genesis_head, player, wanted, key.public, fresh, time))
    record = key.seal(kind, body)
    save.append_join(record)
    return record


def join_answer(record: bytes) -> bytes:
    """The small file in which a join record travels back to the host."""
    return container.build(container.JOIN, (record,))


def read_join_answer(data: bytes) -> bytes:
    """The join record in such a file; its own signature is checked, its fit to a game is not.

    Raises NotASaveError, ChainError and KeyMismatchError. `join_game(record)` says which game it
    answers.
    """
    records = container.parse(data, container.JOIN).records
    _read(records[0])
    return records[0]


def join_game(record: bytes) -> bytes:
    """The genesis head that a join record answers, by which to find the game."""
    return _read(record).genesis


def _read(record: bytes) -> Join:
    envelope = parse_envelope(record, container.MAX_BODY)
    value = decode(envelope.body)
    kind = kind_of(value)
    if kind != "join":
        raise NotASaveError(
            "wrong-kind", f"it holds a {kind} record, not a join", "Look for the join answer."
        )
    join = parse_body(kind, value)
    if not isinstance(join, Join):
        raise wrong_shape("join", "is not a join record")
    if Verifier().signer(envelope, kind) != join.key:
        raise KeyMismatchError("unknown-key", "it is not signed by the key that it names")
    return join


def merge(first: TrustedSave, second: TrustedSave) -> TrustedSave:
    """`first` with the joins of `second` that it lacks; both still inviting, in the same game.

    Raises ChainError `different-game` or `already-started`, and whatever a join that contradicts
    one of `first` raises (`join-twice`, `seat-taken`).
    """
    if first.genesis_head != second.genesis_head:
        raise ChainError("different-game", "the two saves are from different games")
    if first.state != INVITING or second.state != INVITING:
        raise ChainError("already-started", "the game has started, so nobody can join it")
    merged = first
    present = {entry.body for entry in first.entries}
    for entry in second.entries[1:]:
        if entry.body not in present:
            merged = merged.append_join(entry.raw)
    return merged


def _tree(tree: Mapping[str, object]) -> Mapping[str, Plain]:
    value = decode(encode(tree))
    if not isinstance(value, Mapping):
        raise wrong_shape("the tree", "is not a map")
    return value
