"""Facets of a unit type: how it fights (see engine/gamedef/unit_types.py).

Rule: rule book, Units, Battles and AA fire (B48 to B55, B86 to B92); what only maps have, from the
map dialect.
"""

from functools import cache
from typing import Annotated

from engine.core.ids import UnitTypeName
from engine.gamedef.schema import Ability, Bonus, Positive
from engine.marks import SORTED, Bounds, Doc, Items
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Gunnery:
    """How it fires in battle."""

    attack_dice: Annotated[int, Doc("dice that it rolls in attack, 0 for none")] = 1
    defence_dice: Annotated[int, Doc("dice that it rolls in defence, 0 for none")] = 1
    best_die: Annotated[
        bool, Doc("of several dice only the best one counts"), Ability("the best die counts")
    ] = False
    marine_bonus: Annotated[
        Bonus, Doc("what it adds to its attack when it attacks from a transport")
    ] = 0
    first_in_attack: Annotated[
        bool,
        Doc("in attack it fires before the others as a submarine does, at anything"),
        Ability("fires first in attack"),
    ] = False
    first_in_defence: Annotated[
        bool,
        Doc("in defence it fires before the others as a submarine does, at anything"),
        Ability("fires first in defence"),
    ] = False
    cannot_hit: Annotated[
        tuple[UnitTypeName, ...],
        Doc(
            "types at which it cannot fire; the usual ones (aircraft, for a submarine) if none "
            "is named"
        ),
    ] = ()
    cannot_be_hit_by: Annotated[
        tuple[UnitTypeName, ...],
        Doc(
            "types that cannot fire at it without a destroyer on their side; the usual ones "
            "(aircraft, for a submarine, by option) if none is named"
        ),
    ] = ()
    can_bombard: Annotated[bool, Doc("it fires at the shore from the sea"), Ability("bombards")] = (
        False
    )
    bombard: Annotated[int, Doc("the number at which it hits when it fires at the shore")] = 0


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """When its own fire costs it its life."""

    dies_attacking: Annotated[
        bool,
        Doc(
            "it is spent in the first round of a battle in which it attacks, after it has fired, "
            "and no fire but AA fire hits it until then; as a bomber it is spent in a raid"
        ),
        Ability("spent when it attacks"),
    ] = False
    dies_defending: Annotated[
        bool,
        Doc("the same in a battle in which it defends"),
        Ability("spent when it defends"),
    ] = False
    dies_hitting: Annotated[
        bool,
        Doc("each hit of such units in battle costs one of them, at once"),
        Ability("spent when it hits"),
    ] = False

    def is_spent(self, *, attacks: bool) -> bool:
        """Whether a battle in which it attacks, or defends, is its last."""
        return self.dies_attacking if attacks else self.dies_defending


@dataclass(frozen=True, slots=True)
class Undersea:
    """Submarines and those that hunt them."""

    is_submarine: Annotated[
        bool,
        Doc("it fires first, may submerge, passes enemies and cannot hit aircraft"),
        Ability("fires first, submerges"),
    ] = False
    is_destroyer: Annotated[
        bool,
        Doc("it cancels the abilities of enemy submarines"),
        Ability("cancels first fire and submerging"),
    ] = False
    submerges: Annotated[
        bool, Doc("it leaves battles as a submarine does"), Ability("submerges")
    ] = False
    passes_enemies: Annotated[
        bool, Doc("it passes enemy ships as a submarine may"), Ability("passes enemy ships")
    ] = False
    is_passed: Annotated[
        bool,
        Doc("it does not stop enemy ships, nor must they fight it"),
        Ability("does not stop enemy ships"),
    ] = False

    @property
    def may_submerge(self) -> bool:
        """Whether it can leave a battle below the surface."""
        return self.is_submarine or self.submerges


