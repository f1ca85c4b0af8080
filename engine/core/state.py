"""The whole position of a game at one moment.

A State is never changed; `engine.core.evolve` makes a new one from an old one and an event.
It is generic in the definition (what is in the box), because `core` knows no rule: every layer
above uses the alias `engine.gamedef.State`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Final, Generic, TypeVar

from engine.core.agenda import Frame, Outcome, PendingBattle, PhaseFrame
from engine.core.blocks import BlockState
from engine.core.changes import RuleChange
from engine.core.ids import (
    NationName,
    ResourceName,
    SaleName,
    TerritoryName,
    TheatreName,
    UnitId,
    UnitTypeName,
)
from engine.core.standing_orders import StandingInstruction
from engine.core.unit import Unit
from engine.marks import NOT_SIGNED, Tag, wire
from engine.values import dataclass, field, replace

D = TypeVar("D")

_FEW: Final = 40
"""Up to this many changed units an index is updated; beyond that a new one is cheaper."""


class PlaceIndex:
    """Which units stand where, worked out on first use from the units of a state.

    States that share their units share it.  It remembers the mapping it was made from, so a state
    with other units never uses it.
    """

    __slots__ = ("_places", "_units")

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._units: Mapping[UnitId, Unit] | None = None
        self._places: Mapping[TerritoryName, tuple[Unit, ...]] = {}

    def __eq__(self, other: object) -> bool:
        """Always: what has been worked out so far does not tell positions apart."""
        return isinstance(other, PlaceIndex)

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "PlaceIndex()"

    def units_in(self, units: Mapping[UnitId, Unit], territory: TerritoryName) -> tuple[Unit, ...]:
        """The units in a territory, in order of identity; units: all those of the state."""
        if self._units is not units:
            places: dict[TerritoryName, list[Unit]] = {}
            for unit in units.values():
                places.setdefault(unit.territory, []).append(unit)
            self._places = {name: tuple(there) for name, there in places.items()}
            self._units = units
        return self._places.get(territory, ())

    def carried_on(
        self,
        before: Mapping[UnitId, Unit],
        after: Mapping[UnitId, Unit],
        changed: Collection[UnitId],
    ) -> "PlaceIndex":
        """The index for the units `after`, which differ from `before` in those `changed`."""
        index = PlaceIndex()
        if self._units is not before or len(changed) > _FEW:
            return index
        arrived: dict[TerritoryName, list[Unit]] = {}
        for key in changed:
            if key in before:
                arrived.setdefault(before[key].territory, [])
            if key in after:
                arrived.setdefault(after[key].territory, []).append(after[key])
        places = dict(self._places)
        for place, units in arrived.items():
            units.extend(unit for unit in places.get(place, ()) if unit.id not in changed)
            places[place] = tuple(sorted(units, key=lambda unit: unit.id))
        index._places, index._units = places, after
        return index


@wire("turn")
@dataclass(frozen=True, slots=True)
class TurnRecord:
    """What the turn under way has done so far; emptied when the turn ends.

    `conquered`, `fought`, `retaken` and `related` are kept until an end of turn is played: where
    nations move one after another before it, each of them finds what the others have taken.
    `produced`, `built`, `placed`, `boarded` and `constructed` begin anew with every placement.

    conquered: territories that went to the moving nation or, freed, to one of its allies.
    fought: territories in which a battle or a raid was fought.
    produced: for each territory with a factory, how many units it has built; which factory
      built a ship may still change while units are placed (B227).
    bombed: for each territory, the damage done by raids and rockets.
    researched: whether the research roll of the turn has been made.
    built: territories that got a new factory this turn.
    placed: units that a factory has built this turn, with the territory of that factory, "" while
      several could have built them; in order of placement.
    boarded: aircraft moved onto a new carrier while units were placed.
    constructed: units placed in this turn that no factory builds, other than factories.
    retaken: conquered territories that were unowned at the start and are another nation's now.
    attempted: political actions tried this turn, each listed once per attempt.
    intercepted: aircraft of defenders that took off against a raid.
    related: pairs of nations whose relation changed, each with the types before and after; kept
      until an end of turn is played.
    struck: zones in which kamikaze attacks were made.
    takers: ships that came to a sea zone when it was taken without a fight.
    """

    conquered: Annotated[tuple[TerritoryName, ...], Tag("conquered")] = ()
    fought: Annotated[tuple[TerritoryName, ...], Tag("fought")] = ()
    produced: Annotated[Mapping[TerritoryName, int], Tag("produced")] = field(default_factory=dict)
    bombed: Annotated[Mapping[TerritoryName, int], Tag("bombed")] = field(default_factory=dict)
    researched: Annotated[bool, Tag("researched")] = False
    built: Annotated[tuple[TerritoryName, ...], Tag("built")] = ()
    placed: Annotated[tuple[tuple[UnitId, TerritoryName], ...], Tag("placed")] = ()
    boarded: Annotated[tuple[UnitId, ...], Tag("boarded")] = ()
    constructed: Annotated[tuple[UnitId, ...], Tag("constructed")] = ()
    retaken: Annotated[tuple[TerritoryName, ...], Tag("retaken")] = ()
    attempted: Annotated[tuple[str, ...], Tag("attempted")] = ()
    intercepted: Annotated[tuple[UnitId, ...], Tag("intercepted")] = ()
    related: Annotated[tuple[tuple[NationName, NationName, str, str], ...], Tag("related")] = ()
    struck: Annotated[tuple[TerritoryName, ...], Tag("struck")] = ()
    takers: Annotated[tuple[UnitId, ...], Tag("takers")] = ()


@wire("pbem-state-1")
@dataclass(frozen=True)
class State(Generic[D]):
    """A position.

    definition: what is in the box; the same object in all states of a game, as long as the map
      changes nothing in it.
    round: from 1.
    agenda: stack of frames, bottom first; never empty, the bottom is a PhaseFrame.
    owners: owner of every territory that has one; unowned sea zones are absent.
    units: every unit on the board, by identity, in order of identity.
    resources: per nation, per resource, an amount of 0 or more.
    technologies: per nation, names of active technologies, sorted.
    found: per nation, technologies found that are not active yet, sorted.
    unplaced: per nation, unit types bought and not yet placed, with counts above 0.
    purchase: the purchase of the phase under way, unit types and resources with counts; money is
      paid when the phase ends.
    battles: battles left by movement, in order of their creation.
    turn: what the turn under way has done.
    next_unit: identity of the next unit that will be made.
    outcome: None while the game goes on.
    relations: pairs of nations whose relation has changed, sorted: the two in order of their names,
      the type that they have now and the round of the change; they are in `definition` already.
    offers: political actions that wait for the consent of others, sorted, each with the nations
      that have given it.
    standing: per nation, its standing orders as it filed them; nations without any are absent.
    changes: facts of the definition that differ from the start, each fact once, sorted; they are in
      `definition` already.
    used: per trigger or objective that is limited, how often it was used, and the round of the last
      use.
    chances: per trigger and action whose chance has changed, the number that it needs now.
    destroyed: per nation, the round in which it last destroyed units that it attacked, and their
      worth in that round and in the whole game; kept only where a condition asks for it.
    fought: who attacked whom where in the round of the last such entry, as (round, attacker,
      defender, area), sorted; kept only where a condition asks for it.
    won: per decided theatre of the board, the alliance that won it.
    reopened: per theatre in which the peace was broken, the last round of that.
    halted: nations that have no combat move in a theatre, with that theatre and how many of their
      turns must end before they have one again; sorted.
    held: per trigger that wins the game, at the end of how many turns in a row its condition held;
      kept only where a victory must last a round.
    blocks: what only a block game has, None in any other.
    """

    definition: Annotated[D, NOT_SIGNED]
    round: Annotated[int, Tag("round")]
    agenda: Annotated[tuple[Frame, ...], Tag("agenda")]
    owners: Annotated[Mapping[TerritoryName, NationName], Tag("owners")]
    units: Annotated[Mapping[UnitId, Unit], Tag("units")]
    resources: Annotated[Mapping[NationName, Mapping[ResourceName, int]], Tag("resources")]
    technologies: Annotated[Mapping[NationName, tuple[str, ...]], Tag("technologies")]
    found: Annotated[Mapping[NationName, tuple[str, ...]], Tag("found")]
    unplaced: Annotated[Mapping[NationName, Mapping[UnitTypeName, int]], Tag("unplaced")]
    purchase: Annotated[Mapping[SaleName, int], Tag("purchase")]
    battles: Annotated[tuple[PendingBattle, ...], Tag("battles")]
    turn: Annotated[TurnRecord, Tag("turn")]
    next_unit: Annotated[UnitId, Tag("next_unit")]
    outcome: Annotated[Outcome | None, Tag("outcome")] = None
    standing_orders: Annotated[
        Mapping[NationName, tuple[StandingInstruction, ...]], Tag("standing")
    ] = field(default_factory=dict)
    relations: Annotated[tuple[tuple[NationName, NationName, str, int], ...], Tag("relations")] = ()
    offers: Annotated[tuple[tuple[str, tuple[NationName, ...]], ...], Tag("offers")] = ()
    changes: Annotated[tuple[RuleChange, ...], Tag("changes")] = ()
    used: Annotated[Mapping[str, tuple[int, int]], Tag("used")] = field(default_factory=dict)
    chances: Annotated[Mapping[str, int], Tag("chances")] = field(default_factory=dict)
    destroyed: Annotated[Mapping[NationName, tuple[int, int, int]], Tag("destroyed")] = field(
        default_factory=dict
    )
    fought: Annotated[
        tuple[tuple[int, NationName, NationName, TerritoryName], ...], Tag("fought")
    ] = ()
    won: Annotated[Mapping[TheatreName, str], Tag("won")] = field(default_factory=dict)
    reopened: Annotated[Mapping[TheatreName, int], Tag("reopened")] = field(default_factory=dict)
    halted: Annotated[tuple[tuple[NationName, TheatreName, int], ...], Tag("halted")] = ()
    held: Annotated[Mapping[str, int], Tag("held")] = field(default_factory=dict)
    blocks: Annotated[BlockState | None, Tag("blocks")] = None
    _index: Annotated[PlaceIndex, NOT_SIGNED] = field(default_factory=PlaceIndex)

    @cached_property
    def answers(self) -> dict[object, object]:
        """What has been asked about it before (see `engine.core.memo`)."""
        return {}

    @property
    def phase(self) -> PhaseFrame:
        """The phase under way."""
        frame = self.agenda[0]
        if not isinstance(frame, PhaseFrame):
            raise TypeError("the bottom of the agenda is not a phase")
        return frame

    @property
    def nation(self) -> NationName:
        """The nation whose phase it is; "" in a step of no nation."""
        return self.phase.nation

    def units_in(self, territory: TerritoryName) -> tuple[Unit, ...]:
        """All units in a territory, cargo included, in order of identity."""
        return self._index.units_in(self.units, territory)

    def units_of(self, nation: NationName) -> Iterator[Unit]:
        """All units of a nation, in order of identity."""
        return (unit for unit in self.units.values() if unit.owner == nation)

    def cargo_of(self, carrier: UnitId) -> tuple[Unit, ...]:
        """The units aboard a transport or carrier, in order of identity."""
        there = self.units_in(self.units[carrier].territory)
        return tuple(unit for unit in there if unit.carried_by == carrier)

    def amount(self, nation: NationName, resource: ResourceName) -> int:
        """How much of a resource a nation holds."""
        return self.resources.get(nation, {}).get(resource, 0)


def with_units(state: State[D], changed: Iterable[Unit]) -> State[D]:
    """The state with these units in place of those with the same identities."""
    units = dict(state.units)
    keys: set[UnitId] = set()
    for unit in changed:
        units[unit.id] = unit
        keys.add(unit.id)
    return _with(state, units, keys)


def without_units(state: State[D], gone: Iterable[UnitId]) -> State[D]:
    """The state without these units."""
    lost = set(gone)
    units = dict(state.units)
    for key in lost:
        units.pop(key, None)
    return _with(state, units, lost)


def _with(state: State[D], units: Mapping[UnitId, Unit], changed: Collection[UnitId]) -> State[D]:
    index = state._index.carried_on(state.units, units, changed)
    return replace(state, units=units, _index=index)
