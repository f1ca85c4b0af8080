"""The topics of `pbem info`: what a scenario or a position consists of, as lines and as data.

Rule: rule book, what its windows show: options and players (B7, B9), owners (B29), capitals (B40),
the table of units (B48, B55) with the technologies that change them (B124), phases (B98), the
stats tab (B235, B258), game notes (B253) and credits (B260).
"""

from collections.abc import Callable, Mapping

from engine import (
    NEUTRAL,
    NationView,
    State,
    aim_views,
    nation_view,
    objective_rows,
    option_rows,
    owner_rows,
    phase_rows,
    politics_rows,
    profile_rows,
    special_rules,
    trigger_rows,
    trigger_word,
    unit_rows,
)
from pbem.output import rows_of
from pbem.report.course import course_lines, course_of
from pbem.report.info_output import (
    AbilityOutput,
    InfoOutput,
    NationInfo,
    NationStats,
    ObjectiveInfo,
    OptionInfo,
    PhaseInfo,
    PoliticsInfo,
    ProfileInfo,
    SpecialOutput,
    TriggerInfo,
    UnitInfo,
)
from pbem.report.scores import figures_of, score_columns_of
from pbem.report.statistics import sides_of, worth_of_units
from pbem.report.words import technology_word
from pbem.result import Result
from pbem.text import column_width, plain, under

Seats = Mapping[str, str | None]
"""The player of each nation, None for a seat that is open; empty for a scenario."""

_ABOUT = """\
pbem plays turn-based games by mail or at one computer. There is no network play and no lobby.
Rules: following the rule book of TripleA's user guide and the notes of the map makers, in our own
words; maps and set-ups are facts of their makers' game files. TripleA is free software by its
own makers (GPL); none of its code is used here.
The idea of the game goes back to Axis & Allies, which belongs to Hasbro. This program has
no connection with any of them."""


def _units(state: State, seats: Seats) -> Result[InfoOutput]:
    del seats
    wide = column_width(state.definition.unit_types)
    head = f"{'unit':<{wide}}{'cost':>5}{'att':>5}{'def':>5}{'move':>5}{'hits':>5}"
    lines = [f"{head}{'size':>6}{'room':>6}  abilities"]
    rows: list[UnitInfo] = []
    for row in unit_rows(state.definition, state):
        kind = row.kind
        size = kind.carriage.transport_cost or kind.decks.carrier_cost
        room = kind.carriage.transport_capacity or kind.decks.carrier_capacity
        known = [f"{name}: {', '.join(have)}" for name, have in row.technologies if have]
        words = ", ".join((*(one.text for one in row.abilities), *known))
        lines.append(
            f"{kind.name:<{wide}}{row.price or '-':>5}{kind.attack:>5}{kind.defence:>5}"
            f"{kind.movement:>5}{kind.hit_points:>5}{size or '-':>6}{room or '-':>6}  {words}"
        )
        rows.append(
            UnitInfo(
                name=kind.name,
                price=row.price,
                attack=kind.attack,
                defence=kind.defence,
                movement=kind.movement,
                hit_points=kind.hit_points,
                size=size,
                room=room,
                abilities=rows_of(AbilityOutput, row.abilities),
                technologies=dict(row.technologies),
            )
        )
    return topic_result(lines, InfoOutput(units=rows))


def _nations(state: State, seats: Seats) -> Result[InfoOutput]:
    wide = column_width(state.definition.politics.nation_names)
    lines = [f"{'nation':<{wide}}{'alliance':<12}{'capital':<30}player"]
    rows: list[NationInfo] = []
    for name in state.definition.politics.nation_names:
        view = nation_view(state, name)
        held = ", ".join(view.capitals) + ("" if view.has_capital else " (lost)")
        player = seats.get(name) or ""
        alliances = ", ".join(view.alliances)
        lines.append(f"{name:<{wide}}{alliances:<12}{held:<30}{player}")
        if view.at_peace_with:
            lines.append(f"{'':<{wide}}at peace with {', '.join(view.at_peace_with)}")
        special = special_rules(state, name)
        lines += [f"{'':<{wide}}{one.text}" for one in special]
        rows.append(
            NationInfo(
                nation=name,
                alliances=view.alliances,
                capital=", ".join(view.capitals),
                has_capital=view.has_capital,
                at_peace_with=view.at_peace_with,
                special=rows_of(SpecialOutput, special),
                player=player,
            )
        )
    return topic_result(lines, InfoOutput(nations=rows))


