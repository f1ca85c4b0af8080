"""Everything about an order is in its file: a walk over the registry misses none of it."""

import pkgutil
from dataclasses import replace
from functools import cache
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine.orders
import engine.orders.standing_orders
from engine import Definition, NotationError, completions, format_order, order_examples, parse_order
from engine.gamedef.conditions import Rounds
from engine.gamedef.relations import PoliticalAction
from engine.grammar.fields import (
    FieldEntry,
    FlagEntry,
    ListEntry,
    NumberEntry,
    PlainForm,
    TextEntry,
    TupleEntry,
    UnitsEntry,
    WordEntry,
)
from engine.loading import load_scenario, scenario_names
from engine.notation.amounts import with_ones
from engine.notation.changes import format_change, parse_change
from engine.notation.format import format_standing
from engine.notation.standing_orders import parse_standing
from engine.orders.codec import order_from_plain, order_to_plain
from engine.orders.edits.registry import CHANGE_FORMS, change_from_plain, change_to_plain
from engine.orders.form import SUBJECTS, Order, OrderForm, Verb
from engine.orders.registry import ORDER_FORMS, VERBS
from engine.orders.standing_orders.registry import (
    STANDING_FORMS,
    standing_from_plain,
    standing_to_plain,
)
from tests.engine.notation.strategies import any_picks, names

COUNTING = [verb for verb in VERBS if verb.amounts]
HALVES = ["declare peace West", "stay down: SZ 19", "land 1 fighter: A > B"]
EXAMPLES = [text for verb in VERBS for text in verb.examples]


@cache
def games() -> tuple[Definition, ...]:
    """All scenarios, and one in which nations act politically."""
    scenarios = tuple(load_scenario(name) for name in scenario_names())
    acts = tuple(
        PoliticalAction(name, "Germans", (), Rounds(1)) for name in ("DeclareWar", "CeaseFire")
    )
    game = load_scenario("big_world_1942")
    return (*scenarios, replace(game, politics=replace(game.politics, actions=acts)))


def read_somewhere(line: str) -> list[tuple[Order, str]]:
    """The order of a line and how it is written, in each game in which it can be read."""
    found = []
    for game in games():
        try:
            order = parse_order(line, game)
        except NotationError:
            continue
        found.append((order, format_order(order, game)))
    assert found, f"{line!r} cannot be read in any game"
    return found


def test_every_file_of_an_order_is_in_the_registry_and_has_one_order() -> None:
    """A new order needs its file and its line in the registry, and nothing else."""
    modules = [
        import_module(f"engine.orders.{one.name}")
        for one in pkgutil.iter_modules(engine.orders.__path__)
    ]
    forms = [found for module in modules if (found := getattr(module, "FORM", None)) is not None]
    assert len(forms) == len(ORDER_FORMS) >= 29
    assert all(form in ORDER_FORMS for form in forms)
    # By name, because a dataclass with slots is made twice.
    types = {form.plain.make.__name__ for form in ORDER_FORMS}
    assert types == {kind.__name__ for kind in Order.__subclasses__()}


def test_every_kind_of_standing_order_is_in_the_registry() -> None:
    found = [
        import_module(f"engine.orders.standing_orders.{one.name}")
        for one in pkgutil.iter_modules(engine.orders.standing_orders.__path__)
    ]
    forms = [module.FORM for module in found if hasattr(module, "FORM")]
    assert sorted(form.kind for form in forms) == sorted(form.kind for form in STANDING_FORMS)


def test_no_tag_and_no_verb_stands_for_two_things() -> None:
    tags = [form.plain.tag for form in ORDER_FORMS]
    spellings = [text for verb in VERBS for text in (verb.text, *verb.also)]
    assert len(set(tags)) == len(tags)
    assert len(set(spellings)) == len(spellings)


@pytest.mark.parametrize("form", ORDER_FORMS, ids=lambda form: form.plain.tag)
def test_every_order_has_help_and_completion(form: OrderForm) -> None:
    """The list of the terminal once lacked orders that could be read."""
    assert form.verbs and form.when and form.subject in SUBJECTS
    helped = order_examples(in_every_game=form.in_every_game)
    for verb in form.verbs:
        assert verb.examples and verb.examples[0] in helped
        assert (len(verb.text) - 1, verb.text) in completions(verb.text[:-1], games()[0])
        assert not verb.grammar or verb.before or verb.after
        assert all(text.startswith(verb.text) for text in verb.examples)


