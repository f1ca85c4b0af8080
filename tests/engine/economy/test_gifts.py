"""Units given to an ally at the end of a turn (map dialect: changeUnitOwners)."""

from dataclasses import replace

import pytest

from engine.core.events.economy import UnitsGiven
from engine.gamedef import Definition
from engine.loading import (
    UnsupportedMapError,
    definition_from_tree,
    read_triplea_map,
    tree_from_definition,
)
from tests.engine.loading.small_map import small_map
from tests.support.positions import big_world, done, position
from tests.support.unit_types import with_facts


def patriotic(*, on: bool = True) -> Definition:
    """The big world in which British infantry and armour in Moscow become Russian."""
    plain = big_world(units_given_to_allies=on)
    types = dict(plain.unit_types)
    for name in ("infantry", "armour"):
        types[name] = with_facts(types[name], given_to=("Russians",))
    moscow = replace(plain.board.territories["Moscow"], given_to=("Russians",))
    return replace(
        plain,
        unit_types=types,
        board=replace(plain.board, territories={**plain.board.territories, "Moscow": moscow}),
        politics=replace(
            plain.politics,
            nations=tuple(
                replace(nation, gives_to=("Russians",)) if nation.name == "British" else nation
                for nation in plain.politics.nations
            ),
        ),
    )


GUESTS = [
    ("Moscow", "British", "infantry", 2),
    ("Moscow", "British", "fighter", 1),
    ("Moscow", "Americans", "infantry", 1),
    ("Archangel", "British", "armour", 1),
]


def gifts_of(definition: Definition, nation: str = "British") -> list[UnitsGiven]:
    state = position(definition, nation, "noncombat_move", units=GUESTS)
    return [event for event in done(state).events if isinstance(event, UnitsGiven)]


def test_area_giver_and_unit_type_must_all_name_the_ally() -> None:
    state = position(patriotic(), "British", "noncombat_move", units=GUESTS)
    step = done(state)
    (gift,) = [event for event in step.events if isinstance(event, UnitsGiven)]
    assert (gift.territory, gift.nation, gift.owner) == ("Moscow", "British", "Russians")
    assert [step.state.units[key].owner for key in gift.units] == ["Russians", "Russians"]
    assert {state.units[key].type for key in gift.units} == {"infantry"}
    owners = {
        (unit.territory, unit.type, unit.owner)
        for unit in step.state.units.values()
        if unit.owner in {"British", "Americans"} and unit.territory in {"Moscow", "Archangel"}
    }
    assert owners == {
        ("Moscow", "fighter", "British"),
        ("Moscow", "infantry", "Americans"),
        ("Archangel", "armour", "British"),
    }


def test_only_at_the_end_of_the_turn_of_the_giver() -> None:
    assert gifts_of(patriotic(), "Americans") == []
    assert len(gifts_of(patriotic())) == 1


def test_nothing_is_given_without_the_option() -> None:
    assert gifts_of(patriotic(on=False)) == []


def test_the_lists_survive_a_round_trip_through_a_tree() -> None:
    game = patriotic()
    assert definition_from_tree(tree_from_definition(game)) == game


LISTS = """<attatchment name="territoryAttachment" attatchTo="Blueland"
  javaClass="TerritoryAttachment"><option name="changeUnitOwners" value="{getters}"/></attatchment>
<attatchment name="playerAttachment" attatchTo="Reds" javaClass="PlayerAttachment">
  <option name="giveUnitControl" value="{control}"/></attatchment>
<attatchment name="unitAttachment" attatchTo="sub" javaClass="UnitAttachment">
  <option name="canBeGivenByTerritoryTo" value="Blues"/></attatchment></attatchmentList>"""


def given_map(getters: str = "Blues", control: str = "Blues") -> bytes:
    on = '<property name="Give Units By Territory" value="true"/></propertyList>'
    lists = LISTS.format(getters=getters, control=control).encode()
    data = small_map("</propertyList>", on)
    return data.replace(b"</attatchmentList>", lists, 1)


def test_the_lists_of_a_map_are_read() -> None:
    game = read_triplea_map(given_map())
    assert game.options.units_given_to_allies
    assert game.board.territories["Blueland"].given_to == ("Blues",)
    assert game.unit_types["sub"].capture.given_to == ("Blues",)
    assert {nation.name: nation.gives_to for nation in game.politics.nations} == {
        "Reds": ("Blues",),
        "Blues": (),
    }


@pytest.mark.parametrize("value", ["true", "false"])
def test_the_old_form_of_a_list_says_nothing(value: str) -> None:
    game = read_triplea_map(given_map(control=value))
    assert {nation.gives_to for nation in game.politics.nations} == {()}


def test_two_allies_who_could_get_the_same_units_are_refused() -> None:
    with pytest.raises(UnsupportedMapError) as caught:
        read_triplea_map(given_map("Blues:Reds", "Blues:Reds"))
    assert caught.value.missing == (
        "option of TerritoryAttachment changeUnitOwners: several nations that get units of the"
        " same giver",
    )
