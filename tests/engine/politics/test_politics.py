"""Political actions: attempts, cost, chance, consent, and what a new relation means (ADR 0019)."""

from dataclasses import replace

import pytest

from engine.core.chance import RollRequest, RollResult
from engine.core.digest import state_digest
from engine.core.errors import IllegalActionError
from engine.core.events.politics import ActionRolled, OfferLapsed, RelationChanged
from engine.core.events.turn import PhaseBegan, PhaseSkipped, TurnEnded
from engine.core.evolve import evolve
from engine.core.ids import PUS
from engine.game import apply, check, legal, new_game
from engine.gamedef import Definition, State
from engine.gamedef.conditions import Condition, HasRelation, Rounds, Together
from engine.gamedef.position import Step
from engine.gamedef.relations import NEUTRALITY, PoliticalAction, Relation
from engine.gamedef.sequence import SequenceStep
from engine.gamedef.triggers import CallTrigger, ChangeRelation, GiveResource, Trigger
from engine.loading import definition_from_tree, tree_from_definition
from engine.notation.format import format_order
from engine.notation.parse import parse_order
from engine.orders.act import Act
from engine.orders.answer_offer import AnswerOffer
from engine.orders.done import Done
from engine.orders.form import Action, Order
from engine.rules.common.relations import (
    has_just_gone_to_war,
    is_allied,
    is_at_peace,
    is_enemy,
)
from engine.rules.politics.conditions import holds
from engine.values import with_value
from engine.view.nation import nation_view
from engine.view.politics import action_words
from tests.support.play_again import play_again
from tests.support.positions import at_phase, big_world

ALWAYS = Together((), 0, 0)
PEACE = Relation(("Germans", "Russians"), "Ceasefire")
WAR = Relation(("Germans", "Russians"), "war")
TYPES = (replace(NEUTRALITY, name="Ceasefire"),)


def action(
    name: str = "Cease fire",
    nation: str = "Russians",
    *changes: Relation,
    test: Condition = ALWAYS,
    **facts: object,
) -> PoliticalAction:
    made = PoliticalAction(name, nation, changes or (PEACE,), test)
    for fact, value in facts.items():
        made = with_value(made, fact, value)
    return made


def game(*actions: PoliticalAction, triggers: tuple[Trigger, ...] = ()) -> Definition:
    """Big World with a politics phase before each purchase."""
    world = big_world(tech_development=False)
    steps: list[SequenceStep] = []
    for step in world.sequence:
        if step.phase == "purchase":
            steps.append(SequenceStep(f"{step.nation}Politics", "politics", step.nation))
        steps.append(step)
    return replace(
        world,
        sequence=tuple(steps),
        politics=replace(world.politics, actions=actions, relation_types=TYPES),
        script=replace(world.script, triggers=triggers),
        options=replace(world.options, politics=True),
    )


def politics(definition: Definition, nation: str = "Russians") -> Step:
    return at_phase(new_game(definition), nation, "politics")


def codes(state: State, order: Order) -> set[str]:
    return {reason.code for reason in check(state, order)}


def test_an_action_changes_relations_at_once_and_is_paid_for() -> None:
    state = politics(game(action(cost=((PUS, 3),)))).state
    before = state_digest(state)
    step = apply(state, Act("Cease fire"))
    assert RelationChanged(("Germans", "Russians"), "Ceasefire", "war") in step.events
    assert is_at_peace(step.state, "Russians", "Germans")
    assert not is_enemy(step.state, "Germans", "Russians")
    assert step.state.relations == (("Germans", "Russians", "Ceasefire", 1),)
    assert step.state.turn.related == (("Germans", "Russians", "war", "Ceasefire"),)
    assert not has_just_gone_to_war(step.state, "Russians", "Germans")
    # Another moves before the turn is closed, and it is not forgotten until then.
    later = evolve(step.state, TurnEnded("Russians"))
    assert later.turn.related == step.state.turn.related
    closing = replace(later, agenda=(replace(later.phase, phase="end_turn"),))
    assert not evolve(closing, PhaseBegan(0, "Germans", "purchase")).turn.related
    assert step.state.amount("Russians", PUS) == state.amount("Russians", PUS) - 3
    assert state_digest(state) == before != state_digest(step.state)
    assert is_enemy(state, "Germans", "Russians")
    assert nation_view(step.state, "Russians").at_peace_with == ("Germans",)


