"""Questions of a case to the engine, and the facts that its last lines ask for."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Final

from engine.core.event_log import EventLog
from engine.core.events.movement import AircraftLost
from engine.core.ids import PUS
from engine.core.pick import Pick
from engine.gamedef import Definition, State
from engine.gamedef.triggers import GiveResource
from engine.orders.move import Move
from engine.orders.place import Place
from engine.rules.battle.around.rocket import rocket_origins
from engine.rules.battle.before.beginning import resolve_battle_start
from engine.rules.battle.rounds.bombardment import bombarding_ships
from engine.rules.battle.rounds.casualties import casualty_order
from engine.rules.battle.rounds.fire import side_power
from engine.rules.common.relations import enemies_in, type_of
from engine.rules.common.values import attack_of, defence_of
from engine.rules.economy.income import income_of
from engine.rules.economy.production import production_limit
from engine.rules.movement.mover import mover_of
from engine.rules.movement.stranding import resolve_stranded
from engine.rules.politics.conditions import holds
from engine.rules.turn.bonus import is_met
from tests.conformance.case_file import CaseUnsupportedError, counts_of, words_of
from tests.conformance.case_fire import battle_shares
from tests.conformance.case_game import CaseGame
from tests.conformance.case_moves import why_not
from tests.conformance.case_position import RESOURCES, with_new_units
from tests.conformance.replay_json import Json, Table, number, text

_WORDS: Final = {
    "no-room-aboard": "not enough transports",
    "not-enough-movement": "not all units have enough movement",
}
"""What the other engine says where ours has these codes."""


def ask(game: CaseGame, step: Table) -> Mapping[str, Json]:
    """The answers to a question, by the names under which a case may expect them."""
    what = text(step["what"])
    if what in _ANSWERS:
        return _ANSWERS[what](game, step)
    raise CaseUnsupportedError(f"the question {what!r}")


def _unit_strength(game: CaseGame, step: Table) -> Mapping[str, Json]:
    owner, kind = text(step["player"]), text(step["unit"])
    place = next(iter(game.state.definition.board.territories))
    state = with_new_units(game.state, place, owner, {kind: 1})
    unit = state.units[state.next_unit - 1]
    attack, defence = attack_of(state, unit), defence_of(state, unit)
    found: dict[str, Json] = {"attack after": attack, "defence after": defence}
    return found | {"attack before": attack, "defence before": defence}


def _placeable_offer(game: CaseGame, step: Table) -> Mapping[str, Json]:
    offer: dict[str, Json] = {}
    for kind, count in counts_of(step, "from_units").items():
        fitting = _most_placeable(game, text(step["territory"]), {kind: count})
        if fitting:
            offer[kind] = fitting
    return {"placeable_offer": offer}


def _max_placeable(game: CaseGame, step: Table) -> Mapping[str, Json]:
    unplaced = dict(game.state.unplaced.get(game.state.nation, {}))
    wanted = counts_of(step, "from_units") or unplaced
    return {"max_placeable": _most_placeable(game, text(step["territory"]), wanted)}


def _most_placeable(game: CaseGame, territory: str, counts: dict[str, int]) -> int:
    """The largest number of these units that may be placed together."""
    most = 0
    for chosen in product(*(range(count + 1) for count in counts.values())):
        picks = tuple(
            Pick(count, kind) for kind, count in zip(counts, chosen, strict=True) if count
        )
        if sum(chosen) > most and not game.check(Place(picks, territory)):
            most = sum(chosen)
    return most


def _movable_subset(game: CaseGame, step: Table) -> Mapping[str, Json]:
    """The most of the units that can move together; of equal numbers those that need most room."""
    counts, route = counts_of(step), words_of(step, "route")
    kinds = game.state.definition.unit_types
    best: tuple[int, int] = (0, 0)
    found: dict[str, Json] = {}
    for chosen in product(*(range(count + 1) for count in counts.values())):
        part = {kind: count for kind, count in zip(counts, chosen, strict=True) if count}
        room = sum(kinds[kind].carriage.transport_cost * count for kind, count in part.items())
        size = (sum(part.values()), room)
        if size > best and not why_not(game, _plain_move(part, route)):
            best, found = size, dict(part)
    codes = {reason.code for reason in game.check(_plain_move(counts, route))}
    known = {code: _WORDS.get(code, code) for code in sorted(codes)}
    reason = _WORDS["no-room-aboard"] if "no-room-aboard" in codes else ", ".join(known.values())
    return {"movable_subset": found, "reason": reason}


def _plain_move(counts: Mapping[str, int], route: tuple[str, ...]) -> Move:
    return Move(tuple(Pick(count, kind) for kind, count in counts.items()), route)


def _can_undo(game: CaseGame, step: Table) -> Mapping[str, Json]:
    return {"can_undo": game.can_undo(number(step["index"]))}


def _cargo(game: CaseGame, step: Table) -> Mapping[str, Json]:
    return {"cargo before undo": cargo_in(game.state, text(step["territory"]))}


def cargo_in(state: State, territory: str) -> dict[str, Json]:
    """The types of all cargo in a territory."""
    there = (unit.type for unit in state.units_in(territory) if unit.carried_by is not None)
    return dict(Counter(there))


def _rocket_origins(game: CaseGame, step: Table) -> Mapping[str, Json]:
    nation = text(step["player"])
    technologies = {**game.state.technologies, nation: ("rockets",)}
    state = _in_phase(replace(game.state, technologies=technologies), nation, "battle")
    return {"rocket_launch_territories": list(rocket_origins(state))}


def _air_cannot_land(game: CaseGame, step: Table) -> Mapping[str, Json]:
    nation = text(step["player"])
    places: list[Json] = [event.territory for event in stranded(game.state, nation)]
    return {"territories_where_air_cannot_land": places}


def stranded(state: State, nation: str) -> Iterator[AircraftLost]:
    """Aircraft of a nation that stand where they cannot land."""
    for event in resolve_stranded(_in_phase(state, nation, "noncombat_move")):
        if isinstance(event, AircraftLost):
            yield event


def _can_land(game: CaseGame, step: Table) -> Mapping[str, Json]:
    nation, place = text(step["player"]), text(step["territory"])
    state = with_new_units(game.state, place, nation, counts_of(step))
    new = state.next_unit - 1
    lost = [key for event in stranded(state, nation) for key in event.units]
    return {"can_land": new not in lost}


def _cannot_fight(game: CaseGame, step: Table) -> Mapping[str, Json]:
    nation = text(step["player"])
    state = _in_phase(game.state, nation, "combat_move")
    found: list[Json] = []
    for place in state.definition.board.territories:
        own = tuple(unit for unit in state.units_in(place) if unit.owner == nation)
        fighters = tuple(unit for unit in own if not type_of(state, unit).is_infrastructure)
        hostile = any(True for _ in enemies_in(state, nation, place))
        if fighters and hostile and not side_power(state, fighters, "attacker"):
            found.append(place)
    names = ("contains", "before", "after contains", "territories_where_units_cannot_fight")
    return dict.fromkeys(names, found)


def _land_distance(game: CaseGame, step: Table) -> Mapping[str, Json]:
    board = game.state.definition.board
    found = board.distances(text(step["a"]), len(board.is_sea), lambda name: not board.is_sea[name])
    return {"land_distance": found.get(text(step["b"]), -1)}


def _odds(game: CaseGame, step: Table) -> Mapping[str, Json]:
    attacker, defender = battle_shares(game, step)
    return {
        "attacker win": attacker,
        "attacker win about": attacker,
        "attacker win at least": attacker,
        "defender win": defender,
        "defender win about": defender,
    }


def _carried_by(game: CaseGame, step: Table) -> Mapping[str, Json]:
    """The kind of ship that the last moved unit of a type counts as cargo of, if any."""
    state, kind = game.state, text(step["unit"])
    fits = [unit for unit in state.units_of(state.nation) if unit.type == kind]
    moved = [unit for unit in fits if unit.loaded or unit.unloaded_to or unit.moved]
    if not moved:
        raise CaseUnsupportedError(f"no {kind} has moved")
    ship = moved[-1].carried_by
    for battle in state.battles:
        ships = {unit: carrier for unit, carrier, _ in battle.landings}
        ship = ships.get(moved[-1].id, ship)
    return {"carried_by": state.units[ship].type if ship is not None else None}


def fact(game: CaseGame, what: str) -> Json:
    """A fact about the position at the end, named in words with a territory or a nation.

    Raises KeyError for words that are not known.
    """
    state = game.state
    name, _, rest = what.partition(" ")
    if name == "conquered_this_turn":
        return rest in state.turn.conquered
    if name == "blitzed_this_turn":
        return rest in state.turn.conquered and rest in game.walked_in
    if what.endswith(" held units"):
        return dict(state.unplaced.get(what.removesuffix(" held units"), {}))
    if what == "cargo after undo" or what.startswith("cargo of the "):
        return dict(Counter(unit.type for unit in state.units.values() if _is_new_cargo(unit)))
    if what.startswith("territories where ") and what.endswith(" aircraft cannot land"):
        return [event.territory for event in stranded(state, mover_of(state).nation)]
    if what.startswith("pending battle in "):
        place = what.removeprefix("pending battle in ")
        return any(battle.territory == place for battle in state.battles)
    if what.startswith("attackers in battle "):
        place = what.removeprefix("attackers in battle ")
        waiting = {one.territory: len(one.attackers) for one in state.battles}
        return game.attackers.get(place, waiting.get(place, 0))
    if what.startswith("factory damage "):
        there = state.units_in(what.removeprefix("factory damage "))
        return sum(unit.damage for unit in there)
    if what.startswith("unitProduction equals production in "):
        place = what.removeprefix("unitProduction equals production in ")
        return (
            production_limit(state, place) == state.definition.board.territories[place].production
        )
    raise KeyError(what)


def _is_new_cargo(unit: object) -> bool:
    return bool(getattr(unit, "loaded", False)) and getattr(unit, "carried_by", None) is not None


def _in_phase(state: State, nation: str, phase: str) -> State:
    frame = replace(state.phase, nation=nation, phase=phase, stage="open")
    return replace(state, agenda=(frame,))


def _objective(game: CaseGame, step: Table) -> Mapping[str, Json]:
    name, nation = text(step["attachment"]), text(step["player"])
    for objective in game.state.definition.script.objectives:
        if (objective.name, objective.nation) == (name, nation):
            return {"objective_satisfied": is_met(game.state, objective)}
    raise CaseUnsupportedError(f"the objective {name}")


def _casualty_order(game: CaseGame, step: Table) -> Mapping[str, Json]:
    owner, place = text(step["owner"]), text(step["territory"])
    side = {"attack": "attacker", "defence": "defender"}[text(step["side"])]
    state = _in_phase(game.state, owner, "battle")
    first = state.next_unit
    state = with_new_units(state, place, owner, counts_of(step))
    units = {
        key: replace(unit, amphibious=key >= first and bool(step.get("amphibious")))
        for key, unit in state.units.items()
    }
    state = replace(state, units=units)
    order = casualty_order(state, tuple(key for key in units if key >= first), side)
    return {"default_casualty_order": [units[key].type for key in order]}


def _bombarding(game: CaseGame, step: Table) -> Mapping[str, Json]:
    place = text(step["territory"])
    for battle in game.state.battles:
        if battle.territory == place:
            log: EventLog[Definition] = EventLog(game.state)
            log.extend(resolve_battle_start(game.state, battle))
            ships = len(bombarding_ships(log.state))
            if game.state.definition.options.bombard_per_landed_unit:
                ships = min(ships, len(battle.landings))
            return {"bombarding_ships": ships}
    return {"bombarding_ships": 0}


def _estimated_income(game: CaseGame, step: Table) -> Mapping[str, Json]:
    """Land, objectives, and what the nation's triggers would pay it now."""
    nation, state = text(step["player"]), game.state
    script = state.definition.script
    extra = sum(
        entry.value
        for entry in script.objectives
        if entry.nation == nation and is_met(state, entry)
    )
    paid = sum(
        effect.amount
        for trigger in script.triggers
        if trigger.nation == nation and holds(state, trigger.test)
        for effect in trigger.effects
        if isinstance(effect, GiveResource) and effect.resource == PUS and nation in effect.nations
    )
    return {"estimated_income PUs": income_of(state, nation) + extra + paid}


def _resource(game: CaseGame, step: Table) -> Mapping[str, Json]:
    resource = text(step["resource"])
    amount = game.state.amount(text(step["player"]), RESOURCES.get(resource, resource))
    return {"resource": amount}


_ANSWERS = {
    "default_casualty_order": _casualty_order,
    "bombarding_ships": _bombarding,
    "estimated_income": _estimated_income,
    "resource": _resource,
    "objective_satisfied": _objective,
    "unit_strength": _unit_strength,
    "placeable_offer": _placeable_offer,
    "max_placeable": _max_placeable,
    "movable_subset": _movable_subset,
    "can_undo": _can_undo,
    "cargo": _cargo,
    "rocket_launch_territories": _rocket_origins,
    "territories_where_air_cannot_land": _air_cannot_land,
    "can_land": _can_land,
    "territories_where_units_cannot_fight": _cannot_fight,
    "land_distance": _land_distance,
    "battle_odds": _odds,
    "carried_by": _carried_by,
}
