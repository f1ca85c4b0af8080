"""The luck of a whole game (ADR 0041): all lists add up to the whole, each roll counts once."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from engine import RollResult, events
from engine.luck import HITS, RollTotals, rolled
from pbem.replay import History, read_history
from pbem.replay.luck import game_ledger
from pbem.report.ledger import LuckLedger, NationLedger
from pbem.report.luck import Luck
from pbem.report.scenes import scenes_of
from pbem.save.records import VoidRoll
from pbem.save.trust import open_save
from tests.support.paper_game import spec
from tests.support.table import key_of, table, to_next_dice

ROOT = Path(__file__).parents[2]
GAMES = ("low-luck-with-bids", "technologies", "blocks", "rarities", "agreed")


@cache
def history(name: str) -> History:
    return read_history(open_save((ROOT / "savegames" / f"{name}.pbem").read_bytes()))


@cache
def ledger(name: str) -> LuckLedger:
    found = history(name)
    return game_ledger(found.turns, found.moments[0].step.state.definition)


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_add_up_to_the_whole(name: str) -> None:
    found = ledger(name)
    whole = found.luck.account
    assert whole.dice > 0
    by_nation = RollTotals.of(entry.luck.account for entry in found.nations)
    by_kind = RollTotals.of(kind.luck.account for kind in found.kinds if kind.scores == HITS)
    by_battle = RollTotals.of(
        luck.account for one in found.fights for luck in (one.attacker_luck, one.defender_luck)
    )
    assert by_nation == by_kind == by_battle == whole
    for kind in found.kinds:
        parts = [part for entry in found.nations for part in entry.kinds if part.kind == kind.kind]
        assert RollTotals.of(part.luck.account for part in parts) == kind.luck.account
    assert sum(entry.swing for entry in found.nations) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("name", GAMES)
def test_every_roll_of_the_game_as_it_stands_counts_once(name: str) -> None:
    """Counted a second time, from the moments of the history instead of its turns."""
    line = history(name).line()
    rolls = [
        roll
        for before, moment in pairwise(line)
        for scene in scenes_of(before.step.state, moment.step.events)
        if (roll := rolled(scene.before, scene.event)) is not None
    ]
    counted = {kind.kind: kind.luck.account for kind in ledger(name).kinds}
    assert {kind: RollTotals.of(r for r in rolls if r.kind == kind) for kind in counted} == counted
    assert Counter(roll.kind for roll in rolls).keys() == counted.keys()


def test_the_mean_of_a_volley_is_the_one_that_the_rules_work_out() -> None:
    """Two ways: here from the dice of the event, in the rules from the strengths of shooters."""
    seen = 0
    for name in GAMES:
        for turn in history(name).turns:
            for scene in scenes_of(turn.before, turn.events):
                if isinstance(scene.event, events.battle.VolleyFired):
                    roll = rolled(scene.before, scene.event)
                    assert roll is not None
                    assert RollTotals.of([roll]).mean == Fraction(*scene.event.expected)
                    seen += 1
    assert seen > 250


def test_dice_that_come_again_after_a_take_back_count_once() -> None:
    """All dice of the game: those on the line that score, and no die of what was taken back."""
    agreed = history("agreed")
    rolled_at_all = [m for m in agreed.moments if isinstance(m.action, RollResult)]
    kept = [m for m in agreed.line() if isinstance(m.action, RollResult)]
    again = [m for m in kept if m.notice is not None and m.notice.kind == "roll_again"]
    assert len(rolled_at_all) > len(kept)
    assert again
    dice = sum(len(m.action.dice) for m in kept if isinstance(m.action, RollResult))
    assert sum(kind.luck.account.dice for kind in ledger("agreed").kinds) == dice


def test_one_far_nation_of_many_is_told_with_how_many_there_are() -> None:
    lucky = NationLedger("Japanese", Luck(RollTotals(8, 8, 0, (((3, 3), 8),))), (), 0.0, 0)
    usual = NationLedger("Germans", Luck(RollTotals(8, 4, 0, (((3, 3), 8),))), (), 0.0, 0)
    told = LuckLedger(1, Luck(), (), (lucky, usual, usual), ()).sentences
    # One nation is that far off in 2 of 256 games; of three, one is in 1 of 43.
    assert told[-1] == "Of 3 nations one is that far off 1 time in 43."
    assert len(LuckLedger(1, Luck(), (), (usual, usual), ()).sentences) == 2


def test_dice_of_a_void_roll_are_not_counted(tmp_path: Path) -> None:
    """Ben uses up a number out of turn; then the dice of the battle are rolled."""
    game = table(tmp_path / "authority")
    session = game.session()
    to_next_dice(session, "done", "done", "move 2 infantry: Karelija > Finland", "done")
    game.dice.roll(game.save.request("Germans", spec()).sign(key_of("Ben")))
    session.roll()
    assert any(isinstance(record, VoidRoll) for record in game.save.records)
    found = read_history(game.save)
    counted = game_ledger(found.turns, found.moments[0].step.state.definition)
    (dice,) = [m.action.dice for m in found.moments if isinstance(m.action, RollResult)]
    assert counted.luck.account.dice == len(dice)
