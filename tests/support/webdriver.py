"""Firefox and WebKit, driven by what they bring along: Marionette, and WebDriver by HTTP.

No library is needed: the tests of these browsers are few and short, Chromium has all others.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.ports import free_ports

_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_STALE = "stale element reference"
_PATIENCE = 60.0


class _StaleError(Exception):
    """The page was drawn anew between finding an element and using it."""


class Driven(ABC):
    """A browser with one page."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address."""

    @abstractmethod
    def run(self, script: str) -> object:
        """What the body of a function returns in the page."""

    @abstractmethod
    def _click(self, css: str) -> None:
        """Click the first element with the browser's own click."""

    @abstractmethod
    def picture(self) -> bytes:
        """What is seen, as PNG."""

    @abstractmethod
    def close(self) -> None:
        """Give back what the conversation with it holds."""

    def wait(self, condition: str) -> None:
        """Wait until an expression is true in the page."""
        deadline = time.monotonic() + _PATIENCE
        while not self.run(f"return Boolean({condition})"):
            if time.monotonic() > deadline:
                raise AssertionError(f"{condition}: {self.run('return document.body.innerText')}")
            time.sleep(0.1)

    def click(self, css: str) -> None:
        """Click an element once it is there and can be seen."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            self.wait(f"document.querySelector({json.dumps(css)})?.getClientRects().length")
            try:
                return self._click(css)
            except _StaleError:
                assert time.monotonic() < deadline


class _Marionette(Driven):
    """Firefox: JSON with its length before it, over a socket."""

    def __init__(self, port: int) -> None:
        self._number = 0
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), _PATIENCE)
                break
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.2)
        self._read()
        self._ask("WebDriver:NewSession", {})

    def close(self) -> None:
        self._socket.close()

    def _read(self) -> object:
        length = b""
        while not length.endswith(b":"):
            part = self._socket.recv(1)
            assert part, "Firefox has ended"
            length += part
        left, data = int(length[:-1]), b""
        while len(data) < left:
            data += self._socket.recv(left - len(data))
        return json.loads(data)

    def _ask(self, command: str, wanted: dict[str, object]) -> object:
        self._number += 1
        data = json.dumps([0, self._number, command, wanted]).encode()
        self._socket.sendall(b"%d:%b" % (len(data), data))
        answer = self._read()
        assert isinstance(answer, list)
        if answer[2] and answer[2]["error"] == _STALE:
            raise _StaleError
        assert answer[2] is None, answer[2]
        found = answer[3]
        return found["value"] if isinstance(found, dict) and "value" in found else found

    def go(self, address: str) -> None:
        self._ask("WebDriver:Navigate", {"url": address})

    def run(self, script: str) -> object:
        return self._ask("WebDriver:ExecuteScript", {"script": script, "args": []})

    def _click(self, css: str) -> None:
        found = self._ask("WebDriver:FindElement", {"using": "css selector", "value": css})
        assert isinstance(found, dict)
        self._ask("WebDriver:ElementClick", {"id": found[_ELEMENT]})

    def picture(self) -> bytes:
        return base64.b64decode(str(self._ask("WebDriver:TakeScreenshot", {"full": False})))


class _Wire(Driven):
    """WebKit: the W3C protocol by HTTP."""

    def __init__(self, port: int) -> None:
        self._base = f"http://127.0.0.1:{port}"
        binary = max(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        options = {"binary": str(binary), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                found = self._ask("POST", "/session", wanted)
                break
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.2)
        assert isinstance(found, dict)
        self._base += f"/session/{found['sessionId']}"

    def _ask(self, method: str, path: str, wanted: dict[str, object] | None = None) -> object:
        data = None if wanted is None else json.dumps(wanted).encode()
        request = urllib.request.Request(self._base + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
                found = json.load(answer)
        except urllib.error.HTTPError as error:
            if json.load(error)["value"]["error"] == _STALE:
                raise _StaleError from None
            raise
        return found["value"]

    def close(self) -> None:
        self._ask("DELETE", "")

    def go(self, address: str) -> None:
        self._ask("POST", "/url", {"url": address})

    def run(self, script: str) -> object:
        return self._ask("POST", "/execute/sync", {"script": script, "args": []})

    def _click(self, css: str) -> None:
        found = self._ask("POST", "/element", {"using": "css selector", "value": css})
        assert isinstance(found, dict)
        self._ask("POST", f"/element/{found[_ELEMENT]}/click", {})

    def picture(self) -> bytes:
        return base64.b64decode(str(self._ask("GET", "/screenshot")))


def missing(name: str) -> str:
    """What lacks for one of "firefox" and "webkit"; "" for nothing."""
    programs = {"firefox": ("firefox-esr",), "webkit": ("WebKitWebDriver", "Xvfb")}[name]
    return ", ".join(one for one in programs if shutil.which(one) is None)


@contextmanager
def driven(name: str, folder: Path) -> Iterator[Driven]:
    """A browser for the block; folder: for its profile."""
    (port,) = free_ports(1)
    if name == "firefox":
        (folder / "prefs.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = ["firefox-esr", "--headless", "--marionette", "--profile", str(folder)]
    else:
        command = ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            browser: Driven = _Marionette(port) if name == "firefox" else _Wire(port)
            try:
                yield browser
            finally:
                browser.close()
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End it with all that it has started."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
