"""Supply, trade routes and blockades of the block game (T92, T115, T116, T215 to T228)."""

from dataclasses import replace

from engine import NOBODY, NationName, State, block_glance, block_supply, territory_view
from engine.core.blocks import Influence
from engine.core.event_log import EventLog
from engine.core.events.blocks import ControlChanged
from engine.core.ids import TerritoryName
from engine.rules.blocks.economy import standing_of
from engine.rules.blocks.supply import resolve_supply, supplied, unsupplied
from engine.rules.blocks.trade import losses_of
from engine.view.block_nations import block_facts
from tests.support.blocks import ALL_AT_WAR, Piece, position, strengths

AXIS_WEST = (("Axis", "West"),)
GIBRALTAR: list[Piece] = [("Axis", "fortress", "Gibraltar"), ("Axis", "fleet", "Baltic Sea")]
HELD = {"Gibraltar": "Axis"}


def lost(state: State, nation: str) -> dict[TerritoryName, str]:
    return losses_of(state, nation)


def test_T215_T216_infantry_in_barcelona_is_cut_off_by_a_fleet() -> None:
    pieces: list[Piece] = [("Axis", "infantry", "Barcelona", 2)]
    owners = {"Barcelona": "Axis"}
    free = position(pieces, wars=AXIS_WEST, owners=owners)
    assert unsupplied(free, "Axis") == ()
    cut = position(
        [*pieces, ("West", "fleet", "Western Mediterranean")], wars=AXIS_WEST, owners=owners
    )
    assert [unit.id for unit in unsupplied(cut, "Axis")] == [1]
    log = EventLog(cut)
    log.extend(resolve_supply(cut))
    assert strengths(log.state, "Barcelona") == {1: 1}
    log.extend(resolve_supply(log.state))
    assert strengths(log.state, "Barcelona") == {}


def test_T215_T217_fortresses_ships_and_aircraft_need_no_supply_nor_do_nations_at_peace() -> None:
    pieces: list[Piece] = [
        ("Axis", "fortress", "Barcelona"),
        ("Axis", "air force", "Barcelona"),
        ("Axis", "fleet", "Barcelona"),
        ("West", "fleet", "Western Mediterranean"),
    ]
    state = position(pieces, wars=AXIS_WEST, owners={"Barcelona": "Axis"})
    assert unsupplied(state, "Axis") == ()
    peace = position(
        [("USSR", "infantry", "Barcelona")], wars=AXIS_WEST, owners={"Barcelona": "USSR"}
    )
    log = EventLog(peace)
    log.extend(resolve_supply(peace))
    assert strengths(log.state, "Barcelona") == {1: 1}


def test_T216_ships_cross_neutral_straits_and_not_those_of_enemies() -> None:
    pieces: list[Piece] = [("West", "infantry", "Odessa")]
    held = {"Odessa": "West"}
    state = position(pieces, wars=ALL_AT_WAR, owners=held)
    assert "Western Black Sea" in supplied(state, "West")
    assert "Istanbul" not in supplied(state, "West")
    shut = position(pieces, wars=ALL_AT_WAR, owners={**held, "Istanbul": "Axis"})
    assert "Western Black Sea" not in supplied(shut, "West")
    assert [unit.id for unit in unsupplied(shut, "West")] == [1]


def test_T92_in_winter_supply_is_looked_at_inside_the_ussr_only() -> None:
    pieces: list[Piece] = [("Axis", "tank", "Kiev", 2), ("Axis", "tank", "Lvov", 2)]
    owners = {"Kiev": "Axis", "Lvov": "Axis", "Ruhr": "West", "Berlin": "West", "Rome": "West"}
    state = position(
        pieces, nation="USSR", season="winter", phase="supply", wars=ALL_AT_WAR, owners=owners
    )
    assert [unit.territory for unit in unsupplied(state, "Axis")] == ["Kiev"]


def test_T218_a_route_leads_through_neutral_poland_and_not_through_rivals() -> None:
    baltic: list[Piece] = [("USSR", "fleet", "Baltic Sea")]
    wars = (("Axis", "USSR"), ("Axis", "West"))
    assert "Konigsberg" not in lost(position(baltic, wars=wars), "Axis")
    polish = position(baltic, wars=wars, owners={"Warsaw": "USSR", "Vilna": "USSR"})
    assert lost(polish, "Axis") == {"Konigsberg": "all"}


def test_T219_one_part_by_sea_and_one_by_land_with_gibraltar_shut() -> None:
    """The rule book: Delhi to London fails when Gibraltar is shut; round Africa it goes.

    By land through neutral countries it would go to the Baltic Sea, were that not shut.
    """
    state = position(GIBRALTAR, wars=AXIS_WEST, owners=HELD)
    shut = lost(state, "West")
    assert shut["Delhi"] == "home" and shut["Bombay"] == "home" and shut["Iraq"] == "home"
    seas = [*GIBRALTAR, ("Axis", "fleet", "South Atlantic Ocean")]
    cape = position(seas, wars=AXIS_WEST, owners=HELD)
    assert lost(cape, "West")["Delhi"] == "all"


def test_T222_an_escaped_submarine_shuts_the_north_atlantic_for_trade() -> None:
    """The worked example: Canada is blockaded in 1939."""
    state = position([("Axis", "submarine", "North Atlantic Ocean")], wars=AXIS_WEST, escaped=(1,))
    assert "Ottawa" in lost(state, "West")


