"""Third layer: unit attachments and prices become unit types and buy lists.

Shorthands (isSub, isAA, isFactory, isTwoHit, artillery) become the attributes that they stand for.
"""

from collections.abc import Mapping
from typing import Final

from engine.core.errors import DefinitionError
from engine.gamedef.unit_economy import FACTORY_SORT
from engine.loading.fields import shown
from engine.loading.triplea import reads
from engine.loading.triplea.anti_air import GUN_OPTIONS, arm
from engine.loading.triplea.attachments import Records, attribute
from engine.loading.triplea.catalogue_properties import Switches
from engine.loading.triplea.changes import CHANGE_OPTIONS, destroy, shut_decks
from engine.loading.triplea.damage import DAMAGE_OPTIONS, limit_damage
from engine.loading.triplea.limits import BUILDING_OPTIONS, LIMIT_OPTIONS
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.prices import BuyLists
from engine.loading.triplea.rows import MapFacts, Said, rows, taken
from engine.loading.triplea.words import integer

_FACTORY: Final = "factory"
FIXED: Final = "structure"
"""How the dialect ends the name of a sort of construction whose numbers no option raises."""

NO_LAST_SHOT: Final = "Defending Suicide and Munition Units Do Not Fire"
"""With this property suicide units defend like others.  That they fire first otherwise is, like
this, seen in recorded games of that engine."""


def _transport_cost(said: Said) -> MapFacts:
    return {"transport_cost": said.number(), "rides_free": said.last == "0"}


def _first_strike(said: Said) -> MapFacts:
    return {"first_in_attack": True, "first_in_defence": True} if said.flag() else {}


def _marine(said: Said) -> MapFacts:
    text = {"true": "1", "false": "0", "": "0"}.get(said.last, said.last)
    return {"marine_bonus": integer(said.entry.target, text)}


def _most_owned(said: Said) -> MapFacts:
    return {"most_owned": said.number(-1)} if said.last else {}


def _stays(said: Said) -> MapFacts:
    return {"moves_in_combat": False} if said.flag() else {}


def _invading(said: Said) -> MapFacts:
    """From which transports a unit may attack."""
    if said.last == "none":
        return {"never_invades": True}
    return {"invades_from": said.last.split(":")} if said.last not in {"", "all"} else {}


def _scramble_count(said: Said) -> MapFacts:
    return {"is_shut": said.last == "0", "scramble_limit": said.number()}


UNIT_OPTIONS: Final = rows(
    *reads.changing(
        reads.number("attack", "attack"),
        reads.number("defense", "defence"),
        reads.number("movement", "movement"),
        reads.number("hitPoints", "hit_points"),
        reads.number("attackRolls", "attack_dice", usual=1),
        reads.number("defenseRolls", "defence_dice", usual=1),
        reads.number("transportCapacity", "transport_capacity"),
        reads.special("transportCost", "transport_cost", _transport_cost, fact="transport_cost"),
        reads.number("carrierCapacity", "carrier_capacity"),
        reads.number("carrierCost", "carrier_cost"),
        reads.number("bombard", "bombard"),
        reads.number("airAttack", "air_attack"),
        reads.number("airDefense", "air_defence"),
        reads.number("bombingBonus", "raid_bonus", is_signed=True),
        reads.number("bombingMaxDieSides", "raid_faces"),
        reads.number("maxScrambleDistance", "scramble_distance"),
        reads.special("maxScrambleCount", "scramble_limit", _scramble_count, fact="scramble_limit"),
        reads.number("constructionsPerTerrPerTypePerTurn", "construction_per_turn"),
        reads.number("maxConstructionsPerTypePerTerr", "construction_most"),
        reads.special("maxBuiltPerPlayer", "most_owned", _most_owned, fact="most_owned"),
        reads.flag("isAir", "is_air"),
        reads.flag("canIntercept", "can_intercept"),
        reads.flag("canEscort", "can_escort"),
        reads.flag("canBlitz", "can_blitz"),
        reads.flag("canEvade", "submerges"),
        reads.flag(
            "isSuicideOnHit", "dies_hitting", "dies_hitting; refused for ships that bombard"
        ),
        reads.flag("canMoveThroughEnemies", "passes_enemies"),
        reads.flag("canBeMovedThroughByEnemies", "is_passed"),
        reads.flag("isDestroyer", "is_destroyer"),
        reads.flag("isStrategicBomber", "is_strategic_bomber"),
        reads.flag("isCombatTransport", "is_combat_transport"),
        reads.flag("isKamikaze", "flies_one_way"),
        reads.flag("isInfrastructure", "is_infrastructure"),
        reads.flag("isAirBase", "is_air_base"),
        reads.flag("isLandTransportable", "is_infantry"),
        reads.flag("isLandTransport", "is_land_transport"),
        reads.flag("isAirTransportable", "is_paratrooper"),
    ),
    reads.flag("isTwoHit", "has_two_hits", "hit_points 2"),
    reads.flag("isSea", "is_sea"),
    reads.flag("isSub", "is_submarine"),
    reads.flag("isFactory", "is_factory", "is_factory, is_infrastructure"),
    reads.flag("isAirTransport", "is_air_transport", "is_air_transport, with a transportCapacity"),
    reads.flag("canBombard", "can_bombard", "can_bombard, bombard = attack"),
    reads.flag("canAirBattle", "can_air_battle"),
    reads.flag("canScramble", "scrambles", "scramble_distance"),
    reads.flag("canProduceUnits", "produces"),
    reads.flag("chooseBestRoll", "best_die"),
    reads.flag(
        "isSuicide",
        "is_suicide",
        "dies_attacking, first_in_attack; by a property also in defence",
    ),
    reads.flag("isSuicideOnAttack", "dies_attacking"),
    reads.flag("isSuicideOnDefense", "dies_defending"),
    reads.number("blockade", "blockade"),
    reads.flag("isConstruction", "is_built", "is_factory for the type factory, else construction"),
    reads.word("constructionType", "sort", "construction; construction_is_fixed by its ending"),
    reads.special("canNotMoveDuringCombatMove", "not moves_in_combat", _stays),
    reads.special("canInvadeOnlyFrom", "invades_from; none: never_invades", _invading),
    reads.special("isFirstStrike", "first_in_attack, first_in_defence", _first_strike),
    reads.special("isMarine", "marine_bonus", _marine),
    reads.flag("artillery", "gives_support", "gives support"),
    reads.flag("artillerySupportable", "is_supportable", "receives support"),
    reads.number("unitSupportCount", "supported", "how many are supported"),
    *GUN_OPTIONS,
    *CHANGE_OPTIONS,
    *DAMAGE_OPTIONS,
    *LIMIT_OPTIONS,
    *BUILDING_OPTIONS,
)


