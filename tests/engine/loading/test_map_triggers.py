"""Conditions and triggers out of a map file (ADR 0017)."""

import pytest

from engine.core.changes import RuleChange
from engine.core.errors import DefinitionError
from engine.core.ids import NEUTRAL, RESEARCH_DICE
from engine.gamedef import Definition
from engine.gamedef.conditions import (
    Condition,
    Destroyed,
    Fought,
    Knowledge,
    Named,
    Opposite,
    OptionOn,
    Ownership,
    Places,
    Rounds,
    SwitchOn,
    Together,
    UnitAbsence,
    UnitCount,
    UnitPresence,
    War,
)
from engine.gamedef.offers import Offer
from engine.gamedef.triggers import (
    AssignLand,
    CallTrigger,
    EditBuyList,
    EditResearch,
    Effect,
    GiveResource,
    GiveTechnology,
    GiveUnits,
    PlaceUnits,
    RemoveUnits,
    SetFact,
    Trigger,
    WinGame,
)
from engine.loading import (
    UnsupportedMapError,
    definition_from_tree,
    read_triplea_map,
    read_triplea_parts,
)
from engine.loading.tree.writing import tree_from_definition
from tests.engine.loading.small_map import small_map

_END = "  </attatchmentList>"
REDS = ("Reds",)
Option = tuple[str, str] | tuple[str, str, str]


def attachment(kind: str, name: str, *options: Option, to: str = "Reds") -> str:
    """The text of an attachment; an option is a name, a value and perhaps a count."""
    lines = [
        f'<option name="{o[0]}" value="{o[1]}"' + (f' count="{o[2]}"/>' if len(o) > 2 else "/>")
        for o in options
    ]
    head = f'<attachment name="{name}" attachTo="{to}" javaClass="{kind}Attachment" type="player">'
    return f"{head}{''.join(lines)}</attachment>"


def rule(name: str, *options: Option, to: str = "Reds") -> str:
    return attachment("Rules", name, *options, to=to)


def trigger(name: str, *options: Option, to: str = "Reds") -> str:
    return attachment("Trigger", name, *options, to=to)


def text_of(*attachments: str, **switches: bool) -> bytes:
    text = small_map(_END, "".join(attachments) + _END).decode()
    on = {"Use Triggers": True, "Triggered Victory": True, "Use Fuel Cost": True, **switches}
    lines = [f'<property name="{name}" value="{str(v).lower()}"/>' for name, v in on.items()]
    return text.replace("</propertyList>", "".join(lines) + "</propertyList>", 1).encode()


def read(*attachments: str, **switches: bool) -> Definition:
    game = read_triplea_map(text_of(*attachments, **switches))
    assert definition_from_tree(tree_from_definition(game)) == game
    return game


def asked(*options: Option) -> Condition:
    """The test of a condition that a trigger names."""
    game = read(rule("asked", *options), trigger("t", ("conditions", "asked")))
    (condition,) = game.script.conditions
    return condition.test


@pytest.mark.parametrize(
    ("options", "condition"),
    [
        ([("rounds", "3")], Rounds(3, 3)),
        ([("rounds", "2-+")], Rounds(2)),
        ([("turns", "2-4")], Rounds(2, 4)),
        ([("rounds", "1:3-4")], Together((Rounds(1, 1), Rounds(3, 4)), 1, 2)),
        ([("rounds", "3"), ("invert", "true")], Opposite(Rounds(3, 3))),
        (
            [("directOwnershipTerritories", "Redland:Blueland", "1")],
            Ownership(REDS, Places("named", ("Redland", "Blueland"), 1)),
        ),
        (
            [("alliedOwnershipTerritories", "Redland", "each"), ("players", "Reds:Blues")],
            Ownership(("Reds", "Blues"), Places("named", ("Redland",), 1, each=True), by_side=True),
        ),
        (
            [("directOwnershipTerritories", "Redland:Blueland")],
            Ownership(REDS, Places("named", ("Redland", "Blueland"))),
        ),
        (
            [("battle", "Reds:any:any:currentRound:Redland")],
            Fought(REDS, (), ("Redland",)),
        ),
        (
            [("directOwnershipTerritories", "Redland"), ("players", "Blues:Neutral")],
            Ownership(("Blues", NEUTRAL), Places("named", ("Redland",))),
        ),
        (
            [("battle", "Reds:Blues:any:currentRound:Redland:Blueland")],
            Fought(REDS, ("Blues",), ("Redland", "Blueland")),
        ),
        ([("directOwnershipTerritories", "original")], Ownership(REDS, Places("first"))),
        (
            [("directOwnershipTerritories", "originalNoWater", "each")],
            Ownership(REDS, Places("first_land", (), 1, each=True)),
        ),
        (
            [("enemyPresenceTerritories", "map", "2"), ("unitPresence", "ranger:sub", "3")],
            UnitPresence(REDS, Places("all", (), 2), "enemies", (UnitCount(("ranger", "sub"), 3),)),
        ),
        (
            [("alliedPresenceTerritories", "Redland"), ("unitPresence", "ANY", "1")],
            UnitPresence(REDS, Places("named", ("Redland",)), "side", (UnitCount((), 1),)),
        ),
        (
            [("directExclusionTerritories", "controlledNoWater")],
            UnitAbsence(REDS, Places("held_land"), "own"),
        ),
        (
            [("enemyExclusionTerritories", "South Sea", "1"), ("unitPresence", "sub", "0")],
            UnitAbsence(
                REDS, Places("named", ("South Sea",), 1), "enemies", (UnitCount(("sub",), 0),)
            ),
        ),
        ([("techs", "rocket:superSub", "1")], Knowledge(REDS, ("rockets", "super_subs"), 1)),
        ([("atWarPlayers", "Blues", "0")], War(REDS, ("Blues",), 0)),
        ([("destroyedTUV", "currentRound", "9")], Destroyed(REDS, 9, True)),
        ([("destroyedTUV", "allRounds", "9")], Destroyed(REDS, 9, False)),
        ([("gameProperty", "Low Luck")], OptionOn("low_luck")),
        ([("gameProperty", "All Rockets Attack")], OptionOn("one_rocket_per_turn", False)),
        ([("switch", "false")], Together((), 0, 0)),
    ],
)
def test_what_a_condition_asks(options: list[Option], condition: Condition) -> None:
    assert asked(*options) == condition


