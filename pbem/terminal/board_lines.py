"""A position as text."""

from engine import State, nation_view, territory_view
from pbem.terminal.territory_text import lines_of


def board_lines(state: State) -> list[str]:
    """A position: the nations, then every territory with units, neighbours left out."""
    lines = [f"round {state.round}, {state.nation}", ""]
    lines += [
        f"{view.name}: {view.pus} PUs, {view.unit_count} units"
        for view in (nation_view(state, name) for name in state.definition.politics.nation_names)
    ]
    for view in (territory_view(state, name) for name in state.definition.board.territories):
        if view.groups:
            lines.append("")
            lines += [line for line in lines_of(view) if not line.startswith("    ")][:-1]
    return lines
