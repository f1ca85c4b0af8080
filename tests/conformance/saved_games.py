"""Recorded games played from the positions that the other engine saved on the way.

``python -m tests.conformance.saved_games FILE...`` takes recordings (``MAP.NAME.jsonl.gz``) with
their saves beside them: ``MAP.NAME.NUMBER.tsvg`` after so many steps, ``…NUMBER-ACTION.tsvg`` after
so many actions of a step.  Each save that can be imported is compared with
the recorded position, and takes the place of our own position: the steps up to the next save, or to
the end, are played from it and compared like those of any recorded game.
"""

import gzip
import json
import re
import sys
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TypeVar, cast

import engine
from engine.core.agenda import BattleFrame, PendingBattle
from engine.core.ids import UnitId
from engine.core.state import State as State_
from engine.core.state import TurnRecord
from engine.core.unit import Unit
from engine.gamedef import State
from engine.loading import read_triplea_map, taken_over
from engine.rules.common.values import movement_left
from engine.rules.turn.setup import start_position
from pbem.tripleasave.reading import read_triplea_save
from pbem.usage import UsageError
from tests.conformance.replay_answers import TapeError
from tests.conformance.replay_bugs import CutError
from tests.conformance.replay_game import (
    DifferenceError,
    Replay,
    Result,
    definition_of,
    map_of,
)
from tests.conformance.replay_json import Table, number, table, tables
from tests.conformance.replay_record import Step, merge, plain_state, read_game
from tests.conformance.replay_states import differences, our_state, own_names

T = TypeVar("T")


@dataclass
class Saves:
    """What became of the saves of one recording, by number of steps and of actions in a step.

    equal: the position is the recorded one. unequal: with what differs. refused: with the sentence.
    hidden: fields of our own position that differ though what is recorded is equal.
    game: how the recording went when it was played from each of them to the next.
    """

    game: Result
    equal: list[tuple[int, int]] = field(default_factory=list)
    unequal: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    refused: dict[tuple[int, int], str] = field(default_factory=dict)
    hidden: dict[tuple[int, int], list[str]] = field(default_factory=dict)


def play_from_saves(path: Path) -> Saves:
    """Play a recording, from each of its saves to the next one."""
    return _Comparison(path).played()


class _Comparison:
    """A recording beside its saves: NUMBER is made after a step, NUMBER-ACTION inside one."""

    def __init__(self, path: Path) -> None:
        self._game = read_game(path)
        stem = path.name.removesuffix(".jsonl.gz")
        named = (
            (_PLACE.fullmatch(save.name.removeprefix(stem)), save)
            for save in path.parent.glob(f"{stem}.*.tsvg")
        )
        self._files = {(int(found[1]), int(found[2] or 0)): save for found, save in named if found}
        self._recorded = recorded_inside(path, self._files)
        map_file = map_of(self._game.header)
        self._names = own_names(map_file.read_text(encoding="utf-8"))
        self._map = map_file.read_bytes()
        self._definition = definition_of(self._game.header)
        self._steps = [step for step in self._game.steps if not step.is_cut_short]
        self._saves = Saves(Result(self._game.name, len(self._steps), 0))
        self._replay = Replay(self._game, self._saves.game, self._look_inside)

    def played(self) -> Saves:
        result = self._saves.game
        for step in self._steps:
            try:
                self._replay.play(step)
            except CutError:
                result.left_out = len(self._steps) - result.equal_steps
                break
            except (DifferenceError, TapeError) as error:
                result.difference = f"step {step.number}, round {step.round} {step.name}: {error}"
                break
            result.equal_steps += 1
            self._look((step.number, 0), step.state)
        return self._saves

    def _look_inside(self, step: Step, count: int) -> None:
        if (place := (step.number, count)) in self._recorded:
            self._look(place, self._recorded[place])

    def _look(self, place: tuple[int, int], recorded: Table) -> None:
        """Compare a save with the recorded position, and go on from it."""
        if place not in self._files:
            return
        try:
            saved = read_triplea_save(self._files[place].read_bytes()).position
        except UsageError as error:
            self._saves.refused[place] = str(error)
            return
        read = read_triplea_map(self._map, properties=saved.properties)
        plain = start_position(taken_over(read, saved))
        found = list(differences(recorded, our_state(plain, recorded, self._names)))
        if found:
            self._saves.unequal[place] = found
            return
        self._saves.equal.append(place)
        there = engine.new_game(taken_over(self._definition, saved))
        state = renumbered(there.state, self._replay.state)
        self._saves.hidden[place] = hidden_differences(state, self._replay.state)
        self._replay.go_on_from(engine.Step(state, (), engine.waiting_for(state)))


