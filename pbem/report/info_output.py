"""What `pbem info` says to programs: classes of which its `--json` is made (ADR 0089)."""

from collections.abc import Mapping

from engine import Definition
from pbem.output import Output


def map_topics(definition: Definition) -> list[str]:
    """The topics in which a map asks and says more than its board, those that it has."""
    script = definition.script
    there = {
        "objectives": script.objectives and definition.options.national_objectives,
        "politics": definition.politics.actions,
        "triggers": script.triggers,
        "notes": definition.notes.strip(),
    }
    return [name for name, rows in there.items() if rows]


class AbilityOutput(Output):
    """What a unit type can do; ability, value: its name and value as in a scenario.

    text: the same in a word or two.
    """

    ability: str
    value: object
    text: str


class UnitInfo(Output):
    """A unit type; size: what it takes on a carrier or transport, room: what it has for others."""

    name: str
    price: int
    attack: int
    defence: int
    movement: int
    hit_points: int
    size: int
    room: int
    abilities: list[AbilityOutput]
    technologies: dict[str, tuple[str, ...]]


class SpecialOutput(Output):
    """A rule of one nation, with its name and value as in a scenario (`pbem info GAME --toml`)."""

    rule: str
    value: object
    text: str


class NationInfo(Output):
    """A nation, and who plays it; special: its own rules."""

    nation: str
    alliances: tuple[str, ...]
    capital: str
    has_capital: bool
    at_peace_with: tuple[str, ...]
    special: list[SpecialOutput]
    player: str


class OptionInfo(Output):
    """An option as this game has it; editable: `pbem new --option` may change it."""

    name: str
    value: object
    editable: bool


class ProfileInfo(Output):
    """An option as it is here, and as the profile triplea has it."""

    name: str
    here: object
    triplea: object


class PhaseInfo(Output):
    """The phases of a nation's turn; of the end of the round where no nation is named."""

    nation: str
    phases: tuple[str, ...]


class NationStats(Output):
    """What a nation has, and its columns of the table."""

    nation: str
    figures: dict[str, int]
    pus: int
    goods: dict[str, int]
    income: int
    units: int
    victory_cities: int
    technologies: tuple[str, ...]


class PoliticsInfo(Output):
    """What a nation may declare, and whether the map allows it now."""

    nation: str
    name: str
    open: bool


class ObjectiveInfo(Output):
    """What pays extra: its PUs, whether it is met now, and how much is done of what it needs."""

    nation: str
    name: str
    value: int
    met: bool
    done: int
    needed: int


class TriggerInfo(Output):
    """What happens by itself, and whether its condition holds now."""

    nation: str
    name: str
    holds: bool


class SeatInfo(Output):
    """Who held a seat from a turn on; now: they hold it still."""

    nation: str
    player: str
    from_turn: int
    key: str
    now: bool


class InfoOutput(Output, omit_defaults=True):
    """What the topic asks for; victory_cities: of each alliance; owners: the areas of each.

    course: for each figure and nation its values at the start and after each turn; html, toml: the
    file that was written.
    """

    units: list[UnitInfo] | None = None
    nations: list[NationInfo] | None = None
    options: list[OptionInfo] | None = None
    profiles: list[ProfileInfo] | None = None
    owners: dict[str, tuple[str, ...]] | None = None
    phases: list[PhaseInfo] | None = None
    stats: list[NationStats] | None = None
    victory_cities: dict[str, int] | None = None
    course: Mapping[str, Mapping[str, list[int]]] | None = None
    objectives: list[ObjectiveInfo] | None = None
    politics: list[PoliticsInfo] | None = None
    triggers: list[TriggerInfo] | None = None
    players: list[SeatInfo] | None = None
    notes: str | None = None
    about: str | None = None
    html: str | None = None
    toml: str | None = None
