"""Two nations that are not at war until one attacks the other's land (linked game: L26)."""

from dataclasses import replace

import pytest

from engine.core.agenda import PendingBattle
from engine.core.errors import DefinitionError
from engine.core.events.politics import WarBegan
from engine.game import apply, check
from engine.gamedef import Definition, State
from engine.gamedef.relations import Relation
from engine.gamedef.sides import Truce
from engine.loading import definition_from_tree, tree_from_definition
from engine.orders.fight import Fight
from engine.rules.common.relations import is_at_peace, is_enemy
from engine.rules.movement.legal import legal_moves
from engine.view.nation import nation_view
from tests.engine.battle.arena import opened, play
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import at_phase, big_world, count_in, done, position

FRONT, BEYOND = "Karelija", "Finland"
ZONE = "SZ 12 East Baltic Sea"


def peaceful(*breakers: str) -> Definition:
    """Big World with peace between Germans and Russians; by default the Germans may end it."""
    truce = Truce(("Germans", "Russians"), breakers or ("Germans",))
    world = big_world()
    return replace(world, politics=replace(world.politics, truces=(truce,)))


def at_war(state: State) -> bool:
    assert is_enemy(state, "Germans", "Russians") != is_at_peace(state, "Russians", "Germans")
    return is_enemy(state, "Germans", "Russians")


def test_L26_before_neither_enters_the_land_of_the_other() -> None:
    state = position(peaceful(), "Russians", "combat_move")
    assert codes(state, move("1 infantry", FRONT, BEYOND)) == {"at-peace"}
    (reason,) = check(state, move("1 infantry", FRONT, BEYOND))
    assert reason.text == "Finland belongs to the Germans, who are at peace with you"
    german = position(peaceful(), "Germans", "noncombat_move", cleared=(FRONT,))
    assert codes(german, move("1 infantry", BEYOND, FRONT)) == {"at-peace"}


def test_L26_nobody_flies_over_it_either() -> None:
    start = [("Leningrad", "Russians", "bomber", 1)]
    state = position(peaceful(), "Russians", "combat_move", units=start)
    assert codes(state, move("1 bomber", "Leningrad", "Finland", "Norway")) == {"at-peace"}
    german = position(
        peaceful(), "Germans", "combat_move", units=[("Finland", "Germans", "bomber", 1)]
    )
    over = move("1 bomber", "Finland", "Leningrad", "Novgorod")
    assert codes(german, over) == {"at-peace"}


def test_L26_at_sea_they_do_not_see_each_other() -> None:
    state = position(
        peaceful(),
        "Germans",
        "combat_move",
        cleared=(ZONE, "SZ 11 West Baltic Sea"),
        units=[
            ("SZ 11 West Baltic Sea", "Germans", "cruiser", 1),
            (ZONE, "Russians", "cruiser", 1),
        ],
    )
    state = after(state, move("1 cruiser", "SZ 11 West Baltic Sea", ZONE))
    assert battles(state) == {}
    step = done(state)
    assert not step.state.battles
    assert count_in(step.state, ZONE, "Russians", "cruiser") == 1
    assert not at_war(step.state)


def test_L26_the_attack_on_land_begins_the_war_for_good() -> None:
    state = position(peaceful(), "Germans", "combat_move")
    step = apply(state, move("1 infantry", BEYOND, FRONT))
    assert [(e.nation, e.against) for e in step.events if isinstance(e, WarBegan)] == [
        ("Germans", "Russians")
    ]
    assert at_war(step.state)
    assert battles(step.state) == {FRONT: ("infantry",)}
    fought = apply(done(step.state).state, Fight(FRONT))
    assert fought.state.relations == (("Germans", "Russians", "war", 1),)
    second = apply(step.state, move("1 infantry", BEYOND, "Leningrad"))
    assert not [event for event in second.events if isinstance(event, WarBegan)]


def test_L26_afterwards_the_other_may_attack_too() -> None:
    state = position(peaceful(), "Germans", "combat_move", cleared=(FRONT,))
    state = after(state, move("1 infantry", BEYOND, FRONT))
    assert state.owners[FRONT] == "Germans"
    step = at_phase(done(state), "Russians", "combat_move")
    assert at_war(step.state)
    assert codes(step.state, move("1 infantry", "Leningrad", FRONT)) == set()


