"""Samples of moves that another engine has judged: files, positions, orders and the account.

Both kinds of files, single moves and whole phases, name positions and moves in the same words; the
READMEs beside them tell the format.  Identities of units are those of the file.
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.core.ids import UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.move import Move
from tests.conformance.case_file import CaseUnsupportedError
from tests.conformance.case_game import CaseGame
from tests.conformance.case_map import MapFile
from tests.conformance.replay_game import SHARED
from tests.conformance.replay_json import Json, Table, items, number, table, tables, text
from tests.conformance.replay_orders import UnreadableOrderError, order_of, picks_of
from tests.conformance.replay_record import Action
from tests.conformance.replay_states import TECHNOLOGIES
from tests.conformance.replay_units import Identities

WANTED = 0.99
"""The part of each map's answers that has to agree."""

OLDER_MAPS = (
    "big_world_1942",
    "revised",
    "revised_test",
    "ww2v2",
    "lhtr",
    "pact_of_steel",
    "classic",
    "iron_blitz",
    "minimap",
)
"""Maps that have to be read whole; others may need rules that are not there."""

CARGO_LEFT = "moves: a ship would leave its cargo behind; ours takes it along"
NO_SHIP = "moves: troops name no ship; ours finds one"


@dataclass
class Account:
    """What became of the samples of a map.

    asked, agreed: how many; kinds: how often each kind of disagreement; details: each of them.
    apart: samples that cannot be compared, by reason; they are not among those asked.
    missing: the rules that the map needs and that are not there.
    notes: more lines for the report.
    """

    name: str
    asked: int = 0
    agreed: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    details: list[str] = field(default_factory=list)
    apart: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    missing: tuple[str, ...] = ()

    def add(self, problems: Mapping[str, str]) -> None:
        """Count one sample; problems: kinds of disagreement with what to say of each."""
        self.asked += 1
        self.agreed += not problems
        self.kinds.update(problems.keys())
        self.details.extend(problems.values())

    @property
    def is_enough(self) -> bool:
        """Whether the map meets what is asked of it."""
        if self.missing:
            return self.name not in OLDER_MAPS
        return self.agreed >= WANTED * self.asked


def agreement(agreed: int, asked: int) -> str:
    """Such as ``99 of 100 agree (99.00 %)``; the part is cut and not rounded."""
    hundredths = agreed * 10_000 // asked if asked else 0
    return f"{agreed} of {asked} agree ({hundredths // 100}.{hundredths % 100:02} %)"


def report(accounts: Iterable[Account], noun: str, *, details: bool) -> tuple[list[str], bool]:
    """The lines to print, and whether every map agrees well enough.

    Maps that need missing rules are named with them and are not part of the last line.
    """
    lines: list[str] = []
    counted: list[Account] = []
    enough = True
    for account in accounts:
        enough = enough and account.is_enough
        whole = agreement(account.agreed, account.asked)
        if account.missing:
            lines.append(f"{account.name}: unsupported, {account.asked} {noun} are not counted")
            lines.extend(f"  missing: {what}" for what in account.missing)
            lines.append(f"  as far as the map is read {whole}")
        else:
            counted.append(account)
            lines.append(f"{account.name}: {whole}")
        lines.extend(f"  {note}" for note in account.notes)
        lines.extend(f"  {count} not compared: {why}" for why, count in account.apart.items())
        lines.extend(f"  {count} x {kind}" for kind, count in account.kinds.most_common())
        if details:
            lines.extend(f"    {detail}" for detail in account.details)
    total = sum(account.asked for account in counted)
    lines.append(agreement(sum(account.agreed for account in counted), total))
    return lines, enough


