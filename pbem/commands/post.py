"""`pbem post`: a turn as a post in a forum."""

import sys
from collections.abc import Callable

import click

from pbem.commands.send import shown_save
from pbem.forum.from_plugin import thread_at
from pbem.forum.posting import PostingClock
from pbem.home import Home
from pbem.output import Output
from pbem.post import to_hand_on
from pbem.post.forum import Markup, post_save, printed
from pbem.result import Result
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.terminal.clipboard import copy
from pbem.terminal.command_line import JSON, SAVE, own_key, sayer
from pbem.usage import UsageError

_LENGTH = 32_000


class PostOutput(Output, omit_defaults=True):
    """A post; queued: it waits for a moderator; or its texts to paste."""

    url: str | None = None
    queued: bool | None = None
    was_there: bool | None = None
    thread: str | None = None
    part: int | None = None
    count: int | None = None
    characters: int | None = None
    posts: tuple[str, ...] | None = None


@click.command("post")
@SAVE
@click.option("--thread", default="", metavar="URL", help="The thread of the game.")
@click.option("--print", "as_text", is_flag=True, help="Print it to paste, and post nothing.")
@click.option(
    "--clipboard",
    "is_copied",
    is_flag=True,
    help="Put it on the clipboard to paste, one post at a time, and post nothing.",
)
@click.option(
    "--format",
    "markup",
    type=click.Choice(["md", "bbcode"]),
    default="md",
    show_default=True,
    help="What the forum understands, with --print and --clipboard.",
)
@click.option(
    "--length",
    type=click.IntRange(1000),
    default=_LENGTH,
    show_default=True,
    help="Characters that a post may have, with --print and --clipboard.",
)
@click.option(
    "--whole",
    "is_whole",
    is_flag=True,
    help="The whole save, in several posts, where one holds only its newest turns.",
)
@click.option("--part", type=click.IntRange(1), help="Only this one of the posts.")
@click.option(
    "--so-far", "is_so_far", is_flag=True, help="Show the others your turn before it is over."
)
@click.option("--again", is_flag=True, help="Post again what a moderator has refused.")
@JSON
def command(
    save: str,
    thread: str,
    as_text: bool,
    is_copied: bool,
    markup: Markup,
    length: int,
    is_whole: bool,
    part: int | None,
    is_so_far: bool,
    again: bool,
    as_json: bool,
) -> Result[PostOutput]:
    """Post SAVE with the report of its last turn in the thread of the game.

    The thread is the one where the save before it came from or went to; without one, a thread is
    opened. What is there already is not posted again. Without an account: --clipboard or --print.
    A save that has outgrown a post goes as its newest turns, as many as fit; `pbem fetch` puts them
    together with what is there.
    With --so-far: your turn under way, marked as one that is not over; it signs your orders so far.
    """
    home = Home.standard()
    chosen = _chosen(home, save, is_so_far=is_so_far)
    if is_copied:
        texts = printed(chosen, markup, length, is_whole=is_whole)
        return _copied(texts, part or 1, f"{home.handle(chosen)}{' --whole' * is_whole}")
    if as_text:
        return _print(printed(chosen, markup, length, is_whole=is_whole), part)
    settings = home.config.forum
    if settings is None:
        raise UsageError(
            "forum-not-configured",
            "No forum is configured.",
            "Add a [forum] table to config.toml (`pbem help forum`), or use --print and paste it.",
        )
    named = thread_at(thread) if thread else None
    if thread and named is None:
        raise UsageError(
            "not-a-thread",
            f"{thread} is not the address of a thread of NodeBB or Discourse.",
            "Copy it from the browser: https://FORUM/topic/NUMBER or https://FORUM/t/NAME/NUMBER.",
        )
    done = post_save(home, chosen, settings, named, PostingClock(say=sayer(as_json)), again=again)
    where = done.posted.url
    if done.posted.is_queued:
        text = f"It waits for a moderator's approval: {where}"
    else:
        text = f"It is there already: {where}" if done.was_there else f"Posted: {where}"
    data = PostOutput(
        url=where,
        queued=done.posted.is_queued,
        was_there=done.was_there,
        thread=done.posted.thread.url if done.posted.thread else "",
    )
    return Result(text, data)


def _chosen(home: Home, save: str, *, is_so_far: bool) -> TrustedSave:
    """The save that is posted; a turn of one's own that is not over only where it was asked for."""
    if is_so_far:
        return shown_save(home, save, own_key(home))
    chosen = home.choose(save).save
    identity = home.identity()
    if chosen.state == PLAYING and identity is not None:
        to_hand_on(chosen, identity[1])
    return chosen


def _copied(texts: tuple[str, ...], part: int, game: str) -> Result[PostOutput]:
    """One post on the clipboard, and how to go on with the next; game: words that name it, and what
    is posted of it."""
    text = _part(texts, part)
    where = copy(text, _terminal())
    lines = [f"Post {part} of {len(texts)} is on the clipboard (by {where}): paste it."]
    if part < len(texts):
        lines.append(f"Then: pbem post {game} --clipboard --part {part + 1}")
    data = PostOutput(part=part, count=len(texts), characters=len(text))
    return Result("\n".join(lines), data)


def _terminal() -> Callable[[str], None] | None:
    """What writes to the terminal; standard error, since standard output may hold JSON."""
    if not sys.stderr.isatty():
        return None

    def write(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    return write


def _part(texts: tuple[str, ...], part: int) -> str:
    if part > len(texts):
        raise UsageError("no-such-part", f"There are {len(texts)} posts, and no {part}.")
    return texts[part - 1]


def _print(texts: tuple[str, ...], part: int | None) -> Result[PostOutput]:
    chosen = texts if part is None else (_part(texts, part),)
    cut = "\n8<--- next post ---8<\n\n"
    return Result(cut.join(chosen), PostOutput(posts=chosen, count=len(texts)))
