"""Thirty turns of four players by rough mail, through real servers: mails that are lost, late,
doubled, reordered, changed and cut off, full mailboxes, a token that is taken back, and servers
that are restarted while mail waits in their queue. No turn is lost or played twice, and in the end
all four have the same game.

The first turns are played with dice; in the others nothing is ordered, so that the test is about
mail and takes little more than a second a turn.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pbem.mail.sign_in import sign_in_by_browser
from pbem.post.letter import outbox_of
from pbem.replay import read_position
from tests.mail.test_rough_mail import seat, table
from tests.support import missing
from tests.support.identity import IdentityProvider, browse, identity_provider
from tests.support.mailservers import (
    MailServers,
    MailUser,
    missing_reason,
    rewrite_like_a_list,
    start_mail_servers,
)
from tests.support.table import ANYWAY, NATIONS, Desk

pytestmark = [pytest.mark.servers, pytest.mark.slow]

SEED = 21
TURNS = 30
WITH_DICE = 2
FULL = (4, 19)
RESTARTED = (6, 25)
IN_TRANSIT = (9, 22)
FAULTS = ("none", "lost", "late", "doubled", "reordered", "base64", "quoted-printable", "cut off")
NAMES = ("Ann", "Ben", "Cid", "Dot")


@pytest.fixture
def running() -> Iterator[tuple[IdentityProvider, MailServers]]:
    reason = missing_reason()
    if reason:
        missing.skip_or_fail(reason, missing.SERVERS)
    with (
        identity_provider() as provider,
        start_mail_servers(f"{provider.address}/introspect", ("cid", "dot")) as servers,
    ):
        yield provider, servers


@dataclass(slots=True)
class Player:
    """A player, and what the mail holds back from them until a turn."""

    name: str
    desk: Desk
    user: MailUser
    held: list[tuple[int, bytes]] = field(default_factory=list)


class Game:
    """Four players, the first of whom signs in, and a diary of what happened to their mails."""

    def __init__(self, folder: Path, provider: IdentityProvider, servers: MailServers) -> None:
        self.servers, self.provider = servers, provider
        self.chance = random.Random(SEED)
        self.diary: list[str] = []
        self.idle = folder / "idle.orders"
        # The rest of the turn ends by itself, also where a fleet has to be fought first.
        self.idle.write_text("done\n")
        users = (servers.axis, servers.allies, *servers.others)
        oauth = table("mail.oauth", provider.settings())
        self.players = [
            Player(name, seat(folder, name, servers, user, "" if name != "Ann" else oauth), user)
            for name, user in zip(NAMES, users, strict=True)
        ]
        self.ann = self.players[0]
        self.sign_in()
        whose = [self.players[number % 4] for number in range(len(NATIONS))]
        seats = [
            f"{nation}={'me' if one is self.ann else f'{one.name} <{one.user.address}>'}"
            for nation, one in zip(NATIONS, whose, strict=True)
        ]
        self.ann.desk.ok("new", "big_world_1942", *(w for one in seats for w in ("--seat", one)))
        self.name = self.ann.desk.game.game.hex()[:8]
        for other in self.players[1:]:
            servers.wait_for_new(other.user)
            other.desk.ok("fetch")
            other.desk.ok("join", self.name, "--yes")
            servers.wait_for_new(self.ann.user)
            self.ann.desk.ok("fetch")
        for other in self.players[1:]:
            servers.wait_for_new(other.user)
            other.desk.ok("fetch")
        assert self.is_even()

    def sign_in(self) -> None:
        settings = self.ann.desk.home.config.mail
        assert settings is not None and settings.oauth is not None
        tokens = sign_in_by_browser(settings.oauth, self.ann.user.address, browse)
        settings.oauth.store.write(self.ann.user.address, tokens.refresh)

    def head(self, player: Player) -> bytes:
        return player.desk.home.choose(self.name).save.head

    def is_even(self) -> bool:
        return len({self.head(one) for one in self.players}) == 1

    def mover(self) -> Player:
        """The one whose own program says that the game waits for them."""
        (waiting,) = (
            one
            for one in self.players
            if one.desk.ok("games", "--json").rows("games")[0]["waits_for_you"]
        )
        return waiting

    def fetch(self, player: Player) -> None:
        """Whatever came is taken in; a mail that is cut off may be told as unreadable."""
        said = player.desk.run("fetch")
        self.diary.append(f"  {player.name} fetches ({said.code}): {said.out}{said.err}".rstrip())

    def send_again(self, mover: Player, players: list[Player]) -> None:
        """The mover's last mail once more, to those whose copy came back or else to all."""
        key = outbox_of(mover.desk.home).entries()[-1].key[:8]
        self.diary.append(f"  {mover.name} sends {key} again")
        mover.desk.ok("send", self.name, "--again", key)
        for player in players:
            self.servers.wait_for_new(player.user)
            self.fetch(player)
            assert self.head(player) == self.head(mover), "sent again and not taken in"

    def others(self, mover: Player) -> list[Player]:
        return [one for one in self.players if one is not mover]

    def deliver(self, number: int, player: Player, fault: str) -> None:
        """One copy arrives as the fault wants it."""
        self.diary.append(f"  {player.name}: {fault}")
        (raw, *_) = self.servers.take(player.user)
        arriving = {
            "none": [raw],
            "doubled": [raw, raw],
            "base64": [rewrite_like_a_list(raw, "base64")],
            "quoted-printable": [rewrite_like_a_list(raw)],
            "cut off": [raw[: len(raw) * 2 // 3]],
        }.get(fault, [])
        if fault in ("late", "reordered"):
            player.held.append((number + (4 if fault == "late" else 1), raw))
        due = [held for held in player.held if held[0] <= number]
        player.held = [held for held in player.held if held[0] > number]
        for mail in (*arriving, *(mail for _, mail in reversed(due))):
            self.servers.inject(player.user, mail)
        self.fetch(player)

    def turn(self, number: int, between: Callable[[], None] | None = None) -> Player:
        """The next turn is played and mailed; between: what happens just before it is sent."""
        mover = self.mover()
        self.diary.append(f"turn {number}: {mover.name}")
        idle = (*ANYWAY, "--orders", self.idle)
        how = ("--computer", "random") if number <= WITH_DICE else idle
        mover.desk.ok("play", self.name, "--no-send", *how)
        if between is not None:
            between()
        mover.desk.ok("send", self.name)
        return mover

    def rough(self, number: int, mover: Player) -> None:
        """The mails of a turn arrive roughly; who has to go on asks for it until they have it."""
        for player in self.others(mover):
            self.deliver(number, player, self.chance.choice(FAULTS))
        games = (one.desk.ok("games", "--json").rows("games")[0] for one in self.players)
        if not any(game["waits_for_you"] for game in games):
            self.send_again(mover, self.others(mover))

    def full(self, number: int) -> None:
        """A mailbox is full: the mail comes back, and goes out again when there is room."""
        mover = self.mover()
        player, *rest = self.others(mover)
        self.servers.restart(full=[player.user])
        assert self.turn(number) is mover
        for other in rest:
            self.deliver(number, other, "none")
        self.servers.wait_for_new(mover.user)
        said = mover.desk.run("fetch")
        told = " ".join((said.out + said.err).split())
        assert "came back: their mailbox is full" in told, said
        self.servers.restart()
        self.send_again(mover, [player])

    def in_transit(self, number: int) -> None:
        """Mails wait in the queue of the servers, which are stopped and started with them."""
        mover = self.mover()
        players = self.others(mover)
        self.servers.restart(away=[one.user for one in players])
        assert self.turn(number) is mover
        self.servers.wait_for_queue()
        assert not any(self.servers.mails(one.user, ("new",)) for one in players)
        self.servers.restart()
        self.servers.try_again()
        for player in players:
            self.deliver(number, player, "none")
        assert self.servers.queued() == 0 and self.is_even()

    def expired(self, number: int) -> None:
        """The token of the one who signs in is taken back before they send."""

        def between() -> None:
            self.provider.revoke()
            assert self.ann.desk.run("send", self.name).code == 9
            self.sign_in()

        mover = self.turn(number, between)
        assert mover is self.ann
        self.rough(number, mover)


def test_no_turn_is_lost_or_doubled_among_four_by_rough_mail(
    running: tuple[IdentityProvider, MailServers], tmp_path: Path
) -> None:
    provider, servers = running
    game = Game(tmp_path, provider, servers)
    is_expired = False
    try:
        for number in range(1, TURNS + 1):
            if number in FULL:
                game.full(number)
            elif number in IN_TRANSIT:
                game.in_transit(number)
            elif number > RESTARTED[0] and not is_expired and game.mover() is game.ann:
                game.expired(number)
                is_expired = True
            elif number in RESTARTED:
                game.rough(number, game.turn(number, servers.restart))
            else:
                game.rough(number, game.turn(number))
        for player in game.players:
            for _, mail in player.held:
                servers.inject(player.user, mail)
            game.fetch(player)
        last = max(game.players, key=lambda one: len(one.desk.home.choose(game.name).save.entries))
        if not game.is_even():
            game.send_again(last, game.others(last))
        assert is_expired and game.is_even()
        for player in game.players:
            assert player.desk.ok("verify", game.name).code == 0
            assert read_position(player.desk.home.choose(game.name).save).finished == TURNS
    except BaseException:
        print(f"seed {SEED}", *game.diary, sep="\n")
        raise