def test_T228_resources_of_influenced_countries_need_a_route_too() -> None:
    seas = ("Baltic Sea", "North Sea", "Gulf of Bothnia")
    fleets: list[Piece] = [("West", "fleet", sea) for sea in seas]
    state = position(fleets, wars=AXIS_WEST)
    assert state.blocks is not None
    held = replace(state, blocks=replace(state.blocks, influence={"Sweden": Influence("Axis", 1)}))
    assert "Stockholm" not in lost(held, "Axis"), "over neutral Denmark"
    shut = replace(held, owners={**held.owners, "Copenhagen": "West"})
    assert lost(shut, "Axis") == {"Gallivare": "all", "Stockholm": "all"}


def marked(state: State, **marks: str) -> State:
    assert state.blocks is not None
    named = {name.replace("_", " "): what for name, what in marks.items()}
    return replace(state, blocks=replace(state.blocks, blockades=named))


def test_T223_T224_a_blockade_counts_when_it_was_marked_and_is_still_there() -> None:
    submarine: list[Piece] = [("Axis", "submarine", "North Atlantic Ocean")]
    now = position(submarine, wars=AXIS_WEST, escaped=(1,))
    assert standing_of(now, "West").lost_resources == 0, "shut only now: counts"
    assert standing_of(marked(now, Ottawa="all"), "West").lost_resources == 1
    free = marked(position([], wars=AXIS_WEST), Ottawa="all")
    assert standing_of(free, "West").lost_resources == 0, "shut only in summer: counts"


def test_T223_marks_are_made_in_summer_only() -> None:
    submarine: list[Piece] = [("Axis", "submarine", "North Atlantic Ocean")]
    for season, found in (("summer", {"Ottawa"}), ("fall", set())):
        state = position(
            submarine, nation="USSR", season=season, phase="supply", wars=AXIS_WEST, escaped=(1,)
        )
        log = EventLog(state)
        log.extend(resolve_supply(state))
        assert log.state.blocks is not None and set(log.state.blocks.blockades) == found


def test_T225_T226_round_africa_red_resources_and_people_count_and_black_do_not() -> None:
    state = position(GIBRALTAR, wars=AXIS_WEST, owners=HELD)
    for marks in ({"Delhi": "home"}, {"Delhi": "all"}):
        one = standing_of(marked(state, **marks), "West")
        assert (one.lost_population, one.lost_resources) == (0, 1)
    whole = standing_of(marked(state, Delhi="home", Bombay="home", Iraq="home"), "West")
    assert whole.lost_resources == 3


def test_T227_a_change_of_control_takes_the_mark_away() -> None:
    log = EventLog(marked(position([]), Ottawa="all"))
    log.add(ControlChanged("Ottawa", "West", "Axis"))
    assert log.state.blocks is not None and log.state.blocks.blockades == {}


def test_T116_what_is_blockaded_does_not_count_for_the_level() -> None:
    """The worked example ends with industry 12, population 8, resources 5: a level of 5."""
    state = position([("Axis", "submarine", "North Atlantic Ocean")], wars=AXIS_WEST, escaped=(1,))
    assert state.blocks is not None
    able = replace(state, blocks=replace(state.blocks, industry={"West": 12}))
    assert standing_of(able, "West").level == 11
    assert standing_of(marked(able, Ottawa="all"), "West").level == 10


def test_T220_T221_straits_are_crossed_by_sea_and_do_not_end_the_part_at_sea() -> None:
    """Tripoli may not unload in Sicily; it may sail past, or unload in Taranto."""
    shut = ("Tyrrhenian Sea", "Baltic Sea", "Adriatic Sea")
    seas: list[Piece] = [("West", "fleet", sea) for sea in shut]
    coasts = ("Athens", "Albania", "Croatia", "Izmir", "Adana", "Istanbul", "Taranto")
    held = dict.fromkeys(coasts, "West")
    assert "Tripoli" in lost(position(seas, wars=AXIS_WEST, owners=held), "Axis")
    assert "Tripoli" not in lost(position(seas[1:], wars=AXIS_WEST, owners=held), "Axis")
    harbour = {**held, "Taranto": "Axis"}
    assert "Tripoli" not in lost(position(seas, wars=AXIS_WEST, owners=harbour), "Axis")


def test_T31_T215_wars_violations_commands_and_what_is_cut_off_are_told_in_a_few_words() -> None:
    pieces: list[Piece] = [
        ("Axis", "infantry", "Barcelona", 2),
        ("Axis", "infantry", "Berlin", 2),
        ("West", "fleet", "Western Mediterranean"),
    ]
    violated = (("Axis", "Poland"), ("Axis", "Spain"))
    owners = {"Barcelona": "Axis"}
    state = position(pieces, wars=AXIS_WEST, violated=violated, owners=owners)
    assert dict(block_glance(state, NationName("Axis"))) == {
        "War": "Axis and West",
        "Peace": "USSR",
        "Violated": "Poland, Spain by Axis",
        "Command": "Axis E10, West F10, USSR G10, Axis may still move 10",
        "Cut off from supply": "Barcelona 1",
    }
    assert "Cut off from supply" not in dict(block_glance(state, NOBODY)), "blocks lie face down"
    assert dict(block_glance(state, NationName("USSR")))["In supply"] == "all of USSR"
    assert block_supply(state, NationName("Axis")).cut_off == {"Barcelona": 1}
    assert "violated by Axis" in territory_view(state, TerritoryName("Warsaw")).facts
    assert "Axis has violated Poland, Spain." in block_facts(state)
