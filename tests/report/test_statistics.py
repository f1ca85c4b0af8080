"""Statistics by nation and alliance, now and from turn to turn (B235, B258)."""

from engine import State, load_scenario, new_game
from pbem.report.course import course_lines, course_of
from pbem.report.statistics import by_alliance, sides_of, statistics_of
from tests.support.positions import big_world, position


def start() -> State:
    return position(big_world(), "Russians", "purchase")


def test_B258_what_is_counted_of_a_nation() -> None:
    figures = {heading: rows["Russians"] for heading, rows in statistics_of(start())}
    assert figures == {
        "Income of the land (PUs)": 34,
        "Value of the units (PUs)": 304,
        "Territories": 27,
        "Victory cities": 3,
        "Technologies": 0,
    }


def test_B258_alliances_are_the_sums_of_their_nations() -> None:
    state = start()
    sums = dict(by_alliance(state, statistics_of(state)))
    assert sums["Victory cities"] == {"Allies": 12, "Axis": 9}
    assert sums["Income of the land (PUs)"]["Axis"] == 60 + 41


def test_where_everybody_plays_alone_there_are_no_sums() -> None:
    state = new_game(load_scenario("triumph_tragedy")).state
    assert sides_of(state) == {}
    assert by_alliance(state, statistics_of(state)) == ()


def test_a_course_has_a_number_for_each_position_and_bars_from_low_to_high() -> None:
    first = start()
    cleared = position(big_world(), "Russians", "purchase", cleared=("Moscow",))
    course = course_of((first, cleared, first))
    values = course["Value of the units (PUs)"]["Russians"]
    assert values[0] == values[2] > values[1] > 0
    lines = course_lines(
        {"Cities": {"Allies": [0, 4, 8], "Axis": [8, 8, 8]}, "None": {"Axis": [0]}}
    )
    assert lines == ["Cities", "  Allies           0     8  ▁▅█", "  Axis             8     8  ███"]


def test_the_course_of_a_beginning_is_one_number() -> None:
    assert course_lines({"Cities": {"Allies": [5]}}) == ["Cities", "  Allies           5"]


def test_a_long_course_has_as_many_bars_as_fit_and_ends_with_the_last() -> None:
    (_, line) = course_lines({"Cities": {"Allies": [0] * 199 + [8]}})
    bars = line.split()[-1]
    assert (len(bars), bars[-1], bars[0]) == (40, "█", "▁")
