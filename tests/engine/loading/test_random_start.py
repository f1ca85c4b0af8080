"""A map that gives out its land at random."""

from engine.gamedef import SequenceStep
from engine.loading import read_triplea_map, read_triplea_parts
from tests.engine.loading.small_map import small_map

_DELEGATE = '<delegate name="lots" javaClass="RandomStartDelegate" display="Lots"/>'
_STEP = '<step name="setup1RandomStartDelegate" delegate="lots" maxRunCount="1"/>'
_PROPERTY = '<property name="Territories Are Assigned Randomly" value="{}"/></propertyList>'


def _map(at_random: str = "true") -> bytes:
    text = small_map().decode().replace("<sequence>", f"{_DELEGATE}<sequence>{_STEP}", 1)
    return text.replace("</propertyList>", _PROPERTY.format(at_random), 1).encode()


def test_the_first_nation_draws_for_all() -> None:
    game = read_triplea_map(_map())
    first = game.politics.nation_names[0]
    assert game.sequence[0] == SequenceStep("setup1RandomStartDelegate", "random_start", first, 1)


def test_other_ways_to_begin_are_refused() -> None:
    assert read_triplea_parts(_map("false")).missing == ("a set-up by choice",)
    allied = _map().replace(b'"Blues" alliance="West"', b'"Blues" alliance="East"')
    assert "a random start among allies" in read_triplea_parts(allied).missing
