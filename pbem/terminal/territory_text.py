"""One territory as text."""

from engine import NEUTRAL, State, TerritoryView, territory_view
from pbem.play.territory_name import territory_named
from pbem.result import Result
from pbem.text import plain


def show(state: State, text: str) -> Result:
    """A territory of a position as text; raises as `territory_named` does."""
    view = territory_view(state, territory_named(state.definition, text))
    return Result("\n".join(plain(line) for line in lines_of(view)), _data(view))


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


def _data(view: TerritoryView) -> dict[str, object]:
    return {
        "name": view.name,
        "sea": view.is_sea,
        "owner": view.owner,
        "original_owner": view.original_owner,
        "value": view.production,
        "capital_of": view.capital_of,
        "victory_cities": view.victory_cities,
        "factory": view.has_factory,
        "impassable": view.is_impassable,
        "neighbours": [other.name for other in view.neighbours],
        "units": [
            {
                "owner": group.owner,
                "type": group.type,
                "count": group.count,
                "hits": group.hits,
                "damage": group.damage,
                "aboard": group.aboard,
            }
            | ({"strength": group.strength} if group.strength else {})
            for group in view.groups
        ],
    }
