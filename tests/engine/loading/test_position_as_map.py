"""A position as a map file: read again it is the same, and all else of the file has stayed.

The engine of TripleA has read such files of five maps (docs/adr/0095); here our own reader does.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine import Definition, DefinitionError, State, new_game
from engine.loading import map_at, read_triplea_map
from tests.engine.loading.small_map import SMALL_MAP, small_map

STRAITS = small_map()


def begun(data: bytes) -> tuple[Definition, State]:
    """What a map file says, and the state at its start."""
    definition = read_triplea_map(data, "triplea")
    return definition, new_game(definition).state


def counted(state: State) -> Mapping[tuple[str, ...], int]:
    units = state.units.values()
    return Counter(
        (one.territory, one.owner, one.type, str(one.hits), str(one.damage)) for one in units
    )


def moved_on(state: State, **changes: object) -> State:
    """The position a while later: the Reds have lost Redland, and a battleship its second hit."""
    units = {
        name: replace(one, territory="Redland", owner="Blues")
        if one.territory == "Blueland"
        else one
        for name, one in state.units.items()
        if one.territory != "Redland"
    }
    return replace(
        state,
        units=units,
        owners={**state.owners, "Redland": "Blues"},
        resources={"Reds": {"PUs": 3}, "Blues": {"PUs": 21}},
        unplaced={"Blues": {"howitzer": 2}},
        technologies={"Reds": ("rockets", "jet_power")},
        **{"round": 4, **changes},
    )


def test_a_position_read_again_is_the_same() -> None:
    definition, start = begun(STRAITS)
    state = moved_on(start)
    made = map_at(STRAITS, definition, state)
    again, new = begun(made.data)
    assert counted(new) == counted(state)
    assert new.owners == state.owners
    assert new.technologies["Reds"] == ("jet_power", "rockets")
    assert {who: units for who, units in new.unplaced.items() if units} == state.unplaced
    assert {nation: dict(held) for nation, held in new.resources.items()}["Reds"]["PUs"] == 3
    assert new.resources["Blues"]["PUs"] == 21
    assert again.original_owner("Redland") == definition.original_owner("Redland") == "Reds"
    assert again.name == made.name == "Straits (round 4, Reds)"
    assert made.left_out == ("which units are aboard which ships: they lie in the same area",)


def test_only_the_places_of_the_start_are_changed() -> None:
    definition, start = begun(STRAITS)
    made = map_at(STRAITS, definition, moved_on(start)).data.decode()
    old = SMALL_MAP
    for tag in ("initialize", "sequence"):
        form = rf"(?s)<{tag}>.*</{tag}>"
        made, old = re.sub(form, "", made), re.sub(form, "", old)
    lost = [line for line in old.splitlines() if line not in made.splitlines()]
    assert [line.strip() for line in lost] == [
        '<info name="Straits" version="1.2"/>',
        '<option name="techCost" value="4"/><option name="rocket" value="false"/>',
    ]
    assert '<option name="rocket" value="true"/>' in made
    assert '<option name="jetPower" value="true"/>' in made
    assert '<offset round="3"/>' in made


def steps_of(data: bytes) -> list[tuple[str, str]]:
    sequence = re.search(rb"(?s)<sequence>(.*)</sequence>", data)
    assert sequence is not None
    rows = re.findall(rb"<step ([^>]*)>", sequence[1])
    found = []
    for row in rows:
        words = dict(re.findall(r'(\w+)="([^"]*)"', row.decode()))
        found.append((words["name"], words.get("maxRunCount", "")))
    return found


def test_the_rest_of_a_round_stands_once_before_whole_rounds() -> None:
    end = '<step name="endRoundStep" delegate="endRound"/>'
    blue = '<step name="blueCombatMove" delegate="move" player="Blues">'
    blue += '<stepProperty name="skipPosting" value="true"/></step>'
    both = small_map(end, f'<step name="blueTech" delegate="tech" player="Blues"/>{blue}{end}')
    definition, start = begun(both)
    index = next(i for i, one in enumerate(definition.sequence) if one.name == "blueCombatMove")
    state = moved_on(start, agenda=(replace(start.phase, step=index, nation="Blues"),))
    made = map_at(both, definition, state)
    rounds = ["redTech", "redCombatMove", "redNonCombatMove", "blueTech", "blueCombatMove"]
    assert steps_of(made.data) == [
        ("gameInit", "1"),
        # The technology phase, in which there was nothing to do, belongs to the turn.
        *(
            (f"rest-of-round-{name}", "1")
            for name in ("blueTech", "blueCombatMove", "endRoundStep")
        ),
        *((name, "") for name in (*rounds, "endRoundStep")),
    ]
    assert made.data.count(b'name="skipPosting"') == 3
    assert b'<offset round="4"/>' in made.data
    assert "the number of the round until its end: it shows as the next one" in made.left_out


def test_what_a_set_up_cannot_say_is_listed() -> None:
    definition, start = begun(STRAITS)
    ship = next(one for one in start.units.values() if one.type == "battleship")
    units = {
        name: replace(one, carried_by=ship.id)
        if one.territory == "North Sea" and one is not ship
        else one
        for name, one in start.units.items()
    }
    state = replace(start, units=units, technologies={"Blues": ("rockets",)}, used={"x": (1, 1)})
    told = map_at(STRAITS, definition, state).left_out
    assert [line.partition(":")[0] for line in told] == [
        "which units are aboard which ships",
        "the technology rockets of the Blues",
        "which objectives and triggers have happened before",
    ]


def test_names_are_written_in_any_encoding() -> None:
    text = SMALL_MAP.replace("Redland", "Rødland &amp; Öst").replace(
        " ?>", ' encoding="ISO-8859-1"?>'
    )
    data = text.encode("latin-1")
    definition, start = begun(data)
    again, new = begun(map_at(data, definition, start).data)
    assert counted(new) == counted(start)
    assert "Rødland & Öst" in again.board.territories


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('<territory name="South Sea"', '<territory name="East Sea"', "no area 'South Sea'"),
        ('<unit name="ranger"/>', "", "no unit 'ranger'"),
        ('name="redCombatMove"', 'name="redStroll"', "no step 'redCombatMove'"),
    ],
)
def test_a_file_of_another_game_is_refused(old: str, new: str, why: str) -> None:
    definition, start = begun(STRAITS)
    with pytest.raises(DefinitionError, match=why):
        map_at(small_map(old, new), definition, start)


@pytest.mark.parametrize(
    "data", [b"", b"<game/>", b"<x/>", '<?xml version="1.0"?><game/>'.encode("utf-16")]
)
def test_what_is_no_map_file_is_refused(data: bytes) -> None:
    definition, start = begun(STRAITS)
    with pytest.raises(DefinitionError):
        map_at(data, definition, start)


def test_a_long_name_is_cut_to_what_the_engine_lists() -> None:
    data = small_map('name="Straits"', f'name="{"S" * 80}"')
    definition, start = begun(data)
    made = map_at(data, definition, start)
    assert len(made.name) == 70 and made.name.endswith("S (round 1, Reds)")


def test_land_that_nobody_had_first_is_named() -> None:
    definition, start = begun(STRAITS)
    state = replace(start, owners={**start.owners, "Blueland": "Reds"})
    told = map_at(STRAITS, definition, state).left_out
    assert "who had Blueland first: it counts as always of its owner" in told
