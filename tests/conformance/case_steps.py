"""The steps of a case, one function for each word of its vocabulary."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from engine.core.agenda import PendingBattle
from engine.core.event_log import EventLog
from engine.core.events.movement import AircraftLost
from engine.core.pick import Pick
from engine.gamedef import Definition
from engine.orders.place import Place
from engine.orders.repair import Repair
from engine.orders.research import Research
from engine.orders.retreat import Retreat
from engine.rules.battle.before.amphibious import blocking_zones
from engine.rules.battle.before.beginning import resolve_battle_start
from engine.rules.battle.rounds.retreat import RETREAT, retreats
from engine.rules.economy.factory_repair import damaged_factories
from engine.rules.economy.technology import kept_dice, research_aims, technologies_left
from tests.conformance.case_battle_order import battle_step_order
from tests.conformance.case_file import (
    Case,
    CaseFailedError,
    CaseUnsupportedError,
    counts_of,
    numbers_of,
    words_of,
)
from tests.conformance.case_fire import fire_guns, roll_units
from tests.conformance.case_game import CaseGame
from tests.conformance.case_moves import move_of, why_not
from tests.conformance.case_position import (
    TECHNOLOGIES,
    first_units,
    with_cargo,
    with_hand,
    with_marks,
    with_new_units,
    with_owner,
    with_resource,
    with_technologies,
    without_some,
)
from tests.conformance.case_queries import ask, stranded
from tests.conformance.replay_json import Json, Table, number, table, tables, text


@dataclass(slots=True)
class Run:
    """A case under way.

    answers: what questions were answered, by the name under which the case may expect it.
    wrong: sentences about steps that were accepted or refused against their annotation.
    battle_steps: the steps of the first pending battle when a phase ended last.
    """

    game: CaseGame
    answers: dict[str, list[Json]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    battle_steps: list[str] = field(default_factory=list)

    def note(self, facts: Mapping[str, Json]) -> None:
        """Remember answers."""
        for name, value in facts.items():
            self.answers.setdefault(name, []).append(value)

    def judge(self, step: Table, refused: str) -> None:
        """Compare what happened with the annotation of a step."""
        expected = text(step.get("expect"))
        what = f"{step['op']} {table_text(step)}"
        if expected == "accept" and refused:
            self.wrong.append(f"{what}: refused ({refused})")
        if expected == "refuse" and not refused:
            self.wrong.append(f"{what}: accepted")


def table_text(step: Table) -> str:
    """A step in short words."""
    units = ", ".join(f"{count} {kind}" for kind, count in counts_of(step).items())
    where = " > ".join(words_of(step, "route")) or text(step.get("territory"))
    return f"{units}: {where}"


def dice_of(case: Case) -> tuple[int, ...]:
    """All dice of a case, in the order in which they are used."""
    dice: list[int] = []
    for step in case.steps:
        groups = step.get("dice")
        if isinstance(groups, list):
            for group in tables(groups):
                dice.extend(numbers_of(group, "pips"))
        dice.extend(numbers_of(step, "pips"))
    return tuple(dice)


def play(run: Run, step: Table) -> None:
    """Play one step or one edit of the set-up."""
    word = text(step["op"])
    if word not in _STEPS:
        raise CaseUnsupportedError(f"the step {word!r}")
    _STEPS[word](run, step)


def _phase(run: Run, step: Table) -> None:
    """A phase begins; a note may say that it is one of the second round."""
    if step.get("note") == "round 2":
        run.game.state = replace(run.game.state, round=2)
    run.game.begin(text(step["player"]), text(step["phase"]))


def _end_phase(run: Run, step: Table) -> None:
    del step
    run.game.end()
    run.battle_steps = battle_step_order(run.game)
    state = run.game.state
    for battle in state.battles:
        zones = ", ".join(blocking_zones(state, battle))
        run.note({f"battle in {battle.territory} depends on": zones or None})


def _move(run: Run, step: Table) -> None:
    game = run.game
    order = move_of(game, step)
    refused = why_not(game, order)
    if not refused and not step.get("check_only"):
        game.give(order)
    run.judge(step, refused)


def _undo(run: Run, step: Table) -> None:
    done = run.game.undo(number(step["index"]))
    run.judge(step, "" if done else "later moves need it")


def _place(run: Run, step: Table) -> None:
    if step.get("mark_produced"):
        raise CaseUnsupportedError("units that count as produced already")
    picks = tuple(Pick(count, kind) for kind, count in counts_of(step).items())
    order = Place(picks, text(step["territory"]))
    if not picks:
        run.judge(step, "")
        return
    reasons = run.game.check(order) if step.get("check_only") else run.game.give(order)
    run.judge(step, "; ".join(reason.text for reason in reasons))


def _fight(run: Run, step: Table) -> None:
    game, place = run.game, text(step["territory"])
    kind = "raid" if step.get("kind") == "bombing" else "battle"
    if step.get("casualty_choice") not in {None, "default", "first listed each time"}:
        raise CaseUnsupportedError(f"casualties {step['casualty_choice']}")
    if step.get("attackers"):
        _gather(game, step, place, kind)
    if game.state.phase.phase != "battle":
        # Without a battle phase ships stay silent, unless the case has dice for them.
        groups = tables(step.get("dice"))
        game.bombards = any("bombard" in text(group.get("what")) for group in groups)
    game.fight(place, kind)


def _gather(game: CaseGame, step: Table, place: str, kind: str) -> None:
    """Attackers that a case names come from where it says, or from wherever they are."""
    state = game.state
    start = text(step.get("attacker_from"))
    chosen: list[int] = []
    for name, count in counts_of(step, "attackers").items():
        fitting = [
            unit.id
            for unit in state.units_of(state.nation)
            if unit.type == name and (not start or unit.territory == start)
        ]
        chosen.extend(fitting[:count])
        missing = count - len(fitting[:count])
        if missing > 0:
            state = with_new_units(state, place, state.nation, {name: missing})
            chosen.extend(range(state.next_unit - missing, state.next_unit))
    units = dict(state.units)
    for key in chosen:
        units[key] = replace(units[key], territory=place)
    raid = PendingBattle(place, kind, tuple(sorted(chosen)))
    game.state = replace(state, units=units, battles=(*state.battles, raid))


def _retreat(run: Run, step: Table) -> None:
    """The attacker retreats before a die is cast, to the first place that is open to them."""
    game, place = run.game, text(step["territory"])
    for battle in game.state.battles:
        if battle.territory == place:
            log: EventLog[Definition] = EventLog(game.state)
            log.extend(resolve_battle_start(game.state, battle))
            ways = retreats(log.state)
            if not ways:
                raise CaseFailedError(f"there is no retreat from {place}")
            log.extend(RETREAT.resolve(log.state, Retreat(place, ways[0].to)))
            game.state = log.state
            return
    raise CaseFailedError(f"there is no battle in {place} to retreat from")


def _repair(run: Run, step: Table) -> None:
    """Points beyond the damage are left out: our order has to name what there is."""
    game, place = run.game, text(step["territory"])
    damage = sum(unit.damage for unit in damaged_factories(game.state, place))
    reasons = game.give(Repair(place, min(damage, number(step["points"]))))
    if reasons:
        raise CaseFailedError("; ".join(reason.text for reason in reasons))


def _purchase(run: Run, step: Table) -> None:
    """A production rule of the map is named; ours are prices in PUs alone."""
    del run
    rule = text(step["production_rule"])
    raise CaseUnsupportedError(f"the price {rule}: prices in other resources than PUs")


def _roll_tech(run: Run, step: Table) -> None:
    """Research on whatever chart or technology the game lets a nation aim at."""
    game, target = run.game, TECHNOLOGIES.get(text(step["target"]), text(step["target"]))
    aims = research_aims(game.state.definition)
    charts = game.state.definition.technology.categories
    aim = next((chart.name for chart in charts if target in chart.technologies), "")
    left = technologies_left(game.state, game.state.nation)
    rows = [[name for name in chart.technologies if name in left] for chart in charts]
    game.found = next((row.index(target) + 1 for row in rows if target in row), 0)
    game.state = replace(game.state, turn=replace(game.state.turn, researched=False))
    before = game.state
    order = Research(
        target if target in aims else aim, number(step.get("buy_tokens", step.get("dice_count")))
    )
    reasons = game.give(order)
    if reasons:
        raise CaseFailedError("; ".join(reason.text for reason in reasons))
    nation = game.state.nation
    known = (before.technologies, before.found)
    now = (game.state.technologies, game.state.found)
    found = sum(len(table.get(nation, ())) for table in now)
    found -= sum(len(table.get(nation, ())) for table in known)
    run.note({"hits per roll": found, "tokens after first roll": kept_dice(game.state, nation)})


def _roll_units(run: Run, step: Table) -> None:
    hits, dice = roll_units(run.game, step)
    first_two: list[Json] = [*dice[:2]]
    run.note({"hits": hits, "first two dice are hits": first_two})


def _aa_fire(run: Run, step: Table) -> None:
    killed = fire_guns(run.game, step)
    casualties: dict[str, Json] = dict(killed)
    run.note({"hits": sum(killed.values()), "aa casualties": casualties})


def _query(run: Run, step: Table) -> None:
    facts = ask(run.game, step)
    run.note(facts)
    if "value" in step and facts.get(text(step["what"])) != step["value"]:
        run.wrong.append(f"{step['what']}: {facts.get(text(step['what']))}, not {step['value']}")


def _remove_stranded(run: Run, step: Table) -> None:
    """Stranded aircraft are removed; those beside an own factory may be spared."""
    game, nation = run.game, text(step["player"])
    board = game.state.definition.board
    types = game.state.definition.unit_types
    factories = {
        unit.territory
        for unit in game.state.units_of(nation)
        if types[unit.type].production.is_factory
    }
    lost: list[AircraftLost] = [
        event
        for event in stranded(game.state, nation)
        if not step.get("spare_next_to_factory")
        or not board.is_sea[event.territory]
        or factories.isdisjoint(board.neighbours(event.territory))
    ]
    game.extend(lost)


def _run_delegate(run: Run, step: Table) -> None:
    if step["delegate"] != "InitializationDelegate":
        raise CaseUnsupportedError(f"the delegate {step['delegate']}")
    state = run.game.state
    definition = replace(
        state.definition, setup=replace(state.definition.setup, owners=dict(state.owners))
    )
    run.game.state = with_cargo(replace(state, definition=definition))


def _set_property(run: Run, step: Table) -> None:
    run.game.use_map(run.game.map.with_property(text(step["name"]), _plain(step["value"])))


def _set_option(run: Run, step: Table) -> None:
    value = None if step["value"] is None else _plain(step["value"])
    run.game.use_map(
        run.game.map.with_option(
            text(step["target"]), text(step["attachment"]), text(step["option"]), value
        )
    )


def _plain(value: Json) -> str:
    """A value as a map file writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _set_marks(run: Run, step: Table) -> None:
    marks = {name: bool(value) for name, value in table(step["state"]).items()}
    run.game.state = with_marks(
        run.game.state,
        text(step["territory"]),
        text(step["owner"]),
        text(step["unit"]),
        number(step.get("count", 1)),
        marks,
    )


