"""A turn that another player shows before it is over: taken in, looked at, compared with its end.

It is never taken for the turn.  Whether a save is one is read from the save alone: it ends in the
middle of a turn of somebody else who could go on in another way.  When the turn comes it has to go
on from what was shown; where it does not, both are kept as proof and the player is told (ADR 0081).
"""

from pbem.home import Home
from pbem.post.news import News, NewsKind, news_of
from pbem.post.open_cache import OpenedGames
from pbem.replay import Position
from pbem.save.comparing import Lineage, compare
from pbem.save.shelf import Origin, ref_of
from pbem.save.so_far import before_turn, rolled_twice
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.text import counted


def is_shown(position: Position, mine: bytes | None) -> bool:
    """Whether a save is a turn under way that somebody else only shows; mine: the player's key.

    What the holder of the seat has signed last, and nobody else is asked: they can still sign
    something else.  What all have agreed on is no part of a turn and stands.
    """
    if position.open_turn is None or not position.nation:
        return False
    save = position.save
    last = save.entries[-1]
    holder = save.holder_key(position.nation)
    return last.kind != "agreement" and last.signer == holder and holder != mine


def take_in_shown(games: OpenedGames, position: Position, origin: Origin) -> News:
    """Keep a turn that is shown; the closed turns before it are taken in as from any other save."""
    save = position.save
    closed = games.home.open(before_turn(save))
    games.file(closed, origin)
    known = games.save(ref_of(save)) or closed
    found = compare(known, save)
    name = save.genesis.name
    if found.lineage in (Lineage.SAME, Lineage.OLDER):
        text = f"{name}: a part of a turn that you have already, nothing changes."
        return news_of(save, NewsKind.SEEN, text, code="stale")
    if found.lineage is Lineage.FORK:
        return _differs(games, known, save, found.index or 0)
    kept = games.home.game_store.so_far(ref_of(save))
    before = kept.read(games.home.open)
    if before is not None:
        found = compare(before, save)
        if found.lineage in (Lineage.SAME, Lineage.OLDER):
            text = f"{name}: what was shown of the turn was seen before."
            return news_of(save, NewsKind.SEEN, text)
        if found.lineage is Lineage.FORK:
            return _differs(games, before, save, found.index or 0)
    kept.keep(save)
    turn = f"the turn of {position.mover} ({save.player_of(position.mover)}) so far"
    text = (
        f"{name}: {turn}, {_rolls(save)}. It is not over, and nothing waits for you. "
        f"`pbem summary {games.home.handle(save)} --so-far` shows it."
    )
    return news_of(save, NewsKind.SO_FAR, text, to_move=position.nation)


def compare_with_shown(games: OpenedGames, save: TrustedSave) -> list[News]:
    """News when the turn that has come is not the one that was shown; what was shown is done with.

    save: the current one of its game.
    """
    if save.state != PLAYING:
        return []
    kept = games.home.game_store.so_far(ref_of(save))
    shown = kept.read(games.home.open)
    if shown is None:
        return []
    found = compare(save, shown)
    if found.lineage is Lineage.NEWER:
        return []
    kept.drop()
    if found.lineage is not Lineage.FORK:
        return []
    return [_differs(games, save, shown, found.index or 0)]


def shown_now(home: Home, save: TrustedSave) -> Position | None:
    """The turn under way as its player shows it; None when nothing was shown of it."""
    if save.state != PLAYING:
        return None
    shown = home.game_store.so_far(ref_of(save)).read(home.open)
    if shown is None or compare(save, shown).lineage is not Lineage.NEWER:
        return None
    position = home.position(shown)
    return position if position.error is None else None


def _differs(games: OpenedGames, known: TrustedSave, other: TrustedSave, index: int) -> News:
    """Two lines of play of one turn: what the player is told, and the proof."""
    fork = games.home.game_store.note_fork(known, other, index)
    twice = rolled_twice(fork)
    text = (
        f"{known.genesis.name}: {' and '.join(fork.signers())} showed this turn in one way and "
        f"then played it in another, from record {index} on. Both are kept as proof in "
        f"{fork.folder}."
    )
    if twice:
        rolls = " and ".join(map(str, twice))
        text += (
            f" The dice authority has answered roll {rolls} for both, which it must never do: "
            "it is convicted as well. Do not go on before all have talked about it."
        )
    else:
        text += " No die was rolled for both, so nobody chose between dice."
    return news_of(known, NewsKind.FORK, text, code="shown-otherwise", exit_code=8)


def _rolls(save: TrustedSave) -> str:
    """How much was rolled in the turn under way."""
    rolls = sum(entry.kind == "roll" for entry in save.entries[save.open_index :])
    return counted(rolls, "roll") if rolls else "no dice yet"
