"""The page and the terminal play the same turn: one draft, one log, and nothing doubled or lost."""

from pathlib import Path

import pytest

from engine import (
    Done,
    Move,
    Order,
    Place,
    RollResult,
    apply,
    legal,
    load_scenario,
    new_game,
    order_to_plain,
    parse_order,
)
from pbem.board.actions import ACTIONS
from pbem.board.area import area_view, landings_from
from pbem.board.table import Table
from pbem.board.trouble import trouble_of
from pbem.board.views import turn_view
from pbem.home import SelectedSave
from pbem.play.draft_file import MovedOnError
from pbem.play.drafts import open_session
from pbem.play.order_file import OrderFileError
from pbem.replay.errors import IllegalOrderError
from pbem.save.errors import DiceUnavailableError
from pbem.save.keys import NamedKey
from pbem.save.records import Roll
from pbem.terminal.conversation import Conversation
from pbem.usage import UsageError
from tests.support.table import CLOCK, GAME, Desk, big_world, desks_of, key_of, table

NAME = GAME.hex()[:8]
ANN = NamedKey("Ann", key_of("Ann"))


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desks_of(tmp_path, table(tmp_path / "authority"))[0]


def page_of(desk: Desk) -> Table:
    """The page of a new run of the program."""
    return Table(desk.home, desk.game, ANN, lambda: CLOCK)


def orders(*lines: str) -> tuple[Order, ...]:
    return tuple(parse_order(line, big_world()) for line in lines)


def give(page: Table, *lines: str) -> None:
    """Give orders one after another, as clicks do."""
    for order in orders(*lines):
        page.give(version_of(page), (order,))


def land(page: Table, line: str) -> None:
    """Give a landing, for which the program finds the ships."""
    landing = parse_order(line, big_world())
    assert isinstance(landing, Move)
    page.land(version_of(page), landing)


def version_of(page: Table) -> str:
    with page.looking():
        return page.version


def test_B102_research_says_what_a_die_costs_and_how_much_money_there_is(ann: Desk) -> None:
    page = page_of(ann)
    with page.looking():
        assert turn_view(page)["research"] == "5 PUs a die. Left: 34 PUs"
    give(page, "done")
    with page.looking():
        assert turn_view(page)["research"] == ""


def test_B102_who_wants_no_research_buys_at_once(ann: Desk) -> None:
    """Buying ends a phase in which nothing could be done but to pay for dice."""
    page = page_of(ann)
    with page.looking():
        shop = turn_view(page)["shop"]
    assert isinstance(shop, dict)
    assert dict(shop["prices"]["left"]) == {"PUs": 34}
    page.give(version_of(page), orders("done", "buy 8 infantry"))
    assert pending(page) == ["done", "buy 8 infantry"]
    page.undo(version_of(page), 0)
    give(page, "tech rockets 1")
    with page.looking():
        assert turn_view(page).get("shop") is None, "its dice would have to be rolled first"


def pending(page: Table) -> list[str]:
    with page.looking():
        assert page.session is not None
        view = turn_view(page)
    found = view["orders"]
    assert isinstance(found, list)
    return [one["text"] for one in found]


def terminal(desk: Desk) -> Conversation:
    home = desk.home
    chosen = SelectedSave(home.choose(NAME).save, None)
    session, _ = open_session(home, chosen, ANN, lambda: CLOCK)
    said: list[str] = []
    return Conversation(session, said.append)


ATTACK = ("done", "buy 8 infantry", "done", "move 3 infantry: Karelija > Finland")


def test_a_turn_begun_on_the_page_goes_on_at_the_prompt(ann: Desk) -> None:
    give(page_of(ann), *ATTACK)
    talk = terminal(ann)
    assert len(talk.session.pending) == 4
    talk.answer("undo")
    talk.answer("message to you all")
    page = page_of(ann)
    assert pending(page) == ["done", "buy 8 infantry", "done"]
    with page.looking():
        assert turn_view(page)["message"] == "to you all"


def test_a_second_tab_sees_that_the_draft_moved_on(ann: Desk) -> None:
    page, other = page_of(ann), page_of(ann)
    seen = version_of(other)
    give(page, "done")
    with pytest.raises(MovedOnError) as told:
        other.give(seen, orders("done"))
    assert trouble_of(told.value).status == 409
    assert pending(other) == ["done"]
    give(other, "buy 8 infantry")
    assert pending(page) == ["done", "buy 8 infantry"]


def test_an_order_that_is_sent_twice_counts_once(ann: Desk) -> None:
    page = page_of(ann)
    give(page, "done")
    seen = version_of(page)
    page.give(seen, orders("buy 8 infantry"))
    with pytest.raises(MovedOnError):
        page.give(seen, orders("buy 8 infantry"))
    assert pending(page) == ["done", "buy 8 infantry"]


