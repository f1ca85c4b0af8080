"""What has happened since the last look, and the hooks of the player that are told of it.

A turn is news of this run.  A mail that was not delivered and a player who is late are found in
what the home knows, and each is told once: a file remembers what was.
"""

import contextlib
import json
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import convert, to_builtins

from engine.lazy import LazyFunction
from engine.values import dataclass
from pbem.files import locked, write_atomic
from pbem.home import Home
from pbem.hooks.model import HookEvent, HookOccasion
from pbem.mail.entry import OutboxEntry
from pbem.mail.transport import Delivery
from pbem.post.dispatch import mails_in
from pbem.post.letter import moment_of
from pbem.post.news import News, NewsKind
from pbem.post.open_cache import OpenedGames
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import PLAYING
from pbem.status_cache import KnownRows
from pbem.text import here_text, plain

if TYPE_CHECKING:
    from pbem.hooks.running import run_hook
    from pbem.post.game_row import row_of
else:
    # Late: nearly always nothing has happened.
    run_hook = LazyFunction("pbem.hooks.running", "run_hook")
    row_of = LazyFunction("pbem.post.game_row", "row_of")

_FILE: Final = "hooks.json"
_KEPT: Final = "turn"
_LARGEST: Final = 1024 * 1024
_LOCK_SECONDS: Final = 10.0
_TRIES: Final = 3
"""So often a mail has failed when it is told that it waits: five minutes at the least."""
_OLD: Final = timedelta(days=7)
"""What became of older mails is no news."""


@dataclass(frozen=True, slots=True)
class _Known:
    """An event that is told once, and by what it is known."""

    identity: str
    event: HookEvent


@dataclass(frozen=True, slots=True)
class _Turn:
    """Whose turn it is in a game, and until when, as `GameRow` has it; is_mine: the player's."""

    game: str
    nation: str
    is_mine: bool
    until: int
    zone: int | None


def tell_hooks(games: OpenedGames, news: Sequence[News], when: int) -> list[str]:
    """Run the hooks for what is new; a sentence for each hook that has begun to fail.

    news: of this run.  when: Unix seconds.  Nothing is raised: no mail waits for a hook.
    """
    home = games.home
    hooks = home.config.hooks
    if not hooks:
        return []
    known = [*_undelivered(home, when), *_late(home, when)]
    failing: dict[str, str] = {}
    with _told(home.root / _FILE) as told:
        fresh = [one.event for one in known if one.identity not in told["told"]]
        told["told"] = [one.identity for one in known]
    events = [*_turns(games, news), *fresh]
    worked: set[str] = set()
    for hook in hooks:
        for event in events:
            if event.occasion in hook.on and hook.name not in failing:
                why = run_hook(hook, event)
                if why:
                    failing[hook.name] = why
                else:
                    worked.add(hook.name)
    with _told(home.root / _FILE) as told:
        new = [name for name in failing if name not in told["failing"]]
        told["failing"] = sorted({*told["failing"], *failing} - (worked - failing.keys()))
    return [
        f"The hook {plain(name)} does not work: {failing[name]}. "
        "`pbem config hooks` tries all of them."
        for name in new
    ]


def _turns(games: OpenedGames, news: Sequence[News]) -> Iterator[HookEvent]:
    """The games of which this run has brought something, and that wait for the player now."""
    identity = games.home.identity()
    refs = dict.fromkeys(one.ref for one in news if one.kind is NewsKind.TURN)
    for ref in refs:
        save = games.save(ref) if ref is not None else None
        if ref is None or save is None or identity is None or save.state != PLAYING:
            continue
        if games.home.game_store.is_guest(ref):
            continue
        position = games.position(save)
        nation = position.nation
        player = save.seats.get(nation) if nation else None
        if not player or save.players[player] != identity[1]:
            continue
        name = plain(save.genesis.name)
        asked = f"you are asked ({nation}) in the turn of {position.mover}"
        what = f"it is your turn ({nation})" if position.mover == nation else asked
        text = f"{name}: {plain(what)}."
        yield HookEvent(HookOccasion.TURN, text, ref.game.hex(), name, plain(nation))


def _undelivered(home: Home, when: int) -> Iterator[_Known]:
    """Mails that were refused, came back, may be lost, or have waited for a while.

    Neither an address nor the words of a server: a webhook may be read by a whole club.
    """
    since = moment_of(when) - _OLD
    for entry in mails_in(home):
        state = _state(entry)
        if state and (entry.tried_at or entry.spooled_at) > since:
            game = entry.game_id
            text = f"A mail about the game {game[:8]} {state}; `pbem outbox` says more."
            event = HookEvent(HookOccasion.MAIL, text, game)
            yield _Known(f"mail {entry.key} {state}", event)


def _state(entry: OutboxEntry) -> str:
    if entry.with_delivery(Delivery.REFUSED):
        return "was refused or came back"
    if entry.with_delivery(Delivery.UNSURE):
        return "may not have arrived"
    return "cannot be sent yet" if entry.waits and entry.tries >= _TRIES else ""


def _late(home: Home, when: int) -> Iterator[_Known]:
    """Games with a pace in which the time of a turn is over."""
    rows = KnownRows(home.root, "late")
    for ref in home.game_store.games():
        turn = _turn_of(home, ref, rows)
        if not 0 < turn.until < when:
            continue
        whose = "it is your turn" if turn.is_mine else "it is the turn of"
        who = f"{whose} ({turn.nation})" if turn.is_mine else f"{whose} {turn.nation}"
        name = plain(turn.game)
        text = plain(f"{turn.game}: {who}, late since {here_text(turn.until, turn.zone)}.")
        event = HookEvent(HookOccasion.LATE, text, ref.game.hex(), name, plain(turn.nation))
        yield _Known(f"late {ref.folder_name} {turn.until}", event)
    rows.close()


def _turn_of(home: Home, ref: GameRef, rows: KnownRows) -> _Turn:
    """Of one game; not worked out again while nothing has changed."""
    kept = rows.recall(ref.folder_name)
    if kept is not None:
        return convert(kept[_KEPT], _Turn)
    row = row_of(home, ref)
    turn = _Turn(row.name, row.to_move, row.waits_for_you, row.until, row.zone)
    if not row.code:
        rows.remember(ref.folder_name, {_KEPT: to_builtins(turn)})
    return turn


@contextlib.contextmanager
def _told(path: Path) -> Iterator[dict[str, list[str]]]:
    """What was told, and which hooks fail, to be changed; held for this process alone.

    A file that is damaged or missing is as good as an empty one: at worst something is told twice.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(TimeoutError):
            stack.enter_context(locked(path.with_suffix(".lock"), _LOCK_SECONDS))
        try:
            raw: object = json.loads(path.read_bytes()[:_LARGEST])
        except (OSError, ValueError, RecursionError):
            raw = {}
        table = raw if isinstance(raw, dict) else {}
        kept = {name: _texts(table.get(name)) for name in ("told", "failing")}
        before = json.dumps(kept)
        yield kept
        if json.dumps(kept) != before:
            write_atomic(path, json.dumps(kept).encode("ascii"), mode=0o600)


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
