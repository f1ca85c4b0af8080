"""A save in the middle of a turn: what has been done is taken over, a half-fought battle is not."""

from collections.abc import Callable

import pytest

from engine import (
    Definition,
    DefinitionError,
    PhaseOpen,
    State,
    definition_from_tree,
    new_game,
    read_triplea_map,
    tree_from_definition,
)
from engine.loading import format_scenario, parse_scenario, taken_over
from pbem.tripleasave.reading import read_triplea_save
from pbem.usage import UsageError
from tests.engine.loading.small_map import small_map
from tests.support.java_writer import Java, JavaBytes, JavaWord
from tests.support.triplea_saves import (
    SmallSave,
    area,
    battle,
    battles,
    delegate,
    listed,
    named,
    points,
)


def taken(save: SmallSave, map_text: bytes = small_map()) -> Definition:
    position = read_triplea_save(save.data()).position
    return taken_over(read_triplea_map(map_text, properties=position.properties), position)


def begun(save: SmallSave, map_text: bytes = small_map()) -> State:
    return new_game(taken(save, map_text)).state


def landing(save: SmallSave) -> Java:
    """A ranger that went ashore in Redland, where the Blues wait for it."""
    ship = save.units["North Sea"][0]
    assert isinstance(ship, Java)
    ranger = save.unit(
        "ranger",
        "Reds",
        carrier=ship,
        wasAmphibious=True,
        wasLoadedThisTurn=True,
        unloadedTo=area("Redland"),
        wasUnloadedInCombatPhase=True,
        alreadyMoved=points(2),
    )
    ship.fields = {**ship.fields, "unloaded": listed([ranger]), "alreadyMoved": points(3, 1)}
    save.units["Redland"].append(ranger)
    came = listed([area("North Sea"), listed([ranger])])
    save.delegates = battles(battle("Redland", [ranger], attackingFromMap=came))
    return ranger


def test_what_units_have_done_is_taken_over() -> None:
    save = SmallSave()
    landing(save)
    state = begun(save)
    (ranger,) = (unit for unit in state.units_in("Redland") if unit.owner == "Reds")
    assert (ranger.moved, ranger.loaded, ranger.amphibious, ranger.in_combat) == (
        2,
        True,
        True,
        True,
    )
    assert (ranger.unloaded_to, ranger.unloaded_in_combat) == ("Redland", True)
    assert ranger.carried_by is None
    ship = next(unit for unit in state.units.values() if unit.unloaded_to and unit.type != "ranger")
    # Its mark of a landing is that of what it carries; a part of a point is a whole one.
    assert (ship.moved, ship.hits, ship.amphibious, ship.loaded) == (1, 1, False, False)


def test_battles_wait_for_their_phase_with_who_came_from_where() -> None:
    save = SmallSave()
    landing(save)
    state = begun(save)
    (pending,) = state.battles
    (ranger,) = pending.attackers
    (ship,) = (unit.id for unit in state.units_in("North Sea") if unit.hits)
    assert (pending.territory, pending.kind) == ("Redland", "battle")
    assert pending.origins == ((ranger, "North Sea"),)
    assert pending.landings == ((ranger, ship, "North Sea"),)


def test_a_raid_and_what_precedes_it_in_the_air_are_one() -> None:
    save = SmallSave()
    raider = save.unit("ranger", "Reds")
    works = save.unit("works", "Blues")
    save.units["Redland"] += [raider, works]
    targets = listed([works, listed([raider])])
    save.delegates = battles(
        battle("Redland", [raider], "BOMBING_RAID", targets=targets),
        battle("Redland", [raider], "AIR_RAID"),
    )
    (pending,) = begun(save).battles
    assert (pending.kind, len(pending.attackers)) == ("raid", 1)
    assert pending.aims == ((pending.attackers[0], "works"),)


