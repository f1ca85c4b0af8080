"""Turns that are shown before they are over (ADR 0081), and turns that somebody lacks, through a
real Postfix and a real Dovecot."""

from __future__ import annotations

import email
import email.policy
import re
import shutil
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from tests.mail.test_three_turns import Player, players, take_seat
from tests.support.mailservers import MailServers
from tests.support.table import ANYWAY

pytestmark = [pytest.mark.servers, pytest.mark.slow]

__all__ = ["players"]

FIGHT = "done\ndone\nmove 2 infantry: Karelija > Finland\npress always\nfight Finland\ndone\n"


def test_battles_are_mailed_before_the_turn_is_over_and_then_the_turn(
    players: tuple[Player, Player],
    mail_servers: MailServers,
    tmp_path: Path,
) -> None:
    ann, axel = players
    config = ann.home / "config.toml"
    shows = 'so_far = "after-battles"\n[mail.outgoing]'
    config.write_text(config.read_text().replace("[mail.outgoing]", shows))
    game = take_seat(ann, axel, mail_servers)
    orders = tmp_path / "russians.orders"
    orders.write_text(FIGHT)
    kept = ann.pbem("play", game[:8], *ANYWAY, "--orders", str(orders), "--open-end")
    assert kept["finished"] is False
    (raw,) = mail_servers.wait_for_new(axel.user)
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    assert mail["Subject"] == f"[pbem {game[:8]}] Sunday game (turn so far, not over)"
    assert mail["X-PBEM-Kind"] == "so-far"
    before = axel.pbem("verify", game[:8])
    (news,) = axel.news()
    assert (news["kind"], news["to_move"]) == ("so-far", "Russians")
    assert axel.pbem("verify", game[:8]) == before, "it is not taken for the turn"
    shown = axel.pbem("summary", game[:8], "--so-far")
    assert shown["so_far"] is True and "Finland" in str(shown["report"])

    orders.write_text(f"{FIGHT}done\n")
    played = ann.pbem("play", game[:8], *ANYWAY, "--orders", str(orders), "--resume")
    assert (played["finished"], played["sent"]) == (True, True)
    mail_servers.wait_for_new(axel.user)
    (news,) = axel.news()
    assert (news["kind"], news["to_move"]) == ("turn", "Germans")
    found = axel.pbem("verify", game[:8])
    assert (found["head"], found["forks"]) == (played["head"], [])


def test_a_lost_turn_is_sent_again_to_who_shows_that_they_lack_it(
    players: tuple[Player, Player], mail_servers: MailServers
) -> None:
    """Ann's turn got lost; nine days later Axel mails the save that he has, and gets the turn."""
    ann, axel = players
    game = take_seat(ann, axel, mail_servers)
    ann.pbem("play", game[:8], "--computer", "easy")
    mail_servers.take(axel.user)
    axel.pbem("send", game[:8])
    (raw,) = mail_servers.take(ann.user)
    when = format_datetime(datetime.now(UTC) + timedelta(days=9)).encode()
    late = re.sub(rb"(?m)^Date: [^\r\n]*", b"Date: " + when, raw, count=1)
    mail_servers.submit(axel.user.address, ann.user.address, late)
    mail_servers.wait_for_new(ann.user)
    seen, sent = ann.news()
    assert (seen["kind"], seen["code"], sent["kind"]) == ("seen", "stale", "sent")
    assert sent["text"] == "Sunday game: Axel lacks turn 1: sent."
    mail_servers.wait_for_new(axel.user)
    (news,) = axel.news()
    assert (news["kind"], news["to_move"]) == ("turn", "Germans")
    assert axel.pbem("verify", game[:8])["head"] == ann.pbem("verify", game[:8])["head"]


def test_a_player_whose_turn_was_taken_out_of_its_mail_knows_who_has_it_and_gets_it(
    players: tuple[Player, Player], mail_servers: MailServers
) -> None:
    """The headers say how much its writer has; asking is to mail what one has."""
    ann, axel = players
    game = take_seat(ann, axel, mail_servers)
    ann.pbem("play", game[:8], "--computer", "easy")
    (raw,) = mail_servers.take(axel.user)
    mail = email.message_from_bytes(raw, policy=email.policy.SMTP)
    assert re.fullmatch(r"1 [0-9a-f]{40}", str(mail["X-PBEM-Knows"]))
    (save,) = [part for part in mail.walk() if str(part.get_filename()).endswith(".pbem")]
    save.set_payload("")
    mail_servers.submit(ann.user.address, axel.user.address, mail.as_bytes())
    mail_servers.wait_for_new(axel.user)
    assert axel.news(code=1)[0]["code"] == "mail-without-save"
    (row,) = rows(axel.pbem("games"))
    assert row["lacks"] == "you lack turn 1, by the mail of Ann"

    axel.pbem("send", game[:8])
    (raw,) = mail_servers.take(ann.user)
    when = format_datetime(datetime.now(UTC) + timedelta(hours=2)).encode()
    late = re.sub(rb"(?m)^Date: [^\r\n]*", b"Date: " + when, raw, count=1)
    mail_servers.submit(axel.user.address, ann.user.address, late)
    mail_servers.wait_for_new(ann.user)
    assert ann.news()[-1]["text"] == "Sunday game: Axel lacks turn 1: sent."
    mail_servers.wait_for_new(axel.user)
    axel.news()
    (row,) = rows(axel.pbem("games"))
    assert (row["lacks"], row["waits_for_you"]) == ("", True)


def rows(answer: dict[str, object]) -> list[dict[str, object]]:
    found = answer["games"]
    assert isinstance(found, list)
    return found


def test_a_second_computer_gets_the_turn_that_the_first_has_played(
    players: tuple[Player, Player], mail_servers: MailServers, tmp_path: Path
) -> None:
    """It has the key and the game from before; the player's own mailbox has the turn."""
    ann, axel = players
    game = take_seat(ann, axel, mail_servers)
    second = Player(ann.user, tmp_path / "Ann's laptop", ann.monkeypatch, ann.capsys)
    shutil.copytree(ann.home, second.home)
    played = ann.pbem("play", game[:8], "--computer", "easy")
    assert played["sent"] is True
    mail_servers.wait_for_new(axel.user)
    (news,) = second.news()
    assert (news["kind"], news["to_move"]) == ("turn", "Germans")
    assert second.pbem("verify", game[:8])["head"] == played["head"]
    assert ann.news() == [], "where it was played it is no news"