def offered(line: str, game: Definition) -> list[str]:
    return [text for _, text in completions(line, game)]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.text)
def test_what_completion_offers_behind_a_verb_is_something(verb: Verb) -> None:
    assert not verb.before or any(offered(f"{verb.text} ", game) for game in games())
    assert not verb.after or any(offered(f"{verb.text} 1: ", game) for game in games())


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_is_read_and_written_alike(text: str) -> None:
    found = read_somewhere(text)
    assert text in [written for _, written in found]
    assert all(order_from_plain(order_to_plain(order)) == order for order, _ in found)


@pytest.mark.parametrize("form", ORDER_FORMS, ids=lambda form: form.plain.tag)
def test_examples_are_examples_of_their_order(form: OrderForm) -> None:
    for verb in form.verbs:
        for spelling in (verb.text, *verb.also):
            text = verb.examples[0].replace(verb.text, spelling, 1)
            assert {type(order) for order, _ in read_somewhere(text)} == {form.plain.make}


@pytest.mark.parametrize("verb", COUNTING, ids=lambda verb: verb.text)
def test_examples_with_numbers_left_out_can_be_read(verb: Verb) -> None:
    counted = with_ones(verb.amounts, games()[0])
    assert counted is not None
    read_somewhere(counted)


@pytest.mark.parametrize(
    "line", ["declare peace West", "stay down: SZ 19", "land 1 fighter: A > B"]
)
def test_a_line_with_half_a_verb_is_answered_with_an_example(line: str) -> None:
    with pytest.raises(NotationError, match="write, for example: ") as caught:
        parse_order(line, games()[0])
    assert [fault.code for fault in caught.value.faults] == ["bad-order"]


def values_of(entry: FieldEntry) -> st.SearchStrategy[object]:
    """Values that an entry of a plain form can stand for."""
    match entry:
        case TextEntry():
            return st.just("") | names if entry.empty else names
        case WordEntry():
            return st.sampled_from(entry.words)
        case NumberEntry():
            return st.integers(entry.least, min(entry.most, 10_000))
        case FlagEntry():
            return st.booleans()
        case ListEntry():
            return st.lists(values_of(entry.of), min_size=entry.least, max_size=4).map(tuple)
        case TupleEntry():
            return st.tuples(*map(values_of, entry.parts))
        case UnitsEntry():
            owners = names if entry.owned else st.just("") | names
            return any_picks(names, owners, least=0 if entry.empty else 1)
    return st.just(None)


def made_of(form: PlainForm[Order]) -> st.SearchStrategy[Order]:
    return st.builds(form.make, *(values_of(entry) for _, entry in form.entries))


DERIVED = [form for form in ORDER_FORMS if form.plain.tag != "standing"]


@given(st.one_of([made_of(form.plain) for form in DERIVED]))
def test_every_order_comes_back_from_its_plain_form(order: Order) -> None:
    assert order_from_plain(order_to_plain(order)) == order


@pytest.mark.parametrize("text", [text for form in CHANGE_FORMS for text in form.examples])
def test_every_example_of_a_change_is_read_and_written_alike(text: str) -> None:
    for game in games():
        try:
            change = parse_change(text, game)
        except NotationError:
            continue
        assert format_change(change, game) == text
        assert change_from_plain(change_to_plain(change)) == change
        return
    raise AssertionError(f"{text!r} cannot be read in any game")


@pytest.mark.parametrize("text", [text for form in STANDING_FORMS for text in form.examples])
def test_every_example_of_a_standing_order_is_read_and_written_alike(text: str) -> None:
    for game in games():
        lines, faults = parse_standing(text, game)
        if faults:
            continue
        (line,) = lines
        assert format_standing(line.instruction, game) == text
        assert standing_from_plain(standing_to_plain(line.instruction)) == line.instruction
        return
    raise AssertionError(f"{text!r} cannot be read in any game")
