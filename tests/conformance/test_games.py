"""Recorded games of the TripleA engine, played again by ours and compared step by step.

A choice of games of each map; ``python -m tests.conformance.games`` takes all of them.
"""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine import check, load_scenario
from engine.core.agenda import Decision
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.orders.move import Move
from engine.orders.place import Place
from engine.rules.turn.setup import start_position
from tests.conformance.games import main, summarize, summary
from tests.conformance.replay_answers import one_by_one
from tests.conformance.replay_bugs import (
    CUTS,
    as_read,
    cut_before,
    is_known_refusal,
    without_crowd,
)
from tests.conformance.replay_choices import other_ways
from tests.conformance.replay_game import SHARED, Result, replay_file
from tests.conformance.replay_json import Json, Table
from tests.conformance.replay_record import Action, Ask, Dice, read_game
from tests.conformance.replay_states import differences, plain_hash
from tests.conformance.replay_units import Identities
from tests.support.positions import big_world, position

GAMES = SHARED / "games"

needs_games = pytest.mark.skipif(
    not GAMES.is_dir(), reason="the recorded games are not beside the project"
)

CHOSEN = (
    "big_world_1942.s28.wild2-wild.opt.ll",
    "big_world_1942.s8.pro",
    "pact_of_steel.s27.wild2.opt",
    "classic.s24.wild2.ll",
    "iron_blitz.s26.wild2.opt.ll",
    "minimap.s28.wild2-wild.opt",
    "FirstPunicWar.s2.wild2",
    "ww2v3_1941.s28.wild2-wild.opt.ll",
    "europe_AAE.s26.wild2.opt.ll",
    "pacific.s25.wild2.opt",
    "gold.s1.wild-weak",
    "WW2v5_1942_2nd.s2.wild2",
    "Diplomacy.s1.wild",
    "sengokuJidai.s1.wild-weak",
)
"""Normal dice and low luck, changed options, refused orders, every player program."""


@pytest.mark.parametrize(
    ("what", "ways", "possible", "said"),
    [
        ("retreat", ("A", "B"), ["B", "A"], ""),
        ("retreat", ("", "A"), ["A"], "Z more and nothing less"),
        ("withdraw", ("A",), ["A", "Z"], "nothing more and Z less"),
        ("submerge", (), ["Z"], ""),
        ("retreat", ("A",), None, "only ours asks"),
    ],
)
def test_retreats_that_one_engine_offers_and_the_other_does_not_are_told(
    what: str, ways: tuple[str, ...], possible: list[Json] | None, said: str
) -> None:
    decision = Decision("Germans", what, "Z", round=2, territories=ways)
    asked = (
        [] if possible is None else [Ask("retreatQuery", "Germans", {"possible": possible}, None)]
    )
    told = other_ways(decision, asked)
    assert told.endswith(said) and bool(told) == bool(said)


@pytest.mark.parametrize(
    ("faces", "rolls", "told"),
    [(5, (3, 3), [3, 4]), (6, (2, 2), [2, 2]), (3, (3, 2), [3, 1]), (4, (2, 1, 1), [2, 2, 2])],
)
def test_dice_that_choose_several_aircraft_are_told_one_after_another(
    faces: int, rolls: tuple[int, ...], told: list[int]
) -> None:
    """The first two are recorded: armies 3 and 5 of five, and armies 2 and 3 of six, were lost."""
    assert one_by_one(rolls, faces) == told


@needs_games
@pytest.mark.slow
@pytest.mark.parametrize("name", CHOSEN)
def test_a_recorded_game_is_equal_to_its_last_step(name: str) -> None:
    result = replay_file(GAMES / f"{name}.jsonl.gz")
    assert result.difference == ""
    assert result.disputes == []
    assert result.is_equal
    assert result.steps > 30
    assert result.explained == 0


@needs_games
def test_every_known_defect_is_explained_and_belongs_to_a_game() -> None:
    page = (Path(__file__).parent / "engine_bugs.md").read_text(encoding="utf-8")
    for cut in CUTS:
        assert f"## {cut.section}" in page
        assert cut.game in page
        name = f"{cut.game}.jsonl.gz"
        assert (GAMES / name).exists() or (SHARED / "games-2" / name).exists()


@pytest.mark.parametrize("by_file", [True, False])
def test_heavy_bombers_are_those_of_the_file_though_the_property_was_changed(
    by_file: bool,
) -> None:
    world = big_world(lhtr_heavy_bombers=not by_file)
    change: Json = {"default": by_file, "value": not by_file}
    read = as_read(world, {"LHTR Heavy Bombers": change})
    (ability,) = read.unit_types["bomber"].tech_abilities
    assert (ability.defence_dice, ability.raid_bonus) == ((1, 1) if by_file else (0, 0))
    assert read.options == world.options
    assert as_read(world, {}) == world


