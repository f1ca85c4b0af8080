"""Address cards on their way: composed into a mail, found in it again, kept with the game, used.

A card says where a player wants mail. Only the one that is signed with the key that the player
has in the game counts, and what it says never reaches a mail header unchecked.
"""

from __future__ import annotations

import contextlib
import email
import email.policy
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import load_scenario
from pbem.home import Home
from pbem.lobby.founding import FoundingPlan, Seat, found
from pbem.lobby.joining import answer, start_if_ready
from pbem.mail.address import Address
from pbem.mail.compose import MailKind, TurnMail, compose
from pbem.mail.errors import MailError
from pbem.post.incoming import take_in_mail
from pbem.post.news import News, NewsKind
from pbem.post.open_cache import OpenedGames
from pbem.post.outgoing import post_turn
from pbem.replay import read_position
from pbem.save import format as container
from pbem.save.cards import make_card, read_card
from pbem.save.keys import NamedKey
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode
from pbem.wire.signing import SigningKey
from tests.mail.samples import NOW
from tests.support.mailservers import rewrite_like_a_list

WHEN = int(NOW.timestamp())
INJECTED = "axel@example.org\r\nBcc: everybody@example.com"


@dataclass(frozen=True)
class Game:
    """A started game between Ann and Axel, in Ann's game store; she was given axel@example.org."""

    ann: Home
    ann_key: NamedKey
    axel_key: NamedKey
    save: TrustedSave

    def addresses(self) -> dict[str, str]:
        return {name: card.address for name, card in self.ann.cards(self.save).items()}

    def receive(self, *cards: bytes, way: str = "", save: bytes = b"") -> tuple[News, ...]:
        """Ann receives a mail with the save and these cards."""
        mail = TurnMail(
            kind=MailKind.TURN,
            game_id=self.save.genesis.game.hex(),
            head=self.save.head.hex(),
            game_name="Sunday game",
            moved="",
            sender=Address("Axel", "axel@example.org"),
            to=(Address("Ann", "ann@example.org"),),
            text="Here.",
            date=NOW,
            save=save or self.save.to_bytes(),
            cards=tuple(("Ben", card) for card in cards),
        )
        raw = compose(mail).as_bytes()
        if way:
            raw = rewrite_like_a_list(raw, way)
        return tuple(take_in_mail(OpenedGames(self.ann), raw))


@pytest.fixture
def game(tmp_path: Path) -> Game:
    ann, axel = Home(tmp_path / "ann"), Home(tmp_path / "axel")
    ann.root.mkdir()
    # Sending needs a way out: a folder of drafts.
    (ann.root / "config.toml").write_text(
        '[mail]\naddress = "ann@example.org"\n[mail.outgoing]\nkind = "eml"\n'
        f'folder = "{tmp_path}/drafts"\n'
    )
    ann_key = NamedKey("Ann", SigningKey.from_secret(b"a" * 32))
    axel_key = NamedKey("Axel", SigningKey.from_secret(b"x" * 32))
    nations = load_scenario("big_world_1942").politics.nation_names
    seats = dict.fromkeys(nations, Seat("Ann")) | {"Germans": Seat("Axel", "axel@example.org")}
    founded = found(
        ann, FoundingPlan(load_scenario("big_world_1942"), "Sunday game", seats, {}), ann_key, WHEN
    )
    joined, record = answer(axel, founded, axel_key, WHEN)
    started = start_if_ready(ann, founded.append_join(joined.entries[-1].raw), ann_key, WHEN)
    assert started is not None
    assert container.kind_of(record) == container.JOIN
    return Game(ann, ann_key, axel_key, started)


def kinds(news: tuple[News, ...]) -> list[str]:
    return [str(entry.kind) for entry in news]


@pytest.mark.parametrize("way", ["", "quoted-printable", "base64"])
def test_card_arrives_and_is_used(game: Game, way: str) -> None:
    card = make_card("Axel", "axel@example.net", game.axel_key.key, time=WHEN)
    assert kinds(game.receive(card, way=way)) == ["seen", "card"]
    assert game.addresses() == {"Axel": "axel@example.net"}
    assert list(game.ann.card_files(game.save).values()) == [card]
    (entry,) = post_turn(game.ann, read_position(game.save), game.ann_key, WHEN).entries
    assert [one.recipient for one in entry.outcomes if one.recipient != entry.sender] == [
        "axel@example.net"
    ]


def test_all_cards_of_a_mail_are_kept(game: Game) -> None:
    cards = [
        make_card(key.name, f"{key.name}@example.net", key.key, time=WHEN)
        for key in (game.ann_key, game.axel_key)
    ]
    assert kinds(game.receive(*cards)) == ["seen", "card", "card"]
    assert game.addresses() == {"Ann": "Ann@example.net", "Axel": "Axel@example.net"}


def test_card_of_another_key_under_a_players_name_is_not_used(game: Game) -> None:
    thief = SigningKey.from_secret(b"t" * 32)
    game.receive(make_card("Axel", "thief@example.com", thief, time=WHEN + 1))
    assert game.addresses() == {}
    game.receive(make_card("Axel", "axel@example.net", game.axel_key.key, time=WHEN))
    game.receive(make_card("Axel", "thief@example.com", thief, time=WHEN + 2))
    assert game.addresses() == {"Axel": "axel@example.net"}
    assert len(game.ann.card_files(game.save)) == 1


