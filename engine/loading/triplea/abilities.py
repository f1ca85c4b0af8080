"""Third layer: what advances do to units, where a map says it itself.

Advances do here what the rule book says; a map that says the same of them is read, and a map that
says anything else is refused.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.words import is_whole

_KIND: Final = "TechAbilityAttachment"
_WHAT: Final = "an advance that does something else than by the rule book"

Bonuses = Mapping[str, Mapping[str, int]]
"""By option, what each unit type gains; types that gain nothing are left out."""


def check_abilities(
    records: Records,
    units: list[dict[str, object]],
    options: Mapping[str, object],
    missing: Missing,
) -> None:
    """Add advances that a map lets do something unusual to `missing`.

    units, options: as in the tree of the scenario.
    """
    meant = {
        element.attributes.get("name", ""): element.attributes.get("tech", "")
        for element in records.every("technology", "technologies", "techname")
    }
    for attachment in records.of_kind(_KIND):
        advance = meant.get(attachment.target) or attachment.target
        usual = _usual(advance, units, options)
        said = _said(attachment)
        if usual is None or said is None or said != usual:
            missing.add(f"attachment {_KIND} of {attachment.target[:40]!r}: {_WHAT}")


def _said(attachment: Attachment) -> Bonuses | None:
    found: dict[str, dict[str, int]] = {}
    for name, text in attachment.options:
        number, _, unit = text.partition(":")
        if not is_whole(number, 4) or not unit:
            return None
        if int(number):
            found.setdefault(name, {})[unit] = int(number)
    return found


def _usual(
    advance: str, units: list[dict[str, object]], options: Mapping[str, object]
) -> Bonuses | None:
    """What an advance does by the rule book (B111, B112, B113, B120); None for all others."""
    air = [unit for unit in units if unit.get("is_air")]
    bombers = [unit for unit in air if unit.get("is_strategic_bomber")]
    fighters = [unit for unit in air if not unit.get("is_strategic_bomber")]
    submarines = [unit for unit in units if unit.get("is_submarine")]
    match advance:
        case "jetPower":
            side = "attackBonus" if options["jet_power_attack"] else "defenseBonus"
            return dict(_all(side, fighters, 1))
        case "superSub":
            bonus = _number(options, "super_sub_defence_bonus")
            return {
                **dict(_all("attackBonus", submarines, 1)),
                **dict(_all("defenseBonus", submarines, bonus)),
            }
        case "longRangeAir":
            return dict(_all("movementBonus", air, 2))
        case "heavyBomber":
            more = _number(options, "heavy_bomber_dice") - 1
            in_defence = _all("defenseRollsBonus", bombers, more)
            extra = dict(in_defence) if options["lhtr_heavy_bombers"] else {}
            return {**dict(_all("attackRollsBonus", bombers, more)), **extra}
    return None


def _all(
    option: str, units: list[dict[str, object]], bonus: int
) -> Iterator[tuple[str, Mapping[str, int]]]:
    gains = {str(unit["name"]): bonus for unit in units}
    if gains and bonus:
        yield option, gains


def _number(options: Mapping[str, object], name: str) -> int:
    value = options[name]
    return value if isinstance(value, int) else 0
