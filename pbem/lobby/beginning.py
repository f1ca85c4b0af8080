"""Where a game begins that another program began: for who imports it, and for all who join."""

from collections import Counter

from engine import (
    NEUTRAL,
    PUS,
    Definition,
    NationName,
    PhaseOpen,
    describe_waiting,
    new_game,
    phase_title,
)
from pbem.text import counted


def beginning_lines(definition: Definition) -> tuple[str, ...]:
    """Round and phase, and what each nation has, a line each; () for a game from its beginning.

    Names are those of the scenario, as they are.
    """
    setup = definition.setup
    if not setup.step and setup.round == 1:
        return ()
    step = new_game(definition)
    state = step.state
    areas = Counter(state.owners.values())
    units = Counter(unit.owner for unit in state.units.values())
    waiting = step.waiting
    where = (
        f"{waiting.nation}, {phase_title(waiting.phase)}"
        if isinstance(waiting, PhaseOpen)
        else describe_waiting(waiting)
    )
    lines = [f"Begins in round {state.round}: {where}"]
    for nation in definition.politics.nation_names:
        facts = [
            f"{state.amount(nation, PUS)} PUs",
            counted(areas[nation], "area"),
            counted(units[nation], "unit"),
        ]
        bought = sum(state.unplaced.get(nation, {}).values())
        facts += [f"{counted(bought, 'unit')} to place"] if bought else []
        facts += [name.replace("_", " ") for name in state.technologies.get(nation, ())]
        lines.append(f"  {nation}: {', '.join(facts)}")
    neutral = units[NationName(NEUTRAL)]
    return (*lines, *([f"  neutral: {counted(neutral, 'unit')}"] if neutral else ()))
