"""The rows of the reader of TripleA maps: each of them reads its option, and nothing else does."""

from collections.abc import Mapping
from contextlib import suppress
from typing import TypeVar

import pytest

from engine.core.errors import DefinitionError
from engine.loading import read_triplea_map, read_triplea_parts
from engine.loading.triplea import (
    abilities,
    areas,
    attachments,
    canals,
    catalogue_options,
    catalogue_properties,
    conditions,
    effects,
    nations,
    players,
    politics,
    reads,
    records,
    relations,
    support,
    technologies,
    terrain,
    triggers,
    units,
)
from engine.loading.triplea.attachments import Attachment
from engine.loading.triplea.catalogue_options import OPTIONS_OF
from engine.loading.triplea.catalogue_properties import DIRECT, INVERTED, NUMBERS, PROPERTIES
from engine.loading.triplea.changed_nations import CHANGED_OPTIONS
from engine.loading.triplea.changed_units import CHANGED_UNIT_OPTIONS
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.prices import read_prices
from engine.loading.triplea.properties import read_switches
from engine.loading.triplea.rows import FactOption, FactReader, MapFacts, Rows, Said, rows
from engine.loading.triplea.xml_text import parse_xml
from tests.engine.loading.small_map import SMALL_MAP, small_map

T = TypeVar("T")

FACTS: Mapping[str, tuple[Rows[FactReader], ...]] = {
    "UnitAttachment": (units.UNIT_OPTIONS,),
    "UnitSupportAttachment": (support.SUPPORT_OPTIONS,),
    "TerritoryAttachment": (areas.TERRITORY_OPTIONS,),
    "CanalAttachment": (canals.CANAL_OPTIONS,),
    "TechAttachment": (technologies.TECH_OPTIONS,),
    "TechAbilityAttachment": (abilities.ABILITY_OPTIONS,),
    "PlayerAttachment": (players.PLAYER_OPTIONS,),
    "RelationshipTypeAttachment": (relations.RELATION_OPTIONS,),
    "PoliticalActionAttachment": (politics.POLITICAL_OPTIONS,),
    "UserActionAttachment": (politics.USER_OPTIONS,),
    "TriggerAttachment": (triggers.TIME_OPTIONS, effects.SUBJECT_OPTIONS),
    "TerritoryEffectAttachment": (terrain.TERRAIN_OPTIONS,),
    "RulesAttachment": (
        conditions.MANNER_OPTIONS,
        nations.NATION_OPTIONS,
        nations.RESTRICTION_OPTIONS,
    ),
}
"""The rows that make facts, by class."""

_FORMS = """
0 1 2 3 true false any all none allowed Reds ranger 1:ranger 2:ranger ranger:canBlitz allied enemy
offence defence strength roll 1:kind -1:kind canOnlyPlaceInOriginalTerritories canBlitz:ranger
1:3:unitsMayNotLandOnCarrier 2:3:unitsMayNotLandOnCarrier 1:true:sub 2:true:sub
Reds:Blues:true:ranger:1 Reds:Blues:true:ranger:2 2:owned:all 3:owned:all 5:ores AA:ranger
Reds:Blues 1:2 1:6 FROM:Reds 1:Redland 2:Redland:Blueland 1-2 3-+ WW2V2 Reds:Blues:war
Reds:Blues:allied:2 Reds:Blues:any:currentRound:Redland Reds:Blues:any:currentRound:Blueland
1:currentRound 1:jetPower 1:superSub jetPower superSub chart:jetPower chart:superSub few all
all:buyH all:-buyR Redland:1:ranger Redland:ranger:sub Redland:any:Blues:true all:any:Reds:false
PUs techTokens call:1:true:true:true:true call:2:true:true:true:true helped -helped 2:attack
3:attack 3:production 4:production 1:retainCapitalNumber 2:retainCapitalNumber
1:ranger:combatOffenseEffect 2:ranger:combatOffenseEffect Reds:Blues:war:allied
Reds:Blues:allied:war
"""
VALUES = tuple(_FORMS.split())
"""Values of all the forms that options have."""


def outcome(row: FactOption, value: str) -> str:
    """What a row makes of one value, its errors and what it refuses included."""
    missing = MissingRules()
    entry = Attachment("UnitAttachment", "guard", ((row.option, value),))
    try:
        facts = row.read(Said(entry, row.option, (value,), missing))
    except DefinitionError as error:
        return str(error)
    return repr((facts, missing.found()))


FACT_ROWS = [
    pytest.param(row, id=f"{kind} {row.option}")
    for kind, tables in FACTS.items()
    for table in tables
    for row in table.values()
]


