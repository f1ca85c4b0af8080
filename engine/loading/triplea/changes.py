"""Third layer: units that turn into others, use others up, or change hands with their area."""

from collections.abc import Mapping
from typing import Final

from engine.loading.fields import shown
from engine.loading.triplea import reads
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import FactOption, MapFacts, Said, part, taken
from engine.loading.triplea.words import ON_OFF, RESOURCES, integer, is_number, is_whole, names_in

_ANY: Final = "any"
_BLITZ: Final = "canBlitz"
_DECKS: Final[Mapping[str, str]] = {
    "unitsMayNotLandOnCarrier": "shut_deck_hits",
    "unitsMayNotLeaveAlliedCarrier": "held_deck_hits",
}

_HitEffects = list[tuple[int, int, str]]
"""Numbers of hits from and to, and what a unit cannot do with them."""


def _words(value: str) -> list[str]:
    return [word for word in value.split(":") if word]


def _captured(said: Said) -> MapFacts:
    """From whom, by whom, whether damage stays, and then units with their numbers."""
    found: list[MapFacts] = []
    for value in said.each():
        words = _words(value)
        if len(words) < 5 or len(words) % 2 == 0 or words[2] not in ON_OFF:
            raise said.error(f"{said.option} {shown(value)}")
        previous, captor, keeps, *units = words
        counts = (integer(said.entry.name, word) for word in units[1::2])
        change: MapFacts = {
            "keeps_damage": keeps == "true",
            "units": dict(zip(units[::2], counts, strict=True)),
        }
        if previous != _ANY:
            change["previous"] = previous
        if captor != _ANY:
            change["captor"] = captor
        found.append(change)
    return {"captured_as": found} if found else {}


def _consumed(said: Said) -> dict[str, int]:
    """Numbers, each with the name of a unit type behind it."""
    used: dict[str, int] = {}
    for value in said.each():
        count, _, name = value.partition(":")
        used[name] = used.get(name, 0) + integer(said.entry.name, count)
    return used


def _made(said: Said) -> dict[str, int]:
    """Units and resources that it makes every turn; a number stands before names, else it is 1."""
    made: dict[str, int] = {}
    for value in said.each():
        first, *words = _words(value)
        if not is_number(first):
            first, words = "1", [first, *words]
        for name in words:
            made[RESOURCES.get(name, name)] = integer(said.entry.name, first)
    return made


def _paid(said: Said) -> dict[str, int]:
    """Resources that movement costs, with a number in front; of a resource the last one counts."""
    pairs = (value.partition(":") for value in said.each())
    return {name: integer(said.entry.name, count) for count, _, name in pairs}


def _given(said: Said) -> dict[str, int]:
    """Movement points that a base gives to others, with the types of the others behind them."""
    points: dict[str, int] = {}
    for value in said.each():
        count, *units = value.split(":")
        if not is_whole(count.removeprefix("-"), 4) or not any(units):
            raise said.error(f"{said.option} needs a number")
        for unit in filter(None, units):
            points[unit] = int(count) or points.get(unit, 0)
    return points


def _transformation(option: str, fact: str) -> FactOption:
    """Numbers of hits, each with whether damage stays and the new type; the last one counts."""

    def read(said: Said) -> MapFacts:
        found: dict[int, MapFacts] = {}
        for value in said.each():
            words = _words(value)
            if len(words) != 3 or not is_whole(words[0]) or words[1] not in ON_OFF:
                raise said.error(f"{option} {shown(value)}")
            hits, keeps = int(words[0]), words[1] == "true"
            found[hits] = {"hits": hits, "type": words[2], "keeps_damage": keeps}
        return {fact: list(found.values())} if found else {}

    return reads.special(option, fact, read)


def _repaired(said: Said) -> dict[str, int]:
    """The types that it repairs, behind a number of hits that is 1 where it is not said."""
    hits: dict[str, int] = {}
    for value in said.each():
        words = _words(value)
        count = 1
        if is_whole(words[0]):
            count, words = integer(said.entry.name, words[0]), words[1:]
        hits.update(dict.fromkeys(words, count))
    return hits


def _led(said: Said) -> MapFacts:
    """Abilities that a unit has beside another one: to blitz."""
    found: list[str] = []
    for value in said.each():
        ability, *types = _words(value)
        if ability != _BLITZ:
            said.refuse(ability[:60])
        found += types
    return {"blitzes_with": list(dict.fromkeys(found))} if found else {}


def _accompanied(said: Said) -> MapFacts:
    """Groups of types of which one must stand wherever it moves."""
    groups = [names_in(value) for value in said.each()]
    return {"moves_beside": groups} if groups else {}


