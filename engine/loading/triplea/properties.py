"""Second layer: game properties become options and victory levels.

The rule families WW2V2 and WW2V3 are spelt out here, so that the rules never ask for them.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.errors import DefinitionError
from engine.loading.fields import shown
from engine.loading.triplea.attachments import Records
from engine.loading.triplea.catalogue_properties import (
    BID_PROPERTY,
    DIRECT,
    IMPLIED_BY_V2,
    IMPLIED_BY_V3,
    INCOME_PROPERTY,
    INVERTED,
    LEAVING_AIR_BATTLES,
    NUMBERS,
    PROPERTIES,
    USUAL_CITIES,
    USUAL_INCOME,
    VICTORY_PROPERTIES,
    Switches,
)
from engine.loading.triplea.conditions import asked_properties
from engine.loading.triplea.damage import repair_price
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import MapFacts, taken
from engine.loading.triplea.words import is_whole

_SIDES: Final = (
    ("Russians", ("Russians", "British", "Americans")),
    ("Germans", ("Germans", "Japanese")),
)
"""A nation of each side and the nations whose capitals the other side has to take; two of them."""

_TOKENS_GO: Final = "Remove All Tech Tokens At End Of Turn"
_LIMITS_OF_A_TURN: Final = ("Limit SBR Damage Per Turn", "Limit Rocket Damage Per Turn")
_NO_LIMIT: Final = "-1"
_AIR_ROUNDS: Final = "Air Battle Rounds"

_POINTS: Final = 22
"""Victory points that win in the Pacific."""

_PER_POINT: Final = 10
"""PUs of income, of plunder, or of damage by bombing, for one of them."""


def read_switches(records: Records, missing: MissingRules) -> Switches:
    """Every property that is true, with what the rule family implies.

    Refused properties are added to `missing`.  Raises DefinitionError for a value that
    is neither true nor false.
    """
    on: set[str] = set()
    asked = asked_properties(records)
    for name, value in records.properties.items():
        # What the catalogue does not have is a switch of the map's own, or text of its maker: the
        # engine looks up the properties that it knows, by their exact names, and no other.
        if _belongs_to_somebody(name) or name in asked or name not in PROPERTIES:
            continue
        line = records.property_lines[name]
        read = missing.check("property", name, PROPERTIES[name], value, line=line)
        if read and name not in NUMBERS and _flag(name, value):
            on.add(name)
    for family, implied in (("WW2V2", IMPLIED_BY_V2), ("WW2V3", IMPLIED_BY_V3)):
        if family in on:
            on.update(implied)
    limited = [name for name in _LIMITS_OF_A_TURN if name in on]
    if len(limited) == 1 and "Territory Turn Limit" not in on:
        missing.add(f"property {limited[0]}: a limit of raids and rockets by themselves")
    if "Battles May Be Preceeded By Air Battles" in on:
        for name in (name for name in LEAVING_AIR_BATTLES if name in on):
            missing.add(f"property {name}: retreats from air battles before other battles")
    return Switches(frozenset(on))


def read_option_values(
    records: Records, switches: Switches, nations: Sequence[str]
) -> dict[str, object]:
    """The options of a map as the tree of a scenario holds them."""
    values: dict[str, object] = {}
    for name, option in DIRECT.items():
        if name in NUMBERS:
            values[option] = _number(records.properties, name, NUMBERS[name])
        else:
            values[option] = switches.is_on(name)
    if records.properties.get(_AIR_ROUNDS) == _NO_LIMIT:
        values[DIRECT[_AIR_ROUNDS]] = 0
    for name, option in INVERTED.items():
        values[option] = not switches.is_on(name)
    second, third = switches.is_on("WW2V2"), switches.is_on("WW2V3")
    values["transports_load_after_combat"] = not third
    values["retreat_needs_surface_path"] = second or third
    values["destroyers_cancel_first_strike"] = not second
    values["submarines_submerge_from_aircraft"] = switches.is_on("Air Attack Sub Restricted")
    values["jet_power_attack"] = switches.is_on("WW2V3 Tech Model")
    charts = switches.is_on("WW2V3 Tech Model")
    values["tech_tokens_kept"] = charts and not switches.is_on(_TOKENS_GO)
    if all(switches.is_on(name) for name in _LIMITS_OF_A_TURN):
        values["territory_turn_limit"] = True
    values["repair_price"] = repair_price(records)
    oldest = not second and not third
    values["capital_victory"] = oldest
    values["capital_victory_needs_own"] = oldest
    values["capitals_checked_at_round_end"] = oldest
    values["rockets_after_noncombat_move"] = oldest
    values["homeless_air_lands_on_islands"] = not values["surviving_air_may_land"]
    values["every_success_finds"] = not values["tech_directed"] and not charts
    values["defending_submarines_may_leave"] = values["defending_submarines_may_submerge"]
    values["min_factory_production"] = 0 if second or third else 1
    values["ask_before_battles"] = values["scrambling"] or values["kamikaze_attacks"]
    if switches.is_on("Partial Amphibious Retreat"):
        values["aircraft_withdraw_from_landings"] = True
    bids = {nation: _number(records.properties, nation + BID_PROPERTY, 0) for nation in nations}
    values["bid"] = {nation: amount for nation, amount in bids.items() if amount}
    return values


_LEVELS: Final = {option: name for name, option in DIRECT.items()}
"""The property that switches an option on."""


def read_victory(records: Records, alliances: Sequence[str]) -> list[dict[str, object]]:
    """The numbers of cities that win (B236), for the levels that the map has.

    Where the map has a level and no number for an alliance, the engine's own number holds.
    """
    return [
        {
            "level": level,
            "alliance": alliance,
            "cities": _number(records.properties, alliance + suffix, USUAL_CITIES[level]),
        }
        for suffix, level in VICTORY_PROPERTIES.items()
        for alliance in alliances
        if alliance + suffix in records.properties or _LEVELS[level] in records.properties
    ]


def read_income_victory(records: Records, alliances: Sequence[str]) -> list[dict[str, object]]:
    """The production that wins (C4), for the alliances that the map names.

    Where the map has such victories and no number for an alliance, the engine's own number holds.
    """
    known = records.properties
    return [
        {
            "alliance": alliance,
            "income": _number(known, alliance + INCOME_PROPERTY, USUAL_INCOME),
        }
        for alliance in alliances
        if alliance + INCOME_PROPERTY in known or INCOME_PROPERTY.strip() in known
    ]


def read_point_victory(
    players: Mapping[str, MapFacts], switches: Switches, missing: MissingRules
) -> list[MapFacts]:
    """The victory points that win in the Pacific: those of the nation that the map gives points to.

    players: what options say of nations, out of which their points are taken.
    The engine itself knows how many win and what they are scored for.
    """
    said = {nation: taken(facts, "victory_points", "") for nation, facts in players.items()}
    if not switches.is_on("Pacific Theater"):
        return []
    scoring = [nation for nation, points in said.items() if points]
    if any(said[nation] != "0" for nation in scoring):
        missing.add("option of PlayerAttachment vps: victory points at the start")
    if len(scoring) != 1:
        missing.add("property Pacific Theater: without a single nation that has vps")
    return [
        {
            "nation": nation,
            "points": _POINTS,
            "per_income": _PER_POINT,
            "per_damage": _PER_POINT,
            "per_plunder": _PER_POINT,
        }
        for nation in scoring
    ]


def read_capital_victory(
    switches: Switches,
    members: Mapping[str, Sequence[str]],
    capitals: Mapping[str, Sequence[str]],
) -> list[dict[str, object]]:
    """The capitals that win in a map of the first family (C2, C3).

    members: alliances by nation; capitals: territories by nation.
    The engine looks at five nations by their names, so this reader does as well; a map without
    one of them, or with another nation, has no such victory.
    """
    if switches.is_on("WW2V2") or switches.is_on("WW2V3"):
        return []
    five = {name for _, side in _SIDES for name in side}
    if set(members) != five or not five <= set(capitals):
        return []
    aims: list[dict[str, object]] = []
    for (winner, _), (_, losers) in zip(_SIDES, reversed(_SIDES), strict=True):
        places = [capitals[name][0] for name in losers]
        aims.append({"alliance": members[winner][0], "capitals": places, "count": 2})
    return aims


def _belongs_to_somebody(name: str) -> bool:
    """Whether it is a property of a nation or an alliance, such as "Germans bid".

    Many maps keep those of nations and alliances of the map that they were made from; they say
    nothing about the nations of this one.
    """
    return name.endswith((*VICTORY_PROPERTIES, INCOME_PROPERTY, BID_PROPERTY))


def _flag(name: str, value: str) -> bool:
    if value not in {"true", "false"}:
        raise DefinitionError(f"property {name}: expected true or false, not {shown(value)}")
    return value == "true"


def _number(properties: Mapping[str, str], name: str, default: int) -> int:
    value = properties.get(name, str(default))
    if value == _NO_LIMIT:
        return default
    if not is_whole(value, 10):
        raise DefinitionError(f"property {name}: expected a whole number, not {shown(value)}")
    return int(value)
