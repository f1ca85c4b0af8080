"""Declarations of war and violations of neutrality.

Rule: Triumph & Tragedy 2nd edition, General Movement (T31, T36); rule book 15.42 for what a
violated country raises: in each of its areas a garrison as strong as the muster number.
"""

from typing import Final

from engine.core.errors import Illegal
from engine.core.events.blocks import NeutralityViolated, WarDeclared
from engine.core.ids import NEUTRAL
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders import Declare
from engine.rules.blocks.areas import game_of, is_at_war, is_violated, position_of
from engine.rules.blocks.command import CARD
from engine.rules.frame import Events

WAR: Final = "war"
VIOLATION: Final = "violation"


def check_declare(state: State, order: Declare) -> tuple[Illegal, ...]:
    """Every reason against a declaration."""
    reasons: list[Illegal] = []
    if position_of(state).turn.kind != CARD:
        text = "war is declared and neutrality violated under a Command card only"
        reasons.append(Illegal("no-command-card", text, "T192"))
    if position_of(state).turn.moves:
        text = "declarations are made before the first move of the turn"
        reasons.append(Illegal("too-late-to-declare", text, "T36"))
    if order.kind == WAR:
        reasons += _check_war(state, order.against)
    elif order.kind == VIOLATION:
        reasons += _check_violation(state, order.against)
    else:
        reasons.append(
            Illegal("bad-declaration", "declare war on a nation or violate a country", "T31")
        )
    return tuple(reasons)


def _check_war(state: State, enemy: str) -> list[Illegal]:
    if enemy not in state.definition.politics.nation_names or enemy == state.nation:
        text = f"there is no other nation {enemy!r} to declare war on"
        return [Illegal("unknown-nation", text, "T31")]
    if is_at_war(state, state.nation, enemy):
        return [Illegal("at-war-already", f"you are already at war with the {enemy}", "T31")]
    return []


def _check_violation(state: State, country: str) -> list[Illegal]:
    if country not in game_of(state).countries:
        return [Illegal("unknown-country", f"there is no country {country!r}", "T31")]
    if is_violated(state, state.nation, country):
        text = f"you have already violated the neutrality of {country}"
        return [Illegal("violated-already", text, "T31")]
    if not _neutral_areas(state, country):
        return [Illegal("not-neutral", f"no area of {country} is neutral", "T31")]
    return []


def resolve_declare(state: State, order: Declare) -> Events:
    """War, or a country that defends itself."""
    if order.kind == WAR:
        return (WarDeclared(state.nation, order.against),)
    raised = any(country == order.against for _, country in position_of(state).violated)
    garrisons = () if raised else _garrisons(state, order.against)
    return (NeutralityViolated(state.nation, order.against, garrisons),)


def declarations(state: State) -> tuple[Declare, ...]:
    """All declarations that are legal now, sorted."""
    names = [Declare(WAR, name) for name in sorted(state.definition.politics.nation_names)]
    names += [Declare(VIOLATION, name) for name in sorted(game_of(state).countries)]
    return tuple(order for order in names if not check_declare(state, order))


def _neutral_areas(state: State, country: str) -> list[str]:
    areas = game_of(state).areas
    return [
        place
        for place in sorted(areas)
        if areas[place].country == country and not state.owners.get(place)
    ]


def _garrisons(state: State, country: str) -> tuple[Unit, ...]:
    game = game_of(state)
    kind = next((name for name, block in game.types.items() if block.is_garrison), "")
    places = [
        place for place in _neutral_areas(state, country) if kind and game.areas[place].muster
    ]
    return tuple(
        Unit(
            id=state.next_unit + index,
            type=kind,
            owner=NEUTRAL,
            territory=place,
            strength=min(game.areas[place].muster, game.most_strength),
        )
        for index, place in enumerate(places)
    )
