"""TripleA maps: what is read, what is passed over, what is refused."""

from dataclasses import fields, replace

import pytest

from engine.core.errors import DefinitionError
from engine.core.ids import NEUTRAL
from engine.gamedef.areas import Canal
from engine.gamedef.definition import Definition
from engine.gamedef.offers import Offer
from engine.gamedef.option_values import TRIPLEA_PROFILE
from engine.gamedef.options import Options
from engine.gamedef.setup import Placement
from engine.gamedef.unit_types import SupportRule
from engine.gamedef.victory import VictoryLevel
from engine.loading import UnsupportedMapError, read_triplea_map, tree_from_definition
from tests.engine.loading.small_map import SMALL_MAP, small_map
from tests.support.unit_types import unit_type


def missing(old: str, new: str) -> tuple[str, ...]:
    with pytest.raises(UnsupportedMapError) as caught:
        read_triplea_map(small_map(old, new))
    return caught.value.missing


@pytest.fixture(scope="module")
def small() -> Definition:
    return read_triplea_map(small_map(), profile="rulebook")


def test_board_nations_and_title(small: Definition) -> None:
    assert (small.name, small.version, small.dice_sides) == ("Straits", "1.2", 8)
    assert small.board.is_sea == {
        "Redland": False,
        "Blueland": False,
        "North Sea": True,
        "South Sea": True,
    }
    assert small.board.borders == (
        ("Blueland", "Redland"),
        ("North Sea", "Redland"),
        ("North Sea", "South Sea"),
    )
    assert small.politics.alliances_of("Reds") == ("East",)
    assert small.setup.resources == {"Reds": {"PUs": 12}, "Blues": {}}
    assert small.notes == "anything at all"


def test_units_in_the_order_of_the_buy_list_then_of_the_unit_list(small: Definition) -> None:
    assert list(small.unit_types) == ["howitzer", "ranger", "battleship", "sub", "flak", "works"]
    assert small.economy.prices == {"howitzer": 4, "ranger": 3}
    assert small.economy.reduced_prices == {"ranger": 2}
    assert small.economy.buyers == {"Reds": ("howitzer", "ranger"), "Blues": ("ranger",)}


def test_shorthands_become_attributes(small: Definition) -> None:
    kinds = small.unit_types
    assert kinds["ranger"] == unit_type("ranger", 1, 2, 1, transport_cost=2, is_infantry=True)
    assert kinds["sub"] == unit_type("sub", hit_points=2, is_sea=True, is_submarine=True)
    assert kinds["works"] == unit_type("works", is_factory=True, is_infrastructure=True)
    assert kinds["flak"] == unit_type(
        "flak",
        movement=1,
        is_aa_gun=True,
        aa_strength=1,
        is_infrastructure=True,
        moves_in_combat=False,
    )
    assert small.support == (SupportRule(("howitzer",), ("ranger",), 1, 2),)


def test_B54_two_hit_battleship_overwrites_the_unit_of_that_name(small: Definition) -> None:
    battleship = small.unit_types["battleship"]
    assert (battleship.hit_points, battleship.gunnery.bombard) == (2, 4)
    off = small_map('"Two hit battleship" value="true"', '"Two hit battleship" value="false"')
    off = off.replace(b'"hitPoints" value="1"', b'"hitPoints" value="3"').replace(
        b"hitsTaken", b"unitDamage"
    )
    assert read_triplea_map(off).unit_types["battleship"].hit_points == 1
    own = small_map(
        '"canBombard" value="true"/>',
        '"canBombard" value="true"/><option name="bombard" value="3"/>',
    )
    assert read_triplea_map(own).unit_types["battleship"].gunnery.bombard == 3


