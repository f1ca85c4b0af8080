"""Technologies of a map: by rule family, by its own list, on charts; prices of shipyards."""

from dataclasses import replace

from engine.gamedef.technology import Advance, Airborne
from engine.loading import (
    definition_from_tree,
    read_triplea_map,
    read_triplea_parts,
    tree_from_definition,
)
from engine.loading.triplea.technologies import FIRST_EDITION, SECOND_EDITION, THIRD_EDITION
from engine.rules.economy.purchase import prices_for
from engine.rules.turn.setup import start_position
from tests.engine.loading.small_map import small_map

_V2 = '<property name="WW2V2" value="true" editable="false"><boolean/></property>'
_THIRD = '<property name="WW2V3" value="true"/><property name="WW2V3 Tech Model" value="true"/>'
_LIST = """  </production>
  <technology><technologies><techname name="jetPower"/><techname name="big" tech="rocket"/>
  %s</technologies><playerTech player="Reds"><category name="Any"><tech name="big"/>
  <tech name="jetPower"/>%s</category></playerTech></technology>"""


def test_B125_without_a_list_the_rule_family_decides() -> None:
    assert read_triplea_map(small_map()).technology.names == SECOND_EDITION[""]
    assert read_triplea_parts(small_map(_V2, "")).definition.technology.names == FIRST_EDITION[""]


def test_B104_B106_the_third_edition_aims_at_charts_and_keeps_dice() -> None:
    game = read_triplea_parts(small_map(_V2, _THIRD)).definition
    charts = {chart.name: chart.technologies for chart in game.technology.categories}
    assert charts == dict(THIRD_EDITION)
    assert len(game.technology.names) == 12
    options = game.options
    assert (options.tech_directed, options.tech_tokens_kept) == (False, True)
    assert options.jet_power_attack


def test_a_list_of_the_map_s_own_with_other_names() -> None:
    game = read_triplea_map(small_map("  </production>", _LIST % ("", "")))
    assert game.technology.names == ("jet_power", "rockets")
    assert game.technology.categories == ()
    third = small_map("  </production>", _LIST % ("", "")).decode().replace(_V2, _THIRD)
    charts = read_triplea_parts(third.encode()).definition.technology.categories
    assert [(chart.name, chart.technologies) for chart in charts] == [
        ("Any", ("jet_power", "rockets"))
    ]


def test_advances_that_a_map_makes_up_keep_their_names() -> None:
    made_up = _LIST % ('<techname name="magic"/>', '<tech name="magic"/>')
    game = read_triplea_map(small_map("  </production>", made_up))
    assert game.technology.names == ("jet_power", "rockets", "magic")
    assert game.technology.advances == (Advance("magic"),)


def test_advances_that_are_in_no_list_of_the_map_are_refused() -> None:
    parts = read_triplea_parts(small_map("  </production>", _LIST % ("", '<tech name="magic"/>')))
    assert parts.missing == ("element technology: advances that are not in its own list",)
    assert parts.definition.technology.names == ("jet_power", "rockets")


def test_an_advance_of_the_engine_that_the_list_of_the_map_leaves_out_comes_last() -> None:
    extra = '<tech name="heavyBomber"/>'
    game = read_triplea_map(small_map("  </production>", _LIST % ("", extra)))
    assert game.technology.names == ("jet_power", "rockets", "heavy_bomber")


def _described(name: str, **options: str) -> Advance:
    """An advance of a map that describes it with these options."""
    return read_triplea_map(_map_with(name, **options)).technology.advances[-1]


def _map_with(name: str, **options: str) -> bytes:
    """A map with an advance that it describes with these options."""
    said = "".join(f'<option name="{key}" value="{value}"/>' for key, value in options.items())
    attachment = (
        f'<attatchment name="techAbilityAttachment" attatchTo="{name}" '
        f'javaClass="x.TechAbilityAttachment" type="technology">{said}</attatchment>'
    )
    listed = _LIST % (f'<techname name="{name}"/>', f'<tech name="{name}"/>')
    text = small_map("  </production>", listed).decode()
    text = text.replace("</attatchmentList>", f"{attachment}</attatchmentList>")
    return text.encode()


def test_airborne_troops_need_types_bases_with_a_number_and_a_distance() -> None:
    said = {
        "airborneForces": "true",
        "airborneTypes": "ranger",
        "airborneBases": "flak",
        "airborneCapacity": "2:flak",
        "airborneDistance": "3",
        "airborneTargettedByAA": "AA:ranger",
    }
    only = b'<property name="Airborne Attacks Only In Existing Battles" value="true"/>'
    text = _map_with("magic", **said).replace(b"</propertyList>", only + b"</propertyList>")
    airborne = Airborne(("ranger",), 3, (("flak", 2),), (("ranger", "AA"),))
    assert read_triplea_map(text).technology.advances == (Advance("magic", airborne=airborne),)
    for option in ("airborneForces", "airborneTypes", "airborneBases", "airborneDistance"):
        less = {name: value for name, value in said.items() if name != option}
        assert _described("magic", **less) == Advance("magic")
    (missing,) = read_triplea_parts(_map_with("magic", **said)).missing
    assert missing.startswith("property Airborne Attacks Only In Existing Battles")


def test_what_a_map_says_of_an_advance_replaces_what_the_rule_book_says() -> None:
    assert _described("warBonds", warBondDiceSides="10", warBondDiceNumber="2") == Advance(
        "war_bonds", bond_dice=2, bond_faces=10
    )
    assert _described("warBonds", warBondDiceNumber="2") == Advance("war_bonds"), "without faces"
    assert _described(
        "increasedFactoryProduction", productionBonus="1:ranger", repairDiscount="25"
    ) == Advance("increased_factory_production", more_built_by=(("ranger", 1),), repair_discount=25)
    rockets = {"rocketDiceNumber": "2:ranger", "rocketNumberPerTerritory": "-1"}
    assert _described("magic", rocketDistance="4", **rockets) == Advance(
        "magic", rocket_range=4, rockets_at_target=0, rocket_dice=(("ranger", 2),)
    )
    assert _described("magic", rocketDistance="4") == Advance("magic"), "without dice"
    assert _described("shipyards", repairDiscount="10") == Advance(
        "improved_shipyards", repair_discount=10, has_shipyards=True
    )


