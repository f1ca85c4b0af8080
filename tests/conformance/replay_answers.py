"""Dice and choices of a step, in the order in which they were recorded.

A Tape is read forwards.  Dice are taken one request after the other; only raids, the air battles
before them and rockets get theirs by name, because the other engine keeps them in tables without
an order.  An answer is looked for between the dice taken last and the end of the step, so that
choices which only one of the two engines offers do no harm.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from engine.core.agenda import BattleFrame, Decision
from engine.core.chance import RollRequest, RollResult
from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.pick import Pick
from engine.core.standing_orders import StandingInstruction
from engine.game import check
from engine.gamedef import State
from engine.orders.bombard import Bombard
from engine.orders.fire_rocket import FireRocket
from engine.orders.form import Order
from engine.orders.intercept import Intercept
from engine.orders.kamikaze import Kamikaze
from engine.orders.lose import Lose
from engine.orders.place import Place
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.orders.scramble import Scramble
from engine.orders.standing_orders.land import StandingLand
from engine.orders.submerge import Submerge
from engine.rules.battle.rounds.bombardment import bombard_strength
from engine.rules.battle.rounds.volley import AA_STEPS
from engine.rules.common.battle_step import RAID
from engine.rules.common.relations import type_of
from tests.conformance.replay_choices import RETREATS, not_asked, other_ways
from tests.conformance.replay_json import items, number, table, text
from tests.conformance.replay_orders import picks_of
from tests.conformance.replay_record import (
    Ask,
    Battle,
    Casualties,
    Dice,
    Entry,
    Lost,
    Step,
    unit_ids,
)
from tests.conformance.replay_units import Identities

AIR_BATTLE: Final = "AIR_BATTLE"
"""The recorded kind of an air battle before a battle."""

_RAIDS: Final[Mapping[str, str]] = {
    "raid": "BOMBING_RAID",
    "air_battle": "AIR_RAID",
    "dogfight": AIR_BATTLE,
}
"""Our kinds of battle whose dice are taken by name, and the recorded ones."""


SUBMERGING: Final = "submerging"
SUBMARINES: Final = "submarines"
EVERYBODY: Final = "everybody"
"""Whom a question about a retreat is about."""


_VOLLEY: Final = re.compile(r" roll dice for .* in .*, round [0-9]+$")
"""How the sentence of a volley reads."""


class TapeError(Exception):
    """The recording holds no dice or no answer that fits what our engine waits for."""


def _bare(name: str) -> str:
    """A name without what its words are joined by."""
    return name.replace("_", "").replace(" ", "")


def _aloft(entries: Sequence[Entry]) -> frozenset[int]:
    """What belongs to air battles before battles: ours are fought with their battle."""
    found: set[int] = set()
    is_aloft = False
    for place, entry in enumerate(entries):
        if isinstance(entry, Battle):
            is_aloft = entry.kind == AIR_BATTLE
        if is_aloft:
            found.add(place)
    return frozenset(found)


class Tape:
    """What happened in a step of the recording, read from the beginning to the end."""

    def __init__(self, entries: Iterable[Entry], *, is_split: bool = False) -> None:
        """Put the reading mark at the beginning.

        is_split: some types of units cannot fire at others, so a side fires in several volleys.
        """
        self._is_split = is_split
        self._entries = list(entries)
        self._mark = 0
        self._used: set[int] = set()
        self._aloft = _aloft(self._entries)
        self._told: list[int] = []
        self._bombed: dict[str, dict[int, tuple[int, ...]]] = {}
        self._other_ways: list[str] = []
        self.strengths: tuple[int, ...] = ()
        """At how much each of the dice taken last hits, where it is told."""
        self.living_on: list[tuple[UnitId, int]] = []
        """Units that live on after the answer given last in the place of damaged ones, with the
        hits of these: "Damaged aircraft live on" of engine_bugs.md."""

    def dice(
        self,
        request: RollRequest,
        *,
        battle: str,
        raiders: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
    ) -> RollResult:
        """The next dice; raises TapeError when their number is not the one expected.

        battle: our kind of the battle in the territory of the request, "" when there is none.
        raiders: in a raid, the identities of the bombers that roll now or are fired at, and of all.
        """
        self.strengths = ()
        if battle in _RAIDS:
            raid = Battle(request.territory, _RAIDS[battle])
            if request.step == "aa_fire":
                place = self._flak(request, raid, raiders[0])
                if place is not None:
                    self._used.add(place)
                    return RollResult(self._rolls_at(place))
            if request.step == RAID and (bombs := self._bombs(request, *raiders)) is not None:
                return bombs
            return self._raid_dice(request, raid)
        if self._told:
            return RollResult((self._told.pop(0),))
        if request.step == "trigger" and (place := self._trigger_die(request)) is not None:
            self._used.add(place)
            return RollResult(self._rolls_at(place))
        if request.step == "blockade" and (place := self._blockade_dice(request)) is not None:
            self._used.add(place)
            return RollResult(self._rolls_at(place))
        self._pass_over(request)
        if self._is_split and request.step.startswith(("general", "first_strike")):
            self._pass_volleys(request)
        is_rocket = request.step == "rocket"
        place = self._rocket_die(request.territory) if is_rocket else self._next_dice()
        entry = None if place is None else self._entries[place]
        if place is None or not isinstance(entry, Dice):
            raise TapeError(f"no dice are left for {request.purpose}")
        if request.step == "aa_casualties" and len(entry.rolls) > 1:
            self._mark = place + 1
            self._told = one_by_one(entry.rolls, request.sides)
            return RollResult((self._told.pop(0),))
        if len(entry.rolls) != request.count:
            raise TapeError(
                f"{request.count} dice are needed for {request.purpose}; recorded are"
                f" {len(entry.rolls)}: {entry.purpose}"
            )
        self.strengths = entry.strengths
        # A die for casualties in a raid must not be taken for one of the raid.
        self._used.add(place)
        if not is_rocket:
            self._mark = place + 1
        return RollResult(entry.rolls)

    def _trigger_die(self, request: RollRequest) -> int | None:
        """The die of a trigger, which the other engine rolls in an order of its own."""
        asked = request.purpose.removeprefix("whether ").partition(" happens")[0]
        wanted = _bare(asked.removeprefix("triggerAttachment"))
        for place, entry in enumerate(self._entries):
            if place not in self._used and isinstance(entry, Dice):
                _, is_trigger, name = entry.purpose.partition("Attempting the Trigger: Trigger ")
                if is_trigger and _bare(name) == wanted:
                    return place
        return None

    def _blockade_dice(self, request: RollRequest) -> int | None:
        """The dice of a blockade: which zone's are rolled first follows the order of the file."""
        for place, entry in enumerate(self._entries):
            if place in self._used or not isinstance(entry, Dice):
                continue
            _, is_blockade, zone = entry.purpose.partition("Convoy Blockade Damage in ")
            if is_blockade and zone == request.territory and len(entry.rolls) == request.count:
                return place
        return None

    def _rolls_at(self, place: int) -> tuple[int, ...]:
        entry = self._entries[place]
        return entry.rolls if isinstance(entry, Dice) else ()

    def _pass_over(self, request: RollRequest) -> None:
        """Leave out a die that cannot fail (engine_bugs.md): ours asks what was found."""
        if request.step == "research" and request.purpose.startswith("which technology"):
            self.leave_out_sure_die()

    def _pass_volleys(self, request: RollRequest) -> None:
        """Leave out dice of other volleys, which are fired at nobody (engine_bugs.md)."""
        wanted = f" in {request.territory}, round {request.round + 1}"
        nation = request.purpose.partition(" of ")[2].partition(" in ")[0]
        while (place := self._next_dice()) is not None:
            entry = self._entries[place]
            if not isinstance(entry, Dice) or not _VOLLEY.search(entry.purpose):
                return
            if entry.purpose.endswith(wanted) and entry.purpose.startswith(f"{nation} "):
                return
            self._mark = place + 1

    def leave_out_sure_die(self) -> None:
        """Read past the die of research that cannot fail, if it is the next one."""
        place = self._next_dice()
        entry = None if place is None else self._entries[place]
        is_sure = isinstance(entry, Dice) and entry.purpose.endswith("rolling for tech.")
        if place is not None and is_sure:
            self._mark = place + 1

    def _next_dice(self) -> int | None:
        for place in range(self._mark, len(self._entries)):
            if place in self._used or place in self._aloft:
                continue
            if isinstance(self._entries[place], Dice):
                return place
        return None

    def _bombs(
        self, request: RollRequest, now: tuple[int, ...], every: tuple[int, ...]
    ) -> RollResult | None:
        """The dice of some bombers of a raid, which that engine rolls in an order of its own.

        None where the recording does not say whose dice they are.
        """
        if request.territory not in self._bombed:
            raid = Battle(request.territory, _RAIDS["raid"])
            under_way: Battle | None = None
            rolls: list[int] = []
            places: list[int] = []
            for place, entry in enumerate(self._entries):
                if isinstance(entry, Battle):
                    under_way = entry
                elif under_way == raid and isinstance(entry, Dice) and entry.kind == "BOMBING":
                    places.append(place)
                    rolls.extend(entry.rolls)
            shown = next(
                (e.units for e in self._entries if e == raid and isinstance(e, Battle)), ()
            )
            order = [key for key, _ in shown if key in every]
            if not order or len(order) != len(every) or len(rolls) % len(order):
                return None
            each = len(rolls) // len(order)
            if each * len(now) != request.count:
                return None
            self._used.update(places)
            self._bombed[request.territory] = {
                key: tuple(rolls[at * each : (at + 1) * each]) for at, key in enumerate(order)
            }
        known = self._bombed[request.territory]
        dice = tuple(die for key in now for die in known[key])
        return RollResult(dice) if len(dice) == request.count else None

    def _flak(self, request: RollRequest, raid: Battle, fired_at: tuple[int, ...]) -> int | None:
        """The dice of guns at the bombers of one target; that engine has an order of its own.

        Those that hit one of these bombers are theirs, and else those that hit nobody.
        """
        under_way: Battle | None = None
        hits: dict[int, set[int]] = {}
        for place, entry in enumerate(self._entries):
            if isinstance(entry, Battle):
                under_way = entry
            elif under_way == raid and isinstance(entry, Dice):
                if entry.kind == "COMBAT":
                    hits[place] = set()
            elif under_way == raid and hits:
                hits[max(hits)].update(_hit_by(entry, by_aa=True))
        found = [
            (not hits[place], place)
            for place in sorted(hits.keys() - self._used)
            if len(self._rolls_at(place)) == request.count and hits[place] <= set(fired_at)
        ]
        return min(found)[1] if found else None

    def _raid_dice(self, request: RollRequest, raid: Battle) -> RollResult:
        """The next dice of a raid; there each bomber may have a request of its own."""
        under_way: Battle | None = None
        rolls: list[int] = []
        for place, entry in enumerate(self._entries):
            if isinstance(entry, Battle):
                under_way = entry
            elif isinstance(entry, Dice) and place not in self._used and under_way == raid:
                self._used.add(place)
                rolls.extend(entry.rolls)
            if len(rolls) == request.count:
                return RollResult(tuple(rolls))
        raise TapeError(f"{request.count} dice are needed for {request.purpose}: {rolls}")

    def _rocket_die(self, target: str) -> int | None:
        """The next die of a rocket that was aimed at a territory."""
        aimed = [
            entry.answer
            for entry in self._entries
            if isinstance(entry, Ask) and entry.method == "whereShouldRocketsAttack"
        ]
        targets = [place for place in aimed if place is not None]
        dice = (
            place
            for place, entry in enumerate(self._entries)
            if isinstance(entry, Dice) and entry.purpose.startswith("Rocket")
        )
        shots = zip(targets, dice, strict=False)
        return next((die for at, die in shots if at == target and die not in self._used), None)

    def shot_next(self) -> tuple[int, ...]:
        """The recorded units that the AA fire hit whose dice were taken last."""
        for entry in self._entries[self._mark :]:
            if isinstance(entry, Dice):
                break
            if hit := _hit_by(entry, by_aa=True):
                return hit
        return ()

    def unread_dice(self) -> str:
        """What the next dice were for that nobody has taken; "" when none are left."""
        place = self._next_dice()
        entry = None if place is None else self._entries[place]
        if not isinstance(entry, Dice) or (self._is_split and _VOLLEY.search(entry.purpose)):
            return ""
        return entry.purpose

    def battles(self) -> tuple[Battle, ...]:
        """The battles that were shown, in order."""
        return tuple(entry for entry in self._entries if isinstance(entry, Battle))

    def answer(self, state: State, decision: Decision, units: Identities) -> Order:
        """Our order for the recorded choice; raises TapeError when there is none."""
        used = set(self._used)
        order = self._answer(state, decision, units)
        if decision.what in RETREATS:
            read = (self._entries[place] for place in sorted(self._used - used))
            asked = [entry for entry in read if isinstance(entry, Ask)]
            self._other_ways.append(other_ways(decision, asked))
        return order

    def choices(self) -> tuple[str, ...]:
        """Where the questions about retreats that were read so far are others than ours."""
        left = (
            not_asked(entry)
            for place, entry in enumerate(self._entries)
            if place not in self._used and isinstance(entry, Ask) and entry.method == "retreatQuery"
        )
        return (*filter(None, self._other_ways), *left)

    def _answer(self, state: State, decision: Decision, units: Identities) -> Order:
        place, mover = decision.territory, state.nation
        match decision.what:
            case "casualties":
                return Lose(place, self._casualties(state, decision, units))
            case "retreat":
                query = self._retreat(decision, mover, SUBMARINES, EVERYBODY)
                if query and query.answer is None and _who_retreats(query) == SUBMARINES:
                    # A fleet of submarines alone is asked twice over there, and once here.
                    query = self._retreat(decision, mover, EVERYBODY)
                if query is None or query.answer is None:
                    return Press(place)
                return Retreat(place, _exit(decision, text(query.answer)))
            case "withdraw":
                query = self._retreat(decision, mover, SUBMARINES, SUBMERGING)
                if query is None or query.answer is None:
                    return Press(place)
                return Retreat(place, text(query.answer))
            case "submerge":
                query = self._retreat(decision, mover, SUBMERGING)
                submerged = decision.units if query is not None and query.answer is not None else ()
                chosen = [state.units[key] for key in submerged]
                return Submerge(place, picks_of(chosen, ""))
            case "bombard":
                return Bombard(place, self._bombarding(state, decision, units))
            case "intercept":
                return Intercept(place, self._intercepting(state, decision, units))
            case "scramble":
                return Scramble(place, self._scrambled(state, decision, units))
            case "kamikaze":
                return Kamikaze(place, self._striking(state, decision, units))
            case "rocket":
                target = self._target(decision)
                return FireRocket(place, target, self._facility(place, target))
            case "set_up":
                return self._set_up(state, decision)
        raise TapeError(f"no answer is known to {decision.what}")

    def _set_up(self, state: State, decision: Decision) -> Place:
        """The land that was chosen; nations there have units of one type."""
        place = self._next(
            lambda entry: isinstance(entry, Ask) and entry.method == "pickTerritoryAndUnits"
        )
        entry = None if place is None else self._entries[place]
        if place is None or not isinstance(entry, Ask):
            raise TapeError(f"{decision.nation} set nothing up")
        self._used.add(place)
        kind = next(name for name, count in state.unplaced[decision.nation].items() if count)
        return Place((Pick(1, kind),), text(items(entry.answer)[0]))

    def _next(self, fits: Callable[[Entry], bool]) -> int | None:
        for place in range(self._mark, len(self._entries)):
            if place not in self._used and fits(self._entries[place]):
                return place
        return None

    def _target(self, decision: Decision) -> str:
        """Where the rocket of a territory was aimed, "" for nowhere.

        Where there is one rocket a turn the other engine does not say which gun fires it; here it
        is the first that has the target in range.
        """
        origin = decision.territory
        for entry in self._entries:
            if not isinstance(entry, Ask) or entry.method != "whereShouldRocketsAttack":
                continue
            if entry.options.get("from", origin) == origin and entry.answer is not None:
                target = text(entry.answer)
                return target if target in decision.territories else ""
        return ""

    def _facility(self, origin: str, target: str) -> str:
        """The unit type at which a rocket was aimed; "" where nobody was asked."""
        is_aimed = False
        for entry in self._entries:
            if not isinstance(entry, Ask):
                continue
            if entry.method == "whereShouldRocketsAttack":
                is_aimed = entry.options.get("from", origin) == origin and entry.answer == target
            elif entry.method == "whatShouldBomberBomb" and is_aimed:
                return text(entry.answer).partition(":")[2]
        return ""

    def _retreat(self, decision: Decision, attacker: str, *of: str) -> Ask | None:
        """The next question about a retreat of such units before the next dice."""
        dice = self._next_dice()
        end = len(self._entries) if dice is None else dice
        for place in range(self._mark, end):
            entry = self._entries[place]
            if (
                place not in self._used
                and isinstance(entry, Ask)
                and entry.method == "retreatQuery"
                and _who_retreats(entry) in of
                and entry.options["territory"] == decision.territory
                # Who of several allies decides for the defence follows no rule there.
                and (entry.who == attacker) == (decision.nation == attacker)
            ):
                self._used.add(place)
                return entry
        return None

    def _casualties(
        self, state: State, decision: Decision, identities: Identities
    ) -> tuple[Pick, ...]:
        """The units that were hit by the volley fired last."""
        owners = {state.units[key].owner for key in decision.units}
        pool = set(decision.units)
        # Shown with all losses of the volley; ours settles warships before transports.
        settled = {
            key for frame in state.agenda if isinstance(frame, BattleFrame) for key in frame.marked
        }
        # A like unit that died without a question may have been named the one that is still there.
        there = {
            key
            for battle in self.battles()
            if battle.territory == decision.territory
            for key, _ in battle.units
        }
        identities.revive(state, pool - settled, there - self._fallen(), settled)
        settled.update(key for key in identities.partners() if key not in state.units)

        by_aa = decision.step in AA_STEPS

        def fits(entry: Entry) -> bool:
            hit = {identities.ours(key) for key in _hit_by(entry, by_aa=by_aa)} - settled
            return bool(hit) and hit <= pool

        mark = self._mark
        if decision.step == "air_battle":
            # Air battles before battles are fought apart there, and with their battle here.
            self._mark = min(self._aloft, default=mark)
        place = self._next(fits)
        if place is None:
            raise TapeError(f"no casualties of {sorted(owners)} in {decision.territory}")
        shown = self._entries[place]
        keys = (
            self._hits(place, shown)
            if isinstance(shown, Casualties)
            else _hit_by(shown, by_aa=by_aa)
        )
        keys = tuple(key for key in keys if identities.ours(key) in state.units)
        hurt = {
            key
            for entry in self._entries[:place]
            if isinstance(entry, Casualties)
            for key in entry.damaged
        }
        self.living_on.clear()
        done: set[UnitId] = set()
        for key in keys:
            mine = state.units[identities.ours(key)]
            needed = type_of(state, mine).hit_points - keys.count(key)
            if isinstance(shown, Casualties) and key not in shown.killed:
                identities.survives(state, key, decision.units)
            else:
                left = [unit for unit in decision.units if unit not in done]
                identities.dies(state, key, keys.count(key), left)
                done.add(identities.ours(key))
                swapped = identities.ours(key) != mine.id
                if swapped and type_of(state, mine).is_air and key not in hurt:
                    self.living_on.append((mine.id, needed))
        chosen = [unit for unit in map(identities.ours, keys) if unit not in settled]
        self._mark = max(mark, place + 1)
        alike: dict[tuple[str, str], list[UnitId]] = {}
        for key in chosen:
            unit = state.units[key]
            alike.setdefault((unit.type, unit.owner), []).append(key)
        return tuple(
            Pick(len(keys), kind, owner, tuple(keys)) for (kind, owner), keys in alike.items()
        )

    def _fallen(self) -> set[int]:
        """The units that were lost before the dice taken last."""
        fallen: set[int] = set()
        for entry in self._entries[: self._mark]:
            if isinstance(entry, Casualties):
                fallen.update(entry.killed)
            elif isinstance(entry, Lost):
                fallen.update(entry.units)
        return fallen

    def _hits(self, end: int, shown: Casualties) -> tuple[int, ...]:
        """Every unit as often as it was hit.

        A unit that was damaged and killed at once is shown as killed only; the answer tells.  Who
        is hit is taken from what was shown, because the other engine takes the aircraft with
        less movement left whichever of a type is chosen.
        """
        for place in range(end - 1, self._mark - 1, -1):
            entry = self._entries[place]
            if isinstance(entry, Dice | Casualties):
                break
            if isinstance(entry, Ask) and entry.method == "selectCasualties":
                return (*_hit_at_once(entry, shown), *shown.damaged, *shown.killed)
        return (*shown.damaged, *shown.killed)

    def _intercepting(
        self, state: State, decision: Decision, identities: Identities
    ) -> tuple[Pick, ...]:
        """The aircraft that were chosen to intercept the raid on a place."""
        for place, entry in enumerate(self._entries):
            if (
                place not in self._used
                and isinstance(entry, Ask)
                and entry.method == "selectUnitsQuery"
                and entry.options["territory"] == decision.territory
            ):
                self._used.add(place)
                chosen = {identities.ours(key) for key in unit_ids(entry.answer)}
                return picks_of((state.units[key] for key in sorted(chosen)), "")
        return ()

    def _scrambled(
        self, state: State, decision: Decision, identities: Identities
    ) -> tuple[Pick, ...]:
        """The aircraft that were sent up from their bases to help in a place."""
        for entry in self._entries:
            if (
                isinstance(entry, Ask)
                and entry.method == "scrambleUnitsQuery"
                and entry.options["to"] == decision.territory
                and entry.answer is not None
            ):
                scrambled = table(entry.answer).values()
                chosen = {identities.ours(key) for units in scrambled for key in unit_ids(units)}
                return picks_of((state.units[key] for key in sorted(chosen)), "")
        return ()

    def _striking(
        self, state: State, decision: Decision, identities: Identities
    ) -> tuple[Pick, ...]:
        """The ships at which kamikaze attacks were aimed in a zone, in that order."""
        for entry in self._entries:
            if not isinstance(entry, Ask) or entry.method != "selectKamikazeSuicideAttacks":
                continue
            picks: list[Pick] = []
            for name, goods in table(table(entry.answer).get(decision.territory, {})).items():
                unit = state.units[identities.ours(unit_ids([name])[0])]
                count = sum(number(amount) for amount in table(goods).values())
                picks.append(Pick(count, unit.type, unit.owner, (unit.id,) * count))
            return tuple(picks)
        return ()

    def _bombarding(
        self, state: State, decision: Decision, identities: Identities
    ) -> tuple[Pick, ...]:
        """Ships of the zones of which the player said that they bombard.

        Where there are more than may fire the other engine takes the strongest.  A ship that could
        bombard several territories fires where the player said.
        """
        zones: dict[str, bool] = {}
        elsewhere: set[UnitId] = set()
        for entry in self._entries:
            if isinstance(entry, Ask) and entry.method == "selectShoreBombard":
                zones[text(entry.options["territory"])] = entry.answer is True
            if not isinstance(entry, Ask) or entry.method != "selectBombardingTerritory":
                continue
            if entry.answer != decision.territory:
                elsewhere.update(map(identities.ours, unit_ids([entry.options["unit"]])))
        ready = [state.units[key] for key in decision.units]
        chosen = [
            unit for unit in ready if zones.get(unit.territory, False) and unit.id not in elsewhere
        ]
        chosen.sort(key=lambda unit: (-bombard_strength(state, unit), unit.hits, unit.id))
        while check(state, Bombard(decision.territory, picks_of(chosen, ""))):
            chosen.pop()
        return picks_of(chosen, "")


