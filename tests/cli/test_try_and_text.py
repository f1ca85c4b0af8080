"""`pbem export --text`, `pbem history` and `show` on a text, `pbem try`, and that nothing leaks."""

import shutil
from pathlib import Path

import pytest

from tests.support.table import GAME, Desk, desks_of, give, pass_turn, snapshot, table

NAME = GAME.hex()[:8]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Ann after her Russian turn with a battle."""
    folder = tmp_path_factory.mktemp("try")
    game = table(folder / "authority")
    session = game.session()
    give(session, "done", "buy 3 infantry, 1 armour", "done")
    give(session, "move 3 infantry, 1 fighter: Karelija > Finland", "done", "fight Finland")
    pass_turn(session, 'Finland "first".')
    return desks_of(folder, game)[0]


def steps(desk: Desk, *words: object) -> list[str]:
    rows = desk.ok("history", *words, "--json").rows("steps")
    return [str(row["action"]) for row in rows]


def test_B254_history_has_filters(played: Desk) -> None:
    assert steps(played, NAME, "--kind", "moves") == [
        "move 3 infantry, 1 fighter: Karelija > Finland"
    ]
    assert steps(played, NAME, "--kind", "purchases") == ["buy 3 infantry, 1 armour"]
    dice = steps(played, NAME, "--kind", "dice")
    assert dice
    assert all(step.strip().startswith("dice ") for step in dice)
    assert steps(played, NAME, "--phase", "Tech") == ["done"]
    about = steps(played, NAME, "--territory", "finland")
    assert "fight Finland" in about
    assert "buy 3 infantry, 1 armour" not in about
    assert steps(played, NAME, "--nation", "germans") == []
    assert played.refused(2, "history", NAME, "--nation", "x").error["code"] == "unknown-nation"
    wrong = played.refused(2, "history", NAME, "--territory", "Xanadu")
    assert wrong.error["code"] == "unknown-territory"


def test_B254_history_tells_what_changed_between_two_moments(played: Desk) -> None:
    moved = next(
        row["step"]
        for row in played.ok("history", NAME, "--json").rows("steps")
        if str(row["action"]).startswith("move")
    )
    assert isinstance(moved, int)
    data = played.ok("history", NAME, "--diff", moved - 1, moved, "--json").data
    assert data["units"] == [
        {"territory": place, "nation": "Russians", "type": kind, "before": before, "after": after}
        for place, kind, before, after in (
            ("Finland", "infantry", 0, 3),
            ("Finland", "fighter", 0, 1),
            ("Karelija", "infantry", 3, 0),
            ("Karelija", "fighter", 1, 0),
        )
    ]
    back = played.ok("history", NAME, "--diff", moved, moved - 1).out
    assert "Karelija: Russians infantry 0 > 3 (+3)" in back
    assert "nothing changed" in played.ok("history", NAME, "--diff", 3, 3).out
    wrong = played.refused(2, "history", NAME, "--diff", 0, 9999)
    assert wrong.error["code"] == "no-such-step"


def test_history_shows_the_board_of_a_moment_as_a_page(played: Desk, tmp_path: Path) -> None:
    page = tmp_path / "board.html"
    played.ok("history", NAME, "--at", 0, "--html", page)
    assert 'id="map-board"' in page.read_text("utf-8")
    wrong = played.refused(2, "history", NAME, "--html", page, "--diff", 0, 1)
    assert wrong.error["code"] == "which-view"
    assert played.refused(2, "history", NAME, "--html", page).error["code"] == "which-view"


def test_browse_needs_a_terminal(played: Desk) -> None:
    assert played.refused(2, "history", NAME, "--browse").error["code"] == "no-terminal"


def test_a_game_goes_out_as_text_and_can_be_looked_at(played: Desk, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    played.ok("export", NAME, "--text", "--out", path)
    text = path.read_text("utf-8")
    assert "move 3 infantry, 1 fighter: Karelija > Finland" in text
    assert 'remark "Russians: Finland \\"first\\"."' in text
    told = played.ok("history", path).out
    assert told.startswith("A game text: nothing in it is signed")
    assert steps(played, path, "--kind", "moves") == steps(played, NAME, "--kind", "moves")
    assert "Moscow" in played.ok("show", path, "Moscow").out
    again = tmp_path / "again.txt"
    played.ok("export", path, "--text", "--out", again)
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("command", ["verify", "play", "send", "status", "summary"])
def test_a_text_is_never_taken_for_a_turn(played: Desk, tmp_path: Path, command: str) -> None:
    path = tmp_path / "game.txt"
    played.ok("try", NAME, "--computer", "random", "--out", path, "--seed", 1)
    before = snapshot(played.home.root)
    extra = ("--computer", "random") if command == "play" else ()
    refused = played.refused(3, command, path, *extra)
    assert refused.error["code"] == "game-text"
    assert "pbem try" in str(refused.error["text"])
    assert snapshot(played.home.root) == before


def test_a_text_that_comes_by_mail_is_no_file_of_a_game(played: Desk, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    played.ok("export", NAME, "--text", "--out", path)
    before = snapshot(played.home.root)
    assert played.run("fetch", path).code == 3
    assert snapshot(played.home.root) == before


def test_try_leaves_the_game_alone_and_goes_on_in_its_own_file(
    played: Desk, tmp_path: Path
) -> None:
    before = snapshot(played.home.root)
    path = tmp_path / "mine.txt"
    out = played.ok("try", NAME, "--at", 3, "--computer", "easy", "--out", path)
    assert "WHAT IF, with local dice" in out.out
    assert "step: 3" in path.read_text("utf-8")
    assert steps(played, path)[:3] == steps(played, NAME)[:3]
    first = path.read_bytes()
    played.ok("try", path, "--computer", "easy")
    assert path.read_bytes().startswith(first[:-1])
    assert len(path.read_bytes()) > len(first)
    assert snapshot(played.home.root) == before
    refused = played.refused(2, "try", NAME, "--computer", "random", "--out", path)
    assert refused.error["code"] == "file-exists"
    assert played.refused(2, "try", path).error["code"] == "no-terminal"


def test_try_plays_a_file_of_orders_with_dice_that_can_be_had_again(
    played: Desk, tmp_path: Path
) -> None:
    orders = tmp_path / "germans.orders"
    orders.write_text("buy 4 infantry\nplace 4 infantry: Western Germany\n", encoding="utf-8")
    texts = []
    for name in ("one.txt", "two.txt"):
        path = tmp_path / name
        played.ok("try", NAME, "--orders", orders, "--out", path, "--seed", 7)
        texts.append(path.read_bytes())
    assert texts[0] == texts[1]
    assert b"buy 4 infantry" in texts[0]


def test_orders_that_are_no_text_are_refused_by_try_as_by_play(
    played: Desk, tmp_path: Path
) -> None:
    orders = tmp_path / "latin.orders"
    orders.write_bytes("buy 1 infantry # für Köln\n".encode("latin-1"))
    refused = played.refused(2, "try", NAME, "--orders", orders, "--out", tmp_path / "no.txt")
    assert refused.error["code"] == "orders-unreadable"
    assert "not valid UTF-8" in str(refused.error["text"])
    changed = played.refused(2, "propose", NAME, "edit", "--file", orders)
    assert changed.error["code"] == "orders-unreadable"


def test_try_takes_orders_from_standard_input(played: Desk, tmp_path: Path) -> None:
    path = tmp_path / "typed.txt"
    played.ok("try", NAME, "--orders", "-", "--out", path, typed="buy 2 armour\n")
    assert "buy 2 armour" in path.read_text("utf-8")


def test_undo_in_a_file_takes_an_order_back(played: Desk, tmp_path: Path) -> None:
    """B159: the last order, or the one in a line; what needed it is named."""
    orders = tmp_path / "undo.orders"
    path = tmp_path / "undo.txt"
    lines = ["buy 10 infantry", "undo", "buy 2 armour", "buy 3 armour # better", "undo 3"]
    orders.write_text("\n".join(lines), encoding="utf-8")
    played.ok("try", NAME, "--orders", orders, "--out", path)
    assert [step for step in steps(played, path) if step.startswith("buy")][-1] == "buy 3 armour"
    orders.write_text("buy 2 armour\nundo 7\nundo\nundo\n", encoding="utf-8")
    refused = played.refused(2, "try", NAME, "--orders", orders, "--out", tmp_path / "no.txt")
    assert "undo 7" in str(refused.error["text"])
    assert "line 4" in str(refused.error["text"])
    orders.write_text("buy 1 armour\nplace 1 armour: Western Germany\nundo 1\n", encoding="utf-8")
    refused = played.refused(6, "try", NAME, "--orders", orders, "--out", tmp_path / "no.txt")
    assert "line 2" in str(refused.error["text"])


def test_verify_of_a_copy_of_a_text_under_a_save_name(played: Desk, tmp_path: Path) -> None:
    text, disguised = tmp_path / "game.txt", tmp_path / "game.pbem"
    played.ok("export", NAME, "--text", "--out", text)
    shutil.copy(text, disguised)
    assert played.refused(3, "verify", disguised).error["code"] == "game-text"
