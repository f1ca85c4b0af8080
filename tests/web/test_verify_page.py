"""The verify page in a real browser: what a human sees, and what it never does."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from pbem.save.armour import armour
from pbem.wire.canonical import decode, encode
from tests.save.test_independent_reader import GAMES, VECTORS, Vector, manifest
from tests.support.browser import (
    Site,
    drop,
    give,
    open_page,
    paste,
    verdict,
    wait_for_result,
)
from tests.support.paper_game import (
    ANN,
    HOST,
    attacked,
    changed,
    ended,
    hotseat,
    invitation,
    played,
    rehearsal,
    save_file,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser
TOTAL_VICTORY = next(path for path in GAMES if path.name == "total-victory.pbem")
EVIL = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u202e[b]&amp;\u0007'

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture
def opened(kept: Page, site: Site) -> Page:
    open_page(kept, site.url("verify.html"))
    return kept


def texts(page: Page, selector: str) -> list[str]:
    return [found.inner_text() for found in page.query_selector_all(selector)]


def test_a_save_that_verifies(opened: Page) -> None:
    give(opened, played().to_bytes())
    assert verdict(opened) == ("This save verifies", None)
    shown = opened.inner_text("#result")
    assert "10 records, 2 rolls (7 dice) and 2 ended turns were checked" in shown
    assert "Dice of the host's computer" in shown
    assert "pbem verify" in shown
    assert "Your move." in shown
    rolls = opened.query_selector_all(
        "section:has(#nation) tbody tr, section:has-text('All rolls') tbody tr"
    )
    assert len(rolls) == 2
    records = opened.query_selector_all("section:has-text('Every record') tbody tr")
    assert len(records) == 10
    ledger = opened.inner_text("section:has-text('Luck ledger')")
    assert "attacker" in ledger and "defender" in ledger and "All" in ledger


def test_the_first_bad_record_is_named_with_its_code(opened: Page) -> None:
    give(opened, VECTORS / "save" / "roll-seed.pbem")
    assert verdict(opened) == ("This save does not verify", "seed-not-in-chain")
    assert "Record 5: The seed is not the one" in opened.inner_text("#result .banner")
    assert "NOT PROVEN" in opened.inner_text("#result .banner")
    rows = texts(opened, "section:has-text('Every record') tbody tr")
    assert len(rows) == 6
    assert "bad" in rows[5] and "seed-not-in-chain" in rows[5]
    assert all("holds" in row for row in rows[:5])


def dropped() -> Iterator[Vector]:
    """All good vectors, and a bad one of each kind of file and code.

    The page has no keyring and takes every kind of file, so vectors about those are left out.
    """
    seen = set()
    for vector in manifest():
        what = (vector["kind"], vector["code"])
        if vector["kind"] not in {1, 2, 3, "armour"} or vector["keyring"]:
            continue
        if vector["code"] == "wrong-kind" or (vector["code"] and what in seen):
            continue
        seen.add(what)
        yield vector


def test_vectors_as_a_human_would_drop_them(opened: Page) -> None:
    """tests/web/test_formats.py gives every vector to the reader behind the page."""
    vectors = list(dropped())
    assert len({vector["code"] for vector in vectors}) >= 70
    files = [(VECTORS / "save" / vector["file"]).read_bytes() for vector in vectors]
    for vector, (heading, code) in zip(vectors, drop(opened, *files), strict=True):
        wanted = vector["code"]
        if vector["file"] == "armour-none.txt":
            wanted = "not-a-save"  # a file without any armour is some other file
        assert code == wanted, vector["file"]
        assert ("does not verify" in heading) is (wanted is not None)


def test_what_kind_of_dice_a_game_uses(opened: Page) -> None:
    give(opened, rehearsal().to_bytes())
    assert verdict(opened)[0] == "This rehearsal verifies, but its dice prove nothing"
    assert "Anyone can foresee every die" in opened.inner_text("#result")
    assert "committed to its secret" not in opened.inner_text("#result")
    give(opened, invitation(dice_address="https://dice.example.org").to_bytes())
    assert "Dice server https://dice.example.org" in opened.inner_text("#result")
    assert "Not all players have joined yet." in opened.inner_text("#result .banner")


@pytest.mark.parametrize("way", ["plain", "quoted", "one line", "crlf and spaces"])
def test_pasted_text(opened: Page, way: str) -> None:
    text = armour(played().to_bytes())
    if way == "quoted":
        text = "Ann wrote:\n" + "".join(f"> > {line}\n" for line in text.splitlines()) + "Bye\n"
    elif way == "one line":
        text = " ".join(text.split())
    elif way == "crlf and spaces":
        text = "".join(f"{line}   \r\n" for line in text.splitlines())
    paste(opened, text)
    assert verdict(opened) == ("This save verifies", None)


def test_a_mail_with_the_save_attached(opened: Page) -> None:
    mail = EmailMessage()
    mail["Subject"] = "Your move"
    mail.set_content("The save is attached. BEGIN to play!")
    mail.add_attachment(
        played().to_bytes(), maintype="application", subtype="octet-stream", filename="game.pbem"
    )
    mail.add_attachment("Not this.", filename="note.txt")
    for data in (mail.as_bytes(), mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))):
        give(opened, data)
        assert verdict(opened) == ("This save verifies", None)
    give(opened, mail.as_bytes().replace(b"iVBCRU0NCh", b"iVBCRU0NCh=="))
    assert verdict(opened) == ("This does not verify", "not-a-save")


def test_pasted_text_without_a_save(opened: Page) -> None:
    paste(opened, "Hello, here is my turn.")
    assert verdict(opened) == ("This does not verify", "armour-missing")


def test_join_answers_and_cards(opened: Page) -> None:
    give(opened, VECTORS / "save" / "good-join.pbem")
    assert verdict(opened) == ("This join answer verifies", None)
    give(opened, VECTORS / "save" / "good-card.pbem")
    assert verdict(opened) == ("This address card verifies", None)
    give(opened, VECTORS / "save" / "card-forged.pbem")
    assert verdict(opened)[0] == "This address card does not verify"


def evil_save() -> bytes:
    """A save that verifies, in which everything that a player may name is an attack."""
    entry = hotseat().entries[0]
    body = entry.body
    nation = EVIL[:40]
    genesis = changed(
        body,
        {
            "name": EVIL,
            "host": "<b>Hal</b>",
            "players": {"__proto__": HOST.public},
            "seats": {nation: "__proto__", "constructor": "__proto__"},
        },
    )
    signed = decode(HOST.seal("genesis", genesis))
    assert isinstance(signed, list)
    return save_file([encode([*signed, None])])


def test_names_and_messages_cannot_become_part_of_the_page(opened: Page) -> None:
    give(opened, evil_save())
    assert verdict(opened) == ("This save verifies", None)
    assert opened.title() == "Verify a save or a dice receipt"
    assert opened.query_selector_all("#result img, #result script, #result b") == []
    shown = opened.inner_text("#result")
    assert '<img src=x onerror="document.title=1">' in shown
    assert "<b>Hal</b>" in shown
    assert "__proto__" in shown
    assert "<U+202E>" in shown and "\u202e" not in shown
    assert "<U+0007>" in shown


def test_a_message_cannot_become_part_of_the_page(opened: Page) -> None:
    give(opened, ended(attacked(), "Germans", ANN, message=EVIL * 3).to_bytes())
    assert verdict(opened) == ("This save verifies", None)
    assert opened.query_selector_all("#result img, #result script") == []
    assert opened.title() == "Verify a save or a dice receipt"
    assert "onerror" in opened.inner_text("q.message")


def test_nothing_is_sent_while_verifying(page: Page, context: BrowserContext, site: Site) -> None:
    asked: list[str] = []
    open_page(page, site.url("verify.html"))
    page.on("request", lambda request: asked.append(request.url))
    before = list(site.asked)
    context.set_offline(True)
    for path in (TOTAL_VICTORY, VECTORS / "save" / "roll-seed.pbem"):
        give(page, path)
    paste(page, armour(played().to_bytes()))
    assert verdict(page) == ("This save verifies", None)
    assert asked == []
    assert site.asked == before
    assert context.cookies() == []
    assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]


def test_the_policy_of_the_page_forbids_to_send_anything(browser: Browser, site: Site) -> None:
    """Were there a hole in a script, the browser itself would still stop it."""
    page = browser.new_page()
    open_page(page, site.url("verify.html"))
    tried = page.evaluate(
        """async () => {
          const ways = {
            fetch: () => fetch("/v1/steal", { method: "POST", body: "save" }),
            html: () => { document.body.innerHTML = "<p>"; },
            text: () => { eval("1"); },
          };
          const stopped = [];
          for (const [name, way] of Object.entries(ways)) {
            try { await way(); } catch { stopped.push(name); }
          }
          return stopped;
        }"""
    )
    assert {"fetch", "html"} <= set(tried)
    assert not [path for path in site.asked if "steal" in path]
    page.close()


def test_the_page_in_one_file_works_from_a_disk(
    page: Page, context: BrowserContext, site: Site, tmp_path: Path
) -> None:
    """`verify-offline.html`, saved by a click and opened without any network."""
    open_page(page, site.url("verify.html"))
    with page.expect_download() as download:
        page.click("text=Save this page as one file")
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    context.set_offline(True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_page(page, saved.as_uri())
    give(page, TOTAL_VICTORY)
    assert verdict(page) == ("This save verifies", None)
    give(page, VECTORS / "save" / "roll-seed.pbem")
    assert verdict(page)[1] == "seed-not-in-chain"
    assert asked == [saved.as_uri()]
    assert page.query_selector_all("footer a") == []


def test_keyboard_alone(opened: Page) -> None:
    """Tab reaches the file, the text and the button in this order; the result takes the focus."""
    places = []
    for _ in range(3):
        opened.keyboard.press("Tab")
        places.append(opened.evaluate("document.activeElement.tagName"))
    assert places == ["INPUT", "TEXTAREA", "BUTTON"]
    opened.keyboard.press("Shift+Tab")
    opened.keyboard.insert_text(armour(played().to_bytes()))
    opened.keyboard.press("Tab")
    opened.keyboard.press("Enter")
    wait_for_result(opened)
    assert opened.evaluate("document.activeElement.textContent") == "This save verifies"
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.activeElement.tagName") in {"SELECT", "A", "BUTTON"}


def test_every_field_has_a_label_and_the_state_is_told(opened: Page) -> None:
    for name in ("Choose a file", "Or paste the text"):
        assert opened.get_by_label(name).count() == 1
    assert opened.get_by_role("status").count() == 1
    give(opened, TOTAL_VICTORY)
    assert opened.get_by_role("status").text_content() == "This save verifies"
    assert opened.get_by_label("In the turns of").count() == 1
    assert opened.get_by_role("table").count() == 4
    assert opened.get_by_role("columnheader", name="Fingerprint").count() == 1


_CONTRAST = """() => {
  const light = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) =>
    0.2126 * light(r / 255) + 0.7152 * light(g / 255) + 0.0722 * light(b / 255);
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const bad = [];
  for (const node of document.querySelectorAll("main *")) {
    const own = [...node.childNodes].some((part) => part.nodeType === 3 && part.data.trim());
    if (!own || !node.checkVisibility()) continue;
    const pair = [parse(getComputedStyle(node).color), behind(node)].map(luminance);
    const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    if (ratio < 4.5) bad.push(`${node.tagName} ${node.className} ${ratio.toFixed(2)}`);
  }
  return bad;
}"""


def test_a_phone_and_contrast_in_both_colour_schemes(page: Page, site: Site) -> None:
    """Nothing is wider than the screen, and every text stands out from what is behind it: 4.5 to 1
    (WCAG 2.2, 1.4.3)."""
    open_page(page, site.url("verify.html"))
    bad = VECTORS / "save" / "roll-seed.pbem"
    for data in (TOTAL_VICTORY, evil_save(), bad, rehearsal().to_bytes()):
        page.set_viewport_size({"width": 320, "height": 800})
        give(page, data)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            for width in (320, 390, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(_CONTRAST) == []


def test_long_tables_come_in_pieces(opened: Page) -> None:
    give(opened, TOTAL_VICTORY)
    rows = "section:has-text('Every record') tbody tr"
    assert len(opened.query_selector_all(rows)) == 100
    opened.get_by_role("button", name="Show more").last.click()
    assert len(opened.query_selector_all(rows)) == 200


def test_rolls_of_one_nation(opened: Page) -> None:
    give(opened, TOTAL_VICTORY)
    opened.select_option("#nation", label="Germans")
    nations = texts(opened, "section:has(#nation) tbody tr td:nth-child(3)")
    assert nations
    assert set(nations) == {"Germans"}


def test_a_newer_file_ends_the_work_on_an_older_one(opened: Page) -> None:
    big = next(path for path in GAMES if path.name == "allies-and-axis.pbem")
    opened.set_input_files("#zone input", big)
    give(opened, VECTORS / "save" / "roll-seed.pbem")
    assert verdict(opened) == ("This save does not verify", "seed-not-in-chain")
    opened.wait_for_timeout(300)
    assert verdict(opened) == ("This save does not verify", "seed-not-in-chain")


@pytest.mark.parametrize(
    ("lack", "words"),
    [
        (
            "const real = crypto.subtle.importKey; SubtleCrypto.prototype.importKey = "
            "async function (format, key, algorithm, ...rest) { if (algorithm.name === 'Ed25519') "
            "throw new DOMException('no', 'NotSupportedError'); "
            "return real.call(this, format, key, algorithm, ...rest); };",
            "cannot check Ed25519",
        ),
        ("delete globalThis.DecompressionStream;", "too old"),
        ("Object.defineProperty(crypto, 'subtle', { value: undefined });", "https"),
    ],
)
def test_a_browser_that_cannot_do_it_says_so(page: Page, site: Site, lack: str, words: str) -> None:
    page.add_init_script(lack)
    page.goto(site.url("verify.html"))
    page.wait_for_selector("#lacking:not([hidden])")
    assert words in page.inner_text("#lacking")
    assert not page.is_visible("#zone")


def test_dragging_a_file_onto_the_page(opened: Page) -> None:
    assert drop(opened, played().to_bytes()) == [("This save verifies", None)]
