"""Limits, building rules, terrain, units to place: from a map into a definition and into a tree."""

import pytest

from engine.core.changes import RuleChange
from engine.gamedef.conditions import Objective, Ownership, Places, Together, UnitAbsence
from engine.gamedef.limits import BuildingRule, UnitLimit
from engine.gamedef.triggers import Effect, SetFact
from engine.loading import (
    UnsupportedMapError,
    definition_from_tree,
    format_scenario,
    parse_scenario,
    read_triplea_map,
    read_triplea_parts,
    tree_from_definition,
)
from tests.engine.loading.small_map import small_map

_NEW = """
    <attachment name="playerAttachment" attachTo="Reds" javaClass="PlayerAttachment" type="player">
      <option name="placementLimit" value="owned:ranger:howitzer" count="3"/>
      <option name="movementLimit" value="allied:ranger" count="7"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="North Sea" javaClass="TerritoryAttachment"
      type="territory"><option name="territoryEffect" value="fog"/></attachment>
    <attachment name="territoryEffectAttachment" attachTo="fog"
      javaClass="TerritoryEffectAttachment" type="territoryEffect">
      <option name="unitsNotAllowed" value="sub"/><option name="noBlitz" value="ranger:sub"/>
      <option name="combatOffenseEffect" value="ranger:howitzer" count="-2"/>
      <option name="combatDefenseEffect" value="howitzer" count="1"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="works" javaClass="UnitAttachment">
      <option name="isFactory" value="true"/><option name="canProduceXUnits" value="3"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="ranger" javaClass="UnitAttachment">
      <option name="requiresUnits" value="works"/><option name="requiresUnits" value="flak:sub"/>
      <option name="unitPlacementRestrictions" value="Blueland:Redland"/>
      <option name="canOnlyBePlacedInTerritoryValuedAtX" value="2"/>
      <option name="placementLimit" value="owned" count="4"/>
      <option name="isMarine" value="true"/><option name="transportCost" value="2"/>
    </attachment>
  </attatchmentList>"""


def _map() -> bytes:
    text = small_map("  </attatchmentList>", _NEW).decode()
    text = text.replace(
        "</unitList>",
        '</unitList><territoryEffectList><territoryEffect name="fog"/></territoryEffectList>',
        1,
    )
    held = '<heldUnits unitType="sub" player="Reds" quantity="2"/></unitInitialize>'
    text = text.replace("</unitInitialize>", held, 1)
    placed = '<property name="Unit Placement Restrictions" value="true"/></propertyList>'
    return text.replace("</propertyList>", placed, 1).encode()


def test_a_map_s_limits_arrive_and_survive_the_tree_and_the_file() -> None:
    game = read_triplea_map(_map())
    assert game.map_rules.limits == (
        UnitLimit("placement", "Reds", "own", 3, ("ranger", "howitzer")),
        UnitLimit("movement", "Reds", "side", 7, ("ranger",)),
        UnitLimit("placement", "", "own", 4, ("ranger",)),
    )
    needs = (("works",), ("flak", "sub"))
    assert game.map_rules.building == (BuildingRule("ranger", needs, ("Blueland", "Redland"), 2),)
    assert game.setup.unplaced == {"Reds": {"sub": 2}}
    assert game.board.territories["North Sea"].no_units == ("sub",)
    assert game.board.territories["North Sea"].no_blitz == ("ranger", "sub")
    terrain = dict(game.board.territories["North Sea"].attack_terrain)
    assert terrain == {"ranger": -2, "howitzer": -2}
    assert game.board.territories["North Sea"].defence_terrain == (("howitzer", 1),)
    assert game.unit_types["works"].production.factory_output == 3
    assert game.unit_types["ranger"].gunnery.marine_bonus == 1
    assert game.options.placement_restricted
    assert definition_from_tree(tree_from_definition(game)) == game
    assert parse_scenario(format_scenario(game).encode()) == game


def test_first_factories_of_a_map_are_marked() -> None:
    old = '<option name="victoryCity" value="true"/>'
    game = read_triplea_map(small_map(old, '<option name="originalFactory" value="true"/>'))
    assert game.board.territories["Redland"].unlimited_production
    assert not game.board.territories["Blueland"].unlimited_production


def test_a_map_is_read_as_far_as_it_goes() -> None:
    old = '<property name="Low Luck" value="true" editable="true"><boolean/></property>'
    more = old + '<property name="SBR Victory Points" value="true"/>'
    parts = read_triplea_parts(small_map(old, more))
    assert parts.missing == ("property SBR Victory Points: victory points",)
    assert parts.definition.options.low_luck
    assert read_triplea_parts(small_map()).missing == ()


