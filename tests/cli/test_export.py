"""A save as a file and as text for a forum: what goes out comes in again."""

import base64
from pathlib import Path

from pbem.save.records import Roll
from pbem.save.trust import open_save
from tests.support.table import desk


def test_armour_pasted_into_a_quoted_post_comes_in_again(tmp_path: Path) -> None:
    ann, ben = desk(tmp_path, "Ann"), desk(tmp_path, "Ben")
    game = str(ann.ok("new", "big_world_1942", "--hotseat", "--json").data["game"])
    text = ann.ok("export", game).out
    assert max(len(line) for line in text.splitlines()) <= 80
    post = tmp_path / "post.txt"
    post.write_text("Here it is:\n" + "".join(f"> {line}\r\n" for line in text.splitlines()))
    assert "Russians (Ann) to move" in ben.ok("fetch", post).out


def test_a_file_is_written_and_is_the_same_save(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    game = str(ann.ok("new", "big_world_1942", "--hotseat", "--json").data["game"])
    for arguments in ((), ("--armour",)):
        path = tmp_path / f"out{len(arguments)}.pbem"
        head = ann.ok("export", game, "--out", path, *arguments, "--json").data["head"]
        assert ann.ok("verify", path, "--json").data["head"] == head
    assert open_save((tmp_path / "out0.pbem").read_bytes()).genesis.game.hex() == game


def test_the_receipt_of_a_roll_as_text(tmp_path: Path) -> None:
    """docs/formats/dice-v1.md, section "Text form of a receipt"."""
    ann = desk(tmp_path, "Ann")
    save = Path(__file__).parents[2] / "tests" / "vectors" / "save" / "good-under-way.pbem"
    first = ann.ok("export", save, "--roll", "1").out
    lines = first.splitlines()
    assert (lines[0], lines[-1]) == ("-----BEGIN PBEM RECEIPT-----", "-----END PBEM RECEIPT-----")
    receipts = [
        entry.raw
        for entry in open_save(save.read_bytes()).entries
        if isinstance(entry.record, Roll)
    ]
    assert base64.b64decode("".join(lines[1:-1]), validate=True) == receipts[0]
    path = tmp_path / "receipt.txt"
    ann.ok("export", save, "--roll", "2", "--out", path)
    assert receipts[1] == base64.b64decode("".join(path.read_text().splitlines()[1:-1]))
    assert ann.refused(2, "export", save, "--roll", "3", "--json").error["code"] == "no-such-roll"


def test_a_closed_turn_keeps_no_receipts(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    save = Path(__file__).parents[2] / "tests" / "vectors" / "save" / "good-played.pbem"
    refused = ann.refused(2, "export", save, "--roll", "1")
    assert refused.error["code"] == "receipt-not-kept"
