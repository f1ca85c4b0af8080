"""The port of `pbem board`: one that is taken is named, its own is free at once after the end."""

from __future__ import annotations

import http.client
from pathlib import Path

import pytest

from pbem.board.serve import HOST, serving
from pbem.listening import listen
from pbem.usage import UsageError
from tests.support.ports import free_ports
from tests.support.table import desk


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    with listen(HOST, 0) as other:
        port = other.getsockname()[1]
        said = ann.run("board", "--no-open", "--port", port)
        assert said.code == 2
        assert f"Another program has port {port} of {HOST}." in said.err
        assert "--port N" in said.err
        with (
            pytest.raises(UsageError) as refused,
            serving(ann.home, ann.home.key(), lambda: 0, port),
        ):
            pass
    assert refused.value.code == "port-taken"


def test_two_boards_do_not_share_a_port(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    (port,) = free_ports(1)
    with serving(ann.home, ann.home.key(), lambda: 0, port):
        assert ann.run("board", "--no-open", "--port", port).code == 2


def test_the_port_is_free_at_once_when_the_board_has_ended(tmp_path: Path) -> None:
    """The board ends first and a browser hangs up later: the system remembers that connection."""
    ann = desk(tmp_path, "Ann")
    (port,) = free_ports(1)
    browser = http.client.HTTPConnection(HOST, port)
    with serving(ann.home, ann.home.key(), lambda: 0, port):
        browser.request("GET", "/")
        browser.getresponse().read()
    browser.close()
    with serving(ann.home, ann.home.key(), lambda: 0, port) as served:
        assert f"{HOST}:{port}" in served.guard.entrance


def test_whatever_else_closes_a_port_is_said() -> None:
    with pytest.raises(UsageError, match=r"Port 0 of 192\.0\.2\.1 cannot be opened: ") as refused:
        listen("192.0.2.1", 0)
    assert refused.value.code == "port-refused"