def read_lines(path: Path) -> Iterator[Table]:
    """The objects of a file, one a line."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            value: Json = json.loads(line)
            yield table(value)


def map_of(path: Path, name: str) -> MapFile:
    """The map that a file of samples names, beside the file or in the shared folder.

    Raises CaseUnsupportedError when there is no such map.
    """
    for folder in (path.resolve().parent.parent, SHARED):
        for kind in ("maps", "fixtures"):
            if (folder / kind / name).is_file():
                return MapFile.at(folder / kind / name)
    raise CaseUnsupportedError(f"there is no map {name}")


def position_of(start: State, value: Table) -> State:
    """A position of a file; start: the start position of its map, for all that it does not say."""
    facts = {
        name: {int(key): number(entry) for key, entry in table(value.get(name) or {}).items()}
        for name in (
            "transported_by",
            "hits",
            "unit_damage",
            "already_moved",
            "bonus_movement",
        )
    }
    units: dict[UnitId, Unit] = {}
    for stack in tables(value["units"]):
        kind, owner = text(stack["type"]), text(stack["owner"])
        is_fixed = start.definition.unit_types[kind].is_infrastructure
        for key in (number(key) for key in items(stack["ids"])):
            units[key] = Unit(
                key,
                kind,
                owner,
                text(stack["territory"]),
                hits=facts["hits"].get(key, 0),
                damage=facts["unit_damage"].get(key, 0),
                carried_by=facts["transported_by"].get(key),
                original_owner=owner if is_fixed else "",
                moved=facts["already_moved"].get(key, 0),
                bonus=facts["bonus_movement"].get(key, 0),
            )
    technologies = {
        nation: tuple(sorted(TECHNOLOGIES[text(name)] for name in items(names)))
        for nation, names in table(value["tech"]).items()
    }
    return replace(
        start,
        units=dict(sorted(units.items())),
        next_unit=max(units, default=0) + 1,
        owners={place: text(owner) for place, owner in table(value["owners"]).items()},
        resources={**start.resources, **_amounts(value["resources"])},
        unplaced={**start.unplaced, **_amounts(value["held_units"])},
        technologies={**start.technologies, **technologies},
    )


def _amounts(value: Json) -> dict[str, dict[str, int]]:
    return {
        nation: {name: number(amount) for name, amount in table(amounts).items()}
        for nation, amounts in table(value).items()
    }


def phase_of(
    map_file: MapFile, position: State, nation: str, phase: str, dice: Iterable[int] = ()
) -> CaseGame:
    """A game in a phase of a position.

    The combat move opens in either case: what it does to aircraft of allies aboard carriers lasts
    until the non-combat move ends.  What bases give is in the position.
    """
    game = CaseGame(map_file, dice)
    game.state = position
    game.begin(nation, "CombatMove")
    if phase != "CombatMove":
        game.begin(nation, phase)
    given = {key: position.units[key].bonus for key in game.state.units}
    units = {key: replace(unit, bonus=given[key]) for key, unit in game.state.units.items()}
    game.state = replace(game.state, units=units)
    return game


def order_in(state: State, move: Table) -> tuple[Move, str]:
    """The order that a move of a file means, and what our orders cannot say of it ("" for nothing).

    Ours take the cargo of a ship along and find a ship for troops who name none.  A move that
    leaves cargo behind, or wants troops aboard no ship, is therefore another move with us.
    """
    body: Table = {
        "ids": move["units"],
        "route": move["route"],
        "transports": move.get("transports", {}),
    }
    action = Action("move", body, accepted=True, error="", entries=(), made=())
    try:
        order = order_of(state, action, Identities.same(state))
    except UnreadableOrderError:
        units = [state.units[number(key)] for key in items(move["units"])]
        path = tuple(text(place) for place in items(move["route"]))
        named = {int(key): number(ship) for key, ship in table(body["transports"]).items()}
        is_sea = state.definition.board.is_sea
        what = CARGO_LEFT if all(is_sea[place] for place in path) else NO_SHIP
        return Move(picks_of(units, state.nation), path, aboard=tuple(sorted(named.items()))), what
    if not isinstance(order, Move):
        raise TypeError(f"expected a move, not {order!r}")
    return order, ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Our verdict on a move beside the recorded one.

    is_legal: ours; kind: what kind of disagreement, "" for none; detail: the move in words.
    apart: why the two cannot be compared, "" when they can.
    codes: of our reasons in a disagreement.
    """

    order: Move
    is_legal: bool
    kind: str = ""
    detail: str = ""
    apart: str = ""
    codes: frozenset[str] = frozenset()


def judge(game: CaseGame, phase: str, move: Table, where: str) -> Verdict:
    """Our verdict on a move; where: what to call the move.

    The engine is always asked.  What our orders cannot say matters only when it finds nothing
    against the move that they say instead.
    """
    order, unsaid = order_in(game.state, move)
    reasons = {reason.code: reason.text for reason in game.check(order)}
    was_legal = move["legal"] is True
    if unsaid and not reasons:
        if not was_legal:
            return Verdict(order, is_legal=False, apart=unsaid)
        reasons = {"unreadable-order": unsaid}
    if (not reasons) == was_legal:
        return Verdict(order, not reasons)
    theirs = "legal" if was_legal else f"refused ({text(move.get('error'))})"
    ours = f"refused ({', '.join(reasons)})" if reasons else "legal"
    kind = f"{text(move['category'])}, {phase}: recorded {theirs}, ours {ours}"
    units = ", ".join(f"{count} {name}" for name, count in table(move["unit_types"]).items())
    why = "; ".join(reasons.values()) or text(move.get("error"))
    detail = f"{where}: {units}: {' > '.join(order.path)}: {why}"
    return Verdict(order, not reasons, kind, detail, codes=frozenset(reasons))
