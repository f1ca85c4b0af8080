"""Land units on their way: where they must stop and what they may pass through.

Rule: rule book, The map (B19), Armour (B61 to B63, G31), Combat movement (B146 to B149),
Non-combat (B214, B215).
Classic: C21 to C24.
Options: blitz_stopped_by_infrastructure, neutrals_blitzable, neutrals_impassable,
attack_from_contested_land.
"""

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.common.values import is_blitzer
from engine.rules.movement.canals import check_canals
from engine.rules.movement.mover import COMBAT_MOVE, Mover, refusal

Path = tuple[TerritoryName, ...]


def check_land_path(mover: Mover, unit: Unit, path: Path) -> tuple[Illegal, ...]:
    """Reasons why a land unit cannot go along a path that is all land."""
    reasons = [*check_canals(mover, unit, path), *check_borders(mover, unit, path)]
    if mover.combat:
        passages = [_check_passage(mover, unit, place) for place in path[1:-1]]
        passages.append(_check_leaving(mover, unit, path))
        stops = [reason for reason in passages if reason is not None]
        rough = None if stops else _check_terrain(mover, unit, path)
        return (*reasons, *stops) if rough is None else (*reasons, rough)
    for place in path[1:]:
        meets = mover.enemies(place) if place == path[-1] else mover.defenders(place)
        if mover.is_hostile_land(place) or meets:
            text = f"only the combat move may enter {place}, which is not in friendly hands"
            reasons.append(refusal("no-combat-here", unit, text, "B214", place))
    return tuple(reasons)


def is_shut(mover: Mover, place: TerritoryName) -> bool:
    """Whether land units may not enter land because of its owner's relation to the mover."""
    owner = mover.owner(place)
    return not mover.is_sea[place] and (owner in mover.shut_to_land or owner in mover.no_visits)


def check_borders(mover: Mover, unit: Unit, path: Path) -> tuple[Illegal, ...]:
    """Reasons from borders: land whose owner lets no land units in."""
    return tuple(
        refusal(
            "border-closed",
            unit,
            f"the {mover.owner(place)} do not let your land units into {place} in this phase",
            "",
            place,
        )
        for place in path[1:]
        if is_shut(mover, place)
    )


def _check_leaving(mover: Mover, unit: Unit, path: Path) -> Illegal | None:
    """The reason why a unit cannot go on from where it is (B146, B147).

    Nobody attacks out of a battle; out of enemy land and land taken in this turn only units that
    blitz do, unless an option lets all units.  Units that shared land with the enemy since an
    undecided battle do not leave it either once others have taken it in this phase.
    """
    start = path[0]
    blitzes = mover.can_blitz(unit, start) and not mover.is_captured_base(start)
    if _goes_on(mover, unit, start) and not blitzes:
        text = f"cannot go on from {start}, which was taken in this turn"
        return refusal("cannot-blitz", unit, text, "B147", start)
    # Who goes home first may attack from there, as with two orders.
    ahead = path[1:-1] or path[1:]
    attacked = next((place for place in ahead if mover.is_hostile_land(place)), None)
    if mover.options.attack_from_contested_land or attacked is None:
        return None
    if mover.is_held_fast(start):
        text = f"cannot attack {attacked} out of {start}, which was taken by battle in this turn"
        return refusal("enemy-on-path", unit, text, "B146", start)
    if mover.defenders(start):
        text = f"cannot attack {attacked} out of the battle in {start}"
        return refusal("enemy-on-path", unit, text, "B146", start)
    if mover.is_hostile_land(start) and not is_blitzer(mover.state, unit):
        text = f"cannot attack {attacked} out of {start}, which is enemy land"
        return refusal("cannot-blitz", unit, text, "B147", start)
    return None


def _goes_on(mover: Mover, unit: Unit, start: TerritoryName) -> bool:
    """Whether a unit that has steps left goes on from land that was taken in this turn."""
    if start not in mover.state.turn.conquered or not mover.steps_left(unit):
        return False
    return unit.moved > 0 or _is_first_combat_move(mover.state)


def _check_terrain(mover: Mover, unit: Unit, path: Path) -> Illegal | None:
    """The reason why terrain keeps a unit from a blitz.

    A unit that goes through land that is not its side's, or was taken in this turn, loses the
    blitz to terrain anywhere on the way, even where the way ends (the map dialect: noBlitz).
    """
    taken = mover.state.turn.conquered
    if not _goes_on(mover, unit, path[0]) and all(
        mover.is_friendly_land(place) and place not in taken for place in path[1:-1]
    ):
        return None
    rough = next((place for place in path[1:] if unit.type in mover.lands[place].no_blitz), None)
    if rough is None:
        return None
    text = f"cannot blitz on a way that leads to {rough}, where the terrain forbids it"
    return refusal("cannot-blitz", unit, text, "B147", rough)


def _is_first_combat_move(state: State) -> bool:
    """Whether all that was taken since the last end of a turn was taken in this phase."""
    sequence, here = state.definition.sequence, state.phase.step
    before = (*reversed(sequence[:here]), *reversed(sequence[here + 1 :]))
    ends = (step.phase for step in before if step.phase in {COMBAT_MOVE, "end_turn"})
    return next(ends, "end_turn") == "end_turn"


def can_pass(mover: Mover, unit: Unit, place: TerritoryName) -> bool:
    """Whether a land unit may pass through a territory in the phase under way."""
    if mover.is_sea[place] or mover.is_closed(place) or is_shut(mover, place):
        return False
    if mover.combat:
        return _check_passage(mover, unit, place) is None
    return mover.is_open_land(place) and not mover.defenders(place)


def is_blitzed(mover: Mover, place: TerritoryName) -> bool:
    """Whether land units that pass through or into it take it without a fight (B61, B209)."""
    is_open = mover.is_hostile_land(place) or mover.is_ceded_land(place)
    return is_open and not mover.defenders(place)


def _check_passage(mover: Mover, unit: Unit, place: TerritoryName) -> Illegal | None:
    if mover.is_open_land(place):
        if mover.defenders(place):
            text = f"enemy units in {place} stop it there"
            return refusal("enemy-on-path", unit, text, "B146", place)
        if mover.is_violated(place):
            text = f"must stop in {place}, which was neutral when the turn began"
            return refusal("must-stop-in-neutral", unit, text, "B148", place)
        if place in mover.state.turn.conquered and not mover.can_blitz(unit, place):
            text = f"cannot go through {place}, which was taken in this turn"
            return refusal("cannot-blitz", unit, text, "B147", place)
        if mover.is_captured_base(place):
            text = f"what was captured in {place} in this turn stops it there"
            return refusal("enemy-on-path", unit, text, "B62", place)
        if not mover.is_friendly_land(place) and not mover.can_blitz(unit, place):
            text = (
                f"must stop in {place}, whose owner is not an ally; only units that can blitz go on"
            )
            return refusal("cannot-blitz", unit, text, "B147", place)
        return None
    if mover.is_neutral(place) and not mover.options.neutrals_blitzable:
        text = f"must stop in neutral {place}"
        return refusal("must-stop-in-neutral", unit, text, "B148", place)
    if mover.stoppers(place):
        text = f"enemy units in {place} stop it there"
        return refusal("enemy-on-path", unit, text, "B62", place)
    if not mover.can_blitz(unit, place):
        text = f"cannot go on from {place}, which is enemy land; only units that blitz can"
        return refusal("cannot-blitz", unit, text, "B147", place)
    return None
