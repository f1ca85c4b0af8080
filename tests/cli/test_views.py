"""`pbem status`, `show`, `history`, `summary` and `verify` on good and on damaged saves."""

import shutil
from pathlib import Path

import pytest

from pbem.save.armour import armour
from tests.support.paper_game import broken, repacked, with_records
from tests.support.table import (
    GAME,
    NATIONS,
    Desk,
    desk,
    desks_of,
    give,
    key_of,
    pass_turn,
    table,
)

NAME = GAME.hex()[:8]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Ann after her Russian turn with a battle; nobody changes this home."""
    folder = tmp_path_factory.mktemp("views")
    game = table(folder / "authority")
    session = game.session()
    give(session, "done", "buy 3 infantry, 1 armour", "done")
    give(session, "move 3 infantry, 1 fighter: Karelija > Finland", "done", "fight Finland")
    pass_turn(session, "Finland first.")
    return desks_of(folder, game)[0]


@pytest.fixture
def save_file(tmp_path: Path, played: Desk) -> Path:
    path = tmp_path / "game.pbem"
    shutil.copy(played.home.game_store.folder(played.game) / "current.pbem", path)
    return path


def test_status(played: Desk) -> None:
    text = played.ok("status", NAME).out
    assert text.startswith(f"Test game, game {NAME}\nround 1, Germans (Ben)\n")
    data = played.ok("status", NAME, "--json").data
    assert (data["to_move"], data["player"], data["phase"]) == ("Germans", "Ben", "tech")
    rows = played.ok("status", NAME, "--json").rows("nations")
    assert [row["nation"] for row in rows] == list(NATIONS)


def test_save_is_named_by_file_id_or_name(played: Desk, save_file: Path) -> None:
    for word in (save_file, NAME, GAME.hex(), NAME.upper()[:4].lower(), "Test game"):
        assert "Germans (Ben)" in played.ok("status", word).out
    unknown = played.refused(2, "status", "feedbeef")
    assert unknown.error["code"] == "save-not-found"
    assert f"known games: {NAME}" in str(unknown.error["text"])
    assert played.refused(2, "status", "000").error["code"] == "save-not-found"


def test_two_games_of_one_name_are_told_apart_by_id(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    for _ in range(2):
        ann.ok("new", "big_world_1942", "--hotseat")
    refused = ann.refused(2, "status", "Big World : 1942")
    assert refused.error["code"] == "save-ambiguous"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Moscow", "Moscow"),
        ("mosc", "Moscow"),
        ("SZ 7", "SZ 7 Barents Sea"),
        ("archangelsk", "Archangel'sk"),
        ("N Russia", "Northern Russia"),
    ],
)
def test_show_takes_near_names(played: Desk, typed: str, name: str) -> None:
    assert played.ok("show", NAME, *typed.split(), "--json").data["name"] == name


def test_show_offers_names_for_a_slip_and_for_too_little(played: Desk) -> None:
    refused = played.refused(2, "show", NAME, "Moscwo")
    assert "Did you mean Moscow" in str(refused.error["text"])
    many = played.refused(2, "show", NAME, "SZ")
    assert "SZ" in str(many.error["text"])
    assert played.refused(2, "show", NAME, "").error["code"] == "unknown-territory"
    assert played.refused(2, "show", NAME).error["code"] == "usage"


def test_show_at_a_moment_of_the_past(played: Desk) -> None:
    assert "Germans" in played.ok("show", NAME, "Finland", "--at", "0").out.splitlines()[0]
    for number in (-1, 10_000):
        refused = played.refused(2, "show", NAME, "Finland", "--at", number)
        assert refused.error["code"] == "no-such-step"
        assert "Steps go from 0 to" in str(refused.error["text"])


def test_history_lists_and_filters_every_step(played: Desk) -> None:
    text = played.ok("history", NAME).out
    assert text.startswith("Round 1, Russians\n  tech\n     1  done\n  purchase\n")
    assert "buy 3 infantry, 1 armour" in text
    assert "  dice " in text
    assert "fight Finland" in played.ok("history", NAME, "--nation", "russians").out
    assert played.ok("history", NAME, "--round", "9").out == "No step matches.\n"
    assert played.ok("history", NAME, "--nation", "Germans").out == "No step matches.\n"
    refused = played.refused(2, "history", NAME, "--nation", "Rusians")
    assert "Its nations are Americans, British" in str(refused.error["text"])


def test_board_at_any_step(played: Desk) -> None:
    before = played.ok("history", NAME, "--at", "0", "--json").data["board"]
    last = len(played.ok("history", NAME, "--json").rows("steps"))
    after = played.ok("history", NAME, "--at", last, "--json").data["board"]
    assert isinstance(before, dict) and isinstance(after, dict)
    assert before["Finland"]["owner"] == "Germans"
    three = {"owner": "Russians", "type": "infantry", "count": 3}
    assert three in before["Karelija"]["units"]
    assert "Karelija" not in after or three not in after["Karelija"]["units"]
    assert played.refused(2, "history", NAME, "--at", last + 1).error["code"] == "no-such-step"
    assert "After step 0: the game begins" in played.ok("history", NAME, "--at", "0").out


@pytest.mark.parametrize("fmt", ["text", "html", "markdown", "bbcode"])
def test_summary_in_every_format(tmp_path: Path, played: Desk, fmt: str) -> None:
    text = played.ok("summary", NAME, "--format", fmt).out
    assert "Finland" in text and "Finland first" in text
    out = tmp_path / f"report.{fmt}"
    said = played.ok("summary", NAME, "--format", fmt, "--out", out)
    assert str(out) in said.out
    assert out.read_text(encoding="utf-8").strip() == text.strip()


def test_summary_of_a_turn_that_is_not_there(tmp_path: Path, played: Desk) -> None:
    refused = played.refused(2, "summary", NAME, "--turn", "7")
    assert "Turns go from 1 to 1" in str(refused.error["text"])
    assert played.refused(2, "summary", NAME, "--turn", "0").error["code"] == "no-such-turn"
    fresh = desk(tmp_path, "Eve")
    fresh.ok("new", "big_world_1942", "--hotseat")
    name = fresh.home.game_store.games()[0].game.hex()[:8]
    assert fresh.refused(2, "summary", name).error["code"] == "no-turn-yet"
    assert "Nothing has happened yet." in fresh.ok("history", name).out
    nowhere = played.refused(1, "summary", NAME, "--out", tmp_path / "no" / "folder.html")
    assert nowhere.error["code"] == "file-error"
    assert str(nowhere.error["text"]).endswith("is left. Check that the folder exists.")
    folder = played.refused(1, "summary", NAME, "--out", tmp_path)
    assert folder.error["code"] == "file-error"


def test_verify_says_what_was_checked(played: Desk, save_file: Path) -> None:
    text = played.ok("verify", save_file).out
    for part in ("hosted by Ann", "Chain: ", "Dice: ", "1 signed position agrees", "All is well."):
        assert part in text
    data = played.ok("verify", save_file, "--json").data
    assert data["ok"] is True
    assert (data["to_move"], data["turns"]) == ("Germans", 1)


def test_verify_takes_the_armoured_text_of_a_forum_post(tmp_path: Path, save_file: Path) -> None:
    stranger = desk(tmp_path, "Eve")
    post = tmp_path / "post.txt"
    text = "Look at this!\n\n" + armour(save_file.read_bytes())
    post.write_text("".join(f"> {line}  \r\n" for line in text.splitlines()), encoding="utf-8")
    assert "All is well." in stranger.ok("verify", post).out
    post.write_text(text.replace("A", "", 1), encoding="utf-8")
    assert stranger.run("verify", post).code in {3, 4}


def test_tampered_truncated_or_foreign_files(tmp_path: Path, played: Desk, save_file: Path) -> None:
    good = save_file.read_bytes()
    cases = {
        "flipped": (good[:-20] + bytes([good[-20] ^ 1]) + good[-19:], 4, "file-damaged"),
        "truncated": (good[: len(good) // 2], 4, "file-damaged"),
        "empty": (b"", 3, "not-a-save"),
        "text": (b"hello\n", 3, "not-a-save"),
        "zip": (b"PK\x03\x04" + bytes(100), 3, "not-a-save"),
        "newer": (good[:8] + b"\x63" + good[9:], 3, "unknown-version"),
    }
    for name, (data, exit_code, code) in cases.items():
        path = tmp_path / name
        path.write_bytes(data)
        for command in (("verify",), ("status",), ("history",), ("play",), ("join",), ("send",)):
            refused = played.refused(exit_code, command[0], path)
            assert refused.error["code"] == code, (name, command)


def test_damaged_game_in_the_game_store_does_not_hide_the_others(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    ann.ok("new", "big_world_1942", "--hotseat", "--name", "Sound")
    ann.ok("new", "big_world_1942", "--hotseat", "--name", "Broken")
    ids = {str(row["name"]): str(row["game"]) for row in ann.ok("games", "--json").rows("games")}
    (path,) = (ann.root / "games").glob(f"{ids['Broken']}-*/current.pbem")
    path.write_bytes(path.read_bytes()[:-100])
    listed = ann.ok("games")
    assert "Sound: round 1, Russians (Ann) to move" in listed.out
    assert "damaged" in listed.out
    assert "Russians (Ann)" in ann.ok("status", "Sound").out
    assert ann.refused(4, "verify", ids["Broken"]).error["code"] == "file-damaged"
    ann.ok("play", "Sound", "--computer", "easy")


def test_record_with_a_broken_signature_leaves_the_part_before_it_to_look_at(
    tmp_path: Path, played: Desk, save_file: Path
) -> None:
    save = played.home.choose(str(save_file)).save
    order = save.append_orders("Germans", [["end_phase"]], key_of("Ben")).entries[-1].raw
    path = tmp_path / "broken.pbem"
    path.write_bytes(with_records(save, broken(order)))
    refused = played.refused(4, "verify", path)
    assert refused.error["code"] == "bad-signature"
    assert refused.error["record"] == len(save.entries)
    shown = played.run("status", path)
    assert shown.code == 4
    assert "NOT PROVEN" in shown.out and "round 1, Germans" in shown.out
    assert "fight Finland" in played.run("history", path).out


def test_the_course_of_a_game_that_was_played_against_the_rules_is_not_proven(
    tmp_path: Path, played: Desk, save_file: Path
) -> None:
    """Every signature is good, and the order of the Germans is none."""
    save = played.home.choose(str(save_file)).save
    path = tmp_path / "illegal.pbem"
    wrong = save.append_orders("Germans", [["fight", "Finland"]], key_of("Ben"))
    path.write_bytes(wrong.to_bytes())
    shown = played.run("info", path, "course")
    assert shown.code == 6
    assert "NOT PROVEN" in shown.out and "At the start and now" in shown.out


def test_end_of_a_turn_with_a_broken_signature_leaves_nothing_of_that_turn(
    tmp_path: Path, played: Desk, save_file: Path
) -> None:
    """The signature of its end is what vouches for every record of a closed turn."""
    save = played.home.choose(str(save_file)).save
    path = tmp_path / "broken.pbem"
    path.write_bytes(repacked(save, signatures=broken))
    refused = played.refused(4, "verify", path)
    assert refused.error["code"] == "bad-signature"
    assert refused.error["record"] == len(save.entries) - 1
    shown = played.run("status", path)
    assert shown.code == 4
    assert "NOT PROVEN" in shown.out and "round 1, Russians" in shown.out
    assert "fight Finland" not in played.run("history", path).out


def test_questions_at_the_prompt_are_commands_as_well(
    played: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = played.ok("reach", NAME, "Eastern Poland", "--json").rows("arrivals")
    assert {"type", "count", "territory", "steps", "by_sea"} == set(rows[0])
    assert "infantry: " in played.ok("reach", NAME, "E Poland").out
    assert "Italy: room for 6" in played.ok("room", NAME).out
    assert played.ok("units", NAME, "Germ", "--json").data["nation"] == "Germans"
    assert "can be reached by:" in played.ok("legal", NAME, "E Poland").out
    assert played.ok("map", NAME, "Finland").out.startswith("* Finland")
    assert "The board is drawn in board.html." in played.ok("map", NAME).out
    assert "<svg" in (tmp_path / "board.html").read_text(encoding="utf-8")
    for command in ("reach", "legal", "map"):
        missing = played.refused(2, command, NAME, "Narnia")
        assert missing.error["code"] == "unknown-territory"
    assert played.refused(2, "reach", NAME).error["code"] == "no-territory"
    assert played.refused(2, "units", NAME, "x").error["code"] == "unknown-nation"


def test_B55_types_are_words_at_the_terminal_and_are_taken_as_such(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    game = ann.ok("new", "second_edition_global_1940", "--hotseat", "--json").data["game"]
    assert "4 mech infantry: 4 Western Germany" in ann.ok("units", game).out
    assert "4 mech infantry: Western Germany, 1 step" in ann.ok("reach", game, "France").out
    wanted = tmp_path / "wanted.txt"
    wanted.write_text("buy 1 minor factory, 1 AA gun\n")
    planned = ann.ok("play", game, "--orders", wanted, "--dry-run").out
    assert "  buy 1 minor factory, 1 AA gun\n" in planned
    wanted.write_text("done\nmove 1 aaGun: Germany > Poland\n")
    told = ann.run("play", game, "--orders", wanted, "--dry-run").err
    assert "'move 1 aaGun: Germany > Poland': AA gun: moves only" in told