def test_a_property_that_no_rule_knows_is_a_switch_of_the_map() -> None:
    asked = rule("asked", ("gameProperty", "Dragons"))
    fires = trigger("t", ("conditions", "asked"))
    assert read(asked, fires, Dragons=True).script.switches == {"Dragons": True}
    assert read(asked, fires).script.switches == {"Dragons": False}
    assert read(asked, fires).script.conditions[0].test == SwitchOn("Dragons")
    assert read(Dragons=True).script.switches == {}


@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [("AND", 2, 2), ("OR", 1, 2), ("XOR", 1, 1), ("1", 1, 1), ("1-9", 1, 9)],
)
def test_conditions_made_of_conditions(kind: str, least: int, most: int) -> None:
    game = read(
        rule("one", ("rounds", "1")),
        rule("two", ("rounds", "2"), ("switch", "false")),
        rule("both", ("conditions", "one:two"), ("conditionType", kind)),
        trigger("t", ("conditions", "both")),
    )
    by_name = {entry.name: entry for entry in game.script.conditions}
    assert by_name["both"].test == Together((Named("one"), Named("two")), least, most)
    assert (by_name["one"].is_on, by_name["two"].is_on) == (True, False)


def test_a_condition_that_nobody_names_is_not_read() -> None:
    assert not read(rule("alone", ("rounds", "1"))).script.conditions


def test_the_first_nation_with_a_condition_of_the_name_is_meant() -> None:
    game = read(
        rule("asked", ("rounds", "2"), to="Blues"),
        rule("asked", ("rounds", "1")),
        trigger("t", ("conditions", "asked"), to="Blues"),
    )
    (condition,) = game.script.conditions
    assert (condition.name, condition.test) == ("asked Reds", Rounds(1, 1))


def test_objectives_with_uses_and_switches() -> None:
    game = read(
        rule("objectiveAttachment1", ("objectiveValue", "5"), ("rounds", "1"), ("uses", "2")),
        rule("objectiveAttachment2", ("objectiveValue", "-3"), ("switch", "false")),
        rule("objectiveAttachment3", ("objectiveValue", "0"), ("rounds", "1")),
    )
    first, second = game.script.objectives
    assert (first.value, first.uses, first.test) == (5, 2, Rounds(1, 1))
    assert (second.value, second.test) == (-3, Named("objectiveAttachment2"))
    assert not game.script.condition("objectiveAttachment2").is_on


def effects_of(*options: Option) -> tuple[Effect, ...]:
    game = read(
        rule("base", ("rounds", "1")),
        trigger("other", ("conditions", "base"), ("when", "after:redTech")),
        trigger("t", ("conditions", "base"), ("when", "before:redTech"), *options),
    )
    return game.script.trigger("t").effects