def test_an_action_says_what_it_changes_and_what_it_asks_for() -> None:
    plain = action(cost=((PUS, 5),), chance=2, sides=6)
    asking = action("Truce", accepted_by=("Germans",))
    state = politics(game(plain, asking)).state
    first, second = (action_words(state, Act(name)) for name in ("Cease fire", "Truce"))
    assert first.endswith("; costs 5 PUs; succeeds if a die of 6 shows 2 or less")
    assert second == first.partition(";")[0] + "; Germans must consent"
    assert action_words(state, Done()) == ""


def test_positions_without_politics_keep_their_digest() -> None:
    state = politics(game(action())).state
    assert (state.relations, state.offers, state.turn.attempted) == ((), (), ())
    plain = politics(game(action("Another", nation="Russians"))).state
    assert state_digest(plain) == state_digest(state)


def test_relations_that_come_back_count_from_then_on() -> None:
    back = action("War again", "Russians", WAR)
    state = apply(politics(game(action(), back)).state, Act("Cease fire")).state
    state = apply(state, Act("War again")).state
    assert state.relations == (("Germans", "Russians", "war", 1),)
    assert is_enemy(state, "Germans", "Russians")


@pytest.mark.parametrize(
    ("entry", "order", "code"),
    [
        (action(), Act("Make peace"), "unknown-action"),
        (action(nation="Germans"), Act("Cease fire"), "unknown-action"),
        (action(test=Rounds(2)), Act("Cease fire"), "not-possible-now"),
        (action("War", "Russians", WAR), Act("War"), "no-change"),
        (action(cost=((PUS, 1000),)), Act("Cease fire"), "too-dear"),
        (action(), AnswerOffer("Cease fire", accepts=True), "unknown-offer"),
    ],
)
def test_what_is_refused(entry: PoliticalAction, order: Order, code: str) -> None:
    state = politics(game(entry, action("Other", "Russians", attempts=2))).state
    assert codes(state, order) == {code}


def test_an_action_may_be_tried_so_often_in_a_turn() -> None:
    lucky = action(chance=1, sides=6, attempts=2)
    state = politics(game(lucky)).state
    for _ in range(2):
        step = apply(state, Act("Cease fire"))
        assert isinstance(step.waiting, RollRequest)
        assert step.waiting.purpose == "whether Cease fire succeeds, at 1 or less"
        step = apply(step.state, RollResult((2,)))
        assert ActionRolled("Russians", "Cease fire", 2, 6, 1) in step.events
        state = step.state
    assert codes(state, Act("Cease fire")) == {"no-attempts-left"}
    assert is_enemy(state, "Germans", "Russians")


def test_a_die_that_is_low_enough_carries_it_out() -> None:
    step = apply(politics(game(action(chance=2, sides=6))).state, Act("Cease fire"))
    state = apply(step.state, RollResult((2,))).state
    assert is_at_peace(state, "Germans", "Russians")
    assert state.turn.attempted == ("Cease fire",)


def test_the_chance_of_an_action_rises_after_a_failure_and_falls_after_a_success() -> None:
    lucky = action(chance=1, sides=6, attempts=9, chance_increment=4, chance_decrement=2)
    state = politics(game(lucky)).state
    state = apply(apply(state, Act("Cease fire")).state, RollResult((2,))).state
    assert state.chances == {"Russians: Cease fire": 5}
    step = apply(state, Act("Cease fire"))
    assert isinstance(step.waiting, RollRequest)
    assert step.waiting.purpose == "whether Cease fire succeeds, at 5 or less"
    assert apply(step.state, RollResult((5,))).state.chances == {"Russians: Cease fire": 3}
    # Without hope nothing is rolled.
    hopeless = replace(state, chances={"Russians: Cease fire": 0})
    step = apply(hopeless, Act("Cease fire"))
    assert not isinstance(step.waiting, RollRequest)
    assert step.state.chances == {"Russians: Cease fire": 4}
    assert is_enemy(step.state, "Germans", "Russians")


def offered() -> State:
    asked = action(accepted_by=("Germans",))
    state = apply(politics(game(asked)).state, Act("Cease fire")).state
    assert state.offers == (("Cease fire", ()),)
    assert codes(state, Act("Cease fire")) == {"no-attempts-left", "already-offered"}
    assert is_enemy(state, "Germans", "Russians")
    return at_phase(Step(state, (), None), "Germans", "politics").state


