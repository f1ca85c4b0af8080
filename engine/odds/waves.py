"""Several waves, one after another, against the same defenders.

A wave comes when the one before has retreated, is used up or has won without being able to take the
territory; it meets the defenders that are left.  Every wave is a battle in a turn of its own, of an
ally or a later one: AA guns fire again, submarines that had submerged are back, damaged ships are
repaired where every turn ends with repairs, and each side loses its units in the order that its
plan gives for those that are there.

Rule: rule book, Units (B84), Battle (B194, B209) and Battle calculator (B245).
Options: repair_at_end_of_turn.
Decision: docs/adr/0036.
"""

from collections.abc import Sequence
from typing import Final

from engine.odds.battle import Battle, Combatant, Plan
from engine.odds.guns import NO_FIRE, AAFire
from engine.odds.outcome import Odds
from engine.odds.rounds import LOSS
from engine.odds.side import Side
from engine.odds.solving import solve_with_fights
from engine.values import dataclass, replace

_SELDOM: Final = 1e-9
"""Remainders of the defence that are less likely are not followed; what is dropped is counted."""

_MANY: Final = 8
"""From so many battles on, they count as many (`solve`)."""

_SUMS: Final = ("comes", "succeeds", "retreats", "falls", "attacker_losses", "defender_losses")

Remainder = tuple[Combatant, ...]


@dataclass(frozen=True, slots=True)
class Wave:
    """Attackers who come together, and their plan; guns: what AA guns fire at them."""

    units: tuple[Combatant, ...]
    plan: Plan = Plan()
    guns: AAFire = NO_FIRE


@dataclass(frozen=True, slots=True)
class WaveOdds:
    """What one wave does.

    comes: the chance that it is needed at all.
    succeeds, retreats, falls: chances, over all cases, that it takes the territory (at sea: wins),
      that it retreats, and that it is used up.
    attacker_losses, defender_losses: in PUs on average, over all cases.
    """

    comes: float
    succeeds: float
    retreats: float
    falls: float
    attacker_losses: float
    defender_losses: float


@dataclass(frozen=True, slots=True)
class WavesOdds:
    """What all waves do together.

    left: how many defenders are left in the end, with the chance of each number.
    dropped: chance of cases that were too unlikely to follow.
    prize: what success is worth in PUs.
    """

    waves: tuple[WaveOdds, ...]
    left: tuple[tuple[int, float], ...]
    dropped: float
    prize: float = 0.0

    @property
    def success(self) -> float:
        """The chance that one of the waves takes the territory, at sea that it wins."""
        return sum(wave.succeeds for wave in self.waves)

    @property
    def profit(self) -> float:
        """PUs destroyed less PUs lost by all waves, and the prize, on average."""
        won = sum(wave.defender_losses - wave.attacker_losses for wave in self.waves)
        return won + self.prize * self.success


def solve_waves(battle: Battle, later: Sequence[Wave]) -> WavesOdds:
    """The odds of a battle and of the waves that follow it.

    battle: that of the first wave; ships that bombard fire for it only.
    Raises ForceError for a battle that is not counted.
    """
    waits: dict[Remainder, float] = {battle.defenders: 1.0}
    left: dict[int, float] = {}
    dropped = 0.0
    found: list[WaveOdds] = []
    guns = AAFire(battle.aa_strength, battle.aa_shots, battle.not_counted)
    waves = (Wave(battle.attackers, battle.attack_plan, guns), *later)
    for number, wave in enumerate(waves):
        one = _Wave(battle, wave, is_first=number == 0)
        for defenders, chance in waits.items():
            if chance < _SELDOM:
                dropped += chance
            else:
                one.meet(defenders, chance, many=len(waits) >= _MANY)
        found.append(one.odds())
        dropped += one.dropped
        for number_left, chance in one.ended.items():
            left[number_left] = left.get(number_left, 0.0) + chance
        waits = one.waits
    for defenders, chance in waits.items():
        left[len(defenders)] = left.get(len(defenders), 0.0) + chance
    return WavesOdds(tuple(found), tuple(sorted(left.items())), dropped, battle.prize)


class _Wave:
    """One wave, which meets the defenders of every case.

    waits: what it leaves behind for the next wave; ended: defenders left where it succeeded.
    """

    def __init__(self, battle: Battle, wave: Wave, *, is_first: bool) -> None:
        self._battle = replace(
            battle,
            attackers=wave.units,
            attack_plan=wave.plan,
            aa_strength=wave.guns.strength,
            aa_shots=wave.guns.shots,
            not_counted=wave.guns.reasons,
            bombarding=battle.bombarding if is_first else (),
        )
        self.waits: dict[Remainder, float] = {}
        self.ended: dict[int, float] = {}
        self.dropped = 0.0
        self._sums = dict.fromkeys(_SUMS, 0.0)

    def odds(self) -> WaveOdds:
        """What it does over all cases that it has met."""
        return WaveOdds(**self._sums)

    def meet(self, defenders: Remainder, chance: float, *, many: bool) -> None:
        """Fight the defenders that are there with a chance."""
        self._sums["comes"] += chance
        if not defenders:
            self._walk_in(chance)
            return
        whole = len(defenders) == len(self._battle.defenders)
        plan = self._battle.defence_plan
        # A queue names places among all defenders; those that are left keep its order by type.
        now = plan if whole or not plan.queue else _by_type(self._battle)
        battle = replace(self._battle, defenders=defenders, defence_plan=now)
        odds, fights = solve_with_fights(battle, many=many)
        self._note(odds, chance)
        repaired = battle.rules.options.repair_at_end_of_turn
        for fight in fights:
            rounds = fight.rounds
            self.dropped += chance * fight.chance * fight.run.dropped
            for (outcome, mine, theirs), part in fight.run.ends.items():
                weight = chance * fight.chance * part
                left = _survivors(rounds.defence, theirs, repaired=repaired)
                if rounds.succeeds(outcome, mine):
                    self.ended[len(left)] = self.ended.get(len(left), 0.0) + weight
                else:
                    self.waits[left] = self.waits.get(left, 0.0) + weight

    def _walk_in(self, chance: float) -> None:
        """Nobody is left: land units take the territory without a battle (B209)."""
        battle = self._battle
        if battle.is_sea or any(unit.kind.is_land for unit in battle.attackers):
            self._sums["succeeds"] += chance
            self.ended[0] = self.ended.get(0, 0.0) + chance
        else:
            self.waits[()] = self.waits.get((), 0.0) + chance

    def _note(self, odds: Odds, chance: float) -> None:
        sums = self._sums
        sums["succeeds"] += chance * float(odds.success)
        sums["retreats"] += chance * float(odds.chance("retreat"))
        sums["falls"] += chance * (float(odds.chance(LOSS)) + float(odds.chance("both")))
        sums["attacker_losses"] += chance * float(odds.mean_cost("attacker"))
        sums["defender_losses"] += chance * float(odds.mean_cost("defender"))


def _by_type(battle: Battle) -> Plan:
    """The order of losses of the defender by types, for a part of the units."""
    plan = battle.defence_plan
    names = dict.fromkeys(battle.defenders[place].kind.name for place in plan.queue)
    return replace(plan, queue=(), losses=tuple(names))


def _survivors(side: Side[float], state: int, *, repaired: bool) -> Remainder:
    """The units of a side that live in a state, with the hits that they have taken."""
    return tuple(
        replace(unit, hits=0 if repaired else unit.hits + taken, surprised=False)
        for unit, taken in side.survivors(state)
    )