def one_by_one(rolls: Iterable[int], sides: int) -> list[int]:
    """Dice that choose several aircraft at once, as dice that choose one after another.

    All of the aircraft stand in a ring.  Each die counts on from the one chosen before, and on a
    place that is taken already the next free one is chosen.
    """
    left, place = list(range(sides)), 0
    dice: list[int] = []
    for roll in rolls:
        place = (place + roll - 1) % sides
        while place not in left:
            place = (place + 1) % sides
        dice.append(left.index(place) + 1)
        left.remove(place)
    return dice


def told_landings(
    step: Step, standing: Mapping[NationName, tuple[StandingInstruction, ...]]
) -> Mapping[NationName, tuple[StandingInstruction, ...]]:
    """Standing orders with those that say what defenders said when their carriers were gone.

    Over there they are asked at the end of the battles; here they have filed their wishes before.
    """
    told = dict(standing)
    for action in step.actions:
        for entry in action.entries:
            if isinstance(entry, Ask) and entry.method == "selectTerritoryForAirToLand":
                where = text(entry.options["territory"])
                wish = StandingLand(where, (), (text(entry.answer),))
                told[entry.who] = (wish, *told.get(entry.who, ()))
    return told


def sent_apart(step: Step, state: State) -> dict[UnitId, TerritoryName]:
    """Where scrambled aircraft go one by one, where those of a place do not all go the same way.

    A standing order of ours says one thing of all that are alike; over there each is asked for.
    """
    asked: dict[TerritoryName, list[Ask]] = {}
    for action in step.actions:
        for entry in action.entries:
            if isinstance(entry, Ask) and entry.method == "selectTerritoryForAirToLand":
                asked.setdefault(text(entry.options["territory"]), []).append(entry)
    sent: dict[UnitId, TerritoryName] = {}
    for place, asks in asked.items():
        if len({text(ask.answer) for ask in asks}) == 1:
            continue
        flying = [unit for unit in state.units_in(place) if unit.base not in ("", place)]
        for ask in asks:
            told = text(ask.options["message"])
            mine = next((u for u in flying if f" 1 {u.type} owned by" in told), None)
            if mine is not None:
                flying.remove(mine)
                sent[mine.id] = TerritoryName(text(ask.answer))
    return sent