def test_a_terminal_that_was_left_open_overwrites_nothing(ann: Desk) -> None:
    talk = terminal(ann)
    page = page_of(ann)
    give(page, "done")
    with pytest.raises(MovedOnError):
        talk.answer("done")
    assert pending(page) == ["done"]


def test_orders_of_a_terminal_are_seen_on_the_page(ann: Desk) -> None:
    page = page_of(ann)
    assert pending(page) == []
    terminal(ann).answer("done")
    assert pending(page) == ["done"]


def test_orders_are_given_all_or_none(ann: Desk) -> None:
    page = page_of(ann)
    give(page, "done", "done")
    some = orders("move 3 infantry: Karelija > Finland", "move 1 infantry: Karelija > Finland")
    with pytest.raises(IllegalOrderError) as told:
        page.give(version_of(page), some)
    trouble = trouble_of(told.value)
    assert trouble.status == 422
    assert "infantry" in trouble.text
    assert pending(page) == ["done", "done"]


def test_B159_what_was_taken_back_can_be_given_again(ann: Desk) -> None:
    page = page_of(ann)
    give(page, *ATTACK)
    page.undo(version_of(page), 1)
    assert pending(page) == ["done", "done", "move 3 infantry: Karelija > Finland"]
    page.undo(version_of(page), None)
    page.redo(version_of(page))
    assert pending(page)[-1] == "move 3 infantry: Karelija > Finland"


def test_B159_any_order_is_given_again_with_those_that_needed_it(ann: Desk) -> None:
    """Also after others were given; what is given by hand is not offered any more."""
    page = page_of(ann)
    give(page, "done", "done")
    land(page, "move 1 infantry: Karelija > Norway")
    whole = pending(page)[2:]
    page.undo(version_of(page), 2)
    assert [len(one) for one in page.undone] == [len(whole)]
    give(page, "move 1 infantry: Leningrad > Finland")
    page.undo(version_of(page), 2)
    page.redo(version_of(page), 0)
    assert pending(page)[2:] == whole
    give(page, "move 1 infantry: Leningrad > Finland")
    assert page.undone == ()
    with pytest.raises(UsageError):
        page.redo(version_of(page), 0)


def test_B173_a_whole_landing_is_one_order_to_take_back(ann: Desk) -> None:
    page = page_of(ann)
    give(page, "done", "done")
    land(page, "move 1 infantry: Karelija > Norway")
    assert len(pending(page)) > 3
    page.undo(version_of(page), None)
    assert pending(page) == ["done", "done"]


def test_B173_guns_that_stay_behind_do_not_hide_the_coasts_for_the_others() -> None:
    """In England stands a gun, which no ship takes along to an attack."""
    step = new_game(big_world())
    while (step.state.nation, step.state.phase.phase) != ("British", "combat_move"):
        step = apply(step.state, Done())
    assert any(unit.type == "aaGun" for unit in step.state.units_in("England"))
    assert "Norway" in landings_from(step.state, "England")


def test_B164_as_many_land_as_there_is_room_for(ann: Desk) -> None:
    """Karelija has three infantry; the transport carries two."""
    page = page_of(ann)
    give(page, "done", "done")
    land(page, "move 3 infantry: Karelija > Norway")
    assert "move 2 infantry" in pending(page)[-1]
    assert any("only so many fit aboard" in line.text for one in page.happened for line in one)
    nowhere = parse_order("move 1 infantry: Moscow > Norway", big_world())
    assert isinstance(nowhere, Move)
    with pytest.raises(IllegalOrderError):
        page.land(version_of(page), nowhere)


def rolls(desk: Desk) -> int:
    save = desk.home.choose(NAME).save
    return sum(isinstance(entry.record, Roll) for entry in save.entries)


def test_killed_in_a_battle_and_opened_again(ann: Desk) -> None:
    """Where the program ended, the log and the draft say where the turn goes on."""
    page = page_of(ann)
    give(page, *ATTACK, "done", "fight Finland")
    page.roll(version_of(page))
    made = rolls(ann)
    assert made >= 1
    again = page_of(ann)
    with again.looking():
        view = turn_view(again)
    assert view["kind"] in {"decision", "dice", "orders"}
    told = [line.text for one in again.happened for line in one]
    assert made == rolls(ann)
    assert told == [] or any("round 1" in line for line in told)


