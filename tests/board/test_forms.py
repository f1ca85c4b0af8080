"""Every order and every question has a form on the page, and the form can say what players said."""

from functools import cache
from pathlib import Path

import pytest

from engine import (
    Decision,
    FieldPart,
    Move,
    Order,
    PhaseOpen,
    Shape,
    Step,
    apply,
    load_scenario,
    new_game,
    order_shape,
    order_to_plain,
    parse_order,
    price_list,
    with_route,
)
from engine.orders.registry import ORDER_FORMS
from pbem.board.forms import AskedForm, forms_now
from pbem.replay import read_history
from pbem.save.trust import open_save
from tests.engine.advice.test_losses import hit_twice

SAVEGAMES = Path(__file__).resolve().parents[2] / "savegames"
# Together they hold every kind of order and question; the others are more of the same.
NAMES = ("blocks", "classic-allies-together", "rarities", "technologies", "two-boards", "vanished")
ALWAYS = {"standing", "no_standing", "resign"}
"""Orders that are legal in any phase and that `legal` does not list; a typed line gives them."""
OF_EACH = 4


def admits(form: AskedForm, order: Order) -> bool:
    """Whether an order can be made with a form by choosing, counting or clicking."""
    shape = order_shape(type(order))
    if form.tag != shape.tag:
        return False
    if form.shape is Shape.ONE:
        return order_to_plain(order) in [choice.plain for choice in form.choices]
    fields = {field.name: field for field in form.fields}
    for name, part in shape.parts:
        value, field = getattr(order, name), fields[name]
        match part:
            case FieldPart.NUMBER:
                fits = field.least <= value <= field.most
            case FieldPart.ONE:
                fits = value in field.choices or value == ""
            case FieldPart.AMOUNTS:
                fits = {kind for kind, _ in value} <= set(field.choices)
            case FieldPart.WAY:
                fits = value[0] in field.choices
            case FieldPart.UNITS if shape.shape is Shape.UNITS:
                fits = all(
                    pick.count <= sum(p.most for p in form.piles if p.type == pick.type)
                    for pick in value
                )
            case _:
                fits = True
        if not fits:
            return False
    return True


@cache
def recorded() -> dict[tuple[str, str], list[tuple[str, Step, Order]]]:
    """Orders of recorded games with the step before them, by their type and the question."""
    found: dict[tuple[str, str], list[tuple[str, Step, Order]]] = {}
    for name in NAMES:
        history = read_history(open_save((SAVEGAMES / f"{name}.pbem").read_bytes()))
        for before, moment in zip(history.moments, history.moments[1:], strict=False):
            waiting, order = before.step.waiting, moment.action
            if isinstance(order, Order) and isinstance(waiting, PhaseOpen | Decision):
                what = waiting.what if isinstance(waiting, Decision) else waiting.phase
                same = found.setdefault((order_shape(type(order)).tag, what), [])
                if len(same) < OF_EACH:
                    same.append((name, before.step, order))
    return found


def test_every_kind_of_order_has_a_shape() -> None:
    """A new order needs no line on the page: its fields say how it is filled in."""
    shapes = {form.plain.tag: order_shape(form.plain.make) for form in ORDER_FORMS}
    assert len(shapes) == len(ORDER_FORMS)
    for form in ORDER_FORMS:
        names = [name for name, _ in form.plain.entries]
        assert [name for name, _ in shapes[form.plain.tag].parts] == names
    assert {shape.shape for shape in shapes.values()} == set(Shape)
    assert shapes["move"].shape is Shape.WAY
    assert shapes["lose"].shape is Shape.UNITS
    assert shapes["standing"].shape is Shape.LINE


def test_the_page_draws_every_shape() -> None:
    text = (Path(__file__).resolve().parents[2] / "templates/board/forms.js").read_text("utf-8")
    table = text.partition("const SHAPES = {")[2].partition("}")[0]
    assert {part.partition(":")[0].strip() for part in table.split(",")} == set(Shape)


@pytest.mark.slow
def test_every_recorded_order_can_be_given_with_a_form() -> None:
    """Every decision and every phase of every ruleset, as players met them."""
    missed = []
    for sort, cases in recorded().items():
        if sort[0] in ALWAYS:
            continue
        for name, step, order in cases:
            if not any(admits(form, order) for form in forms_now(step)):
                missed.append((name, sort, order))
    assert missed == []


