"""What nations of the block game are worth and have between them (T96, T105 to T171, T240)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine import (
    AgreedEdit,
    Pick,
    Place,
    RollResult,
    State,
    apply,
    block_nation,
    check,
    new_game,
    parse_change,
    parse_order,
    placement_room,
    placement_types,
)
from engine.core.agenda import PhaseFrame
from engine.core.blocks import Influence
from engine.core.event_log import EventLog
from engine.core.ids import NationName
from engine.game import check_action
from engine.rules.blocks.economy import factory_cost_of, standing_of
from engine.rules.blocks.influence import resolve_marker
from engine.rules.blocks.new_year import resolve_new_year
from engine.rules.blocks.points import capitals_held
from engine.rules.blocks.production import points_left
from tests.support.blocks import DEFINITION, Piece, do, position, rules, with_cards

PIECES: list[Piece] = [
    ("Axis", "tank", "Berlin"),
    ("West", "infantry", "London"),
    ("USSR", "infantry", "Moscow"),
]
AXIS_WEST = (("Axis", "West"),)


def agreed(state: State, *lines: str) -> State:
    return apply(state, AgreedEdit(tuple(parse_change(line, DEFINITION) for line in lines))).state


def refused(state: State, *lines: str) -> list[str]:
    edit = AgreedEdit(tuple(parse_change(line, DEFINITION) for line in lines))
    return [one.code for one in check_action(state, edit)]


def new_year(state: State) -> State:
    log = EventLog(state)
    log.extend(resolve_new_year(state))
    return log.state


def winter(
    round_number: int = 1,
    *,
    wars: tuple[tuple[str, str], ...] = (),
    chits: Mapping[str, int] | None = None,
    disturbed: tuple[str, ...] = (),
    influence: Mapping[str, Influence] | None = None,
    satellites: Mapping[str, str] | None = None,
    blockades: Mapping[str, str] | None = None,
) -> State:
    state = position(PIECES, nation="USSR", season="winter", wars=wars)
    assert state.blocks is not None
    blocks = replace(
        state.blocks,
        chits=chits or {},
        disturbed=disturbed,
        influence=influence or {},
        satellites=satellites or {},
        blockades=blockades or {},
    )
    return replace(state, round=round_number, blocks=blocks)


def test_T109_T114_T140_levels_and_factory_costs_of_the_set_up() -> None:
    state = new_game(DEFINITION).state
    numbers = {
        nation: (one.population, one.resources, one.industry, one.level, one.factory_cost)
        for nation in ("Axis", "West", "USSR")
        for one in [standing_of(state, nation)]
    }
    assert numbers == {
        "Axis": (11, 6, 12, 11, 5),
        "West": (12, 11, 7, 7, 6),
        "USSR": (12, 11, 9, 9, 7),
    }


def test_T87_T113_after_the_set_up_all_are_at_peace_and_hold_a_chit() -> None:
    state = apply(new_game(DEFINITION).state, RollResult((2,))).state
    assert state.blocks is not None
    assert state.blocks.wars == () and state.blocks.chits == {"Axis": 1, "West": 1, "USSR": 1}


def test_T105_without_its_main_capital_a_nation_produces_nothing() -> None:
    state = position(PIECES, wars=AXIS_WEST, owners={"London": "Axis"})
    assert standing_of(state, "West").level == 0


def test_T107_T147_influence_brings_population_and_resources_and_no_land() -> None:
    state = agreed(position(PIECES), "influence Rumania: 1 Axis")
    one = standing_of(state, "Axis")
    assert (one.population, one.resources) == (12, 8)
    assert rules(state, "move 1 tank: Berlin > Prague > Munich") == ["T32"]
    assert not state.owners.get("Bucharest")


def test_T150_three_markers_make_a_satellite_for_good() -> None:
    state = agreed(position(PIECES), "influence Austria: 3 Axis")
    assert state.owners["Vienna"] == "Axis" and state.blocks is not None
    assert state.blocks.influence == {} and state.blocks.satellites == {"Austria": "Axis"}
    assert refused(state, "influence Austria: 1 West") == ["edit-no-influence"]
    assert standing_of(state, "Axis").population == 12


def test_T115_T231_war_with_one_rival_makes_resources_count() -> None:
    state = agreed(position(PIECES), "war Axis: West", "industry Axis: 14")
    axis, ussr = standing_of(state, "Axis"), standing_of(state, "USSR")
    assert (axis.at_war, axis.level, ussr.at_war, ussr.level) == (True, 6, False, 9)


def test_T229_a_declaration_costs_the_declarer_a_point_and_the_victim_a_step() -> None:
    state = agreed(position(PIECES), "war Axis: West", "war Axis: USSR")
    assert (factory_cost_of(state, "West"), factory_cost_of(state, "USSR")) == (5, 5)
    assert factory_cost_of(state, "Axis") == 5
    before = block_nation(position(PIECES), "USSR").points, block_nation(state, "USSR").points
    assert before == (9, 9)
    assert block_nation(state, "Axis").points == standing_of(state, "Axis").level - 2


def test_T240_points_of_the_rule_book() -> None:
    """Level 17, two stages, one capital, chits 0 + 1 + 2, one declaration: 23."""
    known = {"Axis": ("atomic_research_1", "atomic_research_2")}
    pieces: list[Piece] = [*PIECES, ("Axis", "tank", "Paris")]
    state = position(pieces, owners={"Paris": "Axis"}, technologies=known)
    held = agreed(state, "dividends Axis: 3 > 3", "war Axis: West")
    assert capitals_held(held, "Axis") == ("Paris",)
    assert block_nation(held, "Axis").points == standing_of(held, "Axis").level + 2 + 2 + 3 - 1


def test_T243_washington_counts_for_others_once_the_usa_has_joined() -> None:
    state = position(PIECES, owners={"Washington": "Axis"})
    assert capitals_held(state, "Axis") == ()
    assert state.blocks is not None
    joined = replace(state, blocks=replace(state.blocks, satellites={"USA": "West"}))
    assert capitals_held(joined, "Axis") == ("Washington",)


def test_T134_who_fought_or_violated_somebody_gets_no_chit() -> None:
    state = new_year(winter(chits={"West": 1}, disturbed=("USSR",), wars=AXIS_WEST))
    assert state.blocks is not None and state.blocks.chits == {"West": 1}
    quiet = new_year(winter(chits={"West": 1}))
    assert quiet.blocks is not None
    assert quiet.blocks.chits == {"West": 2, "Axis": 1, "USSR": 1}
    violated = do(position([("Axis", "infantry", "Konigsberg")]), "violate Poland").state
    assert violated.blocks is not None and violated.blocks.disturbed == ("Axis",)


def test_T129_marks_of_the_blockade_go_with_the_year() -> None:
    state = new_year(winter(blockades={"Delhi": "all"}))
    assert state.blocks is not None and state.blocks.blockades == {}


def test_T162_T163_only_the_west_has_a_use_of_the_usa() -> None:
    state = position(PIECES)
    axis = agreed(state, "influence USA: 3 Axis")
    assert standing_of(axis, "Axis").population == 11 and axis.blocks is not None
    assert axis.blocks.influence["USA"] == Influence("Axis", 3)
    west = standing_of(agreed(state, "influence USA: 1 West"), "West")
    assert (west.population, west.resources) == (15, 15)


def test_T164_T165_a_satellite_usa_has_fortresses_and_stays_at_home_in_peace() -> None:
    state = agreed(position(PIECES, nation="West"), "influence USA: 3 West")
    there = {unit.territory: (unit.type, unit.strength) for unit in state.units_of("West")}
    assert there["Washington"] == ("fortress", 4) and there["New York"] == ("fortress", 2)
    assert factory_cost_of(state, "West") == 5
    state = agreed(state, "add 1 West fleet: New York")
    assert rules(state, "move 1 fleet: New York > North Atlantic Ocean") == ["T165"]
    assert rules(state, "move 1 fleet: New York > Washington") == []
    war = agreed(state, "war Axis: West")
    assert rules(war, "move 1 fleet: New York > North Atlantic Ocean") == []


@pytest.mark.parametrize(
    ("year", "before", "after"),
    [
        (5, ("Axis", 1), None),
        (5, None, ("West", 1)),
        (5, ("West", 1), ("West", 2)),
        (4, None, None),
        (9, None, None),
    ],
)
def test_T166_opinion_in_the_usa_turns_to_the_west(
    year: int, before: tuple[str, int] | None, after: tuple[str, int] | None
) -> None:
    """T166: a rival's marker goes instead, in 1941 to 1944 only."""
    held = {"USA": Influence(*before)} if before else {}
    state = new_year(winter(year, influence=held))
    assert state.blocks is not None
    assert state.blocks.influence == ({"USA": Influence(*after)} if after else {})