def test_players_key_under_another_name_takes_no_other_address(game: Game) -> None:
    game.receive(make_card("Ann", "axel@example.net", game.axel_key.key, time=WHEN))
    assert game.addresses() == {}


def test_card_that_names_another_key_than_it_is_signed_with_is_refused(game: Game) -> None:
    values = {
        "address": "thief@example.com",
        "key": game.axel_key.key.public,
        "kind": "card",
        "name": "Axel",
        "time": WHEN,
    }
    thief = SigningKey.from_secret(b"t" * 32)
    card = container.build(container.CARD, (thief.seal("card", encode(values)),))
    *_, news = game.receive(card)
    assert (news.kind, news.code, news.exit_code) == (NewsKind.REFUSED, "unknown-key", 5)
    assert game.addresses() == {}


def test_changed_card_is_refused_and_the_save_beside_it_taken(game: Game) -> None:
    card = make_card("Axel", "axel@example.net", game.axel_key.key, time=WHEN)
    (record,) = container.parse(card, container.CARD).records
    changed = record.replace(b"axel@example.net", b"evil@example.net")
    assert changed != record
    first, second = game.receive(container.build(container.CARD, (changed,)))
    assert (first.kind, second.kind, second.code) == (
        NewsKind.SEEN,
        NewsKind.REFUSED,
        "bad-signature",
    )
    damaged = card[:-3] + bytes((card[-3] ^ 1,)) + card[-2:]
    assert [entry.code for entry in game.receive(damaged)] == ["", "file-damaged"]
    assert game.addresses() == {}


def test_older_card_does_not_replace_a_newer_one(game: Game) -> None:
    """Others pass cards on, and mails overtake each other."""
    key = game.axel_key.key
    for address, time in (("old", 1), ("new", 3), ("older", 2)):
        game.receive(make_card("Axel", f"{address}@example.net", key, time=time))
    assert game.addresses() == {"Axel": "new@example.net"}


def test_card_beside_a_save_that_is_refused(game: Game) -> None:
    """It goes to the game in which its key plays; a stranger's goes nowhere."""
    broken = game.save.to_bytes()[:-1]
    thief = SigningKey.from_secret(b"t" * 32)
    card = make_card("Axel", "thief@example.com", thief, time=WHEN)
    assert kinds(game.receive(card, save=broken)) == ["refused", "seen"]
    folder = game.ann.game_store.folder(ref_of(game.save)) / "cards"
    assert not folder.exists()
    card = make_card("Axel", "axel@example.net", game.axel_key.key, time=WHEN)
    assert kinds(game.receive(card, save=broken)) == ["refused", "card"]
    assert game.addresses() == {"Axel": "axel@example.net"}


@pytest.mark.parametrize(
    "address",
    [
        INJECTED,
        "axel@example.org\nBcc: everybody@example.com",
        "axel@example.org, everybody@example.com",
        "<axel@example.org> everybody@example.com",
        "-oQ/tmp@example.org",
        '"a\r\nBcc: everybody@example.com"@example.org',
        "axel@example.org\u2028Bcc: everybody@example.com",
    ],
)
def test_hostile_address_reaches_no_header_and_no_envelope(game: Game, address: str) -> None:
    card = make_card("Axel", address, game.axel_key.key, time=WHEN)
    assert read_card(card).address == address
    game.receive(card)
    with pytest.raises(MailError) as caught:
        Address("Axel", address)
    assert caught.value.code == "mail-address"
    assert "\n" not in str(caught.value)
    with contextlib.suppress(MailError):
        post_turn(game.ann, read_position(game.save), game.ann_key, WHEN)
    drafts = game.ann.root.parent / "drafts"
    for path in (*game.ann.outbox_path.glob("*.eml"), *drafts.glob("*.eml")):
        headers = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        assert headers["Bcc"] is None
        assert "everybody" not in str(headers["To"]) + str(headers["Cc"])


@pytest.mark.parametrize(
    "name", ["Axel\r\nBcc: everybody@example.com", "Axel\x1b[2J", "../../../Axel", "\u202elexA"]
)
def test_hostile_name_is_harmless(game: Game, name: str) -> None:
    """The file of a card is named after its key, and its name is never written to a mail."""
    card = make_card(name, "everybody@example.com", game.axel_key.key, time=WHEN)
    game.receive(card)
    assert game.addresses() == {}
    folder = game.ann.game_store.folder(ref_of(game.save)) / "cards"
    public = game.axel_key.key.public.hex()
    assert [path.name for path in folder.iterdir()] == [f"{public[:32]}.card"]
    (entry,) = post_turn(game.ann, read_position(game.save), game.ann_key, WHEN).entries
    assert [one.recipient for one in entry.outcomes if one.recipient != entry.sender] == [
        "axel@example.org"
    ]
    (mail,) = game.ann.outbox_path.glob("*.eml")
    assert b"everybody" not in mail.read_bytes()
