"""A turn as a post in a forum: the report, and the save as a file or as text.

What goes out holds no mail address: neither the save nor the report has one.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from pbem.forum.discourse import Discourse
from pbem.forum.from_plugin import forum_of
from pbem.forum.model import Forum, ForumAccount, ForumError, ForumKind, ForumSettings, Thread
from pbem.forum.nodebb import NodeBB
from pbem.forum.parts import split
from pbem.forum.posting import ForumPostResult, PostDraft, PostingClock, PostLog, post_once
from pbem.home import Home
from pbem.plugins import PluginGroup, plugins_in
from pbem.post.had import closed_turns
from pbem.post.outgoing import handover_text, summary_of
from pbem.replay import Position, Turn, last_turn, read_position
from pbem.report.forum import bbcode_text, markdown_text
from pbem.report.mail_picture import MailPicture
from pbem.report.render import render_turn
from pbem.save.armour import armour
from pbem.save.newest_turns import newest_turns
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.text import plain
from pbem.usage import UsageError

Markup = Literal["md", "bbcode"]

LOG = "forum.json"
_SUFFIX = ".txt"
_TITLE = 200
_NEWEST = (
    "The save has outgrown a post: these are its newest turns. `pbem fetch` puts them together "
    "with those that you have."
)


def mark_of(save: TrustedSave) -> str:
    """By which a post about this very save is found again."""
    return mark_at(save, save.head)


def mark_at(save: TrustedSave, head: bytes) -> str:
    """The same of an earlier save of the game, by its head."""
    return f"pbem-{save.genesis.game.hex()[:8]}-{head.hex()[:24]}"


def title_of(save: TrustedSave) -> str:
    """The title of the thread of a game."""
    return f"{plain(save.genesis.name)[:_TITLE]} (pbem {save.genesis.game.hex()[:8]})"


def log_of(home: Home, save: TrustedSave) -> PostLog:
    """What was posted about a game."""
    return PostLog(home.game_store.folder(ref_of(save)) / LOG)


def client_of(kind: str, base: str, account: ForumAccount | None) -> Forum:
    """A client of a forum; account: None to read as a guest.

    kind: a ForumKind or the name of a plugin; raises ForumPluginError.
    """
    if kind not in tuple(ForumKind):
        return forum_of(plugins_in(PluginGroup.FORUMS)[kind], base, account)
    return NodeBB(base, account) if kind == ForumKind.NODEBB else Discourse(base, account)


def report_of(save: TrustedSave, markup: Markup) -> str:
    """What has happened, as a post; the invitation before a game has begun."""
    escape = markdown_text if markup == "md" else bbcode_text
    if save.state != PLAYING:
        players = ", ".join(save.genesis.players)
        return escape(f"{save.genesis.name}: a new game. Players: {players}.")
    position = read_position(save)
    turn = _turn_told(position)
    if turn is None:
        told = handover_text(position) if position.open_turn is not None else ""
        report = told.partition("HOW TO GO ON")[0] or f"{save.genesis.name} has begun."
        return "\n".join(escape(line) for line in report.strip().splitlines())
    return render_turn(summary_of(position, turn), markup)


def _turn_told(position: Position) -> Turn | None:
    """The turn that a post is about: the last one, or the one under way as its player shows it;
    None before the first, and while another player is asked in it."""
    turn = position.open_turn
    if turn is None:
        return last_turn(position)
    return turn if position.nation == position.mover else None


def post_save(
    home: Home,
    save: TrustedSave,
    settings: ForumSettings,
    thread: Thread | None,
    pace: PostingClock,
    *,
    forum: Forum | None = None,
    again: bool = False,
) -> ForumPostResult:
    """Post a save with the report of its last turn, once.

    thread: where, in place of the thread that the game has; with neither, one is opened. again:
    even if a moderator has refused it. Raises ForumError, and UsageError `forum-no-thread` when
    there is no thread and no category to open one in.
    """
    forum = forum or client_of(settings.kind, settings.base, settings.account)
    log = log_of(home, save)
    thread = thread or log.thread()
    if thread is not None and thread.base != settings.base:
        raise UsageError(
            "other-forum",
            f"{thread.url} is not in the forum of the configuration, {settings.base}.",
            "Name a thread there, or change url under [forum].",
        )
    if thread is None and not settings.category:
        raise UsageError(
            "forum-no-thread",
            "The game has no thread yet, and no category is set to open one in.",
            "Name the thread with --thread URL, or set category under [forum].",
        )
    mark = mark_of(save)
    if again:
        log.keep(mark, None)
    make = _maker(home, forum, save, mark)
    return post_once(
        forum, PostDraft(mark, title_of(save), make, thread, settings.category), log, pace
    )


def _maker(home: Home, forum: Forum, save: TrustedSave, mark: str) -> Callable[[], str]:
    """Makes the text of the post; files are uploaded then, not before."""

    def make() -> str:
        report = report_of(save, "md")
        if forum.may_upload and (picture := _picture(home, save)) is not None:
            shown = forum.upload("map.png", "image/png", picture.png)
            words = markdown_text(picture.words)
            report += f"\n\n![{words}]({shown})" if shown else ""
        text = armour(save.to_bytes())
        name = f"{mark}{_SUFFIX}"
        # With the file the post stays short; a forum that takes none gets the text.
        link = forum.upload(name, "text/plain", text.encode("ascii"))
        if link:
            is_attachment = link.startswith("upload://")
            label = f"{name}|attachment" if is_attachment else name
            return _first_that_fits(forum, report, [f"The save: [{label}]({link})\n\n{mark}"])

        def with_turns(data: bytes) -> str:
            return f"{_NEWEST}\n\n```\n{armour(data)}```\n\n{mark}"

        def saves() -> Iterator[str]:
            yield f"The save:\n\n```\n{text}```\n\n{mark}"
            short = _short(report)
            turns = _newest_that_fit(save, lambda data: forum.fits(_post(short, with_turns(data))))
            if turns:
                yield with_turns(turns)

        return _first_that_fits(forum, report, saves())

    return make


def _picture(home: Home, save: TrustedSave) -> MailPicture | None:
    """The map of the last turn, where one was played and it can be drawn."""
    from pbem.report.map_still import mail_picture  # noqa: PLC0415 - slow, and only for this

    position = read_position(save) if save.state == PLAYING else None
    turn = _turn_told(position) if position is not None else None
    if position is None or turn is None:
        return None
    folder = home.map_folder(turn.after.definition.name)
    return mail_picture(turn.after, summary_of(position, turn), folder)


def _first_that_fits(forum: Forum, report: str, saves: Iterable[str]) -> str:
    """The whole report with the save, or the beginning of the report.

    saves: the whole one, and the newest turns for a post that it has outgrown; asked for only
      then, since to look for as many as fit takes long.
    """
    for save in saves:
        for told in (report.strip(), _short(report)):
            text = _post(told, save)
            if forum.fits(text):
                return text
    raise ForumError(
        "forum-too-long",
        "The save is too long for a post of this forum, which takes no file from you.",
        "Give a password under [forum] and ask for the right to upload text files, or print it in "
        "parts: `pbem post SAVE --print`.",
    )


def _short(report: str) -> str:
    head = report.strip().split("\n\n", 2)[:2]
    return "\n\n".join([*head, "(The report is too long for a post here; `pbem summary` has it.)"])


def _post(report: str, save: str) -> str:
    return f"{report}\n\n---\n\n{save}\n"


def _newest_that_fit(save: TrustedSave, fits: Callable[[bytes], bool]) -> bytes | None:
    """As many of the newest turns as fit; None when not even one does.

    Not only what is new since the last post: who has missed one is not held up then.
    """
    low, high, found = 1, closed_turns(save)[0], None
    while low <= high:
        middle = (low + high) // 2
        data = newest_turns(save, middle)
        if fits(data):
            low, found = middle + 1, data
        else:
            high = middle - 1
    return found


def printed(
    save: TrustedSave, markup: Markup, most: int, *, is_whole: bool = False
) -> tuple[str, ...]:
    """The texts of the posts that a player pastes by hand, each of at most `most` characters.

    is_whole: the whole save, in several posts where one is too short for it. Raises UsageError
    `forum-too-long` when they would be too many.
    """
    report = f"{report_of(save, markup).strip()}\n\n{mark_of(save)}\n"
    begin, end = ("```\n", "```\n") if markup == "md" else ("[code]\n", "[/code]\n")
    reports = (report,) if len(report) <= most else (f"{report[: most - 40].rstrip()}\n(cut)\n",)

    def posts(data: bytes, words: str = "") -> tuple[str, ...]:
        text = f"{words}{begin}{armour(data)}{end}"
        whole = f"{report}\n{text}"
        return (whole,) if len(whole) <= most else (*reports, text)

    def fits(data: bytes) -> bool:
        return len(posts(data, f"{_NEWEST}\n\n")[-1]) <= most

    whole = posts(save.to_bytes())
    if len(whole[-1]) <= most:
        return whole
    turns = None if is_whole else _newest_that_fit(save, fits)
    if turns is not None:
        return posts(turns, f"{_NEWEST}\n\n")
    try:
        pieces = split(save.to_bytes(), mark_of(save), most - len(begin + end))
    except ValueError:
        raise UsageError(
            "forum-too-long",
            f"The save does not fit into 99 posts of {most} characters.",
            "Hand over the file, or give a larger --length.",
        ) from None
    return (*reports, *(f"{begin}{piece}{end}" for piece in pieces))
