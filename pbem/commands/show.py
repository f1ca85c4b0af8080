"""`pbem show`: one territory as text."""

import click

from engine import NEUTRAL, State, TerritoryView, territory_view
from pbem.commands.common import JSON, SAVE, with_warning
from pbem.commands.completing import areas
from pbem.home import Home
from pbem.play.current import look_now
from pbem.play.drafted import with_draft
from pbem.play.places import territory_named
from pbem.replay import notes_of
from pbem.result import Result
from pbem.save.trusted_save import TrustedSave
from pbem.text import counted, plain


@click.command("show")
@SAVE
@click.argument("territory", nargs=-1, required=True, shell_complete=areas)
@click.option("--at", type=int, default=None, help="As it was after this step of `pbem history`.")
@JSON
def COMMAND(save: str, territory: tuple[str, ...], at: int | None, as_json: bool) -> Result:  # noqa: N802
    """Show a territory: owner, value, neighbours and units. Parts of names are enough."""
    del as_json
    home = Home.standard()
    if at is not None:
        from pbem.gametext.looking import look, moment_at  # noqa: PLC0415 - slow to import

        looked = look(home, save)
        step = moment_at(looked.history, at).step
        return with_warning(_shown(step.state, territory, None), looked.error)
    current = look_now(home, save)
    step, drafted = current.step, 0
    if current.save is not None:
        step, drafted = with_draft(home, current.save, step)
    return with_warning(_shown(step.state, territory, current.save, drafted), current.error)


def _shown(
    state: State, territory: tuple[str, ...], signed: TrustedSave | None, drafted: int = 0
) -> Result:
    """A territory with the notes in a save, after so many orders of a draft."""
    result = show(state, " ".join(territory))
    notes = _notes(signed, str(result.data["name"])) if signed is not None else []
    lines = [plain(f"  {nation}: {text}") for nation, text in notes]
    head = [f"with {counted(drafted, 'order')} of your draft, not signed"] if drafted else []
    text = "\n".join([*head, result.text, *(["  notes:"] if lines else []), *lines])
    rows = [{"nation": nation, "text": text} for nation, text in notes]
    return Result(text, {**result.data, "drafted": drafted, "notes": rows})


def _notes(save: TrustedSave, territory: str) -> list[tuple[str, str]]:
    """Nation and text of the public notes on a territory."""
    return [(nation, text) for place, nation, text in notes_of(save) if place == territory]


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