def _hit_effects(said: Said) -> MapFacts:
    found: _HitEffects = []
    for value in said.each():
        words = _words(value)
        if len(words) < 3 or not is_whole(words[0]) or not is_whole(words[1]):
            raise said.error(f"{said.option} {shown(value)}")
        ours = _DECKS.get(words[2])
        if ours is None or len(words) > 3 or words[0] == "0":
            said.refuse(words[2][:60])
        else:
            found.append((int(words[0]), int(words[1]), words[2]))
    return {"hit_effects": found}


def shut_decks(unit: MapFacts, missing: MissingRules) -> None:
    """Put the effects of hits into the form of a unit type: they last until a unit is lost."""
    points = unit["hit_points"]
    for first, last, effect in taken(unit, "hit_effects", _HitEffects()):
        if isinstance(points, int) and last < points - 1:
            what = f"option of UnitAttachment whenCombatDamaged: {effect}"
            missing.add(what, str(unit["name"]))
        else:
            unit[_DECKS[effect]] = first


def _in_stalemates(said: Said) -> MapFacts:
    """Whether attackers may retreat from a stalemate; nothing where that is not said."""
    fact = "leaves_stalemates" if said.last == "true" else "stays_in_stalemates"
    return {fact: True} if said.last else {}


def _destroyed(said: Said) -> MapFacts:
    """From whom it is destroyed where others would be captured, or, in the newer form, by whom."""
    lost: dict[str, list[str]] = {}
    for value in said.each():
        first, *others = value.split(":")
        is_from = said.option.endswith("From") or first == "FROM"
        nations = others if first in {"FROM", "BY"} else [first, *others]
        lost.setdefault("from" if is_from else "by", []).extend(nations)
    return {f"lost.{said.option}": lost}


def destroy(unit: MapFacts) -> None:
    """Join what both options say of units that are destroyed and not captured."""
    said = part(unit, "lost.")
    for lost in [taken(said, option, dict[str, list[str]]()) for option in [*said]]:
        for key, nations in lost.items():
            fact = f"lost_when_taken_{key}"
            unit[fact] = list(dict.fromkeys([*taken(unit, fact, list[str]()), *nations]))


CHANGED_ON_CAPTURE: Final = "Units Can Be Changed On Capture"

CHANGE_OPTIONS: Final = (
    *reads.with_property(
        "Units Can Be Destroyed Instead Of Captured",
        reads.special("destroyedWhenCapturedFrom", "lost_when_taken_from", _destroyed),
        reads.special(
            "destroyedWhenCapturedBy",
            "lost_when_taken_by; FROM: lost_when_taken_from",
            _destroyed,
        ),
    ),
    *reads.with_property(
        CHANGED_ON_CAPTURE,
        reads.special("whenCapturedChangesInto", "captured_as", _captured),
    ),
    *reads.with_property(
        "Capture Units On Entering Territory",
        reads.names("canBeCapturedOnEnteringBy", "entry_captors"),
    ),
    reads.number("whenCapturedSustainsDamage", "capture_damage"),
    reads.names("canBeGivenByTerritoryTo", "given_to"),
    reads.names("bombingTargets", "raid_targets"),
    *reads.changing(
        reads.names("canNotTarget", "cannot_hit"),
        reads.names("canNotBeTargetedBy", "cannot_be_hit_by"),
        reads.amounts("createsUnitsList", "creates", _made),
        reads.amounts("createsResourcesList", "yields", _made),
        reads.amounts("consumesUnits", "consumes", _consumed),
        reads.amounts("givesMovement", "gives_movement", _given),
        *reads.with_property(
            "Use Fuel Cost",
            reads.amounts("fuelCost", "fuel", _paid),
            reads.amounts("fuelFlatCost", "flat_fuel", _paid),
        ),
    ),
    reads.special("requiresUnitsToMove", "moves_beside", _accompanied),
    reads.special(
        "canRetreatOnStalemate",
        "leaves_stalemates, or stays_in_stalemates for false",
        _in_stalemates,
    ),
    reads.amounts(
        "repairsUnits", "repairs", _repaired, "repairs, one hit where no number is given"
    ),
    reads.special("receivesAbilityWhenWith", "blitzes_with; only canBlitz", _led),
    reads.special(
        "whenCombatDamaged",
        "shut_deck_hits, held_deck_hits; other effects are refused",
        _hit_effects,
    ),
    _transformation("whenHitPointsDamagedChangesInto", "damaged_as"),
    _transformation("whenHitPointsRepairedChangesInto", "repaired_as"),
)
