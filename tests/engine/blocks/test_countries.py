"""Countries: declarations and what follows, partition, intervention, capitals that fall."""

from dataclasses import replace

from engine import Decision, Move, State, legal, legal_starts
from engine.rules.blocks.control import resolve_control
from tests.support.blocks import ALL_AT_WAR, Piece, codes, do, places, position, rules


def types(state: State, place: str) -> list[tuple[str, str, int, str]]:
    """Owner, type, strength and country of the units in an area, in order of identity."""
    there = state.units_in(place)
    return [(unit.owner, unit.type, unit.strength, unit.country) for unit in there]


def after_the_turn(
    pieces: list[Piece],
    nation: str = "Axis",
    countries: dict[int, str] | None = None,
    violated: tuple[tuple[str, str], ...] = (),
) -> State:
    """The position after the combat and supply phases of a nation, in which nothing is fought."""
    state = position(
        pieces,
        nation=nation,
        phase="combat",
        wars=ALL_AT_WAR,
        countries=countries,
        violated=violated,
    )
    return do(state, "done").state


def test_T98_T99_an_empty_colony_goes_with_its_own_capital() -> None:
    empty = resolve_control(position([("West", "infantry", "Cyrenaica")], wars=ALL_AT_WAR))
    assert {event.territory: event.owner for event in empty} == {"Cyrenaica": "West"}
    taken = resolve_control(position([("West", "infantry", "Tripoli")], wars=ALL_AT_WAR))
    assert {event.territory: event.owner for event in taken} == {
        "Tripoli": "West",
        "Cyrenaica": "West",
    }
    rome = resolve_control(position([("West", "infantry", "Rome")], wars=ALL_AT_WAR))
    assert "Tripoli" not in {event.territory for event in rome}


def test_T99_land_that_is_left_goes_back_with_the_capital_of_its_country() -> None:
    """The Axis took Lvov alone: without a unit it is Poland's again."""
    left = resolve_control(position([], owners={"Lvov": "Axis"}, violated=(("Axis", "Poland"),)))
    assert [(event.territory, event.owner) for event in left] == [("Lvov", "")]


def test_T106_any_unit_keeps_the_friendly_area_it_stands_in() -> None:
    owners = {"Istanbul": "West", "Ankara": "USSR", "Izmir": "West"}
    state = position([("West", "fleet", "Istanbul")], wars=ALL_AT_WAR, owners=owners)
    changed = {event.territory: event.owner for event in resolve_control(state)}
    assert "Istanbul" not in changed
    assert changed["Izmir"] == "USSR"


def test_T100_T101_when_paris_falls_all_french_blocks_leave_the_game() -> None:
    pieces: list[Piece] = [
        ("Axis", "infantry", "Paris"),
        ("West", "fortress", "Lorraine", 3),
        ("West", "fleet", "Western Mediterranean"),
        ("West", "infantry", "Algiers"),
        ("West", "infantry", "London"),
        ("West", "tank", "Marseille"),
    ]
    state = after_the_turn(pieces, countries={3: "France", 6: "Britain"})
    assert places(state) == {1: "Paris", 5: "London", 6: "Marseille"} | {
        key: unit.territory for key, unit in state.units.items() if unit.owner == "Neutral"
    }
    assert state.blocks is not None and state.blocks.defeated == ("France",)
    assert state.owners["Marseille"] == "West"
    assert state.owners["Lorraine"] == state.owners["Gascony"] == "Axis"


def test_T103_colonies_of_a_defeated_power_that_nobody_holds_are_armed_minors() -> None:
    """The Playbook: Algiers 2, Syria 1."""
    state = after_the_turn([("Axis", "infantry", "Paris")])
    assert types(state, "Algiers") == [("Neutral", "fortress", 2, "French North Africa")]
    assert types(state, "Damascus") == [("Neutral", "fortress", 1, "Syria")]
    assert "Morocco" not in state.owners and "Damascus" not in state.owners


def test_T103_a_british_unit_in_algiers_keeps_french_north_africa() -> None:
    pieces: list[Piece] = [("Axis", "infantry", "Paris"), ("West", "infantry", "Algiers")]
    state = after_the_turn(pieces, countries={2: "Britain"})
    assert types(state, "Algiers") == [("West", "infantry", 1, "Britain")]
    assert state.owners["Morocco"] == "West"
    assert "Damascus" not in state.owners