def test_C4_an_alliance_of_which_the_map_says_nothing_wins_with_a_production_of_200() -> None:
    def wanted(old: str = "", new: str = "") -> dict[str, int]:
        aims = read_triplea_map(small_map(old, new)).victory.by_income
        return {aim.alliance: aim.income for aim in aims}

    assert wanted() == {"East": 200, "West": 100}
    assert wanted("West Economic Victory", "South Economic Victory") == {"East": 200, "West": 200}
    assert wanted('<property name="Economic Victory" value="false"/>') == {"West": 100}


def test_old_spellings_are_read(small: Definition) -> None:
    assert small.board.territories["Blueland"].is_impassable
    assert small.board.territories["Redland"].victory_cities == 1
    assert small.options.repair_at_end_of_turn


def test_a_later_attachment_of_a_name_takes_the_place_of_the_earlier_with_all_it_said() -> None:
    later = (
        '<attatchment name="territoryAttatchment" attatchTo="Redland" type="territory" '
        'javaClass="TerritoryAttatchment"><option name="production" value="2"/></attatchment>'
    )
    end = "  </attatchmentList>"
    area = read_triplea_map(small_map(end, later + end)).board.territories["Redland"]
    assert (area.production, area.victory_cities, area.capital_of) == (2, 0, "")


def test_the_set_up(small: Definition) -> None:
    assert small.setup.owners == {"Redland": "Reds"}
    assert small.setup.placements == (
        Placement("North Sea", "Reds", "ranger", 1),
        Placement("North Sea", "Reds", "battleship", 1, hits=1),
        Placement("Redland", "Reds", "ranger", 3),
        Placement("Blueland", NEUTRAL, "ranger", 1),
    )


def test_the_sequence_knows_non_combat_from_combat(small: Definition) -> None:
    assert [(step.name, step.phase, step.nation) for step in small.sequence] == [
        ("redTech", "tech", "Reds"),
        ("redCombatMove", "combat_move", "Reds"),
        ("redNonCombatMove", "noncombat_move", "Reds"),
        ("endRoundStep", "end_round", ""),
    ]


def test_properties_and_the_family_become_options(small: Definition) -> None:
    options = small.options
    assert options.low_luck
    assert options.neutral_charge == 3
    assert options.bid == {"Reds": 7}
    assert options.tech_cost == 4
    assert small.victory.levels == (VictoryLevel("total_victory", "East", 1),)
    for name in (
        "tech_directed",
        "bombing_limited_to_production",
        "unload_to_one_territory",
        "defending_submarines_fire_first",
        "ships_among_enemies",
        "surviving_air_may_land",
        "blitz_stopped_by_infrastructure",
        "aircraft_withdraw_from_landings",
        "retreat_needs_surface_path",
        "overflight_aa",
    ):
        assert getattr(options, name) is True, f"{name} comes with WW2V2"
    for name in ("one_rocket_per_turn", "always_on_aa", "tech_development", "total_victory"):
        assert getattr(options, name) is False, f"{name} is off when no property says so"
    assert options.min_factory_production == 0


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("AA Territory Restricted", "overflight_aa", False),
        ("Partial Amphibious Retreat", "partial_amphibious_retreat", True),
        ("Ignore Sub In Movement", "ignore_submarines_in_movement", True),
        ("LHTR Heavy Bombers", "lhtr_heavy_bombers", True),
        ("Sub Retreat Before Battle", "submarines_retreat_before_battle", True),
        ("Raids May Be Preceeded By Air Battles", "air_battles_before_raids", True),
    ],
)
def test_a_property_sets_its_option(name: str, option: str, value: bool) -> None:
    without = read_triplea_map(small_map(), "rulebook")
    more = f'<propertyList><property name="{name}" value="true"/>'
    with_it = read_triplea_map(small_map("<propertyList>", more), "rulebook")
    assert getattr(without.options, option) is not value
    assert getattr(with_it.options, option) is value


