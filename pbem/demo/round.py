"""A whole round between the sides of a game on one machine, with all that a real game has.

Each side has a home with its own keys, address book and mailbox; the dice authority is in a folder
that belongs to none.  All they know of each other has come by mail.  Whose turn comes next is what
the game says: a scenario may have any number of sides and any course of play.
"""

import random
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from engine import Definition, NationName
from engine.values import dataclass
from pbem.files import write_atomic
from pbem.home import Home
from pbem.lobby.founding import FoundingPlan, Seat, found
from pbem.lobby.joining import Fresh, answer
from pbem.lobby.scenarios import find_scenario
from pbem.play.computer import play_by_computer
from pbem.play.drafts import open_session
from pbem.post.film import film_of
from pbem.post.follow_up import do_what_is_due
from pbem.post.incoming import receive
from pbem.post.letter import own_card
from pbem.post.news import News
from pbem.post.open_cache import OpenedGames
from pbem.post.outgoing import (
    page_of,
    post_answer,
    post_handover,
    post_invitations,
    post_start,
    post_turn,
    summary_of,
)
from pbem.replay import Position, last_turn, read_history, read_position
from pbem.report.film_page import render_film
from pbem.report.model import TurnSummary
from pbem.save.keys import NamedKey, write_key_file
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import counted, file_stem
from pbem.wire.signing import SigningKey

_REHEARSAL_TIME = 1_700_000_000
_MOST_TURNS = 200
"""More turns and answers than any round has."""


@dataclass(frozen=True, slots=True)
class Person:
    """One of the players: a side, its home and its key."""

    name: str
    address: str
    home: Home
    key: NamedKey


@dataclass(frozen=True, slots=True)
class Round:
    """What the demo made.

    position: after the last turn, as the first player received it; summaries: one per turn.
    save, reports, mails: where they are.  home: of the player who moves next.
    """

    position: Position
    summaries: tuple[TurnSummary, ...]
    save: Path
    reports: tuple[Path, ...]
    mails: Path
    home: Path


