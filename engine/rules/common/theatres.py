"""What it means that a theatre of the board is decided.

While a theatre is decided only the side that won it has a combat move and battles there (L27, L31).
Its battles are optional: forces of both sides may stand in the same area, and its owner stays
(L28, L32, L33).  The side that lost the theatre makes no combat move there, not even to leave
enemies, and fights no battle there (L29, L37); elsewhere nothing changes for it (L30).  The victor
must fight on entering the capital of an enemy who still holds it (L34).  A victor who fights breaks
the peace, unless the fight frees a capital of the victor's own side (L35, L36): then the theatre is
undecided again, with everything that war implies.  L38 leaves open how that ends; our scenario lets
a theatre be won again from the next round on.

Between the theatres everybody moves and fights as always.

Rule: linked game, Endgame (L27 to L38), and who has no combat move for a turn (L43, L45).
Options: none; only scenarios whose triggers decide a theatre have it.
"""

from engine.core.agenda import PendingBattle
from engine.core.events.theatres import TheatreReopened
from engine.core.ids import NationName, TerritoryName, TheatreName
from engine.gamedef import State
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_allied, is_enemy, owner_of


def theatre_at(state: State, place: TerritoryName) -> TheatreName:
    """The theatre of an area, "" between the theatres."""
    return state.definition.board.territories[place].theatre


def is_decided(state: State, place: TerritoryName) -> bool:
    """Whether an area is in a theatre that a side has won."""
    return bool(state.won) and theatre_at(state, place) in state.won


def is_lost(state: State, nation: NationName, place: TerritoryName) -> bool:
    """Whether an area is in a theatre that another side than a nation's has won."""
    if not is_decided(state, place):
        return False
    return state.won[theatre_at(state, place)] not in state.definition.politics.alliances_of(nation)


def no_combat_moves(state: State, nation: NationName) -> frozenset[TerritoryName]:
    """Areas in which a nation has no combat move now (L27, L43, L45)."""
    if not state.halted and not state.won:
        return frozenset()
    closed = {theatre for name, theatre, _ in state.halted if name == nation}
    mine = state.definition.politics.alliances_of(nation)
    closed |= {theatre for theatre, alliance in state.won.items() if alliance not in mine}
    if not closed:
        return frozenset()
    lands = state.definition.board.territories.values()
    return frozenset(area.name for area in lands if area.theatre in closed)


def must_be_fought(state: State, battle: PendingBattle) -> bool:
    """Whether the nation on turn may not leave a battle alone (L32, L34)."""
    if not is_decided(state, battle.territory):
        return True
    capital_of = state.definition.board.territories[battle.territory].capital_of
    if not capital_of or not is_enemy(state, state.nation, capital_of):
        return False
    return is_enemy(state, state.nation, owner_of(state, battle.territory))


def resolve_breach(state: State, place: TerritoryName) -> Events:
    """The peace of a decided theatre ends when its victor fights there (L35), but see L36."""
    if not is_decided(state, place):
        return ()
    capital_of = state.definition.board.territories[place].capital_of
    if capital_of and is_allied(state, state.nation, capital_of):
        return ()
    return (TheatreReopened(theatre_at(state, place), state.nation),)