def _move(units: Json, route: list[Json], transports: Table) -> Action:
    body: Table = {"units": units, "ids": [1], "route": route, "transports": transports}
    return Action("move", body, True, "", (), ())


def test_a_comparison_ends_before_infantry_boards_a_bomber_over_the_sea() -> None:
    state = start_position(big_world())
    shore, board = "England", state.definition.board
    zone = next(name for name in board.neighbours(shore) if board.is_sea[name])
    soldier = next(u for u in state.units_in(shore) if u.type == "infantry")
    bomber = next(u for u in state.units.values() if u.type == "bomber")
    ship = next(u for u in state.units.values() if u.type == "transport")
    listed = [(u.id, u.type, u.owner, u.territory) for u in state.units.values()]
    known = Identities(state, listed)
    names: Json = {soldier.owner: {"infantry": 1}}

    def cut(carrier: Unit) -> str:
        boards: Table = {str(soldier.id): carrier.id}
        return cut_before(state, _move(names, [shore, zone], boards), known)

    assert cut(bomber) == "Infantry that boards a bomber over the sea"
    assert cut(ship) == ""


@pytest.mark.parametrize(("waiting", "known"), [(0, False), (2, True), (3, False)])
def test_a_flight_is_refused_wrongly_where_all_aircraft_over_the_sea_find_a_seat(
    waiting: int, known: bool
) -> None:
    zone, beyond = "SZ 18 West Atlantic", "SZ 19 Atlantic"
    seas = [name for name, is_sea in big_world().board.is_sea.items() if is_sea]
    state = position(
        big_world(),
        "British",
        "combat_move",
        cleared=seas,
        units=[(zone, "British", "carrier", 1), (zone, "British", "fighter", 1 + waiting)],
    )
    fighters = [unit for unit in state.units_in(zone) if unit.type == "fighter"]
    # Those that wait have no steps left; the first one has two, there and back.
    worn = {u.id: replace(u, moved=2 if u is fighters[0] else 4) for u in fighters}
    state = replace(state, units={**state.units, **worn})
    order = Move((Pick(1, "fighter", "", (fighters[0].id,)),), (zone, beyond))
    body: Table = {"units": {}, "ids": [], "route": [zone, beyond]}
    action = Action("move", body, False, "Not all air units can land", (), ())
    assert is_known_refusal(state, action, order) == known
    assert not is_known_refusal(state, action)


@pytest.mark.parametrize("fought", [False, True])
def test_a_ship_that_fought_is_held_wrongly_for_what_it_loaded_in_an_earlier_turn(
    *, fought: bool
) -> None:
    zone, shore = "SZ 28 Eastern Mediterranean", "Syria"
    state = position(big_world(), "British", "noncombat_move")
    (ship,) = (u for u in state.units_in(zone) if u.type == "transport")
    soldier = Unit(9001, "infantry", "British", zone, carried_by=ship.id)
    both = {soldier.id: soldier, ship.id: replace(ship, in_combat=fought)}
    state = replace(state, units={**state.units, **both})
    order = Move((Pick(1, "infantry", "", (soldier.id,)),), (zone, shore))
    error = "Transport cannot both load AND unload after being in combat; 1 error not shown"
    body: Table = {"units": {}, "ids": [], "route": [zone, shore]}
    assert check(state, order) == ()
    assert is_known_refusal(state, Action("move", body, False, error, (), ()), order) == fought


@pytest.mark.parametrize("kind", ["fighter", "infantry"])
@pytest.mark.parametrize("owner", ["Germans", "Japanese", "Russians"])
def test_aircraft_are_kept_wrongly_from_own_land_where_enemies_stand(kind: str, owner: str) -> None:
    state = position(
        big_world(),
        "Germans",
        "noncombat_move",
        cleared=("Finland",),
        units=[("Finland", owner, "infantry", 1), ("Norway", "Germans", kind, 1)],
    )
    unit = next(u for u in state.units_in("Norway") if u.type == kind)
    order = Move((Pick(1, kind, "", (unit.id,)),), ("Norway", "Finland"))
    body: Table = {"units": {}, "ids": [], "route": ["Norway", "Finland"]}
    action = Action("move", body, False, "Cannot advance to battle in non combat", (), ())
    known = kind == "fighter" and owner == "Russians"
    assert is_known_refusal(state, action, order) == known


@pytest.mark.parametrize(("aboard", "stay"), [(0, 2), (1, 1), (2, 0)])
def test_new_aircraft_without_room_beside_those_aboard_are_taken_out_of_the_hand(
    aboard: int, stay: int
) -> None:
    zone = "10 Sea Zone"
    state = position(
        load_scenario("second_edition_global_1940"),
        "Americans",
        "place",
        cleared=[zone],
        units=[(zone, "Americans", "carrier", 1), (zone, "Americans", "fighter", aboard)],
        unplaced={"fighter": 2, "infantry": 1},
    )
    order = Place((Pick(2, "fighter"),), zone)
    assert bool(check(state, order)) == (aboard > 0)
    areas: Table = {zone: {"units": {"Americans": {"carrier": 1, "fighter": 2}}}}
    placed, after = without_crowd(state, order, areas)
    assert placed == Place((Pick(stay, "fighter"),) if stay else (), zone)
    assert after.unplaced["Americans"] == {"infantry": 1} | ({"fighter": stay} if stay else {})


