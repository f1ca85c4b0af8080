"""Numbers and truth values in the text of a map."""

import pytest

from engine.core.errors import DefinitionError
from engine.loading.triplea.attachments import Attachment
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import Said
from engine.loading.triplea.words import integer, is_whole


def said(text: str) -> Said:
    return Said(Attachment("UnitAttachment", "guard", ()), "attack", (text,), MissingRules())


@pytest.mark.parametrize("text", ["", "-2", "1.5", " 1", "\u00b2", "\u0663", "9" * 11])
def test_what_looks_like_a_number_and_is_none(text: str) -> None:
    assert not is_whole(text)
    with pytest.raises(DefinitionError, match="expected a whole number"):
        said(text).number(2)


def test_numbers_and_their_defaults() -> None:
    assert is_whole("007") and not is_whole("1000", 3)
    assert (said("3").number(), said("-1").number(2)) == (3, 2)
    assert (integer("guard", "-12"), integer("guard", "12")) == (-12, 12)
    with pytest.raises(DefinitionError, match="'--1' is not a number"):
        integer("guard", "--1")


def test_truth_values() -> None:
    assert said("TRUE").flag()
    assert not said("false").flag()
    with pytest.raises(DefinitionError, match="expected true or false"):
        said("yes").flag()
