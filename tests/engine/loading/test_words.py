"""Numbers and truth values in the text of a map."""

import pytest

from engine.core.errors import DefinitionError
from engine.loading.triplea.words import integer, is_whole, option_flag, option_number


@pytest.mark.parametrize("text", ["", "-2", "1.5", " 1", "\u00b2", "\u0663", "9" * 11])
def test_what_looks_like_a_number_and_is_none(text: str) -> None:
    assert not is_whole(text)
    with pytest.raises(DefinitionError, match="expected a whole number"):
        option_number("guard", {"attack": text}, "attack", 2)


def test_numbers_and_their_defaults() -> None:
    assert is_whole("007") and not is_whole("1000", 3)
    assert option_number("guard", {"attack": "3"}, "attack") == 3
    assert option_number("guard", {"attack": "-1"}, "attack", 2) == 2
    assert option_number("guard", {}, "attack", 2) == 2
    assert (integer("guard", "-12"), integer("guard", "12")) == (-12, 12)
    with pytest.raises(DefinitionError, match="'--1' is not a number"):
        integer("guard", "--1")


def test_truth_values() -> None:
    assert option_flag("guard", {"isAir": "TRUE"}, "isAir")
    assert not option_flag("guard", {}, "isAir")
    assert option_flag("guard", {}, "isAir", default=True)
    with pytest.raises(DefinitionError, match="expected true or false"):
        option_flag("guard", {"isAir": "yes"}, "isAir")
