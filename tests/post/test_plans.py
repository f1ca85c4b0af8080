"""Orders for a coming turn: kept, played when they fit, else dropped with the reason."""

from pathlib import Path

import pytest

from pbem.play.plans import plans_of
from pbem.save.trusted_save import TrustedSave
from tests.support.by_mail import begin
from tests.support.table import Desk, mail_desks


@pytest.fixture
def two(tmp_path: Path) -> tuple[Desk, Desk, str]:
    """Ann (the Russians move first) and Ben, who has the Germans next."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    return ann, ben, begin(ann, ben)


def keep(desk: Desk, game: str, text: str, *words: str) -> None:
    path = desk.home.root / "plan.orders"
    path.write_text(text, encoding="utf-8")
    desk.ok("plan", game, "--orders", path, "--for", "Germans", *words)


def save_of(desk: Desk) -> TrustedSave:
    save = desk.home.game_store.load(desk.game)
    assert save is not None
    return save


def test_a_plan_is_played_and_mailed_when_its_turn_comes(two: tuple[Desk, Desk, str]) -> None:
    ann, ben, game = two
    keep(
        ben,
        game,
        "if Western Germany is ours\nif Western Germany has at most 0 enemies\n",
        "--accept-warnings",
        "all",
    )
    before = save_of(ben).head
    assert ben.ok("fetch").out.startswith("Nothing new."), "it is not his turn"
    assert save_of(ben).head == before
    ann.ok("play", game, "--computer", "easy")
    out = ben.ok("fetch").out
    assert "your plan 1 for the Germans was played; " in out
    assert "There are no plans" in ben.ok("plan", game).out
    told = ann.ok("fetch").out
    assert "to move" in told and save_of(ann).head == save_of(ben).head
    assert ann.ok("verify", game, "--json").data["ok"] is True
    assert "given before the turn" in ann.ok("summary", game).out


def test_the_first_plan_that_fits_is_played(two: tuple[Desk, Desk, str]) -> None:
    """Those before it are dropped with their reasons, and so is what comes after."""
    ann, ben, game = two
    keep(ben, game, "if Western Germany is hostile\n")
    keep(ben, game, "move 99 infantry: Western Germany > Eastern Poland\n")
    keep(ben, game, "if Western Germany is not Russians\n", "--accept-warnings", "all")
    keep(ben, game, "if Western Germany is ours\n")
    ann.ok("play", game, "--computer", "easy")
    out = ben.ok("fetch").out
    assert "plan 1 for the Germans was dropped: it is not so that Western Germany is hostile" in out
    assert "plan 2 for the Germans was dropped: line 1, " in out
    assert "plan 3 for the Germans was played" in out
    assert "plan 4 for the Germans was dropped: another one was played" in out


def test_a_plan_with_warnings_that_were_not_accepted_is_dropped(
    two: tuple[Desk, Desk, str],
) -> None:
    """Nothing of it is signed: money that is not spent is worth a word."""
    ann, ben, game = two
    keep(ben, game, "if Western Germany is ours\n")
    ann.ok("play", game, "--computer", "easy")
    ben.ok("fetch")
    assert plans_of(ben.home, save_of(ben), ben.home.key().key.public) == ()
    assert save_of(ben).head == save_of(ann).head


def test_a_turn_that_was_begun_by_hand_is_left_to_its_player(two: tuple[Desk, Desk, str]) -> None:
    ann, ben, game = two
    ann.ok("play", game, "--computer", "easy")
    ben.ok("fetch")
    keep(ben, game, "if Western Germany is ours\n")
    [kept] = plans_of(ben.home, save_of(ben), ben.home.key().key.public)
    assert kept.plan.turn == 3, "the turn under way is not a coming one"
    assert "plan" not in ben.ok("fetch").out
    ben.ok("play", game, "--computer", "easy")
    assert "plan" not in ben.ok("fetch").out


def test_a_plan_that_was_changed_on_the_disk_is_not_played(two: tuple[Desk, Desk, str]) -> None:
    ann, ben, game = two
    keep(ben, game, "if Western Germany is ours\n", "--accept-warnings", "all")
    [kept] = plans_of(ben.home, save_of(ben), ben.home.key().key.public)
    data = kept.path.read_bytes()
    kept.path.write_bytes(
        data.replace(b"if Western Germany is ours", b"if Western Germany is mine")
    )
    ann.ok("play", game, "--computer", "easy")
    assert "plan" not in ben.ok("fetch").out
    assert save_of(ben).head == save_of(ann).head


def test_what_cannot_be_read_or_is_not_ones_own_is_not_kept(two: tuple[Desk, Desk, str]) -> None:
    _, ben, game = two
    path = ben.home.root / "bad.orders"
    for text, nation, code in (
        ("if Western Germany is lost\n", "Germans", "bad-plan-condition"),
        ("if Atlantis is ours\n", "Germans", "unknown-territory"),
        ("mve 1 infantry\n", "Germans", "orders-unreadable"),
        ("if Western Germany is ours\n", "Russians", "not-your-seat"),
    ):
        path.write_text(text, encoding="utf-8")
        said = ben.run("plan", game, "--orders", path, "--for", nation, "--json")
        assert said.code == 2, said
        if code != "orders-unreadable":
            assert said.error["code"] == code
    assert ben.refused(2, "plan", game, "--drop", "1", "--json").error["code"] == "no-such-plan"
    keep(ben, game, "if Western Germany is ours\n")
    assert "There are no plans" in ben.ok("plan", game, "--drop", "1").out
