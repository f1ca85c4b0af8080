"""What a map shows of a position and of the turn that led to it (B10, B29), as an overlay.

Nothing in it depends on colour alone: every nation has a letter and a pattern as well, and the
tables of the page say the same in words.
"""

from collections.abc import Iterable, Mapping, Sequence

from engine import (
    NEUTRAL,
    NOBODY,
    NationName,
    State,
    TerritoryView,
    UnitGroup,
    UnitTypeName,
    is_face_up,
    nation_view,
    territory_view,
)
from pbem.atlas.colours import looks_of
from pbem.atlas.overlay import AreaKind, Arrow, CanalMark, Content, MapForce, MapPile, Mark, Overlay
from pbem.atlas.signs import symbols_of
from pbem.report.model import MovePhase, TurnSummary


def overlay_of(
    state: State,
    summary: TurnSummary | None = None,
    *,
    viewer: NationName = NOBODY,
    colours: Iterable[tuple[str, str]] = (),
) -> Overlay:
    """A position with what happened in the turn that led to it.

    viewer: in block games, the nation whose blocks lie face up; "" for none.
    colours: of nations, as the author of a map chose them.
    """
    definition = state.definition
    symbols = symbols_of(definition)
    moves, fought, taken = ((), set(), set()) if summary is None else _happened(summary)
    order = sorted(
        definition.board.territories, key=lambda name: (not definition.board.is_sea[name], name)
    )
    views = [territory_view(state, name) for name in order]
    arrows = tuple(arrow for phase in moves for arrow in _arrows(phase))
    return Overlay(
        areas=tuple(_content(state, view, symbols, fought, taken, viewer) for view in views),
        arrows=arrows,
        canals=_canals(state, views),
        looks=looks_of(definition.politics.nation_names, colours),
        front=_front(state, views, arrows, {*fought, *taken}),
        is_of_blocks=state.blocks is not None,
    )


def _happened(summary: TurnSummary) -> tuple[Sequence[MovePhase], set[str], set[str]]:
    """The moves of a turn, where it fought, and what it took."""
    battles = summary.battles
    fought = {battle.territory for battle in battles if battle.kind == "battle"}
    taken = {battle.territory for battle in battles if battle.captured}
    return summary.moves, {*summary.fought, *fought}, {*summary.taken, *taken}


def _content(
    state: State,
    view: TerritoryView,
    symbols: Mapping[UnitTypeName, str],
    fought: set[str],
    taken: set[str],
    viewer: NationName,
) -> Content:
    facts = state.definition.board.territories[view.name]
    is_battle, is_taken = view.name in fought, view.name in taken
    is_convoy = view.is_sea and bool(view.production or facts.convoys)
    marks: dict[Mark, bool] = {
        "capital": view.is_capital and not view.is_impassable,
        "city": view.is_city,
        "convoy": is_convoy,
    }
    return Content(
        name=view.name,
        kind="sea" if view.is_sea else _kind_of_land(view),
        owner="" if view.owner == NEUTRAL else view.owner,
        value=view.production,
        marks=tuple(mark for mark, is_there in marks.items() if is_there),
        forces=_forces(state, view.groups, symbols, viewer),
        words=_words(state, view, is_battle, is_taken, is_convoy, viewer),
        neighbours=tuple(other.name for other in view.neighbours),
        is_battle=is_battle,
        is_taken=is_taken,
    )


def _kind_of_land(view: TerritoryView) -> AreaKind:
    if view.is_impassable:
        return "impassable"
    return "neutral" if view.owner == NEUTRAL else "land"


def _forces(
    state: State,
    groups: Sequence[UnitGroup],
    symbols: Mapping[UnitTypeName, str],
    viewer: NationName,
) -> tuple[MapForce, ...]:
    types = state.definition.unit_types
    by_owner: dict[NationName, list[UnitGroup]] = {}
    for group in groups:
        by_owner.setdefault(group.owner, []).append(group)
    return tuple(
        MapForce(
            nation="" if owner == NEUTRAL else owner,
            count=sum(g.count for g in own if not types[g.type].is_infrastructure),
            piles=_piles(own, symbols) if is_face_up(state, owner, viewer) else (),
        )
        for owner, own in by_owner.items()
    )


