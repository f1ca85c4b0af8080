"""Recorded orders in the words of our engine.

Both name units by identity.  Where a recorded order says something that ours cannot say, it is
read as the other engine reads it, and UnreadableOrderError tells that this cannot be ordered:

* a ship sails without the troops aboard it: ours take their cargo along;
* troops go aboard without the name of a ship: there the mover must name one, ours need not.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

import engine
from engine.core.ids import UnitId
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.act import Act
from engine.orders.buy import Buy
from engine.orders.fight import Fight
from engine.orders.form import Order
from engine.orders.move import Move
from engine.orders.place import Place
from engine.orders.repair import Repair
from engine.orders.research import Research
from engine.rules.economy.factory_repair import damaged_factories
from engine.rules.economy.purchase import offers_for
from engine.rules.economy.technology import research_aims, technologies_left
from tests.conformance.replay_json import Table, items, number, table, tables, text
from tests.conformance.replay_record import Action, Ask
from tests.conformance.replay_states import TECHNOLOGIES
from tests.conformance.replay_units import Identities, UnknownUnitError


class UnreadableOrderError(Exception):
    """A recorded order that our language of orders cannot express."""


def order_of(state: State, action: Action, units: Identities) -> Order:
    """Our order for a recorded one; raises UnreadableOrderError."""
    body = action.body
    match action.kind:
        case "move":
            try:
                return _move(state, action, units)
            except UnknownUnitError as error:
                raise UnreadableOrderError(str(error)) from error
        case "buy":
            # Resources that come with units are among the results, and are not bought.
            names = {*state.definition.unit_types, *offers_for(state, state.nation)}
            return Buy(tuple(sorted(e for e in _counts(body, "results") if e[0] in names)))
        case "repair":
            return _repair(state, action)
        case "research":
            return _research(state, action)
        case "place":
            return _place(state, body)
        case "fight":
            return Fight(text(body["territory"]), body["bombing"] is True)
        case "politics":
            return Act(_political(state, text(body["action"])))
    raise UnreadableOrderError(f"a {action.kind} is not an order of ours")


def _political(state: State, name: str) -> str:
    """What the scenario calls an action; those of several nations are told apart by the nation."""
    short = name.removeprefix("politicalActionAttachment").strip("_ -")
    known = {action.name for action in state.definition.politics.actions}
    return short if short in known else f"{short} {state.nation}"


def picks_of(units: Iterable[Unit], nation: str) -> tuple[Pick, ...]:
    """Exactly these units, one pick for each type and owner."""

    def kind(unit: Unit) -> tuple[str, str]:
        return unit.type, "" if unit.owner == nation else unit.owner

    ordered = sorted(units, key=lambda unit: (kind(unit), unit.id))
    return tuple(
        _pick(name, owner, tuple(unit.id for unit in same))
        for (name, owner), same in groupby(ordered, key=kind)
    )


def _pick(name: str, owner: str, keys: tuple[UnitId, ...]) -> Pick:
    return Pick(len(keys), name, owner, keys)


def is_called_off(action: Action) -> bool:
    """Whether the mover took the order back when told of guns on the way."""
    return any(
        isinstance(entry, Ask) and entry.method == "confirmMoveInFaceOfAa" and entry.answer is False
        for entry in action.entries
    )


def _move(state: State, action: Action, identities: Identities) -> Move:
    body = action.body
    keys = [number(key) for key in items(body["ids"])]
    path = tuple(text(name) for name in items(body["route"]))
    units = identities.living(state, keys, path[0] if path else "")
    named = {
        identities.ours(int(key)): identities.ours(number(ship))
        for key, ship in table(body.get("transports", {})).items()
    }
    is_sea = state.definition.board.is_sea
    aboard: list[tuple[UnitId, UnitId]] = []
    if len(path) > 1 and not is_sea.get(path[0]) and is_sea.get(path[-1]):
        aboard = _boarding(state, units, named)
    elif path and not is_sea.get(path[-1]):
        # Ships are named for going aboard only; with them it is not an order to go ashore.  On land
        # soldiers do not fly in what is named like a ship; who can walk needs none.
        ashore = is_sea.get(path[0])
        aboard = sorted(
            pair for pair in named.items() if ashore or not _walks(state, pair[0], path)
        )
    if all(is_sea.get(name) for name in path):
        _check_cargo(state, units)
    raid = any(
        isinstance(entry, Ask) and entry.method == "shouldBomberBomb" and entry.answer is True
        for entry in action.entries
    )
    return Move(picks_of(units, state.nation), path, raid, tuple(aboard))


def _walks(state: State, key: UnitId, path: tuple[str, ...]) -> bool:
    alone = Move(picks_of((state.units[key],), state.nation), path)
    return not engine.check(state, alone)


def _boarding(
    state: State, units: Sequence[Unit], named: Mapping[UnitId, UnitId]
) -> list[tuple[UnitId, UnitId]]:
    pairs: list[tuple[UnitId, UnitId]] = []
    for unit in units:
        if not state.definition.unit_types[unit.type].is_land:
            continue
        if unit.id not in named:
            raise UnreadableOrderError(f"no ship is named for unit {unit.id}")
        pairs.append((unit.id, named[unit.id]))
    return sorted(pairs)


def _check_cargo(state: State, units: Sequence[Unit]) -> None:
    going = {unit.id for unit in units}
    for unit in units:
        for cargo in state.cargo_of(unit.id):
            if cargo.id not in going and state.definition.unit_types[cargo.type].is_land:
                raise UnreadableOrderError(f"unit {unit.id} would leave its cargo behind")


def _research(state: State, action: Action) -> Research:
    """Where research aims at nothing the other engine names an advance that it does not read."""
    body = action.body
    aims = [text(name) for name in items(body["techs"])]
    if not research_aims(state.definition):
        return Research("", number(body["rolls"]))
    options = state.definition.options
    # It tells all dice, those that were kept included; ours tells the new ones.
    dice = number(body["new_tokens" if options.tech_tokens_kept else "rolls"])
    if not options.tech_directed:
        # A chart that is called as a technology has another name here.
        chart = text(body["frontier"])
        known = research_aims(state.definition)
        aim = chart if chart in known else f"{chart} chart"
        return Research(aim, number(body["new_tokens"]))
    if not options.tech_tokens_kept and len(aims) != 1:
        raise UnreadableOrderError(f"research aims at {aims}")
    left = technologies_left(state, state.nation)
    names = [TECHNOLOGIES.get(aim, aim) for aim in aims]
    open_ = [name for name in names if name in left] if len(names) > 1 else names
    return Research(open_[_choice_among(action) % len(open_)] if open_ else names[0], dice)


def _choice_among(action: Action) -> int:
    """Which advance of a chart the player takes: asked after a success, in ours beforehand."""
    for entry in action.entries:
        if isinstance(entry, Ask) and entry.method == "selectFixedDice":
            return number(items(entry.answer)[0])
    return 0


def told_hits(action: Action) -> dict[tuple[str, str], list[int]]:
    """For each type and owner of the units of a recorded move, how often each of them is hit."""
    told: dict[tuple[str, str], list[int]] = {}
    for owner, units in table(action.body["units"]).items():
        for name, count in table(units).items():
            hits = re.search(r"[{,]hits=(\d+)", name)
            each = [int(hits[1]) if hits else 0] * number(count)
            told.setdefault((name.partition("{")[0], owner), []).extend(each)
    return told


def wanted_points(action: Action) -> int:
    """How many points of damage a recorded order repairs, those included that are not there."""
    parts = tables(action.body["repair"])
    return sum(number(count) for part in parts for count in table(part["rules"]).values())


def _repair(state: State, action: Action) -> Repair:
    """One type of units in one area: more than one in an order are on none of the maps.

    The other engine repairs what is there when more is ordered (engine_bugs.md); so does this.
    """
    body = action.body
    parts = tables(body["repair"])
    places = {text(part["territory"]) for part in parts}
    types = {text(part["unit"]).partition(":")[2] for part in parts}
    if len(places) != 1 or len(types) != 1:
        raise UnreadableOrderError(f"repair of {sorted(types)} in {sorted(places)}")
    place, name = places.pop(), types.pop()
    kind = state.definition.unit_types.get(name)
    target = "" if kind is None or kind.production.is_factory else name
    points = wanted_points(action)
    if action.accepted:
        hurt = damaged_factories(state, place, target)
        points = min(points, sum(unit.damage for unit in hurt))
    return Repair(place, points, target)


def _place(state: State, body: Table) -> Place:
    picks: list[Pick] = []
    for owner, counts in table(body["units"]).items():
        whose = "" if owner == state.nation else owner
        for name, count in sorted(table(counts).items()):
            picks.append(Pick(number(count), name.partition("{")[0], whose))
    return Place(tuple(picks), text(body["territory"]))


def _counts(body: Table, name: str) -> list[tuple[str, int]]:
    return [(kind, number(count)) for kind, count in table(body[name]).items()]
