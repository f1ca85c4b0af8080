"""The board as the nation on turn sees it while it moves.

Every rule of movement asks the same questions about a territory: whose it is, who is in the way,
whether it may be entered at all.  A Mover holds what is needed to answer them quickly; it is built
for one order and discarded.

Rule: rule book, Combat movement (B146) and Non-combat movement (B214).
Options: ignore_submarines_in_movement, ignore_transports_in_movement,
  blitz_stopped_by_infrastructure, neutrals_impassable, neutrals_blitzable,
  submersible_submarines, submarines_pass_enemies, noncombat_into_enemy_zones,
  ships_keep_off_at_peace.
"""

from collections.abc import Mapping
from typing import Final

from engine.core.errors import Illegal
from engine.core.evolve.movement import EXHAUSTED
from engine.core.ids import NEUTRAL, NOBODY, NationName, TerritoryName, UnitTypeName
from engine.core.unit import Unit
from engine.gamedef import Options, State, Territory, UnitType
from engine.rules.common.relations import is_enemy, is_passed_by
from engine.rules.common.theatres import no_combat_moves
from engine.rules.common.values import is_blitzer, steps_left
from engine.values import dataclass

COMBAT_MOVE: Final = "combat_move"


@dataclass(frozen=True, slots=True)
class Mover:
    """What a nation may meet on the board.

    combat: whether it is the combat move; otherwise the rules of the non-combat move apply.
    friends: the nation itself and its allies.
    out_of_bounds: areas that a rule of the map closes to the nation at this time.
    strangers: nations that are neither friends nor at war with it (L26); assailable: those of them
      whose land it may attack in this phase.
    no_combat: areas in which it has no combat move, because others have won their theatre or it
      lost the move for this turn (L27, L43).
    shut_to_land, shut_to_air: nations whose land its land units may not enter, its aircraft not
      cross; no_visits: those whose land nobody may be moved to in this phase.
    ceded: allies whose land its land units take by entering it.
    kept_off: sea zones in which its ships may not end a move, beside land of nations at peace.
    hosts: nations on whose land its aircraft may end the turn; canal_friends: those whose land
      keeps a canal open to it.
    """

    state: State
    nation: NationName
    combat: bool
    friends: frozenset[NationName]
    options: Options
    kinds: Mapping[UnitTypeName, UnitType]
    is_sea: Mapping[TerritoryName, bool]
    lands: Mapping[TerritoryName, Territory]
    out_of_bounds: frozenset[TerritoryName] = frozenset()
    strangers: frozenset[NationName] = frozenset()
    assailable: frozenset[NationName] = frozenset()
    no_combat: frozenset[TerritoryName] = frozenset()
    shut_to_land: frozenset[NationName] = frozenset()
    shut_to_air: frozenset[NationName] = frozenset()
    no_visits: frozenset[NationName] = frozenset()
    hosts: frozenset[NationName] = frozenset()
    canal_friends: frozenset[NationName] = frozenset()
    ceded: frozenset[NationName] = frozenset()
    kept_off: frozenset[TerritoryName] = frozenset()

    def kind(self, unit: Unit) -> UnitType:
        """What kind of unit it is."""
        return self.kinds[unit.type]

    def owner(self, territory: TerritoryName) -> NationName:
        """The owner: NEUTRAL for land of nobody, "" for open sea."""
        owner = self.state.owners.get(territory)
        if owner is not None:
            return owner
        return NOBODY if self.is_sea[territory] else NEUTRAL

    def is_friendly_land(self, territory: TerritoryName) -> bool:
        """Whether it is land of the nation or of an ally."""
        return not self.is_sea[territory] and self.owner(territory) in self.friends

    def is_hostile_land(self, territory: TerritoryName) -> bool:
        """Whether it is land of an enemy or of nobody, or of a stranger whom it may attack."""
        owner = self.owner(territory)
        if self.is_sea[territory] or owner in self.friends:
            return False
        return owner not in self.strangers or owner in self.assailable

    def is_ceded_land(self, territory: TerritoryName) -> bool:
        """Whether it is land of an ally that land units take by entering it."""
        return not self.is_sea[territory] and self.owner(territory) in self.ceded

    def is_strange_land(self, territory: TerritoryName) -> bool:
        """Whether it is land of a nation with which there is neither friendship nor war (L26)."""
        if not self.strangers or self.is_sea[territory]:
            return False
        return self.owner(territory) in self.strangers

    def is_open_land(self, territory: TerritoryName) -> bool:
        """Whether it is friendly land, or land of a stranger whose borders are open to troops."""
        owner = self.owner(territory)
        if self.is_sea[territory] or owner in self.assailable:
            return False
        return owner in self.friends or (
            owner in self.strangers
            and owner not in self.shut_to_land
            and owner not in self.no_visits
        )

    def is_landing_land(self, territory: TerritoryName) -> bool:
        """Whether it is land of a nation on whose land aircraft may end the turn."""
        return not self.is_sea[territory] and self.owner(territory) in self.hosts

    def is_hostile_zone(self, territory: TerritoryName) -> bool:
        """Whether it is a sea zone that belongs to an enemy (B24)."""
        owner = self.owner(territory) if self.is_sea[territory] else ""
        return owner != "" and owner not in self.friends and owner not in self.strangers

    def is_zone_shut(self, territory: TerritoryName) -> bool:
        """Whether a sea zone of an enemy lets nobody end a non-combat move in it (B24, B214)."""
        opened = self.combat or self.options.noncombat_into_enemy_zones
        return not opened and self.is_hostile_zone(territory)

    def is_neutral(self, territory: TerritoryName) -> bool:
        """Whether it is land of nobody."""
        return self.owner(territory) == NEUTRAL

    def is_closed(self, territory: TerritoryName) -> bool:
        """Whether the nation may not enter: never (B26, B148), or not yet."""
        if self.lands[territory].is_impassable or territory in self.out_of_bounds:
            return True
        return self.options.neutrals_impassable and self.is_neutral(territory)

    def enemies(self, territory: TerritoryName) -> tuple[Unit, ...]:
        """Enemy and neutral units there that have not submerged."""
        others = self._others(territory)
        return tuple(
            unit
            for unit in self.state.units_in(territory)
            if unit.owner not in others and not unit.submerged
        )

    def _others(self, territory: TerritoryName) -> frozenset[NationName]:
        """Nations whose units there are not enemies: strangers too, unless it is their own land."""
        if not self.strangers:
            return self.friends
        attacked = self.owner(territory) if not self.is_sea[territory] else ""
        return self.friends | (self.strangers - ({attacked} & self.assailable))

    def defenders(self, territory: TerritoryName) -> tuple[Unit, ...]:
        """Enemies there that would fight: no cargo, AA guns or factories (B88, B179).

        Those that are captured by entering stop whoever comes; they fall when the battles begin.
        """
        return tuple(
            unit
            for unit in self.enemies(territory)
            if not self.kind(unit).is_infrastructure and unit.carried_by is None
        )

    def stoppers(self, territory: TerritoryName) -> tuple[Unit, ...]:
        """Enemies there that stop ships or land units passing through (B62, B146)."""
        if not self.is_sea[territory]:
            if self.options.blitz_stopped_by_infrastructure:
                return self.enemies(territory)
            return self.defenders(territory)
        return tuple(
            unit
            for unit in self.defenders(territory)
            if not is_passed_by(self.kind(unit), self.options)
        )

    def is_captured_base(self, territory: TerritoryName) -> bool:
        """Whether an AA gun or factory was captured there in this turn and stops a blitz (B62).

        One that has moved there itself was not captured; those that were can move no more (B33).
        """
        return (
            self.options.blitz_stopped_by_infrastructure
            and territory in self.state.turn.conquered
            and any(
                self.kind(unit).is_infrastructure and not 0 < unit.moved < EXHAUSTED
                for unit in self.state.units_in(territory)
            )
        )

    def is_held_fast(self, territory: TerritoryName) -> bool:
        """Whether it was taken in this turn in a way that stops a blitz: by battle, or with a base.

        Only nations that move more than once before their turn is over come to ask (B146).
        """
        turn = self.state.turn
        taken = territory in turn.conquered and self.is_friendly_land(territory)
        return taken and (territory in turn.fought or self.is_captured_base(territory))

    def can_pass_unseen(self, kind: UnitType) -> bool:
        """Whether it may pass enemy ships that have no destroyer with them (B77, C29)."""
        options = self.options
        may_pass = options.submersible_submarines or options.submarines_pass_enemies
        return kind.undersea.passes_enemies or (kind.undersea.is_submarine and may_pass)

    def can_blitz(self, unit: Unit, place: TerritoryName) -> bool:
        """Whether a unit may go on from empty enemy land (B61, B148)."""
        if self.is_neutral(place) and not self.options.neutrals_blitzable:
            return False
        return is_blitzer(self.state, unit) and unit.type not in self.lands[place].no_blitz

    def is_violated(self, place: TerritoryName) -> bool:
        """Whether neutral land was entered in this turn; nobody goes on from there (B148)."""
        turn = self.state.turn
        if self.options.neutrals_blitzable or place not in turn.conquered:
            return False
        if place in turn.retaken:
            return False
        return self.state.definition.original_owner(place) == NEUTRAL

    def has_destroyer(self, units: tuple[Unit, ...]) -> bool:
        """Whether one of the units cancels what submarines can do (B81)."""
        return any(self.kind(unit).undersea.is_destroyer for unit in units)

    def steps_left(self, unit: Unit) -> int:
        """Steps that a unit may still go in this turn (see `values.steps_left`)."""
        return steps_left(self.state, unit)