@pytest.mark.parametrize("row", FACT_ROWS)
def test_what_a_row_makes_of_its_option_depends_on_the_value(row: FactOption) -> None:
    found = {outcome(row, value) for value in VALUES}
    assert len({text for text in found if text.startswith("(")}) > 1


@pytest.mark.parametrize("table", [table for tables in FACTS.values() for table in tables])
def test_no_two_rows_of_a_table_make_the_same_fact(table: Rows[FactReader]) -> None:
    """What one option says would be lost to the other."""
    made_by: dict[str, str] = {}
    for row in table.values():
        for fact in facts_of_values(row):
            assert made_by.setdefault(fact, row.option) == row.option


def facts_of_values(row: FactOption) -> set[str]:
    """All facts that a row can make."""
    found: set[str] = set()
    for value in VALUES:
        entry = Attachment("UnitAttachment", "guard", ((row.option, value),))
        with suppress(DefinitionError):
            found |= row.read(Said(entry, row.option, (value,), MissingRules())).keys()
    return found


def test_the_catalogue_has_the_rows_and_what_nothing_reads() -> None:
    of_values = {
        "TriggerAttachment": {*effects.EFFECT_OPTIONS},
        "RulesAttachment": {*conditions.CONDITION_OPTIONS},
    }
    for kind, options in OPTIONS_OF.items():
        rows = {name for table in FACTS[kind] for name in table} | of_values.get(kind, set())
        assert rows == {name for name, entry in options.items() if entry.status == "field"}, kind


def made() -> tuple[effects.Effects, conditions.Asking, MissingRules]:
    """Effects and a condition of a small map with all triggers on, and one to call."""
    more = (
        '<attachment name="call" attachTo="Reds" javaClass="TriggerAttachment" type="player">'
        '<option name="victory" value="all"/></attachment></attatchmentList>'
    )
    on = (
        '<property name="Use Triggers" value="true"/>'
        '<property name="Triggered Victory" value="true"/></propertyList>'
    )
    text = small_map("  </attatchmentList>", more).decode().replace("</propertyList>", on, 1)
    missing, everyone = MissingRules(), ["Reds", "Blues"]
    found = records.read_records(parse_xml(text.encode()), missing)
    asked = conditions.Conditions(found, everyone, missing)
    prices = read_prices(found, everyone, read_switches(found, missing), missing)
    hills: dict[str, MapFacts] = {"Redland": {"terrain": ["hill"]}, "Blueland": {}}
    hills |= {"North Sea": {}, "South Sea": {}}
    ground = terrain.Terrain(found, hills, frozenset(), [], missing)
    happenings = effects.Effects(found, asked, prices, everyone, ground, {"helped"}, missing)
    entry = Attachment("RulesAttachment", "Reds", (), "asks")
    return happenings, conditions.Asking(asked, entry, everyone, [], "AND"), missing


def of_value(option: str, value: str) -> str:
    """What one value of an effect or of a condition becomes, as `outcome`."""
    happenings, asking, missing = made()
    row = effects.EFFECT_OPTIONS.get(option)
    readable = ("playerAttachmentName", "players", "unitProperty")
    said = Attachment("TriggerAttachment", "Reds", (), "here", readable)
    subject = effects.Subject(said, ["Reds"], 1, ["ranger"], ["Redland"], ["hill"], "")
    try:
        if row is not None:
            found = list(row.read(happenings, subject, value))
        else:
            found = list(conditions.CONDITION_OPTIONS[option].read(asking, value))
    except DefinitionError as error:
        return str(error)
    return repr((found, missing.found()))


@pytest.mark.parametrize("option", [*effects.EFFECT_OPTIONS, *conditions.CONDITION_OPTIONS])
def test_what_a_trigger_does_and_a_condition_asks_depends_on_the_value(option: str) -> None:
    found: set[str] = set()
    for value in VALUES:
        found |= {text for text in [of_value(option, value)] if text.startswith("([{")}
        if len(found) > 1:
            return
    pytest.fail(f"{option} becomes {found}, whatever it says")


def test_what_triggers_change_in_ways_of_their_own_are_options_that_are_read() -> None:
    assert CHANGED_UNIT_OPTIONS.keys() <= units.UNIT_OPTIONS.keys()
    of_nations = nations.NATION_OPTIONS.keys() | nations.RESTRICTION_OPTIONS.keys()
    of_nations |= technologies.TECH_OPTIONS.keys() | conditions.MANNER_OPTIONS.keys()
    assert CHANGED_OPTIONS.keys() <= of_nations


