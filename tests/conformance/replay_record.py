"""A recorded game as data: its header, its steps, and what happened in each of them.

The format, ``triplea-oracle-1``, is described in the README beside the games.  Only what a replay
needs is read: orders, answers, dice, casualties and the states.
"""

import gzip
import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.conformance.replay_json import Json, Table, items, number, table, tables, text

_STRANDED: Final = re.compile(r"(.*) could not land in (.*) and (?:was|were) removed")
_GUESTS: Final = re.compile(r".* could not land and (?:was|were) killed")


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of one request, each from 1; `purpose` is the engine's own sentence.

    strengths: at how much each of them hits, where it is told.
    """

    rolls: tuple[int, ...]
    kind: str
    purpose: str
    strengths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that a player was asked, and the answer."""

    method: str
    who: str
    options: Table
    answer: Json


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle is shown to the players: it begins.

    is_defended: somebody fights for the defence; units: all in it, as pairs (identity, type).
    """

    territory: str
    kind: str
    is_defended: bool = True
    units: tuple[tuple[int, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Casualties:
    """Who was hit: identities of the recording; nation is the one that was hit.

    by_aa: whether it was by AA fire.
    """

    nation: str
    killed: tuple[int, ...]
    damaged: tuple[int, ...]
    by_aa: bool = False


@dataclass(frozen=True, slots=True)
class Lost:
    """Units that have left the board for good, from a territory where it is told."""

    units: tuple[int, ...]
    territory: str


@dataclass(frozen=True, slots=True)
class Stranded:
    """Aircraft that could not land in a place: words such as ``"1 fighter and 2 bombers"``."""

    territory: str
    words: str


@dataclass(frozen=True, slots=True)
class Homeless:
    """Aircraft of defenders that found no place after the battles: identities."""

    units: tuple[int, ...]


Entry = Dice | Ask | Battle | Casualties | Lost | Stranded | Homeless


@dataclass(frozen=True, slots=True)
class Action:
    """An order, or what the engine did by itself at the beginning or the end of a step.

    kind: ``"start"``, ``"end"``, ``"move"``, ``"buy"``, ``"repair"``, ``"research"``, ``"place"``,
      ``"fight"``, ``"politics"``, ``"undo"`` (the action of the step that `body` names is taken
      back).
    made: units that exist since then: identity, type and owner.
    """

    kind: str
    body: Table
    accepted: bool
    error: str
    entries: tuple[Entry, ...]
    made: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the sequence; state is the recorded one after it, with plain unit keys."""

    number: int
    round: int
    name: str
    nation: str
    actions: tuple[Action, ...]
    state: Table
    plain_sha256: str
    is_cut_short: bool


