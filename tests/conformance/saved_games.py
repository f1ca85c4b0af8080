"""Recorded games played from the positions that the other engine saved on the way.

``python -m tests.conformance.saved_games FILE...`` takes recordings (``MAP.NAME.jsonl.gz``) with
their saves (``MAP.NAME.NUMBER.tsvg``) beside them.  Each save that can be imported is compared with
the recorded position, and takes the place of our own position: the steps up to the next save, or to
the end, are played from it and compared like those of any recorded game.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import engine
from engine.core.ids import UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.loading import read_triplea_map, taken_over
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
from tests.conformance.replay_record import read_game
from tests.conformance.replay_states import differences, our_state, own_names


@dataclass
class Saves:
    """What became of the saves of one recording, by the number of steps before each.

    equal: the position is the recorded one. unequal: with what differs. refused: with the sentence.
    hidden: by number, fields of our own position that differ though what is recorded is equal.
    game: how the recording went when it was played from each of them to the next.
    """

    game: Result
    equal: list[int] = field(default_factory=list)
    unequal: dict[int, list[str]] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)
    hidden: dict[int, list[str]] = field(default_factory=dict)


def play_from_saves(path: Path) -> Saves:
    """Play a recording, from each of its saves to the next one."""
    game = read_game(path)
    stem = path.name.removesuffix(".jsonl.gz")
    numbers = {int(save.suffixes[-2][1:]): save for save in path.parent.glob(f"{stem}.*.tsvg")}
    map_file = map_of(game.header)
    names = own_names(map_file.read_text(encoding="utf-8"))
    steps = [step for step in game.steps if not step.is_cut_short]
    saves = Saves(Result(game.name, len(steps), 0))
    replay, definition = Replay(game, saves.game), definition_of(game.header)
    for step in steps:
        try:
            replay.play(step)
        except CutError:
            saves.game.left_out = len(steps) - saves.game.equal_steps
            break
        except (DifferenceError, TapeError) as error:
            saves.game.difference = f"step {step.number}, round {step.round} {step.name}: {error}"
            break
        saves.game.equal_steps += 1
        if step.number not in numbers:
            continue
        try:
            saved = read_triplea_save(numbers[step.number].read_bytes()).position
        except UsageError as error:
            saves.refused[step.number] = str(error)
            continue
        read = read_triplea_map(map_file.read_bytes(), properties=saved.properties)
        plain = start_position(taken_over(read, saved).definition)
        found = list(differences(step.state, our_state(plain, step.state, names)))
        if found:
            saves.unequal[step.number] = found
            continue
        saves.equal.append(step.number)
        there = engine.new_game(taken_over(definition, saved).definition)
        state = renumbered(there.state, replay.state)
        saves.hidden[step.number] = hidden_differences(state, replay.state)
        replay.go_on_from(replace(there, state=state))
    return saves


def _load(state: State, unit: Unit) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((each.owner, each.type) for each in state.cargo_of(unit.id)))


def renumbered(state: State, like: State) -> State:
    """A position with the identities that its units have in another one.

    Raises DifferenceError for units that are not there, cargo by what carries it.
    """
    new: dict[UnitId, UnitId] = {}
    for carried in (False, True):
        free: dict[object, list[UnitId]] = {}
        for unit in like.units.values():
            if (unit.carried_by is not None) == carried:
                free.setdefault(_key(like, unit, unit.carried_by), []).append(unit.id)
        for unit in state.units.values():
            if (unit.carried_by is not None) != carried:
                continue
            carrier = None if unit.carried_by is None else new[unit.carried_by]
            alike = free.get(_key(state, unit, carrier), [])
            if not alike:
                raise DifferenceError(f"our game has no other {unit}")
            new[unit.id] = alike.pop(0)
    units = {
        new[unit.id]: replace(
            unit,
            id=new[unit.id],
            carried_by=None if unit.carried_by is None else new[unit.carried_by],
        )
        for unit in state.units.values()
    }
    return replace(state, units=dict(sorted(units.items())), next_unit=like.next_unit)


def _key(state: State, unit: Unit, carrier: UnitId | None) -> object:
    load = _load(state, unit) if carrier is None else ()
    return unit.type, unit.owner, unit.territory, unit.hits, unit.damage, carrier, load


def hidden_differences(ours: State, other: State) -> list[str]:
    """The fields of two positions that differ, with what differs in tables; units one by one."""
    found: list[str] = []
    for entry in fields(ours):
        if entry.name in {"definition", "_index"}:
            continue
        one, two = getattr(ours, entry.name), getattr(other, entry.name)
        if isinstance(one, Mapping) and isinstance(two, Mapping):
            found.extend(_table_differences(entry.name, one, two))
        elif one != two:
            found.append(f"{entry.name}: {one} and {two}")
    return found


def _table_differences(
    name: str, one: Mapping[object, object], two: Mapping[object, object]
) -> Iterator[str]:
    for key in [*one, *(key for key in two if key not in one)]:
        if one.get(key) != two.get(key):
            yield f"{name} {key}: {one.get(key)} and {two.get(key)}"


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
            for number, told in kind.items():
                lines = [told] if isinstance(told, str) else told
                for line in lines[:8]:
                    print(f"  {number}: {line[:300]}")
        if game.difference:
            print(f"  {game.difference}")
        is_fine = is_fine and not (game.difference or saves.unequal)
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