_OBJECTIVES = """
    <attachment name="objectiveAttachmentReds1" attachTo="Reds" javaClass="RulesAttachment">
      <option name="objectiveValue" value="5"/>
      <option name="directOwnershipTerritories" value="Redland:Blueland" count="2"/>
    </attachment>
    <attachment name="objectiveAttachmentReds2" attachTo="Reds" javaClass="RulesAttachment">
      <option name="objectiveValue" value="3"/>
      <option name="alliedOwnershipTerritories" value="Blueland" count="1"/>%s
    </attachment>
  </attatchmentList>"""


def test_B232_objectives_of_a_map() -> None:
    game = read_triplea_map(small_map("  </attatchmentList>", _OBJECTIVES % ""))
    both = Ownership(("Reds",), Places("named", ("Redland", "Blueland"), 2))
    one = Ownership(("Reds",), Places("named", ("Blueland",), 1), by_side=True)
    assert game.script.objectives == (
        Objective("objectiveAttachmentReds1", "Reds", 5, both),
        Objective("objectiveAttachmentReds2", "Reds", 3, one),
    )
    assert not game.options.national_objectives


def test_B232_an_objective_with_seas_and_without_guests_is_read() -> None:
    more = '<option name="alliedExclusionTerritories" value="controlled"/>'
    more += '<option name="enemySurfaceExclusionTerritories" value="South Sea" count="1"/>'
    game = read_triplea_map(small_map("  </attatchmentList>", _OBJECTIVES % more))
    test = game.script.objectives[1].test
    assert isinstance(test, Together)
    assert test.parts[1:] == (
        UnitAbsence(("Reds",), Places("held"), "allies"),
        UnitAbsence(("Reds",), Places("named", ("South Sea",), 1), "enemy_ships"),
    )
    assert (test.least, test.most) == (3, 3)


def test_B34_the_first_owner_of_long_ago() -> None:
    old = '<option name="originalOwner" value="Reds"/>'
    game = read_triplea_map(small_map(old, '<option name="occupiedTerrOf" value="Blues"/>'))
    assert game.setup.owners["Redland"] == "Reds"
    assert game.original_owner("Redland") == "Blues"
    assert definition_from_tree(tree_from_definition(game)) == game
    assert not read_triplea_map(small_map()).board.territories["Redland"].first_owner


def test_B24_sea_zones_with_owners_and_income() -> None:
    fact = """<attachment name="territoryAttachment" attachTo="North Sea"
      javaClass="TerritoryAttachment" type="territory"><option name="production" value="3"/>
      </attachment></attatchmentList>"""
    text = small_map("</attatchmentList>", fact).decode()
    owner = '<territoryOwner territory="North Sea" owner="Blues"/></ownerInitialize>'
    game = read_triplea_map(text.replace("</ownerInitialize>", owner, 1).encode())
    assert game.board.territories["North Sea"].production == 3
    assert game.setup.owners["North Sea"] == "Blues"
    assert definition_from_tree(tree_from_definition(game)) == game


@pytest.mark.parametrize("said", ["owned", "owned:all"])
def test_a_limit_of_a_nation_may_be_one_for_all_its_units(said: str) -> None:
    some = b'value="owned:ranger:howitzer"'
    game = read_triplea_map(_map().replace(some, f'value="{said}"'.encode()))
    (limit, *_) = game.map_rules.limits
    assert set(limit.types) == set(game.unit_types)
    assert (limit.nation, limit.count) == ("Reds", 3)


def test_a_limit_may_count_the_units_of_everybody() -> None:
    own = b'<option name="placementLimit" value="owned" count="4"/>'
    game = read_triplea_map(_map().replace(own, own.replace(b"owned", b"total")))
    assert game.map_rules.limits[-1] == UnitLimit("placement", "", "all", 4, ("ranger",))
    assert definition_from_tree(tree_from_definition(game)) == game


def test_marines_may_be_worse_off_their_ships() -> None:
    landed = b'<option name="isMarine" value="true"/>'
    game = read_triplea_map(_map().replace(landed, landed.replace(b"true", b"-1")))
    assert game.unit_types["ranger"].gunnery.marine_bonus == -1
    assert definition_from_tree(tree_from_definition(game)) == game


def test_the_only_areas_where_a_unit_is_placed() -> None:
    here = '<option name="unitPlacementOnlyAllowedIn" value="Redland"/>'
    wanted = '<option name="unitPlacementRestrictions" value="Blueland:Redland"/>'
    game = read_triplea_map(_map().replace(wanted.encode(), here.encode()))
    assert set(game.map_rules.building[0].not_in) == set(game.board.territories) - {"Redland"}


