"""What a kind of unit is and can do.

Rules ask for these attributes and never for the name of a unit (B2).  The numbers are those of the
scenario (end matter 1, G17).
"""

from functools import cache
from typing import Annotated, NamedTuple, TypeAlias

from engine.core.ids import ResourceName, UnitTypeName
from engine.gamedef.bounds import MAX_CONSTRUCTIONS, MAX_SUPPORT, MAX_TECHNOLOGIES, MAX_UNIT_TYPES
from engine.gamedef.names import TechnologyName
from engine.gamedef.schema import (
    SORTED,
    Bonus,
    Bounds,
    GiftName,
    Items,
    Key,
    Missing,
    OwnerName,
    Positive,
)
from engine.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class AntiAir:
    """How a kind of unit fires before all others, mostly at aircraft (B86 to B92).

    strength: a die at this number or less hits while it defends; attack_strength: while it
      attacks, 0 where it does not.
    faces, attack_faces: of those dice, 0 for those of the game.
    in_battle: fires before the first round of a battle; in_raids: at bombers of a raid;
      on_the_way: at aircraft that fly over.
    shots: dice that one such unit rolls in a round, 0 for one at each target.
    rounds: rounds of a battle in which it fires, 0 for all.
    kind: those of one kind fire together.
    targets: unit types that it fires at, () for all aircraft.
    adds: its shots are added to one at each target.
    damages: a hit takes one hit point; else it destroys the target at once.
    silenced_by: enemy unit types in whose presence it does not fire.
    """

    strength: int = 0
    attack_strength: int = 0
    faces: int = 0
    attack_faces: int = 0
    in_battle: bool = False
    in_raids: bool = False
    on_the_way: bool = False
    shots: int = 0
    rounds: int = 1
    kind: str = "AA"
    targets: tuple[UnitTypeName, ...] = ()
    adds: bool = False
    damages: bool = False
    silenced_by: tuple[UnitTypeName, ...] = ()


@dataclass(frozen=True, slots=True)
class TechAbility:
    """What one technology of its owner gives a unit (B111 to B121).

    attack, defence, movement, attack_dice, defence_dice: added to those of the unit.
    raid_bonus: added once to the damage of its raid.
    anti_air: added to the numbers at which it fires at aircraft, where it does.
    air_attack, air_defence: added to those of an air battle.
    can_blitz, can_bombard: abilities that it gets; a ship without a bombardment number of its own
      fires at its attack number.
    """

    technology: TechnologyName
    attack: Bonus = 0
    defence: Bonus = 0
    movement: Bonus = 0
    attack_dice: Bonus = 0
    defence_dice: Bonus = 0
    anti_air: Bonus = 0
    air_attack: Bonus = 0
    air_defence: Bonus = 0
    raid_bonus: Bonus = 0
    can_blitz: bool = False
    can_bombard: bool = False


@dataclass(frozen=True, slots=True)
class CapturedAs:
    """What units of a type turn into when they are captured with their area.

    previous, captor: whose they were and who takes them; "" for anybody.
    keeps_damage: the first of the new units has the damage of the old one, as much as it can take.
    units: what stands there instead, pairs (type, number).
    """

    previous: Annotated[OwnerName, Missing("")]
    captor: Annotated[OwnerName, Missing("")]
    keeps_damage: bool
    units: Annotated[tuple[tuple[UnitTypeName, Positive], ...], Items(MAX_UNIT_TYPES, least=1)]


@dataclass(frozen=True, slots=True)
class HitChange:
    """What a unit turns into when it has so many hits.

    keeps_damage: it keeps its hits and its bombing damage, as much as the new type can take and
      still live; else it is undamaged.
    """

    hits: Annotated[int, Bounds(0, 100)]
    type: UnitTypeName
    keeps_damage: bool = True


@cache
def _usual_gun(strength: int) -> AntiAir:
    return AntiAir(strength, in_battle=True, in_raids=True, on_the_way=True)