def with_row(monkeypatch: pytest.MonkeyPatch, row: FactOption) -> bytes:
    """A map whose rangers have an option that is made up, and a row for that option."""
    monkeypatch.setitem(dict_of(units.UNIT_OPTIONS), row.option, row)
    entry = catalogue_options.OPTIONS_OF["PlayerAttachment"]["vps"]
    monkeypatch.setitem(dict_of(OPTIONS_OF["UnitAttachment"]), row.option, entry)
    option = '<option name="defense" value="2"/>'
    return small_map(option, f'{option}<option name="{row.option}" value="3"/>')


def dict_of(table: Mapping[str, T]) -> dict[str, T]:
    assert isinstance(table, dict)
    return table


def test_an_option_that_is_made_up_cannot_be_a_fact_that_another_option_is() -> None:
    made_up = reads.number("ambushBonus", "attack")
    with pytest.raises(ValueError, match="the same fact"):
        rows(*units.UNIT_OPTIONS.values(), made_up)


def test_a_row_whose_fact_nothing_takes_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    data = with_row(monkeypatch, reads.number("ambushBonus", "ambush_bonus"))
    with pytest.raises(DefinitionError, match="ambush_bonus"):
        read_triplea_map(data)


def test_nothing_asks_for_an_option_or_a_property_that_is_not_read() -> None:
    found = records.read_records(parse_xml(SMALL_MAP.encode()), MissingRules())
    unit = next(found.of_kind("UnitAttachment"))
    with pytest.raises(KeyError, match="ambushBonus"):
        unit.each("ambushBonus")
    with pytest.raises(KeyError, match="tuv"):
        unit.names("tuv")
    for ask in (found.is_on, read_switches(found, MissingRules()).is_on):
        with pytest.raises(KeyError, match="mapName"):
            ask("mapName")
    with pytest.raises(KeyError, match="mapName"):
        reads.with_property("mapName", reads.flag("isAir", "is_air"))


def test_an_option_has_one_row() -> None:
    with pytest.raises(ValueError, match="two rows"):
        rows(reads.flag("isAir", "is_air"), reads.flag("isAir", "is_sea"))


_SPECIAL = """
    <attachment name="unitAttachment" attachTo="sub" javaClass="UnitAttachment" type="unitType">
      <option name="isSuicide" value="true"/>
    </attachment>
    <attachment name="rulesAttachment" attachTo="Reds" javaClass="RulesAttachment" type="player">
      <option name="placementAnyTerritory" value="true"/>
    </attachment>
    <attachment name="abilities" attachTo="rocket" javaClass="TechAbilityAttachment"
      type="technology">
      <option name="airborneForces" value="true"/><option name="airborneTypes" value="ranger"/>
      <option name="airborneBases" value="works"/><option name="airborneDistance" value="3"/>
      <option name="airborneCapacity" value="2:works"/>
    </attachment>
    <attachment name="tells" attachTo="Reds" javaClass="TriggerAttachment" type="player">
      <option name="unitType" value="sub"/>
      <option name="unitProperty" value="any:Reds:true:ranger:1:whenCapturedChangesInto"/>
      <option name="victory" value="all"/>
    </attachment>
  </attatchmentList>"""


def test_every_property_that_is_read_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are options of the rules are asked for by the table of these options."""
    asked: set[str] = set()

    def ask(name: str) -> str:
        asked.add(name)
        return name

    for module in (attachments, catalogue_properties):
        monkeypatch.setattr(module, "read_name", ask)
    names = ("Use Triggers", "WW2V3 Tech Model", "Limit SBR Damage Per Turn")
    on = "".join(f'<property name="{name}" value="true"/>' for name in names) + "</propertyList>"
    shipyard = """<productionRule name="buyRShipyards"><cost resource="PUs" quantity="2"/>
      <result resourceOrUnit="ranger" quantity="1"/></productionRule>
      <productionFrontier name="allShipyards"><frontierRules name="buyRShipyards"/>
      </productionFrontier><playerProduction"""
    lot = """<delegate name="lot" javaClass="RandomStartDelegate" display="Lot"/><delegate"""
    step = """<step name="byLot" delegate="lot" player="Reds"/><step"""
    text = SMALL_MAP.replace("  </attatchmentList>", _SPECIAL, 1)
    for before, after in (
        ("</propertyList>", on),
        ("<playerProduction", shipyard),
        ("<delegate", lot),
        ("<step", step),
    ):
        text = text.replace(before, after, 1)
    read_triplea_parts(text.encode())
    rows_with = {row.switch for tables in FACTS.values() for one in tables for row in one.values()}
    of_options = {*DIRECT, *INVERTED, *NUMBERS}
    of_somebody = {name for name in PROPERTIES if name.startswith("<")}
    read = {name for name, entry in PROPERTIES.items() if entry.status == "field"}
    assert read - rows_with - of_options - of_somebody <= asked
