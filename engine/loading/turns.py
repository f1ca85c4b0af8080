"""The sequence of a scenario file: turns become the steps of a round, before the tree is read.

An entry of `sequence` is either a step (it has a `phase`) or stands for turns: each of its
`nations` in order (all, in turn order, where it names none) plays its `phases` (the `turn` of the
file where it names none).  A block game says at each entry to which `season` it belongs, and not
once more at the seasons.  The format is written down in docs/formats/scenario-v1.md.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.gamedef.bounds import MAX_NATIONS, MAX_STEPS
from engine.gamedef.names import PHASES, SHARED_PHASES
from engine.loading.fields import Node, names_of

_WORDS: Final = {
    "noncombat_move": "NonCombatMove",
    "levy": "Purchase",
    "end_turn_unpaid": "EndTurn",
}
"""Phases whose steps are not simply called as they are; a levy stands where others buy."""


def with_steps(tree: Mapping[str, object]) -> dict[str, object]:
    """The tree with every step of the round in its `sequence`, and without `turn`.

    Raises DefinitionError with the place of the first fault in an entry that stands for turns;
    all other faults are left to the reader of the tree.
    """
    whole = {key: value for key, value in tree.items() if key != "turn"}
    listed = whole.get("sequence")
    if not isinstance(listed, list):
        return whole
    nations = tuple(_nations(whole.get("nations")))
    usual = _phases(Node(tree["turn"], "turn")) if "turn" in tree else ()
    steps: list[object] = []
    seasons: dict[object, list[object]] = {}
    for item in Node(listed, "sequence").items(MAX_STEPS):
        found = _steps(item, nations, usual)
        steps += found
        if isinstance(item.value, dict) and "season" in item.value:
            names = [step.get("name") for step in found if isinstance(step, dict)]
            seasons.setdefault(item.value["season"], []).extend(names)
    blocks = whole.get("blocks")
    if isinstance(blocks, dict) and isinstance(blocks.get("seasons"), list):
        rows = [_with_season(row, seasons) for row in blocks["seasons"]]
        whole["blocks"] = {**blocks, "seasons": rows}
    return whole | {"sequence": steps}


def step_name(phase: str, nation: str, season: str = "") -> str:
    """The name of a step, such as ``"russianPurchase"`` or ``"springAxisCommand"``.

    It is what maps call it: the nation (Russians without their s), then the phase.
    """
    people = nation.removesuffix("s") if nation.endswith("ns") else nation
    word = _WORDS.get(phase) or "".join(part.capitalize() for part in phase.split("_"))
    return f"{season.lower()}{people}{word}" if season else f"{people.lower()}{word}"


def _nations(rows: object) -> Iterator[str]:
    for row in rows if isinstance(rows, list) else ():
        name = row.get("name") if isinstance(row, dict) else None
        if isinstance(name, str):
            yield name


def _steps(item: Node, nations: tuple[str, ...], usual: tuple[str, ...]) -> list[object]:
    """The steps that an entry of the sequence stands for; itself when it is one."""
    if not isinstance(item.value, dict):
        return [item.value]
    if "phase" in item.value:
        return [_step(item.value)]
    entry = item.table((), ("nations", "phases", "season", "last_round"))
    players = nations
    if "nations" in entry:
        players = names_of(entry["nations"], MAX_NATIONS, nations, "a nation")
    phases = _phases(entry["phases"]) if "phases" in entry else usual
    if not phases:
        raise item.error("phases are missing, and the file has no `turn`")
    season = entry["season"].name() if "season" in entry else ""
    last = {"last_round": entry["last_round"].value} if "last_round" in entry else {}
    return [
        {"name": step_name(phase, nation, season), "phase": phase, "nation": nation} | last
        for nation in players
        for phase in phases
    ]


def _phases(node: Node) -> tuple[str, ...]:
    own = [phase for phase in PHASES if phase not in SHARED_PHASES]
    return names_of(node, MAX_STEPS, own, "a phase of a nation")


def _step(row: Mapping[str, object]) -> dict[str, object]:
    """A step with the name that follows from its phase and nation, where it has no other."""
    phase, nation = row.get("phase"), row.get("nation")
    step = {key: value for key, value in row.items() if key != "season"}
    if "name" in step or not isinstance(phase, str) or not isinstance(nation, str):
        return step
    return {"name": step_name(phase, nation)} | step


def _with_season(row: object, seasons: Mapping[object, list[object]]) -> object:
    """A season with its steps, where the sequence says which they are."""
    if isinstance(row, dict) and "steps" not in row and row.get("name") in seasons:
        return {**row, "steps": seasons[row["name"]]}
    return row