class Ability(NamedTuple):
    """What a unit with this field can do, in a word or two for players."""

    words: str


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of unit (B48 to B55).

    attack, defence: a die at this number or less hits; movement: areas per turn.
    hit_points: hits it takes before it is lost.
    is_air, is_sea: where it belongs; neither means land.
    transport_cost: room it needs aboard a transport, 0 when it cannot be carried.
    rides_free: it can be carried and needs no room.
    transport_capacity: room for land units, 0 for none.
    carrier_cost: room it needs on a carrier, 0 when it cannot land there.
    carrier_capacity: room for aircraft, 0 for none.
    can_blitz: may go through empty enemy land.
    is_submarine: fires first, may submerge, passes enemies, cannot hit aircraft.
    is_destroyer: cancels the abilities of enemy submarines.
    is_strategic_bomber: may raid factories.
    can_bombard: fires at the shore from the sea; bombard: at which number.
    is_aa_gun: an AA gun of the usual sort: fires at aircraft before a battle, before a raid and on
      their way, at `aa_strength`; launches rockets; is moved and placed as one.
    anti_air: how it fires where it is not a gun of the usual sort, or a special one.
    launches_rockets: is a launcher without being a gun of the usual sort.
    produces: builds units as a factory does, without being one.
    construction: sort of construction that it is, built without a factory; "" for none;
      construction_per_turn, construction_most: how many of the sort may be placed in an area in a
      turn, and stand there; construction_is_fixed: no option raises the second number.
    attack_dice, defence_dice: dice that it rolls, 0 for none; best_die: only the best one counts.
    is_factory: builds units, is the target of raids and rockets.
    is_infrastructure: takes no part in combat, is no target and is captured (AA guns, factories).
    moves_in_combat: may move in the combat move on its own (AA guns may not, B89).
    factory_output: units that a factory of this type builds in a turn where factories can be
      damaged; 0 for the value of its territory.
    marine_bonus: what it adds to its attack when it attacks from a transport.
    is_infantry: foot soldiers, which land transports take along; is_paratrooper: air transports
      drop it into battles.
    is_land_transport, is_air_transport: takes along one such unit, or as many as its room for cargo
      holds, where its owner has the technology for it.
    can_intercept: may take off against a raid; can_escort: may fly along with one to protect it;
      can_air_battle: fights in the air before a battle, where a game has that.
    lost_when_taken_from: nations whose units of this type are destroyed where others would be
      captured.
    lost_when_taken_by: nations that destroy units of this type where others would capture them.
    given_to: nations that may get it from an ally in the areas that say so.
    gives_movement: movement points that it gives to units of some types, as a base, or takes from
      them: pairs (type, points).
    scramble_distance: how far it may scramble from a base to help in a battle, 0 when it may not.
    is_air_base: aircraft may scramble from its area; scramble_limit: how many in a turn, 0 for any
      number.
    air_attack, air_defence: at which number it hits in an air battle, as raider and interceptor.
    can_be_damaged: raids and rockets damage it, though it is no factory; is_spared: they do not,
      though it is one, where damage stays on units.  max_damage: how much
      damage it takes, 0 for twice the value of its area; for a factory without `factory_output` so
      many times that value.
    works_until: with more damage than this it does nothing for others, -1 for any damage;
      dies_of_damage: it is lost when it has all the damage that it takes.
    raid_targets: types that it may raid, () for any; raid_faces, raid_bonus: faces of its die of
      damage where units have their own, 0 for those of the game, and what is added to it.
    captured_as: what it turns into when it is captured; the first entry that fits counts.
    changes_when_captured: whether that is so at present.
    capture_damage: bombing damage that it takes when it is captured, as far as it takes any.
    damaged_as: what it turns into when it has taken some hits, instead of being lost where these
      are all that it takes; repaired_as: when it has some left after a repair.
    entry_captors: nations that may capture it when they enter its area, where area and owner let
      them.
    repairs: types whose hits it repairs, in its area or, from land, in the zones beside it: pairs
      (type, hits of one such unit at a time).
    blockade: PUs that it costs an enemy in a blockade zone in a turn.
    consumes: units of the same owner that are used up in its area when it is placed: pairs (type,
      number).
    most_owned: a nation buys no more of it than it then has this many, -1 for any number.
    creates: units that it makes at the end of its owner's turn: pairs (type, number).
    yields: what it pays its owner then, below 0 for upkeep: pairs (resource, amount).
    blitzes_with: types of which each lets one such unit blitz that moves along with it.
    moves_beside: groups of types of which one must stand wherever it moves, () where it needs none.
    shut_deck_hits: hits with which no aircraft lands on it any more; held_deck_hits: hits with
      which aircraft of allies that are aboard cannot leave; 0 for never.
    is_combat_transport: it carries land units and fights like any other ship.
    dies_attacking, dies_defending: it is spent in the first round of a battle in which it attacks
      or defends, after it has fired, and no fire but AA fire hits it until then; as a bomber it is
      spent in a raid.
    dies_hitting: each hit of such units in battle costs one of them, at once.
    leaves_stalemates: where one of the attackers says so, they may retreat from a stalemate and
      after the last round; stays_in_stalemates: where one says this, they may not.
    first_in_attack, first_in_defence: it fires before the others as a submarine does, at anything.
    invades_from: types of transports from which it may land in a combat move where land is not in
      friendly hands, () for all of them; never_invades: it may from none.
    flies_one_way: it may fly where it cannot land.
    cannot_hit: types at which it cannot fire, () for the usual ones (aircraft, for a submarine);
      cannot_be_hit_by: types that cannot fire at it without a destroyer on their side, () for the
      usual ones (aircraft, for a submarine, by option).
    submerges: it leaves battles as a submarine does; passes_enemies: it passes enemy ships as a
      submarine may; is_passed: it does not stop enemy ships, nor must they fight it.
    fuel: what each area that it moves costs its owner; flat_fuel: what its first move of a turn
      costs on top of that; pairs (resource, amount).
    aliases: other words for it that players may write; they are never written back.
    tech_abilities: what technologies of its owner give it, one entry for a technology at most; by
      the rule book for those without an entry.
    """

    name: UnitTypeName
    attack: int = 0
    defence: int = 0
    movement: int = 0
    hit_points: Annotated[int, Bounds(1, 100)] = 1
    is_air: bool = False
    is_sea: bool = False
    transport_cost: int = 0
    rides_free: Annotated[bool, Ability("needs no room aboard")] = False
    transport_capacity: int = 0
    carrier_cost: int = 0
    carrier_capacity: int = 0
    can_blitz: Annotated[bool, Ability("blitz")] = False
    is_submarine: Annotated[bool, Ability("fires first, submerges")] = False
    is_destroyer: Annotated[bool, Ability("cancels first fire and submerging")] = False
    is_strategic_bomber: Annotated[bool, Ability("raids factories")] = False
    can_bombard: Annotated[bool, Ability("bombards")] = False
    bombard: int = 0
    is_aa_gun: Annotated[bool, Ability("fires at aircraft")] = False
    aa_strength: int = 0
    is_factory: Annotated[bool, Ability("produces")] = False
    is_infrastructure: Annotated[bool, Ability("captured")] = False
    moves_in_combat: bool = True
    is_infantry: Annotated[bool, Ability("foot")] = False
    is_paratrooper: Annotated[bool, Ability("can be dropped")] = False
    is_land_transport: Annotated[bool, Ability("takes foot along")] = False
    is_air_transport: Annotated[bool, Ability("drops paratroopers")] = False
    factory_output: int = 0
    marine_bonus: Bonus = 0
    can_intercept: Annotated[bool, Ability("intercepts")] = False
    can_escort: Annotated[bool, Ability("escorts")] = False
    can_air_battle: Annotated[bool, Ability("fights in the air before a battle")] = False
    air_attack: int = 0
    air_defence: int = 0
    lost_when_taken_from: tuple[OwnerName, ...] = ()
    lost_when_taken_by: tuple[OwnerName, ...] = ()
    given_to: tuple[OwnerName, ...] = ()
    gives_movement: Annotated[tuple[tuple[UnitTypeName, Bonus], ...], SORTED] = ()
    aliases: Annotated[tuple[str, ...], Items(20)] = ()
    anti_air: AntiAir | None = None
    launches_rockets: Annotated[bool, Ability("launches rockets")] = False
    attack_dice: int = 1
    defence_dice: int = 1
    best_die: Annotated[bool, Ability("the best die counts")] = False
    produces: Annotated[bool, Ability("produces")] = False
    construction: Annotated[str, Ability("built without a factory")] = ""
    construction_per_turn: int = 0
    construction_most: Annotated[int, Bounds(0, MAX_CONSTRUCTIONS)] = 0
    construction_is_fixed: bool = False
    scramble_distance: Annotated[int, Ability("scrambles from bases")] = 0
    is_air_base: Annotated[bool, Ability("aircraft scramble from it")] = False
    scramble_limit: int = 0
    can_be_damaged: Annotated[bool, Ability("can be damaged by raids")] = False
    is_spared: Annotated[bool, Ability("is spared by raids")] = False
    max_damage: int = 0
    works_until: Annotated[int, Bounds(-1)] = -1
    dies_of_damage: bool = False
    raid_targets: tuple[UnitTypeName, ...] = ()
    raid_faces: int = 0
    raid_bonus: int = 0
    captured_as: Annotated[tuple[CapturedAs, ...], Items(MAX_UNIT_TYPES)] = ()
    changes_when_captured: bool = True
    entry_captors: tuple[OwnerName, ...] = ()
    repairs: Annotated[tuple[tuple[UnitTypeName, Positive], ...], SORTED, Ability("repairs")] = ()
    blockade: Annotated[int, Ability("blockades")] = 0
    consumes: Annotated[tuple[tuple[UnitTypeName, Positive], ...], SORTED] = ()
    most_owned: Annotated[int, Bounds(-1)] = -1
    creates: Annotated[
        tuple[tuple[UnitTypeName, Positive], ...], SORTED, Ability("creates units")
    ] = ()
    yields: Annotated[tuple[tuple[GiftName, Bonus], ...], SORTED] = ()
    blitzes_with: tuple[UnitTypeName, ...] = ()
    moves_beside: Annotated[tuple[tuple[UnitTypeName, ...], ...], Items(MAX_UNIT_TYPES)] = ()
    shut_deck_hits: int = 0
    held_deck_hits: int = 0
    is_combat_transport: Annotated[bool, Ability("fights as a warship")] = False
    dies_attacking: Annotated[bool, Ability("spent when it attacks")] = False
    dies_defending: Annotated[bool, Ability("spent when it defends")] = False
    dies_hitting: Annotated[bool, Ability("spent when it hits")] = False
    leaves_stalemates: Annotated[bool, Ability("may retreat from a stalemate")] = False
    stays_in_stalemates: bool = False
    first_in_attack: Annotated[bool, Ability("fires first in attack")] = False
    first_in_defence: Annotated[bool, Ability("fires first in defence")] = False
    invades_from: tuple[UnitTypeName, ...] = ()
    never_invades: bool = False
    flies_one_way: Annotated[bool, Ability("needs no place to land")] = False
    capture_damage: int = 0
    damaged_as: Annotated[
        tuple[HitChange, ...], Items(100, unique=("hits",)), Ability("changes when it is hit")
    ] = ()
    repaired_as: Annotated[tuple[HitChange, ...], Items(100, unique=("hits",))] = ()
    cannot_hit: tuple[UnitTypeName, ...] = ()
    cannot_be_hit_by: tuple[UnitTypeName, ...] = ()
    submerges: Annotated[bool, Ability("submerges")] = False
    passes_enemies: Annotated[bool, Ability("passes enemy ships")] = False
    is_passed: Annotated[bool, Ability("does not stop enemy ships")] = False
    fuel: Annotated[tuple[tuple[ResourceName, Positive], ...], SORTED, Ability("needs fuel")] = ()
    flat_fuel: Annotated[tuple[tuple[ResourceName, Positive], ...], SORTED] = ()
    tech_abilities: Annotated[
        tuple[TechAbility, ...], Key("gains"), Items(MAX_TECHNOLOGIES, unique=("technology",))
    ] = ()

    def is_spent(self, *, attacks: bool) -> bool:
        """Whether a battle in which it attacks, or defends, is its last."""
        return self.dies_attacking if attacks else self.dies_defending

    @property
    def may_submerge(self) -> bool:
        """Whether it can leave a battle below the surface."""
        return self.is_submarine or self.submerges

    @property
    def needs_fuel(self) -> bool:
        """Whether its owner pays when it moves."""
        return bool(self.fuel or self.flat_fuel)

    @property
    def can_board(self) -> bool:
        """Whether transports can carry it (B74)."""
        return self.rides_free or self.transport_cost > 0

    @property
    def is_producer(self) -> bool:
        """Whether units are built where it stands (B93)."""
        return self.is_factory or self.produces

    @property
    def takes_damage(self) -> bool:
        """Whether raids and rockets can damage it where damage stays on units (B71)."""
        return self.can_be_damaged or (self.is_factory and not self.is_spared)

    @property
    def aa_fire(self) -> AntiAir | None:
        """How it fires at aircraft or other targets of its own; None where it does not."""
        if self.anti_air is not None:
            return self.anti_air
        return _usual_gun(self.aa_strength) if self.is_aa_gun else None

    @property
    def is_launcher(self) -> bool:
        """Whether it launches rockets (B114)."""
        return self.is_aa_gun or self.launches_rockets

    @property
    def is_land(self) -> bool:
        """Whether it belongs on land."""
        return not (self.is_air or self.is_sea)


@dataclass(frozen=True, slots=True)
class SupportRule:
    """One unit helps others to fire better, or hinders the enemy (B57 to B60).

    givers, receivers: unit types; one giver helps `count` receivers by `bonus`, which is below 0
      where it hinders them.
    attack, defence: on which side the giver must be.
    on_enemies: the receivers are enemies of the giver, not units of its own side.
    strength, dice: what is raised, the number at which a die hits or the number of dice.
    kind, stack: rules of one kind together reach a unit `stack` times, 0 as often as they can;
      "" is a kind of its own.
    nations: whose givers help; () those of everybody, or of nobody where triggers say who.
    name: by which triggers say whose givers help, "" where none does.
    improvable: whether Improved Artillery doubles it (B126).
    """

    givers: tuple[UnitTypeName, ...]
    receivers: tuple[UnitTypeName, ...]
    bonus: Bonus = 1
    count: Positive = 1
    attack: bool = True
    defence: bool = False
    on_enemies: bool = False
    strength: bool = True
    dice: bool = False
    kind: str = ""
    stack: int = 1
    nations: tuple[OwnerName, ...] = ()
    improvable: bool = True
    name: str = ""

    @property
    def depends_on_owner(self) -> bool:
        """Whether only givers of some nations help."""
        return bool(self.nations or self.name)


def helped_by(
    rules: tuple[SupportRule, ...], name: str, nations: tuple[str, ...]
) -> tuple[SupportRule, ...]:
    """The rules where givers of other nations help by those of a name; KeyError without any."""
    if all(rule.name != name for rule in rules):
        raise KeyError(name)
    return tuple(replace(rule, nations=nations) if rule.name == name else rule for rule in rules)


SupportRules: TypeAlias = Annotated[tuple[SupportRule, ...], Items(MAX_SUPPORT)]