def _set_damage(run: Run, step: Table) -> None:
    state = run.game.state
    place, kind = text(step["territory"]), text(step["unit"])
    unit = first_units(state, place, lambda unit: unit.type == kind, 1)[0]
    damaged = replace(unit, damage=number(step["damage"]))
    run.game.state = replace(state, units={**state.units, unit.id: damaged})


def _add_units(run: Run, step: Table) -> None:
    run.game.state = with_new_units(
        run.game.state, text(step["territory"]), text(step["owner"]), counts_of(step)
    )


def _remove_units(run: Run, step: Table) -> None:
    only = text(step.get("only"))
    run.game.state = without_some(
        run.game.state, text(step["territory"]), text(step.get("owner")), counts_of(step), only
    )


def _clear_units(run: Run, step: Table) -> None:
    run.game.state = without_some(run.game.state, text(step["territory"]), "", {}, "all")


def _set_owner(run: Run, step: Table) -> None:
    run.game.state = with_owner(run.game.state, text(step["territory"]), text(step["owner"]))


def _give_held(run: Run, step: Table) -> None:
    run.game.state = with_hand(run.game.state, text(step["player"]), counts_of(step))


def _give_tech(run: Run, step: Table) -> None:
    names = words_of(step, "techs")
    run.game.state = with_technologies(run.game.state, text(step["player"]), names)