def test_T167_T168_opinion_makes_a_satellite_that_sends_forces_every_year() -> None:
    state = new_year(winter(6, influence={"USA": Influence("West", 2)}))
    assert state.blocks is not None and state.blocks.satellites == {"USA": "West"}
    forces = [unit for unit in state.units_of("West") if unit.country == "USA"]
    assert sorted((unit.type, unit.strength) for unit in forces) == [
        ("air force", 1),
        ("fleet", 1),
        ("fortress", 2),
        ("fortress", 4),
        ("infantry", 1),
        ("tank", 1),
    ]
    again = new_year(replace(state, round=7))
    assert [unit.strength for unit in again.units_of("West") if unit.type == "tank"] == [1, 2]


def test_T169_forces_that_have_just_come_gain_a_step_each_in_the_production() -> None:
    """1943: from 2 to 3 CV for a point each, and no further."""
    state = new_year(winter(7, satellites={"USA": "West"}))
    step = [entry.name for entry in DEFINITION.sequence].index("westProduction")
    frame = PhaseFrame(step, NationName("West"), "production", "open")
    held = {**state.owners, "Washington": NationName("West")}
    state = with_cards(replace(state, agenda=(frame,), owners=held), {})
    left = points_left(state)
    for kind in ("tank", "fleet", "infantry", "air force"):
        state = do(state, f"strengthen 1 {kind}: Washington").state
        assert rules(state, f"strengthen 1 {kind}: Washington") == ["T119"]
    forces = [unit.strength for unit in state.units_in("Washington") if unit.type != "fortress"]
    assert forces == [3, 3, 3, 3] and points_left(state) == left - 4