_PLACE = re.compile(r"\.(\d+)(?:-(\d+))?\.tsvg")


def recorded_inside(path: Path, places: Container[tuple[int, int]]) -> dict[tuple[int, int], Table]:
    """The recorded positions after some actions: (step, action), both from 1."""
    found: dict[tuple[int, int], Table] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        state = table(table(json.loads(next(lines)))["state"])
        for line in lines:
            step = table(json.loads(line))
            for count, action in enumerate(tables(step.get("actions", [])), 1):
                merge(state, table(action.get("patch", {})))
                if (place := (number(step["n"]), count)) in places:
                    found[place] = plain_state(state)
    return found


def _load(state: State, unit: Unit) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((each.owner, each.type) for each in state.cargo_of(unit.id)))


def renumbered(state: State, like: State) -> State:
    """A position with the identities that its units have in another one.

    Raises DifferenceError for units that are not there, cargo by what carries it.
    """
    new: dict[UnitId, UnitId] = {}
    for carried in (False, True):
        mine = [unit for unit in state.units.values() if (unit.carried_by is not None) == carried]
        # Those first that are alike in all they have done, then any of their kind.
        for told in (_key, _moved_key, _short_key):
            free: dict[object, list[UnitId]] = {}
            taken = {*new.values()}
            for unit in like.units.values():
                if (unit.carried_by is not None) == carried and unit.id not in taken:
                    free.setdefault(told(like, unit, unit.carried_by), []).append(unit.id)
            for unit in mine:
                carrier = None if unit.carried_by is None else new[unit.carried_by]
                alike = free.get(told(state, unit, carrier), [])
                if unit.id not in new and alike:
                    new[unit.id] = alike.pop(0)
        for unit in mine:
            if unit.id not in new:
                raise DifferenceError(f"our game has no other {unit}")
    units = {
        new[unit.id]: replace(
            unit,
            id=new[unit.id],
            carried_by=None if unit.carried_by is None else new[unit.carried_by],
        )
        for unit in state.units.values()
    }
    return replace(
        state,
        units=dict(sorted(units.items())),
        next_unit=like.next_unit,
        agenda=tuple(_renamed(frame, new) for frame in state.agenda),
        battles=tuple(_renamed(battle, new) for battle in state.battles),
        turn=_renamed(state.turn, new),
    )


def _renamed(value: T, new: Mapping[UnitId, UnitId]) -> T:
    """A frame, a battle or a record of a turn with other identities of units, in their order."""
    table: Mapping[str, object] = getattr(value, "__dataclass_fields__")  # noqa: B009 - any class
    changed: dict[str, object] = {}
    for name in _NAMING.intersection(table):
        entries: tuple[object, ...] = getattr(value, name)
        found = tuple(_with_names(entry, new) for entry in entries)
        changed[name] = found if found == entries else tuple(sorted(found, key=_in_order))
    made: object = replace(cast("PendingBattle", value), **changed)
    return cast("T", made)


def _in_order(entry: object) -> tuple[int, ...]:
    named = entry if isinstance(entry, tuple) else (entry,)
    return tuple(each for each in named if isinstance(each, int))


def _with_names(value: object, new: Mapping[UnitId, UnitId]) -> object:
    if isinstance(value, tuple):
        return tuple(_with_names(each, new) for each in value)
    return new[value] if isinstance(value, int) else value


