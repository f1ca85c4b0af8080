"""What a save of TripleA says of the turn under way: how far it is, and what has been done in it.

A save may be made while a step is under way.  What each step keeps is read from its delegate, what
units have done from the units.  A battle that is half fought is a stack of what is to come next in
it, which has no meaning outside that program: such a save is refused.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine import NOWHERE, TerritoryName
from engine.loading import SavedAttacker, SavedBattle, SavedTurn, UnitSoFar
from engine.values import replace
from pbem.text import plain
from pbem.tripleasave.fields import (
    class_of,
    field_of,
    items_of,
    name_of,
    pairs_of,
    plain_of,
    whole_of,
)
from pbem.tripleasave.java_stream import JavaArray, JavaEnum, JavaObject, JavaStreamError, Value
from pbem.usage import UsageError

_DELEGATE: Final = "<DelegateStart>"
_NAME, _STATE = 1, 5
"""How far behind the mark the name of a delegate and its state are."""
_LAYERS: Final = 10
_RAIDS: Final = ("BOMBING_RAID", "AIR_RAID")
"""Kinds of battles that are raids; the second is the fight in the air before the bombs fall."""
_STARTING: Final = (
    "needToInitialize",
    "needToScramble",
    "needToKamikazeSuicideAttacks",
    "needToClearEmptyAirBattleAttacks",
    "needToAddBombardmentSources",
)
"""What the battles still have to do before the first of them is fought."""
_MOST_DIGITS: Final = 4
_ADVANCES: Final = {
    "AARadarAdvance": "aARadar",
    "DestroyerBombardTechAdvance": "destroyerBombard",
    "HeavyBomberAdvance": "heavyBomber",
    "ImprovedArtillerySupportAdvance": "improvedArtillerySupport",
    "ImprovedShipyardsAdvance": "shipyards",
    "IncreasedFactoryProductionAdvance": "increasedFactoryProduction",
    "IndustrialTechnologyAdvance": "industrialTechnology",
    "JetPowerAdvance": "jetPower",
    "LongRangeAircraftAdvance": "longRangeAir",
    "MechanizedInfantryAdvance": "mechanizedInfantry",
    "ParatroopersAdvance": "paratroopers",
    "RocketsAdvance": "rocket",
    "SuperSubsAdvance": "superSub",
    "WarBondsAdvance": "warBonds",
}
"""The words of maps for technologies that TripleA knows, by its classes."""

Delegates = Mapping[str, Mapping[str, Value]]
Places = Mapping[int, int]
"""The place of each unit in the list of units, by the identity of its object."""


def delegates_of(found: tuple[Value, ...]) -> Delegates:
    """What each delegate keeps, by its name in the map."""
    kept: dict[str, Mapping[str, Value]] = {}
    for place, mark in enumerate(found):
        if mark != _DELEGATE or place + _STATE >= len(found):
            continue
        name, state = found[place + _NAME], found[place + _STATE]
        fields: dict[str, Value] = {}
        for _ in range(_LAYERS):
            if not isinstance(state, JavaObject):
                break
            fields = {**state.fields, **fields}
            state = state.fields.get("superState")
        kept[str(name)] = fields
    return kept


def is_late(unit: Value) -> bool:
    """Whether it went aboard a ship that had fought; ships themselves keep that mark for ever."""
    return _flag(unit, "wasLoadedAfterCombat") and field_of(unit, "transportedBy") is not None


def deeds_of(unit: Value) -> UnitSoFar:
    """What a unit has done in the turn; its number and its carrier are filled in later."""
    unloaded = items_of(field_of(unit, "unloaded"))
    ashore = _area_of(unit, "unloadedTo") or next(
        (place for one in unloaded if (place := _area_of(one, "unloadedTo"))), NOWHERE
    )
    start = _area_of(unit, "originatedFrom")
    return UnitSoFar(
        unit=1,
        moved=_points(field_of(unit, "alreadyMoved")),
        in_combat=_flag(unit, "wasInCombat"),
        loaded=_flag(unit, "wasLoadedThisTurn"),
        unloaded_to=ashore,
        unloaded_in_combat=_flag(unit, "wasUnloadedInCombatPhase"),
        amphibious=_flag(unit, "wasAmphibious"),
        submerged=_flag(unit, "submerged"),
        launched=whole_of(unit, "launched") > 0,
        bonus=whole_of(unit, "bonusMovement"),
        base=start if _flag(unit, "wasScrambled") else NOWHERE,
        jumped_from=start if _flag(unit, "airborne") else NOWHERE,
        fuelled=_flag(unit, "chargedFlatFuelCost"),
    )


def _flag(owner: Value, name: str) -> bool:
    return field_of(owner, name) is True


def _area_of(owner: Value, name: str) -> TerritoryName:
    area = field_of(owner, name)
    return TerritoryName(name_of(area)) if isinstance(area, JavaObject) else NOWHERE


def _points(number: Value) -> int:
    """A decimal number of Java, rounded up: movement points are whole here."""
    whole = field_of(number, "intVal")
    magnitude, scale = field_of(whole, "magnitude"), whole_of(number, "scale")
    if not isinstance(magnitude, JavaArray) or len(magnitude.values) > _MOST_DIGITS:
        raise JavaStreamError("A number of movement points is too large.")
    digits = bytes(one % 256 for one in magnitude.values if isinstance(one, int))
    points = whole_of(whole, "signum") * int.from_bytes(digits)
    if not 0 <= scale <= _MOST_DIGITS:
        raise JavaStreamError("A number of movement points has too many digits.")
    parts: int = 10**scale
    return -(-points // parts)


class _Turn:
    """The delegates of a save, asked for what has been done."""

    def __init__(self, delegates: Delegates, places: Places, units: Iterable[Value]) -> None:
        self._delegates = delegates
        self._places = places
        self._ships = {
            id(one): ship for ship in units for one in items_of(field_of(ship, "unloaded"))
        }

    def read(self, nations: Iterable[Value], of_round: Iterable[Value]) -> SavedTurn:
        """The turn; of_round: the records of battles of the turns that are over in this round."""
        begun = [
            kept for kept in self._delegates.values() if kept.get("startBaseStepsFinished") is True
        ]
        tracker = self._kept("battleTracker")
        for kept in begun:
            self._check(kept)
        are_fought = any("battleTracker" in kept for kept in begun)
        sites = self._areas(tracker, "foughtBattles")
        quiet = _without_a_fight([*of_round, field_of(tracker, "battleRecords")]) if sites else ()
        produced = {
            name_of(area): items_of(units) for area, units in self._table("produced") if area
        }
        return SavedTurn(
            # Of a bid nothing is spent yet, and it is granted when its phase begins here.
            begun=any("spent" not in kept for kept in begun),
            battles=tuple(self._battles(tracker, are_fought=are_fought)),
            conquered=self._areas(tracker, "conquered"),
            fought=tuple(area for area in sites if area not in quiet),
            walked_in=tuple(area for area in sites if area in quiet),
            bombed={
                name_of(area): lost
                for area, points in self._table("pusLost")
                if isinstance(lost := plain_of(points), int)
            },
            produced={
                area: tuple(self._places[id(one)] for one in units if id(one) in self._places)
                for area, units in produced.items()
            },
            found={
                name_of(nation): tuple(map(_advance, items_of(names)))
                for nation, names in self._table("techs")
            },
            attempted=tuple(one for nation in nations for one in _attempted(nation)),
            related=tuple(_related(tracker)),
        )

    def _kept(self, name: str) -> Value:
        return next((kept[name] for kept in self._delegates.values() if name in kept), None)

    def _table(self, name: str) -> Iterator[tuple[Value, Value]]:
        """A map that delegates keep: of several with the same name all of it."""
        for kept in self._delegates.values():
            if isinstance(kept.get(name), JavaObject):
                yield from pairs_of(kept[name])

    def _areas(self, tracker: Value, name: str) -> tuple[str, ...]:
        if not isinstance(tracker, JavaObject):
            return ()
        return tuple(sorted(map(name_of, items_of(field_of(tracker, name)))))

    def _check(self, kept: Mapping[str, Value]) -> None:
        """Raise UsageError for a step that has begun and is half done.

        That is a battle, what precedes all battles, and a bid.
        """
        if kept.get("hasBid") or kept.get("spent"):
            raise _under_way("while a bid was spent", "the bid")
        battle = kept.get("currentBattle")
        if isinstance(battle, JavaObject):
            raise _half_fought(name_of(field_of(battle, "battleSite")))
        if any(kept.get(name) is True for name in _STARTING) and "battleTracker" in kept:
            raise _under_way("before the first battle is fought", "what it asks")

    def _battles(self, tracker: Value, *, are_fought: bool) -> Iterator[SavedBattle]:
        """The battles to come; are_fought: whether their phase has begun, and raids are over."""
        if not isinstance(tracker, JavaObject):
            return
        found: dict[tuple[str, bool], SavedBattle] = {}
        for one in items_of(field_of(tracker, "pendingBattles")):
            if (battle := self._battle(one)) is not None:
                key = (battle.territory, battle.is_raid)
                found[key] = _joined(found[key], battle) if key in found else battle
        for _, battle in sorted(found.items()):
            if not (battle.is_raid and are_fought):
                yield battle
            elif battle.attackers:
                raise _half_fought(battle.territory)

    def _battle(self, battle: Value) -> SavedBattle | None:
        kind = field_of(battle, "battleType")
        if not isinstance(kind, JavaEnum) or class_of(battle) == "FinishedBattle":
            return None
        area = name_of(field_of(battle, "battleSite"))
        stack = battle.fields.get("stack") if isinstance(battle, JavaObject) else None
        if isinstance(stack, JavaObject) and items_of(field_of(stack, "deque")):
            raise _half_fought(area)
        units = items_of(field_of(battle, "attackingUnits"))
        origins = {
            id(unit): name_of(place)
            for place, there in _table_in(battle, "attackingFromMap")
            for unit in items_of(there)
        }
        aims = {
            id(unit): name_of(field_of(target, "type"))
            for target, raiders in _table_in(battle, "targets")
            for unit in items_of(raiders)
        }
        return SavedBattle(
            area,
            kind.name in _RAIDS,
            tuple(self._attacker(one, origins, aims) for one in units if id(one) in self._places),
        )

    def _attacker(
        self, unit: Value, origins: Mapping[int, str], aims: Mapping[int, str]
    ) -> SavedAttacker:
        ship = self._ships.get(id(unit), field_of(unit, "transportedBy"))
        lands = _flag(unit, "wasAmphibious") and isinstance(ship, JavaObject)
        return SavedAttacker(
            self._places[id(unit)],
            origins.get(id(unit), ""),
            self._places.get(id(ship)) if lands else None,
            aims.get(id(unit), ""),
        )


def _without_a_fight(records: Iterable[Value]) -> frozenset[str]:
    """Areas that were walked into: all their battles were won, and nobody lost anything there.

    The other program keeps them among those that were fought.
    """
    lost: dict[str, int] = {}
    for kept in records:
        if not isinstance(kept, JavaObject):
            continue
        for _, of_nation in pairs_of(field_of(kept, "records")):
            for _, record in pairs_of(of_nation):
                result = field_of(record, "battleResults")
                if not isinstance(result, JavaObject):
                    continue
                winner = field_of(result, "whoWon")
                kind = field_of(record, "battleType")
                won = _is_word(winner, "ATTACKER") and _is_word(kind, "NORMAL")
                loss = whole_of(record, "attackerLostTuv") + whole_of(record, "defenderLostTuv")
                site = name_of(field_of(record, "battleSite"))
                lost[site] = lost.get(site, 0) + (loss if won else 1)
    return frozenset(site for site, loss in lost.items() if loss == 0)


def _is_word(value: Value, word: str) -> bool:
    return isinstance(value, JavaEnum) and value.name == word


def _table_in(battle: Value, name: str) -> Iterator[tuple[Value, Value]]:
    """A map of a battle, which not every kind of battle has."""
    if isinstance(battle, JavaObject) and battle.fields.get(name) is not None:
        yield from pairs_of(battle.fields[name])


def _joined(one: SavedBattle, other: SavedBattle) -> SavedBattle:
    """Two battles of an area as one: what precedes one in the air is a part of it here.

    Of each attacker counts what says more: in the air nobody comes from anywhere or aims.
    """
    units = sorted((*one.attackers, *other.attackers), key=lambda each: (each.origin, each.aim))
    return replace(one, attackers=tuple({each.unit: each for each in units}.values()))


def _half_fought(area: str) -> UsageError:
    return _under_way(f"in the battle of {plain(area)}", "the battle")


def _under_way(where: str, what: str) -> UsageError:
    return UsageError(
        "triplea-turn",
        f"The save was made {where}: what comes next there is known to TripleA alone.",
        f"Finish {what} in TripleA and save the game again.",
    )


def _advance(advance: Value) -> str:
    """A technology by the word of maps, or by the name that its map has made up."""
    return _ADVANCES.get(class_of(advance)) or name_of(advance)


def _attempted(nation: Value) -> Iterator[tuple[str, str, int]]:
    for name, entry in pairs_of(field_of(nation, "attachments")):
        if isinstance(name, str) and class_of(entry).endswith("ActionAttachment"):
            times = whole_of(entry, "attemptsPerTurn") - whole_of(entry, "attemptsLeftThisTurn")
            if times > 0:
                yield name_of(nation), name, times


def _related(tracker: Value) -> Iterator[tuple[str, str, str, str]]:
    """Pairs of nations with the types of their relation before and after."""
    if not isinstance(tracker, JavaObject):
        return
    for change in items_of(field_of(tracker, "relationshipChangesThisTurn")):
        nations, types = field_of(change, "first"), field_of(change, "second")
        yield (
            name_of(field_of(nations, "first")),
            name_of(field_of(nations, "second")),
            name_of(field_of(types, "first")),
            name_of(field_of(types, "second")),
        )


def read_turn(
    found: tuple[Value, ...],
    units: Sequence[Value],
    nations: Iterable[Value],
    of_round: Iterable[Value],
) -> SavedTurn:
    """What has been done in the turn under way.

    found: what the stream holds; units: all of the save, in the order of its list.  of_round: the
    records of battles that are over.
    Raises UsageError for a battle that is half fought, JavaStreamError for what is damaged.
    """
    places = {id(unit): place for place, unit in enumerate(units)}
    return _Turn(delegates_of(found), places, units).read(nations, of_round)
