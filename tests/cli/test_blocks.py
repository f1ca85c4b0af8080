"""A block game at the command line: set-up, a turn with a battle, report, verification."""

import re
from pathlib import Path

import pytest

from pbem.save.trust import open_save
from tests.support.table import ANYWAY, Desk, mail_desks

AXIS = """\
place 4 infantry, 1 tank, 1 air force: Berlin
place 2 tank, 2 fleet: Ruhr
place 2 infantry: Munich
place 2 infantry: Konigsberg
place 4 infantry: Rome
place 2 tank: Milan
place 2 infantry: Tripoli
"""
WEST = """\
place 3 infantry: London
place 2 infantry: Delhi
place 1 tank: Glasgow
place 1 fortress: Bombay
place 1 tank: Suez
place 2 tank: Paris
place 1 infantry: Marseille
place 1 infantry: Algiers
"""
USSR = """\
place 3 infantry: Moscow
place 2 submarine: Leningrad
place 2 tank: Baku
place 1 infantry: Kiev
place 1 infantry: Odessa
place 1 infantry: Kharkov
place 1 infantry: Stalingrad
place 1 infantry: Urals
"""
WAR = """\
violate Poland
move 1 infantry, 1 tank: Berlin > Warsaw
move 2 infantry: Konigsberg > Warsaw
fight Warsaw
"""


def played(desk: Desk, game: str, folder: Path, text: str) -> str:
    orders = folder / "turn.orders"
    orders.write_text(text, encoding="utf-8")
    return desk.ok("play", game, *ANYWAY, "--orders", str(orders)).out


@pytest.fixture
def table(tmp_path: Path) -> tuple[Desk, str]:
    """A game at one computer in which all cadres are placed."""
    desk = mail_desks(tmp_path, "Ann")[0]
    desk.ok("new", "triumph_tragedy", "--hotseat")
    game = desk.home.game_store.games()[0].game.hex()[:8]
    for text in (AXIS, WEST, USSR):
        played(desk, game, tmp_path, text)
    return desk, game


def test_a_year_begins_and_the_first_battle_is_reported(
    table: tuple[Desk, str], tmp_path: Path
) -> None:
    desk, game = table
    shown = ""
    for number in range(3):
        text = "command K5\n" if mover_of(desk) == "Axis" else "command pass\n"
        # Who commands last and moves first goes on in the same turn.
        is_on = number == 2 and mover_of(desk) == "Axis"
        shown += played(desk, game, tmp_path, text + WAR * is_on)
    if not is_on:
        assert mover_of(desk) == "Axis"
        shown += played(desk, game, tmp_path, WAR)
    assert "Axis violated the neutrality of Poland" in shown
    assert "Battle in Warsaw" in shown
    assert "fired at ground" in shown
    assert "(into battle)" in shown
    assert "TREASURY" not in shown
    assert "All is well" in desk.ok("verify", game).out
    fallen = "Poland has fallen, conquered by Axis" in shown
    assert ("fortress of" not in desk.ok("show", game, "Lvov").out) is fallen
    glance = shown.split("AT A GLANCE")[1].split("MOVE")[0]
    assert "Axis violated the neutrality of Poland." in shown and "Battle in Warsaw:" in shown
    assert glance.strip()


def mover_of(desk: Desk) -> str:
    """The nation whose turn it is."""
    words = desk.ok("status", desk.home.game_store.games()[0].game.hex()[:8]).out
    return next(name for name in ("Axis", "West", "USSR") if f"round 1, {name}" in words)


def test_the_computer_plays_blocks_and_the_report_has_a_map(table: tuple[Desk, str]) -> None:
    desk, game = table
    for _ in range(2):
        desk.ok("play", game, "--computer", "random")
    assert "All is well" in desk.ok("verify", game).out
    assert "<svg" in desk.ok("summary", game, "--format", "html").out
    store = desk.home.game_store
    save = open_save((store.folder(store.games()[0]) / "current.pbem").read_bytes())
    assert set(dict(save.seats)) == {"Axis", "West", "USSR"}


def test_status_and_stats_hold_what_a_block_game_has(table: tuple[Desk, str]) -> None:
    desk, game = table
    for words in (("status", game), ("info", game)):
        said = desk.ok(*words).out
        (heading,) = (line.split() for line in said.splitlines() if line.startswith("Nation "))
        first = heading.index("CV")
        assert heading[first:][:5] == ["CV", "Blocks", "Areas", "POP", "RES"]
        assert not re.search(r"PUs|income|[Cc]ities", said)
    rows = desk.ok("status", game, "--json").rows("nations")
    assert rows[0]["figures"] == {
        "CV": 22,
        "Blocks": 22,
        "Areas": 12,
        "POP": 11,
        "RES": 6,
        "IND": 12,
        "Level": 11,
        "Chits": 1,
        "Points": 11,
    }
    _, peace = desk.ok("status", game, "--json").rows("aims")
    assert str(peace["text"]).startswith("At peace: ")
    assert "value 0" not in desk.ok("show", game, "Berlin").out


def test_what_breaks_a_rule_is_refused_with_its_line_and_changes_nothing(
    table: tuple[Desk, str], tmp_path: Path
) -> None:
    desk, game = table
    orders = tmp_path / "turn.orders"
    orders.write_text("command 11\n", encoding="utf-8")
    before = desk.ok("status", game).out
    refused = desk.refused(6, "play", game, "--orders", str(orders))
    assert "a Command card has a value from 1 to 10" in str(refused.error["text"])
    assert desk.ok("status", game).out == before


def test_what_a_block_game_has_not_is_said(table: tuple[Desk, str]) -> None:
    desk, game = table
    assert desk.refused(2, "odds", game, "--all").error["code"] == "no-odds-of-blocks"
    told = desk.ok("info", game, "options").out.strip().splitlines()
    assert [line.split()[0] for line in told] == [
        "ask_defender",
        "open_cards",
        "short_game",
        "two_players",
    ]
    assert "hits air 2 naval 3 ground 4 undersea 3" in desk.ok("info", game, "units").out
    desk.refused(2, "new", "triumph_tragedy", "--hotseat", "--option", "low_luck=true")