def test_what_units_can_do_in_air_battles_is_read() -> None:
    options = {"canIntercept": "true", "canEscort": "true", "airAttack": "1", "airDefense": "2"}
    more = "".join(f'<option name="{key}" value="{value}"/>' for key, value in options.items())
    text = small_map(
        '<option name="Attack" value="1"/>', f'<option name="attack" value="1"/>{more}'
    )
    kind = read_triplea_map(text).unit_types["ranger"]
    assert (kind.air_combat.can_intercept, kind.air_combat.can_escort) == (True, True)
    assert (kind.air_combat.air_attack, kind.air_combat.air_defence) == (1, 2)


_REPAIRS = "property name='Damage From Bombing Done To Units Instead Of Territories' value='true'"


def _with_repairs(*rules: tuple[str, str, str]) -> bytes:
    """Rules with their name, resource and price."""
    told = "".join(
        f'<repairRule name="{name}"><cost resource="{paid}" quantity="{price}"/>'
        '<result resourceOrUnit="ranger" quantity="1"/></repairRule>'
        for name, paid, price in rules
    )
    text = small_map("<production>", f"<production>{told}").decode()
    return text.replace("<propertyList>", f"<propertyList><{_REPAIRS}/>").encode()


def test_B139_the_price_of_repairs_is_read() -> None:
    one = _with_repairs(("fix", "PUs", "5"), ("fixIncreasedFactoryProduction", "PUs", "1"))
    assert read_triplea_map(one).options.repair_price == 5
    assert read_triplea_map(small_map()).options.repair_price == 1


@pytest.mark.parametrize(
    "rules",
    [
        (("one", "PUs", "1"), ("other", "PUs", "2")),
        (("one", "PUs", "0"),),
        (("one", "techTokens", "1"),),
    ],
)
def test_repairs_at_several_prices_are_refused(rules: tuple[tuple[str, str, str], ...]) -> None:
    with pytest.raises(UnsupportedMapError) as caught:
        read_triplea_map(_with_repairs(*rules))
    reason = "production: repairs for nothing, for goods or at several prices"
    assert reason in caught.value.missing


@pytest.mark.parametrize(("value", "rounds"), [("1", 1), ("3", 3), ("-1", 0), ("0", 0)])
def test_rounds_of_air_battles(value: str, rounds: int) -> None:
    start = "<propertyList>"
    said = f'{start}<property name="Air Battle Rounds" value="{value}"/>'
    assert read_triplea_map(small_map(start, said)).options.air_battle_rounds == rounds


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("Air Battle Attackers Can Retreat", "attackers_leave_air_battles"),
        ("Air Battle Defenders Can Retreat", "defenders_leave_air_battles"),
    ],
)
def test_air_battles_are_left_before_raids_and_not_before_other_battles(
    name: str, option: str
) -> None:
    start = "<propertyList>"
    said = f'{start}<property name="{name}" value="true"/>'
    assert getattr(read_triplea_map(small_map(start, said)).options, option)
    battles = '<property name="Battles May Be Preceeded By Air Battles" value="true"/>'
    reason = f"property {name}: retreats from air battles before other battles"
    assert missing(start, said + battles) == (reason,)


def test_the_profile_changes_nothing_else(small: Definition) -> None:
    engine = read_triplea_map(small_map(), profile="triplea")
    changed = {
        name
        for name in (one.name for one in fields(Options))
        if getattr(engine.options, name) != getattr(small.options, name)
    }
    assert changed == {
        name for name, value in TRIPLEA_PROFILE.items() if getattr(small.options, name) != value
    }
    assert read_triplea_map(small_map()) == engine, "triplea is the default"


def test_a_map_can_be_saved(small: Definition) -> None:
    assert tree_from_definition(small)["name"] == "Straits"


def with_changes(*changes: tuple[str, str]) -> Definition:
    """The small map with texts changed."""
    text = small_map("", "").decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read_triplea_map(text.encode())