@pytest.mark.parametrize(
    ("options", "effects"),
    [
        ([("resource", "PUs"), ("resourceCount", "-5")], [GiveResource(REDS, "PUs", -5)]),
        (
            [("resource", "techTokens"), ("resourceCount", "1"), ("players", "Blues")],
            [GiveResource(("Blues",), RESEARCH_DICE, 1)],
        ),
        (
            [("placement", "Redland:ranger:ranger:flak", "2")],
            [PlaceUnits(REDS, "Redland", (("flak", 2), ("ranger", 4)))],
        ),
        ([("purchase", "ranger")], [GiveUnits(REDS, (("ranger", 1),))]),
        (
            [("removeUnits", "Redland:ranger:flak", "3")],
            [RemoveUnits(REDS, ("Redland",), (kind,), 3) for kind in ("ranger", "flak")],
        ),
        ([("removeUnits", "all:all", "99")], [RemoveUnits(REDS, (), (), 99)]),
        ([("frontier", "few")], [SetFact("nation", REDS, "buy_list", "few")]),
        ([("productionRule", "few:buyH")], [EditBuyList("few", "howitzer", is_added=True)]),
        ([("productionRule", "all:-buyR")], [EditBuyList("all", "ranger", is_added=False)]),
        (
            # A unit type that goes with one rule and comes with another stays on the list.
            [("productionRule", "all:buyH"), ("productionRule", "all:-buyH")],
            [
                EditBuyList("all", "howitzer", is_added=False),
                EditBuyList("all", "howitzer", is_added=True),
            ],
        ),
        (
            [("availableTech", "Any:rocket:-jetPower")],
            [
                EditResearch(REDS, "rockets", is_added=True),
                EditResearch(REDS, "jet_power", is_added=False),
            ],
        ),
        ([("placement", "Redland:ranger", "0"), ("purchase", "ranger", "0")], []),
        ([("tech", "rocket")], [GiveTechnology(REDS, "rockets")]),
        (
            [("changeOwnership", "all:any:Neutral:false")],
            [AssignLand("", "", NEUTRAL, is_conquest=False)],
        ),
        (
            [("changeOwnership", "Redland:Reds:Blues:true")],
            [AssignLand("Redland", "Reds", "Blues", is_conquest=True)],
        ),
        ([("victory", "RED_WIN")], [WinGame(REDS, "RED_WIN")]),
        (
            [("activateTrigger", "other:2:true:false:true:false")],
            [CallTrigger("other", 2, spends_use=True, tests_condition=True)],
        ),
        (
            [("unitType", "ranger:sub"), ("unitProperty", "attack", "2")],
            [SetFact("unit", ("ranger", "sub"), "attack", 2)],
        ),
        (
            [("unitType", "ranger"), ("unitProperty", "canBlitz", "-reset-true")],
            [SetFact("unit", ("ranger",), "can_blitz", True)],
        ),
        (
            [("unitType", "works"), ("unitProperty", "givesMovement", "2:ranger")],
            [SetFact("unit", ("works",), "gives_movement of ranger", 2)],
        ),
        (
            [("unitType", "works"), ("unitProperty", "consumesUnits", "3:sub")],
            [SetFact("unit", ("works",), "consumes of sub", 3)],
        ),
        (
            [("unitType", "sub"), ("unitProperty", "canNotTarget", "ranger")],
            [SetFact("unit", ("sub",), "cannot_hit", ("ranger",), is_added=True)],
        ),
        (
            [("unitType", "sub"), ("unitProperty", "fuelCost", "2:PUs")],
            [SetFact("unit", ("sub",), "fuel of PUs", 2)],
        ),
        (
            [("unitType", "flak"), ("unitProperty", "attackAA", "3")],
            [SetFact("unit", ("flak",), "anti_air.strength", 3)],
        ),
        (
            [("unitType", "flak"), ("unitProperty", "isAAforCombatOnly", "true")],
            [SetFact("unit", ("flak",), "anti_air.in_battle", True)],
        ),
        (
            [("unitType", "flak"), ("unitProperty", "targetsAA", "-reset-sub:ranger")],
            [SetFact("unit", ("flak",), "anti_air.targets", ("sub", "ranger"))],
        ),
        (
            [("unitType", "sub"), ("unitProperty", "isTwoHit", "true")],
            [SetFact("unit", ("sub",), "hit_points", 2)],
        ),
        (
            [("unitType", "ranger"), ("unitProperty", "attackRolls", "3")],
            [SetFact("unit", ("ranger",), "attack_dice", 3)],
        ),
        (
            [("unitType", "ranger"), ("unitProperty", "canIntercept", "true")],
            [SetFact("unit", ("ranger",), "can_intercept", True)],
        ),
        (
            [("unitType", "ranger"), ("unitProperty", "createsResourcesList", "-2:PUs")],
            [SetFact("unit", ("ranger",), "yields of PUs", -2)],
        ),
        (
            [("unitType", "ranger"), ("unitProperty", "canNotMoveDuringCombatMove", "true")],
            [SetFact("unit", ("ranger",), "moves_in_combat", False)],
        ),
        (
            [("unitType", "ranger"), ("unitProperty", "isMarine", "2")],
            [SetFact("unit", ("ranger",), "marine_bonus", 2)],
        ),
        (
            [("unitType", "works"), ("unitProperty", "maxOperationalDamage", "4")],
            [SetFact("unit", ("works",), "works_until", 4)],
        ),
        (
            [("unitType", "ranger"), ("unitProperty", "receivesAbilityWhenWith", "canBlitz:sub")],
            [SetFact("unit", ("ranger",), "blitzes_with", ("sub",), is_added=True)],
        ),
        (
            [("unitType", "ranger"), ("unitProperty", "receivesAbilityWhenWith", "-clear-")],
            [SetFact("unit", ("ranger",), "blitzes_with", ())],
        ),
        (
            [("unitType", "ranger"), ("unitProperty", "isAirTransportable", "true")],
            [SetFact("unit", ("ranger",), "is_paratrooper", True)],
        ),
        (
            [("unitType", "ranger"), ("unitProperty", "isLandTransport", "true")],
            [SetFact("unit", ("ranger",), "is_land_transport", True)],
        ),
        (
            [("territories", "Redland"), ("territoryProperty", "production", "9")],
            [SetFact("territory", ("Redland",), "production", 9)],
        ),
        (
            [
                ("playerAttachmentName", "RulesAttachment", "rulesAttachment"),
                ("playerProperty", "movementRestrictionTerritories", "-reset-"),
                ("playerProperty", "movementRestrictionType", "disallowed"),
            ],
            [SetFact("nation", REDS, "bounds", ()), SetFact("nation", REDS, "inside", False)],
        ),
        (
            [("unitType", "ranger"), ("unitProperty", "requiresUnits", "works")],
            [SetFact("unit", ("ranger",), "needs of works", 1)],
        ),
        (
            [("unitType", "sub"), ("unitProperty", "unitPlacementRestrictions", "Redland")],
            [SetFact("unit", ("sub",), "not_in of Redland", 1)],
        ),
        (
            [
                ("playerAttachmentName", "PlayerAttachment", "playerAttachment"),
                ("playerProperty", "shareTechnology", "Blues"),
            ],
            [SetFact("nation", REDS, "shares_technologies_with", ("Blues",), is_added=True)],
        ),
        (
            [
                ("playerAttachmentName", "PlayerAttachment", "playerAttachment"),
                ("playerProperty", "shareTechnology", "-reset-"),
            ],
            [SetFact("nation", REDS, "shares_technologies_with", ())],
        ),
        (
            [
                ("playerAttachmentName", "RulesAttachment", "base"),
                ("playerProperty", "switch", "false"),
            ],
            [SetFact("condition", ("base",), "is_on", False)],
        ),
        ([("notification", "Hello")], []),
    ],
)
def test_what_a_trigger_does(options: list[Option], effects: list[Effect]) -> None:
    assert effects_of(*options) == tuple(effects)


