"""Orders that a clumsy or hostile player could send: right names in wrong places, and nonsense.

`engine.check` must answer every one of them with reasons or with none, and never fail.
"""

import random

from engine import (
    Buy,
    Done,
    Fight,
    HitFirst,
    Lose,
    Move,
    Order,
    Pick,
    Place,
    Press,
    Repair,
    Research,
    Retreat,
    State,
)
from engine.orders.allocate import Allocate
from engine.orders.bombard import Bombard
from engine.orders.fire_rocket import FireRocket
from engine.orders.intercept import Intercept
from engine.orders.kamikaze import Kamikaze
from engine.orders.land_aircraft import LandAircraft
from engine.orders.scramble import Scramble
from engine.orders.submerge import Submerge

_FITTING = {
    "tech": (0,),
    "bid": (1,),
    "allocate": (14,),
    "purchase": (1, 1, 15),
    "combat_move": (2,),
    "noncombat_move": (2,),
    "battle": (6, 7, 8, 9, 10, 11, 12, 16, 17),
    "bid_place": (13,),
    "place": (13,),
}


class OddOrders:
    """Draws orders about a position."""

    def __init__(self, state: State, chance: random.Random) -> None:
        """The position gives the names; the chances are the caller's."""
        self._state = state
        self._chance = chance
        self._places = list(state.definition.board.territories)
        self._unplaced = list(state.unplaced.get(state.nation, {}))
        self._own = [unit for unit in state.units.values() if unit.owner == state.nation]
        self._pending = [battle.territory for battle in state.battles]

    def draw(self) -> Order:
        """Any order, most of the time one of a kind that fits the phase."""
        chance = self._chance
        place = self._place()
        fitting = _FITTING.get(self._state.phase.phase, ())
        which = chance.choice(fitting) if fitting and chance.random() < 0.8 else None
        match chance.randrange(18) if which is None else which:
            case 0:
                return Research(
                    chance.choice([*self._state.definition.technology.names, "", "x"]), 2
                )
            case 1:
                return Buy(tuple((self._type(), chance.randrange(-1, 5)) for _ in range(3)))
            case 2 | 3 | 4 | 5:
                return self._move()
            case 6:
                return Fight(place, chance.random() < 0.3)
            case 7:
                return Lose(place, self._picks(place))
            case 8:
                return Retreat(place, chance.choice(["", self._near(place)]))
            case 9:
                return Press(place) if chance.random() < 0.5 else Done()
            case 10:
                picks = self._picks(place)
                return Submerge(place, picks) if chance.random() < 0.5 else Bombard(place, picks)
            case 11:
                return FireRocket(place, chance.choice(["", self._place(), self._near(place)]))
            case 12:
                return LandAircraft(place, self._picks(place), self._near(place))
            case 14:
                treasuries = [
                    *self._state.definition.politics.nation_names,
                    *(treasury.name for treasury in self._state.definition.economy.treasuries),
                ]
                return Allocate(chance.choice([*treasuries, "x"]), chance.randrange(-1, 9))
            case 15:
                return Repair(place, chance.randrange(-1, 5))
            case 16:
                return HitFirst(place, chance.choice(self._state.definition.politics.nation_names))
            case 17:
                return chance.choice((Intercept, Scramble, Kamikaze))(place, self._picks(place))
        producer = chance.choice(["", "", self._place()])
        if self._unplaced and chance.random() < 0.7:
            picks = (Pick(chance.randrange(1, 4), chance.choice(self._unplaced)),)
            return Place(picks, self._near(place), producer)
        return Place(self._picks(place), place, producer)

    def _move(self) -> Move:
        chance = self._chance
        path = [chance.choice(self._own).territory if self._own else self._place()]
        for _ in range(chance.choice([0, 1, 1, 1, 2, 2, 3, 5])):
            path.append(self._near(path[-1]))
        ships = [unit.id for unit in self._own]
        aboard: tuple[tuple[int, int], ...] = ()
        if ships and chance.random() < 0.2:
            aboard = ((chance.choice(ships), chance.choice(ships)),)
        return Move(self._picks(path[0]), tuple(path), chance.random() < 0.1, aboard)

    def _picks(self, place: str) -> tuple[Pick, ...]:
        return tuple(self._pick(place) for _ in range(self._chance.choice([0, 1, 1, 1, 2, 3])))

    def _pick(self, place: str) -> Pick:
        chance = self._chance
        there = self._state.units_in(place) if place in self._places else ()
        if not there or chance.random() < 0.1:
            return Pick(chance.randrange(-1, 4), self._type())
        own = [unit for unit in there if unit.owner == self._state.nation]
        unit = chance.choice(own if own and chance.random() < 0.8 else there)
        owner = chance.choice(["", "", unit.owner, "Nobody"])
        if chance.random() < 0.3:
            extra = chance.choice([(), (unit.id,), (chance.randrange(1, 999),)])
            units = (unit.id, *extra)
            return Pick(chance.choice([len(units), 1]), unit.type, owner, units)
        return Pick(chance.randrange(1, 4), unit.type, owner)

    def _type(self) -> str:
        return self._chance.choice([*self._state.definition.unit_types, "zeppelin"])

    def _place(self) -> str:
        chance = self._chance
        if self._pending and chance.random() < 0.5:
            return chance.choice(self._pending)
        if self._own and chance.random() < 0.5:
            return chance.choice(self._own).territory
        return chance.choice([*self._places, "Nowhere", ""])

    def _near(self, place: str) -> str:
        if place not in self._places or self._chance.random() < 0.05:
            return self._place()
        return self._chance.choice([*self._state.definition.board.neighbours(place), place])
