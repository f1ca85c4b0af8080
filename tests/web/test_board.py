"""A turn of Big World by mouse and its answer by mail, killed and reopened, and attacked."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.axe import faults_of
from tests.support.boardpage import Player, opened, running
from tests.support.by_mail import begin
from tests.support.table import ANYWAY, Desk, copy_desks, mail_desks

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Route

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AT_THE_PROMPT = (
    "done",
    "8 inf",
    "done",
    "3 inf karel > fin",
    "3 inf lenin > fin",
    "done",
    "",
    "y",
    "done",
    "done",
    "8 inf moscow",
    "done",
    "y",
)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game that has just begun, which every test copies."""
    folder = tmp_path_factory.mktemp("begun")
    ann, ben = mail_desks(folder, "Ann", "Ben")
    begin(ann, ben)
    return folder


@pytest.fixture
def pair(begun: Path, tmp_path: Path) -> tuple[Desk, Desk]:
    """Ann plays the Allies and Ben the Axis, by Maildirs; the game has started."""
    ann, ben = copy_desks(begun, tmp_path)
    return ann, ben


def go_on(player: Player, until: str) -> None:
    """Do what the dark button says, or press on, until another button is there."""
    for _ in range(60):
        if player.has(until):
            return
        if pressed := player.first_of("Press", "Roll"):
            player.click(pressed)
        else:
            player.key("Enter")
    raise AssertionError(player.asked())


def russian_turn(player: Player) -> None:
    """Buy, attack Finland from two sides, place, and stop before the signature."""
    player.key("d")
    player.type_number("infantry", 8)
    player.key("d")
    player.move("Karelija", "Finland")
    player.move("Leningrad", "Finland")
    player.key("d")
    player.key("Enter")
    player.key("Enter")
    go_on(player, "End the battle")
    player.key("d")
    player.key("d")
    player.area("Moscow")
    player.click("Place", exact=True)
    if player.has("End the placement"):
        player.key("d")


def test_a_russian_turn_by_mouse_and_its_answer_by_mail(
    pair: tuple[Desk, Desk], context: BrowserContext
) -> None:
    ann, ben = pair
    with running(ann.root) as program:
        player = Player(context, program.address)
        player.click("Big World")
        player.page.wait_for_selector("#ask h2")
        player.clicks = player.keys = 0
        russian_turn(player)
        assert "is complete" in player.asked()
        player.click("Sign and send")
        did = player.clicks + player.keys
        player.page.wait_for_selector("#ask .said")
        assert "Mail to ben@example.org: sent" in player.asked()
        assert player.trouble == []
    assert did < 40 < sum(len(line) + 1 for line in AT_THE_PROMPT)
    with running(ben.root) as program:
        player = Player(context, program.address)
        player.click("Fetch mail")
        player.page.wait_for_selector(".cards a")
        assert "Waiting for you" in player.page.inner_text("#games")
        player.click("Big World")
        player.page.wait_for_selector("#ask [data-end]")
        assert "Germans, technology" in player.asked()
        go_on(player, "Sign and send")
        player.click("Sign and send")
        player.page.wait_for_selector("#ask .said")
        assert "Mail to ann@example.org: sent" in player.asked()
    assert "British (Ann) to move" in ann.ok("fetch").out


def test_killed_in_a_battle_and_opened_again(
    pair: tuple[Desk, Desk], context: BrowserContext
) -> None:
    ann, _ = pair
    game = ann.game.game.hex()[:8]
    with running(ann.root, game) as program:
        player = Player(context, program.address)
        player.key("d")
        player.key("d")
        player.move("Karelija", "Finland")
        player.key("d")
        player.key("Enter")
        player.key("Enter")
        before = player.asked()
        program.kill()
        player.page.wait_for_selector('#trouble:has-text("What you ordered is kept")')
    rolls = ann.ok("verify", game).out
    with running(ann.root, game) as program:
        again = Player(context, program.address)
        assert again.asked() == before
        assert ann.ok("verify", game).out == rolls
        if again.has("Retreat"):
            assert "round 1" in again.told()


def test_what_a_terminal_does_is_seen_on_the_page(
    pair: tuple[Desk, Desk], context: BrowserContext, tmp_path: Path
) -> None:
    """The page stays open; it shows the draft of the terminal by itself, and goes on from it."""
    ann, _ = pair
    game = ann.game.game.hex()[:8]
    with opened(ann, context) as player:
        player.key("d")
        orders = tmp_path / "turn.orders"
        orders.write_text("done\nbuy 8 infantry\n", encoding="utf-8")
        ann.ok("play", game, "--orders", orders, "--resume", "--open-end", *ANYWAY)
        player.page.wait_for_selector('#orders li:has-text("buy 8 infantry")')
        player.key("d")
        player.area("Karelija")
        player.page.wait_for_selector('#goal option[value="Norway"]', state="attached")
        player.page.select_option("#goal", "Norway")
        player.click("Move", exact=True)
        player.page.wait_for_selector("#odds")
        assert player.told().count("move ") >= 3
        player.key("u")
        assert "Norway" not in player.page.inner_text("#orders ol")
        player.key("r")
        assert "Norway" in player.page.inner_text("#orders ol")


