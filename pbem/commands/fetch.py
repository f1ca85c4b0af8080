"""`pbem fetch`: receive mail, verify and file what is in it, say what is new."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.lazy import LazyFunction
from pbem.agreements.open_proposals import waiting
from pbem.home import Home
from pbem.named_files import read_plain_file, read_save_file, refuse_text
from pbem.output import Output
from pbem.post import (
    do_what_is_due,
    holds_part,
    is_ours,
    play_computers,
    play_plans,
    receive_everywhere,
    refused,
    take_in,
    take_in_early,
    take_in_mail,
    take_in_parts,
    take_in_thread,
    tell_hooks,
    try_again,
)
from pbem.post.dispatch import state_lines
from pbem.post.intake import Post
from pbem.post.news import News, NewsKind
from pbem.post.open_cache import OpenedGames
from pbem.result import Result
from pbem.save.errors import NotASaveError
from pbem.save.keys import NamedKey
from pbem.save.trusted_save import PLAYING
from pbem.screen import tell
from pbem.terminal.command_line import JSON, now, own_key
from pbem.text import plain, quoted
from pbem.usage import UsageError

if TYPE_CHECKING:
    from pbem.terminal.clipboard import paste
    from pbem.terminal.notification import notify
else:
    # Late: only for those who ask for it.
    paste = LazyFunction("pbem.terminal.clipboard", "paste")
    notify = LazyFunction("pbem.terminal.notification", "notify")

KeyOf = Callable[[], NamedKey]
_SUFFIXES = frozenset({".pbem", ".eml", ".card", ".txt"})
_MOST_BYTES = 64 * 1024 * 1024
_CLIPBOARD = "the clipboard"


class NewsOutput(Output):
    """Something that came in, of a game; code: why it was refused."""

    kind: NewsKind
    game: str
    genesis: str
    name: str
    to_move: str
    text: str
    code: str


class FetchOutput(Output):
    """What is new."""

    news: list[NewsOutput]


@click.command("fetch")
@click.argument("files", nargs=-1)
@click.option("--clipboard", "is_pasting", is_flag=True, help="Take in what is on the clipboard.")
@click.option("--notify", "is_notifying", is_flag=True, help="Show what is new on the desktop too.")
@JSON
def command(
    files: tuple[str, ...],
    is_pasting: bool,
    is_notifying: bool,
    as_json: bool,
) -> Result[FetchOutput]:
    """Receive mail, verify what is in it and file it by game; or take in FILES or folders.

    A dice server that keeps the newest saves of its games is asked for those too.

    Of a folder, such as the one for downloads, what is new in it. The address of a thread in a
    forum, or of any page with a save in it, stands for its newest one. `pbem watch` takes in mail
    as it comes.
    """
    del as_json
    home = Home.standard()
    # Asked for once, and only if there is something to sign.
    key_of = cache(partial(own_key, home))
    games = OpenedGames(home)
    found = _fetch_clipboard(games, key_of) if is_pasting else fetched(games, files, key_of)
    if is_notifying and found.data.news:
        notify(found.text)
    return found


def fetched(games: OpenedGames, files: tuple[str, ...], key_of: KeyOf) -> Result[FetchOutput]:
    """Take in what has come, do what is due, and say what is new."""
    paths = tuple(Path(name) for name in files if not _is_url(name))
    news = (
        _from_files(games, paths)
        if paths
        else []
        if files
        else receive_everywhere(games, key_of, now())
    )
    for name in files:
        if _is_url(name):
            news += take_in_thread(games, name)
    return _told(games, news, key_of)


def _fetch_clipboard(games: OpenedGames, key_of: KeyOf) -> Result[FetchOutput]:
    data = paste()
    if holds_part(data):
        news = take_in_parts(games, [data], _CLIPBOARD)
    else:
        news = take_in_mail(games, data, _CLIPBOARD)
    text = "there is no save on the clipboard"
    missing = NotASaveError("not-a-save", text, "Copy the whole post, or all posts of the save.")
    return _told(games, news or [refused(missing)], key_of)


def _told(games: OpenedGames, news: list[News], key_of: KeyOf) -> Result[FetchOutput]:
    """Do what is due after news, and say all of it."""
    home = games.home
    news += do_what_is_due(games, key_of, now())
    news += play_computers(games, key_of, now())
    news += play_plans(games, key_of, now())
    lines = _each_once(plain(entry.text) for entry in news if entry.kind is not NewsKind.CARD)
    lines += try_again(home, now())
    for line in tell_hooks(games, news, now()):
        tell(line)
    lines += _next_steps(games, news)
    lines = lines or ["Nothing new."]
    lines += [plain(line) for line in state_lines(home, now())]
    codes = [entry.exit_code for entry in news if entry.exit_code]
    data = FetchOutput([_plain(entry) for entry in news])
    return Result("\n".join(lines), data, codes[0] if codes else 0)


def _each_once(lines: Iterable[str]) -> list[str]:
    """The lines in their order; what several mails bring is said once."""
    return [
        f"{line} ({number} times)" if number > 1 else line
        for line, number in Counter(lines).items()
    ]


def _is_url(name: str) -> bool:
    """Whether a page is meant and not a file."""
    return name.startswith(("https://", "http://"))


def _from_files(games: OpenedGames, paths: tuple[Path, ...]) -> list[News]:
    """Saves, answers and cards, as files or armoured text, and whole mails (.eml).

    Of a folder, the files in it that are one of these; others, and what is known, are passed over
    there: a browser's folder is full of them.
    """
    named = {path for path in paths if not path.is_dir()}
    found = {each: _content(each, named) for path in paths for each in _within(path)}
    contents = {path: data for path, data in found.items() if data is not None}
    news: list[News] = []
    saves = {path: data for path, data in contents.items() if is_ours(data)}
    names = list(map(str, saves))
    post = Post(is_mail=False, sender=", ".join(names))
    news += take_in(games, list(saves.values()), post, names)
    parts = {path: data for path, data in contents.items() if holds_part(data)}
    if parts:
        news += take_in_parts(games, parts.values(), ", ".join(map(str, parts)))
    for path, data in contents.items():
        if path not in saves and path not in parts:
            inside = take_in_mail(games, data, str(path))
            news += inside or ([_nothing_in(path)] if path in named else [])
    if not named:
        news = [entry for entry in news if entry.kind is not NewsKind.SEEN]
    return [*news, *take_in_early(games)]


def _within(path: Path) -> list[Path]:
    """The file itself; of a folder its saves and mails by name, those of a Maildir included."""
    if not path.is_dir():
        return [path]
    found = [each for each in path.iterdir() if each.suffix.lower() in _SUFFIXES]
    for part in ("new", "cur"):
        if (path / part).is_dir():
            found += (path / part).iterdir()
    found = sorted(each for each in found if each.is_file())
    if not found:
        raise UsageError(
            "nothing-to-fetch",
            f"There is no save and no mail in the folder {quoted(str(path))}.",
            "pbem looks for .pbem, .eml, .card and .txt files, and in a Maildir.",
        )
    return found


def _content(path: Path, named: Collection[Path]) -> bytes | None:
    """What is in a file; None for one in a folder that cannot be read or is too large."""
    try:
        try:
            return read_save_file(path)
        except NotASaveError:
            # Perhaps a mail: damaged content is found again when it is read as one.
            return read_plain_file(path, _MOST_BYTES)
    except UsageError:
        if path in named:
            raise
        return None


def _nothing_in(path: Path) -> News:
    """Why nothing came out of a file: a text that is damaged or proves nothing, or another file."""
    try:
        refuse_text(read_save_file(path))
    except NotASaveError as error:
        return refused(error, str(path))
    text = "this is neither a file of pbem nor a mail with one"
    return refused(NotASaveError("not-a-save", text, "Check what it is."), str(path))


def _next_steps(games: OpenedGames, news: list[News]) -> list[str]:
    home = games.home
    identity = home.identity()
    lines: list[str] = []
    for ref in dict.fromkeys(entry.ref for entry in news if entry.kind in _ACTIVE):
        save = games.save(ref) if ref is not None else None
        if ref is None or save is None:
            continue
        game = home.handle(save)
        if save.state == PLAYING and identity is not None:
            is_over = not games.position(save).nation
            lines += [
                f"Your consent is asked for: pbem consent {game} {one.name}"
                for one in waiting(home, save)
                if one.asks(save, identity[1])
                and not (is_over and one.signed.proposal.motion.ENDS_GAME)
            ]
        if save.state != PLAYING:
            if identity is None or identity[1] not in save.players.values():
                lines.append(f"Read its terms: pbem status {game}")
                lines.append(f"Take your seat: pbem join {game}")
            continue
        if home.game_store.is_guest(ref):
            continue
        position = games.position(save)
        nation = position.nation
        player = save.seats.get(nation) if nation else None
        if identity is not None and player and save.players[player] == identity[1]:
            asked = f"You are asked ({nation}) in the turn of {position.mover}"
            turn = f"It is your turn ({nation})" if position.mover == nation else asked
            lines.append(f"{turn}: pbem play {game}")
    return lines


_ACTIVE = (NewsKind.TURN, NewsKind.INVITATION, NewsKind.PROPOSAL)


def _plain(entry: News) -> NewsOutput:
    return NewsOutput(
        kind=entry.kind,
        game=entry.game,
        genesis=entry.ref.genesis.hex() if entry.ref is not None else "",
        name=entry.name,
        to_move=entry.to_move,
        text=entry.text,
        code=entry.code,
    )
