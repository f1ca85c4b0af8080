"""`pbem standing`: show, change and try standing orders; and what becomes of them in a game."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.replay import read_position
from pbem.save.trust import open_save
from tests.support.by_mail import begin
from tests.support.table import ANYWAY, NATIONS, Desk, mail_desks

LINES = "losses Novgorod: armour, infantry\nkeep: 1 land units\nsubmerge: no when attackers < 3\n"


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    """Ann at one computer, in low luck, so that nothing depends on dice."""
    (ann,) = mail_desks(tmp_path, "Ann")
    ann.ok("new", "big_world_1942", "--hotseat", "--option", "low_luck=true")
    return ann


def name_of(desk: Desk) -> str:
    return desk.home.game_store.games()[0].game.hex()[:8]


def current(desk: Desk) -> Path:
    return desk.home.game_store.folder(desk.home.game_store.games()[0]) / "current.pbem"


def file(tmp_path: Path, text: str, name: str = "standing.txt") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_standing_orders_are_filed_signed_shown_and_followed(tmp_path: Path, ann: Desk) -> None:
    game = name_of(ann)
    ann.ok("play", game, *ANYWAY, "--orders", file(tmp_path, "done\n", "a.orders"))
    said = ann.ok("standing", game, "--file", file(tmp_path, LINES), "--json").data
    assert (said["nation"], said["changed"]) == ("Germans", True)
    assert said["standing"] == LINES.splitlines()
    shown = ann.ok("standing", game)
    assert "In your draft" in shown.out
    assert read_position(open_save(current(ann).read_bytes())).state.standing_orders == {}
    ann.ok("play", game, "--computer", "easy")
    assert (
        "losses Novgorod: armour, infantry" in ann.ok("standing", game, "--nation", "germans").out
    )
    assert "STANDING ORDERS" in ann.ok("summary", game).out
    for fmt in ("html", "markdown", "bbcode"):
        assert "losses Novgorod" in ann.ok("summary", game, "--format", fmt).out


def test_the_report_names_the_instruction_that_fired(tmp_path: Path, ann: Desk) -> None:
    game = name_of(ann)
    for nation in NATIONS:
        if nation == "Germans":
            ann.ok("standing", game, "--file", "-", typed="losses Novgorod: armour")
        ann.ok("play", game, *ANYWAY, "--orders", file(tmp_path, "done\n", "a.orders"))
    attack = "move 2 armour: Northern Russia > Novgorod\nfight Novgorod\n"
    ann.ok("play", game, *ANYWAY, "--orders", file(tmp_path, attack, "b.orders"))
    report = ann.ok("summary", game).out
    flat = " ".join(report.split())
    assert "DECIDED BY STANDING ORDERS" in report
    assert "(by standing orders of the Germans: losses Novgorod: armour)" in flat
    assert "Novgorod, Germans (losses Novgorod: armour): lost Germans, 1 armour." in flat


def test_lines_in_an_order_file_do_the_same(tmp_path: Path, ann: Desk) -> None:
    game = name_of(ann)
    text = "standing losses: infantry\nbuy 1 infantry\nstanding keep: 1 armour\n"
    ann.ok("play", game, *ANYWAY, "--orders", file(tmp_path, text, "a.orders"))
    rows = ann.ok("standing", game, "--json").data["standing"]
    assert isinstance(rows, dict)
    assert rows["Russians"] == ["losses: infantry", "keep: 1 armour"]


def test_every_fault_is_named_and_nothing_is_changed(tmp_path: Path, ann: Desk) -> None:
    game = name_of(ann)
    text = "losses Nowhereland: infantry\nlosses: infantry, infantry\n\nabsorb: infantry\n"
    refused = ann.refused(6, "standing", game, "--file", file(tmp_path, text))
    rows = refused.error["faults"]
    assert isinstance(rows, list)
    assert [row["line"] for row in rows] == [1, 2, 4]
    ann.refused(2, "standing", game, "--file", file(tmp_path, "nonsense\n"))
    ann.refused(2, "standing", game, "--edit", "--file", "-")
    ann.refused(2, "standing", game, "--against", "3 infantry")
    nowhere = ann.refused(2, "standing", game, "--test", "Finnland")
    assert nowhere.error["code"] == "unknown-territory"
    shown = ann.refused(2, "show", game, "Finnland")
    assert nowhere.error["text"] == shown.error["text"]
    ann.refused(2, "standing", game, "--test", "Finland", "--against", "dragons")
    ann.refused(2, "standing", game, "--nation", "Martians")
    ann.ok("standing", game)


def test_test_shows_who_would_be_lost_and_by_which_instruction(tmp_path: Path, ann: Desk) -> None:
    game = name_of(ann)
    ann.ok("play", game, *ANYWAY, "--orders", file(tmp_path, "done\n", "a.orders"))
    ann.ok("standing", game, "--file", file(tmp_path, LINES))
    ann.ok("play", game, "--computer", "easy")
    told = ann.ok("standing", game, "--test", "Novgorod", "--against", "3 infantry, 2 armour")
    assert "Russians attack with 3 infantry, 2 armour; the Germans decide." in told.out
    rows = ann.ok("standing", game, "--test", "Novgorod", "--json").rows("hits")
    assert rows
    assert rows[0]["type"] == "armour"
    assert str(rows[0]["by"]).startswith("losses Novgorod: armour, infantry")


def test_only_in_the_own_turn(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    begin(ann, ben)
    refused = ben.refused(8, "standing", name_of(ben), "--file", "-", typed="submerge: no")
    assert refused.error["code"] == "not-your-turn"
    ann.ok("standing", name_of(ann), "--file", "-", typed="submerge: no")
    ann.ok("standing", name_of(ann), "--file", "-", typed="")
    assert "none" in ann.ok("standing", name_of(ann), "--nation", "Russians").out


def test_editor_is_opened_with_what_stands_and_a_refused_text_is_kept(
    tmp_path: Path, ann: Desk
) -> None:
    game = name_of(ann)
    editor = file(tmp_path, "", "editor.py")
    seen = tmp_path / "seen.txt"
    script = "import pathlib, sys\npath = pathlib.Path(sys.argv[1])\ntext = path.read_text()\n"
    script += f"pathlib.Path({str(seen)!r}).write_text(text)\npath.write_text(text + NEW)\n"
    by_hand = replace(ann, env={"EDITOR": f"{sys.executable} {editor}"})
    editor.write_text(f"NEW = 'submerge: no\\n'\n{script}", encoding="utf-8")
    assert "submerge: no" in by_hand.ok("standing", game, "--edit").out
    editor.write_text(f"NEW = 'losses: dragons\\n'\n{script}", encoding="utf-8")
    refused = by_hand.run("standing", game, "--edit")
    assert refused.code == 2
    assert "dragons" in refused.err
    assert "submerge: no" in seen.read_text(encoding="utf-8")
    kept = ann.home.draft_path(ann.home.game_store.games()[0]).with_name("standing-refused.txt")
    assert "losses: dragons" in kept.read_text(encoding="utf-8")
    assert f"kept in {kept}" in refused.err
