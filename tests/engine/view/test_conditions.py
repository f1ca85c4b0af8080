"""Objectives and triggers in words (ADR 0017)."""

from dataclasses import replace

import pytest

from engine.core.ids import NEUTRAL
from engine.gamedef.conditions import (
    Condition,
    Destroyed,
    Knowledge,
    Named,
    NamedCondition,
    Objective,
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
from engine.rules.politics.condition_progress import progress_of
from engine.rules.politics.condition_words import condition_words
from engine.rules.politics.conditions import holds
from engine.view.conditions import effect_words, objective_rows, trigger_rows
from tests.support.positions import big_world, position

US = ("Russians",)
TWO = Places("named", ("Moscow", "Finland"), 1)


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (Together((), 0, 0), "always"),
        (Together((), 1, 1), "never"),
        (Opposite(Together((), 0, 0)), "never"),
        (Together((Rounds(3, 3), Rounds(2)), 2, 2), "it is round 3 and it is round 2 or later"),
        (
            Together((Rounds(3, 4), Rounds(2)), 1, 9),
            "either it is round 3 to 4 or it is round 2 or later",
        ),
        (
            Together((Rounds(1),) * 3, 2, 2),
            "2 of these: it is round 1 or later; it is round 1 or later; it is round 1 or later",
        ),
        (Opposite(SwitchOn("Story")), "not (the map's switch 'Story' is on)"),
        (Named("base"), "“base” has come about and it is round 2 or later"),
        (OptionOn("low_luck", False), "option low_luck is off"),
        (Ownership(US, TWO, by_side=True), "Russians or allies own 1 of Moscow, Finland"),
        (Ownership(US, Places("first")), "Russians own the areas that were theirs at the start"),
        (UnitPresence(US, TWO, "side"), "own or allied units in 1 of Moscow, Finland"),
        (
            UnitAbsence(US, Places("all", count=9), "enemies", (UnitCount(("infantry",), 1),)),
            "at most 1 infantry (enemy units) in 9 of all areas",
        ),
        (UnitAbsence(US, TWO, "enemy_ships"), "no enemy surface warships in 1 of Moscow, Finland"),
        (Knowledge(US, ("rockets", "radar"), 1), "Russians have 1 of rockets, radar"),
        (War(US, ("Germans",), 0), "Russians are at war with none of Germans"),
        (War(US, ("Germans",), 1), "Russians are at war with Germans"),
        (Destroyed(US, 9, True), "Russians destroyed units worth 9 PUs in attacks in this round"),
    ],
)
def test_every_condition_has_words(condition: Condition, words: str) -> None:
    world = big_world()
    game = replace(
        world,
        script=replace(world.script, conditions=(NamedCondition("base", Rounds(2), is_on=False),)),
    )
    assert words in condition_words(position(game, "Russians", "purchase"), condition)


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (SetFact("nation", US, "bounds", ()), "Russians may go everywhere"),
        (SetFact("unit", ("armour",), "can_blitz", True), "can blitz of armour is True"),
        (SetFact("nation", US, "levies of armour", 3), "Russians get one armour for every 3 areas"),
        (SetFact("nation", US, "levies of armour", 0), "Russians get no armour in their levy"),
        (
            SetFact("support", ("guns",), "nations", US, is_added=True),
            "nations of guns now include Russians",
        ),
        (
            SetFact("support", ("guns",), "nations", US, is_removed=True),
            "nations of guns no longer include Russians",
        ),
        (SetFact("nation", US, "inside", True), "where Russians may go changes"),
        (SetFact("condition", ("base",), "is_on", False), "base no longer counts"),
        (EditBuyList("late", "armour", is_added=False), "armour cannot be bought"),
        (GiveTechnology(US, "rockets"), "Russians get rockets"),
        (EditResearch(US, "rockets", is_added=True), "Russians can research rockets"),
        (EditResearch(US, "rockets", is_added=False), "Russians cannot research rockets"),
        (AssignLand("", "Germans", NEUTRAL, is_conquest=False), "every area of Germans goes to"),
        (RemoveUnits(US, (), (), 9), "up to 9 units of each type of Russians leave every area"),
        (PlaceUnits(US, "Moscow", (("armour", 2),)), "2 armour of Russians appear in Moscow"),
        (GiveUnits(US, (("armour", 2),)), "Russians get 2 armour to place"),
        (GiveResource(US, "PUs", -5), "Russians lose 5 PUs"),
        (CallTrigger("other", 3), "other happens 3 times"),
        (WinGame(US, "the end"), "Russians win (the end)"),
    ],
)
def test_every_effect_has_words(effect: Effect, words: str) -> None:
    assert words in effect_words(effect)


def test_what_pays_and_what_happens_now() -> None:
    objectives = (
        Objective("north", "Russians", 5, Ownership(US, TWO), uses=2),
        Objective("late", "Germans", 3, Rounds(9)),
    )
    happening = Trigger(
        "gift", "Russians", Rounds(1), (), ("before:russianPurchase",), chance=1, sides=6
    )
    world = big_world(national_objectives=True)
    game = replace(
        world, script=replace(world.script, objectives=objectives, triggers=(happening,))
    )
    state = replace(position(game, "Russians", "purchase"), used={"Russians: north": (1, 1)})
    rows = [(row.name, row.value, row.is_met, row.left) for row in objective_rows(state)]
    assert rows == [("north", 5, True, 1), ("late", 3, False, None)]
    (row,) = trigger_rows(state)
    assert (row.when, row.holds, row.left) == ("before russianPurchase", True, None)
    assert row.asks == "it is round 1 or later, and a die of 6 shows 1 or less"
    plain = big_world()
    unpaid = replace(plain, script=replace(plain.script, objectives=objectives))
    assert not objective_rows(replace(state, definition=unpaid))


@pytest.mark.parametrize(
    ("condition", "done", "needed"),
    [
        (Rounds(9), 0, 1),
        (
            Ownership(US, Places("named", ("Moscow", "Leningrad", "Vichy France", "France"), 3)),
            2,
            3,
        ),
        (Ownership(US, Places("named", ("Moscow", "Leningrad", "Vichy France"), 2)), 2, 2),
        (Ownership(US, Places("named", ("Vichy France",))), 0, 1),
        # Whatever is asked together counts together; of three of which two are enough, two.
        (
            Together((Rounds(1), Ownership(US, Places("named", ("Moscow", "Vichy France")))), 2, 2),
            2,
            3,
        ),
        (Together((Rounds(1), Rounds(9), Rounds(8)), 2, 9), 1, 2),
        # More than is allowed is not all of it.
        (Together((Rounds(1), Rounds(1), Rounds(1)), 2, 2), 1, 2),
        (Named("cities"), 1, 2),
    ],
)
def test_how_far_a_condition_has_come(condition: Condition, done: int, needed: int) -> None:
    cities = NamedCondition("cities", Ownership(US, Places("named", ("Moscow", "Vichy France"))))
    world = big_world()
    game = replace(world, script=replace(world.script, conditions=(cities,)))
    state = position(game, "Russians", "purchase")
    assert progress_of(state, condition) == (done, needed)
    assert holds(state, condition) == (done == needed)
