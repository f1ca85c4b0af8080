"""Escaped submarines, battles that may rest, surprise and FirstFire (T182, T193 to T207)."""

from engine import Decision, PhaseOpen, RollRequest, State, Step
from engine.rules.blocks.battle_area import due_battles, open_battles
from engine.rules.blocks.fire import order_of_fire
from tests.support.blocks import ALL_AT_WAR, Piece, codes, do, places, position, roll, rules


def asked(step: Step) -> Decision:
    assert isinstance(step.waiting, Decision), step.waiting
    return step.waiting


def hunt(pieces: list[Piece], *escaped: int, nation: str = "Axis") -> State:
    return position(pieces, nation=nation, phase="combat", wars=ALL_AT_WAR, escaped=escaped)


def test_T205_an_escaped_submarine_stays_escaped_when_its_owners_turn_comes() -> None:
    state = hunt([("West", "submarine", "North Sea"), ("Axis", "fleet", "North Sea")], 1)
    step = do(state, "done")
    assert step.waiting == PhaseOpen("West", "movement")
    step = do(step.state, "done")
    assert step.waiting == PhaseOpen("West", "combat")
    assert step.state.units[1].escaped
    assert open_battles(step.state) == ("North Sea",) and due_battles(step.state) == ()
    assert do(step.state, "done").state.units[1].escaped


def test_T205_it_counts_again_when_it_moves() -> None:
    state = position(
        [("West", "submarine", "North Sea"), ("Axis", "fleet", "North Sea")],
        nation="West",
        wars=ALL_AT_WAR,
        escaped=(1,),
    )
    moved = do(state, "move 1 submarine: North Sea > Norwegian Sea").state
    assert not moved.units[1].escaped
    assert moved.blocks is not None and not moved.blocks.turn.moves[1].is_disengaging


def test_T205_it_may_attack_again_in_its_own_combat_phase() -> None:
    state = hunt(
        [("West", "submarine", "North Sea", 2), ("Axis", "fleet", "North Sea")], 1, nation="West"
    )
    step = do(state, "fight North Sea")
    assert not step.state.units[1].escaped
    assert asked(step).units == (1,)


def test_T205_T207_it_may_be_hunted_one_group_in_each_round_the_first_included() -> None:
    pieces: list[Piece] = [
        ("Axis", "fleet", "North Sea"),
        ("Axis", "fleet", "Ruhr"),
        ("West", "submarine", "North Sea", 3),
    ]
    state = position(pieces, wars=ALL_AT_WAR, escaped=(3,))
    state = do(state, "move 1 fleet: Ruhr > North Sea", "done").state
    assert due_battles(state) == ()
    step = do(state, "fight North Sea")
    assert asked(step).what == "group" and asked(step).step == "#1 or #2"
    step = do(step.state, "reveal #2: North Sea")
    assert not step.state.units[3].escaped
    step = roll(step, 6, 6, 6)
    assert asked(step).units == (2,)
    step = do(step.state, "press North Sea")
    assert step.state.units[3].escaped


def test_T205_beside_other_enemies_it_stays_out_of_the_battle() -> None:
    pieces: list[Piece] = [
        ("Axis", "fleet", "North Sea"),
        ("West", "submarine", "North Sea"),
        ("West", "fleet", "North Sea"),
    ]
    step = do(hunt(pieces, 2), "fight North Sea")
    assert step.state.units[2].escaped
    assert isinstance(step.waiting, RollRequest) and step.waiting.count == 1
    step = roll(step, 6)
    assert codes(step.state, "fire undersea: North Sea") == ["no-such-target"]


def test_T205_beside_other_attackers_it_may_join_or_stay_out() -> None:
    pieces: list[Piece] = [
        ("Axis", "fleet", "North Sea"),
        ("Axis", "submarine", "North Sea"),
        ("West", "fleet", "North Sea"),
    ]
    step = do(hunt(pieces, 2), "fight North Sea")
    assert asked(step).what == "group"
    out = do(step.state, "press North Sea")
    assert out.state.units[2].escaped
    step = do(step.state, "reveal #2: North Sea")
    assert not step.state.units[2].escaped


def test_T206_it_stops_no_move_and_controls_nothing() -> None:
    pieces: list[Piece] = [("Axis", "fleet", "Ruhr"), ("West", "submarine", "North Sea")]
    state = position(pieces, wars=ALL_AT_WAR, escaped=(2,))
    assert codes(state, "move 1 fleet: Ruhr > North Sea > Norwegian Sea") == []
    assert rules(state, "move 1 fleet: Ruhr > North Sea > Norwegian Sea > Irish Sea > Dublin") != []


def test_T193_an_old_battle_may_rest_reinforced_or_not() -> None:
    pieces: list[Piece] = [
        ("Axis", "tank", "Lorraine"),
        ("West", "infantry", "Lorraine"),
        ("Axis", "tank", "Munich"),
    ]
    state = position(pieces, wars=ALL_AT_WAR)
    rested = do(state, "done")
    assert open_battles(rested.state) == ("Lorraine",)
    assert do(rested.state, "done").waiting == PhaseOpen("West", "movement")
    reinforced = do(state, "move 1 tank: Munich > Lorraine", "done").state
    assert due_battles(reinforced) == ()
    relieved = do(
        state, "move 1 tank: Munich > Lorraine", "move 1 tank: Lorraine > Munich", "done"
    ).state
    assert due_battles(relieved) == ()


