"""The relation between two nations changes.

The new relation counts from the next order on.  Units stay where they are: those that are now among
enemies fight in the next combat of one of the two, those on land that is now closed to them may
leave it.

After every politics phase a nation gives land back to those with whom its relation says so: what
they owned at the start of the game.  Nothing else changes hands with it.

Source: the map dialect (relationshipChange, givesBackOriginalTerritories); decision: docs/adr/0019.
Options: none.
"""

from engine.core.events.politics import RelationChanged
from engine.core.events.triggers import LandAssigned
from engine.core.ids import NEUTRAL, NationName, pair_of
from engine.gamedef import State
from engine.rules.common.frame import Events
from engine.rules.common.relations import relation_of


def resolve_relation(state: State, nations: tuple[NationName, NationName], name: str) -> Events:
    """The event by which two nations get a relation; () when they have it already."""
    before = relation_of(state, *nations).name
    return () if before == name else (RelationChanged(pair_of(*nations), name, before),)


def resolve_given_back(state: State) -> Events:
    """The land that goes back to its first owners at the end of a politics phase."""
    original = state.definition.original_owner
    return tuple(
        LandAssigned(place, first, holder)
        for place, holder in state.owners.items()
        if (first := original(place)) not in {holder, NEUTRAL}
        and relation_of(state, holder, first).gives_back
    )
