"""What the report says of a block game."""

import re

import pytest

from engine import RollResult, Step, apply, evolve, new_game
from engine.view.block_nations import block_facts
from pbem.report.automatic_events import losses_of
from pbem.report.block_glance import highlights_of
from pbem.report.board import render_board
from pbem.report.model import TurnFacts
from pbem.report.narrate import sentences
from pbem.report.render import Format, render_turn
from pbem.report.scenes import scenes_of
from pbem.report.scores import score_columns_of, scores_of
from pbem.report.summary import summarise
from tests.support.blocks import ALL_AT_WAR, DEFINITION, Piece, do, position, roll, with_cards


def told(step: Step, before: Step) -> str:
    return "\n".join(sentences(before.state, step.events))


def test_a_shot_its_hits_and_forced_retreats_are_reported() -> None:
    state = position(
        [("Axis", "air force", "Lorraine", 2), ("West", "infantry", "Lorraine", 3)],
        phase="combat",
        wars=ALL_AT_WAR,
    )
    begun = do(state, "fight Lorraine")
    aimed = do(begun.state, "fire ground: Lorraine")
    shot = roll(aimed, 1, 6)
    text = told(shot, aimed)
    assert "Axis air force (2 CV) fired at ground: [1] 6, 1 hit." in text
    assert "West infantry (3 CV) was reduced to 2 CV." in text
    answered = roll(shot, 1, 6)
    assert "(by default): [1] 6, 1 hit." in told(answered, shot)
    left = do(answered.state, "retreat Lorraine > Ruhr")
    assert "Axis air force (1 CV) had to leave: Lorraine > Munich > Ruhr." in told(left, answered)


def test_a_group_that_joins_and_submarines_that_escape_are_reported() -> None:
    pieces = [("Axis", "submarine", "Ruhr"), ("West", "fleet", "North Sea")]
    state = position(pieces, wars=ALL_AT_WAR)
    moved = do(state, "move 1 submarine: Ruhr > North Sea", "done")
    begun = do(moved.state, "fight North Sea")
    assert "Axis submarine (1 CV) joined the battle." in told(begun, moved)
    pressed = do(begun.state, "press North Sea")
    asked = roll(pressed, 6)
    gone = do(asked.state, "submerge 1 submarine: North Sea")
    assert "Axis submarine (1 CV) escaped." in told(gone, asked)


def test_T199_who_is_left_out_of_a_round_is_reported() -> None:
    pieces: list[Piece] = [
        ("Axis", "tank", "Vilna", 3),
        ("West", "tank", "Vilna"),
        ("USSR", "tank", "Vilna"),
    ]
    asked = do(position(pieces, phase="combat", wars=ALL_AT_WAR), "fight Vilna")
    spared = do(asked.state, "spare West: Vilna")
    assert "Vilna: Axis left West out of the round." in told(spared, asked)


def test_declarations_command_and_control_are_reported() -> None:
    pieces = [("Axis", "tank", "Munich"), ("Axis", "infantry", "Konigsberg")]
    state = position(pieces, phase="command", command=0, kind="")
    start = Step(state, (), do(state, "command 4").waiting)
    command = do(state, "command 4")
    assert "Axis, Spring: Command Value 4." in told(command, start)
    assert highlights_of(scenes_of(state, command.events)) == ("Axis, Spring: Command Value 4.",)
    waits = do(command.state, "done").state
    moving = do(waits, "command pass", "done", "command pass", "done")
    war = do(moving.state, "declare war West")
    assert "Axis declared war on West." in told(war, moving)
    violated = do(war.state, "violate Poland")
    assert "raised garrisons: Lvov 2 CV, Vilna 1 CV, Warsaw 3 CV" in told(violated, war)
    entered = do(violated.state, "move 1 tank: Munich > Lorraine")
    entered = do(entered.state, "move 1 infantry: Konigsberg > Warsaw")
    done = do(entered.state, "done")
    assert "Lorraine is controlled by Axis now (before: West)." in told(done, entered)
    state = entered.state
    for event in done.events:
        state = evolve(state, event)
    assert state == done.state


def test_the_glance_tells_what_was_declared_fought_and_won() -> None:
    """Control that changes twice in a turn is told once, as it is in the end."""
    pieces = [("Axis", "tank", "Paris", 4), ("West", "infantry", "Paris", 1)]
    state = position(pieces, phase="combat", wars=ALL_AT_WAR)
    begun = do(state, "fight Paris", "fire ground: Paris")
    done = do(roll(begun, 1, 6, 6, 6).state, "done")
    shot = roll(begun, 1, 6, 6, 6)
    happened = [*do(state, "fight Paris").events, *begun.events, *shot.events, *done.events]
    told_now = highlights_of(scenes_of(state, happened))
    assert "Battle in Paris: West lost 1 CV; there now: Axis with 4 CV." in told_now
    assert any(text.startswith("France is defeated, conquered by Axis") for text in told_now)
    assert [text for text in told_now if "Paris" in text and "control" in text] == [
        "Paris, Gascony, Lorraine, Marseille came under the control of Axis."
    ]


