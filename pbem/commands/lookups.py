"""Questions at the prompt that change nothing: odds, units, reach, room, map, legal."""

from collections.abc import Iterator
from typing import Final

from engine import (
    PhaseOpen,
    State,
    Step,
    find_territory,
    format_order,
    legal,
    nation_view,
    placement_room,
    territory_view,
)
from engine.advice import arrivals, planned_battles
from pbem.commands.show import show
from pbem.play.places import territory_named
from pbem.text import quoted

_MOST_LEGAL: Final = 40
LOOKUPS: Final = ("show", "legal", "odds", "units", "reach", "room", "map")
"""What can be asked."""


def looked_up(command: str, rest: str, step: Step, nation: str) -> Iterator[str]:
    """The lines that answer one of LOOKUPS; UsageError for a territory that does not exist."""
    state = step.state
    match command:
        case "show":
            yield show(state, rest).text if rest else "show what? For instance: show Moscow"
        case "legal":
            yield from _legal(state, rest, is_open=isinstance(step.waiting, PhaseOpen))
        case "odds":
            yield from _odds(state, rest)
        case "units":
            yield from _units(state, rest, nation)
        case "reach":
            yield from _reach(state, rest)
        case "room":
            yield from _room(state, nation)
        case "map":
            yield from _map(state, rest)


def _legal(state: State, rest: str, *, is_open: bool) -> Iterator[str]:
    """What can be ordered for the units in a place; else who could get there."""
    place = None
    if rest:
        found = find_territory(state.definition, rest)
        if not found.is_found:
            near = f"; {', '.join(found.offers[:5])}?" if found.offers else ""
            yield f"there is no territory {quoted(rest)}{near}"
            return
        place = found.name
    number = -1
    for number, order in enumerate(legal(state, place)):
        if number == _MOST_LEGAL:
            yield "... and more; name a territory"
            break
        yield format_order(order, state.definition)
    coming = list(_arrivals(state, place)) if place and is_open else []
    if coming:
        yield f"{place} can be reached by:"
        yield from (f"  {line}" for line in coming)
    elif number < 0:
        yield "nothing"


def _odds(state: State, rest: str) -> Iterator[str]:
    """The battle of a territory, or those that are planned, in a line each."""
    if not rest:
        planned = planned_battles(state)
        yield from (battle.sentence() for battle in planned)
        if not planned:
            yield "no battle is planned; `odds PLACE` looks at everything that could attack there"
        return
    from pbem.commands.odds_prompt import odds_at_prompt  # noqa: PLC0415 - slow to import

    yield from odds_at_prompt(state, rest)


def _units(state: State, rest: str, nation: str) -> Iterator[str]:
    """The units of a nation by type, with the places of each."""
    names = state.definition.politics.nation_names
    owner = next((name for name in names if rest and name.lower().startswith(rest.lower())), nation)
    for kind, count in nation_view(state, owner).units:
        places: dict[str, int] = {}
        for unit in state.units_of(owner):
            if unit.type == kind:
                places[unit.territory] = places.get(unit.territory, 0) + 1
        where = ", ".join(f"{number} {place}" for place, number in sorted(places.items()))
        yield f"{count} {kind}: {where}"


def _reach(state: State, rest: str) -> Iterator[str]:
    """Who can get to a territory, nearest first."""
    if not rest:
        yield "reach what? For instance: reach Moscow"
        return
    place = territory_named(state.definition, rest)
    found = list(_arrivals(state, place))
    yield from found or (f"nothing of yours can get to {place}",)


def _arrivals(state: State, place: str) -> Iterator[str]:
    for one in arrivals(state, place):
        yield f"{len(one.units)} {one.type}: {one.place}, {one.way}"


def _room(state: State, nation: str) -> Iterator[str]:
    """How much may still be placed where."""
    rooms = placement_room(state, nation)
    for place, room in rooms:
        yield f"{place}: room for {room}"
    if not rooms:
        yield "no factory of yours can build in this turn"


def _map(state: State, rest: str) -> Iterator[str]:
    """A place and what lies around it, with owners and units."""
    if not rest:
        yield "map of what? For instance: map Moscow"
        return
    place = territory_named(state.definition, rest)
    names = [place, *state.definition.board.neighbours(place)]
    width = max(len(name) for name in names)
    for name in names:
        view = territory_view(state, name)
        there = ", ".join(f"{group.count} {group.owner} {group.label}" for group in view.groups)
        mark = "*" if name == place else " "
        owner = view.owner or "sea"
        yield f"{mark} {name:<{width}}  {owner:<10} {there or '-'}"
