"""Questions about a position that change nothing: show, legal, odds, units, reach, room,
map, suggest.

They are asked at the prompt of a turn, and each is a command of its own as well.
"""

from itertools import islice
from typing import Final

from engine import (
    NO_LIMIT,
    NationName,
    PhaseOpen,
    State,
    Step,
    format_order,
    legal,
    nation_view,
    placement_room,
    spoken,
    territory_view,
)
from engine.advice import Arrival, arrivals, planned_battles
from engine.ai import USUAL_SECONDS, AttackReason, suggestions
from pbem.lobby.computer_seats import seconds_in
from pbem.output import Output, rows_of
from pbem.play.legal_output import LegalOutput, legal_row
from pbem.play.territory_name import territory_named
from pbem.result import Result
from pbem.terminal.territory_text import GroupOutput, TerritoryOutput, show
from pbem.text import quoted
from pbem.usage import UsageError

_SHOWN: Final = 40
"""Legal orders that are shown; `--json` has more."""
_MOST: Final = 4_000
LOOKUPS: Final = ("show", "legal", "odds", "units", "reach", "room", "map", "suggest")
"""What can be asked."""


class ArrivalOutput(Output):
    """Units of one type that can get to a territory, in so many steps."""

    type: str
    count: int
    territory: str
    steps: int
    by_sea: bool


class UnitPlaces(Output):
    """How many units of a type a nation has, and how many of them where."""

    type: str
    count: int
    places: dict[str, int]


class PlaceOutput(Output):
    """An area of a part of the map, and what is in it."""

    name: str
    owner: str
    sea: bool
    units: list[GroupOutput]


class AttackReasonOutput(Output):
    """Why the computer would attack; success: a chance; killed, lost: on average, in PUs.

    income: PUs a turn of the land; defenders: the enemies there.
    """

    territory: str
    success: float
    killed: float
    lost: float
    income: int
    defenders: dict[str, int]


class SuggestionOutput(Output):
    """Orders that belong together; attack: what an attack is for, null for anything else.

    reason: the same as a sentence.
    """

    reason: str
    attack: AttackReasonOutput | None
    orders: list[str]


class LookupOutput(Output, omit_defaults=True):
    """What is asked about a position; `pbem odds` has words of its own.

    drafted: orders of your draft in it; phase: in which the orders are open.

    room: how many units may still be placed where, null for any number.
    """

    drafted: int | None = None
    territory: str | None = None
    nation: str | None = None
    phase: str | None = None
    orders: list[LegalOutput] | None = None
    arrivals: list[ArrivalOutput] | None = None
    units: list[UnitPlaces] | None = None
    room: dict[str, int | None] | None = None
    areas: list[PlaceOutput] | None = None
    suggestions: list[SuggestionOutput] | None = None
    show: TerritoryOutput | None = None


def looked_up(command: str, rest: str, step: Step, nation: NationName) -> Result[LookupOutput]:
    """The answer to one of LOOKUPS; UsageError for a territory that does not exist or is missing.

    rest: what follows the command; nation: the one that asks.
    """
    found = _answer(command, rest, step, nation)
    return found._replace(text=spoken(found.text, step.state.definition.unit_types))


def _answer(command: str, rest: str, step: Step, nation: NationName) -> Result[LookupOutput]:
    state = step.state
    match command:
        case "show":
            shown = show(state, _needed(state, rest, command))
            return Result(shown.text, LookupOutput(show=shown.data))
        case "legal":
            return _legal(state, rest, is_open=isinstance(step.waiting, PhaseOpen))
        case "odds":
            return _odds(state, rest)
        case "units":
            return _units(state, rest, nation)
        case "reach":
            return _reach(state, _needed(state, rest, command))
        case "room":
            return _room(state, nation)
        case "map":
            return _map(state, _needed(state, rest, command))
        case "suggest":
            return _suggest(state, rest)
    raise ValueError(f"nobody answers {command!r}")


def _suggest(state: State, rest: str) -> Result[LookupOutput]:
    """What the computer would order in this phase, and why; rest: seconds that it may take."""
    seconds = seconds_in(rest) if rest else USUAL_SECONDS["hard"]
    if seconds is None:
        raise UsageError("no-bound", f"{quoted(rest)} is no time.", "Write suggest 2, or suggest.")
    lines: list[str] = []
    rows: list[SuggestionOutput] = []
    for each in suggestions(state, seconds):
        orders = [format_order(order, state.definition) for order in each.orders]
        lines += [each.reason, *(f"  {order}" for order in orders)]
        rows.append(SuggestionOutput(each.reason, _attack(each.attack), orders))
    none = "The computer has nothing to suggest in this phase."
    return _result(lines or [none], LookupOutput(suggestions=rows))


def _attack(why: AttackReason | None) -> AttackReasonOutput | None:
    if why is None:
        return None
    return AttackReasonOutput(
        why.territory, why.success, why.killed, why.lost, why.income, dict(why.defenders)
    )