def test_what_the_turn_has_taken_and_bombed_is_remembered() -> None:
    save = SmallSave()
    walker = save.unit("ranger", "Reds", wasInCombat=True, alreadyMoved=points(1))
    save.units["Redland"] = [walker]
    spots = listed([area("Redland")])
    save.delegates = [
        *battles(conquered=spots),
        *delegate(pusLost=Java("IntegerMap", {"mapValues": listed([area("Redland"), 3])})),
    ]
    state = begun(save)
    assert (state.turn.conquered, state.turn.bombed) == (("Redland",), {"Redland": 3})
    (there,) = state.units_in("Redland")
    # Nobody met it: it is no unit that has fought.
    assert (there.moved, there.in_combat) == (1, False)


def test_what_factories_have_built_is_counted() -> None:
    save = SmallSave()
    new = save.unit("ranger", "Reds")
    works = save.unit("works", "Reds")
    save.units["Redland"] += [new, works]
    save.delegates = delegate(produced=listed([area("Redland"), listed([new, works])]))
    state = begun(save)
    ((number, where),) = state.turn.placed
    assert (state.units[number].type, where) == ("ranger", "Redland")
    assert (state.turn.produced, state.turn.built) == ({"Redland": 1}, ("Redland",))


def test_a_factory_of_a_sort_of_its_own_is_a_construction_that_was_placed() -> None:
    save = SmallSave()
    works = save.unit("works", "Reds")
    save.units["Redland"].append(works)
    save.delegates = delegate(produced=listed([area("Redland"), listed([works])]))
    said = '<option name="isFactory" value="true"/>'
    castle = f'{said}<option name="constructionType" value="castle"/>'
    state = begun(save, small_map(said, castle))
    (number,) = state.turn.constructed
    assert state.units[number].type == "works"
    assert (state.turn.built, state.turn.placed) == ((), ())


def test_technologies_that_were_just_found_wait() -> None:
    save = SmallSave()
    found = listed([save.nations["Reds"], listed([named("HeavyBomberAdvance", "Big planes")])])
    save.delegates = delegate(techs=found)
    assert begun(save).found["Reds"] == ("heavy_bomber",)


def test_a_step_that_has_begun_does_not_begin_again() -> None:
    save = SmallSave()
    save.delegates = delegate(startBaseStepsFinished=True)
    step = new_game(taken(save))
    assert step.waiting == PhaseOpen("Reds", "combat_move") and step.events == ()
    quiet = SmallSave()
    quiet.delegates = delegate(startBaseStepsFinished=False)
    assert new_game(taken(quiet)).events != ()


def test_a_step_in_which_nobody_is_asked_is_over_when_it_has_begun() -> None:
    save = SmallSave()
    save.step = 4
    save.delegates = delegate(startBaseStepsFinished=True)
    state = begun(save)
    assert (state.round, state.phase.nation, state.phase.stage) == (4, "Reds", "open")


def half_fought(save: SmallSave) -> None:
    site = battle("Redland", [])
    save.delegates = [*delegate(startBaseStepsFinished=True, currentBattle=site), *battles(site)]


def on_its_stack(save: SmallSave) -> None:
    stack = Java("ExecutionStack", {"deque": listed(["a step"])})
    save.delegates = battles(battle("Redland", [], stack=stack))


def not_flown(save: SmallSave) -> None:
    raider = save.unit("ranger", "Reds")
    save.units["Redland"].append(raider)
    kept = battles(battle("Redland", [raider], "BOMBING_RAID"))
    state = kept[-1]
    assert isinstance(state, Java)
    state.fields = {**state.fields, "startBaseStepsFinished": True}
    save.delegates = kept


@pytest.mark.parametrize("made", [half_fought, on_its_stack, not_flown])
def test_a_battle_that_is_half_fought_is_refused_with_the_way_out(
    made: Callable[[SmallSave], None],
) -> None:
    save = SmallSave()
    made(save)
    with pytest.raises(UsageError, match=r"in the battle of Redland.*Finish the battle in TripleA"):
        read_triplea_save(save.data())


def test_what_precedes_the_battles_is_refused_half_done() -> None:
    save = SmallSave()
    kept = battles()
    state = kept[-1]
    assert isinstance(state, Java)
    state.fields = {**state.fields, "startBaseStepsFinished": True, "needToScramble": True}
    save.delegates = kept
    with pytest.raises(UsageError, match="before the first battle is fought"):
        read_triplea_save(save.data())


