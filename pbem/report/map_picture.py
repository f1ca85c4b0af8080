"""What a picture of the board shows: areas with owner and units, moves and battles of a turn.

The template draws it as SVG (B10, B29).  Nothing in it depends on colour alone: every nation has a
letter as well, and the tables of the page say the same in words.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine import NEUTRAL, Definition, State, TerritoryView, territory_view
from engine.values import dataclass
from pbem.atlas.cells import Outline, Site, coast_width, outlines
from pbem.report.map_model import MapArea, MapArrow, MapBadge, MapPicture
from pbem.report.model import Battle, MovePhase

COLOURS: Final = 8
"""How many colours of owners there are; a ninth nation begins again with the first."""

_NOBODY: Final = "n"
"""The letter of units that belong to no nation."""

_MARGIN: Final = 30
_BADGES: Final = 3
"""How many nations show their units in one area; the others are in its description."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where everything lies: all that follows from the scenario alone."""

    width: int
    height: int
    scale: int
    shapes: dict[str, Outline]
    places: dict[str, tuple[int, int]]


def picture_of(
    state: State,
    moves: Sequence[MovePhase] = (),
    battles: Sequence[Battle] = (),
    *,
    fought_in: Sequence[str] = (),
    taken_in: Sequence[str] = (),
) -> MapPicture | None:
    """The picture of a position with the moves and battles that led to it.

    fought_in, taken_in: further areas in which there was a battle, or that changed hands.

    None when the scenario does not say where its areas lie.
    """
    definition = state.definition
    sites = _sites(definition)
    if not sites:
        return None
    frame = _frame(sites)
    nations = definition.politics.nation_names
    letters = _letters(nations)
    colours = {name: number % COLOURS for number, name in enumerate(nations)}
    order = sorted(
        frame.places, key=lambda name: (not definition.board.territories[name].is_sea, name)
    )
    numbers = {name: number for number, name in enumerate(order)}
    fought = {*fought_in, *(battle.territory for battle in battles if battle.kind == "battle")}
    taken = {*taken_in, *(battle.territory for battle in battles if battle.captured)}
    areas = tuple(
        _area(state, name, frame, numbers, letters, colours, fought, taken) for name in order
    )
    return MapPicture(
        width=frame.width,
        height=frame.height,
        scale=frame.scale,
        areas=areas,
        arrows=tuple(arrow for phase in moves for arrow in _arrows(phase, frame)),
        nations=tuple((colours[name], letters[name], name) for name in nations),
        signs=_SIGNS if state.blocks is None else _BLOCK_SIGNS,
    )


_SIGNS = (("★", "capital"), ("●", "victory city"), ("▲", "factory"))
_BLOCK_SIGNS = (("★", "main capital"), ("●", "sub-capital"))


def _sites(definition: Definition) -> tuple[Site, ...]:
    """The areas with their places moved to the corner of the picture; () when one has none."""
    places = [
        area.place for area in definition.board.territories.values() if area.place is not None
    ]
    if len(places) < len(definition.board.territories) or len(set(places)) < len(places):
        return ()
    left = min(x for x, _ in places) - _MARGIN
    top = min(y for _, y in places) - _MARGIN
    return tuple(
        Site(
            area.name,
            (area.place[0] - left, area.place[1] - top),
            area.is_sea,
            definition.board.neighbours(area.name),
        )
        for area in definition.board.territories.values()
        if area.place is not None
    )


@lru_cache(maxsize=4)
def _frame(sites: tuple[Site, ...]) -> _Frame:
    """The outlines take most of the time and are the same for every position of a game."""
    width = round(max(site.place[0] for site in sites)) + _MARGIN
    height = round(max(site.place[1] for site in sites)) + _MARGIN
    return _Frame(
        width=width,
        height=height,
        scale=max(6, round(coast_width(sites) / 2.8)),
        shapes=outlines(sites, width, height),
        places={site.name: (round(site.place[0]), round(site.place[1])) for site in sites},
    )