@dataclass(frozen=True, slots=True)
class Header:
    """The start of a game: map, properties that differ, and the units with their identities."""

    map_file: str
    map_sha256: str
    properties: Table
    units: tuple[tuple[int, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A whole recorded game; units of the header are (identity, type, owner, territory)."""

    name: str
    header: Header
    steps: tuple[Step, ...]


def read_game(path: Path) -> Game:
    """The recorded game of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        first: Json = json.loads(next(lines))
        header = table(first)
        steps = tuple(_steps(lines, table(header["state"])))
    units = tuple(
        (int(key), kind, owner, territory)
        for territory, there in table(header["units"]).items()
        for key, kind, owner in (text(entry).split("|") for entry in items(there))
    )
    start = Header(
        text(header["map_file"]),
        text(header["map_sha256"]),
        table(header["properties_changed"]),
        units,
    )
    return Game(path.name.removesuffix(".jsonl.gz"), start, steps)


def _steps(lines: Iterator[str], state: Table) -> Iterator[Step]:
    for line in lines:
        value: Json = json.loads(line)
        step = table(value)
        if "n" not in step:
            return
        merge(state, table(step["diff"]))
        yield Step(
            number=number(step["n"]),
            round=number(step["round"]),
            name=text(step["step"]),
            nation=text(step["player"]),
            actions=tuple(_action(entry) for entry in tables(step["actions"])),
            state=plain_state(state),
            plain_sha256=text(step["plain_sha256"]),
            is_cut_short="exception" in step,
        )


def merge(target: Table, patch: Table) -> None:
    """RFC 7386."""
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        elif isinstance(value, dict):
            below = target.get(key)
            if not isinstance(below, dict):
                below = target[key] = {}
            merge(below, value)
        else:
            target[key] = value


def _action(value: Table) -> Action:
    kinds = (
        "start",
        "end",
        "move",
        "buy",
        "repair",
        "research",
        "place",
        "fight",
        "undo",
        "politics",
    )
    kind = next((kind for kind in kinds if kind in value), "unknown")
    body = value if kind in {"repair", "undo"} else value.get(kind)
    told = value.get("result")
    return Action(
        kind=kind,
        body=body if isinstance(body, dict) else {},
        accepted=value.get("accepted") is True or (kind == "politics" and not _is_too_dear(value)),
        error=text(value.get("error") or (told.get("error") if isinstance(told, dict) else "")),
        entries=tuple(_entries(tables(value.get("in")))),
        made=tuple(
            (int(key), text(unit).split("|")[0], text(unit).split("|")[1])
            for key, unit in table(value.get("new_units", {})).items()
        ),
    )


def _is_too_dear(value: Table) -> bool:
    """Whether a political action that was tried cost too much; all others have been possible."""
    reports = [entry for entry in tables(value.get("in")) if "report" in entry]
    titles = (text(table(entry["options"]).get("title", "")) for entry in reports)
    return any(title.startswith("You don't have enough") for title in titles)


def _entries(happened: list[Table]) -> Iterator[Entry]:
    for place, entry in enumerate(happened):
        if "dice" in entry and "show" not in entry:
            dice = table(entry["dice"])
            following = happened[place + 1] if place + 1 < len(happened) else {}
            rolled = tuple(number(die) for die in items(dice["rolls"]))
            rolls, strengths = _with_strength(rolled, following)
            if rolls:
                yield Dice(rolls, text(dice["type"]), text(dice["annotation"]), strengths)
        elif "ask" in entry:
            options = table(entry["options"])
            yield Ask(text(entry["ask"]), text(entry["who"]), options, entry["answer"])
        elif entry.get("show") == "battle":
            defended = bool(entry.get("defending"))
            shown = (*items(entry.get("attacking", [])), *items(entry.get("defending", [])))
            named = (text(unit).partition(":") for unit in shown)
            units = tuple((int(key), kind) for key, _, kind in named)
            yield Battle(text(entry["territory"]), text(entry["type"]), defended, units)
        elif entry.get("show") == "casualties":
            nation = text(entry["player"])
            by_aa = "AA" in text(entry["battle_step"]).upper()
            yield Casualties(nation, unit_ids(entry["killed"]), unit_ids(entry["damaged"]), by_aa)
        elif (found := _STRANDED.fullmatch(text(entry.get("note")))) is not None:
            yield Stranded(found[2], found[1])
        elif _GUESTS.fullmatch(text(entry.get("note"))) is not None:
            yield Homeless(unit_ids(entry.get("units", [])))
        elif "lost" in text(entry.get("note")).split():
            yield Lost(unit_ids(entry.get("units")), text(entry["note"]).partition(" lost in ")[2])


def _with_strength(
    rolls: tuple[int, ...], following: Table
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice that can hit, and at how much each of them does, where it is told.

    following: what happened next, where it tells the strength behind each die.  Section "Dice
    without strength" of engine_bugs.md.
    """
    told = [items(die) for die in items(table(following.get("roll", {})).get("dice", []))]
    if tuple(die[0] for die in told) != rolls:
        return rolls, ()
    able = [(number(die[0]), number(die[1])) for die in told if die[1] != 0]
    return tuple(die for die, _ in able), tuple(strength for _, strength in able)


def unit_ids(value: Json) -> tuple[int, ...]:
    """The identities of units written as ``"12:infantry"``."""
    return tuple(int(text(entry).split(":")[0]) for entry in items(value))


def plain_state(state: Table) -> Table:
    """A copy of a state in which unit keys keep only hits and damage."""
    territories: Table = {}
    for name, there in table(state["territories"]).items():
        area = table(there)
        owners: Table = {}
        for owner, units in table(area.get("units", {})).items():
            if plain := _plain_units(table(units)):
                owners[owner] = plain
        territories[name] = {"owner": area["owner"], "units": owners}
    players: Table = {}
    for nation, entry in table(state["players"]).items():
        facts = deepcopy(table(entry))
        facts["hand"] = _plain_units(table(facts.get("hand", {})))
        players[nation] = facts
    relations = dict(table(state["relationships"]))
    return {"territories": territories, "players": players, "relationships": relations}


def _plain_units(units: Table) -> Table:
    plain: dict[str, int] = {}
    for key, count in units.items():
        kind, _, rest = key.rstrip("}").partition("{")
        kept = [mark for mark in rest.split(",") if mark.split("=")[0] in {"hits", "damage"}]
        name = f"{kind}{{{','.join(kept)}}}" if kept else kind
        plain[name] = plain.get(name, 0) + number(count)
    return {key: plain[key] for key in plain if plain[key]}