def test_the_glance_of_a_set_up_counts_what_was_placed() -> None:
    """It named the first area only, as if nothing else had been placed."""
    first = apply(new_game(DEFINITION).state, RollResult((2,)))
    one = do(first.state, "place 4 infantry: Berlin")
    two = do(one.state, "place 1 tank: Berlin")
    three = do(two.state, "place 2 tank: Munich")
    happened = [*one.events, *two.events, *three.events]
    assert highlights_of(scenes_of(first.state, happened)) == ("Axis placed 7 blocks in 2 areas.",)


@pytest.mark.parametrize("fmt", ["txt", "html", "md", "bbcode"])
def test_the_scores_hold_what_a_block_game_has(fmt: Format) -> None:
    pieces: list[Piece] = [
        ("Axis", "tank", "Munich", 4),
        ("Axis", "fleet", "Ruhr"),
        ("West", "tank", "Paris"),
    ]
    state = position(pieces, owners={"Ruhr": "West"})
    moved = do(state, "move 1 tank: Munich > Berlin")
    facts = TurnFacts("Europe", "00", 1, "Axis", "Anna", "dice of a test", next_nation="West")
    turn = summarise(state, moved.events, moved.state, facts)
    assert turn.score_columns[:5] == ("CV", "Blocks", "Areas", "POP", "RES")
    figures = {score.nation: score.figures for score in turn.scores}
    assert (figures["Axis"][:2], figures["West"][:2], figures["USSR"][:2]) == (
        (5, 2),
        (1, 1),
        (0, 0),
    )
    start = position(())
    printed = {score.nation: score.figures[3:5] for score in scores_of(start)}
    # T109: the sums of the printed areas.
    assert printed == {"Axis": (11, 6), "West": (12, 11), "USSR": (12, 11)}
    text = render_turn(turn, fmt)
    assert not re.search(r"\b(PUs?|Cities|Alliance|Treasury)\b", text)
    assert "POP" in text
    assert fmt != "txt" or re.search(r"^ +West +\d", text, re.MULTILINE), "the names fit"


@pytest.mark.parametrize(
    ("dice", "bombed"),
    [((1, 6), "the industry of West fell by 1"), ((5, 6), "no bomb hit the industry of West")],
)
def test_T214_a_raid_says_what_it_did_to_the_industry_and_who_withdrew(
    dice: tuple[int, int], bombed: str
) -> None:
    pieces: list[Piece] = [("Axis", "air force", "Ruhr", 2), ("West", "infantry", "London")]
    state = position(pieces, wars=ALL_AT_WAR, technologies={"Axis": ("bombsights",)})
    moved = do(state, "raid 1 air force: Ruhr > North Sea > London", "done")
    begun = do(moved.state, "fight London")
    aimed = do(begun.state, "fire industry: London")
    shot = roll(aimed, *dice)
    left = roll(shot, 6)
    events = (*begun.events, *aimed.events, *shot.events, *left.events)
    assert highlights_of(scenes_of(moved.state, events)) == (
        f"Raid on London: no losses, {bombed}, 1 block of Axis withdrew; "
        "there now: West with 1 CV.",
    )


def test_what_a_neutral_country_loses_is_told_as_its_own() -> None:
    pieces = [("Axis", "infantry", "Konigsberg", 3)]
    violated = do(position(pieces), "violate Poland", "move 1 infantry: Konigsberg > Warsaw")
    moved = do(violated.state, "done")
    steps = [do(moved.state, "fight Warsaw")]
    steps.append(roll(steps[-1], 6, 6, 6))
    steps.append(do(steps[-1].state, "fire ground: Warsaw"))
    steps.append(roll(steps[-1], 1, 1, 1))
    scenes = scenes_of(moved.state, [event for step in steps for event in step.events])
    lost = [(force.nation, str(force.units)) for force in losses_of(scenes)]
    assert lost == [("Poland", "1 fortress")]


def test_an_attacker_who_retreats_withdrew_and_is_not_what_is_left() -> None:
    pieces: list[Piece] = [("Axis", "infantry", "Munich", 2), ("West", "tank", "Lorraine")]
    state = position(pieces, wars=ALL_AT_WAR)
    moved = do(state, "move 1 infantry: Munich > Lorraine", "done")
    begun = do(moved.state, "fight Lorraine")
    answered = roll(begun, 6)
    left = do(answered.state, "retreat Lorraine > Munich")
    events = (*begun.events, *answered.events, *left.events)
    assert highlights_of(scenes_of(moved.state, events)) == (
        "Battle in Lorraine: no losses, 1 block of Axis withdrew; there now: West with 1 CV.",
    )