def _set_resource(run: Run, step: Table) -> None:
    nation, resource = text(step["player"]), text(step["resource"])
    before = run.game.state.amount(nation, resource) if step["op"] == "add_resource" else 0
    amount = before + number(step["amount"])
    run.game.state = with_resource(run.game.state, nation, resource, amount)


_STEPS: Mapping[str, Callable[[Run, Table], None]] = {
    "phase": _phase,
    "end_phase": _end_phase,
    "move": _move,
    "load": _move,
    "undo_move": _undo,
    "place": _place,
    "fight_battle": _fight,
    "retreat": _retreat,
    "roll_units": _roll_units,
    "aa_fire": _aa_fire,
    "repair": _repair,
    "purchase": _purchase,
    "roll_tech": _roll_tech,
    "query": _query,
    "remove_air_that_cannot_land": _remove_stranded,
    "run_delegate": _run_delegate,
    "set_property": _set_property,
    "set_attachment_option": _set_option,
    "set_unit_state": _set_marks,
    "set_unit_damage": _set_damage,
    "add_units": _add_units,
    "remove_units": _remove_units,
    "clear_units": _clear_units,
    "set_owner": _set_owner,
    "give_held_units": _give_held,
    "give_tech": _give_tech,
    "set_resource": _set_resource,
    "add_resource": _set_resource,
}
