"""Which blocks an order means: those it names by number, or a number of a type."""

from collections.abc import Iterable

from engine.core.errors import Illegal
from engine.core.ids import NOBODY, NationName, TerritoryName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State


def pick_blocks(
    state: State,
    picks: Iterable[Pick],
    pool: tuple[Unit, ...],
    place: TerritoryName,
    *,
    nation: NationName = NOBODY,
    of_anybody: bool = False,
) -> tuple[tuple[Unit, ...], list[Illegal]]:
    """The blocks out of a pool that choices mean, and what is missing.

    pool: the blocks that may be meant, taken from the front.
    nation: whose choice it is, "" for the nation on turn.
    of_anybody: the choices name whose units they are, and may name any nation.
    """
    reasons: list[Illegal] = []
    chosen: dict[int, Unit] = {}
    for pick in picks:
        if pick.type not in state.definition.unit_types:
            reasons.append(Illegal("unknown-unit-type", f"there is no unit type {pick.type!r}"))
            continue
        chooser = nation or state.nation
        if not of_anybody and pick.owner not in {"", chooser}:
            text = f"units of the {pick.owner} take no orders from the {chooser}"
            reasons.append(Illegal("not-yours", text, "", place))
            continue
        free = [unit for unit in pool if unit.type == pick.type and unit.id not in chosen]
        if of_anybody:
            free = [unit for unit in free if unit.owner == pick.owner]
        if pick.units:
            free = [unit for unit in free if unit.id in pick.units]
        if len(free) < pick.count:
            text = (
                f"{pick.count} {pick.type} are named in {place}, but only {len(free)} can do this"
            )
            reasons.append(Illegal("not-there", text, "", place))
            continue
        chosen.update((unit.id, unit) for unit in free[: pick.count])
    return tuple(chosen[key] for key in sorted(chosen)), reasons


def pick_of(state: State, unit: Unit) -> Pick:
    """The choice of one block by its number; its owner is named when it is not on turn."""
    owner = NOBODY if unit.owner == state.nation else unit.owner
    return Pick(1, unit.type, owner, units=(unit.id,))
