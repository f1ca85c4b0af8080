"""A real Chromium and a small server of the pages, for the tests in tests/web.

The browser is the system's own (Debian's package `chromium`, or PBEM_CHROMIUM names another one),
driven by playwright. Where one of them is missing the tests are skipped, with a reason; with
PBEM_REQUIRE_BROWSER=1, as in CI, they fail instead.
"""

from __future__ import annotations

import base64
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict
from urllib.parse import urlsplit

from pbem.dice.server.pages import answer_page
from tests.support import missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FilePayload, Page

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Root may not use Chromium's sandbox, and a container's /dev/shm is often too small for it.
# The first two features draw pop-ups of the address bar: pages of the browser itself, which every
# window loads anew and which cost more time than ours. The others are those that playwright
# switches off because they reach for the network or change a page; of two such lists only the last
# counts.
FEATURES = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", f"--disable-features={','.join(FEATURES)}"]
PATIENCE = 120_000
"""Milliseconds to wait for a page at most: so long only where the machine is busy."""
MODULES = ("chain", "container", "bytes", "msgpack", "dice", "journal", "receipts")


class Verdict(TypedDict):
    """What the page's own functions say of one file."""

    code: str | None
    index: int | None
    records: int
    rolls: int
    dice: int
    head: str
    state: str
    players: list[str]


# Calls the modules of the page in the page; `lab.check` is `verifyFile` with its answer flattened.
_LAB = """async (names) => {
  const load = async (name) => [name, await import(`./${name}.js`)];
  const lab = Object.fromEntries(await Promise.all(names.map(load)));
  lab.check = async ([text, kind, names]) => {
    let data = lab.bytes.fromBase64(text);
    try {
      if (kind === "armour") {
        data = lab.container.unarmour(new TextDecoder().decode(data), "FILE");
        kind = 1;
      }
    } catch (error) {
      return { code: error.code, index: error.record };
    }
    const { error, game, total } = await lab.chain.verifyFile(data, kind, { names });
    return {
      code: error?.code ?? null, index: error?.record ?? null, records: total,
      rolls: game?.rolls.length ?? 0, dice: game?.dice ?? 0,
      head: game ? lab.bytes.toHex(game.head) : "",
      state: game?.stage === 2 ? "playing" : "inviting",
      players: [...(game?.keys.keys() ?? [])],
    };
  };
  globalThis.lab = lab;
}"""


def chromium() -> str | None:
    """The path of the browser, if there is one."""
    named = os.environ.get("PBEM_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def missing_reason() -> str | None:
    """What is missing for these tests, or None."""
    try:
        import playwright.sync_api  # noqa: F401, PLC0415 - only these tests need it
    except ImportError:
        return "playwright is not installed: pip install -e '.[browser]'"
    return None if chromium() else "there is no Chromium: apt-get install chromium"


def skip_or_fail() -> None:
    """Skip the test where browser or driver is missing; fail it where they are required."""
    reason = missing_reason()
    if reason:
        missing.skip_or_fail(reason, missing.BROWSER)


@contextmanager
def start_browser() -> Iterator[Browser]:
    """The browser, headless, for the block."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - see missing_reason

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass(slots=True)
class Site:
    """The pages on loopback. `answers` are other paths with their JSON (with the query, if there is
    one); `asked` are the paths requested."""

    port: int
    keys: list[bytes] = field(default_factory=list)
    answers: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def url(self, name: str) -> str:
        return f"http://127.0.0.1:{self.port}/web/{name}"


@contextmanager
def start_site() -> Iterator[Site]:
    """Serve the pages as the dice server does, from a thread."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            parts = urlsplit(self.path)
            headers = {"Content-Type": "application/json"}
            if self.path in site.answers:
                status, body = 200, site.answers[self.path]
            elif parts.path.startswith("/web/"):
                answer = answer_page(parts.path.removeprefix("/web/"), keys=site.keys)
                status, headers, body = answer.status, dict(answer.headers), answer.body
            else:
                status, body = 404, b'{"error": {"code": "game-unknown", "text": "none"}}'
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *values: object) -> None:
            del values

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site = Site(server.server_port)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def open_lab(page: Page, site: Site) -> None:
    """Open the verify page and give tests its modules as `lab`."""
    open_page(page, site.url("verify.html"))
    page.evaluate(_LAB, list(MODULES))


def open_page(page: Page, url: str) -> None:
    """Open a page of ours and wait until its script has done its set-up."""
    page.goto(url)
    page.wait_for_selector("html[data-ready]")


def check(page: Page, data: bytes, kind: int | str = 1, names: object = None) -> Verdict:
    """What `verifyFile` says of a file, in a page that `open_lab` has opened."""
    verdict: Verdict = page.evaluate("lab.check", [b64(data), kind, names or {}])
    return verdict


def give(page: Page, data: bytes | Path) -> None:
    """Give a file to the page's zone, and wait until it has been checked."""
    if isinstance(data, Path):
        page.set_input_files("#zone input", data)
    else:
        payload: FilePayload = {
            "name": "game.pbem",
            "mimeType": "application/octet-stream",
            "buffer": data,
        }
        page.set_input_files("#zone input", [payload])
    wait_for_result(page)


# Chromium takes seconds to type a long text into a field; the page reads only what stands there.
_PASTE = "(text) => { document.getElementById('text').value = text; }"

_DROP = """async (files) => {
  const status = document.getElementById("status");
  const checked = () => new Promise((resolve, reject) => {
    new MutationObserver((_, watcher) => {
      if (!status.classList.contains("done")) return;
      watcher.disconnect();
      resolve();
    }).observe(status, { attributes: true });
    setTimeout(() => reject(new Error("a file was not checked within 30 seconds")), 30_000);
  });
  const said = [];
  for (const text of files) {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    transfer.items.add(new File([bytes], "game.pbem"));
    const event = { dataTransfer: transfer, bubbles: true, cancelable: true };
    document.getElementById("zone").dispatchEvent(new DragEvent("drop", event));
    await checked();
    const banner = document.querySelector("#result .banner");
    const code = banner.querySelector("code");
    said.push([banner.querySelector("h2").innerText, code && code.innerText]);
  }
  return said;
}"""


def paste(page: Page, text: str) -> None:
    """Paste a text into the page, and wait for the result."""
    page.evaluate(_PASTE, text)
    page.click("#paste button")
    wait_for_result(page)


def drop(page: Page, *files: bytes) -> list[tuple[str, str | None]]:
    """Drop one file after the other onto the page; the `verdict` on each."""
    said = page.evaluate(_DROP, [b64(data) for data in files])
    return [(str(heading), code if code is None else str(code)) for heading, code in said]


def wait_for_result(page: Page) -> None:
    page.wait_for_selector("#status.done", state="attached")


def verdict(page: Page) -> tuple[str, str | None]:
    """The heading of the result, and the code in its box if there is one."""
    code = page.query_selector("#result .banner code")
    return page.inner_text("#result .banner h2"), code.inner_text() if code else None
