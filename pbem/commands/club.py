"""`pbem club`: follow many games, and write a site of them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from engine.lazy import LazyFunction
from pbem.club.settings import BucketSettings, ClubSettings, Follows
from pbem.commands.fetch import fetched
from pbem.home import Home
from pbem.output import Output
from pbem.post.delivery_words import try_again
from pbem.post.dispatch import mails_in
from pbem.post.open_cache import OpenedGames
from pbem.post.proposals_in import sound
from pbem.result import Result
from pbem.save.keys import NamedKey
from pbem.save.shelf import handles, host_of
from pbem.terminal.command_line import JSON, now, own_key, sayer
from pbem.terminal.mail_watch import watch
from pbem.text import counted, plain
from pbem.usage import UsageError

if TYPE_CHECKING:
    from pbem.club.index import ClubIndex
    from pbem.club.places import ClubSite, place_of
    from pbem.post.club import Published, late_games, publish
    from pbem.post.observing import names_me
    from pbem.post.reminders import remind
else:
    # Late: what writes pages and reads databases takes long to load.
    ClubIndex = LazyFunction("pbem.club.index", "ClubIndex")
    ClubSite = LazyFunction("pbem.club.places", "ClubSite")
    place_of = LazyFunction("pbem.club.places", "place_of")
    late_games = LazyFunction("pbem.post.club", "late_games")
    publish = LazyFunction("pbem.post.club", "publish")
    names_me = LazyFunction("pbem.post.observing", "names_me")
    remind = LazyFunction("pbem.post.reminders", "remind")

_REMINDING = 10 * 60.0
"""Seconds between two looks for reminders: each asks the dice authorities of the late games."""


@click.group("club")
def command() -> None:
    """Follow many games as an observer, and write a site of them; `pbem help club`."""


class ClubOutput(Output):
    """What was brought up to date: games, files and bytes of the site; problems: with some games.

    reminded: the ids of the games in which somebody was reminded.
    """

    games: int
    files: int
    bytes: int
    problems: list[str]
    reminded: list[str]


class AskingOutput(Output):
    """A game that asks to be followed; handle: what commands call it by; host: who founded it, and
    the fingerprint of their key."""

    handle: str
    name: str
    host: str


class ClubStatusOutput(Output):
    """The club: its address, where its site goes, how many games it follows; most: how many it may;
    waiting: how many mails are not sent yet; asking: games that ask to be followed."""

    name: str
    address: str
    site: str
    follows: Follows
    games: int
    most: int
    waiting: int
    asking: list[AskingOutput]


class _Club:
    """A club at work: its home, its index and its site."""

    def __init__(self, home: Home, settings: ClubSettings, index: "ClubIndex") -> None:
        self.home = home
        self.settings = settings
        self.index = index
        self.place = place_of(settings.site, now)
        self._reminded = 0.0

    def bring_up_to_date(self, games: OpenedGames) -> "Published":
        """The index and the site."""
        site = ClubSite(self.place, self.index)
        return publish(games, self.index, site, self.settings, now())

    def round(self, key: NamedKey) -> Result[ClubOutput]:
        """Take in mail, forward and remind what is due, and bring the site up to date."""
        games = OpenedGames(self.home)
        found = fetched(games, (), lambda: key)
        lines = [found.text] if found.data.news else []
        made = self.bring_up_to_date(games)
        more, reminded = self._remind(games, key)
        lines += [*made.problems, *more, *try_again(self.home, now(), due_only=True)]
        if made.files:
            lines.append(_made_words(made))
        data = ClubOutput(made.games, made.files, made.bytes, list(made.problems), reminded)
        return Result("\n".join(lines), data)

    def _remind(self, games: OpenedGames, key: NamedKey) -> tuple[list[str], list[str]]:
        if not self.settings.reminds or time.monotonic() < self._reminded:
            return [], []
        self._reminded = time.monotonic() + _REMINDING
        late = late_games(self.index, self.home, now())
        saves = filter(None, (sound(games, ref) for ref in late))
        positions = (games.position(save) for save in saves)
        good = (position for position in positions if position.error is None)
        lines, reminded = remind(self.home, good, key, now())
        return lines if reminded else [], reminded


@command.command("run", short_help="Follow the games until you end it.")
@click.option("--once", is_flag=True, help="Look once, and end.")
@JSON
def run_club(once: bool, as_json: bool) -> Result[ClubOutput]:
    """Take in mail as it comes, verify and file every save, and keep the site up to date.

    Who lacks turns is sent the newest, and who is late is reminded, after the players. It goes on
    until you end it with Ctrl-C.
    """
    home, settings = _home()
    mail = home.config.mail
    if mail is None or mail.incoming is None or mail.outgoing is None:
        raise UsageError(
            "mail-not-configured",
            "A club needs mail in both directions.",
            "Set it up with `pbem mail setup`.",
        )
    key = own_key(home)
    with _at_work(home, settings) as club:
        if once:
            found = club.round(key)
            return Result(found.text or "Nothing new.", found.data)
        say = sayer(as_json)

        def fetch() -> None:
            try:
                found = club.round(key)
            except UsageError as error:
                # The disk is full, or the bucket away: mail that comes then waits for no site.
                say(str(error))
                return
            if found.text:
                click.echo(found.json() if as_json else found.text)

        try:
            watch(home, mail.incoming, fetch, say)
        except KeyboardInterrupt:
            return Result("Stopped.", ClubOutput(0, 0, 0, [], []))
    return Result("", ClubOutput(0, 0, 0, [], []))


@command.command("site", short_help="Write what is not up to date of the site.")
@click.option("--anew", is_flag=True, help="Write every file, also those that should be there.")
@JSON
def write_site(anew: bool, as_json: bool) -> Result[ClubOutput]:
    """Bring the site up to the saves that are here, without looking for mail."""
    del as_json
    home, settings = _home()
    with _at_work(home, settings) as club:
        if anew:
            club.index.forget_all()
        made = club.bring_up_to_date(OpenedGames(home))
    lines = [*made.problems, _made_words(made)]
    data = ClubOutput(made.games, made.files, made.bytes, list(made.problems), [])
    return Result("\n".join(lines), data, 1 if made.problems else 0)


@command.command("status", short_help="What the club follows, and who asks for it.")
@JSON
def show_club(as_json: bool) -> Result[ClubStatusOutput]:
    """Say what the club follows, where its site goes, and which games ask to be followed."""
    del as_json
    home, settings = _home()
    mail = home.config.mail
    address = mail.me.mail if mail is not None else ""
    site = settings.site
    place = f"{site.bucket}/{site.prefix}" if isinstance(site, BucketSettings) else str(site)
    asking = list(_asking(home))
    count = len(home.game_store.own_games())
    waiting = sum(one.waits for one in mails_in(home))
    lines = [
        f"{plain(settings.name)}, {plain(address) or 'without a mailbox'}",
        f"It follows {counted(count, 'game')}, {settings.games} at most.",
        f"The site is in {plain(place)}.",
        *([f"{counted(waiting, 'mail waits', 'mails wait')}: `pbem outbox`."] if waiting else []),
    ]
    for one in asking:
        lines.append(
            f"{plain(one.name)}, {one.host}, asks to be followed: pbem observe {one.handle}"
        )
    data = ClubStatusOutput(
        name=settings.name,
        address=address,
        site=place,
        follows=settings.follows,
        games=count,
        most=settings.games,
        waiting=waiting,
        asking=asking,
    )
    return Result("\n".join(lines), data)


def _home() -> tuple[Home, ClubSettings]:
    home = Home.standard()
    settings = home.config.club
    if settings is None:
        raise UsageError(
            "no-club",
            f"{home.root} is not the home of a club.",
            "Write a [club] table into its config.toml; `pbem help club` has one.",
        )
    return home, settings


@contextmanager
def _at_work(home: Home, settings: ClubSettings) -> Iterator[_Club]:
    identity = home.identity()
    if identity is None:
        raise UsageError(
            "key-missing", "The club has no key yet.", "Make one with `pbem keys new`."
        )
    # Also where the index is elsewhere: it marks the home of a club.
    home.club_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    index = ClubIndex(settings.database() or str(home.club_folder), identity[1])
    try:
        yield _Club(home, settings, index)
    finally:
        index.close()


def _made_words(made: "Published") -> str:
    if not made.files:
        return "The site is up to date."
    size = f"{made.bytes / 1000:.0f} kB"
    return (
        f"{counted(made.games, 'game')} brought up to date: {counted(made.files, 'file')}, {size}."
    )


def _asking(home: Home) -> Iterator[AskingOutput]:
    """The games of strangers whose hosts have named this club as an observer."""
    store = home.game_store
    games = OpenedGames(home)
    names = handles(store.games())
    for ref, handle in names.items():
        save = sound(games, ref) if store.is_guest(ref) else None
        if save is not None and names_me(home, save):
            yield AskingOutput(handle, save.genesis.name, host_of(save))