def test_two_canals_may_lie_between_two_zones() -> None:
    canal = (
        '<attachment name="canalAttachment{}" attachTo="{} Sea" javaClass="CanalAttachment">'
        '<option name="canalName" value="Sound"/>'
        '<option name="landTerritories" value="Blueland"/>'
        '<option name="excludedUnits" value="sub"/></attachment>'
    )
    second = canal.format(3, "North") + canal.format(3, "South")
    found = with_changes(("</attatchmentList>", second + "</attatchmentList>"))
    zones = ("North Sea", "South Sea")
    assert found.board.canals_between(*reversed(zones)) == (
        Canal("Sound", zones, ("Blueland",), free_types=("sub",)),
        Canal("Strait", zones, ("Redland",)),
    )


def test_the_two_sides_of_a_canal_ask_for_what_each_of_them_says() -> None:
    """Both sides must let a unit pass: all lands of both, and only what both let pass freely."""
    south = 'attatchTo="South Sea" javaClass="CanalAttatchment"\n      type="territory">'
    own = '<option name="excludedUnits" value="sub:battleship"/>'
    lands = '<option name="landTerritories" value="Redland"/>'
    text = small_map(south, f"{south}{own}").decode()
    first, second = text.split(south)
    first = first.replace(lands, lands + '<option name="excludedUnits" value="sub"/>')
    second = second.replace(lands, '<option name="landTerritories" value="Blueland"/>')
    (canal,) = read_triplea_map((first + south + second).encode()).board.canals
    assert canal == Canal("Strait", ("North Sea", "South Sea"), ("Blueland", "Redland"), ("sub",))


def test_of_two_canals_whose_sides_differ_each_side_has_its_own() -> None:
    """One open canal is enough for a side, and each side might take another one."""
    ends = "  </attatchmentList>"
    more = "".join(
        f'<attachment name="canalAttachment9" attachTo="{zone} Sea" javaClass="CanalAttachment">'
        f'<option name="canalName" value="Sound"/>'
        f'<option name="landTerritories" value="{land}"/></attachment>'
        for zone, land in (("North", "Redland"), ("South", "Blueland"))
    )
    zones = ("North Sea", "South Sea")
    assert set(read_triplea_map(small_map(ends, more + ends)).board.canals) == {
        Canal("Strait", zones, ("Redland",)),
        Canal("Sound", zones, ("Redland",), side="North Sea"),
        Canal("Sound", zones, ("Blueland",), side="South Sea"),
    }
    every = "Control All Canals Between Territories To Pass"
    text = small_map(ends, more + ends).decode()
    text = text.replace("<propertyList>", f'<propertyList><property name="{every}" value="true"/>')
    assert len(read_triplea_map(text.encode()).board.canals) == 2


@pytest.mark.parametrize(
    ("listed", "free", "bound"),
    [
        ("sub", ("sub",), ("plane",)),
        ("sub:plane", ("sub",), ()),
        ("NONE", (), ("plane",)),
        ("ALL", ("battleship", "flak", "howitzer", "ranger", "sub", "works"), ()),
    ],
)
def test_aircraft_that_a_canal_does_not_free_need_it(
    listed: str, free: tuple[str, ...], bound: tuple[str, ...]
) -> None:
    lands = '<option name="landTerritories" value="Redland"/>'
    said = f'{lands}<option name="excludedUnits" value="{listed}"/>'
    text = small_map("</unitList>", '<unit name="plane"/></unitList>').decode()
    plane = (
        '<attachment name="unitAttachment" attachTo="plane" javaClass="UnitAttachment">'
        '<option name="isAir" value="true"/></attachment></attatchmentList>'
    )
    text = text.replace(lands, said).replace("</attatchmentList>", plane)
    (canal,) = read_triplea_map(text.encode()).board.canals
    assert tuple(sorted(canal.free_types)) == free
    assert canal.bound_aircraft == bound


