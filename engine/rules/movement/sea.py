"""Ships on their way: enemies that stop them, submarines that pass beneath, canals.

Rule: rule book, The map (B16, B18 to B22), Submarine (B77), Combat movement (B146), Non-combat
(B214).
Options: submersible_submarines, submarines_end_among_enemies, ignore_submarines_in_movement,
  ignore_transports_in_movement, ships_keep_off_at_peace.
"""

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.rules.movement.canals import check_canals
from engine.rules.movement.mover import Mover, refusal

Path = tuple[TerritoryName, ...]


def check_sea_path(mover: Mover, unit: Unit, path: Path) -> tuple[Illegal, ...]:
    """Reasons why a ship cannot go along a path that is all sea."""
    reasons: list[Illegal] = []
    for place in path[1:-1]:
        reason = _check_passage(mover, unit, place)
        if reason is not None:
            reasons.append(reason)
    if not mover.combat and not can_end(mover, unit, path[-1]):
        text = f"only the combat move may enter {path[-1]}, where enemies are"
        reasons.append(refusal("no-combat-here", unit, text, "B214", path[-1]))
    if path[-1] in mover.kept_off:
        text = f"{path[-1]} lies beside land of a nation at peace, and no move ends there until war"
        reasons.append(refusal("kept-off", unit, text, "W11", path[-1]))
    reasons.extend(check_canals(mover, unit, path))
    return tuple(reasons)


def can_pass(mover: Mover, unit: Unit, place: TerritoryName) -> bool:
    """Whether a ship may pass through a sea zone, canals aside."""
    return mover.is_sea[place] and _check_passage(mover, unit, place) is None


def can_end(mover: Mover, unit: Unit, place: TerritoryName) -> bool:
    """Whether a ship may end its move in a sea zone in the phase under way."""
    if mover.combat:
        return True
    if mover.is_zone_shut(place):
        return False
    if not mover.stoppers(place):
        return True
    return mover.options.submarines_end_among_enemies and mover.can_pass_unseen(mover.kind(unit))


def _check_passage(mover: Mover, unit: Unit, place: TerritoryName) -> Illegal | None:
    if mover.is_zone_shut(place):
        text = f"only the combat move may pass {place}, which belongs to an enemy"
        return refusal("no-combat-here", unit, text, "B214", place)
    enemies = mover.stoppers(place)
    if not enemies:
        return None
    if not mover.can_pass_unseen(mover.kind(unit)):
        text = f"enemy units in {place} stop it there"
        return refusal("enemy-on-path", unit, text, "B146", place)
    if mover.has_destroyer(enemies):
        text = f"an enemy destroyer in {place} lets no submarine pass"
        return refusal("destroyer-on-path", unit, text, "B77", place)
    return None