def test_the_turn_is_a_part_of_the_scenario() -> None:
    save = SmallSave()
    landing(save)
    definition = taken(save)
    assert definition_from_tree(tree_from_definition(definition)) == definition
    assert parse_scenario(format_scenario(definition).encode()) == definition


def test_who_attacks_is_in_the_scenario_in_its_own_order() -> None:
    save = SmallSave()
    both = [save.unit(kind, "Reds", alreadyMoved=points(1)) for kind in ("ranger", "howitzer")]
    save.units["Redland"] += both
    for units in (both, both[::-1]):
        lost = Java("IntegerMap", {"mapValues": listed([area("Redland"), 3, area("Blueland"), 2])})
        save.delegates = [*battles(battle("Redland", units)), *delegate(pusLost=lost)]
        definition = taken(save)
        assert definition_from_tree(tree_from_definition(definition)) == definition
        assert len(definition.setup.under_way.battles[0].attackers) == 2


def test_numbers_that_cannot_be_are_refused() -> None:
    huge = Java("BigInteger", {"signum": 1, "magnitude": JavaBytes(bytes([255] * 9))})
    for moved in (
        Java("BigDecimal", {"intVal": huge, "scale": 0}),
        points(1, scale=-9),
        points(1, scale=2_000_000_000),
    ):
        save = SmallSave()
        save.units["Redland"].append(save.unit("ranger", "Reds", alreadyMoved=moved))
        with pytest.raises(UsageError, match="movement points"):
            read_triplea_save(save.data())


def test_a_list_of_an_unknown_kind_is_not_taken_for_an_empty_one() -> None:
    save = SmallSave()
    save.units["Redland"].append(save.unit("ranger", "Reds", unloaded=Java("java.util.BitSet")))
    with pytest.raises(UsageError, match="unknown kind BitSet"):
        read_triplea_save(save.data())


def test_a_battle_of_units_that_are_elsewhere_is_refused() -> None:
    save = SmallSave()
    far = save.units["North Sea"][2]
    save.delegates = battles(battle("Redland", [far]))
    with pytest.raises(
        DefinitionError, match=r"under_way.battles: 'Redland': unit \d+ is somewhere else"
    ):
        taken(save)


def test_a_bid_is_granted_here_and_refused_half_spent() -> None:
    save = SmallSave()
    save.delegates = delegate("bid", startBaseStepsFinished=True, bid=6, hasBid=False, spent=0)
    assert not taken(save).setup.under_way.begun
    save.delegates = delegate("bid", startBaseStepsFinished=True, bid=6, hasBid=False, spent=3)
    with pytest.raises(UsageError, match=r"while a bid was spent.*Finish the bid in TripleA"):
        read_triplea_save(save.data())


def test_land_that_was_walked_into_is_not_land_that_was_fought_for() -> None:
    def record(place: str, lost: int, winner: str = "ATTACKER", kind: str = "NORMAL") -> Java:
        result = Java("BattleResults", {"whoWon": JavaWord(winner)})
        facts = {
            "attackerLostTuv": 0,
            "defenderLostTuv": lost,
            "battleResults": result,
            "battleType": JavaWord(kind),
        }
        return Java("BattleRecord", {**facts, "battleSite": area(place)})

    save = SmallSave()
    ship = save.unit("battleship", "Reds", alreadyMoved=points(1))
    save.units["South Sea"] = [ship]
    names = ("Redland", "South Sea", "North Sea", "Blueland")
    places = listed(map(area, names))
    fights = [
        record("Redland", 3),
        record("South Sea", 0),
        record("North Sea", 0, "DEFENDER"),
        record("Blueland", 0, kind="BOMBING_RAID"),
    ]
    entries = [part for one in fights for part in (Java("UUID"), one)]
    records = Java("Records", {"records": listed([save.nations["Reds"], listed(entries)])})
    save.delegates = battles(foughtBattles=places, battleRecords=records)
    state = begun(save)
    assert state.turn.fought == ("Blueland", "North Sea", "Redland")
    assert [state.units[key].territory for key in state.turn.takers] == ["South Sea"]
