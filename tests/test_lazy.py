"""Tables whose values are loaded when they are looked up (ADR 0046)."""

import pydoc
import sys

import pytest

import engine
from engine.gamedef.names import PHASES
from engine.lazy import LateTable
from engine.rules.common.frame import FrameRules
from engine.rulesets.axis_and_allies import AXIS_AND_ALLIES
from engine.rulesets.registry import phase_of

_PLACES = {"word": "antigravity.NOTHING", "number": "sys.maxsize"}


def test_only_what_is_looked_up_is_loaded() -> None:
    table = LateTable(int, _PLACES)
    assert list(table) == ["word", "number"]
    assert len(table) == 2
    assert "word" in table
    assert "antigravity" not in sys.modules
    assert table["number"] == sys.maxsize


def test_a_key_that_is_not_there_and_a_value_of_another_kind_are_errors() -> None:
    with pytest.raises(KeyError):
        LateTable(int, _PLACES)["phase"]
    with pytest.raises(TypeError, match=r"sys\.maxsize is not a str"):
        LateTable(str, _PLACES)["number"]


@pytest.mark.parametrize("name", PHASES)
def test_every_phase_is_found_under_its_own_name(name: str) -> None:
    assert phase_of(name).name == name


@pytest.mark.parametrize("kind", AXIS_AND_ALLIES.frames, ids=lambda kind: kind.__name__)
def test_the_rules_of_every_frame_are_found(kind: type) -> None:
    assert isinstance(AXIS_AND_ALLIES.frames[kind], FrameRules)


def test_help_shows_the_function_and_not_what_stands_for_it() -> None:
    told = pydoc.plain(pydoc.render_doc(engine.check))
    assert "check(state: " in told
    assert "Every reason against an order" in told
    assert "LazyFunction" not in told
    assert "function check in module engine.game\n" in told
    assert "class LazyFunction" in pydoc.plain(pydoc.render_doc(engine.lazy))
