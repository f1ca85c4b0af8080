"""Faults put back one at a time: ``python -m tests.playthroughs.put_back --seeds 0:240``.

Each is a fault that recorded games of another engine have shown and that has been mended.  For each
it prints the first number whose meeting notices it, and by which law, or that none does; then how
many are noticed.  The exit code is 1 when one is not.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Final
from unittest.mock import patch

import engine
from engine import State, Unit
from engine.core.agenda import BattleFrame
from engine.core.errors import Illegal
from engine.core.evolve import turn as evolve_turn
from engine.core.ids import TerritoryName, UnitId
from engine.core.state import TurnRecord
from engine.rules.aa import hits as aa_hits
from engine.rules.aa.guns import AAVolley
from engine.rules.battle.around import land_aircraft, reaction
from engine.rules.battle.before import pending_battles, retreat_options
from engine.rules.battle.rounds import ending
from engine.rules.common.battle_step import ATTACKER, units_of
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_landing_land
from engine.rules.economy import income, placement
from engine.rules.movement import landing, sea, stranding, transport
from engine.rules.movement.mover import Mover
from tests.playthroughs.meetings import failures


@contextmanager
def _everywhere(module: ModuleType, **changed: object) -> Iterator[None]:
    """Functions of a module are others, also where they were imported by name.

    All modules are loaded before: one that is loaded late would keep the patch.
    """
    for found in walk_packages(engine.__path__, "engine."):
        import_module(found.name)
    with ExitStack() as stack:
        for name, value in changed.items():
            old = getattr(module, name)
            for key, other in sorted(sys.modules.items()):
                if (
                    key.startswith(("engine.", "tests.support."))
                    and getattr(other, name, None) is old
                ):
                    stack.enter_context(patch.object(other, name, value))
        yield


def _defenders_again(state: State, territory: TerritoryName) -> tuple[Unit, ...]:
    rested = replace(state, turn=replace(state.turn, intercepted=()))
    return _DEFENDERS(rested, territory)


_DEFENDERS: Final = pending_battles.defenders_in
_STRANDED: Final = stranding.resolve_stranded
_LOAD: Final = transport.check_load
_JOIN: Final = pending_battles._resolve_battle_in
_FORGET: Final = evolve_turn._forget_turn
_INCOME: Final = income.area_income
_WISH: Final = landing.Landings._wish


def _own_stranded(state: State, *, carriers_to_come: bool = False) -> Events:
    events = _STRANDED(state, carriers_to_come=carriers_to_come)
    return tuple(event for event in events if getattr(event, "nation", "") == state.nation)


def _carried_off(mover: Mover, unit: Unit, zone: TerritoryName) -> tuple[Illegal, ...]:
    reasons = _LOAD(mover, unit, zone)
    return tuple(reason for reason in reasons if reason.code != "not-enough-movement")


def _all_join(state: State, territory: TerritoryName) -> Events:
    waits = any(b.territory == territory and b.kind == "battle" for b in state.battles)
    there = pending_battles.attackers_in(state, territory)
    if not waits or not there:
        return _JOIN(state, territory)
    met = _DEFENDERS(state, territory) or there
    with patch.object(pending_battles, "defenders_in", lambda *_: met):
        return _JOIN(state, territory)


def _all_own(state: State, place: TerritoryName) -> tuple[Unit, ...]:
    new = {key for key, _ in state.turn.placed} | set(state.turn.constructed)
    units = state.units_in(place)
    return tuple(unit for unit in units if unit.owner == state.nation and unit.id not in new)


def _forget_all(state: State) -> State:
    return replace(_FORGET(state), turn=TurnRecord())


def _income_of_first_owners(state: State, territory: TerritoryName) -> int:
    area = state.definition.board.territories[territory]
    owner = state.definition.original_owner(territory)
    pays = state.definition.options.captured_convoys_pay
    nobodys = area.is_sea and not pays and owner != state.owners.get(territory, "")
    return 0 if nobodys else _INCOME(state, territory)


def _anywhere(
    self: landing.Landings, flight: landing.Flight, *, ties: bool = False, home: str = ""
) -> object:
    return _WISH(self, flight, ties=ties)


def _by_identity(state: State, volley: AAVolley) -> tuple[UnitId, ...]:
    return tuple(sorted(volley.targets))


def _open_to_all(state: State, unit: Unit, place: TerritoryName) -> bool:
    return is_landing_land(state, unit.owner, place)


def _no_friends(state: State, battle: BattleFrame) -> tuple[Unit, ...]:
    return units_of(state, battle, ATTACKER)


def _in(module: object, name: str, value: object) -> Callable[[], AbstractContextManager[object]]:
    return lambda: patch.object(module, name, value)


def _all(module: ModuleType, **changed: object) -> Callable[[], AbstractContextManager[object]]:
    return lambda: _everywhere(module, **changed)


FAULTS: Final[Mapping[str, Callable[[], AbstractContextManager[object]]]] = {
    "a base that others captured stops nobody": _in(Mover, "is_captured_base", lambda *_: False),
    "ships pass a zone that they may not enter": _in(sea, "_check_passage", lambda *_: None),
    "transports of allies outlive a lost sea battle": _in(ending, "_fleet_of", lambda *_: ()),
    "interceptors defend as well": _all(pending_battles, defenders_in=_defenders_again),
    "scrambled aircraft land among enemies": _in(land_aircraft, "_is_open", _open_to_all),
    "a factory of beaten attackers stays theirs": _in(
        ending, "infrastructure_to", lambda *_: iter(())
    ),
    "a retreat leads to a zone of the enemy": _in(
        retreat_options, "is_enemy_land", lambda *_: False
    ),
    "a zone of nobody pays nobody": _all(income, area_income=_income_of_first_owners),
    "aircraft of others hover without a deck": _all(stranding, resolve_stranded=_own_stranded),
    "the order of AA losses follows identities": _in(aa_hits, "_in_order", _by_identity),
    "aircraft beside a full carrier claim another": _in(landing.Landings, "_wish", _anywhere),
    "ships that stand there help to take a zone": _in(
        pending_battles, "_resolve_battle_in", _all_join
    ),
    "what never moves goes aboard": _all(transport, check_load=_carried_off),
    "a new factory is what another unit needs": _in(placement, "since_start", _all_own),
    "transports pass ships of allies unharmed": _in(ending, "_fleet_of", _no_friends),
    "abandoned land stays as it was": _in(reaction, "resolve_abandoned_land", lambda *_: ()),
    "the next nation forgets what was taken": _in(evolve_turn, "_forget_turn", _forget_all),
}
"""What the fault is, and how it is put back."""


def noticed(fault: str, first: int, end: int) -> tuple[int, str] | None:
    """A number that notices a fault, and the law; None when none does.

    Scenes come before meetings of many things, which take longer.
    """
    for seed in sorted(range(first, end), key=lambda seed: seed % 4 == 0):
        with FAULTS[fault]():
            law = _broken(seed)
        # A law that is broken without the fault says nothing about it.
        if law and law != _broken(seed):
            return seed, law
    return None


def _broken(seed: int) -> str:
    """The first law that a number breaks; "" for none."""
    try:
        return next((law for law, _ in failures(seed)), "")
    except AssertionError as error:
        return f"invariant: {str(error).splitlines()[0]}"


def main(arguments: list[str]) -> int:
    """Put back every fault; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs.put_back")
    parser.add_argument("--seeds", default="0:240", metavar="FIRST:END")
    chosen = parser.parse_args(arguments)
    first, end = map(int, chosen.seeds.split(":"))
    found = 0
    for fault in FAULTS:
        notice = noticed(fault, first, end)
        found += notice is not None
        print(f"{fault}: {f'{notice[0]} {notice[1]}' if notice else 'not noticed'}", flush=True)
    print(f"{found} of {len(FAULTS)} faults noticed in {end - first} meetings")
    return 0 if found == len(FAULTS) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
