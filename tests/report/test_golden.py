"""The whole report in every format, compared with files that a person has read.

To make them anew after a deliberate change: PBEM_WRITE_GOLDEN=1 pytest tests/report, then read
the difference.
"""

import os
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from pbem.report.model import TurnSummary
from pbem.report.render import (
    Format,
    Invitation,
    render_invitation,
    render_mail,
    render_turn,
)
from pbem.report.rounds import format_round_table, round_table
from tests.report.made_up_turn import last_turn, retreat, summary_of, the_turn

GOLDEN = Path(__file__).parent / "golden"
HOW_TO = ("Save the attached file, then: pbem play winter.pbem",)


@pytest.fixture(scope="module")
def turn() -> TurnSummary:
    return summary_of(the_turn())


def compare(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("PBEM_WRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("fmt", get_args(Format))
def test_a_whole_turn_reads_as_it_did(turn: TurnSummary, fmt: Format) -> None:
    compare(f"turn.{fmt}", render_turn(turn, fmt))


def test_the_mail_begins_with_what_to_do(turn: TurnSummary) -> None:
    compare("mail.txt", render_mail(turn, HOW_TO))
    page = render_mail(turn, HOW_TO, "html")
    assert HOW_TO[0] in page
    assert page.index(HOW_TO[0]) < page.index("At a glance")


@pytest.mark.parametrize("fmt", get_args(Format))
def test_a_seat_without_a_player_leaves_no_empty_brackets(turn: TurnSummary, fmt: Format) -> None:
    told = replace(turn, facts=replace(turn.facts, player="", next_player=""))
    report = render_turn(told, fmt)
    assert "Played by" not in report
    assert "()" not in report
    assert "()" not in render_mail(told, HOW_TO)


def test_a_retreat_reads_as_it_did() -> None:
    compare("retreat.txt", render_turn(summary_of(retreat()), "txt"))


def test_the_round_table_has_every_turn() -> None:
    turns = (summary_of(the_turn()), summary_of(retreat()), summary_of(last_turn()))
    compare("rounds.txt", format_round_table(round_table(turns)))


def test_an_invitation_names_game_seats_and_dice() -> None:
    invitation = Invitation(
        game="Winter league 3",
        game_id="00112233445566778899aabbccddeeff",
        scenario="Big World : 1942",
        host="Anna",
        nation="British",
        seats=(("Germans", "Anna"), ("British", "")),
        terms=("Scenario: Big World : 1942, exactly as it comes with pbem.", "Committed dice."),
        message="Would you like to play?",
        how_to=("pbem join invitation.pbem",),
    )
    compare("invitation.txt", render_invitation(invitation))


@pytest.mark.parametrize("fmt", ["txt"])
def test_plain_text_keeps_to_eighty_columns(turn: TurnSummary, fmt: Format) -> None:
    assert max(len(line) for line in render_turn(turn, fmt).splitlines()) <= 80


def test_html_is_one_file_without_scripts_or_outside_resources(turn: TurnSummary) -> None:
    for page in (render_turn(turn, "html"), render_mail(turn, HOW_TO, "html")):
        lowered = page.lower()
        for foreign in ("<script", "http:", "https:", "src=", "@import", "url(", "javascript:"):
            assert foreign not in lowered


def test_an_invitation_tells_what_the_map_maker_says() -> None:
    notes = ("House rules", "", "None.", "(more: pbem info 00112233 notes)")
    seats = (("Germans", "Anna"),)
    told = render_invitation(
        Invitation("a", "00", "a", "Anna", "British", seats, (), "", (), notes)
    )
    assert "NOTES OF THE MAP\n  House rules\n" in told
    assert "(more: pbem info 00112233 notes)" in told
