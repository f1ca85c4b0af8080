"""A file or a text that the player drops on the page: an invitation, a turn, a whole mail."""

from pbem.home import Home
from pbem.post import do_what_is_due, holds_part, is_ours, take_in, take_in_mail, take_in_parts
from pbem.post.intake import Post
from pbem.post.news import NewsKind
from pbem.post.open_cache import OpenedGames
from pbem.save.keys import NamedKey
from pbem.text import plain
from pbem.usage import UsageError


def taken_in(home: Home, key: NamedKey, when: int, data: bytes, name: str) -> list[str]:
    """Verify and file what is in it, do what is due, and say what is new.

    name: of the file, as the player knows it.  Raises UsageError when it holds nothing of a game.
    """
    games = OpenedGames(home)
    if is_ours(data):
        news = list(take_in(games, [data], Post(is_mail=False, sender=name)))
    elif holds_part(data):
        news = take_in_parts(games, [data], name)
    else:
        news = take_in_mail(games, data, name)
    if not news:
        raise UsageError(
            "nothing-in-it",
            "There is no invitation and no turn in it.",
            "Save the mail itself or the file that came with it, and drop that here; or copy the "
            "whole text of the mail.",
        )
    news += do_what_is_due(games, lambda: key, when)
    return [plain(entry.text) for entry in news if entry.kind is not NewsKind.CARD]
