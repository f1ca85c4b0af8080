"""From events to the data of a report."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine import apply, evolve, load_scenario, new_game
from engine.core.agenda import OverflightFrame
from engine.core.events.battle import (
    BattleBegan,
    BattleEnded,
    CasualtiesMarked,
    FireGroup,
    LandingAbandoned,
    UnitsDestroyed,
    UnitsRetreated,
    VolleyFired,
)
from engine.core.events.movement import UnitsLoaded, UnitsUnloaded
from engine.core.events.turn import (
    FramePopped,
    FramePushed,
    PhaseBegan,
    PhaseSkipped,
    RoundBegan,
    TurnEnded,
)
from engine.orders.allocate import Allocate
from pbem.replay.slicing import Reached, beginning_of_turn, end_of_turn
from pbem.report.battle_model import Losses, VolleySummary
from pbem.report.model import TurnSummary
from pbem.report.render import render_turn
from pbem.report.scores import alliances_of
from pbem.report.summary import summarise
from tests.report.made_up_turn import (
    BALTIC,
    BRITISH,
    GERMANS,
    KARELIJA,
    LENINGRAD,
    RUSSIANS,
    facts,
    german_morning,
    last_turn,
    retreat,
    summary_of,
    the_turn,
)


@pytest.fixture(scope="module")
def turn() -> TurnSummary:
    return summary_of(the_turn())


def volleys(turn: TurnSummary, place: str) -> list[VolleySummary]:
    return [
        entry
        for battle in turn.battles
        if battle.territory == place and battle.kind == "battle"
        for battle_round in battle.rounds
        for entry in battle_round.entries
        if isinstance(entry, VolleySummary)
    ]


def test_B158_moves_of_the_same_way_are_put_together(turn: TurnSummary) -> None:
    combat, late = turn.moves
    assert (combat.name, combat.is_late, late.is_late) == ("Combat move", False, True)
    first = combat.moves[0]
    assert (str(first.units), first.path) == ("2 infantry", "Finland > Karelija")
    assert any(move.note == "landing from the sea, into battle" for move in combat.moves)


def test_B197_dice_are_grouped_as_in_the_rule_book(turn: TurnSummary) -> None:
    patterns = [volley.pattern for volley in volleys(turn, KARELIJA)]
    assert patterns == ["2 at 1, and 1 at 3", "3 at 2, and 1 at 4"]
    defence = volleys(turn, KARELIJA)[1]
    assert [(die.value, die.is_hit) for die in defence.groups[0].dice] == [
        (1, True),
        (5, False),
        (2, True),
    ]


def test_G32_low_luck_prints_sure_hits_without_dice(turn: TurnSummary) -> None:
    defence = volleys(turn, LENINGRAD)[1]
    assert (defence.pattern, defence.groups, defence.sure_hits, defence.hits) == ("", (), 1, 1)


def test_hits_against_expectation_are_exact(turn: TurnSummary) -> None:
    by_nation = {
        entry.nation: (entry.luck.hits, entry.luck.expected, entry.luck.account.variance)
        for entry in turn.luck
    }
    # Bombing dice are money, not hits; the two shots of AA guns count for the Russians.
    at_1, at_2, at_3 = Fraction(5, 36), Fraction(2, 9), Fraction(1, 4)
    assert by_nation == {
        RUSSIANS: (
            3,
            Fraction(1, 6) * 2 + Fraction(1, 3) + Fraction(5, 3) + 1 + Fraction(2, 3),
            at_1 * 2 + at_2 * 7,  # a die at 4 varies as much as one at 2
        ),
        GERMANS: (
            5,
            Fraction(1, 3) + Fraction(5, 6) * 2 + Fraction(2, 3),
            at_2 + at_3 * 2 + at_1 * 4,  # and one at 5 as much as one at 1
        ),
    }


def test_B198_the_report_says_what_was_decided_by_default(turn: TurnSummary) -> None:
    text = "\n".join(turn.defaults)
    assert "Karelija, casualties: Russians, 1 infantry." in text
    assert "Russians, 1 submarine submerged (by default, nobody asked)." in text
    # Three infantry alone leave no choice, and the nation on turn is always asked.
    assert "Leningrad" not in text
    assert "Germans" not in text
    chosen = {
        entry.chosen_by
        for battle in turn.battles
        for battle_round in battle.rounds
        for entry in battle_round.entries
        if isinstance(entry, Losses)
    }
    assert chosen == {"by default, nobody asked", "chosen by the player", "no choice"}


def test_B4_what_happened_by_itself_is_listed(turn: TurnSummary) -> None:
    text = "\n".join(turn.automatic)
    for part in ("collected 62 PUs", "Repaired", "not placed", "in force", "no place to land"):
        assert part in text
    assert turn.skipped == ("End of turn: there is nothing to decide.",)


def test_the_account_adds_up(turn: TurnSummary) -> None:
    money = turn.money
    assert money.before + sum(line.amount for line in money.lines) == money.after == 82
    assert money.income == 62


def test_losses_cover_battles_and_stranded_aircraft(turn: TurnSummary) -> None:
    lost = {force.nation: str(force.units) for force in turn.losses}
    assert lost == {RUSSIANS: "4 infantry, 1 transport", GERMANS: "3 infantry, 1 bomber"}


def test_captures_belong_to_their_battle_and_to_the_glance(turn: TurnSummary) -> None:
    assert turn.captures == ("Germans take Leningrad from Russians.",)
    battle = turn.battles[-1]
    assert (battle.captured, battle.won) == (True, True)
    assert "Germans take 20 PUs from the treasury of Russians." in battle.aftermath
    assert [str(force) for force in battle.left] == ["Germans, 1 infantry, 1 armour"]


def test_B71_raids_are_in_the_glance(turn: TurnSummary) -> None:
    assert turn.bombings == (
        "Moscow: a raid of Germans. Russians lose 4 PUs (die 5; 5 rolled, cut by the limits).",
    )


def test_B258_scores_and_victory_cities(turn: TurnSummary) -> None:
    assert turn.score_columns == ("PUs", "Production", "Units", "Cities")
    rows = {row.nation: row.figures for row in turn.scores}
    assert rows[BRITISH][1::2] == (40, 6)
    axis = next(alliance for alliance in turn.alliances if alliance.name == "Axis")
    assert (axis.cities_before, axis.cities) == (9, 10)


def test_neutrals_without_victory_cities_are_not_told_of() -> None:
    start = new_game(load_scenario("second_edition_global_1940")).state
    assert {one.name: one.cities for one in alliances_of(start, start)} == {"Axis": 5, "Allies": 14}


def test_damage_and_retreat_are_reported() -> None:
    battle = summary_of(retreat()).battles[0]
    text = [
        entry.words if isinstance(entry, Losses) else getattr(entry, "text", "")
        for entry in battle.rounds[0].entries
    ]
    assert "British: damaged 1 battleship" in text
    assert "Germans, 1 cruiser retreated to SZ 11 West Baltic Sea." in text


def test_the_end_of_the_game_is_reported() -> None:
    outcome = summary_of(last_turn()).outcome
    assert outcome is not None
    assert outcome.text == "the Axis hold 17 victory cities"


def test_a_story_that_leads_elsewhere_is_refused() -> None:
    with pytest.raises(ValueError, match="do not lead"):
        summarise(german_morning(), the_turn(), german_morning(), facts())


def test_a_turn_without_events_is_a_report_all_the_same() -> None:
    empty = summary_of(())
    assert (empty.battles, empty.moves, empty.money.lines) == ((), (), ())


def test_events_of_the_next_nation_are_left_out() -> None:
    following = (
        PhaseBegan(28, BRITISH, "tech"),
        PhaseSkipped(BRITISH, "tech", "no capital"),
        CasualtiesMarked(KARELIJA, "defender", (14,), (), "default"),
        UnitsDestroyed(KARELIJA, (14,), "battle"),
    )
    assert summary_of((*the_turn(), *following)).losses == summary_of(the_turn()).losses


def test_units_that_are_lost_without_a_choice_are_reported_once() -> None:
    happened = (
        VolleyFired(
            KARELIJA,
            0,
            "overflight",
            "defender",
            RUSSIANS,
            (FireGroup(1, 1, (1,), 1),),
            0,
            1,
            (1, 6),
            6,
        ),
        CasualtiesMarked(KARELIJA, "attacker", (132,), (), "dice"),
        UnitsDestroyed(KARELIJA, (132,), "aa_fire"),
    )
    (fire,) = summary_of(happened).battles
    kinds = [type(entry) for battle_round in fire.rounds for entry in battle_round.entries]
    assert (fire.kind, kinds) == ("overflight", [VolleySummary, Losses])


def test_aircraft_under_fire_on_their_way_are_named() -> None:
    frame = OverflightFrame((132,), ("Norway", KARELIJA), (KARELIJA,))
    group = FireGroup(1, 1, (6,), 0)
    happened = (
        FramePushed(frame),
        VolleyFired(KARELIJA, 0, "overflight", "defender", RUSSIANS, (group,), 0, 0, (1, 6), 6),
        FramePopped(),
    )
    (fire,) = summary_of(happened).battles
    assert [str(force) for force in fire.attackers] == ["Germans, 1 fighter"]
    assert fire.title == "Karelija: AA guns of Russians fire at aircraft"


def test_a_lost_sea_battle_says_what_became_of_the_landing() -> None:
    aboard = (UnitsLoaded(GERMANS, ((75, 139), (76, 139)), BALTIC),)
    ashore = UnitsUnloaded(GERMANS, ((75, 139),), LENINGRAD, True, True)
    happened = (
        *aboard,
        ashore,
        BattleBegan(BALTIC, "battle", GERMANS, RUSSIANS, (139, 140), (47,)),
        UnitsDestroyed(BALTIC, (76,), "sunk_with_transport"),
        UnitsRetreated(BALTIC, (140,), "SZ 11 West Baltic Sea"),
        BattleEnded(BALTIC, "battle", "defender", 1, ()),
        LandingAbandoned(LENINGRAD, ((75, 139),), "the sea battle was not won"),
    )
    (battle,) = summary_of(happened).battles
    notes = [getattr(entry, "text", "") for entry in battle.rounds[0].entries]
    assert "Lost in SZ 12 East Baltic Sea with their transport: Germans, 1 infantry." in notes
    assert "1 infantry did not land in Leningrad: the sea battle was not won." in notes


def test_damage_by_default_is_not_called_a_loss() -> None:
    assert summary_of(retreat()).defaults == (
        "SZ 17 English Channel, damaged: British, 1 battleship.",
    )


def test_low_luck_aa_dice_that_name_an_aircraft_are_not_marked() -> None:
    group = FireGroup(1, 3, (3,), 1)
    happened = (
        VolleyFired(KARELIJA, 0, "overflight", "defender", RUSSIANS, (group,), 0, 1, (1, 2), 6),
    )
    (fire,) = summary_of(happened).battles
    entry = fire.rounds[0].entries[0]
    assert isinstance(entry, VolleySummary)
    assert [die.is_hit for die in entry.groups[0].dice] == [False]


def test_turns_are_cut_where_the_nation_changes() -> None:
    ends = (TurnEnded(""), RoundBegan(2), PhaseBegan(14, RUSSIANS, "tech"))
    nobody = (PhaseBegan(62, "", "end_round"),)
    happened = (*the_turn(), *nobody, *ends, PhaseSkipped(RUSSIANS, "tech", "none"))
    own, rest = end_of_turn(happened, GERMANS)
    assert own[-1] == RoundBegan(2)
    assert Reached(german_morning(), own).round == 2
    between, opening = beginning_of_turn(rest, RUSSIANS)
    assert between == ()
    before = Reached(german_morning(), own).state
    assert opening == (ends[-1], PhaseSkipped(RUSSIANS, "tech", "none"))
    end = before
    for event in opening:
        end = evolve(end, event)
    told = replace(facts(), nation=RUSSIANS, round=2)
    again = summarise(before, opening, end, told)
    assert again.skipped == ("Technology: none.",)


def test_L14_the_report_says_where_the_money_went() -> None:
    """The opponents saw no more than that the treasury had stayed as it was."""
    first = new_game(load_scenario("axis_allies_linked")).state
    assert (first.nation, first.phase.phase) == ("British", "allocate")
    steps = [apply(first, Allocate("England", 20))]
    steps += [apply(steps[-1].state, Allocate("India", 3))]
    steps += [apply(steps[-1].state, Allocate("England", 5))]
    happened = [event for step in steps for event in step.events]
    told = summarise(first, happened, steps[-1].state, replace(facts(), nation="British"))
    lines = [(line.label, line.amount) for line in told.money.allocated]
    assert lines == [("allocated to England", 25), ("allocated to India", 3)]
    for form in ("txt", "html", "md", "bbcode"):
        assert "allocated to England" in render_turn(told, form)


def test_long_names_of_nations_are_not_cut_off_in_the_scores(turn: TurnSummary) -> None:
    long = "Russian_Stalingrad_Defenders"
    scores = (replace(turn.scores[0], nation=long), *turn.scores[1:])
    text = render_turn(replace(turn, scores=scores), "txt")
    assert f"\n  {long}   " in text
