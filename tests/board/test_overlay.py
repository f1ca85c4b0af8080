"""What the map of the page holds besides units: borders of block games, and where it begins."""

from __future__ import annotations

import re
from typing import cast

from engine import NOBODY, new_game
from engine.loading import load_scenario
from pbem.board.overlay import map_of, overlay_view

BLOCKS = load_scenario("triumph_tragedy")


def test_every_border_of_a_block_game_is_drawn_with_its_kind_and_limit() -> None:
    assert BLOCKS.blocks is not None
    borders = cast("list[dict[str, object]]", map_of(BLOCKS, None)["borders"])
    kinds = BLOCKS.blocks.border_kinds
    assert {str(one["kind"]) for one in borders} == {*kinds.values()}
    limits = {str(one["kind"]): one["limit"] for one in borders}
    assert (limits["plains"], limits["river"], limits["mountain"]) == (3, 2, 1)
    for one in borders:
        count = sum(kind == one["kind"] for kind in kinds.values())
        lines = re.findall(r"M[\d.]+ [\d.]+L[\d.]+ [\d.]+", str(one["path"]))
        assert len(lines) >= count, "each border has one line or more"
        assert "".join(lines) == one["path"]


def test_other_games_have_no_such_borders() -> None:
    assert map_of(load_scenario("big_world_1942"), None)["borders"] == []


def test_the_map_of_a_block_game_begins_at_the_capital() -> None:
    assert overlay_view(new_game(BLOCKS).state, NOBODY)["front"] == ["Berlin"]
