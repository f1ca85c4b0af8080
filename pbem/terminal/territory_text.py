"""One territory as text."""

from engine import NEUTRAL, State, TerritoryView, territory_view
from pbem.output import Output, row_of
from pbem.play.territory_name import territory_named
from pbem.result import Result
from pbem.text import plain


class NeighbourOutput(Output):
    """An area beside another."""

    name: str


class GroupOutput(Output):
    """Units of one owner and type that are alike; strength: of blocks, 0 for others."""

    owner: str
    type: str
    count: int
    hits: int
    damage: int
    aboard: str
    strength: int = 0


class NoteOutput(Output):
    """A public note of a nation."""

    nation: str
    text: str


class TerritoryOutput(
    Output,
    rename={
        "is_sea": "sea",
        "production": "value",
        "has_factory": "factory",
        "is_impassable": "impassable",
        "groups": "units",
    },
):
    """An area, what it is worth and what is in it; drafted: orders of your draft in it."""

    name: str
    is_sea: bool
    owner: str
    original_owner: str
    production: int
    capital_of: str
    victory_cities: int
    has_factory: bool
    is_impassable: bool
    neighbours: list[NeighbourOutput]
    groups: list[GroupOutput]
    notes: tuple[NoteOutput, ...] = ()
    drafted: int = 0


def show(state: State, text: str) -> Result[TerritoryOutput]:
    """A territory of a position as text; raises as `territory_named` does."""
    view = territory_view(state, territory_named(state.definition, text))
    return Result("\n".join(plain(line) for line in lines_of(view)), row_of(TerritoryOutput, view))


def lines_of(view: TerritoryView) -> list[str]:
    """The facts of a territory, a line each."""
    kind = "sea zone" if view.is_sea else "land"
    owner = "" if view.is_sea and not view.owner else f", {_owner(view.owner)}"
    lines = [f"{view.name} ({kind}{owner})"]
    if view.original_owner and view.original_owner not in (view.owner, NEUTRAL):
        lines.append(f"  originally {view.original_owner}")
    facts = [f"value {view.production}"] if not view.is_sea and not view.facts else []
    facts += view.facts
    facts += [f"capital of the {view.capital_of}"] if view.capital_of else []
    facts += ["victory city"] if view.victory_cities else []
    facts += ["factory"] if view.has_factory else []
    facts += ["impassable"] if view.is_impassable else []
    facts += ["conquered this turn"] if view.is_conquered else []
    if facts:
        lines.append(f"  {', '.join(facts)}")
    lines += [f"  to be fought: {kind}" for kind in view.battles]
    for group in view.groups:
        notes = [f"aboard a {group.aboard}"] if group.aboard else []
        notes += [f"{group.hits} hit"] if group.hits else []
        notes += [f"damage {group.damage}"] if group.damage else []
        notes += [f"{group.moved} moved"] if group.moved else []
        note = f" ({', '.join(notes)})" if notes else ""
        lines.append(f"  {_owner(group.owner):<12} {group.count:>3} {group.label}{note}")
    if not view.groups:
        lines.append("  no units")
    for canal in view.canals:
        nations = ", ".join(canal.open_to) or "nobody"
        more = "; not in the combat move" if canal.closed_in_combat else ""
        more += f"; always to {', '.join(canal.free_types)}" if canal.free_types else ""
        more += f"; also for {', '.join(canal.bound_aircraft)}" if canal.bound_aircraft else ""
        lines.append(f"  canal {canal.name} ({' - '.join(canal.zones)}): open to {nations}{more}")
    lines.append("  borders:")
    for other in view.neighbours:
        what = (
            "sea" if other.is_sea else "impassable" if other.is_impassable else _owner(other.owner)
        )
        border = f"; {other.border}" if other.border else ""
        lines.append(f"    {other.name} ({what}{border})")
    return lines


def _owner(name: str) -> str:
    return "neutral" if name == NEUTRAL else name