@contextmanager
def other_site(text: str) -> Iterator[str]:
    """Another server of this computer, with a page that wants to play for the player."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.headers.get("Cookie") or "")
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *values: object) -> None:
            del values

    seen: list[str] = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
        assert set(seen) <= {""}, "the cookie of the board was shown to another server"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


_TRIES = """async (base) => {
  const said = [];
  const text = (answer) => answer.text();
  const own = { credentials: "include" };
  const post = { ...own, method: "POST", body: "{}" };
  const json = { headers: { "Content-Type": "application/json" } };
  const tries = [
    () => fetch(base + "api/games"),
    () => fetch(base + "api/games", { ...own, mode: "no-cors" }).then(text),
    () => fetch(base + "api/fetch", { ...post, mode: "no-cors" }).then(text),
    () => fetch(base + "api/fetch", { ...post, ...json }),
    () => import(base + "file/api.js"),
  ];
  for (const one of tries) {
    try { said.push(String(await one())); } catch (error) { said.push("refused"); }
  }
  return said;
}"""


def test_attacks_from_another_site_in_the_same_browser(
    pair: tuple[Desk, Desk], context: BrowserContext
) -> None:
    """It is even told the secret path, which it cannot know."""
    ann, _ = pair
    with running(ann.root) as program:
        player = Player(context, program.address)
        base = player.page.url.partition("#")[0]
        with other_site("<!DOCTYPE html><title>x</title><h1>Another site</h1>") as address:
            page = context.new_page()
            page.goto(address)
            said = page.evaluate(_TRIES, base)
            assert set(said) <= {"refused", ""}
            page.set_content(
                f'<form action="{base}api/fetch" method="post" enctype="text/plain">'
                '<input name="{}" value=""><button>x</button></form>'
            )
            page.click("button")
            page.wait_for_load_state()
            assert "wrong-origin" in page.content() or "not-let-in" in page.content()
            page.goto(address)
            page.set_content(f'<iframe src="{base}"></iframe>')
            page.wait_for_timeout(300)
            frames = [one for one in page.frames if one.url.startswith(base)]
            assert all("My games" not in one.content() for one in frames)
        stranger = context.browser
        assert stranger is not None
        other = stranger.new_context()
        page = other.new_page()
        page.goto(program.address)
        assert "ticket-used" in page.content()
        other.close()
        # Somebody else has had the address: the player is put out too, and reads why.
        player.click("Fetch mail")
        assert "opened a second time" in player.page.inner_text("#trouble")


def test_accessible_by_the_rules_of_axe(pair: tuple[Desk, Desk], context: BrowserContext) -> None:
    """The list of games, every phase of a turn, a battle, and the end."""
    ann, _ = pair
    with opened(ann, context) as player:
        assert faults_of(player.page) == []
        player.key("d")
        assert faults_of(player.page) == []
        player.key("d")
        player.move("Karelija", "Finland")
        assert faults_of(player.page) == []
        player.key("d")
        player.key("Enter")
        player.key("Enter")
        assert faults_of(player.page) == []
        go_on(player, "Sign and send")
        assert faults_of(player.page) == []
        player.click("My games")
        assert faults_of(player.page) == []


def test_a_name_is_typed_to_its_end_while_landings_are_worked_out(
    pair: tuple[Desk, Desk], context: BrowserContext
) -> None:
    """The coasts that ships could bring a stack to come later than the rest of its pane."""
    ann, _ = pair
    with opened(ann, context) as player:
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        player.page.route("**/landings?*", hold)
        player.key("d")
        player.key("d")
        player.area("Karelija")
        player.page.locator("#goal").focus()
        before = player.page.locator("#goal option").count()
        player.page.keyboard.type("Fi")
        held[0].continue_()
        player.page.wait_for_function(
            "(before) => document.querySelectorAll('#goal option').length > before", arg=before
        )
        player.page.keyboard.type("nl")
        assert player.page.input_value("#goal") == "Finland"


def test_a_phone_and_a_keyboard_are_enough(
    pair: tuple[Desk, Desk], context: BrowserContext
) -> None:
    """At 390 pixels nothing is wider than the screen; a move needs no map and no mouse."""
    ann, _ = pair
    with opened(ann, context) as player:
        player.page.set_viewport_size({"width": 390, "height": 800})
        assert player.page.evaluate("document.documentElement.scrollWidth") <= 390
        player.key("d")
        player.key("d")
        player.key("/")
        player.page.keyboard.type("Karelija")
        player.page.keyboard.press("Enter")
        player.page.wait_for_selector('#area h2:text-is("Karelija")')
        player.page.locator("#goal").focus()
        player.page.keyboard.type("Finl")
        player.page.keyboard.press("Tab")
        player.page.keyboard.press("Enter")
        player.page.wait_for_selector("#odds")
        assert "Karelija > Finland" in player.told()
        assert player.page.evaluate("document.documentElement.scrollWidth") <= 390
        sizes = player.page.eval_on_selector_all(
            "#table button",
            "all => all.filter((one) => one.offsetHeight).map((one) => one.offsetHeight)",
        )
        assert min(sizes) >= 36, "a thumb hits each of them"