@needs_games
def test_the_last_line_counts_and_the_exit_code_tells(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([str(GAMES / "lhtr.s28.wild2-wild.opt.ll.jsonl.gz")]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == (
        "1 of 1 games equal, 0 unequal, 0 with a named defect of that engine, 0 refused;"
        " 50 of 50 steps, 201 of 201 orders agreed"
    )


def test_a_summary_has_a_line_for_each_game_and_groups_like_differences(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(place: str, kind: str) -> str:
        where = f"territories / {place} / units / British / {kind}"
        head = "step 3, round 1 japaneseBattle: the positions differ"
        return f"{head}\n    {where}: recorded 1, ours 2"

    found = [
        Result("a", steps=3, orders=5, equal_steps=3, agreed_orders=5),
        Result("b", steps=3, orders=5, equal_steps=2, difference=lost("Egypt", "fighter")),
        Result("c", steps=3, orders=5, equal_steps=2, difference=lost("Malta Sea", "bomber")),
        Result("d", steps=3, orders=5, equal_steps=3, disputes=["x: recorded accepted; ours not"]),
    ]

    def result(path: Path) -> Result:
        return found[int(path.name)]

    monkeypatch.setattr("tests.conformance.games.replay_file", result)
    assert summarize([Path(str(number)) for number in range(4)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines[:4]] == ["a", "b", "c", "d"]
    assert lines[4].startswith("2 x territories units")
    assert lines[4].endswith(": b, c")
    assert lines[5].endswith(": d")
    assert lines[6] == (
        "1 of 4 games equal, 3 unequal, 0 with a named defect of that engine, 0 refused;"
        " 10 of 12 steps, 5 of 20 orders agreed"
    )


def test_a_game_that_differs_is_not_equal() -> None:
    cut = Result("a", steps=3, orders=5, equal_steps=2, agreed_orders=5)
    disputed = Result("b", steps=3, orders=5, equal_steps=3, agreed_orders=4)
    whole = Result("c", steps=3, orders=5, equal_steps=3, agreed_orders=5)
    assert [result.is_equal for result in (cut, disputed, whole)] == [False, False, True]
    line = summary([cut, disputed, whole])
    assert line == (
        "1 of 3 games equal, 2 unequal, 0 with a named defect of that engine, 0 refused;"
        " 8 of 9 steps, 14 of 15 orders agreed"
    )


def test_differences_name_the_place_and_both_values() -> None:
    recorded: Json = {"players": {"Chinese": {"resources": {"PUs": 7}}}, "same": 1}
    ours: Json = {"players": {"Chinese": {"resources": {"PUs": 8, "tokens": 1}}}, "same": 1}
    assert list(differences(recorded, ours)) == [
        "players / Chinese / resources / PUs: recorded 7, ours 8",
        "players / Chinese / resources / tokens: recorded nothing, ours 1",
    ]
    assert plain_hash({"a": 1}) != plain_hash({"a": 2})


@pytest.mark.parametrize(
    ("strengths", "left"), [((4, 0, 2), ((5, 1),)), ((0, 0, 0), ()), ((4, 1, 2), ((5, 3, 1),))]
)
def test_dice_without_strength_are_passed_over(
    tmp_path: Path, strengths: tuple[int, ...], left: tuple[tuple[int, ...], ...]
) -> None:
    rolls = (5, 3, 1)
    told: Json = [[die, strength, "MISS"] for die, strength in zip(rolls, strengths, strict=True)]
    rolled: Json = {"rolls": [*rolls], "type": "COMBAT", "annotation": "fire"}
    happened: Json = [{"dice": rolled}, {"note": "fire", "roll": {"dice": told}}]
    nothing: Json = {"territories": {}, "players": {}, "relationships": {}}
    head: Json = {
        "map_file": "m",
        "map_sha256": "",
        "properties_changed": {},
        "units": {},
        "state": nothing,
    }
    step: Json = {
        "n": 1,
        "round": 1,
        "step": "battle",
        "player": "Romans",
        "actions": [{"start": True, "in": happened}],
        "diff": {},
        "plain_sha256": "",
    }
    path = tmp_path / "made-up.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write("".join(json.dumps(line) + "\n" for line in (head, step)))
    (action,) = read_game(path).steps[0].actions
    assert tuple(entry.rolls for entry in action.entries if isinstance(entry, Dice)) == left
