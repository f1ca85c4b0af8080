"""What a battle is for the odds: two sides, the rules of the game and the plans of both sides.

Rule: rule book, Battle calculator (B245, B251, B252).
"""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from engine.core.ids import NOBODY, BattleSide, NationName, UnitTypeName
from engine.gamedef import CombatRules, Options, SupportRule, UnitType
from engine.gamedef.areas import Territory
from engine.gamedef.option_values import with_option
from engine.odds.caveat import Caveat, unknown
from engine.odds.coverage import unknown_fields
from engine.values import dataclass, replace

SubmergePlan: TypeAlias = Literal["default", "always", "never", "helpless"]
"""When submarines that may submerge do so.

``"default"``: as an absent defender's (rules/battle/rounds/submerge.py); ``"helpless"``:
when all enemies are aircraft and the side has nothing else left.
"""

Sort: TypeAlias = tuple[UnitTypeName, NationName, tuple[str, ...], bool, bool]
"""Type, owner, technologies, landed and surprised of a Combatant."""


@dataclass(frozen=True, slots=True)
class Combatant:
    """One unit in a battle.

    technologies: in force for its owner; hits: taken already; landed: attacks from a transport.
    owner: a nation, "" where it does not matter.
    cargo: units aboard; steps_left: movement that an aircraft has left; both matter for the
    default order of losses only.
    surprised: defends in the first round of the game against a nation whose attacks are
      surprises then.
    """

    kind: UnitType
    owner: NationName = NOBODY
    technologies: tuple[str, ...] = ()
    hits: int = 0
    landed: bool = False
    cargo: int = 0
    steps_left: int = 0
    surprised: bool = False

    @property
    def hits_left(self) -> int:
        """How many hits destroy it."""
        return max(1, self.kind.hit_points - self.hits)

    @property
    def sort(self) -> Sort:
        """What units have in common that fire alike and are hit by the same enemies."""
        return (self.kind.name, self.owner, self.technologies, self.landed, self.surprised)


@dataclass(frozen=True, slots=True)
class Rules:
    """The parts of a game that matter in a battle; prices in PUs, sides: faces of a die."""

    options: Options
    support: tuple[SupportRule, ...]
    prices: Mapping[UnitTypeName, int]
    sides: int
    attack_terrain: tuple[tuple[UnitTypeName, int], ...] = ()
    defence_terrain: tuple[tuple[UnitTypeName, int], ...] = ()

    def terrain(self, side: BattleSide) -> Mapping[UnitTypeName, int]:
        """What the terrain adds to the strength of units of a side, by type."""
        return dict(self.attack_terrain if side == "attacker" else self.defence_terrain)

    @classmethod
    def of(cls, game: CombatRules) -> "Rules":
        """The rules of a game."""
        return cls(game.options, game.support, game.prices, game.dice_sides)

    def fought_in(self, area: Territory) -> "Rules":
        """The rules with the terrain of an area."""
        return replace(
            self, attack_terrain=area.attack_terrain, defence_terrain=area.defence_terrain
        )

    def with_option(self, name: str, value: object) -> "Rules":
        """The rules with one option changed; raises DefinitionError that says what is wrong."""
        return replace(self, options=with_option(self.options, name, value, locked=False))


@dataclass(frozen=True, slots=True)
class StopCondition:
    """A condition after a round, as in the battle instructions of orders.

    what: ``"attackers"`` or ``"defenders"`` (units left), ``"round"`` (rounds fought) or
      ``"air_only"`` (the attacker has nothing left but aircraft).
    relation: ``"<"``, ``"<="``, ``">"`` or ``">="``; number: what it is compared with.
    """

    what: str
    relation: str = ""
    number: int = 0

    def holds(self, *, attackers: int, defenders: int, battle_round: int, air_only: bool) -> bool:
        """Whether it holds after a round."""
        if self.what == "air_only":
            return air_only
        value = {"attackers": attackers, "defenders": defenders, "round": battle_round}[self.what]
        if value == self.number:
            return self.relation in {"<=", ">="}
        return self.relation.startswith("<" if value < self.number else ">")


