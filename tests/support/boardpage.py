"""A player at the page of the board, in a real Chromium: what they click and type, counted."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.browser import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    from tests.support.table import Desk

DEAF = 520
"""A little longer than a button is deaf, in milliseconds: `templates/board/slips.js`."""

NO_FILM = """document.addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("film");
  const skip = () => place.querySelector("[data-skip]")?.click();
  if (place) new MutationObserver(skip).observe(place, { childList: true });
});"""
"""Goes to the player's own turn as soon as the film of the others' begins."""

PBEM = (sys.executable, "-m", "pbem")

_PLACE = """(name) => {
  const bare = (text) => text.replace(/^\\P{L}+ /u, "").replace(/ \\u2715$/, "");
  const label = [...document.querySelectorAll(".label")]
    .find((one) => bare(one.querySelector(".name").textContent) === name);
  const { e, f } = label.getCTM();
  return [e, f];
}"""


@dataclass(slots=True)
class Program:
    """`pbem board` as a process of its own; it is the player's, so it may be killed."""

    process: subprocess.Popen[str]
    address: str

    def kill(self) -> None:
        """End it without giving it time to do anything."""
        self.process.kill()
        self.process.wait()


@contextmanager
def running(home: Path, *arguments: str) -> Iterator[Program]:
    """`pbem board` for a home, for the block."""
    command = [*PBEM, "board", "--no-open", *arguments]
    env = {**os.environ, "PBEM_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        try:
            yield Program(process, found[0])
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()


HOMELESS = '#ask [data-key^="show "]'


class Player:
    """Somebody who looks at a page and clicks; `clicks` and `keys` count what they did.

    watches: whether they look at what the others did; if not, they go to their own turn at once.
    """

    def __init__(self, context: BrowserContext, address: str, *, watches: bool = False) -> None:
        if not watches:
            context.add_init_script(NO_FILM)
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.trouble: list[str] = []
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.clicks = 0
        self.keys = 0
        self.page.goto(address)
        self.page.wait_for_selector("html[data-ready]")

    def settle(self) -> None:
        """Wait until everything is drawn that was asked for."""
        self.page.wait_for_selector("main:not([hidden]):not([aria-busy])")
        self.page.wait_for_selector("#area[aria-busy]", state="detached")
        self.page.wait_for_timeout(30)

    def click(self, name: str, *, exact: bool = False) -> None:
        """Click a button or a link, once it hears again after it took a new meaning."""
        self.page.wait_for_selector("[data-deaf]", state="detached")
        place = self.page.locator("main:not([hidden]), header")
        words = re.compile(rf"^{re.escape(name)}" + ("$" if exact else ""))
        place.get_by_role("button", name=words).or_(
            place.get_by_role("link", name=words)
        ).first.click()
        self.clicks += 1
        self.settle()

    def key(self, name: str) -> None:
        """Press a key on the page; Enter not so soon that it counts as the Enter before it."""
        if name == "Enter" and self.page.locator("[data-main][data-final]").count():
            self.page.wait_for_timeout(DEAF)
        self.page.keyboard.press(name)
        self.keys += 1
        self.settle()

    def type_number(self, label: str, number: int) -> None:
        """Type into the number of a stepper: a click to get there, the digits, and Tab."""
        field = self.page.get_by_role("spinbutton", name=label, exact=True)
        field.click(click_count=3)
        self.page.keyboard.type(str(number))
        self.page.keyboard.press("Tab")
        self.clicks += 1
        self.keys += len(str(number)) + 1
        self.settle()

    def spot(self, name: str) -> tuple[float, float]:
        """Where the units of an area stand in the window."""
        box = self.page.locator("#board").bounding_box()
        assert box is not None
        x, y = self.page.evaluate(_PLACE, name)
        return box["x"] + float(x), box["y"] + float(y)

    def drag(self, start: str, goal: str) -> None:
        """Drag the stack of an area to another with the mouse."""
        self.page.mouse.move(*self.spot(start))
        self.page.mouse.down()
        x, y = self.spot(goal)
        self.page.mouse.move(x - 20, y, steps=4)
        self.page.mouse.move(x, y)
        self.page.mouse.up()
        self.clicks += 1
        self.page.wait_for_timeout(30)
        self.settle()

    def area(self, name: str) -> None:
        """Click an area on the map where its units stand."""
        self.page.mouse.click(*self.spot(name))
        self.clicks += 1
        self.page.wait_for_timeout(30)
        self.settle()

    def move(self, start: str, goal: str) -> None:
        """Click a stack and where it goes; the click on it may be answered after it."""
        if not self.page.locator("#area h2", has_text=start).count():
            self.area(start)
        self.page.wait_for_selector(f'#area h2:text-is("{start}")')
        self.page.wait_for_selector(f'path[data-lit][data-name="{goal}"]')
        self.area(goal)

    def look_up(self, name: str) -> None:
        """Choose an area by its name."""
        self.page.locator("#find").fill(name)
        self.page.keyboard.press("Enter")
        self.clicks += 1
        self.keys += len(name) + 1
        self.page.wait_for_selector(f'#area h2:text-is("{name}")')

    def send(self, start: str, goal: str, count: int | None = None) -> None:
        """Send what is chosen first in an area, or so many of it, by names and the list."""
        self.look_up(start)
        if count is not None:
            number = self.page.locator("#area input[type=number]").first
            number.fill(str(count))
            number.press("Tab")
        self.page.select_option("#goal", goal)
        self.click("Move", exact=True)

    def land_aircraft(self) -> None:
        """Send aircraft that would be lost at the end of the phase to the first place in reach."""
        while self.has_homeless():
            self.page.locator(HOMELESS).first.click()
            self.clicks += 1
            self.settle()
            self.page.wait_for_selector("#goal option", state="attached")
            goal = str(self.page.locator("#goal option").first.get_attribute("value"))
            self.page.select_option("#goal", goal)
            self.click("Move", exact=True)

    def has_homeless(self) -> bool:
        """Whether a warning shows an area whose aircraft have still to land."""
        return bool(self.page.locator(HOMELESS).count())

    def has(self, name: str) -> bool:
        """Whether there is such a button."""
        place = self.page.locator("main:not([hidden])")
        return bool(place.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).count())

    def expected(self) -> None:
        """Do what the dark button says; while a warning stands, roll, fight or sign by a click."""
        if self.page.locator("#area [data-main], #ask [data-main]").count():
            self.key("Enter")
        else:
            found = self.first_of("Roll the dice", "Fight", "Press on", "Sign")
            # Without a name a click would take the first button of the page, whatever it does.
            assert found, self.asked()
            self.click(found)

    def first_of(self, *names: str) -> str:
        """The first of these buttons that is there; "" for none."""
        return next((name for name in names if self.has(name)), "")

    def asked(self) -> str:
        """What the game waits for."""
        return str(self.page.inner_text("#ask"))

    def told(self) -> str:
        """What has happened, and what was ordered."""
        return f"{self.page.inner_text('#happened')}{self.page.inner_text('#orders')}"


@contextmanager
def opened(desk: Desk, context: BrowserContext, *, watches: bool = False) -> Iterator[Player]:
    """A player at the page of their only game, for the block, in which no script may throw."""
    with running(desk.root, desk.game.game.hex()[:8]) as program:
        player = Player(context, program.address, watches=watches)
        yield player
        assert player.trouble == []
