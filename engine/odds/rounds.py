"""One round of a battle, part by part as the ruleset declares.

The engine plays the same list (engine/rulesets/battle_round.py) with dice; here every part moves
chances from pairs of states to pairs of states.  A pair is the state of the attacker and that of
the defender; while both fire, marked casualties count as present until they are removed.

Rule: rule book, Battle (B185 to B195, G1, G5, G29, G30).
Options: as the rules of the single parts.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Generic, Literal, NamedTuple

from engine.core.words import OddsOutcome
from engine.odds.battle import Battle, Combatant, Plan
from engine.odds.firing import Firing, Pair
from engine.odds.hits import N
from engine.odds.side import Side
from engine.odds.states import AIR, LANDED, SUBMARINE
from engine.rules.battle.numbers.stalemate_conditions import may_leave_stalemate
from engine.rules.battle.numbers.submerge_conditions import can_submerge, wants_to_submerge
from engine.rulesets.battle_round import AFTER_FIRE, BEFORE_FIRE

WIN: Final[OddsOutcome] = "win"
LOSS: Final[OddsOutcome] = "loss"
BOTH: Final[OddsOutcome] = "both"
STALEMATE: Final[OddsOutcome] = "stalemate"
RETREAT: Final[OddsOutcome] = "retreat"
OUTCOMES: Final[tuple[OddsOutcome, ...]] = (WIN, LOSS, BOTH, STALEMATE, RETREAT)

LATE: Final = 10**9
"""The number of a round from which no condition about rounds changes any more."""


_CHECKS: Final = frozenset(
    {"check_end", "check_empty", "check_stalemate", "check_stalemate_at_once"}
)
"""Parts that end a battle or leave it as it is."""


_SUBMERGING: Final = frozenset(
    {
        "attacker_submerges_before",
        "defender_submerges_before",
        "attacker_withdraws_before",
        "defender_withdraws_before",
        "defender_submerges_first",
        "attacker_submerges",
        "attacker_withdraws",
        "defender_submerges",
        "defender_withdraws",
    }
)
"""Parts in which submarines leave a battle."""


class Settled(NamedTuple):
    """A pair between two rounds; outcome is "" while the battle goes on."""

    attackers: int
    defenders: int
    outcome: OddsOutcome | Literal[""] = ""


Settler = Callable[[int, int, int], Settled]
"""What a part does to a pair between two rounds; the last number is that of the round."""


class BattleRounds(Generic[N]):
    """The rounds of one battle.

    keeps_land: whether the attacker keeps the last land unit where it takes the territory.
    last_condition: the last round that an instruction counts.
    """

    def __init__(self, battle: Battle, attack: Side[N], defence: Side[N]) -> None:
        self.battle = battle
        self.attack = attack
        self.defence = defence
        plan = battle.attack_plan
        keeps_land = not (battle.is_sea or plan.losses or plan.queue or plan.keep_land)
        self.keeps_land = keeps_land
        self._options = battle.rules.options
        self.firing = Firing(attack, defence, keeps_land=keeps_land)
        self.last_condition = max(
            (one.number for every in plan.retreat for one in every if one.what == "round"),
            default=0,
        )
        self._settled: dict[Pair, Settled] = {}
        settlers: dict[str, Settler] = {
            "attacker_submerges_before": self._submerging_of_attacker,
            "defender_submerges_before": self._submerging_of_defender,
            "attacker_withdraws_before": self._attacker_withdraws,
            "defender_withdraws_before": self._defender_withdraws,
            "check_end": self._check_end,
            "check_empty": self._check_empty,
            "submerges_from_aircraft": self._submerges_from_aircraft,
            "check_stalemate": self._check_stalemate,
            "check_stalemate_at_once": self._check_stalemate_at_once,
            "defender_submerges_first": self._submerging_of_defender,
            "attacker_submerges": self._submerging_of_attacker,
            "attacker_withdraws": self._attacker_withdraws,
            "retreat": self._retreat,
            "defender_submerges": self._submerging_of_defender,
            "defender_withdraws": self._defender_withdraws,
        }
        idle = _idle_parts(battle)
        # By this option they go whatever is planned.
        sent_off = battle.rules.options.submarines_submerge_from_aircraft
        self.attacker_may_submerge = _may_submerge(battle.attackers, battle.attack_plan) or (
            sent_off and _has_submarines(battle.attackers)
        )
        self.defender_may_submerge = _may_submerge(battle.defenders, battle.defence_plan) or (
            sent_off and _has_submarines(battle.defenders)
        )
        self._before = [settlers[part] for part in BEFORE_FIRE if part not in idle]
        after = AFTER_FIRE.index("retreat")
        arriving, leaving = AFTER_FIRE[:after], (*AFTER_FIRE[after + 1 :], *BEFORE_FIRE)
        between = [part for part in (*AFTER_FIRE, *BEFORE_FIRE) if part not in idle]
        self._between = [settlers[part] for part in _needed(between)]
        self._arriving = [settlers[part] for part in arriving if part not in idle]
        self._leaving = [settlers[part] for part in leaving if part not in idle]
        self._arrived: dict[Pair, Settled] = {}
        self._left: dict[Pair, Settled] = {}
        self._stops: Callable[[int, int], bool] | None = None

    def opened(self, attackers: int, defenders: int) -> Settled:
        """A pair after what comes before the first dice of a round."""
        return _run(self._before, attackers, defenders, 1)

    def settled(self, attackers: int, defenders: int, battle_round: int) -> Settled:
        """A pair after all that follows a round and comes before the dice of the next one."""
        if battle_round != LATE:
            return _run(self._between, attackers, defenders, battle_round)
        known = self._settled.get((attackers, defenders))
        if known is None:
            known = _run(self._between, attackers, defenders, battle_round)
            self._settled[attackers, defenders] = known
        return known

    @property
    def may_retreat(self) -> bool:
        """Whether the attacker's plan knows any reason to retreat."""
        return bool(self.battle.attack_plan.retreat or self.battle.attack_plan.stops)

    def stop_at(self, stops: Callable[[int, int], bool]) -> None:
        """Let the attacker retreat from the pairs at which `stops` says so."""
        self._stops = stops
        self._settled.clear()

    def before_retreat(self, attackers: int, defenders: int) -> Settled:
        """A pair after a round, up to the moment at which the attacker may retreat."""
        known = self._arrived.get((attackers, defenders))
        if known is None:
            known = _run(self._arriving, attackers, defenders, LATE)
            self._arrived[attackers, defenders] = known
        return known

    def after_retreat(self, attackers: int, defenders: int) -> Settled:
        """A pair from that moment on, up to the dice of the next round."""
        known = self._left.get((attackers, defenders))
        if known is None:
            known = _run(self._leaving, attackers, defenders, LATE)
            self._left[attackers, defenders] = known
        return known

    def retreated(self, attackers: int, defenders: int) -> Settled | None:
        """What a retreat makes of a pair; None where nobody can leave."""
        going = self._free_to_go(self.attack.facts(attackers).classes)
        if not going:
            return None
        left = self.attack.leave(attackers, going)
        if self.attack.facts(left).alive:
            return Settled(left, defenders)
        return Settled(left, defenders, RETREAT)

    def _free_to_go(self, classes: int) -> int:
        """The classes among these that may leave the battle (B194, B208).

        Aircraft that have no ground unit or ship beside them need no way out.  By option those of a
        landing leave with the ground units that may, and not without them.
        """
        ground = classes & ~AIR
        if not ground:
            return classes
        leaving = ground & ~LANDED
        landed = ground & LANDED
        partial = not landed or self._options.partial_amphibious_retreat
        if leaving and partial:
            return leaving | classes & AIR if self.battle.way_out else 0
        return classes & AIR if landed and self._options.aircraft_withdraw_from_landings else 0

    def must_leave(self, attackers: int, defenders: int) -> bool:
        """Whether the conditions of the plan demand a retreat, whatever lies ahead."""
        return bool(self.battle.attack_plan.retreat) and self._demanded(attackers, defenders, LATE)

    def _check_end(self, attackers: int, defenders: int, battle_round: int) -> Settled:
        mine, theirs = self.attack.facts(attackers), self.defence.facts(defenders)
        if mine.alive and theirs.alive:
            if theirs.is_defenceless and self._can_attack(attackers, defenders):
                return Settled(attackers, self.defence.destroyed(defenders), WIN)
            trapped = mine.is_defenceless and not self.battle.way_out
            if trapped and self._can_defend(attackers, defenders):
                return Settled(self.attack.destroyed(attackers), defenders, LOSS)
        return self._check_empty(attackers, defenders, battle_round)

    def _check_empty(self, attackers: int, defenders: int, battle_round: int) -> Settled:
        del battle_round
        mine, theirs = self.attack.facts(attackers), self.defence.facts(defenders)
        if mine.alive and theirs.alive:
            return Settled(attackers, defenders)
        return Settled(attackers, defenders, self.winner(attackers, defenders))

    def winner(self, attackers: int, defenders: int) -> OddsOutcome:
        """The outcome of a pair in which one side or both have no unit left in the battle."""
        mine = self.attack.facts(attackers)
        if not self.defence.facts(defenders).alive:
            return WIN if mine.alive else BOTH
        return RETREAT if mine.away else LOSS

    def succeeds(self, outcome: OddsOutcome | Literal[""], attackers: int) -> bool:
        """Whether the attacker has got what they came for: the territory, at sea the victory."""
        return outcome == WIN and (self.battle.is_sea or self.attack.facts(attackers).has_land)

    def _can_attack(self, attackers: int, defenders: int) -> bool:
        theirs = self.defence.facts(defenders)
        return self.attack.can_hurt(attackers, theirs.classes, blocked=theirs.has_destroyer)

    def _can_defend(self, attackers: int, defenders: int) -> bool:
        mine = self.attack.facts(attackers)
        return self.defence.can_hurt(defenders, mine.classes, blocked=mine.has_destroyer)

    def _check_stalemate(self, attackers: int, defenders: int, battle_round: int) -> Settled:
        del battle_round
        mine, theirs = self.attack.facts(attackers), self.defence.facts(defenders)
        if not (mine.alive and theirs.alive):
            return Settled(attackers, defenders)
        dangerous = self._can_attack(attackers, defenders) or self._can_defend(attackers, defenders)
        return Settled(attackers, defenders, "" if dangerous else STALEMATE)

    def _check_stalemate_at_once(
        self, attackers: int, defenders: int, battle_round: int
    ) -> Settled:
        """The same before the attacker may retreat, where they may not from a stalemate."""
        done = self._check_stalemate(attackers, defenders, battle_round)
        if done.outcome and self._may_leave_stalemate(attackers, defenders):
            return Settled(attackers, defenders)
        return done

    def _may_leave_stalemate(self, attackers: int, defenders: int) -> bool:
        mine, theirs = self.attack.kinds_in(attackers), self.defence.kinds_in(defenders)
        return may_leave_stalemate(self._options, mine, theirs)

    def _submerges_from_aircraft(self, attackers: int, defenders: int, number: int) -> Settled:
        """By option, submarines go where all enemies are aircraft."""
        del number
        mine, theirs = self.attack.facts(attackers), self.defence.facts(defenders)
        options = self._options
        if mine.is_air_only and can_submerge(
            options, enemies=mine.alive, enemy_destroyer=mine.has_destroyer
        ):
            defenders = self.defence.leave(defenders, SUBMARINE)
        if theirs.is_air_only and can_submerge(
            options, enemies=theirs.alive, enemy_destroyer=theirs.has_destroyer
        ):
            attackers = self.attack.leave(attackers, SUBMARINE)
        return Settled(attackers, defenders)

    def _submerging_of_attacker(self, attackers: int, defenders: int, number: int) -> Settled:
        del number
        enemies = self.defence.facts(defenders)
        may = can_submerge(
            self._options, enemies=enemies.alive, enemy_destroyer=enemies.has_destroyer
        )
        if may:
            attackers = self._left_if_wanted(self.attack, attackers, defenders)
        return Settled(attackers, defenders)

    def _submerging_of_defender(self, attackers: int, defenders: int, number: int) -> Settled:
        del number
        enemies = self.attack.facts(attackers)
        may = can_submerge(
            self._options, enemies=enemies.alive, enemy_destroyer=enemies.has_destroyer
        )
        if may:
            defenders = self._left_if_wanted(self.defence, attackers, defenders)
        return Settled(attackers, defenders)

    def _left_if_wanted(self, side: Side[N], attackers: int, defenders: int) -> int:
        """The state of a side after its submarines have gone, if they want to."""
        state = attackers if side is self.attack else defenders
        wants = self._wants_to_submerge(side, attackers, defenders)
        return side.leave(state, SUBMARINE) if wants else state

    def _wants_to_submerge(self, side: Side[N], attackers: int, defenders: int) -> bool:
        mine, theirs = self.attack.facts(attackers), self.defence.facts(defenders)
        own, other = (mine, theirs) if side is self.attack else (theirs, mine)
        match side.plan.submerges:
            case "always":
                return True
            case "helpless":
                return other.is_air_only and own.classes == SUBMARINE
            case "default":
                return wants_to_submerge(
                    only_aircraft=mine.is_air_only,
                    attack=self.attack.power(attackers),
                    defence=self.defence.power(defenders),
                )
        return False

    def _attacker_withdraws(self, attackers: int, defenders: int, number: int) -> Settled:
        del number
        mine, theirs = self.attack.facts(attackers), self.defence.facts(defenders)
        if theirs.alive and not theirs.has_destroyer and mine.classes & ~SUBMARINE:
            attackers = self._left_if_wanted(self.attack, attackers, defenders)
        return Settled(attackers, defenders)

    def _defender_withdraws(self, attackers: int, defenders: int, number: int) -> Settled:
        del number
        mine = self.attack.facts(attackers)
        if mine.alive and not mine.has_destroyer:
            defenders = self._left_if_wanted(self.defence, attackers, defenders)
        return Settled(attackers, defenders)

    def _retreat(self, attackers: int, defenders: int, number: int) -> Settled:
        mine, theirs = self.attack.facts(attackers), self.defence.facts(defenders)
        stays = Settled(attackers, defenders)
        if not mine.alive or not theirs.alive or not self._wants_out(attackers, defenders, number):
            return stays
        return self.retreated(attackers, defenders) or stays

    def _wants_out(self, attackers: int, defenders: int, number: int) -> bool:
        if self._stops is not None and self._stops(attackers, defenders):
            return True
        return self._demanded(attackers, defenders, number)

    def _demanded(self, attackers: int, defenders: int, number: int) -> bool:
        mine, theirs = self.attack.facts(attackers), self.defence.facts(defenders)
        return any(
            all(
                one.holds(
                    attackers=mine.alive,
                    defenders=theirs.alive,
                    battle_round=number,
                    air_only=mine.is_air_only,
                )
                for one in every
            )
            for every in self.battle.attack_plan.retreat
        )