def test_T100_a_capital_with_a_defender_left_has_not_fallen() -> None:
    pieces: list[Piece] = [("Axis", "infantry", "Paris"), ("West", "infantry", "Paris")]
    state = after_the_turn([*pieces, ("West", "fortress", "Lorraine")])
    assert 3 in state.units
    assert state.blocks is not None and state.blocks.defeated == ()


def test_T105_a_great_power_is_not_defeated() -> None:
    state = after_the_turn([("Axis", "infantry", "London"), ("West", "infantry", "Glasgow")])
    assert state.blocks is not None and state.blocks.defeated == ()
    assert state.owners["London"] == "Axis"
    assert 2 in state.units


def test_T236_a_minor_whose_capital_falls_loses_its_garrisons() -> None:
    pieces: list[Piece] = [
        ("Axis", "infantry", "Warsaw"),
        ("Neutral", "fortress", "Lvov", 2),
        ("Neutral", "fortress", "Oslo"),
    ]
    state = after_the_turn(pieces, violated=(("Axis", "Poland"),))
    assert places(state) == {1: "Warsaw", 3: "Oslo"}
    assert state.owners["Lvov"] == "Axis"


def test_T236_only_an_enemy_of_the_minor_defeats_it() -> None:
    pieces: list[Piece] = [("West", "infantry", "Warsaw"), ("Neutral", "fortress", "Lvov", 2)]
    state = after_the_turn(pieces, nation="West")
    assert 2 in state.units


def test_T171_only_the_axis_violates_the_usa_and_it_joins_the_west() -> None:
    """No neutral garrison in New York: a fortress of the USA, and the forces of 1942."""
    pieces: list[Piece] = [("Axis", "fleet", "North Atlantic Ocean"), ("Axis", "tank", "Ottawa")]
    state = position(pieces, wars=(("Axis", "West"),))
    declared = do(state, "violate USA").state
    assert declared.owners["Washington"] == declared.owners["New York"] == "West"
    assert types(declared, "New York") == [("West", "fortress", 2, "USA")]
    assert types(declared, "Washington") == [
        ("West", "fortress", 4, "USA"),
        ("West", "air force", 1, "USA"),
        ("West", "fleet", 1, "USA"),
        ("West", "infantry", 1, "USA"),
        ("West", "tank", 1, "USA"),
    ]
    assert codes(declared, "done") == ["attack-due"]
    assert codes(declared, "move 1 fleet: North Atlantic Ocean > New York") == []
    other = position([("USSR", "fleet", "North Atlantic Ocean")], nation="USSR")
    assert codes(other, "violate USA") == ["not-the-attacker"]


def test_T171_an_enemy_that_enters_canada_draws_the_usa_in() -> None:
    pieces: list[Piece] = [("Axis", "infantry", "North Atlantic Ocean")]
    state = position(pieces, wars=(("Axis", "West"),))
    landed = do(state, "move 1 infantry: North Atlantic Ocean > Ottawa").state
    assert landed.owners["Washington"] == "West"
    assert types(landed, "New York") == [("West", "fortress", 2, "USA")]


def test_T104_a_freed_colony_raises_no_second_garrison() -> None:
    pieces: list[Piece] = [
        ("Neutral", "fortress", "Algiers", 2),
        ("Axis", "fleet", "Western Mediterranean"),
        ("Axis", "infantry", "Western Mediterranean"),
    ]
    owners = dict.fromkeys(("Algiers", "Morocco", "Tunisia", "Sfax", "Dakar"), "")
    state = do(position(pieces, owners=owners), 'violate "French North Africa"').state
    assert places(state)[1] == "Algiers" and len(state.units) == 3
    assert codes(state, "move 1 infantry: Western Mediterranean > Algiers") == []


# An attack follows every declaration (T230).


