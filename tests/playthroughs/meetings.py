"""Rare meetings against all laws: ``python -m tests.playthroughs.meetings --seeds 0:500``.

Each number makes a position: one in four a meeting of many things, the others a scene of one rare
thing.  The laws are checked in it and after every order of a turn that is played from it by chance,
with the invariants of every game.  It prints one line for each law that
a number breaks, then a count by law; the exit code is 1 when any was broken.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator

from engine import Decision, Move, Order, RollRequest, State, apply, check, legal, waiting_for
from engine.ai import choose_randomly
from engine.core.agenda import PhaseOpen
from engine.core.chance import RollResult
from engine.core.events import Event
from engine.core.events.battle import BattleBegan, TerritoryTaken, UnitsDestroyed
from engine.core.events.movement import BattlePending, UnitsUnloaded
from engine.core.events.turn import PhaseEnded
from engine.core.ids import TerritoryName, UnitId
from engine.orders.done import Done
from engine.orders.form import Action
from tests.support.invariants import check_step
from tests.support.meeting_laws import LAWS
from tests.support.meeting_watch import Watch, check_landed
from tests.support.meetings import meeting
from tests.support.scenes import SCENES, Scene

_ACTIONS = 120
_MOVES = 10
_COOL = 0.4
_GOES_ON = 0.8
_LAST_PHASES = ("place", "end_turn")


def failures(seed: int) -> Iterator[tuple[str, str]]:
    """The laws that a number breaks, and how; each law once at most."""
    chance = random.Random(seed)
    seen: set[str] = set()
    landed: dict[UnitId, tuple[UnitId, TerritoryName]] = {}
    scene = _scene(seed, chance)
    watch = Watch()
    before = scene.state
    moves = 0 if scene.laws or scene.orders else _MOVES
    for law in scene.laws:
        try:
            law(scene.state, chance)
        except AssertionError as error:
            yield law.__qualname__.partition(".")[0], str(error).splitlines()[0]
    for number, (here, events) in enumerate(_turn(scene, chance)):
        try:
            watch.see(before, events, here)
            if _is_over(events):
                check_landed(here)
        except AssertionError as error:
            if "watch" not in seen:
                seen.add("watch")
                yield "watch", str(error).splitlines()[0]
        before = here
        if isinstance(waiting_for(here), PhaseOpen) and here.phase.phase.endswith("move"):
            for law in LAWS if number < moves else ():
                try:
                    law(here, chance)
                except AssertionError as error:
                    name = law.__name__
                    if name not in seen:
                        seen.add(name)
                        yield name, str(error).splitlines()[0]
        try:
            _keep_to_their_ships(here, events, landed)
        except AssertionError as error:
            if "landed" not in seen:
                seen.add("landed")
                yield "landed", str(error).splitlines()[0]


def _scene(seed: int, chance: random.Random) -> Scene:
    """A meeting for one number in four, one of the scenes for the others, in turn."""
    if seed % 4 == 0:
        phase = chance.choice(("combat_move", "combat_move", "noncombat_move"))
        return Scene(meeting(seed // 4, phase))
    return SCENES[(seed - seed // 4 - 1) % len(SCENES)](chance)


def _is_over(events: tuple[Event, ...]) -> bool:
    """Whether the movement of a nation is over, and nobody has a carrier to place."""
    return any(
        isinstance(event, PhaseEnded) and event.phase == "noncombat_move" for event in events
    )


def _turn(scene: Scene, chance: random.Random) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """The positions of a turn with the events that led there; the invariants hold in each."""
    state, orders = scene.state, list(scene.orders)
    nation = state.nation
    yield state, ()
    for _ in range(_ACTIONS):
        waiting = waiting_for(state)
        action: Action | Order
        if isinstance(waiting, RollRequest):
            dice = (chance.randint(1, waiting.sides) for _ in range(waiting.count))
            action = RollResult(tuple(dice))
        elif isinstance(waiting, PhaseOpen | Decision):
            if state.nation != nation or state.phase.phase in _LAST_PHASES:
                return
            action = (
                _first_legal(state, orders, chance)
                or _hot_order(state, chance)
                or choose_randomly(state, waiting, chance)
            )
        else:
            return
        step = apply(state, action)
        check_step(state, step.events, step.state)
        state = step.state
        yield state, step.events


def _first_legal(state: State, orders: list[Order], chance: random.Random) -> Order | None:
    """The next of some orders that may be given; those before it are left out.

    Mostly the last one ends the combat move, so that what was begun is not given up again.
    """
    while orders and isinstance(waiting_for(state), PhaseOpen):
        order = orders.pop(0)
        if not orders and not isinstance(order, Done) and chance.random() < _GOES_ON:
            orders.append(Done())
        if not check(state, order):
            return order
    return None


def _hot_order(state: State, chance: random.Random) -> Order | None:
    """Often in the combat move: one that leads to an enemy, by land, sea, air or from a ship."""
    if state.phase.phase != "combat_move" or chance.random() < _COOL:
        return None
    politics = state.definition.politics
    foes = {
        unit.territory
        for unit in state.units.values()
        if politics.is_at_war(state.nation, unit.owner)
    }
    foes |= {
        place for place, owner in state.owners.items() if politics.is_at_war(state.nation, owner)
    }
    hot = [
        order
        for order in legal(state)
        if isinstance(order, Move) and (order.raid or order.path[-1] in foes)
    ]
    return chance.choice(hot) if hot else None


def _keep_to_their_ships(
    state: State,
    events: tuple[Event, ...],
    landed: dict[UnitId, tuple[UnitId, TerritoryName]],
) -> None:
    """Troops that landed on an enemy from a ship lost behind them are lost with it (B201, B204).

    Not where an option lets them fight on when nobody is left of either fleet; nor, by option,
    where no ship has moved into the zone: they took the land before its battle.
    """
    options = state.definition.options
    if options.landings_survive_draws:
        return
    lost: set[UnitId] = set()
    taken = {event.territory for event in events if isinstance(event, TerritoryTaken)}
    for event in events:
        match event:
            case UnitsUnloaded() if event.amphibious or event.territory in taken:
                landed.update({unit: (ship, event.territory) for unit, ship in event.pairs})
            case BattlePending() if not (
                event.battle.origins or options.landings_wait_for_all_ships
            ):
                unmoved = set(event.battle.attackers)
                for unit in [key for key, value in landed.items() if value[0] in unmoved]:
                    del landed[unit]
            case BattleBegan():
                for unit in [key for key, value in landed.items() if value[1] == event.territory]:
                    del landed[unit]
            case UnitsDestroyed():
                lost.update(event.units)
    for unit, (ship, place) in landed.items():
        if ship in lost:
            assert unit not in state.units, f"unit {unit} in {place} outlives its ship {ship}"


def main(arguments: list[str]) -> int:
    """Try all numbers; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs.meetings")
    parser.add_argument("--seeds", default="0:200", metavar="FIRST:END")
    chosen = parser.parse_args(arguments)
    first, end = map(int, chosen.seeds.split(":"))
    broken: Counter[str] = Counter()
    for seed in range(first, end):
        for law, text in failures(seed):
            broken[law] += 1
            print(f"{seed} {law}: {text}", flush=True)
    kinds = ", ".join(f"{law} {count}" for law, count in broken.most_common())
    print(f"{end - first} meetings, {sum(broken.values())} laws broken: {kinds or 'none'}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
