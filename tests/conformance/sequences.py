"""Whole phases of moves played by the TripleA engine beside ours.

``python -m tests.conformance.sequences FILE...`` plays the moves of each phase one after the other
and then compares the position: where every unit is and what carries it, its movement left, owners,
money, land conquered, battles to be fought, aircraft that could not stay where they are, and how
often AA guns fired.  It prints for each map how many phases agree in all of that, with the moves
beside it, and the disagreements by kind; ``--disputes`` lists each of them.

Unsupported maps and the exit code are as in `tests.conformance.legality`; of each map 99 of 100
phases have to agree.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

from engine.core.events.movement import AircraftLost
from engine.core.ids import UnitId
from engine.core.unit import Unit
from engine.gamedef import Definition, State
from engine.gamedef.option_values import with_option
from engine.rules.common.values import movement_left
from engine.rules.movement.mover import mover_of
from engine.rules.movement.stranding import resolve_stranded
from engine.rules.turn.setup import start_position
from engine.values import replace
from tests.conformance.case_game import CaseGame
from tests.conformance.replay_json import Json, Table, items, number, table, tables, text
from tests.conformance.samples import (
    Account,
    agreement,
    judge,
    map_of,
    phase_of,
    position_of,
    read_lines,
    report,
)

_MOST_DICE = 10_000
_MISS = 6
_KINDS = {"IBattle.BattleType.NORMAL(type=Battle)": "battle"}
"""The recorded name of each kind of battle, and ours; no raids are flown in these files."""
_LANDED_MOVE_ON = "phases: troops that have landed move on as cargo (engine_bugs.md)"
_USED_SHIP_LOADS = "phases: a used ship loads beside another (engine_bugs.md)"


@dataclass
class _Moves:
    """How many moves of a map were judged, and in how many both engines agree."""

    asked: int = 0
    agreed: int = 0


def compare(paths: Iterable[Path]) -> list[Account]:
    """What became of all phases of the files, map by map."""
    accounts: dict[str, Account] = {}
    moves: dict[str, _Moves] = {}
    for path in paths:
        for line in read_lines(path):
            name = text(line["map"])
            account = accounts.setdefault(name, Account(name))
            play(path, line, account, moves.setdefault(name, _Moves()))
    for name, account in accounts.items():
        account.notes.append(f"moves: {agreement(moves[name].agreed, moves[name].asked)}")
    return list(accounts.values())


def _as_the_engine(definition: Definition) -> Definition:
    """ "Land is taken before the sea battle" of engine_bugs.md."""
    options = with_option(definition.options, "landings_wait_for_all_ships", False, locked=False)
    return replace(definition, options=options)


def play(path: Path, line: Table, account: Account, moves: _Moves) -> None:
    """Play one phase and count it."""
    map_file = map_of(path, text(line["map_file"]))
    parts = map_file.parts()
    account.missing = parts.missing
    start = start_position(_as_the_engine(parts.definition))
    begin = position_of(start, table(line["start"]))
    phase, name = text(line["phase"]), text(line["id"])
    dice = repeat(_MISS, _MOST_DICE)
    game = phase_of(map_file, begin, text(line["nation"]), phase, dice)
    problems: dict[str, str] = {}
    listed = tables(line["moves"])
    is_whole = True
    for count, move in enumerate(listed):
        verdict = judge(game, phase, move, f"{name}, move {count}")
        if verdict.apart:
            account.apart[verdict.apart] += 1
            continue
        moves.asked += 1
        if verdict.codes == {"movement-over"} and _is_ashore_and_aboard(game.state, line, move):
            # The recording contradicts itself from here on: nothing to be equal to.
            moves.asked -= 1
            account.apart[_LANDED_MOVE_ON] += 1
            return
        if verdict.codes == {"not-a-transport"} and _loads_used_ship(game.state, move):
            moves.asked -= 1
            account.apart[_USED_SHIP_LOADS] += 1
            return
        if verdict.kind:
            problems[verdict.kind] = verdict.detail
        else:
            moves.agreed += 1
        if move["legal"] is not True:
            continue
        if not verdict.is_legal:
            # Without this move the rest is another phase: none of it can agree.
            moves.asked += len(listed) - count - 1
            is_whole = False
            break
        left = len(game.dice)
        game.give(verdict.order)
        rolled, recorded = left - len(game.dice), number(move.get("aa_dice_missed", 0))
        if rolled != recorded:
            problems["AA dice"] = f"{name}, move {count}: recorded {recorded}, ours {rolled}"
    if is_whole:
        problems |= {kind: f"{name}: {kind}: {text_}" for kind, text_ in _end(start, game, line)}
    account.add(problems)


def _is_ashore_and_aboard(state: State, line: Table, move: Table) -> bool:
    """Whether a unit of the move was put ashore and is still aboard in the recorded end."""
    aboard = table(table(line["end"])["transported_by"])
    landed = (key for key in items(move["units"]) if state.units[number(key)].unloaded_to)
    return any(str(key) in aboard for key in landed)


def _loads_used_ship(state: State, move: Table) -> bool:
    """Whether troops go aboard several ships at once of which some, not all, have unloaded."""
    ships = {number(ship) for ship in table(move.get("transports") or {}).values()}
    used = {ship for ship in ships if state.units[ship].unloaded_to}
    return move["legal"] is True and bool(used) and used != ships


def _end(start: State, game: CaseGame, line: Table) -> Iterator[tuple[str, str]]:
    """Kinds of facts that differ at the end of a phase, with what differs."""
    recorded, ours = position_of(start, table(line["end"])), game.state
    pairs = {
        "units": (_places(recorded), _places(ours)),
        "movement left": (_left(recorded, ours.nation), _left_now(ours)),
        "owners": (dict(recorded.owners), dict(ours.owners)),
        "money": (_money(recorded), _money(ours)),
        "conquered": (_conquered(line, recorded), _marked(list(ours.turn.conquered))),
        "battles": (_battles(line, recorded), _our_battles(ours)),
        "aircraft that cannot stay": (_marked(line["air_cannot_land"]), _stranded(ours)),
    }
    for kind, (theirs, mine) in pairs.items():
        if theirs != mine:
            yield kind, "; ".join(_differences(theirs, mine))


def _differences(theirs: dict[str, str], mine: dict[str, str]) -> Iterator[str]:
    for key in sorted({*theirs, *mine}):
        if theirs.get(key) != mine.get(key):
            yield f"{key}: recorded {theirs.get(key, '-')}, ours {mine.get(key, '-')}"


def _places(state: State) -> dict[str, str]:
    """Where units are, and at sea on which ship.

    Aircraft of allies aboard are named by ours alone; troops ashore keep their ship there until
    the battle.
    """
    found: dict[str, str] = {}
    for unit in state.units.values():
        ship = unit.carried_by if _is_cargo(state, unit) else ""
        found[f"{unit.type} {unit.id}"] = f"{unit.owner} {unit.territory} {ship}".strip()
    return found


def _is_cargo(state: State, unit: Unit) -> bool:
    definition = state.definition
    is_at_sea = definition.board.is_sea[unit.territory]
    return is_at_sea and unit.carried_by is not None and definition.unit_types[unit.type].is_land


def _left(state: State, nation: str) -> dict[str, str]:
    """Movement left by the points that are spent."""
    return {
        f"{unit.type} {unit.id}": str(movement_left(state, unit))
        for unit in state.units_of(nation)
        if not _is_cargo(state, unit)
    }


def _left_now(state: State) -> dict[str, str]:
    """Movement left as our rules count it.

    Cargo is left out on both sides: there going aboard costs a point that nobody asks for again.
    """
    mover = mover_of(state)
    return {
        f"{unit.type} {unit.id}": str(mover.steps_left(unit))
        for unit in state.units_of(state.nation)
        if not _is_cargo(state, unit)
    }


def _money(state: State) -> dict[str, str]:
    return {
        f"{nation} {name}": str(amount)
        for nation, amounts in state.resources.items()
        for name, amount in amounts.items()
        if amount
    }


def _marked(places: Json) -> dict[str, str]:
    return dict.fromkeys((text(place) for place in items(places)), "yes")


def _conquered(line: Table, end: State) -> dict[str, str]:
    """What was conquered, without zones that kept their owner.

    The other engine marks a zone that a mere transport passed as conquered and leaves it to the
    enemy all the same.
    """
    sea = end.definition.board.is_sea
    kept = {
        place
        for place, owner in end.owners.items()
        if sea[place] and end.definition.politics.is_at_war(owner, text(line["nation"]))
    }
    marked = _marked(line["conquered"])
    return {place: mark for place, mark in marked.items() if place not in kept}


def _battles(line: Table, end: State) -> dict[str, str]:
    """Battles that have to be fought.

    Land that is taken already is listed too by the other engine.  With us its battle is over,
    except for units that have landed beside enemy ships: they are lost with their ships (B201).
    Cargo that waits at sea counts there among the attackers, with us its ships fight alone.
    """
    taken = {text(place) for place in items(line["conquered"])}
    landed = _landed_beside_enemies(line, end)
    found: dict[str, str] = {}
    for battle in tables(line["pending_battles"]):
        place, kind = text(battle["territory"]), _KINDS[text(battle["type"])]
        keys = (number(key) for key in items(battle["attackers"]))
        fighting = [key for key in keys if not _is_cargo(end, end.units[key])]
        if place in taken:
            fighting = [key for key in fighting if (place, key) in landed]
        if fighting or place not in taken:
            found[f"{place} ({kind})"] = _shown(fighting)
    return found


def _landed_beside_enemies(line: Table, end: State) -> set[tuple[str, UnitId]]:
    """Units with the land where they went ashore from a zone in which enemy ships are."""
    board, politics = end.definition.board, end.definition.politics
    found: set[tuple[str, UnitId]] = set()
    for move in tables(line["moves"]):
        zone, *_, place = (text(area) for area in items(move["route"]))
        there = end.units_in(zone) if board.is_sea[zone] and not board.is_sea[place] else ()
        enemies = (unit for unit in there if politics.is_at_war(unit.owner, text(line["nation"])))
        if move["legal"] and any(not _is_cargo(end, unit) for unit in enemies):
            found.update((place, number(key)) for key in items(move["units"]))
    return found


def _our_battles(state: State) -> dict[str, str]:
    return {
        f"{battle.territory} ({battle.kind})": _shown(battle.attackers) for battle in state.battles
    }


def _shown(units: Iterable[UnitId]) -> str:
    return ", ".join(str(key) for key in sorted(units))


def _stranded(state: State) -> dict[str, str]:
    """Places of own aircraft that would be lost if movement were over now."""
    lost = [event for event in resolve_stranded(state) if isinstance(event, AircraftLost)]
    return {event.territory: "yes" for event in lost if event.nation == state.nation}


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the files that are named; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.sequences")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--disputes", action="store_true", help="list what differs")
    chosen = parser.parse_args(arguments)
    lines, enough = report(compare(chosen.files), "phases", details=chosen.disputes)
    print("\n".join(lines))
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