@dataclass(frozen=True, slots=True)
class AntiAir:
    """How a kind of unit fires before all others, mostly at aircraft (B86 to B92)."""

    strength: Annotated[int, Doc("a die at this number or less hits while it defends")] = 0
    attack_strength: Annotated[int, Doc("the same while it attacks, 0 where it does not fire")] = 0
    faces: Annotated[int, Doc("faces of its dice in defence, 0 for those of the game")] = 0
    attack_faces: Annotated[int, Doc("faces of its dice in attack, 0 for those of the game")] = 0
    in_battle: Annotated[bool, Doc("it fires before the first round of a battle")] = False
    in_raids: Annotated[bool, Doc("it fires at the bombers of a raid")] = False
    on_the_way: Annotated[bool, Doc("it fires at aircraft that fly over")] = False
    shots: Annotated[
        int, Doc("dice that one such unit rolls in a round, 0 for one at each target")
    ] = 0
    rounds: Annotated[int, Doc("rounds of a battle in which it fires, 0 for all")] = 1
    kind: Annotated[str, Doc("those of one kind fire together")] = "AA"
    targets: Annotated[
        tuple[UnitTypeName, ...], Doc("unit types that it fires at; all aircraft if none is named")
    ] = ()
    adds: Annotated[bool, Doc("its shots are added to one at each target")] = False
    damages: Annotated[
        bool, Doc("a hit takes one hit point; else it destroys the target at once")
    ] = False
    silenced_by: Annotated[
        tuple[UnitTypeName, ...], Doc("enemy unit types in whose presence it does not fire")
    ] = ()


@cache
def _usual_gun(strength: int) -> AntiAir:
    return AntiAir(strength, in_battle=True, in_raids=True, on_the_way=True)


@dataclass(frozen=True, slots=True)
class Guns:
    """Fire at aircraft, and rockets."""

    is_aa_gun: Annotated[
        bool,
        Doc(
            "an AA gun of the usual sort: fires at aircraft before a battle, before a raid and on "
            "their way; launches rockets; is moved and placed as one"
        ),
        Ability("fires at aircraft"),
    ] = False
    aa_strength: Annotated[int, Doc("the number at which such a gun hits")] = 0
    anti_air: Annotated[
        AntiAir | None,
        Doc("how it fires where it is not a gun of the usual sort, or a special one"),
    ] = None
    launches_rockets: Annotated[
        bool,
        Doc("it is a launcher without being a gun of the usual sort"),
        Ability("launches rockets"),
    ] = False

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


@dataclass(frozen=True, slots=True)
class AirCombat:
    """Fights in the air, before raids and before battles (B69)."""

    can_intercept: Annotated[bool, Doc("it may take off against a raid"), Ability("intercepts")] = (
        False
    )
    can_escort: Annotated[
        bool, Doc("it may fly along with a raid to protect it"), Ability("escorts")
    ] = False
    can_air_battle: Annotated[
        bool,
        Doc("it fights in the air before a battle, where a game has that"),
        Ability("fights in the air before a battle"),
    ] = False
    air_attack: Annotated[
        int, Doc("the number at which it hits in an air battle as one of those that came")
    ] = 0
    air_defence: Annotated[int, Doc("the number at which it hits there as an interceptor")] = 0


@dataclass(frozen=True, slots=True)
class HitChange:
    """What a unit turns into when it has so many hits."""

    hits: Annotated[int, Bounds(0, 100), Doc("the hits that it has then")]
    type: Annotated[UnitTypeName, Doc("what it turns into")]
    keeps_damage: Annotated[
        bool,
        Doc(
            "it keeps its hits and its bombing damage, as much as the new type can take and still "
            "live; else it is undamaged"
        ),
    ] = True


@dataclass(frozen=True, slots=True)
class Wear:
    """What hits make of it, and what it repairs."""

    damaged_as: Annotated[
        tuple[HitChange, ...],
        Items(100, unique=("hits",)),
        Doc(
            "what it turns into when it has taken some hits, instead of being lost where these are "
            "all that it takes"
        ),
        Ability("changes when it is hit"),
    ] = ()
    repaired_as: Annotated[
        tuple[HitChange, ...],
        Items(100, unique=("hits",)),
        Doc("what it turns into when it has some hits left after a repair"),
    ] = ()
    repairs: Annotated[
        tuple[tuple[UnitTypeName, Positive], ...],
        SORTED,
        Doc(
            "types whose hits it repairs, in its area or, from land, in the zones beside it: pairs "
            "(type, hits of one such unit at a time)"
        ),
        Ability("repairs"),
    ] = ()


@dataclass(frozen=True, slots=True)
class Stalemate:
    """Battles in which nobody can hit the other side any more."""

    leaves_stalemates: Annotated[
        bool,
        Doc(
            "where one of the attackers says so, they may retreat from a stalemate and after the "
            "last round"
        ),
        Ability("may retreat from a stalemate"),
    ] = False
    stays_in_stalemates: Annotated[
        bool, Doc("where one of the attackers says this, they may not")
    ] = False
