"""Random games with random edits: ``python -m tests.playthroughs.edit_soak``.

Between the orders of computer players the board is changed by hand in any way that the rules of
edits allow, and the games must go on: no crash, no broken invariant, no order that is offered and
refused.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence

from engine import (
    Action,
    AgreedAction,
    AgreedEdit,
    Change,
    Definition,
    GameOver,
    PhaseOpen,
    RollRequest,
    State,
    Step,
    apply,
    change_from_plain,
    change_to_plain,
    format_change,
    load_scenario,
    new_game,
    parse_change,
)
from engine.core.ids import NEUTRAL
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.game import check_action
from engine.orders.edits.nations import (
    SetGoods,
    SetMoney,
    SetOwner,
    SetRelation,
    SetTechnology,
)
from engine.orders.edits.units import AddUnits, SetDamage, SetHits, ShiftUnits, TakeOffUnits
from tests.support.invariants import check_board
from tests.support.playout import Dice, checked_step
from tests.support.soak_plan import mixed_player

_MOST_CHANGES = 6
_MOST_ACTIONS = 40_000


class EditSoak:
    """One game. edits: how many were made, by kind of change; refused: likewise, by code."""

    def __init__(self, definition: Definition, seed: int, often: float) -> None:
        """often: how probable an edit is at each open phase of orders."""
        self.definition = definition
        self.edits: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.actions: list[Action | AgreedAction] = []
        self._often = often
        self._chance = random.Random(seed)
        self._dice = Dice(seed)

    def play(self, rounds: int) -> Step:
        """Play a number of rounds; whatever goes wrong is raised as it is."""
        step = new_game(self.definition)
        while step.state.round <= rounds and not isinstance(step.waiting, GameOver):
            assert len(self.actions) < _MOST_ACTIONS, "the game does not end"
            step = self._next(step)
        return step

    def _next(self, step: Step) -> Step:
        waiting = step.waiting
        if isinstance(waiting, RollRequest):
            return self._take(step, self._dice.roll(step.state, waiting))
        assert not isinstance(waiting, GameOver)
        if isinstance(waiting, PhaseOpen) and self._chance.random() < self._often:
            step = self._edited(step)
            if not isinstance(step.waiting, PhaseOpen):
                return step
            waiting = step.waiting
        return self._take(step, mixed_player(step.state, waiting, self._chance))

    def _take(self, step: Step, action: Action) -> Step:
        self.actions.append(action)
        return checked_step(step.state, action)

    def _edited(self, step: Step) -> Step:
        """The step after an edit, or the same one when it was refused."""
        state = step.state
        count = self._chance.randrange(1, _MOST_CHANGES + 1)
        changes = [random_change(state, self._chance) for _ in range(3 * count)]
        # Of those that are legal alone, so that not all edits fail.
        sound = [one for one in changes if not check_action(state, AgreedEdit((one,)))]
        edit = AgreedEdit(tuple(sound[:count] or changes[:count]))
        for change in edit.changes:
            assert change_from_plain(change_to_plain(change)) == change
            text = format_change(change, state.definition)
            # The guard of neutral land has no name that a player can write.
            assert NEUTRAL in text or parse_change(text, state.definition) == change, text
        reasons = check_action(state, edit)
        if reasons:
            self.refused.update(reason.code for reason in reasons)
            return step
        self.edits.update(type(change).__name__ for change in edit.changes)
        self.actions.append(edit)
        after = apply(state, edit)
        check_board(after.state, after.state.units.values())
        return after


def random_change(state: State, chance: random.Random) -> Change:
    """Any change that can be written down; more of them are legal than not."""
    definition = state.definition
    units = list(state.units.values())
    places = list(definition.board.territories)
    nation = chance.choice(definition.politics.nation_names)
    kind = chance.randrange(10)
    if kind == 0:
        near = [unit for unit in units if unit.owner == nation] or units
        place = chance.choice(near).territory if near and chance.random() < 0.7 else ""
        unit_type = chance.choice(list(definition.unit_types))
        pick = Pick(chance.randrange(1, 4), unit_type, nation)
        return AddUnits((pick,), place or chance.choice(places))
    if kind == 1:
        return SetOwner(chance.choice(places), chance.choice((nation, "")))
    if kind == 2:
        return SetMoney(nation, chance.choice((0, 1, 7, 60, 1_000)))
    if kind == 3 and definition.technology.names:
        technology = chance.choice(list(definition.technology.names))
        return SetTechnology(nation, technology, chance.random() < 0.6)
    if kind == 8:
        other = chance.choice(definition.politics.nation_names)
        return SetRelation(nation, other, chance.choice(definition.politics.relation_names))
    if kind == 9 and definition.economy.resource_names:
        resource = chance.choice(definition.economy.resource_names)
        return SetGoods(nation, resource, chance.choice((0, 1, 40)))
    if not units:
        return SetMoney(nation, 3)
    unit = chance.choice(units)
    there = [one for one in units if _alike(one, unit)]
    pick = Pick(chance.randrange(1, len(there) + 1), unit.type, unit.owner)
    if kind == 4:
        return TakeOffUnits((pick,), unit.territory)
    if kind == 5:
        return SetHits((pick,), unit.territory, chance.randrange(3))
    if kind == 6:
        return SetDamage((pick,), unit.territory, chance.randrange(12))
    return ShiftUnits((pick,), unit.territory, _target(state, unit, chance))


def _alike(one: Unit, other: Unit) -> bool:
    return (one.territory, one.type, one.owner) == (other.territory, other.type, other.owner)


def _target(state: State, unit: Unit, chance: random.Random) -> str:
    """Often a place where others of the owner are, or a neighbour, and now and then anywhere."""
    own = [one.territory for one in state.units.values() if one.owner == unit.owner]
    near = sorted(state.definition.board.neighbours(unit.territory))
    everywhere = list(state.definition.board.territories)
    return chance.choice(chance.choice([own, near or own, everywhere]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and print the counts; 0 when nothing went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs.edit_soak")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--often", type=float, default=0.3)
    parser.add_argument("--scenario", default="big_world_1942")
    wish = parser.parse_args(arguments)
    scenario = load_scenario(wish.scenario)
    edits: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for number in range(wish.games):
        soak = EditSoak(scenario, wish.seed + number, wish.often)
        try:
            soak.play(wish.rounds)
        except Exception:
            print(f"seed {wish.seed + number}, {len(soak.actions)} actions", flush=True)
            print([repr(action)[:300] for action in soak.actions[-4:]], flush=True)
            raise
        edits += soak.edits
        refused += soak.refused
    print(f"{wish.games} games; made {dict(edits)}; refused {dict(refused)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
