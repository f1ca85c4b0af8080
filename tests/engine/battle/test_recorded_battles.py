"""Battles recorded from another engine go the same way here, die by die.

The other engine asks both players; here the defender is away, so their recorded choices take the
place of the default ones.  Battles with a bombardment and raids are left out.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.agenda import Decision, PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.events.battle import CasualtiesMarked, VolleyFired
from engine.core.ids import UnitId
from engine.core.pick import Pick
from engine.game import apply
from engine.gamedef import State
from engine.gamedef.position import Step
from engine.orders.fight import Fight
from engine.orders.form import Action
from engine.orders.lose import Lose
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.orders.submerge import Submerge
from engine.rules.battle.rounds import submerge, volley
from engine.rules.battle.rounds.casualties import default_casualties, hit_points_left
from tests.engine.battle.arena import opened
from tests.engine.battle.recorded import GAMES, Record, records

_FILES = sorted(GAMES.glob("big_world_1942.*.jsonl.gz")) if GAMES.is_dir() else []


class _Replayed:
    """Answers in the order in which they were recorded."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.dice = iter(record.dice)
        self.lost: dict[str, Iterator[tuple[UnitId, ...]]] = {
            side: iter(found) for side, found in record.lost.items()
        }
        self.retreats = iter(record.retreats)
        self.submerges = {side: iter(found) for side, found in record.submerges.items()}
        self.volleys: list[VolleyFired] = []

    def casualties(
        self, state: State, candidates: tuple[UnitId, ...], hits: int, side: str
    ) -> tuple[UnitId, ...]:
        chosen = self.hit(state, next(self.lost[side]), hits)
        assert len(chosen) == hits
        if set(chosen) <= set(candidates):
            return chosen
        return default_casualties(state, candidates, hits, side)

    def hit(self, state: State, recorded: tuple[UnitId, ...], hits: int) -> tuple[UnitId, ...]:
        """Each unit, listed as often as it was hit.

        The record names a ship that two hits sink only once.  Where dice have taken another of
        several like units, one of those left takes its place.
        """
        units: list[UnitId] = []
        for key in recorded:
            lost = self.record.state.units[key]
            like = (
                unit.id
                for unit in state.units.values()
                if (unit.type, unit.owner) == (lost.type, lost.owner) and unit.id not in recorded
            )
            units.append(key if key in state.units else next(like))
        twice = tuple(unit for unit in units if hit_points_left(state, state.units[unit]) > 1)
        return (*units, *twice[: hits - len(units)])

    def defender_submerges(self, state: State) -> bool:
        del state
        return next(self.submerges["defender"])

    def run(self) -> Step:
        territory = self.record.state.battles[0].territory
        step = opened(self.record.state)
        action: Action = Fight(territory)
        while True:
            step = apply(step.state, action)
            self.volleys += [event for event in step.events if isinstance(event, VolleyFired)]
            for event in step.events:
                if isinstance(event, CasualtiesMarked) and event.chosen_by == "dice":
                    next(self.lost["attacker"])
            if isinstance(step.waiting, PhaseOpen):
                return step
            action = self.answer(step, territory)

    def answer(self, step: Step, territory: str) -> Action:
        waiting = step.waiting
        if isinstance(waiting, RollRequest):
            return RollResult(next(self.dice))
        assert isinstance(waiting, Decision)
        if waiting.what == "casualties":
            lost = self.hit(step.state, next(self.lost["attacker"]), waiting.count)
            return Lose(territory, _picks(step.state, lost))
        if waiting.what == "submerge":
            submerges = next(self.submerges["attacker"])
            return Submerge(territory, _picks(step.state, waiting.units) if submerges else ())
        possible, answer = next(self.retreats)
        assert set(waiting.territories) - {""} == set(possible) - {territory}
        if answer is None:
            return Press(territory)
        return Retreat(territory, "" if answer == territory else answer)

    def left_over(self) -> list[object]:
        """Recorded dice and choices that were never needed."""
        return [
            *self.dice,
            *self.retreats,
            *self.submerges["attacker"],
            *self.submerges["defender"],
        ]


def _picks(state: State, units: tuple[UnitId, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(1, state.units[unit].type, "", (unit,)) for unit in units)


@pytest.mark.skipif(not _FILES, reason="the recorded games are not beside the project")
@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.name.split(".json")[0])
def test_recorded_battles(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0
    for record in records(path):
        played = _Replayed(record)
        monkeypatch.setattr(volley, "default_casualties", played.casualties)
        monkeypatch.setattr(submerge, "submerges_by_default", played.defender_submerges)
        last = played.run()
        found = [
            (
                tuple((die, group.strength) for group in fired.groups for die in group.dice),
                fired.hits,
            )
            for fired in played.volleys
        ]
        assert found == [(roll.dice, roll.hits) for roll in record.rolls], record.name
        assert played.left_over() == [], record.name
        kinds = last.state.definition.unit_types
        left = Counter(
            (unit.owner, unit.type)
            for unit in last.state.units.values()
            if not kinds[unit.type].is_infrastructure
        )
        assert left == record.survivors, record.name
        count += 1
    assert count > 10