@pytest.mark.slow
def test_recorded_games_show_every_shape_but_that_of_rare_orders() -> None:
    """What no recorded game holds has a shape that others of them show."""
    sorts = recorded()
    seen = {tag for tag, _ in sorts}
    assert len(seen) >= 18
    shapes = {form.plain.tag: order_shape(form.plain.make).shape for form in ORDER_FORMS}
    assert {shapes[tag] for tag in seen} == set(Shape)
    questions = {"ally", "block_action", "bombard", "casualties", "retreat"}
    assert questions <= {what for _, what in sorts}


def big_world(*lines: str) -> Step:
    return played("big_world_1942", *lines)


def played(scenario: str, *lines: str) -> Step:
    step = new_game(load_scenario(scenario))
    for line in lines:
        order = parse_order(line, step.state.definition)
        step = apply(
            step.state, with_route(step.state, order) if isinstance(order, Move) else order
        )
    return step


def form_of(step: Step, tag: str) -> AskedForm:
    (form,) = (one for one in forms_now(step) if one.tag == tag)
    return form


def test_B137_the_price_list_has_what_can_be_bought() -> None:
    (field,) = form_of(big_world("done"), "buy").fields
    assert {"infantry", "fighter", "transport"} <= set(field.choices)
    assert "aaGun" in field.choices


def test_B137_the_price_list_stays_when_all_the_money_is_spent() -> None:
    step = big_world("done", "buy 8 infantry, 1 fighter")
    assert not any(amount for _, amount in price_list(step.state).left)
    assert form_of(step, "buy").shape is Shape.AMOUNTS


def test_B226_what_was_bought_is_placed_where_it_may_be() -> None:
    step = big_world("done", "buy 4 infantry", "done", "done", "done")
    form = form_of(step, "place")
    (pile,) = form.piles
    assert (pile.type, pile.most) == ("infantry", 4)
    (where,) = (field for field in form.fields if field.name == "territory")
    assert {"Moscow", "Leningrad"} <= set(where.choices)


def test_B106_dice_are_counted_up_to_what_the_money_buys() -> None:
    rockets = next(form for form in forms_now(big_world()) if "rockets" in form.title)
    number = next(field for field in rockets.fields if field.part is FieldPart.NUMBER)
    assert (number.least, number.most) == (1, 6)


def test_B69_what_raiders_bomb_is_chosen_for_as_many_as_there_are() -> None:
    """Bombers of a raid stand somewhere already: their form is none that places units."""
    lines = ("done", "done", "raid 2 bomber: Germany > United Kingdom")
    form = form_of(played("second_edition_global_1940", *lines), "aim")
    assert [(pile.type, pile.most, pile.chosen) for pile in form.piles] == [("bomber", 2, 2)]
    where, _, target = form.fields
    assert where.choices == ("United Kingdom",)
    assert target.choices == ("factory_major", "airfield", "harbour")


def test_B69_each_raid_asks_for_itself() -> None:
    lines = ("done", "done", "raid 1 bomber: Germany > United Kingdom")
    step = played(
        "second_edition_global_1940", *lines, "raid 1 bomber: Germany > Normandy Bordeaux"
    )
    forms = [form for form in forms_now(step) if form.tag == "aim"]
    assert [form.title for form in forms] == ["United Kingdom", "Normandy Bordeaux"]
    assert [pile.most for form in forms for pile in form.piles] == [1, 1]


def test_B200_ships_are_named_once_for_each_hit_that_they_can_take() -> None:
    form = form_of(hit_twice().step, "lose")
    assert {pile.type: pile.most for pile in form.piles} == {"battleship": 2, "destroyer": 1}


def test_a_political_action_says_whom_it_concerns() -> None:
    step = played("second_edition_global_1940", "done")
    words = {choice.text: choice.words for choice in form_of(step, "act").choices}
    assert words["act Germans_To_War_With_Chinese"] == "war: Chinese with Germans"
    many = words["act Axis_To_War_With_TrueNeutrals Germans"]
    assert "war: Neutral True with Germans, Italians, Japanese, and Mongolians with" in many


def test_nothing_is_asked_of_somebody_else() -> None:
    assert forms_now(big_world(), is_mine=False) == ()
