"""Which factory builds what: a matching of units to factories (B227, G25)."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from engine.core.state import TurnRecord
from engine.rules.economy.production import (
    Job,
    Workshop,
    is_production_site,
    producers_for,
    production_sites,
    spare_room,
)
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts

NAMES = ("a", "b", "c", "d")

limits_of = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 4))
jobs_of = st.lists(
    st.sets(st.sampled_from(NAMES), max_size=3).map(lambda names: tuple(sorted(names))),
    max_size=8,
)


def fits(limits: dict[str, int], jobs: list[Job]) -> bool:
    """Hall's condition: no set of jobs may depend on factories with less room than that."""
    for size in range(len(NAMES) + 1):
        for group in combinations(NAMES, size):
            bound = sum(set(job) & set(limits) <= set(group) for job in jobs)
            if bound > sum(limits.get(name, 0) for name in group):
                return False
    return True


def most_that_fit(limits: dict[str, int], jobs: list[Job]) -> int:
    """The largest number of jobs that can be done together, by trying."""
    for size in range(len(jobs), 0, -1):
        if any(fits(limits, list(some)) for some in combinations(jobs, size)):
            return size
    return 0


@given(limits_of, jobs_of)
def test_B227_as_many_jobs_are_taken_as_any_sharing_allows(
    limits: dict[str, int], jobs: list[Job]
) -> None:
    work = Workshop(limits, jobs)
    totals = dict(work.totals())
    assert sum(totals.values()) == most_that_fit(limits, jobs)
    assert all(0 < count <= limits[name] for name, count in totals.items())


@given(limits_of, jobs_of)
def test_B227_a_job_is_refused_only_when_no_sharing_has_room_for_it(
    limits: dict[str, int], jobs: list[Job]
) -> None:
    done: list[Job] = []
    work = Workshop(limits)
    for job in jobs:
        taken = work.take(job)
        assert taken == fits(limits, [*done, job])
        if taken:
            done.append(job)


def test_spare_room_counts_up_to_the_number_asked_for() -> None:
    limits = {"a": 3, "b": 2}
    assert spare_room(limits, [], ("a", "b"), 10) == 5
    assert spare_room(limits, [("a", "b")] * 2, ("a",), 10) == 3
    assert spare_room(limits, [("a", "b")] * 2, ("b",), 1) == 1
    assert spare_room(limits, [("a",)] * 3, ("a",), 10) == 0
    assert spare_room(limits, [], (), 10) == 0


def test_a_long_chain_of_exchanges_is_found() -> None:
    limits = {"a": 1, "b": 1, "c": 1, "d": 1}
    jobs: list[Job] = [("a", "b"), ("b", "c"), ("c", "d")]
    assert spare_room(limits, jobs, ("a",), 2) == 1
    assert Workshop(limits, [*jobs, ("a",)]).totals() == (("a", 1), ("b", 1), ("c", 1), ("d", 1))


def test_B219_sites_are_own_factories_held_since_the_start_of_the_turn() -> None:
    state = position(big_world(), "Germans", "place")
    assert production_sites(state, "Germans") == {
        "Eastern Germany": 7,
        "Italy": 6,
        "Western Germany": 7,
    }
    assert not is_production_site(state, "Germans", "France")
    assert not is_production_site(state, "Germans", "Moscow")
    taken = position(
        big_world(), "Germans", "place", turn=TurnRecord(conquered=("Italy",), built=())
    )
    assert "Italy" not in production_sites(taken, "Germans")


def test_B220_a_sea_zone_is_served_by_the_factories_beside_it() -> None:
    state = position(big_world(), "Germans", "place")
    sites = production_sites(state, "Germans")
    assert producers_for(state, "SZ 11 West Baltic Sea", sites) == (
        "Eastern Germany",
        "Western Germany",
    )
    assert producers_for(state, "SZ 17 English Channel", sites) == ()
    assert producers_for(state, "Italy", sites) == ("Italy",)
    assert producers_for(state, "France", sites) == ()


def test_B219_cargo_and_units_out_of_their_element_build_nothing() -> None:
    """A sea zone builds for itself if ships there can, and never for the zone beside it."""
    zone, beside, land = "SZ 17 English Channel", "SZ 16 North Atlantic", "England"
    world = big_world()
    types = {
        name: with_facts(world.unit_types[name], produces=True)
        for name in ("infantry", "transport", "battleship")
    }
    world = replace(world, unit_types={**world.unit_types, **types})
    state = position(
        world,
        "British",
        "place",
        cleared=[zone, beside, land],
        owners={zone: "British", beside: "British"},
        units=[(zone, "British", "infantry", 1)],
    )
    (soldier,) = state.units_in(zone)
    assert not is_production_site(state, "British", zone)
    aboard = replace(state, units={**state.units, soldier.id: replace(soldier, carried_by=1)})
    assert not is_production_site(aboard, "British", zone)
    ashore = replace(state, units={**state.units, soldier.id: replace(soldier, territory=land)})
    assert is_production_site(ashore, "British", land)
    ship = replace(soldier, type="battleship")
    afloat = replace(state, units={**state.units, soldier.id: ship})
    sites = production_sites(afloat, "British")
    assert zone in producers_for(afloat, zone, sites)
    assert zone not in producers_for(afloat, beside, sites)
    stranded = replace(afloat, units={**state.units, ship.id: replace(ship, territory=land)})
    assert not is_production_site(stranded, "British", land)