def test_what_units_turn_into_when_captured_is_switched_off_and_on() -> None:
    """On again only with all that the map itself says of it."""
    entry, on = "any:Blues:true:ranger:1", "Units Can Be Changed On Capture"

    def changed(value: str) -> bytes:
        told = ("unitProperty", "whenCapturedChangesInto", value)
        made = trigger("t", ("conditions", "base"), ("unitType", "works"), told)
        own = f'<option name="whenCapturedChangesInto" value="{entry}"/>'
        start = b'attatchTo="works" javaClass="UnitAttachment">'
        text = text_of(rule("base", ("rounds", "1")), made, **{on: True})
        return text.replace(start, start + own.encode())

    for value, is_on in (("-reset-", False), (entry, True)):
        effects = read_triplea_map(changed(value)).script.trigger("t").effects
        assert effects == (SetFact("unit", ("works",), "changes_when_captured", is_on),)
    assert read_triplea_parts(changed("any:Blues:true:ranger:2")).missing


def test_buy_lists_come_with_the_triggers_that_exchange_them() -> None:
    asked = rule("base", ("rounds", "1"))
    game = read(asked, trigger("t", ("conditions", "base"), ("frontier", "few")))
    assert game.economy.buy_lists["few"] == ("ranger",)
    assert game.economy.buy_list_of == {"Reds": "all", "Blues": "few"}
    assert not read(asked, trigger("t", ("conditions", "base"))).economy.buy_lists


def one_trigger(*options: Option) -> Trigger:
    return read(rule("base", ("rounds", "1")), trigger("t", *options)).script.trigger("t")


def test_when_and_how_often_a_trigger_happens() -> None:
    found = one_trigger(
        ("conditions", "base"),
        ("when", "before:redTech"),
        ("when", "after:gameInit"),
        ("uses", "2"),
        ("chance", "1:6"),
        ("chanceIncrementOnFailure", "1"),
        ("chanceDecrementOnSuccess", "2"),
        ("invert", "true"),
    )
    assert found.moments == ("before:redTech", "start")
    assert (
        found.uses,
        found.chance,
        found.sides,
        found.chance_increment,
        found.chance_decrement,
    ) == (2, 1, 6, 1, 2)
    assert found.test == Opposite(Together((Named("base"),), 1, 1))


