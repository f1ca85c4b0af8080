"""A recorded game played again by our engine, compared after every step."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

import engine
from engine.core.agenda import (
    BattleFrame,
    Decision,
    GameOver,
    PhaseOpen,
    RandomCasualtiesFrame,
)
from engine.core.chance import RollRequest, RollResult
from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.events.battle import VolleyFired
from engine.core.events.turn import GameEnded, PhaseBegan
from engine.core.evolve import evolve
from engine.core.ids import NationName, UnitId
from engine.core.pick import Pick
from engine.core.standing_orders import StandingInstruction
from engine.gamedef import Definition, State
from engine.gamedef.relations import PoliticalAction
from engine.loading import UnsupportedMapError, read_triplea_map
from engine.orders.act import Act
from engine.orders.aim import Aim
from engine.orders.done import Done
from engine.orders.fight import Fight
from engine.orders.form import Action as EngineAction
from engine.orders.form import Order
from engine.orders.move import Move
from engine.orders.place import Place
from engine.orders.research import Research
from engine.rules.battle.around.raid import next_bombers
from engine.rules.battle.before.pending_battles import defenders_in
from engine.rules.battle.rounds.aa_fire import next_volley
from engine.rules.common.battle_step import RAID
from engine.rules.common.damage import bombing_targets
from engine.rules.common.relations import type_of
from engine.rules.turn.setup import start_position
from tests.conformance.replay_answers import AIR_BATTLE, Tape, TapeError, sent_apart, told_landings
from tests.conformance.replay_bugs import (
    CutError,
    as_read,
    awaiting_carriers,
    cannot_fail,
    cut_before,
    cut_of,
    drowned_ashore,
    is_known_refusal,
    overpaid,
    with_more_money,
    without,
    without_crowd,
)
from tests.conformance.replay_json import Table, items, number, table, text
from tests.conformance.replay_orders import (
    UnreadableOrderError,
    is_called_off,
    order_of,
    picks_of,
    told_hits,
    wanted_points,
)
from tests.conformance.replay_record import (
    Action,
    Ask,
    Battle,
    Casualties,
    Dice,
    Game,
    Header,
    Homeless,
    Lost,
    Step,
    Stranded,
    read_game,
    unit_ids,
)
from tests.conformance.replay_states import differences, our_state, own_names, plain_hash
from tests.conformance.replay_units import Identities

SHARED = Path(__file__).resolve().parents[3] / "shared" / "triplea"

REFUSED: Final = "the map is refused: "
"""How the difference of a game begins whose map we do not play."""

_MOST_ANSWERS = 100_000


@dataclass
class Result:
    """How a game went: counts, and the first difference in plain words ("" for none).

    explained: how many of the equal steps differ by a known defect of the other engine only.
    left_out: steps behind the place where the recording stops or goes on by a known defect.
    disputes: orders that one engine accepts and the other refuses.
    choices: retreats that one engine offers and the other does not.
    """

    name: str
    steps: int
    orders: int
    equal_steps: int = 0
    agreed_orders: int = 0
    explained: int = 0
    left_out: int = 0
    difference: str = ""
    disputes: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)

    @property
    def is_equal(self) -> bool:
        """Whether every step and every order is as recorded."""
        return self.equal_steps == self.steps and self.agreed_orders == self.orders


class DifferenceError(Exception):
    """Our game has left the recorded one."""


@dataclass(frozen=True, slots=True)
class _Carried:
    """A recorded order that was carried out.

    before: what the game waited for until then; inputs: the order with its dice and answers.
    """

    action: Action
    before: engine.Step
    inputs: list[EngineAction]


def replay_file(path: Path) -> Result:
    """Play the recorded game of a file until the first difference of the board."""
    game = read_game(path)
    cut = cut_of(game.name)
    steps = [
        step
        for step in game.steps
        if not step.is_cut_short and (cut is None or step.number < cut.step)
    ]
    orders = sum(_is_order(action) for step in steps for action in step.actions)
    result = Result(game.name, len(steps), orders, left_out=len(game.steps) - len(steps))
    try:
        replay = Replay(game, result)
    except UnsupportedMapError as error:
        result.difference = f"{REFUSED}{error}"
        return result
    for step in steps:
        try:
            replay.play(step)
        except CutError:
            result.left_out += result.steps - result.equal_steps
            result.steps = result.equal_steps
            result.orders = result.agreed_orders + len(result.disputes)
            break
        except (DifferenceError, TapeError) as error:
            result.difference = f"step {step.number}, round {step.round} {step.name}: {error}"
            break
        result.equal_steps += 1
    return result


def _is_order(action: Action) -> bool:
    """Whether it is compared: what is taken back is played, but not an order of the engine."""
    return action.kind not in {"start", "end", "undo"}


def map_of(header: Header) -> Path:
    """The map file of a game: the one with the recorded bytes where several have its name.

    Raises FileNotFoundError where no folder has one.
    """
    named = [
        path
        for folder in ("maps", "fixtures", "maps-2", "maps-3", "folders")
        for path in sorted((SHARED / folder).rglob(header.map_file))
    ]
    if not named:
        raise FileNotFoundError(header.map_file)
    same = (path for path in named if sha256(path.read_bytes()).hexdigest() == header.map_sha256)
    return next(same, named[0])


def definition_of(header: Header) -> Definition:
    """The map of a game with the values of its properties that were changed.

    In the recordings everybody was asked, so here the defender is asked as well.
    """
    data = map_of(header).read_text(encoding="utf-8")
    for name, change in header.properties.items():
        if not isinstance(change, dict):
            raise TypeError(f"property {name} has no value")
        value = change["value"]
        said = str(value).lower() if isinstance(value, bool) else str(value)
        pattern = rf'(<property\s+name="{re.escape(escape(name))}"\s+value=")[^"]*(")'
        # Some maps list a property twice.
        data, count = re.subn(pattern, rf"\g<1>{said}\g<2>", data)
        if count == 0:
            # The engine knows properties that the file leaves out.
            added = f'<property name="{escape(name)}" value="{said}"/></propertyList>'
            data = data.replace("</propertyList>", added)
    definition = as_read(read_triplea_map(data.encode()), header.properties)
    # "Land is taken before the sea battle" of engine_bugs.md.
    options = replace(definition.options, ask_defender=True, landings_wait_for_all_ships=False)
    return replace(definition, options=options)


class Replay:
    """Our game beside the recorded one."""

    def __init__(
        self,
        game: Game,
        result: Result,
        watch: Callable[[Step, int], None] = lambda step, count: None,
    ) -> None:
        """watch: told of each action that was played, with its number in the step, from 1."""
        self._definition = definition_of(game.header)
        self._watch_action = watch
        self._technologies = own_names(map_of(game.header).read_text(encoding="utf-8"))
        self._result = result
        start = start_position(self._definition)
        self._aims = {
            (step.round, step.name): asks
            for step in game.steps
            if (asks := [entry for action in step.actions for entry in _aimed(action)])
        }
        self._units = Identities(start, game.header.units)
        self._kinds: dict[int, str] = {}
        self._makers: dict[int, str] = {}
        self._ends: dict[tuple[int, str], State] = {}
        self._carried: list[_Carried] = []
        self._boarding: list[Move] = []
        self._taken_back: set[tuple[int, str, str, str]] = set()
        step = engine.new_game(self._definition)
        self._watch(start, step.events)
        self._step = step

    @property
    def state(self) -> State:
        """Where our game is."""
        return self._step.state

    def go_on_from(self, step: engine.Step) -> None:
        """Put another position in the place of ours, whose units have the same identities."""
        self._step = step

    def _watch(self, state: State, events: Iterable[Event]) -> None:
        """Keep the position at the end of every step of the sequence."""
        events = tuple(events)
        if not any(isinstance(event, PhaseBegan | GameEnded) for event in events):
            return
        here = (state.round, self._definition.sequence[state.phase.step].name)
        for event in events:
            if isinstance(event, PhaseBegan | GameEnded):
                self._ends[here] = state
            state = evolve(state, event)
            if isinstance(event, PhaseBegan):
                here = (state.round, self._definition.sequence[event.step].name)
        if isinstance(events[-1], GameEnded):
            self._ends[here] = state

    def _apply(self, action: EngineAction) -> None:
        before = self.state
        self._step = engine.apply(before, action)
        if self._carried:
            self._carried[-1].inputs.append(action)
        self._watch(before, self._step.events)

    def play(self, step: Step) -> None:
        """One recorded step; raises DifferenceError or TapeError."""
        for action in step.actions:
            self._kinds.update((key, kind) for key, kind, _ in action.made)
            self._makers.update((key, owner) for key, _, owner in action.made)
        if step.name not in {entry.name for entry in self._definition.sequence}:
            return
        tape = Tape(
            (entry for action in step.actions for entry in action.entries),
            is_split=self._definition.fires_apart,
        )
        for action in step.actions:
            for battle in Tape(action.entries).battles():
                self._meet_all(battle.units, battle.territory)
        if self._is_here(step):
            self._play_orders(step, tape)
            before = self.state
            self._finish(step, tape)
            self._bury(before, step.actions[-1])
        else:
            for action in step.actions:
                if _is_order(action):
                    agrees = self._is_over(action) if action.kind == "fight" else _is_empty(action)
                    self._count(step, action, agrees, "the phase is skipped")
        where = f"step {step.number} {step.name}"
        self._result.choices.extend(f"{where}: {choice}" for choice in tape.choices())
        unread = tape.unread_dice()
        if unread:
            raise DifferenceError(f"dice were rolled that we do not want: {unread}")
        self._compare(step)

    def _is_here(self, step: Step) -> bool:
        if isinstance(self._step.waiting, GameOver):
            return False
        here = self._definition.sequence[self.state.phase.step].name
        return (self.state.round, here) == (step.round, step.name)

    def _bury(self, before: State, action: Action) -> None:
        """LandAircraft which units have been lost in an action."""
        dead: list[int] = []
        for entry in action.entries:
            if isinstance(entry, Casualties):
                dead.extend(entry.killed)
            elif isinstance(entry, Lost):
                dead.extend(entry.units)
        if dead:
            self._units.settle(before, self.state, dead)

    def _play_orders(self, step: Step, tape: Tape) -> None:
        before = self.state
        self._settle(tape)
        self._bury(before, step.actions[0])
        is_battle = step.name.endswith("Battle")
        if is_battle:
            self._fight_shown(step, tape)
        for count, action in enumerate(step.actions, 1):
            if action.kind == "undo":
                self._take_back(step, action)
            elif _is_order(action) and action.kind != "fight":
                self._order(step, action, tape)
            if not is_battle:
                self._watch_action(step, count)
        self._carried.clear()
        for order in self._boarding:
            self._board_with_room(step, order)
        self._boarding.clear()

    def _take_back(self, step: Step, action: Action) -> None:
        """The orders that were carried out after one that is taken back are played again.

        Which orders the other engine takes back only together is not compared.
        """
        if not action.accepted:
            return
        undone = step.actions[number(action.body["of"])]
        place = next((i for i, done in enumerate(self._carried) if done.action is undone), None)
        if place is None:
            raise DifferenceError(f"{_shown(undone)} was not carried out and cannot be taken back")
        route = [text(area) for area in items(undone.body.get("route", []))]
        if len(route) > 1:
            self._taken_back.add((step.round, step.nation, route[-2], route[-1]))
        taken, *later = self._carried[place:]
        del self._carried[place:]
        self._step = taken.before
        for done in later:
            before = self._step
            self._carried.append(_Carried(done.action, before, []))
            for entry in done.inputs:
                reasons = () if isinstance(entry, RollResult) else engine.check(self.state, entry)
                if reasons:
                    text_ = f"{entry} is refused without {_shown(undone)}: {_codes(reasons)}"
                    raise DifferenceError(text_)
                self._apply(entry)
            if done.action.kind == "place":
                self._placed(before.state, done.action)

    def _raiders(self, step: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Recorded identities of the bombers whose dice are next, and of all in the raid."""
        frame = self.state.agenda[-1]
        every = frame.attackers if isinstance(frame, BattleFrame) else ()
        asked = next_bombers(self.state)
        if step == "aa_fire":
            volley = next_volley(self.state)
            asked = () if volley is None else volley.targets
        return (
            tuple(self._units.theirs(key) for key in asked),
            tuple(self._units.theirs(key) for key in every),
        )

    def _settle(self, tape: Tape) -> None:
        """Dice and answers until the game waits for an order, or comes to the next phase."""
        here = self.state.phase.step
        for _ in range(_MOST_ANSWERS):
            if self.state.phase.step != here:
                return
            match self._step.waiting:
                case RollRequest() as request:
                    frame = self.state.agenda[-1]
                    battle = frame.kind if isinstance(frame, BattleFrame) else ""
                    raiders = self._raiders(request.step) if battle == RAID else ((), ())
                    rolled = tape.dice(request, battle=battle, raiders=raiders)
                    self._apply(self._as_read(self._shot_down(rolled, tape), tape.strengths))
                case Decision() as decision:
                    order = tape.answer(self.state, decision, self._units)
                    reasons = engine.check(self.state, order)
                    if reasons:
                        raise DifferenceError(f"{order} is refused: {_codes(reasons)}")
                    self._apply(order)
                    self._damage(tape.living_on)
                case _:
                    return
        raise DifferenceError("our game asks for ever")

    def _damage(self, living_on: list[tuple[UnitId, int]]) -> None:
        """Aircraft that live on in the place of damaged ones are as damaged."""
        there = {key: hits for key, hits in living_on if key in self.state.units}
        living_on.clear()
        if not there:
            return
        units = self.state.units
        hurt = {key: replace(units[key], hits=hits) for key, hits in there.items()}
        self._step = replace(self._step, state=replace(self.state, units={**units, **hurt}))
        self._result.explained += 1

    def _as_read(self, rolled: RollResult, strengths: tuple[int, ...]) -> RollResult:
        """The dice of a volley in the order in which ours reads them.

        "Orders without an order" of engine_bugs.md.
        strengths: at how much each of them hits over there.
        """
        if len(set(strengths)) < 2 or len(strengths) != len(rolled.dice):
            return rolled
        fired = engine.apply(self.state, rolled).events
        groups = next((event.groups for event in fired if isinstance(event, VolleyFired)), ())
        ours = [group.strength for group in groups for _ in group.dice]
        if sorted(ours) != sorted(strengths) or any(group.keeps_best for group in groups):
            return rolled
        pairs = sorted(zip(strengths, rolled.dice, strict=True), key=lambda pair: pair[0])
        places = sorted(range(len(ours)), key=lambda place: ours[place])
        dice = list(rolled.dice)
        for place, (_, die) in zip(places, pairs, strict=True):
            dice[place] = die
        return RollResult(tuple(dice))

    def _shot_down(self, rolled: RollResult, tape: Tape) -> RollResult:
        """The die that chooses the aircraft that was lost.

        In which order that engine counts aircraft of several types follows no rule.
        """
        frame = self.state.agenda[-1]
        if not isinstance(frame, RandomCasualtiesFrame):
            return rolled
        units = self.state.units
        names = [(units[key].type, units[key].owner) for key in frame.among]
        taken: Counter[tuple[str, str]] = Counter(
            (units[key].type, units[key].owner) for key in frame.lost
        )
        shot = tape.shot_next()
        # A ship goes down with its own cargo.
        laden = (
            place
            for place, key in enumerate(frame.among, 1)
            if self._units.theirs(key) in shot
            and key not in frame.lost
            and self.state.cargo_of(key)
        )
        if place := next(laden, 0):
            return RollResult((place,))
        lost = Counter(map(self._units.kind, shot))
        left = [place for place, name in enumerate(names, 1) if name in lost - taken]
        if rolled.dice[0] in left or (not left and rolled.dice[0] <= len(names)):
            return rolled
        if not left:
            raise DifferenceError(f"none of the {len(names)} units that may be lost is lost")
        return RollResult((left[0],))

    def _fight_shown(self, step: Step, tape: Tape) -> None:
        """Fight orders, and before each the battles that the engine began by itself."""
        shown = {entry for action in step.actions for entry in Tape(action.entries).battles()}
        for count, action in enumerate(step.actions, 1):
            self._fight_action(step, action, tape, shown)
            self._watch_action(step, count)

    def _fight_action(self, step: Step, action: Action, tape: Tape, shown: set[Battle]) -> None:
        if action.kind == "fight":
            if self._is_over(action):
                self._count(step, action, True, "")
                return
            if action.body.get("type") == AIR_BATTLE:
                self._count(step, action, action.accepted, "")
            else:
                order = order_of(self.state, action, self._units)
                self._check(step, action, order)
            if not action.accepted:
                return
        before = self.state
        for battle in Tape(action.entries).battles():
            if battle.kind not in {"NORMAL", AIR_BATTLE} or self._is_walk_in(battle):
                continue
            if battle.kind == AIR_BATTLE and _goes_on(battle, shown):
                continue
            reasons = engine.check(self.state, Fight(battle.territory))
            if reasons:
                text_ = f"the battle in {battle.territory} is refused: {_codes(reasons)}"
                raise DifferenceError(text_)
            self._apply(Fight(battle.territory))
            self._settle(tape)
            self._drown(battle, action)
        self._bury(before, action)

    def _drown(self, battle: Battle, action: Action) -> None:
        """Troops ashore that the other engine loses with the ship that they came by."""
        lost = drowned_ashore(self.state, battle, action.entries)
        known = {self._units.ours(key) for key in lost if self._units.knows(key)}
        drowned = known & self.state.units.keys()
        places = {self.state.units[key].territory for key in drowned}
        self._step = replace(self._step, state=without(self.state, drowned))
        self._result.explained += bool(drowned)
        for place in sorted(places):
            # What was a battle is a walk-in now, of which nothing is shown.
            if not defenders_in(self.state, place) and not engine.check(self.state, Fight(place)):
                self._apply(Fight(place))

    def _is_walk_in(self, battle: Battle) -> bool:
        """Whether only ships that lie on land were there, which ours takes for nobody."""
        waits = any(entry.territory == battle.territory for entry in self.state.battles)
        return not battle.is_defended and not waits

    def _is_over(self, action: Action) -> bool:
        """Whether it is a walk-in that waited for another battle and that ours did by itself."""
        fought = any(isinstance(entry, Dice) for entry in action.entries)
        place = action.body["territory"]
        waits = any(battle.territory == place for battle in self.state.battles)
        return action.accepted and not fought and not waits

    def _order(self, step: Step, action: Action, tape: Tape) -> None:
        if action.kind == "place" and _is_empty(action):
            self._count(step, action, action.accepted, "")
            return
        if action.kind == "move":
            self._meet(action)
        if section := cut_before(self.state, action, self._units):
            raise CutError(section)
        try:
            order = order_of(self.state, action, self._units)
        except UnreadableOrderError as error:
            self._count(step, action, False, str(error))
            if action.accepted:
                raise DifferenceError(f"{_shown(action)}: {error}") from error
            return
        if action.kind == "place" and action.accepted:
            wanted = order
            order, state = without_crowd(self.state, order, table(step.state["territories"]))
            self._step = replace(self._step, state=state)
            self._result.explained += order != wanted
            if isinstance(order, Place) and not order.picks:
                self._count(step, action, True, "")
                return
        if action.kind == "move" and action.accepted:
            keys = [number(key) for key in items(action.body["ids"])]
            self._units.hurt(self.state, keys, told_hits(action))
            order = order_of(self.state, action, self._units)
            if engine.check(self.state, order):
                self._units.moves(self.state, keys)
                order = order_of(self.state, action, self._units)
        if action.kind == "move" and action.error == "Not all units have enough movement":
            self._units.stays(self.state, [number(key) for key in items(action.body["ids"])])
            order = order_of(self.state, action, self._units)
        self._check(step, action, order)
        if not action.accepted or is_called_off(action):
            return
        if isinstance(order, Act):
            self._act(order, action, tape)
            return
        before = self.state
        self._carried.append(_Carried(action, self._step, []))
        self._apply(order)
        self._settle(tape)
        self._bury(before, action)
        if isinstance(order, Research) and cannot_fail(before, order):
            tape.leave_out_sure_die()
        if isinstance(order, Move) and order.raid:
            self._aim(step, order)
        if action.kind == "repair":
            extra = overpaid(before, order, wanted_points(action))
            self._step = replace(
                self._step, state=with_more_money(self.state, before.nation, -extra)
            )
        if action.kind == "place":
            self._placed(before, action)
            self._board_carriers(action)

    def _act(self, order: Act, action: Action, tape: Tape) -> None:
        """An action whose acceptance the other engine asks for at once, ours by mail."""
        asked = [
            entry.answer is True
            for entry in action.entries
            if isinstance(entry, Ask) and entry.method == "acceptAction"
        ]
        wanted = self.state.definition.politics.action(order.action)
        if wanted is None:
            raise DifferenceError(f"there is no action {order.action}")
        if all(asked):
            self._redefine(replace(wanted, accepted_by=()))
        self._apply(order)
        self._settle(tape)
        self._redefine(wanted)
        offers = tuple(offer for offer in self.state.offers if offer[0] != order.action)
        self._step = replace(self._step, state=replace(self.state, offers=offers))

    def _redefine(self, action: PoliticalAction) -> None:
        """The game with this action in the place of the one of its name."""
        definition = self.state.definition
        actions = tuple(
            action if one.name == action.name else one for one in definition.politics.actions
        )
        definition = replace(definition, politics=replace(definition.politics, actions=actions))
        self._step = replace(self._step, state=replace(self.state, definition=definition))

    def _aim_together(self, place: str, bombers: Sequence[int]) -> None:
        """Bombers of one order that were not asked bombed what every one of them may bomb."""
        state = self.state
        units = [state.units[key] for key in bombers if key in state.units]
        kinds = state.definition.unit_types
        each = {
            unit.id: tuple(
                target.type
                for target in bombing_targets(state, state.nation, place, kinds[unit.type])
            )
            for unit in units
        }
        first = next(iter(each.values()), ())
        common = [name for name in first if all(name in types for types in each.values())]
        for unit in units:
            if common and each[unit.id][0] != common[0]:
                aim = Aim(place, (Pick(1, unit.type, "", (unit.id,)),), common[0])
                if not engine.check(self.state, aim):
                    self._apply(aim)

    def _aim(self, step: Step, order: Move) -> None:
        """Have raiders bomb what they bombed: they were asked then, or before the raid began."""
        place = order.path[-1]
        moved = {key for pick in order.picks for key in pick.units}
        self._aim_together(place, sorted(moved))
        for turn in (step.round, step.name), (step.round, _battle_of(step.name)):
            for ask in self._aims.get(turn, ()):
                for key in unit_ids(ask.options["bombers"]):
                    bomber = self._units.ours(key)
                    if bomber not in moved or text(ask.options["territory"]) != place:
                        continue
                    target = text(ask.answer).partition(":")[2]
                    if bomber not in self.state.units:
                        continue
                    kind = self.state.units[bomber].type
                    aim = Aim(place, (Pick(1, kind, "", (bomber,)),), target)
                    reasons = engine.check(self.state, aim)
                    if reasons:
                        raise DifferenceError(f"{aim} is refused: {_codes(reasons)}")
                    self._apply(aim)

    def _meet(self, action: Action) -> None:
        """Units of a move that the recording made without saying where they stand.

        An order that was refused may name units that are not there, so it tells nothing of those
        that are known.
        """
        keys = [
            key
            for key in items(action.body["ids"])
            if isinstance(key, int) and (action.accepted or not self._units.knows(key))
        ]
        told = {
            name.partition("{")[0]
            for owned in table(action.body["units"]).values()
            for name in table(owned)
        }
        alike = next(iter(told)) if len(told) == 1 else ""
        named = [(key, self._kinds.get(key, alike)) for key in keys]
        route = items(action.body["route"])
        if named and route:
            self._meet_all(named, text(route[0]))
        ships = {number(ship) for ship in table(action.body.get("transports") or {}).values()}
        boarded = [
            (ship, self._kinds[ship])
            for ship in sorted(ships)
            if ship in self._kinds and not self._units.knows(ship)
        ]
        if boarded and route and action.accepted:
            self._meet_all(boarded, text(route[-1]))

    def _meet_all(self, units: Iterable[tuple[int, str]], place: str) -> None:
        told = ((key, kind, self._makers.get(key, "")) for key, kind in units)
        self._units.meet(self.state, told, place)

    def _check(self, step: Step, action: Action, order: Order) -> None:
        if not isinstance(self._step.waiting, PhaseOpen):
            raise DifferenceError(f"{_shown(action)}: our game waits for {self._step.waiting}")
        reasons = engine.check(self.state, order)
        self._count(step, action, not reasons, _codes(reasons), order)
        if reasons and action.accepted:
            raise DifferenceError(f"{_shown(action)} is refused: {_codes(reasons)}")

    def _count(
        self, step: Step, action: Action, ours: bool, why: str, order: Order | None = None
    ) -> None:
        if (
            ours == action.accepted
            or is_known_refusal(self.state, action, order)
            or self._waits_for_nobody(step, action)
        ):
            self._result.agreed_orders += 1
            return
        verdict = f"recorded {'accepted' if action.accepted else 'refused: ' + action.error}"
        mine = "ours accepted" if ours else f"ours refused: {why}"
        self._result.disputes.append(
            f"step {step.number} {step.name} {_shown(action)}: {verdict}; {mine}"
        )

    def _waits_for_nobody(self, step: Step, action: Action) -> bool:
        """Whether a battle is refused for the sake of a landing that was taken back.

        "A landing that was taken back" of engine_bugs.md.
        """
        zone = action.error.removeprefix("Must complete Battle in ").removesuffix(" first")
        place = text(action.body.get("territory"))
        return action.kind == "fight" and (
            (step.round, step.nation, zone, place) in self._taken_back
        )

    def _placed(self, before: State, action: Action) -> None:
        new = [unit for key, unit in self.state.units.items() if key not in before.units]
        keys = [key for key in items(action.body["ids"]) if isinstance(key, int)]
        self._units.placed(keys, self._kinds, new)

    def _board_carriers(self, action: Action) -> None:
        """Aircraft that hop on the carriers just placed, or on those that are placed after them.

        The other engine asks at the first carrier for more than it has room for.
        """
        for entry in action.entries:
            if not isinstance(entry, Ask) or not isinstance(entry.answer, list):
                continue
            if entry.method != "getNumberOfFightersToMoveToNewCarrier" or not entry.answer:
                continue
            hopping = self._units.living(self.state, unit_ids(entry.answer))
            path = (text(entry.options["from"]), text(action.body["territory"]))
            self._boarding.append(Move(picks_of(hopping, self.state.nation), path))
        for order in tuple(self._boarding):
            if not engine.check(self.state, order):
                self._boarding.remove(order)
                self._apply(order)

    def _board_with_room(self, step: Step, order: Move) -> None:
        """Of too many aircraft those hop that the recording has left; the others are lost."""
        zone = order.path[-1]
        left = table(table(table(step.state["territories"])[zone])["units"])
        counts = table(left.get(self.state.nation, {}))
        picks: list[Pick] = []
        lost: list[UnitId] = []
        for pick in order.picks:
            there = [u for u in self.state.units_in(zone) if u.owner == self.state.nation]
            had = sum(unit.type == pick.type for unit in there)
            stay = max(0, min(pick.count, number(counts.get(pick.type, 0)) - had))
            lost += pick.units[stay:]
            if stay:
                picks.append(replace(pick, count=stay, units=pick.units[:stay]))
        order = replace(order, picks=tuple(picks))
        reasons = engine.check(self.state, order)
        if reasons or not lost:
            raise DifferenceError(f"{order} is refused: {_codes(reasons)}")
        self._apply(order)
        self._step = replace(self._step, state=without(self.state, lost))
        self._result.explained += 1

    def _finish(self, step: Step, tape: Tape) -> None:
        """The end of the phase, with what is still to be decided before the next one begins."""
        if not self._is_here(step):
            return
        reasons = engine.check(self.state, Done())
        if reasons:
            raise DifferenceError(f"the phase cannot end: {_codes(reasons)}")
        standing = self.state.standing_orders
        for entry in step.actions[-1].entries:
            if isinstance(entry, Stranded):
                named = self._units.strand(self.state, entry.territory, entry.words)
                waiting = awaiting_carriers(named, entry.territory)
                self._step = replace(self._step, state=without(named, waiting))
                self._result.explained += bool(waiting)
            elif isinstance(entry, Homeless):
                self._step = replace(self._step, state=self._without_a_deck(entry))
        units = dict(self.state.units)
        for key, place in sent_apart(step, self.state).items():
            units[key] = replace(units[key], territory=place, base="")
        self._step = replace(self._step, state=replace(self.state, units=units))
        self._stand(told_landings(step, standing))
        self._apply(Done())
        while self._is_here(step) and isinstance(self._step.waiting, Decision | RollRequest):
            self._settle(tape)
        self._stand(standing)

    def _without_a_deck(self, entry: Homeless) -> State:
        """The position without what lost its deck: "The cheapest keep a deck" of engine_bugs.md."""
        lost = [self._units.ours(key) for key in entry.units if self._units.knows(key)]
        there = [self.state.units[key] for key in lost if key in self.state.units]
        types = {
            unit.type
            for one in there
            for unit in self.state.units_in(one.territory)
            if unit.owner == one.owner and type_of(self.state, unit).is_air
        }
        if len(types) < 2:
            return self.state
        self._result.explained += 1
        return without(self.state, [unit.id for unit in there])

    def _stand(self, standing: Mapping[NationName, tuple[StandingInstruction, ...]]) -> None:
        self._step = replace(self._step, state=replace(self.state, standing_orders=standing))

    def _compare(self, step: Step) -> None:
        ended = self._ends.get((step.round, step.name))
        if ended is None:
            raise DifferenceError("our game has not come to the end of this step")
        ours = our_state(ended, step.state, self._technologies)
        if plain_hash(ours) == step.plain_sha256:
            return
        found = list(differences(step.state, ours))
        raise DifferenceError("\n    ".join(("the positions differ", *found[:12])))


def _aimed(action: Action) -> list[Ask]:
    return [
        entry
        for entry in action.entries
        if isinstance(entry, Ask) and entry.method == "whatShouldBomberBomb" and entry.answer
    ]


def _goes_on(air_battle: Battle, shown: Iterable[Battle]) -> bool:
    """Whether a battle of the area follows an air battle, which ours fights together with it."""
    where = air_battle.territory
    return any((entry.kind, entry.territory) == ("NORMAL", where) for entry in shown)


def _battle_of(step: str) -> str:
    """The battle step behind a combat move step."""
    return step.replace("CombatMove", "Battle")


def _is_empty(action: Action) -> bool:
    """Whether an order buys or places nothing."""
    if action.kind == "buy":
        return not action.body["results"]
    return action.kind == "place" and not action.body["units"]


def _codes(reasons: Iterable[Illegal]) -> str:
    return "; ".join(f"{reason.code} ({reason.text})" for reason in reasons)


def _shown(action: Action) -> str:
    body: Table = {key: value for key, value in action.body.items() if value}
    return f"{action.kind} {body}"