class Demo:
    """The round, step by step; `play` says what it is doing.

    folder: everything is written below it and it must be new or empty.
    scenario: one of the package, or a file; each of its sides is a player.
    seed: "" for a real game with fresh keys, seeds and dice; otherwise a rehearsal that is the
    same each time and whose dice prove nothing.
    """

    def __init__(self, folder: Path, scenario: str, seed: str, say: Callable[[str], None]) -> None:
        """Nothing is written before `play`; DefinitionError when there is no such scenario."""
        self._folder = folder
        self._definition = find_scenario(scenario)
        self._seed = seed
        self._say = say
        self._fresh: Fresh = _seeded(seed) if seed else secrets.token_bytes
        self._people: tuple[Person, ...] = ()
        self._addresses: dict[str, str] = {}

    def play(self) -> Round:
        """Set up the homes, play until the second round begins, and leave the last save."""
        definition = self._definition
        sides = {name: _side(definition, name) for name in definition.politics.nation_names}
        names = sorted(set(sides.values()))
        self._addresses = {name: f"{file_stem(name)}@example.org" for name in names}
        self._people = tuple(self._person(name) for name in names)
        seats = {nation: self._of(side) for nation, side in sides.items()}
        self._start({nation: Seat(who.name, who.address) for nation, who in seats.items()})
        summaries: list[TurnSummary] = []
        reports: list[Path] = []
        position = read_position(_current(seats[next(iter(seats))].home))
        for _ in range(_MOST_TURNS):
            if not position.nation or position.state.round > 1:
                break
            nation = position.nation
            position, played = self._turn(seats[nation], nation)
            if played is not None:
                summary, page = played
                summaries.append(summary)
                reports.append(self._report(page, len(reports) + 1, nation))
        overview = self._folder / "reports" / "round-1.html"
        save = position.save
        film = film_of(save, read_history(save), save.to_bytes(), None)
        write_atomic(overview, render_film(film).encode())
        return self._finish(tuple(summaries), (overview, *reports))

    def _person(self, alliance: str) -> Person:
        name = file_stem(alliance)
        home = Home(self._folder / name)
        address = self._addresses[alliance]
        home.root.mkdir(parents=True)
        write_atomic(home.root / "config.toml", self._config(name, address).encode())
        key = NamedKey(alliance, SigningKey.from_secret(self._fresh(32)))
        write_key_file(home.key_path, key)
        return Person(alliance, address, home, key)

    def _config(self, name: str, address: str) -> str:
        mail = self._folder.resolve() / "mail"
        others = "".join(
            f'"{other}" = {_toml(mail / other.partition("@")[0])}\n'
            for other in self._addresses.values()
            if other != address
        )
        return (
            f"# Written by the demo: {name}\n"
            f'[mail]\naddress = "{address}"\n'
            f'[mail.outgoing]\nkind = "maildir"\n[mail.outgoing.maildirs]\n{others}'
            f'[mail.incoming]\nkind = "maildir"\nfolder = {_toml(mail / name)}\n'
            f"[dice]\nfolder = {_toml(self._folder.resolve() / 'dice-authority')}\n"
        )

    def _of(self, alliance: str) -> Person:
        return next(person for person in self._people if person.name == alliance)

    def _clock(self) -> int:
        return _REHEARSAL_TIME if self._seed else int(time.time())

    def _start(self, seats: dict[str, Seat]) -> None:
        for person in self._people:
            for part in ("tmp", "new", "cur"):
                (self._folder / "mail" / file_stem(person.name) / part).mkdir(parents=True)
        host = self._of(seats[next(iter(seats))].player)
        guests = [person for person in self._people if person is not host]
        setup = FoundingPlan(
            scenario=self._definition,
            title="",
            seats=seats,
            options=_options(self._definition),
            seed=self._seed,
            keys={person.name: person.key.key.public for person in self._people}
            if self._seed
            else {},
        )
        save = found(host.home, setup, host.key, self._clock(), self._fresh)
        self._say(f"{host.name} found a game: {save.genesis.game.hex()[:8]}. {save.dice_words}")
        if self._seed:
            # In a rehearsal nobody is asked to join, and so nobody answers with a card.
            for guest in guests:
                card = own_card(guest.home, save, guest.key, self._clock())
                if card is not None:
                    host.home.keep_card(ref_of(save), card)
            post_start(host.home, read_position(save), host.key, self._clock())
            return
        post_invitations(host.home, save, host.key, self._clock())
        for guest in guests:
            self._join(guest)
        self._fetch(host)

    def _join(self, guest: Person) -> None:
        self._fetch(guest)
        save = _current(guest.home)
        joined, record = answer(guest.home, save, guest.key, self._clock())
        post_answer(guest.home, joined, record, guest.key, self._clock())
        self._say(f"{guest.name} have joined and answered by mail.")

    def _fetch(self, person: Person) -> list[News]:
        games = OpenedGames(person.home)
        news = receive(games, self._clock())
        news += do_what_is_due(games, lambda: person.key, self._clock())
        for entry in news:
            if entry.exit_code:
                raise RuntimeError(f"{person.name} refused a mail: {entry.text}")
        return news

    def _turn(
        self, person: Person, nation: NationName
    ) -> tuple[Position, tuple[TurnSummary, str] | None]:
        """Play what a nation is asked for: its turn, or its part in the turn of another."""
        started = time.perf_counter()
        self._fetch(person)
        chosen = person.home.choose(_current(person.home).genesis.game.hex())
        position = read_position(chosen.save)
        if position.error is not None or position.nation != nation:
            raise RuntimeError(f"{nation} should be to move, not {position.nation}")
        session, _ = open_session(person.home, chosen, person.key, self._clock, self._fresh)
        play_by_computer(session, "easy")
        if session.waits_for:
            handed = read_position(session.hand_over())
            post_handover(person.home, handed, person.key, self._clock())
            return handed, None
        session.finish()
        after = read_position(session.save)
        turn = last_turn(after)
        if turn is None:
            raise RuntimeError("the turn is not in the log")
        summary = summary_of(after, turn)
        post_turn(person.home, after, person.key, self._clock())
        fought = sum(battle.kind == "battle" for battle in summary.battles)
        told = f"{counted(fought, 'battle')}, {counted(len(session.save.entries), 'record')}"
        self._say(
            f"{nation:<10} ({person.name}): mail fetched and verified, {told}, "
            f"sent ({time.perf_counter() - started:.1f} s)"
        )
        folder = person.home.map_folder(turn.after.definition.name)
        return after, (summary, page_of(turn, summary, folder))

    def _report(self, page: str, number: int, nation: NationName) -> Path:
        folder = self._folder / "reports"
        folder.mkdir(exist_ok=True)
        path = folder / f"{number}-{file_stem(nation)}.html"
        write_atomic(path, page.encode())
        return path

    def _finish(self, summaries: tuple[TurnSummary, ...], reports: tuple[Path, ...]) -> Round:
        mails = self._folder / "mails"
        mails.mkdir()
        spooled = [
            path for person in self._people for path in person.home.outbox_path.glob("*.eml")
        ]
        for number, path in enumerate(sorted(spooled, key=_age), start=1):
            owner = path.parent.parent.name
            write_atomic(mails / f"{number:02d}-from-{owner}.eml", path.read_bytes())
        for person in self._people:
            self._fetch(person)
        first = self._people[0].home
        save = _current(first)
        path = self._folder / "round-1.pbem"
        write_atomic(path, save.to_bytes())
        position = read_position(save)
        player = save.seats.get(position.nation) or ""
        home = next((one.home for one in self._people if one.name == player), first)
        return Round(position, summaries, path, reports, mails, home.root)


def _current(home: Home) -> TrustedSave:
    games = home.game_store.games()
    save = home.game_store.load(games[0], home.keyring()) if games else None
    if save is None:
        raise RuntimeError("no game came by mail")
    return save


def _options(definition: Definition) -> dict[str, object]:
    """A game whose cards the program can deal is shown with them."""
    has_cards = definition.blocks is not None and definition.blocks.cards is not None
    return {"open_cards": True} if has_cards else {}


def _side(definition: Definition, nation: NationName) -> str:
    """Who plays a nation in the demo: its first alliance, or itself."""
    return next(iter(definition.politics.alliances_of(nation)), nation)


def _age(path: Path) -> tuple[int, str]:
    return path.stat().st_mtime_ns, path.name


def _seeded(seed: str) -> Fresh:
    """Bytes that follow from a seed: for a rehearsal that is the same each time."""
    source = random.Random(f"pbem rehearsal {seed}")
    return source.randbytes


def _toml(path: Path) -> str:
    text = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
