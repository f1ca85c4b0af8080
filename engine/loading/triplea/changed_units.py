"""Third layer: what triggers make of unit types, as effects of a scenario.

A new value takes the place of the old one; in a list, and where units have a number for each of
other types, it is added to what is there, unless the map empties that first.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.gamedef.bounds import MAX_NUMBER
from engine.gamedef.changes import number_fact
from engine.loading.triplea.catalogue_options import SWITCHED_ON_BY
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.units import FIXED
from engine.loading.triplea.words import RESET, RESOURCES, integer, is_whole, option_number

Row = dict[str, object]

_CHANGES: Final = "Units Can Be Changed On Capture"
_LAST_SHOT: Final = "Defending Suicide and Munition Units Do Not Fire"
_ON_OFF: Final = frozenset({"true", "false"})

_NUMBERS: Final[Mapping[str, str]] = {
    "attack": "attack",
    "defense": "defence",
    "movement": "movement",
    "hitPoints": "hit_points",
    "attackRolls": "attack_dice",
    "defenseRolls": "defence_dice",
    "transportCapacity": "transport_capacity",
    "transportCost": "transport_cost",
    "carrierCapacity": "carrier_capacity",
    "carrierCost": "carrier_cost",
    "bombard": "bombard",
    "airAttack": "air_attack",
    "airDefense": "air_defence",
    "constructionsPerTerrPerTypePerTurn": "construction_per_turn",
    "maxConstructionsPerTypePerTerr": "construction_most",
    "maxBuiltPerPlayer": "most_owned",
    "bombingBonus": "raid_bonus",
    "bombingMaxDieSides": "raid_faces",
    "maxScrambleCount": "scramble_limit",
    "maxScrambleDistance": "scramble_distance",
    "maxDamage": "max_damage",
    "attackAA": "anti_air.strength",
    "offensiveAttackAA": "anti_air.attack_strength",
    "attackAAmaxDieSides": "anti_air.faces",
    "offensiveAttackAAmaxDieSides": "anti_air.attack_faces",
    "maxAAattacks": "anti_air.shots",
}
_FLAGS: Final[Mapping[str, str]] = {
    "isAir": "is_air",
    "canIntercept": "can_intercept",
    "canEscort": "can_escort",
    "canBlitz": "can_blitz",
    "canEvade": "submerges",
    "isSuicideOnHit": "dies_hitting",
    "canMoveThroughEnemies": "passes_enemies",
    "canBeMovedThroughByEnemies": "is_passed",
    "isDestroyer": "is_destroyer",
    "isStrategicBomber": "is_strategic_bomber",
    "isCombatTransport": "is_combat_transport",
    "isKamikaze": "flies_one_way",
    "isInfrastructure": "is_infrastructure",
    "isAirBase": "is_air_base",
    "isInfantry": "is_infantry",
    "isMechanized": "is_infantry",
    "isLandTransportable": "is_infantry",
    "isLandTransport": "is_land_transport",
    "isParatroop": "is_paratrooper",
    "isAirTransportable": "is_paratrooper",
    "isAAforCombatOnly": "anti_air.in_battle",
    "isAAforBombingThisUnitOnly": "anti_air.in_raids",
    "isAAforFlyOverOnly": "anti_air.on_the_way",
    "mayOverStackAA": "anti_air.adds",
    "damageableAA": "anti_air.damages",
}
_LISTS: Final[Mapping[str, str]] = {
    "willNotFireIfPresent": "anti_air.silenced_by",
    "targetsAA": "anti_air.targets",
    "canNotTarget": "cannot_hit",
    "canNotBeTargetedBy": "cannot_be_hit_by",
}
"""Lists of names, to which a value is added unless it says that they are emptied first."""

_BY_TYPE: Final[Mapping[str, str]] = {
    "givesMovement": "gives_movement",
    "consumesUnits": "consumes",
    "createsUnitsList": "creates",
    "fuelCost": "fuel",
    "fuelFlatCost": "flat_fuel",
    "createsResourcesList": "yields",
}
"""Numbers for other unit types, or for resources."""

_BLITZ: Final = "canBlitz"


class ChangedUnits:
    """What triggers make of unit types."""

    def __init__(self, records: Records, missing: Missing) -> None:
        """Nothing is read yet."""
        self._records = records
        self._missing = missing

    def changed(self, entry: Attachment, value: str) -> Iterator[Row]:
        """The effects of one unitProperty; raises DefinitionError for what should be a number."""
        said, _, option = value.rpartition(":")
        new = said.removeprefix(RESET)
        types = entry.names("unitType")
        switch = SWITCHED_ON_BY.get(option) if option in _BY_TYPE else None
        if switch and self._records.properties.get(switch) != "true":
            return
        if not types:
            self._refuse(option)
        elif option in _NUMBERS and is_whole(new.removeprefix("-")):
            # Maps write "any number" of constructions as a number beyond all that is ever reached.
            least = -1 if _NUMBERS[option] == "most_owned" else 0
            number = min(max(least, integer(entry.name, new)), MAX_NUMBER)
            yield set_fact("unit", types, _NUMBERS[option], number)
        elif fact := _as_number(option, new):
            yield set_fact("unit", types, *fact)
        elif option in _FLAGS and new in _ON_OFF:
            yield set_fact("unit", types, _FLAGS[option], new == "true")
        elif option in _LISTS:
            yield from _listed(types, _LISTS[option], new, is_reset=new != said)
        elif option in _BY_TYPE:
            yield from self._numbered(entry, types, option, said)
        else:
            yield from self._special(entry, types, option, said)

    def _numbered(
        self, entry: Attachment, types: Sequence[str], option: str, said: str
    ) -> Iterator[Row]:
        """Numbers for other types: behind a reset, all that the map itself says come to nothing."""
        field, new = _BY_TYPE[option], said.removeprefix(RESET)
        numbers: dict[str, int] = {}
        if new != said:
            known = (value for one in self._of_types(types) for value in one.each(option))
            numbers = {name: 0 for value in known for name in value.split(":")[1:] if name}
        count, *names = new.split(":")
        for name in filter(None, names):
            numbers[name] = integer(entry.name, count)
        for name, number in numbers.items():
            yield set_fact("unit", types, number_fact(field, RESOURCES.get(name, name)), number)

    def _of_types(self, types: Sequence[str]) -> Iterator[Attachment]:
        return (one for one in self._records.of_kind("UnitAttachment") if one.target in types)

    def _special(
        self, entry: Attachment, types: Sequence[str], option: str, said: str
    ) -> Iterator[Row]:
        new = said.removeprefix(RESET)
        match option:
            case "canBombard" if new in _ON_OFF:
                yield from self._bombarding(types, is_on=new == "true")
            case "isSuicide" if new in _ON_OFF:
                yield from self._suicide(types, is_on=new == "true")
            case "whenCapturedChangesInto" if self._is_whole(entry, types, option):
                if new or new != said:
                    yield set_fact("unit", types, "changes_when_captured", bool(new))
            case "typeAA" if new:
                yield set_fact("unit", types, "anti_air.kind", new)
            case "constructionType" if new:
                yield set_fact("unit", types, "construction", new)
                yield set_fact("unit", types, "construction_is_fixed", new.endswith(FIXED))
            case "canNotMoveDuringCombatMove" if new in _ON_OFF:
                yield set_fact("unit", types, "moves_in_combat", new == "false")
            case "isConstruction" if new == "true" and _says_its_sort(entry):
                return
            case "canInvadeOnlyFrom" if new:
                names = [] if new in {"all", "none"} else new.split(":")
                yield set_fact("unit", types, "invades_from", names)
                yield set_fact("unit", types, "never_invades", new == "none")
            case "receivesAbilityWhenWith" if said == RESET:
                yield from _listed(types, "blitzes_with", "", is_reset=True)
            case "receivesAbilityWhenWith" if new.startswith(f"{_BLITZ}:"):
                leaders = new.removeprefix(f"{_BLITZ}:")
                yield from _listed(types, "blitzes_with", leaders, is_reset=new != said)
            case _:
                self._refuse(option)

    def _bombarding(self, types: Sequence[str], *, is_on: bool) -> Iterator[Row]:
        """Ships fire at the shore at their attack where the map has no other number for it."""
        for one in self._of_types(types):
            options = one.values()
            yield set_fact("unit", [one.target], "can_bombard", is_on)
            number = option_number(one.target, options, "bombard") or option_number(
                one.target, options, "attack"
            )
            if is_on and number:
                yield set_fact("unit", [one.target], "bombard", number)

    def _suicide(self, types: Sequence[str], *, is_on: bool) -> Iterator[Row]:
        facts = ["dies_attacking", "first_in_attack"]
        if self._records.properties.get(_LAST_SHOT) != "true":
            facts += ["dies_defending", "first_in_defence"]
        for fact in facts:
            yield set_fact("unit", types, fact, is_on)

    def _is_whole(self, entry: Attachment, types: Sequence[str], option: str) -> bool:
        """Whether a trigger gives units all that the map itself gives them, or takes it all."""
        if self._records.properties.get(_CHANGES) != "true":
            return True
        suffix = f":{option}"
        said = (value for value in entry.each("unitProperty") if value.endswith(suffix))
        new = {value.removeprefix(RESET).removesuffix(suffix) for value in said} - {"", option}
        return all(not new or new == set(one.each(option)) for one in self._of_types(types))

    def _refuse(self, option: str) -> None:
        self._missing.add(f"option of TriggerAttachment unitProperty: {option[:60]}")


def _as_number(option: str, new: str) -> tuple[str, int] | None:
    """The fact and the value of an option that is written in a way of its own; None for others."""
    match option:
        case "isTwoHit" if new in _ON_OFF:
            return "hit_points", 2 if new == "true" else 1
        case "isMarine" if new in _ON_OFF:
            return "marine_bonus", int(new == "true")
        case "isMarine" if is_whole(new):
            return "marine_bonus", int(new)
        case "maxOperationalDamage" if is_whole(new.removeprefix("-")):
            return "works_until", max(-1, int(new))
    return None


def set_fact(subject: str, names: Sequence[str], fact: str, value: object) -> Row:
    """An effect that gives facts a value."""
    return {
        "kind": "set",
        "subject": subject,
        "names": list(dict.fromkeys(names)),
        "fact": fact,
        "value": value,
    }


def _listed(types: Sequence[str], fact: str, new: str, *, is_reset: bool) -> Iterator[Row]:
    names = [name for name in dict.fromkeys(new.split(":")) if name]
    yield set_fact("unit", types, fact, names) | ({} if is_reset else {"is_added": True})


def _says_its_sort(entry: Attachment) -> bool:
    """Whether a trigger that makes units constructions also says of which sort."""
    return any(value.endswith(":constructionType") for value in entry.each("unitProperty"))