def test_T170_forces_of_a_year_in_which_the_usa_had_not_joined_are_forgone() -> None:
    state = new_year(winter(7, satellites={"USA": "West"}))
    assert [unit.strength for unit in state.units_of("West") if unit.type == "tank"] == [2]


def test_T171_attacked_it_sends_the_next_forces_in_the_next_years() -> None:
    state = position([*PIECES, ("Axis", "infantry", "North Atlantic Ocean")], wars=AXIS_WEST)
    joined = do(state, "violate USA").state
    assert joined.blocks is not None and joined.blocks.waves == {"USA": 1}
    step = [entry.name for entry in DEFINITION.sequence].index("nextYear")
    late = replace(joined, agenda=(replace(joined.phase, step=step),))
    for year, tanks in ((4, [1, 2]), (5, [1, 2, 3])):
        late = new_year(replace(late, round=year))
        assert [unit.strength for unit in late.units_of("West") if unit.type == "tank"] == tanks


def test_T96_no_more_blocks_than_the_box_has() -> None:
    state = position(PIECES)
    assert refused(state, "add 3 Axis carrier: Berlin") == ["edit-box-empty"]
    full = agreed(state, "add 2 Axis carrier: Berlin")
    assert refused(full, "add 1 Axis carrier: Berlin") == ["edit-box-empty"]
    start = apply(new_game(DEFINITION).state, RollResult((2,))).state
    order = parse_order("place 4 carrier: Berlin", DEFINITION)
    assert [one.code for one in check_action(start, order)] == ["box-empty"]


