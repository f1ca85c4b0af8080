"""What an area says of the units that can move from it."""

from pbem.board.area import reach_of
from tests.support.blocks import ALL_AT_WAR, do, position


def rows(found: list[dict[str, object]]) -> list[tuple[object, object, object]]:
    return [(row["label"], row["units"], row["count"]) for row in found]


def test_T2_blocks_of_several_strengths_are_chosen_one_by_one() -> None:
    pieces = [("Axis", "infantry", "Berlin", strength) for strength in (1, 3, 1)]
    state = position(pieces, wars=ALL_AT_WAR)
    assert rows(reach_of(state, "Berlin")) == [
        ("infantry of 3 CV", [2], 1),
        ("infantry of 1 CV", [1, 3], 2),
    ]
    moved = do(state, "move 1 infantry #2: Berlin > Munich").state
    assert rows(reach_of(moved, "Berlin")) == [("infantry of 1 CV", [], 2)]