def mover_of(state: State) -> Mover:
    """The nation on turn as a mover."""
    return mover_for(state, state.nation)


def mover_for(state: State, nation: NationName) -> Mover:
    """A nation as a mover in the phase under way, whoever is on turn."""
    definition = state.definition
    combat = state.phase.phase == COMBAT_MOVE
    view = definition.politics.outlook(nation)
    assailable = frozenset(
        truce.other(nation)
        for truce in definition.politics.truces
        if combat and nation in truce.breakers and truce.other(nation) in view.strangers
    )
    shut_to_land = view.shut_to_land - assailable
    return Mover(
        state=state,
        nation=nation,
        combat=combat,
        friends=view.friends,
        options=definition.options,
        kinds=definition.unit_types,
        is_sea=definition.board.is_sea,
        lands=definition.board.territories,
        out_of_bounds=_out_of_bounds(state, nation, shut_to_land & view.shut_to_air),
        strangers=view.strangers,
        assailable=assailable,
        no_combat=no_combat_moves(state, nation),
        shut_to_land=shut_to_land,
        shut_to_air=view.shut_to_air,
        no_visits=view.no_visits - assailable if combat else frozenset(),
        hosts=view.hosts,
        canal_friends=view.canal_friends,
        ceded=view.ceded,
        kept_off=_kept_off(state, nation),
    )