def _letters(nations: Sequence[str]) -> dict[str, str]:
    """The shortest beginning of each name that no other name shares."""
    letters: dict[str, str] = {}
    for name in nations:
        length = 1
        while length < len(name) and any(
            other != name and other.startswith(name[:length]) for other in nations
        ):
            length += 1
        letters[name] = name[:length]
    return letters


def _area(
    state: State,
    name: str,
    frame: _Frame,
    numbers: dict[str, int],
    letters: dict[str, str],
    colours: dict[str, int],
    fought: set[str],
    taken: set[str],
) -> MapArea:
    view = territory_view(state, name)
    x, y = frame.places[name]
    types = state.definition.unit_types
    counts: dict[str, int] = {}
    for group in view.groups:
        if not types[group.type].is_infrastructure:
            counts[group.owner] = counts.get(group.owner, 0) + group.count
    badges = tuple(
        MapBadge(letters.get(owner, _NOBODY), colours.get(owner, -1), count)
        for owner, count in counts.items()
    )
    return MapArea(
        number=numbers[name],
        name=name,
        kind=_kind(view),
        colour=colours.get(view.owner, -1),
        letter=letters.get(view.owner, ""),
        path=_path(frame.shapes[name]),
        x=x,
        y=y,
        production=view.production,
        signs=_signs(view),
        badges=badges[:_BADGES],
        words=_words(view, name in fought, name in taken),
        neighbours=tuple(numbers[other.name] for other in view.neighbours),
        is_battle=name in fought,
        is_taken=name in taken,
    )


def _kind(view: TerritoryView) -> str:
    if view.is_sea:
        return "sea"
    if view.is_impassable:
        return "impassable"
    return "neutral" if view.owner == NEUTRAL else "land"


def _signs(view: TerritoryView) -> str:
    is_main = view.capital_of or "main" in view.facts
    signs = "★" if is_main else "●" if view.victory_cities or "sub" in view.facts else ""
    return signs + ("▲" if view.has_factory else "")


def _words(view: TerritoryView, is_battle: bool, is_taken: bool) -> str:
    """Everything about an area in one line."""
    owner = "neutral" if view.owner == NEUTRAL else view.owner
    facts = [*([owner] if owner else []), *view.facts]
    facts += [f"worth {view.production}"] if view.production else []
    facts += [f"capital of {view.capital_of}"] if view.capital_of else []
    facts += ["victory city"] if view.victory_cities else []
    facts += ["factory"] if view.has_factory else []
    facts += ["impassable"] if view.is_impassable else []
    units = "; ".join(f"{group.owner} {group.count} {group.label}" for group in view.groups)
    news = ["battle this turn"] if is_battle else []
    news += ["taken this turn"] if is_taken else []
    head = f"{view.name}: {', '.join((*facts, *news))}" if facts or news else view.name
    return f"{head}. {units}" if units else head


def _path(outline: Outline) -> str:
    corners = (f"{x:.0f} {y:.0f}" for x, y in outline)
    return f"M{'L'.join(corners)}Z"


def _arrows(phase: MovePhase, frame: _Frame) -> list[MapArrow]:
    """Moves from place to place; one across the edge of the world goes off and comes in again."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for move in phase.moves:
        if len(move.way) > 1 and move.way[0] != move.way[-1]:
            arrows.setdefault((move.way[0], move.way[-1]), []).append(str(move.units))
    found: list[MapArrow] = []
    for (start, goal), units in arrows.items():
        words = f"{start} to {goal}: {'; '.join(units)}"
        (x, y), (to_x, to_y) = frame.places[start], frame.places[goal]
        around = frame.width if x - to_x > frame.width * 0.6 else 0
        around = -frame.width if to_x - x > frame.width * 0.6 else around
        found.append(MapArrow(x, y, to_x + around, to_y, phase.is_late, words))
        if around:
            found.append(MapArrow(x - around, y, to_x, to_y, phase.is_late, words))
    return found
