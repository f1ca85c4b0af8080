"""The pages as the real dice server hands them out, with a game that was rolled there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbem.dice.http import ServerClient
from pbem.save.errors import DiceError
from pbem.save.trusted_save import TrustedSave
from tests.support.browser import give, open_page, verdict
from tests.support.diceserver import DiceServer, dice_server
from tests.support.paper_game import ANN, BOB, GAME, HOST, attack, ending, invitation, join

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DiceServer]:
    with dice_server(tmp_path_factory.mktemp("dice")) as running:
        yield running


@pytest.fixture(scope="module")
def game(server: DiceServer) -> TrustedSave:
    """A turn of Ann's with two rolls, and her attempt to roll the second one again."""
    client = ServerClient(server.address)
    save = invitation(commitment=client.register(GAME, HOST.public), dice_address=server.address)
    save = save.append_join(join(save, "Ann", ANN)).append_join(join(save, "Bob", BOB))
    save = save.append_start(HOST, time=1020)
    client.register_seats(save.seat_registration(HOST))
    first = attack(save).sign(ANN)
    save = save.append_roll(first, [client.roll(first)])
    disliked = attack(save, count=3).sign(ANN)
    with_it = save.append_roll(disliked, [client.roll(disliked)])
    with pytest.raises(DiceError):
        client.roll(attack(save, count=4).sign(ANN))
    end = ending(with_it, "Germans", ANN)
    return with_it.append_turn_end(end, [client.close(end.request)])


def test_the_address_of_the_server_leads_to_the_verify_page(
    page: Page, server: DiceServer, game: TrustedSave
) -> None:
    open_page(page, server.address)
    assert page.url == f"{server.address}/verify/verify.html"
    give(page, game.to_bytes())
    assert verdict(page) == ("This save verifies", None)
    assert f"Dice server {server.address}" in page.inner_text("#result")


def test_the_journal_of_the_server(page: Page, server: DiceServer, game: TrustedSave) -> None:
    open_page(page, f"{server.address}/verify/journal.html?game={GAME.hex()}")
    page.wait_for_selector("#result .banner h2")
    assert page.inner_text("#result h2") == "1 refused request in this game"
    assert "signed by the authority of this server" in page.inner_text("#result .banner")
    assert len(page.query_selector_all("#result tbody tr")) == 4
    give(page, game.to_bytes())
    codes = [code.inner_text() for code in page.query_selector_all("#compared code")]
    assert codes == ["attempted-re-roll"]


def test_the_saved_page_knows_the_keys_of_the_server(
    page: Page, server: DiceServer, game: TrustedSave, tmp_path: Path
) -> None:
    open_page(page, f"{server.address}/verify/verify.html")
    with page.expect_download() as download:
        page.click("text=Save this page as one file")
    saved = tmp_path / "page.html"
    download.value.save_as(saved)
    assert f'["{game.sources[0].key.hex()}"]' in saved.read_text("utf-8")