def test_L26_a_nation_that_may_not_break_the_truce_cannot_begin_the_war() -> None:
    state = position(peaceful("Russians"), "Germans", "combat_move")
    assert codes(state, move("1 infantry", BEYOND, FRONT)) == {"at-peace"}
    own = position(peaceful("Russians"), "Russians", "combat_move")
    assert codes(own, move("1 infantry", FRONT, BEYOND)) == set()


def test_L26_others_fight_beside_those_who_are_at_peace() -> None:
    state = position(
        peaceful(),
        "Germans",
        "combat_move",
        cleared=(ZONE, "SZ 11 West Baltic Sea"),
        units=[
            ("SZ 11 West Baltic Sea", "Germans", "cruiser", 1),
            (ZONE, "Russians", "cruiser", 1),
            (ZONE, "British", "cruiser", 1),
        ],
    )
    state = after(state, move("1 cruiser", "SZ 11 West Baltic Sea", ZONE))
    step = apply(done(state).state, Fight(ZONE))
    frame = step.state.agenda[-1]
    assert [step.state.units[key].owner for key in frame.defenders] == ["British"]  # type: ignore[union-attr]


def test_L26_what_is_offered_keeps_the_peace() -> None:
    state = position(peaceful(), "Russians", "combat_move")
    for order in legal_moves(state, FRONT):
        assert not check(state, order)
        assert state.owners.get(order.path[-1]) != "Germans"


def test_the_truces_survive_a_round_trip_through_a_tree() -> None:
    game = peaceful()
    assert definition_from_tree(tree_from_definition(game)) == game


@pytest.mark.parametrize(
    ("nations", "breakers", "said"),
    [
        (["Germans"], [], "expected two different nations"),
        (["Germans", "Japanese"], [], "are allies and need no truce"),
        (["Germans", "Russians"], ["British"], "only the two nations can break"),
    ],
)
def test_a_truce_that_makes_no_sense_is_refused(
    nations: list[str], breakers: list[str], said: str
) -> None:
    tree = tree_from_definition(big_world())
    tree["truces"] = [{"nations": nations, "breakers": breakers}]
    with pytest.raises(DefinitionError, match=said):
        definition_from_tree(tree)


def test_L26_the_view_of_a_nation_names_those_with_whom_it_is_at_peace() -> None:
    state = position(peaceful(), "Germans", "combat_move", cleared=(FRONT,))
    assert nation_view(state, "Russians").at_peace_with == ("Germans",)
    assert nation_view(state, "British").at_peace_with == ()
    after_attack = after(state, move("1 infantry", BEYOND, FRONT))
    assert nation_view(after_attack, "Russians").at_peace_with == ()


@pytest.mark.parametrize("peace", [False, True])
def test_B33_what_belongs_to_a_nation_at_peace_does_not_fall_to_the_defender(peace: bool) -> None:
    """The British fail to take Russian land on which the Germans have a factory."""
    world = peaceful() if peace else big_world()
    pair = (Relation(("British", "Russians"), "war"),)
    relations = (*world.politics.relations, *pair)
    world = replace(world, politics=replace(world.politics, relations=relations))
    units = [
        (FRONT, "British", "infantry", 1),
        (FRONT, "Russians", "infantry", 2),
        (FRONT, "Germans", "factory", 1),
    ]
    state = position(world, "British", "battle", units=units, cleared=(FRONT,))
    british = tuple(unit.id for unit in state.units_in(FRONT) if unit.owner == "British")
    state = replace(state, battles=(PendingBattle(FRONT, "battle", british),))
    begun = play(opened(state), Fight(FRONT)).step
    after_battle = play(begun, [6], [1, 1]).step.state
    assert count_in(after_battle, FRONT, "Germans", "factory") == (1 if peace else 0)
    assert count_in(after_battle, FRONT, "Russians", "factory") == (0 if peace else 1)
