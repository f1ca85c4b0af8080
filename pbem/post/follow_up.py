"""What a game may be ready for when something has come in: its start, or an agreement.

The store marks a game before it files anything for it.  A crash, or a wrong passphrase, between the
last answer and the mail about the start leaves the mark, and the next run does what is left; games
without a mark are not opened.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.lazy import LazyFunction
from pbem.agreements.open_proposals import waiting
from pbem.lobby.joining import is_ready_to_start, start_if_ready
from pbem.post.had import had_since
from pbem.post.news import News, NewsKind, news_of, whose
from pbem.post.open_cache import OpenedGames
from pbem.replay import notice_of
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey
from pbem.save.trusted_save import TrustedSave

if TYPE_CHECKING:
    from pbem.agreements.enact import enact_complete, is_theirs
    from pbem.post.agreements import post_agreement
    from pbem.post.behind import answer_those_behind
    from pbem.post.letter import is_handed_on
    from pbem.post.outgoing import post_start
    from pbem.post.withheld import look_for_withheld
else:
    # Late: nearly always nothing is due; dice and letters take long to load.
    enact_complete = LazyFunction("pbem.agreements.enact", "enact_complete")
    is_theirs = LazyFunction("pbem.agreements.enact", "is_theirs")
    answer_those_behind = LazyFunction("pbem.post.behind", "answer_those_behind")
    post_agreement = LazyFunction("pbem.post.agreements", "post_agreement")
    is_handed_on = LazyFunction("pbem.post.letter", "is_handed_on")
    post_start = LazyFunction("pbem.post.outgoing", "post_start")
    look_for_withheld = LazyFunction("pbem.post.withheld", "look_for_withheld")

_START = "start"


def do_what_is_due(games: OpenedGames, key_of: Callable[[], NamedKey], when: int) -> list[News]:
    """Start the marked games that this player hosts and that all have joined, put into the marked
    games what everybody has consented to and this player may, and mail both; answer who lacks a
    turn, and ask for turns that may be lost.

    key_of: asks for the player's key; called only when there is something to sign.
    """
    home = games.home
    identity = home.identity()
    if identity is None:
        return []
    news: list[News] = []
    for game, mark in home.game_store.marked():
        try:
            save = games.save(game)
        except SaveError:
            continue  # `pbem games` and `pbem verify` say what is wrong with it
        if save is None:
            continue
        if is_ready_to_start(save, identity[1]):
            news += _start(games, save, key_of(), when)
        elif _is_to_enact(games, save, identity[1]):
            # The mark stays when it cannot be done now: dice are asked for.
            news += _enact(games, save, key_of(), when)
        else:
            if home.config.mail is not None and _is_unsent(games, save, identity[1]):
                post = post_start if save.entries[-1].kind == _START else post_agreement
                post(home, games.position(save), key_of(), when)
            home.game_store.unmark(game, mark)
    if games.behind:
        news += answer_those_behind(games, key_of, when)
    return [*news, *look_for_withheld(games, key_of, when)]


def _is_unsent(games: OpenedGames, save: TrustedSave, public: bytes) -> bool:
    """Whether this player has begun the game or put an agreement into it, and the mail that says so
    is still to be sent: the run that signed it was cut off."""
    last = save.entries[-1]
    return (
        last.kind in (_START, "agreement")
        and last.signer == public
        and not is_handed_on(games.home, save.head.hex())
    )


def _is_to_enact(games: OpenedGames, save: TrustedSave, public: bytes) -> bool:
    """Whether all have consented to something that is this player's to put into the game."""
    if public not in save.players.values():
        return False
    complete = [one for one in waiting(games.home, save) if not one.missing]
    return bool(complete) and any(
        is_theirs(games.position(save), one.signed, public) for one in complete
    )


def _start(games: OpenedGames, save: TrustedSave, key: NamedKey, when: int) -> list[News]:
    home = games.home
    running = start_if_ready(home, save, key, when)
    if running is None:
        return []
    position = games.position(running)
    games.has_grown(position)
    if home.config.mail is not None:
        post_start(home, position, key, when)
    turn = whose(running, position.nation)
    text = f"{save.genesis.name}: everybody has joined, the game has started; {turn}"
    return [news_of(save, NewsKind.TURN, text, to_move=position.nation)]


def _enact(games: OpenedGames, save: TrustedSave, key: NamedKey, when: int) -> list[News]:
    home = games.home
    had = had_since(home, save, when)
    position = enact_complete(home, games.position(save), key, when, had)
    if position is None:
        return []
    games.has_grown(position)
    if home.config.mail is not None:
        post_agreement(home, position, key, when)
    enacted = position.save.entries[-1].agreement
    said = (
        str(notice_of(position.save, enacted, len(save.entries), position.definition))
        if enacted is not None
        else ""
    )
    text = f"{save.genesis.name}: {said}; {whose(position.save, position.nation)}"
    return [news_of(save, NewsKind.TURN, text, to_move=position.nation)]
