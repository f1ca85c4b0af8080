"""Who is lost: the default order and the player's choice (rulebook B75, B198, B200, B201)."""

from dataclasses import replace

import pytest

from engine.core.agenda import Decision
from engine.core.events.battle import CasualtiesMarked, UnitsDestroyed, VolleyFired
from engine.core.ids import NEUTRAL, UnitId
from engine.core.pick import Pick
from engine.game import check
from engine.gamedef import State
from engine.orders.lose import Lose
from engine.orders.press import Press
from engine.rules.battle.rounds.casualties import default_casualties
from tests.engine.battle.arena import arena, asks, fought, play
from tests.support.positions import big_world, count_in

FINLAND = "Finland"
ZONE = "SZ 19 Atlantic"


def _types(state: State, units: tuple[UnitId, ...]) -> list[str]:
    return [state.units[unit].type for unit in units]


def test_B198_default_the_cheapest_go_first() -> None:
    state = arena(FINLAND, [], [("armour", 1), ("fighter", 1), ("artillery", 1), ("infantry", 1)])
    ids = tuple(unit.id for unit in state.units_in(FINLAND))
    assert _types(state, default_casualties(state, ids, 4, "defender")) == [
        "infantry",
        "artillery",
        "armour",
        "fighter",
    ]


def test_B198_option_the_weakest_go_first_as_in_the_engine() -> None:
    definition = big_world(weakest_lost_first=True)
    state = arena(
        ZONE,
        [],
        [("destroyer", 1), ("carrier", 1), ("submarine", 1)],
        by="Americans",
        definition=definition,
    )
    ids = tuple(unit.id for unit in state.units_in(ZONE))
    assert _types(state, default_casualties(state, ids, 1, "defender")) == ["carrier"]
    plain = arena(ZONE, [], [("destroyer", 1), ("carrier", 1)], by="Americans")
    ids = tuple(unit.id for unit in plain.units_in(ZONE))
    assert _types(plain, default_casualties(plain, ids, 1, "defender")) == ["destroyer"]


def test_B198_option_of_equals_the_weaker_one_on_the_other_side_goes_first() -> None:
    for on, first in ((True, "infantry"), (False, "artillery")):
        world = big_world(weakest_lost_first=on)
        prices = {**world.economy.prices, "artillery": world.economy.prices["infantry"]}
        state = arena(
            FINLAND,
            [],
            [("artillery", 1), ("infantry", 1)],
            definition=replace(world, economy=replace(world.economy, prices=prices)),
        )
        ids = tuple(unit.id for unit in state.units_in(FINLAND))
        assert _types(state, default_casualties(state, ids, 1, "defender")) == [first]


@pytest.mark.parametrize(
    ("force", "order"),
    [
        ({"infantry": 1, "artillery": 2, "armour": 1}, ["infantry", "artillery", "artillery"]),
        ({"infantry": 2, "artillery": 1, "armour": 1}, ["infantry", "infantry", "artillery"]),
        ({"infantry": 3, "artillery": 1}, ["infantry"] * 3),
    ],
)
def test_B198_option_the_least_loss_of_strength_goes_first(
    force: dict[str, int], order: list[str]
) -> None:
    state = arena(
        FINLAND,
        list(force.items()),
        [("infantry", 1)],
        definition=big_world(weakest_lost_first=True),
    )
    ids = tuple(unit.id for unit in state.units_in(FINLAND) if unit.owner == state.nation)
    lost = _types(state, default_casualties(state, ids, len(order), "attacker"))
    assert lost == order


def test_B126_B198_option_artillery_that_helps_two_is_kept_longer_than_armour() -> None:
    state = arena(
        FINLAND,
        [("armour", 1), ("artillery", 1), ("infantry", 2)],
        [("infantry", 1)],
        definition=big_world(weakest_lost_first=True),
    )
    marine = replace(state.definition.unit_types["infantry"], attack=3)
    kinds = {**state.definition.unit_types, "infantry": marine}
    state = replace(state, definition=replace(state.definition, unit_types=kinds))
    known = {**state.technologies, state.nation: ("improved_artillery",)}
    state = replace(state, technologies=known)
    ids = tuple(unit.id for unit in state.units_in(FINLAND) if unit.owner == state.nation)
    lost = _types(state, default_casualties(state, ids, 4, "attacker"))
    assert lost == ["armour", "artillery", "infantry", "infantry"]