def test_consent_carries_an_offer_out_in_the_turn_of_whoever_gives_it() -> None:
    state = offered()
    answers: list[Order] = [
        AnswerOffer("Cease fire", accepts=True),
        AnswerOffer("Cease fire", accepts=False),
        Done(),
    ]
    assert list(legal(state)) == answers
    step = apply(state, answers[0])
    assert is_at_peace(step.state, "Germans", "Russians")
    assert step.state.offers == ()
    assert OfferLapsed("Russians", "Cease fire", is_done=True) in step.events


def test_a_refusal_and_silence_take_it_off_the_table() -> None:
    state = offered()
    refused = apply(state, AnswerOffer("Cease fire", accepts=False)).state
    assert (refused.offers, is_enemy(refused, "Germans", "Russians")) == ((), True)
    silent = apply(state, Done())
    step = at_phase(silent, "Russians", "politics")
    assert step.state.round == 2
    assert step.state.offers == ()
    assert not codes(step.state, Act("Cease fire"))


def test_a_nation_that_cannot_answer_is_not_asked() -> None:
    definition = game(action(accepted_by=("Germans",)))
    steps = tuple(entry for entry in definition.sequence if entry.name != "GermansPolitics")
    step = at_phase(new_game(replace(definition, sequence=steps)), "Russians", "purchase")
    assert step.state.round == 1
    open_to_russians = replace(
        definition,
        sequence=steps,
        politics=replace(
            definition.politics, actions=(*definition.politics.actions, action("Other"))
        ),
    )
    state = politics(open_to_russians).state
    assert codes(state, Act("Cease fire")) == {"nobody-answers"}


def test_the_phase_is_skipped_where_there_is_nothing_to_do() -> None:
    switched_off = game(action())
    switched_off = replace(switched_off, options=replace(switched_off.options, politics=False))
    for definition in (game(action(test=Rounds(5))), switched_off):
        step = new_game(definition)
        skipped = [event for event in step.events if isinstance(event, PhaseSkipped)]
        assert ("Russians", "politics") in [(event.nation, event.phase) for event in skipped]


def test_conditions_ask_for_relations_and_how_long_they_last() -> None:
    state = apply(politics(game(action())).state, Act("Cease fire")).state
    pair = ("Russians", "Germans")
    for relation in ("any", "any neutral", "Ceasefire"):
        assert holds(state, HasRelation(pair, relation))
        assert not holds(state, HasRelation(pair, relation, rounds=1))
    for relation in ("any war", "any allied", "war"):
        assert not holds(state, HasRelation(pair, relation))
    later = replace(state, round=3)
    assert holds(later, HasRelation(pair, "Ceasefire", rounds=2))
    longer = replace(
        later,
        definition=replace(
            later.definition, politics=replace(later.definition.politics, extra_rounds=1)
        ),
    )
    assert not holds(longer, HasRelation(pair, "Ceasefire", rounds=2))
    assert holds(longer, HasRelation(pair, "Ceasefire"))


def test_a_trigger_changes_relations_from_one_to_another_only() -> None:
    pair = ("Germans", "Japanese")
    effects = (ChangeRelation(pair, "any war", "allied"), ChangeRelation(pair, "any", "war"))
    for effect, allied in zip(effects, (True, False), strict=True):
        trigger = Trigger("Split", "Russians", ALWAYS, (effect,))
        state = at_phase(
            new_game(game(action(), triggers=(trigger,))), "Russians", "purchase"
        ).state
        assert is_allied(state, *pair) == allied


def test_actions_are_kept_in_a_save_and_written_as_orders() -> None:
    definition = game(
        action(cost=((PUS, 2),), attempts=3, chance=1, sides=4, accepted_by=("Germans",)),
        action("Never", "Germans", WAR, test=HasRelation(("Germans", "Russians"), "any war", 2)),
        triggers=(
            Trigger(
                "Split",
                "Russians",
                ALWAYS,
                (ChangeRelation(("Germans", "Japanese"), "any", "Ceasefire"),),
            ),
        ),
    )
    assert definition_from_tree(tree_from_definition(definition)) == definition
    for order, text in (
        (Act("Cease fire"), "act Cease fire"),
        (AnswerOffer("Never", accepts=True), "consent Never"),
        (AnswerOffer("Never", accepts=False), "decline Never"),
    ):
        assert format_order(order, definition) == text
        assert parse_order(text.upper(), definition) == order


