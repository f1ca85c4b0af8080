"""What Global 1940 and its kin say of units, areas and nations, out of a map file."""

import pytest

from engine.gamedef.unit_combat import HitChange
from engine.gamedef.unit_economy import CapturedAs
from engine.loading import (
    definition_from_tree,
    read_triplea_map,
    read_triplea_parts,
    tree_from_definition,
)
from tests.engine.loading.small_map import small_map
from tests.support.unit_types import fact_of

_END = "  </attatchmentList>"
_CAPTURE = "Capture Units On Entering Territory"
_CHANGE = "Units Can Be Changed On Capture"
_FUEL = "Use Fuel Cost"


def _map(
    *options: tuple[str, str],
    to: str = "flak",
    kind: str = "Unit",
    on: tuple[str, ...] = (_CAPTURE, _CHANGE, _FUEL),
) -> bytes:
    """The small map with more options of one thing, and properties that are on."""
    inner = "".join(f'<option name="{name}" value="{value}"/>' for name, value in options)
    name = f"{kind[0].lower()}{kind[1:]}Attachment"
    text = small_map(
        _END,
        f'<attachment name="{name}" attachTo="{to}" javaClass="{kind}Attachment">{inner}'
        f"</attachment>{_END}",
    ).decode()
    properties = "".join(f'<property name="{switch}" value="true"/>' for switch in on)
    return text.replace("</propertyList>", properties + "</propertyList>", 1).encode()


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ([("canBeDamaged", "true")], {"can_be_damaged": True, "max_damage": 2}),
        (
            [("canBeDamaged", "true"), ("maxDamage", "6"), ("maxOperationalDamage", "2")],
            {"max_damage": 6, "works_until": 2, "dies_of_damage": False},
        ),
        (
            [("canBeDamaged", "true"), ("canDieFromReachingMaxDamage", "true")],
            {"dies_of_damage": True},
        ),
        ([("maxDamage", "6")], {"can_be_damaged": False, "max_damage": 0}),
        ([("blockade", "2")], {"blockade": 2}),
        ([("bombingMaxDieSides", "2"), ("bombingBonus", "3")], {"raid_faces": 2, "raid_bonus": 3}),
        ([("bombingTargets", "works:flak")], {"raid_targets": ("works", "flak")}),
        (
            [("consumesUnits", "2:ranger"), ("consumesUnits", "1:sub")],
            {"consumes": (("ranger", 2), ("sub", 1))},
        ),
        (
            [("requiresUnitsToMove", "works:sub"), ("requiresUnitsToMove", "ranger")],
            {"moves_beside": (("works", "sub"), ("ranger",))},
        ),
        (
            [("fuelCost", "2:PUs"), ("fuelFlatCost", "1:PUs")],
            {"fuel": (("PUs", 2),), "flat_fuel": (("PUs", 1),)},
        ),
        ([("repairsUnits", "battleship:sub")], {"repairs": (("battleship", 1), ("sub", 1))}),
        (
            [("createsUnitsList", "2:sub"), ("createsUnitsList", "ranger")],
            {"creates": (("ranger", 1), ("sub", 2))},
        ),
        (
            [("createsResourcesList", "-2:PUs"), ("createsResourcesList", "1:techTokens")],
            {"yields": (("PUs", -2), ("research dice", 1))},
        ),
        (
            [("isKamikaze", "true"), ("isSuicide", "true")],
            {
                "flies_one_way": True,
                "dies_attacking": True,
                "dies_defending": True,
                "first_in_attack": True,
                "first_in_defence": True,
            },
        ),
        ([("canInvadeOnlyFrom", "sub:flak")], {"invades_from": ("sub", "flak")}),
        ([("canInvadeOnlyFrom", "none")], {"invades_from": (), "never_invades": True}),
        ([("canInvadeOnlyFrom", "all")], {"invades_from": (), "never_invades": False}),
        ([("isSuicideOnAttack", "true")], {"dies_attacking": True, "dies_defending": False}),
        ([("whenCapturedSustainsDamage", "2")], {"capture_damage": 2}),
        ([("isSuicideOnHit", "true")], {"dies_hitting": True}),
        ([("canRetreatOnStalemate", "true")], {"leaves_stalemates": True}),
        ([("canRetreatOnStalemate", "false")], {"stays_in_stalemates": True}),
        ([("isSuicideOnDefense", "true")], {"dies_attacking": False, "dies_defending": True}),
        ([("repairsUnits", "3:sub")], {"repairs": (("sub", 3),)}),
        ([("receivesAbilityWhenWith", "canBlitz:howitzer")], {"blitzes_with": ("howitzer",)}),
        ([("canBeCapturedOnEnteringBy", "Reds:Blues")], {"entry_captors": ("Reds", "Blues")}),
        (
            [("canNotTarget", "sub:ranger"), ("canNotBeTargetedBy", "works")],
            {"cannot_hit": ("sub", "ranger"), "cannot_be_hit_by": ("works",)},
        ),
        (
            [("canEvade", "true"), ("canMoveThroughEnemies", "true")],
            {"submerges": True, "passes_enemies": True, "is_passed": False},
        ),
        ([("canBeMovedThroughByEnemies", "true")], {"is_passed": True}),
        (
            [("whenHitPointsDamagedChangesInto", "1:true:sub")],
            {"damaged_as": (HitChange(1, "sub", True),), "repaired_as": ()},
        ),
        (
            [
                ("whenHitPointsRepairedChangesInto", "0:true:sub"),
                ("whenHitPointsRepairedChangesInto", "0:false:ranger"),
            ],
            {"repaired_as": (HitChange(0, "ranger", False),)},
        ),
        ([("givesMovement", "-1:sub")], {"gives_movement": (("sub", -1),)}),
        (
            [("whenCapturedChangesInto", "any:Blues:true:ranger:2")],
            {"captured_as": (CapturedAs("", "Blues", True, (("ranger", 2),)),)},
        ),
    ],
)
def test_options_of_a_unit(options: list[tuple[str, str]], fields: dict[str, object]) -> None:
    flak = read_triplea_map(_map(*options)).unit_types["flak"]
    assert {name: fact_of(flak, name) for name in fields} == fields