def test_the_page_of_the_board_holds_what_a_block_game_has() -> None:
    page = render_board(position([("Axis", "tank", "Berlin", 3), ("West", "fleet", "London")]))
    nations = page.split('<section id="nations">')[1].split("</section>")[0]
    rows = [re.findall(r"<t[hd][^>]*>([^<]*)", row) for row in nations.split("<tr>")[1:]]
    assert rows[0][:6] == ["Nation", "CV", "Blocks", "Areas", "POP", "RES"]
    assert [row[:3] for row in rows[1:]] == [
        ["Axis", "3", "1"],
        ["West", "1", "1"],
        ["USSR", "0", "0"],
    ]
    for unknown in ("PUs", "Income", "Victory", "Cost", "Attack", "Value"):
        assert f"<th>{unknown}" not in page
    assert "Germany, main capital, population" in page
    assert "</svg> main capital, <svg" in page
    assert "</svg> sub-capital, a star of eight points: a battle" in page
    assert "victory city" not in page
    assert "London&#10;West, Britain, main capital, population 3" in page


def test_T109_T240_industry_production_and_points_are_in_the_scores() -> None:
    """T109, T114, T240, T261."""
    state = position([("West", "tank", "Paris")])
    columns = score_columns_of(state)
    rows = [dict(zip(columns, score.figures, strict=True)) for score in scores_of(state)]
    assert [row["IND"] for row in rows] == [12, 7, 9]
    assert [row["Level"] for row in rows] == [11, 7, 9]
    assert [row["Points"] for row in rows] == [11, 7, 9]
    assert "A point of industry costs in factories: Axis 5, West 6, USSR 7." in block_facts(state)


@pytest.mark.parametrize("fmt", ["txt", "html", "md", "bbcode"])
def test_T85_the_title_names_the_season(fmt: Format) -> None:
    """A nation has a turn in each season, so its round alone does not say which one it was."""
    pieces = [("Axis", "tank", "Munich", 4)]
    state = position(pieces, phase="command", command=0, kind="", season="summer")
    done = do(state, "command 4")
    facts = TurnFacts("Europe", "00", 2, "Axis", "Anna", "dice of a test", next_nation="West")
    turn = summarise(state, done.events, done.state, facts)
    assert turn.when == "round 2, Summer"
    assert "round 2, Summer" in render_turn(turn, fmt)


def test_production_government_and_cards_are_reported() -> None:
    """T126, T138, T140, T178, T183h: each event of the cards is a sentence."""
    cards = {"Axis": (8, 56, 57, 59, 60, 88), "West": (91,), "USSR": (18,)}
    state = position([("Axis", "tank", "Berlin")], phase="production", season="", kind="")
    before = Step(with_cards(state, cards), (), None)
    bought = do(before.state, "strengthen 1 tank: Berlin", "place 1 infantry: Munich")
    assert told(bought, before) == "Axis built 1 infantry in Munich."
    paid = do(bought.state, "draw 1 action")
    assert told(paid, bought) == "Axis paid for 1 Action card."
    drawn = roll(do(paid.state, "done"), 1)
    assert "Axis drew 1 (Spring A4, Spain or Yugoslavia)." in told(drawn, paid)
    government = do(drawn.state, "done", "done")
    played = do(government.state, "play 8: Poland")
    assert told(played, government) == "Axis played 8 (Spring H6, Poland or Austria) on Poland."
    again = do(played.state, "done", "done")
    cancelled = do(again.state, "play 18: Poland")
    assert "It cancels 8 (Spring H6, Poland or Austria) of Axis" in told(cancelled, again)
    mine = do(cancelled.state, "done")
    invested = do(mine.state, "invest 56 57")
    assert "The industry of Axis is 13 now." in told(invested, mine)
    mine = do(invested.state, "done", "done", "done")
    found = do(mine.state, "play 59 60: sonar")
    assert "Axis has sonar now (59 (1 factory, sonar or air defense radar), 60" in told(found, mine)
    mine = do(found.state, "done", "done", "done")
    turned = do(mine.state, "play 88: West")
    assert "A double agent of West turned it on Axis." in told(turned, mine)
    facts = "\n".join(block_facts(turned.state))
    assert "Hand of Axis (1, limit 7): 1 (Spring A4, Spain or Yugoslavia)." in facts
    assert "Cards left in the decks: 52 Action, 49 Investment." in facts