def test_a_game_with_politics_replays_to_the_same_position() -> None:
    definition = game(action(chance=3, sides=6))
    actions: list[Action] = [Act("Cease fire"), RollResult((1,)), Done()]
    first = politics(definition).state
    for entry in actions:
        first = apply(first, entry).state
    again = play_again(definition, actions)[-1]
    assert state_digest(again.state) == state_digest(first)
    with pytest.raises(IllegalActionError):
        apply(first, Act("Cease fire"))


def test_triggers_without_a_moment_change_relations_after_the_actions_of_the_phase() -> None:
    """What an action has just changed counts for the condition of the trigger."""
    change = ChangeRelation(("Japanese", "Russians"), "any", "Ceasefire")
    peace = HasRelation(("Germans", "Russians"), "Ceasefire")
    follows = Trigger("follows", "Russians", peace, (change,))
    state = politics(game(action(), triggers=(follows,))).state
    assert not is_at_peace(state, "Japanese", "Russians")
    acted = apply(state, Act("Cease fire"))
    assert not is_at_peace(acted.state, "Japanese", "Russians")
    assert is_at_peace(apply(acted.state, Done()).state, "Japanese", "Russians")


def user_actions(*actions: PoliticalAction, triggers: tuple[Trigger, ...]) -> State:
    """The phase of the Russians in which they take user actions, in a game without politics."""
    world = game(*actions, triggers=triggers)
    steps = tuple(
        replace(step, phase="user_actions") if step.phase == "politics" else step
        for step in world.sequence
    )
    options = replace(world.options, politics=False)
    world = replace(world, sequence=steps, options=options)
    return at_phase(new_game(world), "Russians", "user_actions").state


def pays(amount: int, **facts: object) -> Trigger:
    made = Trigger("pay", "Russians", ALWAYS, (GiveResource(("Russians",), PUS, amount),))
    for fact, value in facts.items():
        made = with_value(made, fact, value)
    return made


def levy(*calls: CallTrigger, **facts: object) -> PoliticalAction:
    made = replace(action("levy"), changes=(), phase="user_actions", calls=calls)
    for fact, value in facts.items():
        made = with_value(made, fact, value)
    return made


@pytest.mark.parametrize(("times", "paid"), [(1, 4), (3, 12)])
def test_a_user_action_makes_triggers_happen_and_is_paid_for(times: int, paid: int) -> None:
    taken = levy(CallTrigger("pay", times), cost=((PUS, 2),))
    state = user_actions(taken, triggers=(pays(4, moments=("before:never",)),))
    after = apply(state, Act("levy")).state
    assert after.amount("Russians", PUS) == state.amount("Russians", PUS) - 2 + paid
    assert codes(after, Act("levy")) == {"no-attempts-left"}


def test_a_user_action_is_taken_in_its_own_phase_only() -> None:
    state = user_actions(levy(CallTrigger("pay")), action(), triggers=(pays(4),))
    assert codes(state, Act("levy")) == set()
    assert codes(state, Act("Cease fire")) == {"unknown-action"}
    peaceful = politics(game(levy(CallTrigger("pay")), action(), triggers=(pays(4),))).state
    assert codes(peaceful, Act("levy")) == {"unknown-action"}
    assert codes(peaceful, Act("Cease fire")) == set()


@pytest.mark.parametrize(("die", "paid"), [(2, 4), (3, 0)])
def test_a_user_action_that_fails_makes_nothing_happen(die: int, paid: int) -> None:
    state = user_actions(levy(CallTrigger("pay"), chance=2, sides=6), triggers=(pays(4),))
    rolled = apply(apply(state, Act("levy")).state, RollResult((die,))).state
    assert rolled.amount("Russians", PUS) == state.amount("Russians", PUS) + paid


def test_a_trigger_that_is_called_may_still_ask_for_its_condition() -> None:
    never = pays(4, test=Rounds(9))
    for asks, paid in ((False, 4), (True, 0)):
        call = CallTrigger("pay", tests_condition=asks)
        state = user_actions(levy(call), triggers=(never,))
        after = apply(state, Act("levy")).state
        assert after.amount("Russians", PUS) == state.amount("Russians", PUS) + paid
