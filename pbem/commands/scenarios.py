"""`pbem scenarios`: what can be played, for how many, how long, and where to begin."""

from typing import NamedTuple

import click

from engine import scenario_title
from pbem.output import Output
from pbem.result import Result
from pbem.terminal.command_line import JSON


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
        136, 3, 3, "medium", "Blocks, beside a real table that keeps the cards."
    ),
}


class ScenarioOutput(Output):
    """A scenario.

    length: short, medium or long, by areas and nations; words: for somebody who has to choose.
    """

    scenario: str
    title: str
    areas: int
    nations: int
    sides: int
    length: str
    words: str


class ScenariosOutput(Output):
    """What can be played, the best for a start first."""

    scenarios: list[ScenarioOutput]


@click.command("scenarios")
@JSON
def command(as_json: bool) -> Result[ScenariosOutput]:
    """List what can be played, the best for a start first.

    One player can take several nations, so two are enough for every scenario. `pbem info SCENARIO`
    tells more. A TripleA map is a scenario as well: see `pbem maps` and `pbem help maps`.
    """
    del as_json
    wide = max(map(len, SCENARIOS))
    lines = [f"{'scenario':<{wide}}  areas  nations  sides  length"]
    for name, row in SCENARIOS.items():
        facts = f"{row.areas:>5}  {row.nations:>7}  {row.sides:>5}  {row.length}"
        lines += [f"{name:<{wide}}  {facts}", f"    {scenario_title(name)}. {row.words}"]
    lines += ["", "Found one: pbem new classic_1942 --hotseat, or by mouse: pbem board"]
    rows = [ScenarioOutput(name, scenario_title(name), *row) for name, row in SCENARIOS.items()]
    return Result("\n".join(lines), ScenariosOutput(rows))