def _needed(state: State, rest: str, command: str) -> str:
    if not rest:
        place = next(iter(state.definition.board.territories))
        raise UsageError("no-territory", f"{command} what?", f"For instance: {command} {place}.")
    return rest


def _result(lines: list[str], data: LookupOutput) -> Result[LookupOutput]:
    return Result("\n".join(lines), data)


def _legal(state: State, rest: str, *, is_open: bool) -> Result[LookupOutput]:
    """What can be ordered for the units in a place, and who could get there."""
    place = territory_named(state.definition, rest) if rest else None
    rows = [legal_row(state, order) for order in islice(legal(state, place), _MOST)]
    lines = [row.line for row in rows[:_SHOWN]]
    if len(rows) > _SHOWN:
        lines.append("... and more; name a territory")
    coming = arrivals(state, place) if place and is_open else ()
    if coming:
        lines.append(f"{place} can be reached by:")
        lines += [f"  {_arrival(one)}" for one in coming]
    data = LookupOutput(
        territory=place or "", phase=state.phase.phase, orders=rows, arrivals=_rows(coming)
    )
    return _result(lines or ["nothing"], data)


def _odds(state: State, rest: str) -> Result[LookupOutput]:
    """The battle of a territory, or those that are planned, in a line each."""
    if not rest:
        planned = planned_battles(state)
        none = "no battle is planned; `odds PLACE` looks at everything that could attack there"
        return _result([one.sentence() for one in planned] or [none], LookupOutput())
    from pbem.terminal.odds_prompt import odds_at_prompt  # noqa: PLC0415 - slow to import

    return _result(list(odds_at_prompt(state, rest)), LookupOutput())


def _units(state: State, rest: str, nation: NationName) -> Result[LookupOutput]:
    """The units of a nation by type, with the places of each."""
    owner = _nation(state, rest or nation)
    lines: list[str] = []
    rows: list[UnitPlaces] = []
    for kind, count in nation_view(state, owner).units:
        places: dict[str, int] = {}
        for unit in state.units_of(owner):
            if unit.type == kind:
                places[unit.territory] = places.get(unit.territory, 0) + 1
        where = ", ".join(f"{number} {place}" for place, number in sorted(places.items()))
        lines.append(f"{count} {kind}: {where}")
        rows.append(UnitPlaces(kind, count, places))
    return _result(lines or [f"no units of {owner}"], LookupOutput(nation=owner, units=rows))


def _nation(state: State, text: str) -> NationName:
    names = state.definition.politics.nation_names
    found = [name for name in names if name.casefold().startswith(text.casefold())]
    way_out = f"The nations are {', '.join(names)}."
    if not text:
        raise UsageError("unknown-nation", "The game is over. Whose units? Name a nation.", way_out)
    if len(found) != 1:
        raise UsageError("unknown-nation", f"There is no nation {quoted(text)}.", way_out)
    return found[0]


def _reach(state: State, rest: str) -> Result[LookupOutput]:
    """Who can get to a territory, nearest first."""
    place = territory_named(state.definition, rest)
    coming = arrivals(state, place)
    lines = [_arrival(one) for one in coming] or [f"nothing of yours can get to {place}"]
    return _result(lines, LookupOutput(territory=place, arrivals=_rows(coming)))


def _arrival(one: Arrival) -> str:
    return f"{len(one.units)} {one.type}: {one.place}, {one.way}"


def _rows(coming: tuple[Arrival, ...]) -> list[ArrivalOutput]:
    return [
        ArrivalOutput(one.type, len(one.units), one.place, one.distance, not one.path)
        for one in coming
    ]


def _room(state: State, nation: NationName) -> Result[LookupOutput]:
    """How much may still be placed where."""
    rooms = placement_room(state, nation)
    shown = {place: str(room) if room < NO_LIMIT else "any number" for place, room in rooms}
    lines = [f"{place}: room for {room}" for place, room in shown.items()]
    none = "nothing of yours can be placed in this turn"
    data: dict[str, int | None] = {
        place: room if room < NO_LIMIT else None for place, room in rooms
    }
    return _result(lines or [none], LookupOutput(nation=nation, room=data))


def _map(state: State, rest: str) -> Result[LookupOutput]:
    """A place and what lies around it, with owners and units."""
    place = territory_named(state.definition, rest)
    names = [place, *state.definition.board.neighbours(place)]
    width = max(len(name) for name in names)
    lines: list[str] = []
    rows: list[PlaceOutput] = []
    for name in names:
        view = territory_view(state, name)
        there = ", ".join(f"{group.count} {group.owner} {group.label}" for group in view.groups)
        mark = "*" if name == place else " "
        owner = view.owner or "sea"
        lines.append(f"{mark} {name:<{width}}  {owner:<10} {there or '-'}")
        rows.append(PlaceOutput(name, view.owner, view.is_sea, rows_of(GroupOutput, view.groups)))
    return _result(lines, LookupOutput(territory=place, areas=rows))
