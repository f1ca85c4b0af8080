"""Our positions in the form of the recordings, and what differs between the two."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping

from engine.core.ids import NEUTRAL, PUS, RESEARCH_DICE, VICTORY_POINTS
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.relations import USUAL
from engine.loading.triplea.technologies import ADVANCE_NAMES
from engine.rules.common.advances import advances_of
from tests.conformance.replay_json import Json, Table, items, table

TECHNOLOGIES = {
    "Jet Power": "jet_power",
    "Super subs": "super_subs",
    "Long Range Aircraft": "long_range_aircraft",
    "Rockets Advance": "rockets",
    "Destroyer Bombard": "destroyer_bombard",
    "Heavy Bomber": "heavy_bomber",
    "Industrial Technology": "industrial_technology",
    "Improved Artillery Support": "improved_artillery",
    "Paratroopers": "paratroopers",
    "Increased Factory Production": "increased_factory_production",
    "War Bonds": "war_bonds",
    "Mechanized Infantry": "mechanized_infantry",
    "Shipyards": "improved_shipyards",
    "AA Radar": "radar",
}
"""The recorded name of each technology, and ours; what a map makes up has one name."""

_RELATIONS = {"war": "default_war_relation", "allied": "default_allied_relation"}
_NO_RELATION = "null_relation"
"""The relation of the owner of neutral land to nations, which cannot change."""
_RESOURCES = {RESEARCH_DICE: "techTokens"}
_RECORDED_NAMES = {ours: name for name, ours in TECHNOLOGIES.items()}


def own_names(map_file: str) -> dict[str, str]:
    """What a map calls technologies that the other engine knows by another name; keys are ours."""
    entries = re.findall(r'<techname name="([^"]*)" tech="([^"]*)"', map_file)
    return {ADVANCE_NAMES[word]: name for name, word in entries if word in ADVANCE_NAMES}


def our_state(state: State, recorded: Table, names: Mapping[str, str]) -> Table:
    """A position as a plain recorded state.

    recorded: where the names of price lists come from, which our engine holds in another form
    (technologies), and the pairs of nations that are looked at.  names: see `own_names`.
    """
    called = {**_RECORDED_NAMES, **names}
    territories: Table = {}
    for name in state.definition.board.territories:
        owners: dict[str, dict[str, Json]] = {}
        for unit in state.units_in(name):
            units = owners.setdefault(unit.owner, {})
            key = _key(unit)
            present = units.get(key, 0)
            units[key] = present + 1 if isinstance(present, int) else 1
        territories[name] = {
            "owner": state.owners.get(name, "Neutral"),
            "units": {owner: dict(units) for owner, units in owners.items()},
        }
    theirs = table(recorded["players"])
    players: Table = {}
    for nation in state.definition.politics.nation_names:
        resources = state.resources[nation]
        amounts = {
            _RESOURCES.get(name, name): value
            for name, value in resources.items()
            if value and name != VICTORY_POINTS
        }
        told = items(table(theirs[nation])["techs"])
        techs = sorted(
            called.get(name, name)
            for name in state.technologies.get(nation, ())
            # What no list of the map has, the other engine does not tell.
            if called.get(name, name) in told or name in state.definition.technology.names
        )
        facts: Table = {
            "resources": {PUS: 0, **amounts},
            "techs": list(techs),
            "hand": dict(state.unplaced.get(nation, {})),
        }
        frontier = table(theirs[nation]).get("frontier")
        if frontier is not None:
            # Where triggers exchange buy lists ours has their names; they never change elsewhere.
            listed = state.definition.economy.buy_list_of.get(nation, frontier)
            # With a technology the other engine exchanges the list, ours perhaps the prices.
            has_yards = any(advance.has_shipyards for advance in advances_of(state, nation))
            is_cheap = any(advance.lowers_prices for advance in advances_of(state, nation))
            is_other = (has_yards and frontier == f"{listed}Shipyards") or (
                is_cheap and frontier == f"{listed}IndustrialTechnology"
            )
            facts["frontier"] = frontier if is_other else listed
        players[nation] = facts
    if NEUTRAL in theirs:
        # Some maps list the owner of neutral land as a nation; it has and does nothing.
        players[NEUTRAL] = theirs[NEUTRAL]
    return {
        "territories": territories,
        "players": players,
        "relationships": _relations(state, table(recorded["relationships"])),
    }


def _relations(state: State, recorded: Table) -> Table:
    """The relation of every recorded pair of nations, by the recorded names."""
    found: Table = {}
    kept = {entry.name for entry in state.definition.politics.relation_types}
    kept |= {*_RELATIONS.values()}
    for pair in recorded:
        nations = pair.split("|")
        name = state.definition.politics.relation(*nations).name
        told = str(recorded[pair])
        if NEUTRAL in nations:
            found[pair] = _NO_RELATION
        elif name in USUAL and told not in kept:
            # A relation of the map that is a usual one, and never changes, is read as that one.
            found[pair] = told
        else:
            found[pair] = _RELATIONS.get(name, name)
    return found


def _key(unit: Unit) -> str:
    marks = [
        f"{name}={value}" for name, value in (("damage", unit.damage), ("hits", unit.hits)) if value
    ]
    return f"{unit.type}{{{','.join(marks)}}}" if marks else unit.type


def plain_hash(state: Table) -> str:
    """The hash of a state as the recordings have it."""
    form = json.dumps(state, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(form.encode()).hexdigest()


def differences(recorded: Json, ours: Json, place: tuple[str, ...] = ()) -> Iterator[str]:
    """Every value that differs, as one line each."""
    if isinstance(recorded, dict) and isinstance(ours, dict):
        for key in sorted({*recorded, *ours}):
            yield from differences(recorded.get(key), ours.get(key), (*place, key))
    elif recorded != ours:
        yield f"{' / '.join(place)}: recorded {_shown(recorded)}, ours {_shown(ours)}"


def _shown(value: Json) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)