@pytest.mark.parametrize(
    ("option", "field"),
    [
        (("whenCapturedChangesInto", "any:any:true:ranger:1"), "captured_as"),
        (("canBeCapturedOnEnteringBy", "Reds"), "entry_captors"),
        (("fuelCost", "1:PUs"), "fuel"),
    ],
)
def test_what_a_property_switches_off_is_not_read(option: tuple[str, str], field: str) -> None:
    assert fact_of(read_triplea_map(_map(option, on=())).unit_types["flak"], field) == ()


def test_a_factory_takes_twice_its_area_unless_it_says_otherwise() -> None:
    plain = read_triplea_map(small_map()).unit_types["works"]
    assert (plain.takes_damage, plain.damage.max_damage) == (True, 0)
    own = read_triplea_map(_map(("isFactory", "true"), ("maxDamage", "3"))).unit_types["flak"]
    assert own.damage.max_damage == 3
    fixed = _map(("isFactory", "true"), ("canProduceXUnits", "10"))
    assert read_triplea_map(fixed).unit_types["flak"].damage.max_damage == 2


@pytest.mark.parametrize(
    ("option", "missing"),
    [
        (("receivesAbilityWhenWith", "canBombard:sub"), "receivesAbilityWhenWith: canBombard"),
        (("whenCombatDamaged", "1:2:unitsMayNotUnload"), "whenCombatDamaged: unitsMayNotUnload"),
    ],
)
def test_other_forms_are_refused_by_name(option: tuple[str, str], missing: str) -> None:
    assert read_triplea_parts(_map(option)).missing == (f"option of UnitAttachment {missing}",)


def test_ships_that_would_be_spent_when_they_bombard_are_refused() -> None:
    text = _map(("isSuicideOnHit", "true"), ("isSea", "true"), ("canBombard", "true"))
    missing = read_triplea_parts(text).missing
    assert "units: ships that are spent when they bombard" in missing


