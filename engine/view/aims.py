"""What decides the game: how near each side is to winning it, and what stands in the way.

Capitals and production (C2 to C4), victory cities (B236), victory points (L22), theatres that are
won (L27), combat moves that are lost (L43, L45), objectives, who is at peace (L26),
and what nations of a block game have between them (T261).
"""

from collections.abc import Iterator
from typing import Literal

from engine.core.ids import VICTORY_POINTS, NationName, TerritoryName
from engine.gamedef import State
from engine.gamedef.conditions import Amount, Condition, Together
from engine.gamedef.triggers import DecideTheatre
from engine.rules.common.relations import is_at_peace
from engine.rules.politics.capitals import capitals_held, production_of
from engine.rules.politics.victory import alliances, levels_in_force, victory_cities
from engine.rules.turn.bonus import paid_now
from engine.values import dataclass
from engine.view.block_nations import block_facts

AimKind = Literal[
    "capitals",
    "income",
    "cities",
    "points",
    "theatre",
    "combat_move",
    "objectives",
    "peace",
    "blocks",
]


@dataclass(frozen=True, slots=True)
class AimView:
    """One way to win that the options of the game allow, or one thing that decides about it.

    side: the alliance or nation, "" where it concerns several.
    reached, enough: capitals or cities held and needed, PUs produced and needed, or points; 0
      where there is nothing to count.
    capitals: those that count, () for all else; text: the same in one sentence.
    """

    kind: AimKind
    side: str
    text: str
    reached: int = 0
    enough: int = 0
    capitals: tuple[TerritoryName, ...] = ()


def aim_views(state: State) -> tuple[AimView, ...]:
    """What decides the game, ways to win first, each kind in the order of the scenario."""
    return (
        *_capitals(state),
        *_income(state),
        *_cities(state),
        *_points(state),
        *_theatres(state),
        *_combat_moves(state),
        *_objectives(state),
        *_peace(state),
        *(AimView("blocks", "", text) for text in block_facts(state)),
    )


def _capitals(state: State) -> Iterator[AimView]:
    definition = state.definition
    for aim in definition.victory.by_capitals if definition.options.capital_victory else ():
        held = len(capitals_held(state, aim))
        text = f"{aim.alliance} hold {held} of {', '.join(aim.capitals)}; {aim.count} win."
        yield AimView("capitals", aim.alliance, text, held, aim.count, aim.capitals)


def _income(state: State) -> Iterator[AimView]:
    definition = state.definition
    for goal in definition.victory.by_income if definition.options.economic_victory else ():
        produced = production_of(state, goal.alliance)
        text = f"{goal.alliance} produce {produced} PUs; {goal.income} win."
        yield AimView("income", goal.alliance, text, produced, goal.income)


def _cities(state: State) -> Iterator[AimView]:
    for alliance in alliances(state):
        for level in levels_in_force(state, alliance)[:1]:
            held = victory_cities(state, alliance)
            text = f"{alliance} hold {held} victory cities; {level.cities} win."
            yield AimView("cities", alliance, text, held, level.cities)


def _points(state: State) -> Iterator[AimView]:
    """Points of those who score them, with what they win by a rule or by a trigger."""
    for aim in state.definition.victory.by_points:
        held = state.amount(aim.nation, VICTORY_POINTS)
        enough, prize = (aim.points, "") if aim.points else _points_asked(state, aim.nation)
        text = f"{aim.nation} have {held} victory point{'' if held == 1 else 's'}"
        text += f"; {enough} win{prize}." if enough else "."
        yield AimView("points", aim.nation, text, held, enough)


def _points_asked(state: State, nation: NationName) -> tuple[int, str]:
    """How many points of a nation win a theatre, and which; (0, "") for none."""
    for trigger in state.definition.script.triggers:
        won = [one.theatre for one in trigger.effects if isinstance(one, DecideTheatre)]
        for part in _parts(trigger.test) if won else ():
            if not isinstance(part, Amount) or part.resource != VICTORY_POINTS:
                continue
            if nation in part.nations:
                return part.count, f" {won[0]}"
    return 0, ""


def _parts(test: Condition) -> Iterator[Condition]:
    """A condition and those that it asks for together."""
    yield test
    for part in test.parts if isinstance(test, Together) else ():
        yield from _parts(part)


def _theatres(state: State) -> Iterator[AimView]:
    aims = state.definition.victory.by_theatres
    for theatre in dict.fromkeys(name for aim in aims for name in aim.theatres):
        winner = state.won.get(theatre, "")
        text = f"{theatre} is won by {winner}." if winner else f"{theatre} is not won yet."
        yield AimView("theatre", winner, text)


def _combat_moves(state: State) -> Iterator[AimView]:
    for nation, theatre, turns in state.halted:
        # Its turns that must end first count the one under way (`LoseCombatMove`).
        when = "now" if turns == 1 and nation == state.nation else "in their next turn"
        yield AimView("combat_move", nation, f"{nation} have no combat move in {theatre} {when}.")


def _objectives(state: State) -> Iterator[AimView]:
    """How many objectives of each nation would pay now, and how much; one line for all."""
    definition = state.definition
    found: dict[NationName, list[int | None]] = {}
    for entry in definition.script.objectives if definition.options.national_objectives else ():
        found.setdefault(entry.nation, []).append(paid_now(state, entry))
    told = []
    for nation, rows in found.items():
        paid = [pus for pus in rows if pus is not None]
        worth = f" ({sum(paid)} PUs)" if paid else ""
        told.append(f"{nation} {len(paid)} of {len(rows)}{worth}")
    if told:
        yield AimView("objectives", "", f"Objectives that would pay now: {', '.join(told)}.")


def _peace(state: State) -> Iterator[AimView]:
    """Who is at peace with whom, each pair once; only where nations that play can be."""
    names = state.definition.politics.nation_names
    for index, nation in enumerate(names):
        others = [other for other in names[index + 1 :] if is_at_peace(state, nation, other)]
        if others:
            listed = " and ".join((", ".join(others[:-1]), others[-1]) if others[1:] else others)
            yield AimView("peace", nation, f"{nation} are at peace with {listed}.")
