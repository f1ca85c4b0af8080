"""A game as a film (ADR 0041): what the page is told leads to the same positions as the log."""

import json
import re
from collections import Counter
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from engine import NEUTRAL, NationName, State, UnitTypeName
from pbem.post.film import film_of
from pbem.replay import Moment, read_history
from pbem.report.film_page import Film, Row, film_data, render_film
from pbem.report.scenes import side_of
from pbem.save.trust import open_save

GAMES = Path(__file__).parents[2] / "savegames"

Position = tuple[list[str], list[Counter[tuple[NationName, UnitTypeName]]]]


@cache
def filmed(name: str) -> tuple[Film, tuple[Moment, ...], Row]:
    data = (GAMES / f"{name}.pbem").read_bytes()
    save = open_save(data)
    history = read_history(save)
    film = film_of(save, history, data, None)
    told: Row = json.loads(json.dumps(film_data(film)))
    return film, history.line(), told


def played(told: Row) -> list[Position]:
    """Every position of the data, made as the page makes it: by a reader of its own."""
    owners = [str(row[0]) for row in rows(told["owners"])]
    kinds = [str(row[0]) for row in rows(told["kinds"])]

    def counted(flat: list[int]) -> Counter[tuple[NationName, UnitTypeName]]:
        groups = zip(flat[::3], flat[1::3], flat[2::3], strict=True)
        return Counter({(owners[owner], kinds[kind]): count for owner, kind, count in groups})

    start = told["start"]
    assert isinstance(start, list)
    whose = [owners[owner] for owner, _ in start]
    units = [counted(flat) for _, flat in start]
    found: list[Position] = [(list(whose), list(units))]
    steps = told["steps"]
    assert isinstance(steps, list)
    for step in steps:
        for area, owner in step.get("o", ()):
            whose[area] = owners[owner]
        for area, flat in step.get("u", ()):
            units[area] = counted(flat)
        found.append((list(whose), list(units)))
    return found


def rows(value: object) -> list[list[object]]:
    assert isinstance(value, list)
    return value


def entries(value: object) -> list[Row]:
    assert isinstance(value, list)
    return value


def really(state: State, areas: list[str]) -> Position:
    """The same of a position, asked area by area."""
    is_sea = state.definition.board.is_sea
    owners = [state.owners.get(name, "") or ("" if is_sea[name] else NEUTRAL) for name in areas]
    units = []
    for name in areas:
        there = state.units_in(name)
        if state.blocks is None:
            units.append(Counter((unit.owner, unit.type) for unit in there))
        else:
            units.append(Counter((side_of(unit), UnitTypeName("block")) for unit in there))
    return owners, units


@pytest.mark.parametrize("name", ["technologies", "agreed", "blocks"])
def test_every_position_of_the_film_is_that_of_the_log(name: str) -> None:
    _, line, told = filmed(name)
    areas = [str(area["n"]) for area in entries(told["areas"])]
    positions = played(told)
    assert len(positions) == len(line)
    for moment, position in zip(line, positions, strict=True):
        assert position == really(moment.step.state, areas), moment.number


def test_steps_that_were_taken_back_are_not_in_the_film() -> None:
    film, line, _ = filmed("agreed")
    numbers = [step.shown.number for step in film.steps]
    assert numbers == [moment.number for moment in line[1:]]
    assert len(numbers) < line[-1].number


def test_blocks_lie_face_down_but_where_they_fight() -> None:
    film, _, told = filmed("blocks")
    assert rows(told["kinds"]) == [["block", 0, ""]]
    words = ("infantry", "fortress", "tank", "fleet", "submarine", "carrier", "air force")
    for step in film.steps:
        if step.shown.kind in {"moves", "placements"}:
            text = " ".join((step.shown.text, *step.lines)).lower()
            assert not any(word in text for word in words), text
    moved = [step for step in film.steps if step.shown.kind == "moves" and step.paths]
    assert any("block" in step.shown.text for step in moved)


def test_the_graphs_of_luck_end_where_the_ledger_does() -> None:
    film, _, _ = filmed("technologies")
    last = film.turns[-1]
    for entry in film.ledger.nations:
        assert last.luck.get(entry.nation, 0.0) == pytest.approx(float(entry.luck.difference))
        assert last.swing.get(entry.nation, 0.0) == pytest.approx(entry.swing)


def test_a_film_says_who_said_what() -> None:
    film, _, told = filmed("agreed")
    said = [turn.message for turn in film.turns if turn.message]
    assert said
    assert [row["m"] for row in entries(told["turns"]) if row["m"]] == said


def test_every_outline_is_a_path_that_can_be_drawn() -> None:
    path = re.compile(r"(?:M-?\d+ -?\d+l-?\d+ -?\d+(?: -?\d+ -?\d+)+z)+")
    _, _, told = filmed("technologies")
    outlines = [str(area["p"]) for area in entries(told["areas"])]
    assert [outline for outline in outlines if not path.fullmatch(outline)] == []
    assert re.fullmatch(path, str(told["scenery"])) or not told["scenery"]


def test_the_page_asks_for_nothing_and_holds_the_save() -> None:
    page = unescape(render_film(filmed("technologies")[0]))
    assert "connect-src 'none'" in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page
    assert page.count("<script") == 3
    assert page.count("</script>") == 3