def test_a_trigger_without_a_condition_or_with_unknown_steps_never_happens_by_itself() -> None:
    never = Together((), 1, 1)
    assert one_trigger(("resource", "PUs"), ("resourceCount", "1")).test == never
    assert one_trigger(("conditions", "base"), ("when", "after:NoStep")).test == never


def test_a_trigger_with_unknown_steps_is_asked_for_its_condition_when_it_is_called() -> None:
    definition = read(
        rule("base", ("rounds", "1")),
        trigger("t", ("conditions", "base"), ("when", "after:NoStep")),
        trigger(
            "caller",
            ("conditions", "base"),
            ("activateTrigger", "t:1:false:false:true:false"),
            ("when", "before:redTech"),
        ),
    )
    found = definition.script.trigger("t")
    assert (found.test, found.moments) == (Together((Named("base"),), 1, 1), ("called",))
    assert definition_from_tree(tree_from_definition(definition)) == definition


def test_switches_of_triggers_and_of_victory() -> None:
    both = [
        rule("base", ("rounds", "1")),
        trigger("win", ("conditions", "base"), ("victory", "RED")),
        trigger("pay", ("conditions", "base"), ("resource", "PUs"), ("resourceCount", "1")),
    ]
    assert [entry.name for entry in read(*both).script.triggers] == ["win", "pay"]
    only = read(*both, **{"Use Triggers": False})
    assert [entry.name for entry in only.script.triggers] == ["win"]
    unwon = read(*both, **{"Triggered Victory": False})
    assert [len(entry.effects) for entry in unwon.script.triggers] == [0, 1]
    assert not read(*both, **{"Use Triggers": False, "Triggered Victory": False}).script.triggers


def test_triggers_that_actions_call_happen_even_without_the_others() -> None:
    call = "1:false:false:true:false"
    parts = [
        rule("base", ("rounds", "1")),
        attachment("UserAction", "userActionAttachment_a", ("activateTrigger", f"one:{call}")),
        trigger("one", ("conditions", "base"), ("activateTrigger", f"two:{call}")),
        trigger("two", ("conditions", "base"), ("resource", "PUs"), ("resourceCount", "1")),
        trigger("other", ("conditions", "base"), ("resource", "PUs"), ("resourceCount", "1")),
    ]
    game = read(*parts, **{"Use Triggers": False})
    left = {entry.name: entry.moments for entry in game.script.triggers}
    assert left == {"one": ("called",), "two": ("called",)}
    assert all(entry.test == Together((Named("base"),), 1, 1) for entry in game.script.triggers)


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        (("relationshipTypes", "War"), "relationshipTypes: types of relations that change"),
        (("unitProperty", "isSea", "true"), "unitProperty: isSea"),
        (("magic", "1"), "'magic' is unknown"),
    ],
)
def test_what_a_trigger_cannot_do_is_refused(option: Option, reason: str) -> None:
    asked = rule("base", ("rounds", "1"))
    made = trigger("t", ("conditions", "base"), option, ("unitType", "ranger"))
    (missing,) = read_triplea_parts(text_of(asked, made)).missing
    assert reason in missing


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ([("conditions", "nobody")], "there is no condition 'nobody'"),
        ([("conditions", "base"), ("when", "during:redTech")], "cannot happen"),
        ([("conditions", "base"), ("frontier", "none")], "there is no list 'none'"),
        ([("conditions", "base"), ("changeOwnership", "Redland:Reds")], "needs four words"),
        ([("conditions", "base"), ("conditionType", "MANY")], "conditionType cannot be"),
    ],
)
def test_a_trigger_that_makes_no_sense(options: list[Option], reason: str) -> None:
    asked = rule("base", ("rounds", "1"))
    with pytest.raises(DefinitionError, match=reason):
        read_triplea_map(text_of(asked, trigger("t", *options)))


@pytest.mark.parametrize("written", ["once", "twice"])
def test_a_condition_whose_list_is_written_in_several_options_has_all_of_it(written: str) -> None:
    parts = [("conditions", "one:two")]
    if written == "twice":
        parts = [("conditions", "one"), ("conditions", "two")]
    game = read(
        rule("one", ("rounds", "1")),
        rule("two", ("rounds", "2")),
        rule("either", *parts, ("conditionType", "OR")),
        trigger("t", ("conditions", "either")),
    )
    by_name = {entry.name: entry.test for entry in game.script.conditions}
    assert by_name["either"] == Together((Named("one"), Named("two")), 1, 2)


