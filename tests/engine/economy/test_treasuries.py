"""Money that is bound to a part of the board, and money that is split (linked game: L9 to L15)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.core.errors import DefinitionError
from engine.core.events.economy import TreasuryChanged, UnplacedUnitsLost
from engine.core.events.turn import PhaseSkipped
from engine.core.pick import Pick
from engine.game import apply, check, legal, new_game
from engine.gamedef import Definition, State
from engine.gamedef.position import Step
from engine.gamedef.sequence import SequenceStep
from engine.gamedef.treasuries import RegionalTreasury
from engine.loading import definition_from_tree, tree_from_definition
from engine.notation.format import format_order
from engine.notation.parse import parse_order
from engine.orders.allocate import Allocate
from engine.orders.buy import Buy
from engine.orders.codec import order_from_plain, order_to_plain
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.place import Place
from engine.rules.economy.income import income_of
from engine.rules.economy.treasuries import money_in, treasuries_of, unallocated
from engine.view.nation import nation_view
from tests.support.playout import play
from tests.support.positions import at_phase, big_world, done, position
from tests.support.soak_plan import PLAYERS

HOME, FAR = "Northeastern United States", "Southwestern United States"
NATION = "Americans"


def split_game(*, home: int = 10, far: int = 20) -> Definition:
    """Big World in which the east and the west of America have treasuries of their own.

    The rest of the American land pays unallocated money, as convoys do; it is allocated before the
    first turn and after every one.
    """
    plain = big_world()
    owned = [name for name, owner in plain.setup.owners.items() if owner == NATION]
    worth = {name: plain.board.territories[name].production for name in owned}
    west = tuple(
        sorted(
            {FAR, "Northwestern United States"}
            | {zone for zone in plain.board.neighbours(FAR) if plain.board.is_sea[zone]}
        )
    )
    assert worth[HOME] and worth[FAR]
    treasuries = (
        RegionalTreasury(NATION, "Atlantic", (HOME,), home),
        RegionalTreasury(NATION, "Pacific", west, far),
    )
    sequence: list[SequenceStep] = []
    for step in plain.sequence:
        if (step.nation, step.phase) == (NATION, "purchase"):
            sequence.append(SequenceStep("firstSplit", "allocate", NATION, last_round=1))
        sequence.append(step)
        if (step.nation, step.phase) == (NATION, "end_turn"):
            sequence.append(SequenceStep("split", "allocate", NATION))
    return replace(
        plain, economy=replace(plain.economy, treasuries=treasuries), sequence=tuple(sequence)
    )


def treasuries(state: State) -> dict[str, int]:
    return {treasury.name: money_in(state, treasury) for treasury in treasuries_of(state, NATION)}


def american(phase: str, held: Mapping[str, int], pus: int, **unplaced: int) -> State:
    state = position(split_game(), NATION, phase, pus={NATION: pus}, unplaced=unplaced)
    account = {f"PUs for {name}": amount for name, amount in held.items()}
    account["PUs"] = pus
    return replace(state, resources={**state.resources, NATION: account})


def codes(state: State, order: Order) -> set[str]:
    return {reason.code for reason in check(state, order)}


def test_L14_at_the_start_all_that_no_treasury_holds_is_unallocated() -> None:
    state = new_game(split_game()).state
    assert treasuries(state) == {"Atlantic": 10, "Pacific": 20}
    assert unallocated(state, NATION) == state.amount(NATION, "PUs") - 30


def test_L14_L15_the_split_must_come_to_the_whole_fund() -> None:
    state = american("allocate", {"Atlantic": 30, "Pacific": 60}, 115)
    assert unallocated(state, NATION) == 25
    assert codes(state, Done()) == {"money-left"}
    assert codes(state, Allocate("Atlantic", 26)) == {"too-little-money"}
    state = apply(state, Allocate("Atlantic", 10)).state
    state = apply(state, Allocate("Pacific", 15)).state
    assert treasuries(state) == {"Atlantic": 40, "Pacific": 75}
    assert state.amount(NATION, "PUs") == 115
    assert codes(state, Done()) == set()


def test_L9_base_money_cannot_be_moved() -> None:
    state = american("allocate", {"Atlantic": 30, "Pacific": 60}, 100)
    (reason,) = check(state, Allocate("Pacific", 11))
    assert reason.text == "there are 10 PUs to allocate, not 11; base money stays where it is"
    assert codes(state, Allocate("Pacific", -5)) == {"wrong-count"}
    assert codes(state, Allocate("India", 5)) == {"unknown-treasury"}


def test_L10_L11_L13_every_area_pays_its_own_treasury_and_the_rest_is_pooled() -> None:
    game = split_game()
    state = at_phase(new_game(game), NATION, "allocate").state
    while unallocated(state, NATION):
        state = apply(state, Allocate("Atlantic", unallocated(state, NATION))).state
    before = treasuries(state)
    step = at_phase(done(state), NATION, "noncombat_move")
    step = done(step.state)
    worth = {name: area.production for name, area in game.board.territories.items()}
    filled = {e.treasury: e.amount for e in step.events if isinstance(e, TreasuryChanged)}
    west = worth[FAR] + worth["Northwestern United States"]
    assert filled == {"Atlantic": worth[HOME], "Pacific": west}
    assert treasuries(step.state)["Pacific"] == before["Pacific"] + west
    assert step.state.phase.phase == "allocate"
    pool = income_of(step.state, NATION) - west - worth[HOME]
    assert unallocated(step.state, NATION) == pool > 0


def test_L10_a_captured_territory_lowers_the_base_of_its_own_part() -> None:
    state = american("noncombat_move", {"Atlantic": 5, "Pacific": 5}, 10)
    state = replace(state, owners={**state.owners, FAR: "Japanese"})
    filled = {e.treasury: e.amount for e in done(state).events if isinstance(e, TreasuryChanged)}
    game = state.definition.board.territories
    assert filled["Pacific"] == game["Northwestern United States"].production
    assert filled["Atlantic"] == game[HOME].production


def test_L9_units_are_paid_out_of_the_treasury_of_the_place_where_they_stand() -> None:
    state = american("place", {"Atlantic": 3, "Pacific": 20}, 11, infantry=4)
    step = apply(state, Place((Pick(1, "infantry"),), HOME))
    assert treasuries(step.state) == {"Atlantic": 0, "Pacific": 20}
    (reason,) = check(step.state, Place((Pick(1, "infantry"),), HOME))
    assert (reason.code, reason.text) == (
        "treasury-too-small",
        "this costs 3 PUs, and 0 are left for Atlantic, where Northeastern United States belongs",
    )
    assert codes(step.state, Place((Pick(3, "infantry"),), FAR)) == set()


def test_L9_what_no_treasury_could_pay_for_is_not_bought() -> None:
    state = american("purchase", {"Atlantic": 10, "Pacific": 10}, 20)
    assert codes(state, Buy((("armour", 4),))) == set()
    assert codes(state, Buy((("bomber", 1),))) == {"treasury-too-small"}
    assert codes(state, Buy((("fighter", 2),))) == set()
    assert codes(state, Buy((("fighter", 1), ("armour", 2)))) == set()
    assert codes(state, Buy((("infantry", 3), ("armour", 2), ("fighter", 1)))) == {"not-enough-pus"}
    for order in legal(state):
        assert not check(state, order)


def test_L9_what_is_lost_unplaced_comes_out_of_the_fullest_treasury() -> None:
    state = american("place", {"Atlantic": 3, "Pacific": 20}, 17, infantry=2)
    step = done(state)
    assert any(isinstance(event, UnplacedUnitsLost) for event in step.events)
    charged = [e for e in step.events if isinstance(e, TreasuryChanged) and e.amount < 0]
    assert [(event.treasury, event.amount) for event in charged] == [("Pacific", -6)]


def test_L9_damage_of_raids_comes_out_of_the_fullest_treasury_at_the_next_purchase() -> None:
    state = american("tech", {"Atlantic": 8, "Pacific": 12}, 15)
    step = at_phase(Step(state, (), done(state).waiting), NATION, "tech")
    after = at_phase(done(step.state), NATION, "purchase").state
    assert treasuries(after) == {"Atlantic": 8, "Pacific": 7}
    assert unallocated(after, NATION) == 0


def test_without_unallocated_money_the_split_is_passed_over() -> None:
    state = american("noncombat_move", {"Atlantic": 5, "Pacific": 5}, 10)
    taken = {
        name: "Japanese"
        for name, owner in state.owners.items()
        if owner == NATION and name not in {HOME, FAR, "Northwestern United States"}
    }
    step = done(replace(state, owners={**state.owners, **taken}))
    skipped = [event for event in step.events if isinstance(event, PhaseSkipped)]
    assert "allocate" in [event.phase for event in skipped]


def test_the_order_has_a_text_and_a_plain_form() -> None:
    game = split_game()
    order = Allocate("Pacific", 15)
    assert format_order(order, game) == "allocate 15: Pacific"
    assert parse_order("allocate 15: pacific", game) == order
    assert order_from_plain(order_to_plain(order)) == order


@pytest.mark.slow
def test_whole_games_with_treasuries_keep_every_invariant() -> None:
    for player in ("random", "sensible"):
        game = play(split_game(), 5, 2, PLAYERS[player], thorough=40, again=False)
        assert unallocated(game.last.state, NATION) >= 0


def test_the_treasuries_survive_a_round_trip_through_a_tree() -> None:
    game = split_game()
    assert definition_from_tree(tree_from_definition(game)) == game


@pytest.mark.parametrize(
    ("name", "areas", "said"),
    [
        ("Atlantic", [FAR], "this name is taken"),
        ("Third", [HOME], "an area belongs to one treasury"),
    ],
)
def test_treasuries_that_contradict_each_other_are_refused(
    name: str, areas: list[str], said: str
) -> None:
    tree = tree_from_definition(split_game())
    entries = tree["treasuries"]
    assert isinstance(entries, list)
    tree["treasuries"] = [*entries, {"nation": NATION, "name": name, "areas": areas}]
    with pytest.raises(DefinitionError, match=said):
        definition_from_tree(tree)


def test_L14_the_view_of_a_nation_says_what_lies_where() -> None:
    state = american("allocate", {"Atlantic": 30, "Pacific": 60}, 115)
    assert nation_view(state, NATION).goods == (
        ("PUs for Atlantic", 30),
        ("PUs for Pacific", 60),
        ("PUs to be allocated", 25),
    )
    assert nation_view(state, "British").goods == ()
