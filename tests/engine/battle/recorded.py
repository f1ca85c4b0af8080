"""Battles from recorded games of another engine, as positions, dice and choices.

The games are in ``../shared/triplea/games`` (their README describes the format);
only facts are read from them: which units were there, what was rolled, what was lost.
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.core.agenda import PendingBattle
from engine.core.ids import NationName, UnitTypeName
from engine.core.unit import Unit
from engine.gamedef import Definition, State
from tests.support.positions import big_world, position

GAMES = Path(__file__).resolve().parents[4] / "shared" / "triplea" / "games"

_TECHNOLOGIES = {
    "Heavy Bomber": "heavy_bomber",
    "Super subs": "super_subs",
    "Destroyer Bombard": "destroyer_bombard",
    "Long Range Aircraft": "long_range_aircraft",
    "Jet Power": "jet_power",
    "Rockets Advance": "rockets",
}

Entry = dict[str, Any]
"""A piece of a record, as JSON has it."""


@dataclass(frozen=True)
class Roll:
    """One volley: the dice with the number at which each hits, and all hits."""

    dice: tuple[tuple[int, int], ...]
    hits: int


@dataclass(frozen=True)
class Record:
    """One battle as it was recorded.

    state: the position before the battle phase is opened; rolls: volleys that rolled or hit;
    dice: the dice of each request; lost: of each side ("attacker", "defender"), for each volley
    that hit, the units that were hit; retreats, submerges: answers in order, the latter
    for each side; survivors: owners and types left.
    """

    name: str
    state: State
    rolls: tuple[Roll, ...]
    dice: tuple[tuple[int, ...], ...]
    lost: Mapping[str, tuple[tuple[int, ...], ...]]
    retreats: tuple[tuple[tuple[str, ...], str | None], ...]
    submerges: Mapping[str, tuple[bool, ...]]
    survivors: Mapping[tuple[str, str], int]
    message: str


def records(path: Path) -> Iterator[Record]:
    """All battles of a game except raids and those with a bombardment."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        header = json.loads(next(lines))
        owner = {
            int(entry.split("|")[0]): entry.split("|")[2]
            for units in header["units"].values()
            for entry in units
        }
        definition = _definition(header["properties"])
        position_now = header["state"]
        for line in lines:
            step = json.loads(line)
            for action in step.get("actions", ()):
                if step["delegate"] == "BattleDelegate":
                    techs = {
                        nation: tuple(sorted(_TECHNOLOGIES[name] for name in player["techs"]))
                        for nation, player in position_now["players"].items()
                    }
                    for entries in _battles(action.get("in", ())):
                        name = f"{path.name} line {step['n']} battle {entries[0]['battle']}"
                        yield _record(name, definition, step["player"], entries, owner, techs)
                _merge(position_now, action.get("patch") or {})
                for key, entry in (action.get("new_units") or {}).items():
                    owner[int(key)] = entry.split("|")[1]


def _definition(properties: Entry) -> Definition:
    return big_world(
        low_luck=properties["Low Luck"],
        low_luck_aa=properties["Low Luck for AntiAircraft"],
        lhtr_heavy_bombers=properties["LHTR Heavy Bombers"],
        super_sub_defence_bonus=properties["Super Sub Defence Bonus"],
        weakest_lost_first=True,
    )


def _merge(target: Entry, patch: Entry) -> None:
    """RFC 7386."""
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        elif isinstance(value, dict):
            _merge(target.setdefault(key, {}), value)
        else:
            target[key] = value


def _battles(entries: list[Entry]) -> Iterator[list[Entry]]:
    """The entries of each battle from its beginning to its end."""
    for start, entry in enumerate(entries):
        if entry.get("show") != "battle" or entry["type"] != "NORMAL":
            continue
        for end in range(start, len(entries)):
            other = entries[end]
            if other.get("show") == "battle_end" and other["battle"] == entry["battle"]:
                part = entries[start : end + 1]
                if "naval bombardment" not in json.dumps(part):
                    yield part
                break


def _parse(text: str) -> tuple[int, str]:
    key, kind = text.split(":")
    return int(key), kind


