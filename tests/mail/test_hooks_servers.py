"""Hooks by real mail: a turn that comes through IMAP is posted, and a mail that comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mail.test_three_turns import Player, players, take_seat
from tests.support.mailservers import MailServers
from tests.support.webhook import webhook_server

pytestmark = [pytest.mark.servers, pytest.mark.slow]

__all__ = ["players"]


def test_a_turn_and_a_mail_that_came_back_are_posted(
    players: tuple[Player, Player], mail_servers: MailServers, tmp_path: Path
) -> None:
    ann, axel = players
    with webhook_server(tmp_path / "tls") as server:
        for player in players:
            config = player.home / "config.toml"
            hook = f'[hooks.club]\nurl = "{server.url}/x"\nca_file = "{server.ca_file}"\n'
            config.write_text(config.read_text() + hook)
        game = take_seat(ann, axel, mail_servers)
        told = [(one.body["event"], one.body["text"]) for one in server.posted]
        assert told == [("turn", "Sunday game: it is your turn (Russians).")]
        server.posted.clear()
        ann.pbem("play", game[:8], "--computer", "easy")
        mail_servers.wait_for_new(axel.user)
        axel.news()
        (one,) = server.posted
        assert (one.body["game"], one.body["nation"]) == (game, "Germans")
        server.posted.clear()
        mail_servers.restart(full=[ann.user])
        try:
            axel.pbem("play", game[:8], "--computer", "easy")
            mail_servers.wait_for_new(axel.user)
        finally:
            # The servers are those of all tests.
            mail_servers.restart()
        axel.news(code=9)
        (one,) = server.posted
        assert one.body["event"] == "mail"
        text = (
            f"A mail about the game {game[:8]} was refused or came back; `pbem outbox` says more."
        )
        assert one.body["text"] == text
        assert "example.org" not in json.dumps(one.body), "no address of a player"
