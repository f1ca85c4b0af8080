"""`pbem scenarios`: what can be played, for how many, how long, and where to begin."""

from typing import NamedTuple

import click

from engine import DefinitionError, scenario_title
from pbem.lobby.scenario_card import playing_nations
from pbem.lobby.scenario_places import HOME_MAPS, HOME_SCENARIOS, more_scenarios
from pbem.lobby.scenarios import find_scenario
from pbem.output import Output
from pbem.result import Result
from pbem.terminal.command_line import JSON
from pbem.text import plain
from pbem.usage import UsageError


class ScenarioFacts(NamedTuple):
    """Facts of a scenario that a player asks first.

    areas: of the board; nations: that are played; sides: fighting each other; length: short,
    medium or long, by areas and nations; words: for somebody who has to choose.
    """

    areas: int
    nations: int
    sides: int
    length: str
    words: str


SCENARIOS = {
    "classic_1942": ScenarioFacts(128, 5, 2, "short", "The old game with plain rules: begin here."),
    "second_edition_1942": ScenarioFacts(
        161, 5, 2, "medium", "Classic's successor, with more ships."
    ),
    "anniversary_1941": ScenarioFacts(
        162, 7, 2, "medium", "Italy and China too; research is worth it."
    ),
    "axis_allies_europe": ScenarioFacts(96, 4, 2, "short", "Germany against three, with convoys."),
    "axis_allies_pacific": ScenarioFacts(
        116, 5, 2, "short", "Japan against four; ships and islands."
    ),
    "axis_allies_linked": ScenarioFacts(
        225, 6, 3, "long", "Europe and Pacific as one war of three sides."
    ),
    "big_world_1942": ScenarioFacts(264, 6, 2, "long", "A large board with the rules of 1942."),
    "first_edition_global_1940": ScenarioFacts(
        333, 10, 2, "long", "The whole world, with politics."
    ),
    "second_edition_global_1940": ScenarioFacts(
        332, 10, 2, "long", "The same, revised: for experts."
    ),
    "triumph_tragedy": ScenarioFacts(
        136,
        3,
        3,
        "medium",
        "Blocks and open cards, or beside a real table; from 1936 or 1939, for three or two.",
    ),
}


class ScenarioOutput(Output):
    """A scenario.

    length: short, medium or long, by areas and nations; words: for somebody who has to choose.
    problem: why a scenario of the home or of a plugin cannot be played, "" where it can; then, and
    for a map of the home, which is not read, nothing is known but where it is.
    """

    scenario: str
    title: str
    areas: int
    nations: int
    sides: int
    length: str
    words: str
    problem: str = ""


class ScenariosOutput(Output):
    """What can be played, the best for a start first."""

    scenarios: list[ScenarioOutput]


@click.command("scenarios")
@JSON
def command(as_json: bool) -> Result[ScenariosOutput]:
    """List what can be played, the best for a start first.

    One player can take several nations, so two are enough for every scenario. `pbem info SCENARIO`
    tells more. A TripleA map is a scenario as well: see `pbem maps` and `pbem help maps`. So is
    what lies in the folders `scenarios` and `maps` of your home, and what plugins bring.
    """
    del as_json
    ours = [ScenarioOutput(name, scenario_title(name), *row) for name, row in SCENARIOS.items()]
    rows = [
        *ours,
        *(_other(name, place) for name, place in more_scenarios() if name not in SCENARIOS),
    ]
    wide = max(len(row.scenario) for row in rows)
    lines = [f"{'scenario':<{wide}}  areas  nations  sides  length"]
    lines += [line for row in rows for line in _lines(row, wide)]
    lines += ["", "Found one: pbem new classic_1942 --hotseat, or by mouse: pbem board"]
    return Result("\n".join(lines), ScenariosOutput(rows))


def _lines(row: ScenarioOutput, wide: int) -> list[str]:
    name = f"{plain(row.scenario):<{wide}}"
    if row.problem:
        return [name, f"    {plain(row.problem)}"]
    if not row.areas:
        return [name, f"    {row.words}"]
    facts = f"{row.areas:>5}  {row.nations:>7}  {row.sides:>5}  {row.length}"
    return [f"{name}  {facts}", f"    {plain(row.title)}. {plain(row.words)}"]


def _other(name: str, place: str) -> ScenarioOutput:
    """A scenario of the home or of a plugin; one that is broken hides no other."""
    if place == HOME_MAPS:
        return ScenarioOutput(name, "", 0, 0, 0, "", "A map in your home.")
    words = "In your home." if place == HOME_SCENARIOS else f"From the package {place}."
    try:
        found = find_scenario(name)
    except (DefinitionError, UsageError) as error:
        return ScenarioOutput(name, "", 0, 0, 0, "", words, str(error))
    areas, nations = len(found.board.territories), len(playing_nations(found))
    sides = len({one for each in found.politics.nations for one in each.alliances})
    length = next(word for most, word in _LENGTHS if areas < most)
    return ScenarioOutput(name, found.name, areas, nations, sides, length, words)


_LENGTHS = ((130, "short"), (200, "medium"), (1_000_000, "long"))
"""Boards with fewer areas than that."""