def test_T17_T96_a_place_takes_as_many_cadres_of_a_type_as_may_be_placed_there() -> None:
    """Also in the middle of the set-up, when the box of a country is nearly empty."""
    state = apply(new_game(DEFINITION).state, RollResult((2,))).state
    nation = state.nation
    for wanted in (*("infantry",) * 12, "tank", "fleet"):
        takes = placement_types(state, nation)
        for place, room in placement_room(state, nation):
            for kind in DEFINITION.unit_types:
                legal = [
                    number
                    for number in range(1, room + 1)
                    if not check(state, Place((Pick(number, kind, ""),), place))
                ]
                assert takes.get(place, {}).get(kind, 0) == max(legal, default=0)
        # Italy, whose box is small, has the last of them.
        there = next((name for name in reversed(takes) if wanted in takes[name]), None)
        if there is not None:
            state = apply(state, Place((Pick(1, wanted, ""),), there)).state
    assert min(len(types) for types in takes.values()) < len(DEFINITION.unit_types)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("industry Axis: 100", "edit-bad-number"),
        ("influence Rumania: 4 Axis", "edit-bad-number"),
        ("influence France: 1 Axis", "edit-no-influence"),
        ("influence Canada: 1 West", "edit-no-influence"),
        ("war Axis: Axis", "edit-same-nation"),
        ("dividends Axis: 1 > 3", "edit-bad-number"),
        ("dividends Axis: 33 > 0", "edit-bad-number"),
        ("command Axis: K9", "edit-not-now"),
    ],
)
def test_changes_that_cannot_be_are_refused(line: str, code: str) -> None:
    """T109, T133, T150, T160, T184, T229."""
    assert refused(position(PIECES), line) == [code]


def test_T160_a_violated_country_listens_to_nobody() -> None:
    state = agreed(position(PIECES), "influence Poland: 2 West")
    violated = (
        do(state, "violate Poland").state
        if False
        else position(PIECES, violated=(("Axis", "Poland"),))
    )
    assert refused(violated, "influence Poland: 1 West") == ["edit-no-influence"]


def test_T232_a_violation_takes_all_markers_away() -> None:
    state = agreed(position([("Axis", "infantry", "Konigsberg")]), "influence Poland: 1 West")
    after = do(state, "violate Poland").state
    assert after.blocks is not None and after.blocks.influence == {}


def test_peace_is_made_by_agreement() -> None:
    state = agreed(position(PIECES), "war Axis: West", "war Axis: no West")
    assert state.blocks is not None
    assert (state.blocks.wars, state.blocks.aggressors) == ((), ())


def test_T86_opinion_comes_before_dividends_and_forces_after_them() -> None:
    state = winter(6, influence={"USA": Influence("West", 2)})
    kinds = [type(event).__name__ for event in resolve_new_year(state)]
    assert kinds == ["InfluenceSet", "CountryAligned", "DividendsDue", "ForcesArrived"]


def test_T146_a_marker_removes_one_of_a_rival_instead() -> None:
    state = position(PIECES)
    for nation, held in (("Axis", ("Axis", 1)), ("Axis", ("Axis", 2)), ("West", ("Axis", 1))):
        log = EventLog(state)
        log.extend(resolve_marker(state, nation, "Sweden"))
        state = log.state
        assert state.blocks is not None
        assert state.blocks.influence == {"Sweden": Influence(*held)}
    only = agreed(state, "influence Sweden: 1 West")
    assert only.blocks is not None and only.blocks.influence["Sweden"] == Influence("West", 1)
