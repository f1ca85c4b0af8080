"""The calculator of the page: battles of the game and of made-up forces, and more about them.

Rule: rule book, Battle calculator (B245 to B252).  What is asked comes as plain values; the answer
is that of `pbem odds`, in words and as data.
"""

import json
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import msgspec

from engine import State, TerritoryName
from engine.odds import Plan, Rules
from engine.values import dataclass
from pbem.play.made_up import SUBMERGES, MadeUp, made_up_answer, rules_with
from pbem.play.odds import Wishes
from pbem.play.odds_answers import every_attack, every_threat, held, one_battle, sent
from pbem.play.odds_output import OddsAnswer
from pbem.play.odds_wishes import (
    chance_of,
    check_has_odds,
    check_question,
    retreat_plan,
    written_wave,
)
from pbem.result import Result
from pbem.usage import UsageError

Plain: TypeAlias = dict[str, object]

_MOST_LETTERS: Final = 4000
_MOST_WAVES: Final = 8
_MOST_PRIZE: Final = 10_000


def asked_in(text: str) -> Mapping[str, object]:
    """What the page asks, from the JSON of its address; UsageError for anything else."""
    value: object = None
    if len(text) <= _MOST_LETTERS:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
    if not isinstance(value, dict):
        raise UsageError("bad-request", "The page sent something that is not an object.")
    return value


def calculated(
    state: State, asked: Mapping[str, object], progress: Callable[[int, int], None]
) -> Plain:
    """The answer to what was asked; raises UsageError for what cannot be worked out.

    asked: `ask` is one of "area", "forces", "attacks" and "threats"; the fields of the others are
    read in `_Question`.  progress: told how many areas are done, of how many.
    """
    check_has_odds(state.definition)
    question = _question(asked)
    result: Result[OddsAnswer]
    if question.ask == "forces":
        result = _made_up(state, question, asked)
    elif question.ask == "attacks":
        result = every_attack(state, question.wishes, progress)
    elif question.ask == "threats":
        result = every_threat(state, chance_of("The chance", question.hold), question.wishes.plan)
    else:
        result = _in_area(state, question, _text(asked, "place"))
    return {"text": result.text, "data": msgspec.to_builtins(result.data)}


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of any battle; texts as at the terminal."""

    ask: str
    wishes: Wishes
    hold: str
    needed: str
    add: str


def _question(asked: Mapping[str, object]) -> _Question:
    plan = Plan(
        keep_land=asked.get("keep_land") is True,
        submerges=SUBMERGES[_one_of(asked, "attack_submarines", "stay", (*SUBMERGES,))],
    )
    waves = tuple(map(written_wave, _lines(asked, "waves", "\n")[:_MOST_WAVES]))
    question = _Question(
        ask=_one_of(asked, "ask", "area", ("area", "forces", "attacks", "threats")),
        wishes=Wishes(
            plan=retreat_plan(plan, _lines(asked, "retreat", ";")),
            losses=(_text(asked, "attack_losses"), _text(asked, "defence_losses")),
            everybody=asked.get("everybody") is True,
            prize=_prize(asked),
            waves=waves,
        ),
        hold=_text(asked, "hold"),
        needed=_text(asked, "needed"),
        add=_text(asked, "add"),
    )
    check_question(needed=question.needed, hold=question.hold, add=question.add, waves=waves)
    return question


def _in_area(state: State, question: _Question, place: str) -> Result[OddsAnswer]:
    """A battle of the game."""
    if question.needed:
        return sent(state, place, question.needed, question.add, question.wishes)
    if question.hold:
        return held(state, place, chance_of("The chance", question.hold), question.wishes.plan)
    return one_battle(state, place, question.wishes)


def _made_up(state: State, question: _Question, asked: Mapping[str, object]) -> Result[OddsAnswer]:
    """A battle between forces that are written down, by the rules of the game or changed ones."""
    definition = state.definition
    game = definition.combat_rules()
    rules = Rules.of(game)
    place = definition.board.territories.get(TerritoryName(_text(asked, "place")))
    if place is not None:
        rules = rules.fought_in(place)
    luck = _one_of(asked, "luck", "", ("", "low", "dice"))
    low_luck = luck == "low" if luck else None
    rules = rules_with(rules, low_luck, _lines(asked, "options", "\n"), lambda: definition)
    made_up = MadeUp(
        _text(asked, "attackers"),
        _text(asked, "defenders"),
        plan=question.wishes.plan,
        losses=question.wishes.losses,
        technologies=(_text(asked, "attack_tech"), _text(asked, "defence_tech")),
        is_sea=asked.get("sea") is True,
        landed=asked.get("landed") is True,
        bombard=_text(asked, "bombard"),
        defence_submarines=_one_of(asked, "defence_submarines", "default", (*SUBMERGES,)),
        prize=question.wishes.prize or 0.0,
        waves=question.wishes.waves,
        needed=question.needed,
        hold=question.hold,
        add=question.add,
        exact=asked.get("exact") is True,
    )
    return made_up_answer(game, rules, made_up)


def _text(asked: Mapping[str, object], name: str) -> str:
    """A text that was asked; "" when it was left out."""
    value = asked.get(name, "")
    if not isinstance(value, str):
        raise UsageError("bad-request", f"The page sent {name} that is not a text.")
    return value


def _prize(asked: Mapping[str, object]) -> float | None:
    """What success is worth, in PUs; None for what the position says."""
    value = asked.get("prize")
    if value is None:
        return None
    if not isinstance(value, int | float) or not abs(value) <= _MOST_PRIZE:
        raise UsageError("bad-request", f"A prize is a number up to {_MOST_PRIZE}.")
    return float(value)


def _lines(asked: Mapping[str, object], name: str, end: str) -> tuple[str, ...]:
    """The parts of a text, without empty ones."""
    return tuple(part.strip() for part in _text(asked, name).split(end) if part.strip())


def _one_of(asked: Mapping[str, object], name: str, usual: str, known: tuple[str, ...]) -> str:
    value = _text(asked, name) or usual
    if value not in known:
        raise UsageError("bad-request", f"The page asked for a {name} that there is not.")
    return value
