"""Odds of the battles of a game: one territory, or every attack that could be made.

Rule: rule book, Battle calculator (B245, B251).
"""

from collections.abc import Callable, Sequence
from random import Random

from engine import State, TerritoryName, UnitTypeName
from engine.ai import Assault, assault_on, assaults
from engine.odds import (
    Battle,
    Caveat,
    ForceError,
    Odds,
    Plan,
    Threshold,
    Wave,
    WavesOdds,
    aa_fire_in,
    battle_in,
    guide,
    out_of_place,
    parse_force,
    parse_types,
    pending_attackers,
    simulate,
    solve,
    solve_waves,
)
from engine.values import dataclass, replace
from pbem.home import Home
from pbem.play.game_view import view_game
from pbem.play.odds_wishes import WrittenWave
from pbem.play.territory_name import territory_named
from pbem.usage import UsageError

_RUNS = 400
"""Battles simulated where the odds cannot be found exactly."""

_NO_LOOKING_AHEAD = Caveat(
    "simulated-without-look-ahead",
    "it is simulated, and a simulation retreats for no reason that looks ahead",
)
_NO_WAVES = Caveat("simulated-without-waves", "it is simulated, and later waves are left out")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked about a battle.

    plan: the attacker's; losses: orders of losses of the attacker and of the defender as text, ""
    for the usual ones; that of the defender replaces their standing orders.
    everybody: with all units that could get there, not only with those whose battle is pending.
    prize: PUs that success is worth, None for what the position says.
    waves: the later waves.
    """

    plan: Plan = Plan()
    losses: tuple[str, str] = ("", "")
    everybody: bool = False
    prize: float | None = None
    waves: tuple[WrittenWave, ...] = ()


@dataclass(frozen=True, slots=True)
class Prospect:
    """A battle that could be fought: where, its odds, and what they cannot say.

    landed: how many of the attackers would come from transports that are not unloaded yet.
    thresholds: when a plan that looks ahead retreats; waves: all waves, None without later ones.
    """

    territory: TerritoryName
    battle: Battle
    odds: Odds
    choices: tuple[Caveat, ...]
    landed: int = 0
    thresholds: tuple[Threshold, ...] = ()
    waves: WavesOdds | None = None

    @property
    def success(self) -> float:
        """The chance to take the territory, at sea to win, with all waves."""
        return float(self.odds.success) if self.waves is None else self.waves.success

    @property
    def profit(self) -> float:
        """PUs destroyed less PUs lost, and the value of the territory, with all waves."""
        return self.odds.profit if self.waves is None else self.waves.profit


def state_of(save: str) -> State:
    """The position of the sound part of a save, after the orders of the player's own draft."""
    return view_game(Home.standard(), save).drafted[0].state


def prospect(state: State, text: str, wishes: Wishes) -> Prospect:
    """The battle of a territory.

    With the units whose battle is pending, or with all that could get there when none is.
    """
    place = territory_named(state.definition, text)
    units = () if wishes.everybody else pending_attackers(state, place)
    assault = Assault(state, units) if units else assault_on(state, place)
    found = _prospect(assault, place, _read(state, wishes)) if assault is not None else None
    if found is None:
        raise UsageError(
            "no-battle",
            f"The {state.nation} have no battle in {place}: "
            f"{'no enemy fights there' if assault else 'none of their units can get there'}.",
        )
    return found


def prospects(
    state: State, wishes: Wishes, progress: Callable[[int, int], None]
) -> tuple[Prospect, ...]:
    """Every attack that the nation to move could make with all that can reach it, best first."""
    found: list[Prospect] = []
    read = _read(state, wishes)
    for done, (place, total, assault) in enumerate(assaults(state), start=1):
        one = _prospect(assault, place, read) if assault is not None else None
        if one is not None:
            found.append(one)
        progress(done, total)
    return tuple(
        sorted(found, key=lambda one: (-one.success, -one.profit, one.territory)),
    )


@dataclass(frozen=True, slots=True)
class _Read:
    """Wishes in terms of a game: the plan, the defender's order of losses, prize and waves."""

    plan: Plan
    instead: tuple[UnitTypeName, ...]
    prize: float | None
    waves: tuple[Wave, ...]


def _read(state: State, wishes: Wishes) -> _Read:
    kinds = state.definition.unit_types
    technologies = tuple(state.technologies.get(state.nation, ()))
    try:
        losses = parse_types(wishes.losses[0], kinds)
        instead = parse_types(wishes.losses[1], kinds)
        waves = tuple(
            Wave(parse_force(one.force, kinds, technologies).units, one.plan)
            for one in wishes.waves
        )
    except ForceError as error:
        raise UsageError("bad-forces", f"{str(error).capitalize()}.") from error
    return _Read(replace(wishes.plan, losses=losses), instead, wishes.prize, waves)


def _prospect(assault: Assault, place: TerritoryName, read: _Read) -> Prospect | None:
    situation = battle_in(assault.state, place, assault.units, read.plan)
    battle = situation.battle
    if read.prize is not None:
        battle = replace(battle, prize=read.prize)
    if read.instead:
        defence = replace(battle.defence_plan, losses=read.instead, queue=())
        battle = replace(battle, defence_plan=defence)
    if not battle.attackers or not battle.defenders:
        return None
    landed = len(assault.landed)
    if battle.uncounted():
        return _simulated(assault, place, battle, situation.choices, read)
    thresholds: tuple[Threshold, ...] = ()
    if read.plan.stops:
        guidance = guide(battle)
        odds, thresholds = guidance.odds, guidance.thresholds
    else:
        odds = solve(battle)
    waves = None
    if read.waves:
        later = _fitting(read.waves, is_sea=battle.is_sea)
        waves = solve_waves(battle, _under_fire(assault.state, place, later))
    return Prospect(place, battle, odds, situation.choices, landed, thresholds, waves)


def _simulated(
    assault: Assault, place: TerritoryName, battle: Battle, choices: tuple[Caveat, ...], read: _Read
) -> Prospect:
    """A battle that only the engine's own rules can follow; nothing looks ahead in it."""
    plan = replace(read.plan, stops=())
    odds = simulate(assault.state, place, assault.units, plan, Random(1), _RUNS)
    odds = replace(odds, prize=battle.prize)
    if read.plan.stops:
        choices = (*choices, _NO_LOOKING_AHEAD)
    if read.waves:
        choices = (*choices, _NO_WAVES)
    return Prospect(place, battle, odds, choices, len(assault.landed))


def _fitting(waves: Sequence[Wave], *, is_sea: bool) -> tuple[Wave, ...]:
    """The waves without units that cannot fight at sea, or on land."""
    able = (
        replace(
            wave,
            units=tuple(unit for unit in wave.units if not out_of_place([unit], is_sea=is_sea)),
        )
        for wave in waves
    )
    return tuple(wave for wave in able if wave.units)


def _under_fire(state: State, place: TerritoryName, waves: Sequence[Wave]) -> tuple[Wave, ...]:
    """The waves with what the guns of a territory fire at them."""
    return tuple(replace(wave, guns=aa_fire_in(state, place, wave.units)) for wave in waves)