def _record(
    name: str,
    definition: Definition,
    player: str,
    entries: list[Entry],
    owner: Mapping[int, str],
    techs: Mapping[str, tuple[str, ...]],
) -> Record:
    shown = entries[0]
    state, types = _position(definition, player, shown, entries, owner)
    casualties = [entry for entry in entries if entry.get("show") == "casualties"]
    queries = [entry for entry in entries if entry.get("ask") == "retreatQuery"]
    dead = {_parse(unit)[0] for entry in casualties for unit in entry["killed"]}
    notes = [entry["roll"] for entry in entries if "note" in entry and "roll" in entry]
    submerges = [entry for entry in queries if entry["options"]["submerge"]]
    return Record(
        name=name,
        state=replace(state, technologies=techs),
        rolls=tuple(
            Roll(tuple((die[0], die[1]) for die in note["dice"]), note["hits"])
            for note in notes
            if note["hits"] or note["dice"]
        ),
        dice=tuple(
            tuple(entry["dice"]["rolls"])
            for entry in entries
            if "dice" in entry and "show" not in entry and entry["dice"]["type"] != "ENGINE"
        ),
        lost={
            side: tuple(
                _hit_units(entry)
                for entry in casualties
                if (entry["player"] == player) == (side == "attacker")
                and (entry["killed"] or entry["damaged"])
            )
            for side in ("attacker", "defender")
        },
        retreats=tuple(
            (tuple(entry["options"]["possible"]), entry["answer"])
            for entry in queries
            if not entry["options"]["submerge"]
        ),
        submerges={
            side: tuple(
                entry["answer"] is not None
                for entry in submerges
                if (entry["who"] == player) == (side == "attacker")
            )
            for side in ("attacker", "defender")
        },
        survivors=Counter(types[key] for key in types if key not in dead),
        message=entries[-1]["message"],
    )


def _hit_units(entry: Entry) -> tuple[int, ...]:
    """The units that were hit; one that was damaged and killed together is listed once."""
    return tuple(_parse(unit)[0] for unit in (*entry["damaged"], *entry["killed"]))


def _position(
    definition: Definition,
    player: str,
    shown: Entry,
    entries: list[Entry],
    owner: Mapping[int, str],
) -> tuple[State, dict[int, tuple[NationName, UnitTypeName]]]:
    territory = shown["territory"]
    units: dict[int, Unit] = {}
    facts = {side: _facts(shown[f"{side}_state"]) for side in ("attacking", "defending")}
    for side in ("attacking", "defending"):
        for text in shown[side]:
            key, kind = _parse(text)
            whose = player if side == "attacking" else owner[key]
            if definition.unit_types[kind].is_infrastructure:
                whose = shown["defender"]
            marks = facts[side]
            units[key] = Unit(
                key,
                kind,
                whose,
                territory,
                hits=int(_take(marks, (whose, kind, "hits"))),
                amphibious=_take(marks, (whose, kind, "amphibious")),
            )
    own = tuple(sorted(key for key, unit in units.items() if unit.owner == player))
    exits = {
        place
        for entry in entries
        if entry.get("ask") == "retreatQuery" and not entry["options"]["submerge"]
        for place in entry["options"]["possible"]
        if place != territory
    }
    start = position(definition, player, "battle")
    owners = dict(start.owners)
    if not definition.board.is_sea[territory]:
        owners[territory] = shown["defender"]
    owners.update({place: player for place in exits if not definition.board.is_sea[place]})
    ground = [key for key in own if not definition.unit_types[units[key].type].is_air]
    origins = tuple((ground[0], place) for place in sorted(exits)) if ground else ()
    state = replace(
        start,
        units=dict(sorted(units.items())),
        owners=owners,
        battles=(PendingBattle(territory, "battle", own, origins),),
        next_unit=1_000_000,
    )
    fighting = {
        key: (unit.owner, unit.type)
        for key, unit in units.items()
        if not definition.unit_types[unit.type].is_infrastructure
    }
    return state, fighting


def _facts(stacks: Entry) -> Counter[tuple[str, str, str]]:
    """How many units of an owner and type are damaged or attack from the sea."""
    found: Counter[tuple[str, str, str]] = Counter()
    for nation, units in stacks.items():
        for key, count in units.items():
            kind = key.split("{")[0]
            for mark in ("hits", "amphibious"):
                if f"{mark}=" in key:
                    found[nation, kind, mark] += count
    return found


def _take(found: Counter[tuple[str, str, str]], key: tuple[str, str, str]) -> bool:
    if not found[key]:
        return False
    found[key] -= 1
    return True