def _hit_by(entry: Entry, *, by_aa: bool = False) -> tuple[int, ...]:
    """The units that an entry says were hit by AA fire, or by something else.

    Losses of aircraft on their way are not shown as those of a battle are: there is a note only.
    """
    match entry:
        case Casualties() if by_aa or not entry.by_aa:
            return (*entry.killed, *entry.damaged)
        case Lost() if by_aa:
            return entry.units
    return ()


def _hit_at_once(answered: Ask, shown: Casualties) -> tuple[int, ...]:
    """The units that one volley damaged and killed, as often as it damaged them before."""
    answer = table(answered.answer)
    killed = unit_ids(answer["killed"])
    types = dict(text(name).split(":") for name in items(answered.options["select_from"]))
    named = [key for key in killed if key not in shown.killed]
    left = [key for key in shown.killed if key not in killed]
    taken: dict[int, int] = {}
    for key in named:
        like = (other for other in left if types.get(str(other)) == types.get(str(key)))
        if (other := next(like, None)) is not None:
            left.remove(other)
            taken[key] = other
    return tuple(taken.get(key, key) for key in unit_ids(answer["damaged"]) if key in killed)


def _who_retreats(query: Ask) -> str:
    """Whether it is about submarines that may only submerge, submarines that may leave, or all."""
    if query.options["submerge"] is True:
        return SUBMERGING
    return SUBMARINES if text(query.options["message"]).endswith("subs?") else EVERYBODY


def _exit(decision: Decision, answer: str) -> str:
    """The way out that was taken; aircraft that withdraw stay where they are."""
    if answer in decision.territories:
        return answer
    return "" if "" in decision.territories else answer
