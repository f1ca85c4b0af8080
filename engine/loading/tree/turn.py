"""The turn in the middle of which a game begins: what it says must fit the units at the start."""

from collections.abc import Iterator

from engine.core.errors import DefinitionError
from engine.core.ids import NOWHERE, NationName, TerritoryName, UnitTypeName
from engine.gamedef.definition import Definition
from engine.gamedef.under_way import NOTHING_YET, AttackerSoFar, BattleSoFar, UnitSoFar
from engine.loading.fields import shown
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class _Stands:
    """A unit at the start: type, owner and place."""

    type: UnitTypeName
    owner: NationName
    territory: TerritoryName


def check_turn(definition: Definition) -> None:
    """Raise DefinitionError where a turn under way has units that are not there, or elsewhere.

    definition: in normal order, by which its units are numbered.
    """
    turn = definition.setup.under_way
    if turn == NOTHING_YET:
        return
    units = list(_units(definition))
    checker = _Checker(definition, units)
    for one in turn.units:
        checker.check_unit(one)
    for battle in turn.battles:
        checker.check_battle(battle)


def _units(definition: Definition) -> Iterator[_Stands]:
    """The units in the order of their numbers (`engine.rules.turn.setup`)."""
    for entry in definition.setup.placements:
        for _ in range(entry.count):
            yield _Stands(entry.type, entry.owner, entry.territory)
            for aboard in entry.cargo:
                for _ in range(aboard.count):
                    yield _Stands(aboard.type, aboard.owner, entry.territory)


class _Checker:
    """A turn under way beside the units that there are."""

    def __init__(self, definition: Definition, units: list[_Stands]) -> None:
        self._definition = definition
        self._units = units

    def _unit(self, number: int, where: str) -> _Stands:
        if number > len(self._units):
            raise DefinitionError(
                f"{where}: there is no unit {number}, the last one is {len(self._units)}"
            )
        return self._units[number - 1]

    def check_unit(self, so_far: UnitSoFar) -> None:
        """An aircraft stands where its carrier does, and has room there."""
        where = "under_way.units"
        unit = self._unit(so_far.unit, where)
        if not so_far.aboard:
            return
        carrier = self._unit(so_far.aboard, where)
        types = self._definition.unit_types
        if carrier.territory != unit.territory or not (
            types[unit.type].is_air and types[carrier.type].decks.carrier_capacity
        ):
            raise DefinitionError(
                f"{where}: unit {so_far.unit} cannot be aboard unit {so_far.aboard}"
            )

    def check_battle(self, battle: BattleSoFar) -> None:
        """All who attack are there, and transports that they come from are ships in their zone."""
        where = f"under_way.battles: {shown(battle.territory)}"
        if not battle.attackers and battle.kind == "battle":
            raise DefinitionError(f"{where}: nobody attacks")
        for one in battle.attackers:
            self._check_attacker(one, battle, where)

    def _check_attacker(self, one: AttackerSoFar, battle: BattleSoFar, where: str) -> None:
        if self._unit(one.unit, where).territory != battle.territory:
            raise DefinitionError(f"{where}: unit {one.unit} is somewhere else")
        if bool(one.ship) != (one.zone != NOWHERE):
            raise DefinitionError(f"{where}: a landing has a ship and a zone")
        if one.ship:
            ship = self._unit(one.ship, where)
            kind = self._definition.unit_types[ship.type]
            if not kind.is_sea or not self._definition.board.is_sea[one.zone]:
                raise DefinitionError(f"{where}: unit {one.unit} cannot land from {one.ship}")
