"""The relation between two nations changes.

The new relation counts from the next order on.  Units stay where they are: those that are now among
enemies fight in the next combat of one of the two, those on land that is now closed to them may
leave it.

Source: the map dialect (relationshipChange); decision: docs/adr/0019.
Options: none.
"""

from engine.core.events.politics import RelationChanged
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.relations import pair_of
from engine.rules.frame import Events
from engine.rules.relations import relation_of


def resolve_relation(state: State, nations: tuple[NationName, NationName], name: str) -> Events:
    """The event by which two nations get a relation; () when they have it already."""
    before = relation_of(state, *nations).name
    return () if before == name else (RelationChanged(pair_of(*nations), name, before),)
