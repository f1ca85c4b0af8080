"""Names of unit types as people read them, alone and in a sentence (B55)."""

import pytest

from engine import spoken

TYPES = ("infantry", "aaGun", "factory_minor", "factory", "mech_infantry", "aaGun2")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the aaGun in Kiev", "the AA gun in Kiev"),
        ("3 mech_infantry, 1 infantry", "3 mech infantry, 1 infantry"),
        ("factory_minor: never moves", "minor factory: never moves"),
        ("aaGun2 is not an aaGun", "AA gun2 is not an AA gun"),
        # What only contains a name is something else.
        ("my_aaGun and aaGuns", "my_aaGun and aaGuns"),
        ("Kiev-aaGun", "Kiev-aaGun"),
    ],
)
def test_names_in_a_sentence_become_words(text: str, words: str) -> None:
    assert spoken(text, TYPES) == words
    assert spoken(text, ()) == text