@pytest.mark.parametrize(
    ("option", "new", "fact", "value"),
    [
        ("blockadeZone", "true", "blockade_zone", True),
        ("victoryCity", "2", "victory_cities", 2),
        ("capital", "Blues", "capital_of", "Blues"),
        ("originalOwner", "Blues", "first_owner", "Blues"),
    ],
)
def test_what_an_area_is_may_change(
    option: str, new: str, fact: str, value: bool | int | str
) -> None:
    changed = trigger(
        "t",
        ("conditions", "base"),
        ("territories", "Redland"),
        ("territoryAttachmentName", "TerritoryAttachment", "territoryAttachment"),
        ("territoryProperty", option, new),
    )
    game = read(rule("base", ("rounds", "1")), changed)
    (effect,) = game.script.triggers[0].effects
    assert effect == SetFact("territory", ("Redland",), fact, value)
    after = game.changed(RuleChange("territory", "Redland", fact, value))
    assert getattr(after.board.territories["Redland"], fact) == value
    assert definition_from_tree(tree_from_definition(game)) == game


@pytest.mark.parametrize("nobody", ["-reset-", "Neutral"])
def test_a_capital_may_be_that_of_nobody_any_more(nobody: str) -> None:
    entry = trigger(
        "t",
        ("conditions", "base"),
        ("territories", "Redland"),
        ("territoryAttachmentName", "TerritoryAttachment", "territoryAttachment"),
        ("territoryProperty", "capital", nobody),
    )
    game = read(rule("base"), entry)
    (effect,) = game.script.triggers[0].effects
    assert isinstance(effect, SetFact)
    assert game.board.capitals_of("Reds") == ("Redland",)
    after = game.changed(RuleChange("territory", "Redland", effect.fact, effect.value))
    assert after.board.capitals_of("Reds") == ()
    assert definition_from_tree(tree_from_definition(game)) == game


def test_facts_of_areas_that_triggers_change() -> None:
    entry = trigger(
        "t",
        ("conditions", "base"),
        ("territories", "Redland:Blueland"),
        ("territoryAttachmentName", "TerritoryAttachment", "territoryAttachment"),
        ("territoryProperty", "kamikazeZone", "true"),
        ("territoryProperty", "captureUnitOnEnteringBy", "Blues"),
    )
    game = read(rule("base"), entry, **{"Capture Units On Entering Territory": True})
    assert game.script.triggers[0].effects == (
        SetFact("territory", ("Redland", "Blueland"), "kamikaze_zone", True),
        SetFact("territory", ("Redland",), "entry_captors", ("Blues",), is_added=True),
        SetFact("territory", ("Blueland",), "entry_captors", ("Blues",), is_added=True),
    )


def test_guns_that_triggers_silence() -> None:
    def changed(value: str) -> Effect:
        entry = trigger(
            "t",
            ("conditions", "base"),
            ("unitType", "flak"),
            ("unitProperty", "willNotFireIfPresent", value),
        )
        return read(rule("base"), entry).script.triggers[0].effects[0]

    fact = "anti_air.silenced_by"
    assert changed("sub:ranger") == SetFact(
        "unit", ("flak",), fact, ("sub", "ranger"), is_added=True
    )
    assert changed("-reset-sub") == SetFact("unit", ("flak",), fact, ("sub",))


def test_what_a_condition_asks_may_change() -> None:
    """A list grows by the new value, and a single value is replaced."""
    base = rule("base", ("rounds", "0"), ("directOwnershipTerritories", "Redland", "1"))
    change = trigger(
        "t",
        ("conditions", "base"),
        ("playerAttachmentName", "RulesAttachment", "base"),
        ("playerProperty", "rounds", "2-+"),
    )
    game = read(base, change)
    conditions = {entry.name: entry.test for entry in game.script.conditions}
    assert conditions["base: rounds"] == Together((), 1, 1)
    assert conditions["base: rounds 2-+"] == Rounds(2)
    assert conditions["base"] == Together(
        (Ownership(REDS, Places("named", ("Redland",), 1)), Named("base: rounds")), 2, 2
    )
    (effect,) = game.script.triggers[0].effects
    assert effect == SetFact("condition", ("base: rounds",), "stands_for", "base: rounds 2-+")


def test_what_a_trigger_asks_may_change() -> None:
    change = trigger(
        "t",
        ("conditions", "one"),
        ("playerAttachmentName", "TriggerAttachment", "triggerAttachmentOther"),
        ("playerProperty", "conditions", "two"),
    )
    other = trigger("triggerAttachmentOther", ("conditions", "one"), ("conditionType", "OR"))
    game = read(rule("one"), rule("two"), change, other)
    conditions = {entry.name: entry.test for entry in game.script.conditions}
    slot = "triggerAttachmentOther: conditions"
    assert game.script.triggers[1].test == Named(slot)
    assert conditions[slot] == Together((Named("one"),), 1, 1)
    assert conditions[f"{slot} two"] == Together((Named("one"), Named("two")), 1, 2)