def test_B198_G18_two_hit_ships_absorb_first() -> None:
    state = arena(ZONE, [], [("transport", 1), ("battleship", 1)], by="Americans")
    ids = tuple(unit.id for unit in state.units_in(ZONE))
    assert _types(state, default_casualties(state, ids, 3, "defender")) == [
        "battleship",
        "transport",
        "battleship",
    ]


def test_B200_a_damaged_battleship_still_rolls_at_4_and_sinks_with_the_second_hit() -> None:
    state = arena(ZONE, [("cruiser", 2)], [("battleship", 1)], by="Americans")
    played = play(fought(state, ZONE), [1, 6])
    marked = played.all(CasualtiesMarked)[0]
    assert (len(marked.damaged), marked.killed) == (1, ())
    played = play(played.step, [4], [1], [6])
    assert [event.groups[0].strength for event in played.all(VolleyFired)] == [4, 3, 4]
    assert not count_in(played.step.state, ZONE, "Germans", "battleship")


def test_B200_two_hits_of_one_volley_sink_a_battleship() -> None:
    state = arena(ZONE, [("cruiser", 2)], [("battleship", 1)], by="Americans")
    played = play(fought(state, ZONE), [1, 1], [6])
    marked = played.all(CasualtiesMarked)[0]
    assert (len(marked.damaged), len(marked.killed)) == (1, 1)
    assert not count_in(played.step.state, ZONE, "Germans", "battleship")


def test_B198_the_attacker_is_asked_only_when_it_matters() -> None:
    alike = arena(FINLAND, [("infantry", 2)], [("infantry", 1)], origins=["Karelija"])
    step = play(fought(alike, FINLAND), [6, 6], [1]).step
    assert asks(step).what == "retreat"
    mixed = arena(
        FINLAND, [("infantry", 1), ("armour", 1)], [("infantry", 1)], origins=["Karelija"]
    )
    step = play(fought(mixed, FINLAND), [6, 6], [1]).step
    decision = asks(step)
    assert (decision.what, decision.count, len(decision.units)) == ("casualties", 1, 2)
    all_die = arena(
        FINLAND, [("infantry", 1), ("armour", 1)], [("infantry", 2)], origins=["Karelija"]
    )
    played = play(fought(all_die, FINLAND), [6, 6], [1, 1])
    assert not played.step.state.battles


def test_B198_wrong_choices_are_refused_with_all_reasons() -> None:
    state = arena(
        FINLAND, [("infantry", 2), ("armour", 1)], [("infantry", 1)], origins=["Karelija"]
    )
    step = play(fought(state, FINLAND), [6, 6, 6], [1]).step
    infantry = asks(step).units[0]

    def codes(*picks: Pick) -> list[str]:
        return [reason.code for reason in check(step.state, Lose(FINLAND, picks))]

    assert codes(Pick(1, "infantry")) == []
    assert codes(Pick(1, "infantry", "Russians", (infantry,))) == []
    assert codes() == ["wrong-casualty-count"]
    assert codes(Pick(2, "infantry")) == ["wrong-casualty-count"]
    assert codes(Pick(1, "fighter"), Pick(3, "armour")) == ["too-few-units", "too-few-units"]
    assert codes(Pick(0, "infantry"), Pick(-5, "armour")) == ["wrong-count", "wrong-count"]
    assert codes(Pick(1, "infantry", "Germans")) == ["too-few-units"]
    assert codes(Pick(2, "infantry", "", (infantry, infantry))) == ["no-such-unit"]
    assert codes(Pick(1, "armour", "", (infantry,))) == ["no-such-unit"]
    assert codes(Pick(1, "armour", "", (999_999,))) == ["no-such-unit"]
    wrong = check(step.state, Lose("Norway", (Pick(1, "infantry"),)))
    assert [reason.code for reason in wrong] == ["wrong-territory"]
    assert [reason.code for reason in check(step.state, Press(FINLAND))] == ["decision-first"]