def test_a_rule_that_sells_nothing_is_left_out() -> None:
    rule = (
        '<productionRule name="buyH"><cost resource="PUs" quantity="4"/>\n'
        '      <result resourceOrUnit="howitzer" quantity="1"/>'
    )
    found = read_triplea_map(small_map(rule, rule.replace('quantity="1"', 'quantity="0"')))
    assert found.economy.buyers["Reds"] == ("ranger",)


def test_a_canal_of_a_zone_that_is_not_there_is_refused() -> None:
    with pytest.raises(DefinitionError, match="canals beside sea zones"):
        with_changes(('<territory name="North Sea" water="true"/>', ""))


def test_a_second_canal_attachment_of_the_same_name_takes_the_place_of_the_first() -> None:
    found = with_changes(
        ('"canalAttatchment2" attatchTo="South Sea"', '"canalAttatchment" attatchTo="North Sea"'),
        ('value="Strait"', 'value="Strait" '),
    )
    assert found.board.canals == ()


def test_a_nation_may_pay_otherwise_than_the_others() -> None:
    rules = """<productionRule name="buyTwo"><cost resource="PUs" quantity="5"/>
      <cost resource="oil" quantity="1"/>
      <result resourceOrUnit="ranger" quantity="2"/><result resourceOrUnit="PUs" quantity="1"/>
      </productionRule><productionFrontier name="blue"><frontierRules name="buyTwo"/>
      </productionFrontier>"""
    found = with_changes(
        ('<resource name="techTokens"/>', '<resource name="techTokens"/><resource name="oil"/>'),
        ("</production>", rules + "</production>"),
        ('player="Blues" frontier="few"', 'player="Blues" frontier="blue"'),
        ('<option name="production" value="4"/>', '<option name="resources" value="3:oil"/>'),
        (
            "<resourceInitialize>",
            '<resourceInitialize><resourceGiven player="Blues" resource="oil" quantity="6"/>',
        ),
    )
    assert found.economy.resource_names == ("oil",)
    assert found.economy.offers == {
        "Blues": {"ranger": Offer((("PUs", 5), ("oil", 1)), 2, (("PUs", 1),))}
    }
    assert found.economy.buyers["Blues"] == ("ranger",)
    assert found.economy.prices["ranger"] == 3
    assert found.setup.resources["Blues"] == {"oil": 6}
    assert found.board.territories["Redland"].yields == (("oil", 3),)


def test_technologies_at_the_start_count_where_the_game_knows_them() -> None:
    found = with_changes(
        ('name="rocket" value="false"', 'name="rocket" value="True"'),
        (
            '<option name="techCost" value="4"/>',
            '<option name="techCost" value="4"/><option name="aARadar" value="true"/>',
        ),
    )
    assert found.setup.technologies == {"Reds": ("rockets",)}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            'name="Low Luck" value',
            'name="Limit SBR Damage Per Turn" value',
            "property Limit SBR Damage Per Turn: a limit of raids and rockets by themselves",
        ),
        (
            'name="isSub"',
            'name="requiresAirbaseToIntercept"',
            "option of UnitAttachment requiresAirbaseToIntercept: air bases for interceptors",
        ),
        ('name="isSub"', 'name="isGhost"', "option of UnitAttachment 'isGhost' is unknown"),
        (
            'name="isSub" value="true"',
            'name="maxInterceptCount" value="3"',
            "maxInterceptCount: air bases for interceptors",
        ),
        ('"redCombatMove"', '"redAirborneCombatMove"', "step 'redAirborneCombatMove'"),
        ('"skipPosting"', '"repairPlayers"', "step property repairPlayers"),
        ('"CanalAttatchment"', '"MagicAttachment"', "attachment 'MagicAttachment' is unknown"),
        ('<cost resource="PUs"', '<cost resource="techTokens"', "prices in research dice"),
        ("<initialize>", "<initialize><weather/>", "element 'weather' is unknown"),
        ('attatchTo="ranger"', 'attatchTo="ranger" foreach="$a$"', "attribute 'foreach'"),
        (
            "<production>",
            "<technology><playerTech player='Reds'><category name='A'><tech name='x'/></category>"
            "</playerTech></technology><production>",
            "element technology",
        ),
    ],
    ids=lambda text: text[:30],
)
def test_what_is_not_there_is_refused_by_name(old: str, new: str, reason: str) -> None:
    found = missing(old, new)
    assert any(reason in entry for entry in found), found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<territory name="Redland"', '<territory name="Redland" hot="1"'),
        ("<propertyList>", '<propertyList><property name="low luck" value="maybe"/>'),
        ("<propertyList>", '<propertyList><property name="" value="1"/>'),
        ("<propertyList>", '<propertyList><property name="Rain" value="true" player=""/>'),
    ],
)
def test_what_the_engine_does_not_look_up_changes_nothing(
    small: Definition, old: str, new: str
) -> None:
    """Attributes and properties have closed lists of exact names; all else is the maker's own."""
    assert read_triplea_map(small_map(old, new), profile="rulebook") == small


