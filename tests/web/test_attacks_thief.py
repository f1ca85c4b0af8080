"""Another user of the computer, who reads the arguments of all programs, and the board's address.

What the program starts as a browser is a script here that only notes what it was given; the page is
opened as that browser would, in a real Chromium.
"""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import PATIENCE
from tests.support.table import mail_desks

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="opens pages with xdg-open"),
]


def wait_for(path: Path) -> str:
    """What a file holds, once it is there."""
    for _ in range(600):
        if path.is_file() and (text := path.read_text(encoding="utf-8")):
            return text
        time.sleep(0.05)
    raise AssertionError(f"{path} did not come")


def test_the_address_is_in_no_arguments_and_a_second_visit_puts_all_out_and_is_said_loudly(
    tmp_path: Path, context: BrowserContext
) -> None:
    ann, _ = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "classic_1942", "--hotseat")
    tools, given = tmp_path / "tools", tmp_path / "given"
    tools.mkdir()
    opener = tools / "xdg-open"
    opener.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {given}\n', encoding="utf-8")
    opener.chmod(0o755)
    env = {**os.environ, "PBEM_HOME": str(ann.root), "PATH": f"{tools}:{os.environ['PATH']}"}
    env |= {"PYTHONUNBUFFERED": "1"}
    errors = tmp_path / "errors"
    with errors.open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "pbem", "board"],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
    try:
        door = Path(wait_for(given).strip())
        assert stat.S_IMODE(door.stat().st_mode) == 0o600
        found = re.search(r'url=(http://[^"]+/enter/[^"]+)"', door.read_text(encoding="utf-8"))
        assert found is not None
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(door.as_uri())
        page.wait_for_selector("html[data-ready]")
        page.wait_for_selector("#games h2")
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(found[1])
        assert refused.value.code == 403
        assert b"opened a second time" in refused.value.read()
        refused.value.close()
        assert "WARNING: The address of the board was opened a second time" in wait_for(errors)
        page.get_by_role("button", name="Fetch mail").click()
        page.wait_for_selector("#trouble:not([hidden])")
        assert "another user of this computer" in page.inner_text("#trouble")
        page.reload()
        page.wait_for_selector("h1")
        assert "another user of this computer" in page.inner_text("main")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert not door.exists()
