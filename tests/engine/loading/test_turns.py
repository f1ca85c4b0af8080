"""Turns of a scenario file become the steps of a round."""

import pytest

from engine import DefinitionError
from engine.loading import load_scenario
from engine.loading.turns import step_name, with_steps

TURN = ("tech", "purchase", "combat_move", "battle", "noncombat_move", "place", "end_turn")
NATIONS = [{"name": "Russians"}, {"name": "Chinese"}]


def expanded(*sequence: object, **more: object) -> list[object]:
    """The steps of a file with two nations."""
    steps = with_steps({"nations": NATIONS, "sequence": list(sequence), **more})["sequence"]
    assert isinstance(steps, list)
    return steps


def test_B95_the_steps_of_classic_are_these() -> None:
    people = ("russian", "german", "british", "japanese", "american")
    words = ("Tech", "Purchase", "CombatMove", "Battle", "NonCombatMove", "Place", "EndTurn")
    nations = ("Russians", "Germans", "British", "Japanese", "Americans")
    listed: list[tuple[str, str, str, int]] = []
    for one, nation in zip(people, nations, strict=True):
        listed += [(f"{one}Bid", "bid", nation, 1), (f"{one}BidPlace", "bid_place", nation, 1)]
    for one, nation in zip(people, nations, strict=True):
        listed += [
            (f"{one}{word}", phase, nation, 0) for word, phase in zip(words, TURN, strict=True)
        ]
        if one in {"japanese", "american"}:
            listed.append((f"{one}Capitals", "capitals", nation, 0))
    listed.append(("endRoundStep", "end_round", "", 0))
    found = load_scenario("classic_1942").sequence
    assert [(step.name, step.phase, step.nation, step.last_round) for step in found] == listed


def test_the_british_and_the_australians_of_pacific_share_a_turn() -> None:
    steps = [step.name for step in load_scenario("axis_allies_pacific").sequence]
    start = steps.index("britishPurchase")
    assert steps[start : start + 9] == [
        "britishPurchase",
        "australianPurchase",
        "britishCombatMove",
        "britishBattle",
        "britishNonCombatMove",
        "britishPlace",
        "australianPlace",
        "britishEndTurn",
        "australianEndTurn",
    ]


def test_a_season_of_a_block_game_has_the_steps_that_name_it() -> None:
    game = load_scenario("triumph_tragedy")
    assert game.blocks is not None
    spring, *_, winter = game.blocks.seasons
    assert len(spring.steps) == 10
    assert spring.steps[2:5] == ("springUSSRCommand", "springAxisMovement", "springAxisCombat")
    assert winter.steps[-2:] == ("winterUSSRSupply", "nextYear")


def test_an_entry_without_nations_is_a_turn_of_every_nation() -> None:
    assert expanded({"phases": ["purchase", "place"], "last_round": 2}) == [
        {"name": "russianPurchase", "phase": "purchase", "nation": "Russians", "last_round": 2},
        {"name": "russianPlace", "phase": "place", "nation": "Russians", "last_round": 2},
        {"name": "chinesePurchase", "phase": "purchase", "nation": "Chinese", "last_round": 2},
        {"name": "chinesePlace", "phase": "place", "nation": "Chinese", "last_round": 2},
    ]


def test_an_entry_without_phases_is_the_usual_turn() -> None:
    steps = expanded({"nations": ["Chinese"]}, turn=["levy", "end_turn_unpaid"])
    assert steps == [
        {"name": "chinesePurchase", "phase": "levy", "nation": "Chinese"},
        {"name": "chineseEndTurn", "phase": "end_turn_unpaid", "nation": "Chinese"},
    ]


def test_a_step_keeps_its_own_name_or_takes_the_usual_one() -> None:
    own = {"name": "first", "phase": "tech", "nation": "Russians"}
    usual = {"phase": "noncombat_move", "nation": "Russians"}
    shared = {"name": "end", "phase": "end_round"}
    assert expanded(own, usual, shared) == [own, {"name": "russianNonCombatMove", **usual}, shared]


def test_steps_are_called_as_maps_call_them() -> None:
    assert step_name("tech_activation", "Americans") == "americanTechActivation"
    assert step_name("deploy", "Axis") == "axisDeploy"
    assert step_name("command", "USSR", "Spring") == "springUSSRCommand"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"nations": ["Russians"]}, r"sequence\[0\]: phases are missing"),
        ({"nations": ["Poles"], "phases": ["tech"]}, r"sequence\[0\]\.nations\[0\]: 'Poles' is"),
        ({"phases": ["sleep"]}, r"sequence\[0\]\.phases\[0\]: 'sleep' is not a phase of a nation"),
        ({"phases": ["end_round"]}, r"'end_round' is not a phase of a nation"),
        ({"phases": ["tech", "tech"]}, r"twice"),
        ({"phases": ["tech"], "often": 2}, r"sequence\[0\]: there is no field 'often'"),
        ({"phases": "tech"}, r"sequence\[0\]\.phases: "),
    ],
)
def test_a_turn_that_cannot_be_is_refused_with_its_place(entry: object, reason: str) -> None:
    with pytest.raises(DefinitionError, match=reason):
        expanded(entry)


def test_what_is_no_turn_is_left_to_the_reader_of_the_tree() -> None:
    for sequence in ("none", [], [3], [{"phase": 3}]):
        assert with_steps({"sequence": sequence}) == {"sequence": sequence}
