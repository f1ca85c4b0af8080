"""Positions of the block game, made for one test."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine import (
    NEUTRAL,
    RollRequest,
    RollResult,
    State,
    Step,
    apply,
    check,
    load_scenario,
    parse_order,
    waiting_for,
)
from engine.core.agenda import PhaseFrame
from engine.core.blocks import BlockState, BlockTurn, CardState, CommandCard
from engine.core.state import with_units
from engine.core.unit import Unit
from engine.game import new_game

DEFINITION = load_scenario("triumph_tragedy")

Piece = tuple[str, str, str] | tuple[str, str, str, int]
"""Owner, unit type, area and, when it is not 1, strength."""

ORDER = ("Axis", "West", "USSR")
CARDS = tuple(CommandCard("card", 10, letter) for letter in "EFG")
"""What the nations have commanded the season with, in this order."""

ALL_AT_WAR = (("Axis", "USSR"), ("Axis", "West"), ("USSR", "West"))


def position(
    pieces: Iterable[Piece],
    *,
    nation: str = "Axis",
    phase: str = "movement",
    season: str = "spring",
    command: int = 10,
    kind: str = "card",
    wars: tuple[tuple[str, str], ...] = (),
    violated: tuple[tuple[str, str], ...] = (),
    owners: Mapping[str, str] | None = None,
    technologies: Mapping[str, tuple[str, ...]] | None = None,
    escaped: tuple[int, ...] = (),
    countries: Mapping[int, str] | None = None,
    ask: bool = False,
) -> State:
    """A position in which a nation is on turn; units are numbered from 1 in the order given.

    owners: changes of control, "" for nobody.
    countries: of units by number, where it is not the power that builds there.
    ask: whether defenders are asked.
    """
    options = replace(DEFINITION.options, ask_defender=ask)
    start = new_game(replace(DEFINITION, options=options)).state
    units = [
        Unit(
            number,
            piece[1],
            piece[0],
            piece[2],
            strength=piece[3] if len(piece) == 4 else 1,
            escaped=number in escaped,
            country=(countries or {}).get(number, "") or builder(piece[0], piece[2]),
        )
        for number, piece in enumerate(pieces, start=1)
    ]
    name = f"{season}{nation}{phase.capitalize()}" if season else f"{nation.lower()}{phase.title()}"
    step = [entry.name for entry in DEFINITION.sequence].index(name)
    held = {**start.owners, **(owners or {})}
    empty = replace(start, units={})
    return replace(
        with_units(empty, units),
        agenda=(PhaseFrame(step, nation, phase, "open"),),
        owners={place: owner for place, owner in held.items() if owner},
        next_unit=len(units) + 1,
        technologies={**start.technologies, **(technologies or {})},
        blocks=BlockState(
            order=ORDER,
            wars=wars,
            violated=violated,
            turn=BlockTurn(command=command, kind=kind),
            commands={}
            if phase == "command" or not season
            else dict(zip(ORDER, CARDS, strict=True)),
            industry=start.blocks.industry if start.blocks is not None else {},
        ),
    )


CHITS = (16, 12, 4)


def with_cards(state: State, hands: Mapping[str, tuple[int, ...]], **more: object) -> State:
    """The position with its cards dealt; more: other fields of CardState."""
    assert state.blocks is not None
    options = replace(state.definition.options, open_cards=True)
    dealt = CardState(hands={name: hands.get(name, ()) for name in ORDER}, chits=CHITS)
    cards = replace(dealt, **more)  # type: ignore[arg-type]
    definition = replace(state.definition, options=options)
    return replace(state, definition=definition, blocks=replace(state.blocks, cards=cards))


def builder(owner: str, place: str) -> str:
    """The country of a block there."""
    assert DEFINITION.blocks is not None
    if owner == NEUTRAL:
        return DEFINITION.blocks.areas[place].country
    return DEFINITION.blocks.power_at(owner, place)


def codes(state: State, text: str) -> list[str]:
    """The codes of all reasons against an order, each once."""
    return list(dict.fromkeys(one.code for one in check(state, parse_order(text, DEFINITION))))


def rules(state: State, text: str) -> list[str]:
    """The rules of all reasons against an order, each once."""
    return list(dict.fromkeys(one.rule for one in check(state, parse_order(text, DEFINITION))))


def do(state: State, *texts: str) -> Step:
    """Orders one after another."""
    step = Step(state, (), waiting_for(state))
    for text in texts:
        step = apply(step.state, parse_order(text, DEFINITION))
    return step


def roll(step: Step, *dice: int) -> Step:
    """The dice that the game waits for."""
    assert isinstance(step.waiting, RollRequest), step.waiting
    return apply(step.state, RollResult(dice))


def strengths(state: State, place: str) -> dict[int, int]:
    """Strengths by number of the units in an area."""
    return {unit.id: unit.strength for unit in state.units_in(place)}


def places(state: State) -> dict[int, str]:
    """Where every unit is, by number."""
    return {key: unit.territory for key, unit in state.units.items()}
