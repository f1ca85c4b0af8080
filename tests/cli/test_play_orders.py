"""`pbem play --orders`: a whole turn from a file, all or nothing, every fault with its line."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.gamedef.setup import Placement
from engine.loading.normal import normal_definition
from pbem.replay import read_position
from pbem.save.records import Roll, TurnEnd
from tests.support.table import ANYWAY, GAME, Desk, Table, big_world, desks_of, snapshot, table

NAME = GAME.hex()[:8]
RUSSIANS = Path(__file__).parent / "orders" / "russians.orders"


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


@pytest.fixture
def ann(tmp_path: Path, game: Table) -> Desk:
    return desks_of(tmp_path, game)[0]


def write(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "mine.orders"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_whole_turn_from_a_file(ann: Desk) -> None:
    output = ann.ok("play", NAME, *ANYWAY, "--orders", RUSSIANS, "--message", "За победу!")
    assert "За победу!" in output.out
    assert output.out.endswith(f"Turn signed. Send it with: pbem send {NAME}\n")
    for place in ("Finland", "Southern Russia", "Western Russia", "Northern Manchukuo"):
        assert place in output.out
    steps = [str(row["action"]) for row in ann.ok("history", NAME, "--json").rows("steps")]
    assert "buy 6 infantry, 1 artillery, 2 armour" in steps
    assert "move 1 fighter: Karelija > Northern Russia > Western Russia" in steps
    battles = [step for step in steps if step.startswith("fight")]
    assert battles[:2] == ["fight Western Russia", "fight Finland"]
    assert set(battles[2:]) == {"fight Southern Russia", "fight Northern Manchukuo"}
    assert "retreat Southern Russia" not in "\n".join(steps)
    assert not any("Iran" in step or "rockets" in step for step in steps)
    save = ann.home.choose(NAME).save
    position = read_position(save)
    assert position.error is None
    assert position.nation == "Germans"
    assert sum(isinstance(record, Roll) for record in save.records) >= 8
    assert isinstance(save.records[-1], TurnEnd)
    assert not ann.home.draft_path(ann.game).exists()


def test_five_faults_of_all_kinds_are_listed_with_their_lines_and_nothing_changes(
    tmp_path: Path, ann: Desk
) -> None:
    path = write(
        tmp_path,
        "buy 60 infantry",
        "",
        "move 2 infantry: Karelija > Fimland",
        "move 9 infantry: Karelija > Finland",
        "attack Finland",
        "fight Moscow",
        "place 1 armour: Moscow",
    )
    refused = ann.refused(6, "play", NAME, "--orders", path)
    faults = refused.error["faults"]
    assert isinstance(faults, list)
    assert [fault["line"] for fault in faults] == [1, 3, 4, 5, 6]
    codes = [fault["reasons"][0]["code"] for fault in faults]
    assert codes[:4] == ["not-enough-pus", "unknown-territory", "not-enough-units", "unknown-order"]
    said = ann.run("play", NAME, *ANYWAY, "--orders", path).err
    assert said.startswith("pbem: line 1, 'buy 60 infantry': ")
    assert "Finland" in said.splitlines()[1]
    assert "Nothing was changed." in said
    assert "1 more line cannot be carried out because of that." in said


def test_a_wrong_line_makes_no_follow_on_faults(tmp_path: Path, ann: Desk) -> None:
    path = write(
        tmp_path,
        "buy 60 infantry",
        "move 3 infantry: Karelija > Northern Russia > Western Russia > Belorussia",
        "move 2 infantry: Belorussia > Ukraine",
        "fight Belorussia",
        "place 4 infantry: Moscow",
        "move 9 artillery: Moscow > Eastern Russia",
    )
    refused = ann.refused(6, "play", NAME, "--orders", path)
    faults = refused.error["faults"]
    assert isinstance(faults, list)
    assert [fault["line"] for fault in faults] == [1, 2, 6]
    assert "3 more lines cannot be carried out because of that." in str(refused.error["text"])


def test_lines_that_cannot_be_read_are_wrong_usage_and_nothing_changes(
    tmp_path: Path, ann: Desk
) -> None:
    path = write(tmp_path, "buy 4 infantery", "mvoe 1 infantry: Moscow > Stalingrad", 'fight "Fin')
    refused = ann.refused(2, "play", NAME, "--orders", path)
    assert refused.error["code"] == "orders-unreadable"
    faults = refused.error["faults"]
    assert isinstance(faults, list)
    assert [fault["line"] for fault in faults] == [1, 2, 3]


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00b", b"\x00" * 50, "buy 1 infantry\u2028done".encode(), b"x" * 5000]
)
def test_garbage_is_no_file_of_orders(tmp_path: Path, ann: Desk, data: bytes) -> None:
    path = tmp_path / "garbage"
    path.write_bytes(data)
    assert ann.refused(2, "play", NAME, "--orders", path).error["code"] == "orders-unreadable"


def test_byte_order_mark_windows_lines_and_standard_input(ann: Desk) -> None:
    text = "\ufeffbuy 4 infantry\r\n> move 2 infantry: Karelija > Finland\r\n"
    output = ann.ok("play", NAME, *ANYWAY, "--orders", "-", "--json", typed=text)
    assert output.data["finished"] is True


def test_line_in_the_wrong_place_does_not_take_the_rest_with_it(tmp_path: Path, ann: Desk) -> None:
    lines = ("buy 2 infantry", "move 1 infantry: Moscow > Western Russia", "buy 1 infantry")
    path = write(tmp_path, *lines, "place 2 infantry: Moscow")
    refused = ann.refused(6, "play", NAME, "--orders", path)
    faults = refused.error["faults"]
    assert isinstance(faults, list)
    assert [fault["line"] for fault in faults] == [3]
    assert "no phase still to come" in str(refused.error["text"])
    path.write_text(path.read_text().replace("buy 1 infantry", "try buy 1 infantry"))
    ann.ok("play", NAME, *ANYWAY, "--orders", path)
    actions = [row["action"] for row in ann.ok("history", NAME, "--json").rows("steps")]
    assert "move 1 infantry: Moscow > Western Russia" in actions
    assert "place 2 infantry: Moscow" in actions


def test_empty_file_passes_the_turn(tmp_path: Path, ann: Desk) -> None:
    output = ann.ok("play", NAME, *ANYWAY, "--orders", write(tmp_path, "# nothing"), "--json")
    assert (output.data["finished"], output.data["to_move"]) == (True, "Germans")


def test_open_end_keeps_the_turn_and_the_next_file_goes_on(tmp_path: Path, ann: Desk) -> None:
    first = write(tmp_path, "buy 4 infantry", "move 2 infantry: Karelija > Finland")
    kept = ann.ok("play", NAME, *ANYWAY, "--orders", first, "--open-end")
    assert f"kept at Russians, combat move. Go on with: pbem play {NAME}" in kept.out
    draft = ann.home.draft_path(ann.game).read_text()
    assert "buy 4 infantry" in draft and "move 2 infantry: Karelija > Finland" in draft
    # The log holds no order yet: they can still be taken back.
    assert ann.home.choose(NAME).save.entries[-1].kind == "start"
    second = write(tmp_path, "move 1 fighter: Karelija > Finland", "place 4 infantry: Moscow")
    done = ann.ok("play", NAME, *ANYWAY, "--orders", second)
    assert "orders of your draft restored." in done.err
    actions = [row["action"] for row in ann.ok("history", NAME, "--json").rows("steps")]
    assert "buy 4 infantry" in actions
    assert "move 1 fighter: Karelija > Finland" in actions
    assert "place 4 infantry: Moscow" in actions
    assert not ann.home.draft_path(ann.game).exists()


def test_B178_B137_all_and_max_become_numbers_when_their_turn_has_come(
    tmp_path: Path, ann: Desk
) -> None:
    lines = (
        "buy 2 armour, max infantry # whatever is left",
        "> move all infantry: Karelija > Finland",
        "try move all bomber: Karelija > Finland",
        "press always",
        "place all armour: Moscow",
    )
    first = write(tmp_path, *lines[:2])
    ann.ok("play", NAME, *ANYWAY, "--orders", first, "--open-end")
    draft = ann.home.draft_path(ann.game).read_text()
    assert "buy 2 armour, 8 infantry" in draft
    assert "move 3 infantry: Karelija > Finland" in draft
    done = ann.ok("play", NAME, *ANYWAY, "--orders", write(tmp_path, *lines), "--resume")
    assert "2 lines of the file left out as played." in done.err
    actions = [str(row["action"]) for row in ann.ok("history", NAME, "--json").rows("steps")]
    assert [action for action in actions if action.startswith("buy")] == [
        "buy 2 armour, 8 infantry"
    ]
    assert "place 2 armour: Moscow" in actions
    assert not any("bomber" in action or "all" in action.split() for action in actions)


def test_B178_all_that_is_nobody_is_a_fault_of_its_line(tmp_path: Path, ann: Desk) -> None:
    lines = ("move all artillery: Karelija > Finland", "move all dragons: Karelija > Finland")
    nobody = ann.refused(6, "play", NAME, "--orders", write(tmp_path, lines[0]))
    assert f"line 1, '{lines[0]}': no such unit of yours in Karelija can move" in str(
        nobody.error["text"]
    )
    unread = ann.refused(2, "play", NAME, "--orders", write(tmp_path, lines[1]))
    assert f"line 1, '{lines[1]}': " in str(unread.error["text"])
    assert "dragons" in str(unread.error["text"])


def test_order_that_turns_out_illegal_after_dice_keeps_what_was_played(
    tmp_path: Path, ann: Desk
) -> None:
    """In the dry run the attacker wins; really one infantry against all of Western Russia loses."""
    path = write(
        tmp_path,
        "move 1 infantry: Northern Russia > Western Russia",
        "fight Western Russia",
        "move 1 infantry: Moscow > Western Russia",
        "place 1 infantry: Moscow",
    )
    path.write_text("buy 1 infantry\n" + path.read_text())
    output = ann.run("play", NAME, *ANYWAY, "--orders", path, "--json")
    assert output.code == 6
    faults = output.error["faults"]
    assert isinstance(faults, list)
    assert [fault["line"] for fault in faults] == [4]
    assert "--resume" in str(output.error["text"])
    save = ann.home.choose(NAME).save
    assert any(isinstance(record, Roll) for record in save.records)
    # Corrected, the same file is taken up where it stopped.
    path.write_text(path.read_text().replace("move 1 infantry: Moscow", "# move 1 infantry"))
    refused = ann.refused(6, "play", NAME, "--orders", path)
    assert "--resume leaves out what was played" in str(refused.error["text"])
    resumed = ann.ok("play", NAME, *ANYWAY, "--orders", path, "--resume")
    assert "3 lines of the file left out as played." in resumed.err
    actions = [str(row["action"]) for row in ann.ok("history", NAME, "--json").rows("steps")]
    assert actions.count("fight Western Russia") == 1
    assert actions[-2:] == ["place 1 infantry: Moscow", "done"]


def test_resume_refuses_another_file(tmp_path: Path, ann: Desk) -> None:
    first = write(tmp_path, "buy 4 infantry", "move 2 infantry: Karelija > Finland")
    ann.ok("play", NAME, *ANYWAY, "--orders", first, "--open-end")
    other = write(tmp_path, "buy 3 infantry", "move 2 infantry: Karelija > Finland")
    refused = ann.refused(2, "play", NAME, "--orders", other, "--resume")
    assert refused.error["code"] == "other-orders"
    assert "'buy 4 infantry' was played, and line 1 is 'buy 3 infantry'" in str(
        refused.error["text"]
    )


def test_switches_that_do_not_go_together(ann: Desk) -> None:
    for words, code in (
        (("--orders", RUSSIANS, "--computer", "random"), "two-players"),
        (("--resume",), "orders-missing"),
        (("--open-end", "--computer", "random"), "orders-missing"),
        (("--computer", "random", "--message", "x" * 20_000), "message-too-long"),
        ((), "no-terminal"),
    ):
        assert ann.refused(2, "play", NAME, *words).error["code"] == code


def test_own_file_is_written_along_with_the_stored_one(
    tmp_path: Path, ann: Desk, game: Table
) -> None:
    path = tmp_path / "game.pbem"
    path.write_bytes(game.save.to_bytes())
    before = snapshot(ann.root)
    ann.ok("play", path, "--computer", "easy")
    assert snapshot(ann.root) != before
    folder = ann.home.game_store.folder(ann.game)
    assert path.read_bytes() == (folder / "current.pbem").read_bytes()
    assert read_position(ann.home.choose(str(path)).save).nation == "Germans"


BLITZ = "move 1 infantry, 1 armour: Northern Russia > Karelija > Finland"


def with_a_tank(folder: Path) -> Table:
    """Armour beside the infantry of Northern Russia, so that a move is legal for one of them."""
    definition = big_world()
    tank = Placement("Northern Russia", "Russians", "armour", 1)
    changed = replace(
        definition, setup=replace(definition.setup, placements=(*definition.setup.placements, tank))
    )
    return table(folder, definition=normal_definition(changed))


def test_B156_a_move_that_some_units_cannot_make_is_made_by_the_others(tmp_path: Path) -> None:
    ann, _ = desks_of(tmp_path, with_a_tank(tmp_path / "authority"))
    path = write(tmp_path, BLITZ)
    output = ann.ok("play", NAME, *ANYWAY, "--in-part", "--orders", path, "--open-end")
    assert "some units stay: line 1" in output.out + output.err
    assert "infantry" in (output.out + output.err).split("some units stay", 1)[1]
    steps = [str(row["action"]) for row in ann.ok("history", NAME, "--json").rows("steps")]
    assert steps == []
    again = ann.ok("play", NAME, *ANYWAY, "--in-part", "--orders", path, "--resume", "--open-end")
    assert "1 line of the file left out as played" in again.out + again.err
    ann.ok("play", NAME, *ANYWAY, "--in-part", "--orders", path, "--resume")
    steps = [str(row["action"]) for row in ann.ok("history", NAME, "--json").rows("steps")]
    moves = [step for step in steps if step.startswith("move")]
    assert len(moves) == 1
    assert moves[0].startswith("move 1 armour #")
    assert moves[0].endswith("Northern Russia > Karelija > Finland")


def test_B156_a_move_that_some_units_cannot_make_is_refused_as_a_whole(tmp_path: Path) -> None:
    ann, _ = desks_of(tmp_path, with_a_tank(tmp_path / "authority"))
    path = write(tmp_path, BLITZ)
    before = snapshot(ann.root)
    refused = ann.refused(6, "play", NAME, "--orders", path)
    faults = refused.error["faults"]
    assert isinstance(faults, list)
    assert [fault["line"] for fault in faults] == [1]
    assert snapshot(ann.root) == before
    assert ann.refused(2, "play", NAME, "--in-part").error["code"] == "orders-missing"


def test_B156_an_optional_move_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    ann, _ = desks_of(tmp_path, with_a_tank(tmp_path / "authority"))
    path = write(tmp_path, f"try {BLITZ}")
    output = ann.ok("play", NAME, *ANYWAY, "--orders", path)
    assert "some units stay" not in output.out + output.err
    steps = [str(row["action"]) for row in ann.ok("history", NAME, "--json").rows("steps")]
    assert not any(step.startswith("move") for step in steps)


RISKY = (
    "buy 6 infantry, 2 armour",
    "move 2 infantry, 1 fighter: Karelija > Finland",
    "move 3 infantry, 1 armour: Northern Russia > Western Russia",
    "place 4 infantry: Moscow",
)


def test_warnings_are_given_before_anything_is_signed(tmp_path: Path, ann: Desk) -> None:
    """B211, B228: the fighter has nowhere to land, four units are not placed."""
    path = write(tmp_path, *RISKY)
    refused = ann.refused(10, "play", NAME, "--orders", path)
    assert refused.error["code"] == "warnings"
    rows = refused.error["warnings"]
    assert isinstance(rows, list)
    found = {str(row["code"]): str(row["text"]) for row in rows if row["certain"]}
    assert found["aircraft-lost"] == "1 fighter in Finland cannot land and will be lost"
    assert found["units-unplaced"] == ("bought and not placed, and so lost: 2 infantry, 2 armour")
    text = str(refused.error["text"])
    assert "play it with --accept-warnings aircraft-lost,units-unplaced" in text
    # Naming one of them is not enough, naming all of them is.
    some = ("--accept-warnings", "aircraft-lost")
    assert ann.refused(10, "play", NAME, *some, "--orders", path)
    wrong = ("--accept-warnings", "aircraft")
    assert ann.refused(2, "play", NAME, *wrong, "--orders", path).error["code"] == "unknown-warning"
    names = ",".join(dict.fromkeys(str(row["code"]) for row in rows))
    done = ann.ok("play", NAME, "--accept-warnings", names, "--orders", path)
    assert "accepted: certain: 1 fighter in Finland cannot land" in done.err
    assert "Turn signed." in done.out


def test_dry_run_says_what_is_certain_and_what_is_likely_and_signs_nothing(
    tmp_path: Path, ann: Desk
) -> None:
    path = write(tmp_path, *RISKY)
    before = snapshot(ann.root)
    output = ann.ok("play", NAME, "--dry-run", "--orders", path)
    lines = output.out.splitlines()
    assert lines[:3] == [
        "Up to the first roll:",
        "  buy 6 infantry, 2 armour",
        "  move 2 infantry, 1 fighter: Karelija > Finland",
    ]
    battles = [line for line in lines if "against" in line]
    assert battles[0] == (
        "  Finland: 2 infantry, 1 fighter against 2 infantry: 71 % to win, losing 6 PUs for 5"
    )
    assert any(line.startswith("  certain: 1 fighter in Finland") for line in lines)
    assert any("attackers-unused" in line and line.startswith("  likely: ") for line in lines)
    assert lines[-1] == "Nothing was signed or stored."
    assert snapshot(ann.root) == before
    data = ann.ok("play", NAME, "--dry-run", "--orders", path, "--json").data
    assert data["battles"] and data["warnings"]
    assert ann.refused(2, "play", NAME, "--dry-run").error["code"] == "orders-missing"


def test_a_landing_is_never_taken_for_a_combat_move(tmp_path: Path, ann: Desk) -> None:
    """Without headings a move behind the last attack is a non-combat move."""
    lines = (
        "buy 10 infantry",
        "move 3 infantry, 1 fighter: Karelija > Finland",
        "move 1 fighter: Finland > Karelija",
        "move 2 infantry: Moscow > Eastern Russia",
        "place 4 infantry: Moscow",
        "place 3 infantry: Stalingrad",
        "place 2 infantry: Leningrad",
        "place 1 infantry: Sverdlovsk",
    )
    output = ann.ok("play", NAME, "--dry-run", "--orders", write(tmp_path, *lines)).out
    assert "Finland: 3 infantry, 1 fighter against 2 infantry" in output
    assert "aircraft-lost" not in output
    assert "Finland > Karelija" not in output.split("Battles:")[0]


def test_aircraft_that_go_where_enemies_are_attack_though_they_could_go_later(
    tmp_path: Path, ann: Desk
) -> None:
    """The last lines of a file are attacks too: over the sea aircraft may be in either move."""
    lines = (
        "move 3 infantry: Karelija > Finland",
        "move 1 fighter: Karelija > Leningrad > SZ 12 East Baltic Sea",
        "move 1 fighter: SZ 12 East Baltic Sea > Leningrad",
    )
    path = write(tmp_path, *lines)
    output = ann.ok("play", NAME, "--dry-run", "--orders", path).out
    assert "SZ 12 East Baltic Sea: 1 fighter against" in output
    assert "> Leningrad > SZ 12 East Baltic Sea" in output.split("Battles:")[0]


def test_a_landing_before_another_attack_is_unclear(tmp_path: Path, ann: Desk) -> None:
    lines = (
        "buy 11 infantry",
        "move 3 infantry, 1 fighter: Karelija > Finland",
        "move 1 fighter: Finland > Karelija",
        "move 3 infantry: Northern Russia > Western Russia",
    )
    refused = ann.refused(6, "play", NAME, "--orders", write(tmp_path, *lines))
    faults = refused.error["faults"]
    assert isinstance(faults, list)
    assert [fault["line"] for fault in faults] == [3]
    assert faults[0]["reasons"][0]["code"] == "phase-unclear"
    # Under a heading it means what the heading says.
    clear = (*lines[:2], "combat:", *lines[2:])
    output = ann.ok("play", NAME, "--dry-run", "--orders", write(tmp_path, *clear)).out
    assert "  Finland: 3 infantry against 2 infantry" in output


def test_headings_of_phases(tmp_path: Path, ann: Desk) -> None:
    lines = (
        "purchase:",
        "buy 10 infantry",
        "combat:",
        "move 3 infantry: Karelija > Finland",
        "move 2 infantry: Moscow > Eastern Russia  # as the heading says",
        "Non-combat:",
        "move 1 fighter: Karelija > Moscow",
        "place:   # only ten",
        "place 4 infantry: Moscow",
    )
    path = write(tmp_path, *lines)
    output = ann.ok("play", NAME, "--dry-run", "--orders", path).out
    before_dice = output.split("Battles:")[0]
    assert "Moscow > Eastern Russia" in before_dice
    assert "Karelija > Moscow" not in before_dice
    late = write(tmp_path, *lines[2:], "combat:", "move 1 infantry: Karelija > Finland")
    refused = ann.refused(6, "play", NAME, "--orders", late)
    assert "the phase of its heading is over or does not come in this turn" in str(
        refused.error["text"]
    )


def test_a_verb_in_front_of_a_number_may_be_left_out(tmp_path: Path, ann: Desk) -> None:
    in_full = (
        "buy 8 infantry, 2 armour",
        "combat:",
        "try move 3 infantry: Karelija > Finland",
        "move 2 infantry: Moscow > Eastern Russia",
        "place:",
        "place 4 infantry: Moscow",
    )
    short = (
        "purchase:",
        "8 inf, 2 tanks",
        "combat:",
        "try all inf karel > finland",
        "> 2 inf: Moscow > Eastern Russia",
        "place:",
        "4 inf: Moscow",
    )
    dry = ("play", NAME, "--dry-run", "--orders")
    expected = ann.ok(*dry, write(tmp_path, *in_full)).out
    assert "2 infantry: Moscow > Eastern Russia" in expected
    assert ann.ok(*dry, write(tmp_path, *short)).out == expected
    faults = ann.refused(2, *dry, write(tmp_path, "combat:", "4 inf: Moscow")).error["faults"]
    assert isinstance(faults, list)
    assert [row["text"] for row in faults] == ["4 inf: Moscow"]


LANDING = (
    "buy 2 infantry",
    "land 2 inf arch > finland",
    "move 2 infantry, 1 fighter: Karelija > Finland",
    "losses: infantry",
    "try move 1 fighter: Finland > Karelija",
    "place 2 infantry: Moscow",
)


def test_a_whole_landing_is_one_line_of_a_file(tmp_path: Path, ann: Desk) -> None:
    said = ann.ok("play", NAME, "--orders", write(tmp_path, *LANDING), "--dry-run").out
    assert "  move 2 infantry: Archangel'sk > SZ 7 Barents Sea\n" in said
    assert "Finland: 4 infantry, 1 fighter against 2 infantry: 98 % to win" in said
    gone = ann.ok("play", NAME, "--orders", write(tmp_path, *LANDING, "undo 2"), "--dry-run").out
    assert "Archangel" not in gone
    wrong = write(tmp_path, "land 2 inf moscow > finland", "land 9 inf arch > finland")
    faults = ann.refused(6, "play", NAME, "--orders", wrong).error["faults"]
    assert isinstance(faults, list)
    assert [row["reasons"][0]["code"] for row in faults] == ["no-landing-way", "not-enough-units"]
    assert faults[0]["text"] == "land 2 inf moscow > finland"


def test_a_file_with_a_landing_goes_on_behind_it(tmp_path: Path, ann: Desk) -> None:
    path = write(tmp_path, *LANDING[:3])
    ann.ok("play", NAME, *ANYWAY, "--orders", path, "--open-end")
    whole = write(tmp_path, *LANDING)
    resumed = ann.ok("play", NAME, *ANYWAY, "--orders", whole, "--resume")
    assert "3 lines of the file left out as played." in resumed.err
    actions = [str(row["action"]) for row in ann.ok("history", NAME, "--json").rows("steps")]
    assert sum(action.startswith("move 2 infantry: Archangel'sk") for action in actions) == 1
