"""Technology and intelligence by cards, and how a game is won (T173 to T183h, T240 to T246)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine import Decision, PhaseOpen, RollRequest, State, apply, legal
from engine.core.agenda import BlockBattleFrame, GameOver
from engine.core.blocks import SecretTechnology
from engine.core.chance import RollResult
from engine.core.ids import NationName
from engine.orders.unveil import Unveil
from engine.rules.blocks.cards import cards_of, hand_of, vault_of
from tests.engine.blocks.test_government import government, markers
from tests.support.blocks import ALL_AT_WAR, Piece, codes, do, position, roll, rules, with_cards

SONAR_AIR, RADAR_SONAR, TANKS_ROCKETS, SCIENCE_1938, SCIENCE_1942 = 59, 60, 57, 58, 79
ESPIONAGE, ATOMIC_1, ATOMIC_1B, ATOMIC_2, ATOMIC_2B = 76, 73, 78, 82, 101
MOLE, AGENT, SABOTAGE, SPY_RING, CODE_BREAK, DOUBLE_AGENT, COUP = 86, 87, 88, 89, 90, 91, 93

AXIS, WEST = NationName("Axis"), NationName("West")


def knowing(state: State, technologies: Mapping[str, tuple[str, ...]]) -> State:
    return replace(state, technologies={**state.technologies, **technologies})


def test_T174_T178_a_pair_gives_the_technology_that_both_have() -> None:
    state = government({"Axis": (SONAR_AIR, RADAR_SONAR)})
    assert rules(state, "play 59 60: air_defense_radar") == ["T174"]
    assert rules(state, "play 59: sonar") == ["T174"]
    step = do(state, "play 59 60: sonar")
    assert step.state.technologies["Axis"] == ("sonar",)
    assert cards_of(step.state).shown == {"Axis": (59,)}
    assert cards_of(step.state).discarded == (60,)


def test_T176_science_stands_for_one_card_from_its_year_on() -> None:
    state = government({"Axis": (SCIENCE_1938, RADAR_SONAR)})
    assert rules(state, "play 58 60: sonar") == ["T176"]
    step = do(replace(state, round=3), "play 58 60: sonar")
    assert cards_of(step.state).shown == {"Axis": (RADAR_SONAR,)}, "the real card stays (T178)"
    two = government({"Axis": (58, 69)})
    assert rules(replace(two, round=5), "play 58 69: sonar") == ["T174"]


def test_T175_espionage_needs_a_rival_that_has_shown_it() -> None:
    state = government({"Axis": (ESPIONAGE, RADAR_SONAR)})
    assert rules(state, "play 76 60: sonar") == ["T175"]
    assert rules(knowing(state, {"West": ("sonar",)}), "play 76 60: sonar") == []
    assert rules(knowing(state, {"Axis": ("sonar",)}), "play 76 60: sonar") == ["T177", "T175"]


def test_T177_a_technology_counts_once() -> None:
    state = government({"Axis": (SONAR_AIR, RADAR_SONAR)})
    assert rules(knowing(state, {"Axis": ("sonar",)}), "play 59 60: sonar") == ["T177"]


def test_T179_T180_T144_a_secret_lowers_the_limit_and_is_shown_at_any_time() -> None:
    step = do(government({"Axis": (SONAR_AIR, RADAR_SONAR)}), "vault 59 60: sonar")
    assert step.state.technologies.get("Axis", ()) == ()
    assert vault_of(step.state, AXIS) == ("sonar",)
    units: list[Piece] = [("Axis", "fleet", "Ruhr")]
    held = {"Axis": (SecretTechnology("sonar", (59, 60)),)}
    moving = with_cards(position(units), {}, vaults=held)
    assert codes(moving, "unveil jets") == ["not-in-vault"]
    step = do(moving, "unveil sonar")
    assert step.state.technologies["Axis"] == ("sonar",)
    assert cards_of(step.state).vaults == {} and cards_of(step.state).shown == {"Axis": (59,)}
    assert step.waiting == PhaseOpen("Axis", "movement")


def test_T144_a_vault_pair_lowers_the_limit_by_one() -> None:
    held = {"Axis": (SecretTechnology("sonar", (59, 60)),)}
    state = government({"Axis": tuple(range(1, 8))}, vaults=held)
    step = do(state, "done", "done", "done")
    assert step.waiting == PhaseOpen("Axis", "discard")
    assert do(step.state, "discard 1", "done").waiting == PhaseOpen("Axis", "command")


def test_T180_a_defender_shows_a_technology_before_a_shot() -> None:
    """The one who is asked shows it; its units of the type then act before those of the enemy."""
    pieces: list[Piece] = [
        ("West", "carrier", "North Sea", 2),
        ("West", "fleet", "North Sea", 3),
        ("Axis", "fleet", "North Sea", 2),
        ("Axis", "carrier", "North Sea"),
    ]
    state = position(pieces, nation="Axis", phase="combat", wars=ALL_AT_WAR, ask=True)
    pair = SecretTechnology("naval_radar", (60, 63))
    hidden = with_cards(state, {}, vaults={WEST: (pair,)})
    step = do(hidden, "fight North Sea")
    while step.waiting.nation == "Axis":  # type: ignore[union-attr]
        step = do(step.state, "press North Sea")
    assert isinstance(step.waiting, Decision) and step.waiting.nation == "West"
    assert codes(step.state, "unveil sonar") == ["not-in-vault"]
    assert Unveil("naval_radar") in list(legal(step.state))
    shown = do(step.state, "unveil naval_radar")
    assert shown.state.technologies["West"] == ("naval_radar",)
    assert cards_of(shown.state).shown == {WEST: (60,)} and vault_of(shown.state, WEST) == ()
    assert isinstance(shown.waiting, Decision) and shown.waiting.nation == "West"


def test_T180_first_fire_that_is_shown_changes_who_acts_next() -> None:
    pieces: list[Piece] = [
        ("West", "infantry", "Lorraine", 2),
        ("Axis", "fortress", "Lorraine"),
        ("Axis", "infantry", "Lorraine", 2),
        ("West", "tank", "Lorraine"),
    ]
    state = position(
        pieces,
        nation="Axis",
        phase="combat",
        wars=ALL_AT_WAR,
        ask=True,
        owners={"Lorraine": "West"},
    )
    pair = SecretTechnology("rocket_artillery", (57, 61))
    hidden = with_cards(state, {}, vaults={AXIS: (pair,)})
    step = do(hidden, "fight Lorraine")
    frame = step.state.agenda[-1]
    assert isinstance(frame, BlockBattleFrame) and frame.queue == (2, 4, 1, 3)
    shown = do(step.state, "unveil rocket_artillery").state.agenda[-1]
    assert isinstance(shown, BlockBattleFrame) and shown.queue == (2, 4, 3, 1)


def test_T181_atomic_stages_come_in_order_and_one_a_year() -> None:
    state = government({"Axis": (ATOMIC_1, ATOMIC_1B, ATOMIC_2, ATOMIC_2B)})
    assert rules(state, "play 82 101: atomic_research_2") == ["T181"]
    step = do(state, "play 73 78: atomic_research_1", "done", "done", "done")
    assert codes(step.state, "play 82 101: atomic_research_2") == ["one-stage"]
    later = with_cards(step.state, {"Axis": (ATOMIC_2, ATOMIC_2B)})
    assert codes(later, "play 82 101: atomic_research_2") == []


def test_T183f_sabotage_and_T183h_the_double_agent_that_turns_it() -> None:
    step = do(government({"Axis": (SABOTAGE,)}), "play 88: West")
    assert step.state.blocks is not None and step.state.blocks.industry["West"] == 6
    step = do(government({"Axis": (SABOTAGE,), "West": (DOUBLE_AGENT,)}), "play 88: West")
    assert step.state.blocks is not None and step.state.blocks.industry["Axis"] == 11
    assert step.state.blocks.industry["West"] == 7
    assert cards_of(step.state).discarded == (SABOTAGE, DOUBLE_AGENT)
    assert codes(government({"Axis": (DOUBLE_AGENT,)}), "play 91: West") == ["double-agent"]


def test_T183d_a_spy_ring_takes_a_card_that_a_die_chooses() -> None:
    step = do(government({"Axis": (SPY_RING,), "West": (1, 5, 70)}), "play 89: West")
    assert isinstance(step.waiting, RollRequest) and step.waiting.sides == 3
    step = roll(step, 2)
    assert hand_of(step.state, AXIS) == (5,) and hand_of(step.state, WEST) == (1, 70)
    assert rules(government({"Axis": (SPY_RING,)}), "play 89: West") == ["T183d"]


def test_T183h_a_spy_ring_that_is_turned_takes_from_its_player() -> None:
    state = government({"Axis": (SPY_RING, 7), "West": (DOUBLE_AGENT,)})
    step = do(state, "play 89: West")
    assert hand_of(step.state, WEST) == (7,) and hand_of(step.state, AXIS) == ()


def test_T183e_a_coup_removes_all_markers_of_rivals() -> None:
    state = government({"Axis": (COUP,)}, influence={"Sweden": ("West", 2), "USA": ("West", 1)})
    assert markers(do(state, "play 93: Sweden").state, "Sweden") is None
    assert rules(state, "play 93: USA") == ["T183e"]
    assert rules(state, "play 93: Turkey") == ["T183e"]


def test_T183g_a_mole_takes_what_is_in_the_vault_with_one_card_of_it() -> None:
    held = {"West": (SecretTechnology("sonar", (64, 69)),)}
    state = government({"Axis": (MOLE, RADAR_SONAR)}, vaults=held)
    assert rules(state, "play 86: sonar") == ["T183g"]
    assert rules(state, "play 86 60: jets") == ["T183g"]
    step = do(state, "play 86 60: sonar")
    assert step.state.technologies["Axis"] == ("sonar",)
    assert vault_of(step.state, WEST) == ("sonar",)
    assert cards_of(step.state).shown == {"Axis": (RADAR_SONAR,)}


def test_T183h_a_double_agent_turns_a_mole_on_the_vault_of_its_player() -> None:
    held = {
        "West": (SecretTechnology("sonar", (64, 69)),),
        "Axis": (SecretTechnology("jets", (68, 70)), SecretTechnology("heavy_tanks", (56, 65))),
    }
    hands = {"Axis": (MOLE, RADAR_SONAR), "West": (TANKS_ROCKETS, DOUBLE_AGENT)}
    step = do(government(hands, vaults=held), "play 86 60: sonar")
    assert vault_of(step.state, WEST) == ("sonar", "heavy_tanks"), "of jets it has no card"
    assert cards_of(step.state).vaults["West"][1].cards == (TANKS_ROCKETS, DOUBLE_AGENT)
    assert hand_of(step.state, AXIS) == (RADAR_SONAR,) and hand_of(step.state, WEST) == ()
    assert "sonar" not in vault_of(step.state, AXIS)
    assert cards_of(step.state).discarded == (MOLE,)
    assert do(step.state, "done").waiting == PhaseOpen("West", "government")


def test_T183h_a_double_agent_that_finds_nothing_stops_the_mole() -> None:
    held = {"West": (SecretTechnology("sonar", (64, 69)),)}
    hands = {"Axis": (MOLE, RADAR_SONAR), "West": (DOUBLE_AGENT,)}
    step = do(government(hands, vaults=held), "play 86 60: sonar")
    assert cards_of(step.state).discarded == (MOLE, DOUBLE_AGENT)
    assert hand_of(step.state, AXIS) == (RADAR_SONAR,)
    assert not vault_of(step.state, AXIS) and not step.state.technologies.get("Axis")


@pytest.mark.parametrize("card", [AGENT, CODE_BREAK])
def test_T183b_T183c_what_only_shows_something_is_just_discarded(card: int) -> None:
    state = government({"Axis": (card,)})
    assert cards_of(do(state, f"play {card}: West").state).discarded == (card,)
    assert codes(state, f"play {card}: Axis") == ["no-rival"]


WINTER: list[Piece] = [("USSR", "infantry", "Moscow")]


def end_of_year(year: int = 1, **blocks: object) -> State:
    state = position(WINTER, nation="USSR", phase="command", command=0, kind="", season="winter")
    state = with_cards(state, {})
    assert state.blocks is not None
    return replace(state, round=year, blocks=replace(state.blocks, **blocks))  # type: ignore[arg-type]


def test_T241_25_points_at_the_start_of_a_year_win() -> None:
    state = end_of_year(dividends={"Axis": 14})
    step = do(state, "command pass", "done")
    assert isinstance(step.waiting, GameOver)
    assert step.waiting.outcome.winners == ("Axis",)
    assert step.waiting.outcome.kind == "economic_victory"
    assert isinstance(
        do(end_of_year(dividends={"Axis": 13}), "command pass", "done").waiting, RollRequest
    )


def test_T86_the_opinion_of_the_usa_counts_before_the_check() -> None:
    """In 1941 the West has 24 points, and three more of population lift it over the goal."""
    industry = {"Axis": 0, "West": 20, "USSR": 0}
    state = end_of_year(5, industry=industry, dividends={"West": 11})
    step = do(state, "command pass", "done")
    assert isinstance(step.waiting, GameOver) and step.waiting.outcome.winners == ("West",)
    early = do(end_of_year(4, industry=industry, dividends={"West": 11}), "command pass", "done")
    assert isinstance(early.waiting, RollRequest)


def test_T90_T245_after_1945_the_points_decide_without_blockade() -> None:
    state = end_of_year(10, dividends={"USSR": 5})
    step = do(state, "command pass", "done")
    assert isinstance(step.waiting, GameOver)
    assert step.waiting.outcome.kind == "point_victory"
    assert step.waiting.outcome.winners == ("USSR",)
    tied = do(end_of_year(10, dividends={"USSR": 2}), "command pass", "done")
    assert isinstance(tied.waiting, GameOver)
    assert tied.waiting.outcome.winners == ("Axis", "USSR")


def combat(owners: Mapping[str, str], *, wars: tuple[tuple[str, str], ...]) -> State:
    units: list[Piece] = [
        ("Axis", "tank", "Paris", 4),
        ("West", "infantry", "Paris"),
        ("Axis", "tank", "London"),
        ("West", "infantry", "Ottawa"),
    ]
    return with_cards(position(units, phase="combat", wars=wars, owners=owners), {})


def test_T242_T246_two_capitals_of_rivals_win_at_once() -> None:
    step = do(combat({"London": "Axis"}, wars=(("Axis", "West"),)), "fight Paris")
    while not isinstance(step.waiting, PhaseOpen):
        if isinstance(step.waiting, RollRequest):
            step = apply(step.state, RollResult((1,) * step.waiting.count))
        else:
            step = apply(step.state, next(legal(step.state)))
    step = do(step.state, "done")
    assert isinstance(step.waiting, GameOver)
    assert step.waiting.outcome.kind == "military_victory"
    assert step.waiting.outcome.winners == ("Axis",)


def bomber(place: str, *, stage: int = 4, war: bool = True, bombers: bool = False) -> State:
    units: list[Piece] = [("Axis", "air force", place), ("West", "infantry", "London")]
    known = tuple(f"atomic_research_{number}" for number in range(1, stage + 1))
    if bombers:
        known = (*known, "heavy_bombers")
    wars = (("Axis", "West"),) if war else ()
    state = position(units, wars=wars, technologies={"Axis": known})
    return with_cards(state, {})


@pytest.mark.parametrize(
    ("place", "stage", "war", "bombers", "wins"),
    [
        ("Amsterdam", 4, True, False, True),
        ("Amsterdam", 3, True, False, False),
        ("Amsterdam", 4, False, False, False),
        ("Berlin", 4, True, False, False),
    ],
)
def test_T244_the_bomb_wins_when_an_enemy_capital_is_in_reach(
    place: str, stage: int, war: bool, bombers: bool, wins: bool
) -> None:
    state = bomber(place, stage=stage, war=war, bombers=bombers)
    step = do(state, "done")
    assert isinstance(step.waiting, GameOver) == wins
    if isinstance(step.waiting, GameOver):
        assert step.waiting.outcome.kind == "atomic_victory"


def test_T244_heavy_bombers_reach_further() -> None:
    assert not isinstance(do(bomber("Berlin"), "done").waiting, GameOver)
    assert isinstance(do(bomber("Berlin", bombers=True), "done").waiting, GameOver)