def test_T193_a_battle_that_began_in_this_turn_is_fought() -> None:
    state = position(
        [("Axis", "tank", "Munich"), ("West", "infantry", "Lorraine")], wars=ALL_AT_WAR
    )
    state = do(state, "move 1 tank: Munich > Lorraine", "done").state
    assert rules(state, "done") == ["T193"]


def test_T92_in_winter_only_battles_at_home_are_fought() -> None:
    pieces: list[Piece] = [
        ("USSR", "tank", "Kiev"),
        ("Axis", "tank", "Kiev"),
        ("USSR", "tank", "Lvov"),
        ("Axis", "tank", "Lvov"),
    ]
    state = position(pieces, nation="USSR", phase="combat", season="winter", wars=ALL_AT_WAR)
    assert open_battles(state) == ("Kiev",)


def test_T203_where_one_side_is_gone_the_others_forgo_their_actions() -> None:
    pieces: list[Piece] = [
        ("Axis", "tank", "Lorraine", 3),
        ("Axis", "infantry", "Lorraine"),
        ("West", "infantry", "Lorraine", 2),
    ]
    step = roll(do(hunt(pieces), "fight Lorraine", "fire ground: Lorraine"), 1, 1, 6)
    assert places(step.state) == {1: "Lorraine", 2: "Lorraine"}
    assert step.waiting == PhaseOpen("Axis", "combat")


def queue(pieces: list[Piece], **technologies: tuple[str, ...]) -> list[tuple[str, str]]:
    """Who acts in Lorraine, type and owner, in the turn of a declaration of war."""
    state = position(
        [("Axis", "tank", "Munich"), *pieces], wars=(), technologies=dict(technologies)
    )
    state = do(state, "declare war West", "move 1 tank: Munich > Lorraine", "done").state
    step = do(state, "fight Lorraine")
    keys = order_of_fire(step.state)
    return [(step.state.units[key].type, step.state.units[key].owner) for key in keys]


FRENCH: list[Piece] = [("West", "tank", "Lorraine"), ("West", "fortress", "Lorraine")]


def test_T197_surprise_gives_the_declarer_first_fire_in_that_turn() -> None:
    """The Playbook: German units before French ones of their type, the fortress still first."""
    assert queue(FRENCH) == [("fortress", "West"), ("tank", "Axis"), ("tank", "West")]


def test_T197_first_fire_of_the_victim_alone_cancels_surprise() -> None:
    warned = queue(FRENCH, West=("heavy_tanks",))
    assert warned == [("fortress", "West"), ("tank", "West"), ("tank", "Axis")]
    both = queue(FRENCH, West=("heavy_tanks",), Axis=("heavy_tanks",))
    assert both == [("fortress", "West"), ("tank", "Axis"), ("tank", "West")]


def test_T182_units_with_first_fire_act_before_enemies_of_their_type() -> None:
    pieces: list[Piece] = [("Axis", "tank", "Lorraine"), ("West", "tank", "Lorraine")]

    def first(**technologies: tuple[str, ...]) -> str:
        state = position(pieces, phase="combat", wars=ALL_AT_WAR, technologies=dict(technologies))
        step = do(state, "fight Lorraine")
        return step.state.units[order_of_fire(step.state)[0]].owner

    assert first() == "West"
    assert first(Axis=("heavy_tanks",)) == "Axis"
    assert first(Axis=("heavy_tanks",), West=("heavy_tanks",)) == "West"
    assert first(Axis=("jets",)) == "West"


def test_T192_emergency_units_do_not_pass_empty_enemy_land() -> None:
    state = position(
        [("Axis", "tank", "Munich")],
        wars=ALL_AT_WAR,
        kind="emergency",
        command=4,
        owners={"Amsterdam": "Axis"},
    )
    assert rules(state, "move 1 tank: Munich > Lorraine > Amsterdam") == ["T192"]
    card = position([("Axis", "tank", "Munich")], wars=ALL_AT_WAR, owners={"Amsterdam": "Axis"})
    assert codes(card, "move 1 tank: Munich > Lorraine > Amsterdam") == []


def test_T198_surprise_holds_in_battles_with_old_enemies_too() -> None:
    pieces: list[Piece] = [
        ("Axis", "tank", "Munich"),
        ("Axis", "tank", "Lvov"),
        ("USSR", "tank", "Lvov"),
        ("West", "tank", "Lorraine"),
    ]
    state = position(pieces, wars=(("Axis", "USSR"),))
    state = do(state, "declare war West", "move 1 tank: Munich > Lorraine", "done").state
    assert order_of_fire(do(state, "fight Lvov").state) == (2, 3)
    at_peace = do(position(pieces, wars=(("Axis", "USSR"),)), "done").state
    assert order_of_fire(do(at_peace, "fight Lvov").state) == (3, 2)
