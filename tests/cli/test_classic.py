"""Classic at the command line: seats for two to five players, the demo, status and report."""

from pathlib import Path

import pytest

from pbem.save.trust import open_save
from tests.support.table import Desk, desk, mail_desks

NATIONS = ("Russians", "Germans", "British", "Japanese", "Americans")
PEOPLE = ("Ann", "Ben", "Cem", "Dan", "Eve")
SEATS: dict[int, dict[str, tuple[str, ...]]] = {
    2: {"Ann": ("Russians", "British", "Americans"), "Ben": ("Germans", "Japanese")},
    3: {"Ann": ("Russians", "British", "Americans"), "Ben": ("Germans",), "Cem": ("Japanese",)},
    4: {
        "Ann": ("Russians", "Americans"),
        "Ben": ("British",),
        "Cem": ("Germans",),
        "Dan": ("Japanese",),
    },
    5: {name: (nation,) for name, nation in zip(PEOPLE, NATIONS, strict=True)},
}


def seated(folder: Path, players: int) -> tuple[tuple[Desk, ...], str]:
    """A game by mail that has started, with the seats of the document."""
    seats = SEATS[players]
    desks = mail_desks(folder, *seats)
    words: list[str] = []
    for name, nations in seats.items():
        person = "me" if name == "Ann" else f"{name} <{name.lower()}@example.org>"
        words += [word for nation in nations for word in ("--seat", f"{nation}={person}")]
    desks[0].ok("new", "classic_1942", *words)
    game = desks[0].home.game_store.games()[0].game.hex()[:8]
    for guest in desks[1:]:
        guest.ok("fetch")
        guest.ok("join", game, "--yes")
    desks[0].ok("fetch")
    for guest in desks[1:]:
        guest.ok("fetch")
    return desks, game


@pytest.mark.parametrize("players", sorted(SEATS))
def test_C10_C11_C12_C13_a_player_may_order_only_their_own_powers(
    tmp_path: Path, players: int
) -> None:
    desks, game = seated(tmp_path, players)
    store = desks[0].home.game_store
    save = open_save((store.folder(store.games()[0]) / "current.pbem").read_bytes())
    wanted = {nation: name for name, nations in SEATS[players].items() for nation in nations}
    assert dict(save.seats) == wanted
    for guest in desks[1:]:
        refused = guest.refused(8, "play", game, "--computer", "easy")
        assert refused.error["code"] == "not-your-turn"
    # The Russians belong to Ann in every one of these games; after them it is not her turn.
    desks[0].ok("play", game, "--computer", "easy")
    refused = desks[0].refused(8, "play", game, "--computer", "easy")
    assert refused.error["code"] == "not-your-turn"
    assert wanted["Germans"] in desks[0].ok("status", game).out


def test_new_and_status_show_how_near_each_side_is(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    output = ann.ok("new", "classic_1942", "--hotseat", "--name", "Classic")
    assert "Russians to move: pbem play " in output.out
    status = ann.ok("status", "Classic").out
    assert "Allies hold 0 of Germany, Japan; 2 win." in status
    assert "Axis hold 0 of Russia, United Kingdom, East US; 2 win." in status
    assert "Axis produce 57 PUs; 84 win." in status
    assert "Axis produce 57 PUs; 84 win." in ann.ok("info", "Classic", "stats").out


def test_the_other_way_to_play_can_be_chosen(tmp_path: Path) -> None:
    """Both what is free in every game and what this scenario leaves to its players."""
    ann = desk(tmp_path, "Ann")
    words = ("--hotseat", "--option", "economic_victory=false", "--name", "X")
    ann.ok("new", "classic_1942", *words, "--option", "aircraft_withdraw_from_landings=false")
    assert "84 win" not in ann.ok("status", "X").out
    rows = ann.ok("info", "X", "options", "--json").rows("options")
    by_name = {str(row["name"]): (row["value"], row["editable"]) for row in rows}
    assert by_name["aircraft_withdraw_from_landings"] == (False, True)
    assert by_name["tech_directed"] == (False, False)
    refused = ann.run("new", "classic_1942", "--hotseat", "--option", "tech_directed=true")
    assert refused.code != 0
    assert "fixed" in refused.err


def test_a_report_speaks_of_production_and_not_of_victory_cities(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    ann.ok("new", "classic_1942", "--hotseat", "--name", "Classic")
    ann.ok("play", "Classic", "--computer", "easy")
    (game,) = ann.home.game_store.games()
    path = ann.home.game_store.folder(game) / "current.pbem"
    for kind in ("text", "html", "markdown", "bbcode"):
        report = ann.ok("summary", path, "--format", kind).out
        assert "84 win." in report
        assert "Victory cities of" not in report


def test_a_demo_of_an_unknown_scenario_leaves_nothing_behind(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    out = tmp_path / "round"
    refused = ann.run("demo", "--scenario", "chess", "--out", out)
    assert refused.code == 2
    assert "classic_1942" in refused.err
    assert not out.exists()