def test_units_destroyed_by_some_captors_and_from_some_owners() -> None:
    new = """<option name="isFactory" value="true"/>
      <option name="destroyedWhenCapturedBy" value="Blues"/>
      <option name="destroyedWhenCapturedBy" value="FROM:Reds"/>"""
    text = _map().decode().replace('<option name="isFactory" value="true"/>', new)
    switch = "Units Can Be Destroyed Instead Of Captured"
    on = f'<property name="{switch}" value="true"/></propertyList>'
    works = read_triplea_map(text.replace("</propertyList>", on, 1).encode()).unit_types["works"]
    assert (works.capture.lost_when_taken_by, works.capture.lost_when_taken_from) == (
        ("Blues",),
        ("Reds",),
    )


def _terrain_trigger(*options: tuple[str, str, str]) -> list[Effect]:
    """What triggers do that change the terrain fog; the North Sea also has mist."""
    lines = "".join(
        f"""<attachment name="triggerAttachment{number}" attachTo="Reds"
        javaClass="TriggerAttachment" type="player"><option name="conditions" value="conditionA"/>
        <option name="territoryEffects" value="{kinds}"/>
        <option name="territoryEffectProperty" value="{option}" count="{value}"/></attachment>"""
        for number, (kinds, option, value) in enumerate(options)
    )
    mist = """<attachment name="territoryEffectAttachment" attachTo="mist"
      javaClass="TerritoryEffectAttachment" type="territoryEffect">
      <option name="unitsNotAllowed" value="howitzer"/></attachment>
      <attachment name="conditionA" attachTo="Reds" javaClass="RulesAttachment" type="player">
      </attachment>"""
    text = _map().decode()
    text = text.replace("</attatchmentList>", f"{mist}{lines}</attatchmentList>", 1)
    text = text.replace('value="fog"/></attachment>', 'value="fog:mist"/></attachment>', 1)
    text = text.replace(
        "</territoryEffectList>", '<territoryEffect name="mist"/></territoryEffectList>'
    )
    on = '<property name="Use Triggers" value="true"/></propertyList>'
    game = read_triplea_map(text.replace("</propertyList>", on, 1).encode())
    return [effect for entry in game.script.triggers for effect in entry.effects]


def test_a_trigger_that_changes_terrain_changes_its_areas() -> None:
    def changed(fact: str, *units: str, added: bool = False) -> Effect:
        return SetFact("territory", ("North Sea",), fact, units, is_added=added)

    assert _terrain_trigger(("fog", "unitsNotAllowed", "-reset-")) == [
        changed("no_units", "howitzer")
    ]
    assert _terrain_trigger(("fog:mist", "unitsNotAllowed", "-reset-ranger")) == [
        changed("no_units", "ranger")
    ]
    assert _terrain_trigger(("fog", "noBlitz", "howitzer")) == [
        changed("no_blitz", "howitzer", added=True)
    ]


def test_a_trigger_that_changes_how_units_fight_on_terrain_changes_its_areas() -> None:
    def changed(fact: str, number: int) -> Effect:
        return SetFact("territory", ("North Sea",), fact, number)

    assert _terrain_trigger(("fog", "combatOffenseEffect", "1:sub:ranger")) == [
        changed("attack_terrain of sub", 1),
        changed("attack_terrain of ranger", 1),
    ]
    # Emptied first: what the map and other triggers give to units is gone as well.
    assert _terrain_trigger(
        ("fog", "combatDefenseEffect", "-reset-2:ranger"),
        ("fog", "combatDefenseEffect", "1:sub"),
    ) == [
        changed("defence_terrain of howitzer", 0),
        changed("defence_terrain of ranger", 2),
        changed("defence_terrain of sub", 0),
        changed("defence_terrain of sub", 1),
    ]


def test_two_kinds_of_terrain_of_an_area_may_change_for_different_units() -> None:
    """What one trigger says is known whether or not the other one has happened."""

    def number(unit: str, count: int) -> Effect:
        return SetFact("territory", ("North Sea",), f"attack_terrain of {unit}", count)

    assert _terrain_trigger(
        ("fog", "combatOffenseEffect", "1:sub"), ("mist", "combatOffenseEffect", "2:ranger")
    ) == [number("sub", 1), number("ranger", 0)]
    added = _terrain_trigger(("fog", "noBlitz", "howitzer"), ("mist", "noBlitz", "flak"))
    assert [effect.is_added for effect in added if isinstance(effect, SetFact)] == [True, True]