def test_T230_the_movement_phase_does_not_end_before_the_attack() -> None:
    pieces: list[Piece] = [("Axis", "tank", "Munich"), ("Axis", "infantry", "Berlin")]
    state = do(position(pieces), "declare war West").state
    assert rules(state, "done") == ["T230"]
    assert codes(state, "move 1 tank: Munich > Berlin") == []
    pieces = [("Axis", "tank", "Munich"), ("Axis", "infantry", "Konigsberg")]
    state = do(position(pieces), "declare war West").state
    assert codes(state, "move 1 infantry: Konigsberg > Baltic Sea") == []
    assert codes(state, "move 1 tank: Munich > Berlin") == ["attack-first"]
    last = do(position(pieces, command=1), "declare war West").state
    assert codes(last, "move 1 infantry: Konigsberg > Baltic Sea") == ["attack-first"]
    attacked = do(state, "move 1 tank: Munich > Lorraine").state
    assert codes(attacked, "done") == []
    assert codes(attacked, "move 1 infantry: Konigsberg > Baltic Sea") == []


def test_T230_nothing_is_declared_that_nobody_can_carry_out() -> None:
    state = position([("Axis", "infantry", "Rome"), ("Axis", "fortress", "Berlin")])
    assert codes(state, "violate Poland") == ["no-attack-possible"]
    assert codes(state, "violate Yugoslavia") == []
    assert codes(state, "declare war USSR") == ["no-attack-possible"]


def test_T230_one_unit_does_not_carry_out_two_declarations() -> None:
    alone = do(position([("Axis", "tank", "Munich")]), "declare war West").state
    assert codes(alone, "violate Czechoslovakia") == ["no-attack-possible"]
    pieces: list[Piece] = [("Axis", "tank", "Munich"), ("Axis", "infantry", "Konigsberg")]
    both = do(position(pieces), "declare war West", "violate Poland").state
    assert codes(both, "move 1 tank: Munich > Berlin > Warsaw") == ["attack-first"]
    done = do(both, "move 1 infantry: Konigsberg > Warsaw", "move 1 tank: Munich > Lorraine").state
    assert codes(done, "done") == []
    one = do(position(pieces, command=1), "declare war West").state
    assert codes(one, "violate Poland") == ["no-attack-possible"]


def test_T210_T230_fleets_in_one_sea_are_an_attack_that_must_be_fought() -> None:
    pieces: list[Piece] = [("Axis", "fleet", "North Sea"), ("West", "fleet", "North Sea")]
    state = do(position(pieces), "declare war West").state
    assert codes(state, "done") == []
    fought = do(state, "done").state
    assert rules(fought, "done") == ["T193"]
    helped = do(position([*pieces, ("Axis", "tank", "Munich")]), "declare war West").state
    left = do(helped, "move 1 fleet: North Sea > Ruhr").state
    assert codes(left, "done") == ["attack-due"]
    assert rules(left, "move 1 tank: Munich > Lorraine") == []


def test_T210_T230_the_only_fleet_that_faces_the_enemy_does_not_leave() -> None:
    """Else the attack would be due after it, and nobody could make it."""
    pieces: list[Piece] = [("Axis", "fleet", "North Sea"), ("West", "fleet", "North Sea")]
    state = do(position(pieces), "declare war West").state
    assert rules(state, "move 1 fleet: North Sea > Norwegian Sea") == ["T230"]
    assert all("North Sea" not in getattr(one, "path", ()) for one in legal(state))
    assert rules(state, "disband 1 fleet: North Sea") == ["T230"]
    two = do(position([*pieces, ("Axis", "fleet", "North Sea")]), "declare war West").state
    assert rules(two, "move 1 fleet: North Sea > Norwegian Sea") == []


def test_T230_legal_orders_never_lead_into_a_dead_end() -> None:
    state = do(position([("Axis", "tank", "Munich")]), "declare war West").state
    shown = list(legal(state))
    moves = [order for order in shown if isinstance(order, Move)]
    assert moves == shown and {order.path[1] for order in moves} == {"Lorraine"}
    assert list(legal_starts(state)) == moves[:1]
    free = position([("Axis", "tank", "Munich"), ("Axis", "tank", "Berlin")])
    found = list(legal_starts(free))
    assert [one.path[0] for one in found if isinstance(one, Move)] == ["Berlin", "Munich"]
    others = [one for one in legal(free) if not isinstance(one, Move)]
    assert [one for one in found if not isinstance(one, Move)] == others


# Partition and intervention (T237, T238).


