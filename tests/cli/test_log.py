"""What a player can look up or watch when something went wrong: pbem.log, and -v."""

import re
import stat
from pathlib import Path

import pytest

from pbem.log import LOG
from pbem.web_client import WebClient
from pbem.web_line import WebError
from tests.support.table import Desk, desk


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desk(tmp_path, "Ann")


def log_of(player: Desk) -> str:
    file = player.root / "pbem.log"
    return file.read_text("utf-8") if file.is_file() else ""


def test_a_fault_of_the_program_leaves_its_traceback_in_the_log(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("pbem.commands.start.start_page", broken)
    monkeypatch.delenv("PBEM_DEBUG", raising=False)
    said = ann.run()
    assert said.code == 1 and "the end of pbem.log in your home" in said.err
    lines = log_of(ann).splitlines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \d+ a bug: RuntimeError", lines[0])
    assert lines[1] == "    Traceback (most recent call last):"
    assert lines[-1] == "    RuntimeError: on purpose"
    assert stat.S_IMODE((ann.root / "pbem.log").stat().st_mode) == 0o600


def test_what_was_asked_of_the_world_is_kept_without_what_can_be_a_secret(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_HOME", str(ann.root))
    with pytest.raises(WebError):
        WebClient().ask("POST", "https://127.0.0.1:1/topic/7?token=s3cret", body=b"private")
    assert log_of(ann).endswith(
        " POST 127.0.0.1:1/topic/7: nobody answers there (Connection refused)\n"
    )


def test_verbose_tells_the_same_wherever_it_stands_and_no_longer_than_its_command(
    ann: Desk,
) -> None:
    for words in (("-v", "games"), ("games", "-v"), ("-v", "games", "--verbose")):
        said = ann.ok(*words)
        assert re.match(r"pbem: +\d+ ms  pbem \d", said.err), said.err
        assert said.err.count("has ended") == 1
        assert said.out == ann.ok("games").out
    assert ann.ok("games").err == ""
    assert log_of(ann) == "", "looking writes nothing"


def test_no_home_is_made_for_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "none"))
    LOG.info("anything")
    assert not (tmp_path / "none").exists()


def test_a_large_log_is_put_aside_once(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_HOME", str(ann.root))
    monkeypatch.setattr("pbem.log._LARGEST", 200)
    for number in range(20):
        LOG.info("line %d with\na break and \x1b[31m a colour", number)
    kept = (ann.root / "pbem.log.1").read_text("utf-8")
    assert "line 19 with a break and <U+001B>[31m a colour" in log_of(ann)
    assert len(log_of(ann)) < 300 and len(kept) < 300
    assert "\x1b" not in kept


def test_a_log_that_cannot_be_written_stops_nothing(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann.root / "pbem.log").mkdir()
    monkeypatch.setenv("PBEM_HOME", str(ann.root))
    LOG.info("anything")
    assert list((ann.root / "pbem.log").iterdir()) == []