def test_a_step_is_read_by_its_delegate(small: Definition) -> None:
    """Only a move step needs its name: one delegate plays both phases."""
    found = read_triplea_map(small_map('"redTech"', '"redSlip"'), profile="rulebook")
    assert found.sequence[0] == replace(small.sequence[0], name="redSlip")
    assert "step 'redSlip'" in missing('"redCombatMove"', '"redSlip"')[0]


def test_units_are_repaired_only_in_a_step_whose_name_ends_a_turn() -> None:
    start = '<step name="endRoundStep"'
    ends = '<step name="{}" delegate="ends" player="Reds"/>' + start
    delegate = '<delegate name="endRound"'
    said = '<delegate name="ends" javaClass="EndTurnDelegate" display="E"/>' + delegate
    for name, omits in (("redEndTurn", ()), ("redEndTurnNoPU", ("repair",))):
        text = small_map(start, ends.format(name)).decode().replace(delegate, said)
        (step,) = (s for s in read_triplea_map(text.encode()).sequence if s.name == name)
        assert (step.phase, step.omits) == ("end_turn", omits)


def test_the_list_is_complete() -> None:
    text = small_map('name="isSub"', 'name="requiresAirbaseToIntercept"').decode()
    text = text.replace('"skipPosting"', '"repairPlayers"').replace(
        "Allied Air Dep", "Limit SBR Damage Per Turn"
    )
    text = text.replace("Limit SBR Damage Per Turnendents", "Limit SBR Damage Per Turn")
    with pytest.raises(UnsupportedMapError) as caught:
        read_triplea_map(text.encode())
    assert [entry.split(":")[0] for entry in caught.value.missing] == [
        "option of UnitAttachment requiresAirbaseToIntercept",
        "property Limit SBR Damage Per Turn",
        "step property repairPlayers",
    ]
    assert all(entry in str(caught.value) for entry in caught.value.missing)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name="isSub" value="true"', 'name="requiresAirbaseToIntercept" value="false"'),
        ('name="rocket"', 'name="warBonds"'),
        ('name="Low Luck" value="true"', 'name="Limit SBR Damage Per Turn" value="false"'),
        ('name="Low Luck" value="true"', 'name="National Objectives" value="true"'),
    ],
)
def test_harmless_values_are_passed_over(old: str, new: str) -> None:
    assert read_triplea_map(small_map(old, new)).name == "Straits"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('t2="Blueland"', 't2="Atlantis"', "Atlantis"),
        ('name="Blueland" water="false"', 'name="Redland"', "already an area 'Redland'"),
        ('quantity="2" owner', 'quantity="-2" owner', "line .*'quantity' must be a whole number"),
        ('quantity="2" owner', 'quantity="9999999999" owner', "must be a whole number"),
        ('quantity="2" owner="Reds"', 'quantity="2" owner="Greens"', "Greens"),
        (' quantity="2"', "", "'quantity' is missing"),
        (
            'value="true" editable="false"',
            'value="maybe"',
            "property WW2V2: expected true or false",
        ),
        (
            '"neutralCharge" value="3"',
            '"neutralCharge" value="x"',
            "neutralCharge: expected a whole number",
        ),
        ('name="Attack" value="1"', 'name="Attack" value="many"', "'ranger': option attack"),
        ('frontier="few"', 'frontier="none"', "there is no list 'none'"),
        ('delegate="tech"', 'delegate="magic"', "there is no delegate 'magic'"),
        ('unitType="ranger"', 'unitType="dragon"', "there is no unit type"),
        ('<diceSides value="8"/>', '<diceSides value="1"/>', "dice_sides"),
    ],
)
def test_a_map_that_contradicts_itself_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(DefinitionError, match=reason):
        read_triplea_map(small_map(old, new))


