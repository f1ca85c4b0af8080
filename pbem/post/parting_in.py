"""What came about an invitation: a guest does not want to play, or it is called off."""

from pbem.lobby.parting import check_parting, note_declined
from pbem.post.news import News, NewsKind, news_of
from pbem.post.open_cache import OpenedGames
from pbem.save.parting import read_parting
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import INVITING
from pbem.text import quoted


def take_parting(
    games: OpenedGames, data: bytes, named: list[GameRef], *, sender: str = ""
) -> News:
    """Take in a word on an invitation: what the host calls off leaves this home.

    A game that has started is not changed by it.  sender: who the mail says has sent it.  Raises
    ChainError `parting-unfit`, and as `read_parting` does.
    """
    home = games.home
    said = read_parting(data)
    ref = home.game_store.game_founded_by(said.genesis)
    save = games.save(ref) if ref is not None else None
    if ref is None or save is None:
        # Whoever has declined hears in this way that somebody else was invited.
        text = "A word on an invitation that is not here, so nothing changes."
        return News(NewsKind.SEEN, text, code="unknown-game")
    check_parting(save, said)
    name = save.genesis.name
    if save.state != INVITING:
        text = f"{name}: a word on its invitation; it has started, so nothing changes."
        return news_of(save, NewsKind.SEEN, text)
    words = f": {said.words}" if said.words else ""
    if said.by == save.genesis.host_key:
        home.forget_game(ref)
        anew = f" It was founded anew without {quoted(said.player)}." if said.instead else ""
        text = f"{name}: {save.genesis.host} has called it off{words}.{anew}"
        return News(NewsKind.CALLED_OFF, text, save.genesis.game.hex(), name)
    named.append(ref)
    identity = home.identity()
    if identity is None or identity[1] != save.genesis.host_key:
        text = f"{name}: {quoted(said.player)} does not want to play{words}."
        return news_of(save, NewsKind.DECLINED, text)
    note_declined(home, ref, said.player)
    is_known = said.player in save.players
    unproven = "" if is_known or not sender else f", says a mail from {sender}"
    text = (
        f"{name}: {quoted(said.player)} does not want to play{unproven}{words}. "
        f"`pbem exchange {home.handle(save)} {quoted(said.player)} WHO` invites somebody else."
    )
    return news_of(save, NewsKind.DECLINED, text)
