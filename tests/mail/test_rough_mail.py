"""A round by rough mail: lost, cut off, late and changed mails, a token that is taken back, a
server out of reach. No turn is lost, and none is played twice."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.sign_in import sign_in_by_browser
from pbem.post.letter import outbox_of
from tests.support.by_mail import seats
from tests.support.identity import IdentityProvider, browse, mail_servers_with_sign_in
from tests.support.mailservers import MailServers, MailUser, rewrite_like_a_list
from tests.support.ports import free_ports
from tests.support.table import Desk, desk

pytestmark = [pytest.mark.servers, pytest.mark.slow]


@pytest.fixture
def running() -> Iterator[tuple[IdentityProvider, MailServers]]:
    with mail_servers_with_sign_in() as running:
        yield running


def table(name: str, values: dict[str, object]) -> str:
    """A table of a configuration; JSON writes its values as TOML does."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in values.items()]
    return "\n".join([f"[{name}]", *lines, ""])


def seat(folder: Path, name: str, servers: MailServers, user: MailUser, oauth: str = "") -> Desk:
    ways: dict[str, dict[str, object]] = {
        "mail.outgoing": servers.smtp_settings(user),
        "mail.incoming": servers.imap_settings(user),
    }
    for way in ways.values() if oauth else ():
        del way["password_file"]
        way["login"] = "oauth2"
    config = table("mail", {"name": name, "address": user.address, "picture": "none"})
    config += "".join(table(key, way) for key, way in ways.items()) + oauth
    return desk(folder, name, config + table("dice", {"folder": str(folder / "dice")}))


class Game:
    """Ann, who signs in, and Axel, who has a password."""

    def __init__(self, folder: Path, provider: IdentityProvider, servers: MailServers) -> None:
        self.servers, self.provider = servers, provider
        oauth = table("mail.oauth", provider.settings())
        self.ann = seat(folder, "Axe", servers, servers.axis, oauth)
        self.sign_in()
        self.ben = seat(folder, "Ben", servers, servers.allies)
        others = seats(who=f"Ben <{servers.allies.address}>")
        self.ann.ok("new", "big_world_1942", *others)
        self.mail_for(self.ben)
        self.ben.ok("fetch")
        self.name = self.ann.home.game_store.games()[0].game.hex()[:8]
        self.ben.ok("join", self.name, "--yes")
        self.mail_for(self.ann)
        self.ann.ok("fetch")
        self.mail_for(self.ben)
        self.ben.ok("fetch")

    def sign_in(self) -> None:
        settings = self.ann.home.config.mail
        assert settings is not None and settings.oauth is not None
        tokens = sign_in_by_browser(settings.oauth, self.servers.axis.address, browse)
        settings.oauth.store.write(self.servers.axis.address, tokens.refresh)

    def user(self, player: Desk) -> MailUser:
        return self.servers.axis if player is self.ann else self.servers.allies

    def mail_for(self, player: Desk) -> bytes:
        (raw,) = self.servers.wait_for_new(self.user(player))
        return raw

    def mover(self) -> tuple[Desk, Desk]:
        waits = self.ann.ok("games", "--json").rows("games")[0]["waits_for_you"]
        return (self.ann, self.ben) if waits else (self.ben, self.ann)

    def turn(self) -> tuple[Desk, Desk, bytes]:
        """The next turn is played and mailed: who played it, who gets it, and the mail."""
        mover, other = self.mover()
        mover.ok("play", self.name, "--computer", "random")
        mover.ok("send", self.name)
        return mover, other, self.mail_for(other)

    def again(self, mover: Desk) -> None:
        entry = outbox_of(mover.home).entries()[-1]
        mover.ok("send", self.name, "--again", entry.key[:8])

    def take_away(self, player: Desk) -> None:
        self.servers.take(self.user(player))

    def is_even(self) -> bool:
        """Whether both stand at the same record."""
        heads = {
            self.ann.home.choose(self.name).save.head,
            self.ben.home.choose(self.name).save.head,
        }
        return len(heads) == 1


def test_round_by_rough_mail(running: tuple[IdentityProvider, MailServers], tmp_path: Path) -> None:
    provider, servers = running
    game = Game(tmp_path, provider, servers)

    mover, other, first = game.turn()
    game.take_away(other)
    assert other.ok("fetch").out == "Nothing new.\n", "lost"
    game.again(mover)
    game.mail_for(other)
    other.ok("fetch")
    assert game.is_even()

    mover, other, raw = game.turn()
    servers.replace(game.user(other), raw, raw[: len(raw) * 2 // 3])
    assert other.run("fetch").code != 0 or not game.is_even(), "cut off"
    game.again(mover)
    game.mail_for(other)
    other.ok("fetch")
    assert game.is_even()

    mover, other, raw = game.turn()
    game.take_away(other)
    for encoding in ("base64", "quoted-printable"):
        servers.inject(game.user(other), rewrite_like_a_list(raw, encoding))
    servers.inject(game.user(other), first)
    assert other.run("fetch").code == 0, "changed on the way, twice, and an old one after it"
    assert game.is_even()

    while game.mover()[0] is not game.ann:
        game.turn()
        game.ann.ok("fetch")
    provider.revoke()
    game.ann.ok("play", game.name, "--computer", "random")
    said = game.ann.run("send", game.name)
    assert said.code == 9 and "pbem mail sign-in" in said.out + said.err
    assert game.ann.run("fetch").code == 9
    game.sign_in()
    assert "sent" in game.ann.ok("send", game.name).out
    game.mail_for(game.ben)
    game.ben.ok("fetch")
    assert game.is_even()

    config = game.ben.root / "config.toml"
    text = config.read_text()
    config.write_text(text.replace(str(servers.submission_port), str(free_ports(1)[0])))
    while game.mover()[0] is not game.ben:
        game.turn()
        game.ben.ok("fetch")
    game.ben.ok("play", game.name, "--computer", "random")
    assert game.ben.run("send", game.name).code == 9, "the server is out of reach"
    assert "again from" in game.ben.ok("outbox").out
    config.write_text(text)
    assert game.ben.ok("outbox", "--retry").out == "Nothing waits.\n"
    game.mail_for(game.ann)
    game.ann.ok("fetch")
    assert game.is_even()
    assert game.ann.ok("verify", game.name).code == 0
