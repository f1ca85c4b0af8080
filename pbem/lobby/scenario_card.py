"""What a newcomer wants to know of a scenario before they choose one."""

from collections.abc import Iterator
from typing import Final

from engine import Definition, NationName, scenario_names
from engine.values import dataclass
from pbem.lobby.scenario_places import HOME_MAPS, more_scenarios


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    """players: how many can play at most; 2 always can.

    length, difficulty: a few words each; text: what it is about, one sentence.
    """

    name: str
    players: int
    length: str
    difficulty: str
    text: str


_ROWS: Final = (
    ScenarioCard(
        "classic_1942",
        5,
        "short",
        "easy",
        "The whole war on the board with which most people began: few kinds of units, few rules.",
    ),
    ScenarioCard(
        "axis_allies_europe",
        4,
        "short",
        "easy",
        "Germany against the Russians, the British and the Americans; convoys pay for the war.",
    ),
    ScenarioCard(
        "axis_allies_pacific",
        5,
        "short",
        "medium",
        "Japan strikes first, by sea and from the air; islands, bases and convoys decide.",
    ),
    ScenarioCard(
        "second_edition_1942",
        5,
        "medium",
        "easy",
        "The whole war in the rules of today: cruisers, and AA guns that can be lost.",
    ),
    ScenarioCard(
        "big_world_1942",
        6,
        "medium",
        "medium",
        "The whole war on a board with twice as many areas, so that fronts move slowly.",
    ),
    ScenarioCard(
        "anniversary_1941",
        7,
        "medium",
        "medium",
        "Seven nations, Italy and China among them, with objectives and technologies.",
    ),
    ScenarioCard(
        "triumph_tragedy",
        3,
        "medium",
        "hard",
        "Three rivals, or two, from 1936 or 1939 on: cards, diplomacy, and blocks that wear down.",
    ),
    ScenarioCard(
        "axis_allies_linked",
        6,
        "long",
        "hard",
        "Europe and the Pacific side by side as one war of three sides.",
    ),
    ScenarioCard(
        "second_edition_global_1940",
        10,
        "very long",
        "hard",
        "The largest war: politics, objectives, bases and convoys, and more than 300 areas.",
    ),
    ScenarioCard(
        "first_edition_global_1940",
        10,
        "very long",
        "hard",
        "The largest war with the set-up and the rules of its first edition.",
    ),
)

BEGINNERS: Final = _ROWS[0].name
"""The scenario that somebody plays who has never played one."""


def shown_scenarios() -> Iterator[ScenarioCard]:
    """All scenarios of ours, the best for beginners first, and then those of the home and of
    plugins."""
    known = set(scenario_names())
    yield from (row for row in _ROWS if row.name in known)
    told = {row.name for row in _ROWS}
    # A map of the home is chosen by hand: whether it can be played takes long to say.
    more = (name for name, place in more_scenarios() if place != HOME_MAPS)
    others = dict.fromkeys([*scenario_names(), *more])
    yield from (ScenarioCard(name, 0, "", "", "") for name in others if name not in told)


def playing_nations(definition: Definition) -> tuple[NationName, ...]:
    """The nations that have turns of their own, in turn order: the seats that want a player."""
    moving = {step.nation for step in definition.sequence}
    return tuple(name for name in definition.politics.nation_names if name in moving)
