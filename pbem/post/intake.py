"""Taking in what came by mail or as a file: verify it, store it, say what is new.

Nothing unsigned is believed, and nothing that fails its proof is stored.  The From line of
a mail plays no part.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import repeat

from engine.values import dataclass
from pbem.agreements.open_proposals import waiting
from pbem.home import Home
from pbem.post.guests import check_size, origin_of
from pbem.post.news import News, NewsKind, news_of, refused, whose
from pbem.post.observing import take_observers
from pbem.post.open_cache import Behind, OpenedGames
from pbem.post.parting_in import take_parting
from pbem.post.proposals_in import sound, take_proposal
from pbem.post.shown import compare_with_shown, is_shown, take_in_shown
from pbem.replay import definition_of
from pbem.save import format as container
from pbem.save.cards import read_card
from pbem.save.comparing import Lineage, fork_words
from pbem.save.errors import NotASaveError, SaveError
from pbem.save.invite import join_game, read_join_answer
from pbem.save.newest_turns import place_of, put_together
from pbem.save.record_parts import take_apart
from pbem.save.records import Join, TurnEnd
from pbem.save.shelf import GameRef, Origin, Standing, host_of, ref_of
from pbem.save.trusted_save import INVITING, PLAYING, TrustedSave
from pbem.text import quoted

TURNS_ALONE = "turns-alone"
_PROPOSAL = 3
"""The place of proposals among the files of a mail."""
_STALE = "stale"


def is_ours(data: bytes) -> bool:
    """Whether bytes begin like one of our files; the predicate for extracting them from a mail."""
    return data.startswith(container.MAGIC)


@dataclass(frozen=True, slots=True)
class Post:
    """How files came: in a mail that nobody requested, or as files that the player named.

    sender: who the mail says has sent it, or the name of the file.  written: when the mail says
    that it was written, in Unix seconds; 0 for not at all.
    """

    is_mail: bool
    sender: str = ""
    written: int = 0


def take_in(
    games: OpenedGames, files: Sequence[bytes], post: Post, paths: Sequence[str] = ()
) -> tuple[News, ...]:
    """Take in the files of one mail: saves, newest turns, answers, proposals, then the cards.

    paths: where the player has named these files, one for each; what is refused says which.
    """
    news: list[News] = []
    named: list[GameRef] = []
    named_files = zip(files, paths or repeat(""), strict=False)
    by_kind = sorted(named_files, key=lambda pair: _order(pair[0]))
    # A proposal brings the save that it is about: consents to it can be asked for in mid-turn.
    asks = any(_order(data)[0] == _PROPOSAL for data, _ in by_kind)
    for data, path in by_kind:
        try:
            kind = container.kind_of(data)
            if kind == container.SAVE:
                news.extend(_take_save(games, data, post, named, asks=asks))
            elif kind == container.NEWEST:
                news.extend(_take_newest(games, data, post, named))
            elif kind == container.JOIN:
                news.append(_take_answer(games, data, named))
            elif kind == container.PROPOSAL:
                news.extend(take_proposal(games, data, named))
            elif kind == container.PARTING:
                news.append(take_parting(games, data, named, sender=post.sender))
            elif kind == container.OBSERVERS:
                news.extend(take_observers(games, data, named))
            else:
                news.extend(_take_card(games, data, named))
        except SaveError as error:
            news.append(refused(error, path))
    return tuple(news)


def _order(data: bytes) -> tuple[int, int]:
    """Saves first, because all others belong to one; of two saves the longer log comes later."""
    order = {
        container.SAVE: 0,
        container.NEWEST: 1,
        container.JOIN: 2,
        container.PROPOSAL: _PROPOSAL,
        container.OBSERVERS: 4,
        container.PARTING: 5,
        container.CARD: 6,
    }
    try:
        return order[container.kind_of(data)], len(data)
    except SaveError:
        return 7, 0


def _take_save(
    games: OpenedGames, data: bytes, post: Post, named: list[GameRef], *, asks: bool
) -> list[News]:
    """asks: a proposal has come along."""
    older = games.beginning(data)
    if older is not None:
        return [_older(games, *older, data, post, named)]
    if post.is_mail:
        check_size(games.home, data)
    save = games.home.open(data)
    origin = _origin(games, save, post)
    to_move = mover = ""
    if save.state == PLAYING and origin.standing is Standing.OWN:
        position = games.position(save)
        if position.error is not None:
            raise position.error
        to_move, mover = position.nation, position.mover
        identity = games.home.identity()
        if not asks and is_shown(position, identity[1] if identity else None):
            named.append(ref_of(save))
            return [take_in_shown(games, position, origin)]
    elif save.state == INVITING:
        # Better to learn now that this version cannot play it than after the game has started.
        definition_of(save)
    news = _filed(games, save, origin, to_move, mover)
    named.append(ref_of(save))
    if news.code == _STALE and origin.standing is Standing.OWN:
        _note_behind(games, save, len(save.entries), post)
    current = games.save(ref_of(save)) if origin.standing is Standing.OWN else None
    return [news, *(compare_with_shown(games, current) if current is not None else ())]


def _take_newest(games: OpenedGames, data: bytes, post: Post, named: list[GameRef]) -> list[News]:
    """The newest turns of a game: put together with what is here, and then as any save."""
    place = place_of(data)
    found = (
        save
        for ref in games.home.game_store.games()
        if ref.genesis == place.genesis and (save := sound(games, ref)) is not None
    )
    save = next(found, None)
    if save is None or save.state != PLAYING:
        raise NotASaveError(
            TURNS_ALONE,
            "these are the newest turns alone, of a game that is not here",
            "Take in the first posts of its thread, or ask for the whole save.",
        )
    whole = put_together(save, data, games.home.open)
    return _take_save(games, whole.to_bytes(), post, named, asks=False)


def _older(
    games: OpenedGames,
    save: TrustedSave,
    records: int,
    data: bytes,
    post: Post,
    named: list[GameRef],
) -> News:
    """The news of a file that holds the first records of a save that is here."""
    named.append(ref_of(save))
    if not games.home.game_store.is_guest(ref_of(save)):
        games.home.game_store.file_older(save, records, data)
        _note_behind(games, save, records, post)
    return news_of(save, NewsKind.SEEN, _older_text(save), code=_STALE)


def _older_text(save: TrustedSave) -> str:
    return f"{save.genesis.name}: an older save than yours, nothing changes."


def _note_behind(games: OpenedGames, save: TrustedSave, records: int, post: Post) -> None:
    """Whoever mails an older save may lack what came after it."""
    if post.is_mail:
        games.behind.append(Behind(ref_of(save), records, post.sender, post.written))


def _filed(games: OpenedGames, save: TrustedSave, origin: Origin, to_move: str, mover: str) -> News:
    """Put a save with the others of its game, and say what it brings."""
    comparison, name = games.file(save, origin), save.genesis.name
    lineage = comparison.lineage
    news = partial(news_of, save, to_move=to_move)
    if lineage is Lineage.FORK and (moved := _own_turn_back(games, save, comparison.index or 0)):
        return news(NewsKind.TURN, f"{moved} {whose(save, to_move, mover)}.")
    if lineage is Lineage.FORK:
        text = (
            f"{name}: this save and yours {fork_words(save, comparison.index or 0)}. Both are "
            "kept, and yours stays the current one. "
            f"`pbem adopt {games.home.handle(save)}` shows both and lets you choose."
        )
        return news(NewsKind.FORK, text, code="forked", exit_code=8)
    if lineage is Lineage.SAME:
        return news(NewsKind.SEEN, f"{name}: seen before, nothing changes.")
    if lineage is Lineage.OLDER:
        return news(NewsKind.SEEN, _older_text(save), code=_STALE)
    if save.state == INVITING:
        text = f"{name}: an invitation from {save.genesis.host}.{_same_id(games, save)}"
        return news(NewsKind.INVITATION, text)
    if origin.standing is Standing.GUEST:
        text = (
            f"{name}: a game that you do not play in, {host_of(save)}; its signatures are checked, "
            "its moves are not yet."
        )
        return news(NewsKind.STRANGER, f"{text}{_same_id(games, save)}")
    return news(NewsKind.TURN, f"{name}: {whose(save, to_move, mover)}.")


def _own_turn_back(games: OpenedGames, save: TrustedSave, index: int) -> str:
    """Go on with the player's own turn as it was closed, in place of what they began again in a
    home that had been put back; what they are told, "" where it is not so.

    Nothing is given up: what is left was sent to nobody and can never be closed. Both are kept as
    proof all the same.
    """
    known, identity = games.save(ref_of(save)), games.home.identity()
    if known is None or identity is None or save.state != PLAYING:
        return ""
    left, taken = known.entries[index:], save.entries[index:]
    is_mine = all(one.kind in ("orders", "roll") and one.signer == identity[1] for one in left)
    end = next((one for one in taken if isinstance(one.record, TurnEnd)), None)
    if not is_mine or end is None or end.signer != identity[1]:
        return ""
    games.home.game_store.adopt(games.home.game_store.note_fork(known, save, index))
    games.has_grown(games.position(save))
    return (
        f"{save.genesis.name}: your own turn has come back, as you have ended it. What you began "
        "again here could never be closed, and is left out."
    )


def _origin(games: OpenedGames, save: TrustedSave, post: Post) -> Origin:
    """How a save is kept: what once was the player's own stays so."""
    home, ref = games.home, ref_of(save)
    if ref in home.game_store.games() and not home.game_store.is_guest(ref):
        return Origin()
    if post.is_mail:
        return origin_of(home, save, post.sender)
    return Origin(Standing.OWN, f"came as the file {post.sender}" if post.sender else "")