_NAMING = frozenset(
    (
        *("units", "targets", "lost", "among", "attackers", "defenders", "marked", "bombarding"),
        *("began", "fallen", "origins", "landings", "aims", "placed", "boarded", "constructed"),
        *("intercepted", "takers"),
    )
)
"""The fields of frames, battles and turns whose numbers are those of units."""


def _key(state: State, unit: Unit, carrier: UnitId | None) -> object:
    return replace(unit, id=0, carried_by=None, original_owner=""), carrier, _load(state, unit)


def _moved_key(state: State, unit: Unit, carrier: UnitId | None) -> object:
    return _short_key(state, unit, carrier), movement_left(state, unit)


def _short_key(state: State, unit: Unit, carrier: UnitId | None) -> object:
    load = _load(state, unit) if carrier is None else ()
    return unit.type, unit.owner, unit.territory, unit.hits, unit.damage, carrier, load


def hidden_differences(ours: State, other: State) -> list[str]:
    """The fields of two positions that differ, with what differs in tables; units one by one."""
    return list(_differences("", _told(with_steps(ours)), _told(with_steps(other))))


def with_steps(state: State) -> State:
    """With how far units may still go in place of how far they have gone, if they have at all.

    Who is done for the turn has gone further in one program than in the other.
    """
    left = {
        key: replace(unit, moved=1 + movement_left(state, unit) if unit.moved else 0)
        for key, unit in state.units.items()
    }
    return replace(state, units=left)


def _told(value: object) -> object:
    """A value as tables; the order of battles and of areas means nothing."""
    if isinstance(value, State_):
        kept = (entry.name for entry in fields(value) if entry.name not in {"definition", "_index"})
        return {name: _told(getattr(value, name)) for name in kept}
    if isinstance(value, PendingBattle):
        return {
            "attackers": value.attackers,
            "origins": sorted(place for _, place in value.origins) if value.kind != "raid" else [],
            "landings": sorted(place for _, _, place in value.landings),
            "aims": sorted(aim for _, aim in value.aims),
        }
    if isinstance(value, BattleFrame):
        return value.territory, value.kind, len(value.attackers), len(value.defenders)
    if isinstance(value, TurnRecord | Unit):
        return {
            entry.name: _told(getattr(value, entry.name))
            for entry in fields(value)
            if entry.name != "original_owner"
        }
    if isinstance(value, Mapping):
        return {key: _told(each) for key, each in value.items()}
    if isinstance(value, tuple) and value and isinstance(value[0], PendingBattle):
        return {(each.territory, each.kind): _told(each) for each in value}
    if isinstance(value, tuple) and all(isinstance(each, str) for each in value):
        return sorted(value)
    if isinstance(value, tuple):
        return tuple(map(_told, value))
    return value


def _differences(place: str, one: object, two: object) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(two, dict):
        for key in [*one, *(key for key in two if key not in one)]:
            yield from _differences(f"{place} {key}", one.get(key), two.get(key))
    elif one != two:
        yield f"{place.strip()}: {one} and {two}"


def main(names: list[str]) -> int:
    """Print what became of each recording; the exit code is 1 where something differs."""
    is_fine = True
    for name in names:
        saves = play_from_saves(Path(name))
        game = saves.game
        print(
            f"{game.name}: {len(saves.equal)} positions equal, {len(saves.unequal)} unequal,"
            f" {len(saves.refused)} refused; {game.equal_steps}/{game.steps} steps equal,"
            f" {len(game.disputes)} orders judged otherwise",
            flush=True,
        )
        for kind in (saves.unequal, saves.refused, saves.hidden):
            for place, told in kind.items():
                lines = [told] if isinstance(told, str) else told
                for line in lines[:8]:
                    print(f"  {place[0]}-{place[1]}: {line[:300]}")
        if game.difference:
            print(f"  {game.difference}")
        is_fine = is_fine and not (game.difference or saves.unequal)
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
