"""Prices other than PUs for one unit: goods, units sold in batches, prices of single nations."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.core.errors import DefinitionError
from engine.core.event_log import EventLog
from engine.core.events.economy import IncomeCollected, PurchasePlanned, UnitsBought
from engine.core.ids import RESEARCH_DICE
from engine.game import apply, check, legal
from engine.gamedef import Definition, State
from engine.gamedef.offers import Offer
from engine.gamedef.position import Step
from engine.grammar.errors import NotationError
from engine.loading import definition_from_tree, normal_definition, tree_from_definition
from engine.notation.amounts import with_amounts
from engine.notation.completion import completions
from engine.notation.parse import parse_order
from engine.orders.buy import Buy
from engine.orders.done import Done
from engine.orders.form import Order
from engine.rules.economy.income import goods_of, resolve_income
from engine.rules.economy.purchase import cost_of, costs_of, legal_purchases, prices_for, purse_of
from engine.view.purchase import price_list
from tests.support.positions import big_world, position

OFFERS = {
    "infantry": Offer((("PUs", 5),), units=2),
    "armour": Offer((("PUs", 2), ("iron", 3))),
    "bomber": Offer((("PUs", 7),)),
    "fighter": Offer((("PUs", 10),), gains=(("PUs", 4), ("iron", 1))),
    "transport": Offer(()),
}


def _game() -> Definition:
    plain = big_world()
    return replace(
        plain, economy=replace(plain.economy, resource_names=("iron",), offers={"Germans": OFFERS})
    )


def _state(pus: int = 20, iron: int = 7) -> State:
    state = position(_game(), "Germans", "purchase")
    return replace(state, resources={**state.resources, "Germans": {"PUs": pus, "iron": iron}})


def _codes(state: State, order: Order) -> list[str]:
    return [reason.code for reason in check(state, order)]


def _bought(state: State, **units: int) -> tuple[State, UnitsBought]:
    step: Step = apply(state, Buy(tuple(units.items())))
    step = apply(step.state, Done())
    return step.state, next(event for event in step.events if isinstance(event, UnitsBought))


def test_B134_nations_pay_prices_of_their_own() -> None:
    assert prices_for(_state(), "Germans")["bomber"] == 7
    assert prices_for(_state(), "Russians")["bomber"] == big_world().economy.prices["bomber"]
    assert prices_for(_state(), "Germans")["infantry"] == 3, "the part of one of two, rounded up"


def test_B135_units_that_come_two_at_once() -> None:
    assert _codes(_state(), Buy((("infantry", 3),))) == ["wrong-batch"]
    assert cost_of(_state(), "Germans", {"infantry": 4}) == 10
    state, event = _bought(_state(), infantry=4)
    assert event.cost == 10
    assert state.unplaced["Germans"] == {"infantry": 4}


def test_B135_other_resources_are_paid_as_well() -> None:
    assert costs_of(_state(), "Germans", {"armour": 2}) == {"PUs": 4, "iron": 6}
    assert _codes(_state(), Buy((("armour", 3),))) == ["not-enough-goods"]
    assert _codes(_state(pus=1), Buy((("armour", 3),))) == ["not-enough-pus", "not-enough-goods"]
    state, event = _bought(_state(), armour=2)
    assert event.goods == (("iron", 6),)
    assert state.resources["Germans"] == {"PUs": 16, "iron": 1}


def test_B99_a_bid_is_spent_in_PUs_alone() -> None:
    """What a nation has of other resources is for the purchases of its first turn."""
    game = _game()
    game = replace(game, options=replace(game.options, bid={"Germans": 30}))
    state = _state()
    bid = replace(position(game, "Germans", "bid"), resources=state.resources)
    assert _codes(bid, Buy((("armour", 1),))) == ["not-enough-goods"]
    assert _codes(bid, Buy((("bomber", 4),))) == []
    assert price_list(bid).left == (("PUs", 30), ("iron", 0))
    assert Buy((("armour", 1),)) not in legal(bid)
    assert Buy((("armour", 1),)) in legal(state)


def test_B137_the_plan_says_what_it_costs() -> None:
    step = apply(_state(), Buy((("armour", 1),)))
    assert PurchasePlanned("Germans", (("armour", 1),), 2, (("iron", 3),)) in step.events


def test_resources_that_come_with_units_are_not_there_before() -> None:
    assert _codes(_state(pus=9), Buy((("fighter", 1),))) == ["not-enough-pus"]
    state, event = _bought(_state(pus=10), fighter=1)
    assert (event.cost, event.remaining) == (6, 4)
    assert state.resources["Germans"] == {"PUs": 4, "iron": 8}


def test_units_may_cost_nothing() -> None:
    state, event = _bought(_state(pus=0), transport=3)
    assert event.cost == 0
    assert state.unplaced["Germans"] == {"transport": 3}


def test_legal_purchases_are_those_that_can_be_paid() -> None:
    poor = _state(pus=5, iron=2)
    found = {order.units[0] for order in legal_purchases(poor, purse_of(poor, 5))}
    assert ("infantry", 2) in found
    assert ("transport", 1) in found
    assert not any(name in {"armour", "bomber"} for name, _ in found)
    assert all(not check(poor, Buy((unit,))) for unit in found)


def test_B137_max_buys_what_money_and_goods_allow() -> None:
    assert with_amounts("buy max armour", _state()) == "buy 2 armour"
    assert with_amounts("buy max infantry", _state(pus=14)) == "buy 4 infantry"
    assert with_amounts("buy all infantry", _state(pus=14)) == "buy 4 infantry"
    assert with_amounts("buy 1 armour, max bomber", _state()) == "buy 1 armour, 2 bomber"


def test_B231_areas_yield_goods_to_their_owner() -> None:
    game = _game()
    lands: Mapping[str, int] = {"Western Germany": 2, "Eastern Germany": 1, "Moscow": 5}
    areas = {
        name: replace(game.board.territories[name], yields=(("iron", amount),))
        for name, amount in lands.items()
        if name in game.board.territories
    }
    game = replace(game, board=replace(game.board, territories={**game.board.territories, **areas}))
    state = position(game, "Germans", "end_turn")
    log = EventLog(state)
    log.extend(resolve_income(state))
    wanted = sum(area.yields[0][1] for name, area in areas.items() if name != "Moscow")
    paid = [event for event in log.events if isinstance(event, IncomeCollected)]
    assert IncomeCollected("Germans", wanted, wanted, "land", "iron") in paid
    assert log.state.amount("Germans", "iron") == wanted
    assert log.state.amount("Russians", "iron") == 0


def test_B231_areas_may_yield_research_dice() -> None:
    game = _game()
    area = replace(game.board.territories["Moscow"], yields=((RESEARCH_DICE, 2),))
    board = replace(game.board, territories={**game.board.territories, "Moscow": area})
    log = EventLog(position(replace(game, board=board), "Russians", "end_turn"))
    log.extend(resolve_income(log.state))
    assert log.state.amount("Russians", RESEARCH_DICE) == 2


def test_B231_a_captured_convoy_zone_yields_no_goods_where_it_pays_its_first_owner() -> None:
    zone = "SZ 10 North Sea"
    for pays_captor in (True, False):
        game = _game()
        area = replace(game.board.territories[zone], yields=(("iron", 3),), first_owner="Russians")
        board = replace(game.board, territories={**game.board.territories, zone: area})
        options = replace(game.options, captured_convoys_pay=pays_captor)
        game = replace(game, board=board, options=options)
        captor = position(game, "Germans", "end_turn", owners={zone: "Germans"})
        assert goods_of(captor, "Germans") == ({"iron": 3} if pays_captor else {})
        first = position(game, "Russians", "end_turn", owners={zone: "Russians"})
        assert goods_of(first, "Russians") == {"iron": 3}


def test_offers_and_goods_are_kept_in_a_save() -> None:
    game = _game()
    moscow = replace(game.board.territories["Moscow"], yields=(("iron", 2),))
    game = normal_definition(
        replace(
            game,
            board=replace(game.board, territories={**game.board.territories, "Moscow": moscow}),
        )
    )
    assert definition_from_tree(tree_from_definition(game)) == game


def _trading(**more: Offer) -> State:
    """Germans who can buy three iron for two PUs, and with the money of a list what `more` says."""
    game = _game()
    economy = game.economy
    iron = Offer((("PUs", 2),), units=3, gains=(("iron", 3),))
    economy = replace(
        economy,
        buyers={**economy.buyers, "Germans": (*economy.buyers["Germans"], "iron")},
        offers={"Germans": {**OFFERS, "iron": iron, **more}},
    )
    state = position(replace(game, economy=economy), "Germans", "purchase")
    return replace(state, resources={**state.resources, "Germans": {"PUs": 20, "iron": 1}})


def test_B134_resources_may_be_bought() -> None:
    assert list(prices_for(_trading(), "Germans"))[-1] == "iron"
    assert _codes(_trading(), Buy((("iron", 4),))) == ["wrong-batch"]
    assert _codes(_trading(), Buy((("iron", 33),))) == ["not-enough-pus"]
    assert _codes(_state(), Buy((("iron", 3),))) == ["not-for-sale"]
    state, event = _bought(_trading(), iron=6, bomber=1)
    assert event == UnitsBought("Germans", (("bomber", 1),), 11, 9, (("iron", -6),))
    assert state.resources["Germans"] == {"PUs": 9, "iron": 7}
    assert state.unplaced["Germans"] == {"bomber": 1}


def test_B135_bought_resources_pay_nothing_in_the_same_purchase() -> None:
    assert _codes(_trading(), Buy((("iron", 3), ("armour", 1)))) == ["not-enough-goods"]


def test_a_line_names_resources_only_where_they_are_for_sale() -> None:
    assert parse_order("buy 3 Iron", _trading().definition) == Buy((("iron", 3),))
    with pytest.raises(NotationError, match="there is no unit type 'Iron'"):
        parse_order("buy 3 Iron", _state().definition)
    with pytest.raises(NotationError, match="there is no unit type 'iron'"):
        parse_order("place 3 iron: Berlin", _trading().definition)
    assert with_amounts("buy 2 infantry, max iron", _trading()) == "buy 2 infantry, 21 iron"
    assert list(completions("buy 3 ir", _trading().definition)) == [(2, "iron")]


def test_a_price_list_ends_with_the_resources() -> None:
    row = price_list(_trading()).rows[-1]
    assert (row.type, row.units, row.cost) == ("iron", 3, (("PUs", 2),))
    assert Buy((("iron", 3),)) in set(legal_purchases(_trading(), purse_of(_trading(), 20)))


def test_a_list_may_have_offers_of_its_own() -> None:
    state = _trading()
    economy = replace(
        state.definition.economy,
        buy_lists={"war": ("armour", "iron")},
        buy_list_of={"Germans": "war"},
        list_prices={"war": (("armour", 9),)},
        list_offers={"war": {"iron": Offer((("PUs", 5),), gains=(("iron", 1),))}},
    )
    game = replace(state.definition, economy=economy)
    assert costs_of(replace(state, definition=game), "Germans", {"armour": 1, "iron": 1}) == {
        "PUs": 14
    }
    kept = normal_definition(game)
    assert definition_from_tree(tree_from_definition(kept)) == kept


def test_a_nation_that_buys_a_resource_has_an_offer_for_it() -> None:
    tree = tree_from_definition(normal_definition(_trading().definition))
    nations = tree["nations"]
    assert isinstance(nations, list)
    for nation in nations:
        nation.pop("offers", None)
    with pytest.raises(DefinitionError, match="no offer of theirs says for what"):
        definition_from_tree(tree)
