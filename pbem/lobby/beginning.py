"""Where a game begins that another program began: for who imports it, and for all who join."""

from collections import Counter
from collections.abc import Iterator

from engine import (
    NEUTRAL,
    PUS,
    Definition,
    NationName,
    PhaseOpen,
    State,
    describe_waiting,
    new_game,
    phase_title,
)
from pbem.text import counted


def beginning_lines(definition: Definition) -> tuple[str, ...]:
    """Round and phase, what each nation has, and what the turn has done, a line each.

    () for a game from its beginning.

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
    if neutral := units[NationName(NEUTRAL)]:
        lines.append(f"  neutral: {counted(neutral, 'unit')}")
    return (*lines, *_turn_lines(state), *(f"  not read: {one.text}" for one in setup.unread))


def _turn_lines(state: State) -> Iterator[str]:
    """What the turn under way has done."""
    if done := len(state.definition.setup.under_way.units):
        yield f"  in this turn {counted(done, 'unit')} moved, fought or came"
    if state.battles:
        places = (
            f"{battle.territory} (raid)" if battle.kind == "raid" else battle.territory
            for battle in state.battles
        )
        yield f"  battles to come: {', '.join(places)}"