def _piles(groups: Sequence[UnitGroup], symbols: Mapping[UnitTypeName, str]) -> tuple[MapPile, ...]:
    """By type, damaged units apart; blocks with their strength."""
    counts: dict[tuple[UnitTypeName, str], int] = {}
    for group in groups:
        note = f"-{group.damage}" if group.damage else "!" if group.hits else ""
        note = f"·{group.strength}" if group.strength else note
        counts[group.type, note] = counts.get((group.type, note), 0) + group.count
    return tuple(
        MapPile(symbols[name], count, note, name) for (name, note), count in counts.items()
    )


def _words(
    state: State,
    view: TerritoryView,
    is_battle: bool,
    is_taken: bool,
    is_convoy: bool,
    viewer: NationName,
) -> tuple[str, ...]:
    """The facts of an area as one line, then its units, a line for every nation."""
    owner = "neutral" if view.owner == NEUTRAL else view.owner
    facts = [*([owner] if owner else []), *view.facts]
    facts += [f"worth {view.production}"] if view.production else []
    facts += [f"capital of {view.capital_of}"] if view.capital_of else []
    facts += ["victory city"] if view.victory_cities else []
    facts += ["factory"] if view.has_factory else []
    facts += ["convoy zone"] if is_convoy else []
    facts += ["impassable"] if view.is_impassable else []
    facts += ["battle this turn"] if is_battle else []
    facts += ["taken this turn"] if is_taken else []
    units: dict[str, list[str]] = {}
    blocks: dict[NationName, int] = {}
    for group in view.groups:
        units.setdefault(group.owner, []).append(f"{group.count} {_label(group)}")
        blocks[group.owner] = blocks.get(group.owner, 0) + group.count
    for name, count in blocks.items():
        if not is_face_up(state, name, viewer):
            units[name] = [f"{count} {'block' if count == 1 else 'blocks'}"]
    lines = (
        f"{'Neutral' if name == NEUTRAL else name}: {', '.join(own)}" for name, own in units.items()
    )
    return (", ".join(facts), *lines)


def _label(group: UnitGroup) -> str:
    words = group.label
    words += f" with {group.damage} damage" if group.damage else ""
    return words + (" (damaged)" if group.hits else "")


def _arrows(phase: MovePhase) -> list[Arrow]:
    """One for all moves between two areas, along the way of the first of them."""
    ways: dict[tuple[str, str], tuple[str, ...]] = {}
    units: dict[tuple[str, str], list[str]] = {}
    for move in phase.moves:
        ends = (move.way[0], move.way[-1])
        if len(move.way) > 1 and ends[0] != ends[1]:
            ways.setdefault(ends, move.way)
            units.setdefault(ends, []).append(str(move.units))
    return [
        Arrow(way, phase.is_late, f"{ends[0]} to {ends[1]}: {'; '.join(units[ends])}")
        for ends, way in ways.items()
    ]


def _canals(state: State, views: Iterable[TerritoryView]) -> tuple[CanalMark, ...]:
    """Each canal once; whether it is open for the nation whose turn it is."""
    found: dict[tuple[str, tuple[str, str]], CanalMark] = {}
    for view in views:
        for canal in view.canals:
            is_open = state.nation in canal.open_to
            found[canal.name, canal.zones] = CanalMark(canal.name, canal.zones, is_open)
    return tuple(found.values())


def _front(
    state: State, views: Iterable[TerritoryView], arrows: Iterable[Arrow], changed: set[str]
) -> tuple[str, ...]:
    """Where things happened; before anything did, the cities and borders of the nation to move."""
    happened = dict.fromkeys(name for arrow in arrows for name in (arrow.way[0], arrow.way[-1]))
    happened |= dict.fromkeys(sorted(changed))
    if happened:
        return tuple(happened)
    if state.blocks is not None and state.nation:
        # Everybody can be at war with everybody, and colonies lie all over the map.
        return tuple(view.name for view in views if view.is_capital and view.owner == state.nation)
    friends = set(nation_view(state, state.nation).alliances) if state.nation else set()
    others = {
        name
        for name in state.definition.politics.nation_names
        if name != state.nation and friends.isdisjoint(nation_view(state, name).alliances)
    }
    mine = [view for view in views if view.owner == state.nation and not view.is_sea]
    meets = [
        view.name
        for view in mine
        if any(not other.is_sea and other.owner in others for other in view.neighbours)
    ]
    held = [view.name for view in mine if any(g.owner == state.nation for g in view.groups)]
    # A colony abroad may meet more enemies than the homeland, which is looked at all the same.
    homes = [view.name for view in mine if view.is_capital or view.is_city]
    met = list(dict.fromkeys(meets + homes)) if meets else []
    return tuple(met or held or [view.name for view in mine])
