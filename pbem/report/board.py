"""The whole board on one page: notes, units, nations, and a table of all areas.

It is what the rule book shows as a map, in a form that needs neither a map nor a mouse: the owner
of every area as a colour and in words (B29), capitals and victory cities marked (B40, B235), the
neighbours of an area as links (B10, B259), the table of units with the technologies that change
them (B48, B124), the figures of the nations (B258) and the notes of the map maker (B253).
"""

from collections.abc import Mapping

from engine import (
    NEUTRAL,
    NationName,
    NationView,
    State,
    TerritoryName,
    TerritoryView,
    UnitRow,
    nation_view,
    territory_view,
    unit_rows,
)
from engine.values import dataclass
from pbem.atlas.page_model import PageMap
from pbem.report.map_page import picture_of
from pbem.report.model import Score
from pbem.report.render import render_template
from pbem.report.scores import score_columns_of, scores_of
from pbem.report.words import technology_word


@dataclass(frozen=True, slots=True)
class Area:
    """One area.

    anchor: its place on the page; colour: number of its owner's colour, -1 for sea, -2 for neutral
    land; links: pairs (anchor, name) of the neighbours.
    """

    anchor: str
    name: str
    owner: str
    colour: int
    value: int
    marks: str
    units: str
    links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class BoardPage:
    """What the page shows.

    nations: the number of their colour, the nation, and its figures below `columns`.
    is_of_blocks: units and areas have other figures then, which are told in words.
    """

    title: str
    round: int
    notes: tuple[str, ...]
    units: tuple[tuple[UnitRow, tuple[str, ...]], ...]
    columns: tuple[str, ...]
    nations: tuple[tuple[int, NationView, Score], ...]
    areas: tuple[Area, ...]
    picture: PageMap
    is_of_blocks: bool = False

    @property
    def has_alliances(self) -> bool:
        """Whether any nation stands in an alliance with others."""
        return any(score.alliance for _, _, score in self.nations)

    @property
    def has_capitals(self) -> bool:
        """Whether any nation has a capital without which it is not paid."""
        return any(view.capitals for _, view, _ in self.nations)


def render_board(state: State, picture: PageMap | None = None) -> str:
    """The page as HTML that needs nothing else; picture: None for that of the position alone."""
    return render_template("board.html", "html", {"board": board_of(state, picture)})


def board_of(state: State, picture: PageMap | None = None) -> BoardPage:
    """The facts of the page; picture: None for that of the position alone."""
    definition = state.definition
    names = definition.politics.nation_names
    colours = {name: place for place, name in enumerate(names)}
    anchors = {
        name: f"area-{place}" for place, name in enumerate(definition.board.territories, start=1)
    }
    views = (
        territory_view(state, name) for name in sorted(definition.board.territories, key=_order)
    )
    return BoardPage(
        title=definition.name,
        round=state.round,
        notes=tuple(part.strip() for part in definition.notes.strip().split("\n\n")),
        units=tuple((row, _badges(row)) for row in unit_rows(definition, state)),
        columns=score_columns_of(state),
        nations=tuple(
            (colours[score.nation], nation_view(state, score.nation), score)
            for score in scores_of(state)
        ),
        areas=tuple(_area(view, colours, anchors) for view in views),
        picture=picture or picture_of(state),
        is_of_blocks=state.blocks is not None,
    )


def _order(name: str) -> tuple[bool, int, str]:
    """Names in alphabetical order, but SZ 2 before SZ 10."""
    head, _, rest = name.partition(" ")
    number, _, _ = rest.partition(" ")
    return (number.isdecimal(), int(number) if number.isdecimal() else 0, f"{head} {rest}")


def _badges(row: UnitRow) -> tuple[str, ...]:
    """Technologies in force that change a unit type, with their owners (B124)."""
    return tuple(
        f"{technology_word(name)}: {', '.join(nations)}"
        for name, nations in row.technologies
        if nations
    )


def _area(
    view: TerritoryView, colours: Mapping[NationName, int], anchors: Mapping[TerritoryName, str]
) -> Area:
    marks = list(view.facts)
    marks += [f"capital of {view.capital_of}"] if view.capital_of else []
    marks += ["victory city"] if view.victory_cities else []
    marks += ["factory"] if view.has_factory else []
    marks += ["impassable"] if view.is_impassable else []
    first = view.original_owner
    marks += [f"originally {first}"] if first not in {"", NEUTRAL, view.owner} else []
    neutral = view.owner == NEUTRAL
    owner = "sea" if view.is_sea and not view.owner else "neutral" if neutral else view.owner
    units = (f"{g.count} {g.label} ({g.owner})" for g in view.groups)
    return Area(
        anchor=anchors[view.name],
        name=view.name,
        owner=owner,
        colour=colours.get(view.owner, -2 if neutral else -1),
        value=view.production,
        marks=", ".join(marks),
        units=", ".join(units),
        links=tuple((anchors[other.name], other.name) for other in view.neighbours),
    )