def test_decks_that_hits_shut() -> None:
    found = read_triplea_map(
        _map(
            ("isSea", "true"),
            ("hitPoints", "2"),
            ("whenCombatDamaged", "1:2:unitsMayNotLandOnCarrier"),
            ("whenCombatDamaged", "1:1:unitsMayNotLeaveAlliedCarrier"),
            to="howitzer",
        )
    ).unit_types["howitzer"]
    assert (found.decks.shut_deck_hits, found.decks.held_deck_hits) == (1, 1)


def test_facts_of_an_area() -> None:
    area = read_triplea_map(
        _map(
            ("production", "4"),
            ("unitProduction", "7"),
            ("capital", "Reds"),
            ("whenCapturedByGoesTo", "Blues:Reds"),
            ("captureUnitOnEnteringBy", "Blues"),
            to="Redland",
            kind="Territory",
        )
    ).board.territories["Redland"]
    assert (area.production, area.output, area.built) == (4, 7, 7)
    assert area.taken_for == (("Blues", "Reds"),)
    assert area.entry_captors == ("Blues",)
    sea = read_triplea_map(_map(("blockadeZone", "true"), to="North Sea", kind="Territory"))
    assert sea.board.territories["North Sea"].blockade_zone


def test_facts_of_a_nation() -> None:
    options = (("captureUnitOnEnteringBy", "Blues"), ("immuneToBlockade", "true"))
    rule = read_triplea_map(_map(*options, to="Reds", kind="Player")).map_rules.of("Reds")
    assert rule.entry_captors == ("Blues",)
    assert rule.is_unblockaded


def test_delegates_of_the_other_family_are_read_where_they_do_the_same() -> None:
    text = small_map().decode().replace("triplea.delegate.Init", "twoIfBySea.delegate.Init")
    text = text.replace("InitializationDelegate", "InitDelegate")
    assert read_triplea_map(text.encode()) == read_triplea_map(small_map())


def test_properties_of_nations_that_are_not_there_say_nothing() -> None:
    more = '<property name="Greens bid" value="9"/>'
    more += '<property name="South Total Victory VCs" value="3"/>'
    text = small_map().decode().replace("</propertyList>", more + "</propertyList>")
    assert read_triplea_map(text.encode()) == read_triplea_map(small_map())


@pytest.mark.parametrize(
    ("switch", "level", "cities"),
    [
        ("Projection of Power", "projection_of_power", 13),
        ("Honorable Surrender", "honorable_surrender", 15),
        ("Total Victory", "total_victory", 18),
    ],
)
@pytest.mark.parametrize("value", ["true", "false"])
def test_B236_a_level_without_a_number_has_the_one_of_the_engine(
    switch: str, level: str, cities: int, value: str
) -> None:
    """Also where it is off: a player may switch it on.  The map says 1 for one of them."""
    more = f'<property name="{switch}" value="{value}"/></propertyList>'
    levels = read_triplea_map(small_map("</propertyList>", more)).victory.levels
    found = {(entry.level, entry.alliance): entry.cities for entry in levels}
    east = 1 if level == "total_victory" else cities
    wanted = {(level, "East"): east, (level, "West"): cities, ("total_victory", "East"): 1}
    assert found == wanted


@pytest.mark.parametrize(("value", "rounds"), [("3", 3), ("-1", 0)])
def test_rounds_of_battles(value: str, rounds: int) -> None:
    more = f'<property name="Land Battle Rounds" value="{value}"/></propertyList>'
    text = small_map().decode().replace("</propertyList>", more)
    options = read_triplea_map(text.encode()).options
    assert (options.land_battle_rounds, options.sea_battle_rounds) == (rounds, 0)


def test_nations_that_count_on_the_carriers_of_each_other() -> None:
    more = '<stepProperty name="combinedTurns" value="Reds:Blues"/><stepProperty name="skipPosting"'
    text = small_map().decode().replace('<stepProperty name="skipPosting"', more)
    (step,) = [s for s in read_triplea_map(text.encode()).sequence if s.with_nations]
    assert (step.phase, step.with_nations) == ("noncombat_move", ("Reds", "Blues"))