def _kept_off(state: State, nation: NationName) -> frozenset[TerritoryName]:
    """Sea zones in which ships of a nation end no move, because of whose land lies there (W11)."""
    definition = state.definition
    if not definition.options.ships_keep_off_at_peace:
        return frozenset()
    shunned = {
        other
        for other in definition.map_rules.of(nation).keeps_off
        if not is_enemy(state, nation, other)
    }
    board = definition.board
    owned = (name for name, owner in state.owners.items() if owner in shunned)
    lands = [name for name in owned if not board.is_sea[name]]
    return frozenset(
        zone for land in lands for zone in board.neighbours(land) if board.is_sea[zone]
    )


def _out_of_bounds(
    state: State, nation: NationName, shunned: frozenset[NationName]
) -> frozenset[TerritoryName]:
    """Where the map does not let a nation go at this time of the game (see Restriction).

    shunned: nations whose land it may not enter because of their relation.
    """
    closed: set[TerritoryName] = set()
    if shunned:
        sea = state.definition.board.is_sea
        owners = state.owners.items()
        closed |= {name for name, owner in owners if owner in shunned and not sea[name]}
    for rule in state.definition.map_rules.restrictions:
        if rule.nation != nation or not rule.territories:
            continue
        listed = set(rule.territories)
        closed |= set(state.definition.board.territories) - listed if rule.inside else listed
    return frozenset(closed)


def refusal(code: str, unit: Unit, text: str, rule: str, where: TerritoryName) -> Illegal:
    """A reason against one kind of unit; like reasons for like units are given once."""
    return Illegal(code, f"{unit.type}: {text}", rule, where)