@dataclass(frozen=True, slots=True)
class Stop:
    """A reason to retreat that looks ahead from the forces that are left after a round.

    what: ``"profit"`` (fighting on, and retreating later by the same plan, brings less than
      `bound` PUs more than retreating now), ``"chance"`` (of success if fought to the end: below
      `bound`) or ``"kill"`` (the next round destroys the last defender with more than `bound`).
    bound: PUs, or a chance from 0 to 1.
    """

    what: Literal["profit", "chance", "kill"]
    bound: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What a side wants.

    losses: types in the order in which they are lost, () for the default order; types that are
      not named follow in default order.
    queue: the whole order instead, as places in the list of units, one for each hit.
    nations: allies in the order in which they take losses where the attacker picks the ally that
      is hit, () for their order in the list of units.
    keep_land: the last land unit is lost after everything else.
    submerges: what its submarines do.
    retreat: the attacker retreats after a round when all conditions of one entry hold.
    stops: the attacker also retreats after a round when one of these holds.
    """

    losses: tuple[UnitTypeName, ...] = ()
    queue: tuple[int, ...] = ()
    nations: tuple[NationName, ...] = ()
    keep_land: bool = False
    submerges: SubmergePlan = "never"
    retreat: tuple[tuple[StopCondition, ...], ...] = ()
    stops: tuple[Stop, ...] = ()


def counts_rounds(plan: Plan) -> bool:
    """Whether a condition of a plan depends on the number of the round."""
    return any(one.what == "round" for every in plan.retreat for one in every)


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle before its first die.

    attackers, defenders: in order of identity; no infrastructure.
    bombarding: ships that fire at the shore first, with the number at which they hit.
    aa_strength: of the AA guns in the territory, 0 for none; aa_shots: how many dice they roll, 0
      for one at each aircraft.
    exits: whether submarines of the attacker and of the defender find a zone to withdraw to, in
      games in which they cannot submerge.
    way_out: whether the attacker's ground units or ships find a territory to retreat to.
    helpers: infrastructure of the attacker and of the defender that helps them to fire better.
    combat_infrastructure: infrastructure of both sides that fires but cannot be hit.
    not_counted: what this description leaves out of the battle.
    prize: what it is worth to the attacker to take the territory (at sea: to win), in PUs.
    """

    rules: Rules
    attackers: tuple[Combatant, ...]
    defenders: tuple[Combatant, ...]
    is_sea: bool
    bombarding: tuple[tuple[Combatant, int], ...] = ()
    aa_strength: int = 0
    aa_shots: int = 0
    attack_plan: Plan = Plan()
    defence_plan: Plan = Plan(submerges="default")
    exits: tuple[bool, bool] = (True, True)
    way_out: bool = True
    helpers: tuple[tuple[Combatant, ...], tuple[Combatant, ...]] = ((), ())
    combat_infrastructure: tuple[tuple[Combatant, ...], tuple[Combatant, ...]] = ((), ())
    not_counted: tuple[Caveat, ...] = ()
    prize: float = 0.0

    def uncounted(self) -> tuple[Caveat, ...]:
        """Why the odds cannot count the battle; () if they can.

        No fixed order of losses expresses what is named here, or the odds do not know it: see
        coverage.py for what they know.
        """
        if never_heard_of := self._unknown():
            return (*self.not_counted, never_heard_of)
        options = self.rules.options
        if options.sea_battle_rounds if self.is_sea else options.land_battle_rounds:
            why = Caveat("limited-rounds", "the battle ends after some rounds, whoever is left")
            return (*self.not_counted, why)
        if options.air_battles_before_battles and all(
            any(unit.kind.air_combat.can_air_battle for unit in side)
            for side in (self.attackers, self.defenders)
        ):
            why = Caveat("air-battle", "aircraft fight each other before the battle")
            return (*self.not_counted, why)
        if any(unit.kind.sacrifice.dies_attacking for unit in self.attackers) or any(
            unit.kind.sacrifice.dies_defending for unit in self.defenders
        ):
            why = Caveat("spent-in-first-round", "some units are spent in the first round")
            return (*self.not_counted, why)
        if any(
            kind.undersea.submerges and not kind.undersea.is_submarine for kind in self._kinds()
        ):
            text = "some units that are not submarines may submerge"
            return (*self.not_counted, Caveat("submerges-as-no-submarine", text))
        if any(kind.sacrifice.dies_hitting for kind in self._kinds()):
            why = Caveat("spent-when-hitting", "some units are spent when they hit")
            return (*self.not_counted, why)
        if any(kind.wear.damaged_as for kind in self._kinds()):
            why = Caveat("changes-when-hit", "some units change when they are hit")
            return (*self.not_counted, why)
        if _has_own_targets(self.attackers, self.defenders):
            why = Caveat("cannot-hit-all", "some units cannot hit all types of enemies")
            return (*self.not_counted, why)
        sides = (
            {unit.kind.name for unit in (*self.attackers, *self.helpers[0])},
            {unit.kind.name for unit in (*self.defenders, *self.helpers[1])},
        )
        for rule in self.rules.support:
            if rule.on_enemies and any(
                givers & set(rule.givers) and others & set(rule.receivers)
                for givers, others in (sides, sides[::-1])
            ):
                hinder = "units of one side hinder those of the other as long as they live"
                return (*self.not_counted, Caveat("hinders", hinder))
        return self.not_counted

    def _unknown(self) -> Caveat | None:
        """The first thing in the battle that the odds have never heard of."""
        for name in unknown_fields(self.rules.options):
            return unknown("unknown-option", name)
        for kind in {id(kind): kind for kind in self._everybody()}.values():
            guns = (kind.guns.anti_air,) if kind.guns.anti_air is not None else ()
            for thing in (kind, *guns, *kind.tech_abilities):
                for name in unknown_fields(thing):
                    return unknown("unknown-unit-field", name, kind.name)
        for rule in self.rules.support:
            for name in unknown_fields(rule):
                return unknown("unknown-support-field", name, "a support rule")
        return None

    def _everybody(self) -> Iterator[UnitType]:
        yield from self._kinds()
        for units in (*self.helpers, *self.combat_infrastructure):
            yield from (unit.kind for unit in units)
        yield from (unit.kind for unit, _ in self.bombarding)

    def _kinds(self) -> tuple[UnitType, ...]:
        return tuple(unit.kind for unit in (*self.attackers, *self.defenders))


def _has_own_targets(*sides: tuple[Combatant, ...]) -> bool:
    """Whether a type of one side names a type of the other that it cannot hit, or be hit by."""
    for firing, enemies in (sides, sides[::-1]):
        shooters, targets = (
            {unit.kind.name: unit.kind for unit in side} for side in (firing, enemies)
        )
        if any(kind.gunnery.cannot_hit for kind in shooters.values()) and targets:
            return True
        if any(
            not shooters.keys().isdisjoint(kind.gunnery.cannot_be_hit_by)
            for kind in targets.values()
        ):
            return True
    return False
