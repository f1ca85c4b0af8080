"""The picture of the board: what it shows, and the page that draws it (B10, B29, B256)."""

import base64
import hashlib
import re
from dataclasses import replace

from engine import State, load_scenario, new_game
from pbem.report.board import render_board
from pbem.report.map_picture import COLOURS, picture_of
from pbem.report.model import Move, MovePhase
from pbem.report.render import render_mail, render_turn
from pbem.report.words import Stack
from tests.report.made_up_turn import summary_of


def start(scenario: str = "big_world_1942") -> State:
    return new_game(load_scenario(scenario)).state


def test_B29_every_area_shows_its_owner_by_colour_and_by_letter() -> None:
    state = start()
    picture = picture_of(state)
    assert picture is not None
    assert len(picture.areas) == 264
    letters = {name: letter for _, letter, name in picture.nations}
    assert len(set(letters.values())) == len(letters)
    for area in picture.areas:
        owner = state.owners.get(area.name, "")
        assert area.letter == letters.get(owner, "")
        assert (area.colour >= 0) == (owner in letters)


def test_a_badge_counts_what_can_fight_and_not_the_factory() -> None:
    picture = picture_of(start())
    assert picture is not None
    karelija = next(area for area in picture.areas if area.name == "Karelija")
    assert [(badge.letter, badge.count) for badge in karelija.badges] == [("R", 4)]
    moscow = next(area for area in picture.areas if area.name == "Moscow")
    types = load_scenario("big_world_1942").unit_types
    standing = start().units_in("Moscow")
    units = [unit for unit in standing if not types[unit.type].is_infrastructure]
    assert len(units) < len(standing)
    assert moscow.badges[0].count == len(units)
    assert "▲" in moscow.signs
    assert "factory" in moscow.words


def test_a_move_is_an_arrow_and_one_across_the_edge_is_two() -> None:
    way = Move(Stack((("infantry", 2),)), ("Karelija", "Finland"), Stack(()), "")
    round_the_world = Move(
        Stack((("submarine", 1),)), ("SZ 88 Pacific", "SZ 89 Pacific"), Stack(()), ""
    )
    picture = picture_of(start(), (MovePhase("Combat move", False, (way, round_the_world)),))
    assert picture is not None
    assert [arrow.words for arrow in picture.arrows] == [
        "Karelija to Finland: 2 infantry",
        "SZ 88 Pacific to SZ 89 Pacific: 1 submarine",
        "SZ 88 Pacific to SZ 89 Pacific: 1 submarine",
    ]
    out, back = picture.arrows[1:]
    assert out.to_x - out.x == back.to_x - back.x
    assert out.to_x > picture.width > back.to_x


def test_without_places_there_is_no_picture() -> None:
    state = start()
    areas = dict(state.definition.board.territories)
    areas["Karelija"] = replace(areas["Karelija"], place=None)
    blind = replace(
        state,
        definition=replace(
            state.definition, board=replace(state.definition.board, territories=areas)
        ),
    )
    assert picture_of(blind) is None
    page = render_board(blind)
    assert "map-board" not in page
    assert "<script" not in page


def test_B10_the_page_reaches_every_area_without_a_mouse() -> None:
    page = render_board(start())
    chosen = re.findall(r'<option value="\d+">([^<]+)</option>', page)
    names = [name.replace("&#39;", "'") for name in chosen]
    assert sorted(names) == sorted(load_scenario("big_world_1942").board.territories)
    for part in ('id="map-in"', 'id="map-out"', 'id="map-overview"', 'tabindex="0"'):
        assert part in page


def test_B256_the_page_can_be_light_dark_or_of_high_contrast() -> None:
    page = render_board(start())
    for look in ("light", "dark", "contrast"):
        assert f'id="look-{look}"' in page
        assert f":root:has(#look-{look}:checked)" in page
    for colour in range(COLOURS):
        assert f'id="map-p{colour}"' in page


def test_the_only_script_of_a_page_is_the_one_it_allows() -> None:
    page = render_board(start("classic_1942"))
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == page.count("<script") == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page


def test_the_report_has_the_map_on_its_page_and_not_in_the_mail() -> None:
    summary = summary_of(())
    page = render_turn(summary, "html", picture_of(start()))
    assert 'id="map-board"' in page
    assert "map-board" not in render_mail(summary, (), "html")
    assert "map-board" not in render_turn(summary, "html")


def test_names_of_a_hostile_scenario_are_escaped() -> None:
    state = start()
    old = state.definition
    evil = '<svg onload="x">'
    areas = {
        evil if name == "Fiji" else name: replace(area, name=evil) if name == "Fiji" else area
        for name, area in old.board.territories.items()
    }
    board = replace(
        old.board,
        is_sea={evil if name == "Fiji" else name: sea for name, sea in old.board.is_sea.items()},
        borders=tuple(
            (evil if one == "Fiji" else one, evil if two == "Fiji" else two)
            for one, two in old.board.borders
        ),
        territories=areas,
    )
    definition = replace(old, board=board)
    owners = {evil if name == "Fiji" else name: who for name, who in state.owners.items()}
    page = render_board(replace(state, definition=definition, owners=owners))
    assert evil not in page
    assert "&lt;svg onload=" in page
