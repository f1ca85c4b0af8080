"""The mail of a turn shows the map, cut to where most happened, and goes without it if need be."""

import builtins
import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.post.outgoing import summary_of
from pbem.replay import Turn, read_position
from pbem.report.map_still import mail_picture
from pbem.report.model import TurnSummary
from pbem.report.render import render_mail
from pbem.save.trust import open_save

GAMES = Path(__file__).parents[2] / "savegames"


@pytest.fixture(scope="module")
def played() -> tuple[Turn, TurnSummary]:
    """A turn with a battle, and its report."""
    position = read_position(open_save((GAMES / "classic-allied-victory.pbem").read_bytes()))
    for turn in position.turns:
        summary = summary_of(position, turn)
        if turn.is_finished and any(battle.captured for battle in summary.battles):
            return turn, summary
    raise LookupError("no turn took an area")


def test_the_picture_is_small_and_says_in_words_what_it_shows(
    played: tuple[Turn, TurnSummary],
) -> None:
    turn, summary = played
    picture = mail_picture(turn.after, summary, None)
    assert picture is not None
    assert len(picture.png) <= 100_000
    width, height = struct.unpack(">II", picture.png[16:24])
    assert width == picture.width == 800
    assert 0.59 * width <= height <= width
    for battle in summary.battles:
        if battle.captured:
            assert battle.territory in picture.words.partition("taken: ")[2]
    page = render_mail(summary, ("pbem fetch",), "html", picture)
    assert '<img src="cid:map" alt="Map after round' in page
    assert "cid:map" not in render_mail(summary, ("pbem fetch",), "html")


def test_without_the_libraries_the_mail_goes_without_a_picture(
    played: tuple[Turn, TurnSummary], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = builtins.__import__

    def missing(
        name: str,
        into: Mapping[str, object] | None = None,
        local: Mapping[str, object] | None = None,
        names: Sequence[str] = (),
        level: int = 0,
    ) -> object:
        if name == "resvg_py":
            raise ImportError(name=name)
        return usual(name, into, local, names, level)

    monkeypatch.setattr(builtins, "__import__", missing)
    turn, summary = played
    assert mail_picture(turn.after, summary, None) is None


def test_where_the_next_nation_stands_is_told(played: tuple[Turn, TurnSummary]) -> None:
    _, summary = played
    score = summary.scores[0]
    told = replace(summary, facts=replace(summary.facts, next_nation=score.nation))
    line = f"{summary.score_columns[0]} {score.figures[0]}, {summary.score_columns[1]}"
    assert f"Where {score.nation} stand: {line}" in render_mail(told, (), "txt")
    assert line in render_mail(told, (), "html")