def read_unit_types(
    records: Records,
    said: Mapping[str, MapFacts],
    prices: BuyLists,
    switches: Switches,
    missing: MissingRules,
) -> list[MapFacts]:
    """The units as the tree of a scenario holds them, in the order of the buy list.

    said: what options say of them.
    Raises DefinitionError for a unit type that is sold and not there.
    """
    declared = [attribute(unit, "name") for unit in records.every("unitList", "unit")]
    units: list[MapFacts] = []
    for name in dict.fromkeys((*prices.order, *declared)):
        if name not in declared:
            raise DefinitionError(f"production: there is no unit type {shown(name)}")
        unit: MapFacts = {"name": name} | said.get(name, {})
        if name in prices.prices:
            unit["price"] = prices.prices[name]
        if name in prices.reduced:
            unit["reduced_price"] = prices.reduced[name]
        if name in prices.shipyards and switches.is_on("Use Shipyards"):
            unit["shipyard_price"] = prices.shipyards[name]
        _complete(unit, missing, last_shot=not records.is_on(NO_LAST_SHOT))
        if name == "battleship":
            # The engine itself looks for this one name, once, when a game begins (B54).
            unit["hit_points"] = 2 if switches.is_on("Two hit battleship") else 1
        units.append(unit)
    return units


def _complete(unit: MapFacts, missing: MissingRules, *, last_shot: bool) -> None:
    """Put what several options say together into the form of a unit type.

    last_shot: whether suicide units fire first when they defend.
    """
    name = str(unit["name"])
    hits = 2 if taken(unit, "has_two_hits", False) else 1
    unit["hit_points"] = taken(unit, "hit_points", 0) or hits
    own = taken(unit, "bombard", 0)
    if unit.get("can_bombard"):
        unit["bombard"] = own or unit.get("attack", 0)
    if not unit.get("transport_capacity"):
        unit["is_air_transport"] = False
    if unit.get("is_air") or unit.get("is_sea"):
        unit["rides_free"] = False
    _construct(unit)
    arm(unit)
    _scramble(unit)
    limit_damage(unit)
    destroy(unit)
    shut_decks(unit, missing)
    if taken(unit, "is_suicide", False):
        unit |= {"dies_attacking": True, "first_in_attack": True}
        if last_shot:
            unit |= {"dies_defending": True, "first_in_defence": True}
    if unit.get("dies_hitting") and unit.get("can_bombard"):
        missing.add("units: ships that are spent when they bombard", name)


def sort_of_construction(word: str) -> MapFacts:
    """The facts of a unit type that counts as a sort of construction, by the map's word for it."""
    sort = FACTORY_SORT if word == _FACTORY else word
    return {"construction": sort, "construction_is_fixed": word.endswith(FIXED)}


def _construct(unit: MapFacts) -> None:
    """What a unit is that is built without a factory, or that builds others without being one.

    A construction of the type factory that builds and can be damaged is a factory by another name.
    """
    is_built, sort = taken(unit, "is_built", False), taken(unit, "sort", "none")
    numbers = {
        fact: taken(unit, fact, 0) for fact in ("construction_per_turn", "construction_most")
    }
    fixed = sort_of_construction(sort)
    if unit.get("is_factory"):
        unit |= {"is_infrastructure": True, "produces": False}
        if sort not in {"none", _FACTORY}:
            # Like other factories one in an area where nothing else is said.
            unit |= {fact: number or 1 for fact, number in numbers.items()} | fixed
    elif is_built:
        is_whole = sort == _FACTORY and unit.get("produces") and unit.get("is_infrastructure")
        if is_whole and unit.get("can_be_damaged"):
            unit |= {"is_factory": True, "produces": False}
            return
        unit |= numbers | fixed


def _scramble(unit: MapFacts) -> None:
    """How far an aircraft may scramble, and for a base how many may scramble from it."""
    if not taken(unit, "scrambles", False):
        unit.pop("scramble_distance", None)
    if taken(unit, "is_shut", False) or not unit.get("is_air_base"):
        unit |= {"is_air_base": False, "scramble_limit": 0}