def test_a_price_that_takes_the_place_of_another_one_in_a_list() -> None:
    """Whichever is said last, what is added or what is taken out."""
    cheap = """<productionRule name="cheap"><cost resource="PUs" quantity="2"/>
      <result resourceOrUnit="ranger" quantity="1"/></productionRule>"""
    edits = [("productionRule", "all:cheap"), ("productionRule", "all:-buyR")]
    for order in (edits, edits[::-1]):
        told = trigger("t", ("conditions", "base"), *order)
        text = text_of(rule("base"), told).decode()
        text = text.replace("<productionRule ", f"{cheap}<productionRule ", 1)
        game = read_triplea_map(text.encode())
        assert dict(game.economy.list_prices["all"]) == {"howitzer": 4, "ranger": 3}
        assert EditBuyList("all", "ranger", True, 2) in game.script.trigger("t").effects


def test_lists_with_other_prices() -> None:
    cheap = """<productionRule name="dear"><cost resource="PUs" quantity="9"/>
      <result resourceOrUnit="ranger" quantity="1"/></productionRule>
      <productionFrontier name="war"><frontierRules name="dear"/></productionFrontier>"""
    text = text_of(rule("base"), trigger("t", ("conditions", "base"), ("frontier", "war"))).decode()
    game = read_triplea_map(text.replace("</production>", cheap + "</production>").encode())
    assert dict(game.economy.list_prices["war"]) == {"ranger": 9}
    assert dict(game.economy.list_prices["all"]) == {"howitzer": 4, "ranger": 3}
    same = text.replace("</production>", cheap.replace('"9"', '"3"') + "</production>")
    assert not read_triplea_map(same.encode()).economy.list_prices


@pytest.mark.parametrize(
    ("option", "new", "effect"),
    [
        ("maxPlacePerTerritory", "4", SetFact("nation", REDS, "most_placed", 4)),
        ("maxPlacePerTerritory", "-1", SetFact("nation", REDS, "most_placed", 0)),
        ("immuneToBlockade", "true", SetFact("nation", REDS, "is_unblockaded", True)),
        ("retainCapitalNumber", "2", SetFact("nation", REDS, "capitals_for_money", 2)),
        ("retainCapitalProduceNumber", "0", SetFact("nation", REDS, "capitals_for_income", 0)),
    ],
)
def test_facts_of_nations_that_triggers_change(option: str, new: str, effect: SetFact) -> None:
    name = ("playerAttachmentName", "RulesAttachment", "rulesAttachment")
    made = trigger("t", ("conditions", "base"), name, ("playerProperty", option, new))
    game = read(rule("base", ("rounds", "1")), made)
    assert list(game.script.triggers[0].effects) == [effect]
    changed = game.changed(RuleChange("nation", "Reds", effect.fact, effect.value))
    owner = changed.politics.nation("Reds")
    found = owner if hasattr(owner, effect.fact) else changed.map_rules.of("Reds")
    assert getattr(found, effect.fact) == effect.value
    assert definition_from_tree(tree_from_definition(game)) == game


def test_a_trigger_says_that_a_treasury_is_lost_with_its_capital() -> None:
    game = read(
        rule("asked", ("rounds", "2")),
        trigger(
            "t",
            ("conditions", "asked"),
            ("playerAttachmentName", "PlayerAttachment", "playerAttachment"),
            ("playerProperty", "destroysPUs", "true"),
        ),
    )
    (effect,) = game.script.triggers[0].effects
    assert effect == SetFact("nation", REDS, "treasury_is_lost", True)
    assert not game.politics.nation("Reds").treasury_is_lost
    changed = game.changed(RuleChange("nation", "Reds", "treasury_is_lost", True))
    assert changed.politics.nation("Reds").treasury_is_lost
    assert not changed.politics.nation("Blues").treasury_is_lost


@pytest.mark.parametrize("units", [1, 3])
def test_an_edit_of_a_list_has_a_price_where_lists_have_prices_of_their_own(units: int) -> None:
    dear = f"""<productionRule name="buyDear"><cost resource="PUs" quantity="9"/>
      <result resourceOrUnit="howitzer" quantity="{units}"/></productionRule><productionFrontier"""
    text = text_of(
        rule("base"),
        trigger(
            "t",
            ("conditions", "base"),
            ("productionRule", "few:-buyH"),
            ("productionRule", "few:buyDear"),
        ),
    ).decode()
    game = read_triplea_map(text.replace("<productionFrontier", dear, 1).encode())
    assert game.script.triggers[0].effects == (
        EditBuyList("few", "howitzer", is_added=False),
        EditBuyList("few", "howitzer", is_added=True, price=9, units=units),
    )
    assert definition_from_tree(tree_from_definition(game)) == game


