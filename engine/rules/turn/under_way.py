"""A game that begins in the middle of a turn, where another program left it.

Rule: rule book, Sequence of play (B95 to B98).  What has been done in the turn counts as if it had
been done here: units have used their movement, battles wait for their phase, land that was taken
was taken in this turn.  A step that has begun does nothing more at its beginning.

What follows from where units are is not said by the set-up: who waits for a battle has moved into
it if enemies there stop them (B155, B179), and from the beginning of the combat move to the end of
the non-combat move aircraft of allies are cargo of the carriers of the nation on turn (B176).
"""

from collections.abc import Iterator

from engine.core.agenda import PendingBattle
from engine.core.ids import NOWHERE, UnitId
from engine.core.state import TurnRecord, with_units
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.under_way import NOTHING_YET, BattleSoFar, TurnSoFar, UnitSoFar
from engine.rules.movement.mover import Mover, mover_of
from engine.rules.movement.phase_edges import stowing
from engine.values import replace


def gone_on(state: State) -> State:
    """The position before the first step, with what the set-up says of the turn under way."""
    turn = state.definition.setup.under_way
    if turn == NOTHING_YET:
        return state
    after = with_units(state, (_done(state.units[one.unit], one) for one in turn.units))
    begun = (replace(state.phase, stage="open"),)
    found = {nation: tuple(sorted(names)) for nation, names in turn.found.items()}
    return _with_consequences(
        replace(
            after,
            agenda=begun if turn.begun else state.agenda,
            battles=tuple(map(_battle, turn.battles)),
            found={**state.found, **found},
            turn=_record(turn),
        )
    )


def _with_consequences(state: State) -> State:
    if not state.nation:
        return state
    mover = mover_of(state)
    units = dict(state.units)
    for key in _halted(mover):
        units[key] = replace(units[key], in_combat=True)
    if _are_stowed(state):
        fighting = {key for battle in state.battles for key in battle.attackers}
        for key, carrier in stowing(mover):
            if key not in fighting:
                units[key] = replace(units[key], carried_by=carrier)
    return with_units(state, units.values())


def _halted(mover: Mover) -> Iterator[UnitId]:
    """Who has moved into a battle that waits, where they met what stops them."""
    for battle in mover.state.battles:
        is_raid = battle.kind == "raid"
        is_met = bool(mover.stoppers(battle.territory))
        came = {key for key, _ in battle.origins}
        for key in battle.attackers:
            unit = mover.state.units[key]
            comes_to_raid = mover.kind(unit).is_air and not mover.is_sea[battle.territory]
            moved_in = key in came and (is_met or comes_to_raid)
            if is_raid or moved_in or unit.amphibious:
                yield key


def _are_stowed(state: State) -> bool:
    """Whether the combat move of the nation on turn has begun, and no other move is over since."""
    sequence, frame = state.definition.sequence, state.phase
    if frame.stage == "open" and frame.phase == "noncombat_move":
        return True
    for entry in reversed(sequence[: frame.step + (frame.stage == "open")]):
        if entry.nation != frame.nation or entry.phase == "noncombat_move":
            return False
        if entry.phase == "combat_move":
            return True
    return False


def _done(unit: Unit, so_far: UnitSoFar) -> Unit:
    return replace(
        unit,
        carried_by=so_far.aboard or unit.carried_by,
        moved=so_far.moved,
        in_combat=so_far.in_combat,
        loaded=so_far.loaded,
        unloaded_to=so_far.unloaded_to,
        unloaded_in_combat=so_far.unloaded_in_combat,
        amphibious=so_far.amphibious,
        submerged=so_far.submerged,
        bombarded=so_far.bombarded,
        launched=so_far.launched,
        bonus=so_far.bonus,
        base=so_far.base,
        theatre=so_far.theatre,
        jumped_from=so_far.jumped_from,
        fuelled=so_far.fuelled,
    )


def _battle(battle: BattleSoFar) -> PendingBattle:
    units = battle.attackers
    return PendingBattle(
        battle.territory,
        battle.kind,
        attackers=tuple(one.unit for one in units),
        origins=tuple((one.unit, one.origin) for one in units if one.origin != NOWHERE),
        landings=tuple((one.unit, one.ship, one.zone) for one in units if one.ship),
        aims=tuple((one.unit, one.aim) for one in units if one.aim),
    )


def _record(turn: TurnSoFar) -> TurnRecord:
    units = turn.units
    return TurnRecord(
        conquered=turn.conquered,
        fought=turn.fought,
        produced=turn.produced,
        bombed=turn.bombed,
        researched=turn.researched,
        built=turn.built,
        placed=tuple((one.unit, one.builder) for one in units if one.placed),
        boarded=tuple(one.unit for one in units if one.boarded),
        constructed=tuple(one.unit for one in units if one.constructed),
        retaken=turn.retaken,
        attempted=tuple(name for name, times in turn.attempted.items() for _ in range(times)),
        intercepted=tuple(one.unit for one in units if one.intercepted),
        related=tuple((one.one, one.other, one.before, one.after) for one in turn.related),
        struck=turn.struck,
        takers=tuple(one.unit for one in units if one.taker),
    )