def _same_id(games: OpenedGames, save: TrustedSave) -> str:
    """A warning when this home has another game of the same id: one of them was squatted."""
    others = games.home.others_of_that_id(save)
    if not others:
        return ""
    return (
        f" You have another game with the id {save.genesis.game.hex()[:8]}: this one is "
        f"{games.home.handle(save)}, {host_of(save)}; the other one is {'; '.join(others)}. "
        "Compare the fingerprint with your host before you join."
    )


def _take_answer(games: OpenedGames, data: bytes, named: list[GameRef]) -> News:
    record = read_join_answer(data)
    ref = games.home.game_store.game_founded_by(join_game(record))
    save = sound(games, ref) if ref is not None else None
    if ref is None or save is None:
        raise NotASaveError(
            "unknown-game",
            "it answers an invitation to a game that you do not have",
            "Nothing to do.",
        )
    named.append(ref)
    name = save.genesis.name
    body = take_apart(record).envelope.body
    if any(entry.body == body for entry in save.entries):
        return news_of(save, NewsKind.SEEN, f"{name}: that answer was seen before.")
    grown = save.append_join(record)
    games.file(grown, games.home.game_store.origin(ref))
    joined = grown.records[-1]
    who = joined.player if isinstance(joined, Join) else "somebody"
    return news_of(save, NewsKind.ANSWER, f"{name}: {who} has joined.")


def _newcomers(home: Home, save: TrustedSave) -> Iterator[bytes]:
    """The keys that open proposals would give a seat to: their mails begin before that."""
    for one in waiting(home, save):
        change = one.signed.proposal.motion.handover
        if change is not None:
            yield change.key


def _take_card(games: OpenedGames, data: bytes, named: list[GameRef]) -> list[News]:
    """Keep a card with the games of its mail, or with all games of its key when it came alone.

    Only the cards of players are kept: otherwise anyone who can send mail could fill the disk.
    """
    card = read_card(data)
    key, home = card.key, games.home
    found = [
        game
        for game in dict.fromkeys(named or home.game_store.games_that_hold(key))
        if (save := sound(games, game)) is not None
        and key in (save.genesis.host_key, *save.players.values(), *_newcomers(home, save))
    ]
    if not found and named:
        # Of a guest who writes before they have joined.
        return []
    if not found:
        text = f"the address of {quoted(card.name)}, who is in none of your games, is not kept"
        return [News(NewsKind.SEEN, text)]
    return [
        News(
            NewsKind.CARD,
            f"address card of {home.keep_card(game, data).name} kept",
            game=game.game.hex(),
            ref=game,
        )
        for game in found
    ]