def test_T237_a_rival_of_the_violator_enters_and_fights_without_a_declaration() -> None:
    pieces: list[Piece] = [
        ("Axis", "infantry", "Berlin", 3),
        ("Neutral", "fortress", "Warsaw", 3),
        ("Neutral", "fortress", "Vilna", 1),
    ]
    state = position(pieces, violated=(("USSR", "Poland"),))
    assert codes(state, "violate Poland") == ["open-already"]
    entered = do(state, "move 1 infantry: Berlin > Warsaw").state
    assert entered.blocks is not None
    assert entered.blocks.violated == (("Axis", "Poland"), ("USSR", "Poland"))
    assert entered.blocks.turn.moves[1].is_engaging
    assert codes(entered, "done") == []
    assert rules(do(entered, "done").state, "done") == ["T193"]


def test_T237_border_limits_and_rivals_hold_in_a_partition() -> None:
    pieces: list[Piece] = [
        *[("Axis", "infantry", "Munich")] * 3,
        ("Neutral", "fortress", "Prague", 2),
    ]
    state = position(pieces, violated=(("USSR", "Czechoslovakia"),))
    limit = position([("Axis", "infantry", "Munich")] * 3)
    assert codes(limit, "violate Czechoslovakia") == []
    assert rules(state, "move 3 infantry: Munich > Prague") == ["T46"]
    held = position([*pieces, ("USSR", "tank", "Prague")], violated=(("USSR", "Czechoslovakia"),))
    assert rules(held, "move 1 infantry: Munich > Prague") == ["T35"]


def test_T237_a_defeated_minor_is_not_partitioned() -> None:
    state = position(
        [("Axis", "infantry", "Berlin")],
        violated=(("USSR", "Poland"),),
        owners={"Warsaw": "USSR"},
    )
    assert rules(state, "move 1 infantry: Berlin > Warsaw") == ["T32"]


def spain(*more: Piece) -> State:
    """The West comes to the aid of Spain, which the Axis has violated."""
    pieces: list[Piece] = [
        ("West", "infantry", "Marseille", 2),
        ("Neutral", "fortress", "Madrid", 3),
        ("Neutral", "fortress", "Barcelona", 2),
        *more,
    ]
    return position(pieces, nation="West", wars=(("Axis", "West"),), violated=(("Axis", "Spain"),))


def test_T238_an_enemy_of_the_violator_makes_the_country_its_own() -> None:
    """The Playbook: the fortress of Spain becomes a British block of 3 CV (T152)."""
    entered = do(spain(), "move 1 infantry: Marseille > Barcelona")
    assert entered.state.blocks is not None
    assert not entered.state.blocks.turn.moves[1].is_engaging
    step = do(entered.state, "done")
    assert step.state.owners["Madrid"] == step.state.owners["Leon"] == "West"
    assert isinstance(step.waiting, Decision) and step.waiting.what == "exchange"
    assert codes(step.state, "place 2 tank: Madrid") == ["not-asked"]
    step = do(step.state, "place 1 tank: Madrid")
    assert codes(step.state, "place 2 tank: Barcelona") == ["not-asked"]
    step = do(step.state, "place 1 fleet: Barcelona")
    assert types(step.state, "Madrid") == [("West", "tank", 3, "Britain")]
    assert ("West", "fleet", 2, "Britain") in types(step.state, "Barcelona")


def test_T238_the_violators_units_there_are_fought() -> None:
    entered = do(spain(("Axis", "infantry", "Barcelona")), "move 1 infantry: Marseille > Barcelona")
    assert entered.state.blocks is not None
    assert entered.state.blocks.turn.moves[1].is_engaging


def test_T238_ships_and_aircraft_alone_do_not_intervene() -> None:
    state = spain(("West", "air force", "Marseille"))
    assert rules(state, "move 1 air force: Marseille > Barcelona") == ["T34"]
    landed = do(state, "move 1 infantry: Marseille > Barcelona").state
    assert codes(landed, "move 1 air force: Marseille > Barcelona") == []


def test_T235_the_armed_minor_is_nobody_elses_enemy() -> None:
    state = position(
        [("USSR", "fleet", "Baltic Sea")], nation="USSR", violated=(("Axis", "Denmark"),)
    )
    state = replace(
        state,
        blocks=replace(state.blocks, violated=(("Axis", "Denmark"),)) if state.blocks else None,
    )
    assert codes(state, "move 1 fleet: Baltic Sea > Copenhagen > North Sea") == []
    after = do(state, "move 1 fleet: Baltic Sea > Copenhagen > North Sea").state
    assert after.blocks is not None and after.blocks.violated == (("Axis", "Denmark"),)
