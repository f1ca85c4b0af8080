"""The battles that the moves so far have planned, with their odds and who could still join.

Rule: rule book, Battle calculator (B245, B246, B251).
"""

from collections.abc import Callable, Iterator, Mapping

from engine import NOWHERE, BattleKind, State, TerritoryName, Unit
from engine.advice.flights import stranded_cost
from engine.advice.reach import Arrival, arrivals
from engine.advice.warning import ATTACK_WEAK, TurnWarning, force_in_words, force_of
from engine.odds import Battle, Force, Odds, Plan, battle_in, best_odds, pending_attackers
from engine.values import dataclass

_WEAK = 0.5
"""Below this chance of success a battle is likelier lost than won."""


@dataclass(frozen=True, slots=True)
class PlannedBattle:
    """A battle that is pending.

    attackers, defenders: numbers by type.  targets: what a raid is aimed at.
    odds: None for a raid and a landing nobody opposes; simulated where they cannot be worked out
    exactly.
    chance: of taking the territory, at sea of winning; None without odds.
    stranded: PUs of attacking aircraft that have nowhere to land even if nothing hits them (B144).
    """

    territory: TerritoryName
    kind: BattleKind
    attackers: Force
    defenders: Force = ()
    targets: tuple[str, ...] = ()
    odds: Odds | None = None
    chance: float | None = None
    stranded: int = 0

    def sentence(self) -> str:
        """The battle in one line."""
        what = "raid on " if self.kind != "battle" else ""
        aims = " and ".join(f"the {target}" for target in self.targets)
        against = aims or force_in_words(self.defenders)
        text = f"{what}{self.territory}: {force_in_words(self.attackers)} against {against}"
        after = f", then {self.stranded} PUs of aircraft that cannot land" if self.stranded else ""
        if self.odds is None or self.chance is None:
            return f"{text}{after}"
        lost = float(self.odds.mean_cost("attacker"))
        theirs = float(self.odds.mean_cost("defender"))
        share = f"{percent(self.chance)} to win{simulated_words(self.odds)}"
        return f"{text}: {share}, losing {lost:.0f} PUs for {theirs:.0f}{after}"


def simulated_words(odds: Odds) -> str:
    """How far simulated odds may be off, in brackets; "" for exact ones."""
    return f" (simulated, ± {100 * odds.error:.1f} points)" if odds.runs else ""


def percent(chance: float) -> str:
    """A chance for people; what is not certain never reads 0 % or 100 %."""
    if 0 < chance < 0.005:
        return "under 1 %"
    if 0.995 < chance < 1 - 1e-9:
        return "over 99 %"
    return f"{100 * chance:.0f} %"


Solver = Callable[[Battle, Callable[[], Odds]], Odds]
"""The odds of a battle: those that were kept, or those that the second argument works out."""


def afresh(battle: Battle, work: Callable[[], Odds]) -> Odds:
    """The odds of a battle, worked out whenever they are asked for."""
    return work()


def planned_battles(
    state: State, *, place: TerritoryName = NOWHERE, solver: Solver = afresh
) -> tuple[PlannedBattle, ...]:
    """The pending battles and raids, in the order in which they were begun.

    place: of this territory only; "" for all.  solver: works out odds, or has kept them.
    """
    return tuple(
        planned_battle(state, battle.territory, solver=solver)
        if battle.kind == "battle"
        else _raid(state, battle.territory, battle.attackers, dict(battle.aims))
        for battle in state.battles
        if not place or battle.territory == place
    )


def planned_battle(
    state: State, territory: TerritoryName, *, solver: Solver = afresh
) -> PlannedBattle:
    """The pending battle of a territory; solver: works out its odds, or has kept them."""
    attackers = pending_attackers(state, territory)
    situation = battle_in(state, territory, attackers, Plan())
    battle = situation.battle
    theirs = tuple(state.units[key] for key in situation.defenders)
    forces = force_of(_units(state, situation.attackers)), force_of(theirs)
    stranded = stranded_cost(state, situation.attackers)
    if not battle.attackers or not battle.defenders:
        return PlannedBattle(territory, "battle", *forces, stranded=stranded)
    odds = solver(battle, lambda: best_odds(situation, state, territory))
    chance = float(odds.success)
    return PlannedBattle(territory, "battle", *forces, (), odds, chance, stranded)


def weak_attacks(state: State) -> Iterator[TurnWarning]:
    """Battles that are likelier lost than won while units that could join them stand idle.

    state: in the combat move, or behind it with the battles still to be fought.
    """
    for battle in planned_battles(state):
        if battle.chance is None or battle.chance >= _WEAK:
            continue
        helpers = helpers_of(state, battle.territory)
        if helpers:
            text = (
                f"{battle.territory} is won with {percent(battle.chance)} only; more could join: "
                f"{arrivals_in_words(helpers)}"
            )
            yield TurnWarning(ATTACK_WEAK, text, battle.territory, is_certain=False)


def helpers_of(state: State, territory: TerritoryName) -> tuple[Arrival, ...]:
    """Units that have not moved and could still join the battle of a territory."""
    return tuple(
        arrival
        for arrival in arrivals(state, territory, unmoved=True)
        if state.definition.unit_types[arrival.type].attack
    )


def arrivals_in_words(found: tuple[Arrival, ...]) -> str:
    """``2 infantry (Karelija), 1 fighter (Moscow)``."""
    return ", ".join(f"{len(one.units)} {one.type} ({one.place})" for one in found)


def _units(state: State, keys: tuple[int, ...]) -> tuple[Unit, ...]:
    return tuple(state.units[key] for key in keys if key in state.units)


def _raid(
    state: State, territory: TerritoryName, attackers: tuple[int, ...], aims: Mapping[int, str]
) -> PlannedBattle:
    """A raid, with what bombers were told to bomb, by unit; what was not told bombs the factory."""
    units, types = _units(state, attackers), state.definition.unit_types
    bombers = [unit.id for unit in units if types[unit.type].raiding.is_strategic_bomber]
    targets = dict.fromkeys(aims.get(key, "factory") for key in bombers) or ("factory",)
    return PlannedBattle(territory, "raid", force_of(units), targets=tuple(targets))