def test_B104_nations_with_lists_of_their_own_cannot_research_the_rest() -> None:
    own = _LIST.replace(
        "</playerTech>",
        '</playerTech><playerTech player="Blues"><category name="Any"><tech name="jetPower"/>'
        "</category></playerTech>",
    )
    text = small_map("  </production>", own % ("", ""))
    game = read_triplea_map(text)
    assert game.technology.names == ("jet_power", "rockets")
    assert game.map_rules.of("Blues").not_researched == ("rockets",)
    assert game.map_rules.of("Reds").not_researched == ()
    third = text.decode().replace(_V2, _THIRD)
    assert not read_triplea_map(third.encode()).technology.nation_charts
    turned = third.replace(
        '<tech name="big"/>\n  <tech name="jetPower"/>',
        '<tech name="jetPower"/><tech name="big"/>',
    )
    assert turned != third
    both = turned.replace(
        '<playerTech player="Blues"><category name="Any"><tech name="jetPower"/>',
        '<playerTech player="Blues"><category name="Any"><tech name="big"/><tech name="jetPower"/>',
    )
    charts = read_triplea_map(both.encode()).technology
    assert charts.chart("Reds", "Any") == ("jet_power", "rockets")
    assert charts.chart("Blues", "Any") == ("jet_power", "rockets")
    twice = both.replace('<tech name="big"/><tech name="jetPower"/>', '<tech name="big"/>' * 2)
    charts = read_triplea_map(twice.encode()).technology
    assert charts.chart("Blues", "Any") == ("rockets", "rockets")


def test_B102_a_nation_has_a_price_of_research_of_its_own() -> None:
    prices = """<attachment name="techAttachment" attachTo="Reds" javaClass="TechAttachment"
      type="player"><option name="techCost" value="7"/></attachment>
      <attachment name="techAttachment" attachTo="Blues" javaClass="TechAttachment"
      type="player"><option name="techCost" value="3"/></attachment></attatchmentList>"""
    game = read_triplea_map(small_map("</attatchmentList>", prices))
    assert game.options.tech_cost == 7
    assert game.map_rules.of("Reds").research_price == 0
    assert game.map_rules.of("Blues").research_price == 3


def test_B132_of_advances_at_the_start_only_driven_infantry_needs_no_list() -> None:
    """The others count where the list of the map has them, or that of its rule family."""
    known = "".join(
        f'<option name="{word}" value="{value}"/>'
        for word, value in (
            ("mechanizedInfantry", "true"),
            ("warBonds", "true"),
            ("rocket", "true"),
            ("jetPower", "false"),
        )
    )
    said = f"""<attachment name="techAttachment" attachTo="Reds" javaClass="TechAttachment"
      type="player">{known}</attachment></attatchmentList>"""
    game = read_triplea_map(small_map("</attatchmentList>", said))
    assert set(game.setup.technologies["Reds"]) == {"mechanized_infantry", "rockets"}
    assert not game.setup.technologies.get("Blues")


def test_B131_prices_of_shipyards() -> None:
    cheap = """<productionRule name="cheap"><cost resource="PUs" quantity="1"/>
      <result resourceOrUnit="ranger" quantity="1"/></productionRule>
      <productionFrontier name="allShipyards"><frontierRules name="cheap"/></productionFrontier>
      </production>"""
    plain = small_map("</production>", cheap)
    assert read_triplea_map(plain).economy.shipyard_prices == {}
    switched = plain.decode().replace(_V2, _V2 + '<property name="Use Shipyards" value="true"/>')
    assert read_triplea_map(switched.encode()).economy.shipyard_prices == {"ranger": 1}


def test_B105_without_charts_the_third_edition_counts_naval_advances_first() -> None:
    third = '<property name="WW2V3" value="true"/>'
    game = read_triplea_parts(small_map(_V2, third)).definition
    assert not game.technology.categories
    air_and_naval, land = "Air and Naval Advances", "Land and Production Advances"
    assert game.technology.names == (*THIRD_EDITION[air_and_naval], *THIRD_EDITION[land])


_FEW = """    <productionFrontier name="few"><frontierRules name="buyR"/></productionFrontier>
"""
_DEAR = """    <productionRule name="buyR2"><cost resource="PUs" quantity="1"/>
      <result resourceOrUnit="ranger" quantity="1"/></productionRule>
"""
_OWN = '<productionFrontier name="fewIndustrialTechnology"><frontierRules name="buyR2"/>'


def test_lists_with_a_technology_that_nations_do_not_share_take_the_place_of_theirs() -> None:
    """The engine exchanges the list of a nation for the one named after it and the technology."""
    game = read_triplea_map(small_map(_FEW, f"{_DEAR}{_FEW}{_OWN}</productionFrontier>"))
    assert not game.economy.reduced_prices
    state = start_position(game)
    assert dict(prices_for(state, "Reds")) == {"ranger": 3, "howitzer": 4}
    state = replace(
        state, technologies=dict.fromkeys(("Reds", "Blues"), ("industrial_technology",))
    )
    assert dict(prices_for(state, "Reds")) == {"ranger": 2}
    assert dict(prices_for(state, "Blues")) == {"ranger": 1}
    again = definition_from_tree(tree_from_definition(game))
    assert again.economy == game.economy
