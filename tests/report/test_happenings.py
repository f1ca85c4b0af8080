"""What the report says of triggers of the map (ADR 0017)."""

from dataclasses import replace

import pytest

from engine import NEUTRAL, RuleChange, Unit, events, trigger_word
from engine.gamedef.conditions import NamedCondition, Together
from pbem.report.automatic_events import automatic_of
from pbem.report.scenes import Event, scenes_of
from tests.report.made_up_turn import summary_of
from tests.support.positions import big_world, position


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("triggerAttachmentGermansSpecial", "Germans Special"),
        ("triggerAttachment_Americans_Declare_War", "Americans Declare War"),
        ("objectiveAttachmentGermans1", "Germans1"),
        ("north of Moscow", "north of Moscow"),
        ("triggerAttachment", "triggerAttachment"),
    ],
)
def test_names_of_the_map_for_people(name: str, word: str) -> None:
    assert trigger_word(name) == word


def change(subject: str, name: str, fact: str, value: int | bool | str | tuple[str, ...]) -> Event:
    assert subject in {"unit", "territory", "nation", "buy_list", "condition"}
    return events.triggers.RuleChanged(RuleChange(subject, name, fact, value))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.triggers.TriggerFired("triggerAttachmentBigDay", "Russians"), "Big Day happened"),
        (events.triggers.TriggerRolled("Luck", "Russians", 3, 6, 2), "it does not happen"),
        (events.triggers.TriggerRolled("Luck", "Russians", 2, 6, 2), "it happens"),
        (events.triggers.ResourceGiven("Russians", "PUs", 5, 29, "gift"), "Russians got 5 PUs"),
        (events.triggers.ResourceGiven("Russians", "PUs", -5, 19, "tax"), "Russians lost 5 PUs"),
        (events.triggers.TechnologyGiven("Russians", "rockets"), "Russians got Rockets"),
        (events.triggers.LandAssigned("Finland", "Russians", "Germans"), "belongs to Russians"),
        (events.triggers.LandAssigned("Finland", NEUTRAL, "Germans"), "belongs to nobody"),
        (events.triggers.UnitsGranted("Russians", (("armour", 2),)), "got 2 armour to place"),
        (
            events.triggers.UnitsAppeared(
                "Russians", "Moscow", (Unit(99_999, "armour", "Russians", "Moscow"),)
            ),
            "1 armour of Russians appeared in Moscow",
        ),
        (events.theatres.TheatreDecided("Europe", "Germany"), "Germany won Europe"),
        (events.theatres.TheatreReopened("Europe", "Germans"), "broke the peace in Europe"),
        (events.theatres.CombatMoveLost("British", "Europe"), "no combat move in Europe"),
        (change("nation", "Russians", "buy_list", "late"), "buy from the list late"),
        (change("nation", "Russians", "bounds", ()), "may go everywhere"),
        (change("nation", "Russians", "bounds", ("Moscow",)), "other areas now: Moscow"),
        (change("nation", "Russians", "inside", True), "in these areas only"),
        (change("buy_list", "late", "units", ("armour",)), "is now: armour"),
        (change("condition", "base", "is_on", False), "base no longer counts"),
        (change("unit", "armour", "can_blitz", False), "can blitz is off"),
        (change("territory", "Moscow", "production", 3), "production is 3 now"),
    ],
)
def test_every_event_of_a_trigger_is_reported(event: Event, sentence: str) -> None:
    world = big_world()
    game = replace(
        world,
        economy=replace(
            world.economy, buy_lists={"early": (), "late": ()}, buy_list_of={"Russians": "early"}
        ),
        script=replace(world.script, conditions=(NamedCondition("base", Together((), 0, 0)),)),
    )
    state = position(game, "Russians", "purchase")
    (text,) = automatic_of(scenes_of(state, (event,)))
    assert sentence in text


def test_money_of_a_trigger_is_in_the_account() -> None:
    paid = events.triggers.ResourceGiven("Germans", "PUs", 5, 5, "triggerAttachmentBigGift")
    money = summary_of((paid,)).money
    assert [(line.label, line.amount) for line in money.lines] == [("Big Gift", 5)]