def _options(state: State, seats: Seats) -> Result[InfoOutput]:
    del seats
    lines: list[str] = []
    rows: list[OptionInfo] = []
    for row in option_rows(state.definition):
        value = dict(row.value) if isinstance(row.value, Mapping) else row.value
        lock = "editable" if row.is_editable else "locked"
        shown = (
            str(value).lower() if isinstance(value, bool) else str(value if value != {} else "-")
        )
        lines.append(f"{row.name:<40}{shown:>7}  {lock:<9} {row.text} ({row.source})")
        rows.append(OptionInfo(row.name, value, row.is_editable))
    return topic_result(lines, InfoOutput(options=rows))


def _profiles(state: State, seats: Seats) -> Result[InfoOutput]:
    """What the two profiles of `pbem new --profile` fix, and why."""
    del seats
    rows = profile_rows(state.definition)
    if not rows:
        return topic_result(["Games of blocks have no profiles."], InfoOutput(profiles=[]))
    lines = [
        "rulebook  follows the written rules; where they are silent, our own reading of them.",
        "triplea   follows TripleA's engine, for players who are used to it and for its maps;",
        f"          it differs in {len(rows)} places, found by comparing recorded games.",
        "",
        f"{'option':<36}{'here':>6}{'triplea':>9}",
    ]
    lines += [
        f"{row.name:<36}{_yes(row.value):>6}{_yes(there):>9}  {row.text} ({row.source})"
        for row, there in rows
    ]
    data = [ProfileInfo(row.name, row.value, there) for row, there in rows]
    return topic_result(lines, InfoOutput(profiles=data))


def _yes(value: object) -> str:
    return "on" if value is True else "off" if value is False else str(value)


def _owners(state: State, seats: Seats) -> Result[InfoOutput]:
    del seats
    lines: list[str] = []
    rows: dict[str, tuple[str, ...]] = {}
    for owner, places in owner_rows(state):
        name = "neutral" if owner == NEUTRAL else owner
        lines.append(f"{name} ({len(places)}): {', '.join(places)}")
        rows[name] = places
    return topic_result(lines, InfoOutput(owners=rows))


def _phases(state: State, seats: Seats) -> Result[InfoOutput]:
    del seats
    rows = phase_rows(state.definition)
    lines = [f"{nation or 'end of the round'}: {', '.join(phases)}" for nation, phases in rows]
    return topic_result(lines, InfoOutput(phases=[PhaseInfo(*row) for row in rows]))


def _stats(state: State, seats: Seats) -> Result[InfoOutput]:
    del seats
    views = [nation_view(state, name) for name in state.definition.politics.nation_names]
    wide = column_width(state.definition.politics.nation_names)
    figures: dict[str, dict[str, int]] = {
        view.name: dict(figures_of(state, view.name)) for view in views
    }
    value = worth_of_units(state)
    headings = (*score_columns_of(state), *(["Value"] if value else []))
    for name, number in value.items():
        figures[name]["Value"] = number
    lines = [f"{'Nation':<{wide}}{under(headings, headings)}  Technologies"]
    for view in views:
        cells = under(headings, figures[view.name].values())
        known = ", ".join(technology_word(name) for name in view.technologies)
        lines.append(f"{view.name:<{wide}}{cells}  {known}".rstrip())
        lines += [f"{'':<{wide}}{amount:>6} {name}" for name, amount in view.goods if amount]
    sides = sides_of(state)
    for side, names in sides.items():
        sums = [sum(figures[name][heading] for name in names) for heading in headings]
        lines.append(f"{side:<{wide}}{under(headings, sums)}")
    cities = _cities(views)
    if any(cities.values()) and not sides:
        lines.append("Victory cities: " + ", ".join(f"{side} {n}" for side, n in cities.items()))
    lines += [aim.text for aim in aim_views(state)]
    rows = [
        NationStats(
            nation=view.name,
            figures=figures[view.name],
            pus=view.pus,
            goods=dict(view.goods),
            income=view.income,
            units=view.unit_count,
            victory_cities=view.victory_cities,
            technologies=view.technologies,
        )
        for view in views
    ]
    return topic_result(lines, InfoOutput(stats=rows, victory_cities=cities))


