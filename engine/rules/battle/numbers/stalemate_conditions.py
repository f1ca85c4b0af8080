"""When attackers may retreat where nothing can be decided any more, by the kinds of units alone.

Rule: rule book, Battle (G29).
Options: transport_casualties_restricted.
"""

from collections.abc import Sequence

from engine.gamedef import Options, UnitType
from engine.rules.common.relations import is_mere_transport


def may_leave_stalemate(
    options: Options, attackers: Sequence[UnitType], defenders: Sequence[UnitType]
) -> bool:
    """Whether the attackers may retreat from a stalemate, and after the last round.

    Types of attackers may say so; else transports may, by option, where they meet transports.
    attackers, defenders: the kinds of the units that are left; there are some of each.
    """
    if any(kind.stalemate.stays_in_stalemates for kind in attackers):
        return False
    if any(kind.stalemate.leaves_stalemates for kind in attackers):
        return True
    if not options.transport_casualties_restricted:
        return False
    return all(is_mere_transport(kind) for kind in (*attackers, *defenders))
