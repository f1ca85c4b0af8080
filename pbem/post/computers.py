"""Seats that the computer plays: their turns are played and mailed when they are asked."""

from collections.abc import Callable

from pbem.lobby.computer_seats import computer_seats
from pbem.play.computer_turns import play_computer_seats, waits_for_computer
from pbem.post.news import News, NewsKind, news_of, refused, whose
from pbem.post.open_cache import OpenedGames
from pbem.post.outgoing import post_position
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey


def play_computers(games: OpenedGames, key_of: Callable[[], NamedKey], when: int) -> list[News]:
    """Play every game that waits for a seat that the computer plays here, and mail what came of it.

    key_of: asks for the player's key; called only when there is something to play.
    """
    home = games.home
    identity = home.identity()
    news: list[News] = []
    if identity is None:
        return news
    for ref in home.game_store.games():
        if not computer_seats(home, ref):
            continue
        try:
            save = games.save(ref)
            if save is None:
                continue
            position = games.position(save)
            if not waits_for_computer(home, ref, position, identity[1]):
                continue
            played = play_computer_seats(home, ref, position, key_of(), lambda: when)
        except SaveError as error:
            news.append(refused(error))
            continue
        if played is None:
            continue
        games.has_grown(played)
        # Before a turn of the player's own nothing is sent: their mail takes it along.
        is_own = played.save.holder_key(played.nation) == identity[1]
        sends = home.config.mail is not None and played.save.genesis.mode == "mail"
        if sends and not is_own:
            post_position(home, played, key_of(), when)
        name, next_turn = played.save.genesis.name, whose(played.save, played.nation)
        text = f"{name}: the computer has played; {next_turn}"
        news.append(news_of(played.save, NewsKind.TURN, text, to_move=played.nation))
    return news