def test_a_canal_may_lie_between_land_and_sea() -> None:
    between = small_map('"South Sea" javaClass="CanalA', '"Redland" javaClass="CanalA')
    game = read_triplea_map(between)
    (canal,) = game.board.canals
    assert canal.zones == ("North Sea", "Redland")


@pytest.mark.parametrize(
    ("following", "says", "rests"),
    [
        ("redNonCombatMove2", "", False),
        ("redCombatMove", "", True),
        ("redCombatMove", "false", False),
    ],
)
def test_units_rest_after_a_noncombat_move_where_their_nation_moves_again(
    following: str, says: str, rests: bool
) -> None:
    said = f'<stepProperty name="resetUnitStateAtEnd" value="{says}"/>' if says else ""
    first = f'<step name="blueNonCombatMove" delegate="move" player="Reds">{said}</step>'
    if following.endswith("2"):
        first = f'{first}<step name="redEndTurn" delegate="endRound" player="Reds"/>'
    game = read_triplea_map(
        small_map('<step name="redCombatMove"', f'{first}<step name="redCombatMove"')
    )
    step = next(step for step in game.sequence if step.name == "blueNonCombatMove")
    assert ("rest_after" in step.does) == rests


def test_a_map_is_refused_with_all_reasons_each_with_its_line() -> None:
    """One fault hides neither those of other rows nor the rules that are missing."""
    said = (
        ('name="isSub"', 'name="isGhost"'),
        ("<initialize>", "<initialize><weather/>"),
        ('name="attack" value="4"', 'name="attack" value="4000"'),
        ('name="production" value="4"', 'name="production" value="4000"'),
    )
    text = SMALL_MAP
    for before, after in said:
        text = text.replace(before, after)
    with pytest.raises(UnsupportedMapError) as caught:
        read_triplea_map(text.encode())
    refused = caught.value
    assert refused.missing == (
        "element 'weather' is unknown",
        "option of UnitAttachment 'isGhost' is unknown",
    )
    assert [fault.name for fault in refused.faults] == ["battleship", "Redland"]
    for fault, least in zip(refused.faults, (0, -1000), strict=True):
        assert fault.name in text.splitlines()[fault.line - 1]
        assert f"{fault.name!r} in line {fault.line}: " in str(fault)
        assert str(fault).endswith(f"the number must be from {least} to 1000")


@pytest.mark.parametrize(("price", "units"), [(30, 1), (25, 10)])
def test_a_batch_at_the_price_of_single_units_is_no_offer_of_its_own(
    price: int, units: int
) -> None:
    rule = (
        f'<productionRule name="ten"><cost resource="PUs" quantity="{price}"/>'
        '<result resourceOrUnit="ranger" quantity="10"/></productionRule>'
    )
    few = '<productionFrontier name="few"><frontierRules name="buyR"/>'
    found = read_triplea_map(small_map(few, f'{rule}{few}<frontierRules name="ten"/>'))
    offers = found.economy.offers.get("Blues", {})
    assert (offers["ranger"].units if "ranger" in offers else 1) == units
