"""Third layer: units that fire as AA guns do (B86 to B92), on which occasions and at what."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.loading.triplea import reads
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import MapFacts, Said, part, taken

_STRENGTH: Final = "anti_air.strength"
_USUAL_STRENGTH: Final = 1
_OCCASIONS: Final = ("in_battle", "in_raids", "on_the_way")


def _shots(said: Said) -> MapFacts:
    shots = said.number()
    never = {"strength": 0, "attack_strength": 0} if said.last == "0" else {}
    return {"anti_air.shots": shots, "never_fires": never}


def _rounds(said: Said) -> MapFacts:
    return {"anti_air.rounds": 0 if said.last == "-1" else said.number()}


GUN_OPTIONS: Final = (
    reads.flag("isAA", "is_aa_gun", "is_aa_gun, is_infrastructure, not moves_in_combat"),
    reads.flag("isAAmovement", "stays_as_a_gun", "not moves_in_combat"),
    reads.flag("isRocket", "launches_rockets"),
    *reads.changing(
        reads.number("attackAA", _STRENGTH, "aa_strength of an AA gun; anti_air: strength", 1),
        reads.number("offensiveAttackAA", "anti_air.attack_strength", usual=None),
        reads.number("attackAAmaxDieSides", "anti_air.faces", usual=None),
        reads.number("offensiveAttackAAmaxDieSides", "anti_air.attack_faces", usual=None),
        reads.special("maxAAattacks", "anti_air: shots", _shots, fact="anti_air.shots"),
        reads.flag("isAAforCombatOnly", "anti_air.in_battle"),
        reads.flag("isAAforBombingThisUnitOnly", "anti_air.in_raids"),
        reads.flag("isAAforFlyOverOnly", "anti_air.on_the_way"),
        reads.flag("mayOverStackAA", "anti_air.adds"),
        reads.flag("damageableAA", "anti_air.damages"),
        reads.last_names("willNotFireIfPresent", "anti_air.silenced_by"),
        reads.last_names("targetsAA", "anti_air.targets"),
    ),
    reads.special("maxRoundsAA", "anti_air: rounds", _rounds),
    reads.special("typeAA", "anti_air: kind", lambda said: {"anti_air.kind": said.last}),
)


def arm(unit: MapFacts) -> None:
    """Put what a unit says of its AA fire into the form of a unit type.

    A gun that says nothing special fires as the rules say, on every occasion.
    """
    is_gun = taken(unit, "is_aa_gun", False)
    strength = taken(unit, _STRENGTH, _USUAL_STRENGTH)
    never = taken(unit, "never_fires", MapFacts())
    own = part(unit, "anti_air.") | never
    if is_gun:
        unit |= {"is_aa_gun": True, "aa_strength": strength, "launches_rockets": False}
        unit.setdefault("is_infrastructure", True)
    if taken(unit, "stays_as_a_gun", is_gun):
        unit["moves_in_combat"] = False
    occasions = {fact: own.get(fact, is_gun) for fact in _OCCASIONS}
    if not any(occasions.values()) or (is_gun and not own):
        return
    unit["anti_air"] = {"strength": strength, "rounds": 1} | own | occasions


def check_guns(units: Sequence[MapFacts], missing: MissingRules) -> None:
    """Note AA fire at land units on the way, which is not played; units: as in a scenario."""
    shot_at = {str(unit["name"]) for unit in units if unit.get("is_air") or unit.get("is_sea")}
    for unit in units:
        fire = unit.get("anti_air")
        if not isinstance(fire, Mapping):
            continue
        targets = fire.get("targets")
        aims = frozenset(targets) if isinstance(targets, list) else frozenset()
        if fire.get("on_the_way") and not aims <= shot_at:
            missing.add("units: fire on the way at land units", str(unit["name"]))