def _objectives(state: State, seats: Seats) -> Result[InfoOutput]:
    del seats
    lines: list[str] = []
    rows: list[ObjectiveInfo] = []
    for row in objective_rows(state):
        now = "met" if row.is_met else "not met"
        if not row.is_met and row.needed > 1:
            now += f", {row.done} of {row.needed}"
        left = "" if row.left is None else f", {row.left} left"
        name = trigger_word(row.name)
        lines.append(f"{row.nation}, {row.value} PUs ({now}{left}): {row.asks} ({name})")
        far = (row.is_met, row.done, row.needed)
        rows.append(ObjectiveInfo(row.nation, row.name, row.value, *far))
    return topic_result(lines or ["Nothing pays extra in this game."], InfoOutput(objectives=rows))


def _politics(state: State, seats: Seats) -> Result[InfoOutput]:
    del seats
    lines: list[str] = []
    rows: list[PoliticsInfo] = []
    for row in politics_rows(state):
        when = f"not before {row.missing}" if row.missing else "open now"
        lines.append(f"{row.nation}, {row.title} ({when}): {row.does or 'no change'}")
        lines.append(f"  act {row.name}")
        rows.append(PoliticsInfo(row.nation, row.name, not row.missing))
    return topic_result(
        lines or ["Nobody declares anything in this game."], InfoOutput(politics=rows)
    )


def _triggers(state: State, seats: Seats) -> Result[InfoOutput]:
    del seats
    lines: list[str] = []
    rows: list[TriggerInfo] = []
    for row in trigger_rows(state):
        when = f" {row.when}" if row.when else ""
        left = "" if row.left is None else f", {row.left} left"
        now = "holds now" if row.holds else "does not hold now"
        lines.append(f"{row.nation}, {trigger_word(row.name)}{when} ({now}{left})")
        lines.append(f"  if {row.asks}: {'; '.join(row.does) or 'nothing'}")
        rows.append(TriggerInfo(row.nation, row.name, row.holds))
    return topic_result(
        lines or ["Nothing happens by itself in this game."], InfoOutput(triggers=rows)
    )


def _cities(views: list[NationView]) -> dict[str, int]:
    cities: dict[str, int] = {}
    for view in views:
        for side in view.alliances:
            cities[side] = cities.get(side, 0) + view.victory_cities
    return cities


def _course(state: State, seats: Seats) -> Result[InfoOutput]:
    """A scenario has a beginning only; see `course_result`."""
    del seats
    return course_result([state])


def course_result(positions: list[State]) -> Result[InfoOutput]:
    """The statistics of the positions of a game, the start first."""
    course = course_of(positions)
    told = "At the start and now, with a bar for each turn" if positions[1:] else "At the start"
    return topic_result([f"{told}:", "", *course_lines(course)], InfoOutput(course=course))


def _players(state: State, seats: Seats) -> Result[InfoOutput]:
    """Without a game there are none."""
    del state, seats
    return Result("A scenario has no players.", InfoOutput(players=[]))


def _notes(state: State, seats: Seats) -> Result[InfoOutput]:
    del seats
    notes = state.definition.notes.strip() or "The scenario has no notes."
    return topic_result(notes.split("\n"), InfoOutput(notes=notes))


def _about(state: State, seats: Seats) -> Result[InfoOutput]:
    del seats
    scenario = f"Scenario: {state.definition.name}, version {state.definition.version}."
    return topic_result([*_ABOUT.split("\n"), scenario], InfoOutput(about=f"{_ABOUT}\n{scenario}"))


def topic_result(lines: list[str], data: InfoOutput) -> Result[InfoOutput]:
    """What a topic says."""
    return Result("\n".join(plain(line.rstrip()) for line in lines), data)


TOPICS: Mapping[str, Callable[[State, Seats], Result[InfoOutput]]] = {
    "units": _units,
    "nations": _nations,
    "options": _options,
    "profiles": _profiles,
    "owners": _owners,
    "phases": _phases,
    "stats": _stats,
    "course": _course,
    "objectives": _objectives,
    "politics": _politics,
    "triggers": _triggers,
    "players": _players,
    "notes": _notes,
    "about": _about,
}
