"""What advances do to units, where a map says it itself."""

import pytest

from engine.loading import read_triplea_parts
from tests.engine.loading.small_map import small_map

_END = "  </attatchmentList>"


def _missing(advance: str, *options: tuple[str, str]) -> tuple[str, ...]:
    said = "".join(f'<option name="{name}" value="{value}"/>' for name, value in options)
    ability = (
        f'<attachment name="techAbilityAttachment" attachTo="{advance}"'
        f' javaClass="TechAbilityAttachment" type="technology">{said}</attachment>{_END}'
    )
    return read_triplea_parts(small_map(_END, ability)).missing


def test_an_advance_that_does_what_it_always_does_is_read() -> None:
    assert _missing("superSub", ("attackBonus", "1:sub")) == ()


@pytest.mark.parametrize(
    ("advance", "options"),
    [
        ("superSub", [("attackBonus", "2:sub")]),
        ("superSub", [("attackBonus", "1:ranger")]),
        ("superSub", [("attackBonus", "1:sub"), ("defenseBonus", "1:sub")]),
        ("superSub", []),
        ("superSub", [("attackBonus", "x:sub")]),
        ("warBonds", [("attackBonus", "1:sub")]),
        ("myOwnIdea", [("movementBonus", "1:ranger")]),
    ],
)
def test_an_advance_that_does_something_else_is_refused(
    advance: str, options: list[tuple[str, str]]
) -> None:
    (only,) = _missing(advance, *options)
    assert only.startswith(f"attachment TechAbilityAttachment of '{advance}'")


def test_bonuses_that_no_advance_has_are_refused_by_name() -> None:
    found = _missing("superSub", ("attackBonus", "1:sub"), ("radarBonus", "1:flak"))
    assert found == (
        "option of TechAbilityAttachment radarBonus: "
        "advances that do something else than by the rule book",
    )
