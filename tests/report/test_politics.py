"""What the report says of relations and political actions (ADR 0019)."""

from dataclasses import replace

import pytest

from engine import events
from engine.gamedef.relations import NEUTRALITY
from pbem.report.automatic_events import automatic_of
from pbem.report.scenes import Event, scenes_of
from tests.support.positions import big_world, position

PAIR = ("Germans", "Russians")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            events.politics.RelationChanged(PAIR, "Pact", "war"),
            "Germans and Russians are neutral (Pact) now; they were at war.",
        ),
        (
            events.politics.RelationChanged(PAIR, "allied", "neutral"),
            "Germans and Russians are allied now; they were neutral.",
        ),
        (
            events.politics.ActionTried("Russians", "makePeace", (("PUs", 3),)),
            "Russians tried make Peace for 3 PUs.",
        ),
        (
            events.politics.ActionTried("Russians", "makePeace", ()),
            "Russians tried make Peace.",
        ),
        (
            events.politics.ActionRolled("Russians", "Peace", 2, 6, 3),
            "Peace: 2 of 6, 3 needed; it succeeds.",
        ),
        (
            events.politics.ActionRolled("Russians", "Peace", 4, 6, 3),
            "Peace: 4 of 6, 3 needed; it fails.",
        ),
        (
            events.politics.ActionOffered("Russians", "Peace", ("Germans", "Japanese")),
            "Peace waits for the consent of Germans, Japanese.",
        ),
        (
            events.politics.OfferAnswered("Germans", "Peace", accepts=True),
            "Germans consented to Peace.",
        ),
        (
            events.politics.OfferAnswered("Germans", "Peace", accepts=False),
            "Germans refused Peace.",
        ),
        (
            events.politics.OfferLapsed("Russians", "Peace", is_done=False),
            "Peace was not consented to in time and lapses.",
        ),
    ],
)
def test_events_of_politics_in_words(event: Event, sentence: str) -> None:
    pact = replace(NEUTRALITY, name="Pact")
    world = big_world()
    state = position(
        replace(world, politics=replace(world.politics, relation_types=(pact,))),
        "Russians",
        "purchase",
    )
    assert automatic_of(scenes_of(state, [event])) == (sentence,)


def test_an_offer_that_was_carried_out_is_not_reported_twice() -> None:
    state = position(big_world(), "Russians", "purchase")
    done = events.politics.OfferLapsed("Russians", "Peace", is_done=True)
    assert automatic_of(scenes_of(state, [done])) == ()
