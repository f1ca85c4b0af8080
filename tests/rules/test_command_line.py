"""What the rule book shows in windows, in the form of a command line, a report and mail ([ui])."""

from pathlib import Path

import pytest

from engine.gamedef.option_values import TRIPLEA_PROFILE
from tests.support.table import ANYWAY, GAME, Desk, desk, desks_of, give, pass_turn, table

NAME = GAME.hex()[:8]
SCENARIO = "big_world_1942"


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Ann, who plays all Allies, after her Russian turn; nobody changes this home.

    The dice are real, so the turn is played in another game until Finland has fallen in one.
    """
    folder = tmp_path_factory.mktemp("rules")
    for attempt in range(100):
        game = table(folder / f"authority-{attempt}")
        session = game.session()
        give(session, "done", "buy 3 infantry, 1 armour", "done")
        give(session, "move 3 infantry, 1 fighter: Karelija > Finland", "done", "fight Finland")
        pass_turn(session, "Finland first.")
        if session.state.owners["Finland"] == "Russians":
            break
    return desks_of(folder, game)[0]


def info(at: Desk, topic: str, game: str = SCENARIO) -> str:
    return at.ok("info", game, topic).out


def test_B4_an_illegal_order_is_refused_in_one_line_and_changes_nothing(tmp_path: Path) -> None:
    game = table(tmp_path / "authority")
    at = desks_of(tmp_path, game)[0]
    before = at.ok("status", NAME).out
    path = tmp_path / "bad.orders"
    path.write_text("done\ndone\nmove 1 infantry: Karelija > Moscow\n", encoding="utf-8")
    refused = at.refused(6, "play", NAME, "--orders", path)
    faults = refused.error["faults"]
    assert isinstance(faults, list)
    assert len(faults) == 1
    assert at.ok("status", NAME).out == before


def test_B5_an_unknown_scenario_is_refused_with_the_names_there_are(tmp_path: Path) -> None:
    at = desk(tmp_path, "Ann")
    refused = at.run("new", "big_wrld", "--hotseat")
    assert refused.code != 0
    assert SCENARIO in refused.err
    at.ok("new", SCENARIO, "--hotseat")
    assert "round 1, Russians" in at.ok("status", "Big World : 1942").out


def test_B7_the_options_are_listed_with_value_and_lock_and_frozen_in_a_game(
    tmp_path: Path, ann: Desk
) -> None:
    rows = ann.ok("info", SCENARIO, "options", "--json").rows("options")
    by_name = {str(row["name"]): row for row in rows}
    assert by_name["low_luck"] == {"name": "low_luck", "value": False, "editable": True}
    assert not by_name["submersible_submarines"]["editable"]
    line = next(row for row in info(ann, "options").splitlines() if row.startswith("low_luck "))
    assert line.split()[1:3] == ["false", "editable"]
    other = desk(tmp_path, "Eve")
    refused = other.run("new", SCENARIO, "--hotseat", "--option", "submersible_submarines=false")
    assert refused.code != 0
    assert "fixed" in refused.err
    other.ok("new", SCENARIO, "--hotseat", "--option", "low_luck=true")
    mine = other.ok("info", "Big World : 1942", "options", "--json").rows("options")
    assert {"name": "low_luck", "value": True, "editable": True} in mine


@pytest.mark.slow
def test_B8_a_whole_round_is_played_by_mails_only(tmp_path: Path, ann: Desk) -> None:
    """Every mail carries the new state and is accepted by the next player."""
    words = ("--scenario", "classic_1942", "--seed", "1", "--out", tmp_path / "round")
    data = ann.ok("demo", *words, "--json").data
    mails = sorted((tmp_path / "round" / "mails").glob("*.eml"))
    assert len(mails) >= 6
    verified = data["verify"]
    assert isinstance(verified, dict)
    rows = data["round"]
    assert isinstance(rows, list)
    powers = ["Russians", "Germans", "British", "Japanese", "Americans"]
    assert [row["nation"] for row in rows] == powers


def test_B9_one_player_holds_several_nations_and_a_computer_may_play(
    tmp_path: Path, ann: Desk
) -> None:
    lines = info(ann, "nations", NAME).splitlines()[1:]
    players = {line.split()[0]: line.split()[-1] for line in lines}
    assert players["Russians"] == players["British"] == "Ann"
    assert players["Germans"] == "Ben"
    at = desk(tmp_path, "Eve")
    at.ok("new", SCENARIO, "--hotseat")
    at.ok("play", "Big World : 1942", "--computer", "random")
    assert "round 1, Germans" in at.ok("status", "Big World : 1942").out


def test_B10_B259_show_prints_a_territory_its_neighbours_and_units(ann: Desk) -> None:
    shown = ann.ok("show", NAME, "Finland").out
    for words in ("Finland (land, Russians)", "originally Germans", "value 1", "Karelija"):
        assert words in shown
    data = ann.ok("show", NAME, "Finland", "--json").data
    assert data["owner"] == "Russians"
    assert data["value"] == 1


def test_B29_owners_are_listed_nation_by_nation(ann: Desk) -> None:
    counts = {
        line.split(" (")[0]: int(line.split("(")[1].split(")")[0])
        for line in info(ann, "owners").splitlines()
    }
    assert counts == {
        "Russians": 27,
        "Germans": 23,
        "British": 36,
        "Chinese": 6,
        "Japanese": 23,
        "Americans": 19,
        "neutral": 15,
    }
    assert "Finland" in info(ann, "owners", NAME).splitlines()[0]


def test_B40_the_capitals_are_listed(ann: Desk) -> None:
    rows = ann.ok("info", SCENARIO, "nations", "--json").rows("nations")
    assert [row["capital"] for row in rows] == [
        "Moscow",
        "Eastern Germany",
        "England",
        "Western Sinkiang",
        "Southern Japan",
        "Northeastern United States",
    ]


def test_B48_B55_the_table_of_units_with_abilities(ann: Desk) -> None:
    lines = {line.split()[0]: line for line in info(ann, "units").splitlines()}
    assert lines["infantry"].split()[1:8] == ["3", "1", "2", "1", "1", "2", "-"]
    assert lines["battleship"].split()[1:6] == ["22", "4", "4", "2", "2"]
    assert lines["armour"].endswith("blitz")
    for unit, word in (
        ("artillery", "supports"),
        ("infantry", "can be supported"),
        ("aaGun", "fires at aircraft"),
        ("factory", "produces"),
        ("bomber", "raids factories"),
        ("battleship", "bombards"),
        ("submarine", "fires first, submerges"),
        ("destroyer", "cancels first fire and submerging"),
    ):
        assert word in lines[unit]
    assert len(lines) == 14


def test_B98_the_phases_are_listed_for_each_nation(ann: Desk) -> None:
    rows = ann.ok("info", SCENARIO, "phases", "--json").rows("phases")
    assert [row["nation"] for row in rows[:6]] == [
        "Russians",
        "Germans",
        "British",
        "Chinese",
        "Japanese",
        "Americans",
    ]
    assert rows[0]["phases"] == [
        "tech",
        "purchase",
        "combat_move",
        "battle",
        "noncombat_move",
        "place",
        "tech_activation",
        "end_turn",
    ]


def test_B124_technologies_stand_beside_the_units_they_change(ann: Desk) -> None:
    rows = ann.ok("info", SCENARIO, "units", "--json").rows("units")
    changed = {str(row["name"]): row["technologies"] for row in rows if row["technologies"]}
    assert set(changed) == {"fighter", "bomber", "submarine", "destroyer", "aaGun"}
    assert changed["fighter"] == {"jet_power": [], "long_range_aircraft": []}


def test_B158_B257_the_orders_of_a_turn_are_listed(ann: Desk) -> None:
    steps = [str(row["action"]) for row in ann.ok("history", NAME, "--json").rows("steps")]
    assert "move 3 infantry, 1 fighter: Karelija > Finland" in steps
    assert "buy 3 infantry, 1 armour" in steps
    report = ann.ok("summary", NAME).out
    assert "Karelija" in report
    assert "Finland" in report


def test_B239_a_mail_game_has_no_clock_and_its_report_stands_alone(ann: Desk) -> None:
    """The report names game, round, nation and who is to move, so that it reads well days later."""
    report = ann.ok("summary", NAME).out
    for words in ("round 1", "Russians", "Germans"):
        assert words.lower() in report.lower()
    assert "deadline" not in report.lower()


def test_B235_B258_stats_of_all_nations_and_victory_cities(ann: Desk) -> None:
    data = ann.ok("info", SCENARIO, "stats", "--json").data
    assert data["victory_cities"] == {"Allies": 12, "Axis": 9}
    rows = data["stats"]
    assert isinstance(rows, list)
    figures = [
        (row["nation"], row["pus"], row["income"], row["units"], row["victory_cities"])
        for row in rows
    ]
    assert figures == [
        ("Russians", 34, 34, 65, 3),
        ("Germans", 60, 60, 108, 4),
        ("British", 40, 40, 72, 6),
        ("Chinese", 10, 10, 12, 1),
        ("Japanese", 41, 41, 71, 5),
        ("Americans", 50, 50, 42, 2),
    ]


def test_B253_the_notes_of_the_map_maker(ann: Desk) -> None:
    assert "no SZ 51" in info(ann, "notes")


def test_B256_the_html_report_follows_light_and_dark(ann: Desk) -> None:
    page = ann.ok("summary", NAME, "--format", "html").out
    assert "prefers-color-scheme: dark" in page


def test_B260_about_names_where_the_rules_come_from(ann: Desk) -> None:
    text = info(ann, "about")
    for words in ("rule book", "TripleA", "Hasbro", "Big World : 1942", "no lobby"):
        assert words in text


def test_an_unknown_topic_is_refused_with_the_topics(ann: Desk) -> None:
    refused = ann.refused(2, "info", SCENARIO, "weather")
    assert "owners" in str(refused.error["text"])


def test_G3_G10_G23_a_game_is_founded_in_one_of_two_profiles(tmp_path: Path) -> None:
    """The rule book is the default; `triplea` changes what the engine does otherwise."""
    at = desk(tmp_path, "Eve")
    at.ok("new", SCENARIO, "--hotseat", "--name", "Ours")
    at.ok("new", SCENARIO, "--hotseat", "--name", "Theirs", "--profile", "triplea")
    values = {
        game: {
            str(row["name"]): row["value"]
            for row in at.ok("info", game, "options", "--json").rows("options")
        }
        for game in ("Ours", "Theirs")
    }
    changed = {name for name, value in values["Ours"].items() if values["Theirs"][name] != value}
    assert changed == set(TRIPLEA_PROFILE)
    assert values["Ours"]["keep_leftover_movement"] is True
    assert values["Theirs"]["keep_leftover_movement"] is False
    rows = at.ok("info", "Theirs", "profiles", "--json").rows("profiles")
    assert all(row["here"] == row["triplea"] for row in rows)
    assert "movement left after the combat move" in at.ok("info", "Ours", "profiles").out
    at.ok("play", "Theirs", "--computer", "random")
    assert "round 1, Germans" in at.ok("status", "Theirs").out
    assert at.run("new", SCENARIO, "--hotseat", "--profile", "mine").code == 2


def test_B10_B29_B40_B48_B235_B253_B259_the_board_on_one_page(tmp_path: Path, ann: Desk) -> None:
    """Owners in colour and words, capitals and cities marked, neighbours as links, notes, units."""
    path = tmp_path / "board.html"
    ann.ok("info", NAME, "--html", path)
    page = path.read_text(encoding="utf-8")
    rows = {
        row.split('<th scope="row">')[1].split("</th>")[0]: row for row in page.split("<tr id=")[1:]
    }
    assert len(rows) == 264
    assert '<td class="owner n0">Russians</td>' in rows["Finland"]
    assert "originally Germans" in rows["Finland"]
    assert "capital of Russians, victory city, factory" in rows["Moscow"]
    assert '<td class="owner n-2">neutral</td>' in rows["Spain"]
    assert '<td class="owner n-1">sea</td>' in rows["SZ 7 Barents Sea"]
    anchors = {name: row.split('"')[1] for name, row in rows.items()}
    assert f'<a href="#{anchors["Karelija"]}">Karelija</a>' in rows["Finland"]
    assert sum("victory city" in row for row in rows.values()) == 21
    assert "no SZ 51" in page
    assert "<td>battleship</td><td>22</td><td>4</td><td>4</td><td>2</td><td>2</td>" in page
    assert page.count("<script") == page.count("script-src 'sha256-") == 1


def test_B234_a_player_resigns_and_the_game_is_over_for_all(tmp_path: Path) -> None:
    at = desk(tmp_path, "Eve")
    at.ok("new", SCENARIO, "--hotseat", "--name", "Short")
    path = tmp_path / "my.orders"
    path.write_text("resign\n", encoding="utf-8")
    at.ok("play", "Short", *ANYWAY, "--orders", path)
    assert "resign" in at.ok("status", "Short").out
    steps = [str(row["action"]) for row in at.ok("history", "Short", "--json").rows("steps")]
    assert "resign" in steps
    assert at.ok("verify", "Short").code == 0
    assert at.run("play", "Short", *ANYWAY, "--orders", path).code != 0
