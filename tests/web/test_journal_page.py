"""The journal page: each entry checked in the browser, and the comparison with a save.

The answers are those of `GET /v1/games/{game}/journal` as docs/formats/dice-v1.md and the server
have them; the games are on paper.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pbem.dice.rows import JournalEntry
from pbem.save.audit import audit_dice
from pbem.save.ending import Ending
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import decode, encode
from tests.save.test_independent_reader import GAMES, VECTORS
from tests.support.browser import Site, b64, give, open_page
from tests.support.paper_game import (
    ANN,
    AUTHORITY,
    BOB,
    EVE,
    GAME,
    attack,
    attacked,
    broken,
    closing,
    commitment,
    ended_once,
    ending,
    fixed,
    played,
    receipt,
    started,
    under_way,
)
from tests.support.vector_voids import burnt, voided

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
PATH = f"/v1/games/{GAME.hex()}/journal"


def honest() -> list[JournalEntry]:
    """The journal of `played()`."""
    rolls = [entry for entry in under_way().entries if entry.kind == "roll"]
    values = {"time": 1200, "message": "Your move.", "random": fixed("end 1", 16)}
    first = ending(attacked(), "Germans", ANN, fixed("digest 1"), **values)
    orders = ended_once().append_orders("Russians", [["pass", True, {"why": "mud"}]], BOB)
    values = {"time": 1300, "random": fixed("end 2", 16)}
    second = ending(orders, "Russians", BOB, fixed("digest 2"), **values)
    return [
        *(rolled(number, signed_request(entry.raw)) for number, entry in enumerate(rolls, 1)),
        closed(attacked(), first, 3),
        closed(orders, second, 3),
    ]


def signed_request(record: bytes) -> bytes:
    """The signed request of a roll record."""
    items = decode(record)
    assert isinstance(items, list)
    return encode(items[:2])


def rolled(index: int, request: bytes, **changes: object) -> JournalEntry:
    """A roll in the journal: request and receipt."""
    given = receipt(request, **changes)
    return JournalEntry("roll", index, encode([request, given]), 0)


def closed(save: TrustedSave, end: Ending, index: int, **changes: object) -> JournalEntry:
    """The end of a turn in the journal."""
    given = closing(save, end, **changes)
    return JournalEntry("closing", index, encode([end.request, given]), 0)


def early(**changes: object) -> JournalEntry:
    """An end of the first turn before its rolls."""
    return closed(started(), ending(started(), "Germans", ANN), 1, **changes)


FIRST = attack(started()).sign(ANN)


def of_eve() -> JournalEntry:
    """The first roll, answered by another authority."""
    return rolled(1, FIRST, key=EVE)


def refused() -> list[JournalEntry]:
    """What Ann tried besides: another roll 1, and another end of her turn."""
    again = attack(started(), count=9).sign(ANN)
    end = ending(played(), "Germans", ANN).request
    return [
        JournalEntry("attempted-re-roll", 1, again, 1_700_000_000),
        JournalEntry("attempted-closing", 3, end, 1_700_000_001),
    ]


def offer(site: Site, entries: Sequence[JournalEntry], size: int = 1000) -> None:
    """Let the server answer with this journal, `size` entries in each answer."""
    site.answers["/v1/keys"] = json.dumps({"keys": [], "statements": []}).encode()
    for start in range(0, max(1, len(entries)), size):
        rest = start + size < len(entries)
        site.answers[f"{PATH}?from={start}"] = json.dumps(
            {
                "game": GAME.hex(),
                "commitment": b64(commitment()),
                "entries": [
                    {
                        "event": entry.event,
                        "index": entry.index,
                        "data": b64(entry.data),
                        "time": entry.time,
                    }
                    for entry in entries[start : start + size]
                ],
                "next": start + size if rest else None,
            }
        ).encode()


def show(page: Page, site: Site) -> str:
    """Open the journal of the paper game; the heading of what is shown."""
    open_page(page, site.url(f"journal.html?game={GAME.hex()}"))
    page.wait_for_selector("#result .banner h2")
    return str(page.inner_text("#result .banner h2"))


def compare(page: Page, save: TrustedSave) -> list[str]:
    """Drop a save onto the journal; the codes of what is found."""
    give(page, save.to_bytes())
    return [code.inner_text() for code in page.query_selector_all("#compared code")]


def test_an_honest_journal(kept: Page, site: Site) -> None:
    site.keys[:] = [AUTHORITY.public]
    offer(site, honest())
    assert show(kept, site) == "No request was made twice"
    assert kept.query_selector("#result .banner.good")
    rows = kept.query_selector_all("#result tbody tr")
    assert len(rows) == 4
    assert not kept.query_selector_all("#result tr.refused")
    assert len(kept.query_selector_all("#result .die")) == 7
    assert compare(kept, played()) == []
    assert kept.inner_text("#compared h2") == "Journal and save agree"


def test_refused_requests_are_highlighted(kept: Page, site: Site) -> None:
    site.keys[:] = [AUTHORITY.public]
    offer(site, [*honest(), *refused()])
    assert show(kept, site) == "2 refused requests in this game"
    lines = [row.inner_text() for row in kept.query_selector_all("#result tr.refused")]
    assert len(lines) == 2
    assert "another request for a roll that was answered" in lines[0]
    assert "2023-11-14" in lines[0] and "Germans" in lines[0]
    assert compare(kept, played()) == ["attempted-re-roll", "attempted-closing"]
    assert "“Ann” asked again" in kept.inner_text("#compared")
    assert "tried to end turn 3 (“Germans”)" in kept.inner_text("#compared")
    assert kept.query_selector("#compared .banner.warn")


def test_a_journal_in_several_answers(kept: Page, site: Site) -> None:
    offer(site, [*honest(), *refused()], size=1)
    show(kept, site)
    assert len(kept.query_selector_all("#result tbody tr")) == 6
    assert "whose key is not among those of this server" in kept.inner_text("#result .banner")


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([replace(honest()[0], data=broken(honest()[0].data))], "receipt-bad-signature"),
        ([replace(honest()[0], index=2)], "roll-wrong-index"),
        ([honest()[1]], "roll-wrong-index"),
        ([honest()[0], replace(honest()[1], event="closing")], "closing-malformed"),
        ([of_eve()], "receipt-wrong-authority"),
        ([rolled(1, FIRST, seed=bytes(32))], "seed-not-in-chain"),
        ([honest()[0], early()], "answered-differs"),
    ],
)
def test_an_entry_that_does_not_hold(
    kept: Page, site: Site, entries: list[JournalEntry], code: str
) -> None:
    offer(site, entries)
    assert show(kept, site) == "This journal does not verify"
    assert f"({code})" in kept.inner_text("#result tr.refused")


JOURNALS: dict[str, list[JournalEntry]] = {
    "honest": honest(),
    "refused": [*honest(), *refused()],
    "a roll is missing": honest()[1:],
    "a closing is missing": honest()[:3],
    "empty": [],
    "a roll too many": [
        *honest(),
        rolled(3, attack(played(), nation="Russians").sign(BOB)),
    ],
    "another roll": [
        rolled(1, attack(started(), count=4).sign(ANN)),
        *honest()[1:],
    ],
    "another closing": [early(), *honest()[:2], honest()[3]],
    "by a stranger": [
        *honest(),
        JournalEntry("attempted-re-roll", 1, attack(started(), count=9).sign(EVE), 7),
    ],
    "of another authority": [
        of_eve(),
        *honest()[1:],
    ],
    "broken": [replace(honest()[0], data=b"junk"), *honest()[1:]],
}


@pytest.mark.parametrize("name", JOURNALS)
def test_the_comparison_finds_what_dice_audit_finds(kept: Page, site: Site, name: str) -> None:
    """`pbem dice audit` in Python and the page: the same codes in the same order."""
    offer(site, JOURNALS[name])
    show(kept, site)
    found = compare(kept, played())
    assert found == [one.code for one in audit_dice(played(), JOURNALS[name])]


def test_a_void_roll_accuses_who_asked_out_of_turn_and_nobody_else(kept: Page, site: Site) -> None:
    save, request = burnt()
    entries = [
        rolled(1, request),
        JournalEntry("attempted-re-roll", 1, attack(save).sign(ANN), 7),
        rolled(2, signed_request(voided().entries[-1].raw)),
    ]
    offer(site, entries)
    show(kept, site)
    found = compare(kept, voided())
    assert found == [one.code for one in audit_dice(voided(), entries)] == ["asked-out-of-turn"]
    assert "“Bob” asked for this roll out of turn" in kept.inner_text("#compared")


def test_a_save_of_another_game_or_a_bad_one(kept: Page, site: Site) -> None:
    offer(site, honest())
    show(kept, site)
    kept.set_input_files("#zone input", VECTORS / "save" / "roll-seed.pbem")
    kept.wait_for_selector("#compared .banner")
    assert kept.inner_text("#compared code") == "seed-not-in-chain"
    kept.set_input_files("#zone input", GAMES[0])
    kept.wait_for_selector("#compared h2:has-text('another game')")


def test_what_is_asked_of_the_server(page: Page, site: Site) -> None:
    """The journal is fetched from this server, and the comparison sends nothing."""
    offer(site, honest())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    show(page, site)
    fetched = [line for line in asked if "/v1/" in line]
    assert fetched == [f"GET http://127.0.0.1:{site.port}{PATH}?from=0"]
    asked.clear()
    compare(page, played())
    assert asked == []


@pytest.mark.parametrize("typed", ["", "xyz", GAME.hex()[:-1], "<b>"])
def test_something_that_is_no_game_id(kept: Page, site: Site, typed: str) -> None:
    open_page(kept, site.url("journal.html"))
    kept.fill("#game", typed)
    kept.keyboard.press("Enter")
    kept.wait_for_selector("#result h2:has-text('This is not a game id')")
    assert not [path for path in site.asked if "/v1/" in path]


ANSWERS = [b"", b"[]", b'{"entries": 1}', b'{"entries": [{}], "commitment": ""}', b"<html>"]


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_that_is_no_journal(kept: Page, site: Site, answer: bytes) -> None:
    site.answers[f"{PATH}?from=0"] = answer
    assert show(kept, site) == "There is no journal to show"


def test_a_server_that_never_comes_to_an_end(kept: Page, site: Site) -> None:
    offer(site, honest())
    first = json.loads(site.answers[f"{PATH}?from=0"])
    site.answers[f"{PATH}?from=0"] = json.dumps({**first, "next": 0}).encode()
    assert show(kept, site) == "There is no journal to show"
    assert kept.inner_text("#result code") == "journal-malformed"


def test_names_in_a_journal_cannot_become_part_of_the_page(kept: Page, site: Site) -> None:
    evil = "<img src=x onerror=alert(1)>\u202e"
    asked = attack(started(), nation=evil, where=evil, step=evil, side=evil).sign(ANN)
    offer(site, [rolled(1, asked)])
    show(kept, site)
    shown = kept.inner_text("#result")
    assert "<img src=x onerror=alert(1)><U+202E>" in shown and "\u202e" not in shown
    assert kept.query_selector_all("#result img") == []


def test_a_phone(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    offer(site, [*honest(), *refused()])
    show(page, site)
    compare(page, played())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_game_that_the_server_does_not_know(browser: Browser, site: Site) -> None:
    page = browser.new_page()  # the browser itself complains of a 404 in its console
    assert show(page, site) == "There is no journal to show"
    assert "knows no game with this id" in page.inner_text("#result")
    page.close()
