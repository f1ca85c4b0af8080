"""Answering an invitation, and starting the game when all have joined."""

import hmac
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from engine.lazy import LazyFunction
from pbem.home import Home
from pbem.replay import definition_of
from pbem.replay.errors import NotYourTurnError
from pbem.save import format as container
from pbem.save.invite import join_answer, make_join
from pbem.save.keys import NamedKey
from pbem.save.records import Join
from pbem.save.trust import open_save
from pbem.save.trusted_save import INVITING, TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError

if TYPE_CHECKING:
    from pbem.lobby.authority import authorities_of
else:
    # Late: dice take long to load, and nearly always a game has started already.
    authorities_of = LazyFunction("pbem.lobby.authority", "authorities_of")

Fresh: TypeAlias = Callable[[int], bytes]
"""A source of random bytes, by number."""


def answer(
    home: Home, save: TrustedSave, key: NamedKey, clock: int, player: str = ""
) -> tuple[TrustedSave, bytes]:
    """Take the seats kept for a player: the save with the join, and the answer for the host.

    player: the name they were invited under, "" when it can only be one.
    """
    if save.state != INVITING:
        raise NotYourTurnError(
            "already-started",
            "the game has started already; nobody can join any more",
            "Ask the host for a new game.",
        )
    if (known := _own_join(save, key.key.public)) is not None:
        # They joined before, and perhaps the answer was not written: the same answer again.
        home.game_store.store(save)
        return save, join_answer(known)
    name = name_to_take(save, key, player)
    definition_of(save)
    record = make_join(save, name, key.key, time=clock)
    joined = save.append_join(record)
    home.game_store.store(joined)
    return joined, join_answer(record)


def name_to_take(save: TrustedSave, key: NamedKey, player: str = "") -> str:
    """The name of somebody who has not joined yet; UsageError `which-player` if it can be several.

    player: the name they were invited under, "" when it can only be one.
    """
    open_names = [name for name, known in save.genesis.players.items() if known is None]
    waiting = [name for name in open_names if name not in save.players]
    name = player or (key.name if key.name in waiting else "")
    if not name and len(waiting) == 1:
        name = waiting[0]
    if name not in waiting:
        raise UsageError(
            "which-player",
            f"The seats of this game are kept for {', '.join(map(quoted, waiting)) or 'nobody'}.",
            "Name yours with --as NAME." if waiting else "",
        )
    return name


def _own_join(save: TrustedSave, public: bytes) -> bytes | None:
    for entry in save.entries:
        if isinstance(entry.record, Join) and entry.record.key == public:
            return entry.raw
    return None


def is_ready_to_start(save: TrustedSave, public: bytes) -> bool:
    """Whether all have joined and the key is the host's, who has only to start the game."""
    return (
        save.state == INVITING
        and save.genesis.host_key == public
        and all(player in save.players for player in save.seats.values())
    )


def start_if_ready(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    clock: int,
    fresh: Fresh | None = None,
) -> TrustedSave | None:
    """Start the game when all have joined and the key is the host's; None otherwise.

    fresh: random bytes, None for those that follow from the host's key and the answers: two devices
    of a host that have the same answers then sign the same start, in whatever order these came.
    """
    if not is_ready_to_start(save, key.key.public):
        return None
    save = _in_order(save) if fresh is None else save
    seats = save.seat_registration(key.key)
    seated = authorities_of(home, save, clock).register_seats(seats)
    if fresh is None:
        times = [entry.record.time for entry in save.entries if isinstance(entry.record, Join)]
        secret = hmac.digest(key.key.secret(), b"start" + save.head, "sha256")
        started = save.append_start(
            key.key, time=max(times, default=clock), random=secret, seated=seated
        )
    else:
        started = save.append_start(key.key, time=clock, random=fresh(32), seated=seated)
    home.game_store.store(started)
    return started


def _in_order(save: TrustedSave) -> TrustedSave:
    """An invitation with its answers in an order that does not depend on when they came."""
    founding, *answers = (entry.raw for entry in save.entries)
    if answers == sorted(answers):
        return save
    ordered = open_save(container.build(container.SAVE, (founding,)), save.keyring)
    for answer_record in sorted(answers):
        ordered = ordered.append_join(answer_record)
    return ordered
