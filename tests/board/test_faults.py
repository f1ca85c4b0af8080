"""What the page says with a full disk, dice that are away, lost mail; what is safe then."""

from __future__ import annotations

import errno
import json
import os
import shutil
import time
from pathlib import Path

import pytest
from starlette.applications import Starlette

from pbem.board.app import BoardApp
from pbem.save.keys import NamedKey
from tests.board.test_founding import filled_in
from tests.support.asgi import Answer, ask
from tests.support.by_mail import begin
from tests.support.table import Desk, key_of, mail_desks

TURN = ("done", "buy 8 infantry", "done", "done", "done", "place 2 infantry: Moscow", "done")


def program(desk: Desk) -> Starlette:
    return BoardApp(desk.home, NamedKey("Ann", key_of("Ann")), lambda: int(time.time())).app()


class Page:
    """Ann's page of a game with Ben, which has started."""

    def __init__(self, folder: Path) -> None:
        self.ann, self.ben = mail_desks(folder, "Ann", "Ben")
        begin(self.ann, self.ben)
        self.start()

    def start(self) -> None:
        """Start the program, again if need be."""
        self.app = program(self.ann)

    @property
    def turn(self) -> dict[str, object]:
        return ask(self.app, f"/api/games/{self.ann.game.folder_name}", {}).data

    def act(self, action: str, **body: object) -> Answer:
        data = json.dumps({"version": self.turn["version"], **body}).encode()
        path = f"/api/games/{self.ann.game.folder_name}/{action}"
        return ask(self.app, path, {}, method="POST", body=data)

    @property
    def orders(self) -> list[str]:
        orders = self.turn["orders"]
        assert isinstance(orders, list)
        return [one["text"] for one in orders]


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(tmp_path)


def full(_: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_shows_what_is_kept_and_nothing_more(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert page.act("line", line="done").status == 200
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        answer = page.act("line", line="buy 3 infantry")
        assert (answer.status, answer.code) == (503, "file-error")
        assert "No space left" in str(answer.data["error"])
        assert "What the page shows now is kept" in str(answer.data["error"])
        assert page.orders == ["done"]
    page.start()
    assert page.orders == ["done"], "what was shown is what a new start of the program finds"
    assert page.act("line", line="buy 3 infantry").status == 200
    assert page.orders == ["done", "buy 3 infantry"]


def test_a_turn_that_is_signed_and_not_mailed_or_whose_mail_is_lost_is_sent_later(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    for line in TURN:
        assert page.act("line", line=line).status == 200

    def no_outbox(*_: object, **__: object) -> None:
        full(0)

    with monkeypatch.context() as patch:
        patch.setattr("pbem.mail.files.write_atomic", no_outbox)
        answer = page.act("finish")
        assert answer.status == 200
        assert "signed and kept, but its mail is not" in str(answer.data["said"])
    assert (page.turn["kind"], page.turn["unmailed"]) == ("elsewhere", True)
    assert page.act("send").status == 200
    assert page.turn["unmailed"] is False
    # On its way it gets lost.
    box = page.ben.root.parent / "mail" / "Ben" / "new"
    shutil.rmtree(box)
    box.mkdir()
    mails = page.turn["mails"]
    assert isinstance(mails, list)
    assert page.act("send-again", mail=mails[0]["mail"]).status == 200
    page.ben.ok("fetch")
    assert page.ben.ok("games", "--json").rows("games")[0]["to_move"] == "Germans"


def test_no_mailbox_can_be_reached(page: Page) -> None:
    (page.ann.root.parent / "mail" / "Ann").rename(page.ann.root.parent / "away")
    answer = ask(page.app, "/api/fetch", {}, method="POST", body=b"{}")
    assert answer.status == 503
    assert "Nothing is lost" in str(answer.data["error"])


def test_a_dice_server_that_is_away_founds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.dice.http._FIRST_PAUSE", 0.0)
    ann, _ = mail_desks(tmp_path, "Ann", "Ben")
    body = json.dumps(filled_in(dice=["http://127.0.0.1:1"])).encode()
    answer = ask(program(ann), "/api/founding/found", {}, method="POST", body=body)
    assert answer.status == 503
    assert "Nothing is lost" in str(answer.data["error"])
    assert not ann.home.game_store.games()
