"""What a founder is asked: rules that decide a game, where a scenario has them (ADR 0092).

Sources leave them open, or the rule book and the map of a game differ.  Each is an option with a
sentence for either value; `pbem new` prints them, the board asks, the terms of a game tell them.
"""

from collections.abc import Callable
from typing import Final

from engine import Definition, is_on
from engine.values import dataclass

_Says = Callable[[Definition], str]


@dataclass(frozen=True, slots=True)
class FoundingQuestion:
    """An option that everybody should have agreed on.

    on, off: what happens with and without it, a clause; is_on: as the definition has it.
    """

    option: str
    on: str
    off: str
    is_on: bool

    @property
    def answer(self) -> str:
        """What happens as it stands."""
        return self.on if self.is_on else self.off

    def line(self) -> str:
        """The question for people, with the words that answer it the other way."""
        other, value = (self.off, "false") if self.is_on else (self.on, "true")
        return (
            f"Question for everybody: {self.answer}. "
            f"The other way: {other} (--option {self.option}={value})."
        )


def founding_questions(definition: Definition) -> tuple[FoundingQuestion, ...]:
    """What is asked where a game of this definition is founded; () for most."""
    return tuple(
        FoundingQuestion(option, on(definition), off(definition), is_on(definition.options, option))
        for option, matters, on, off in _QUESTIONS
        if matters(definition)
    )


def _before_battles(definition: Definition) -> str:
    """The choices of a defender before the battles."""
    options = definition.options
    parts = {
        "who scrambles": options.scrambling,
        "what kamikaze attacks aim at": options.kamikaze_attacks,
    }
    return " and ".join(part for part, has in parts.items() if has)


def _theatres(definition: Definition) -> str:
    aims = definition.victory.by_theatres
    return " and ".join(sorted({name for aim in aims for name in aim.theatres}))


def _shy(definition: Definition) -> str:
    """Whose ships keep off whose land."""
    rules = [rule for rule in definition.map_rules.nations if rule.keeps_off]
    return "; ".join(
        f"ships of {rule.nation} at peace with {', '.join(rule.keeps_off)}" for rule in rules
    )


def _wins_by_trigger(definition: Definition) -> bool:
    effects = (effect for entry in definition.script.triggers for effect in entry.effects)
    return any(effect.kind == "win" for effect in effects)


_QUESTIONS: Final[tuple[tuple[str, Callable[[Definition], bool], _Says, _Says], ...]] = (
    (
        "every_theatre_decides",
        lambda definition: bool(definition.victory.by_theatres),
        lambda definition: f"the game ends when {_theatres(definition)} are won, each by somebody",
        lambda definition: "the game ends with the first side that has all it needs",
    ),
    (
        "ask_before_battles",
        lambda definition: bool(_before_battles(definition)),
        lambda definition: (
            f"the defender is asked {_before_battles(definition)} before the battles of a turn, "
            "and the game waits for the answer unless standing orders give it"
        ),
        lambda definition: (
            f"standing orders alone say {_before_battles(definition)}; "
            "without any, nobody and nothing"
        ),
    ),
    (
        "victory_lasts_a_round",
        _wins_by_trigger,
        lambda definition: "what wins the game must be held for a complete round of turns",
        lambda definition: "what wins the game wins at once, at the end of the round",
    ),
    (
        "ships_keep_off_at_peace",
        lambda definition: bool(_shy(definition)),
        lambda definition: f"{_shy(definition)} end no move beside their land",
        lambda definition: f"{_shy(definition)} may stop beside their land",
    ),
)
"""Option, where it matters, and what happens with and without it; in the order of asking."""
