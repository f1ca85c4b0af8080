"""Victory by capitals and by production.

An alliance wins when its nations hold enough of the capitals that the scenario names.  The scenario
also says when that is checked: after the turn of a nation, or at the end of the round.  It also
wins when what it controls is worth enough at the end of a round, whatever happened before and
whoever is paid for it.

By option a side needs all its own capitals in the hands of their nations to win by capitals, and
everything is checked at the end of the round, as in the TripleA engine.  Where both sides reach
their aim at the same moment the game is a draw, unless one of them has more production.

Rule: Classic, Objective (C2 to C4) and End (C75 to C77), D9, D10, D15.
Options: capital_victory, capital_victory_needs_own, capitals_checked_at_round_end,
economic_victory.
"""

from collections.abc import Sequence

from engine.core.agenda import Outcome
from engine.core.events.turn import GameEnded
from engine.core.ids import NationName
from engine.core.words import GameOutcome
from engine.gamedef import CapitalVictory, State
from engine.rules.common.frame import Events
from engine.rules.common.relations import has_capital, owner_of


def members(state: State, alliance: str) -> tuple[NationName, ...]:
    """The nations of an alliance in turn order."""
    return tuple(
        entry.name for entry in state.definition.politics.nations if alliance in entry.alliances
    )


def production_of(state: State, alliance: str) -> int:
    """What an alliance controls is worth, in PUs, also where it pays nobody (C4, C5)."""
    areas, mine = state.definition.board.territories, members(state, alliance)
    return sum(areas[name].production for name, owner in state.owners.items() if owner in mine)


def capitals_held(state: State, aim: CapitalVictory) -> tuple[str, ...]:
    """The capitals of an aim that the alliance holds, in the order of the scenario."""
    mine = members(state, aim.alliance)
    return tuple(place for place in aim.capitals if owner_of(state, place) in mine)


def resolve_capitals_after_turn(state: State) -> Events:
    """Victory by capitals after the turn of the nation on turn (C75, C76)."""
    if state.definition.options.capitals_checked_at_round_end:
        return ()
    aims = state.definition.victory.by_capitals
    return _resolve_capitals(state, [aim for aim in aims if aim.after == state.nation])


def resolve_capitals_at_round_end(state: State) -> Events:
    """Victory by capitals that is checked at the end of the round."""
    at_end = state.definition.options.capitals_checked_at_round_end
    aims = state.definition.victory.by_capitals
    return _resolve_capitals(state, [aim for aim in aims if at_end or not aim.after])


def resolve_income_victory(state: State) -> Events:
    """Victory by production at the end of the round (C4, C77)."""
    if not state.definition.options.economic_victory:
        return ()
    reached = [
        (production_of(state, aim.alliance), aim.alliance, aim.income)
        for aim in state.definition.victory.by_income
        if production_of(state, aim.alliance) >= aim.income
    ]
    if not reached:
        return ()
    most = max(produced for produced, _, _ in reached)
    first = [entry for entry in reached if entry[0] == most]
    if len(first) > 1:
        return (_drawn(state, [alliance for _, alliance, _ in first]),)
    _, alliance, enough = first[0]
    text = f"{alliance} produce {most} PUs at the end of round {state.round}; {enough} are enough"
    return (_won(state, alliance, "economic_victory", text),)


def _resolve_capitals(state: State, aims: Sequence[CapitalVictory]) -> Events:
    if not state.definition.options.capital_victory:
        return ()
    reached = [aim for aim in aims if _is_reached(state, aim)]
    alliances = sorted({aim.alliance for aim in reached})
    if len(alliances) > 1:
        return (_drawn(state, alliances),)
    if not reached:
        return ()
    aim = reached[0]
    places = " and ".join(capitals_held(state, aim))
    text = f"{aim.alliance} hold {places} in round {state.round}"
    return (_won(state, aim.alliance, "capital_victory", text),)


def _is_reached(state: State, aim: CapitalVictory) -> bool:
    if len(capitals_held(state, aim)) < aim.count:
        return False
    if not state.definition.options.capital_victory_needs_own:
        return True
    return all(has_capital(state, nation) for nation in members(state, aim.alliance))


def _won(state: State, alliance: str, kind: GameOutcome, text: str) -> GameEnded:
    return GameEnded(Outcome(tuple(sorted(members(state, alliance))), kind, text))


def _drawn(state: State, alliances: Sequence[str]) -> GameEnded:
    text = f"{' and '.join(alliances)} reach their aim in round {state.round} together"
    return GameEnded(Outcome((), "draw", text))