@pytest.mark.parametrize(
    ("step", "property_", "value", "does", "omits"),
    [
        ("redCombatMove", "giveBonusMovement", "false", (), ("bonus_movement",)),
        ("redCombatMove", "giveBonusMovement", "true", (), ()),
        ("redNonCombatMove", "giveBonusMovement", "true", ("bonus_movement",), ()),
        ("redCombatMove", "resetUnitStateAtEnd", "true", ("rest_after",), ()),
        ("redCombatMove", "resetUnitStateAtStart", "true", ("rest_before",), ()),
        ("redCombatMove", "resetUnitStateAtStart", "false", (), ()),
        ("redCombatMove", "resetUnitState", "true", (), ()),
        ("redNonCombatMove", "removeAirThatCanNotLand", "false", (), ("loss_of_aircraft",)),
        ("redCombatMove", "removeAirThatCanNotLand", "true", ("loss_of_aircraft",), ()),
        ("redCombatMove", "repairUnits", "false", (), ("repair",)),
        ("redCombatMove", "repairUnits", "true", ("repair",), ()),
        ("redNonCombatMove", "repairUnits", "true", ("repair",), ()),
        ("redTech", "repairUnits", "true", (), ()),
    ],
)
def test_what_a_step_does_besides_its_phase_and_what_it_omits(
    step: str, property_: str, value: str, does: tuple[str, ...], omits: tuple[str, ...]
) -> None:
    text = small_map().decode()
    start = text.index(f'<step name="{step}"')
    end = text.index(">", start)
    inner = f'><stepProperty name="{property_}" value="{value}"/>'
    if text[end - 1] == "/":
        text = text[: end - 1] + inner + "</step>" + text[end + 1 :]
    else:
        text = text[:end] + inner + text[end + 1 :]
    (found,) = [entry for entry in read_triplea_map(text.encode()).sequence if entry.name == step]
    assert (found.does, found.omits) == (does, omits)


@pytest.mark.parametrize(
    ("options", "production", "built"),
    [
        ([("productionOnly", "7")], 7, 0),
        ([("productionOnly", "7"), ("unitProduction", "2")], 7, 2),
        ([("productionOnly", "7"), ("production", "3")], 7, 3),
        ([("production", "3")], 3, 3),
        ([("production", "-1")], -1, 0),
    ],
)
def test_income_that_builds_nothing(
    options: list[tuple[str, str]], production: int, built: int
) -> None:
    game = read_triplea_map(_map(*options, to="South Sea", kind="Territory"))
    area = game.board.territories["South Sea"]
    assert (area.production, area.built) == (production, built)
    assert definition_from_tree(tree_from_definition(game)) == game


_BOTH = ("Limit SBR Damage Per Turn", "Limit Rocket Damage Per Turn")
_THIRD = ("WW2V3", "WW2V3 Tech Model")
_GO = ("Remove All Tech Tokens At End Of Turn",)


def test_limits_of_a_turn_for_raids_and_rockets_are_one_option() -> None:
    assert read_triplea_map(_map(on=_BOTH)).options.territory_turn_limit
    assert not read_triplea_map(_map(on=())).options.territory_turn_limit


@pytest.mark.parametrize(("goes", "kept"), [((), True), (_GO, False)])
def test_research_dice_of_one_turn(goes: tuple[str, ...], kept: bool) -> None:
    text = _map(on=(*_THIRD, *goes)).decode()
    text = text.replace('name="WW2V2" value="true"', 'name="WW2V2" value="false"')
    options = read_triplea_map(text.encode()).options
    assert options.tech_tokens_kept == kept
    assert not options.every_success_finds


def test_a_factory_may_say_that_raids_spare_it() -> None:
    factory = '<option name="isFactory" value="true"/>'
    spared = small_map(factory, f'{factory}<option name="canBeDamaged" value="false"/>')
    assert read_triplea_map(spared).unit_types["works"].damage.is_spared
    assert not read_triplea_map(small_map()).unit_types["works"].damage.is_spared