def test_B198_the_last_land_unit_is_kept_when_the_territory_falls() -> None:
    state = arena(
        FINLAND, [("infantry", 1), ("fighter", 1)], [("infantry", 1)], origins=["Karelija"]
    )
    step = play(fought(state, FINLAND), [1, 6]).step
    after = play(step, [1]).step
    assert asks(after).what == "casualties"
    chosen = default_casualties(after.state, asks(after).units, 1, "attacker")
    assert _types(after.state, chosen) == ["fighter"]
    lost = play(after, Lose(FINLAND, (Pick(1, "fighter"),))).step
    assert lost.state.owners[FINLAND] == "Russians"


def test_B201_cargo_sinks_with_its_transport_and_rolls_no_die() -> None:
    state = arena(ZONE, [("cruiser", 1)], [("transport", 1)], by="Americans")
    ship = next(unit for unit in state.units_in(ZONE) if unit.type == "transport")
    cargo = {
        key: replace(unit, territory=ZONE, carried_by=ship.id)
        for key, unit in list(state.units.items())
        if unit.owner == "Germans" and unit.type == "infantry" and unit.territory == "Norway"
    }
    assert cargo
    state = replace(state, units={**state.units, **cargo})
    played = play(fought(state, ZONE), [1], [6])
    assert not set(cargo) & set(played.step.state.units)
    causes = [event.cause for event in played.events if isinstance(event, UnitsDestroyed)]
    assert causes == ["battle", "sunk_with_transport"]


def test_B75_option_transports_are_lost_last() -> None:
    forces = ([("cruiser", 2)], [("transport", 1), ("cruiser", 1)])
    plain = arena(ZONE, *forces, by="Americans")
    after = play(fought(plain, ZONE), [1, 6], [6, 6]).step.state
    assert count_in(after, ZONE, "Germans", "cruiser") == 1
    definition = big_world(transport_casualties_restricted=True)
    guarded = ([("cruiser", 2)], [("transport", 1), ("cruiser", 2)])
    strict = arena(ZONE, *guarded, by="Americans", definition=definition)
    after = play(fought(strict, ZONE), [1, 6], [6, 6]).step.state
    assert count_in(after, ZONE, "Germans", "cruiser") == 1
    assert count_in(after, ZONE, "Germans", "transport") == 1
    both = arena(ZONE, *forces, by="Americans", definition=definition)
    after = play(fought(both, ZONE), [1, 1], [6]).step.state
    assert not any(unit.owner == "Germans" for unit in after.units_in(ZONE))


def test_B198_option_the_defender_is_asked_for_their_casualties() -> None:
    state = arena(
        "France",
        [("armour", 2)],
        [("infantry", 1), ("armour", 1)],
        by="British",
        definition=big_world(ask_defender=True),
    )
    step = play(fought(state, "France"), [1, 6]).step
    decision = step.waiting
    assert isinstance(decision, Decision)
    assert (decision.nation, decision.what, decision.count) == ("Germans", "casualties", 1)
    played = play(step, Lose("France", (Pick(1, "armour"),)))
    (marked,) = played.all(CasualtiesMarked)
    assert [state.units[key].type for key in marked.killed] == ["armour"]
    assert marked.chosen_by == "player"


def test_B198_neutral_owners_are_never_asked() -> None:
    """Nobody plays them: a game that waits for their choice would wait for ever."""
    definition = big_world(ask_defender=True)
    forces = ([("armour", 2)], [("infantry", 1), ("armour", 1)])
    state = arena(
        "France",
        *forces,
        by="British",
        against=NEUTRAL,
        owners={"France": NEUTRAL},
        definition=definition,
    )
    played = play(fought(state, "France"), [1, 6])
    (marked,) = played.all(CasualtiesMarked)
    assert (_types(state, marked.killed), marked.chosen_by) == (["infantry"], "default")