def _needed(parts: Iterable[str]) -> Iterator[str]:
    """The parts without checks of what has not changed since the same check before."""
    checked: list[str] = []
    for part in parts:
        if part not in _CHECKS:
            checked.clear()
        elif part in checked:
            continue
        else:
            checked.append(part)
        yield part


def _run(parts: Iterable[Settler], attackers: int, defenders: int, battle_round: int) -> Settled:
    for part in parts:
        done = part(attackers, defenders, battle_round)
        if done.outcome:
            return done
        attackers, defenders, _ = done
    return Settled(attackers, defenders)


def _idle_parts(battle: Battle) -> set[str]:
    """The parts between two rounds that cannot do anything in a battle, whatever happens."""
    idle: set[str] = {"check_last_round", "check_last_round_at_once", "next_round"}
    if not battle.rules.options.submarines_submerge_from_aircraft:
        idle |= {"submerges_from_aircraft", "check_empty"}
    if battle.rules.options.retreat_from_stalemates:
        idle.add("check_stalemate_at_once")
    if not (battle.attack_plan.retreat or battle.attack_plan.stops):
        idle.add("retreat")
    return idle | (_SUBMERGING - _parts_for_submarines(battle))


def _parts_for_submarines(battle: Battle) -> set[str]:
    """The parts in which submarines can leave a battle, by its options (B193, C41)."""
    options = battle.rules.options
    attack = _may_submerge(battle.attackers, battle.attack_plan)
    defence = _may_submerge(battle.defenders, battle.defence_plan)
    if not options.submersible_submarines:
        when = "_before" if options.submarines_retreat_before_battle else ""
        withdraws = {f"attacker_withdraws{when}"} if attack and battle.exits[0] else set()
        may_leave = defence and options.defending_submarines_may_leave and battle.exits[1]
        return withdraws | ({f"defender_withdraws{when}"} if may_leave else set())
    if options.submarines_retreat_before_battle:
        mine, theirs = "attacker_submerges_before", "defender_submerges_before"
    else:
        first = options.submerge_defender_first
        mine = "attacker_submerges"
        theirs = "defender_submerges_first" if first else "defender_submerges"
    return ({mine} if attack else set()) | ({theirs} if defence else set())


def _may_submerge(units: Iterable[Combatant], plan: Plan) -> bool:
    return plan.submerges != "never" and _has_submarines(units)


def _has_submarines(units: Iterable[Combatant]) -> bool:
    return any(unit.kind.undersea.is_submarine for unit in units)