def test_a_trigger_gives_areas_another_terrain() -> None:
    """The North Sea has fog and mist; with mist alone nobody is weaker there."""

    def effects(new: str) -> list[tuple[str, object]]:
        trigger = f"""<attachment name="conditionA" attachTo="Reds" javaClass="RulesAttachment"
          type="player"></attachment><attachment name="triggerAttachmentA" attachTo="Reds"
          javaClass="TriggerAttachment" type="player"><option name="conditions" value="conditionA"/>
          <option name="territories" value="North Sea"/>
          <option name="territoryProperty" value="territoryEffect" count="{new}"/></attachment>
          <attachment name="territoryEffectAttachment" attachTo="mist"
          javaClass="TerritoryEffectAttachment" type="territoryEffect">
          <option name="unitsNotAllowed" value="howitzer"/></attachment></attatchmentList>"""
        text = _map().decode().replace("</attatchmentList>", trigger, 1)
        text = text.replace(
            "</territoryEffectList>", '<territoryEffect name="mist"/></territoryEffectList>'
        )
        on = '<property name="Use Triggers" value="true"/></propertyList>'
        game = read_triplea_map(text.replace("</propertyList>", on, 1).encode())
        (trigger_read,) = game.script.triggers
        facts = (effect for effect in trigger_read.effects if isinstance(effect, SetFact))
        return [(effect.fact, effect.value) for effect in facts]

    assert effects("-reset-mist") == [
        ("no_units", ("howitzer",)),
        ("no_blitz", ()),
        ("attack_terrain of ranger", 0),
        ("attack_terrain of howitzer", 0),
        ("defence_terrain of howitzer", 0),
    ]
    assert effects("mist")[0] == ("no_units", ("sub", "howitzer"))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ([("fog", "movementCostModifier", "1:sub")], "movementCostModifier"),
        (
            [("fog", "unitsNotAllowed", "-reset-"), ("mist", "unitsNotAllowed", "-reset-")],
            "of one area twice",
        ),
        (
            [("fog", "combatOffenseEffect", "1:sub"), ("mist", "combatOffenseEffect", "2:sub")],
            "of one area twice",
        ),
    ],
)
def test_other_changes_of_terrain_are_refused(
    options: list[tuple[str, str, str]], named: str
) -> None:
    with pytest.raises(UnsupportedMapError) as caught:
        _terrain_trigger(*options)
    assert any(named in entry for entry in caught.value.missing)


def test_a_trigger_shuts_the_areas_of_a_kind_of_terrain_to_what_is_built() -> None:
    made = """<attachment name="conditionA" attachTo="Reds" javaClass="RulesAttachment"
      type="player"></attachment><attachment name="triggerAttachmentA" attachTo="Reds"
      javaClass="TriggerAttachment" type="player"><option name="conditions" value="conditionA"/>
      <option name="unitType" value="sub"/>
      <option name="unitProperty" value="unitPlacementRestrictions" count="fog:Redland"/>
      </attachment></attatchmentList>"""
    text = _map().decode().replace("</attatchmentList>", made, 1)
    on = '<property name="Use Triggers" value="true"/></propertyList>'
    game = read_triplea_map(text.replace("</propertyList>", on, 1).encode())
    assert game.script.triggers[0].effects == (
        SetFact("unit", ("sub",), "not_in of North Sea", 1),
        SetFact("unit", ("sub",), "not_in of Redland", 1),
    )
    for effect in game.script.triggers[0].effects:
        assert isinstance(effect, SetFact)
        game = game.changed(RuleChange("unit", "sub", effect.fact, effect.value))
    (rule,) = (rule for rule in game.map_rules.building if rule.type == "sub")
    assert rule.not_in == ("North Sea", "Redland")
    open_ = game.changed(RuleChange("unit", "sub", "not_in of Redland", 0))
    assert open_.map_rules.building[-1].not_in == ("North Sea",)


def test_a_kind_of_terrain_stands_for_its_areas_where_units_are_not_placed() -> None:
    here = b'<option name="unitPlacementRestrictions" value="fog:Redland"/>'
    wanted = b'<option name="unitPlacementRestrictions" value="Blueland:Redland"/>'
    game = read_triplea_map(_map().replace(wanted, here))
    assert game.map_rules.building[0].not_in == ("North Sea", "Redland")


def test_a_base_gives_movement_to_several_types_at_once() -> None:
    gift = '<option name="canProduceXUnits" value="3"/>'
    more = gift + '<option name="givesMovement" value="1:ranger:sub"/>'
    game = read_triplea_map(_map().decode().replace(gift, more, 1).encode())
    given = game.unit_types["works"].mobility.gives_movement
    assert dict(given) == {"ranger": 1, "sub": 1}
