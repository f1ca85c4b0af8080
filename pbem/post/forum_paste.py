"""Posts that players have copied out of a forum themselves: a save in parts, in any order."""

from collections.abc import Iterable

from pbem.forum.parts import Joiner
from pbem.mail.encodings import ascii_text, charset_by_mark
from pbem.mail.extract import without_tags
from pbem.post.intake import Post, take_in
from pbem.post.news import News, refused
from pbem.post.open_cache import OpenedGames
from pbem.save.errors import NotASaveError

_MARK = b"PBEM PART"


def holds_part(data: bytes) -> bool:
    """Whether a text, or a page that was saved, holds a part of a save."""
    charset = charset_by_mark(data)
    return _MARK in data or (charset is not None and _MARK.decode() in ascii_text(data, charset))


def take_in_parts(games: OpenedGames, texts: Iterable[bytes], sender: str) -> list[News]:
    """Take in the saves whose parts are in these texts, in any order; say which part is missing.

    sender: where the player has found them, for the list of games.
    """
    joiner = Joiner()
    files: list[bytes] = []
    for data in texts:
        text = ascii_text(data, charset_by_mark(data) or "utf-8")
        found = list(joiner.add(text))
        files += found or joiner.add("".join(without_tags(text)))
    news = list(take_in(games, list(dict.fromkeys(files)), Post(is_mail=False, sender=sender)))
    return [*news, *(refused(_incomplete(*each)) for each in joiner.missing())]


def _incomplete(count: int, missing: list[int]) -> NotASaveError:
    numbers = " and ".join(map(str, missing))
    is_one = len(missing) == 1
    return NotASaveError(
        "part-missing",
        f"the save is in {count} posts, and {'part' if is_one else 'parts'} {numbers} "
        f"{'is' if is_one else 'are'} not here",
        f"Copy {'that post' if is_one else 'those posts'} as well, all into one file or several.",
    )