def test_the_dice_are_away_and_the_page_goes_on_at_the_same_point(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(ann)
    give(page, *ATTACK, "done", "fight Finland")
    assert page.session is not None
    dice = page.session._dice

    def away(*_: object) -> tuple[bytes, ...]:
        raise DiceUnavailableError("dice-unreachable", "the dice server does not answer")

    monkeypatch.setattr(dice, "roll", away)
    with pytest.raises(DiceUnavailableError) as told:
        page.roll(version_of(page))
    trouble = trouble_of(told.value)
    assert trouble.status == 503
    assert "is kept" in trouble.safe
    with page.looking():
        assert turn_view(page)["kind"] == "dice"
    monkeypatch.undo()
    page.roll(version_of(page))
    assert rolls(ann) >= 1


def test_a_turn_is_signed_on_the_page(ann: Desk) -> None:
    page = page_of(ann)
    give(page, "done", "buy 8 infantry", "done", "done", "done", "place 2 infantry: Moscow", "done")
    with page.looking():
        assert turn_view(page)["kind"] == "complete"
    page.set_message(version_of(page), "your move")
    page.finish(version_of(page))
    with page.looking():
        assert turn_view(page)["kind"] == "elsewhere"
        assert turn_view(page)["words"] == []
    save = ann.home.choose(NAME).save
    assert save.entries[-1].kind == "turn_end"
    ben = Table(ann.home, ann.game, NamedKey("Ben", key_of("Ben")), lambda: CLOCK)
    with ben.looking():
        assert turn_view(ben)["words"] == [{"nation": "Russians", "text": "your move"}]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"version": 1},
        {"version": "x", "orders": 1},
        {"version": "x", "orders": [["move"]]},
        {"version": "x", "orders": [["nonsense", 1]]},
        {"version": "x", "index": "1"},
        {"version": "x", "order": None},
        {"version": "x", "line": "\\u0000"},
    ],
)
def test_what_the_page_never_sends_is_refused(ann: Desk, body: dict[str, object]) -> None:
    page = page_of(ann)
    for name, action in ACTIONS.items():
        with pytest.raises(Exception) as told:
            action(page, body)
        assert trouble_of(told.value).status in {409, 422}, (name, told.value)
    assert pending(page) == []


def test_the_plain_form_of_an_order_goes_in_as_it_came(ann: Desk) -> None:
    page = page_of(ann)
    (done,) = orders("done")
    ACTIONS["order"](page, {"version": version_of(page), "orders": [order_to_plain(done)]})
    assert pending(page) == ["done"]


def test_blocks_of_others_lie_face_down() -> None:
    """Triumph & Tragedy, Fog of war: of another nation's blocks only the number is seen."""
    step = new_game(load_scenario("triumph_tragedy"))
    step = apply(step.state, RollResult((1,)))
    first = next(order for order in legal(step.state) if isinstance(order, Place))
    step = apply(step.state, first)
    own = area_view(step.state, first.territory, step.state.nation)["groups"]
    other = area_view(step.state, first.territory, "West")["groups"]
    assert isinstance(own, list) and isinstance(other, list)
    assert own[0]["type"] == first.picks[0].type and "CV" in own[0]["label"]
    assert (other[0]["type"], other[0]["label"], other[0]["count"]) == ("block", "block", 1)


STANDING = "losses Finland: infantry, armour\n"


def standing(page: Table) -> dict[str, object]:
    with page.looking():
        found = turn_view(page)["standing"]
    assert isinstance(found, dict)
    return found


def test_standing_orders_are_read_and_changed_on_the_page(ann: Desk) -> None:
    page = page_of(ann)
    assert standing(page) == {"nation": "Russians", "text": "", "can_change": True}
    page.stand(version_of(page), STANDING)
    assert standing(page_of(ann))["text"] == STANDING
    page.stand(version_of(page), "")
    assert standing(page_of(ann))["text"] == ""


def test_refused_standing_orders_change_nothing(ann: Desk) -> None:
    page = page_of(ann)
    give(page, "done")
    page.stand(version_of(page), STANDING)
    before = pending(page)
    with pytest.raises(OrderFileError) as told:
        page.stand(version_of(page), "losses Atlantis: infantry\nnonsense\n")
    assert trouble_of(told.value).status == 422
    assert pending(page) == before
    assert standing(page)["text"] == STANDING


def test_standing_orders_are_changed_beside_the_report_of_a_complete_turn(ann: Desk) -> None:
    page = page_of(ann)
    for _ in range(20):
        with page.looking():
            if turn_view(page)["kind"] == "complete":
                break
        give(page, "done")
    last = pending(page)[-1]
    page.stand(version_of(page), STANDING)
    assert standing(page)["text"] == STANDING
    assert pending(page)[-1] == last
    with pytest.raises(OrderFileError):
        page.stand(version_of(page), "nonsense\n")
    with page.looking():
        assert turn_view(page)["kind"] == "complete"
    assert pending(page)[-1] == last
