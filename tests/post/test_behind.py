"""A player who lacks a turn gets it by itself, from whoever has it and sees that they lack it."""

import email
import email.policy
import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from tests.support.table import NATIONS, Desk, mail_desks


def began(folder: Path) -> tuple[Desk, Desk, Desk, str]:
    """Ann has the Allies, Ben the Germans, Cem the Japanese; the game has started."""
    ann, ben, cem = mail_desks(folder, "Ann", "Ben", "Cem")
    who = {"Germans": "Ben <ben@example.org>", "Japanese": "Cem <cem@example.org>"}
    words = [word for one in NATIONS for word in ("--seat", f"{one}={who.get(one, 'me')}")]
    ann.ok("new", "big_world_1942", *words)
    name = ann.game.game.hex()[:8]
    for desk in (ben, cem):
        desk.ok("fetch")
        desk.ok("join", name, "--yes")
    ann.ok("fetch")
    for desk in (ben, cem):
        desk.ok("fetch")
    return ann, ben, cem, name


def box(folder: Path, player: str) -> list[Path]:
    return sorted((folder / "mail" / player / "new").iterdir())


def lose(folder: Path, player: str) -> None:
    """What was on its way to a player is gone."""
    for path in box(folder, player):
        path.unlink()


def later(folder: Path, player: str, days: int = 9) -> None:
    """The mails that wait for a player were written days later."""
    when = format_datetime(datetime.now(UTC) + timedelta(days=days)).encode()
    for path in box(folder, player):
        path.write_bytes(re.sub(rb"(?m)^Date: .*$", b"Date: " + when, path.read_bytes(), count=1))


def news(desk: Desk) -> list[dict[str, object]]:
    return [one for one in desk.ok("fetch", "--json").rows("news") if one["kind"] != "card"]


@pytest.fixture
def behind(tmp_path: Path) -> tuple[Desk, Desk, Desk, str]:
    """Cem has not got the turn of the Germans, and everybody else has."""
    ann, ben, cem, name = began(tmp_path)
    ann.ok("play", name, "--computer", "easy")
    ben.ok("fetch")
    cem.ok("fetch")
    ben.ok("play", name, "--computer", "easy")
    lose(tmp_path, "Cem")
    ann.ok("fetch")
    return ann, ben, cem, name


def test_who_mails_an_older_save_gets_the_newest_once(
    behind: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    ann, _, cem, name = behind
    cem.ok("send", name)
    later(tmp_path, "Ann")
    later(tmp_path, "Ben")
    seen, sent = news(ann)
    assert (seen["kind"], sent["kind"]) == ("seen", "sent")
    assert str(sent["text"]).endswith(": Cem lacks turn 2: sent.")
    (path,) = box(tmp_path, "Cem")
    mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    assert str(mail["To"]) == "Cem <cem@example.org>" and not mail["Cc"]
    text = mail.get_body(("plain",))
    assert text is not None and "you lack turn 2" in str(text.get_content())
    (got,) = news(cem)
    assert (got["kind"], got["to_move"]) == ("turn", "British")
    # Cem writes once more what Ann has answered: one answer for each newest save is enough.
    ann.ok("fetch", *(tmp_path / "mail" / "Ann" / "cur").iterdir())
    assert box(tmp_path, "Cem") == []


def test_a_mail_that_crossed_the_turn_is_not_answered(
    behind: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    ann, _, cem, name = behind
    cem.ok("send", name)
    assert [one["kind"] for one in news(ann)] == ["seen"]
    assert box(tmp_path, "Cem") == []


def test_only_the_address_that_a_player_has_signed_is_answered(
    behind: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    """A stranger who sends an old save from elsewhere gets nothing, and nor does anybody else."""
    ann, _, cem, name = behind
    cem.ok("send", name)
    later(tmp_path, "Ann")
    for path in box(tmp_path, "Ann"):
        raw = path.read_bytes()
        path.write_bytes(re.sub(rb"(?m)^From: .*$", b"From: Eve <eve@example.net>", raw, count=1))
    assert [one["kind"] for one in news(ann)] == ["seen"]
    assert box(tmp_path, "Cem") == []


def test_who_has_played_on_since_is_not_taken_for_one_behind(tmp_path: Path) -> None:
    """An old mail of Ann's that comes late: she has signed turns after it."""
    ann, ben, cem, name = began(tmp_path)
    ann.ok("play", name, "--computer", "easy")
    (late,) = box(tmp_path, "Cem")
    kept = late.read_bytes()
    ben.ok("fetch")
    ben.ok("play", name, "--computer", "easy")
    ann.ok("fetch")
    ann.ok("play", name, "--computer", "easy")
    ann.ok("send", name)
    cem.ok("fetch")
    late.write_bytes(kept)
    later(tmp_path, "Cem")
    assert [one["kind"] for one in news(cem)] == ["seen"]
    assert box(tmp_path, "Ann") == [] or all(
        b"you lack" not in one.read_bytes() for one in box(tmp_path, "Ann")
    )


def test_a_turn_of_ones_own_that_is_not_over_does_not_go_along(
    behind: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    ann, _, cem, name = behind
    cem.ok("send", name)
    later(tmp_path, "Ann")
    orders = tmp_path / "x.orders"
    orders.write_text("done\nbuy 4 infantry\n")
    ann.ok("play", name, "--orders", orders, "--open-end")
    session_records = len(ann.home.choose(name).save.entries)
    ann.ok("send", name, "--so-far")
    assert len(ann.home.choose(name).save.entries) > session_records
    lose(tmp_path, "Cem")
    assert [one["kind"] for one in news(ann)] == ["seen", "sent"]
    (got,) = news(cem)
    assert (got["kind"], got["to_move"]) == ("turn", "British")
    assert len(cem.home.choose(name).save.entries) == session_records