@pytest.mark.parametrize(
    ("order", "meant"),
    [
        ("blues asker reds", "b Blues"),
        ("reds blues asker", "b Reds"),
        ("blues reds asker", "b Reds"),
        ("reds asker blues", "b Reds"),
    ],
)
def test_a_name_means_what_stands_before_it_and_then_the_first_nation(
    order: str, meant: str
) -> None:
    said = {
        "reds": rule("b", ("rounds", "1")),
        "blues": rule("b", ("rounds", "2"), to="Blues"),
        "asker": rule("a", ("conditions", "b")),
    }
    game = read(*(said[word] for word in order.split()), trigger("t", ("conditions", "a")))
    tests = {one.name: one.test for one in game.script.conditions}
    assert tests["a"] == Together((Named(meant),), 1, 1)


def test_two_conditions_of_one_name_may_name_each_other_by_the_one_between() -> None:
    game = read(
        rule("b", ("rounds", "2"), to="Blues"),
        rule("a", ("conditions", "b")),
        rule("b", ("conditions", "a")),
        trigger("t", ("conditions", "b")),
    )
    assert [one.name for one in game.script.conditions] == ["b Reds", "a", "b Blues"]


def test_a_name_of_nothing_before_it_is_an_error() -> None:
    text = text_of(rule("a", ("conditions", "b")), rule("b"), trigger("t", ("conditions", "a")))
    with pytest.raises(DefinitionError, match="there is no condition 'b' before 'a'"):
        read_triplea_map(text)


def test_a_condition_that_depends_on_itself_is_refused() -> None:
    text = text_of(rule("a", ("conditions", "a")), trigger("t", ("conditions", "a")))
    with pytest.raises(DefinitionError, match="the condition 'a' depends on itself"):
        read_triplea_map(text)


def test_resources_that_are_bought_and_lists_that_exchange_their_prices() -> None:
    rules = """<productionRule name="food"><cost resource="PUs" quantity="2"/>
      <result resourceOrUnit="food" quantity="5"/></productionRule>
      <productionRule name="dear"><cost resource="PUs" quantity="7"/>
      <result resourceOrUnit="food" quantity="5"/></productionRule>
      <productionFrontier name="war"><frontierRules name="dear"/></productionFrontier>"""
    text = text_of(rule("base"), trigger("t", ("conditions", "base"), ("frontier", "war"))).decode()
    for old, new in (
        ('<resource name="PUs"/>', '<resource name="PUs"/><resource name="food"/>'),
        ('name="few"><', 'name="few"><frontierRules name="food"/><'),
        ("</production>", rules + "</production>"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    game = read_triplea_map(text.encode())
    economy = game.economy
    assert economy.buyers == {"Reds": ("howitzer", "ranger"), "Blues": ("ranger", "food")}
    cheap, dear = (Offer((("PUs", price),), 5, (("food", 5),)) for price in (2, 7))
    assert economy.offers["Blues"]["food"] == cheap
    assert economy.list_offers == {"all": {}, "few": {"food": cheap}, "war": {"food": dear}}
    assert "food" not in economy.prices
    changed = game.changed(RuleChange("nation", "Blues", "buy_list", "war"))
    assert changed.economy.buyers["Blues"] == ("food",)
    assert definition_from_tree(tree_from_definition(game)) == game


def test_what_an_action_costs_may_change() -> None:
    action = attachment(
        "UserAction",
        "userActionAttachment_loan",
        ("costResources", "PUs", "3"),
        ("chance", "1:1"),
    )
    dearer = trigger(
        "t",
        ("conditions", "base"),
        ("playerAttachmentName", "UserActionAttachment", "userActionAttachment_loan"),
        ("playerProperty", "costResources", "9:PUs"),
        ("playerProperty", "text", "A_LOAN"),
    )
    game = read(rule("base", ("rounds", "1")), action, dearer)
    (effect,) = game.script.triggers[0].effects
    assert effect == SetFact("action", ("loan",), "cost of PUs", 9)
    assert game.politics.actions[0].cost == (("PUs", 3),)
    for cost in (9, 0):
        changed = game.changed(RuleChange("action", "loan", "cost of PUs", cost))
        assert dict(changed.politics.actions[0].cost) == ({"PUs": cost} if cost else {})
    with pytest.raises(KeyError):
        game.changed(RuleChange("action", "loan", "attempts", 2))
    assert definition_from_tree(tree_from_definition(game)) == game


def test_nothing_else_of_an_action_may_change() -> None:
    change = trigger(
        "t",
        ("conditions", "base"),
        ("playerAttachmentName", "UserActionAttachment", "userActionAttachment_loan"),
        ("playerProperty", "attemptsPerTurn", "2"),
    )
    with pytest.raises(UnsupportedMapError, match="playerProperty: attemptsPerTurn"):
        read(rule("base", ("rounds", "1")), change)
