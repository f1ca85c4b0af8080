"""What a map shows of a position and a turn, and the page that draws it (B10, B29, B256)."""

import base64
import hashlib
import re
from dataclasses import replace

import pytest

from engine import State, load_scenario, new_game
from pbem.atlas import geometry_of
from pbem.atlas.cutting import busiest, view_of_places
from pbem.report.board import render_board
from pbem.report.map_page import picture_of
from pbem.report.map_picture import overlay_of
from pbem.report.model import MovePhase, MoveSummary
from pbem.report.render import render_mail, render_turn
from pbem.report.words import Stack
from tests.report.made_up_turn import summary_of
from tests.support.blocks import position


def start(scenario: str = "big_world_1942") -> State:
    return new_game(load_scenario(scenario)).state


def moved(units: str, *way: str) -> MoveSummary:
    return MoveSummary(Stack(((units, 2),)), way, Stack(()), "")


def test_B29_every_area_shows_its_owner_by_colour_and_by_words() -> None:
    state = start()
    picture = picture_of(state)
    assert len(picture.areas) == 264
    place = {look.name: f"n{number}" for number, look in enumerate(picture.looks)}
    for area in picture.areas:
        owner = state.owners.get(area.name, "")
        assert (place.get(owner) in area.classes.split()) == (owner in place)
        if owner in place:
            assert area.words[1].startswith(owner)


def test_a_force_counts_what_can_fight_and_shows_the_factory_by_its_sign() -> None:
    contents = {area.name: area for area in overlay_of(start()).areas}
    (karelija,) = contents["Karelija"].forces
    assert (karelija.nation, karelija.count) == ("Russians", 4)
    (moscow,) = contents["Moscow"].forces
    types = load_scenario("big_world_1942").unit_types
    standing = start().units_in("Moscow")
    assert moscow.count == sum(not types[unit.type].is_infrastructure for unit in standing)
    assert moscow.count < sum(pile.count for pile in moscow.piles) == len(standing)
    assert "factory" in {pile.symbol for pile in moscow.piles}
    assert contents["Moscow"].marks == ("capital", "city")
    assert "capital of Russians, victory city, factory" in contents["Moscow"].words[0]


def test_damage_is_seen_on_the_sign_and_told() -> None:
    state = start()
    factory = next(unit for unit in state.units_in("Moscow") if unit.type == "factory")
    units = {**state.units, factory.id: replace(factory, damage=3)}
    content = {a.name: a for a in overlay_of(replace(state, units=units)).areas}["Moscow"]
    assert "-3" in {pile.note for pile in content.forces[0].piles}
    assert "factory with 3 damage" in content.words[1]


def test_moves_between_two_areas_are_one_arrow_over_the_way_of_the_first() -> None:
    moves = (
        moved("infantry", "Karelija", "Finland"),
        moved("armour", "Karelija", "Finland"),
        moved("fighter", "Karelija"),
    )
    summary = replace(summary_of(()), moves=(MovePhase("Combat move", False, moves),))
    overlay = overlay_of(start(), summary)
    (arrow,) = overlay.arrows
    assert arrow.way == ("Karelija", "Finland")
    assert arrow.words == "Karelija to Finland: 2 infantry; 2 armour"
    assert overlay.front == ("Karelija", "Finland")


def test_a_canal_is_shown_once_and_says_whether_the_nation_to_move_may_pass() -> None:
    canals = {canal.name: canal.is_open for canal in overlay_of(start()).canals}
    assert canals == {"Dardanelles": False, "Suez Canal": True, "Panama Canal": True}


def test_blocks_lie_face_down_for_all_but_their_own_nation() -> None:
    state = position([("Axis", "tank", "Berlin", 3), ("West", "fleet", "London")])
    for viewer in ("", "Axis"):
        contents = {area.name: area for area in overlay_of(state, viewer=viewer).areas}
        (axis,), (west,) = contents["Berlin"].forces, contents["London"].forces
        assert (axis.nation, axis.count, west.piles) == ("Axis", 1, ())
        assert "West: 1 block" in contents["London"].words
        if viewer:
            assert [(pile.symbol, pile.note) for pile in axis.piles] == [("armour", "·3")]
        else:
            assert axis.piles == ()
            assert "Axis: 1 block" in contents["Berlin"].words


def test_a_nation_that_meets_nobody_is_shown_where_its_units_are() -> None:
    state = replace(
        position([("Axis", "infantry", "Berlin")]), owners={"Berlin": "Axis", "Ruhr": "Axis"}
    )
    assert overlay_of(state).front == ("Berlin",)


def test_before_the_first_move_the_front_is_where_the_nation_meets_others() -> None:
    front = overlay_of(start()).front
    assert "Karelija" in front
    assert "Irkutsk" not in front
    assert {start().owners[name] for name in front} == {"Russians"}


def test_a_board_without_places_is_drawn_all_the_same() -> None:
    state = start()
    areas = dict(state.definition.board.territories)
    areas["Karelija"] = replace(areas["Karelija"], place=None)
    board = replace(state.definition.board, territories=areas)
    blind = replace(state, definition=replace(state.definition, board=board))
    assert len(picture_of(blind).areas) == 264


def test_B10_the_page_reaches_every_area_without_a_mouse() -> None:
    page = render_board(start())
    chosen = re.findall(r'<option value="\d+">([^<]+)</option>', page)
    names = [name.replace("&#39;", "'") for name in chosen]
    assert sorted(names) == sorted(load_scenario("big_world_1942").board.territories)
    for part in ('id="map-in"', 'id="map-out"', 'id="map-overview"', 'tabindex="0"'):
        assert part in page


def test_B256_the_page_can_be_light_dark_or_of_high_contrast() -> None:
    page = render_board(start("classic_1942"))
    for look in ("light", "dark", "contrast"):
        assert f'id="look-{look}"' in page
        assert f":root:has(#look-{look}:checked)" in page
    for number in range(5):
        assert f'id="map-p{number}"' in page


def test_the_only_script_of_a_page_is_the_one_it_allows() -> None:
    page = render_board(start("classic_1942"))
    scripts = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    assert len(scripts) == page.count("<script") == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page


def test_the_report_has_the_map_on_its_page() -> None:
    summary = summary_of(())
    page = render_turn(summary, "html", picture_of(start("classic_1942")))
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


@pytest.mark.parametrize(
    ("scenario", "middle"),
    [
        ("triumph_tragedy", "Munich"),
        ("second_edition_global_1940", "Germany"),
        ("classic_1942", "Russia"),
    ],
)
def test_the_map_begins_where_most_of_the_front_and_of_the_homeland_is(
    scenario: str, middle: str
) -> None:
    """Triumph & Tragedy began on Tripoli."""
    definition = load_scenario(scenario)
    geometry, overlay = geometry_of(definition), overlay_of(new_game(definition).state)
    places = view_of_places(geometry, busiest(geometry, overlay), 400)
    left, top, right, bottom = places.box
    x, y = geometry.by_name[middle].anchor
    assert left < x < right
    assert top < y < bottom
    assert overlay.front.count(middle) <= 1
